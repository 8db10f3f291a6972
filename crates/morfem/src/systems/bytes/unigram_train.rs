//! The trainers of Unigram models: kind `unigram`, and kind `thunder` (Thunder-Tok, Cho et al. 2025), which has other defaults.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::unigram::Unigram;
use crate::corpus::Chunks;
use crate::files::record::Record;
use crate::files::tsv;
use crate::options::refuse_unused;
use crate::run::progress::Progress;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{
    About, Input, MORE_TEXT, Task, Train, check_guide, refuse_share, room, specials_and_bytes, with_agreement, with_fixed, with_range,
};
use crate::unigram::agree::agreeing;
use crate::unigram::expressions::Expressions;
use crate::unigram::factors::Endings;
use crate::unigram::fallback::with_fallback;
use crate::unigram::superwords::{Wanted, all_words, with_phrases};
use crate::unigram::train::{Language, Options, Score, Vocabulary as Pieces, train, train_beside};
use crate::unigram::unit_rule::UnitRule;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, unigram};

/// Units of scores in a nat. Sums of scores that are whole units are exact in doubles.
const FINE: f64 = 8192.0;
/// As [`FINE`] for models that other programs load: SentencePiece adds scores in 32 bits, which is exact up to 16,384 nats.
const COARSE: f64 = 1024.0;
/// The file of the table of endings.
const ENDINGS: &str = "endings.tsv";
/// The file of the table of fixed expressions.
const EXPRESSIONS: &str = "expressions.tsv";
/// The file of the table of pieces that the vocabulary has in any case.
const PIECES: &str = "pieces.tsv";
/// The inputs of both trainers.
const UNIGRAM_INPUTS: &[Input] = &[
    Input::Table { name: "endings", file: ENDINGS, help: "The particles and endings of the language, for `ending_weight`" },
    Input::Table { name: "expressions", file: EXPRESSIONS, help: "Fixed expressions that begin inside a word, for `whole_phrases`" },
    Input::Table { name: "pieces", file: PIECES, help: "Strings that are pieces in any case" },
    Input::Boundaries,
];

/// The trainer of Unigram models.
pub struct UnigramTrainer;

impl Train for UnigramTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "unigram",
        summary: "Unigram language model",
        details: "The trainer fits piece probabilities by expectation maximisation and prunes the pieces that are needed least. Several \
                  vocabulary sizes share one training: each size gets the pieces that a training for it alone has when its last pruning round begins.",
        paper: "Kudo 2018",
        splitter: Splitter::Words,
        chooses_splitter: true,
        vocab_size: None,
        inputs: UNIGRAM_INPUTS,
        seed: "",
        is_for_tests: false,
    };

    fn check(task: &Task, options: &Options) -> Result<()> {
        check_unigram(&Self::ABOUT, task, options)
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        train_unigram(&Self::ABOUT, chunks, task, options, progress)
    }
}

/// The trainer of Thunder-Tok.
pub struct ThunderTrainer;

impl Train for ThunderTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "thunder",
        summary: "Thunder-Tok: a Unigram model of linguistic units, whole phrases among them, pruned by branching entropy",
        details: "Wide chunks, the unit rule and branching entropy are options, so each can be switched off.",
        paper: "Cho et al. 2025",
        splitter: Splitter::Thunder,
        chooses_splitter: true,
        vocab_size: None,
        inputs: UNIGRAM_INPUTS,
        seed: "",
        is_for_tests: false,
    };

    fn defaults() -> Options {
        Options { unit_rule: UnitRule::Linguistic, score: Score::BranchingEntropy, ..Options::default() }
    }

    fn check(task: &Task, options: &Options) -> Result<()> {
        check_unigram(&Self::ABOUT, task, options)
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        train_unigram(&Self::ABOUT, chunks, task, options, progress)
    }
}

/// The sizes of a task without its specials and given pieces, which the trainer of pieces does not count, and without its ids for general
/// text.
fn sizes(task: &Task, given: usize) -> Result<Vec<usize>> {
    let size = |&size: &usize| room(task.language_size(size, 257 + given + task.specials.len())?, &task.specials);
    task.sizes.iter().map(|asked| Ok(size(asked)?.saturating_sub(given))).collect()
}

