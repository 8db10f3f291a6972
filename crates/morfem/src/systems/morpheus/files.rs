//! The files of a Morpheus artefact besides the vocabulary.
//!
//! | file | content |
//! |---|---|
//! | `phonology.toml` | letters, their sounds and capitals: see [`super::letters`] |
//! | `boundaries.tsv` | the linear model: see [`super::boundaries`] |
//! | `exceptions.tsv` | one word per line, its segments joined by + |

use super::boundaries::{BOUNDARIES, Boundaries};
use super::encode::{Exceptions, Morpheus, exception, written_exception};
use super::letters::Letters;
use crate::Error;
use crate::files::record::Files;
use crate::files::tsv;
use crate::surface::Fallback;
use crate::surface::phonology_file::PHONOLOGY;
use crate::vocab::Vocabulary;

pub const EXCEPTIONS: &str = "exceptions.tsv";
const SEGMENTS: &str = "segments";

/// The files that every artefact of this kind has.
pub const NAMES: [&str; 3] = [PHONOLOGY, BOUNDARIES, EXCEPTIONS];

/// All files of a model.
pub fn write(model: &Morpheus) -> Files {
    let mut files = Files::new();
    files.insert(PHONOLOGY.into(), model.phonology.clone());
    files.insert(BOUNDARIES.into(), model.boundaries.text().as_bytes().to_vec());
    files.insert(EXCEPTIONS.into(), write_exceptions(&model.exceptions));
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

fn text<'a>(files: &'a Files, name: &str) -> Result<&'a str, String> {
    let content = files.get(name).ok_or_else(|| format!("{name}: is missing"))?;
    std::str::from_utf8(content).map_err(|_| format!("{name}: is not UTF-8"))
}

fn read_boundaries(files: &Files, letters: &Letters) -> Result<Boundaries, String> {
    Boundaries::new(text(files, BOUNDARIES)?.to_owned(), letters)
}

fn read_exceptions(files: &Files) -> crate::Result<Exceptions> {
    let content = files.get(EXCEPTIONS).ok_or_else(|| Error::Artifact(format!("{EXCEPTIONS}: is missing")))?;
    let mut exceptions = Exceptions::default();
    for row in tsv::saved_rows(EXCEPTIONS, tsv::text(EXCEPTIONS, content)?, &[SEGMENTS])? {
        let (place, [segments]) = row?;
        let (word, gaps) = exception(segments).map_err(|error| place.error(error))?;
        if exceptions.insert(word, gaps).is_some() {
            return Err(place.error("the word is also on an earlier line; remove one of the two lines"));
        }
    }
    Ok(exceptions)
}

/// The language of an artefact: its letters, and where its words are cut.
pub struct BoundaryModel {
    letters: Letters,
    boundaries: Boundaries,
    exceptions: Exceptions,
}

/// Reads the language of an artefact from its files.
///
/// # Errors
/// A sentence that names the file with the error.
pub fn language(files: &Files) -> Result<BoundaryModel, String> {
    let phonology = files.get(PHONOLOGY).ok_or_else(|| format!("{PHONOLOGY}: is missing"))?;
    let letters = Letters::new(phonology).map_err(|error| error.to_string())?;
    let boundaries = read_boundaries(files, &letters)?;
    Ok(BoundaryModel { letters, boundaries, exceptions: read_exceptions(files).map_err(|error| error.to_string())? })
}

/// An encoder from its language and the files of an artefact.
///
/// # Errors
/// A sentence that says what does not match.
pub fn read(
    files: &Files,
    language: BoundaryModel,
    vocabulary: &Vocabulary,
    fallback: Fallback,
    is_mixed: bool,
) -> Result<Morpheus, String> {
    let BoundaryModel { letters, boundaries, exceptions } = language;
    Morpheus::new(letters, boundaries, exceptions, vocabulary, fallback, files[PHONOLOGY].clone(), is_mixed)
}
