//! The one reader of tables of tab-separated values: those of language packs, and those of artefacts.
//!
//! The first row names the columns, and a reader states the columns that it expects. Every error names the file and the line
//! ([`Place::error`]). The tables of language packs ([`rows`]) may have empty lines, and comments that begin with `#`. In the tables of
//! artefacts ([`saved_rows`]) every line is a row, because `#` may be a token.

use std::fmt::Display;

use crate::{Error, Result};

/// A line of a table, for errors: the name of the file, and the number of the line, from 1.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a>(pub &'a str, pub usize);

impl Place<'_> {
    /// An error in this line.
    pub fn error(&self, what: impl Display) -> Error {
        Error::Table { file: self.0.to_owned(), line: self.1, what: what.to_string() }
    }
}

/// The rows of a table that people edit: line number and cells.
///
/// # Errors
/// [`Error::Table`] if the content is not UTF-8, the columns differ, or a row has the wrong number of cells.
pub fn rows<'a, const N: usize>(name: &str, content: &'a [u8], columns: &[&str; N]) -> Result<Vec<(usize, [&'a str; N])>> {
    lines(name, content, columns)?.map(|(number, line)| Ok((number, cells(Place(name, number), line)?))).collect()
}

/// [`rows`] of a table whose first column has signs: a line that begins with `#` and a tab is the row of that sign.
///
/// # Errors
/// As [`rows`].
pub fn rows_of_signs<'a, const N: usize>(name: &str, content: &'a [u8], columns: &[&str; N]) -> Result<Vec<(usize, [&'a str; N])>> {
    let is_comment = |line: &str| line.starts_with('#') && !line.starts_with("#\t");
    lines_but(name, content, columns, is_comment)?.map(|(number, line)| Ok((number, cells(Place(name, number), line)?))).collect()
}

/// The lines behind the names of the columns in a table that people edit, with their numbers: [`rows`] that are not cut into cells.
///
/// # Errors
/// [`Error::Table`] if the content is not UTF-8, or the columns differ.
pub fn lines<'a, const N: usize>(
    name: &str,
    content: &'a [u8],
    columns: &[&str; N],
) -> Result<impl Iterator<Item = (usize, &'a str)> + use<'a, N>> {
    lines_but(name, content, columns, |line| line.starts_with('#'))
}

/// [`lines`], with the rule that says which lines are comments.
fn lines_but<'a, const N: usize, C: Fn(&str) -> bool>(
    name: &str,
    content: &'a [u8],
    columns: &[&str; N],
    is_comment: C,
) -> Result<impl Iterator<Item = (usize, &'a str)> + use<'a, N, C>> {
    let mut lines = (1..).zip(text(name, content)?.lines()).filter(move |(_, line)| !line.is_empty() && !is_comment(line));
    let header = lines.next();
    let (number, header) =
        header.ok_or_else(|| Place(name, 1).error(format!("empty; its first row names the columns: {}", columns.join(", "))))?;
    check_columns(Place(name, number), header, columns)?;
    Ok(lines)
}

/// The rows of a table of an artefact.
///
/// # Errors
/// [`Error::Table`] if the columns differ; in place of a row, if it has the wrong number of cells.
pub fn saved_rows<'n, 'a, const N: usize>(
    name: &'n str,
    text: &'a str,
    columns: &[&str; N],
) -> Result<impl Iterator<Item = Result<(Place<'n>, [&'a str; N])>> + use<'n, 'a, N>> {
    let mut lines = text.split_terminator('\n');
    let header = lines.next().unwrap_or_default();
    check_columns(Place(name, 1), header, columns)?;
    Ok((2..).zip(lines).map(move |(number, line)| Ok((Place(name, number), cells(Place(name, number), line)?))))
}

fn check_columns<const N: usize>(place: Place, header: &str, columns: &[&str; N]) -> Result<()> {
    match header.split('\t').eq(columns.iter().copied()) {
        true => Ok(()),
        false => Err(place.error(format!("the columns are {}, not {header:?}", columns.join(", ")))),
    }
}

/// The content of a file as text, without a byte order mark at its start.
///
/// # Errors
/// [`Error::Table`] that names the line that is not UTF-8.
pub fn text<'a>(name: &str, content: &'a [u8]) -> Result<&'a str> {
    let text = std::str::from_utf8(content).map_err(|error| {
        let before = &content[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        Place(name, line).error(format!("byte {} of the line is not UTF-8; save the file as UTF-8", before.len() - start + 1))
    })?;
    // Some editors write a byte order mark.
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The cells of a line.
///
/// # Errors
/// [`Error::Table`] if there are more or fewer cells than columns.
pub fn cells<'a, const N: usize>(place: Place, line: &'a str) -> Result<[&'a str; N]> {
    let mut cells = [""; N];
    let mut count = 1;
    let mut start = 0;
    for tab in memchr::memchr_iter(b'\t', line.as_bytes()) {
        if let Some(place) = cells.get_mut(count - 1) {
            *place = &line[start..tab];
        }
        count += 1;
        start = tab + 1;
    }
    cells[N - 1] = &line[start..];
    if count == N { Ok(cells) } else { Err(place.error(format!("{count} cells where there are {N} columns; a tab separates two cells"))) }
}
