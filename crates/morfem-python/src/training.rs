//! Functions that count chunks, train tokenizers and import them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use morfem::corpus::ChunkCounter;
use morfem::interchange;
use morfem::stop;
use morfem::systems;
use morfem::systems::morpheus::{self, Letters};
use morfem::text::Splitter;
use morfem::threads::with_threads;
use morfem::train::Task;
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

/// Distinct chunks of a corpus with their counts, the input of trainers. Training takes the chunks and leaves the object empty.
///
/// Parameters
/// ----------
/// splitter : "whole", "words", "space_runs", "gpt2", "thunder", "inflected", "marked", "inflected_mixed", "marked_mixed", "llama3", "cl100k", "qwen2" or "o200k".
#[pyclass(module = "morfem._core", frozen)]
pub struct ChunkCounts {
    splitter: Splitter,
    counter: Arc<Mutex<ChunkCounter>>,
}

fn locked(counter: &Mutex<ChunkCounter>) -> MutexGuard<'_, ChunkCounter> {
    counter.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl ChunkCounts {
    /// Moves the chunks out, because a copy would double the memory of a training.
    fn take(&self) -> ChunkCounter {
        std::mem::take(&mut *locked(&self.counter))
    }

    /// Cuts `texts` and counts the chunks of text i `count(i)` times.
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

    /// Cuts `texts` and counts the chunks of text i `counts[i]` times.
    fn add_counted(&self, py: Python<'_>, texts: Vec<PyBackedStr>, counts: Vec<u32>) -> PyResult<()> {
        if texts.len() != counts.len() {
            return Err(MorfemError::new_err(format!("{} texts but {} counts; give one count per text", texts.len(), counts.len())));
        }
        self.add_all(py, texts, move |index| counts[index])
    }

    /// The distinct words in lower case, sorted; a teacher labels these. `phonology` is the content of a language pack's phonology.toml, which
    /// lists the letters.
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

/// Descriptions of all trainers and their options, as JSON.
#[pyfunction]
pub fn trainers() -> String {
    serde_json::Value::from_iter(systems::trainers().map(|trainer| trainer.schema())).to_string()
}

/// Trains a tokenizer of a kind for each size. `options` is a JSON object. Everything that can be checked without a corpus is checked first.
/// Then `read` is called, and returns the chunks of the corpus, those of general text or None, and the probabilities of a teacher or None.
#[pyfunction]
#[pyo3(signature = (kind, read, *, vocab_sizes, special_tokens, options, files, learned, evaluation_words, seed, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train(
    py: Python<'_>,
    kind: &str,
    read: &Bound<'_, PyAny>,
    vocab_sizes: Vec<Whole>,
    special_tokens: Vec<String>,
    options: &str,
    files: BTreeMap<String, Vec<u8>>,
    learned: Option<&Tokenizer>,
    evaluation_words: Vec<String>,
    seed: u64,
    threads: Option<Threads>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Tokenizer>> {
    let trainer = systems::trainer(kind).map_err(raise)?;
    let mut task = Task {
        sizes: vocab_sizes.iter().map(|size| size.0).collect(),
        specials: special_tokens,
        options: serde_json::from_str(options).map_err(|error| MorfemError::new_err(format!("options are not a JSON object: {error}")))?,
        files,
        learned: learned.map(Tokenizer::shared),
        evaluation_words,
        seed,
        ..Task::default()
    };
    py.detach(|| trainer.check(&task)).map_err(raise)?;
    type Read<'py> = (Bound<'py, ChunkCounts>, Option<Bound<'py, ChunkCounts>>, Option<PyReadonlyArray1<'py, f32>>);
    let (counts, general, probabilities): Read<'_> = read.call0()?.extract()?;
    task.splitter = Some(counts.get().splitter);
    task.probabilities = probabilities.map(|probabilities| probabilities.as_array().to_vec()).unwrap_or_default();
    let (counter, general) = (counts.get().take(), general.map(|counts| counts.get().take()));
    let trained = job::run(py, progress, move |progress| {
        with_threads(threads.map(|threads| threads.0), || {
            task.general = general.map(|counter| Arc::new(counter.into_chunks()));
            trainer.train(&counter.into_chunks(), &task, progress)
        })?
    })?;
    Ok(trained.into_iter().map(Tokenizer::from).collect())
}

/// Imports a Unigram or BPE model of SentencePiece.
#[pyfunction]
pub fn from_sentencepiece(py: Python<'_>, path: PathBuf, exact: bool) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_sentencepiece(&path, exact)).map(Tokenizer::from)
}

/// Imports a `tokenizer.json` of the library `tokenizers`.
#[pyfunction]
pub fn from_tokenizers(py: Python<'_>, path: PathBuf, exact: bool) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_tokenizers(&path, exact)).map(Tokenizer::from)
}

/// The chunks that a splitter cuts `text` into.
#[pyfunction]
pub fn split<'a>(splitter: &str, text: &'a str) -> PyResult<Vec<&'a str>> {
    Ok(splitter_named(splitter)?.chunks(text).collect())
}

/// The regular expression that a splitter is equivalent to.
#[pyfunction]
pub fn splitter_pattern(splitter: &str) -> PyResult<&'static str> {
    splitter_named(splitter).map(Splitter::pattern)
}
