//! Encoding with boundaries: places in a text that no token crosses.
//!
//! The text is cut at the boundaries. Each part is encoded after the text before it: its chunks are those of the part, and
//! what the first of them sees on its left is the end of the part before. So the ids of the parts up to a boundary are those of
//! `encode(text[..boundary])` with the boundaries inside it, and an evaluation harness may cut a context from its continuation there.
//!
//! Behind a boundary inside a word the same ids may be written differently than at the start of a chunk: the capitals of `<upper>` reach
//! over the boundary, and an affix agrees with letters before it. So the ids of each part are decoded behind those of the parts before it.
//! If they do not write the part, its first chunk is written in pieces that do not depend on the text before
//! ([`System::encode_detached`](crate::engine::System::encode_detached)), and if need be the second: 15|:00'de has the chunk 00'de, but 15:00
//! is read as one number. A chunk that follows them begins where the splitter would begin one in any text, which is what its encoder has
//! checked.

use rayon::prelude::*;

use super::Tokenizer;
use crate::engine::Buffers;
use crate::result::encoding::Encoding;
use crate::run::stop::Stop;
use crate::vocab::symbols::cut;
use crate::{Error, Result};

/// The boundaries inside `text` as bytes, in order.
fn places(text: &str, boundaries: &[i64]) -> Result<Vec<usize>> {
    let mut sorted = boundaries.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let mut places = Vec::with_capacity(sorted.len());
    let mut left = sorted.into_iter().peekable();
    let mut length = 0;
    for (byte, _) in text.char_indices() {
        if left.next_if_eq(&length).is_some() {
            places.push(byte);
        }
        length += 1;
    }
    left.next_if_eq(&length);
    places.retain(|&place| place > 0);
    match left.next() {
        Some(outside) => {
            Err(Error::Argument(format!("boundary {outside} is outside the text, which has {length} code points; give 0 to {length}")))
        }
        None => Ok(places),
    }
}

impl Tokenizer {
    /// [`Tokenizer::encode_ids`], where no token crosses a boundary, given in code points in any order.
    ///
    /// # Errors
    /// [`Error::Argument`] for a boundary outside the text, or if this tokenizer is not exact.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let ids = tokenizer.encode_ids_with_boundaries("evlerde", &[2], false)?;
    /// assert_eq!(ids[..1], tokenizer.encode_ids("ev", false));
    /// let ids: Vec<i64> = ids.into_iter().map(i64::from).collect();
    /// assert_eq!(tokenizer.decode(&ids, false)?, "evlerde");
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn encode_ids_with_boundaries(&self, text: &str, boundaries: &[i64], parse_special: bool) -> Result<Vec<u32>> {
        let places = places(text, boundaries)?;
        if places.is_empty() {
            return Ok(self.encode_ids(text, parse_special));
        }
        let mut ids = Vec::with_capacity(text.len() / 3 + 8);
        self.with_buffers(|buffers| self.append_parts(text, &places, parse_special, buffers, &mut ids));
        Ok(ids)
    }

    /// [`Tokenizer::encode`], where no token crosses a boundary.
    ///
    /// # Errors
    /// As [`Tokenizer::encode_ids_with_boundaries`].
    pub fn encode_with_boundaries(&self, text: &str, boundaries: &[i64], parse_special: bool) -> Result<Encoding> {
        if places(text, boundaries)?.is_empty() {
            return Ok(self.encode(text, parse_special));
        }
        Ok(self.encoding(text, self.encode_ids_with_boundaries(text, boundaries, parse_special)?))
    }

    /// [`Tokenizer::encode_with_boundaries`] for many texts on the threads of the current rayon pool; each text has its boundaries.
    ///
    /// # Errors
    /// As [`Tokenizer::encode_ids_with_boundaries`], or if there are not as many lists of boundaries as texts.
    pub fn encode_batch_with_boundaries(&self, texts: &[&str], boundaries: &[Vec<i64>], parse_special: bool) -> Result<Vec<Encoding>> {
        each(texts, boundaries, |text, boundaries| self.encode_with_boundaries(text, boundaries, parse_special))
    }

