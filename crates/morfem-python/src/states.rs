//! Encodings for the library `tokenizers`.

use std::collections::BTreeMap;

use morfem::interchange::huggingface::{Foreign, Layout, Mixed, Spans, states};
use morfem::threads::with_threads;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use crate::argument::{self, Threads};
use crate::error::raise;
use crate::job;
use crate::tokenizer::Tokenizer;

type Tokens = Vec<(usize, usize, u32, String)>;

/// The states of the encodings of `texts`, for `tokenizers.Encoding.__setstate__`.
#[pyfunction]
#[pyo3(signature = (tokenizer, texts, threads = None, *, foreign, words, offsets, trim, parse_special))]
#[allow(clippy::too_many_arguments)]
pub fn tokenizers_states<'py>(
    py: Python<'py>,
    tokenizer: &Tokenizer,
    #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
    threads: Option<Threads>,
    foreign: BTreeMap<usize, Tokens>,
    words: Option<Vec<usize>>,
    offsets: &str,
    trim: bool,
    parse_special: bool,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let layout = Layout { spans: Spans::named(offsets).map_err(raise)?, is_trimmed: trim };
    let tokens = |tokens: Tokens| tokens.into_iter().map(|(start, end, id, token)| Foreign { span: (start, end), id, token }).collect();
    let foreign: BTreeMap<usize, Vec<Foreign>> = foreign.into_iter().map(|(text, foreign)| (text, tokens(foreign))).collect();
    let states = job::run_sized(py, job::size_of_all(&texts), &tokenizer.shared(), texts, move |tokenizer, texts| {
        let mixed = texts.iter().enumerate().map(|(index, text)| Mixed {
            text,
            foreign: foreign.get(&index).map_or(&[], Vec::as_slice),
            word: words.as_ref().and_then(|words| words.get(index).copied()),
        });
        let mixed: Vec<Mixed> = mixed.collect();
        with_threads(threads.map(|threads| threads.0), || states(tokenizer, &mixed, layout, parse_special))?
    })?;
    Ok(states.iter().map(|state| PyBytes::new(py, state)).collect())
}
