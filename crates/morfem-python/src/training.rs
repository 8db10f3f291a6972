//! Counting chunks, training, and importing.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use morfem::corpus::ChunkCounter;
use morfem::stop;
use morfem::systems::morpheus::{self, Letters, solve::Options as Solver};
use morfem::text::Splitter;
use morfem::text::unit::UnitRule;
use morfem::threads::with_threads;
use morfem::unigram::train::Score;
use morfem::{assemble, interchange};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::argument::{Threads, Whole};
use crate::error::{MorfemError, raise};
use crate::job;
use crate::tokenizer::Tokenizer;

fn splitter_named(name: &str) -> PyResult<Splitter> {
    name.parse().map_err(|error: morfem::Error| raise(error))
}

/// Distinct chunks of a corpus with their counts: what trainers work on. A training uses them up; the object is then empty.
///
/// Parameters
/// ----------
/// splitter : "whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "llama3", "cl100k", "qwen2" or "o200k".
#[pyclass(module = "morfem._core", frozen)]
pub struct ChunkCounts {
    splitter: Splitter,
    counter: Arc<Mutex<ChunkCounter>>,
}

fn locked(counter: &Mutex<ChunkCounter>) -> MutexGuard<'_, ChunkCounter> {
    counter.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl ChunkCounts {
    /// Gives its chunks away: a copy would double the memory of a training.
    fn take(&self) -> ChunkCounter {
        std::mem::take(&mut *locked(&self.counter))
    }

    /// Cuts `texts` and counts the chunks of each as often as `count` says of its place.
    fn add_all(&self, py: Python<'_>, texts: Vec<PyBackedStr>, count: impl Fn(usize) -> u32 + Send + 'static) -> PyResult<()> {
        let splitter = self.splitter;
        job::run_sized(py, job::size_of_all(&texts), &self.counter, texts, move |counter, texts| {
            let mut counter = locked(counter);
            for (index, text) in texts.iter().enumerate() {
                stop::check();
                splitter.for_each_chunk(text, |start, end| counter.add(&text.as_bytes()[start..end], count(index)));
            }
            Ok(())
        })
    }
}

#[pymethods]
impl ChunkCounts {
    #[new]
    fn new(splitter: &str) -> PyResult<Self> {
        Ok(ChunkCounts { splitter: splitter_named(splitter)?, counter: Arc::default() })
    }

    /// Cuts `texts` and counts their chunks.
    fn add(&self, py: Python<'_>, texts: Vec<PyBackedStr>) -> PyResult<()> {
        self.add_all(py, texts, |_| 1)
    }

    /// Cuts `texts` and counts the chunks of each as often as `counts` says.
    fn add_counted(&self, py: Python<'_>, texts: Vec<PyBackedStr>, counts: Vec<u32>) -> PyResult<()> {
        if texts.len() != counts.len() {
            return Err(MorfemError::new_err(format!("{} texts but {} counts", texts.len(), counts.len())));
        }
        self.add_all(py, texts, move |index| counts[index])
    }

    /// The distinct words in small letters, sorted: those of which `train_morpheus` wants to know the boundaries. `phonology` is the file of a language
    /// pack that says which letters are small.
    fn words(&self, py: Python<'_>, phonology: Vec<u8>) -> PyResult<Vec<String>> {
        let counter = self.counter.clone();
        job::run(py, None, move |_| {
            let letters = Letters::new(&phonology)?;
            let chunks = with_threads(None, || locked(&counter).clone().into_chunks())?;
            Ok(morpheus::train::words(&chunks, &letters).into_iter().map(|(word, _)| word).collect())
        })
    }

    /// Number of distinct chunks.
    fn __len__(&self) -> usize {
        locked(&self.counter).len()
    }
}

/// What `read` gives, which is called when all that can be checked without a corpus is right.
fn counted<'py>(read: &Bound<'py, PyAny>) -> PyResult<Bound<'py, ChunkCounts>> {
    Ok(read.call0()?.cast_into()?)
}

