//! The files of a Morpheus artefact besides the vocabulary.
//!
//! | file | content |
//! |---|---|
//! | `phonology.toml` | letters, their sounds and capitals: see [`super::letters`] |
//! | `boundaries.tsv` | the linear model: see [`super::boundaries`] |
//! | `exceptions.tsv` | one word per line, its segments joined by + |

use super::boundaries::{BOUNDARIES, Boundaries};
use super::encode::{BoundaryModel, Exceptions, exception, written_exception};
use super::letters::Letters;
use crate::files::record::Files;
use crate::files::tsv;
use crate::surface::phonology_file::PHONOLOGY;
use crate::{Error, Result};

pub const EXCEPTIONS: &str = "exceptions.tsv";
const SEGMENTS: &str = "segments";

/// The files that every artefact of this kind has.
pub const NAMES: [&str; 3] = [PHONOLOGY, BOUNDARIES, EXCEPTIONS];

/// All files of a language.
pub fn write(language: &BoundaryModel) -> Files {
    let mut files = Files::new();
    files.insert(PHONOLOGY.into(), language.phonology.clone());
    files.insert(BOUNDARIES.into(), language.boundaries.text().as_bytes().to_vec());
    files.insert(EXCEPTIONS.into(), write_exceptions(&language.exceptions));
    files
}

fn write_exceptions(exceptions: &Exceptions) -> Vec<u8> {
    let mut words: Vec<_> = exceptions.iter().collect();
    words.sort();
    let mut lines = SEGMENTS.to_owned() + "\n";
    for (word, &gaps) in words {
        lines += &written_exception(word, gaps);
        lines.push('\n');
    }
    lines.into_bytes()
}

fn read_exceptions(files: &Files) -> Result<Exceptions> {
    let mut exceptions = Exceptions::default();
    for row in tsv::saved_rows(EXCEPTIONS, tsv::text(EXCEPTIONS, &files[EXCEPTIONS])?, &[SEGMENTS])? {
        let (place, [segments]) = row?;
        let (word, gaps) = exception(segments).map_err(|error| place.error(error))?;
        if exceptions.insert(word, gaps).is_some() {
            return Err(place.error("the word is also on an earlier line; remove one of the two lines"));
        }
    }
    Ok(exceptions)
}

/// Reads the language of an artefact from its files.
///
/// # Errors
/// What is wrong in which file.
pub fn language(files: &Files) -> Result<BoundaryModel> {
    let phonology = files[PHONOLOGY].clone();
    let letters = Letters::new(&phonology)?;
    let boundaries = Boundaries::new(tsv::text(BOUNDARIES, &files[BOUNDARIES])?.to_owned(), &letters).map_err(Error::Artifact)?;
    Ok(BoundaryModel { letters, boundaries, exceptions: read_exceptions(files)?, phonology })
}
