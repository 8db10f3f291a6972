//! Functions that count chunks, train tokenizers and import them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use morfem::corpus::{Counts, TextKinds as Kinds};
use morfem::interchange;
use morfem::options::{self, Options};
use morfem::run::stop;
use morfem::run::threads::with_threads;
use morfem::systems;
use morfem::text::Splitter;
use morfem::train::{Guide, MemberTask, Task};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::argument;
use crate::error::{MorfemError, raise};
use crate::job::{self, locked};
use crate::tokenizer::Tokenizer;

fn splitter_named(name: &str) -> PyResult<Splitter> {
    name.parse().map_err(|error: morfem::Error| raise(error))
}

#[doc = doc!("ChunkCounts")]
#[pyclass(module = "morfem._core", frozen)]
pub struct ChunkCounts {
    splitter: Splitter,
    counts: Arc<Mutex<Counts>>,
}

impl From<Counts> for ChunkCounts {
    fn from(counts: Counts) -> Self {
        ChunkCounts { splitter: counts.splitter(), counts: Arc::new(Mutex::new(counts)) }
    }
}

impl ChunkCounts {
    /// Moves the chunks out, because a copy would double the memory of a training.
    fn take(&self) -> Counts {
        locked(&self.counts).take()
    }

    /// Cuts `texts` and counts the chunks of text i `count(i)` times.
    fn add_all(&self, py: Python<'_>, texts: Vec<PyBackedStr>, count: impl Fn(usize) -> u32 + Send + 'static) -> PyResult<()> {
        job::run_sized(py, job::size_of_all(&texts), &self.counts, texts, move |counts, texts| {
            let mut counts = locked(counts);
            texts.iter().enumerate().try_for_each(|(index, text)| {
                stop::check();
                counts.add(text, count(index))
            })
        })
    }

    /// Runs work on the counts that can be interrupted.
    fn run<T: Send + 'static>(&self, py: Python<'_>, work: impl FnOnce(&mut Counts) -> morfem::Result<T> + Send + 'static) -> PyResult<T> {
        let counts = self.counts.clone();
        job::run(py, None, move |_| work(&mut locked(&counts)))
    }
}

#[pymethods]
impl ChunkCounts {
    #[new]
    #[pyo3(signature = (splitter, *, memory = None, folder = None))]
    fn new(splitter: &str, #[pyo3(from_py_with = argument::memory)] memory: Option<usize>, folder: Option<PathBuf>) -> PyResult<Self> {
        Ok(Counts::new(splitter_named(splitter)?, memory, folder).into())
    }

    #[doc = doc!("ChunkCounts.load")]
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        job::run(py, None, move |_| Counts::load(&path)).map(Self::from)
    }

    #[doc = doc!("ChunkCounts.splitter")]
    #[getter]
    fn splitter(&self) -> &'static str {
        self.splitter.name()
    }

    #[doc = doc!("ChunkCounts.add")]
    fn add(&self, py: Python<'_>, #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>) -> PyResult<()> {
        self.add_all(py, texts, |_| 1)
    }

    #[doc = doc!("ChunkCounts.add_counted")]
    fn add_counted(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        counts: Vec<u32>,
    ) -> PyResult<()> {
        if texts.len() != counts.len() {
            return Err(MorfemError::new_err(format!("{} texts but {} counts; give one count per text", texts.len(), counts.len())));
        }
        self.add_all(py, texts, move |index| counts[index])
    }

    #[doc = doc!("ChunkCounts.merge")]
    fn merge(&self, py: Python<'_>, other: &Self) -> PyResult<()> {
        if Arc::ptr_eq(&self.counts, &other.counts) {
            return Err(MorfemError::new_err("the counts cannot be merged with themselves; give other counts"));
        }
        Counts::check_mergeable(self.splitter, other.splitter).map_err(raise)?;
        let other = other.take();
        self.run(py, move |counts| counts.merge(other))
    }

    #[doc = doc!("ChunkCounts.save")]
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        self.run(py, move |counts| counts.save(&path))
    }

    #[doc = doc!("ChunkCounts.words")]
    fn words(&self, py: Python<'_>, phonology: Vec<u8>) -> PyResult<Vec<String>> {
        self.run(py, move |counts| systems::teacher_words(counts, &phonology))
    }

    #[doc = doc!("ChunkCounts.chunks")]
    fn chunks(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let text = |(chunk, _): (&[u8], u32)| String::from_utf8_lossy(chunk).into_owned();
        self.run(py, move |counts| Ok(counts.chunks()?.iter().map(text).collect()))
    }

    /// Number of distinct chunks.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.run(py, |counts| Ok(counts.distinct()? as usize))
    }
}

