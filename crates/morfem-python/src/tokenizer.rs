//! `Tokenizer` and `Decoder`: each method converts, releases the GIL, and returns.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use morfem::LazyEncoding;
use morfem::files::record::{Files, Record};
use morfem::result::RootList;
use morfem::run::threads::with_threads;
use morfem::vocab::Kind;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString};

use crate::analysis::Analysis;
use crate::argument;
use crate::encoding::Encoding;
use crate::error::raise;
use crate::explanation::Explanation;
use crate::job::{self, locked};

type Ids<'py> = Bound<'py, PyArray1<u32>>;
/// The function and arguments with which pickle rebuilds a decoder.
type Reduced<'py> = (Bound<'py, PyAny>, (Tokenizer, Bound<'py, PyBytes>));

fn dict<'py>(py: Python<'py>, files: &Files) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    files.iter().try_for_each(|(name, content)| dict.set_item(name, PyBytes::new(py, content)))?;
    Ok(dict)
}

#[doc = doc!("Tokenizer")]
#[pyclass(module = "morfem", frozen)]
pub struct Tokenizer(Arc<morfem::Tokenizer>);

impl From<morfem::Tokenizer> for Tokenizer {
    fn from(tokenizer: morfem::Tokenizer) -> Self {
        Tokenizer(Arc::new(tokenizer))
    }
}

impl Tokenizer {
    /// The tokenizer of the core, for work that does not need Python.
    pub fn shared(&self) -> Arc<morfem::Tokenizer> {
        self.0.clone()
    }

    /// Runs `work` on this tokenizer and `input`, which has `size` bytes or ids. Long work can be interrupted.
    fn work<I: Send + Sync + 'static, T: Send + 'static>(
        &self,
        py: Python<'_>,
        size: usize,
        input: I,
        work: impl FnOnce(&morfem::Tokenizer, &I) -> morfem::Result<T> + Send + 'static,
    ) -> PyResult<T> {
        job::run_sized(py, size, &self.0, input, work)
    }
}

