//! The folder of an artefact on a disk: how it is read, and how it is replaced.
//!
//! **One version.** An artefact is never changed in place: [`Tokenizer::save`] writes a folder of its own beside the target and then lets
//! the two change places, which Linux and macOS do in one step. [`Tokenizer::load`] opens the folder once and reads every file relative to
//! it, so all files are of one version, whatever takes the folder's place meanwhile; if its files are gone because it has been replaced, it
//! starts anew. So a load beside any number of saves gives the old tokenizer or the new one. Where two folders cannot change places
//! (Windows, some network disks) the old folder is moved away first, and for that moment there is none.
//!
//! **Files alone.** A pipe would wait for ever and a device may have no end, so only regular files are read, also through links, and only
//! as many bytes as a file of that name may have.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::artifact::{CARD, check_size, is_file};
use crate::files::new_file;
use crate::files::record::{Files, Manifest, RECORD};
use crate::run::stop;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// How often a folder that is replaced all the time is tried.
const TRIES: usize = 1000;

impl Tokenizer {
    /// Reads the artefact in `folder`.
    ///
    /// # Errors
    /// [`Error::Artifact`] if the folder is not an artefact, or is damaged, incomplete or of a newer format; [`Error::Io`] if it cannot be
    /// read.
    pub fn load(folder: &Path) -> Result<Self> {
        Self::from_files(&read(folder)?, &folder.display().to_string())
    }

    /// Writes the artefact into `folder` as files that people can read. The folder is created if needed; an artefact in it is replaced.
    ///
    /// # Errors
    /// [`Error::Argument`] if the folder contains anything but an artefact; [`Error::Io`] if it cannot be written. Then the old content is
    /// unchanged.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let folder = &folder.path().join("my-tokenizer");
    /// tokenizer.save(folder)?;
    /// assert_eq!(morfem::Tokenizer::load(folder)?.files(), tokenizer.files());
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn save(&self, folder: &Path) -> Result<()> {
        self.vocabulary().check()?;
        check_target(folder)?;
        // A link to a folder stays one.
        let folder = &fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let name = folder.file_name().ok_or_else(|| Error::Argument(format!("{}: give the name of a folder", folder.display())))?;
        let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| Error::io(parent, error))?;
        let files = self.files();
        stop::checked()?;
        let new = temporary(parent, &name.to_string_lossy())?;
        let write = || {
            for (name, content) in files {
                stop::checked()?;
                let path = new.join(name);
                fs::write(&path, content).map_err(|error| Error::io(&path, error))?;
            }
            stop::checked()?;
            replace(&new, folder)
        };
        let result = write();
        let _ = fs::remove_dir_all(&new);
        result
    }
}

/// Makes an empty folder that no other save has, whatever an earlier one has left behind.
fn temporary(parent: &Path, name: &str) -> Result<PathBuf> {
    new_file::beside(&parent.join(name), |path| fs::create_dir(path)).map(|((), path)| path)
}

/// Puts the folder `new` in the place of `folder`; what was there, if anything, is then where `new` was, or gone.
fn replace(new: &Path, folder: &Path) -> Result<()> {
    for _ in 0..TRIES {
        match exchange(new, folder) {
            Ok(()) if check_target(new).is_ok() => return Ok(()),
            // A file of another sort has come into it meanwhile.
            Ok(()) => {
                exchange(new, folder).map_err(|error| Error::io(folder, error))?;
                check_target(folder)?;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => match fs::rename(new, folder) {
                Err(error) if is_taken(&error) => {}
                moved => return moved.map_err(|error| Error::io(folder, error)),
            },
            // Not here, or not on this disk.
            Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => return move_away(new, folder),
            Err(error) => return Err(Error::io(folder, error)),
        }
    }
    Err(Error::io(folder, io::Error::new(ErrorKind::ResourceBusy, "others replace it all the time; save again")))
}

/// [`replace`] in two steps, between which there is no folder.
fn move_away(new: &Path, folder: &Path) -> Result<()> {
    let old = new.with_extension("old");
    let mut result = Ok(());
    for _ in 0..TRIES {
        let is_moved = fs::rename(folder, &old).is_ok();
        result = fs::rename(new, folder);
        if result.as_ref().is_err_and(|error| !is_taken(error)) && is_moved {
            let _ = fs::rename(&old, folder);
        }
        let _ = fs::remove_dir_all(&old);
        if !result.as_ref().is_err_and(is_taken) {
            break;
        }
    }
    result.map_err(|error| Error::io(folder, error))
}

/// Whether a folder could not be moved since another save was first.
fn is_taken(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::DirectoryNotEmpty)
}

