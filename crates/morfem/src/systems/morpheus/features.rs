//! The features of a boundary model.
//!
//! A word is written in *codes*: [`START`], one code for each character, [`END`]. A boundary may lie between any two characters; place p is
//! before code p. The features of a place are n-grams of codes, and n-grams of the types of characters, each with its position relative to
//! the place (Neubig et al. 2011, section 2.2; Akabe et al. 2024):
//!
//! - n-grams of at most [`LONGEST`] codes within [`WINDOW`] codes of the place,
//! - the beginnings of the word up to [`FROM_START`] codes, which contain whole roots,
//! - the ends of the word up to [`TO_END`] codes, which contain whole chains of endings,
//! - n-grams of at most [`TYPES`] types.
//!
//! An n-gram has [`LANES`] weights. The weight for place p of an n-gram that ends before code e is in *lane* p - e + [`BEHIND`]. So the
//! weights of one n-gram are added to up to [`LANES`] neighbouring places at once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::letters::Letters;

/// Code of the start of a word, of its end, and of a character without a code.
pub const START: u8 = 1;
pub const END: u8 = 2;
pub const UNKNOWN: u8 = 3;
/// The first code of a character.
const FIRST: u8 = 4;
/// Characters that may have a code.
pub const MAX_CHARACTERS: usize = 240;
/// How the codes for start, end and unknown characters are written; a word contains none of these characters.
const SIGNS: [(char, u8); 3] = [('^', START), ('$', END), ('?', UNKNOWN)];

/// Number of weights of an n-gram.
pub const LANES: usize = 16;
/// How many places before its end an n-gram has weights for.
pub const BEHIND: usize = 10;
/// How many places after its end.
const AHEAD: usize = LANES - BEHIND - 1;

/// Codes of the longest n-gram inside a word, and its distance from a place.
const LONGEST: usize = 5;
const WINDOW: usize = 6;
/// Codes of the longest beginning of a word, and of the longest end.
const FROM_START: usize = 12;
const TO_END: usize = 10;
/// Types of the longest n-gram of types.
const TYPES: usize = 4;

/// An n-gram in a word: where it begins and ends, and the places for which it has weights.
pub struct Ngram {
    /// It is `codes[begin..end]` of the codes of the word.
    pub begin: usize,
    pub end: usize,
    pub places: std::ops::Range<usize>,
}

impl Ngram {
    /// The lane of the first of its places.
    pub fn lane(&self) -> usize {
        self.places.start + BEHIND - self.end
    }
}

/// The places at which a boundary may lie, in a word of so many codes.
pub fn places(codes: usize) -> std::ops::Range<usize> {
    2..(codes - 1).max(2)
}

/// The n-grams of codes in a word of so many codes.
pub fn ngrams(codes: usize) -> impl Iterator<Item = Ngram> {
    (1..=codes).flat_map(move |end| {
        let near = end.saturating_sub(if end == codes { TO_END } else { LONGEST })..end;
        let from_start = (near.start > 0 && end <= FROM_START).then_some(0);
        from_start.into_iter().chain(near).map(move |begin| ngram(begin, end, codes))
    })
}

/// The n-grams of types in a word of so many codes.
pub fn type_ngrams(codes: usize) -> impl Iterator<Item = Ngram> {
    (1..=codes).flat_map(move |end| (end.saturating_sub(TYPES)..end).map(move |begin| ngram(begin, end, codes)))
}

fn ngram(begin: usize, end: usize, codes: usize) -> Ngram {
    let all = places(codes);
    let (first, last) = match end - begin {
        ..=LONGEST => (end.saturating_sub(WINDOW), begin + WINDOW),
        // A beginning or an end of the word.
        _ => (0, end + AHEAD),
    };
    let first = first.max(end.saturating_sub(BEHIND)).max(all.start);
    let stop = (last.min(end + AHEAD) + 1).min(all.end);
    Ngram { begin, end, places: first..stop.max(first) }
}

/// Codes of characters.
pub struct Alphabet {
    near: Vec<u8>,
    far: FxHashMap<char, u8>,
    characters: Vec<char>,
    /// By code.
    types: [u8; 256],
}

/// Characters below this code point are looked up in a table.
const NEAR: usize = 0x250;

impl Alphabet {
    /// Gives codes to the characters; only [`MAX_CHARACTERS`] of them get one.
    pub fn new(characters: impl IntoIterator<Item = char>, letters: &Letters) -> Self {
        let mut characters: Vec<char> = characters.into_iter().collect::<FxHashSet<char>>().into_iter().collect();
        characters.sort_unstable();
        characters.truncate(MAX_CHARACTERS);
        let mut near = vec![UNKNOWN; NEAR];
        let mut far = FxHashMap::default();
        let mut types = [letters.other(); 256];
        [types[START as usize], types[END as usize]] = letters.edges();
        for (&character, code) in characters.iter().zip(FIRST..) {
            types[code as usize] = letters.type_of(character);
            match near.get_mut(character as usize) {
                Some(entry) => *entry = code,
                None => {
                    far.insert(character, code);
                }
            }
        }
        Alphabet { near, far, characters, types }
    }

    /// The code of a character.
    #[inline]
    pub fn code(&self, character: char) -> u8 {
        match self.near.get(character as usize) {
            Some(&code) => code,
            None => self.far.get(&character).copied().unwrap_or(UNKNOWN),
        }
    }

    /// The type of a code.
    #[inline]
    pub fn type_of(&self, code: u8) -> u8 {
        self.types[code as usize]
    }

    /// Appends the codes of a word to `codes`.
    pub fn encode(&self, word: &str, codes: &mut Vec<u8>) {
        codes.push(START);
        codes.extend(word.chars().map(|character| self.code(character)));
        codes.push(END);
    }

    /// An n-gram as text.
    pub fn written(&self, codes: &[u8]) -> String {
        let sign = |code: u8| SIGNS.iter().find(|sign| sign.1 == code).map(|sign| sign.0);
        codes.iter().map(|&code| sign(code).unwrap_or_else(|| self.characters[(code - FIRST) as usize])).collect()
    }

    /// Reads an n-gram from its text into `codes`.
    pub fn read(&self, written: &str, codes: &mut Vec<u8>) {
        let code = |character: char| SIGNS.iter().find(|sign| sign.0 == character).map_or_else(|| self.code(character), |sign| sign.1);
        codes.clear();
        codes.extend(written.chars().map(code));
    }
}

/// Whether a character stands for the start, the end or an unknown character.
pub fn is_sign(character: char) -> bool {
    SIGNS.iter().any(|sign| sign.0 == character)
}
