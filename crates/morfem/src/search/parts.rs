//! A word's roots and its stem, from a unit model or any tokenizer.
//!
//! - A unit model ([`super::unit_model`]) gives the units that carry content as roots. They are no independent evidence, so each of n units
//!   counts 1 / √n in a query.
//! - A tokenizer that explains words (Splinter) gives the root, and the stem without clitics.
//! - One with a grammar (MFT) gives the root of the best analysis, and the text before its first affix as the stem. For a query, each root
//!   among the best analyses counts with the probability of its analyses.
//! - Any other gives the word as its stem.

use super::table::Table;
use super::unit_model::Split;
use crate::result::analysis::{WordAnalysis, shares};
use crate::surface::apostrophe::APOSTROPHES;
use crate::text::properties::lowered;
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;

/// Most analyses of a word of a query.
const ANALYSES: usize = 4;
/// A root less probable than this does not count (docs/design/search.md).
const LEAST: f32 = 0.1;

/// What a word consists of.
#[derive(Debug, Default)]
pub struct Parts {
    /// Roots with their probabilities; none if the word has no known root.
    pub roots: Vec<(String, f32)>,
    /// The word without clitics and inflection, as it is written.
    pub stem: String,
}

impl Parts {
    /// The parts of a word by its units. There is no root if no unit carries content.
    pub fn of_split(split: &Split, is_function: impl Fn(&str) -> bool) -> Self {
        let content = split.content(is_function);
        let share = 1.0 / (content.len() as f32).sqrt();
        Parts { roots: content.into_iter().map(|unit| (unit, share)).collect(), stem: split.stem() }
    }

    /// The parts of a word of a document: its best analysis.
    pub fn of_document(tokenizer: &Tokenizer, table: &Table, word: &str) -> Self {
        explained(tokenizer, table, word).unwrap_or_else(|| of_units(tokenizer, word))
    }

    /// The parts of a word of a query: all probable analyses.
    pub fn of_query(tokenizer: &Tokenizer, table: &Table, word: &str) -> Self {
        let mut parts = Parts::of_document(tokenizer, table, word);
        if !parts.roots.is_empty()
            && let Some(analyses) = tokenizer.abilities().analyses(word, ANALYSES)
        {
            parts.roots = probable(&analyses, &parts.roots[0].0);
        }
        parts
    }
}

/// Root and stem by an explanation: the steps at the beginning that remove a clitic, `+ו-` or `+-ه`, lead to the stem. At a clitic that the
/// table does not allow, the rest is a stem without a root.
fn explained(tokenizer: &Tokenizer, table: &Table, word: &str) -> Option<Parts> {
    let explanation = match tokenizer.abilities().explain(word, &|_| false)? {
        Ok(explanation) => explanation,
        // Characters of another script.
        Err(_) => return Some(Parts { roots: Vec::new(), stem: word.to_owned() }),
    };
    let mut stem = word;
    for step in &explanation.steps {
        let before = step.token.strip_prefix('+').and_then(|token| token.strip_suffix('-'));
        let is_clitic = before.is_some_and(|clitic| !clitic.is_empty()) || (step.token.len() > 2 && step.token.starts_with("+-"));
        if !is_clitic {
            break;
        }
        if before.is_some_and(|clitic| !table.allows(clitic, &step.left)) {
            return Some(Parts { roots: Vec::new(), stem: stem.to_owned() });
        }
        stem = &step.left;
    }
    Some(Parts { roots: explanation.root.map(|root| (root, 1.0)).into_iter().collect(), stem: stem.to_owned() })
}

/// Root and stem by the units of the encoding.
fn of_units(tokenizer: &Tokenizer, word: &str) -> Parts {
    let encoding = tokenizer.encode_units(word, false);
    let affix = encoding.kinds.iter().position(|&kind| kind == Kind::Affix);
    let end = affix.map_or(word.len(), |at| encoding.byte_offsets[at].0);
    let stem = word.get(..end).filter(|stem| !stem.is_empty()).unwrap_or(word);
    let root = encoding.kinds.iter().position(|&kind| kind == Kind::Root);
    let roots = root.map(|at| (lemma(&encoding.tokens[at]).to_owned(), 1.0)).into_iter().collect();
    Parts { roots, stem: stem.trim_end_matches(APOSTROPHES).to_owned() }
}

/// The lemma of the token of a root: `▁yüz/verb` stands for yüz.
fn lemma(token: &str) -> &str {
    let token = token.strip_prefix('▁').unwrap_or(token);
    token.split_once('/').map_or(token, |(lemma, _)| lemma)
}

/// The roots of analyses with their probabilities, the best first; `best` is the one that the tokenizer chooses.
fn probable(analyses: &[WordAnalysis], best: &str) -> Vec<(String, f32)> {
    let mut roots: Vec<(String, f32)> = vec![(best.to_owned(), 0.0)];
    let are_equal = |one: &str, other: &str| one.chars().flat_map(lowered).eq(other.chars().flat_map(lowered));
    for (analysis, share) in analyses.iter().zip(shares(analyses)) {
        let share = share as f32;
        match roots.iter_mut().find(|(root, _)| are_equal(root, &analysis.root)) {
            Some((_, probability)) => *probability += share,
            None => roots.push((analysis.root.clone(), share)),
        }
    }
    roots[0].1 = if roots[0].1 == 0.0 { 1.0 } else { roots[0].1 };
    roots.retain(|(_, probability)| *probability >= LEAST);
    roots
}
