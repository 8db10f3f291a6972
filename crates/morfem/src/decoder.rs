//! Streaming decoding: text comes out as soon as it is certain.
//!
//! The bytes of ids are joined, and what is valid UTF-8 is given out. An incomplete character at the end, at most three bytes, waits for
//! the next id or for the end. Bytes that can no longer become a character turn into U+FFFD, one for each maximal part, as in Python's
//! `errors="replace"`: the pieces joined are what `decode` gives for all ids at once.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::artifact::hash;
use crate::tokenizer::Writing;
use crate::{Error, Result, Tokenizer};

/// Decodes ids one by one. Made by [`Tokenizer::decoder`].
pub struct Decoder {
    tokenizer: Arc<Tokenizer>,
    state: State,
}

#[derive(Default, Serialize, Deserialize)]
struct State {
    /// What has been written and not been forgotten; how much of it has been given out.
    written: Vec<u8>,
    given: usize,
    writing: Writing,
}

/// Bytes given out that are kept for the writer to look back at, and as many more before they are forgotten.
const KEPT: usize = 256;
/// Characters of the hash of a state.
const SEAL: usize = 64;

impl Decoder {
    pub(crate) fn new(tokenizer: Arc<Tokenizer>) -> Self {
        Decoder { tokenizer, state: State::default() }
    }

    /// The text that `id` makes certain.
    ///
    /// # Errors
    /// [`crate::Error::Vocabulary`] if the id is out of range.
    pub fn push(&mut self, id: i64) -> Result<String> {
        let id = self.tokenizer.vocabulary().checked(id)?;
        self.tokenizer.write(id, &mut self.state.writing, &mut self.state.written);
        let mut text = String::new();
        let mut kept = 0;
        let mut chunks = self.state.written[self.state.given..].utf8_chunks().peekable();
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
        self.state.given = self.state.written.len() - kept;
        if self.state.given > 2 * KEPT {
            self.state.written.drain(..self.state.given - KEPT);
            self.state.given = KEPT;
        }
        Ok(text)
    }

    /// The rest of the text; the decoder is then as new.
    pub fn finish(&mut self) -> String {
        self.tokenizer.finish(&mut self.state.writing, &mut self.state.written);
        let rest = String::from_utf8_lossy(&self.state.written[self.state.given..]).into_owned();
        self.state.written.clear();
        self.state.given = 0;
        rest
    }

    /// The tokenizer that the ids belong to.
    pub fn tokenizer(&self) -> &Arc<Tokenizer> {
        &self.tokenizer
    }

    /// What [`Decoder::resumed`] goes on from: a hash, then the state as JSON.
    pub fn state(&self) -> Vec<u8> {
        let state = serde_json::to_vec(&self.state).expect("a state is plain data");
        [self.seal(&state).into_bytes(), state].concat()
    }

    /// A decoder that goes on where another one stood.
    ///
    /// # Errors
    /// [`Error::Artifact`] if that is not what [`Decoder::state`] gave for this tokenizer.
    pub fn resumed(tokenizer: Arc<Tokenizer>, state: &[u8]) -> Result<Self> {
        let mut decoder = Decoder::new(tokenizer);
        let read = state.split_at_checked(SEAL).filter(|(seal, state)| decoder.seal(state).as_bytes() == *seal);
        let read = read.and_then(|(_, state)| serde_json::from_slice(state).ok());
        decoder.state = read.ok_or_else(|| Error::Artifact("the state of a decoder is damaged, or belongs to another tokenizer".into()))?;
        Ok(decoder)
    }

    /// The hash of a state of this tokenizer. Its numbers are places in tables, so that no other state may be read.
    fn seal(&self, state: &[u8]) -> String {
        hash(&[self.tokenizer.hash().as_bytes(), state].concat())
    }
}
