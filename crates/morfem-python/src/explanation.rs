//! `Explanation`: how Splinter takes a word apart, step by step.

use pyo3::prelude::*;

#[doc = doc!("Step")]
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

    #[doc = doc!("Step.token")]
    #[getter]
    fn token(&self) -> &str {
        &self.0.token
    }
    #[doc = doc!("Step.left")]
    #[getter]
    fn left(&self) -> &str {
        &self.0.left
    }
    #[doc = doc!("Step.positions")]
    #[getter]
    fn positions(&self) -> &[usize] {
        &self.0.positions
    }
    #[doc = doc!("Step.is_attested")]
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

#[doc = doc!("Explanation")]
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

    #[doc = doc!("Explanation.steps")]
    #[getter]
    fn steps(&self) -> Vec<Step> {
        self.0.steps.iter().cloned().map(Step).collect()
    }
    #[doc = doc!("Explanation.residue")]
    #[getter]
    fn residue(&self) -> &str {
        &self.0.residue
    }
    #[doc = doc!("Explanation.residue_positions")]
    #[getter]
    fn residue_positions(&self) -> &[usize] {
        &self.0.residue_positions
    }
    #[doc = doc!("Explanation.root")]
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
