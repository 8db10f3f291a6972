//! BPE as a system: kinds `bpe`, over bytes, and `character_bpe`, over characters (imported models).

use std::any::Any;
use std::ops::Range;

use super::{Begun, FirstSpace};
use crate::bpe::{self, Encoder};
use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::{Files, Record};
use crate::files::vocabulary::{MERGES, made, write_model};
use crate::run::draw::Draw;
use crate::vocab::{Kind, Vocabulary};

/// A byte-pair model over bytes, or over characters.
pub struct Bpe {
    model: Encoder,
    first_space: FirstSpace,
}

impl Bpe {
    /// The system for a model; the record says whether a space is put before a text.
    pub fn new(model: Encoder, record: &Record) -> Self {
        Bpe { model, first_space: FirstSpace::new(record) }
    }
}

impl Abilities for Bpe {
    fn files(&self, vocabulary: &Vocabulary) -> Files {
        Files::from([(MERGES.into(), write_model(&self.model.merges(), !self.unlisted(vocabulary).is_empty()))])
    }

    fn as_bpe(&self) -> Option<&Encoder> {
        Some(&self.model)
    }

    fn unlisted(&self, vocabulary: &Vocabulary) -> Range<u32> {
        made(vocabulary, &self.model.merges())
    }

    fn is_plain(&self, _vocabulary: &Vocabulary, _id: u32) -> bool {
        !self.first_space.is_put
    }

    fn optional(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        (0..vocabulary.len() as u32).map(|id| vocabulary.kind(id) > Kind::Mark).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Bpe {
    type Buffers = bpe::MergeBuffers;
    type Writer = Begun;
    type Language = ();
    type Fallback = Encoder;

    const FILES: &'static [&'static str] = &[MERGES];
    const OWNS_MERGES: bool = true;
    const IS_IMPORTED: bool = true;

    fn read_language(_files: &Files) -> Result<(), Fault> {
        Ok(())
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Encoder, Fault> {
        let read = if section.record.kind == "character_bpe" { Encoder::of_characters } else { Encoder::new };
        read(vocabulary, section.merges)
            .and_then(|model| model.with_merging(vocabulary, section.record.merging.as_ref()))
            .map_err(|error| format!("{MERGES}: {error}"))
    }

    fn assemble(section: &Section, _language: (), model: Encoder, _vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        if section.record.unknown_score.is_some() {
            return Err(format!("unknown_score is for Unigram models, not for kind {}; leave it out", section.record.kind));
        }
        Ok(Bpe::new(model, section.record))
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
