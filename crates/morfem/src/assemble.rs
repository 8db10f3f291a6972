//! From what a trainer found to a tokenizer: the vocabulary in its order, the model, the record.
//!
//! The order of ids is the same for every system: specials, the 256 bytes, then units by score or merges by rank.

use std::collections::{BTreeMap, HashSet};

use crate::bpe::{self, GPT2_BYTES, Merge, MergeRule, TrainOptions};
use crate::cache::{Key, MAX_IDS};
use crate::corpus::{ChunkCounter, Chunks};
use crate::precomputed::{self, COLUMNS, Precomputed};
use crate::progress::Progress;
use crate::record::{Files, Record};
use crate::systems::bytes::{Bpe, Unigram};
use crate::systems::splinter::Splinter;
use crate::systems::{mft, morpheus, splinter};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, unigram};

/// Bytes of a piece over units, three a unit.
const LONGEST_PIECE: usize = 48;

/// Specials of a new tokenizer if nothing else is asked for.
pub const SPECIAL_TOKENS: [&str; 4] = ["<pad>", "<s>", "</s>", "<mask>"];

/// Checks the specials and puts the 256 bytes behind them.
fn specials_and_bytes(specials: &[String]) -> Result<Vec<(Kind, Vec<u8>)>> {
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

/// A trainer counts without specials, the user with them.
fn with_specials<'a>(specials: &'a [String]) -> impl Fn(Error) -> Error + 'a {
    |error| match error {
        Error::Unsupported { asked, supported } => {
            Error::Unsupported { asked: asked + specials.len(), supported: supported + specials.len() }
        }
        other => other,
    }
}

/// How many ids of `vocab_size` are left for what a trainer finds, the 256 bytes included.
///
/// # Errors
/// [`Error::Training`] if there is no room for anything beside specials and bytes.
pub fn room(vocab_size: usize, specials: &[String]) -> Result<usize> {
    let least = 256 + specials.len();
    match vocab_size.checked_sub(specials.len()) {
        Some(room) if room > 256 => Ok(room),
        _ => Err(Error::Training(format!(
            "vocab_size {vocab_size} is too small: {least} ids are bytes and specials; ask for more than that"
        ))),
    }
}

/// Trains Unigram tokenizers of kind `unigram` or `thunder`, one for each of the vocabulary sizes in `options.pieces`, largest first.
///
/// # Errors
/// [`Error::Training`] if the corpus does not support the size, [`Error::Interrupted`] if `progress` asks to stop.
pub fn train_unigram(
    chunks: &Chunks,
    kind: &str,
    splitter: Splitter,
    specials: &[String],
    mut options: unigram::train::Options,
    progress: &dyn Progress,
) -> Result<Vec<Tokenizer>> {
    options.pieces = options.pieces.iter().map(|&size| room(size, specials)).collect::<Result<_>>()?;
    let trained = unigram::train::train(chunks, &options, progress).map_err(with_specials(specials))?;
    trained.iter().map(|pieces| from_pieces(kind, splitter, specials, pieces)).collect()
}

/// Trains a byte-level BPE tokenizer.
///
/// # Errors
/// As [`train_unigram`].
pub fn train_bpe(
    chunks: &Chunks,
    splitter: Splitter,
    vocab_size: usize,
    specials: &[String],
    min_count: u64,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    let size = room(vocab_size, specials)?;
    let mut symbols = [0; 256];
    GPT2_BYTES.iter().zip(0..).for_each(|(&byte, symbol)| symbols[byte as usize] = symbol);
    let mut words = bpe::Words::default();
    for (chunk, count) in chunks.iter() {
        words.push(chunk.iter().map(|&byte| symbols[byte as usize]), count as u64);
    }
    let options = TrainOptions { classes: vec![0; 256], rule: MergeRule::any(), size, min_count };
    from_merges(splitter, specials, &bpe::train(words, &options, progress).map_err(with_specials(specials))?)
}

/// Trains an MFT tokenizer from the files of a language pack and the chunks of a corpus.
///
/// # Errors
/// [`Error::Training`] if the pack is faulty or the sizes do not fit, [`Error::Interrupted`] if `progress` asks to stop.
pub fn train_mft(
    chunks: &Chunks,
    files: &Files,
    specials: &[String],
    options: &mft::train::Options,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    room(options.vocab_size, specials)?;
    let trained = mft::train::train(chunks, files, specials_and_bytes(specials)?, options, progress)?;
    let record = Record::new("mft", "mft", Splitter::Inflected);
    let classes = trained.encoder.merge_classes();
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    with_frequent(merge_units(tokenizer, chunks, classes, mft::merge_rule()?, options.merges, progress)?, chunks)
}