#[doc = doc!("TextKinds")]
#[pyclass(module = "morfem._core", frozen)]
#[derive(Default)]
pub struct TextKinds {
    texts: Arc<Mutex<Kinds>>,
}

#[pymethods]
impl TextKinds {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    #[doc = doc!("TextKinds.add")]
    fn add(&self, py: Python<'_>, #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>) {
        py.detach(|| {
            let mut kinds = locked(&self.texts);
            texts.iter().for_each(|text| kinds.add(text));
        });
    }

    #[doc = doc!("TextKinds.find")]
    fn find<'py>(&self, py: Python<'py>, kinds: u8, progress: Option<Py<PyAny>>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let texts = self.texts.clone();
        let found = job::run(py, progress, move |progress| locked(&texts).find(kinds, progress))?;
        Ok(found.into_pyarray(py))
    }
}

#[doc = doc!("trainers")]
#[pyfunction]
pub fn trainers() -> String {
    serde_json::Value::from_iter(systems::trainers().map(|trainer| trainer.schema())).to_string()
}

#[doc = doc!("train")]
#[pyfunction]
#[pyo3(signature = (kind, read, *, splitter, has_general, vocab_sizes, special_tokens, options, files, learned, members, guide, has_cut_words, evaluation_words, seed, threads, progress))]
#[allow(clippy::too_many_arguments)]
pub fn train(
    py: Python<'_>,
    kind: &str,
    read: &Bound<'_, PyAny>,
    splitter: &str,
    has_general: bool,
    #[pyo3(from_py_with = argument::vocab_sizes)] vocab_sizes: Vec<usize>,
    #[pyo3(from_py_with = argument::special_tokens)] special_tokens: Vec<String>,
    options: &str,
    files: BTreeMap<String, Vec<u8>>,
    learned: Option<&Tokenizer>,
    members: Vec<(PyRef<'_, Tokenizer>, f64)>,
    guide: Option<&Tokenizer>,
    has_cut_words: bool,
    evaluation_words: Vec<String>,
    #[pyo3(from_py_with = argument::seed)] seed: u64,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Tokenizer>> {
    let trainer = systems::trainer(kind).map_err(raise)?;
    let mut task = Task {
        sizes: vocab_sizes,
        specials: special_tokens,
        options: serde_json::from_str(options).map_err(|error| MorfemError::new_err(format!("options are not a JSON object: {error}")))?,
        files,
        learned: learned.map(Tokenizer::shared),
        members: members.iter().map(|(member, weight)| MemberTask { tokenizer: member.shared(), chunks: None, weight: *weight }).collect(),
        guide: match guide {
            Some(guide) => Some(Guide::of_tokenizer(guide.shared()).map_err(raise)?),
            None => has_cut_words.then(Guide::default),
        },
        splitter: Some(splitter_named(splitter)?),
        evaluation_words,
        seed,
        general: has_general.then(Arc::default),
        ..Task::default()
    };
    py.detach(|| trainer.check(&task)).map_err(raise)?;
    type Counted<'py> = Option<Bound<'py, ChunkCounts>>;
    type Read<'py> = (Bound<'py, ChunkCounts>, Counted<'py>, Option<PyReadonlyArray1<'py, f32>>, Vec<Counted<'py>>, Option<Vec<u8>>);
    let (counts, general, probabilities, parts, cut_words): Read<'_> = read.call0()?.extract()?;
    let parts: Vec<Option<Counts>> = parts.iter().map(|counts| counts.as_ref().map(|counts| counts.get().take())).collect();
    task.probabilities = probabilities.map(|probabilities| probabilities.to_vec()).transpose()?.unwrap_or_default();
    if let Some(words) = cut_words {
        task.guide = Some(Guide::of_words(&words).map_err(raise)?);
    }
    let (counter, general) = (counts.get().take(), general.map(|counts| counts.get().take()));
    let trained = job::run(py, progress, move |progress| {
        with_threads(threads, || {
            if let Some(counter) = general {
                task.general = Some(Arc::new(counter.into_chunks()?));
            }
            let parts = parts.into_iter().map(|part| Ok(part.map(Counts::into_chunks).transpose()?.map(Arc::new)));
            task.set_parts(parts.collect::<morfem::Result<_>>()?);
            trainer.train(&counter.into_chunks()?, &task, progress)
        })?
    })?;
    Ok(trained.into_iter().map(Tokenizer::from).collect())
}

#[doc = doc!("extend")]
#[pyfunction]
#[pyo3(signature = (base, read, *, options, guide, threads, progress))]
pub fn extend<'py>(
    py: Python<'py>,
    base: &Tokenizer,
    read: &Bound<'py, PyAny>,
    options: &str,
    guide: Option<&Tokenizer>,
    #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Tokenizer, Bound<'py, PyArray1<u32>>)> {
    let options = options_of(options)?;
    let base = base.shared();
    systems::bytes::extend::check(&base, &options).map_err(raise)?;
    let guide = guide.map(|guide| Guide::of_tokenizer(guide.shared()).map_err(raise)).transpose()?;
    type Read<'py> = (Bound<'py, ChunkCounts>, Option<Bound<'py, ChunkCounts>>, Option<Vec<u8>>);
    let (counts, unchanged, cut_words): Read<'_> = read.call0()?.extract()?;
    let guide = cut_words.map(|words| Guide::of_words(&words).map_err(raise)).transpose()?.or(guide);
    let (counts, unchanged) = (counts.get().take(), unchanged.map(|counts| counts.get().take()));
    let extended = job::run(py, progress, move |progress| {
        with_threads(threads, || {
            let unchanged = unchanged.map(Counts::into_chunks).transpose()?;
            systems::bytes::extend::extend(&base, &counts.into_chunks()?, unchanged.as_ref(), guide.as_ref(), &options, progress)
        })?
    })?;
    Ok((extended.tokenizer.into(), extended.new_ids.into_pyarray(py)))
}

