//! `Tokenizer` and `Decoder`: each method converts, releases the GIL, and returns.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morfem::LazyEncoding;
use morfem::files::record::{Files, Record};
use morfem::run::threads::with_threads;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyString};

use crate::analysis::Analysis;
use crate::argument::{self, Threads};
use crate::encoding::Encoding;
use crate::error::raise;
use crate::explanation::Explanation;
use crate::job;

type Ids<'py> = Bound<'py, PyArray1<u32>>;
/// The function and arguments with which pickle rebuilds a decoder.
type Reduced<'py> = (Bound<'py, PyAny>, (Tokenizer, Bound<'py, PyBytes>));

fn dict<'py>(py: Python<'py>, files: &Files) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    files.iter().try_for_each(|(name, content)| dict.set_item(name, PyBytes::new(py, content)))?;
    Ok(dict)
}

/// Turns text into ids and back, exactly: ``decode(encode(x).ids) == x`` for every string x.
///
/// Get one from `morfem.load`, `morfem.train` or `morfem.convert`. A tokenizer cannot be changed, can be shared between threads, and can be
/// pickled. Methods that take text join surrogate pairs, as tiktoken does. They raise UnicodeEncodeError for half a pair, and TypeError
/// for anything but a str.
///
/// >>> import morfem
/// >>> tokenizer = morfem.load("ko-thunder")
/// >>> tokenizer
/// Tokenizer("ko-thunder", kind="thunder", vocab_size=128000)
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
    /// Load the tokenizer saved in `folder`. `morfem.load` also knows the names of the bundled tokenizers.
    ///
    /// Raises
    /// ------
    /// ArtifactError : if there is no saved tokenizer, or it is damaged, incomplete, or of a format that this version cannot read.
    #[staticmethod]
    fn load(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::load(&folder)).map(Self::from)
    }

    /// The tokenizer that the package has in `folder`. A test has checked its precomputed chunks, so the load does not.
    #[staticmethod]
    fn _load_bundled(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::load_bundled(&folder)).map(Self::from)
    }

    /// Build a tokenizer from the files of a saved one, given as name -> content.
    ///
    /// Raises
    /// ------
    /// ArtifactError : as `load`.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("ms-splinter")
    /// >>> morfem.Tokenizer.from_files(tokenizer.files()) == tokenizer
    /// True
    #[staticmethod]
    fn from_files(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::from_files(&files, "files")).map(Self::from)
    }

    /// Used by pickle. Returns the same tokenizer if it lives in this process, otherwise reads the files.
    #[staticmethod]
    fn _unpickled(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        job::run(py, None, move |_| morfem::Tokenizer::unpickled(&files)).map(Self)
    }

    /// The files that `save` writes, as name -> content.
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tokenizer = self.0.clone();
        dict(py, &job::run(py, None, move |_| Ok(tokenizer.files()))?)
    }

    /// Name, such as ``'ko-thunder'``.
    #[getter]
    fn name(&self) -> &str {
        &self.0.record().name
    }
    /// Version of a bundled tokenizer, whose ids never change. None for all others.
    #[getter]
    fn version(&self) -> Option<u32> {
        self.0.record().version
    }
    /// The system: ``bpe``, ``unigram``, ``thunder``, ``mft``, ``morpheus``, ``splinter`` or ``union``.
    ///
    /// Imported models may also be ``sentencepiece`` or ``character_bpe``.
    #[getter]
    fn kind(&self) -> &str {
        &self.0.record().kind
    }
    /// BCP 47 code of the language, such as ``'tr'``. None if the tokenizer is not made for one language.
    #[getter]
    fn language(&self) -> Option<&str> {
        self.0.record().language.as_deref()
    }
    /// The methods that only some systems have, and this tokenizer has: ``analyze``, ``inflect``, ``explain``,
    /// ``linearize``, ``delinearize``.
    ///
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").capabilities
    /// ['analyze', 'inflect']
    #[getter]
    fn capabilities(&self) -> Vec<&'static str> {
        self.0.capabilities().collect()
    }
    /// SHA-256 of everything that `save` writes, in hexadecimal digits. Tokenizers with the same hash have the same files.
    #[getter]
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| Ok(tokenizer.hash().to_owned()))
    }
    /// Whether every token stands for the same bytes wherever it is: the bytes of ids, joined, are the text.
    ///
    /// >>> import morfem
    /// >>> morfem.load("ko-thunder").has_fixed_bytes, morfem.load("tr-mft").has_fixed_bytes
    /// (True, False)
    #[getter]
    fn has_fixed_bytes(&self) -> bool {
        self.0.has_fixed_bytes()
    }
    /// Number of ids. Ids run from 0 to `vocab_size` - 1; specials and the 256 bytes are included.
    #[getter]
    fn vocab_size(&self) -> usize {
        self.0.vocabulary().len()
    }
    /// The special tokens, in the order of their ids.
    #[getter]
    fn special_tokens(&self) -> Vec<String> {
        let vocabulary = self.0.vocabulary();
        vocabulary.specials().map(|id| vocabulary.token(id)).collect()
    }
    /// The record of the saved tokenizer: name, kind, language, splitter, options, training, and model card.
    #[getter]
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.0.record().to_json(),))
    }

    /// Tokenize `text`.
    ///
    /// Parameters
    /// ----------
    /// text : any string.
    /// parse_special : whether specials such as ``"<s>"`` in the text become their ids. By default they are plain text.
    /// boundaries : code points of the text that no token crosses, in any order. The parts between them are encoded one after the other,
    ///     each behind the text before it. So the ids before a boundary are those of ``text[:boundary]``. A boundary inside a word cuts the
    ///     word, one inside a character that people see as one cuts its code points, and a special that a boundary cuts is plain text.
    ///
    /// Raises
    /// ------
    /// MorfemError : if a boundary is outside the text, or boundaries are given to a tokenizer that is not exact.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").encode("kitaplarımızdan").tokens
    /// ['▁kitap', '+lAr', '+(I)mIz', '+DAn']
    /// >>> tokenizer = morfem.load("ko-thunder")
    /// >>> tokenizer.encode("할 수 있는 일").tokens, tokenizer.encode("할 수 있는 일", boundaries=[1]).tokens
    /// (['할▁수▁있는', '▁일'], ['할', '▁수▁있는', '▁일'])
    #[pyo3(signature = (text, *, parse_special = false, boundaries = None))]
    fn encode(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::text)] text: PyBackedStr,
        parse_special: bool,
        #[pyo3(from_py_with = argument::boundaries)] boundaries: Option<Vec<i64>>,
    ) -> PyResult<Encoding> {
        let shared = self.shared();
        let work = move |tokenizer: &morfem::Tokenizer, text: &PyBackedStr| match &boundaries {
            None => Ok(shared.encode_lazily(text, parse_special)),
            Some(boundaries) => tokenizer.encode_with_boundaries(text, boundaries, parse_special).map(LazyEncoding::from),
        };
        self.work(py, text.len(), text, work).map(Encoding::from)
    }

    /// Like `encode`, with each merged token replaced by its units.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft-64k")
    /// >>> tokenizer.encode("kitaplar").tokens, tokenizer.encode_units("kitaplar").tokens
    /// (['▁kitap·+lAr'], ['▁kitap', '+lAr'])
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

    /// `encode` for many texts at once.
    ///
    /// Parameters
    /// ----------
    /// texts : the texts.
    /// threads : number of threads, 1 or more. None for one per processor. The result does not depend on it.
    /// parse_special : as for `encode`.
    /// boundaries : the boundaries of each text.
    ///
    /// Returns
    /// -------
    /// an `Encoding` for each text, in their order.
    ///
    /// Raises
    /// ------
    /// MorfemError : as `encode`; or if `threads` is below 1, or there are not as many lists of boundaries as texts.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> [encoding.surfaces for encoding in morfem.load("tr-mft").encode_batch(["evler", "evde"])]
    /// [['ev', 'ler'], ['ev', 'de']]
    #[pyo3(signature = (texts, threads = None, *, parse_special = false, boundaries = None))]
    fn encode_batch(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        threads: Option<Threads>,
        parse_special: bool,
        #[pyo3(from_py_with = argument::all_boundaries)] boundaries: Option<Vec<Vec<i64>>>,
    ) -> PyResult<Vec<Encoding>> {
        let shared = self.shared();
        let encodings = self.work(py, job::size_of_all(&texts), texts, move |tokenizer, texts| {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            with_threads(threads.map(|threads| threads.0), || match &boundaries {
                None => Ok(shared.encode_batch(&texts, parse_special)),
                Some(boundaries) => {
                    let encodings = tokenizer.encode_batch_with_boundaries(&texts, boundaries, parse_special)?;
                    Ok(encodings.into_iter().map(LazyEncoding::from).collect())
                }
            })?
        })?;
        Ok(encodings.into_iter().map(Encoding::from).collect())
    }

    /// The ids of `text`, without creating a Python object per token. Parameters and errors as for `encode`.
    ///
    /// The first call in a process imports NumPy, which takes 50 to 150 ms; ``encode(text).ids`` and `count` need no NumPy.
    ///
    /// Returns
    /// -------
    /// array of shape (tokens,), dtype uint32.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> [tokenizer.id_to_token(id) for id in tokenizer.encode_ids("evde")]
    /// ['▁ev', '+DA']
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

    /// The ids of many texts in one array, without creating a Python object per token.
    ///
    /// Parameters
    /// ----------
    /// texts : the texts.
    /// threads : number of threads, 1 or more. None for one per processor. The result does not depend on it.
    /// parse_special : as for `encode`.
    /// boundaries : the boundaries of each text, as for `encode`.
    ///
    /// Returns
    /// -------
    /// ids : shape (tokens of all texts,), dtype uint32.
    /// indptr : shape (texts + 1,), dtype int64. The ids of text i are ``ids[indptr[i]:indptr[i + 1]]``.
    ///
    /// Raises
    /// ------
    /// MorfemError : as `encode_batch`.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> ids, indptr = morfem.load("ko-thunder").encode_ids_batch(["하나", "둘"])
    /// >>> indptr.tolist()
    /// [0, 1, 2]
    #[pyo3(signature = (texts, threads = None, *, parse_special = false, boundaries = None))]
    fn encode_ids_batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        threads: Option<Threads>,
        parse_special: bool,
        #[pyo3(from_py_with = argument::all_boundaries)] boundaries: Option<Vec<Vec<i64>>>,
    ) -> PyResult<(Ids<'py>, Bound<'py, PyArray1<i64>>)> {
        argument::import_numpy(py)?;
        let (ids, indptr) = self.work(py, job::size_of_all(&texts), texts, move |tokenizer, texts| {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            with_threads(threads.map(|threads| threads.0), || match &boundaries {
                None => Ok(tokenizer.encode_ids_batch(&texts, parse_special)),
                Some(boundaries) => tokenizer.encode_ids_batch_with_boundaries(&texts, boundaries, parse_special),
            })?
        })?;
        Ok((ids.into_pyarray(py), indptr.into_pyarray(py)))
    }

    /// Number of tokens of `text`.
    ///
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").count("evlerimizden")
    /// 4
    #[pyo3(signature = (text, *, parse_special = false))]
    fn count(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr, parse_special: bool) -> PyResult<usize> {
        self.work(py, text.len(), text, move |tokenizer, text| Ok(tokenizer.count(text, parse_special)))
    }

    /// The text of `ids`. Bytes that are not valid UTF-8 become U+FFFD.
    ///
    /// Parameters
    /// ----------
    /// ids : an `Encoding`, a list of integers, or a one-dimensional integer array. Any ids decode, not only those that `encode` gives.
    /// skip_special : whether to leave out specials. By default a special decodes to its text.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if an id is out of range; the message names its position.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> ids = [tokenizer.token_to_id(token) for token in ("<s>", "▁göz", "+lAr")]
    /// >>> tokenizer.decode(ids), tokenizer.decode(ids, skip_special=True)
    /// ('<s>gözler', 'gözler')
    #[pyo3(signature = (ids, *, skip_special = false))]
    fn decode(&self, py: Python<'_>, #[pyo3(from_py_with = argument::ids)] ids: Vec<i64>, skip_special: bool) -> PyResult<String> {
        self.work(py, ids.len(), ids, move |tokenizer, ids| tokenizer.decode(ids, skip_special))
    }

    /// The bytes of `ids`, without replacing invalid UTF-8. Parameters as for `decode`.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if an id is out of range; the message names its position.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("bpe")
    /// >>> ids = tokenizer.encode("𐎀").ids
    /// >>> tokenizer.decode(ids[:1]), tokenizer.decode_bytes(ids[:1])
    /// ('�', b'ð')
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

    /// `decode` for many lists of ids at once.
    ///
    /// Parameters
    /// ----------
    /// batch : for each text, its ids.
    /// threads : number of threads, 1 or more. None for one per processor.
    /// skip_special : as for `decode`.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if an id is out of range; the message names the list and the position in it.
    /// MorfemError : if `threads` is below 1.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> tokenizer.decode_batch([tokenizer.encode_ids(text) for text in ("evler", "evde")])
    /// ['evler', 'evde']
    #[pyo3(signature = (batch, threads = None, *, skip_special = false))]
    fn decode_batch<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::batch)] batch: Vec<Vec<i64>>,
        threads: Option<Threads>,
        skip_special: bool,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let size = batch.iter().map(|ids| ids.len() + job::EACH).sum();
        let texts = self.work(py, size, batch, move |tokenizer, batch| {
            with_threads(threads.map(|threads| threads.0), || tokenizer.decode_bytes_batch(batch, skip_special))?
        })?;
        // Python checks that the bytes are UTF-8, so a check here is only needed if they are not.
        let string = |text: Vec<u8>| PyString::from_bytes(py, &text).unwrap_or_else(|_| PyString::new(py, &String::from_utf8_lossy(&text)));
        Ok(texts.into_iter().map(string).collect())
    }

    /// A new `Decoder`, which decodes ids one at a time.
    ///
    /// Parameters
    /// ----------
    /// prompt : ids that come before those that are decoded. Their text is left out, but decides how the next tokens are written.
    /// skip_special : whether to leave out specials, as in `decode`.
    /// stop : strings that end the text. The text ends before the one that is complete first, of several the longest, and
    ///     `Decoder.stopped` names it. Text that may begin a stop string is held back.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if an id of the prompt is out of range.
    /// MorfemError : if a stop string is empty.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> ids = tokenizer.encode("Kitabı okudu. Soru: kim?").ids
    /// >>> decoder = tokenizer.decoder(ids[:2], stop=["Soru:"])
    /// >>> "".join(decoder.push(id) for id in ids[2:]) + decoder.finish()
    /// 'ı okudu. '
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

    /// The token string of an id. No two ids have the same token string.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if the id is out of range.
    fn id_to_token(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<String> {
        let vocabulary = self.0.vocabulary();
        Ok(vocabulary.token(vocabulary.checked(id).map_err(raise)?))
    }

    /// The id of a token string.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if no token has this string.
    fn token_to_id(&self, #[pyo3(from_py_with = argument::token)] token: PyBackedStr) -> PyResult<u32> {
        self.0.token_to_id(&token).map_err(raise)
    }

    /// The id of every token string, in the order of the ids.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> list(morfem.load("tr-mft").vocab().items())[:3]
    /// [('<pad>', 0), ('<s>', 1), ('</s>', 2)]
    fn vocab<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let vocabulary = self.0.vocabulary();
        let tokens = PyDict::new(py);
        (0..vocabulary.len() as u32).try_for_each(|id| tokens.set_item(vocabulary.token(id), id))?;
        Ok(tokens)
    }

    /// A copy of this tokenizer with more special tokens at the end of its vocabulary.
    ///
    /// All other ids stay as they are, and so do the ids of every text: a special in a text is plain text unless `parse_special` is given.
    /// The copy has no version.
    ///
    /// Parameters
    /// ----------
    /// tokens : texts of the new specials. Each takes the first reserved id that was added before, or else a new id.
    /// reserved : number of ids to reserve behind them, so that later specials do not make the vocabulary larger. They are specials named
    ///     ``<|reserved_0|>``, ``<|reserved_1|>`` and so on.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if one is a token already, or there are too many ids.
    /// MorfemError : if one is empty, contains a tab or line end, or is given twice.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft").with_special_tokens(["<|im_start|>", "<|im_end|>"], reserved=2)
    /// >>> tokenizer.vocab_size, tokenizer.special_tokens[4:]
    /// (32772, ['<|im_start|>', '<|im_end|>', '<|reserved_0|>', '<|reserved_1|>'])
    /// >>> tokenizer.encode("evde<|im_end|>", parse_special=True).ids[-1]
    /// 32769
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

    /// The ids of the units that a merged token consists of. ``[id]`` for every other token.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if the id is out of range.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft-64k")
    /// >>> [tokenizer.id_to_token(id) for id in tokenizer.units(tokenizer.token_to_id("▁kitap·+lAr"))]
    /// ['▁kitap', '+lAr']
    fn units(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<Vec<u32>> {
        self.0.units(id).map_err(raise)
    }

    /// Explain how Splinter takes `word` apart.
    ///
    /// Raises
    /// ------
    /// MorfemError : if this is neither a Splinter tokenizer nor a union with one for the word, or the word contains white space or no
    ///     letter of the language, or is longer than 1,000 characters.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> morfem.load("he-splinter").explain("לעבוד").root
    /// 'עבד'
    fn explain(&self, py: Python<'_>, #[pyo3(from_py_with = argument::word)] word: PyBackedStr) -> PyResult<Explanation> {
        self.work(py, word.len(), word, |tokenizer, word| tokenizer.explain(word)).map(Explanation)
    }

    /// Rewrite `text` so that any other tokenizer can be trained on the units of Splinter.
    ///
    /// Each unit becomes one private-use character. Private-use characters of the text itself are escaped.
    ///
    /// Raises
    /// ------
    /// MorfemError : if this is not a Splinter tokenizer.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("he-splinter")
    /// >>> linear = tokenizer.linearize("הילדים כתבו")
    /// >>> len(linear) < len("הילדים כתבו"), tokenizer.delinearize(linear)
    /// (True, 'הילדים כתבו')
    fn linearize(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr) -> PyResult<String> {
        self.work(py, text.len(), text, |tokenizer, text| tokenizer.linearize(text))
    }

    /// Undo `linearize`: ``delinearize(linearize(x)) == x`` for every string x.
    ///
    /// Raises
    /// ------
    /// MorfemError : if this is not a Splinter tokenizer.
    fn delinearize(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr) -> PyResult<String> {
        self.work(py, text.len(), text, |tokenizer, text| tokenizer.delinearize(text))
    }

    /// The `n` best analyses of a word, best first. `encode` uses the first, with three exceptions. It cuts a word at a sign:
    /// evde/okulda is two words and a sign. It writes a form that the grammar spells otherwise in pieces, so that it comes back: sokaka is
    /// not sokağa. And it does so where a stem that is not in the lexicon takes fewer ids that way.
    ///
    /// Returns
    /// -------
    /// at most `n` analyses. The list is empty if the grammar has no analysis for the word.
    ///
    /// Raises
    /// ------
    /// MorfemError : if this tokenizer has no grammar, the word contains white space, or `n` is negative.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").analyze("gözlerinin", n=2)
    /// [Analysis(göz-leri-nin: göz +lArI +(n)In, -9.76), Analysis(göz-ler-in-in: göz +lAr +(I)n +(n)In, -11.06)]
    #[pyo3(signature = (word, n = 1))]
    fn analyze(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::word)] word: PyBackedStr,
        #[pyo3(from_py_with = argument::n)] n: usize,
    ) -> PyResult<Vec<Analysis>> {
        let analyses = self.work(py, word.len().saturating_mul(n), word, move |tokenizer, word| tokenizer.analyze(word, n))?;
        Ok(analyses.into_iter().map(Analysis).collect())
    }

    /// The word that a root becomes with affixes, which are named by their glosses: the most probable of `inflections`.
    ///
    /// A name or number takes the apostrophe of its language: ``inflect("Ankara", ["DAT"])`` is Ankara'ya. For another word, ask for one
    /// with an apostrophe at the end of `root`. An inflected or derived word (gelmek, kitaplık) may stand for a root.
    ///
    /// Parameters
    /// ----------
    /// root : a root, or any other word of the language. A word that the lexicon does not have is inflected by its spelling.
    /// tags : glosses of affixes in the order in which they follow, such as PL and DAT. `paradigm` lists those that may follow.
    ///
    /// Raises
    /// ------
    /// MorfemError : if this tokenizer has no grammar, a tag does not exist or may not follow, or no word ends there. The error names the
    ///     tags that may follow.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> tokenizer.inflect("kitap", ["PL", "1SG.POSS", "DAT"]), tokenizer.inflect("gel", ["NEG", "PST", "1PL.PST"])
    /// ('kitaplarıma', 'gelmedik')
    #[pyo3(signature = (root, tags))]
    fn inflect(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<String> {
        self.work(py, root.len(), root, move |tokenizer, root| Ok(tokenizer.inflections(root, &tags)?.remove(0)))
    }

    /// All forms of a root with affixes, the most probable first. Several roots may have one name: a sheep, and a bosom.
    ///
    /// Parameters
    /// ----------
    /// root, tags : as for `inflect`.
    ///
    /// Raises
    /// ------
    /// MorfemError : as `inflect`.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").inflections("koyun", ["1SG.POSS"])
    /// ['koynum', 'koyunum']
    #[pyo3(signature = (root, tags))]
    fn inflections(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Vec<String>> {
        self.work(py, root.len(), root, move |tokenizer, root| tokenizer.inflections(root, &tags))
    }

    /// The affixes that may follow a root and some affixes, each with the forms of the word that ends in it.
    ///
    /// Parameters
    /// ----------
    /// root, tags : as for `inflect`.
    ///
    /// Returns
    /// -------
    /// gloss -> forms, in the order of the table of affixes. The list is empty if no word ends in the affix.
    ///
    /// Raises
    /// ------
    /// MorfemError : as `inflect`.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> forms = morfem.load("tr-mft").paradigm("ev", ["PL"])
    /// >>> forms["ACC"], forms["ABL"]
    /// (['evleri'], ['evlerden'])
    #[pyo3(signature = (root, tags = Vec::new()), text_signature = "($self, root, tags=())")]
    fn paradigm<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.work(py, root.len(), root, move |tokenizer, root| tokenizer.paradigm(root, &tags))?.into_py_dict(py)
    }

    /// A copy of this tokenizer with another name, language, training record or model card. Ids stay the same.
    ///
    /// Parameters
    /// ----------
    /// name, language : the new name and BCP 47 code. None keeps the old one.
    /// options, training : entries that the record gets about the trainer's options and the corpus, as plain JSON values. An entry of the
    ///     same name is replaced; all others stay.
    /// card : text of the model card, in Markdown. None keeps the old one.
    /// version : version of a bundled tokenizer; its ids never change. None keeps the old one.
    ///
    /// Raises
    /// ------
    /// MorfemError : if a value cannot be stored.
    /// TypeError : if an entry is not a plain JSON value.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> morfem.load("bpe").with_record(name="my-bpe").name
    /// 'my-bpe'
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

    /// Save this tokenizer into `folder`, which is created if needed. A tokenizer saved there before is replaced.
    ///
    /// The folder is written whole or not at all.
    ///
    /// Parameters
    /// ----------
    /// folder : where to.
    ///
    /// Raises
    /// ------
    /// MorfemError : if the folder contains anything but a saved tokenizer.
    /// OSError : if it cannot be written.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> import tempfile
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     tokenizer.save(folder + "/my-tokenizer")
    /// ...     morfem.load(folder + "/my-tokenizer") == tokenizer
    /// True
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let tokenizer = self.0.clone();
        job::run(py, None, move |_| tokenizer.save(&folder))
    }

    /// Write this tokenizer as a file that another library can read.
    ///
    /// The loader of Unigram models in llama.cpp ignores byte fallback: do not convert an exported Unigram or Thunder-Tok model to GGUF.
    ///
    /// Parameters
    /// ----------
    /// format : ``"tokenizer.json"`` for Hugging Face tokenizers, ``"spm"`` for SentencePiece, ``"tiktoken"`` for tiktoken.
    /// path : the file to write.
    ///
    /// Raises
    /// ------
    /// InexactExportError : if the other library would not give the same ids for every text. Texts that contain the sign ▁ are an
    ///     exception: SentencePiece and the formats that follow it read it as a space.
    /// MorfemError : if the format is unknown.
    /// OSError : if the file cannot be written.
    ///
    /// Examples
    /// --------
    /// >>> import morfem
    /// >>> import os, tempfile
    /// >>> with tempfile.TemporaryDirectory() as folder:
    /// ...     morfem.load("bpe").export("tokenizer.json", folder + "/tokenizer.json")
    /// ...     os.listdir(folder)
    /// ['tokenizer.json']
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

