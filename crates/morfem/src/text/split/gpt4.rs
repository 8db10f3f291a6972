//! The splitters of the GPT-4 family: `cl100k`, and `llama3`, `qwen2`, `qwen35`, `o200k` and `tekken`, which are modelled on it.
//!
//! As in `scan`, the first characters tell which alternative of the pattern matches. White space has one more rule: `\s*[\r\n]+` matches a
//! run of white space up to its last line end. The rest of the run has no line end, so no run is read more than twice.
//!
//! Only the words of `o200k` and `tekken` need backtracking. Their first alternative is `U*L+`, where U matches capitals, L matches small letters, and
//! both match marks and letters without case. U matches as much as possible. If no L follows, U gives back characters down to the last one
//! that both match, and L matches that one. If there is no such character, the second alternative `U+L*` matches the whole run. A sign
//! before a word may itself be a mark: it is tried first as the sign, then as part of the word. So at most four runs are read for a chunk,
//! and the rest of a run needs no backtracking again: cutting is linear.

use super::super::class::{Case, Class, case, class, class_at, is_mark};
use super::scan::{Rule, run_end, white_space_end};

pub(super) struct Llama3;
pub(super) struct Cl100k;
pub(super) struct Qwen2;
pub(super) struct Qwen35;
pub(super) struct O200k;
pub(super) struct Tekken;

impl Rule for Llama3 {
    fn end(text: &[u8], start: usize) -> usize {
        chunk_end(text, start, word_end(text, start), 3, b"\r\n")
    }
}

impl Rule for Cl100k {
    fn end(text: &[u8], start: usize) -> usize {
        match run_end(text, start, |class| class == Class::Space) {
            end if end == text.len() => end,
            _ => Llama3::end(text, start),
        }
    }
}

impl Rule for Qwen2 {
    fn end(text: &[u8], start: usize) -> usize {
        chunk_end(text, start, word_end(text, start), 1, b"\r\n")
    }
}

impl Rule for Qwen35 {
    fn end(text: &[u8], start: usize) -> usize {
        marked_word_end(text, start)
            .or_else(|| number_end(text, start, 1))
            .or_else(|| unmarked_signs_end(text, start))
            .unwrap_or_else(|| blank_end(text, start))
    }
}

impl Rule for Tekken {
    fn end(text: &[u8], start: usize) -> usize {
        chunk_end(text, start, cased_word_end(text, start), 1, b"\r\n/")
    }
}

impl Rule for O200k {
    fn end(text: &[u8], start: usize) -> usize {
        let word = cased_word_end(text, start).map(|end| end + contraction(&text[end..]).unwrap_or(0));
        chunk_end(text, start, word, 3, b"\r\n/")
    }
}

