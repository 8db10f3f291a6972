//! The best analyses of a word, best first, with roots, affixes and glosses; and the one that its sentence makes the best.
//!
//! The lattice of a word holds all its analyses as paths. The search starts at the end of the word and goes back. Each hypothesis stores
//! the score of the best path from the beginning of the word to it. That score plus the score of the path behind the hypothesis is the best
//! total that the path can still reach. So paths are completed in the order of their scores (A* with an exact estimate). Two paths with the
//! same units are one analysis.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::context::Word;
use super::encode::Mft;
use super::grammar::{Analysis, Grammar, LatticeBuffers, NONE_BEFORE, Part, Reading, repeats};
use crate::result::analysis::WordAnalysis;
use crate::text::properties;

/// Maximum number of paths that are completed for each analysis asked for: several paths may have the same units.
const PATHS: usize = 64;

/// Number of analyses among which the words around a word choose, or the affixes that are to follow.
pub(super) const ANALYSES: usize = 8;

/// A path from a hypothesis, or from the beginning of the word, to its end.
struct Path {
    /// Score of the path, plus that of the best path to its hypothesis.
    total: f64,
    /// Score of the path alone.
    behind: f64,
    at: u32,
    parts: Vec<(Part, usize)>,
    /// Of paths with equal scores, the one made earlier comes first.
    number: usize,
}

impl Ord for Path {
    fn cmp(&self, other: &Self) -> Ordering {
        self.total.total_cmp(&other.total).then_with(|| other.number.cmp(&self.number))
    }
}

impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Path {}

impl Grammar {
    /// The `count` best analyses of a text, which is `word` in small letters, and the word as they have it; the first is the one from
    /// [`Grammar::respelled`] or else [`Grammar::analyze`]. `same` maps parts that count as the same unit to one part.
    pub(super) fn best_analyses(&self, text: &str, word: &str, count: usize, same: impl Fn(Part) -> Part) -> (String, Vec<Analysis>) {
        let mut buffers = LatticeBuffers::default();
        let usual = self.analyze(word, &mut buffers);
        let other = self.respelled(text, word, usual.as_ref(), &mut buffers);
        let (word, first, reading) = match (&other, usual) {
            (Some(other), _) => (other.small.as_str(), other.analysis.clone(), other.reading),
            (None, Some(first)) if matches!(first.parts[0].0, Part::Stem { .. }) => (word, first, Reading::Stems),
            (None, Some(first)) if first.roots().count() > 1 => (word, first, Reading::Compounds),
            (None, Some(first)) => (word, first, Reading::Roots),
            (None, None) => return (word.to_owned(), Vec::new()),
        };
        let units = |parts: &[(Part, usize)]| parts.iter().map(|&(part, end)| (same(part), end)).collect::<Vec<_>>();
        let mut known: FxHashSet<Vec<(Part, usize)>> = FxHashSet::default();
        known.insert(units(&first.parts));
        let mut found = vec![first];
        let (edges, ends) = self.lattice(word, reading, &mut buffers);
        let mut waiting = BinaryHeap::new();
        for (at, last) in ends {
            let behind = self.scores().ends[last as usize];
            let number = waiting.len();
            waiting.push(Path { total: buffers.score(at) + behind, behind, at, parts: Vec::new(), number });
        }
        let mut number = waiting.len();
        let mut completed = 0;
        while found.len() < count
            && completed < PATHS.saturating_mul(count)
            && let Some(path) = waiting.pop()
        {
            if path.at == NONE_BEFORE {
                completed += 1;
                let parts: Vec<(Part, usize)> = path.parts.into_iter().rev().collect();
                if known.insert(units(&parts)) {
                    found.push(Analysis { parts, score: path.total + reading.score() });
                }
                continue;
            }
            for edge in edges.iter().filter(|edge| edge.to == path.at) {
                let behind = path.behind + edge.score;
                let before = if edge.from == NONE_BEFORE { 0.0 } else { buffers.score(edge.from) };
                let mut parts = path.parts.clone();
                parts.push((edge.part, buffers.end(edge.to)));
                number += 1;
                waiting.push(Path { total: before + behind, behind, at: edge.from, parts, number });
            }
        }
        (word.to_owned(), found)
    }
}

impl Mft {
    /// The `count` best analyses of a word, best first; empty if the grammar finds none. The tokenizer uses the first.
    pub fn best_analyses(&self, word: &str, count: usize) -> Vec<WordAnalysis> {
        let (typed, analyses) = self.analyses_as_typed(word, count);
        analyses.iter().map(|analysis| self.described(word, &typed, analysis)).collect()
    }

    /// The roots and scores of these.
    pub fn best_roots(&self, word: &str, count: usize) -> Vec<(String, f64)> {
        let (typed, analyses) = self.analyses_as_typed(word, count);
        analyses.iter().map(|analysis| (self.root(&typed, analysis).to_owned(), analysis.score)).collect()
    }

