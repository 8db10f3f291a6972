//! A word's roots and its stem, from a unit model or any tokenizer.
//!
//! - A unit model ([`super::unit_model`]) gives the units that carry content as roots. They are no independent evidence, so each of n units
//!   counts 1 / √n in a query.
//! - A tokenizer that explains words (Splinter) gives the root, and the stem without clitics.
//! - One with a grammar (MFT) gives the root of the best analysis, and the text before its first affix as the stem. A compound has all its
//!   roots, which share the weight as units do. A word of which a part is
//!   only pieces has no root. For a query, each root among the best analyses counts with the probability of its analyses. So it does for a
//!   document if the word begins with a longer root than the best one ([`Lemmas`]), as romanın (of Rome) does with roman (novel): to ask for
//!   all analyses of all words would take three times as long. A word that is a lemma as it stands always has this one too: salı (Tuesday)
//!   is mostly sal (raft) with an ending. A word that it does not know, or knows as a name only, may be a root typed without its letters: goz,
//!   göz (eye). So may any word of a query, with the least probability.
//! - Any other gives the word as its stem.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fold::Folds;
use super::table::Table;
use super::unit_model::{Split, Unit};
use crate::result::analysis::shares;
use crate::surface::apostrophe::APOSTROPHES;
use crate::text::properties::lowered;
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;

/// The sign in an acronym: צה"ל.
pub const ACRONYM: char = '"';
/// Most analyses of a word of a query.
const ANALYSES: usize = 4;
/// A root less probable than this does not count (docs/design/search.md).
const LEAST: f32 = 0.1;
/// A shorter word that the tokenizer does not know is rather an abbreviation than a root typed without its letters.
const SHORTEST_TYPED: usize = 3;
/// By how much, in nats, a root must be more probable than a known word that may be its spelling without marks, or with letters drawn out.
pub const RATHER: f64 = 1.5;

/// The roots of a tokenizer that analyses words, folded; none for any other.
pub struct Lemmas {
    /// By their ids, as they are written.
    of_ids: FxHashMap<u32, String>,
    roots: FxHashSet<String>,
    /// The roots by their spelling in a word that the tokenizer does not know, where it is another one: göz by goz.
    typed: FxHashMap<String, Vec<String>>,
}

