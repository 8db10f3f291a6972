//! `Tokenizer` and `Decoder`: each method converts, releases the GIL, and returns.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use morfem::artifact::{Files, Record};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::analysis::Analysis;
use crate::encoding::Encoding;
use crate::error::{VocabularyError, raise};
use crate::explanation::Explanation;
use crate::number::{Threads, Whole, id_of};

type Ids<'py> = Bound<'py, PyArray1<u32>>;

/// Ids of a NumPy array, or of anything that yields integers.
fn ids_of(ids: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    if let Ok(array) = ids.extract::<PyReadonlyArray1<'_, u32>>() {
        return Ok(array.as_array().iter().map(|&id| id as i64).collect());
    }
    if ids.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("ids must be integers, not a string"));
    }
    if let Ok(list) = ids.cast::<PyList>() {
        return list.iter().map(|id| id_of(&id)).collect();
    }
    ids.try_iter()?.map(|id| id_of(&id?)).collect()
}

fn dict<'py>(py: Python<'py>, files: &Files) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    files.iter().try_for_each(|(name, content)| dict.set_item(name, PyBytes::new(py, content)))?;
    Ok(dict)
}

/// Turns text into ids and back, exactly: `decode(encode(x).ids) == x` for every string x.
///
/// Made by `morfem.load`, the functions of `morfem.train` and `morfem.convert`. Safe to share between threads, and picklable.
///
/// >>> import morfem
/// >>> tokenizer = morfem.load("ko-thunder")
/// >>> tokenizer.decode(tokenizer.encode("안녕하세요.").ids)
/// '안녕하세요.'
#[pyclass(module = "morfem", frozen)]
pub struct Tokenizer(Arc<morfem::Tokenizer>);

impl From<morfem::Tokenizer> for Tokenizer {
    fn from(tokenizer: morfem::Tokenizer) -> Self {
        Tokenizer(Arc::new(tokenizer))
    }
}

impl Tokenizer {
    /// The tokenizer itself, to work with outside Python.
    pub fn shared(&self) -> Arc<morfem::Tokenizer> {
        self.0.clone()
    }
}

