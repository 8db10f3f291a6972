//! Streaming decoding: returns text as soon as it is certain.
//!
//! The bytes of the ids are joined, and valid UTF-8 is returned. An incomplete character at the end, at most three bytes, waits for the
//! next id or for the end. Bytes that can no longer become a character turn into U+FFFD, one for each maximal part, as with Python's
//! `errors="replace"`. So the strings joined equal what `decode` returns for all ids at once.
//!
//! **Prompt.** The ids of a prompt come first, and what they write alone is left out. If the first id after the prompt changes that (kitap
//! becomes kitab before an affix), the text begins where the first token after the prompt begins. Where tokens interleave (Splinter) and a
//! word goes on after the prompt, as many bytes of it are left out as the prompt writes alone. A last character that the prompt has only
//! begun belongs to the prompt.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Tokenizer;
use super::stops::Stops;
use crate::engine::INTERLEAVED;
use crate::engine::State;
use crate::files::record::hash;
use crate::surface::MOST_WRITTEN;
use crate::vocab::Kind;
use crate::{Error, Result};

/// Decodes ids one by one. Made by [`Tokenizer::decoder`].
pub struct Decoder {
    tokenizer: Arc<Tokenizer>,
    skip_special: bool,
    /// The last decoded bytes, and how many of them have been returned or left out. That may be more bytes than there are, if letters of an
    /// open word belong to the prompt.
    written: Vec<u8>,
    given: usize,
    /// Until the first id after a prompt has come: the bytes that the prompt would still write alone.
    prompt_end: Option<Vec<u8>>,
    /// Bytes at the end of the prompt that begin a character.
    begun: usize,
    writer: Box<dyn State>,
    stops: Stops,
}

/// The state of a decoder as it is saved.
#[derive(Serialize, Deserialize)]
struct Saved {
    written: Vec<u8>,
    given: usize,
    writer: Value,
    #[serde(default)]
    skip_special: bool,
    #[serde(default)]
    prompt_end: Option<Vec<u8>>,
    #[serde(default)]
    begun: usize,
    #[serde(default)]
    stops: Vec<String>,
    /// The text that stop strings hold back, or the one that has been found.
    #[serde(default)]
    held: String,
    /// Whether the text has ended.
    #[serde(default)]
    is_over: bool,
}

/// Number of returned bytes that are kept because the writer may look back at them. Older ones are dropped when as many more have come.
const KEPT: usize = 256;
/// Bytes of a character that is not complete, at most.
const MOST_BEGUN: usize = 3;
/// Characters of the hash of a state.
const SEAL: usize = 64;

impl Decoder {
    pub(super) fn new(tokenizer: Arc<Tokenizer>, prompt: &[i64], skip_special: bool, stops: &[String]) -> Result<Self> {
        let writer = tokenizer.engine.writer();
        let stops = Stops::new(stops)?;
        let mut decoder = Decoder { tokenizer, skip_special, written: Vec::new(), given: 0, prompt_end: None, begun: 0, writer, stops };
        for (position, &id) in prompt.iter().enumerate() {
            let written = decoder.write(id).map_err(|error| Error::Vocabulary(format!("prompt, at position {position}: {error}")));
            written?;
            decoder.given = decoder.written.len();
            decoder.forget();
        }
        if !prompt.is_empty() {
            let certain = decoder.written.len();
            decoder.tokenizer.engine.finish(&mut *decoder.writer.fork(), &mut decoder.written);
            decoder.prompt_end = Some(decoder.written.split_off(certain));
        }
        Ok(decoder)
    }

    /// The text that `id` makes certain; nothing behind a stop string.
    ///
    /// # Errors
    /// [`crate::Error::Vocabulary`] if the id is out of range.
    pub fn push(&mut self, id: i64) -> Result<String> {
        let Some(before) = self.write(id)? else { return Ok(String::new()) };
        if let Some(end) = self.prompt_end.take() {
            // As the text would be if it ended here: its last letters may still wait.
            let mut whole = self.written.clone();
            self.tokenizer.engine.finish(&mut *self.writer.fork(), &mut whole);
            let is_kept = before == INTERLEAVED || whole.get(self.given..).is_some_and(|own| own.starts_with(&end));
            self.given = if is_kept { self.given + end.len() } else { before };
            self.begun = begun_character(&self.written[..self.given.min(self.written.len())]);
        }
        self.leave_out_begun();
        self.give_whole_character();
        let mut text = String::new();
        let mut kept = 0;
        let mut chunks = self.written[self.given.min(self.written.len())..].utf8_chunks().peekable();
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
        self.given = self.given.max(self.written.len() - kept);
        self.forget();
        Ok(self.stops.pass(text))
    }

    /// The remaining text. Resets the decoder: the next id begins a new text, without a prompt.
    pub fn finish(&mut self) -> String {
        self.tokenizer.engine.finish(&mut *self.writer, &mut self.written);
        let rest = match self.prompt_end.take() {
            Some(_) => String::new(),
            None => {
                self.leave_out_begun();
                self.give_whole_character();
                String::from_utf8_lossy(&self.written[self.given.min(self.written.len())..]).into_owned()
            }
        };
        self.written.clear();
        (self.given, self.begun) = (0, 0);
        self.stops.pass(rest) + &self.stops.finish()
    }

