//! The words of a text: what is looked up in an index.
//!
//! A word is a run of letters, numbers, combining marks and underscores. An apostrophe or quotation mark between two letters belongs to it
//! (`Ankara'da`, `צה"ל`), and so does a point, comma or colon between two numbers (`12:30`, `1.250,50`). An e-mail address is one word, and
//! so is a date with `/` or `-`. An underscore joins the parts of an identifier (`max_len`), but it ends a word in a hashtag and beside
//! letters that identifiers do not have (`#pesta_buku`, `kitap_fuarı`). Single letters each with a full stop behind it are one acronym
//! (`T.B.M.M.`), and a word that stands twice with a hyphen is one where the table says so (`kura-kura`). In a hashtag a number is a word of its own (`#Seçim2023`), and so it is
//! beside a unit of the table (`10km`, `RM1,500`). A run of more than [`LONGEST`] characters is cut, so that a text
//! without spaces has no term of megabytes. Time is linear.

use rustc_hash::FxHashSet;
use unicode_normalization_alignments::char::is_combining_mark;

use super::number::date_length;
use crate::surface::apostrophe::APOSTROPHES;
use crate::text::{Class, class};

/// Most characters of a word.
pub const LONGEST: usize = 100;
/// Most letters of an acronym with full stops.
const ACRONYM: usize = 10;

/// A word: its bytes in the text, and its first code point and the one after its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'t> {
    pub text: &'t str,
    pub start: usize,
    pub end: usize,
    /// Whether it is an address or has an underscore or a number beside a letter, and so has no inflection.
    pub is_code: bool,
}

/// What a character is in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Letter,
    Hangul,
    Number,
    Underscore,
    /// A combining mark belongs to the character before it.
    Mark,
    Other,
}

fn sort(character: char) -> Sort {
    match class(character) {
        Class::Letter if ('\u{ac00}'..='\u{d7a3}').contains(&character) || is_conjoining(character) => Sort::Hangul,
        Class::Letter => Sort::Letter,
        Class::Number => Sort::Number,
        _ if character == '_' => Sort::Underscore,
        _ if !character.is_ascii() && is_combining_mark(character) => Sort::Mark,
        _ => Sort::Other,
    }
}

/// Whether the character is a part of a decomposed Hangul syllable.
pub fn is_conjoining(character: char) -> bool {
    ('\u{1100}'..='\u{11ff}').contains(&character)
}

fn joins(character: char, before: Sort, after: Sort) -> bool {
    let is_letter = |sort| matches!(sort, Sort::Letter | Sort::Mark);
    match character {
        '\'' | '"' => is_letter(after) && (is_letter(before) || before == Sort::Number),
        '.' | ',' | ':' => before == Sort::Number && after == Sort::Number,
        _ => false,
    }
}

/// Where a language cuts words.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    /// Whether Hangul and other letters or digits are different words: `2015년` is two.
    pub hangul: bool,
    /// What is written without a space before a number (`RM`), and behind it (`km`).
    pub before: Vec<Box<str>>,
    pub behind: Vec<Box<str>>,
    /// Words that stand twice and mean another thing then: kura-kura.
    pub doubled: FxHashSet<Box<str>>,
}

impl Cuts {
    /// The end of the first of two words, if `code` is a number and a unit.
    fn unit(&self, code: &str) -> Option<usize> {
        let is_letter = |character| sort(character) == Sort::Letter;
        let starts_with_unit = code.starts_with(is_letter);
        let end = code.find(|character| is_letter(character) != starts_with_unit)?;
        let (first, second) = code.split_at(end);
        let (unit, number, units) = if starts_with_unit { (first, second, &self.before) } else { (second, first, &self.behind) };
        (!number.contains(|character| is_letter(character) || character == '_') && units.iter().any(|own| **own == *unit)).then_some(end)
    }

    /// The length of a hyphen and the same word once more behind `first`, perhaps with affixes: berhati-hati, kura-kuranya.
    fn again(&self, first: &str, rest: &str) -> Option<usize> {
        let second = rest.strip_prefix('-').filter(|_| !self.doubled.is_empty())?;
        let length = second.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(second.len());
        let (first, second) = (first.to_ascii_lowercase(), second[..length].to_ascii_lowercase());
        let is_doubled = |at: usize| second.starts_with(&first[at..]) && self.doubled.contains(&first[at..]);
        let is_again = length <= LONGEST && first.is_ascii() && (0..first.len()).any(is_doubled);
        is_again.then_some(length + 1)
    }
}

/// The words of `text`.
pub fn words<'t>(text: &'t str, cuts: &Cuts) -> impl Iterator<Item = Word<'t>> {
    let mut characters = Characters { text, byte: 0, code_point: 0, is_tag: false, has_address: text.contains('@') };
    std::iter::from_fn(move || characters.word(cuts))
}

struct Characters<'t> {
    text: &'t str,
    byte: usize,
    code_point: usize,
    /// Whether the last word is in a hashtag.
    is_tag: bool,
    /// Whether there may be addresses.
    has_address: bool,
}

