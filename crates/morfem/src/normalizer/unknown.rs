//! Characters without a piece become one id.

use super::steps::Source;
use crate::vocab::{Kind, Vocabulary};

/// The id of characters without a piece, in an inexact tokenizer.
#[derive(Clone, Copy)]
pub(crate) struct Unknown {
    id: u32,
    /// Whether neighbouring ones become one id.
    joins: bool,
}

impl Unknown {
    /// That of a source, if it has one.
    pub fn of(source: Option<&Source>) -> Option<Self> {
        let source = source.filter(|source| !source.is_exact)?;
        Some(Unknown { id: source.unknown?, joins: source.joins_unknown })
    }

    /// Replaces the bytes among `ids[from..]`, which spell characters without a piece, by the id for those. `lengths` are those of the ids;
    /// returns the new ones.
    pub fn replace(&self, vocabulary: &Vocabulary, ids: &mut Vec<u32>, from: usize, lengths: Vec<usize>) -> Vec<usize> {
        let (mut kept, mut kept_lengths) = (from, Vec::with_capacity(lengths.len()));
        let mut is_behind_unknown = false;
        for (at, length) in (from..ids.len()).zip(lengths) {
            let id = ids[at];
            let is_byte = vocabulary.kind(id) == Kind::Byte;
            let is_inside = is_byte && (is_behind_unknown && self.joins || vocabulary.bytes(id)[0] & 0xC0 == 0x80);
            if is_inside && kept > from {
                *kept_lengths.last_mut().expect("there is an id before") += length;
            } else {
                ids[kept] = if is_byte { self.id } else { id };
                kept += 1;
                kept_lengths.push(length);
            }
            is_behind_unknown = is_byte;
        }
        ids.truncate(kept);
        kept_lengths
    }
}
