//! A list of roots that a user adds to a tokenizer.
//!
//! A line has the cells of a row of a lexicon, separated by tabs: lemma, class, flags, stems and reading. Only the lemma is required. A file
//! may have the names of the columns as its first line, empty lines, and comments that begin with `#`.

use std::path::Path;

use crate::files::tsv;
use crate::{Error, Result};

/// The lines of a list, and the name that errors give it.
pub struct RootList {
    pub place: String,
    pub lines: Vec<String>,
}

impl RootList {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Table`] if it is not UTF-8.
    pub fn read(path: &Path) -> Result<Self> {
        let place = path.display().to_string();
        let content = std::fs::read(path).map_err(|error| Error::io(path, error))?;
        let lines = tsv::text(&place, &content)?.lines().map(String::from).collect();
        Ok(RootList { place, lines })
    }
}
