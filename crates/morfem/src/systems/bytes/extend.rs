//! Extends a byte-pair model by merges that are learned from a corpus, for a language that its vocabulary serves badly.
//!
//! The corpus is cut by the model's own splitter, and its chunks are encoded by the model. The new merges are learned over these ids, behind
//! all merges of the model. So the model's own merges come first in every text, and a text in which no new pair occurs keeps its ids. The
//! new ids follow all others; no id changes its meaning.
//!
//! Merges are learned only from chunks with a letter and, if the guide knows roots, with a root in them. In the chunks of texts that should
//! keep their ids, every pair counts against its merge. With both rules of a guide, a cut inside a token of the model is a cut that nothing
//! can respect any more; it counts neither for nor against a pair. Merges that make whole morphemes come before those that make parts of
//! some. With the rule `tokens`, merges of whole morphemes into longer tokens come last: without this order, they took the ids of the rarer
//! morphemes: in Turkish, on Qwen's vocabulary, .585 of the ends of new tokens were cuts, and not .817.
//!
//! A product may be spelled like a token that the model has and never uses (such tokens exist in published vocabularies). Then it takes that
//! token's id, so that the token strings stay different, and the id is listed with the new ones: its vector was never trained.

use rustc_hash::FxHashMap;
use serde_json::json;

use super::bpe::Bpe;
use super::bpe_train::MOST_CROSSING;
use crate::bpe::{self, Encoder, Merge, MergeBuffers, MergeRule, TrainOptions, Weights, Words};
use crate::corpus::{Chunks, CutRule, Cuts};
use crate::files::record::Record;
use crate::options::{named, options};
use crate::run::progress::Progress;
use crate::tokenizer::Tokenizer;
use crate::train::{Guide, is_word, with_agreement};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

named! {
    /// What a new token may be.
    pub enum NewTokens {
        /// What crosses no cut of the guide between morphemes.
        Cuts = "cuts",
        /// Also a run of whole morphemes.
        Tokens = "tokens",
        /// Only a run of whole words. The splitter must leave several words in a chunk; there is no guide.
        Words = "words",
    }
}

options! {
    /// Options of an extension.
    pub struct Options {
        /// Number of new ids.
        add: usize = 32_000; least 1,
        /// Pairs that occur less often are not merged.
        min_count: usize = 2; least 1,
        /// What a new token may be.
        boundary_rule: NewTokens = NewTokens::Tokens,
        /// How many occurrences of a pair outweigh one that breaks the rule, up to 1,000.
        crossing_cost: usize = 1,
    }
}

/// An extended tokenizer, and the ids that are new, in the order of their merges.
pub struct Extended {
    pub tokenizer: Tokenizer,
    pub new_ids: Vec<u32>,
}

/// The model that is extended.
///
/// # Errors
/// [`Error::Argument`] if the tokenizer is no plain byte-pair model, or an option is too large.
pub fn check<'t>(base: &'t Tokenizer, options: &Options) -> Result<&'t Encoder> {
    let name = &base.record().name;
    if options.crossing_cost > MOST_CROSSING {
        return Err(Error::Argument(format!("crossing_cost is {}; give {MOST_CROSSING} or less", options.crossing_cost)));
    }
    base.abilities().as_bpe().ok_or_else(|| {
        Error::Argument(format!(
            "base: {name} is a tokenizer of kind {}, whose merges cannot be continued; give a byte-pair encoding: a tokenizer.json, a file \
             of ranks, a SentencePiece model of type BPE, or a tokenizer of kind bpe",
            base.record().kind
        ))
    })
}

/// Extends `base` by merges learned from `chunks`, cut by its splitter. Texts with the chunks `unchanged` should keep their ids.
///
/// # Errors
/// As [`check`]; [`Error::Training`] if the corpus supports fewer new tokens; those of [`Guide::cut`]; [`Error::Vocabulary`] if a new token
/// is spelled like a special; [`Error::Interrupted`].
pub fn extend(
    base: &Tokenizer,
    chunks: &Chunks,
    unchanged: Option<&Chunks>,
    guide: Option<&Guide>,
    options: &Options,
    progress: &dyn Progress,
) -> Result<Extended> {
    let model = check(base, options)?;
    let vocabulary = base.vocabulary();
    let is_words = options.boundary_rule == NewTokens::Words;
    if is_words && guide.is_some() {
        return Err(Error::Argument("boundary_rule is words, for which no guide is asked; leave boundaries out".into()));
    }
    let joins_whole = options.boundary_rule == NewTokens::Tokens;
    let rule = if joins_whole { CutRule::Tokens } else { CutRule::Cuts };
    let cut = guide.map(|guide| guide.cut_known(chunks, rule, progress)).transpose()?;
    let is_taken = |index: usize| is_word(chunks.get(index).0) && cut.as_ref().is_none_or(|(_, is_known)| is_known[index]);
    let at_spaces = is_words.then(|| at_spaces(chunks));
    let mut words = cut_words(vocabulary, model, chunks, at_spaces.as_ref().or(cut.as_ref().map(|(cuts, _)| cuts)), is_words, is_taken);
    let (mut buffers, mut ids) = (MergeBuffers::default(), Vec::new());
    for (chunk, count) in unchanged.iter().flat_map(|chunks| chunks.iter()) {
        ids.clear();
        model.encode(chunk, &mut buffers, &mut ids);
        words.push_unmerged(ids.iter().copied(), count as u64);
    }
    let first = vocabulary.len();
    let unused = unused(vocabulary, model);
    let weights = match &cut {
        _ if is_words => Weights::joins(options.crossing_cost),
        Some(_) => Weights::whole_first(options.crossing_cost, joins_whole),
        None => Weights::equal(options.crossing_cost, joins_whole),
    };
    let training = TrainOptions {
        classes: vec![0; first],
        bytes: (0..first as u32).map(|id| vocabulary.bytes(id).len()).collect(),
        rule: MergeRule::any(),
        size: first.saturating_add(options.add),
        min_count: options.min_count as u64,
        weights,
    };
    let merges = bpe::train(words, &training, progress)?;
    if merges.len() < options.add {
        let (asked, supported) = (options.add, merges.len());
        return Err(Error::Training(format!(
            "the corpus supports {supported} new tokens, not {asked}: set add to {supported} or less, or give more text in the language"
        )));
    }
    let (tokenizer, new_ids) = extended(base, model, &merges, &unused)?;
    let mut record = tokenizer.record().clone();
    let of = json!({ "base": base.record().full_name(), "first_id": first, "new": new_ids.len() });
    record.options.insert("extension".into(), of);
    let tokenizer = tokenizer.with_record(record);
    Ok(Extended { tokenizer: with_agreement(tokenizer, guide, chunks, cut.as_ref().map(|(cuts, _)| cuts)), new_ids })
}

