//! Which spellings of a word are the same for search: the tables `fold.tsv` of all languages and of one.
//!
//! | rule | text | value | what it does |
//! |---|---|---|---|
//! | `unicode` | version | | the version of Unicode whose digits the table lists |
//! | `character` | characters | characters, or nothing | replaces each in the text, before words are found |
//! | `compatible` | characters | | likewise, by its NFKC form |
//! | `digits` | the zero of a script | `0` | likewise, it and the nine characters after it by the digits 0 to 9 |
//! | `raised` | a character | a digit | likewise, but behind [`FOOTNOTE`] letters it is left out |
//! | `sequence` | two letters or more | letters | replaces them in a word, before the tokenizer takes it apart; the longest ones that fit |
//! | `beginning` | two letters or more | letters | likewise, at the beginning of a word, also with a capital |
//! | `reading` | a letter | a letter | the other reading of a word that the tokenizer does not know |
//! | `repeated` | a digit | endings, with spaces | a word before it stands twice, and may have such an ending behind it: buku2nya is buku-bukunya |
//! | `acronym` | a sign | | it stands before the last letter of an acronym without full stops |
//! | `double` | a letter | least letters | in a term of so many letters, and not at its beginning, twice this letter is once |
//! | `thousands` | a sign | | it may stand between the thousands of a number; another sign is the decimal one |
//! | `letter` | a letter | letters, or nothing | replaces it in terms |
//! | `word` | letters | letters | replaces a whole term |
//! | `unknown` | a letter | a letter | replaces it in terms of a word that the tokenizer does not know |
//!
//! Only terms change. The spans of terms are those of the text as it was given ([`Folded::span`]), with all characters that were left out
//! inside a word. Every character is looked up once, in a table of pages, so folding takes a small part of the time of an analysis.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use unicode_normalization_alignments::UnicodeNormalization;

use super::number;
use crate::Result;
use crate::files::tsv::{Place, rows};
use crate::text::properties::{is_alphabetic, lowered};

const COLUMNS: [&str; 4] = ["rule", "text", "value", "reason"];
const RULES: &str = "acronym, beginning, character, compatible, digits, double, letter, raised, reading, repeated, sequence, thousands, unicode, unknown, word";
/// Behind so many letters a raised digit is the number of a footnote; behind fewer it belongs to a unit, as in km².
const FOOTNOTE: usize = 3;
/// A letter that stands so often side by side is drawn out: güzeeel. [`drawn_out`] looks for three.
const DRAWN_OUT: usize = 3;

/// The number of code points that share a page, as bits.
const PAGE: u32 = 8;

/// What a character of a text is replaced by.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    To(Box<str>),
    Raised(char),
}

/// The rules of a language.
#[derive(Clone, Debug, Default)]
pub struct Folds {
    /// The page of each run of characters; page 0 has no changes. A cell is the number of a change, from 1.
    page_of: Vec<u16>,
    pages: Vec<[u16; 1 << PAGE]>,
    changes: Vec<Change>,
    sequences: Sequences,
    beginnings: Sequences,
    readings: FxHashMap<char, char>,
    repeated: Vec<char>,
    behind_repeated: Vec<String>,
    thousands: Vec<char>,
    letters: Letters,
    words: FxHashMap<String, String>,
    /// The sign in an acronym.
    acronym: Option<char>,
    /// Letters that are written once or twice, with the least length of such a term.
    doubles: Vec<(String, usize)>,
    unknown: Letters,
}

/// What replaces letters.
#[derive(Clone, Debug, Default)]
struct Letters {
    rows: FxHashMap<char, String>,
    /// For each value of the last seven bits of a letter, a bit that says whether there is a row: for most letters there is none.
    some: u128,
}

impl Letters {
    fn add(&mut self, letter: char, other: String) {
        self.some |= 1 << (letter as u32 & 127);
        self.rows.insert(letter, other);
    }

    #[inline]
    fn get(&self, letter: char) -> Option<&str> {
        if self.some >> (letter as u32 & 127) & 1 == 0 { None } else { self.rows.get(&letter).map(String::as_str) }
    }
}

/// Letters with what replaces them, by the first two, the longest ones first: most words have no such two letters.
#[derive(Clone, Debug, Default)]
struct Sequences {
    rows: FxHashMap<[char; 2], Vec<(String, String)>>,
    /// The same for the last six bits of a first letter.
    firsts: u64,
}

