//! What an affix needs: others in the same word, or a stem of a certain shape.
//!
//! `conditions.tsv` has three columns:
//!
//! | column | meaning |
//! |---|---|
//! | `affix` | a prefix, `ke-`, or a suffix, `-i`; `*` is every affix |
//! | `with` | affixes, one of which the word has; none is needed if there is none |
//! | `stem` | shapes, one of which the stem has, with lost letters restored; any if there is none |
//!
//! An affix without a row needs nothing; of several rows one has to be true. A shape is a word in which `.` is any letter, `[abc]` one of
//! some, `[^abc]` one of the others, and `*` behind one of these any number of them. A shape behind `!` is one that the stem must not have.
//!
//! All shapes of a row are compared with a stem at once: each of their signs is a bit, set while a shape may go on with that sign. So a letter
//! costs a few steps, whatever the shapes are.

use rustc_hash::FxHashMap;

use super::affix::Affix;
use super::alphabet::Alphabet;
use crate::Result;
use crate::files::tsv;

const COLUMNS: [&str; 3] = ["affix", "with", "stem"];

/// The table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// By the numbers of prefixes and of suffixes.
    prefixes: FxHashMap<u16, Vec<Condition>>,
    suffixes: FxHashMap<u16, Vec<Condition>>,
    /// Of every affix.
    every: Vec<Condition>,
    /// The file it was read from.
    pub source: String,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
struct Condition {
    /// Numbers of the affixes, one of which the word has.
    prefixes: Vec<u16>,
    suffixes: Vec<u16>,
    shapes: Shapes,
    /// Those that the stem must not have.
    others: Shapes,
}

/// What a stem may look like: as many shapes as fit into 64 bits, and the rest.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shapes(Vec<Block>);

/// Some shapes. Each has a bit for each of its signs, from the lowest on, and one for its end.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    /// For each letter the signs that stand for it.
    takes: Vec<u64>,
    /// The signs with `*`.
    repeated: u64,
    begins: u64,
    ends: u64,
    /// Number of bits.
    size: usize,
}

/// A sign of a shape: some letters, or any but those.
struct Item {
    letters: Vec<u8>,
    is_negated: bool,
    is_repeated: bool,
}

/// Signs of a shape, at most.
const MOST_SIGNS: usize = 63;

impl Conditions {
    /// Reads the table from the file `name`, for these affixes.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet, prefixes: &[Affix], suffixes: &[Vec<u8>]) -> Result<Self> {
        let mut conditions = Conditions { source: source.to_owned(), ..Conditions::default() };
        for (line, [affix, with, stem]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            let numbers = |affix: &str| -> Result<(Vec<u16>, Vec<u16>)> {
                let letters = |text: &str| text.chars().map(|sign| alphabet.number(sign)).collect::<Option<Vec<u8>>>();
                let (before, behind) = (affix.strip_suffix('-').and_then(letters), affix.strip_prefix('-').and_then(letters));
                let before = prefixes.iter().zip(0..).filter(|(known, _)| Some(&known.letters) == before.as_ref());
                let behind = suffixes.iter().zip(0..).filter(|(known, _)| Some(*known) == behind.as_ref());
                let found = (before.map(|found| found.1).collect::<Vec<u16>>(), behind.map(|found| found.1).collect::<Vec<u16>>());
                match found.0.is_empty() && found.1.is_empty() {
                    true => Err(place.error(format!("{affix:?} is no affix of clitics.tsv; write ke- or -an"))),
                    false => Ok(found),
                }
            };
            let mut condition =
                Condition { prefixes: Vec::new(), suffixes: Vec::new(), shapes: Shapes::default(), others: Shapes::default() };
            for affix in with.split_whitespace() {
                let (before, behind) = numbers(affix)?;
                condition.prefixes.extend(before);
                condition.suffixes.extend(behind);
            }
            for shape in stem.split_whitespace() {
                let (shapes, shape) = match shape.strip_prefix('!') {
                    Some(shape) => (&mut condition.others, shape),
                    None => (&mut condition.shapes, shape),
                };
                let items = items(shape, alphabet).filter(|items| items.len() <= MOST_SIGNS).ok_or_else(|| {
                    place.error(format!(
                        "{shape:?} is not a shape: write up to {MOST_SIGNS} letters of the alphabet, . [abc] [^abc], and * behind them"
                    ))
                })?;
                shapes.add(&items, alphabet.len());
            }
            if affix == "*" {
                conditions.every.push(condition);
                continue;
            }
            let (before, behind) = numbers(affix)?;
            before.into_iter().for_each(|number| conditions.prefixes.entry(number).or_default().push(condition.clone()));
            behind.into_iter().for_each(|number| conditions.suffixes.entry(number).or_default().push(condition.clone()));
        }
        Ok(conditions)
    }

    /// Whether some row is about these prefixes and suffixes.
    pub fn ask(&self, prefixes: &[u16], suffixes: &[u16]) -> bool {
        let has_any = !(prefixes.is_empty() && suffixes.is_empty());
        let is_in = |known: &FxHashMap<u16, Vec<Condition>>, affixes: &[u16]| affixes.iter().any(|affix| known.contains_key(affix));
        has_any && !self.every.is_empty() || is_in(&self.prefixes, prefixes) || is_in(&self.suffixes, suffixes)
    }

    /// Whether a stem may have these prefixes and suffixes.
    pub fn allow(&self, prefixes: &[u16], suffixes: &[u16], stem: &[u8]) -> bool {
        if prefixes.is_empty() && suffixes.is_empty() {
            return true;
        }
        let is_true = |condition: &Condition| {
            let is_alone = condition.prefixes.is_empty() && condition.suffixes.is_empty();
            let has = |needed: &[u16], affixes: &[u16]| affixes.iter().any(|affix| needed.contains(affix));
            (is_alone || has(&condition.prefixes, prefixes) || has(&condition.suffixes, suffixes))
                && (condition.shapes.0.is_empty() || condition.shapes.have(stem))
                && !condition.others.have(stem)
        };
        let holds = |known: &FxHashMap<u16, Vec<Condition>>, affix: &u16| known.get(affix).is_none_or(|rows| rows.iter().any(is_true));
        (self.every.is_empty() || self.every.iter().any(is_true))
            && prefixes.iter().all(|affix| holds(&self.prefixes, affix))
            && suffixes.iter().all(|affix| holds(&self.suffixes, affix))
    }
}