/// Checks a task of the trainer in `about` as far as this is possible without a corpus.
///
/// # Errors
/// As [`Train::check`].
fn check_unigram(about: &About, task: &Task, options: &Options) -> Result<()> {
    specials_and_bytes(&task.specials)?;
    let weighs_endings = options.ending_weight != 1.0 || options.tail_weight != 1.0;
    match (endings(task)?, weighs_endings) {
        (Some(_), false) => {
            return Err(Error::Argument(
                "endings are given, but ending_weight and tail_weight are 1; give a number below 1, or no endings".into(),
            ));
        }
        (None, true) => {
            return Err(Error::Argument(
                "ending_weight and tail_weight need endings, the table of particles and endings of the language".into(),
            ));
        }
        _ => {}
    }
    if expressions(task)?.is_some() && options.whole_phrases == 0.0 {
        return Err(Error::Argument("expressions are given, but whole_phrases is 0; give a number above 0, or no expressions".into()));
    }
    options.check(&sizes(task, given(task)?.len())?)?;
    let unused = |names, when, fix| refuse_unused(options, &Options::default(), names, when, fix);
    check_guide(task.guide.as_ref(), options, &Options::default(), &["boundary_rule"])?;
    if task.guide.is_some() && options.balance > 0.0 {
        return Err(Error::Argument("balance has no effect on boundaries; leave it out, or give no boundaries".into()));
    }
    if task.guide.is_some() && options.whole_phrases > 0.0 {
        return Err(Error::Argument("whole_phrases has no effect on boundaries, whose phrases are whole words; leave it out".into()));
    }
    if options.balance == 0.0 {
        unused(&["kinds"], "without balance", "give balance")?;
    }
    if !task.splitter.unwrap_or(about.splitter).joins_words() {
        unused(&["phrase_weight", "whole_phrases"], "where no piece has several words", "give pretokenizer=\"phrases\"")?;
    }
    Ok(())
}

fn endings(task: &Task) -> Result<Option<Endings>> {
    task.files.get(ENDINGS).map(|table| Endings::read(ENDINGS, table)).transpose()
}

fn expressions(task: &Task) -> Result<Option<Expressions>> {
    task.files.get(EXPRESSIONS).map(|table| Expressions::read(EXPRESSIONS, table)).transpose()
}

/// The pieces that the vocabulary has in any case: the column `piece` of the table, in which `_` stands for a space. A single byte is a piece
/// anyway.
fn given(task: &Task) -> Result<FxHashSet<Vec<u8>>> {
    let Some(table) = task.files.get(PIECES) else { return Ok(FxHashSet::default()) };
    let rows = tsv::rows(PIECES, table, &["piece", "reason"])?;
    Ok(rows.into_iter().map(|(_, [piece, _])| piece.replace('_', " ").into_bytes()).filter(|piece| piece.len() > 1).collect())
}

/// The chunks of a corpus with their kinds of text, which are balanced.
fn balanced(task: &Task, options: &Options) -> Result<Chunks> {
    if task.kinds.is_empty() {
        return Err(Error::Argument("balance needs texts, whose kinds are found while they are read; give texts, or balance=0".into()));
    }
    Ok(Chunks::balanced(&task.kinds, options.balance))
}

