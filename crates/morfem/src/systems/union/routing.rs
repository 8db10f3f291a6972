//! Which member encodes a word whose script several members share.
//!
//! The model of [`ngrams`](super::ngrams) gives the cost of a word in each language: the sum over its letters, and its end, of -log2 of the
//! probability of the letter behind the letters before it. `^` and `$` stand for the start and the end of a word. Costs are whole numbers
//! of 1/[`UNIT`] bit.
//!
//! The words of a window form a path through the languages. Its cost is the sum of the costs of its words, where a word costs at most
//! `limit` more than in its best language, and `switch` for each change of language. A path begins in the general member, or pays `start`.
//! The path with the least cost wins (Viterbi); of equals, the one with the earlier members. A word of a script that one member alone knows
//! ends a path.

use std::ops::Range;

use super::ngrams::{MOST_COLUMNS, MOST_COST, Ngrams, Row};
use crate::files::tsv;
use crate::{Error, Result};

/// Costs of one bit.
pub const UNIT: f64 = 16.0;

/// The file.
pub const ROUTING: &str = "routing.tsv";
const COLUMNS: [&str; 2] = ["ngram", "costs"];
/// Rows of settings; their names are longer than n-grams.
const SETTINGS: [&str; 3] = ["switch", "starts", "limits"];

/// `switch`, `start` and `limit` of the costs of a path, in 1/[`UNIT`] bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub switch: u32,
    pub start: u32,
    pub limit: u32,
}

/// The language model.
pub struct Routing {
    pub settings: Settings,
    pub rows: Vec<Row>,
    ngrams: Ngrams,
}

/// The cost of a word in each language, less that in its best language, and at most the limit. Each takes sixteen bits. The lowest sixteen
/// bits of the first number are free: the cache of words writes the number of a member there. Two numbers, and not an array of small ones,
/// because a processor waits when it reads as a whole what it has just written to memory in parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs(pub [u64; 2]);

impl Costs {
    /// The cost in a language.
    #[inline(always)]
    pub fn of(self, column: usize) -> u32 {
        (self.0[(column + 1) / 4] >> ((column + 1) % 4 * 16)) as u32 & MOST_COST
    }

    /// Gives a language that has no cost yet one of at most [`MOST_COST`].
    #[inline(always)]
    pub fn set(&mut self, column: usize, cost: u32) {
        self.0[(column + 1) / 4] |= u64::from(cost) << ((column + 1) % 4 * 16);
    }
}

impl Routing {
    /// A model for `columns` languages.
    ///
    /// # Errors
    /// A sentence with the n-gram that is too long, twice there, or has a wrong number of costs.
    pub fn new(settings: Settings, rows: Vec<Row>, columns: usize) -> std::result::Result<Self, String> {
        let ngrams = Ngrams::new(&rows, columns)?;
        Ok(Routing { settings, rows, ngrams })
    }

    /// Reads the file.
    ///
    /// # Errors
    /// [`Error::Table`] with the line, [`Error::Artifact`] for what is wrong with several lines together.
    pub fn read(content: &[u8], columns: usize) -> Result<Self> {
        let (mut settings, mut rows) = ([0; 3], Vec::new());
        for row in tsv::saved_rows(ROUTING, tsv::text(ROUTING, content)?, &COLUMNS)? {
            let (place, [ngram, costs]) = row?;
            let cost = |cost: &str| cost.parse().ok().filter(|&cost: &u32| cost <= MOST_COST);
            let costs: Option<Vec<u32>> = costs.split(' ').map(cost).collect();
            let costs = costs.ok_or_else(|| place.error(format!("costs are whole numbers up to {MOST_COST}, with spaces between")))?;
            match SETTINGS.iter().position(|name| *name == ngram) {
                Some(setting) => settings[setting] = costs[0],
                None => rows.push((ngram.to_owned(), costs)),
            }
        }
        let [switch, start, limit] = settings;
        Routing::new(Settings { switch, start, limit }, rows, columns).map_err(|what| Error::Artifact(format!("{ROUTING}: {what}")))
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut lines = COLUMNS.join("\t") + "\n";
        let Settings { switch, start, limit } = self.settings;
        for (name, cost) in SETTINGS.iter().zip([switch, start, limit]) {
            lines += &format!("{name}\t{cost}\n");
        }
        for (ngram, costs) in &self.rows {
            let costs: Vec<String> = costs.iter().map(u32::to_string).collect();
            lines += &format!("{ngram}\t{}\n", costs.join(" "));
        }
        lines.into_bytes()
    }