/// Trains byte-level BPE of what `read` gives when the options are right.
#[pyfunction]
#[pyo3(signature = (read, *, vocab_size, special_tokens, min_count, threads, progress))]
pub fn train_bpe(
    py: Python<'_>,
    read: &Bound<'_, PyAny>,
    vocab_size: Whole,
    special_tokens: Vec<String>,
    min_count: Whole,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Tokenizer> {
    assemble::check_bpe(vocab_size.0, &special_tokens).map_err(raise)?;
    let counts = counted(read)?;
    let (splitter, counter) = (counts.get().splitter, counts.get().take());
    job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            assemble::train_bpe(&counter.into_chunks(), splitter, vocab_size.0, &special_tokens, min_count.0 as u64, progress)
        })?
    })
    .map(Tokenizer::from)
}

/// Trains Unigram models of one or several sizes in one run.
#[pyfunction]
#[pyo3(signature = (read, *, kind, vocab_sizes, special_tokens, unit_rule, score, max_token_bytes, prune, seed_pieces, em_steps, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train_unigram(
    py: Python<'_>,
    read: &Bound<'_, PyAny>,
    kind: String,
    vocab_sizes: Vec<Whole>,
    special_tokens: Vec<String>,
    unit_rule: &str,
    score: &str,
    max_token_bytes: Whole,
    prune: f64,
    seed_pieces: Whole,
    em_steps: Whole,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Tokenizer>> {
    let units: UnitRule = unit_rule.parse().map_err(raise)?;
    let score: Score = score.parse().map_err(raise)?;
    let options = morfem::unigram::train::Options {
        pieces: vocab_sizes.iter().map(|size| size.0).collect(),
        max_piece_bytes: max_token_bytes.0,
        seeds: seed_pieces.0,
        units,
        score,
        prune,
        em_steps: em_steps.0,
    };
    assemble::check_unigram(&special_tokens, &options).map_err(raise)?;
    let counts = counted(read)?;
    let (splitter, counter) = (counts.get().splitter, counts.get().take());
    let trained = job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            assemble::train_unigram(&counter.into_chunks(), &kind, splitter, &special_tokens, options, progress)
        })?
    })?;
    Ok(trained.into_iter().map(Tokenizer::from).collect())
}

/// Trains MFT: a language pack, by the names of its files, and a corpus.
#[pyfunction]
#[pyo3(signature = (read, *, pack, vocab_size, roots, merges, rest, search, special_tokens, rounds, power, strength, bonus, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train_mft(
    py: Python<'_>,
    read: &Bound<'_, PyAny>,
    pack: BTreeMap<String, Vec<u8>>,
    vocab_size: Whole,
    roots: Whole,
    merges: Whole,
    rest: &str,
    search: &str,
    special_tokens: Vec<String>,
    rounds: Whole,
    power: f64,
    strength: f64,
    bonus: f64,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Tokenizer> {
    let estimation = morfem::systems::mft::estimate::Options { rounds: rounds.0, power, strength, bonus, ..Default::default() };
    let search = search.parse().map_err(raise)?;
    let rest = rest.parse().map_err(raise)?;
    let options =
        morfem::systems::mft::train::Options { vocab_size: vocab_size.0, roots: roots.0, merges: merges.0, rest, search, estimation };
    py.detach(|| assemble::check_mft(&pack, &special_tokens, &options)).map_err(raise)?;
    let counts = counted(read)?;
    let counter = counts.get().take();
    job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            assemble::train_mft(&counter.into_chunks(), &pack, &special_tokens, &options, progress)
        })?
    })
    .map(Tokenizer::from)
}

