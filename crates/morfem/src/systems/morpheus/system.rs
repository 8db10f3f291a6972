//! Morpheus as a system: kind `morpheus`.

use std::any::Any;

use super::encode::{Encoder, Scratch};
use super::files::{self, Language};
use super::letters::PHONOLOGY;
use crate::encoding::Encoding;
use crate::record::Files;
use crate::systems::system::{Abilities, Fault, Section, System};
use crate::vocab::Vocabulary;
use crate::writing::rest::PIECES;
use crate::writing::{Pen, Rest};

impl Abilities for Encoder {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        files::write(self)
    }

    fn scores(&self) -> Option<&[f64]> {
        self.scribe.rest.scores()
    }

    fn describe(&self, _vocabulary: &Vocabulary, encoding: &mut Encoding) {
        encoding.give_marks_the_next_word();
    }

    fn export_obstacle(&self) -> &'static str {
        "no library has a model of boundaries; export a bpe, unigram or thunder tokenizer"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Encoder {
    type Buffers = Scratch;
    type Writer = Pen;
    type Language = Language;
    type Fallback = Rest;

    const FILES: &'static [&'static str] = &files::NAMES;
    const OPTIONAL_FILES: &'static [&'static str] = &[PIECES];
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[PHONOLOGY];
    const HAS_PRECOMPUTED: bool = true;
    const PREPARES: bool = true;

    fn read_language(files: &Files) -> Result<Language, Fault> {
        files::language(files)
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Rest, Fault> {
        Rest::read(section.files, vocabulary, section.scores)
    }

    fn assemble(section: &Section, language: Language, fallback: Rest, vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        files::read(section.files, language, vocabulary, fallback)
    }

    #[inline]
    fn left_context(&self, left: &[u8]) -> bool {
        !self.letters.spacing.implies_space(left)
    }

    #[inline]
    fn prepare(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut Scratch) {
        self.look_ahead(text, chunks, buffers);
    }

    #[inline]
    fn forget(&self, buffers: &mut Scratch) {
        buffers.forget();
    }

    #[inline]
    fn encode(&self, text: &str, start: usize, end: usize, vocabulary: &Vocabulary, buffers: &mut Scratch, ids: &mut Vec<u32>) {
        self.encode_chunk(text, start, end, vocabulary, buffers, ids);
    }

    fn writes(&self, vocabulary: &Vocabulary, chunk: &[u8], units: impl Iterator<Item = u32>, written: &mut Vec<u8>) -> bool {
        self.is_written(vocabulary, chunk, units, written)
    }

    #[inline]
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Pen, bytes: &mut Vec<u8>) -> usize {
        self.write_id(vocabulary, id, writer, bytes)
    }
}