impl<'t> Characters<'t> {
    fn word(&mut self, cuts: &Cuts) -> Option<Word<'t>> {
        let mut previous = ' ';
        for character in self.text[self.byte..].chars() {
            if !matches!(sort(character), Sort::Other | Sort::Mark | Sort::Underscore) {
                let is_first = !matches!(previous, '.' | '-' | '+' | '@');
                let rest = &self.text[self.byte..];
                if let Some(length) = (is_first && self.has_address).then(|| address(rest)).flatten() {
                    return Some(self.taken(length, true));
                }
                if let Some(length) = is_first.then(|| date_length(rest)).flatten() {
                    return Some(self.taken(length, false));
                }
                if let Some(length) = is_first.then(|| acronym(rest)).flatten() {
                    return Some(self.taken(length, false));
                }
                self.is_tag = previous == '#' || (previous == '_' && self.is_tag);
                return Some(self.run(cuts));
            }
            previous = character;
            self.byte += character.len_utf8();
            self.code_point += 1;
        }
        None
    }

    /// The word that begins here, unless an address or a date does.
    fn run(&mut self, cuts: &Cuts) -> Word<'t> {
        let (end, is_code) = self.run_length(cuts.hangul, self.is_tag, self.is_tag);
        if let Some(end) = is_code.then(|| cuts.unit(&self.text[self.byte..self.byte + end])).flatten() {
            return self.taken(end, false);
        }
        let is_identifier = !is_code || self.text[self.byte..self.byte + end].is_ascii();
        let (end, is_code) = if is_identifier { (end, is_code) } else { self.run_length(cuts.hangul, true, self.is_tag) };
        let (first, rest) = self.text[self.byte..].split_at(end);
        let again = if is_code { None } else { cuts.again(first, rest) };
        self.taken(end + again.unwrap_or(0), is_code)
    }

    /// The length of the word that begins here, and whether it is an identifier.
    fn run_length(&self, cuts_hangul: bool, cuts_underscore: bool, cuts_numbers: bool) -> (usize, bool) {
        let rest = &self.text[self.byte..];
        let mut characters = rest.char_indices().peekable();
        let (mut before, mut end, mut count) = (Sort::Other, 0, 0);
        let (mut has_letter, mut has_number) = (false, false);
        let mut following = characters.peek().map_or(Sort::Other, |first| sort(first.1));
        while let Some((at, character)) = characters.next() {
            let here = following;
            following = characters.peek().map_or(Sort::Other, |next| sort(next.1));
            // Two apostrophes are gershayim: צה''ל.
            let next = match rest[at..].strip_prefix("''") {
                Some(rest) => rest.chars().next().map_or(Sort::Other, sort),
                None => following,
            };
            let is_cut = cuts_hangul && before != Sort::Other && (before == Sort::Hangul) != (here == Sort::Hangul) && here != Sort::Mark;
            let is_cut = is_cut || (here == Sort::Underscore && cuts_underscore);
            let is_letter = |sort| matches!(sort, Sort::Letter | Sort::Hangul);
            let is_cut =
                is_cut || (cuts_numbers && ((here == Sort::Number && is_letter(before)) || (is_letter(here) && before == Sort::Number)));
            if is_cut || count == LONGEST || (here == Sort::Other && !joins(character, before, next)) {
                break;
            }
            has_letter |= matches!(here, Sort::Letter | Sort::Hangul);
            has_number |= here == Sort::Number;
            if !matches!(here, Sort::Mark | Sort::Other) {
                before = here;
            }
            end = at + character.len_utf8();
            count += 1;
        }
        // Underscores at the end are none of it: __init__ is init.
        let end = rest[..end].trim_end_matches('_').len();
        let is_apart = rest[..end].contains(APOSTROPHES);
        (end, rest[..end].contains('_') || (has_letter && has_number && !is_apart))
    }

    fn taken(&mut self, length: usize, is_code: bool) -> Word<'t> {
        let text = &self.text[self.byte..self.byte + length];
        let start = self.code_point;
        self.byte += length;
        self.code_point += text.chars().count();
        Word { text, start, end: self.code_point, is_code }
    }
}

/// The length of the acronym that `text` begins with: two letters or more, each with a full stop behind it, which the last one may lack. An
/// apostrophe and a suffix may follow: T.B.M.M.'nin. A domain (a.b.com) is none, nor are initials before a name without a space.
fn acronym(text: &str) -> Option<usize> {
    let is_letter = |character: &char| sort(*character) == Sort::Letter;
    let (mut length, mut count) = (0, 0);
    let mut characters = text.chars().peekable();
    while let Some(letter) = characters.next_if(is_letter) {
        let has_stop = characters.next_if_eq(&'.').is_some();
        (length, count) = (length + letter.len_utf8() + usize::from(has_stop), count + 1);
        if !has_stop || count > ACRONYM {
            break;
        }
    }
    if !(2..=ACRONYM).contains(&count)
        || characters.peek().is_some_and(|next| matches!(sort(*next), Sort::Letter | Sort::Number | Sort::Underscore))
    {
        return None;
    }
    let suffix =
        text[length..].strip_prefix('\'').map_or(0, |rest| rest.chars().take_while(is_letter).take(LONGEST).map(char::len_utf8).sum());
    Some(length + if suffix > 0 { suffix + 1 } else { 0 })
}

/// The length of the e-mail address that `text` begins with.
fn address(text: &str) -> Option<usize> {
    const PARTS: usize = 64;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    let bytes = text.as_bytes();
    let local = bytes.iter().take(PARTS).take_while(|byte| is_part(byte)).count();
    if local == 0 || bytes.get(local) != Some(&b'@') {
        return None;
    }
    let domain = &bytes[local + 1..];
    let mut length = domain.iter().take(PARTS).take_while(|byte| is_part(byte)).count();
    while length > 0 && !domain[length - 1].is_ascii_alphanumeric() {
        length -= 1;
    }
    (domain[..length].contains(&b'.') && domain[0].is_ascii_alphanumeric()).then_some(local + 1 + length)
}

#[cfg(test)]
#[path = "../../tests/inside/search_words.rs"]
mod tests;