/// Trains a Splinter tokenizer from the chunks of a corpus, for each of the vocabulary sizes. What words are taken apart into it takes from the tokenizer
/// `before`, if there is one, or else learns it.
///
/// # Errors
/// [`Error::Training`] if the alphabet is faulty, the corpus has no word of it, or a size does not fit, [`Error::Interrupted`] if `progress` asks to stop.
pub fn train_splinter(
    chunks: &Chunks,
    sizes: &[usize],
    specials: &[String],
    options: &splinter::train::Options,
    before: Option<&Tokenizer>,
    progress: &dyn Progress,
) -> Result<Vec<Tokenizer>> {
    let first = specials_and_bytes(specials)?;
    options.quotas.check().map_err(Error::Argument)?;
    let learned = match before.map(|before| before.abilities().as_any().downcast_ref::<Splinter>()) {
        None => splinter::train::learned(chunks, options, progress)?,
        Some(Some(system)) => splinter::train::learned_before(chunks, &system.encoder)?,
        Some(None) => return Err(Error::Argument("learned is no tokenizer of kind splinter; give one that is, or none".into())),
    };
    if options.inner == splinter::train::Inner::Unigram && !learned.is_reduced() {
        return Err(Error::Argument("inner=\"unigram\" goes over reductions; with clitics the units are joined by what they gain".into()));
    }
    let build = |&size: &usize| {
        let trained = splinter::train::trained(chunks, &learned, &first, &options.quotas, size, progress)?;
        let units = trained.vocabulary.len();
        let too_small = || Error::Training(format!("vocab_size {size} is too small: specials, bytes and units are {units}; ask for more"));
        let merges = size.checked_sub(units).ok_or_else(too_small)?;
        let classes = splinter::train::merge_classes(&trained.encoder, &trained.vocabulary);
        let record = Record::new("splinter", "splinter", Splitter::Marked);
        let plain = Tokenizer::new(record, trained.vocabulary, Splinter::new(trained.encoder))?;
        match options.inner {
            splinter::train::Inner::Bpe => merge_units(plain, chunks, classes, splinter::train::merge_rule()?, merges, progress),
            splinter::train::Inner::Unigram => piece_units(plain, chunks, merges, progress),
        }
    };
    sizes.iter().map(build).collect()
}

/// Trains a Morpheus tokenizer from the chunks of a corpus and what a teacher says of their words.
///
/// # Errors
/// [`Error::Training`] if the probabilities or the sizes do not fit, [`Error::Interrupted`] if `progress` asks to stop.
pub fn train_morpheus(
    chunks: &Chunks,
    phonology: &[u8],
    labels: &morpheus::train::Labels,
    specials: &[String],
    options: &morpheus::train::Options,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    room(options.vocab_size, specials)?;
    let trained = morpheus::train::train(chunks, phonology, labels, specials_and_bytes(specials)?, options, progress)?;
    let mut record = Record::new("morpheus", "morpheus", Splitter::Inflected);
    record.training.insert("agreement".into(), serde_json::to_value(trained.agreement).expect("numbers are plain data"));
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    with_frequent(merge_units(tokenizer, chunks, trained.classes, morpheus::encode::merge_rule()?, options.merges, progress)?, chunks)
}

/// Gives a tokenizer the table of the frequent chunks of its corpus.
fn with_frequent(tokenizer: Tokenizer, chunks: &Chunks) -> Result<Tokenizer> {
    let Some(text) = written(&tokenizer, chunks) else { return Ok(tokenizer) };
    let precomputed = Precomputed::read(text, tokenizer.vocabulary().len()).map_err(Error::Training)?;
    Ok(tokenizer.with_precomputed(precomputed))
}

/// The file of a tokenizer that was trained on these chunks, if any of them is frequent.
fn written(tokenizer: &Tokenizer, chunks: &Chunks) -> Option<String> {
    let is_plain = |chunk: &[u8]| chunk[0] == b' ' && !chunk.iter().any(|byte| b"\t\n\r".contains(byte));
    let mut frequent: Vec<(&[u8], u32)> = chunks
        .iter()
        .filter(|&(chunk, count)| count >= precomputed::LEAST_COUNT && is_plain(chunk) && Key::new(chunk, 0, chunk.len(), false).is_some())
        .collect();
    // Equal counts stay in the order of the chunks.
    frequent.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let mut text = String::from(COLUMNS);
    let mut line = String::new();
    let mut written = 0;
    tokenizer.for_each_behind_a_letter(frequent.into_iter().map(|(chunk, _)| chunk), |chunk, ids| {
        if written < precomputed::MOST && (1..=MAX_IDS).contains(&ids.len()) {
            line.clear();
            ids.iter().for_each(|id| line += &format!(" {id}"));
            text += &format!("{chunk}\t{}\n", &line[1..]);
            written += 1;
        }
        written < precomputed::MOST
    });
    (written > 0).then_some(text)
}

