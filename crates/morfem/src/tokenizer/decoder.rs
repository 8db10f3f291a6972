//! Streaming decoding: text comes out as soon as it is certain.
//!
//! The bytes of ids are joined, and what is valid UTF-8 is given out. An incomplete character at the end, at most three bytes, waits for
//! the next id or for the end. Bytes that can no longer become a character turn into U+FFFD, one for each maximal part, as in Python's
//! `errors="replace"`: the pieces joined are what `decode` gives for all ids at once.

use std::sync::Arc;

use super::Tokenizer;
use crate::Result;
use crate::engine::State;

/// Decodes ids one by one. Made by [`Tokenizer::decoder`].
pub struct Decoder {
    tokenizer: Arc<Tokenizer>,
    /// What has been written and not been forgotten; how much of it has been given out.
    written: Vec<u8>,
    given: usize,
    writer: Box<dyn State>,
}

/// Bytes given out that are kept for the writer to look back at, and as many more before they are forgotten.
const KEPT: usize = 256;

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

    /// The rest of the text; the decoder is then as new.
    pub fn finish(&mut self) -> String {
        self.tokenizer.engine.finish(&mut *self.writer, &mut self.written);
        let rest = String::from_utf8_lossy(&self.written[self.given..]).into_owned();
        self.written.clear();
        self.given = 0;
        rest
    }
}