#[pymethods]
impl Tokenizer {
    #[doc = doc!("Tokenizer.load")]
    #[staticmethod]
    fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::load(&folder)).map(Self::from)
    }

    #[doc = doc!("Tokenizer.from_files")]
    #[staticmethod]
    fn from_files(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::from_files(&files, "files")).map(Self::from)
    }

    /// Used by pickle. Returns the same tokenizer if it lives in this process, otherwise reads the files.
    #[staticmethod]
    fn _unpickled(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::unpickled(&files)).map(Self)
    }

    #[doc = doc!("Tokenizer.files")]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tokenizer = self.0.clone();
        dict(py, &job::run(py, None, move |_| Ok(tokenizer.files()))?)
    }

    #[doc = doc!("Tokenizer.name")]
    #[getter]
    fn name(&self) -> &str {
        &self.0.record().name
    }
    #[doc = doc!("Tokenizer.version")]
    #[getter]
    fn version(&self) -> Option<u32> {
        self.0.record().version
    }
    #[doc = doc!("Tokenizer.kind")]
    #[getter]
    fn kind(&self) -> &str {
        &self.0.record().kind
    }
    #[doc = doc!("Tokenizer.language")]
    #[getter]
    fn language(&self) -> Option<&str> {
        self.0.record().language.as_deref()
    }
    #[doc = doc!("Tokenizer.capabilities")]
    #[getter]
    fn capabilities(&self) -> Vec<&'static str> {
        self.0.capabilities().collect()
    }
    #[doc = doc!("Tokenizer.hash")]
    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| Ok(tokenizer.hash().to_owned()))
    }
    #[doc = doc!("Tokenizer.has_fixed_bytes")]
    #[getter]
    fn has_fixed_bytes(&self) -> bool {
        self.0.has_fixed_bytes()
    }
    #[doc = doc!("Tokenizer.vocab_size")]
    #[getter]
    fn vocab_size(&self) -> usize {
        self.0.vocabulary().len()
    }
    #[doc = doc!("Tokenizer.special_tokens")]
    #[getter]
    fn special_tokens(&self) -> Vec<String> {
        let vocabulary = self.0.vocabulary();
        vocabulary.specials().map(|id| vocabulary.token(id)).collect()
    }
    #[doc = doc!("Tokenizer.record")]
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.record().to_json(),))
    }

    #[doc = doc!("Tokenizer.encode")]
    #[pyo3(signature = (text, *, parse_special = false, boundaries = None, sample = 0.0, seed = 0))]
    fn encode(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::text)] text: PyBackedStr,
        parse_special: bool,
        #[pyo3(from_py_with = argument::boundaries)] boundaries: Option<Vec<i64>>,
        sample: f64,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> PyResult<Encoding> {
        if sample != 0.0 {
            argument::no_boundaries(boundaries.is_some())?;
            let work = move |tokenizer: &morfem::Tokenizer, text: &PyBackedStr| tokenizer.sample(text, sample, seed, 0, parse_special);
            return self.work(py, text.len(), text, work).map(|encoding| Encoding::from(LazyEncoding::from(encoding)));
        }
        let shared = self.shared();
        let work = move |tokenizer: &morfem::Tokenizer, text: &PyBackedStr| match &boundaries {
            None => Ok(shared.encode_lazily(text, parse_special)),
            Some(boundaries) => tokenizer.encode_with_boundaries(text, boundaries, parse_special).map(LazyEncoding::from),
        };
        self.work(py, text.len(), text, work).map(Encoding::from)
    }

    #[doc = doc!("Tokenizer.encode_units")]
    #[pyo3(signature = (text, *, parse_special = false))]
    fn encode_units(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::text)] text: PyBackedStr,
        parse_special: bool,
    ) -> PyResult<Encoding> {
        self.work(py, text.len(), text, move |tokenizer, text| Ok(LazyEncoding::from(tokenizer.encode_units(text, parse_special))))
            .map(Encoding::from)
    }

    #[doc = doc!("Tokenizer.encode_batch")]
    #[pyo3(signature = (texts, threads = None, *, parse_special = false, boundaries = None, sample = 0.0, seed = 0))]
    #[allow(clippy::too_many_arguments)]
    fn encode_batch(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
        parse_special: bool,
        #[pyo3(from_py_with = argument::all_boundaries)] boundaries: Option<Vec<Vec<i64>>>,
        sample: f64,
        #[pyo3(from_py_with = argument::seed)] seed: u64,
    ) -> PyResult<Vec<Encoding>> {
        if sample != 0.0 {
            argument::no_boundaries(boundaries.is_some())?;
            let encodings = self.work(py, job::size_of_all(&texts), texts, move |tokenizer, texts| {
                let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
                with_threads(threads, || tokenizer.sample_batch(&texts, sample, seed, parse_special))?
            })?;
            return Ok(encodings.into_iter().map(|encoding| Encoding::from(LazyEncoding::from(encoding))).collect());
        }
        let shared = self.shared();
        let encodings = self.work(py, job::size_of_all(&texts), texts, move |tokenizer, texts| {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            with_threads(threads, || match &boundaries {
                None => Ok(shared.encode_batch(&texts, parse_special)),
                Some(boundaries) => {
                    let encodings = tokenizer.encode_batch_with_boundaries(&texts, boundaries, parse_special)?;
                    Ok(encodings.into_iter().map(LazyEncoding::from).collect())
                }
            })?
        })?;
        Ok(encodings.into_iter().map(Encoding::from).collect())
    }

    #[doc = doc!("Tokenizer.encode_ids")]
    #[pyo3(signature = (text, *, parse_special = false, boundaries = None))]
    fn encode_ids<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::text)] text: PyBackedStr,
        parse_special: bool,
        #[pyo3(from_py_with = argument::boundaries)] boundaries: Option<Vec<i64>>,
    ) -> PyResult<Ids<'py>> {
        argument::import_numpy(py)?;
        let ids = self.work(py, text.len(), text, move |tokenizer, text| match &boundaries {
            None => Ok(tokenizer.encode_ids(text, parse_special)),
            Some(boundaries) => tokenizer.encode_ids_with_boundaries(text, boundaries, parse_special),
        })?;
        Ok(ids.into_pyarray(py))
    }

    #[doc = doc!("Tokenizer.encode_ids_batch")]
    #[pyo3(signature = (texts, threads = None, *, parse_special = false, boundaries = None))]
    fn encode_ids_batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
        parse_special: bool,
        #[pyo3(from_py_with = argument::all_boundaries)] boundaries: Option<Vec<Vec<i64>>>,
    ) -> PyResult<(Ids<'py>, Bound<'py, PyArray1<i64>>)> {
        argument::import_numpy(py)?;
        let (ids, indptr) = self.work(py, job::size_of_all(&texts), texts, move |tokenizer, texts| {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            with_threads(threads, || match &boundaries {
                None => Ok(tokenizer.encode_ids_batch(&texts, parse_special)),
                Some(boundaries) => tokenizer.encode_ids_batch_with_boundaries(&texts, boundaries, parse_special),
            })?
        })?;
        Ok((ids.into_pyarray(py), indptr.into_pyarray(py)))
    }

    #[doc = doc!("Tokenizer.count")]
    #[pyo3(signature = (text, *, parse_special = false))]
    fn count(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr, parse_special: bool) -> PyResult<usize> {
        self.work(py, text.len(), text, move |tokenizer, text| Ok(tokenizer.count(text, parse_special)))
    }

    #[doc = doc!("Tokenizer.decode")]
    #[pyo3(signature = (ids, *, skip_special = false))]
    fn decode(&self, py: Python<'_>, #[pyo3(from_py_with = argument::ids)] ids: Vec<i64>, skip_special: bool) -> PyResult<String> {
        self.work(py, ids.len(), ids, move |tokenizer, ids| tokenizer.decode(ids, skip_special))
    }

    #[doc = doc!("Tokenizer.decode_bytes")]
    #[pyo3(signature = (ids, *, skip_special = false))]
    fn decode_bytes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::ids)] ids: Vec<i64>,
        skip_special: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.work(py, ids.len(), ids, move |tokenizer, ids| tokenizer.decode_bytes(ids, skip_special))?;
        Ok(PyBytes::new(py, &bytes))
    }

    #[doc = doc!("Tokenizer.decode_batch")]
    #[pyo3(signature = (batch, threads = None, *, skip_special = false))]
    fn decode_batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::batch)] batch: Vec<Vec<i64>>,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
        skip_special: bool,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let size = batch.iter().map(|ids| ids.len() + job::EACH).sum();
        let texts = self
            .work(py, size, batch, move |tokenizer, batch| with_threads(threads, || tokenizer.decode_bytes_batch(batch, skip_special))?)?;
        // Python checks that the bytes are UTF-8, so a check here is only needed if they are not.
        let string = |text: Vec<u8>| PyString::from_bytes(py, &text).unwrap_or_else(|_| PyString::new(py, &String::from_utf8_lossy(&text)));
        Ok(texts.into_iter().map(string).collect())
    }

    #[doc = doc!("Tokenizer.decoder")]
    #[pyo3(signature = (prompt = None, *, skip_special = false, stop = None))]
    fn decoder(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::prompt)] prompt: Option<Vec<i64>>,
        skip_special: bool,
        #[pyo3(from_py_with = argument::stop)] stop: Option<Vec<String>>,
    ) -> PyResult<Decoder> {
        let made = py.detach(|| self.0.decoder(&prompt.unwrap_or_default(), skip_special, &stop.unwrap_or_default()));
        made.map(Decoder::from).map_err(raise)
    }

    #[doc = doc!("Tokenizer.id_to_token")]
    fn id_to_token(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<String> {
        let vocabulary = self.0.vocabulary();
        Ok(vocabulary.token(vocabulary.checked(id).map_err(raise)?))
    }

    #[doc = doc!("Tokenizer.token_to_id")]
    fn token_to_id(&self, #[pyo3(from_py_with = argument::token)] token: PyBackedStr) -> PyResult<u32> {
        self.0.token_to_id(&token).map_err(raise)
    }

    #[doc = doc!("Tokenizer.vocab")]
    fn vocab<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let vocabulary = self.0.vocabulary();
        let tokens = PyDict::new(py);
        (0..vocabulary.len() as u32).try_for_each(|id| tokens.set_item(vocabulary.token(id), id))?;
        Ok(tokens)
    }

    #[doc = doc!("Tokenizer.kinds")]
    fn kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let vocabulary = self.0.vocabulary();
        let counts = PyDict::new(py);
        for kind in Kind::ALL {
            let count = (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) == kind).count();
            if count > 0 {
                counts.set_item(kind.name(), count)?;
            }
        }
        Ok(counts)
    }

    #[doc = doc!("Tokenizer.with_special_tokens")]
    #[pyo3(signature = (tokens, *, reserved = 0))]
    fn with_special_tokens(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::tokens)] tokens: Vec<String>,
        #[pyo3(from_py_with = argument::reserved)] reserved: usize,
    ) -> PyResult<Self> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| tokenizer.with_special_tokens(&tokens, reserved)).map(Self::from)
    }

    #[doc = doc!("Tokenizer.with_roots")]
    fn with_roots(&self, py: Python<'_>, #[pyo3(from_py_with = argument::roots)] roots: RootList) -> PyResult<Self> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| tokenizer.with_roots(&roots)).map(Self::from)
    }

    #[doc = doc!("Tokenizer.units")]
    fn units(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<Vec<u32>> {
        self.0.units(id).map_err(raise)
    }

    #[doc = doc!("Tokenizer.explain")]
    fn explain(&self, py: Python<'_>, #[pyo3(from_py_with = argument::word)] word: PyBackedStr) -> PyResult<Explanation> {
        self.work(py, word.len(), word, |tokenizer, word| tokenizer.explain(word)).map(Explanation::from)
    }

    #[doc = doc!("Tokenizer.linearize")]
    fn linearize(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr) -> PyResult<String> {
        self.work(py, text.len(), text, |tokenizer, text| tokenizer.linearize(text))
    }

    #[doc = doc!("Tokenizer.delinearize")]
    fn delinearize(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr) -> PyResult<String> {
        self.work(py, text.len(), text, |tokenizer, text| tokenizer.delinearize(text))
    }

    #[doc = doc!("Tokenizer.analyze")]
    #[pyo3(signature = (word, n = 1))]
    fn analyze(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::word)] word: PyBackedStr,
        #[pyo3(from_py_with = argument::n)] n: usize,
    ) -> PyResult<Vec<Analysis>> {
        let analyses = self.work(py, word.len().saturating_mul(n), word, move |tokenizer, word| tokenizer.analyze(word, n))?;
        Ok(analyses.into_iter().map(Analysis::from).collect())
    }

    #[doc = doc!("Tokenizer.analyze_text")]
    fn analyze_text(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::text)] text: PyBackedStr,
    ) -> PyResult<Vec<((usize, usize), Analysis)>> {
        let found = self.work(py, text.len(), text, |tokenizer, text| tokenizer.analyze_text(text))?;
        Ok(found.into_iter().map(|(span, analysis)| (span, analysis.into())).collect())
    }

    /// The words and signs of a text, each with the features of its context. Used by `tools.context_table`.
    fn _contexts(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr) -> PyResult<Vec<(String, Vec<String>)>> {
        self.work(py, text.len(), text, |tokenizer, text| tokenizer.contexts(text))
    }

    #[doc = doc!("Tokenizer.inflect")]
    #[pyo3(signature = (root, tags))]
    fn inflect(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<String> {
        self.work(py, root.len(), root, move |tokenizer, root| Ok(tokenizer.inflections(root, &tags)?.remove(0)))
    }

    #[doc = doc!("Tokenizer.inflections")]
    #[pyo3(signature = (root, tags))]
    fn inflections(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Vec<String>> {
        self.work(py, root.len(), root, move |tokenizer, root| tokenizer.inflections(root, &tags))
    }

    #[doc = doc!("Tokenizer.paradigm")]
    #[pyo3(signature = (root, tags = Vec::new()), text_signature = "($self, root, tags=())")]
    fn paradigm<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.work(py, root.len(), root, move |tokenizer, root| tokenizer.paradigm(root, &tags))?.into_py_dict(py)
    }

    #[doc = doc!("Tokenizer.with_record")]
    #[pyo3(signature = (*, name = None, language = None, options = None, training = None, card = None, version = None))]
    #[allow(clippy::too_many_arguments)]
    fn with_record(
        &self,
        py: Python<'_>,
        name: Option<String>,
        language: Option<String>,
        options: Option<&Bound<'_, PyAny>>,
        training: Option<&Bound<'_, PyAny>>,
        card: Option<String>,
        #[pyo3(from_py_with = argument::version)] version: Option<u32>,
    ) -> PyResult<Self> {
        let json = |value: Option<&Bound<'_, PyAny>>| -> PyResult<Option<String>> {
            value.map(|value| py.import("json")?.call_method1("dumps", (value,))?.extract()).transpose()
        };
        let old: &Record = self.0.record();
        let record = old.updated(name, language, json(options)?.as_deref(), json(training)?.as_deref(), card, version).map_err(raise)?;
        Ok(self.0.with_record(record).into())
    }

    #[doc = doc!("Tokenizer.save")]
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| tokenizer.save(&folder))
    }

    #[doc = doc!("Tokenizer.export")]
    fn export(&self, py: Python<'_>, format: String, path: PathBuf) -> PyResult<()> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| morfem::interchange::export(&tokenizer, &format, &path))
    }

    fn __len__(&self) -> usize {
        self.vocab_size()
    }

    /// Whether both tokenizers would be saved as the same files.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = &other.get().0;
        Arc::ptr_eq(&self.0, other) || py.detach(|| self.0.hash() == other.hash())
    }

    fn __hash__(&self, py: Python<'_>) -> u64 {
        let hash = py.detach(|| self.0.hash());
        u64::from_str_radix(&hash[..16], 16).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let record = self.0.record();
        format!("Tokenizer({:?}, kind={:?}, vocab_size={})", record.name, record.kind, self.0.vocabulary().len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let tokenizer = slf.get().shared();
        job::run(slf.py(), None, move |_| {
            tokenizer.pickled();
            Ok(())
        })?;
        Ok((slf.get_type().getattr("_unpickled")?, (dict(slf.py(), slf.get().0.pickled())?,)))
    }
}

