//! `LanguagePack`: the tables of a language without a corpus.

use std::collections::BTreeMap;
use std::sync::Arc;

use morfem::systems::mft;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{IntoPyDict, PyDict};

use crate::argument;
use crate::job;

/// The tables of a language, checked without a corpus. Get one from `morfem.languages.pack`.
///
/// >>> from morfem import languages
/// >>> languages.pack("tr").inflect("kitap", ["PL", "1SG.POSS", "DAT"])
/// 'kitaplarıma'
///
/// Parameters
/// ----------
/// files : the tables, as name -> content.
///
/// Raises
/// ------
/// TrainingError : if a table is missing or faulty: with file, line and how to fix it.
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

    /// For each class of roots in the lexicon, their number and the most frequent of them.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.classes().into_py_dict(py)
    }

    /// Number of affixes, and of states of the morphotactics.
    #[getter]
    fn sizes(&self) -> (usize, usize) {
        self.0.sizes()
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
    /// MorfemError : if a tag does not exist or may not follow, or no word ends there. The error names the
    ///     tags that may follow.
    ///
    /// Examples
    /// --------
    /// >>> from morfem import languages
    /// >>> pack = languages.pack("tr")
    /// >>> pack.inflect("kitap", ["PL", "1SG.POSS", "DAT"]), pack.inflect("gel", ["NEG", "PST", "1PL.PST"])
    /// ('kitaplarıma', 'gelmedik')
    #[pyo3(signature = (root, tags))]
    fn inflect(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<String> {
        self.work(py, root, move |pack, root| Ok(pack.inflections(root, &tags)?.remove(0)))
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
    /// >>> from morfem import languages
    /// >>> languages.pack("tr").inflections("koyun", ["1SG.POSS"])
    /// ['koyunum', 'koynum']
    #[pyo3(signature = (root, tags))]
    fn inflections(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument::root)] root: PyBackedStr,
        #[pyo3(from_py_with = argument::tags)] tags: Vec<String>,
    ) -> PyResult<Vec<String>> {
        self.work(py, root, move |pack, root| pack.inflections(root, &tags))
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
    /// >>> from morfem import languages
    /// >>> forms = languages.pack("tr").paradigm("ev", ["PL"])
    /// >>> forms["ACC"], forms["ABL"]
    /// (['evleri'], ['evlerden'])
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
