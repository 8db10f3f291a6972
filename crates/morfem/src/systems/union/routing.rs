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
        self.ngrams.costs_of_all(text, words, |word, costs| {
            let least = candidates.iter().map(|&column| costs[column]).min().unwrap_or(0);
            let above = |cost: u32| u64::from(cost.saturating_sub(least).min(self.settings.limit).min(MOST_COST));
            let packed = |costs: &[u32]| costs.iter().rev().fold(0, |packed, &cost| packed << 16 | above(cost));
            visit(word, Costs([packed(&costs[..3]) << 16, packed(&costs[3..])]));
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn routing() -> Routing {
        let rows = [("^", [0, 0]), ("$", [9, 9]), ("a", [10, 90]), ("b", [90, 10]), ("^b", [200, 5])];
        let rows = rows.map(|(ngram, costs)| (ngram.to_owned(), costs.to_vec())).to_vec();
        Routing::new(Settings { switch: 100, start: 20, limit: 150 }, rows, 2).unwrap()
    }

    #[test]
    fn a_word_costs_what_its_longest_ngrams_cost_up_to_the_limit() {
        let cost = |word| {
            let mut found = [0; 2];
            routing().costs(word, std::slice::from_ref(&(0..word.len())), &[0, 1], |_, costs| found = [costs.of(0), costs.of(1)]);
            found
        };
        assert_eq!(cost("a"), [0, 80]);
        assert_eq!(cost("ab"), [0, 0]);
        assert_eq!(cost("b"), [150, 0], "195 more, of which the limit counts");
        assert_eq!(cost("ю"), [0, 0], "an unknown letter says nothing");
    }

    #[test]
    fn the_path_with_the_least_cost_wins() {
        let languages = |text: &str| {
            let (routing, mut path, mut found) = (routing(), Path::default(), Vec::new());
            let candidates = Candidates { columns: &[0, 1], has_general: true };
            let words: Vec<Range<usize>> = (0..text.len()).step_by(2).map(|at| at..at + 1).collect();
            routing.costs(text, &words, candidates.columns, |number, costs| path.add(&routing, candidates, number, costs));
            path.close(candidates, |number, column| found.push((number, column)));
            found.sort_unstable();
            found.into_iter().map(|(_, column)| column).collect::<Vec<_>>()
        };
        assert_eq!(languages("a a"), [0, 0]);
        assert_eq!(languages("b b"), [1, 1]);
        assert_eq!(languages("b a b"), [1, 1, 1], "one word that is 80 dearer is not worth two changes of 100");
        assert_eq!(languages("b a a a b"), [1, 0, 0, 0, 1]);
    }

    #[test]
    fn of_paths_that_cost_the_same_the_first_language_wins_and_no_change_is_made_for_nothing() {
        let languages = |words: &[[u32; 2]], has_general: bool| {
            let (routing, mut path, mut found) = (routing(), Path::default(), Vec::new());
            let candidates = Candidates { columns: &[0, 1], has_general };
            for (number, each) in words.iter().enumerate() {
                let mut costs = Costs::default();
                each.iter().enumerate().for_each(|(column, &cost)| costs.set(column, cost));
                path.add(&routing, candidates, number, costs);
            }
            path.close(candidates, |_, column| found.insert(0, column));
            found
        };
        assert_eq!(languages(&[[0, 0]], false), [0], "the first language");
        // To change costs 100, as much as the dearer language of one word: nothing is won.
        assert_eq!(languages(&[[100, 0], [0, 100]], false), [0, 0]);
        assert_eq!(languages(&[[101, 0], [0, 100]], false), [1, 0]);
        assert_eq!(languages(&[[101, 0], [0, 99]], false), [1, 1]);
        // A text that begins in another language than that of general text costs 20.
        assert_eq!(languages(&[[20, 0]], true), [0]);
        assert_eq!(languages(&[[21, 0]], true), [1]);
    }

    #[test]
    fn the_file_comes_back() {
        let routing = routing();
        let again = Routing::read(&routing.write(), 2).unwrap();
        assert_eq!((again.settings, again.rows), (routing.settings, routing.rows));
        for (content, said) in [("ngram\tcosts\na\t1\n", "languages"), ("ngram\tcosts\na\tx y\n", "line 2"), ("x\n", "columns")] {
            assert!(Routing::read(content.as_bytes(), 2).err().unwrap().to_string().contains(said));
        }
    }
}
