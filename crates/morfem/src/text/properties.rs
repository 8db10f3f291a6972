//! Which characters are alphabetic or numeric, and which letters are pairs of capital and small letter.
//!
//! The answers are those of `char::is_alphabetic`, `char::is_numeric`, `char::to_uppercase` and `char::to_lowercase` for the version of
//! Unicode that a saved tokenizer records, [`UNICODE_VERSION`](super::UNICODE_VERSION). The standard library moves to each new version, and
//! the ids of a saved tokenizer must not change with the compiler.

use super::tables;

/// Code points below this one are looked up in a bit table. Those above are found by binary search.
const NEAR: u32 = 0x3000;

/// A property of characters: a bit table for code points below [`NEAR`], and runs for all.
struct Property {
    near: [u64; NEAR as usize / 64],
    runs: &'static [[u32; 2]],
}

impl Property {
    const fn new(bounds: &'static [u32]) -> Self {
        let runs = bounds.as_chunks().0;
        let mut near = [0; NEAR as usize / 64];
        let mut run = 0;
        while run < runs.len() {
            let [mut code, last] = runs[run];
            while code <= last && code < NEAR {
                near[code as usize / 64] |= 1 << (code % 64);
                code += 1;
            }
            run += 1;
        }
        Property { near, runs }
    }

    #[inline]
    fn has(&self, character: char) -> bool {
        let code = character as u32;
        match self.near.get(code as usize / 64) {
            Some(bits) => bits >> (code % 64) & 1 == 1,
            None => self.has_far(code),
        }
    }

    fn has_far(&self, code: u32) -> bool {
        let at = self.runs.partition_point(|run| run[1] < code);
        self.runs.get(at).is_some_and(|run| run[0] <= code)
    }
}

static ALPHABETIC: Property = Property::new(&tables::ALPHABETIC);
static NUMERIC: Property = Property::new(&tables::NUMERIC);

/// Whether a character is alphabetic.
#[inline]
pub fn is_alphabetic(character: char) -> bool {
    ALPHABETIC.has(character)
}

/// Whether a character is numeric.
#[inline]
pub fn is_numeric(character: char) -> bool {
    NUMERIC.has(character)
}

/// Whether a character is alphabetic or numeric.
#[inline]
pub fn is_alphanumeric(character: char) -> bool {
    is_alphabetic(character) || is_numeric(character)
}

/// The capital of a letter, if it is a single character other than the letter.
pub fn capital(letter: char) -> Option<char> {
    mapped(&tables::CAPITALS, &CAPITAL_PAGES, letter)
}

/// The small letter of a letter, if it is a single character other than the letter.
pub fn small(letter: char) -> Option<char> {
    mapped(&tables::SMALLS, &SMALL_PAGES, letter)
}

/// A character in small letters, as `char::to_lowercase` gives them: İ becomes i with a dot above it, all others one character.
pub fn lowered(character: char) -> impl Iterator<Item = char> {
    let (first, second) = match character {
        'İ' => ('i', Some('\u{307}')),
        _ if character.is_ascii() => (character.to_ascii_lowercase(), None),
        _ => (small(character).unwrap_or(character), None),
    };
    std::iter::once(first).chain(second)
}

/// For each page of 256 characters, a bit that says whether one of them has a pair: those of most scripts have none.
type Pages = [u64; 8];

static CAPITAL_PAGES: Pages = pages(&tables::CAPITALS);
static SMALL_PAGES: Pages = pages(&tables::SMALLS);

const fn pages(pairs: &[u32]) -> Pages {
    let (mut pages, mut at) = ([0; 8], 0);
    while at < pairs.len() {
        pages[(pairs[at] >> 14) as usize] |= 1 << (pairs[at] >> 8 & 63);
        at += 2;
    }
    pages
}

fn mapped(pairs: &[u32], pages: &Pages, letter: char) -> Option<char> {
    let number = letter as u32;
    if pages.get((number >> 14) as usize)? >> (number >> 8 & 63) & 1 == 0 {
        return None;
    }
    let (pairs, _) = pairs.as_chunks::<2>();
    let at = pairs.binary_search_by_key(&number, |pair| pair[0]).ok()?;
    char::from_u32(pairs[at][1])
}
