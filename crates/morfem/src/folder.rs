//! Artefacts in folders.
//!
//! Saving writes a temporary folder beside the target and renames it. So the target is always a complete artefact, the old one or the new
//! one.

use std::fs;
use std::path::Path;

use crate::artifact::{CARD, is_file};
use crate::record::{Files, Manifest, RECORD};
use crate::tokenizer::Tokenizer;
use crate::{Error, Result, stop};

impl Tokenizer {
    /// Reads the artefact in `folder`.
    ///
    /// [`Error::Artifact`] if the folder is not an artefact, or is damaged, incomplete or of a newer format; [`Error::Io`] if it cannot be
    /// read.
    pub fn load(folder: &Path) -> Result<Self> {
        let place = folder.display().to_string();
        let read = |name: &str| match fs::read(folder.join(name)) {
            Ok(content) => Ok(Some(content)),
            Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => Ok(None),
            Err(error) => Err(Error::io(&folder.join(name), error)),
        };
        let manifest = read(RECORD)?;
        let names: Vec<String> = Manifest::read(manifest.as_deref(), &place)?.files.into_keys().collect();
        let mut files = Files::new();
        files.extend(manifest.map(|content| (RECORD.to_string(), content)));
        for name in names {
            if let Some(content) = read(&name)? {
                files.insert(name, content);
            }
        }
        Self::from_files(&files, &place)
    }

    /// Writes the artefact into `folder`. The folder is created if needed; an artefact in it is replaced.
    ///
    /// [`Error::Argument`] if the folder contains anything but an artefact; [`Error::Io`] if it cannot be written. Then the old content is
    /// unchanged.
    pub fn save(&self, folder: &Path) -> Result<()> {
        self.vocabulary().check()?;
        let is_old = check_target(folder)?;
        let name = folder.file_name().ok_or_else(|| Error::Argument(format!("{}: give the name of a folder", folder.display())))?;
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| Error::io(parent, error))?;
        let beside = |suffix: &str| parent.join(format!(".{}.{}.{suffix}", name.to_string_lossy(), std::process::id()));
        let (new, old) = (beside("new"), beside("old"));
        let write = || -> Result<()> {
            let files = self.files();
            stop::checked()?;
            fs::create_dir(&new).map_err(|error| Error::io(&new, error))?;
            for (name, content) in files {
                stop::checked()?;
                let path = new.join(name);
                fs::write(&path, content).map_err(|error| Error::io(&path, error))?;
            }
            stop::checked()?;
            if is_old {
                fs::rename(folder, &old).map_err(|error| Error::io(folder, error))?;
            }
            fs::rename(&new, folder).map_err(|error| {
                let _ = fs::rename(&old, folder);
                Error::io(folder, error)
            })
        };
        let result = write();
        let _ = fs::remove_dir_all(&new);
        let _ = fs::remove_dir_all(&old);
        result
    }
}

/// Whether `folder` contains an artefact, which may be replaced. An error if it contains anything else.
fn check_target(folder: &Path) -> Result<bool> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(Error::io(folder, error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Error::io(folder, error))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    if names.iter().any(|name| name == CARD) && !names.iter().any(|name| name == RECORD) {
        return Err(Error::Argument(format!("{}: contains a {CARD} but no artefact; choose another folder", folder.display())));
    }
    for name in &names {
        if name != RECORD && !is_file(name) {
            return Err(Error::Argument(format!(
                "{}: holds {name:?}, which is no part of an artefact; choose another folder",
                folder.display()
            )));
        }
    }
    Ok(true)
}