/// The signs of a shape.
fn items(text: &str, alphabet: &Alphabet) -> Option<Vec<Item>> {
    let (mut items, mut signs) = (Vec::new(), text.chars().peekable());
    while let Some(sign) = signs.next() {
        let (mut letters, mut is_negated) = (Vec::new(), sign == '.');
        match sign {
            '.' => {}
            '[' => {
                is_negated = signs.next_if_eq(&'^').is_some();
                while signs.next_if_eq(&']').is_none() {
                    letters.push(alphabet.number(signs.next()?)?);
                }
            }
            _ => letters.push(alphabet.number(sign)?),
        }
        items.push(Item { letters, is_negated, is_repeated: signs.next_if_eq(&'*').is_some() });
    }
    Some(items)
}

impl Shapes {
    /// Adds a shape over an alphabet of so many letters.
    fn add(&mut self, items: &[Item], letters: usize) {
        if self.0.last().is_none_or(|block| block.size + items.len() >= u64::BITS as usize) {
            self.0.push(Block { takes: vec![0; letters], repeated: 0, begins: 0, ends: 0, size: 0 });
        }
        let Some(block) = self.0.last_mut() else { return };
        block.begins |= 1 << block.size;
        for item in items {
            let taken = (0u8..).zip(&mut block.takes).filter(|(letter, _)| item.letters.contains(letter) != item.is_negated);
            taken.for_each(|(_, takes)| *takes |= 1 << block.size);
            block.repeated |= u64::from(item.is_repeated) << block.size;
            block.size += 1;
        }
        block.ends |= 1 << block.size;
        block.size += 1;
    }

    /// Whether a stem has one of them.
    fn have(&self, stem: &[u8]) -> bool {
        self.0.iter().any(|block| block.has(stem))
    }
}

impl Block {
    #[inline]
    fn has(&self, stem: &[u8]) -> bool {
        let mut open = self.passed(self.begins);
        for &letter in stem {
            let taken = open & self.takes[letter as usize];
            open = self.passed((taken & !self.repeated) << 1 | taken & self.repeated);
            if open == 0 {
                return false;
            }
        }
        open & self.ends != 0
    }

    /// The same signs, and those behind them that are reached by passing over repeated ones.
    #[inline]
    fn passed(&self, mut open: u64) -> u64 {
        let mut passed = open & self.repeated;
        while passed != 0 {
            open |= passed << 1;
            passed = passed << 1 & self.repeated;
        }
        open
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_splinter_conditions.rs"]
mod tests;
