//! `Explanation`: how Splinter takes a word apart, step by step.

use pyo3::prelude::*;

/// One step in which Splinter takes a word apart. See `Explanation`.
#[pyclass(module = "morfem", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Step(pub morfem::result::analysis::Step);

#[pymethods]
impl Step {
    #[new]
    #[pyo3(signature = (token, left, positions, is_attested))]
    fn new(token: String, left: String, positions: Vec<usize>, is_attested: bool) -> Self {
        Step(morfem::result::analysis::Step { token, left, positions, is_attested })
    }

    /// Token string of the affix, pattern or reduction that this step removes.
    #[getter]
    fn token(&self) -> &str {
        &self.0.token
    }
    /// What is left of the word after this step, spelled as a word.
    #[getter]
    fn left(&self) -> &str {
        &self.0.left
    }
    /// Code points of the word that are left after this step, in ascending order.
    #[getter]
    fn positions(&self) -> &[usize] {
        &self.0.positions
    }
    /// Whether what is left is a known word or stem.
    ///
    /// A tokenizer trained without clitics knows it if it is a single token, one trained with clitics if its table of stems lists it.
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

/// How Splinter takes a word apart, step by step. Returned by `Tokenizer.explain`.
///
/// A word with a capital, hyphen or digit inside has several parts. The steps take them apart one after the other. Characters that are not
/// letters of the language stay.
///
/// >>> import morfem
/// >>> [(step.token, step.left) for step in morfem.load("he-splinter").explain("לעבוד").steps]
/// [('+ל__ו_', 'עבד')]
#[pyclass(module = "morfem", frozen, eq)]
#[derive(PartialEq)]
pub struct Explanation(pub morfem::result::analysis::Explanation);

#[pymethods]
impl Explanation {
    #[new]
    #[pyo3(signature = (steps, residue, residue_positions, root))]
    fn new(steps: Vec<Step>, residue: String, residue_positions: Vec<usize>, root: Option<String>) -> Self {
        let steps = steps.into_iter().map(|step| step.0).collect();
        Explanation(morfem::result::analysis::Explanation { steps, residue, residue_positions, root })
    }

    /// The steps, in order.
    #[getter]
    fn steps(&self) -> Vec<Step> {
        self.0.steps.iter().cloned().map(Step).collect()
    }
    /// What is left after the last step: letters in the form they have inside a word, and other characters, but no vowel points.
    #[getter]
    fn residue(&self) -> &str {
        &self.0.residue
    }
    /// Code points of the residue in the word, in ascending order.
    #[getter]
    fn residue_positions(&self) -> &[usize] {
        &self.0.residue_positions
    }
    /// The root, spelled as a word, or None.
    ///
    /// The residue is called a root if exactly one part of the word has a root, the residue has as many letters as roots have, and the root
    /// is in the vocabulary, together with its pattern or frequent with it.
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
