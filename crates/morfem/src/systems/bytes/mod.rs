//! Systems whose every token stands for fixed bytes: Unigram and byte-level BPE.

mod bpe;
mod bpe_train;
mod unigram;
mod unigram_train;

pub use bpe::Bpe;
pub use bpe_train::BpeTrainer;
pub use unigram::Unigram;
pub use unigram_train::{UnigramTrainer, check_unigram, train_unigram};

use serde::{Deserialize, Serialize};

use crate::vocab::{Kind, Vocabulary};

/// Whether anything has been written. A text that was encoded with a space before it is written without that space.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Begun(bool);

impl Begun {
    /// Appends the bytes of a token; returns the length of the bytes that belong to the tokens before it.
    fn write(&mut self, vocabulary: &Vocabulary, id: u32, has_space_before: bool, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        let token = vocabulary.bytes(id);
        let is_implied = has_space_before && !self.0 && token[0] == b' ' && vocabulary.kind(id) != Kind::Special;
        bytes.extend_from_slice(&token[is_implied as usize..]);
        self.0 = true;
        before
    }
}
