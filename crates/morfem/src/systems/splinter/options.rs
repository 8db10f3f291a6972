//! Options of the trainer.

use super::reduction::Weight;
use crate::options::{named, options, refuse_unused};
use crate::{Error, Result};

named! {
    /// The model over units.
    pub enum Merger {
        /// Byte-pair merges.
        Bpe = "bpe",
        /// A Unigram model.
        Unigram = "unigram",
    }
}

// docs/design/splinter.md, says how the defaults were chosen.
options! {
    /// Options of the trainer. Shares are shares of the ids that the language leaves.
    pub struct Options {
        /// The model that joins reductions and letters: byte-pair merges, or a Unigram model. With clitics, where units are joined by what
        /// they gain, only "bpe".
        merger: Merger = Merger::Bpe,
        /// The weight of a reduction in each word it leaves. "types": one; "frequency": the frequency of that word.
        weight: Weight = Weight::Types,
        /// With clitics, the exponent of the frequency of an affix; the smaller, the more is cut off.
        affix_exponent: f64 = 0.7; from 0.0 to 10.0,
        /// Words that occur less often teach no reductions, and stems no roots.
        min_count: usize = 10; least 1,
        /// With clitics, the share of the ids, at most, for words with affixes and whole stems.
        whole_share: f64 = 0.57; from 0.0 to 1.0,
        /// With clitics, the share for roots of other stems.
        root_share: f64 = 0.12; from 0.0 to 1.0,
        /// With clitics, the share for patterns.
        pattern_share: f64 = 0.02; from 0.0 to 1.0,
        /// With clitics, the share for pieces of stems without a root; the ids that no share takes are merges.
        piece_share: f64 = 0.04; from 0.0 to 1.0,
        /// Gain of a word with an id of its own, for each affix boundary in it, times its frequency.
        word_weight: f64 = 0.3; from 0.0 to 1000.0,
        /// Gain of a stem with a root, for each tear in the root, times its frequency. A tear is a place where letters of the pattern part
        /// the root.
        root_weight: f64 = 0.35; from 0.0 to 1000.0,
        /// Exponent of the number of tears.
        tear_exponent: f64 = 1.4; from 0.0 to 10.0,
        /// Gain of any other stem, times its frequency.
        stem_weight: f64 = 2.2; from 0.0 to 1000.0,
    }
}

/// The options that are only used with clitics.
const OF_CLITICS: [&str; 9] = [
    "affix_exponent",
    "whole_share",
    "root_share",
    "pattern_share",
    "piece_share",
    "word_weight",
    "root_weight",
    "tear_exponent",
    "stem_weight",
];

impl Options {
    /// Refuses options that have no effect because words are reduced letter by letter, or because they are not, or because the tables were
    /// learned before.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn check_used(&self, is_reduced: bool, is_learned: bool) -> Result<()> {
        let unused = |names: &[&str], when, fix| refuse_unused(self, &Options::default(), names, when, fix);
        if is_learned {
            let when = "with learned, whose tables and statistics stay as they are";
            unused(&["weight", "affix_exponent", "min_count"], when, "give alphabet instead of learned")?;
        }
        match (is_reduced, is_learned) {
            (false, _) => unused(&["weight"], "with clitics", "leave clitics out"),
            (true, false) => unused(&OF_CLITICS, "without clitics", "give clitics"),
            (true, true) => unused(&OF_CLITICS, "because learned was trained without clitics", "give another tokenizer as learned"),
        }
    }

    /// Options that give more ids to words, with the words of an error for them: the share of roots and patterns in a language that has no
    /// patterns, and then the share of merges too.
    pub fn with_more_words(&self, has_patterns: bool) -> Vec<(Options, String)> {
        let of_patterns = self.root_share + self.pattern_share;
        let of_merges = 1.0 - self.whole_share - of_patterns - self.piece_share;
        let with = |more: f64| {
            let whole_share = ((self.whole_share + more) * 1000.0).floor() / 1000.0;
            if has_patterns {
                return (Options { whole_share, ..self.clone() }, format!("whole_share={whole_share}"));
            }
            let told = format!("whole_share={whole_share} with root_share=0 and pattern_share=0, as the language has no patterns");
            (Options { whole_share, root_share: 0.0, pattern_share: 0.0, ..self.clone() }, told)
        };
        if has_patterns { vec![with(of_merges)] } else { vec![with(of_patterns), with(of_patterns + of_merges)] }
    }

    /// Refuses shares that come to more than 1 together.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn check_shares(&self) -> Result<()> {
        let shares = [self.whole_share, self.root_share, self.pattern_share, self.piece_share];
        let sum: f64 = shares.iter().sum();
        match sum <= 1.0 {
            true => Ok(()),
            false => Err(Error::Argument(format!(
                "whole_share, root_share, pattern_share and piece_share are {sum:.3} together; give shares that come to 1 or less"
            ))),
        }
    }
}
