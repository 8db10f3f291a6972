//! The small Finnish language pack of the repository.

use std::path::Path;

use morfem::files::record::Files;

/// The files of the pack. The search for its folder begins at the crate, because the fuzz targets use this file too.
pub fn pack() -> Files {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().map(|folder| folder.join("tests/packs/finnish"));
    let folder = folders.find(|folder| folder.exists()).expect("the pack is part of the repository");
    std::fs::read_dir(folder)
        .expect("it is a folder")
        .map(|entry| entry.expect("a file").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("it can be read")))
        .collect()
}
