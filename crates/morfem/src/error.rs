//! The errors of the core. Each message says what is wrong, where, and how to fix it. The border maps each to a Python exception.

use thiserror::Error;

/// The errors of the core.
#[derive(Debug, Error)]
pub enum Error {
    /// An argument has a value that cannot be used. Python: `MorfemError`.
    #[error("{0}")]
    Argument(String),
    /// A folder is not an artefact, or is damaged, incomplete, or of a newer format. Python: `ArtifactError`.
    #[error("{0}")]
    Artifact(String),
    /// An id or a token string is not in the vocabulary. Python: `VocabularyError`.
    #[error("{0}")]
    Vocabulary(String),
    /// A table of a language pack or of an artefact has an error. Python: `TrainingError`; on loading, `ArtifactError`.
    #[error("{file}, line {line}: {what}")]
    Table { file: String, line: usize, what: String },
    /// A corpus or an option makes training impossible. Python: `TrainingError`.
    #[error("{0}")]
    Training(String),
    /// The corpus is too small for the vocabulary size. Python: `TrainingError`.
    #[error("the corpus supports {supported} ids, not {asked}: ask for {supported} or fewer, or give more text")]
    Unsupported { asked: usize, supported: usize },
    /// An export would not give the same ids on every text. Python: `InexactExportError`.
    #[error("{0}")]
    InexactExport(String),
    /// A file operation failed. Python: the matching `OSError`.
    #[error("{path}: {source}")]
    Io { path: String, source: std::io::Error },
    /// The caller asked to stop (Ctrl-C). Python: `KeyboardInterrupt`.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// An input or output error at `path`.
    pub fn io(path: &std::path::Path, source: std::io::Error) -> Self {
        Error::Io { path: path.display().to_string(), source }
    }
}

/// Result of the core's functions.
pub type Result<T> = std::result::Result<T, Error>;
