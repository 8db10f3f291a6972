//! The most frequent chunks of a training corpus, with their ids.
//!
//! The cache of a new tokenizer is empty, and half of the distinct words of its first megabytes are words that every text of the language
//! has. So the trainer of a system that works long on a word writes the ids of the most frequent chunks down. The chunks themselves are not
//! in the file: loading decodes the ids, so no table can change a text. A chunk begins with a space, and its ids are those that it has
//! behind a letter.

use std::ops::Range;

use crate::cache::{Key, MAX_CHUNK, prefetch};
use crate::lists::Lists;
use crate::run::threads::in_parts;
use crate::{Error, Result};

/// The name of the file in an artefact.
pub const PRECOMPUTED: &str = "frequent.tsv";
/// Largest number of chunks in the file.
pub(crate) const MOST: usize = 200_000;
/// Chunks that the corpus has less often are left out.
pub(crate) const LEAST_COUNT: u32 = 2;

/// Number of slots of the table; at least a quarter stays empty.
const SLOTS: usize = 1 << LOG_SLOTS;
const LOG_SLOTS: u32 = 18;
/// Rows whose slots are found before the first of them is filled, so that their waits for memory overlap.
const BATCH: usize = 32;
/// Places that are looked at for one chunk at most: a table as full as can be has runs of some hundreds.
const LONGEST_RUN: usize = 1024;
/// Number of parts in which chunks are decoded: at least one for each thread.
const PARTS: usize = 8;
/// The upper half of a place.
const TAG: u64 = 0xffff_ffff << 32;
/// Bytes of a row before its chunk.
const HEAD: usize = 2;

/// The slot where the search for a chunk begins, and the tag of the chunk.
#[inline(always)]
fn slot_and_tag(key: &Key) -> (usize, u64) {
    let hash = key.hash();
    ((hash >> (64 - LOG_SLOTS)) as usize, hash << LOG_SLOTS & TAG)
}

/// Precomputed chunks, as a hash table over rows.
pub struct Precomputed {
    /// A byte that belongs to no row, and then the rows: the length of the chunk, the count of its numbers, the chunk, and the numbers of
    /// four bytes.
    rows: Vec<u8>,
    /// The lower half of a slot is where the row of a chunk begins. The upper half is a tag, the other half of the chunk's hash, so that
    /// few wrong rows are read. An empty slot is 0. A chunk is in the first slot that was free, starting at the slot of its hash.
    slots: Vec<u64>,
}

impl Precomputed {
    /// The table of what is stored for each chunk, in the order of `file`. Each thread makes a `write_chunk` of its own, which writes the
    /// chunk of a list, or returns false.
    ///
    /// # Errors
    /// [`Error::Table`] with the line of the file.
    pub(crate) fn of<F: FnMut(&[u32], &mut Vec<u8>) -> bool>(
        file: &str,
        lists: &Lists<u32>,
        write_chunk: impl Fn() -> F + Sync,
    ) -> Result<Self> {
        let count = lists.len();
        let refuse = |row: usize, what: &str| Error::Table { file: file.to_owned(), line: row + 2, what: what.to_owned() };
        if count > MOST {
            return Err(refuse(MOST, &format!("there are more than {MOST} chunks")));
        }
        let read = |part: &Range<usize>| -> Result<Vec<u8>> {
            let (mut write_chunk, mut chunk) = (write_chunk(), Vec::new());
            let mut rows = Vec::with_capacity(part.len() * 24);
            for row in part.clone() {
                let numbers = &lists[row];
                let (true, Ok(count)) = (write_chunk(numbers, &mut chunk), u8::try_from(numbers.len())) else {
                    return Err(refuse(row, "these ids are not the ids of a chunk"));
                };
                if !chunk.starts_with(b" ") || chunk.len() > MAX_CHUNK {
                    return Err(refuse(row, "a chunk begins with a space, and is short"));
                }
                rows.extend_from_slice(&[chunk.len() as u8, count]);
                rows.extend_from_slice(&chunk);
                numbers.iter().for_each(|number| rows.extend_from_slice(&number.to_le_bytes()));
            }
            Ok(rows)
        };
        let size = count.div_ceil(PARTS).max(1);
        let parts: Vec<Range<usize>> = (0..count).step_by(size).map(|start| start..(start + size).min(count)).collect();
        let parts: Vec<Vec<u8>> = in_parts(&parts, read).into_iter().collect::<Result<_>>()?;
        let mut rows = Vec::with_capacity(1 + parts.iter().map(Vec::len).sum::<usize>());
        rows.push(0);
        parts.iter().for_each(|part| rows.extend_from_slice(part));
        let mut table = Precomputed { rows, slots: vec![0; SLOTS] };
        let (mut place, mut row) = (1, 0);
        let mut batch = Vec::with_capacity(BATCH);
        while row < count {
            while batch.len() < BATCH && (place as usize) < table.rows.len() {
                let (chunk, numbers) = table.row(place);
                let begin = place as usize + HEAD;
                let key = Key::new(&table.rows, begin, begin + chunk.len(), false).expect("a chunk is short");
                let (slot, tag) = slot_and_tag(&key);
                prefetch(&table.slots[slot]);
                batch.push((place, slot, tag));
                place = (begin + chunk.len() + numbers.len()) as u32;
            }
            for (place, slot, tag) in batch.drain(..) {
                table.put(place, slot, tag).map_err(|what| refuse(row, what))?;
                row += 1;
            }
        }
        Ok(table)
    }