/// Decodes ids one at a time, for streaming. Made by `Tokenizer.decoder`.
///
/// The strings that `push` and `finish` return, joined, equal what `Tokenizer.decode` gives for all ids. Text is returned as soon as no
/// later id can change it, so the output lags by at most a word. Text that has been returned is never taken back. A decoder can be copied
/// with `fork` and pickled at any time. The copy continues where the original stands.
///
/// >>> import morfem
/// >>> tokenizer = morfem.load("ko-thunder")
/// >>> decoder = tokenizer.decoder()
/// >>> "".join(decoder.push(id) for id in tokenizer.encode("안녕하세요.").ids) + decoder.finish()
/// '안녕하세요.'
#[pyclass(module = "morfem", frozen)]
pub struct Decoder(Mutex<morfem::Decoder>);

#[pymethods]
impl Decoder {
    /// Add one id and return the text that is certain now. May be the empty string.
    ///
    /// Raises
    /// ------
    /// VocabularyError : if the id is out of range.
    /// TypeError : if the id is not an integer.
    fn push(&self, #[pyo3(from_py_with = argument::id)] id: i64) -> PyResult<String> {
        self.lock().push(id).map_err(raise)
    }

    /// Return the remaining text and reset the decoder. An incomplete character becomes U+FFFD.
    ///
    /// The next id begins a new text without a prompt. Stop strings and `skip_special` stay.
    fn finish(&self) -> String {
        self.lock().finish()
    }

