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

/// The vocabulary sizes that a corpus supports.
struct Supported<'a> {
    /// The smallest, where it is known.
    least: Option<usize>,
    most: usize,
    /// Options, as `name=value`, with which that is so, if they are not those that were given.
    with: &'a [String],
    /// What can be done besides asking for fewer.
    more: &'a str,
}

impl Supported<'_> {
    /// The error for a size that is too large.
    fn refuse(&self, asked: usize) -> Error {
        let Supported { least, most, with, more } = self;
        if least.is_some_and(|least| least > *most) {
            return Error::Training(format!("the corpus supports no vocabulary: too little in it occurs often enough; {more}"));
        }
        let least = least.map_or("up to".to_owned(), |least| format!("{least} to"));
        let (with, advice) = match with.join(" and ") {
            with if with.is_empty() => (with, format!("ask for {most} or fewer")),
            with => (format!(" with {with}"), format!("ask for vocab_size={most} with {with}")),
        };
        Error::Training(format!("vocab_size {asked} is too large: the corpus supports {least} {most} ids{with}; {advice}, or {more}"))
    }
}

const MORE_TEXT: &str = "give more text";

/// A trainer counts without specials, the user with them and all ids.
fn with_range(specials: &[String], more: &str) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Unsupported { asked, supported } => {
            let least = Some(256 + specials.len() + 1);
            Supported { least, most: supported + specials.len(), with: &[], more }.refuse(asked + specials.len())
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
            "vocab_size {vocab_size} is too small: {least} ids are bytes and specials; ask for {} or more",
            least + 1
        ))),
    }
}

/// Checks what can be checked of [`train_unigram`] without a corpus.
///
/// # Errors
/// [`Error::Training`] and [`Error::Argument`] for specials, sizes and options that cannot be.
pub fn check_unigram(specials: &[String], options: &unigram::train::Options) -> Result<()> {
    specials_and_bytes(specials)?;
    let pieces = options.pieces.iter().map(|&size| room(size, specials)).collect::<Result<_>>()?;
    unigram::train::Options { pieces, ..options.clone() }.check()
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
    let trained = unigram::train::train(chunks, &options, progress).map_err(|error| match error {
        Error::Unsupported { supported, .. } if supported >= options.seeds => {
            with_range(specials, &format!("allow more than seed_pieces={}", options.seeds))(error)
        }
        error => with_range(specials, MORE_TEXT)(error),
    })?;
    trained.iter().map(|pieces| from_pieces(kind, splitter, specials, pieces)).collect()
}

/// Checks what can be checked of [`train_bpe`] without a corpus.
///
/// # Errors
/// As [`check_unigram`].
pub fn check_bpe(vocab_size: usize, specials: &[String]) -> Result<()> {
    specials_and_bytes(specials)?;
    room(vocab_size, specials).map(drop)
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
    from_merges(splitter, specials, &bpe::train(words, &options, progress).map_err(with_range(specials, MORE_TEXT))?)
}

/// Checks what can be checked of [`train_mft`] without a corpus.
///
/// # Errors
/// As [`check_unigram`], and for a faulty pack.
pub fn check_mft(files: &Files, specials: &[String], options: &mft::train::Options) -> Result<()> {
    options.check(files, specials_and_bytes(specials)?.len())
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
    let trained = mft::train::train(chunks, files, specials_and_bytes(specials)?, options, progress)?;
    let record = Record::new("mft", "mft", Splitter::Inflected);
    let classes = trained.encoder.merge_classes();
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    let tokenizer = merge_units(tokenizer, chunks, classes, mft::merge_rule()?, options.merges, progress)?;
    if trained.missing > 0 {
        let (most, merges) = (tokenizer.vocabulary().len(), merges_of(&tokenizer));
        let with = &with_merges(merges, options.merges);
        return Err(Supported { least: Some(trained.least + merges), most, with, more: MORE_TEXT }.refuse(options.vocab_size));
    }
    check_merges(&tokenizer, options.merges)?;
    with_frequent(tokenizer, chunks)
}

/// The merges of a tokenizer over units.
fn merges_of(tokenizer: &Tokenizer) -> usize {
    tokenizer.vocabulary().len() - tokenizer.vocabulary().unmerged()
}

/// What a refusal has to name if there are fewer merges than were asked for.
fn with_merges(merges: usize, asked: usize) -> Vec<String> {
    (merges..asked).take(1).map(|merges| format!("merges={merges}")).collect()
}

/// Refuses a tokenizer with fewer merges than were asked for.
fn check_merges(tokenizer: &Tokenizer, asked: usize) -> Result<()> {
    let merges = merges_of(tokenizer);
    if merges == asked {
        return Ok(());
    }
    Err(Error::Training(format!(
        "merges={asked} is too many: the corpus supports {merges} merges of neighbouring units; ask for vocab_size={} with merges={merges}, or {MORE_TEXT}",
        tokenizer.vocabulary().len()
    )))
}

/// The Splinter system of a tokenizer, if it is one.
fn splinter_of(tokenizer: &Tokenizer) -> Option<&Splinter> {
    tokenizer.abilities().as_any().downcast_ref()
}

