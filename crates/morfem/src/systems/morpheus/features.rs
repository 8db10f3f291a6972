//! What a boundary model looks at.
//!
//! A word is written in *codes*: [`START`], one code a character, [`END`]. A boundary may lie between any two characters; place p is that before
//! code p. What speaks for or against it are n-grams of codes, and of the types of their characters, each with where it stands relative to the place (Neubig et al. 2011, section 2.2;
//! Akabe et al. 2024): an n-gram of at most `longest` codes within `window` codes of the place, the first `from_start` codes of the word
//! and fewer, the last `to_end` and fewer. The last two see whole roots and whole chains of endings, which no window does.
//!
//! The weight of an n-gram that ends before code e, at the place p, is its *lane* p - e + [`BEHIND`]. So all that an n-gram has to say are
//! [`LANES`] numbers, added to as many neighbouring places at once.

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
/// How the codes that are no characters are written; none of these stands in a word.
const SIGNS: [(char, u8); 3] = [('^', START), ('$', END), ('?', UNKNOWN)];

/// Weights of an n-gram.
pub const LANES: usize = 16;
/// Places before the end of an n-gram that it speaks of.
pub const BEHIND: usize = 10;
/// Places after it.
const AHEAD: usize = LANES - BEHIND - 1;

/// Which n-grams count.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Codes of an n-gram.
    pub longest: usize,
    /// Codes on either side of a place.
    pub window: usize,
    /// Codes from the start of the word.
    pub from_start: usize,
    /// Codes to its end.
    pub to_end: usize,
    /// Types of an n-gram.
    pub types: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { longest: 5, window: 6, from_start: 12, to_end: 10, types: 4 }
    }
}

/// An n-gram in a word: where it begins and ends, and the places it speaks of.
pub struct Ngram {
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

/// The places of a word of so many codes at which a boundary may lie.
pub fn places(codes: usize) -> std::ops::Range<usize> {
    2..(codes - 1).max(2)
}

impl Shape {
    /// The n-grams of a word of so many codes that speak of any place.
    pub fn ngrams(&self, codes: usize) -> impl Iterator<Item = Ngram> + use<> {
        let shape = *self;
        (1..=codes).flat_map(move |end| {
            let longest = if end == codes { shape.to_end.max(shape.longest) } else { shape.longest };
            let near = end.saturating_sub(longest)..end;
            let from_start = (near.start > 0 && end <= shape.from_start).then_some(0);
            from_start.into_iter().chain(near).map(move |begin| shape.ngram(begin, end, codes))
        })
    }

    /// The n-grams of types.
    pub fn types(&self, codes: usize) -> impl Iterator<Item = Ngram> + use<> {
        let shape = *self;
        (1..=codes).flat_map(move |end| (end.saturating_sub(shape.types)..end).map(move |begin| shape.ngram(begin, end, codes)))
    }

    fn ngram(&self, begin: usize, end: usize, codes: usize) -> Ngram {
        let all = places(codes);
        let (first, last) = match end - begin {
            length if length <= self.longest => (end.saturating_sub(self.window), begin + self.window),
            // The start or the end of the word.
            _ => (0, end + AHEAD),
        };
        let first = first.max(end.saturating_sub(BEHIND)).max(all.start);
        let stop = (last.min(end + AHEAD) + 1).min(all.end);
        Ngram { begin, end, places: first..stop.max(first) }
    }
}

/// Codes of characters.
pub struct Alphabet {
    near: Vec<u8>,
    far: FxHashMap<char, u8>,
    characters: Vec<char>,
    /// By code.
    types: [u8; 256],
}

/// Characters below this are looked up in a table.
const NEAR: usize = 0x250;

impl Alphabet {
    /// Gives the characters, at most [`MAX_CHARACTERS`] and in any order, their codes.
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

    /// An n-gram as people read it.
    pub fn written(&self, codes: &[u8]) -> String {
        let sign = |code: u8| SIGNS.iter().find(|sign| sign.1 == code).map(|sign| sign.0);
        codes.iter().map(|&code| sign(code).unwrap_or_else(|| self.characters[(code - FIRST) as usize])).collect()
    }

    /// Puts the codes of an n-gram, from how it is written, into `codes`.
    pub fn read(&self, written: &str, codes: &mut Vec<u8>) {
        let code = |character: char| SIGNS.iter().find(|sign| sign.0 == character).map_or_else(|| self.code(character), |sign| sign.1);
        codes.clear();
        codes.extend(written.chars().map(code));
    }
}

/// Whether a character stands for a code that is no character.
pub fn is_sign(character: char) -> bool {
    SIGNS.iter().any(|sign| sign.0 == character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ngram_speaks_of_the_places_near_it() {
        let shape = Shape { longest: 2, window: 2, from_start: 4, to_end: 3, types: 1 };
        let found: Vec<(usize, usize, std::ops::Range<usize>)> =
            shape.ngrams(6).map(|ngram| (ngram.begin, ngram.end, ngram.places)).filter(|ngram| !ngram.2.is_empty()).collect();
        // ^ e v d e $: places 2, 3, 4.
        let expected = [
            (0, 1, 2..3),
            (0, 2, 2..3),
            (1, 2, 2..4),
            (0, 3, 2..5),
            (1, 3, 2..4),
            (2, 3, 2..5),
            (0, 4, 2..5),
            (2, 4, 2..5),
            (3, 4, 2..5),
            (3, 5, 3..5),
            (4, 5, 3..5),
            (3, 6, 2..5),
            (4, 6, 4..5),
            (5, 6, 4..5),
        ];
        assert_eq!(found, expected);
    }
}