    /// The text that is held back: what `finish` would return now. Changes nothing.
    ///
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> decoder = tokenizer.decoder()
    /// >>> decoder.push(tokenizer.token_to_id("▁kitap")), decoder.pending()
    /// ('', 'kitap')
    fn pending(&self) -> String {
        self.lock().pending()
    }

    /// A copy that goes on by itself, for beam search and for drafts that may be rejected.
    ///
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> decoder = tokenizer.decoder(tokenizer.encode("Bu"))
    /// >>> [decoder.fork().push(tokenizer.token_to_id(token)) for token in ("▁ve", "▁bir")]
    /// [' ve', ' bir']
    fn fork(&self) -> Self {
        self.lock().fork().into()
    }

    /// The stop string that has ended the text, or None. Nothing is returned after it until `finish`.
    ///
    /// `finish` may complete a stop string too: look at `stopped` after it. It stays until the next `push`.
    ///
    /// >>> import morfem
    /// >>> tokenizer = morfem.load("tr-mft")
    /// >>> decoder = tokenizer.decoder(stop=["itap"])
    /// >>> decoder.push(tokenizer.token_to_id("▁kitap")), decoder.stopped, decoder.finish(), decoder.stopped
    /// ('', None, 'k', 'itap')
    #[getter]
    fn stopped(&self) -> Option<String> {
        self.lock().stopped().map(str::to_string)
    }

    /// Used by pickle.
    #[staticmethod]
    fn _unpickled(py: Python<'_>, tokenizer: &Tokenizer, state: &[u8]) -> PyResult<Self> {
        py.detach(|| morfem::Decoder::resumed(tokenizer.shared(), state)).map(Decoder::from).map_err(raise)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let decoder = slf.get();
        let (tokenizer, state) = slf.py().detach(|| {
            let decoder = decoder.lock();
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

impl Decoder {
    fn lock(&self) -> MutexGuard<'_, morfem::Decoder> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
