//! The Unigram model as a system: kinds `unigram`, `thunder`, and `sentencepiece` (an imported model whose bytes have no scores).

use std::any::Any;

use super::{Begun, FirstSpace};
use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::{Files, Record};
use crate::files::vocabulary::VOCABULARY;
use crate::run::draw::Draw;
use crate::unigram::{self, Encoder};
use crate::vocab::{Kind, Vocabulary};

/// A Unigram model over bytes.
pub struct Unigram {
    model: Encoder,
    first_space: FirstSpace,
}

impl Unigram {
    /// The system for a model; the record says whether a space is put before a text.
    pub fn new(model: Encoder, record: &Record) -> Self {
        Unigram { model, first_space: FirstSpace::new(record) }
    }
}

/// Whether a piece is one character.
fn is_letter(piece: &[u8]) -> bool {
    std::str::from_utf8(piece).is_ok_and(|piece| piece.chars().nth(1).is_none())
}

impl Abilities for Unigram {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        Files::new()
    }

    fn scores(&self) -> Option<&[f64]> {
        Some(self.model.scores())
    }

    fn as_unigram(&self) -> Option<&Encoder> {
        Some(&self.model)
    }

    fn is_plain(&self, _vocabulary: &Vocabulary, _id: u32) -> bool {
        !self.first_space.is_put
    }

    fn optional(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        let is_optional = |id| vocabulary.kind(id) > Kind::Mark && !is_letter(vocabulary.bytes(id));
        (0..vocabulary.len() as u32).map(is_optional).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Unigram {
    type Buffers = unigram::SearchBuffers;
    type Writer = Begun;
    type Language = ();
    type Fallback = Encoder;

    const FILES: &'static [&'static str] = &[];
    const IS_IMPORTED: bool = true;

    fn read_language(_files: &Files) -> Result<(), Fault> {
        Ok(())
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Encoder, Fault> {
        let model = Encoder::of_vocabulary(vocabulary, section.scores.to_vec(), section.record.unknown_score);
        model.map_err(|reason| format!("{VOCABULARY}: {reason}"))
    }

    fn assemble(section: &Section, _language: (), model: Encoder, _vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        Ok(Unigram::new(model, section.record))
    }

    fn encode(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut Self::Buffers, ids: &mut Vec<u32>) {
        self.model.encode(&text.as_bytes()[start..], buffers, ids);
    }

    fn sample(&self, text: &str, start: usize, _: &Vocabulary, draw: &mut Draw, _: &mut Self::Buffers, ids: &mut Vec<u32>) {
        self.model.sample(&text.as_bytes()[start..], draw, ids);
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Begun, bytes: &mut Vec<u8>) -> usize {
        self.first_space.write(vocabulary, id, writer, bytes)
    }

    fn write_special(&self, text: &[u8], writer: &mut Begun, bytes: &mut Vec<u8>) -> usize {
        writer.special(text, bytes)
    }
}
