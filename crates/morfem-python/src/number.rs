//! Numbers as arguments: what does not fit is a `MorfemError` that shows it, not an `OverflowError`.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::error::{MorfemError, VocabularyError};

/// A whole number of 0 or more.
pub struct Whole(pub usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;
    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let refuse = || MorfemError::new_err(format!("{} is out of range; give a whole number of 0 or more", &*number));
        number.extract().map(Whole).map_err(|error| if_overflow(&number, error, refuse))
    }
}

/// A number of threads; what cannot be one is left to the core to refuse.
pub struct Threads(pub usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Threads {
    type Error = PyErr;
    fn extract(number: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let refuse = || MorfemError::new_err(format!("threads is {}; give 1 or more, or None for one for each processor", &*number));
        number.extract().map(Threads).map_err(|error| if_overflow(&number, error, refuse))
    }
}

/// One id, of any size.
pub fn id_of(id: &Bound<'_, PyAny>) -> PyResult<i64> {
    id.extract().map_err(|error| if_overflow(id, error, || VocabularyError::new_err(format!("id {id} is out of range"))))
}

fn if_overflow(number: &Bound<'_, PyAny>, error: PyErr, other: impl FnOnce() -> PyErr) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(number.py()) { other() } else { error }
}
