//! How often each of several readings of the same letters is meant: `shares.tsv` of a language pack, which only training reads.
//!
//! A corpus does not say which of two readings with the same spelling is meant, so expectation maximisation gives nearly all to one of them:
//! to the one with fewer affixes (Turkish evleri: ev +lArI), or to whichever began ahead (iyiliğin). A row has a group of readings, one of
//! them as one or two glosses, and its share of the group. After every unit the expected counts of the readings of a group are set to these
//! shares; the reading with the share `rest` has what is left. A group with glosses in `after` counts after these alone, and replaces there
//! what the groups before it have set.
//!
//! The mass of one gloss x after a unit a is c(a, x), that of two is c(a, x) P(y | x), because P(y | x) does not depend on a.

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::Last;
use super::pack::Pack;
use super::read::rows;
use crate::Result;
use crate::files::record::Files;
use crate::files::tsv::Place;

/// The name of the file.
pub const SHARES: &str = "shares.tsv";
const REST: &str = "rest";

/// A reading: an affix, perhaps a second one, and its share.
struct Reading {
    first: u16,
    second: Option<u16>,
    share: f64,
}

/// The readings that spell the same letters, and after what they stand: None for any unit.
struct Group {
    after: Option<FxHashSet<Last>>,
    readings: Vec<Reading>,
}

/// The groups of readings of a pack.
pub struct Shares(Vec<Group>);

impl Shares {
    /// Reads the file; a pack may lack it.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line of a row that is wrong.
    pub fn new(pack: &Pack, files: &Files) -> Result<Self> {
        let mut groups: Vec<(&str, Group, usize)> = Vec::new();
        if !files.contains_key(SHARES) {
            return Ok(Shares(Vec::new()));
        }
        for (line, [group, after, glosses, share]) in rows(files, SHARES, &["group", "after", "glosses", "share"])? {
            let place = Place(SHARES, line);
            let affix = |gloss: &str| {
                let found = pack.affixes.iter().position(|affix| affix.gloss == gloss).map(|affix| affix as u16);
                found.ok_or_else(|| place.error(format!("there is no affix {gloss:?}; write one or two glosses")))
            };
            let (first, second) = match glosses.split_once(' ') {
                Some((first, second)) => (affix(first)?, Some(affix(second)?)),
                None => (affix(glosses)?, None),
            };
            let share = match share {
                REST => f64::NAN,
                share => share.parse().ok().filter(|share| (0.0..1.0).contains(share)).ok_or_else(|| {
                    place.error(format!("{share:?} is no share; write a number from 0 to 1, or {REST} for what the others leave"))
                })?,
            };
            if groups.last().is_none_or(|last| last.0 != group) {
                let units = after.split(' ').filter(|gloss| !gloss.is_empty()).map(affix).collect::<Result<FxHashSet<Last>>>()?;
                groups.push((group, Group { after: (!after.is_empty()).then_some(units), readings: Vec::new() }, line));
            }
            if let Some((_, group, _)) = groups.last_mut() {
                group.readings.push(Reading { first, second, share });
            }
        }
        for (group, Group { readings, .. }, line) in &mut groups {
            let given: f64 = readings.iter().map(|reading| reading.share).filter(|share| share.is_finite()).sum();
            let rest: Vec<&mut Reading> = readings.iter_mut().filter(|reading| reading.share.is_nan()).collect();
            if given >= 1.0 || rest.len() != 1 {
                return Err(Place(SHARES, *line).error(format!(
                    "the group {group:?} needs one reading with the share {REST}, and less than 1 for the others together"
                )));
            }
            rest.into_iter().for_each(|reading| reading.share = 1.0 - given);
        }
        Ok(Shares(groups.into_iter().map(|(_, group, _)| group).collect()))
    }

    /// Sets the expected counts of the readings of each group to their shares, after each unit in turn.
    pub fn apply(&self, counts: &mut FxHashMap<(Last, u16), f64>, ends: &FxHashMap<Last, f64>) {
        for Group { after, readings: group } in &self.0 {
            let mut lasts: Vec<Last> =
                counts.keys().filter(|key| group.iter().any(|reading| reading.first == key.1)).map(|key| key.0).collect();
            lasts.retain(|last| after.as_ref().is_none_or(|after| after.contains(last)));
            lasts.sort_unstable();
            lasts.dedup();
            for last in lasts {
                Shares::apply_after(group, last, counts, ends);
            }
        }
    }

    fn apply_after(group: &[Reading], last: Last, counts: &mut FxHashMap<(Last, u16), f64>, ends: &FxHashMap<Last, f64>) {
        let mass = |reading: &Reading| {
            let first = counts.get(&(last, reading.first)).copied().unwrap_or_default();
            let Some(second) = reading.second else { return first };
            let after: f64 = counts.iter().filter(|(key, _)| key.0 == reading.first).map(|(_, count)| count).sum();
            let all = after + ends.get(&reading.first).copied().unwrap_or_default();
            let both = counts.get(&(reading.first, second)).copied().unwrap_or_default();
            if all > 0.0 { first * both / all } else { 0.0 }
        };
        let masses: Vec<f64> = group.iter().map(mass).collect();
        let total: f64 = masses.iter().sum();
        for (reading, mass) in group.iter().zip(masses) {
            let more = reading.share * total - mass;
            let mut add = |key: (Last, u16)| {
                let count = counts.entry(key).or_default();
                *count = (*count + more).max(0.0);
            };
            add((last, reading.first));
            if let Some(second) = reading.second {
                add((reading.first, second));
            }
        }
    }
}