#[doc = doc!("Decoder")]
#[pyclass(module = "morfem", frozen)]
pub struct Decoder(Mutex<morfem::Decoder>);

#[pymethods]
impl Decoder {
    #[doc = doc!("Decoder.push")]
    fn push(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<String> {
        locked(&self.0).push(id).map_err(raise)
    }

    #[doc = doc!("Decoder.finish")]
    fn finish(&self) -> String {
        locked(&self.0).finish()
    }

    #[doc = doc!("Decoder.pending")]
    fn pending(&self) -> String {
        locked(&self.0).pending()
    }

    #[doc = doc!("Decoder.fork")]
    fn fork(&self) -> Self {
        locked(&self.0).fork().into()
    }

    #[doc = doc!("Decoder.stopped")]
    #[getter]
    fn stopped(&self) -> Option<String> {
        locked(&self.0).stopped().map(str::to_string)
    }

    /// Used by pickle.
    #[staticmethod]
    fn _unpickled(py: Python<'_>, tokenizer: &Tokenizer, state: &[u8]) -> PyResult<Self> {
        py.detach(|| morfem::Decoder::resumed(tokenizer.shared(), state)).map(Decoder::from).map_err(raise)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let decoder = slf.get();
        let (tokenizer, state) = slf.py().detach(|| {
            let decoder = locked(&decoder.0);
            (Tokenizer(decoder.tokenizer().clone()), decoder.state())
        });
        Ok((slf.get_type().getattr("_unpickled")?, (tokenizer, PyBytes::new(slf.py(), &state))))
    }
}

impl From<morfem::Decoder> for Decoder {
    fn from(decoder: morfem::Decoder) -> Self {
        Decoder(Mutex::new(decoder))
    }
}
