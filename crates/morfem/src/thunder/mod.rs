//! Thunder-Tok (Cho et al. 2025): few tokens a word for Korean.
//!
//! The result is an ordinary Unigram model, trained on wide chunks ([`crate::text::Splitter::Thunder`]: words joined by spaces, with their
//! final punctuation) from seeds that obey the linguistic-unit rule ([`unit`]), and pruned by branching entropy times probability
//! ([`crate::unigram::train::Score::BranchingEntropy`]).

pub mod unit;
