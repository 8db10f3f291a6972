//! Boundaries from a guide: BPE and Unigram models whose pieces end where a tokenizer, or a table of cut words, ends its own.
//!
//! The guide is used in training only. It cuts every distinct chunk of the corpus once, as it would in running text: a chunk that begins
//! with a space stands behind a letter, and the space belongs to the word behind it. A trainer then sees where each chunk is cut. The
//! result is an ordinary model, which needs no guide.
//!
//! A guide that knows morphemes writes the stems it does not know in subwords. A place between two of these is a place that the guide knows
//! nothing about. It is no cut by [`CutRule::Cuts`], and one by [`CutRule::Tokens`].

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde_json::json;

use crate::corpus::{Chunks, CutRule, Cuts};
use crate::options::{Options, refuse_unused};
use crate::run::progress::{Progress, Stage};
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// Number of chunks that are cut together.
const BLOCK: usize = 1 << 12;
/// A guide that knows roots finds one in at least this share of the words of a corpus of its language.
const LEAST_KNOWN: f64 = 0.5;

/// Who says where words are cut.
#[derive(Clone)]
pub enum Guide {
    /// A tokenizer whose tokens do not interleave.
    Tokenizer(Arc<Tokenizer>),
    /// For each word the places of its cuts, in characters.
    Words(Arc<FxHashMap<String, Vec<usize>>>),
}

impl Default for Guide {
    /// A guide of no words.
    fn default() -> Self {
        Guide::Words(Arc::default())
    }
}

impl Guide {
    /// A tokenizer as guide.
    ///
    /// # Errors
    /// [`Error::Argument`] if its tokens interleave, so that they have no boundaries.
    pub fn of_tokenizer(tokenizer: Arc<Tokenizer>) -> Result<Self> {
        if tokenizer.interleaves() {
            let name = tokenizer.record().full_name();
            return Err(Error::Argument(format!(
                "{name} cannot be a guide: its tokens interleave, so they do not say where a word is cut; give a tokenizer of kind mft, \
                 morpheus, unigram, thunder or bpe, or words that are cut"
            )));
        }
        Ok(Guide::Tokenizer(tokenizer))
    }

    /// Words that are cut, as the lines of a file.
    ///
    /// # Errors
    /// [`Error::Training`] if the file has no word, or is not UTF-8.
    pub fn of_words(file: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(file)
            .map_err(|error| Error::Training(format!("the cut words are not UTF-8 at byte {}; convert them", error.valid_up_to())))?;
        let mut words = FxHashMap::default();
        for line in text.lines() {
            let mut ends: Vec<usize> = Vec::new();
            for part in line.split_whitespace() {
                ends.push(ends.last().unwrap_or(&0) + part.chars().count());
            }
            ends.pop();
            words.insert(line.split_whitespace().collect::<String>(), ends);
        }
        words.remove("");
        match words.is_empty() {
            true => Err(Error::Training("the boundaries have no word; write one word per line, its parts separated by a space".into())),
            false => Ok(Guide::Words(Arc::new(words))),
        }
    }

    /// The name of the guide in a record.
    pub fn name(&self) -> String {
        match self {
            Guide::Tokenizer(tokenizer) => tokenizer.record().full_name(),
            Guide::Words(words) => format!("{} words", words.len()),
        }
    }

    /// Cuts the chunks of a corpus.
    ///
    /// # Errors
    /// [`Error::Training`] if the corpus is in another language than the guide, [`Error::Interrupted`] if `progress` asks to stop.
    pub fn cut(&self, chunks: &Chunks, rule: CutRule, progress: &dyn Progress) -> Result<Cuts> {
        self.cut_known(chunks, rule, progress).map(|(cuts, _)| cuts)
    }

