//! Trains the fallback model on the text of a corpus outside the units, and on general text. Its pieces are the last tokens of the
//! vocabulary.
//!
//! The pieces of general text are learned from its chunks as they are written, with their capitals: a word of another language is looked
//! up so, and needs no mark then. [`super::fixed`] strings and frequent runs of symbols or white space come before the others.

use crate::text::properties;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::casing::{Case, Casing};
use super::digits;
use super::fixed;
use super::shape::WordShape;
use super::word::Fallback;
use crate::corpus::{ChunkCounter, Chunks};
use crate::files::vocabulary::rounded;
use crate::run::progress::Progress;
use crate::vocab::{Kind, MAX_TOKEN, Vocabulary};
use crate::{Error, Result, unigram};

/// Number of printable ASCII characters; each is a piece.
const ASCII: usize = 0x7f - 0x20;
/// The smallest number of ids for pieces.
pub const LEAST: usize = ASCII;

/// The score of every piece is lowered by this, in nats, so that a split into fewer pieces always wins. Pieces cut a word at random, so
/// fewer pieces mean fewer wrong cuts (docs/design/core.md, section "Mixed text").
const PIECE_COST: f64 = 50.0;
/// The scores of pieces of general text are lowered further, so that of splits into equally many pieces the one of the language wins
/// (docs/design/core.md, section "Mixed text").
const GENERAL_COST: f64 = 20.0;
/// The largest number of runs of symbols that become pieces because they are frequent (docs/design/core.md, section "Mixed text").
const SYMBOL_RUNS: usize = 256;
/// The same for runs of white space, such as the indentation of code.
const BLANK_RUNS: usize = 96;
/// A word with units may be a piece of general text if it occurs there at least this many times as often as in the corpus
/// (docs/design/core.md, section "Mixed text").
pub const RARER: u64 = 2;
/// Each size of a Unigram model that is tried has this share of the pieces of the one before (docs/design/core.md, section "Mixed text").
const STEP: f64 = 0.985;
/// The score of a fixed string, in nats, about that of a frequent piece (docs/design/core.md, section "Mixed text").
const FIXED_SCORE: f64 = -9.0;

/// General text for the fallback model.
pub struct GeneralPieces<'a> {
    pub chunks: &'a Chunks,
    /// Number of ids for its pieces.
    pub room: usize,
    /// Whether a piece must stay out, because it is a word of the language that has units.
    pub is_word: &'a dyn Fn(&str) -> bool,
}

/// A vocabulary with the model of its pieces.
pub struct WithPieces {
    pub vocabulary: Vocabulary,
    pub fallback: Fallback,
    /// Number of pieces that were asked for and that the corpus does not support.
    pub missing: usize,
    /// The same of general text.
    pub missing_general: usize,
}

