//! Splitters of models whose `tokenizer.json` cuts a text in several steps: first at digits, punctuation or scripts, then each part by a
//! pattern of its own.
//!
//! The cuts of the first steps are those between two kinds of characters, so one pass from left to right finds all of them. A part ends
//! where such a run begins, and there `\s+(?!\S)` sees the end of a text. Characters that no alternative matches are a chunk too, up to
//! the next match. As in `scan`, the first characters tell which alternative matches, and a run gives back at most its last character.

use super::super::class::{Class, Sign, class, class_at, sign};
use super::gpt4::{character, characters_end, is_letter_or_mark, line_ends_end, number_end};
use super::scan::{Rule, contraction, first_of_run, run_end};

pub(super) struct Gpt2Digits;
pub(super) struct Falcon;
pub(super) struct Bloom;
pub(super) struct Deepseek3;

impl Rule for Gpt2Digits {
    fn end(text: &[u8], start: usize) -> usize {
        if let Some(length) = contraction(&text[start..]) {
            return start + length;
        }
        match first_of_run(text, start) {
            (Class::Number, rest) if class_at(text, start).0 == Class::Number => rest,
            (Class::Space | Class::Number, _) => blank_end(text, start, |c| class(c) == Class::Number),
            (kind, rest) => run_end(text, rest, |class| class == kind),
        }
    }
}

/// The punctuation that came after Unicode 8.
macro_rules! later {
    () => {
        "\u{61d}\u{9fd}\u{a76}\u{c77}\u{c84}\u{1b4e}-\u{1b4f}\u{1b7d}-\u{1b7f}\u{2e43}-\u{2e4f}\u{2e52}-\u{2e5d}\u{2e60}-\u{2e63}\u{10d6e}\u{10ead}\
         \u{10ed0}\u{10f55}-\u{10f59}\u{10f86}-\u{10f89}\u{113d4}-\u{113d5}\u{113d7}-\u{113d8}\u{1144b}-\u{1144f}\u{1145a}-\u{1145b}\u{1145d}\
         \u{11660}-\u{1166c}\u{116b9}\u{1183b}\u{11944}-\u{11946}\u{119e2}\u{11a3f}-\u{11a46}\u{11a9a}-\u{11a9c}\u{11a9e}-\u{11aa2}\
         \u{11b00}-\u{11b09}\u{11be1}\u{11c41}-\u{11c45}\u{11c70}-\u{11c71}\u{11ef7}-\u{11ef8}\u{11f43}-\u{11f4f}\u{11fff}\u{12ff1}-\u{12ff2}\
         \u{16d6d}-\u{16d6f}\u{16e97}-\u{16e9a}\u{16fe2}\u{1e5ff}\u{1e95e}-\u{1e95f}"
    };
}
/// The characters that the step `Punctuation` cuts off: signs of ASCII, and `\p{P}` in Unicode 8, to which U+166D and U+111C9 belonged.
macro_rules! punctuation {
    () => {
        concat!("(?:(?![", later!(), "])[\\p{P}$+<=>^`|~\u{166d}\u{111c9}])")
    };
}

/// The pattern of `falcon`.
pub(super) const FALCON: &str = concat!(
    punctuation!(),
    r"+| ?\p{L}+| (?=[0-9])|[0-9]{1,3}| ?(?:(?![0-9])\p{N})+| ?(?:(?!",
    punctuation!(),
    r")[^\s\p{L}\p{N}])+|\s+(?!(?!",
    punctuation!(),
    r")\S)|\s+",
);

