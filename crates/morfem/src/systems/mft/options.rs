//! Options of the trainer.

use crate::options::{named, options};

named! {
    /// Which units merges may join.
    pub enum MergeScope {
        /// All units of a word.
        Words = "words",
        /// The marks of how a word is spelled, and its root.
        Typed = "typed",
    }
}

// docs/design/mft.md, says how the defaults were chosen.
options! {
    /// Options of the trainer.
    pub struct Options {
        /// Maximum number of roots; those that are frequent in many words of the corpus are kept.
        roots: usize = 20_000; least 1,
        /// Number of merges of neighbouring units of a word: a root and affixes, several affixes, or a mark of capitals and a root.
        merges: usize = 0,
        /// Which units merges may join. "words": all units of a word; "typed": roots with the mark of words that are typed without letters
        /// that a keyboard may lack.
        merge_scope: MergeScope = MergeScope::Words,
    }
}
