//! Words and options of small byte-pair trainings, for the tests of what is public and of what is private.

use super::{MergeRule, TrainOptions, Weights, Words};

pub type Counted = Vec<(Vec<u32>, u64)>;

pub fn words(counted: &Counted) -> Words {
    let mut words = Words::default();
    for (word, count) in counted {
        words.push(word.iter().copied(), *count);
    }
    words
}

pub fn plain(base: usize, size: usize) -> TrainOptions {
    TrainOptions { classes: vec![0; base], bytes: vec![1; base], rule: MergeRule::any(), size, min_count: 1, weights: Weights::default() }
}
