//! Where a word implies the space before it.
//!
//! A WordPiece model drops spaces: `ev.` and `ev .` have the same ids. So decoding needs a rule, and a text in which a space is elsewhere
//! has other ids than the original's. The rule is how most scripts are printed: there is a space before a word and before an opening
//! bracket, if a word, a closing bracket or a sign such as a full stop or a comma comes before it. Nowhere else is a space implied.

use serde::{Deserialize, Serialize};

use crate::text::{Class, bert, class};

/// Signs that have a space behind them.
const CLOSING: &str = ".,;:!?)]}…،؛؟।";

/// Whether a word behind this character may imply a space.
fn gives(last: char) -> bool {
    CLOSING.contains(last) || class(last) != Class::Space && !bert::is_punctuation(last) && !bert::is_chinese(last)
}

/// Whether a word that begins with these bytes may imply a space.
pub fn takes(word: &[u8]) -> bool {
    let first = word.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.is_some_and(|first| bert::is_opening(first) || !bert::is_punctuation(first) && !bert::is_chinese(first))
}

/// The end of the text that has been written.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Written {
    /// The last bytes; those that are not there yet are 0xff, which no text has.
    last: Option<[u8; 4]>,
}

impl Written {
    /// The end of a text.
    pub fn of(text: &[u8]) -> Self {
        let mut written = Written::default();
        written.push(text);
        written
    }

    /// Adds bytes.
    #[inline]
    pub fn push(&mut self, bytes: &[u8]) {
        let last = self.last.get_or_insert([0xff; 4]);
        for &byte in &bytes[bytes.len().saturating_sub(4)..] {
            last.rotate_left(1);
            last[3] = byte;
        }
    }

    /// Whether a word that comes next may imply a space.
    #[inline]
    pub fn gives_space(&self) -> bool {
        let Some(last) = self.last else { return false };
        let Some(start) = last.iter().rposition(|byte| byte & 0xC0 != 0x80) else { return false };
        std::str::from_utf8(&last[start..]).is_ok_and(|last| last.chars().next().is_some_and(gives))
    }
}
