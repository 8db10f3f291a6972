//! Options of the trainer.

use crate::options::{named, options};

named! {
    /// Which ids may be merged.
    pub enum MergeScope {
        /// Whole segments and marks.
        Segments = "segments",
        /// A mark and the first segment of the word after it: no boundary is lost.
        Capitals = "capitals",
    }
}

// docs/design/morpheus.md, says how the defaults were chosen.
options! {
    /// Options of the trainer.
    pub struct Options {
        /// Number of merges of neighbouring segments of a word, or of a mark and a segment.
        merges: usize = 0,
        /// Which ids may be merged. "segments": segments and marks; "capitals": only a mark with the first segment of its word, so that no
        /// boundary is lost.
        merge_scope: MergeScope = MergeScope::Segments,
        /// Minimum number of pieces of the fallback model. By default half of the ids, at most 8,000, and fewer if the corpus does not have
        /// so many.
        pieces: Option<usize> = None; least 1,
        /// Maximum number of exceptions: frequent words that a table splits because the linear model and the teacher disagree.
        exceptions: usize = 20_000,
        /// N-grams that occur in fewer words are ignored.
        min_words: usize = 3; least 1,
        /// How often the linear model sees each word.
        epochs: usize = 8; least 1,
        /// L1 penalty of the linear model. A larger penalty leaves fewer n-grams with a weight.
        l1: f64 = 6.0; from 0.0 to 1_000_000.0,
    }
}
