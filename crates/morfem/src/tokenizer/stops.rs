//! Stop strings: the text of a stream ends before the first of them.
//!
//! The first is the one that is complete first; of several that are complete at the same place, the longest. So the result does not depend
//! on how the text is cut into parts. Text that may begin a stop string is held back. Each string is searched for by the algorithm of
//! Knuth, Morris and Pratt: `matched` is the length of its longest beginning that the text so far ends with, and each byte updates it in
//! constant time on average. What has to be held back is the longest of these beginnings.

use std::sync::Arc;

use crate::{Error, Result};

/// A stop string.
struct Needle {
    text: String,
    /// For each beginning, the length of the longest shorter beginning that it ends with.
    shorter: Vec<usize>,
}

impl Needle {
    fn new(text: &str) -> Self {
        let mut needle = Needle { text: text.into(), shorter: vec![0] };
        for at in 1..text.len() {
            let matched = needle.next(needle.shorter[at - 1], text.as_bytes()[at]);
            needle.shorter.push(matched);
        }
        needle
    }

    /// The length of the beginning that is matched when `byte` follows one of length `matched`.
    fn next(&self, mut matched: usize, byte: u8) -> usize {
        while matched > 0 && self.text.as_bytes()[matched] != byte {
            matched = self.shorter[matched - 1];
        }
        matched + (self.text.as_bytes()[matched] == byte) as usize
    }
}

/// The stop strings of a stream, and the text that they hold back.
#[derive(Clone)]
pub(super) struct Stops {
    needles: Arc<[Needle]>,
    matched: Vec<usize>,
    held: String,
    found: Option<usize>,
    /// Whether the text has ended. What has been found is known until the next text begins.
    is_over: bool,
}

impl Stops {
    /// Nothing is held back yet.
    ///
    /// # Errors
    /// [`Error::Argument`] if a string is empty.
    pub fn new(texts: &[String]) -> Result<Self> {
        if let Some(position) = texts.iter().position(String::is_empty) {
            return Err(Error::Argument(format!("stop[{position}] is empty; give strings with at least one character")));
        }
        let needles: Arc<[Needle]> = texts.iter().map(|text| Needle::new(text)).collect();
        Ok(Stops { matched: vec![0; needles.len()], needles, held: String::new(), found: None, is_over: false })
    }

    /// The stop strings.
    pub fn texts(&self) -> Vec<String> {
        self.needles.iter().map(|needle| needle.text.clone()).collect()
    }

    /// The stop string that has ended the text.
    pub fn found(&self) -> Option<&str> {
        self.found.map(|found| self.needles[found].text.as_str())
    }

    /// The text that is held back; the stop string itself if it has been found, so that passing it restores the state.
    pub fn held(&self) -> &str {
        self.found().unwrap_or(&self.held)
    }

    /// Whether the text has ended, and no other has begun.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes more text; returns the text that no stop string can end.
    pub fn pass(&mut self, text: String) -> String {
        if self.needles.is_empty() {
            return text;
        }
        if std::mem::take(&mut self.is_over) {
            self.found = None;
        }
        if self.found.is_some() {
            return String::new();
        }
        let before = self.held.len();
        self.held += &text;
        for (at, byte) in text.bytes().enumerate() {
            for (needle, matched) in self.needles.iter().zip(&mut self.matched) {
                *matched = needle.next(*matched, byte);
            }
            let complete = (0..self.needles.len()).filter(|&index| self.matched[index] == self.needles[index].text.len());
            if let Some(found) = complete.max_by_key(|&index| self.matched[index]) {
                self.held.truncate(before + at + 1 - self.matched[found]);
                self.found = Some(found);
                return std::mem::take(&mut self.held);
            }
        }
        let kept = self.matched.iter().copied().max().unwrap_or(0);
        let rest = self.held.split_off(self.held.len() - kept);
        std::mem::replace(&mut self.held, rest)
    }

    /// The text that is held back. The next text begins afterwards.
    pub fn finish(&mut self) -> String {
        self.matched.fill(0);
        self.is_over = true;
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
#[path = "../../tests/inside/tokenizer_stops.rs"]
mod tests;
