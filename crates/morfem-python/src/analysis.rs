//! `Analysis`: one analysis of a word.

use pyo3::prelude::*;

#[doc = doc!("Analysis")]
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

    #[doc = doc!("Analysis.root")]
    #[getter]
    fn root(&self) -> &str {
        &self.0.root
    }
    #[doc = doc!("Analysis.part_of_speech")]
    #[getter]
    fn part_of_speech(&self) -> Option<&str> {
        self.0.class.as_deref()
    }
    #[doc = doc!("Analysis.affixes")]
    #[getter]
    fn affixes(&self) -> &[String] {
        &self.0.affixes
    }
    #[doc = doc!("Analysis.glosses")]
    #[getter]
    fn glosses(&self) -> &[String] {
        &self.0.glosses
    }
    #[doc = doc!("Analysis.segments")]
    #[getter]
    fn segments(&self) -> &[String] {
        &self.0.segments
    }
    #[doc = doc!("Analysis.score")]
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