    /// A sign that comes late, between the letters of the prompt's last word, moves them. Where the prompt then ends inside a character, the
    /// character is given whole.
    fn give_whole_character(&mut self) {
        let holds_given = |&back: &usize| {
            let start = self.given - back;
            let character =
                (back + 1..=MOST_BEGUN + 1).find_map(|length| std::str::from_utf8(self.written.get(start..start + length)?).ok());
            character.is_some_and(|character| character.chars().count() == 1)
        };
        if self.begun == 0 && self.given < self.written.len() {
            self.given -= (1..=MOST_BEGUN.min(self.given)).find(holds_given).unwrap_or(0);
        }
    }

    /// The text that [`Decoder::finish`] would return now.
    pub fn pending(&self) -> String {
        self.fork().finish()
    }

    /// The stop string that has ended the text, also after [`Decoder::finish`] until the next id.
    pub fn stopped(&self) -> Option<&str> {
        self.stops.found()
    }

    /// A copy that goes on by itself.
    pub fn fork(&self) -> Self {
        Decoder {
            tokenizer: self.tokenizer.clone(),
            written: self.written.clone(),
            writer: self.writer.fork(),
            stops: self.stops.clone(),
            prompt_end: self.prompt_end.clone(),
            ..*self
        }
    }

    /// The tokenizer that the ids belong to.
    pub fn tokenizer(&self) -> &Arc<Tokenizer> {
        &self.tokenizer
    }

    /// The state, for [`Decoder::resumed`]: a hash, then JSON.
    pub fn state(&self) -> Vec<u8> {
        let saved = Saved {
            written: self.written.clone(),
            given: self.given,
            writer: self.writer.to_json(),
            skip_special: self.skip_special,
            prompt_end: self.prompt_end.clone(),
            begun: self.begun,
            stops: self.stops.texts(),
            held: self.stops.held().into(),
            is_over: self.stops.is_over(),
        };
        let state = serde_json::to_vec(&saved).expect("a state is plain data");
        [self.seal(&state).into_bytes(), state].concat()
    }

    /// A decoder that continues from a saved state.
    ///
    /// # Errors
    /// [`Error::Artifact`] if `state` is not from [`Decoder::state`] of this tokenizer.
    pub fn resumed(tokenizer: Arc<Tokenizer>, state: &[u8]) -> Result<Self> {
        let decoder = Decoder::new(tokenizer, &[], false, &[])?;
        let sealed = state.split_at_checked(SEAL).filter(|(seal, state)| decoder.seal(state).as_bytes() == *seal);
        let resumed = sealed.and_then(|(_, state)| {
            let Saved { written, given, writer, skip_special, prompt_end, begun, stops, held, is_over } =
                serde_json::from_slice(state).ok()?;
            let mut stops = Stops::new(&stops).ok()?;
            stops.pass(held);
            if is_over {
                stops.finish();
            }
            let writer = decoder.tokenizer.engine.writer_of_json(writer)?;
            let is_sound = begun <= given.min(written.len()).min(MOST_BEGUN) && given <= MOST_WRITTEN;
            is_sound.then(|| Decoder {
                tokenizer: decoder.tokenizer.clone(),
                skip_special,
                written,
                given,
                prompt_end,
                begun,
                writer,
                stops,
            })
        });
        resumed.ok_or_else(|| Error::Artifact("the state of a decoder is damaged, or belongs to another tokenizer".into()))
    }

    /// Writes an id, unless it is a special to leave out; returns the length of the bytes before it.
    fn write(&mut self, id: i64) -> Result<Option<usize>> {
        let vocabulary = self.tokenizer.vocabulary();
        let id = vocabulary.checked(id)?;
        if self.skip_special && vocabulary.kind(id) == Kind::Special {
            return Ok(None);
        }
        Ok(Some(self.tokenizer.engine.write(vocabulary, id, &mut *self.writer, &mut self.written).own))
    }

    /// Leaves out the rest of a character that the prompt has begun.
    fn leave_out_begun(&mut self) {
        while self.begun > 0 && self.given < self.written.len() {
            match std::str::from_utf8(&self.written[self.given - self.begun..=self.given]) {
                Ok(_) => (self.given, self.begun) = (self.given + 1, 0),
                Err(error) if error.error_len().is_none() => (self.given, self.begun) = (self.given + 1, self.begun + 1),
                Err(_) => self.begun = 0,
            }
        }
    }

    /// Drops old bytes.
    fn forget(&mut self) {
        if self.given.min(self.written.len()) > 2 * KEPT {
            let dropped = self.given.min(self.written.len()) - KEPT;
            self.written.drain(..dropped);
            self.given -= dropped;
        }
    }

    /// The hash of a state of this tokenizer. A state contains indices into tables, so the state of another tokenizer must not be accepted.
    fn seal(&self, state: &[u8]) -> String {
        hash(&[self.tokenizer.hash().as_bytes(), state].concat())
    }
}

/// How many bytes at the end begin a character that is not complete.
fn begun_character(bytes: &[u8]) -> usize {
    let is_begun = |&count: &usize| {
        std::str::from_utf8(&bytes[bytes.len() - count..]).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (1..=bytes.len().min(MOST_BEGUN)).find(is_begun).unwrap_or(0)
}
