//! `Explanation`: how Splinter takes a word apart, step by step.

use morfem::result::analysis;
use pyo3::prelude::*;

#[doc = doc!("Step")]
#[pyclass(module = "morfem", frozen, eq, get_all, new = "from_fields", from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Step {
    #[doc = doc!("Step.token")]
    token: String,
    #[doc = doc!("Step.left")]
    left: String,
    #[doc = doc!("Step.positions")]
    positions: Vec<usize>,
    #[doc = doc!("Step.is_attested")]
    is_attested: bool,
}

#[pymethods]
impl Step {
    fn __repr__(&self) -> String {
        format!("Step({} {})", self.token, self.left)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Step { token, left, positions, is_attested } = slf.get();
        Ok((slf.get_type().into_any(), (token, left, positions, *is_attested).into_pyobject(slf.py())?.into_any()))
    }
}

#[doc = doc!("Explanation")]
#[pyclass(module = "morfem", frozen, eq, get_all, new = "from_fields")]
#[derive(Clone, PartialEq)]
pub struct Explanation {
    #[doc = doc!("Explanation.steps")]
    steps: Vec<Step>,
    #[doc = doc!("Explanation.residue")]
    residue: String,
    #[doc = doc!("Explanation.residue_positions")]
    residue_positions: Vec<usize>,
    #[doc = doc!("Explanation.root")]
    root: Option<String>,
}

impl From<analysis::Explanation> for Explanation {
    fn from(analysis::Explanation { steps, residue, residue_positions, root }: analysis::Explanation) -> Self {
        let step = |analysis::Step { token, left, positions, is_attested }| Step { token, left, positions, is_attested };
        Explanation { steps: steps.into_iter().map(step).collect(), residue, residue_positions, root }
    }
}

#[pymethods]
impl Explanation {
    fn _repr_html_(&self) -> String {
        let Explanation { steps, residue, residue_positions, root } = self.clone();
        let step = |Step { token, left, positions, is_attested }| analysis::Step { token, left, positions, is_attested };
        analysis::Explanation { steps: steps.into_iter().map(step).collect(), residue, residue_positions, root }.html()
    }

    fn __repr__(&self) -> String {
        let steps: String = self.steps.iter().map(|step| format!(" {} {}", step.token, step.left)).collect();
        format!("Explanation({} at {:?}:{steps})", self.residue, self.residue_positions)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let Explanation { steps, residue, residue_positions, root } = slf.get();
        let values = (steps.clone(), residue, residue_positions, root);
        Ok((slf.get_type().into_any(), values.into_pyobject(slf.py())?.into_any()))
    }
}
