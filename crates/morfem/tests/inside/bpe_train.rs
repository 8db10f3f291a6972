//! Tests of `src/bpe/train.rs` that see what is private there.

use super::*;
use crate::run::progress::Silent;
use proptest::prelude::*;
use std::collections::BTreeMap;

#[path = "../common/byte_pairs.rs"]
mod byte_pairs;

use byte_pairs::{Counted, plain, words};

/// Trains by the definition, with new counts in each step.
fn definition(mut corpus: Counted, options: &TrainOptions) -> Vec<Merge> {
    let mut classes = options.classes.clone();
    let mut spellings: Vec<Vec<u32>> = (0..classes.len() as u32).map(|symbol| vec![symbol]).collect();
    let mut merges: Vec<Merge> = Vec::new();
    while spellings.len() < options.size {
        let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
        for (word, count) in &corpus {
            for pair in word.windows(2).filter(|pair| options.rule.product(classes[pair[0] as usize], classes[pair[1] as usize]).is_some())
            {
                *counts.entry((pair[0], pair[1])).or_default() += count;
            }
        }
        let Some((&(left, right), &count)) = counts.iter().max_by_key(|&(pair, count)| (*count, Reverse(*pair))) else { break };
        if count < options.min_count {
            break;
        }
        let spelling = [&spellings[left as usize][..], &spellings[right as usize][..]].concat();
        let product = spellings.iter().position(|known| *known == spelling).unwrap_or_else(|| {
            classes.push(options.rule.product(classes[left as usize], classes[right as usize]).unwrap());
            spellings.push(spelling);
            spellings.len() - 1
        }) as u32;
        let merge = Merge { left, right, product };
        if !merges.contains(&merge) {
            merges.push(merge);
        }
        for (word, _) in &mut corpus {
            let mut at = 0;
            while at + 1 < word.len() {
                if (word[at], word[at + 1]) == (left, right) {
                    word.splice(at..at + 2, [product]);
                }
                at += 1;
            }
        }
    }
    merges
}

fn corpus(symbols: u32) -> impl Strategy<Value = Counted> {
    proptest::collection::vec((proptest::collection::vec(0..symbols, 1..40), 1u64..6), 1..12)
}

fn agree(corpus: Counted, options: TrainOptions) -> std::result::Result<(), TestCaseError> {
    prop_assert_eq!(train(words(&corpus), &options, &Silent).unwrap(), definition(corpus, &options));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn training_equals_the_definition_with_new_counts_in_each_step(corpus in corpus(3), size in 3usize..60, min_count in 0u64..4) {
        agree(corpus, TrainOptions { min_count, ..plain(3, size) })?;
    }

    #[test]
    fn only_what_the_rule_allows_is_merged(corpus in corpus(6), size in 6usize..40) {
        let rule = MergeRule::new(3, &[(0, 1, 2), (2, 1, 2), (1, 1, 1)]);
        agree(corpus, TrainOptions { classes: vec![0, 0, 0, 1, 1, 1], rule, ..plain(6, size) })?;
    }
}

type CutWord = (Vec<(u32, bool)>, u64);

