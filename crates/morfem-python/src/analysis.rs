//! `Analysis`: one analysis of a word.

use pyo3::prelude::*;

/// One analysis of a word: its root and its affixes. Returned by `Tokenizer.analyze`.
///
/// >>> import morfem
/// >>> morfem.load("tr-mft").analyze("kitaplar")[0].segments
/// ['kitap', 'lar']
#[pyclass(module = "morfem", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Analysis(pub morfem::result::analysis::WordAnalysis);

#[pymethods]
impl Analysis {
    #[new]
    #[pyo3(signature = (root, part_of_speech, affixes, glosses, segments, score))]
    fn new(
        root: String,
        part_of_speech: Option<String>,
        affixes: Vec<String>,
        glosses: Vec<String>,
        segments: Vec<String>,
        score: f64,
    ) -> Self {
        Analysis(morfem::result::analysis::WordAnalysis { root, class: part_of_speech, affixes, glosses, segments, score })
    }

    /// The lemma of the root. If the lexicon has no such root, the stem as it is written.
    #[getter]
    fn root(&self) -> &str {
        &self.0.root
    }
    /// Word class of the root in the lexicon, such as ``'noun'``. None for a stem that is not in the lexicon.
    #[getter]
    fn part_of_speech(&self) -> Option<&str> {
        self.0.class.as_deref()
    }
    /// Token strings of the affixes, in order.
    #[getter]
    fn affixes(&self) -> &[String] {
        &self.0.affixes
    }
    /// Leipzig glosses of the affixes, in order.
    #[getter]
    fn glosses(&self) -> &[String] {
        &self.0.glosses
    }
    /// The word, split: the root first, then one segment per affix. An apostrophe belongs to the affix after it.
    #[getter]
    fn segments(&self) -> &[String] {
        &self.0.segments
    }
    /// Natural logarithm of the probability of the analysis, in nats, plus the bonus that the grammar gives each affix.
    ///
    /// Higher is better. Compare scores only between analyses of the same word.
    #[getter]
    fn score(&self) -> f64 {
        self.0.score
    }

    fn _repr_html_(&self) -> String {
        self.0.html()
    }

    fn __repr__(&self) -> String {
        let units: Vec<&str> = std::iter::once(self.0.root.as_str()).chain(self.0.affixes.iter().map(String::as_str)).collect();
        format!("Analysis({}: {}, {:.2})", self.0.segments.join("-"), units.join(" "), self.0.score)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let own = slf.get();
        let values = (own.root(), own.part_of_speech(), own.affixes(), own.glosses(), own.segments(), own.score());
        Ok((slf.get_type().into_any(), values.into_pyobject(slf.py())?.into_any()))
    }
}
