//! Which words, stems, roots and patterns are worth an id.
//!
//! A vocabulary has room for so many of each ([`Quotas`]). *Words* with affixes are worth the tokens they save; *stems* how often they occur outside those
//! words; *roots* and *patterns* how often they occur in the stems that are left, as long as the other half is there too, which a few rounds settle.
//! Runs of prefixes are few and frequent. Ties go to the smaller letters.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::grammar::{Grammar, pattern_letters, root_letters};
use super::unit::{Language, Unit};
use crate::vocab::Kind;

/// How many of each there may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotas {
    pub words: usize,
    pub stems: usize,
    pub roots: usize,
    pub patterns: usize,
}

/// Runs of prefixes.
const RUNS: usize = 60;
/// Rounds in which roots and patterns settle.
const ROUNDS: usize = 3;

/// What has been selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub stems: Vec<Vec<u8>>,
    pub patterns: Vec<Vec<u8>>,
    pub joined: Vec<(Kind, Vec<Unit>)>,
}

type Counts<'a> = FxHashMap<&'a [u8], u64>;

/// The `most` most frequent.
fn most_frequent<'a, T: Ord + Copy + 'a>(counts: impl Iterator<Item = (T, u64)>, most: usize) -> Vec<T> {
    let mut order: Vec<(T, u64)> = counts.collect();
    order.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    order.into_iter().take(most).map(|item| item.0).collect()
}

/// Selects from the words of a corpus with their counts.
pub fn select(language: &Language, grammar: &Grammar, words: &BTreeMap<Vec<u8>, u64>, quotas: &Quotas) -> Selection {
    let table = &grammar.clitics.table;
    let cuts: Vec<(&[u8], u64, super::clitics::Cut)> =
        words.iter().map(|(word, &count)| (word.as_slice(), count, grammar.cut(word))).collect();
    let mut runs: FxHashMap<usize, u64> = FxHashMap::default();
    for (_, count, cut) in &cuts {
        if table.prefixes[cut.prefix].parts.len() > 1 {
            *runs.entry(cut.prefix).or_default() += count;
        }
    }
    let saved = |cut: &super::clitics::Cut| (cut.prefix > 0) as u64 + (cut.suffix > 0) as u64;
    let chosen: FxHashSet<&[u8]> =
        most_frequent(cuts.iter().filter(|cut| saved(&cut.2) > 0).map(|(word, count, cut)| (*word, count * saved(cut))), quotas.words)
            .into_iter()
            .collect();
    let mut stem_counts: Counts = FxHashMap::default();
    for (word, count, cut) in cuts.iter().filter(|cut| !chosen.contains(cut.0)) {
        *stem_counts.entry(&word[cut.stem.clone()]).or_default() += count;
    }
    let is_long = |stem: &&[u8]| stem.len() > 1;
    let stems: FxHashSet<&[u8]> =
        most_frequent(stem_counts.iter().filter(|stem| is_long(stem.0)).map(|(stem, count)| (*stem, *count)), quotas.stems).into_iter().collect();

    // Root and pattern of the stems that are left.
    let parts = |stem: &[u8]| grammar.root(language, stem).map(|places| (root_letters(stem, places), pattern_letters(stem, places)));
    let rest: Vec<(Vec<u8>, Vec<u8>, u64)> = stem_counts
        .iter()
        .filter(|(stem, _)| !stems.contains(*stem))
        .filter_map(|(stem, count)| parts(stem).map(|(root, pattern)| (root, pattern, *count)))
        .collect();
    let (mut roots, mut patterns): (Option<FxHashSet<&[u8]>>, Option<FxHashSet<&[u8]>>) = (None, None);
    for _ in 0..=ROUNDS {
        let (mut root_counts, mut pattern_counts): (Counts, Counts) = Default::default();
        for (root, pattern, count) in &rest {
            if patterns.as_ref().is_none_or(|known| known.contains(pattern.as_slice())) {
                *root_counts.entry(root).or_default() += count;
            }
            if roots.as_ref().is_none_or(|known| known.contains(root.as_slice())) {
                *pattern_counts.entry(pattern).or_default() += count;
            }
        }
        roots = Some(most_frequent(root_counts.into_iter(), quotas.roots).into_iter().collect());
        patterns = Some(most_frequent(pattern_counts.into_iter(), quotas.patterns).into_iter().collect());
    }
    let (roots, patterns) = (roots.unwrap_or_default(), patterns.unwrap_or_default());

    // A stem whose root and pattern are units is joined from them, any other is a unit.
    let mut selection = Selection::default();
    let mut unit_stems: Vec<&[u8]> = roots.iter().copied().filter(|root| root.len() > 1).collect();
    let mut halves: Vec<(&[u8], Vec<u8>, Vec<u8>)> = Vec::new();
    for &stem in &stems {
        match parts(stem) {
            _ if roots.contains(stem) => {}
            Some((root, pattern)) if roots.contains(root.as_slice()) && patterns.contains(pattern.as_slice()) => {
                halves.push((stem, root, pattern));
            }
            _ => unit_stems.push(stem),
        }
    }
    unit_stems.sort_unstable();
    halves.sort_unstable();
    let mut unit_patterns: Vec<&[u8]> = patterns.into_iter().filter(|pattern| pattern.iter().any(|&letter| letter != super::roots::SLOT)).collect();
    unit_patterns.sort_unstable();
    let stem_units: FxHashMap<&[u8], Unit> = unit_stems.iter().zip(0..).map(|(&stem, number)| (stem, Unit::Stem(number))).collect();
    let pattern_units: FxHashMap<&[u8], Unit> = unit_patterns.iter().zip(0..).map(|(&pattern, number)| (pattern, Unit::Pattern(number))).collect();
    let join = |stem: &[u8]| -> Vec<Unit> {
        if let Some(&unit) = stem_units.get(stem) {
            return vec![unit];
        }
        if let Some((root, pattern)) = parts(stem)
            && let (Some(&root), Some(&pattern)) = (stem_units.get(root.as_slice()), pattern_units.get(pattern.as_slice()))
        {
            return vec![root, pattern];
        }
        let start = stem.first().map(|&letter| Unit::Start(letter));
        start.into_iter().chain(stem.iter().skip(1).map(|&letter| Unit::Letter(letter))).collect()
    };
    let prefixes = |form: usize| table.prefixes[form].parts.iter().map(|&affix| Unit::Prefix(affix));
    for run in most_frequent(runs.into_iter(), RUNS) {
        selection.joined.push((Kind::Affix, prefixes(run).collect()));
    }
    selection.joined.extend(halves.iter().map(|(stem, ..)| (Kind::Word, join(stem))));
    for (word, _, cut) in cuts.iter().filter(|cut| chosen.contains(cut.0)) {
        let suffixes = table.suffixes[cut.suffix].parts.iter().map(|&affix| Unit::Suffix(affix));
        selection.joined.push((Kind::Word, prefixes(cut.prefix).chain(join(&word[cut.stem.clone()])).chain(suffixes).collect()));
    }
    selection.stems = unit_stems.into_iter().map(<[u8]>::to_vec).collect();
    selection.patterns = unit_patterns.into_iter().map(<[u8]>::to_vec).collect();
    selection
}
