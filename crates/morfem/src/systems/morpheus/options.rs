//! Options of the trainer.

use crate::options::{choices, options};
use crate::surface::fallback_training::FallbackKind;

/// What merges join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeScope {
    /// Whole segments and marks.
    Segments,
    /// A mark and the segment that begins the word after it: no boundary goes.
    Capitals,
}
choices!(MergeScope { Segments = "segments", Capitals = "capitals" });

options! {
    /// Options of the trainer.
    pub struct Options {
        /// Ids that are merges of neighbouring segments of a word, and of marks of capitals with these.
        merges: usize = 0,
        /// What merges join. "segments": all of that; "capitals": only marks with the first segment of their word, which takes no boundary away.
        merge_scope: MergeScope = MergeScope::Segments,
        /// Ids, at least, for the pieces of the fallback model; undecided, half of the ids, but 8,000 at most, and fewer where the corpus has no more.
        pieces: Option<usize> = None; least 1,
        /// The fallback model for text outside the known segments.
        fallback: FallbackKind = FallbackKind::Unigram,
        /// Frequent words, at most, that are cut by a table because the linear model and the teacher disagree.
        exceptions: usize = 20_000,
        /// N-grams that occur in fewer words are ignored.
        min_words: usize = 3; least 1,
        /// Times that the linear model sees each word.
        epochs: usize = 8; least 1,
        /// Learning rate of the linear model.
        learning_rate: f64 = 1.0,
        /// L1 penalty of the linear model; the larger, the fewer n-grams have a weight.
        l1: f64 = 6.0,
    }
}