/// Adds `room` pieces to `tokens`, or as many as the corpus supports, and those of general text. Of the tokens in `units`, those whose
/// bytes pass `is_spelled` may be used as pieces too.
///
/// # Errors
/// [`Error::Training`] if too little of the corpus lies outside the units; [`Error::Interrupted`] if `progress` asks to stop.
#[allow(clippy::too_many_arguments)]
pub fn with_pieces(
    mut tokens: Vec<(Kind, Vec<u8>)>,
    units: Range<usize>,
    is_spelled: impl Fn(&[u8]) -> bool,
    leftover: &Chunks,
    room: usize,
    general: Option<&GeneralPieces>,
    progress: &dyn Progress,
) -> Result<WithPieces> {
    let leftover = &cut_numbers(leftover);
    let runs: Vec<(Vec<u8>, f64)> = runs_of(leftover, Kind::Symbol).take((room - ASCII).min(SYMBOL_RUNS)).collect();
    // A word that has units must not become a piece, because a chunk that is a piece is encoded as that piece.
    let is_word = |piece: &[u8]| general.is_some_and(|general| std::str::from_utf8(piece).is_ok_and(general.is_word));
    // A piece that is spelled like a unit uses the unit's id.
    let mut given: FxHashSet<Vec<u8>> =
        tokens[units.clone()].iter().map(|token| token.1.clone()).filter(|token| is_spelled(token)).collect();
    let names: FxHashSet<Vec<u8>> = tokens[units.clone()].iter().map(|token| token.1.clone()).collect();
    given.extend(runs.iter().map(|run| run.0.clone()).filter(|run| !is_word(run)));
    let fills = |pieces: &[(Vec<u8>, f64)]| {
        let new = pieces.iter().chain(&runs).map(|piece| piece.0.as_slice());
        let new = new.filter(|&piece| piece.len() > 1 && !names.contains(piece) && !is_word(piece));
        new.collect::<FxHashSet<&[u8]>>().len() >= room - ASCII
    };
    let pieces = unigram_pieces(leftover, &given, room, fills, progress)?;
    let byte_base = tokens.iter().position(|token| token.0 == Kind::Byte).unwrap_or_default();
    let mut piece_scores = vec![f64::NAN; tokens.len()];
    let mut known: FxHashMap<Vec<u8>, usize> = units.clone().map(|id| (tokens[id].1.clone(), id)).collect();
    let mut left = room - ASCII;
    for (piece, score) in runs.into_iter().chain(pieces) {
        if piece.len() == 1 {
            piece_scores[byte_base + piece[0] as usize] = rounded(score);
        } else if let Some(&id) = known.get(&piece) {
            piece_scores[id] = rounded(score);
        } else if left > 0 && !is_word(&piece) {
            left -= 1;
            known.insert(piece.clone(), tokens.len());
            tokens.push((Kind::of_piece(&piece), piece));
            piece_scores.push(rounded(score));
        }
    }
    let missing = left;
    let mut missing_general = 0;
    if let Some(general) = general {
        given.extend(known.keys().filter(|piece| piece.len() > 1 && (!names.contains(*piece) || is_spelled(piece))).cloned());
        let pieces = general_pieces(general, |piece| known.contains_key(piece), given, progress)?;
        missing_general = general.room - pieces.len();
        for (piece, score) in pieces {
            known.insert(piece.clone(), tokens.len());
            tokens.push((Kind::of_piece(&piece), piece));
            piece_scores.push(rounded(score - GENERAL_COST));
        }
    }
    // ASCII characters are pieces besides the byte tokens, so that a full stop is a symbol.
    for byte in 0x20..0x7fu8 {
        tokens.push((Kind::of_piece(&[byte]), vec![byte]));
        piece_scores.push(piece_scores[byte_base + byte as usize]);
    }
    lower_scores(&mut piece_scores, |id| units.contains(&id) && is_spelled(&tokens[id].1));
    let vocabulary = Vocabulary::new(tokens)?;
    vocabulary.check()?;
    let fallback = Box::new(unigram::Encoder::of_vocabulary(&vocabulary, piece_scores, None).map_err(Error::Vocabulary)?);
    Ok(WithPieces { vocabulary, fallback, missing, missing_general })
}

/// Gives each unit that may be a piece of text outside the units the lowest score, and then lowers all scores, so that fewer pieces win.
fn lower_scores(scores: &mut [f64], may_be_piece: impl Fn(usize) -> bool) {
    let least = scores.iter().copied().filter(|score| !score.is_nan()).fold(0.0, f64::min);
    for (id, score) in scores.iter_mut().enumerate() {
        if score.is_nan() && may_be_piece(id) {
            *score = least;
        }
        *score -= PIECE_COST;
    }
}

/// The pieces of general text that are not known yet, at most as many as there is room for: half of the room for fixed strings, then
/// frequent runs, then the pieces of a Unigram model.
fn general_pieces(
    general: &GeneralPieces,
    is_known: impl Fn(&[u8]) -> bool,
    mut given: FxHashSet<Vec<u8>>,
    progress: &dyn Progress,
) -> Result<Vec<(Vec<u8>, f64)>> {
    let mut pieces: Vec<(Vec<u8>, f64)> = Vec::with_capacity(general.room);
    let mut taken: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut add = |piece: Vec<u8>, score: f64, most: usize| {
        let is_word = || std::str::from_utf8(&piece).is_ok_and(general.is_word);
        if pieces.len() < most && piece.len() > 1 && !is_known(&piece) && !taken.contains(&piece) && !is_word() {
            taken.insert(piece.clone());
            pieces.push((piece, score));
        }
    };
    let chunks = cut_numbers(general.chunks);
    for string in fixed::strings() {
        add(string.into_bytes(), FIXED_SCORE, general.room / 2);
    }
    for (run, score) in runs_of(&chunks, Kind::Symbol).take(SYMBOL_RUNS).chain(runs_of(&chunks, Kind::Space).take(BLANK_RUNS)) {
        add(run, score, general.room * 3 / 4);
    }
    let left = general.room - pieces.len();
    let is_new = |piece: &[u8]| {
        piece.len() > 1 && !is_known(piece) && !taken.contains(piece) && !std::str::from_utf8(piece).is_ok_and(general.is_word)
    };
    let fills = |found: &[(Vec<u8>, f64)]| found.iter().filter(|piece| is_new(&piece.0)).count() >= left;
    // Text with hardly any repeated string has no Unigram model.
    given.extend(taken.iter().cloned());
    let found = match unigram_pieces(&chunks, &given, left, fills, progress) {
        Err(Error::Training(_)) => Vec::new(),
        found => found?,
    };
    pieces.extend(found.into_iter().filter(|piece| is_new(&piece.0)).take(left));
    Ok(pieces)
}

