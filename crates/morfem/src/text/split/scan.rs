//! Finds the end of one chunk, character by character. This is the definition of each splitter.
//!
//! A regular expression tries its alternatives in order, and each matches as much as it can. Ours need no backtracking, because the first
//! two characters tell which alternative matches: a U+0020 before a visible character belongs to that character's run; any other white
//! space begins a run of white space. A run ends before the first character of another class. The groups of digits of `marked_mixed` look
//! at most 63 characters ahead. Only `\s+(?!\S)` gives a character back:
//! before a visible character it leaves the last white space to the next match. If the run is that single character, `\s+` matches it. So
//! at most three successive chunks read the same character, and cutting a text is linear.

use super::super::class::{Case, Class, case, class, class_at, is_capital};
use super::ends::Ends;
use super::marks::{is_mark, quote};

/// A rule that cuts a text from left to right.
pub(super) trait Rule {
    /// The end of the chunk that begins at `start`, the start of a character.
    fn end(text: &[u8], start: usize) -> usize;
}

pub(super) struct Whole;
pub(super) struct Words;
pub(super) struct SpaceRuns;
pub(super) struct Gpt2;
pub(super) struct Thunder;
pub(super) struct Phrases;
pub(super) struct Inflected;
pub(super) struct Marked;
pub(super) struct InflectedMixed;
pub(super) struct InflectedColon;
pub(super) struct InflectedHyphen;
pub(super) struct MarkedMixed;
pub(super) struct Code;

impl Rule for Whole {
    #[inline(always)]
    fn end(text: &[u8], _: usize) -> usize {
        text.len()
    }
}

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

/// A rule whose chunks are words joined by single spaces, with the mark after the last.
pub(super) trait Wide {
    /// The characters that belong to the word before them.
    const CLOSING: &'static [u8];
    /// Whether such a character belongs to the word only if no other follows it: an ellipsis is a chunk of its own.
    const SINGLE: bool;
}

impl Wide for Thunder {
    const CLOSING: &'static [u8] = b".?!";
    const SINGLE: bool = false;
}

impl Wide for Phrases {
    const CLOSING: &'static [u8] = b".?!,:;";
    const SINGLE: bool = true;
}

impl<W: Wide> Rule for W {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (Class::Letter, rest) => phrase_end::<W>(text, rest),
            (kind, rest) => run_end(text, rest, |class| class == kind),
        }
    }
}

impl Rule for Inflected {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (kind, rest) => inflected_end(text, kind, rest, |end| apostrophe(&text[end..])),
        }
    }
}

impl Rule for InflectedMixed {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => run_end(text, start, |class| class == Class::Space),
            (kind, rest) => inflected_end(text, kind, rest, |end| apostrophe(&text[end..])),
        }
    }
}

impl Rule for InflectedColon {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => run_end(text, start, |class| class == Class::Space),
            (Class::Other, rest) if ends_in_unit(&text[..rest]) && colon(&text[rest..]).is_some() => {
                inflected_end(text, Class::Letter, rest + 1, |end| joint(&text[end..]))
            }
            (kind, rest) => inflected_end(text, kind, rest, |end| joint(&text[end..])),
        }
    }
}

impl Rule for InflectedHyphen {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => run_end(text, start, |class| class == Class::Space),
            (kind, rest) => inflected_end(text, kind, rest, |end| {
                let sign = apostrophe(&text[end..]).or_else(|| stop(&text[end..]));
                sign.or_else(|| hyphen(text, end)).or_else(|| written_on(text, end))
            }),
        }
    }
}

/// The end of a word, number or run of symbols of `inflected`; `rest` is the end of its first character, and `joint` is the length of a sign
/// at a byte that joins letters to what stands before it.
#[inline(always)]
fn inflected_end(text: &[u8], kind: Class, rest: usize, joint: impl Fn(usize) -> Option<usize>) -> usize {
    let mut end = run_end(text, rest, |class| class == kind);
    if kind == Class::Other {
        return end;
    }
    if kind == Class::Number && is_full_hour(&text[end..]) {
        end += FULL_HOUR;
    }
    while let Some(length) = joint(end) {
        end = run_end(text, end + length, |class| class == Class::Letter);
    }
    end
}

impl Rule for Marked {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => white_space_end(text, start),
            (Class::Letter, rest) => marked_end(text, rest, quote),
            (_, rest) => run_end(text, rest, |class| !matches!(class, Class::Space | Class::Letter)),
        }
    }
}

