//! Options of the trainer.

use crate::options::{choices, options};
use crate::surface::fallback_training::FallbackKind;

/// How words are analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// In the most probable way.
    Viterbi,
    /// The longest root, then the longest affixes (the paper's section 3).
    Greedy,
}
choices!(Search { Viterbi = "viterbi", Greedy = "greedy" });

options! {
    /// Options of the trainer.
    pub struct Options {
        /// Roots at most; those that the corpus uses most.
        roots: usize = 20_000; least 1,
        /// Ids that are merges of neighbouring units of a word: root and affixes, affixes, a mark of capitals and a root.
        merges: usize = 0,
        /// The fallback model for text outside the lexicon.
        fallback: FallbackKind = FallbackKind::Unigram,
        /// How a word is analysed. "viterbi": in the most probable way; "greedy": the longest root and then the longest affixes, as in the paper.
        search: Search = Search::Viterbi,
        /// Steps of expectation maximisation, by which the probabilities of roots and affixes are found.
        em_steps: usize = 8; least 1,
        /// Exponent of the counts of words in expectation maximisation.
        count_exponent: f64 = 0.5,
        /// Observations that the distribution over all affixes is worth against that after one of them.
        backoff_weight: f64 = 5.0,
        /// Bonus of an affix beyond its probability, in nats; the larger, the more words are analysed that the lexicon has whole.
        affix_bonus: f64 = 1.0,
    }
}