/// Trains on words whose symbols have a cut before them or not, with new worths in each step. In the last `unmerged` words no pair
/// should merge.
fn definition_with_cuts(corpus: &[CutWord], unmerged: usize, options: &TrainOptions) -> Vec<Merge> {
    let mut lengths = vec![1; options.classes.len()];
    let mut merges: Vec<Merge> = Vec::new();
    let mut words: Vec<Vec<u32>> = corpus.iter().map(|(word, _)| word.iter().map(|(symbol, _)| *symbol).collect()).collect();
    while lengths.len() < options.size {
        let mut worths: BTreeMap<(u32, u32), (i64, u64)> = BTreeMap::new();
        for (index, (word, (cut, count))) in words.iter().zip(corpus).enumerate() {
            let is_cut = |place: usize| place == 0 || cut.get(place).is_none_or(|(_, is_cut)| *is_cut);
            let mut begin = 0;
            for pair in word.windows(2) {
                let middle = begin + lengths[pair[0] as usize];
                let end = middle + lengths[pair[1] as usize];
                let is_whole = is_cut(begin) && is_cut(end);
                let weight = match index + unmerged >= corpus.len() {
                    true => -1000 * options.weights.inside[2],
                    false if is_cut(middle) && is_whole => options.weights.joins,
                    false if is_cut(middle) => options.weights.crosses,
                    false if is_whole => options.weights.inside[2],
                    false => options.weights.inside[usize::from(is_cut(begin) || is_cut(end))],
                };
                let (worth, occurrences) = worths.entry((pair[0], pair[1])).or_default();
                *worth += weight as i64 * *count as i64;
                *occurrences += if weight > 0 { *count } else { 0 };
                begin = middle;
            }
        }
        let least = options.min_count.max(1);
        worths.retain(|_, (worth, occurrences)| *worth >= least as i64 && *occurrences >= least);
        let Some((&(left, right), _)) = worths.iter().max_by_key(|&(pair, (worth, _))| (*worth, Reverse(*pair))) else { break };
        let product = lengths.len() as u32;
        lengths.push(lengths[left as usize] + lengths[right as usize]);
        merges.push(Merge { left, right, product });
        for word in &mut words {
            let mut at = 0;
            while at + 1 < word.len() {
                if (word[at], word[at + 1]) == (left, right) {
                    word.splice(at..at + 2, [product]);
                }
                at += 1;
            }
        }
    }
    merges
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn with_cuts_training_equals_the_definition(
        corpus in proptest::collection::vec((proptest::collection::vec((0u32..3, any::<bool>()), 1..30), 1u64..6), 1..12),
        size in 3usize..40,
        min_count in 1u64..4,
        inside in [0i32..3, 1..6, 1..40],
        joins in -3i32..4,
        crosses in -40i32..1,
        unmerged in 0usize..3,
    ) {
        let options = TrainOptions { min_count, weights: Weights { inside, joins, crosses }, ..plain(3, size) };
        let mut words = Words::default();
        for (index, (word, count)) in corpus.iter().enumerate() {
            let places: Vec<u32> = (1..word.len()).filter(|&place| word[place].1).map(|place| place as u32).collect();
            let symbols = word.iter().map(|(symbol, _)| *symbol);
            match index + unmerged >= corpus.len() {
                true => words.push_unmerged(symbols, *count),
                false => words.push_cut(symbols, *count, &places),
            }
        }
        prop_assert_eq!(train(words, &options, &Silent).unwrap(), definition_with_cuts(&corpus, unmerged, &options));
    }
}

#[test]
fn whole_morphemes_merge_before_more_frequent_joins_and_parts() {
    let mut words = Words::default();
    words.push_cut([0, 1], 1, &[]); // a morpheme of two symbols
    words.push_cut([2, 3], 20, &[1]); // two morphemes
    words.push_cut([4, 5, 6], 4, &[]); // a morpheme of three, whose parts are pairs
    let merged = |weights| {
        let options = TrainOptions { weights, ..plain(7, 10) };
        train(words.clone(), &options, &Silent).unwrap().iter().map(|merge| [merge.left, merge.right]).collect::<Vec<_>>()
    };
    assert_eq!(merged(Weights::whole_first(1, true)), [[0, 1], [2, 3], [4, 5]]);
    assert_eq!(merged(Weights::equal(1, true)), [[2, 3], [4, 5], [7 + 1, 6]]);
}

#[test]
fn merges_do_not_depend_on_the_number_of_threads() {
    let word = |seed: u32| {
        (0..20).scan(seed, |state, _| {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some(*state >> 28)
        })
    };
    let corpus: Counted = (0..2000).map(|seed| (word(seed * seed).collect(), 1 + seed as u64 % 7)).collect();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train(words(&corpus), &plain(16, 400), &Silent).unwrap())
    };
    assert_eq!(with(1), with(4));
}
