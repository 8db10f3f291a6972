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
#[pyclass(module = "morfem._core", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct Step(pub morfem::analysis::Step);

#[pymethods]
impl Step {
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
}

/// How a word is taken apart.
///
/// Attributes
/// ----------
/// steps : what is taken off or out, in order, and what is left of the word then.
/// residue : the letters that are left at last, as they are inside a word.
/// residue_positions : their code points in the word.
/// root : the residue spelled as a word, if it has as many letters as roots have and is in the vocabulary, with its pattern or often seen in it; else None.
#[pyclass(module = "morfem._core", frozen, eq)]
#[derive(PartialEq)]
pub struct Explanation(pub morfem::analysis::Explanation);

#[pymethods]
impl Explanation {
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
}
