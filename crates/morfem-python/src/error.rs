//! The exceptions of the package, and the mapping from errors of the core.

use morfem::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    morfem,
    MorfemError,
    PyValueError,
    "Base class of the errors that morfem raises. The message says what is wrong, where, and how to fix it."
);
create_exception!(
    morfem,
    ArtifactError,
    MorfemError,
    "A saved tokenizer or a file of counts is missing, damaged, incomplete, or of a format that this version cannot read."
);
create_exception!(morfem, VocabularyError, MorfemError, "An id or a token string is not in the vocabulary.");
create_exception!(morfem, TrainingError, MorfemError, "A tokenizer cannot be trained with these options on this corpus.");
create_exception!(morfem, InexactExportError, MorfemError, "The other library would not give the same ids for every text.");

/// The Python exception of an error of the core.
pub fn raise(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Argument(_) => MorfemError::new_err(message),
        Error::Artifact(_) => ArtifactError::new_err(message),
        Error::Vocabulary(_) => VocabularyError::new_err(message),
        Error::Training(_) | Error::Table { .. } | Error::Unsupported { .. } => TrainingError::new_err(message),
        Error::InexactExport(_) => InexactExportError::new_err(message),
        Error::Io { path, source } => match source.raw_os_error() {
            Some(code) => {
                // As Python writes it: without the number, which the standard library puts behind.
                let text = source.to_string();
                let reason = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text).to_owned();
                PyOSError::new_err((code, reason, path))
            }
            None => PyOSError::new_err(message),
        },
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
    }
}