/// Trains merges over the ids of a tokenizer, which have these classes, and gives it them.
///
/// # Errors
/// [`Error::Unsupported`] if the corpus does not support that many, [`Error::Interrupted`] if `progress` asks to stop.
fn merge_units(
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
    let options = TrainOptions { size: classes.len() + merges, classes, rule, min_count: 2 };
    let merges = bpe::train(unmerged_words(&tokenizer, chunks), &options, progress)?;
    tokenizer.merged(merges)
}

/// The ids of each chunk of a corpus before merges, with their counts: what merges are trained on.
fn unmerged_words(tokenizer: &Tokenizer, chunks: &Chunks) -> bpe::Words {
    let mut words = bpe::Words::default();
    tokenizer.for_each_unmerged(chunks, |ids, count| words.push(ids.iter().copied(), count as u64));
    words
}

/// Trains a Unigram model with `most` pieces of several ids over the ids of a tokenizer, and gives it that.
///
/// # Errors
/// [`Error::Unsupported`] if the corpus does not support that many, [`Error::Interrupted`] if `progress` asks to stop.
fn piece_units(tokenizer: Tokenizer, chunks: &Chunks, most: usize, progress: &dyn Progress) -> Result<Tokenizer> {
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
    let options = unigram::train::Options { pieces: vec![others + most], max_piece_bytes: LONGEST_PIECE, ..Default::default() };
    let trained = unigram::train::train(&counter.into_chunks(), &options, progress).map_err(|error| match error {
        Error::Unsupported { asked, supported } => {
            Error::Unsupported { asked: asked + units - others, supported: (supported + units).saturating_sub(others) }
        }
        error => error,
    })?;
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

/// A Unigram tokenizer of kind `unigram` or `thunder` from pieces with scores, best first; among them the 256 bytes.
///
/// # Errors
/// [`Error::Argument`] for specials that cannot be, [`Error::Vocabulary`] for specials that are also pieces.
pub fn from_pieces(kind: &str, splitter: Splitter, specials: &[String], pieces: &[(Vec<u8>, f32)]) -> Result<Tokenizer> {
    let mut tokens = specials_and_bytes(specials)?;
    let mut scores = vec![f64::NAN; specials.len()];
    let bytes: BTreeMap<u8, f32> = pieces.iter().filter(|(piece, _)| piece.len() == 1).map(|(piece, score)| (piece[0], *score)).collect();
    scores.extend(bytes.values().map(|&score| rounded(score)));
    for (piece, score) in pieces.iter().filter(|(piece, _)| piece.len() > 1) {
        tokens.push((Kind::of_piece(piece), piece.clone()));
        scores.push(rounded(*score));
    }
    let vocabulary = Vocabulary::new(tokens)?;
    vocabulary.check()?;
    let model = unigram::Encoder::of_vocabulary(&vocabulary, scores, None).map_err(Error::Vocabulary)?;
    Tokenizer::new(Record::new(kind, kind, splitter), vocabulary, Unigram::new(model, false))
}

/// A score to the nearest 2^-13 nats: sums of such scores are exact in any order, so every program that adds them agrees.
fn rounded(score: f32) -> f64 {
    (score as f64 * 8192.0).round() / 8192.0
}

/// A byte-level BPE tokenizer from merges over symbols; symbol s below 256 is byte `GPT2_BYTES[s]`, products follow.
///
/// # Errors
/// As [`from_pieces`].
pub fn from_merges(splitter: Splitter, specials: &[String], merges: &[Merge]) -> Result<Tokenizer> {
    let mut tokens = specials_and_bytes(specials)?;
    let first = specials.len() as u32;
    let id = |symbol: u32| first + if symbol < 256 { GPT2_BYTES[symbol as usize] as u32 } else { symbol };
    for merge in merges.iter() {
        if id(merge.product) as usize == tokens.len() {
            let bytes = [merge.left, merge.right].map(|part| tokens[id(part) as usize].1.clone()).concat();
            tokens.push((Kind::of_piece(&bytes), bytes));
        }
    }
    let vocabulary = Vocabulary::new(tokens)?;
    vocabulary.check()?;
    let merges: Vec<[u32; 3]> = merges.iter().map(|merge| [id(merge.left), id(merge.right), id(merge.product)]).collect();
    let model = bpe::Encoder::new(&vocabulary, &merges)?;
    Tokenizer::new(Record::new("bpe", "bpe", splitter), vocabulary, Bpe::new(model, false))
}
