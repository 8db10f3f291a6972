//! The value of each piece, and the choice of pieces to drop. There are three kinds of values.
//!
//! **Likelihood** (Kudo 2018, section 3.2; SentencePiece's approximation). Split the corpus by best paths and count the pieces. Suppose
//! that a dropped piece x is replaced everywhere by the pieces y1 .. yk of the best path of x without x. Let n be the count of x and N the
//! count of all pieces. Then the log-likelihood falls by
//!     n [ln(n / N) - sum over i of ln((n(yi) + n) / (N + n (k - 1)))].
//! A piece that no best path uses has no value and is dropped in any case.
//!
//! **Token savings**: the number of tokens that the same replacement adds, n (k - 1). This value is ours, for the fewest tokens per word.
//!
//! **Branching entropy times probability** (Thunder-Tok, equations 1 to 6). Let c(x, y) be the expected count of x in all occurrences of
//! chunk y and n(x) its sum over y. Then P(y | x) = c(x, y) / n(x) and P(x) = n(x) / N. So
//!     BE(x) P(x) = -sum over y of P(y | x) ln P(y | x) n(x) / N = (n(x) ln n(x) - sum over y of c(x, y) ln c(x, y)) / N,
//! two sums per piece that the expectation step collects. The factor 1 / N does not change the order and is left out.
//!
//! The 256 bytes are never dropped.

use super::lattice::Corpus;
use super::pieces::Pieces;
use crate::Result;
use crate::run::progress::{Progress, Stage};

/// Number of single bytes. They are pieces and are never dropped.
pub(crate) const BYTES: usize = 256;

/// Marks the pieces that stay. The worst `share` of the pieces that are not `given` is dropped, and all pieces whose value is negative
/// infinity, but at least `at_least` of them stay.
pub fn survivors(is_given: &[bool], values: &[f64], share: f64, at_least: usize) -> Vec<bool> {
    let removable = is_given.iter().filter(|&&is_given| !is_given).count();
    let valuable = is_given.iter().zip(values).filter(|&(&is_given, &value)| !is_given && value > f64::NEG_INFINITY).count();
    let of_share = removable - (removable as f64 * share).ceil() as usize;
    best(is_given, values, of_share.min(valuable).max(at_least))
}

/// Marks the pieces that are given, such as the bytes, and the `number` other pieces with the highest values. Of pieces with equal values,
/// the first are marked.
pub fn best(is_given: &[bool], values: &[f64], number: usize) -> Vec<bool> {
    let mut stays = is_given.to_vec();
    let mut others: Vec<u32> = (0..values.len() as u32).filter(|&id| !stays[id as usize]).collect();
    if number < others.len() {
        others.select_nth_unstable_by(number, |&a, &b| values[b as usize].total_cmp(&values[a as usize]).then(a.cmp(&b)));
        others.truncate(number);
    }
    others.into_iter().for_each(|id| stays[id as usize] = true);
    stays
}

/// The value of every piece: how far the log-likelihood of the corpus falls without it.
///
/// # Errors
/// [`crate::Error::Interrupted`] if `progress` asks to stop.
pub fn likelihood_values(pieces: &Pieces, corpus: &mut Corpus, progress: &dyn Progress) -> Result<Vec<f64>> {
    let counts = best_path_counts(pieces, corpus, progress)?;
    let total: f64 = counts.iter().sum();
    replacement_values(pieces, corpus, &counts, progress, |count, replacement| {
        let total_after = (total + count * (replacement.len() as f64 - 1.0)).ln();
        let after: f64 = replacement.iter().map(|&other| (counts[other] + count).ln() - total_after).sum();
        count * (count.ln() - total.ln() - after)
    })
}

/// The value of every piece: how many more tokens the corpus has without it.
///
/// # Errors
/// [`crate::Error::Interrupted`] if `progress` asks to stop.
pub fn token_savings(pieces: &Pieces, corpus: &mut Corpus, progress: &dyn Progress) -> Result<Vec<f64>> {
    let counts = best_path_counts(pieces, corpus, progress)?;
    replacement_values(pieces, corpus, &counts, progress, |count, replacement| count * (replacement.len() as f64 - 1.0))
}

/// The value of every piece. `value` computes it from the count of the piece in best paths and the pieces of the best path that replaces
/// it. The value is zero for bytes, and negative infinity for pieces that no best path uses.
fn replacement_values(
    pieces: &Pieces,
    corpus: &mut Corpus,
    counts: &[f64],
    progress: &dyn Progress,
    value: impl Fn(f64, &[usize]) -> f64 + Sync,
) -> Result<Vec<f64>> {
    let stage = Stage::begin(progress, "pruning: alternatives", counts.len() as u64)?;
    corpus.replacement_values(pieces, &stage, |id, replacement| match counts[id] {
        0.0 => f64::NEG_INFINITY,
        count => value(count, replacement),
    })
}

/// The count of each piece in the best paths of the corpus.
fn best_path_counts(pieces: &Pieces, corpus: &Corpus, progress: &dyn Progress) -> Result<Vec<f64>> {
    let stage = Stage::begin(progress, "pruning: best paths", corpus.len() as u64)?;
    corpus.best_counts(&corpus.weights_at(pieces, 0.0), &stage)
}
