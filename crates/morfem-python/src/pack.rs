//! `LanguagePack`: the tables of a language without a corpus.

use std::collections::BTreeMap;
use std::sync::Arc;

use morfem::systems::mft;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{IntoPyDict, PyDict};

use crate::argument;
use crate::job;

#[doc = doc!("LanguagePack")]
#[pyclass(module = "morfem", frozen)]
pub struct LanguagePack(Arc<mft::LanguagePack>);

impl LanguagePack {
    /// Runs `work` on this pack and `root`.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        root: PyBackedStr,
        work: impl FnOnce(&mft::LanguagePack, &PyBackedStr) -> morfem::Result<T> + Send + 'static,
    ) -> PyResult<T> {
        job::run_sized(py, root.len(), &self.0, root, work)
    }
}

#[pymethods]
impl LanguagePack {
    #[new]
    #[pyo3(signature = (files))]
    fn new(py: Python<'_>, files: BTreeMap<String, Vec<u8>>) -> PyResult<Self> {
        job::run(py, None, move |_| mft::LanguagePack::new(&files)).map(|pack| LanguagePack(Arc::new(pack)))
    }

    #[doc = doc!("LanguagePack.classes")]
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.classes().into_py_dict(py)
    }

    #[doc = doc!("LanguagePack.sizes")]
    #[getter]
    fn sizes(&self) -> (usize, usize) {
        self.0.sizes()
    }

    #[doc = doc!("LanguagePack.inflect")]
    #[pyo3(signature = (root, tags))]
    fn inflect(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<String> {
        self.work(py, root, move |pack, root| Ok(pack.inflections(root, &tags)?.remove(0)))
    }

    #[doc = doc!("LanguagePack.inflections")]
    #[pyo3(signature = (root, tags))]
    fn inflections(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Vec<String>> {
        self.work(py, root, move |pack, root| pack.inflections(root, &tags))
    }

    #[doc = doc!("LanguagePack.paradigm")]
    #[pyo3(signature = (root, tags = Vec::new()), text_signature = "($self, root, tags=())")]
    fn paradigm<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.work(py, root, move |pack, root| pack.paradigm(root, &tags))?.into_py_dict(py)
    }
}