    /// Like [`Guide::cut`]; also says for each chunk whether the guide knows it: has a root in it, or has it in its table.
    ///
    /// # Errors
    /// As [`Guide::cut`].
    pub fn cut_known(&self, chunks: &Chunks, rule: CutRule, progress: &dyn Progress) -> Result<(Cuts, Vec<bool>)> {
        let stage = Stage::begin(progress, "cutting at the boundaries of the guide", chunks.len() as u64)?;
        let knows_morphemes = matches!(self, Guide::Tokenizer(tokenizer) if tokenizer.knows_morphemes());
        let knows_roots = knows_morphemes || matches!(self, Guide::Words(_));
        let joins_unknown = knows_morphemes && rule == CutRule::Cuts;
        let blocks: Vec<usize> = (0..chunks.len()).step_by(BLOCK).collect();
        let cut_block = |&start: &usize| {
            let block = start..chunks.len().min(start + BLOCK);
            let (mut cuts, mut places) = (Cuts::default(), Vec::new());
            let (mut words, mut known, mut each) = (0u64, 0u64, Vec::with_capacity(block.len()));
            for index in block.clone() {
                let (chunk, count) = chunks.get(index);
                let text = String::from_utf8_lossy(chunk);
                let is_known = match self {
                    Guide::Tokenizer(tokenizer) => tokenizer.cut(&text, rule, joins_unknown, &mut places),
                    Guide::Words(table) => cut_by_table(table, &text, &mut places),
                };
                cuts.push(places.drain(..));
                each.push(is_known || !knows_roots);
                if is_word(chunk) {
                    words += count as u64;
                    known += is_known as u64 * count as u64;
                }
            }
            stage.add(block.len() as u64)?;
            Ok((cuts, each, words, known))
        };
        let parts: Vec<(Cuts, Vec<bool>, u64, u64)> = blocks.par_iter().map(cut_block).collect::<Result<_>>()?;
        let (words, known) = parts.iter().fold((0, 0), |sum, part| (sum.0 + part.2, sum.1 + part.3));
        let least = match self {
            Guide::Tokenizer(_) if knows_morphemes => LEAST_KNOWN * words as f64,
            Guide::Tokenizer(_) => 0.0,
            Guide::Words(_) => f64::from(words > 0),
        };
        if (known as f64) < least {
            return Err(Error::Training(format!(
                "the guide {} knows only {:.1} % of the words of the corpus, which is in another language; give a guide of its language",
                self.name(),
                100.0 * known as f64 / words as f64
            )));
        }
        let (mut all, mut is_known) = (Cuts::default(), Vec::with_capacity(chunks.len()));
        for (part, each, _, _) in parts {
            all.append(part);
            is_known.extend(each);
        }
        Ok((all, is_known))
    }
}

/// Appends the cuts of a chunk that is a word of a table, also where capitals are written; whether it is one.
fn cut_by_table(table: &FxHashMap<String, Vec<usize>>, chunk: &str, places: &mut Vec<u32>) -> bool {
    let word = chunk.trim_start_matches(' ');
    let start = chunk.len() - word.len();
    let small = || Some(word.to_lowercase()).filter(|small| small.chars().count() == word.chars().count());
    let Some(cuts) = table.get(word).or_else(|| table.get(&small()?)) else { return false };
    let ends: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    places.extend(cuts.iter().filter_map(|&cut| ends.get(cut)).map(|end| (start + end) as u32));
    true
}

/// Whether a chunk has a letter.
pub fn is_word(chunk: &[u8]) -> bool {
    chunk.iter().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii())
}

/// How well a tokenizer agrees with the guide on the words of the corpus.
struct Agreement {
    /// The share of the words that both cut alike.
    alike: f64,
    /// The tokens of a word.
    tokens: f64,
    /// The share of the cuts that are the guide's too.
    precision: f64,
    /// The share of the guide's cuts that are made.
    recall: f64,
}

fn agreement(cuts: &Cuts, chunks: &Chunks, tokenizer: &Tokenizer) -> Agreement {
    let sums = (0..chunks.len()).into_par_iter().map_init(Vec::new, |places, index| {
        let (chunk, count) = chunks.get(index);
        if !is_word(chunk) {
            return [0; 5];
        }
        places.clear();
        tokenizer.cut(&String::from_utf8_lossy(chunk), CutRule::Tokens, false, places);
        let wanted = &cuts[index];
        let shared = places.iter().filter(|place| wanted.contains(place)).count();
        [usize::from(places == wanted), places.len(), wanted.len(), shared, 1].map(|each| each as u64 * count as u64)
    });
    let [alike, made, wanted, shared, words] = sums.reduce(|| [0; 5], |one, other| std::array::from_fn(|at| one[at] + other[at]));
    let share = |part: u64, of: u64| part as f64 / of.max(1) as f64;
    Agreement {
        alike: share(alike, words),
        tokens: share(made + words, words),
        precision: share(shared, made),
        recall: share(shared, wanted),
    }
}

/// Refuses the options for a guide without one.
///
/// # Errors
/// [`Error::Argument`].
pub fn check_guide<O: Options>(guide: Option<&Guide>, options: &O, defaults: &O, names: &[&str]) -> Result<()> {
    match guide {
        None => refuse_unused(options, defaults, names, "without boundaries", "give boundaries"),
        Some(_) => Ok(()),
    }
}

/// A trained tokenizer whose record says how well it agrees with its guide.
pub fn with_agreement(tokenizer: Tokenizer, guide: Option<&Guide>, chunks: &Chunks, cuts: Option<&Cuts>) -> Tokenizer {
    let (Some(guide), Some(cuts)) = (guide, cuts) else { return tokenizer };
    let Agreement { alike, tokens, precision, recall } = agreement(cuts, chunks, &tokenizer);
    let rounded = |share: f64| (share * 1000.0).round() / 1000.0;
    let entry = json!({
        "guide": guide.name(),
        "words_cut_alike": rounded(alike),
        "tokens_per_word": rounded(tokens),
        "precision": rounded(precision),
        "recall": rounded(recall),
    });
    let mut record = tokenizer.record().clone();
    record.options.insert("boundaries".into(), entry);
    tokenizer.with_record(record)
}
