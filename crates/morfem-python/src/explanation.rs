//! `Explanation`: how Splinter takes a word apart, step by step.

use pyo3::prelude::*;

/// One step in which Splinter takes a word apart.
///
/// Attributes
/// ----------
/// token : token string of the affix, pattern or reduction that this step removes.
/// left : what is left of the word after this step, spelled as a word.
/// positions : code points of the word that are left after this step, in ascending order.
/// is_attested : whether `left` is a known word or stem: with the paper's method, a single token; with units, a listed stem.
#[pyclass(module = "morfem", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Step(pub morfem::analysis::Step);

#[pymethods]
impl Step {
    #[new]
    #[pyo3(signature = (token, left, positions, is_attested))]
    fn new(token: String, left: String, positions: Vec<usize>, is_attested: bool) -> Self {
        Step(morfem::analysis::Step { token, left, positions, is_attested })
    }

    #[getter]
    fn token(&self) -> &str {
        &self.0.token
    }
    #[getter]
    fn left(&self) -> &str {
        &self.0.left
    }
    #[getter]
    fn positions(&self) -> &[usize] {
        &self.0.positions
    }
    #[getter]
    fn is_attested(&self) -> bool {
        self.0.is_attested
    }

    fn __repr__(&self) -> String {
        format!("Step({} {})", self.0.token, self.0.left)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let own = slf.get();
        let values = (own.token(), own.left(), own.positions(), own.is_attested());
        Ok((slf.get_type().into_any(), values.into_pyobject(slf.py())?.into_any()))
    }
}

/// How Splinter takes a word apart, step by step.
///
/// A word with a capital, hyphen or digit inside has several parts, which are taken apart one after the other. Characters that are not
/// letters of the language stay.
///
/// Attributes
/// ----------
/// steps : the steps, in order.
/// residue : what is left after the last step: letters in the form they have inside a word, and all other characters.
/// residue_positions : code points of the residue in the word.
/// root : the residue, spelled as a word, if exactly one part has a root, the residue has as many letters as roots have,
/// and the vocabulary has it with its pattern, or both are frequent; else None.
#[pyclass(module = "morfem", frozen, eq)]
#[derive(PartialEq)]
pub struct Explanation(pub morfem::analysis::Explanation);

#[pymethods]
impl Explanation {
    #[new]
    #[pyo3(signature = (steps, residue, residue_positions, root))]
    fn new(steps: Vec<Step>, residue: String, residue_positions: Vec<usize>, root: Option<String>) -> Self {
        let steps = steps.into_iter().map(|step| step.0).collect();
        Explanation(morfem::analysis::Explanation { steps, residue, residue_positions, root })
    }

    #[getter]
    fn steps(&self) -> Vec<Step> {
        self.0.steps.iter().cloned().map(Step).collect()
    }
    #[getter]
    fn residue(&self) -> &str {
        &self.0.residue
    }
    #[getter]
    fn residue_positions(&self) -> &[usize] {
        &self.0.residue_positions
    }
    #[getter]
    fn root(&self) -> Option<&str> {
        self.0.root.as_deref()
    }

    fn _repr_html_(&self) -> String {
        self.0.html()
    }

    fn __repr__(&self) -> String {
        let steps: String = self.0.steps.iter().map(|step| format!(" {} {}", step.token, step.left)).collect();
        format!("Explanation({} at {:?}:{steps})", self.0.residue, self.0.residue_positions)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let own = slf.get();
        let values = (own.steps(), own.residue(), own.residue_positions(), own.root());
        Ok((slf.get_type().into_any(), values.into_pyobject(slf.py())?.into_any()))
    }
}