/// Trains Unigram tokenizers of the kind in `about`.
///
/// # Errors
/// As [`Train::train`].
fn train_unigram(about: &About, chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
    let specials = &task.specials;
    let balanced = (options.balance > 0.0).then(|| balanced(task, options)).transpose()?;
    let chunks = balanced.as_ref().unwrap_or(chunks);
    let (endings, expressions, given) = (endings(task)?, expressions(task)?, given(task)?);
    let language = Language { endings: endings.as_ref(), expressions: expressions.as_ref() };
    let splitter = task.splitter.unwrap_or(about.splitter);
    // A guide cuts words; phrases are joined from them afterwards.
    let phrases = Some(chunks).filter(|_| task.guide.is_some() && splitter.joins_words());
    let words = phrases.map(all_words);
    let chunks = words.as_ref().unwrap_or(chunks);
    let cuts = task.guide.as_ref().map(|guide| guide.cut(chunks, options.boundary_rule, progress)).transpose()?;
    // A boundary in a rare word counts for more then: on Turkish words of gold data, F1 rises from .939 to .949 (docs/design/unigram.md).
    let damped = cuts.as_ref().map(|_| chunks.damped(1.0 / 3.0));
    let parts = cuts.as_ref().zip(damped.as_ref()).map(|(cuts, damped)| cuts.parts(damped, |_| true));
    let seen = parts.as_ref().unwrap_or(chunks);
    let trained = train_beside(seen, &given, language, &sizes(task, given.len())?, options, progress).map_err(|error| match error {
        Error::Unsupported { supported, .. } if supported >= options.seed_pieces => {
            with_range(specials, &format!("allow more than seed_pieces={}", options.seed_pieces))(error)
        }
        error => with_range(specials, MORE_TEXT)(error),
    })?;
    let trained = match cuts.as_ref().zip(damped.as_ref()) {
        Some((cuts, damped)) => trained.into_iter().map(|own| agreeing(own, damped, cuts, progress)).collect::<Result<_>>()?,
        None => trained,
    };
    let trained = match phrases {
        Some(phrases) => {
            let wanted = Wanted { longest: options.max_token_bytes, weight: options.phrase_weight };
            trained.into_iter().map(|own| with_phrases(own, phrases, &wanted, progress)).collect::<Result<_>>()?
        }
        None => trained,
    };
    let trained: Vec<Pieces> = match &task.general {
        Some(general) => trained
            .into_iter()
            .zip(&task.sizes)
            .map(|(own, &size)| mixed(own, general, task, size, options, progress))
            .collect::<Result<_>>()?,
        None => trained,
    };
    let trained = if cuts.is_some() { trained.into_iter().map(with_fallback).collect() } else { trained };
    let units = if cuts.is_some() { COARSE } else { FINE };
    let tokenizer = |pieces: &Pieces| from_pieces(about.kind, splitter, specials, pieces, units);
    trained.iter().map(|pieces| Ok(with_agreement(tokenizer(pieces)?, task.guide.as_ref(), chunks, cuts.as_ref()))).collect()
}

/// The pieces of a corpus with those of general text. A mixture of two Unigram models is one again: the probability of a piece is the mean
/// of its two probabilities, weighted by the shares of the ids.
fn mixed(own: Pieces, general: &Chunks, task: &Task, vocab_size: usize, options: &Options, progress: &dyn Progress) -> Result<Pieces> {
    let ids = task.general_ids(vocab_size);
    let chunks = with_fixed(general, ids);
    let known: FxHashSet<&[u8]> = own.iter().map(|(piece, _)| piece.as_slice()).collect();
    // Pieces that the corpus has too take no ids, so more are trained than there are ids, and more again if they do not suffice.
    let mut size = 256 + 2 * ids;
    let pieces = loop {
        let found = match train(&chunks, &[size], options, progress) {
            Err(Error::Unsupported { supported, .. }) => train(&chunks, &[supported], options, progress)?,
            found => found?,
        };
        let pieces = found.into_iter().next().unwrap_or_default();
        if pieces.len() < size || pieces.iter().filter(|(piece, _)| piece.len() > 1 && !known.contains(&piece[..])).count() >= ids {
            break pieces;
        }
        size *= 2;
    };
    let share = task.general_options.general_share as f32;
    let (of_corpus, of_general) = ((1.0 - share).ln(), share.ln());
    let mut scores: FxHashMap<Vec<u8>, f32> = own.into_iter().map(|(piece, score)| (piece, score + of_corpus)).collect();
    let mut left = ids;
    for (piece, score) in pieces {
        let score = score + of_general;
        match scores.get_mut(&piece) {
            Some(known) => *known = known.max(score) + (-(*known - score).abs()).exp().ln_1p(),
            None if left > 0 => {
                left -= 1;
                scores.insert(piece, score);
            }
            None => {}
        }
    }
    if left > 0 {
        return Err(refuse_share(ids, left, vocab_size));
    }
    let mut mixed: Pieces = scores.into_iter().collect();
    mixed.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(mixed)
}

/// A Unigram tokenizer from pieces with scores, best first; the 256 bytes are among them.
///
/// # Errors
/// [`Error::Argument`] for invalid specials, [`Error::Vocabulary`] for specials that are also pieces.
fn from_pieces(kind: &str, splitter: Splitter, specials: &[String], pieces: &[(Vec<u8>, f32)], units: f64) -> Result<Tokenizer> {
    let rounded = |score: f32| (f64::from(score) * units).round() / units;
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
