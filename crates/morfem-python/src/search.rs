//! `SearchTerms`: the terms of texts for a search index.

use std::sync::Arc;

use morfem::run::threads::with_threads;
use morfem::search::{Folds, Side, Table, Terms, Units};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString};
use rustc_hash::FxHashMap;

use crate::argument;
use crate::error::raise;
use crate::job;
use crate::tokenizer::Tokenizer;

/// A term: text, weight, position of the word, its first code point, the one after its last, field.
type Term = (String, f32, usize, usize, usize, &'static str);

#[doc = doc!("SearchTerms")]
#[pyclass(module = "morfem", frozen)]
pub struct SearchTerms(Arc<Terms>);

/// An iterator over the terms of a text.
#[pyclass(module = "morfem._core")]
struct EachTerm(std::vec::IntoIter<morfem::search::Term>);

#[pymethods]
impl EachTerm {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<Term> {
        let term = self.0.next()?;
        Some((term.text.to_string(), term.weight, term.position, term.start, term.end, term.field))
    }
}

fn side(is_query: bool) -> Side {
    if is_query { Side::Query } else { Side::Document }
}

#[pymethods]
impl SearchTerms {
    /// `table` is the content of a search table, `folds` are those of the tables of spellings, of all languages and of one, and `units` that of
    /// a unit model; `folder` names where they are for errors.
    #[new]
    #[pyo3(signature = (tokenizer, folder, table, folds, units = None))]
    fn new(tokenizer: &Tokenizer, folder: &str, table: &[u8], folds: [Vec<u8>; 2], units: Option<&[u8]>) -> PyResult<Self> {
        let folds = Folds::read(&[("fold.tsv", &folds[0]), (&format!("{folder}/fold.tsv"), &folds[1])]).map_err(raise)?;
        let table = Table::read(&format!("{folder}/search.tsv"), table, &folds).map_err(raise)?;
        let units = units.map(|units| Units::read(&format!("{folder}/units.tsv"), units)).transpose().map_err(raise)?;
        Ok(SearchTerms(Arc::new(Terms::new(tokenizer.shared(), table, folds, units))))
    }

    #[doc = doc!("SearchTerms.terms")]
    fn terms(&self, py: Python<'_>, #[pyo3(from_py_with = argument::text)] text: PyBackedStr, is_query: bool) -> PyResult<EachTerm> {
        let terms = job::run_sized(py, text.len(), &self.0, text, move |terms, text| Ok(terms.of(text, side(is_query))))?;
        Ok(EachTerm(terms.into_iter()))
    }

    #[doc = doc!("SearchTerms.texts")]
    #[pyo3(signature = (texts, is_query, threads = None))]
    fn texts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::texts)] texts: Vec<PyBackedStr>,
        is_query: bool,
        #[pyo3(from_py_with = argument::threads)] threads: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyList>>> {
        let found = job::run_sized(py, job::size_of_all(&texts), &self.0, texts, move |terms, texts| {
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            with_threads(threads, || terms.texts_of_all(&texts, side(is_query)))
        })?;
        // The terms of a word are kept for all its places, and so is the string of each.
        let mut strings = FxHashMap::default();
        let mut string = |text: &Arc<str>| {
            let made = strings.entry(Arc::as_ptr(text)).or_insert_with(|| PyString::new(py, text));
            made.clone()
        };
        found.iter().map(|texts| PyList::new(py, texts.iter().map(&mut string))).collect()
    }
}
