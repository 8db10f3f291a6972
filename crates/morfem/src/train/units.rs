//! The first ids of every vocabulary, and the models over units that are trained last.

use std::collections::{BTreeMap, HashSet};

use crate::bpe::{self, MergeRule, TrainOptions};
use crate::corpus::{ChunkCounter, Chunks};
use crate::progress::Progress;
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;
use crate::{Error, Result, unigram};

/// Bytes of a piece over units, three a unit.
const LONGEST_PIECE: usize = 48;

/// Checks the specials and puts the 256 bytes behind them.
///
/// # Errors
/// [`Error::Argument`] for a special that cannot be.
pub fn specials_and_bytes(specials: &[String]) -> Result<Vec<(Kind, Vec<u8>)>> {
    let mut seen = HashSet::new();
    for special in specials {
        if special.is_empty() || special.contains(['\t', '\n', '\r']) {
            return Err(Error::Argument(format!("special token {special:?}: give a text without tabs and line ends")));
        }
        if !seen.insert(special) {
            return Err(Error::Argument(format!("special token {special:?} is given twice")));
        }
    }
    let specials = specials.iter().map(|special| (Kind::Special, special.clone().into_bytes()));
    Ok(specials.chain((0..=255u8).map(|byte| (Kind::Byte, vec![byte]))).collect())
}

/// Trains merges over the ids of a tokenizer, which have these classes, and gives it them, or as many as the corpus supports.
///
/// # Errors
/// [`Error::Interrupted`] if `progress` asks to stop.
pub fn merge_units(
    tokenizer: Tokenizer,
    chunks: &Chunks,
    classes: Vec<u8>,
    rule: MergeRule,
    merges: usize,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    if merges == 0 {
        return Ok(tokenizer);
    }
    let options = TrainOptions { size: classes.len().saturating_add(merges), classes, rule, min_count: 2 };
    let merges = bpe::train_at_most(unmerged_words(&tokenizer, chunks), &options, progress)?;
    tokenizer.merged(merges)
}

/// The ids of each chunk of a corpus before merges, with their counts: what merges are trained on.
fn unmerged_words(tokenizer: &Tokenizer, chunks: &Chunks) -> bpe::Words {
    let mut words = bpe::Words::default();
    tokenizer.for_each_unmerged(chunks, |ids, count| words.push(ids.iter().copied(), count as u64));
    words
}

/// Trains a Unigram model with `most` pieces of several ids over the ids of a tokenizer, or as many as the corpus supports, and gives it that.
///
/// # Errors
/// [`Error::Training`] if the units are too many, [`Error::Interrupted`] if `progress` asks to stop.
pub fn piece_units(tokenizer: Tokenizer, chunks: &Chunks, most: usize, progress: &dyn Progress) -> Result<Tokenizer> {
    let units = tokenizer.vocabulary().len();
    if units > unigram::over::MOST {
        return Err(Error::Training(format!("a Unigram model goes over {} units at most, and these are {units}", unigram::over::MOST)));
    }
    let mut counter = ChunkCounter::new();
    let mut is_used = vec![false; units];
    let mut text = Vec::new();
    tokenizer.for_each_unmerged(chunks, |ids, count| {
        text.clear();
        unigram::over::write(ids.iter().copied(), &mut text);
        counter.add(&text, count);
        ids.iter().for_each(|&id| is_used[id as usize] = true);
    });
    // The trainer counts the 256 bytes, and the units that are used.
    let others = 256 + is_used.iter().filter(|is_used| **is_used).count();
    let chunks = counter.into_chunks();
    let train = |size: usize| {
        let options = unigram::train::Options { max_token_bytes: LONGEST_PIECE, ..Default::default() };
        unigram::train::train(&chunks, &[size], &options, progress)
    };
    let trained = match train(others.saturating_add(most)) {
        Err(Error::Unsupported { supported, .. }) => train(supported)?,
        trained => trained?,
    };
    let found = trained.into_iter().flatten().filter(|(text, _)| text.len() > 1);
    let found: Vec<unigram::over::Piece> = found.filter_map(|(text, score)| Some((rounded(score), unigram::over::read(&text)?))).collect();
    let (single, mut several): (Vec<_>, Vec<_>) = found.into_iter().partition(|piece| piece.1.len() == 1);
    several.truncate(most);
    // A unit that went is as good as the worst piece that stayed.
    let least = several.iter().chain(&single).map(|piece| piece.0).fold(0.0, f64::min);
    let scores: BTreeMap<u32, f64> = single.iter().map(|(score, units)| (units[0], *score)).collect();
    let is_unit = |id: &u32| tokenizer.vocabulary().kind(*id) != Kind::Special;
    let mut pieces: Vec<unigram::over::Piece> =
        (0..units as u32).filter(is_unit).map(|id| (scores.get(&id).copied().unwrap_or(least), vec![id])).collect();
    pieces.extend(several);
    tokenizer.pieced(pieces)
}

/// A score to the nearest 2^-13 nats: sums of such scores are exact in any order, so every program that adds them agrees.
pub fn rounded(score: f32) -> f64 {
    (score as f64 * 8192.0).round() / 8192.0
}
