//! Cuts a text into segments: words of one script, and what stands between.
//!
//! A *word* is a run of letters of one script that a member knows, with their marks, and with the U+0020 before it, if no other white space
//! stands beside that. An apostrophe between two letters belongs to the word. Where the splitter of a member of the script says so, a
//! quotation mark between two letters does too (Hebrew, Arabic), a full stop or a comma behind the word (Korean phrases), a number before
//! an apostrophe and letters (Turkish 1908'den), and other signs before affixes (TBMM-nin, A.Ş.'nin, 3üncü, Finnish EU:n). Everything else
//! is *general*; a general segment ends behind white space that holds a line end.
//!
//! A segment depends on the text from its start on, never on what stands before, and at most a few characters behind its end are looked at;
//! digits that turn out to be no part of a word are passed at once. So all segments take linear time.

use super::scripts::by_code_point;
use crate::text::class::is_mark;
use crate::text::split::{Splitter, colon, hyphen, stop, written_on};

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// It is `text[start..end]`, in bytes.
    pub start: usize,
    pub end: usize,
    /// The group of its script, or [`GENERAL`].
    pub group: u8,
    /// Whether it is a word with a space before it, a letter at its end, and white space or a sign behind it that no splitter joins to it.
    pub is_separate: bool,
}

/// The group of everything that is not a word.
pub const GENERAL: u8 = 0;
/// The value of marks in the table of code points.
const MARK: u8 = u8::MAX;
/// The largest number of groups.
pub const MOST_GROUPS: usize = 100;

/// What stands before letters and joins them to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Apostrophe,
    Quote,
    /// Finnish EU:n.
    Colon,
    /// Turkish TBMM-nin, A.Ş.'nin, and nothing in 3üncü.
    Hyphen,
}

/// How words of a group are written; as the splitters of its members say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    has_quotes: bool,
    has_stop: bool,
    has_comma: bool,
    has_numbers: bool,
    has_colons: bool,
    has_hyphens: bool,
}

impl Shape {
    /// The shape of words that any of these splitters keeps whole.
    pub fn of(splitters: &[Splitter]) -> Self {
        use Splitter::{Inflected, InflectedColon, InflectedHyphen, InflectedMixed, Marked, MarkedMixed, Phrases, Thunder};
        let has = |these: &[Splitter]| splitters.iter().any(|splitter| these.contains(splitter));
        Shape {
            has_quotes: has(&[Marked, MarkedMixed]),
            has_stop: has(&[Thunder, Phrases]),
            has_comma: has(&[Phrases]),
            has_numbers: has(&[Inflected, InflectedMixed, InflectedColon, InflectedHyphen]),
            has_colons: has(&[InflectedColon]),
            has_hyphens: has(&[InflectedHyphen]),
        }
    }

    fn has(self, sign: Sign) -> bool {
        match sign {
            Sign::Apostrophe => true,
            Sign::Quote => self.has_quotes,
            Sign::Colon => self.has_colons,
            Sign::Hyphen => self.has_hyphens,
        }
    }
}

/// Finds segments.
pub struct Scanner {
    /// For each code point below U+10000: its group, [`MARK`], or 0.
    groups: Box<[u8]>,
    /// By group.
    shapes: Vec<Shape>,
}

/// A character of a text: its value in the table and its length in bytes.
type Found = (u8, usize);

impl Scanner {
    /// A scanner; `group` gives the group of each letter, from 1, and `shapes` how the words of each group are written.
    pub fn new(group: impl Fn(char) -> u8, shapes: &[Shape]) -> Self {
        let groups = by_code_point(|letter| match group(letter) {
            GENERAL if is_mark(letter) => MARK,
            group => group,
        });
        Scanner { groups, shapes: [&[Shape::default()][..], shapes].concat() }
    }

    /// The segment that begins at byte `start`, which is the start of a character inside the text.
    #[inline(always)]
    pub fn segment(&self, text: &str, start: usize) -> Segment {
        let bytes = text.as_bytes();
        let first = start + usize::from(bytes[start] == b' ');
        if let Some((group, end, ends_in_letter)) = self.word(text, first) {
            let is_apart = match &bytes[end..] {
                [] => true,
                // A full stop with an apostrophe behind it may be joined: A.Ş.'nin.
                [b'.', next, ..] => next.is_ascii_whitespace(),
                [b'\'' | b'`' | b'"' | b':' | b'-', ..] => false,
                [next, ..] => next.is_ascii() && !next.is_ascii_alphanumeric(),
            };
            let is_separate = first > start && ends_in_letter && is_apart;
            return Segment { start, end, group, is_separate };
        }
        Segment { start, end: self.general_end(text, start), group: GENERAL, is_separate: false }
    }

    /// The end of the general segment that begins at byte `start`.
    fn general_end(&self, text: &str, start: usize) -> usize {
        let bytes = text.as_bytes();
        let (mut at, mut has_line_end) = (start, false);
        while at < bytes.len() {
            has_line_end |= bytes[at] == b'\n';
            if has_line_end && !is_white_at(text, at) {
                break;
            }
            let word = at + usize::from(bytes[at] == b' ' && at > start && !is_white_before(text, at));
            if self.begins_word(text, word).is_some() {
                break;
            }
            at = match bytes[at] {
                b'0'..=b'9' => digits_end(bytes, at),
                _ => at + self.found(text, at).1,
            };
        }
        at
    }

