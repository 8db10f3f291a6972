//! `Analysis`: one analysis of a word.

use morfem::result::analysis::WordAnalysis;
use pyo3::prelude::*;

#[doc = doc!("Analysis")]
#[pyclass(module = "morfem", frozen, eq, get_all, new = "from_fields")]
#[derive(Clone, PartialEq)]
pub struct Analysis {
    #[doc = doc!("Analysis.root")]
    root: String,
    #[doc = doc!("Analysis.part_of_speech")]
    part_of_speech: Option<String>,
    #[doc = doc!("Analysis.affixes")]
    affixes: Vec<String>,
    #[doc = doc!("Analysis.glosses")]
    glosses: Vec<String>,
    #[doc = doc!("Analysis.segments")]
    segments: Vec<String>,
    #[doc = doc!("Analysis.score")]
    score: f64,
}

impl From<WordAnalysis> for Analysis {
    fn from(WordAnalysis { root, class, affixes, glosses, segments, score }: WordAnalysis) -> Self {
        Analysis { root, part_of_speech: class, affixes, glosses, segments, score }
    }
}

#[pymethods]
impl Analysis {
    fn _repr_html_(&self) -> String {
        let Analysis { root, part_of_speech: class, affixes, glosses, segments, score } = self.clone();
        WordAnalysis { root, class, affixes, glosses, segments, score }.html()
    }

    fn __repr__(&self) -> String {
        let units: Vec<&str> = std::iter::once(&self.root).chain(&self.affixes).map(String::as_str).collect();
        format!("Analysis({}: {}, {:.2})", self.segments.join("-"), units.join(" "), self.score)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Analysis { root, part_of_speech, affixes, glosses, segments, score } = slf.get();
        let values = (root, part_of_speech, affixes, glosses, segments, score);
        Ok((slf.get_type().into_any(), values.into_pyobject(slf.py())?.into_any()))
    }
}
