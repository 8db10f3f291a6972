//! Strings that are replaced by others, and their file.

use crate::files::tsv;
use crate::trie::Trie;
use crate::{Error, Result};

/// The file of an artefact that holds the pairs of [`Step::Map`](super::Step::Map).
pub const NORMALIZATION: &str = "normalization.tsv";

/// Strings and what replaces each.
#[derive(Debug, Default)]
pub struct Map {
    pairs: Vec<(String, String)>,
    trie: Option<Trie>,
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.pairs == other.pairs
    }
}

impl Map {
    /// The map of pairs with distinct strings that are not empty.
    ///
    /// # Errors
    /// What is wrong with the pairs.
    pub fn new(mut pairs: Vec<(String, String)>) -> std::result::Result<Self, String> {
        pairs.sort();
        if let Some((from, _)) = pairs.iter().find(|pair| pair.0.is_empty()) {
            return Err(format!("replaces the empty string {from:?}"));
        }
        if let Some(pair) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("replaces {:?} twice", pair[0].0));
        }
        let keys: Vec<(&[u8], u32)> = pairs.iter().zip(0..).map(|((from, _), id)| (from.as_bytes(), id)).collect();
        let trie = Some(Trie::new(&keys));
        Ok(Map { pairs, trie })
    }

    /// How many times as long as its string the longest replacement is.
    pub(super) fn growth(&self) -> usize {
        self.pairs.iter().map(|(from, to)| to.len().div_ceil(from.len())).max().unwrap_or(1)
    }

    fn replacement(&self, (length, id): (usize, u32)) -> (usize, &str) {
        (length, &self.pairs[id as usize].1)
    }

    pub(super) fn longest(&self, text: &str) -> Option<(usize, &str)> {
        self.trie.as_ref()?.prefixes(text.as_bytes()).last().map(|found| self.replacement(found))
    }

    pub(super) fn shortest(&self, text: &str) -> Option<&str> {
        self.trie.as_ref()?.prefixes(text.as_bytes()).next().map(|found| self.replacement(found).1)
    }

    /// `normalization.tsv`: code points in hexadecimal, as SentencePiece writes its own rules.
    pub fn write(&self) -> Vec<u8> {
        let points = |text: &str| text.chars().map(|c| format!("{:X}", c as u32)).collect::<Vec<_>>().join(" ");
        let mut lines = String::from("from\tto\n");
        for (from, to) in &self.pairs {
            lines += &format!("{}\t{}\n", points(from), points(to));
        }
        lines.into_bytes()
    }

    /// Reads what [`Map::write`] writes.
    ///
    /// # Errors
    /// [`Error::Table`] with the line; [`Error::Artifact`] if a string is replaced twice, or is empty.
    pub fn read(text: &str) -> Result<Self> {
        let point = |hex: &str| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
        let points = |column: &str| column.split_terminator(' ').map(point).collect::<Option<String>>();
        let pair = |[from, to]: [&str; 2]| Some((points(from)?, points(to)?));
        let rows = tsv::saved_rows(NORMALIZATION, text, &["from", "to"])?;
        let pairs = rows.map(|row| row.and_then(|(place, cells)| pair(cells).ok_or_else(|| place.error("not two columns of code points"))));
        Map::new(pairs.collect::<Result<_>>()?).map_err(|what| Error::Artifact(format!("{NORMALIZATION}: {what}")))
    }

    /// Whether there is nothing to replace.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let map = Map::new(vec![("ﬁ".into(), "fi".into()), ("\t".into(), " ".into()), ("\u{ad}".into(), String::new())]).unwrap();
        let written = String::from_utf8(map.write()).unwrap();
        assert_eq!(Map::read(&written).unwrap(), map);
        assert!(Map::read("from\tto\n41\n").unwrap_err().to_string().contains("line 2"));
        assert!(Map::read("from\tto\n41\t42\n41\t43\n").unwrap_err().to_string().contains("twice"));
    }
}