/// The end of a chunk: a word if there is one, or at most `digits` digits, or signs with any of the bytes `behind`, or white space.
#[inline(always)]
fn chunk_end(text: &[u8], start: usize, word: Option<usize>, digits: usize, behind: &[u8]) -> usize {
    word.or_else(|| number_end(text, start, digits)).or_else(|| signs_end(text, start, behind)).unwrap_or_else(|| blank_end(text, start))
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+`
fn word_end(text: &[u8], start: usize) -> Option<usize> {
    if let Some(length) = contraction(&text[start..]) {
        return Some(start + length);
    }
    let first = if class_at(text, start).0 == Class::Letter { start } else { behind_sign(text, start)? };
    (first < text.len() && class_at(text, first).0 == Class::Letter).then(|| run_end(text, first, |class| class == Class::Letter))
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+`
fn marked_word_end(text: &[u8], start: usize) -> Option<usize> {
    if let Some(length) = contraction(&text[start..]) {
        return Some(start + length);
    }
    let is_part = |at: usize| character(text, at).is_some_and(is_letter_or_mark);
    let first = if is_part(start) { start } else { behind_sign(text, start).filter(|&first| is_part(first))? };
    Some(characters_end(text, first, is_letter_or_mark))
}

/// Whether a character is a letter or a mark.
pub(super) fn is_letter_or_mark(character: char) -> bool {
    case(character) != Case::None
}

/// ` ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*`
fn unmarked_signs_end(text: &[u8], start: usize) -> Option<usize> {
    let first = start + (text[start] == b' ') as usize;
    let end = characters_end(text, first, |c| class(c) == Class::Other && !is_mark(c));
    (end > first).then(|| line_ends_end(text, end, b"\r\n"))
}

/// The end of the run of characters that belong to it.
pub(super) fn characters_end(text: &[u8], start: usize, belongs: impl Fn(char) -> bool) -> usize {
    let mut end = start;
    while let Some(c) = character(text, end).filter(|&c| belongs(c)) {
        end += c.len_utf8();
    }
    end
}

/// Any number of the bytes `behind`.
pub(super) fn line_ends_end(text: &[u8], start: usize, behind: &[u8]) -> usize {
    start + text[start..].iter().take_while(|byte| behind.contains(byte)).count()
}

/// The end of `[^\r\n\p{L}\p{N}]`, if that matches at `start`.
fn behind_sign(text: &[u8], start: usize) -> Option<usize> {
    let (class, width) = class_at(text, start);
    let is_sign = !matches!(class, Class::Letter | Class::Number) && !matches!(text[start], b'\r' | b'\n');
    is_sign.then_some(start + width)
}

/// `\p{N}{1,most}`
pub(super) fn number_end(text: &[u8], start: usize, most: usize) -> Option<usize> {
    let mut end = start;
    for _ in 0..most {
        match text.get(end).map(|_| class_at(text, end)) {
            Some((Class::Number, width)) => end += width,
            _ => break,
        }
    }
    (end > start).then_some(end)
}

/// ` ?[^\s\p{L}\p{N}]+`, then any number of the bytes of `behind`.
fn signs_end(text: &[u8], start: usize, behind: &[u8]) -> Option<usize> {
    let first = start + (text[start] == b' ') as usize;
    let end = run_end(text, first, |class| class == Class::Other);
    (end > first).then(|| line_ends_end(text, end, behind))
}

/// `\s*[\r\n]+|\s+(?!\S)|\s+`
fn blank_end(text: &[u8], start: usize) -> usize {
    let end = run_end(text, start, |class| class == Class::Space);
    match text[start..end].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')) {
        Some(last) => start + last + 1,
        None => white_space_end(text, start),
    }
}

/// The two alternatives for words of `o200k`, without their contractions, each tried with a sign before the word and without one.
fn cased_word_end(text: &[u8], start: usize) -> Option<usize> {
    let sign = behind_sign(text, start);
    let starts = [sign, Some(start)];
    let small = || starts.into_iter().flatten().find_map(|start| small_end(text, start));
    let capitals = || starts.into_iter().flatten().find_map(|start| Some(capitals_end(text, start)).filter(|&end| end > start));
    small().or_else(capitals)
}

/// `U*L+`
fn small_end(text: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut last) = (start, None);
    while let Some(c) = character(text, at) {
        match case(c) {
            Case::Upper => {}
            Case::Either => last = Some(at + c.len_utf8()),
            Case::Lower => return Some(cased_run_end(text, at, Case::Lower)),
            Case::None => break,
        }
        at += c.len_utf8();
    }
    last
}

/// `U*`, where no L follows.
fn capitals_end(text: &[u8], start: usize) -> usize {
    cased_run_end(text, start, Case::Upper)
}

/// The end of the run of characters whose case is `wanted` or either.
fn cased_run_end(text: &[u8], start: usize, wanted: Case) -> usize {
    characters_end(text, start, |c| case(c) == wanted || case(c) == Case::Either)
}

/// The character that begins at `at`.
pub(super) fn character(text: &[u8], at: usize) -> Option<char> {
    let length = match text.get(at)? {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    std::str::from_utf8(&text[at..at + length]).ok()?.chars().next()
}

/// Number of bytes that `(?i:'s|'t|'re|'ve|'m|'ll|'d)` matches at the start of `text`. The long s, U+017F, also matches s without case.
fn contraction(text: &[u8]) -> Option<usize> {
    let (b'\'', rest) = text.split_first()? else { return None };
    let lower = |place: usize| rest.get(place).map(u8::to_ascii_lowercase);
    match (lower(0)?, lower(1)) {
        (b's' | b't' | b'm' | b'd', _) => Some(2),
        (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => Some(3),
        (0xC5, Some(0xBF)) => Some(3),
        _ => None,
    }
}
