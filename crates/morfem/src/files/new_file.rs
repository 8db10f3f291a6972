//! Writes a file completely or not at all: first under a new name in the same folder, then renamed.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Error, Result};

/// Makes something beside `path`, under a name that nothing else has, whatever an earlier process has left behind. Returns it and its path.
///
/// # Errors
/// [`Error::Io`] if it cannot be made.
pub fn beside<T>(path: &Path, make: impl Fn(&Path) -> io::Result<T>) -> Result<(T, PathBuf)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let new = path.with_file_name(format!(".{name}.{}.{number}.new", std::process::id()));
        match make(&new) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|made| (made, new)).map_err(|error| Error::io(path, error)),
        }
    }
}

/// Writes the file at `path` by `write`. After an error what was there is unchanged.
///
/// # Errors
/// Those of `write`; [`Error::Argument`] if the path names no file, [`Error::Io`] if the file cannot be written.
pub fn write(path: &Path, write: impl FnOnce(&File) -> Result<()>) -> Result<()> {
    if path.file_name().is_none() {
        return Err(Error::Argument(format!("{}: is not the path of a file; add a file name", path.display())));
    }
    let (file, new) = beside(path, |new| File::create_new(new))?;
    let fault = |error| Error::io(path, error);
    let written = write(&file).and_then(|()| file.sync_all().map_err(fault));
    // Windows renames no open file.
    drop(file);
    written.and_then(|()| fs::rename(&new, path).map_err(fault)).inspect_err(|_| drop(fs::remove_file(&new)))
}
