//! Morpheus as a system: kind `morpheus`.

use std::any::Any;

use super::encode::{BoundaryModel, Morpheus, MorpheusBuffers};
use super::files;
use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::Files;
use crate::surface::phonology_file::PHONOLOGY;
use crate::surface::{Fallback, SurfaceWriter, read_fallback};
use crate::text::Splitter;
use crate::vocab::Vocabulary;

impl Abilities for Morpheus {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        files::write(&self.language)
    }

    fn scores(&self) -> Option<&[f64]> {
        Some(self.words.fallback.scores())
    }

    fn export_obstacle(&self) -> &'static str {
        "no library has a model of boundaries; export a bpe, unigram or thunder tokenizer"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Morpheus {
    type Buffers = MorpheusBuffers;
    type Writer = SurfaceWriter;
    type Language = BoundaryModel;
    type Fallback = Fallback;

    const FILES: &'static [&'static str] = &files::NAMES;
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[PHONOLOGY];
    const SPLITTERS: &'static [Splitter] = &[Splitter::Inflected, Splitter::InflectedMixed];
    const HAS_PRECOMPUTED: bool = true;
    const PREPARES: bool = true;

    fn read_language(files: &Files) -> Result<BoundaryModel, Fault> {
        files::language(files).map_err(|error| error.to_string())
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Fallback, Fault> {
        read_fallback(vocabulary, section.scores)
    }

    fn assemble(section: &Section, language: BoundaryModel, fallback: Fallback, vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        Morpheus::new(language, vocabulary, fallback, section.record.splitter == Splitter::InflectedMixed)
    }

    #[inline]
    fn left_context(&self, left: &[u8]) -> bool {
        !self.language.letters.spacing.implies_space(left)
    }

    #[inline]
    fn prepare(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut MorpheusBuffers) {
        self.prepare_chunks(text, chunks, buffers);
    }

    #[inline]
    fn forget(&self, buffers: &mut MorpheusBuffers) {
        buffers.forget();
    }

    #[inline]
    fn encode(&self, text: &str, start: usize, vocabulary: &Vocabulary, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) {
        self.encode_chunk(text, start, vocabulary, buffers, ids);
    }

    fn encode_detached(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) {
        self.words.detached(&text[start..], &mut buffers.words, ids);
    }

    fn write_chunk(&self, vocabulary: &Vocabulary, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        self.write_chunk(vocabulary, units, chunk)
    }

    #[inline]
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut SurfaceWriter, bytes: &mut Vec<u8>) -> usize {
        self.write_id(vocabulary, id, writer, bytes)
    }

    fn writer_behind(&self, text: &[u8]) -> SurfaceWriter {
        SurfaceWriter::behind(text)
    }

    fn accepts(&self, writer: &SurfaceWriter) -> bool {
        writer.is_sound()
    }

    fn write_special(&self, text: &[u8], writer: &mut SurfaceWriter, bytes: &mut Vec<u8>) -> usize {
        writer.special(text, bytes)
    }
}