    /// The value of the character at `at`, and its length.
    #[inline(always)]
    fn found(&self, text: &str, at: usize) -> Found {
        let bytes = &text.as_bytes()[at..];
        let low = |index: usize| (bytes[index] & 0x3f) as usize;
        match bytes[0] {
            first @ 0..0x80 => (self.groups[first as usize], 1),
            first @ 0..0xe0 => (self.groups[(first as usize & 0x1f) << 6 | low(1)], 2),
            first @ 0..0xf0 => (self.groups[(first as usize & 0xf) << 12 | low(1) << 6 | low(2)], 3),
            _ => (GENERAL, 4),
        }
    }

    /// The group of the letter at `at` and its length, if there is a letter of a group.
    #[inline]
    fn letter(&self, text: &str, at: usize) -> Option<Found> {
        (at < text.len()).then(|| self.found(text, at)).filter(|found| !matches!(found.0, GENERAL | MARK))
    }

    /// The group of the word that begins at `at`, and where its letters begin.
    #[inline]
    fn begins_word(&self, text: &str, at: usize) -> Option<(u8, usize)> {
        let bytes = text.as_bytes();
        if let Some((group, _)) = self.letter(text, at) {
            return Some((group, at));
        }
        if !bytes.get(at).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let mut end = digits_end(bytes, at);
        let hour = matches!(bytes.get(end..end + 3), Some([b':' | b'.', b'0', b'0']));
        if hour && matches!(joiner(text, end + 3), Some((_, Sign::Apostrophe))) {
            end += 3;
        }
        let (length, sign) = joiner(text, end).or_else(|| written_on(bytes, end).map(|length| (length, Sign::Hyphen)))?;
        let behind = end + length;
        let (group, _) = self.letter(text, behind)?;
        let shape = self.shapes[group as usize];
        (shape.has_numbers && sign != Sign::Quote && shape.has(sign)).then_some((group, behind))
    }

    /// The group and the end of the word that begins at `at`, where its letters or its number begin, and whether it ends in a letter.
    #[inline(always)]
    fn word(&self, text: &str, at: usize) -> Option<(u8, usize, bool)> {
        let (group, mut at) = self.begins_word(text, at)?;
        let shape = self.shapes[group as usize];
        let mut ends_in_letter = true;
        while at < text.len() {
            let (found, length) = self.found(text, at);
            if found == group || found == MARK {
                ends_in_letter = found == group;
                at += length;
                continue;
            }
            let Some((before, _)) = joiner(text, at).filter(|&(_, sign)| shape.has(sign)) else { break };
            match self.letter(text, at + before) {
                Some((next, length)) if next == group => {
                    ends_in_letter = true;
                    at += before + length;
                }
                _ => break,
            }
        }
        // A run of marks, such as an ellipsis, is no part of a Korean phrase.
        let is_run = shape.has_comma && matches!(text.as_bytes().get(at + 1), Some(b'.' | b'?' | b'!' | b',' | b':' | b';'));
        let is_closed = match text.as_bytes().get(at) {
            Some(b'.' | b'?' | b'!') => shape.has_stop && !is_run,
            Some(b',' | b':' | b';') => shape.has_comma && !is_run,
            _ => false,
        };
        Some((group, at + usize::from(is_closed), ends_in_letter && !is_closed))
    }
}

/// The sign at `at` that may join letters behind it to a word before it, and its length.
#[inline]
fn joiner(text: &str, at: usize) -> Option<(usize, Sign)> {
    let bytes = text.as_bytes();
    let is = |sign: &str| text[at..].starts_with(sign);
    match bytes.get(at)? {
        b'\'' => Some((1, Sign::Apostrophe)),
        b'"' => Some((1, Sign::Quote)),
        b':' => colon(&bytes[at..]).map(|length| (length, Sign::Colon)),
        b'.' => stop(&bytes[at..]).map(|length| (length, Sign::Hyphen)),
        b'-' => hyphen(bytes, at).map(|length| (length, Sign::Hyphen)),
        0xd7 => ["\u{5f3}", "\u{5f4}"].into_iter().any(is).then_some((2, Sign::Quote)),
        0xe2 if is("’") => Some((3, Sign::Apostrophe)),
        0xe2 if is("”") => Some((3, Sign::Quote)),
        0xe2 => hyphen(bytes, at).map(|length| (length, Sign::Hyphen)),
        _ => None,
    }
}

/// Whether white space stands at `at`.
fn is_white_at(text: &str, at: usize) -> bool {
    text[at..].chars().next().is_some_and(char::is_whitespace)
}

/// Whether white space stands directly before `at`.
fn is_white_before(text: &str, at: usize) -> bool {
    text[..at].chars().next_back().is_some_and(char::is_whitespace)
}

fn digits_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_scan.rs"]
mod tests;