    /// The costs of words of a text in each language, less that in the best one of `candidates`, and at most the limit:
    /// calls `visit` with the place of each word and its costs.
    pub fn costs(&self, text: &str, words: &[Range<usize>], candidates: &[usize], mut visit: impl FnMut(usize, Costs)) {
        self.ngrams.costs_of_all(text, words, |word, costs| visit(word, self.above_least(costs, candidates)));
    }

    /// The costs of one word, if `counted` are its own for those of its n-grams.
    pub fn costs_by(&self, word: &str, candidates: &[usize], counted: impl Fn(&[u32]) -> Vec<u32>) -> Costs {
        let mut costs = self.ngrams.costs(word);
        let counted = counted(&costs);
        costs.iter_mut().zip(counted).for_each(|(cost, counted)| *cost = counted);
        self.above_least(costs, candidates)
    }

    #[inline(always)]
    fn above_least(&self, costs: [u32; MOST_COLUMNS], candidates: &[usize]) -> Costs {
        let least = candidates.iter().map(|&column| costs[column]).min().unwrap_or(0);
        let above = |cost: u32| u64::from(cost.saturating_sub(least).min(self.settings.limit).min(MOST_COST));
        let packed = |costs: &[u32]| costs.iter().rev().fold(0, |packed, &cost| packed << 16 | above(cost));
        Costs([packed(&costs[..3]) << 16, packed(&costs[3..])])
    }
}

/// The languages that words of a script may have, in ascending order, and whether the first is the general member.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    pub columns: &'a [usize],
    pub has_general: bool,
}

/// A path through the words of a window.
#[derive(Default)]
pub struct Path {
    /// By language, the cost of the best path that ends in it.
    best: [u32; MOST_COLUMNS],
    words: Vec<Step>,
}

/// A word of a path.
struct Step {
    /// What the caller calls it.
    number: usize,
    /// By language, the language of the word before on the best path: four bits each, the first in the lowest.
    before: u32,
}

impl Path {
    /// Adds a word.
    #[inline]
    pub fn add(&mut self, routing: &Routing, candidates: Candidates, number: usize, costs: Costs) {
        let Settings { switch, start, .. } = routing.settings;
        let is_first = self.words.is_empty();
        if is_first {
            self.best = [if candidates.has_general { start } else { 0 }; MOST_COLUMNS];
            self.best[candidates.columns[0]] = 0;
        }
        let from = least(&self.best, candidates.columns);
        let changed = self.best[from] + switch;
        let mut before = 0;
        for &column in candidates.columns {
            let is_changed = !is_first && changed < self.best[column];
            before |= (if is_changed { from } else { column } as u32) << (4 * column);
            self.best[column] = if is_changed { changed } else { self.best[column] } + costs.of(column);
        }
        self.words.push(Step { number, before });
    }

    /// Ends the path: calls `visit` with each of its words and the language of the best path there.
    pub fn close(&mut self, candidates: Candidates, mut visit: impl FnMut(usize, usize)) {
        let mut column = least(&self.best, candidates.columns);
        for step in self.words.drain(..).rev() {
            visit(step.number, column);
            column = (step.before >> (4 * column) & 15) as usize;
        }
    }
}

/// The first of these languages that cost least.
#[inline]
fn least(costs: &[u32; MOST_COLUMNS], columns: &[usize]) -> usize {
    let mut least = columns[0];
    for &column in columns {
        if costs[column] < costs[least] {
            least = column;
        }
    }
    least
}
