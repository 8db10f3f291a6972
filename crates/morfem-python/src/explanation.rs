//! `Explanation`: how Splinter takes a word apart.

use pyo3::prelude::*;

/// A step in which a word is taken apart.
///
/// Attributes
/// ----------
/// token : what is taken off or out.
/// left : what is left of the word then, spelled as a word.
/// positions : its code points in the word.
/// is_attested : whether it is known as a word or a stem: by the paper's method if it is one token, else if the tokenizer lists it as a stem.
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

/// How a word is taken apart.
///
/// A word in which a capital, a hyphen or the like stands has several parts. Each is taken apart by itself, the first one first; what is no letter stays.
///
/// Attributes
/// ----------
/// steps : what is taken off or out, in order, and what is left of the word then.
/// residue : what is left at last: the letters as they are inside a word, and every character that is no letter.
/// residue_positions : its code points in the word.
/// root : the residue of the only part that has a root, spelled as a word, if it has as many letters as roots have and is in the vocabulary, with its pattern or often seen in it; else None.
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
