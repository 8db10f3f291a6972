//! Scores that make a Unigram model cut as a guide does.
//!
//! The scores of [`super::train`], trained on the parts between cuts, are the shares of the pieces in the guide's own segmentation. They say
//! how likely a text is together with its cuts. But the encoder is given the text, and chooses the cuts. So the scores are then changed to
//! make the guide's cuts likely *given the text*: the probability of the paths that go through all cuts of a chunk, among all its paths.
//!
//! That is a conditional random field whose features are the pieces (Lafferty et al. 2001). The gradient for a piece is the difference of two
//! expected counts: that over the parts between cuts, and that over whole chunks. Each round multiplies the weight of a piece by a power of
//! their ratio, which is 1 where the two agree (generalised iterative scaling). [`super::lattice`] computes both counts.
//!
//! Every sixteenth chunk is held out. The result are the scores of the round after which most of them are cut as the guide cuts them, the
//! scores before the first round included.

use super::encode::SearchBuffers;
use super::lattice::Corpus;
use super::pieces::Pieces;
use super::superwords::encoder;
use super::train::Vocabulary;
use crate::Result;
use crate::corpus::{Chunks, Cuts};
use crate::run::progress::{Progress, Stage};
use rayon::prelude::*;

/// Rounds at most (docs/design/unigram.md).
const ROUNDS: usize = 24;
/// Rounds end when so many bring nothing.
const PATIENCE: usize = 3;
/// The power of the ratio.
const STEP: f64 = 0.5;
/// Added to both counts, so that rare pieces change little.
const PRIOR: f64 = 2.0;
/// One chunk of this many is held out.
const HOLD_OUT: usize = 16;

/// The pieces of `vocabulary` with scores by which chunks are cut as `cuts` says.
///
/// # Errors
/// [`crate::Error::Interrupted`] if `progress` asks to stop.
pub fn agreeing(vocabulary: Vocabulary, chunks: &Chunks, cuts: &Cuts, progress: &dyn Progress) -> Result<Vocabulary> {
    let is_held_out = |index: usize| index % HOLD_OUT == HOLD_OUT - 1;
    let mut pieces = Pieces::new(vocabulary.iter().map(|(piece, score)| (piece.as_slice(), f64::from(*score))));
    let parts = Corpus::new(&cuts.parts(chunks, |index| !is_held_out(index)), &pieces, None, progress)?;
    let whole = Corpus::new(&chunks.filtered(|index| !is_held_out(index)), &pieces, None, progress)?;
    let held_out: Vec<usize> = (0..chunks.len()).filter(|&index| is_held_out(index)).collect();
    let mut best = (cut_alike(&pieces, &held_out, chunks, cuts), pieces.scores().to_vec());
    let mut since_best = 0;
    for _ in 0..ROUNDS {
        let wanted = counts(&parts, &pieces, progress)?;
        let found = counts(&whole, &pieces, progress)?;
        let changed = |id: usize, score: f64| score + STEP * ((wanted[id] + PRIOR) / (found[id] + PRIOR)).ln();
        let scores: Vec<f64> = pieces.scores().iter().enumerate().map(|(id, &score)| changed(id, score)).collect();
        pieces = Pieces::new(vocabulary.iter().zip(scores).map(|((piece, _), score)| (piece.as_slice(), score)));
        let alike = cut_alike(&pieces, &held_out, chunks, cuts);
        since_best += 1;
        if alike > best.0 {
            best = (alike, pieces.scores().to_vec());
            since_best = 0;
        } else if since_best == PATIENCE {
            break;
        }
    }
    let mut scored: Vocabulary = vocabulary.into_iter().zip(best.1).map(|((piece, _), score)| (piece, score as f32)).collect();
    scored.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(scored)
}

fn counts(corpus: &Corpus, pieces: &Pieces, progress: &dyn Progress) -> Result<Vec<f64>> {
    let stage = Stage::begin(progress, "agreeing with the guide", corpus.len() as u64)?;
    corpus.expected_counts(&corpus.weights(pieces), &stage)
}

/// Number of occurrences of the chunks at `indices` that the model cuts as the guide does.
fn cut_alike(pieces: &Pieces, indices: &[usize], chunks: &Chunks, cuts: &Cuts) -> u64 {
    let model = encoder(pieces);
    let buffers = || (SearchBuffers::default(), Vec::new());
    let alike = indices.par_iter().map_init(buffers, |(buffers, ids), &index| {
        let (chunk, count) = chunks.get(index);
        ids.clear();
        model.encode(chunk, buffers, ids);
        let ends = ids.iter().scan(0, |end, &id| {
            *end += pieces.piece(id as usize).len() as u32;
            Some(*end)
        });
        let is_alike = ends.take(ids.len() - 1).eq(cuts[index].iter().copied());
        is_alike as u64 * count as u64
    });
    alike.sum()
}
