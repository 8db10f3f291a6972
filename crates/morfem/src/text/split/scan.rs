//! The end of one chunk, character by character: the definition of each splitter, and its use at a single place.
//!
//! A regular expression tries its alternatives in order and each as long as it can. All of ours can be decided without going back. Their
//! first two characters tell which alternative matches: a U+0020 with a character of a run behind it belongs to that run, any other
//! white space begins white space. A run goes on to the first character of another class. Only `\s+(?!\S)` gives something back:
//! before a non-space it leaves the last white space of a run to the next match, unless that one is all there is; then `\s+` takes it.
//! So no character is looked at by more than three successive chunks, and cutting a text is linear.

use super::super::class::{Class, class_at};

/// A rule that cuts a text from left to right.
pub(super) trait Rule {
    /// The end of the chunk that begins at `start`, which is the start of a character.
    fn end(text: &[u8], start: usize) -> usize;
}

pub(super) struct Words;
pub(super) struct SpaceRuns;
pub(super) struct Gpt2;
pub(super) struct Thunder;
pub(super) struct Inflected;
pub(super) struct Marked;

impl Rule for Words {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (_, rest) => run_end(text, rest, |class| class != Class::Space),
        }
    }
}

impl Rule for SpaceRuns {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        let word = start + text[start..].iter().position(|&byte| byte != b' ').unwrap_or(text.len() - start);
        word + text[word..].iter().position(|&byte| byte == b' ').unwrap_or(text.len() - word)
    }
}

impl Rule for Gpt2 {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        if let Some(length) = contraction(&text[start..]) {
            return start + length;
        }
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (kind, rest) => run_end(text, rest, |class| class == kind),
        }
    }
}

impl Rule for Thunder {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (Class::Letter, rest) => phrase_end(text, rest),
            (kind, rest) => run_end(text, rest, |class| class == kind),
        }
    }
}

impl Rule for Inflected {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (Class::Other, rest) => run_end(text, rest, |class| class == Class::Other),
            (kind, rest) => {
                let mut end = run_end(text, rest, |class| class == kind);
                if kind == Class::Number && is_full_hour(&text[end..]) {
                    end += FULL_HOUR;
                }
                while let Some(joint) = apostrophe(&text[end..]) {
                    end = run_end(text, end + joint, |class| class == Class::Letter);
                }
                end
            }
        }
    }
}

impl Rule for Marked {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (Class::Letter, rest) => {
                let mut end = run_end(text, rest, |class| class == Class::Letter);
                loop {
                    let joint = if is_mark(&text[end..]) { Some(2) } else { quote(&text[end..]) };
                    let Some(joint) = joint else { return end };
                    end = run_end(text, end + joint, |class| class == Class::Letter);
                }
            }
            (_, rest) => run_end(text, rest, |class| !matches!(class, Class::Space | Class::Letter)),
        }
    }
}

/// Calls `visit` with the start and end of every chunk from `begin` on, up to the first that ends at `stop` or later, and returns that end.
#[inline(always)]
pub(super) fn for_each<R: Rule>(text: &[u8], mut begin: usize, stop: usize, mut visit: impl FnMut(usize, usize)) -> usize {
    while begin < stop.min(text.len()) {
        let end = R::end(text, begin);
        visit(begin, end);
        begin = end;
    }
    begin
}

/// The class of the run that begins at `start`, behind one optional U+0020, and the end of its first character.
#[inline(always)]
pub(super) fn first_of_run(text: &[u8], start: usize) -> (Class, usize) {
    if text[start] == b' ' && start + 1 < text.len() {
        let (class, width) = class_at(text, start + 1);
        if class != Class::Space {
            return (class, start + 1 + width);
        }
    }
    let (class, width) = class_at(text, start);
    (class, start + width)
}

