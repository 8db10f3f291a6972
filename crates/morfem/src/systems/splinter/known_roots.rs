//! Roots that a linguist writes, above all those that do not show all of their letters in every form.
//!
//! `known_roots.tsv` has a column `root`, three or four letters as they count in roots. A root of the table competes with the others,
//! but counts as if more forms of it had been seen: of גרתי can be said by no count that it is גור and not גרת, while a dictionary knows.
//! A row may also be a rule for letters at the edge of a root of three letters that the table has not. `ו__` as `י__`, in a second column,
//! makes ילד of the ולד that מולדת shows; at the edge of the stem there is no such root. `__ו` as nothing says that no root ends in ו: what
//! stands there is an ending; `__ה` as itself, that ה ends a root only at the edge of the stem: שוהים is no שוה; nor is it double: לישה is no שהה. A root that is listed as itself
//! may end elsewhere: גבוהים is גבה. `_ء_` as nothing says that no root has ء in the middle.
//!
//! A stem that is nothing but two letters of a root, as קמ is of קומ, has a root only if the table has it.

use rustc_hash::FxHashSet;

use super::alphabet::Alphabet;
use super::packed::{SLOT, small};
use super::root::Root;
use crate::Result;
use crate::files::tsv;

const COLUMNS: [&str; 2] = ["root", "as"];
/// The place of a letter of a root in a rule.
const PLACE: char = '_';

/// The table.
#[derive(Clone, Debug, Default)]
pub struct KnownRoots {
    pub roots: Vec<Vec<u8>>,
    /// The same, [`small`].
    numbers: FxHashSet<u32>,
    /// Those that may end anywhere in a stem.
    steady: FxHashSet<u32>,
    /// What the first letter of a root is written as, and the last, by letter.
    first: Rules,
    last: Rules,
    /// The letters that no root has in the middle, as those that are written as nothing.
    middle: Rules,
    /// The file it was read from.
    pub source: String,
}

/// For each letter what it is written as, if there is a rule, [`SLOT`] for nothing.
#[derive(Clone, Debug, Default)]
struct Rules(Vec<Option<u8>>);

impl Rules {
    #[inline]
    fn get(&self, letter: u8) -> Option<u8> {
        self.0.get(letter as usize).copied().flatten()
    }

    /// Adds a rule; false if the letter has one.
    fn insert(&mut self, letter: u8, written: u8) -> bool {
        self.0.resize(self.0.len().max(letter as usize + 1), None);
        self.0[letter as usize].replace(written).is_none()
    }
}

impl KnownRoots {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let mut known = KnownRoots { source: source.to_owned(), ..KnownRoots::default() };
        for (line, [text, written]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            if text.contains(PLACE) || !written.is_empty() && written != text {
                known.read_rule(place, text, written, alphabet)?;
                continue;
            }
            let root = alphabet.spelled(place, text, &format!("write {text:?} with its letters"))?;
            if !(3..=4).contains(&root.len()) {
                return Err(place.error(format!("{text:?} has {} letters; a root has three or four", root.len())));
            }
            if let Some(&letter) = root.iter().find(|&&letter| alphabet.base(letter) != letter) {
                let (letter, base) = (alphabet.letter(letter), alphabet.letter(alphabet.base(letter)));
                return Err(place.error(format!("{text:?}: {letter} counts as {base} in a root; write {base}")));
            }
            if !known.numbers.insert(small(root.iter().copied())) {
                return Err(place.error(format!("{text:?} is listed twice; remove one of the two rows")));
            }
            if !written.is_empty() {
                known.steady.insert(small(root.iter().copied()));
            }
            known.roots.push(root);
        }
        Ok(known)
    }

    /// Reads a row that says how a letter is written.
    fn read_rule(&mut self, place: tsv::Place, text: &str, written: &str, alphabet: &Alphabet) -> Result<()> {
        let fault = || {
            place.error(format!(
                "{text:?} as {written:?}: a rule is two places and a letter at the same edge in both columns, such as __י as __ה"
            ))
        };
        let letter = |cell: &str| -> Option<(bool, u8)> {
            let signs: Vec<char> = cell.chars().collect();
            let (is_first, sign) = match signs[..] {
                [PLACE, PLACE, last] => (false, last),
                [first, PLACE, PLACE] => (true, first),
                _ => return None,
            };
            alphabet.number(sign).filter(|&letter| alphabet.base(letter) == letter).map(|letter| (is_first, letter))
        };
        if let [PLACE, middle, PLACE] = text.chars().collect::<Vec<char>>()[..] {
            let middle = alphabet.number(middle).ok_or_else(fault)?;
            return match written.is_empty() && self.middle.insert(middle, SLOT) {
                true => Ok(()),
                false => Err(place.error(format!("{text:?} has a row already, or is written as {written:?}; leave as empty, in one row"))),
            };
        }
        let Some((is_first, from)) = letter(text) else { return Err(fault()) };
        let to = match (written, letter(written)) {
            ("", _) => SLOT,
            (_, Some((is_as_well, to))) if is_first == is_as_well => to,
            _ => return Err(fault()),
        };
        let rules = if is_first { &mut self.first } else { &mut self.last };
        match rules.insert(from, to) {
            true => Ok(()),
            false => Err(place.error(format!("{text:?} has a row already; keep one of the two"))),
        }
    }

    /// A root with other letters at its edges where the rules say so, and the root, [`small`]; none if there is no such root. `key` are its
    /// letters without rules, `length` the letters of the stem.
    #[inline]
    pub fn of_key(&self, root: Root, key: u32, length: usize) -> Option<(Root, u32)> {
        if key >> 24 != 0 || self.first.0.is_empty() && self.last.0.is_empty() && self.middle.0.is_empty() {
            return Some((root, key));
        }
        if self.has(key) {
            let last = (key as u8) - 1;
            let is_written = root.restored.is_none_or(|restored| restored.index != 2);
            let ends_inside = is_written && root.hull().1 < length && self.last.get(last) == Some(last) && !self.steady.contains(&key);
            return (!ends_inside).then_some((root, key));
        }
        let is_restored = |index: u8| root.restored.is_some_and(|restored| restored.index == index);
        if self.middle.get((key >> 8) as u8 - 1).is_some() && !is_restored(1) {
            return None;
        }
        let (begin, end) = root.hull();
        let (mut edges, mut as_written) = ([SLOT; 2], key);
        for (edge, (rules, index, shift, is_outer)) in
            [(&self.first, 0, 16, begin == 0), (&self.last, 2, 0, end == length)].into_iter().enumerate()
        {
            let letter = (key >> shift) as u8 - 1;
            if let Some(other) = rules.get(letter).filter(|_| !is_restored(index)) {
                match other {
                    _ if other == letter && is_outer => continue,
                    _ if other == SLOT || other == letter || is_outer => return None,
                    _ => edges[edge] = other,
                }
                as_written = as_written & !(0xff << shift) | (other as u32 + 1) << shift;
            }
        }
        Some((Root { edges, ..root }, as_written))
    }

    /// Whether a root may have a letter twice, of which one is not written: no letter that ends a root only at the edge of a stem.
    #[inline]
    pub fn may_double(&self, letter: u8) -> bool {
        self.last.get(letter) != Some(letter)
    }

    /// Whether a root, [`small`], is in the table.
    #[inline]
    pub fn has(&self, root: u32) -> bool {
        self.numbers.contains(&root)
    }
}
