//! Writes the text of tokens, with implied spaces and the capitals that marks ask for.
//!
//! - A token that begins a word writes a space before it, unless `<join>` stands before the token or [`Spacing`] implies no space here.
//! - `<title>` capitalises the next letter. `<upper>` capitalises all letters up to a character that is not a letter, a token that implies
//!   a space, `<join>`, or the next of these marks.
//! - `<plain>` and `<dotless>` write letters as those that are typed for them ([`Fold`]), up to a token that implies a space, `<join>`, or
//!   where the system says.
//!
//! The text depends only on the tokens. The writer looks at the text that it has already written to decide about the next space.

use serde::{Deserialize, Serialize};

use super::casing::{Case, Casing, Fold};
use super::spacing::Spacing;
use crate::text::{Class, class};
use crate::vocab::excerpt::Excerpt;

/// The largest number of bytes that a saved writer may say it has written. No text has so many, and counting on does not overflow.
pub const MOST_WRITTEN: usize = usize::MAX / 4;

/// The state of the writer between two tokens.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SurfaceWriter {
    /// Bytes written since a token began a word.
    length: usize,
    is_joined: bool,
    next_case: Option<Case>,
    case: Case,
    /// How the marks before the next token have it typed, and how letters are typed.
    next_fold: Fold,
    fold: Fold,
    /// Bytes written since the start or the last special.
    since: usize,
    /// Whether a space is implied before those bytes.
    implied: bool,
}

impl SurfaceWriter {
    /// A writer that continues a text it cannot see; `implied` says whether a space is implied at the end of that text.
    pub fn after(implied: bool) -> Self {
        SurfaceWriter { implied, ..SurfaceWriter::default() }
    }

    /// A writer that continues a text it can look back at.
    pub fn behind(text: &[u8]) -> Self {
        SurfaceWriter { since: text.len(), ..SurfaceWriter::default() }
    }

    /// Whether a writer that was read from a saved state counts on without an overflow.
    pub fn is_sound(&self) -> bool {
        self.length.max(self.since) <= MOST_WRITTEN
    }

    /// Bytes written since a token began a word.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The token that has begun goes on a word of so many bytes.
    #[inline(always)]
    pub fn go_on(&mut self, length: usize) {
        self.length = length;
    }

    /// The next token writes no implied space.
    pub fn join(&mut self) {
        self.is_joined = true;
    }

    /// The next token begins with this case.
    pub fn capitals(&mut self, case: Case) {
        self.next_case = Some(case);
    }

    /// The letters from the next token on are typed so, too.
    pub fn fold(&mut self, fold: Fold) {
        self.next_fold |= fold;
    }

    /// The letters from here on are written as they are.
    #[inline(always)]
    pub fn end_fold(&mut self) {
        self.fold = 0;
    }

    /// Begins a token that implies a space. Its case is that of the mark before it, or `own` without a mark.
    #[inline(always)]
    pub fn initial(&mut self, own: Case, spacing: &Spacing, bytes: &mut Vec<u8>) {
        self.case = self.next_case.take().unwrap_or(own);
        self.fold = std::mem::take(&mut self.next_fold);
        let implied = match self.since {
            0 => self.implied,
            since => spacing.implies_space(&bytes[bytes.len() - since.min(bytes.len())..]),
        };
        if implied && !self.is_joined {
            bytes.push(b' ');
            self.since += 1;
        }
        self.is_joined = false;
        self.length = 0;
    }

    /// Whether a mark gives the next token its case.
    #[inline]
    pub fn has_case_mark(&self) -> bool {
        self.next_case.is_some()
    }

    /// Whether a mark says how the next token is typed.
    #[inline]
    pub fn has_fold_mark(&self) -> bool {
        self.next_fold != 0
    }

    /// The case of the letters that follow, and how they are typed.
    pub fn case(&self) -> (Case, Fold) {
        (self.case, self.fold)
    }

    /// Writes a token that implies a space and whose text has its capitals already; `case` and `fold` are those of the letters that
    /// follow. A mark of a case before it is without effect.
    #[inline]
    pub fn word(&mut self, (case, fold): (Case, Fold), spacing: &Spacing, text: Excerpt, bytes: &mut Vec<u8>) {
        self.next_case = None;
        self.initial(case, spacing, bytes);
        self.fold = fold;
        text.append_to(bytes);
        self.length = text.len();
        self.since += text.len();
    }

    /// Begins a token that implies no space. `<join>` before it ends the capitals.
    #[inline(always)]
    pub fn begin(&mut self) {
        if std::mem::take(&mut self.is_joined) {
            (self.case, self.fold) = (Case::Lower, 0);
        }
        self.fold |= std::mem::take(&mut self.next_fold);
        if let Some(case) = self.next_case.take() {
            self.case = case;
        }
    }

    /// Writes a special unchanged; the text after it is decoded as a new text. Returns the length of the bytes before it.
    pub fn special(&mut self, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        bytes.extend_from_slice(text);
        *self = SurfaceWriter::default();
        before
    }

    /// Whether no mark waits for the next token.
    pub fn is_at_rest(&self) -> bool {
        !self.is_joined && self.next_fold == 0 && self.next_case.is_none()
    }

    /// Writes a token's text with the capitals that its marks ask for.
    #[inline(always)]
    pub fn text(&mut self, casing: &Casing, text: Excerpt, bytes: &mut Vec<u8>) {
        let length = if self.case == Case::Lower && self.fold == 0 {
            text.append_to(bytes);
            text.len()
        } else {
            self.changed_text(casing, text.as_bytes(), bytes)
        };
        self.length += length;
        self.since += length;
    }

    /// Writes a text of which some letters may be capitals, or written as they are typed; returns its length.
    #[inline(never)]
    fn changed_text(&mut self, casing: &Casing, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        if let Ok(text) = std::str::from_utf8(text) {
            self.changed_letters(casing, text, bytes);
        } else {
            self.case = Case::Lower;
            bytes.extend_from_slice(text);
        }
        bytes.len() - before
    }

    fn changed_letters(&mut self, casing: &Casing, text: &str, bytes: &mut Vec<u8>) {
        for (at, letter) in text.char_indices() {
            if self.case == Case::Lower && self.fold == 0 {
                bytes.extend_from_slice(&text.as_bytes()[at..]);
                return;
            }
            if class(letter) != Class::Letter {
                self.case = Case::Lower;
            }
            let capital = if self.case == Case::Lower { None } else { casing.capital(letter) };
            if capital.is_some() && self.case == Case::Title {
                self.case = Case::Lower;
            }
            let written = casing.folded(capital.unwrap_or(letter), self.fold);
            bytes.extend_from_slice(written.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
}
