//! `Explanation`: how Splinter takes a word apart.

use pyo3::prelude::*;

/// How a word is taken apart.
///
/// Attributes
/// ----------
/// steps : what is taken off or out, in order, and what is left of the word then.
/// residue : the letters that are left at last.
/// residue_positions : their code points in the word.
/// root : the residue, if it has as many letters as roots have, else None.
#[pyclass(module = "morfem._core", frozen)]
pub struct Explanation(pub morfem::splinter::Explanation);

#[pymethods]
impl Explanation {
    #[getter]
    fn steps(&self) -> &[(String, String)] {
        &self.0.steps
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
        let steps: String = self.0.steps.iter().map(|(unit, left)| format!(" {unit} {left}")).collect();
        format!("Explanation({} at {:?}:{steps})", self.0.residue, self.0.residue_positions)
    }
}
