//! `Encoding`: the tokens of a text, as Python lists.

use std::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

use morfem::{Kind, LazyEncoding};
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::argument;
use crate::error::{MorfemError, raise};
use crate::job;

#[doc = doc!("Encoding")]
#[pyclass(module = "morfem", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Encoding(pub Arc<LazyEncoding>);

type Spans = Vec<(usize, usize)>;

/// Integers below this one are made once and kept: to make and free them for every list took half of the time of `encode(text).ids`.
const KEPT: usize = 1 << 18;
static INTEGERS: [AtomicPtr<PyObject>; KEPT] = [const { AtomicPtr::new(null_mut()) }; KEPT];

/// An id as a Python integer.
fn integer(py: Python<'_>, id: u32) -> Bound<'_, PyAny> {
    let new = || id.into_pyobject(py).unwrap_or_else(|never| match never {}).into_any();
    let Some(place) = INTEGERS.get(id as usize) else { return new() };
    let known = place.load(Ordering::Acquire);
    if !known.is_null() {
        // SAFETY: the table has a reference to each of its objects and never gives it up.
        return unsafe { Bound::from_borrowed_ptr(py, known) };
    }
    let new = new();
    let kept = new.clone().into_ptr();
    if place.compare_exchange(null_mut(), kept, Ordering::AcqRel, Ordering::Acquire).is_err() {
        // SAFETY: another thread was faster, so the reference is still this one's.
        drop(unsafe { Bound::from_owned_ptr(py, kept) });
    }
    new
}

impl From<LazyEncoding> for Encoding {
    fn from(encoding: LazyEncoding) -> Self {
        Encoding(Arc::new(encoding))
    }
}

impl Encoding {
    /// All lists, which are made now if they have not been asked for before.
    fn all(&self, py: Python<'_>) -> PyResult<&morfem::Encoding> {
        job::run_sized(py, self.0.size(), &self.0, (), |encoding, ()| {
            encoding.get();
            Ok(())
        })?;
        Ok(self.0.get())
    }
}

#[pymethods]
impl Encoding {
    #[new]
    #[pyo3(signature = (ids, tokens, offsets, byte_offsets, surfaces, positions, word_ids, kinds, glosses, languages = None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        ids: Vec<u32>,
        tokens: Vec<String>,
        offsets: Spans,
        byte_offsets: Spans,
        surfaces: Vec<String>,
        positions: Option<Vec<Vec<usize>>>,
        word_ids: Vec<Option<usize>>,
        kinds: Vec<String>,
        glosses: Vec<Option<String>>,
        languages: Option<Vec<Option<String>>>,
    ) -> PyResult<Self> {
        let kind = |name: &String| Kind::named(name).ok_or_else(|| MorfemError::new_err(format!("unknown kind {name:?}")));
        let kinds = kinds.iter().map(kind).collect::<PyResult<_>>()?;
        let lists = morfem::Encoding { ids, tokens, offsets, byte_offsets, surfaces, positions, word_ids, kinds, glosses, languages };
        lists.checked().map(|encoding| LazyEncoding::from(encoding).into()).map_err(raise)
    }

    #[doc = doc!("Encoding.ids")]
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.0.ids().iter().map(|&id| integer(py, id)))
    }
    #[doc = doc!("Encoding.tokens")]
    #[getter]
    fn tokens(&self, py: Python<'_>) -> PyResult<&[String]> {
        Ok(&self.all(py)?.tokens)
    }
    #[doc = doc!("Encoding.offsets")]
    #[getter]
    fn offsets(&self, py: Python<'_>) -> PyResult<&[(usize, usize)]> {
        Ok(&self.all(py)?.offsets)
    }
    #[doc = doc!("Encoding.byte_offsets")]
    #[getter]
    fn byte_offsets(&self, py: Python<'_>) -> PyResult<&[(usize, usize)]> {
        Ok(&self.all(py)?.byte_offsets)
    }
    #[doc = doc!("Encoding.surfaces")]
    #[getter]
    fn surfaces(&self, py: Python<'_>) -> PyResult<&[String]> {
        Ok(&self.all(py)?.surfaces)
    }
    #[doc = doc!("Encoding.positions")]
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Option<&[Vec<usize>]>> {
        Ok(self.all(py)?.positions.as_deref())
    }
    #[doc = doc!("Encoding.word_ids")]
    #[getter]
    fn word_ids(&self, py: Python<'_>) -> PyResult<&[Option<usize>]> {
        Ok(&self.all(py)?.word_ids)
    }
    #[doc = doc!("Encoding.kinds")]
    #[getter]
    fn kinds(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        Ok(self.all(py)?.kinds.iter().map(|kind| kind.name()).collect())
    }
    #[doc = doc!("Encoding.glosses")]
    #[getter]
    fn glosses(&self, py: Python<'_>) -> PyResult<&[Option<String>]> {
        Ok(&self.all(py)?.glosses)
    }

    #[doc = doc!("Encoding.languages")]
    #[getter]
    fn languages(&self, py: Python<'_>) -> PyResult<Option<&[Option<String>]>> {
        Ok(self.all(py)?.languages.as_deref())
    }

    #[doc = doc!("Encoding.head")]
    fn head(&self, py: Python<'_>, #[pyo3(from_py_with = argument::n)] n: usize) -> PyResult<Self> {
        Ok(LazyEncoding::from(self.all(py)?.head(n)).into())
    }

    fn __len__(&self) -> usize {
        self.0.ids().len()
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.all(py)?.html())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let tokens = &self.all(py)?.tokens;
        Ok(format!("Encoding({} tokens: {})", tokens.len(), tokens.join(" ")))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, encoding) = (slf.py(), slf.get());
        let all = encoding.all(py)?;
        let lists = (&all.ids, &all.tokens, &all.offsets, &all.byte_offsets, &all.surfaces);
        let more = (&all.positions, &all.word_ids, encoding.kinds(py)?, &all.glosses, &all.languages);
        let arguments = lists.into_pyobject(py)?.add(more.into_pyobject(py)?)?;
        Ok((slf.get_type().into_any(), arguments))
    }
}