/// Cuts before the words of each chunk.
fn at_spaces(chunks: &Chunks) -> Cuts {
    let mut cuts = Cuts::default();
    chunks.iter().for_each(|(chunk, _)| cuts.push(memchr::memchr_iter(b' ', chunk).map(|place| place as u32)));
    cuts
}

/// The chunks that are taken, as ids of a model, with those of their cuts that are between two ids.
fn cut_words(
    vocabulary: &Vocabulary,
    model: &Encoder,
    chunks: &Chunks,
    cuts: Option<&Cuts>,
    is_words: bool,
    is_taken: impl Fn(usize) -> bool,
) -> Words {
    let (mut words, mut buffers) = (Words::default(), MergeBuffers::default());
    let (mut ids, mut places) = (Vec::new(), Vec::new());
    for index in (0..chunks.len()).filter(|&index| is_taken(index)) {
        let (chunk, count) = chunks.get(index);
        ids.clear();
        model.encode(chunk, &mut buffers, &mut ids);
        places.clear();
        let mut wanted = cuts.map_or(&[][..], |cuts| &cuts[index]).iter().map(|&cut| cut as usize).peekable();
        let mut end = 0;
        for (place, &id) in ids.iter().enumerate() {
            while wanted.next_if(|&cut| cut < end).is_some() {}
            if wanted.next_if_eq(&end).is_some() {
                places.push(place as u32);
            }
            end += vocabulary.bytes(id).len();
        }
        // What stands before the first space may be the end of a word, behind an apostrophe, and begins no run of words.
        let first = if is_words { places.first().map_or(ids.len(), |&place| place as usize) } else { 0 };
        places.iter_mut().for_each(|place| *place -= first as u32);
        words.push_cut(ids[first..].iter().copied(), count as u64, &places);
    }
    words
}

/// The tokens that merges do not make of their own bytes, by their bytes.
fn unused<'v>(vocabulary: &'v Vocabulary, model: &Encoder) -> FxHashMap<&'v [u8], u32> {
    let pieces = (0..vocabulary.len() as u32).filter(|&id| !matches!(vocabulary.kind(id), Kind::Special | Kind::Byte));
    pieces.filter(|&id| model.merged(vocabulary.bytes(id)) != [id]).map(|id| (vocabulary.bytes(id), id)).collect()
}

/// The tokenizer with these merges over its ids, whose products are numbered from the first free id, and the ids that they make.
fn extended(base: &Tokenizer, model: &Encoder, merges: &[Merge], unused: &FxHashMap<&[u8], u32>) -> Result<(Tokenizer, Vec<u32>)> {
    let vocabulary = base.vocabulary();
    let first = vocabulary.len() as u32;
    let mut tokens: Vec<(Kind, Vec<u8>)> = (0..first).map(|id| (vocabulary.kind(id), vocabulary.bytes(id).to_vec())).collect();
    let (mut all, mut new_ids): (_, Vec<u32>) = (model.merges(), Vec::with_capacity(merges.len()));
    for merge in merges {
        let [left, right] = [merge.left, merge.right].map(|symbol| symbol.checked_sub(first).map_or(symbol, |new| new_ids[new as usize]));
        let bytes = [&*tokens[left as usize].1, &*tokens[right as usize].1].concat();
        let id = unused.get(&*bytes).copied().unwrap_or(tokens.len() as u32);
        if id as usize == tokens.len() {
            tokens.push((Kind::of_piece(&bytes), bytes));
        }
        all.push([left, right, id]);
        new_ids.push(id);
    }
    let vocabulary = Vocabulary::new(tokens)?;
    vocabulary.check()?;
    let build = if model.is_over_bytes() { Encoder::new } else { Encoder::of_characters };
    let mut record = Record { version: None, card: None, ..base.record().clone() };
    let model = build(&vocabulary, &all)?;
    if let Some(merging) = &mut record.merging {
        // They have been in use.
        new_ids.retain(|id| !merging.whole.contains(id));
        merging.whole.retain(|&id| model.is_whole(&vocabulary, id));
    }
    let model = model.with_merging(&vocabulary, record.merging.as_ref())?;
    let system = Bpe::new(model, &record);
    Ok((Tokenizer::new(record, vocabulary, system)?, new_ids))
}
