//! Encodings for the library `tokenizers`.

use std::collections::BTreeMap;

use morfem::interchange::huggingface::{self, Columns, Foreign, Layout, Mixed, Spans};
use morfem::run::threads::with_threads;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use crate::argument;
use crate::error::raise;
use crate::job;
use crate::tokenizer::Tokenizer;

type Tokens = Vec<(usize, usize, u32, String)>;
type Ends<'py> = Bound<'py, PyArray1<i64>>;

/// The arguments that both functions have besides the texts.
struct Options {
    foreign: BTreeMap<usize, Vec<Foreign>>,
    words: Option<Vec<usize>>,
    layout: Layout,
    parse_special: bool,
}

impl Options {
    fn new(foreign: BTreeMap<usize, Tokens>, words: Option<Vec<usize>>, offsets: &str, trim: bool, parse_special: bool) -> PyResult<Self> {
        let token = |(start, end, id, token)| Foreign { span: (start, end), id, token };
        let foreign = foreign.into_iter().map(|(text, tokens)| (text, tokens.into_iter().map(token).collect())).collect();
        let layout = Layout { spans: Spans::named(offsets).map_err(raise)?, is_trimmed: trim };
        Ok(Options { foreign, words, layout, parse_special })
    }

    fn mixed<'a>(&'a self, texts: &'a [PyBackedStr]) -> Vec<Mixed<'a>> {
        let foreign = |index| self.foreign.get(&index).map_or(&[][..], Vec::as_slice);
        let word = |index| self.words.as_ref().and_then(|words| words.get(index).copied());
        texts.iter().enumerate().map(|(index, text)| Mixed { text, foreign: foreign(index), word: word(index) }).collect()
    }
}

#[doc = doc!("tokenizers_states")]
#[pyfunction]
#[pyo3(signature = (tokenizer, texts, *, foreign, words, offsets, trim, parse_special))]
#[allow(clippy::too_many_arguments)]
pub fn tokenizers_states<'py>(
    py: Python<'py>,
    tokenizer: &Tokenizer,
    #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
    foreign: BTreeMap<usize, Tokens>,
    words: Option<Vec<usize>>,
    offsets: &str,
    trim: bool,
    parse_special: bool,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let options = Options::new(foreign, words, offsets, trim, parse_special)?;
    let states = job::run_sized(py, job::size_of_all(&texts), &tokenizer.shared(), texts, move |tokenizer, texts| {
        with_threads(None, || huggingface::states(tokenizer, &options.mixed(texts), options.layout, options.parse_special))?
    })?;
    Ok(states.iter().map(|state| PyBytes::new(py, state)).collect())
}

#[doc = doc!("tokenizers_columns")]
#[pyfunction]
#[pyo3(signature = (tokenizer, texts, *, foreign, offsets, trim, parse_special))]
pub fn tokenizers_columns<'py>(
    py: Python<'py>,
    tokenizer: &Tokenizer,
    #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
    foreign: BTreeMap<usize, Tokens>,
    offsets: &str,
    trim: bool,
    parse_special: bool,
) -> PyResult<(Bound<'py, PyArray1<u32>>, Ends<'py>, Ends<'py>, Ends<'py>)> {
    argument::import_numpy(py)?;
    let options = Options::new(foreign, None, offsets, trim, parse_special)?;
    let columns = job::run_sized(py, job::size_of_all(&texts), &tokenizer.shared(), texts, move |tokenizer, texts| {
        with_threads(None, || huggingface::columns(tokenizer, &options.mixed(texts), options.layout, options.parse_special))?
    })?;
    let Columns { ids, indptr, starts, ends } = columns;
    Ok((ids.into_pyarray(py), indptr.into_pyarray(py), starts.into_pyarray(py), ends.into_pyarray(py)))
}

#[doc = doc!("tokenizers_masks")]
#[pyfunction]
#[pyo3(signature = (tokenizer, texts, *, foreign, stretches, parse_special))]
pub fn tokenizers_masks<'py>(
    py: Python<'py>,
    tokenizer: &Tokenizer,
    #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
    foreign: BTreeMap<usize, Tokens>,
    stretches: Vec<Vec<(usize, usize)>>,
    parse_special: bool,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let options = Options::new(foreign, None, "hull", false, parse_special)?;
    let masks = job::run_sized(py, job::size_of_all(&texts), &tokenizer.shared(), texts, move |tokenizer, texts| {
        with_threads(None, || huggingface::masks(tokenizer, &options.mixed(texts), &stretches, options.parse_special))?
    })?;
    Ok(masks.iter().map(|mask| PyBytes::new(py, mask)).collect())
}
