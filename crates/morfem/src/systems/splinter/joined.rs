//! Words with a sign that joins: acronyms, whose gershayim stand before the last letter of their stem (צה"ל, מנכ"לים), and letters with geresh
//! (ג'ירפה). Such a stem has no root. Before it are prefixes; what follows the stem of an acronym is its ending.

use super::alphabet::Alphabet;
use super::clitics::Table;
use super::unit::Unit;

/// Where a word has such signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joints {
    /// The number of the first letter with one behind it.
    pub first: usize,
    /// The same of gershayim.
    acronym: Option<usize>,
}

impl Joints {
    /// The joints among the marks of a word, each with the letter before it.
    pub fn new(alphabet: &Alphabet, points: &[(u8, u8)]) -> Option<Self> {
        let mut joints = points.iter().filter(|point| alphabet.is_joint(point.1));
        let first = joints.next()?;
        // Two signs of geresh are gershayim.
        let is_doubled = |&(letter, mark): &(u8, u8)| points.iter().filter(|point| **point == (letter, mark)).count() == 2;
        let closes = |point: &&(u8, u8)| alphabet.is_acronym(point.1) || alphabet.is_joint(point.1) && is_doubled(point);
        Some(Joints { first: first.0 as usize, acronym: points.iter().find(closes).map(|point| point.0 as usize) })
    }

    /// The length of the stem with its prefixes in a word of so many letters; none if the signs are quotation marks behind a prefix,
    /// as in ב"הארץ".
    pub fn stem_end(&self, letters: &[u8], table: &Table) -> Option<usize> {
        let Some(at) = self.acronym else { return Some(letters.len()) };
        let behind = letters.len() - (at + 1).min(letters.len());
        let is_quotation = behind >= LEAST_QUOTED && table.has_prefix(&letters[..=at]);
        (!is_quotation).then_some((at + 2).min(letters.len()))
    }
}

/// Letters of a word in quotation marks, at least; behind a prefix fewer are the end of an acronym.
const LEAST_QUOTED: usize = 3;

/// What ids are joined from: whether there is a pattern among it, and a prefix.
pub(super) fn joined_from(units: &[Unit], joined: impl Iterator<Item = Vec<u32>>) -> (Vec<bool>, Vec<bool>) {
    let one = |has: fn(&Unit) -> bool| units.iter().map(has).collect::<Vec<bool>>();
    let (mut patterns, mut prefixes) = (one(|unit| matches!(unit, Unit::Pattern(_))), one(|unit| matches!(unit, Unit::Prefix(_))));
    for parts in joined {
        patterns.push(parts.iter().any(|&part| patterns[part as usize]));
        prefixes.push(parts.iter().any(|&part| prefixes[part as usize]));
    }
    (patterns, prefixes)
}