#[pymethods]
impl Tokenizer {
    /// Reads the artefact in `folder`. Raises ArtifactError if it is none, damaged, incomplete or of a newer format.
    #[staticmethod]
    fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        py.detach(|| morfem::Tokenizer::load(&folder)).map(Self::from).map_err(raise)
    }

    /// The tokenizer of an artefact's files, name -> content.
    #[staticmethod]
    fn from_files(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        py.detach(|| morfem::Tokenizer::from_files(&files, "files")).map(Self::from).map_err(raise)
    }

    /// What pickle calls: the tokenizer itself if it lives in this process, else that of the files.
    #[staticmethod]
    fn _unpickled(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        py.detach(|| morfem::Tokenizer::unpickled(&files)).map(Self).map_err(raise)
    }

    /// The files of the artefact, name -> content.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dict(py, &py.detach(|| self.0.files()))
    }

    /// Name, such as "ko-thunder".
    #[getter]
    fn name(&self) -> &str {
        &self.0.record().name
    }
    /// System: "bpe", "unigram", "thunder", or "sentencepiece" (an imported model).
    #[getter]
    fn kind(&self) -> &str {
        &self.0.record().kind
    }
    /// BCP 47 code of the language it is made for, if any.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.0.record().language.as_deref()
    }
    /// Whether every text comes back. False only for what `morfem.convert` imported with `exact=False`; the record's `source` says what is lost.
    #[getter]
    fn is_exact(&self) -> bool {
        self.0.is_exact()
    }
    /// Number of ids: specials, bytes and pieces.
    #[getter]
    fn vocab_size(&self) -> usize {
        self.0.vocabulary().len()
    }
    /// The specials in the order of their ids.
    #[getter]
    fn special_tokens(&self) -> Vec<String> {
        let vocabulary = self.0.vocabulary();
        vocabulary.specials().map(|id| vocabulary.token(id)).collect()
    }
    /// What the artefact says of itself: name, kind, language, splitter, options, training, card.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.record().to_json(),))
    }

    /// The tokens of `text` and where they lie.
    #[pyo3(signature = (text, *, parse_special = false))]
    fn encode(&self, py: Python<'_>, text: &str, parse_special: bool) -> Encoding {
        Encoding(py.detach(|| self.0.encode(text, parse_special)))
    }

    /// `encode` with every merged token taken apart into its units.
    #[pyo3(signature = (text, *, parse_special = false))]
    fn encode_units(&self, py: Python<'_>, text: &str, parse_special: bool) -> Encoding {
        Encoding(py.detach(|| self.0.encode_units(text, parse_special)))
    }

    /// `encode` for many texts on `threads` threads (None: one for each processor).
    #[pyo3(signature = (texts, threads = None, *, parse_special = false))]
    fn encode_batch(
        &self,
        py: Python<'_>,
        texts: Vec<PyBackedStr>,
        threads: Option<Threads>,
        parse_special: bool,
    ) -> PyResult<Vec<Encoding>> {
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let encodings =
            py.detach(|| morfem::threads::with_threads(threads.map(|threads| threads.0), || self.0.encode_batch(&texts, parse_special)));
        Ok(encodings.map_err(raise)?.into_iter().map(Encoding).collect())
    }

    /// Ids of `text`, shape (tokens,), without a Python object per token.
    #[pyo3(signature = (text, *, parse_special = false))]
    fn encode_ids<'py>(&self, py: Python<'py>, text: &str, parse_special: bool) -> Ids<'py> {
        py.detach(|| self.0.encode_ids(text, parse_special)).into_pyarray(py)
    }

    /// Ids of many texts in one array, and where each begins: text i has ids[indptr[i]:indptr[i + 1]].
    #[pyo3(signature = (texts, threads = None, *, parse_special = false))]
    fn encode_ids_batch<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<PyBackedStr>,
        threads: Option<Threads>,
        parse_special: bool,
    ) -> PyResult<(Ids<'py>, Bound<'py, PyArray1<i64>>)> {
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let batch = py
            .detach(|| morfem::threads::with_threads(threads.map(|threads| threads.0), || self.0.encode_ids_batch(&texts, parse_special)));
        let (ids, indptr) = batch.map_err(raise)?;
        Ok((ids.into_pyarray(py), indptr.into_pyarray(py)))
    }

    /// Number of tokens of `text`.
    #[pyo3(signature = (text, *, parse_special = false))]
    fn count(&self, py: Python<'_>, text: &str, parse_special: bool) -> usize {
        py.detach(|| self.0.count(text, parse_special))
    }

    /// The text of `ids`; bytes that are no UTF-8 become U+FFFD. Raises VocabularyError if an id is out of range.
    #[pyo3(signature = (ids, *, skip_special = false))]
    fn decode(&self, py: Python<'_>, ids: &Bound<'_, PyAny>, skip_special: bool) -> PyResult<String> {
        let ids = ids_of(ids)?;
        py.detach(|| self.0.decode(&ids, skip_special)).map_err(raise)
    }

    /// The bytes of `ids`. Raises VocabularyError if an id is out of range.
    #[pyo3(signature = (ids, *, skip_special = false))]
    fn decode_bytes<'py>(&self, py: Python<'py>, ids: &Bound<'py, PyAny>, skip_special: bool) -> PyResult<Bound<'py, PyBytes>> {
        let ids = ids_of(ids)?;
        let bytes = py.detach(|| self.0.decode_bytes(&ids, skip_special)).map_err(raise)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// `decode` for many lists of ids.
    #[pyo3(signature = (batch, threads = None, *, skip_special = false))]
    fn decode_batch(
        &self,
        py: Python<'_>,
        batch: Vec<Bound<'_, PyAny>>,
        threads: Option<Threads>,
        skip_special: bool,
    ) -> PyResult<Vec<String>> {
        let batch = batch.iter().map(ids_of).collect::<PyResult<Vec<_>>>()?;
        let texts =
            py.detach(|| morfem::threads::with_threads(threads.map(|threads| threads.0), || self.0.decode_batch(&batch, skip_special)));
        texts.map_err(raise)?.map_err(raise)
    }

    /// A decoder for ids that come one by one.
    fn decoder(&self) -> Decoder {
        Decoder(Mutex::new(self.0.decoder()))
    }

    /// Token string of an id. Raises VocabularyError if the id is out of range.
    fn id_to_token(&self, id: &Bound<'_, PyAny>) -> PyResult<String> {
        let vocabulary = self.0.vocabulary();
        Ok(vocabulary.token(vocabulary.checked(id_of(id)?).map_err(raise)?))
    }

    /// Id of a token string. Raises VocabularyError if it is none.
    fn token_to_id(&self, token: &str) -> PyResult<u32> {
        let id = self.0.vocabulary().id(token);
        id.ok_or_else(|| VocabularyError::new_err(format!("{token:?} is no token of {}", self.0.record().name)))
    }

    /// Ids of the units that a merged token joins; [id] for all others.
    fn units(&self, id: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
        self.0.units(id_of(id)?).map_err(raise)
    }

    /// How a word is taken apart, Splinter only. Raises MorfemError if it is not one word of the language.
    fn explain(&self, py: Python<'_>, word: &str) -> PyResult<Explanation> {
        py.detach(|| self.0.explain(word)).map(Explanation).map_err(raise)
    }

    /// A text in which words are linear, to train any other tokenizer on, Splinter only: each word is a run of private-use characters.
    fn linearize(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| self.0.linearize(text)).map_err(raise)
    }

    /// The text of what `linearize` gave: `delinearize(linearize(x)) == x` for every string x.
    fn delinearize(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        py.detach(|| self.0.delinearize(text)).map_err(raise)
    }

    /// The `n` best analyses of a word, best first; the first is the one that `encode` uses. None of them if the grammar knows no way to take the
    /// word apart. Raises MorfemError if this tokenizer has no grammar, or `word` holds white space.
    #[pyo3(signature = (word, n = Whole(1)), text_signature = "(self, word, n=1)")]
    fn analyze(&self, py: Python<'_>, word: &str, n: Whole) -> PyResult<Vec<Analysis>> {
        let analyses = py.detach(|| self.0.analyze(word, n.0)).map_err(raise)?;
        Ok(analyses.into_iter().map(Analysis).collect())
    }

    /// The same tokenizer with another name, language, training record or model card.
    #[pyo3(signature = (*, name = None, language = None, options = None, training = None, card = None))]
    fn with_record(
        &self,
        py: Python<'_>,
        name: Option<String>,
        language: Option<String>,
        options: Option<&Bound<'_, PyAny>>,
        training: Option<&Bound<'_, PyAny>>,
        card: Option<String>,
    ) -> PyResult<Self> {
        let json = |value: Option<&Bound<'_, PyAny>>| -> PyResult<Option<String>> {
            value.map(|value| py.import("json")?.call_method1("dumps", (value,))?.extract()).transpose()
        };
        let old: &Record = self.0.record();
        let record = old.updated(name, language, json(options)?.as_deref(), json(training)?.as_deref(), card).map_err(raise)?;
        Ok(self.0.with_record(record).into())
    }

    /// Writes the artefact into `folder`, which is made, or holds an artefact that is replaced. Raises MorfemError if it holds anything else.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(&folder)).map_err(raise)
    }

    /// Writes a file for another library: "tokenizer.json", "spm" or "tiktoken". Raises InexactExportError if that would not give the same ids.
    fn export(&self, py: Python<'_>, format: &str, path: PathBuf) -> PyResult<()> {
        py.detach(|| morfem::interchange::export(&self.0, format, &path)).map_err(raise)
    }

    fn __repr__(&self) -> String {
        let record = self.0.record();
        format!("Tokenizer({:?}, kind={:?}, vocab_size={})", record.name, record.kind, self.0.vocabulary().len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let tokenizer = &slf.get().0;
        Ok((slf.get_type().getattr("_unpickled")?, (dict(slf.py(), slf.py().detach(|| tokenizer.pickled()))?,)))
    }
}

/// Decodes ids one by one: the strings that `push` and `finish` return, joined, are what `decode` gives for all ids.
#[pyclass(module = "morfem._core", frozen)]
pub struct Decoder(Mutex<morfem::Decoder>);

#[pymethods]
impl Decoder {
    /// The text that `id` makes certain. Raises VocabularyError if the id is out of range.
    fn push(&self, id: &Bound<'_, PyAny>) -> PyResult<String> {
        let id = id_of(id)?;
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(id).map_err(raise)
    }

    /// The rest of the text; the decoder is then as new.
    fn finish(&self) -> String {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).finish()
    }
}