impl Rule for MarkedMixed {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => run_end(text, start, |class| class == Class::Space),
            (Class::Letter, rest) => marked_end(text, rest, quote),
            (Class::Number, rest) => group_end(text, rest),
            (Class::Other, rest) => run_end(text, rest, |class| class == Class::Other),
        }
    }
}

impl Rule for Code {
    #[inline(always)]
    fn end(text: &[u8], start: usize) -> usize {
        match first_of_run(text, start) {
            (Class::Space, _) => run_end(text, start, |class| class == Class::Space),
            (Class::Letter, rest) => marked_end(text, rest, apostrophe),
            (Class::Number, rest) => group_end(text, rest),
            (Class::Other, rest) => {
                let is_one_sign = text[start].is_ascii_punctuation() && rest < text.len() && class_at(text, rest).0 == Class::Letter;
                if is_one_sign && rest == start + 1 {
                    return marked_end(text, rest, apostrophe);
                }
                let end = run_end(text, rest, |class| class == Class::Other);
                end + text[end..].iter().take_while(|byte| b"\r\n".contains(byte)).count()
            }
        }
    }
}

/// The end of a word with marks on its letters; `rest` is inside it, and `joint` is the length of a sign that joins letters to it.
#[inline(always)]
fn marked_end(text: &[u8], rest: usize, joint: impl Fn(&[u8]) -> Option<usize>) -> usize {
    let mut end = run_end(text, rest, |class| class == Class::Letter);
    loop {
        let length = if is_mark(&text[end..]) { Some(2) } else { joint(&text[end..]) };
        let Some(length) = length else { return end };
        end = run_end(text, end + length, |class| class == Class::Letter);
    }
}

/// Digits that `marked_mixed` groups from the right.
const GROUPED: usize = 63;

/// The end of a group of up to three digits; `rest` is the end of its first digit.
fn group_end(text: &[u8], rest: usize) -> usize {
    let mut ends = [rest; 3];
    let (mut end, mut digits) = (rest, 1);
    while digits <= GROUPED && end < text.len() {
        let (class, width) = class_at(text, end);
        if class != Class::Number {
            break;
        }
        end += width;
        if digits < 3 {
            ends[digits..].fill(end);
        }
        digits += 1;
    }
    if digits > GROUPED { ends[2] } else { ends[(digits - 1) % 3] }
}

/// Adds the end of every chunk from `begin` on, up to the first that ends at `stop` or later, and returns that end.
#[inline(always)]
pub(super) fn for_each<R: Rule>(text: &[u8], mut begin: usize, stop: usize, ends: &mut Ends<impl FnMut(usize, &[usize])>) -> usize {
    while begin < stop.min(text.len()) {
        begin = R::end(text, begin);
        ends.push(begin);
    }
    begin
}

/// Calls `visit` with the start of some successive chunks and their ends, until all chunks have been visited in order.
#[inline(always)]
pub(super) fn for_all<R: Rule>(text: &[u8], visit: impl FnMut(usize, &[usize])) {
    let mut ends = Ends::new(visit);
    for_each::<R>(text, 0, text.len(), &mut ends);
    ends.flush();
}

/// The class of the run that begins at `start`, after an optional U+0020, and the end of its first character.
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

/// `\s+(?!\S)|\s+` at white space that does not belong to the run after it.
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

/// The end of words joined by single spaces, with the mark after the last; `inside` is a position in the first word.
#[inline(always)]
fn phrase_end<W: Wide>(text: &[u8], inside: usize) -> usize {
    let mut end = run_end(text, inside, |class| class == Class::Letter);
    while end + 1 < text.len() && text[end] == b' ' && class_at(text, end + 1).0 == Class::Letter {
        end = run_end(text, end + 1, |class| class == Class::Letter);
    }
    let closes = |at: usize| text.get(at).is_some_and(|byte| W::CLOSING.contains(byte));
    end + usize::from(closes(end) && !(W::SINGLE && closes(end + 1)))
}

/// Number of bytes that `'s|'t|'re|'ve|'m|'ll|'d` matches at the start of `text`.
#[inline(always)]
pub(super) fn contraction(text: &[u8]) -> Option<usize> {
    match text {
        [b'\'', b's' | b't' | b'm' | b'd', ..] => Some(2),
        [b'\'', b'r', b'e', ..] | [b'\'', b'v', b'e', ..] | [b'\'', b'l', b'l', ..] => Some(3),
        _ => None,
    }
}

