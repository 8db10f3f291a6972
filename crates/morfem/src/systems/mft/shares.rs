//! How often each of several readings of the same letters is meant: `shares.tsv` of a language pack, which only training reads.
//!
//! A corpus does not say which of two readings with the same spelling is meant, so expectation maximisation gives nearly all to one of them:
//! to the one with fewer affixes (Turkish evleri: ev +lArI), or to whichever began ahead (iyiliğin). A row has a group of readings, one of
//! them as one or two glosses, and its share of the group. After every unit the expected counts of the readings of a group are set to these
//! shares; the reading with the share `rest` has what is left. A group with glosses in `after` counts after these alone, and replaces there
//! what the groups before it have set. Readings may also be roots, written as lemma and class (Finnish voi/noun, butter, and voida/verb, of
//! which voi is a form): their expected counts are set in the same way.
//!
//! The mass of one gloss x after a unit a is c(a, x), that of two is c(a, x) P(y | x), because P(y | x) does not depend on a.

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::Last;
use super::pack::{LEXICON, Pack, Root};
use super::read::rows;
use crate::Result;
use crate::files::record::Files;
use crate::files::tsv::Place;

/// The name of the file.
pub const SHARES: &str = "shares.tsv";
const REST: &str = "rest";

/// A reading: an affix and perhaps a second one, or rows of the lexicon.
enum Spelled {
    Affixes(u16, Option<u16>),
    Roots { lemma: String, class: String, rows: Vec<u32> },
}

/// A reading and its share.
struct Reading {
    spelled: Spelled,
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
            let spelled = match (glosses.split_once('/'), glosses.split_once(' ')) {
                (Some((lemma, class)), _) => match roots(pack, lemma, class) {
                    rows if rows.is_empty() => return Err(place.error(format!("{LEXICON} has no root {lemma:?} of the class {class:?}"))),
                    rows => Spelled::Roots { lemma: lemma.to_owned(), class: class.to_owned(), rows },
                },
                (_, Some((first, second))) => Spelled::Affixes(affix(first)?, Some(affix(second)?)),
                _ => Spelled::Affixes(affix(glosses)?, None),
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
                group.readings.push(Reading { spelled, share });
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

    /// Finds the rows of the roots in a pack that has not kept all rows.
    pub fn find_roots(&mut self, pack: &Pack) {
        for reading in self.0.iter_mut().flat_map(|group| &mut group.readings) {
            if let Spelled::Roots { lemma, class, rows } = &mut reading.spelled {
                *rows = roots(pack, lemma, class);
            }
        }
    }

    /// Sets the expected counts of the readings of each group to their shares: those of affixes after each unit in turn.
    pub fn apply(&self, roots: &mut FxHashMap<u32, f64>, affixes: &mut FxHashMap<(Last, u16), f64>, ends: &FxHashMap<Last, f64>) {
        for Group { after, readings: group } in &self.0 {
            share_roots(group, roots);
            let is_first = |affix: u16| group.iter().any(|reading| matches!(reading.spelled, Spelled::Affixes(first, _) if first == affix));
            let mut lasts: Vec<Last> = affixes.keys().filter(|key| is_first(key.1)).map(|key| key.0).collect();
            lasts.retain(|last| after.as_ref().is_none_or(|after| after.contains(last)));
            lasts.sort_unstable();
            lasts.dedup();
            for last in lasts {
                share_affixes(group, last, affixes, ends);
            }
        }
    }
}

/// The rows of a lemma and a class.
fn roots(pack: &Pack, lemma: &str, class: &str) -> Vec<u32> {
    let is_meant = |root: &Root| pack.lemma(root) == lemma && pack.class(root) == class;
    (0..).zip(&pack.roots).filter(|(_, root)| is_meant(root)).map(|(row, _)| row).collect()
}

/// Gives the roots of a group their shares of what all of them have. Rows of one lemma and class keep their proportions.
fn share_roots(group: &[Reading], counts: &mut FxHashMap<u32, f64>) {
    let mass = |reading: &Reading| match &reading.spelled {
        Spelled::Roots { rows, .. } => rows.iter().filter_map(|row| counts.get(row)).sum(),
        Spelled::Affixes(..) => 0.0,
    };
    let masses: Vec<f64> = group.iter().map(mass).collect();
    let total: f64 = masses.iter().sum();
    for (reading, mass) in group.iter().zip(masses) {
        if let Spelled::Roots { rows, .. } = &reading.spelled
            && mass > 0.0
        {
            rows.iter().for_each(|row| *counts.entry(*row).or_default() *= reading.share * total / mass);
        }
    }
}

fn share_affixes(group: &[Reading], last: Last, counts: &mut FxHashMap<(Last, u16), f64>, ends: &FxHashMap<Last, f64>) {
    let readings: Vec<(u16, Option<u16>, f64)> = group
        .iter()
        .filter_map(|reading| match reading.spelled {
            Spelled::Affixes(first, second) => Some((first, second, reading.share)),
            Spelled::Roots { .. } => None,
        })
        .collect();
    let mass = |&(first, second, _): &(u16, Option<u16>, f64)| {
        let alone = counts.get(&(last, first)).copied().unwrap_or_default();
        let Some(second) = second else { return alone };
        let after: f64 = counts.iter().filter(|(key, _)| key.0 == first).map(|(_, count)| count).sum();
        let all = after + ends.get(&first).copied().unwrap_or_default();
        let both = counts.get(&(first, second)).copied().unwrap_or_default();
        if all > 0.0 { alone * both / all } else { 0.0 }
    };
    let masses: Vec<f64> = readings.iter().map(mass).collect();
    let total: f64 = masses.iter().sum();
    for (&(first, second, share), mass) in readings.iter().zip(masses) {
        let more = share * total - mass;
        let mut add = |key: (Last, u16)| {
            let count = counts.entry(key).or_default();
            *count = (*count + more).max(0.0);
        };
        add((last, first));
        if let Some(second) = second {
            add((first, second));
        }
    }
}
