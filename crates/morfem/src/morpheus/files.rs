//! The files of a Morpheus artefact besides the vocabulary.
//!
//! | file | content |
//! |---|---|
//! | `phonology.toml` | letters, their sounds and capitals: see [`super::letters`] |
//! | `boundaries.tsv` | the boundary model: n-gram, what it is of, its first lane with a weight, and the weights from there on, in 64ths of a nat |
//! | `exceptions.tsv` | one word a line, its segments joined by + |
//! | `pieces.tsv` | the merges of the pieces, if those are of byte-pair encoding |

use std::collections::BTreeMap;
use std::fmt::Write;

use super::boundaries::{Boundaries, Lanes, Row};
use super::encode::{Encoder, Exceptions, exception, written_exception};
use super::features::LANES;
use super::letters::{Letters, PHONOLOGY};
use crate::artifact::{read_merges, unigram_model, write_merges};
use crate::vocab::Vocabulary;
use crate::writing::Rest;
use crate::writing::rest::{PIECES, PairPieces};

type Files = BTreeMap<String, Vec<u8>>;

pub const BOUNDARIES: &str = "boundaries.tsv";
pub const EXCEPTIONS: &str = "exceptions.tsv";
const COLUMNS: &str = "ngram\tof\tfirst\tweights";
const SEGMENTS: &str = "segments";

/// The names of the files that there always are.
pub fn names() -> impl Iterator<Item = &'static str> {
    [PHONOLOGY, BOUNDARIES, EXCEPTIONS].into_iter()
}

/// All files of a model.
pub fn write(model: &Encoder) -> Files {
    let mut files = Files::new();
    files.insert(PHONOLOGY.into(), model.phonology.clone());
    files.insert(BOUNDARIES.into(), write_boundaries(&model.boundaries));
    files.insert(EXCEPTIONS.into(), write_exceptions(&model.exceptions));
    if let Some(merges) = model.scribe.rest.merges() {
        files.insert(PIECES.into(), write_merges(&merges));
    }
    files
}

fn write_boundaries(boundaries: &Boundaries) -> Vec<u8> {
    let mut lines = format!("{COLUMNS}\n\tplaces\t0\t{}\n", boundaries.bias());
    for row in boundaries.rows() {
        let first = row.weights.iter().position(|&weight| weight != 0).unwrap_or(0);
        let last = row.weights.iter().rposition(|&weight| weight != 0).unwrap_or(0);
        let of = if row.is_types { "types" } else { "letters" };
        let _ = write!(lines, "{}\t{of}\t{first}\t", row.ngram);
        for (index, weight) in row.weights[first..=last.max(first)].iter().enumerate() {
            let _ = write!(lines, "{}{weight}", if index == 0 { "" } else { " " });
        }
        lines.push('\n');
    }
    lines.into_bytes()
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
    std::str::from_utf8(content).map_err(|_| format!("{name}: is no UTF-8"))
}

/// The lines after the first, which names the columns.
fn lines<'a>(files: &'a Files, name: &'a str, columns: &str) -> Result<impl Iterator<Item = (usize, &'a str)>, String> {
    let mut lines = (1..).zip(text(files, name)?.split_terminator('\n'));
    match lines.next() {
        Some((_, header)) if header == columns => Ok(lines),
        _ => Err(format!("{name}, line 1: the columns are {}", columns.replace('\t', ", "))),
    }
}

fn read_boundaries(files: &Files, letters: &Letters) -> Result<Boundaries, String> {
    let mut rows = Vec::new();
    let mut bias = None;
    for (number, line) in lines(files, BOUNDARIES, COLUMNS)? {
        let fault = |what: &str| format!("{BOUNDARIES}, line {number}: {what}");
        let mut cells = line.split('\t');
        let mut cell = || cells.next().ok_or_else(|| fault("fewer than four columns"));
        let [ngram, of, first, written] = [cell()?, cell()?, cell()?, cell()?];
        let first: usize = first.parse().map_err(|_| fault("the first lane is no number"))?;
        let mut weights: Lanes = [0; LANES];
        for (index, weight) in written.split(' ').enumerate() {
            let lane = first.checked_add(index).and_then(|lane| weights.get_mut(lane));
            *lane.ok_or_else(|| fault("more weights than lanes"))? = weight.parse().map_err(|_| fault("a weight is no number of 16 bits"))?;
        }
        match of {
            "places" if bias.is_none() => bias = Some(weights[0]),
            "letters" | "types" => rows.push(Row { ngram: ngram.to_owned(), is_types: of == "types", weights }),
            _ => return Err(fault("an n-gram is of letters or of types; what every place has stands once")),
        }
    }
    let bias = bias.ok_or_else(|| format!("{BOUNDARIES}: does not say what every place has"))?;
    Boundaries::new(rows, bias, letters).map_err(|reason| format!("{BOUNDARIES}: {reason}"))
}

fn read_exceptions(files: &Files) -> Result<Exceptions, String> {
    let lines = lines(files, EXCEPTIONS, SEGMENTS)?;
    let mut exceptions = Exceptions::default();
    for (number, line) in lines {
        let fault = |what: String| format!("{EXCEPTIONS}, line {number}: {what}");
        let (word, gaps) = exception(line).map_err(|error| fault(error.to_string()))?;
        if exceptions.insert(word, gaps).is_some() {
            return Err(fault("this word has been cut before".into()));
        }
    }
    Ok(exceptions)
}

/// An encoder from the files of an artefact.
///
/// # Errors
/// A sentence that says which file is at fault.
pub fn read(files: &Files, vocabulary: &Vocabulary, piece_scores: Vec<f64>) -> Result<Encoder, String> {
    let phonology = files.get(PHONOLOGY).ok_or_else(|| format!("{PHONOLOGY}: is missing"))?;
    let letters = Letters::new(phonology).map_err(|error| error.to_string())?;
    // Each takes some milliseconds.
    let (boundaries, rest) = rayon::join(
        || read_boundaries(files, &letters),
        || match files.get(PIECES) {
            None => unigram_model(vocabulary, piece_scores, None).map(|model| Rest::Unigram(Box::new(model))),
            Some(_) => {
                let merges = read_merges(text(files, PIECES)?, vocabulary.len()).map_err(|reason| format!("{PIECES}: {reason}"))?;
                PairPieces::new(vocabulary, &merges).map(|pairs| Rest::Bpe(Box::new(pairs)))
            }
        },
    );
    Encoder::new(letters, boundaries?, read_exceptions(files)?, vocabulary, rest?, phonology.clone())
}