/// The words of a text in small letters: for each its count, and its count with a capital at its beginning.
pub fn word_counts(chunks: &Chunks, casing: &Casing) -> FxHashMap<String, [u64; 2]> {
    let mut counts: FxHashMap<String, [u64; 2]> = FxHashMap::default();
    let mut small = String::new();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        if let Some(shape) = WordShape::of(casing, text.strip_prefix(' ').unwrap_or(&text), &mut small) {
            let counts = counts.entry(small.clone()).or_default();
            counts[0] += count as u64;
            counts[1] += if shape.cases[0] == Case::Title { count as u64 } else { 0 };
        }
    }
    counts
}

/// The chunks with their numbers cut into groups of digits.
fn cut_numbers(chunks: &Chunks) -> Chunks {
    let mut counter = ChunkCounter::new();
    for (chunk, count) in chunks.iter() {
        let Ok(text) = std::str::from_utf8(chunk) else { continue };
        for part in digits::parts(text) {
            counter.add(part.as_bytes(), count);
        }
    }
    counter.into_chunks()
}

/// The pieces of the smallest Unigram model that `fills` the room for them, with their scores, or as many as the corpus supports. The value
/// of a piece depends on the others, so the best pieces of a larger model are not the best model. A corpus with no text outside the units
/// has only the single bytes.
fn unigram_pieces(
    leftover: &Chunks,
    given: &FxHashSet<Vec<u8>>,
    room: usize,
    fills: impl Fn(&[(Vec<u8>, f64)]) -> bool,
    progress: &dyn Progress,
) -> Result<Vec<(Vec<u8>, f64)>> {
    let options = unigram::train::Options { score: unigram::train::Score::TokenSavings, ..Default::default() };
    let given = given.iter().filter(|piece| piece.len() <= options.max_token_bytes).cloned().collect();
    let train = |sizes: &[usize]| unigram::train::train_beside(leftover, &given, Default::default(), sizes, &options, progress);
    let mut most = room.saturating_add(room / 4).saturating_add(512);
    let mut is_all = leftover.iter().next().is_none();
    let mut pieces = (0..=255u8).map(|byte| (vec![byte], -(256f64).ln())).collect();
    while !is_all {
        let least = room.saturating_add(256).min(most);
        let sizes: Vec<usize> =
            std::iter::successors(Some(most), |&size| Some((size as f64 * STEP) as usize).filter(|&next| next >= least)).collect();
        let models = match train(&sizes) {
            Err(Error::Unsupported { supported, .. }) if supported <= 256 => break,
            Err(Error::Unsupported { supported, .. }) => {
                (most, is_all) = (supported, true);
                let sizes: Vec<usize> = std::iter::once(supported).chain(sizes.into_iter().filter(|&size| size < supported)).collect();
                train(&sizes)
            }
            models => models,
        };
        let models = models.map_err(|error| match error {
            Error::Training(what) => Error::Training(format!("the pieces, which are trained on text outside the units: {what}")),
            error => error,
        })?;
        let mut models = models.into_iter().map(|model| model.into_iter().map(|(piece, score)| (piece, score as f64)).collect::<Vec<_>>());
        pieces = models.next().unwrap_or_default();
        if fills(&pieces) {
            for model in models.take_while(|model| fills(model)) {
                pieces = model;
            }
            break;
        }
        most = most.saturating_mul(2);
    }
    Ok(pieces)
}

/// Runs of two or more symbols, with or without a space before them, or of white space, and their scores, the most frequent first.
///
/// Unigram training does not find them: where a full stop is the most probable piece, three full stops are more probable than any piece
/// `...`.
fn runs_of(leftover: &Chunks, kind: Kind) -> impl Iterator<Item = (Vec<u8>, f64)> {
    let is_run = |chunk: &[u8]| {
        let text = std::str::from_utf8(chunk).unwrap_or_default();
        text.chars().count() > 1 && chunk.len() <= MAX_TOKEN && Kind::of_piece(chunk) == kind && !text.contains(properties::is_numeric)
    };
    let total: u64 = leftover.iter().map(|(_, count)| count as u64).sum();
    let mut runs: Vec<(&[u8], u32)> = leftover.iter().filter(|(chunk, _)| is_run(chunk)).collect();
    runs.sort_by_key(|&(chunk, count)| (std::cmp::Reverse(count), chunk));
    runs.into_iter().map(move |(chunk, count)| (chunk.to_vec(), (count as f64 / total as f64).ln())).collect::<Vec<_>>().into_iter()
}
