//! Lists of ids in ascending order, as rows of a table with the columns `shared` and `ids`: the table of precomputed chunks, and a part of
//! that of known words.
//!
//! Neighbours begin alike. So a row says how many of its first ids are those of the row before, and then gives the others. The first of
//! these is the difference to the id in its place in the row before, if that is longer. The table is a fifth as large as one of whole
//! lists when both are compressed.

use crate::Result;
use crate::cache::precomputed::{PRECOMPUTED, Precomputed};
use crate::files::tsv::saved_rows;
use crate::lists::Lists;

const COLUMNS: [&str; 2] = ["shared", "ids"];

/// The table of precomputed chunks.
pub fn write_precomputed(precomputed: &Precomputed) -> Vec<u8> {
    let (mut text, mut before) = (COLUMNS.join("\t") + "\n", Vec::new());
    for (_, ids) in precomputed.rows() {
        write(&before, &ids, &mut text);
        before = ids;
    }
    text.into_bytes()
}

/// Reads the table of precomputed chunks.
///
/// # Errors
/// [`crate::Error::Table`] with the line.
pub(crate) fn read_precomputed(text: &str) -> Result<Lists<u32>> {
    let (mut lists, mut ids) = (Lists::default(), Vec::new());
    for row in saved_rows(PRECOMPUTED, text, &COLUMNS)? {
        let (place, [shared, rest]) = row?;
        read(shared, rest, &mut ids).ok_or_else(|| place.error("not ids that come after those of the row before"))?;
        lists.push(ids.iter().copied());
    }
    Ok(lists)
}

/// Appends the two cells of a list that follows `before`, and the end of the line.
pub fn write(before: &[u32], ids: &[u32], line: &mut String) {
    let shared = before.iter().zip(ids).take_while(|(one, other)| one == other).count();
    *line += &format!("{shared}\t");
    let base = before.get(shared).copied().unwrap_or(0);
    for (index, id) in ids[shared..].iter().enumerate() {
        let (space, id) = if index == 0 { ("", id - base) } else { (" ", *id) };
        *line += &format!("{space}{id}");
    }
    line.push('\n');
}

/// Reads the two cells of a list. `ids` holds the list before it, and then this one. None if they are not those of a greater list.
pub fn read(shared: &str, cell: &str, ids: &mut Vec<u32>) -> Option<()> {
    let shared = number(shared.as_bytes())? as usize;
    let mut base = ids.get(shared).copied();
    if shared > ids.len() {
        return None;
    }
    ids.truncate(shared);
    let mut rest = cell.as_bytes();
    loop {
        let end = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
        let id = number(&rest[..end])?;
        ids.push(match base.take() {
            Some(base) => base.checked_add(id).filter(|_| id > 0)?,
            None => id,
        });
        if end == rest.len() {
            return Some(());
        }
        rest = &rest[end + 1..];
    }
}

/// A number of at most nine digits: the standard library's reader takes three times as long.
#[inline(always)]
fn number(digits: &[u8]) -> Option<u32> {
    if !(1..10).contains(&digits.len()) {
        return None;
    }
    let mut number = 0;
    for &digit in digits {
        number = number * 10 + u32::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?);
    }
    Some(number)
}

#[cfg(test)]
#[path = "../../tests/inside/files_ascending.rs"]
mod tests;
