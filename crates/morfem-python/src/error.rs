//! The exceptions of the package, and which error of the core becomes which.

use morfem::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(morfem, MorfemError, PyValueError, "Anything morfem cannot do: the message says what was wrong, where, and what to do.");
create_exception!(morfem, ArtifactError, MorfemError, "A folder is no artefact, or is damaged, incomplete or of a newer format.");
create_exception!(morfem, VocabularyError, MorfemError, "An id or a token string is not in the vocabulary.");
create_exception!(morfem, TrainingError, MorfemError, "A corpus or an option makes training impossible.");
create_exception!(morfem, InexactExportError, MorfemError, "An export would not give the same ids on every text.");

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
            Some(code) => PyOSError::new_err((code, source.kind().to_string(), path)),
            None => PyOSError::new_err(message),
        },
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
    }
}