    /// The best analyses of a word, and the word in small letters as it is typed in them.
    fn analyses_as_typed(&self, word: &str, count: usize) -> (String, Vec<Analysis>) {
        let mut small = String::new();
        self.grammar.pack.casing.straighten(word, &mut small);
        let same = |part: Part| match part {
            Part::Root(row) => self.root_id(row).map_or(part, Part::Root),
            // Whatever harmony a stem may have, it is the same letters.
            Part::Stem { .. } => Part::Stem { harmony: 0, is_other: false },
            other => other,
        };
        if small.is_empty() || count == 0 {
            return (small, Vec::new());
        }
        self.grammar.best_analyses(word, &small, count, same)
    }

    /// The root of an analysis of a word in small letters. That of a compound is that of its last part, which inflects.
    fn root<'a>(&'a self, small: &'a str, analysis: &Analysis) -> &'a str {
        let begins = std::iter::once(0).chain(analysis.parts.iter().map(|&(_, end)| end));
        let root = |(&(part, end), begin): (&(Part, usize), usize)| match part {
            Part::Root(row) => Some(self.grammar.pack.lemma(&self.grammar.pack.roots[row as usize])),
            Part::Stem { .. } => Some(&small[begin..end]),
            Part::Affix(_) | Part::Apostrophe => None,
        };
        analysis.parts.iter().zip(begins).filter_map(root).last().unwrap_or_default()
    }

    /// An analysis of a word, which is `small` in small letters, but may have some of them more often.
    fn described(&self, word: &str, small: &str, analysis: &Analysis) -> WordAnalysis {
        let mut straight = String::new();
        self.grammar.pack.casing.straighten(word, &mut straight);
        let mut more = repeats(small, &straight).into_iter();
        let mut described = WordAnalysis {
            root: self.root(small, analysis).to_owned(),
            class: None,
            affixes: Vec::new(),
            glosses: Vec::new(),
            segments: Vec::new(),
            score: analysis.score,
        };
        // A small letter may differ from its capital in bytes, but both are one character.
        let mut letters = word.chars();
        let (mut begin, mut held) = (0, String::new());
        for &(part, end) in &analysis.parts {
            // Letters that are written on to a number have no sign before them.
            let has_sign = part != Part::Apostrophe || letters.clone().next().is_some_and(|sign| self.grammar.pack.casing.sets_apart(sign));
            let count: usize = more.by_ref().take(small[begin..end].chars().count()).map(|more| 1 + more).sum();
            let count = if has_sign { count } else { 0 };
            let surface: String = held.drain(..).chain(letters.by_ref().take(count)).collect();
            match part {
                Part::Apostrophe => {
                    held = surface;
                    begin = end;
                    continue;
                }
                Part::Root(row) => described.class = Some(self.grammar.pack.class(&self.grammar.pack.roots[row as usize]).to_owned()),
                Part::Stem { .. } => {}
                Part::Affix(affix) => {
                    described.affixes.push(format!("+{}", self.affix_names[affix as usize]));
                    described.glosses.push(self.grammar.pack.affixes[affix as usize].gloss.clone());
                }
            }
            described.segments.push(surface);
            begin = end;
        }
        described
    }
}

impl Mft {
    /// The words of a text, each with its analyses. `chunks` are words, and signs between them.
    fn words(&self, chunks: &[&str]) -> Vec<Word> {
        let mut known: FxHashMap<&str, Vec<WordAnalysis>> = FxHashMap::default();
        let context = &self.context;
        chunks
            .iter()
            .map(|&chunk| {
                let is_word = chunk.starts_with(properties::is_alphanumeric);
                let analyses = known.entry(chunk).or_insert_with(|| if is_word { self.best_analyses(chunk, ANALYSES) } else { Vec::new() });
                context.word(chunk, analyses.clone())
            })
            .collect()
    }

    /// The analysis of each chunk of a text that its context makes the best; None for signs, and where there is none.
    pub fn analyses_in_text(&self, chunks: &[&str]) -> Vec<Option<WordAnalysis>> {
        let words = self.words(chunks);
        let choose = |(at, word): (usize, &Word)| {
            let first = word.analyses.first()?;
            if self.context.is_empty() || word.analyses.len() == 1 {
                return Some(first.clone());
            }
            let features = self.context.features(&words, at);
            let total = |analysis: &&WordAnalysis| analysis.score + self.context.gain(analysis, &features);
            // Of equal ones the first.
            word.analyses.iter().rev().max_by(|one, other| total(one).total_cmp(&total(other))).cloned()
        };
        words.iter().enumerate().map(choose).collect()
    }

    /// The features of the context of each chunk, for the program that learns the weights.
    pub fn contexts(&self, chunks: &[&str]) -> Vec<Vec<String>> {
        let words = self.words(chunks);
        (0..words.len()).map(|at| self.context.features(&words, at)).collect()
    }
}