/// Number of bytes of `:00` and `.00`.
pub(super) const FULL_HOUR: usize = 3;

/// Whether `text` begins with the minutes of a full hour with affixes: `:00` or `.00`, an apostrophe, a letter.
#[inline(always)]
pub(super) fn is_full_hour(text: &[u8]) -> bool {
    matches!(text, [b':' | b'.', b'0', b'0', ..]) && apostrophe(&text[FULL_HOUR..]).is_some()
}

/// Signs that are read as words, and take affixes behind a colon.
pub const UNITS: [char; 6] = ['§', '%', '€', '$', '£', '°'];

/// Whether a text ends in one of [`UNITS`].
#[inline(always)]
pub(super) fn ends_in_unit(text: &[u8]) -> bool {
    UNITS.iter().any(|unit| text.ends_with(unit.encode_utf8(&mut [0; 4]).as_bytes()))
}

/// Number of bytes of an apostrophe or a colon that joins what stands behind it.
#[inline(always)]
fn joint(text: &[u8]) -> Option<usize> {
    apostrophe(text).or_else(|| colon(text))
}

/// Number of bytes of a full stop and an apostrophe behind it that joins and is no letter: Dr.'un.
#[inline(always)]
pub(crate) fn stop(text: &[u8]) -> Option<usize> {
    let behind = text.strip_prefix(b".").filter(|behind| !behind.is_empty() && class_at(behind, 0).0 == Class::Other)?;
    apostrophe(behind).map(|length| 1 + length)
}

/// Number of bytes of a hyphen or an en dash at byte `at`, behind a capital or a number and before two small letters: TBMM-nin, 1990-lar.
#[inline(always)]
pub(crate) fn hyphen(text: &[u8], at: usize) -> Option<usize> {
    let length = match text[at..] {
        [b'-', ..] => 1,
        [0xE2, 0x80, 0x93, ..] => 3,
        _ => return None,
    };
    let is_behind = last(&text[..at]).is_some_and(|last| class(last) == Class::Number || is_capital(last));
    (is_behind && are_small(&text[at + length..])).then_some(length)
}

/// 0 where two small letters at byte `at` are written on to a number: 3üncü, 1990larda.
#[inline(always)]
pub(crate) fn written_on(text: &[u8], at: usize) -> Option<usize> {
    (are_small(&text[at..]) && last(&text[..at]).is_some_and(|last| class(last) == Class::Number)).then_some(0)
}

/// Whether a text begins with two small letters.
#[inline(always)]
fn are_small(text: &[u8]) -> bool {
    let first = small(text);
    first > 0 && small(&text[first..]) > 0
}

/// Number of bytes of a small letter at the start of `text`; 0 if there is none.
#[inline(always)]
fn small(text: &[u8]) -> usize {
    let width = if text.is_empty() { 0 } else { class_at(text, 0).1 };
    let is_small = std::str::from_utf8(&text[..width]).is_ok_and(|first| first.chars().all(|letter| case(letter) == Case::Lower));
    if is_small { width } else { 0 }
}

/// The last character of a text.
#[inline(always)]
fn last(text: &[u8]) -> Option<char> {
    let start = text.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    std::str::from_utf8(&text[start..]).ok()?.chars().next()
}

/// Number of bytes of a colon at the start of `text` and before a small letter.
#[inline(always)]
pub(crate) fn colon(text: &[u8]) -> Option<usize> {
    text.strip_prefix(b":").filter(|behind| small(behind) > 0).map(|_| 1)
}

/// Number of bytes of an apostrophe at the start of `text` and before a letter. Those that are letters themselves (ʼ ʹ) are needed behind
/// numbers.
#[inline(always)]
pub(super) fn apostrophe(text: &[u8]) -> Option<usize> {
    let length = match text {
        [b'\'' | b'`', ..] => 1,
        // ´ ʹ ʼ
        [0xC2, 0xB4, ..] | [0xCA, 0xB9 | 0xBC, ..] => 2,
        // ‘ ’ ′ ＇
        [0xE2, 0x80, 0x98 | 0x99 | 0xB2, ..] | [0xEF, 0xBC, 0x87, ..] => 3,
        _ => return None,
    };
    (length < text.len() && class_at(text, length).0 == Class::Letter).then_some(length)
}