impl Sequences {
    /// Adds a row, if it has two letters.
    fn add(&mut self, text: &str, value: &str) -> Option<()> {
        let mut letters = text.chars();
        let first = [letters.next()?, letters.next()?];
        self.firsts |= 1 << (first[0] as u32 & 63);
        let rows = self.rows.entry(first).or_default();
        rows.retain(|(own, _)| own != text);
        let place = rows.partition_point(|(own, _)| own.len() >= text.len());
        rows.insert(place, (text.to_owned(), value.to_owned()));
        Some(())
    }

    /// The longest row that a text, with these first two letters, begins with.
    fn at(&self, first: [char; 2], text: &str) -> Option<&(String, String)> {
        if self.firsts >> (first[0] as u32 & 63) & 1 == 0 {
            return None;
        }
        self.rows.get(&first)?.iter().find(|(own, _)| text.starts_with(&own[..]))
    }
}

/// A text in which the characters are replaced, and where they were.
pub struct Folded<'t> {
    pub text: Cow<'t, str>,
    /// For each character, the code points of the given text that it stands for; nothing if no character changed.
    places: Option<Vec<(usize, usize)>>,
}

impl Folded<'_> {
    /// The code points of the given text, for some characters of the folded one.
    pub fn span(&self, start: usize, end: usize) -> (usize, usize) {
        match &self.places {
            Some(places) if start < end => (places[start].0, places[end - 1].1),
            _ => (start, end),
        }
    }
}

impl Folds {
    /// Reads tables: name and content of each. Rows of a later table replace those of an earlier one for the same character.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line of a faulty row.
    pub fn read(tables: &[(&str, &[u8])]) -> Result<Self> {
        let mut folds = Folds { page_of: vec![0; 0x11_0000 >> PAGE], pages: vec![[0; 1 << PAGE]], ..Folds::default() };
        for (name, content) in tables {
            for (line, [rule, text, value, _]) in rows(name, content, &COLUMNS)? {
                folds.add(Place(name, line), rule, text, value)?;
            }
        }
        Ok(folds)
    }

    fn add(&mut self, place: Place, rule: &str, text: &str, value: &str) -> Result<()> {
        let letter = || one(text).ok_or_else(|| place.error(format!("the text is {text:?}; give one character, or U+ and its number")));
        let all = || range(text).ok_or_else(|| place.error(format!("the text is {text:?}; give a character, or two as U+0000-U+0000")));
        let replacement = || written(value).ok_or_else(|| place.error(format!("the value {value:?} is no text and no U+ with a number")));
        let two = || place.error(format!("the text is {text:?}; give two letters or more"));
        let other = || one(value).ok_or_else(|| place.error(format!("the value is {value:?}; give one character")));
        match rule {
            "unicode" => {}
            "acronym" => self.acronym = Some(letter()?),
            "double" => {
                let least = value.parse().map_err(|_| place.error(format!("the value is {value:?}; give a number of letters")))?;
                self.doubles.push((letter()?.to_string().repeat(2), least));
            }
            "character" => {
                let to = replacement()?;
                all()?.for_each(|character| self.change(character, Change::To(to.as_str().into())));
            }
            "compatible" => all()?.for_each(|character| {
                let to: String = std::iter::once(character).nfkc().map(|(other, _)| other).collect();
                // Marks that stand alone have a space before them, which is no end of a word.
                if to.trim() != character.encode_utf8(&mut [0; 4]) {
                    self.change(character, Change::To(to.trim().into()));
                }
            }),
            "digits" => {
                let zero = letter()?;
                (0..10).for_each(|digit| {
                    let character = char::from_u32(zero as u32 + digit).unwrap_or(zero);
                    self.change(character, Change::To(digit.to_string().into()));
                });
            }
            "raised" => self.change(letter()?, Change::Raised(other()?)),
            "sequence" => self.sequences.add(text, value).ok_or_else(two)?,
            "beginning" => {
                self.beginnings.add(text, value).ok_or_else(two)?;
                let (capital, other) = (self.capitalised(text), self.capitalised(value));
                self.beginnings.add(&capital, &other).ok_or_else(two)?;
            }
            "reading" => {
                self.readings.insert(letter()?, other()?);
            }
            "repeated" => {
                self.repeated.push(letter()?);
                self.behind_repeated.extend(value.split_whitespace().map(str::to_owned));
            }
            "thousands" => self.thousands.push(letter()?),
            "letter" => self.letters.add(letter()?, replacement()?),
            "word" => {
                self.words.insert(text.to_owned(), value.to_owned());
            }
            "unknown" => self.unknown.add(letter()?, replacement()?),
            _ => return Err(place.error(format!("unknown rule {rule:?}; known are {RULES}"))),
        }
        Ok(())
    }