/// Lets two folders change places in one step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_one: &Path, other: &Path) -> io::Result<()> {
    fs::symlink_metadata(other)?;
    Err(ErrorKind::Unsupported.into())
}

/// The files of the artefact in `folder`, all of one version; those that are not there are left out.
fn read(folder: &Path) -> Result<Files> {
    if folder.exists() && !folder.is_dir() {
        return Err(Error::Artifact(format!("{}: is a file; give the folder of a saved tokenizer", folder.display())));
    }
    let mut files = Files::new();
    for _ in 0..TRIES {
        let opened = match Opened::new(folder) {
            Ok(opened) => opened,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => break,
            Err(error) => return Err(Error::io(folder, error)),
        };
        files.clear();
        files.extend(opened.content(RECORD)?.map(|content| (RECORD.to_string(), content)));
        let mut is_complete = !files.is_empty();
        if is_complete {
            let manifest = Manifest::read(files.get(RECORD).map(Vec::as_slice), &folder.display().to_string())?;
            // Only such names are opened; loading refuses others.
            for name in manifest.files.keys().filter(|name| is_file(name)) {
                let content = opened.content(name)?;
                is_complete &= content.is_some();
                files.extend(content.map(|content| (name.clone(), content)));
            }
        }
        if is_complete || !opened.is_replaced(folder) {
            break;
        }
    }
    Ok(files)
}

/// A folder that is open.
struct Opened<'a> {
    folder: &'a Path,
    #[cfg(unix)]
    handle: File,
}

impl<'a> Opened<'a> {
    #[cfg(unix)]
    fn new(folder: &'a Path) -> io::Result<Self> {
        use rustix::fs::{Mode, OFlags, open};
        let handle = open(folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Opened { folder, handle: handle.into() })
    }

    #[cfg(not(unix))]
    fn new(folder: &'a Path) -> io::Result<Self> {
        Ok(Opened { folder })
    }

    /// Opens a file without waiting for anything, as a pipe would.
    #[cfg(unix)]
    fn open(&self, name: &str) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(openat(&self.handle, name, flags, Mode::empty())?.into())
    }

    #[cfg(not(unix))]
    fn open(&self, name: &str) -> io::Result<File> {
        File::open(self.folder.join(name))
    }

    /// Whether another folder has taken its place.
    #[cfg(unix)]
    fn is_replaced(&self, folder: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        match (self.handle.metadata(), fs::metadata(folder)) {
            (Ok(one), Ok(other)) => (one.dev(), one.ino()) != (other.dev(), other.ino()),
            _ => true,
        }
    }

    #[cfg(not(unix))]
    fn is_replaced(&self, _folder: &Path) -> bool {
        false
    }

    /// The content of a file, if there is one.
    fn content(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let path = self.folder.join(name);
        let refuse = |reason: String| Error::Artifact(format!("{}: {reason}", path.display()));
        let file = match self.open(name) {
            Ok(file) => file,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(Error::io(&path, error)),
        };
        let about = file.metadata().map_err(|error| Error::io(&path, error))?;
        if !about.is_file() {
            return Err(refuse("is not a regular file but a folder, a pipe or a device; put the file itself there".into()));
        }
        check_size(name, about.len()).map_err(refuse)?;
        let mut content = Vec::with_capacity(about.len() as usize);
        // A file may grow while it is read.
        file.take(about.len() + 1).read_to_end(&mut content).map_err(|error| Error::io(&path, error))?;
        Ok(Some(content))
    }
}

/// Refuses a folder that holds anything but an artefact.
fn check_target(folder: &Path) -> Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
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
                "{}: holds {name:?}, which is not part of an artefact; choose another folder",
                folder.display()
            )));
        }
    }
    Ok(())
}
