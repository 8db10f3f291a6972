//! Byte-level BPE as a system: kind `bpe`.

use std::any::Any;

use super::Begun;
use crate::bpe::{self, Encoder};
use crate::record::Files;
use crate::systems::system::{Abilities, Fault, Section, System};
use crate::tables::{MERGES, write_merges};
use crate::vocab::Vocabulary;

/// A byte-pair model over bytes.
pub struct Bpe {
    model: Encoder,
    has_space_before: bool,
}

impl Bpe {
    /// The system of a model; `has_space_before` says whether a text is encoded with a space before it.
    pub fn new(model: Encoder, has_space_before: bool) -> Self {
        Bpe { model, has_space_before }
    }
}

impl Abilities for Bpe {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        Files::from([(MERGES.into(), write_merges(&self.model.merges()))])
    }

    fn as_bpe(&self) -> Option<&Encoder> {
        Some(&self.model)
    }

    fn has_space_before(&self) -> bool {
        self.has_space_before
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

    fn read_language(_files: &Files) -> Result<(), Fault> {
        Ok(())
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Encoder, Fault> {
        Encoder::new(vocabulary, section.merges).map_err(|error| format!("{MERGES}: {error}"))
    }

    fn assemble(section: &Section, _language: (), model: Encoder, _vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        Ok(Bpe::new(model, section.record.space_before))
    }

    fn encode(&self, text: &str, start: usize, end: usize, _vocabulary: &Vocabulary, buffers: &mut bpe::MergeBuffers, ids: &mut Vec<u32>) {
        self.model.encode(&text.as_bytes()[start..end], buffers, ids);
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Begun, bytes: &mut Vec<u8>) -> usize {
        writer.write(vocabulary, id, self.has_space_before, bytes)
    }
}