/// Checks what can be checked of [`train_splinter`] without a corpus.
///
/// # Errors
/// As [`check_unigram`], and for faulty tables.
pub fn check_splinter(sizes: &[usize], specials: &[String], options: &splinter::train::Options, before: Option<&Tokenizer>) -> Result<()> {
    let first = specials_and_bytes(specials)?.len();
    match before.map(splinter_of) {
        None => options.check(sizes, first),
        Some(Some(_)) => options.quotas.check().map_err(Error::Argument),
        Some(None) => Err(Error::Argument("learned is no tokenizer of kind splinter; give one that is, or none".into())),
    }
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
    check_splinter(sizes, specials, options, before)?;
    let learned = match before.and_then(splinter_of) {
        None => splinter::train::learned(chunks, options, progress)?,
        Some(system) => splinter::train::learned_before(chunks, &system.encoder)?,
    };
    let least = learned.least(first.len());
    splinter::train::check_inner(options.inner, learned.is_reduced())?;
    splinter::train::check_sizes(sizes, &options.quotas, least)?;
    let build = |size: usize| {
        let trained = splinter::train::trained(chunks, &learned, &first, &options.quotas, size, progress)?;
        let units = trained.vocabulary.len();
        let merges = size.checked_sub(units).ok_or_else(|| {
            Error::Training(format!(
                "the shares ask for {units} ids of {size}, runs of affixes included: let wholes or another share be less"
            ))
        })?;
        let classes = splinter::train::merge_classes(&trained.encoder, &trained.vocabulary);
        let record = Record::new("splinter", "splinter", Splitter::Marked);
        let plain = Tokenizer::new(record, trained.vocabulary, Splinter::new(trained.encoder))?;
        match options.inner {
            splinter::train::Inner::Bpe => merge_units(plain, chunks, classes, splinter::train::merge_rule()?, merges, progress),
            splinter::train::Inner::Unigram => piece_units(plain, chunks, merges, progress),
        }
    };
    let build_whole = |&asked: &usize| {
        let tokenizer = build(asked)?;
        let mut most = tokenizer.vocabulary().len();
        if most == asked {
            return Ok(tokenizer);
        }
        // The shares of a smaller vocabulary choose other units, which have other merges: the largest that is whole is found by trying.
        loop {
            match build(most)?.vocabulary().len() {
                found if found == most => break,
                found => most = found,
            }
        }
        while build(most + 1)?.vocabulary().len() > most {
            most += 1;
        }
        Err(Supported { least: Some(least), most, with: &[], more: MORE_TEXT }.refuse(asked))
    };
    sizes.iter().map(build_whole).collect()
}

/// Checks what can be checked of [`train_morpheus`] without a corpus and a teacher.
///
/// # Errors
/// As [`check_unigram`], and for a faulty file of letters.
pub fn check_morpheus(phonology: &[u8], specials: &[String], options: &morpheus::train::Options) -> Result<()> {
    morpheus::Letters::new(phonology)?;
    options.room(specials_and_bytes(specials)?.len()).map(drop)
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
    let trained = morpheus::train::train(chunks, phonology, labels, specials_and_bytes(specials)?, options, progress)?;
    let mut record = Record::new("morpheus", "morpheus", Splitter::Inflected);
    record.training.insert("agreement".into(), serde_json::to_value(trained.agreement).expect("numbers are plain data"));
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    let tokenizer = merge_units(tokenizer, chunks, trained.classes, morpheus::encode::merge_rule()?, options.merges, progress)?;
    if trained.missing > 0 {
        let (most, merges, pieces) = (tokenizer.vocabulary().len(), merges_of(&tokenizer), trained.pieces);
        let is_enough = options.pieces.is_some_and(|least| least <= pieces);
        let mut with = if is_enough { Vec::new() } else { vec![format!("pieces={pieces}")] };
        with.extend(with_merges(merges, options.merges));
        if let Some(asked) = options.pieces.filter(|_| !is_enough) {
            return Err(Error::Training(format!(
                "pieces={asked} is too many: the corpus supports {pieces} beside its segments; ask for vocab_size={most} with {}, or {MORE_TEXT}",
                with.join(" and ")
            )));
        }
        // Few segments have few merges: what is the least is known without any.
        let smallest = morpheus::train::Options { pieces: options.pieces.or(Some(pieces)), ..options.clone() };
        let least = if options.merges == 0 { Some(smallest.least(specials.len() + 256)) } else { None };
        return Err(Supported { least, most, with: &with, more: MORE_TEXT }.refuse(options.vocab_size));
    }
    check_merges(&tokenizer, options.merges)?;
    with_frequent(tokenizer, chunks)
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

/// Trains merges over the ids of a tokenizer, which have these classes, and gives it them, or as many as the corpus supports.
///
/// # Errors
/// [`Error::Interrupted`] if `progress` asks to stop.
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
    let chunks = counter.into_chunks();
    let train = |size: usize| {
        let options = unigram::train::Options { pieces: vec![size], max_piece_bytes: LONGEST_PIECE, ..Default::default() };
        unigram::train::train(&chunks, &options, progress)
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
    let record = Record::new(kind, kind, splitter);
    let system = Unigram::new(model, &record);
    Tokenizer::new(record, vocabulary, system)
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
    let record = Record::new("bpe", "bpe", splitter);
    let system = Bpe::new(model, &record);
    Tokenizer::new(record, vocabulary, system)
}
