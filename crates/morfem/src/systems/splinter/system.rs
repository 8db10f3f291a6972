//! Splinter as a system: kind `splinter`.

use std::any::Any;

use once_cell::race::OnceBox;

use super::encode::{Encoder, SplinterBuffers};
use super::files;
use super::linear::Linear;
use super::unit::Unit;
use super::writer::Writer;
use crate::engine::{Abilities, Fault, INTERLEAVED, Section, System};
use crate::files::record::Files;
use crate::result::analysis::Explanation;
use crate::text::Splitter;
use crate::vocab::Vocabulary;

/// An encoder, and the characters of its linear texts, which are made when they are first asked for.
pub struct Splinter {
    pub encoder: Encoder,
    linear: OnceBox<Linear>,
}

impl Splinter {
    /// The system of an encoder.
    pub fn new(encoder: Encoder) -> Self {
        Splinter { encoder, linear: OnceBox::new() }
    }

    fn linear(&self) -> &Linear {
        self.linear.get_or_init(|| Box::new(Linear::new(&self.encoder)))
    }
}

impl Abilities for Splinter {
    fn files(&self, vocabulary: &Vocabulary) -> Files {
        files::write(&self.encoder, vocabulary)
    }

    fn owners(&self, vocabulary: &Vocabulary, ids: &[u32], behind: &[u8]) -> Option<Vec<u32>> {
        Some(self.encoder.owners(vocabulary, ids, behind))
    }

    fn is_plain(&self, _vocabulary: &Vocabulary, id: u32) -> bool {
        self.encoder.unit(id) == Some(Unit::Byte)
    }

    fn optional(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        let is_listed = |id| matches!(self.encoder.unit(id), Some(Unit::Stem(_) | Unit::Piece(_) | Unit::Pattern(_)));
        (0..vocabulary.len() as u32).map(|id| vocabulary.units(id).is_some() || is_listed(id)).collect()
    }

    fn leave_out(&self, files: &mut Files, new_ids: &[Option<u32>]) {
        files::leave_out(files, self.encoder.unmerged(), new_ids);
    }

    fn explain(&self, vocabulary: &Vocabulary, word: &str, is_token: &dyn Fn(&str) -> bool) -> Option<crate::Result<Explanation>> {
        Some(self.encoder.explain(vocabulary, word, is_token))
    }

    fn linearize(&self, vocabulary: &Vocabulary, text: &str) -> Option<String> {
        Some(self.linear().linearize(&self.encoder, vocabulary, text))
    }

    fn delinearize(&self, text: &str) -> Option<String> {
        Some(self.linear().delinearize(text))
    }

    fn export_obstacle(&self) -> &'static str {
        "no library has a model that takes letters out of words; train one on the texts that linearize gives"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Splinter {
    type Buffers = SplinterBuffers;
    type Writer = Writer;
    type Language = ();
    type Fallback = ();

    const FILES: &'static [&'static str] = &[files::ALPHABET];
    const CALLS: &'static [&'static str] = &["explain", "linearize", "delinearize"];
    const OPTIONAL_FILES: &'static [&'static str] = &files::OF_A_METHOD;
    const HAND_WRITTEN_FILES: &'static [&'static str] = &files::TABLES;
    const SPLITTERS: &'static [Splitter] = &[Splitter::Marked, Splitter::MarkedMixed];
    const PREPARES: bool = true;

    fn read_language(_files: &Files) -> Result<(), Fault> {
        Ok(())
    }

    fn joined(files: &Files) -> usize {
        files::joined(files)
    }

    fn read_fallback(_section: &Section, _vocabulary: &Vocabulary) -> Result<(), Fault> {
        Ok(())
    }

    fn assemble(section: &Section, _language: (), _fallback: (), vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        let encoder = files::join(section.files, vocabulary).and_then(|()| files::read(section.files, vocabulary));
        Ok(Splinter::new(encoder.map_err(|error| error.to_string())?))
    }

    #[inline]
    fn left_context(&self, left: &[u8]) -> bool {
        !self.encoder.implies_space(left)
    }

    fn prepare(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut SplinterBuffers) {
        self.encoder.prepare(text, chunks, buffers);
    }

    fn forget(&self, buffers: &mut SplinterBuffers) {
        buffers.forget();
    }

    #[inline]
    fn encode(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut SplinterBuffers, ids: &mut Vec<u32>) {
        self.encoder.encode(text, start, false, buffers, ids);
    }

    fn encode_detached(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut SplinterBuffers, ids: &mut Vec<u32>) {
        self.encoder.encode(text, start, true, buffers, ids);
    }

    #[inline]
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        self.encoder.write(vocabulary, id, writer, bytes);
        INTERLEAVED
    }

    fn write_special(&self, text: &[u8], writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        writer.push(&self.encoder.inventory, Unit::Special, text, 0, bytes);
        INTERLEAVED
    }

    fn write_chunk(&self, vocabulary: &Vocabulary, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        self.encoder.write_chunk(vocabulary, units, chunk)
    }

    fn writer_behind(&self, text: &[u8]) -> Writer {
        Writer::behind(text)
    }

    fn accepts(&self, writer: &Writer) -> bool {
        writer.is_sound(&self.encoder.inventory.alphabet)
    }

    fn finish(&self, writer: &mut Writer, bytes: &mut Vec<u8>) {
        self.encoder.finish(writer, bytes);
    }
}
