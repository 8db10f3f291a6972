//! Streaming decoding: returns text as soon as it is certain.
//!
//! The bytes of the ids are joined, and valid UTF-8 is returned. An incomplete character at the end, at most three bytes, waits for the
//! next id or for the end. Bytes that can no longer become a character turn into U+FFFD, one for each maximal part, as with Python's
//! `errors="replace"`. So the strings joined equal what `decode` returns for all ids at once.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Tokenizer;
use crate::engine::State;
use crate::record::hash;
use crate::{Error, Result};

/// Decodes ids one by one. Made by [`Tokenizer::decoder`].
pub struct Decoder {
    tokenizer: Arc<Tokenizer>,
    /// The last decoded bytes, and how many of them have been returned.
    written: Vec<u8>,
    given: usize,
    writer: Box<dyn State>,
}

/// The state of a decoder as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    written: Vec<u8>,
    given: usize,
    writer: Value,
}

/// Number of returned bytes that are kept because the writer may look back at them. Older ones are dropped when as many more have come.
const KEPT: usize = 256;
/// Characters of the hash of a state.
const SEAL: usize = 64;

impl Decoder {
    pub(crate) fn new(tokenizer: Arc<Tokenizer>) -> Self {
        let writer = tokenizer.engine.writer();
        Decoder { tokenizer, written: Vec::new(), given: 0, writer }
    }

    /// The text that `id` makes certain.
    ///
    /// # Errors
    /// [`crate::Error::Vocabulary`] if the id is out of range.
    pub fn push(&mut self, id: i64) -> Result<String> {
        let id = self.tokenizer.vocabulary().checked(id)?;
        self.tokenizer.engine.write(self.tokenizer.vocabulary(), id, &mut *self.writer, &mut self.written);
        let mut text = String::new();
        let mut kept = 0;
        let mut chunks = self.written[self.given..].utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            if chunks.peek().is_none() && std::str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none()) {
                kept = chunk.invalid().len();
            } else {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.given = self.written.len() - kept;
        if self.given > 2 * KEPT {
            self.written.drain(..self.given - KEPT);
            self.given = KEPT;
        }
        Ok(text)
    }

    /// The remaining text. Resets the decoder.
    pub fn finish(&mut self) -> String {
        self.tokenizer.engine.finish(&mut *self.writer, &mut self.written);
        let rest = String::from_utf8_lossy(&self.written[self.given..]).into_owned();
        self.written.clear();
        self.given = 0;
        rest
    }

    /// The tokenizer that the ids belong to.
    pub fn tokenizer(&self) -> &Arc<Tokenizer> {
        &self.tokenizer
    }

    /// The state, for [`Decoder::resumed`]: a hash, then JSON.
    pub fn state(&self) -> Vec<u8> {
        let saved = Saved { written: self.written.clone(), given: self.given, writer: self.writer.to_json() };
        let state = serde_json::to_vec(&saved).expect("a state is plain data");
        [self.seal(&state).into_bytes(), state].concat()
    }

    /// A decoder that continues from a saved state.
    ///
    /// [`Error::Artifact`] if `state` is not from [`Decoder::state`] of this tokenizer.
    pub fn resumed(tokenizer: Arc<Tokenizer>, state: &[u8]) -> Result<Self> {
        let decoder = Decoder::new(tokenizer);
        let sealed = state.split_at_checked(SEAL).filter(|(seal, state)| decoder.seal(state).as_bytes() == *seal);
        let resumed = sealed.and_then(|(_, state)| {
            let Saved { written, given, writer } = serde_json::from_slice(state).ok()?;
            let writer = decoder.tokenizer.engine.writer_of_json(writer)?;
            Some(Decoder { tokenizer: decoder.tokenizer.clone(), written, given, writer })
        });
        resumed.ok_or_else(|| Error::Artifact("the state of a decoder is damaged, or belongs to another tokenizer".into()))
    }

    /// The hash of a state of this tokenizer. A state contains indices into tables, so the state of another tokenizer must not be accepted.
    fn seal(&self, state: &[u8]) -> String {
        hash(&[self.tokenizer.hash().as_bytes(), state].concat())
    }
}
