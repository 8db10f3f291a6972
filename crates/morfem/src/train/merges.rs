//! The first ids of every vocabulary, and the training of merges and pieces over units, which comes last.

use std::collections::BTreeMap;

use crate::bpe::{self, Merge, MergeBuffers, MergeRule, Merges, TrainOptions, Weights, Words};
use crate::corpus::{ChunkCounter, Chunks};
use crate::files::vocabulary::rounded;
use crate::run::progress::Progress;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, MAX_TOKEN, Vocabulary, check_specials};
use crate::{Error, Result, unigram};

/// The longest piece over units, in bytes; a unit has three bytes.
const LONGEST_PIECE: usize = 48;

/// Checks the specials and returns them with the 256 bytes after them.
///
/// # Errors
/// [`Error::Argument`] for a special that is empty, repeated, contains a tab or line end, or is the token string of a byte.
pub fn specials_and_bytes(specials: &[String]) -> Result<Vec<(Kind, Vec<u8>)>> {
    check_specials(specials)?;
    refuse_taken(specials, [])?;
    Ok(specials.iter().map(|special| (Kind::Special, special.clone().into_bytes())).chain(bytes()).collect())
}

fn bytes() -> impl Iterator<Item = (Kind, Vec<u8>)> {
    (0..=255u8).map(|byte| (Kind::Byte, vec![byte]))
}

/// Refuses a special that is also a byte or one of `tokens`, which are in every vocabulary of a task. Otherwise training would fail at its
/// end.
///
/// # Errors
/// [`Error::Argument`] that names the special.
pub fn refuse_taken(specials: &[String], tokens: impl IntoIterator<Item = (Kind, Vec<u8>)>) -> Result<()> {
    let vocabulary = Vocabulary::new(bytes().chain(tokens))?;
    match specials.iter().find_map(|special| Some((special, vocabulary.id(special)?))) {
        Some((special, id)) => Err(Error::Argument(format!(
            "special token {special:?} is also a token of kind {}, which every vocabulary of this trainer has; choose another text",
            vocabulary.kind(id).name()
        ))),
        None => Ok(()),
    }
}

/// General text, and the number of merges that are learned from it.
pub struct General<'a> {
    pub chunks: &'a Chunks,
    pub merges: usize,
}

/// Learns merges from a corpus until there are `options.size` symbols, then further ones from general text, each as many as the text
/// supports. `own` are the words of the corpus, and `words` gives those of other chunks. Returns them with the number of those from the corpus.
///
/// # Errors
/// As [`bpe::train`].
pub fn merge_all(
    own: Words,
    words: impl Fn(&Chunks) -> Words,
    general: Option<&General>,
    options: &TrainOptions,
    progress: &dyn Progress,
) -> Result<(Vec<Merge>, usize)> {
    let mut merges = bpe::train(own, options, progress)?;
    let own = merges.len();
    let Some(general) = general else { return Ok((merges, own)) };
    // The text is first merged by what is known. Whole words of it are then symbols with the classes of the products.
    let model = Merges::new(options.classes.len(), merges.clone())?;
    let (mut classes, mut bytes) = (options.classes.clone(), options.bytes.clone());
    for [left, right] in merges.iter().map(|merge| [merge.left, merge.right].map(|part| part as usize)) {
        classes.push(options.rule.product(classes[left], classes[right]).expect("the rule allows every merge that it has made"));
        bytes.push(bytes[left] + bytes[right]);
    }
    let mut buffers = MergeBuffers::default();
    let merged =
        words(general.chunks).mapped(|symbols, out| model.encode(symbols.iter().copied(), &mut buffers, |symbol, _| out.push(symbol)));
    let size = classes.len().saturating_add(general.merges);
    merges.extend(bpe::train(merged, &TrainOptions { classes, bytes, size, ..options.clone() }, progress)?);
    Ok((merges, own))
}

/// Trains `merges` merges over the ids of a tokenizer, or as many as the corpus supports, and those of general text, and returns the
/// tokenizer with them. `classes` are the classes of the ids that `rule` is about.
///
/// # Errors
/// [`Error::Interrupted`] if `progress` asks to stop.
pub fn merge_units(
    tokenizer: Tokenizer,
    chunks: &Chunks,
    classes: Vec<u8>,
    rule: MergeRule,
    merges: usize,
    general: Option<&General>,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    if merges == 0 && general.is_none() {
        return Ok(tokenizer);
    }
    let bytes = (0..classes.len() as u32).map(|id| tokenizer.vocabulary().bytes(id).len()).collect();
    let options =
        TrainOptions { size: classes.len().saturating_add(merges), classes, bytes, rule, min_count: 2, weights: Weights::default() };
    let words = |chunks: &Chunks| unmerged_words(&tokenizer, chunks);
    let (merges, _) = merge_all(words(chunks), words, general, &options, progress)?;
    tokenizer.merged(merges)
}

/// The ids of each chunk of a corpus before merges, with their counts. Merges are trained on these.
fn unmerged_words(tokenizer: &Tokenizer, chunks: &Chunks) -> bpe::Words {
    let mut words = bpe::Words::default();
    tokenizer.for_each_unmerged(chunks, |ids, count| words.push(ids.iter().copied(), count as u64));
    words
}

/// Trains a Unigram model over the ids of a tokenizer, with `most` pieces of several ids or as many as the corpus supports, and returns the
/// tokenizer with it.
///
/// # Errors
/// [`Error::Training`] if there are too many units, [`Error::Interrupted`] if `progress` asks to stop.
pub fn piece_units(tokenizer: Tokenizer, chunks: &Chunks, most: usize, progress: &dyn Progress) -> Result<Tokenizer> {
    let units = tokenizer.vocabulary().len();
    if units > unigram::over::MOST {
        return Err(Error::Training(format!("the vocabulary has {units} units; a Unigram model supports {} at most", unigram::over::MOST)));
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
    // The size that the trainer expects includes the 256 bytes and the units that occur.
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
    let found: Vec<unigram::over::Piece> =
        found.filter_map(|(text, score)| Some((rounded(f64::from(score)), unigram::over::read(&text)?))).collect();
    let (single, mut several): (Vec<_>, Vec<_>) = found.into_iter().partition(|piece| piece.1.len() == 1);
    let bytes = |units: &[u32]| units.iter().map(|&unit| tokenizer.vocabulary().bytes(unit).len()).sum::<usize>();
    several.retain(|piece| bytes(&piece.1) <= MAX_TOKEN);
    several.truncate(most);
    // A unit without a score gets the lowest score of all pieces.
    let least = several.iter().chain(&single).map(|piece| piece.0).fold(0.0, f64::min);
    let scores: BTreeMap<u32, f64> = single.iter().map(|(score, units)| (units[0], *score)).collect();
    let is_unit = |id: &u32| tokenizer.vocabulary().kind(*id) != Kind::Special;
    let mut pieces: Vec<unigram::over::Piece> =
        (0..units as u32).filter(is_unit).map(|id| (scores.get(&id).copied().unwrap_or(least), vec![id])).collect();
    pieces.extend(several);
    tokenizer.pieced(pieces)
}