impl Rule for Falcon {
    fn end(text: &[u8], start: usize) -> usize {
        if is_at(text, start, is_punctuation) {
            return characters_end(text, start, is_punctuation);
        }
        let (kind, rest) = first_of_run(text, start);
        let first = start + (text[start] == b' ' && kind != Class::Space) as usize;
        match kind {
            Class::Number if text[first].is_ascii_digit() && first > start => first,
            Class::Number if text[first].is_ascii_digit() => {
                start + text[start..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count()
            }
            Class::Number => characters_end(text, first, |c| class(c) == Class::Number && !c.is_ascii_digit()),
            Class::Other if !is_at(text, first, is_punctuation) => {
                characters_end(text, first, |c| class(c) == Class::Other && !is_punctuation(c))
            }
            Class::Letter => run_end(text, rest, |class| class == Class::Letter),
            Class::Space | Class::Other => blank_end(text, start, is_punctuation),
        }
    }
}

/// Whether the step `Punctuation` cuts a character off: it is a sign of ASCII, or `\p{P}` in Unicode 8.
fn is_punctuation(character: char) -> bool {
    match character {
        '\u{166D}' | '\u{111C9}' => true,
        _ if character.is_ascii() => character.is_ascii_punctuation(),
        _ => sign(character) == Sign::Punctuation,
    }
}

impl Rule for Bloom {
    fn end(text: &[u8], start: usize) -> usize {
        let is_word = |at: usize| is_at(text, at, |c| !is_stop(c));
        if is_word(start) || text[start] == b' ' && is_word(start + 1) {
            return characters_end(text, start + (text[start] == b' ') as usize, |c| !is_stop(c));
        }
        let mut end = start;
        while end < text.len() && !is_word(end) && !(text[end] == b' ' && is_word(end + 1)) {
            end += class_at(text, end).1;
        }
        end
    }
}

/// Whether a character is none of a word of BLOOM.
fn is_stop(character: char) -> bool {
    matches!(character, '(' | ')' | '|' | '.' | ',' | '!' | '?' | '…' | '。' | '，' | '、' | '।' | '۔' | '،')
        || class(character) == Class::Space
}

impl Rule for Deepseek3 {
    fn end(text: &[u8], start: usize) -> usize {
        if let Some(end) = number_end(text, start, 3) {
            return end;
        }
        if is_at(text, start, is_east_asian) {
            return characters_end(text, start, is_east_asian);
        }
        let letters = |at: usize| at + text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if text[start].is_ascii_punctuation() && letters(start + 1) > start + 1 {
            return letters(start + 1);
        }
        let behind = start + class_at(text, start).1;
        let is_lead = is_at(text, start, |c| sign(c) == Sign::None && !matches!(c, '\r' | '\n'));
        if let Some(first) = [start, behind].into_iter().find(|&at| (at == start || is_lead) && is_at(text, at, is_part)) {
            return characters_end(text, first, is_part);
        }
        let first = start + (text[start] == b' ') as usize;
        let end = characters_end(text, first, |c| sign(c) != Sign::None && !is_east_asian(c));
        if end > first {
            return line_ends_end(text, end, b"\r\n");
        }
        if class_at(text, start).0 == Class::Space {
            let end = run_end(text, start, |class| class == Class::Space);
            return match text[start..end].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')) {
                Some(last) => start + last + 1,
                None => blank_end(text, start, |c| class(c) == Class::Number || is_east_asian(c)),
            };
        }
        let (mut last, mut end) = (start, start);
        while let Some(c) = character(text, end).filter(|&c| is_unmatched(c)) {
            last = end;
            end += c.len_utf8();
        }
        if is_at(text, end, is_part) { last } else { end }
    }
}

/// Chinese characters, and the blocks of Hiragana and Katakana.
fn is_east_asian(character: char) -> bool {
    matches!(character, '一'..='龥' | '\u{3040}'..='\u{30FF}')
}

/// A letter or a mark of a word.
fn is_part(character: char) -> bool {
    is_letter_or_mark(character) && !is_east_asian(character)
}

/// No alternative matches the character alone.
fn is_unmatched(character: char) -> bool {
    class(character) == Class::Other && !is_letter_or_mark(character) && sign(character) == Sign::None && !is_east_asian(character)
}

fn is_at(text: &[u8], at: usize, belongs: impl Fn(char) -> bool) -> bool {
    character(text, at).is_some_and(belongs)
}

/// `\s+(?!\S)|\s+` in a part that ends before a character that `ends` it.
fn blank_end(text: &[u8], start: usize, ends: impl Fn(char) -> bool) -> usize {
    let end = run_end(text, start, |class| class == Class::Space);
    if end == text.len() || is_at(text, end, ends) {
        return end;
    }
    let last = std::str::from_utf8(&text[start..end]).ok().and_then(|blank| blank.char_indices().next_back()).map_or(0, |(at, _)| at);
    if last == 0 { end } else { start + last }
}
