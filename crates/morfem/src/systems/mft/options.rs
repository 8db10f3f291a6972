//! Options of the trainer.

use crate::options::{choices, options};
use crate::surface::digits::Digits;
use crate::surface::fallback_training::FallbackKind;

/// How words are analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The most probable analysis.
    Viterbi,
    /// The longest root, then the longest affixes (section 3 of the paper).
    Greedy,
}
choices!(Search { Viterbi = "viterbi", Greedy = "greedy" });

// docs/decisions.md, section "MFT", says how the defaults were chosen.
options! {
    /// Options of the trainer.
    pub struct Options {
        /// Maximum number of roots; those that are frequent in many words of the corpus are kept, see `count_exponent`.
        roots: usize = 20_000; least 1,
        /// Number of merges of neighbouring units of a word: a root and affixes, several affixes, or a mark of capitals and a root.
        merges: usize = 0,
        /// The fallback model for text outside the lexicon.
        fallback: FallbackKind = FallbackKind::Unigram,
        /// Which pieces there are for numbers. "groups": groups of up to three digits, counted from the right; "single": single digits.
        digits: Digits = Digits::Groups,
        /// How a word is analysed. "viterbi": the most probable analysis; "greedy": the longest root, then the longest affixes, as in the
        /// paper.
        search: Search = Search::Viterbi,
        /// Steps of expectation maximisation, which estimates the probabilities of roots and affixes.
        em_steps: usize = 8; least 1,
        /// Count exponent: the power to which word counts are raised in expectation maximisation, and for the choice of roots.
        count_exponent: f64 = 0.5; from 0.0 to 1.0,
        /// Number of observations by which the overall distribution of affixes is weighted against the distribution after one unit.
        backoff_weight: f64 = 5.0; from 0.001 to 1_000_000.0,
        /// Affix bonus: nats added to the score of an analysis for each affix. A higher bonus splits more words that the lexicon has whole.
        affix_bonus: f64 = 1.0; from -100.0 to 100.0,
    }
}