/// The first character from `start` on whose class does not belong to the run, or the end of the text.
#[inline(always)]
pub(super) fn run_end(text: &[u8], start: usize, belongs: impl Fn(Class) -> bool) -> usize {
    let mut end = start;
    while end < text.len() {
        let (class, width) = class_at(text, end);
        if !belongs(class) {
            break;
        }
        end += width;
    }
    end
}

/// `\s+(?!\S)|\s+` at a white space that leads no other run.
#[inline(always)]
pub(super) fn white_space_end(text: &[u8], start: usize) -> usize {
    let (mut last, mut end) = (start, start);
    while end < text.len() {
        let (class, width) = class_at(text, end);
        if class != Class::Space {
            return if last == start { end } else { last };
        }
        last = end;
        end += width;
    }
    end
}

/// The rest of `(?: ?\p{L}+)+(?:[.?!])?` from inside its first word on.
#[inline(always)]
fn phrase_end(text: &[u8], inside: usize) -> usize {
    let mut end = run_end(text, inside, |class| class == Class::Letter);
    while end + 1 < text.len() && text[end] == b' ' && class_at(text, end + 1).0 == Class::Letter {
        end = run_end(text, end + 1, |class| class == Class::Letter);
    }
    end + matches!(text.get(end), Some(b'.' | b'?' | b'!')) as usize
}

/// Bytes of `'s|'t|'re|'ve|'m|'ll|'d` at the start of `text`, if one of them stands there.
#[inline(always)]
pub(super) fn contraction(text: &[u8]) -> Option<usize> {
    match text {
        [b'\'', b's' | b't' | b'm' | b'd', ..] => Some(2),
        [b'\'', b'r', b'e', ..] | [b'\'', b'v', b'e', ..] | [b'\'', b'l', b'l', ..] => Some(3),
        _ => None,
    }
}

/// Whether `text` begins with a mark that belongs to a letter: a combining diacritic, a Hebrew vowel point, an Arabic mark. They have two
/// bytes each.
#[inline(always)]
pub(super) fn is_mark(text: &[u8]) -> bool {
    let &[lead @ 0xCC..=0xDB, last, ..] = text else { return false };
    let code_point = (lead as u32 & 31) << 6 | last as u32 & 63;
    matches!(code_point, 0x300..=0x36F | 0x591..=0x5BD | 0x5BF | 0x5C1 | 0x5C2 | 0x5C4 | 0x5C5 | 0x5C7
        | 0x610..=0x61A | 0x64B..=0x65F | 0x670 | 0x6D6..=0x6DC)
}

/// Bytes of the geresh, gershayim or the quote that stands for it at the start of `text`, if there is one with a letter behind it.
#[inline(always)]
pub(super) fn quote(text: &[u8]) -> Option<usize> {
    let length = match text {
        [b'\'' | b'"', ..] => 1,
        [0xD7, 0xB3 | 0xB4, ..] => 2,
        [0xE2, 0x80, 0x99 | 0x9D, ..] => 3,
        _ => return None,
    };
    (length < text.len() && class_at(text, length).0 == Class::Letter).then_some(length)
}

/// Bytes of `:00` and `.00`.
pub(super) const FULL_HOUR: usize = 3;

/// Whether the minutes of a full hour with affixes stand at the start of `text`: `:00` or `.00`, an apostrophe, a letter.
#[inline(always)]
pub(super) fn is_full_hour(text: &[u8]) -> bool {
    matches!(text, [b':' | b'.', b'0', b'0', ..]) && apostrophe(&text[FULL_HOUR..]).is_some()
}

/// Bytes of the apostrophe at the start of `text`, if one stands there with a letter behind it.
#[inline(always)]
pub(super) fn apostrophe(text: &[u8]) -> Option<usize> {
    let length = match text {
        [b'\'', ..] => 1,
        [0xE2, 0x80, 0x99, ..] => 3,
        _ => return None,
    };
    (length < text.len() && class_at(text, length).0 == Class::Letter).then_some(length)
}
