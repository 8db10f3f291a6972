//! Words that need be neither scored nor encoded: frequent words of languages that share a script, with their costs and ids.
//!
//! Half of the words of the first megabytes of a text are words that every text of the language has. `known.tsv` has those of the general
//! member, of the members that share a script with others, and of those that have [precomputed chunks](crate::cache::precomputed)
//! themselves:
//!
//! | column | content |
//! |---|---|
//! | `member` | the number of the member that encodes the word, as the rows of `members.tsv` are counted, from 0 |
//! | `costs` | what it costs in each language of the routing above the best one |
//! | `shared`, `ids` | the ids that it has behind a letter, all of the member, [in ascending order](crate::files::ascending) for each member |
//!
//! The word itself, with the space before it, is what the ids decode to, so no table can change a text.

use super::encode::{Known, Union, UnionBuffers, write_head};
use super::estimate::WordCounts;
use super::members::{GENERAL_MEMBER, Owner};
use super::ngrams::MOST_COST;
use super::routing::Costs;
use crate::Result;
use crate::cache::Key;
use crate::cache::precomputed::Precomputed;
use crate::engine::Buffers;
use crate::files::{ascending, tsv};
use crate::lists::Lists;

/// The file.
pub const KNOWN: &str = "known.tsv";
const COLUMNS: [&str; 4] = ["member", "costs", "shared", "ids"];

impl Union {
    /// Reads the file.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line.
    pub(super) fn read_known(&self, content: &[u8]) -> Result<Precomputed> {
        let (mut lists, mut ids, mut head, mut of_member) = (Lists::default(), Vec::new(), Vec::new(), None);
        for row in tsv::saved_rows(KNOWN, tsv::text(KNOWN, content)?, &COLUMNS)? {
            let (place, [member, costs, shared, rest]) = row?;
            let member = member.parse().ok().filter(|&member| member < self.members.len());
            let member = member.ok_or_else(|| place.error(format!("the member is not a number below {}", self.members.len())))?;
            let costs = self
                .read_costs(costs)
                .ok_or_else(|| place.error(format!("not {} costs of at most {MOST_COST}, with spaces between them", self.columns.len())))?;
            if of_member.replace(member).is_some_and(|before| before != member) {
                ids.clear();
            }
            ascending::read(shared, rest, &mut ids).ok_or_else(|| place.error("not ids that come after those of the row before"))?;
            write_head(Some(member), costs, self.columns.len(), &mut head);
            lists.push(head.iter().chain(&ids).copied());
        }
        self.known_of(&lists)
    }

    /// What a row says of the costs: one number for each language.
    fn read_costs(&self, cell: &str) -> Option<Costs> {
        let mut costs = Costs::default();
        let mut cells = cell.split(' ').filter(|cell| !cell.is_empty());
        for column in 0..self.columns.len() {
            costs.set(column, cells.next()?.parse().ok().filter(|&cost| cost <= MOST_COST)?);
        }
        cells.next().is_none().then_some(costs)
    }

    /// The file of a table.
    pub(super) fn write_known(&self, known: &Precomputed) -> Vec<u8> {
        let (mut text, mut before, mut of_member) = (COLUMNS.join("\t") + "\n", Vec::new(), None);
        for (_, entries) in known.rows() {
            let word = Known::of(&entries, self.columns.len());
            if of_member != word.member() {
                before.clear();
                of_member = word.member();
            }
            let costs: Vec<String> = (0..self.columns.len()).map(|column| word.head.of(column).to_string()).collect();
            text += &format!("{}\t{}\t", of_member.expect("each word has a member"), costs.join(" "));
            ascending::write(&before, word.ids, &mut text);
            before = word.ids.to_vec();
        }
        text.into_bytes()
    }

    /// A table of at most `most` words, each with the member that encodes it, that their members encode with ids of their own: the first
    /// three quarters, and of the others those that their n-grams send to another member. None if there are none.
    ///
    /// # Errors
    /// None in practice, because each row was checked.
    pub(super) fn known_of_words(&self, words: &[(&str, usize)], counts: &WordCounts, most: usize) -> Result<Option<Precomputed>> {
        let mut buffers: Vec<Buffers> = self.members.iter().map(|_| Buffers::default()).collect();
        let mut written = Vec::new();
        let entries = |&(word, member): &(&str, usize)| {
            let entries = self.entries_of_word(word, member, counts, &mut buffers[member])?;
            (self.write_word(&entries, &mut written) && written == word.as_bytes()).then_some((member, entries))
        };
        let (first, others) = words.split_at(words.len().min(most - most / 4));
        let mut alone = UnionBuffers::default();
        let others = others.iter().filter(|(word, member)| self.member_of(word.trim_start(), &mut alone) != Some(*member));
        let mut rows: Vec<(usize, Vec<u32>)> = first.iter().chain(others).filter_map(entries).take(most).collect();
        let ids = |entries: &[u32]| Known::of(entries, self.columns.len()).ids.to_vec();
        rows.sort_by_cached_key(|(member, entries)| (*member, ids(entries)));
        let mut lists = Lists::default();
        rows.iter().for_each(|(_, entries)| lists.push(entries.iter().copied()));
        if rows.is_empty() { Ok(None) } else { self.known_of(&lists).map(Some) }
    }

    /// What the cache has of a word; None if the member does not encode such words, or not with ids of its own.
    fn entries_of_word(&self, word: &str, member: usize, counts: &WordCounts, buffers: &mut Buffers) -> Option<Vec<u32>> {
        // The n-grams also write costs where there is no language.
        let found = self.costs_of_word(word, member, |spelled| counts.costs(word, spelled))?;
        let (mut costs, mut entries) = (Costs::default(), Vec::new());
        (0..self.columns.len()).for_each(|column| costs.set(column, found.of(column)));
        write_head(Some(member), costs, self.columns.len(), &mut entries);
        entries.extend(self.ids_of_word(word, member, buffers)?);
        Some(entries)
    }

    fn known_of(&self, lists: &Lists<u32>) -> Result<Precomputed> {
        Precomputed::of(KNOWN, lists, || |entries: &[u32], word: &mut Vec<u8>| self.write_word(entries, word))
    }

    /// Writes the word of entries of the cache; false if their ids are not all of its member, or may decode to something else in another
    /// text.
    fn write_word(&self, entries: &[u32], word: &mut Vec<u8>) -> bool {
        let entries = Known::of(entries, self.columns.len());
        let Some(member) = entries.member() else { return false };
        let local = |&id: &u32| match *self.ids.owners.get(id as usize)? {
            Owner::Member(owner, local) if owner as usize == member => Some(local),
            Owner::Mark(mark) => self.ids.marks[mark as usize][member],
            _ => None,
        };
        let Some(ids) = entries.ids.iter().map(local).collect::<Option<Vec<u32>>>() else { return false };
        let tokenizer = &self.members[member].tokenizer;
        let vocabulary = tokenizer.vocabulary();
        if member == GENERAL_MEMBER {
            word.clear();
            ids.iter().for_each(|&id| word.extend_from_slice(vocabulary.bytes(id)));
            return true;
        }
        tokenizer.machinery().0.write_chunk(vocabulary, &ids, word)
    }

    /// Writes what the cache will have of a word into `entries`, if the table of known words has it.
    #[inline]
    pub(super) fn look_up_known(&self, known: &Precomputed, key: &Key, word: &[u8], entries: &mut Vec<u32>) -> bool {
        entries.clear();
        known.get(key, word, entries)
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_known.rs"]
mod tests;