/// Trains Splinter tokenizers of one or several sizes in one run.
#[pyfunction]
#[pyo3(signature = (read, *, alphabet, clitics, learned, vocab_sizes, special_tokens, inner, weight, affix_power, min_count, wholes, roots, patterns, outer_patterns, pieces, word_weight, root_weight, tear_power, stem_weight, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train_splinter(
    py: Python<'_>,
    read: &Bound<'_, PyAny>,
    alphabet: Option<String>,
    clitics: Option<String>,
    learned: Option<&Tokenizer>,
    vocab_sizes: Vec<Whole>,
    special_tokens: Vec<String>,
    inner: &str,
    weight: &str,
    affix_power: f64,
    min_count: Whole,
    wholes: f64,
    roots: f64,
    patterns: f64,
    outer_patterns: f64,
    pieces: f64,
    word_weight: f64,
    root_weight: f64,
    tear_power: f64,
    stem_weight: f64,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Tokenizer>> {
    let quotas = morfem::systems::splinter::select::Quotas {
        wholes,
        roots,
        patterns,
        outer_patterns,
        pieces,
        word_weight,
        root_weight,
        tear_power,
        stem_weight,
    };
    let (weight, inner) = (weight.parse().map_err(raise)?, inner.parse().map_err(raise)?);
    let options = morfem::systems::splinter::train::Options {
        alphabet: alphabet.unwrap_or_default(),
        clitics,
        weight,
        affix_power,
        min_count: min_count.0 as u64,
        quotas,
        inner,
    };
    let sizes: Vec<usize> = vocab_sizes.iter().map(|size| size.0).collect();
    let before = learned.map(Tokenizer::shared);
    assemble::check_splinter(&sizes, &special_tokens, &options, before.as_deref()).map_err(raise)?;
    let counts = counted(read)?;
    let counter = counts.get().take();
    let trained = job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            assemble::train_splinter(&counter.into_chunks(), &sizes, &special_tokens, &options, before.as_deref(), progress)
        })?
    })?;
    Ok(trained.into_iter().map(Tokenizer::from).collect())
}

/// Trains Morpheus: the letters of a language, and what `read` gives when the options are right: a corpus, and the probability of a boundary at each gap of
/// each of its words, in their order.
#[pyfunction]
#[pyo3(signature = (read, *, phonology, measured, vocab_size, merges, joins, pieces, rest, exceptions, special_tokens, min_words, rounds, rate, sparsity, seed, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train_morpheus(
    py: Python<'_>,
    read: &Bound<'_, PyAny>,
    phonology: Vec<u8>,
    measured: Vec<String>,
    vocab_size: Whole,
    merges: Whole,
    joins: &str,
    pieces: Option<Whole>,
    rest: &str,
    exceptions: Whole,
    special_tokens: Vec<String>,
    min_words: u32,
    rounds: Whole,
    rate: f32,
    sparsity: f32,
    seed: u64,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Tokenizer> {
    let solver = Solver { min_words, rounds: rounds.0, rate, sparsity, seed, ..Default::default() };
    let options = morpheus::train::Options {
        vocab_size: vocab_size.0,
        merges: merges.0,
        joins: joins.parse().map_err(raise)?,
        pieces: pieces.map(|pieces| pieces.0),
        rest: rest.parse().map_err(raise)?,
        exceptions: exceptions.0,
        solver,
    };
    assemble::check_morpheus(&phonology, &special_tokens, &options).map_err(raise)?;
    let (counts, probabilities): (Bound<'_, ChunkCounts>, PyReadonlyArray1<'_, f32>) = read.call0()?.extract()?;
    let (counter, probabilities) = (counts.get().take(), probabilities.as_array().to_vec());
    job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            let labels = morpheus::train::Labels { probabilities: &probabilities, measured: &measured };
            assemble::train_morpheus(&counter.into_chunks(), &phonology, &labels, &special_tokens, &options, progress)
        })?
    })
    .map(Tokenizer::from)
}

/// A Unigram or BPE model of SentencePiece.
#[pyfunction]
pub fn from_sentencepiece(py: Python<'_>, path: PathBuf, exact: bool) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_sentencepiece(&path, exact)).map(Tokenizer::from)
}

/// A `tokenizer.json` of tokenizers.
#[pyfunction]
pub fn from_tokenizers(py: Python<'_>, path: PathBuf, exact: bool) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_tokenizers(&path, exact)).map(Tokenizer::from)
}

/// The chunks that a splitter cuts `text` into.
#[pyfunction]
pub fn split<'a>(splitter: &str, text: &'a str) -> PyResult<Vec<&'a str>> {
    Ok(splitter_named(splitter)?.chunks(text).collect())
}

/// The regular expression that a splitter equals.
#[pyfunction]
pub fn splitter_pattern(splitter: &str) -> PyResult<&'static str> {
    splitter_named(splitter).map(Splitter::pattern)
}