    /// A text with a capital at its beginning; that of i is I, or what a row `reading` says.
    fn capitalised(&self, text: &str) -> String {
        let mut letters = text.chars();
        let capitals = letters.next().into_iter().flat_map(char::to_uppercase);
        let capitals =
            capitals.map(|capital| if text.starts_with('i') { self.readings.get(&capital).copied().unwrap_or(capital) } else { capital });
        capitals.chain(letters).collect()
    }

    fn change(&mut self, character: char, change: Change) {
        let number = self.changes.iter().rposition(|own| *own == change).unwrap_or_else(|| {
            self.changes.push(change);
            self.changes.len() - 1
        });
        let page = &mut self.page_of[(character as u32 >> PAGE) as usize];
        if *page == 0 {
            *page = self.pages.len() as u16;
            self.pages.push([0; 1 << PAGE]);
        }
        self.pages[*page as usize][(character as u32 & ((1 << PAGE) - 1)) as usize] = number as u16 + 1;
    }

    #[inline]
    fn change_of(&self, character: char) -> Option<&Change> {
        let page = self.page_of[(character as u32 >> PAGE) as usize];
        let cell = self.pages[page as usize][(character as u32 & ((1 << PAGE) - 1)) as usize];
        self.changes.get((cell as usize).wrapping_sub(1))
    }

    /// A text as words are found in it.
    pub fn text<'t>(&self, text: &'t str) -> Folded<'t> {
        let Some((first, _)) = text.char_indices().find(|&(_, character)| self.change_of(character).is_some()) else {
            return Folded { text: Cow::Borrowed(text), places: None };
        };
        let mut folded = String::with_capacity(text.len() + 8);
        folded.push_str(&text[..first]);
        let mut places: Vec<(usize, usize)> = (0..folded.chars().count()).map(|at| (at, at + 1)).collect();
        for (at, character) in (places.len()..).zip(text[first..].chars()) {
            let before = folded.len();
            match self.change_of(character) {
                None => folded.push(character),
                Some(Change::To(to)) => folded.push_str(to),
                Some(&Change::Raised(digit)) if self.repeated.contains(&digit) || !is_footnote(&folded) => folded.push(digit),
                Some(Change::Raised(_)) => {}
            }
            let added = folded[before..].chars().count();
            places.extend(std::iter::repeat_n((at, at + 1), added));
        }
        Folded { text: Cow::Owned(folded), places: Some(places) }
    }

    /// A word as the tokenizer takes it apart.
    pub fn spelled<'w>(&self, word: Cow<'w, str>) -> Cow<'w, str> {
        let (mut spelled, mut copied, mut end) = (String::new(), 0, 0);
        let mut letters = word.char_indices().peekable();
        while let (Some((at, first)), Some(&(_, next))) = (letters.next(), letters.peek()) {
            let found = if at < end { None } else { self.sequences.at([first, next], &word[at..]) };
            let found = if at == 0 { found.or_else(|| self.beginnings.at([first, next], &word)) } else { found };
            if let Some((from, to)) = found {
                spelled.push_str(&word[copied..at]);
                spelled.push_str(to);
                end = at + from.len();
                copied = end;
            }
        }
        if copied == 0 {
            return word;
        }
        spelled.push_str(&word[copied..]);
        Cow::Owned(spelled)
    }

    /// The other reading of a word, if it has one.
    pub fn other_reading(&self, word: &str) -> Option<String> {
        let is_other = |letter| self.readings.contains_key(&letter);
        word.contains(is_other).then(|| word.chars().map(|letter| self.readings.get(&letter).copied().unwrap_or(letter)).collect())
    }

    /// The word that a digit behind it says twice, and the ending behind the digit.
    pub fn single<'w>(&self, word: &'w str) -> Option<(&'w str, &'w str)> {
        let (single, ending) = word.split_once(&self.repeated[..])?;
        let is_word = single.chars().all(is_alphabetic) && single.chars().nth(FOOTNOTE - 1).is_some();
        (is_word && (ending.is_empty() || self.behind_repeated.iter().any(|known| known == ending))).then_some((single, ending))
    }

    /// A number in the one way that all ways to write it share, and of a date its year too.
    pub fn number(&self, text: &str) -> Vec<String> {
        number::terms(text, &self.thousands)
    }

    /// A spelling in the letters that all spellings of it share: first the rows `letter`, then small letters.
    pub fn letters(&self, text: &str) -> String {
        let mut folded = String::with_capacity(text.len());
        for letter in text.chars() {
            match self.letters.get(letter) {
                Some(other) => folded.push_str(other),
                None if letter.is_ascii_lowercase() => folded.push(letter),
                None => folded.extend(lowered(letter).filter(|&small| !is_combining(small))),
            }
        }
        folded
    }

    /// The term that stands for a folded one: that of a row `word`, or else the one without double letters.
    pub fn term<'w>(&'w self, folded: &'w str) -> Cow<'w, str> {
        if let Some(own) = self.words.get(folded) {
            return Cow::Borrowed(own);
        }
        let mut term = Cow::Borrowed(folded);
        let has_double = !self.doubles.is_empty() && folded.chars().zip(folded.chars().skip(1)).any(|(letter, next)| letter == next);
        for (twice, least) in self.doubles.iter().filter(|_| has_double) {
            if let Some(at) = term.rfind(&twice[..]).filter(|&at| at > 0 && folded.chars().nth(least - 1).is_some()) {
                term.to_mut().replace_range(at..at + twice.len() / 2, "");
            }
        }
        term
    }

    /// A word without the full stops of an acronym, and without the hyphen of a word that stands twice.
    pub fn joined<'w>(&self, word: Cow<'w, str>) -> Cow<'w, str> {
        let is_acronym = word.chars().nth(1) == Some('.');
        if !word.contains(if is_acronym { '.' } else { '-' }) {
            return word;
        }
        let mut joined = word.replace(['.', '-'], "");
        if let Some((sign, last)) = self.acronym.filter(|_| is_acronym).zip(joined.char_indices().next_back()) {
            joined.insert(last.0, sign);
        }
        Cow::Owned(joined)
    }

    /// A folded spelling of a word that the tokenizer does not know.
    pub fn unknown(&self, folded: &str) -> String {
        let mut loose = String::with_capacity(folded.len());
        for letter in folded.chars() {
            match self.unknown.get(letter) {
                Some(other) => loose.push_str(other),
                None => loose.push(letter),
            }
        }
        loose
    }
}