    /// Puts a row into the first free slot from `first` on.
    fn put(&mut self, place: u32, first: usize, tag: u64) -> std::result::Result<(), &'static str> {
        let mut slot = first;
        while self.slots[slot] != 0 {
            if self.slots[slot] & TAG == tag && self.row(self.slots[slot] as u32).0 == self.row(place).0 {
                return Err("an earlier line has ids of the same chunk; remove one of the two lines");
            }
            slot = (slot + 1) % SLOTS;
            if (slot + SLOTS - first) % SLOTS > LONGEST_RUN {
                return Err("the chunk falls together with too many others; leave it out");
            }
        }
        self.slots[slot] = tag | u64::from(place);
        Ok(())
    }

    /// The chunk of the row at a place, and its numbers as bytes.
    #[inline(always)]
    fn row(&self, place: u32) -> (&[u8], &[u8]) {
        let row = &self.rows[place as usize..];
        let (chunk, rest) = row[HEAD..].split_at(row[0] as usize);
        (chunk, &rest[..4 * row[1] as usize])
    }

    /// The chunks with their numbers, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = (&[u8], Vec<u32>)> {
        let mut place = 1;
        std::iter::from_fn(move || {
            let (chunk, numbers) = ((place as usize) < self.rows.len()).then(|| self.row(place))?;
            place += (HEAD + chunk.len() + numbers.len()) as u32;
            Some((chunk, numbers_of(numbers).collect()))
        })
    }

    /// Prefetches the slot of `key`.
    #[inline]
    pub fn prefetch(&self, key: &Key) {
        prefetch(&self.slots[slot_and_tag(key).0]);
    }

    /// Whether there is probably a row for `key`. If so, prefetches it.
    #[inline]
    pub fn may_have(&self, key: &Key) -> bool {
        let found = self.places(key).next();
        found.inspect(|&place| prefetch(&self.rows[place as usize])).is_some()
    }

    /// If there is a row for `chunk`, appends its numbers and returns true. `key` is the key of `chunk`.
    #[inline]
    pub fn get(&self, key: &Key, chunk: &[u8], numbers: &mut Vec<u32>) -> bool {
        let found = self.places(key).map(|place| self.row(place)).find(|(own, _)| *own == chunk);
        found.map(|(_, listed)| numbers.extend(numbers_of(listed))).is_some()
    }

    /// The places of the rows that have the tag of `key`; a chunk with a context has none.
    #[inline]
    fn places(&self, key: &Key) -> impl Iterator<Item = u32> {
        let (first, tag) = slot_and_tag(key);
        let slots = (first..SLOTS).chain(0..first).map(|slot| self.slots[slot]).take_while(|&slot| slot != 0);
        slots.filter(move |slot| slot & TAG == tag).map(|slot| slot as u32).take(if key.has_context() { 0 } else { usize::MAX })
    }
}

#[inline(always)]
fn numbers_of(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).map(|number| u32::from_le_bytes([number[0], number[1], number[2], number[3]]))
}

#[cfg(test)]
#[path = "../../tests/inside/cache_precomputed.rs"]
mod tests;
