//! What each piece is worth, and which go.
//!
//! Two scores. *Likelihood* (Kudo 2018, section 3.2; SentencePiece's approximation): cut the corpus by best paths, count the pieces, and
//! suppose that a piece x that goes is replaced, wherever it stands, by the pieces y1 .. yk of the best path of x without x. With n the
//! number of x and N that of all pieces, the log-likelihood falls by
//!   n [ln(n / N) - sum over i of ln((n(yi) + n) / (N + n (k - 1)))].
//! A piece that no best path uses is worth nothing and goes whatever the share.
//!
//! *Branching entropy times probability* (Thunder-Tok, equations 1 to 6): with c(x, y) the expected count of x in all occurrences of chunk y and
//! n(x) its sum over y, P(y | x) = c(x, y) / n(x) and P(x) = n(x) / N. So
//!   BE(x) P(x) = -sum over y of P(y | x) ln P(y | x) n(x) / N = (n(x) ln n(x) - sum over y of c(x, y) ln c(x, y)) / N,
//! two sums per piece that the expectation step gathers in passing. The factor 1 / N orders nothing and is left out.
//!
//! The 256 bytes never go.

use super::lattice::{Lattice, Model, Pieces, sum, texts};
use crate::Result;
use crate::corpus::Chunks;
use crate::progress::{Progress, Stage};
use rayon::prelude::*;

/// Pieces that never go.
pub(crate) const BYTES: usize = 256;

/// Which pieces stay if the worst `share` of those that may go goes, and those worth nothing (a value of negative infinity) in any case, but
/// so that `at_least` stay in all.
pub fn survivors(pieces: &Pieces, values: &[f64], share: f64, at_least: usize) -> Vec<bool> {
    let removable = pieces.len() - BYTES;
    let worth = pieces.iter().zip(values).filter(|&((piece, _), &value)| piece.len() > 1 && value > f64::NEG_INFINITY).count();
    let of_share = removable - (removable as f64 * share).ceil() as usize;
    best(pieces, values, of_share.min(worth).max(at_least - BYTES))
}

/// Marks the bytes and the `number` other pieces of the greatest values; of equal values the first.
pub fn best(pieces: &Pieces, values: &[f64], number: usize) -> Vec<bool> {
    let mut stays: Vec<bool> = pieces.iter().map(|(piece, _)| piece.len() == 1).collect();
    let mut others: Vec<u32> = (0..values.len() as u32).filter(|&id| !stays[id as usize]).collect();
    if number < others.len() {
        others.select_nth_unstable_by(number, |&a, &b| values[b as usize].total_cmp(&values[a as usize]).then(a.cmp(&b)));
        others.truncate(number);
    }
    others.into_iter().for_each(|id| stays[id as usize] = true);
    stays
}

/// Value of every piece: how far the log-likelihood of the corpus falls without it.
pub fn likelihood_values(model: &Model, chunks: &Chunks, progress: &dyn Progress) -> Result<Vec<f64>> {
    let counts = best_path_counts(model, chunks, progress)?;
    let total: f64 = counts.iter().sum();
    let stage = Stage::begin(progress, "pruning: alternatives", counts.len() as u64)?;
    let pieces = model.pieces();
    let mut values = vec![0.0; counts.len()];
    values.par_chunks_mut(1 << 12).enumerate().try_for_each_init(Lattice::default, |lattice, (part, values)| {
        for (id, value) in (part << 12..).zip(values.iter_mut()) {
            let (piece, count) = (pieces.piece(id), counts[id]);
            if piece.len() == 1 {
                continue;
            }
            if count == 0.0 {
                *value = f64::NEG_INFINITY;
                continue;
            }
            lattice.best_path(model, piece, Some(id as u32));
            let parts = lattice.pieces_of_best(model).count();
            let total_after = (total + count * (parts as f64 - 1.0)).ln();
            let after: f64 = lattice.pieces_of_best(model).map(|part| (counts[part as usize] + count).ln() - total_after).sum();
            *value = count * (count.ln() - total.ln() - after);
        }
        stage.add(values.len() as u64)
    })?;
    Ok(values)
}

/// How often each piece stands in the best paths of the corpus.
fn best_path_counts(model: &Model, chunks: &Chunks, progress: &dyn Progress) -> Result<Vec<f64>> {
    let stage = Stage::begin(progress, "pruning: best paths", chunks.distinct_bytes() as u64)?;
    let start = || (Lattice::default(), vec![0.0; model.pieces().len()]);
    let parts = chunks.gather(
        &stage,
        start,
        |(lattice, counts), chunk, count| {
            for text in texts(chunk) {
                lattice.best_path(model, text, None);
                lattice.pieces_of_best(model).for_each(|id| counts[id as usize] += count as f64);
            }
        },
        |(_, counts)| counts,
    )?;
    Ok(sum(parts.into_iter()))
}