    /// [`Tokenizer::encode_ids_batch`], where no token crosses a boundary; each text has its boundaries.
    ///
    /// # Errors
    /// As [`Tokenizer::encode_batch_with_boundaries`].
    pub fn encode_ids_batch_with_boundaries(
        &self,
        texts: &[&str],
        boundaries: &[Vec<i64>],
        parse_special: bool,
    ) -> Result<(Vec<u32>, Vec<i64>)> {
        let parts = each(texts, boundaries, |text, boundaries| self.encode_ids_with_boundaries(text, boundaries, parse_special))?;
        let mut indptr = vec![0];
        indptr.extend(parts.iter().scan(0, |end, part| {
            *end += part.len() as i64;
            Some(*end)
        }));
        Ok((parts.concat(), indptr))
    }

    fn append_parts(&self, text: &str, places: &[usize], parse_special: bool, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        let mut writer = self.engine.writer();
        let mut written = Vec::with_capacity(text.len());
        // Where the text begins that a part is encoded behind: at the start, or behind the last special.
        let mut origin = 0;
        let mut start = 0;
        for end in places.iter().copied().chain([text.len()]) {
            let part = &text[start..end];
            let segments = if parse_special { cut(part, &self.specials).collect() } else { Vec::from([(0..part.len(), None)]) };
            for (range, special) in segments {
                let (segment, stop) = (start + range.start, start + range.end);
                let (from, length, before) = (ids.len(), written.len(), writer.fork());
                match special {
                    Some(id) => {
                        ids.push(id);
                        origin = stop;
                    }
                    None => self.append_segment(&text[origin..stop], segment - origin, origin == 0, buffers, ids),
                }
                let mut detached = 0;
                while !self.write_up_to(&text[..stop], &ids[from..], &mut *writer, &mut written) && detached < 2 {
                    detached += 1;
                    ids.truncate(from);
                    written.truncate(length);
                    writer = before.fork();
                    self.append_detached(&text[origin..stop], segment - origin, detached, buffers, ids);
                }
            }
            start = end;
        }
    }

    /// Appends the ids of `text[from..]`, behind `text[..from]`.
    fn append_segment(&self, text: &str, from: usize, is_start: bool, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        match from {
            0 => self.append_text(text, is_start, None, buffers, ids),
            _ => match &self.record.symbols {
                Some(symbols) => {
                    let is_start = ids.last().is_some_and(|&id| symbols.spaces_behind(id));
                    self.append_text(&text[from..], is_start, None, buffers, ids);
                }
                None => self.engine.append_ids(&self.layers, text, from, buffers, ids),
            },
        }
    }

    /// As [`Tokenizer::append_segment`], with the first `count` chunks written so that the text before them does not matter.
    fn append_detached(&self, text: &str, mut from: usize, count: usize, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        for _ in 0..count {
            if from < text.len() {
                let end = self.layers.splitter.end(text, from);
                self.engine.append_detached(&self.layers, &text[..end], from, buffers, ids);
                from = end;
            }
        }
        self.engine.append_ids(&self.layers, text, from, buffers, ids);
    }

    /// Writes ids; whether what has been written, with what would still wait for another id, is then `text`.
    fn write_up_to(&self, text: &str, ids: &[u32], writer: &mut dyn crate::engine::State, written: &mut Vec<u8>) -> bool {
        let checked = written.len();
        for &id in ids {
            self.engine.write(self.vocabulary(), id, writer, written);
        }
        let certain = written.len();
        self.engine.finish(&mut *writer.fork(), written);
        let is_text = text.as_bytes().get(checked..) == Some(&written[checked..]);
        written.truncate(certain);
        is_text
    }
}

/// Calls `encode` with each text and its boundaries, on the threads of the current rayon pool.
fn each<T: Send>(texts: &[&str], boundaries: &[Vec<i64>], encode: impl Fn(&str, &[i64]) -> Result<T> + Sync) -> Result<Vec<T>> {
    if texts.len() != boundaries.len() {
        let (texts, lists) = (texts.len(), boundaries.len());
        return Err(Error::Argument(format!(
            "there are {texts} texts and boundaries for {lists}; give one list of boundaries for each text"
        )));
    }
    let stop = Stop::current();
    let pairs = texts.par_iter().zip(boundaries).enumerate();
    let named = |index: usize, error: Error| match error {
        Error::Argument(what) => Error::Argument(format!("texts[{index}]: {what}")),
        other => other,
    };
    pairs
        .map_init(|| stop.known(), |_, (index, (text, boundaries))| encode(text, boundaries).map_err(|error| named(index, error)))
        .collect()
}