impl Lemmas {
    /// The roots in the vocabulary.
    pub fn new(tokenizer: &Tokenizer, folds: &Folds) -> Self {
        let vocabulary = tokenizer.vocabulary();
        let has_analyses = tokenizer.abilities().roots("", 1).is_some();
        let ids = (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) == Kind::Root);
        let of_ids: FxHashMap<u32, String> = ids.map(|id| (id, lemma(&vocabulary.token(id)).to_owned())).collect();
        let roots: FxHashSet<String> = of_ids.values().filter(|_| has_analyses).map(|root| folds.letters(root)).collect();
        let mut typed: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for root in &roots {
            let key = folds.unknown(root);
            // Two words of the language that differ in the letters i and ı only, as sınır (border) and sinir (nerve), are two words.
            let is_another = roots.contains(&key) && folds.other_reading(root).is_some_and(|other| folds.letters(&other) == key);
            if key != *root && key.chars().count() >= SHORTEST_TYPED && !is_another {
                typed.entry(key).or_default().push(root.clone());
            }
        }
        typed.values_mut().for_each(|roots| roots.sort());
        Lemmas { of_ids, roots, typed }
    }

    /// Whether there are any.
    pub fn is_lexicon(&self) -> bool {
        !self.roots.is_empty()
    }

    /// The roots that a folded word may be, typed without letters that a keyboard may lack.
    fn typed(&self, word: &str, folds: &Folds) -> &[String] {
        self.typed.get(&folds.unknown(word)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a root longer than the stem is at the beginning of a folded word.
    fn has_longer(&self, word: &str, stem: &str) -> bool {
        let longer = word.char_indices().map(|(at, _)| at).skip(stem.chars().count() + 1);
        longer.into_iter().any(|end| self.roots.contains(&word[..end]))
    }
}

/// What a word consists of.
#[derive(Debug, Default)]
pub struct Parts {
    /// Roots with their probabilities; none if the word has no known root.
    pub roots: Vec<(String, f32)>,
    /// The word without clitics and inflection, as it is written.
    pub stem: String,
    /// Whether the root is written with a capital in the lexicon.
    pub is_name: bool,
}

impl Parts {
    /// The parts of a word by its units. There is no root if no unit carries content.
    pub fn of_split(split: &Split, is_function: impl Fn(&str, Unit) -> bool) -> Self {
        let content = split.content(is_function);
        let share = 1.0 / (content.len() as f32).sqrt();
        Parts { roots: content.into_iter().map(|unit| (unit, share)).collect(), stem: split.stem(), is_name: false }
    }

    /// The parts of a word that is its own stem, with its root; an empty one is none.
    pub fn of_whole(word: &str, root: &str) -> Self {
        let roots = Some(root).filter(|root| !root.is_empty()).map(|root| (root.to_owned(), 1.0));
        Parts { roots: roots.into_iter().collect(), stem: word.to_owned(), is_name: false }
    }

    /// The parts of a word by its best analysis.
    pub fn of_best(tokenizer: &Tokenizer, lemmas: &Lemmas, table: &Table, folds: &Folds, word: &str) -> Self {
        explained(tokenizer, table, folds, word).unwrap_or_else(|| of_units(tokenizer, lemmas, word))
    }

    /// Adds the roots of other probable analyses of a word, which is `folded` in the letters of terms: for a query of all, for a document
    /// where a root is longer than the best one.
    pub fn add_probable(&mut self, tokenizer: &Tokenizer, lemmas: &Lemmas, folds: &Folds, (word, folded): (&str, &str), is_query: bool) {
        let Some((best, _)) = self.roots.first().filter(|_| lemmas.is_lexicon()) else { return };
        let is_compound = self.roots.len() > 1;
        if !is_compound
            && (is_query || lemmas.has_longer(folded, &self.stem))
            && let Some(roots) = tokenizer.abilities().roots(word, ANALYSES)
        {
            self.roots = probable(&roots, best);
        }
        if lemmas.roots.contains(folded) {
            self.add_root(folded, LEAST, folds);
        }
    }

    /// Adds the roots that a word, `folded` in the letters of terms, may be, typed without letters that a keyboard may lack: with equal
    /// probabilities if it has no known root, with the least one if it is a name. A word of a query, or one that has only some of its marks,
    /// has the roots that are much more probable than itself: kus (vomit) is rather kuş (bird), düsünce no form of dü.
    pub fn add_typed(&mut self, tokenizer: &Tokenizer, lemmas: &Lemmas, folds: &Folds, (word, folded): (&str, &str), is_query: bool) {
        let is_plain = word.is_ascii();
        if !is_plain && lemmas.roots.contains(folded) {
            return;
        }
        let typed: Vec<&String> =
            lemmas.typed(folded, folds).iter().filter(|root| is_without_marks(folded, root, folds, is_plain)).collect();
        let share = if self.roots.is_empty() { 1.0 / typed.len() as f32 } else { LEAST };
        let is_any = is_plain && (self.roots.is_empty() || self.is_name);
        for root in typed {
            let is_rather = || (is_query || !is_plain) && score(tokenizer, root) > score(tokenizer, word) + RATHER;
            if is_any || is_rather() {
                self.add_root(root, share, folds);
            }
        }
    }

    /// The parts of a name in capitals, with the root that it has in its other reading.
    pub fn with_name(mut self, other: &str) -> Self {
        if other.chars().all(char::is_uppercase) {
            self.roots.push((other.to_owned(), LEAST));
        }
        self
    }

    fn add_root(&mut self, root: &str, share: f32, folds: &Folds) {
        if self.roots.iter().all(|(own, _)| folds.letters(own) != *root) {
            self.roots.push((root.to_owned(), share));
        }
    }
}

/// Whether a folded word is a folded root in which only marks are left out. Who types some marks types ı and i as they are.
fn is_without_marks(word: &str, root: &str, folds: &Folds, is_plain: bool) -> bool {
    let mut buffer = [0; 4];
    let mut is_left_out = |plain: char, letter: char| {
        let letter = &*letter.encode_utf8(&mut buffer);
        letter.starts_with(plain) || ((is_plain || folds.other_reading(letter).is_none()) && folds.unknown(letter).starts_with(plain))
    };
    word.chars().zip(root.chars()).all(|(plain, letter)| is_left_out(plain, letter))
}

/// How probable the best analysis of a word is, if the tokenizer analyses words.
pub fn score(tokenizer: &Tokenizer, word: &str) -> f64 {
    let roots = tokenizer.abilities().roots(word, 1).unwrap_or_default();
    roots.first().map_or(f64::NEG_INFINITY, |&(_, score)| score)
}

/// Root and stem by an explanation: the steps at the beginning that remove a clitic, `+ו-` or `+-ه`, lead to the stem. A word that is whole,
/// and what is left at a clitic that the table does not allow, is a stem without a root.
fn explained(tokenizer: &Tokenizer, table: &Table, folds: &Folds, word: &str) -> Option<Parts> {
    let explanation = match tokenizer.abilities().explain(tokenizer.vocabulary(), word, &|_| false)? {
        Ok(explanation) => explanation,
        // Characters of another script.
        Err(_) => return Some(Parts::of_whole(word, "")),
    };
    let mut stem = Cow::Borrowed(word);
    // The first letter of the stem that a prefix has taken: `men[t]` takes the one that stands in brackets.
    let mut lost = "";
    for step in &explanation.steps {
        let before = step.token.strip_prefix('+').and_then(|token| token.strip_suffix('-'));
        let is_clitic = before.is_some_and(|clitic| !clitic.is_empty()) || (step.token.len() > 2 && step.token.starts_with("+-"));
        if !is_clitic {
            break;
        }
        let (clitic, taken) = before.map_or(("", ""), |before| before.split_once('[').unwrap_or((before, "")));
        lost = if before.is_some() { taken.trim_end_matches(']') } else { lost };
        if before.is_some() && !table.allows(clitic, &step.left) {
            return Some(Parts::of_whole(&stem, ""));
        }
        stem = if lost.is_empty() { Cow::Borrowed(&step.left) } else { Cow::Owned(format!("{lost}{}", step.left)) };
        if let Some(root) = table.whole(&stem, folds) {
            return Some(Parts::of_whole(&stem, root));
        }
    }
    if explanation.root.is_none() && stem != word && !word.contains(ACRONYM) {
        // What a clitic hides is found where the stem stands alone: of וכשהגיע it is כשהגיע.
        return explained(tokenizer, table, folds, &stem);
    }
    Some(Parts { roots: explanation.root.map(|root| (root, 1.0)).into_iter().collect(), stem: stem.into_owned(), is_name: false })
}

/// Root and stem by the units of the encoding.
fn of_units(tokenizer: &Tokenizer, lemmas: &Lemmas, word: &str) -> Parts {
    let (vocabulary, units) = (tokenizer.vocabulary(), tokenizer.unit_ids(word, false));
    let kinds: Vec<Kind> = units.iter().map(|&unit| vocabulary.kind(unit)).collect();
    let places: Vec<usize> = (0..kinds.len()).filter(|&at| kinds[at] == Kind::Root).collect();
    let behind = places.last().map_or(0, |last| last + 1);
    let affix = (behind..kinds.len()).find(|&at| kinds[at] == Kind::Affix);
    let end = affix.map_or(word.len(), |at| at.checked_sub(1).map_or(0, |before| tokenizer.ends(word, &units)[before]));
    let stem = word.get(..end).filter(|stem| !stem.is_empty()).unwrap_or(word);
    let has_pieces = kinds.iter().any(|kind| matches!(kind, Kind::Subword | Kind::Byte));
    let root = |at: &usize| lemmas.of_ids[&units[*at]].clone();
    let found: Vec<String> = places.iter().filter(|_| !has_pieces).map(root).collect();
    let is_name = found.first().is_some_and(|root| root.starts_with(char::is_uppercase));
    let share = 1.0 / (found.len() as f32).sqrt();
    let roots = found.into_iter().map(|root| (root, share)).collect();
    Parts { roots, stem: stem.trim_end_matches(APOSTROPHES).to_owned(), is_name }
}

/// The lemma of the token of a root: `▁yüz/verb` stands for yüz.
fn lemma(token: &str) -> &str {
    let token = token.strip_prefix('▁').unwrap_or(token);
    token.split_once('/').map_or(token, |(lemma, _)| lemma)
}

/// The roots of analyses, given with their scores, with their probabilities, the best first; `best` is the one that the tokenizer chooses.
fn probable(analyses: &[(String, f64)], best: &str) -> Vec<(String, f32)> {
    let mut roots: Vec<(String, f32)> = vec![(best.to_owned(), 0.0)];
    let are_equal = |one: &str, other: &str| one.chars().flat_map(lowered).eq(other.chars().flat_map(lowered));
    for ((other, _), share) in analyses.iter().zip(shares(analyses.iter().map(|&(_, score)| score))) {
        let share = share as f32;
        match roots.iter_mut().find(|(root, _)| are_equal(root, other)) {
            Some((_, probability)) => *probability += share,
            None => roots.push((other.clone(), share)),
        }
    }
    roots[0].1 = if roots[0].1 == 0.0 { 1.0 } else { roots[0].1 };
    roots.retain(|(_, probability)| *probability >= LEAST);
    roots
}

#[cfg(test)]
#[path = "../../tests/inside/search_parts.rs"]
mod tests;