#[doc = doc!("prune")]
#[pyfunction]
pub fn prune<'py>(
    py: Python<'py>,
    tokenizer: &Tokenizer,
    counts: &Bound<'py, ChunkCounts>,
    keep: Option<usize>,
) -> PyResult<(Tokenizer, Bound<'py, PyArray1<u32>>)> {
    let (tokenizer, counts) = (tokenizer.shared(), counts.get().take());
    let pruned = job::run(py, None, move |_| systems::bytes::prune::prune(&tokenizer, &counts.into_chunks()?, keep))?;
    Ok((pruned.tokenizer.into(), pruned.old_ids.into_pyarray(py)))
}

/// Options by name, from a JSON object.
fn options_of<O: Options>(json: &str) -> PyResult<O> {
    let given = serde_json::from_str(json).map_err(|error| MorfemError::new_err(format!("options are not a JSON object: {error}")))?;
    options::read(&O::default(), &given).map_err(raise)
}

#[doc = doc!("from_sentencepiece")]
#[pyfunction]
pub fn from_sentencepiece(py: Python<'_>, path: PathBuf) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_sentencepiece(&path)).map(Tokenizer::from)
}

#[doc = doc!("from_tokenizers")]
#[pyfunction]
pub fn from_tokenizers(py: Python<'_>, path: PathBuf) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_tokenizers(&path)).map(Tokenizer::from)
}

#[doc = doc!("from_tiktoken")]
#[pyfunction]
pub fn from_tiktoken(py: Python<'_>, content: Vec<u8>, name: String, pattern: String, specials: Vec<(String, u32)>) -> PyResult<Tokenizer> {
    job::run(py, None, move |_| interchange::import_tiktoken(&content, &name, &pattern, &specials)).map(Tokenizer::from)
}

#[doc = doc!("split")]
#[pyfunction]
pub fn split<'a>(splitter: &str, text: &'a str) -> PyResult<Vec<&'a str>> {
    Ok(splitter_named(splitter)?.chunks(text).collect())
}

#[doc = doc!("trainer_splitter")]
#[pyfunction]
pub fn trainer_splitter(kind: &str, files: BTreeMap<String, Vec<u8>>) -> PyResult<&'static str> {
    Ok(systems::trainer(kind).map_err(raise)?.splitter(&files).name())
}

#[doc = doc!("splitter_pattern")]
#[pyfunction]
pub fn splitter_pattern(splitter: &str) -> PyResult<&'static str> {
    splitter_named(splitter).map(Splitter::pattern)
}
