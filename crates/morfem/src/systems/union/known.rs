//! Words that need be neither scored nor encoded: frequent words of languages that share a script, with their costs and ids.
//!
//! Half of the words of the first megabytes of a text are words that every text of the language has. `known.tsv` has those of the general
//! member, of the members that share a script with others, and of those that have [precomputed chunks](crate::cache::precomputed)
//! themselves:
//!
//! | column | content |
//! |---|---|
//! | `word` | the word with the space before it |
//! | `member` | the number of the member that encodes it, as the rows of `members.tsv` are counted, from 0 |
//! | `costs` | what it costs in each language of the routing above the best one |
//! | `ids` | the ids that it has behind a letter, all of the member |
//!
//! A line counts only if its ids write the word, so no table can change a text; for the bundled artefacts a test checks that.

use super::encode::{Union, write_head};
use super::members::{GENERAL_MEMBER, Owner};
use super::ngrams::MOST_COST;
use super::routing::Costs;
use crate::cache::Key;
use crate::cache::precomputed::{Precomputed, append};
use crate::engine::Buffers;

/// The file.
pub const KNOWN: &str = "known.tsv";
pub const COLUMNS: &str = "word\tmember\tcosts\tids\n";

/// What a line says about its word besides the ids.
struct Line<'a> {
    member: usize,
    costs: Costs,
    ids: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads what stands behind a word; None if it is not a line of the table.
    #[inline]
    fn read(line: &'a [u8], columns: usize) -> Option<Self> {
        let (member, mut line) = number(line)?;
        let mut costs = Costs::default();
        for column in 0..columns {
            let (cost, rest) = number(line)?;
            if cost > MOST_COST {
                return None;
            }
            costs.set(column, cost);
            line = rest;
        }
        Some(Line { member: member as usize, costs, ids: line })
    }
}

/// The number at the beginning of a line, and what stands behind it and the character after it.
#[inline]
fn number(line: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = 0_u32;
    for (at, byte) in line.iter().enumerate().take(9) {
        match byte {
            b'0'..=b'9' => number = number * 10 + u32::from(byte - b'0'),
            b' ' | b'\t' if at > 0 => return Some((number, &line[at + 1..])),
            _ => return None,
        }
    }
    None
}

impl Union {
    /// Writes what the cache will have of a word into `entries`, if the table of known words has it.
    #[inline]
    pub(super) fn look_up_known(&self, known: &Precomputed, key: &Key, word: &[u8], entries: &mut Vec<u32>) -> bool {
        let Some(line) = known.line(key, word).and_then(|line| Line::read(line, self.columns.len())) else { return false };
        write_head(Some(line.member), line.costs, self.columns.len(), entries);
        append(line.ids, self.ids.owners.len() as u32, entries)
    }

    /// A line of the table for a word with the space before it; None if the member does not encode such words, or not with ids of its own.
    pub(super) fn known_line(&self, word: &str, member: usize, buffers: &mut Buffers) -> Option<String> {
        let costs = self.costs_of_word(word, member)?;
        let ids = self.ids_of_word(word, member, buffers)?;
        let written = |numbers: Vec<u32>| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let costs = written((0..self.columns.len()).map(|column| costs.of(column)).collect());
        let line = format!("{word}\t{member}\t{costs}\t{}\n", written(ids));
        self.is_right(word.as_bytes(), &line.as_bytes()[word.len() + 1..], &mut Vec::new()).then_some(line)
    }

    /// The table without the lines whose ids do not write the word.
    pub(super) fn checked_known(&self, known: Precomputed) -> Precomputed {
        known.with_right_lines(|| {
            let mut written = Vec::new();
            move |word, line| self.is_right(word, line, &mut written)
        })
    }

    /// Whether the ids of a line are of its member, and write the word.
    fn is_right(&self, word: &[u8], line: &[u8], written: &mut Vec<u8>) -> bool {
        let Some(Line { member, ids: listed, .. }) = Line::read(line, self.columns.len()) else { return false };
        let mut ids = Vec::new();
        if member >= self.members.len() || !append(listed, self.ids.owners.len() as u32, &mut ids) {
            return false;
        }
        let local = |&id: &u32| match self.ids.owners[id as usize] {
            Owner::Member(owner, local) if owner as usize == member => Some(local),
            Owner::Mark(mark) => self.ids.marks[mark as usize][member],
            _ => None,
        };
        let Some(ids) = ids.iter().map(local).collect::<Option<Vec<u32>>>() else { return false };
        let tokenizer = &self.members[member].tokenizer;
        let vocabulary = tokenizer.vocabulary();
        match member {
            GENERAL_MEMBER => ids.iter().flat_map(|&id| vocabulary.bytes(id)).eq(word),
            _ => tokenizer.machinery().0.writes(vocabulary, word, &ids, written),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Tokenizer;

    #[test]
    fn the_known_words_of_the_bundled_union_pass_the_check_and_say_what_its_members_say() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts/multi");
        // Unlike `load_bundled`, this drops the lines whose ids do not write the word.
        let tokenizer = Tokenizer::load(&folder).unwrap();
        let union: &Union = tokenizer.abilities().as_any().downcast_ref().unwrap();
        let known = union.known.as_ref().unwrap();
        let mut buffers: Vec<Buffers> = union.members.iter().map(|_| Buffers::default()).collect();
        let mut entries = Vec::new();
        assert!(known.lines().count() > 100_000);
        for (word, line) in known.lines() {
            let member = Line::read(line.as_bytes(), union.columns.len()).unwrap().member;
            assert_eq!(union.known_line(word, member, &mut buffers[member]), Some(format!("{word}\t{line}\n")));
            let key = Key::new(word.as_bytes(), 0, word.len(), false).unwrap();
            assert!(union.look_up_known(known, &key, word.as_bytes(), &mut entries), "{word}");
        }
    }
}