/// A word with letters that are drawn out, as it is written with each of them twice and once: saaaat is saat, güzeeel is güzel. Nothing if no
/// letter is drawn out, or the word has no other letter (www) or is a Roman numeral. Of 하하하 and ㅋㅋㅋ two are left.
pub fn drawn_out(word: &str) -> Option<[String; 2]> {
    let mut thirds = word.chars().zip(word.chars().skip(1)).zip(word.chars().skip(2));
    if !thirds.any(|((first, second), third)| first == second && second == third) {
        return None;
    }
    let mut runs: Vec<(char, usize)> = Vec::new();
    for letter in word.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == letter => *count += 1,
            _ => runs.push((letter, 1)),
        }
    }
    let is_jamo = |letter: char| ('\u{3131}'..='\u{318e}').contains(&letter);
    let is_numeral = word.chars().all(|letter| "IVXLCDMivxlcdm".contains(letter));
    let is_laughter = runs.iter().all(|&(letter, _)| is_jamo(letter));
    if is_numeral || (runs.len() == 1 && !is_laughter) {
        return None;
    }
    let with = |most: usize| -> String {
        let left = |&(letter, count): &(char, usize)| std::iter::repeat_n(letter, if count >= DRAWN_OUT { most } else { count });
        runs.iter().flat_map(left).collect()
    };
    Some([with(2), with(if is_laughter { 2 } else { 1 })])
}

/// Whether a raised digit behind this text is the number of a footnote.
fn is_footnote(text: &str) -> bool {
    text.chars().rev().take(FOOTNOTE).filter(|&letter| is_alphabetic(letter)).count() == FOOTNOTE
}

/// A mark that lower-casing leaves behind: İ gives i and a dot above.
fn is_combining(letter: char) -> bool {
    letter == '\u{307}'
}

/// A text of a cell: itself, or U+ and the number of its only character.
fn written(cell: &str) -> Option<String> {
    match cell.strip_prefix("U+") {
        Some(number) => Some(char::from_u32(u32::from_str_radix(number, 16).ok()?)?.to_string()),
        None => Some(cell.to_owned()),
    }
}

/// The only character of a cell.
fn one(cell: &str) -> Option<char> {
    let text = written(cell)?;
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The characters of a cell: one, or all from a first to a last one.
fn range(cell: &str) -> Option<std::ops::RangeInclusive<char>> {
    if let Some(only) = one(cell) {
        return Some(only..=only);
    }
    let (first, last) = cell.split_once("-U+")?;
    Some(one(first)?..=one(&format!("U+{last}"))?)
}

#[cfg(test)]
#[path = "../../tests/inside/search_fold.rs"]
mod tests;
