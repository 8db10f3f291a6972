//! The most frequent chunks of a training corpus, with their ids.
//!
//! The cache of a new tokenizer is empty, and half of the distinct words of its first megabytes are words that every text of the language
//! has. So the trainer of a system that works long on a word writes the ids of the most frequent chunks down. A line of the file is a
//! chunk, which begins with a space, and the ids that it has behind a letter. Loading finds where each line begins. A line counts
//! only if its ids write the chunk, so no table can change a text. An artefact is checked once, on loading
//! ([`Precomputed::checked`]), so that encoding need not. For the bundled artefacts a test does so.

use std::ops::Range;

use crate::cache::{Key, prefetch};
use crate::run::threads::in_parts;

/// The name of the file in an artefact.
pub const PRECOMPUTED: &str = "frequent.tsv";
pub(crate) const COLUMNS: &str = "chunk\tids\n";
/// Largest number of chunks in the file.
pub(crate) const MOST: usize = 200_000;
/// Chunks that the corpus has less often are left out.
pub(crate) const LEAST_COUNT: u32 = 2;

/// Number of slots of the table; at least a quarter stays empty.
const SLOTS: usize = 1 << LOG_SLOTS;
const LOG_SLOTS: u32 = 18;
/// Lines whose slots are found before the first of them is filled, so that their waits for memory overlap.
const BATCH: usize = 32;
/// Places that are looked at for one chunk at most: a table as full as can be has runs of some hundreds.
const LONGEST_RUN: usize = 1024;
/// Number of parts in which the lines are checked: at least one for each thread.
const PARTS: usize = 8;
/// The upper half of a place.
const TAG: u64 = 0xffff_ffff << 32;
/// The lower half of the slot of a line that does not count: a position within the header, which is the start of no chunk.
const NO_LINE: u64 = 1;

/// The slot where the search for a chunk begins, and the tag of the chunk.
#[inline(always)]
fn slot_and_tag(key: &Key) -> (usize, u64) {
    let hash = key.hash();
    ((hash >> (64 - LOG_SLOTS)) as usize, hash << LOG_SLOTS & TAG)
}

/// Precomputed chunks, as a hash table over the text of the file.
pub struct Precomputed {
    /// The file, which is UTF-8.
    text: Vec<u8>,
    /// The lower half of a slot is where the line of a chunk begins. The upper half is a tag, the other half of the chunk's hash, so that
    /// few wrong lines are read. An empty slot is 0, the position of the header. A chunk is in the first slot that was free, starting at
    /// the slot of its hash.
    slots: Vec<u64>,
    vocab_size: u32,
}

impl Precomputed {
    /// Reads the file of a tokenizer with `vocab_size` ids.
    ///
    /// # Errors
    /// A message that names the line and the problem.
    pub fn read(text: String, vocab_size: usize) -> Result<Self, String> {
        let slots = Self::slots(text.as_bytes(), COLUMNS)?;
        Ok(Self::of(text.into_bytes(), slots, vocab_size))
    }

    /// The table of a file whose [`Self::slots`] have been found.
    pub(crate) fn of(text: Vec<u8>, slots: Vec<u64>, vocab_size: usize) -> Self {
        Precomputed { text, slots, vocab_size: vocab_size as u32 }
    }

    /// The slots for the lines of a file with these columns, the first of which is the chunk.
    ///
    /// # Errors
    /// A message that names the line and the problem.
    pub(crate) fn slots(bytes: &[u8], columns: &str) -> Result<Vec<u64>, String> {
        if !bytes.starts_with(columns.as_bytes()) {
            return Err(format!("line 1: the columns are {}", columns.trim_end().replace('\t', ", ")));
        }
        if u32::try_from(bytes.len()).is_err() {
            return Err("the file is too long".into());
        }
        let mut slots = vec![0; SLOTS];
        let (mut start, mut number) = (columns.len(), 1);
        // Beginning and length of each chunk with its tab, its first slot, and its tag.
        let mut batch = Vec::with_capacity(BATCH);
        while start < bytes.len() {
            let first = number;
            batch.clear();
            while start < bytes.len() && batch.len() < BATCH {
                number += 1;
                let refuse = |what: &str| format!("line {number}: {what}");
                let rest = &bytes[start..];
                let end = memchr::memchr(b'\n', rest).ok_or_else(|| refuse("the line has no end"))?;
                let tab = memchr::memchr(b'\t', &rest[..end]).ok_or_else(|| refuse("fewer than two columns"))?;
                if number > MOST + 1 {
                    return Err(refuse(&format!("there are more than {MOST} chunks")));
                }
                let key = Key::new(bytes, start, start + tab, false).filter(|_| rest[0] == b' ');
                let (slot, tag) = slot_and_tag(&key.ok_or_else(|| refuse("a chunk begins with a space, and is short"))?);
                prefetch(&slots[slot]);
                batch.push((start, tab + 1, slot, tag));
                start += end + 1;
            }
            for (number, &(start, length, slot, tag)) in (first + 1..).zip(&batch) {
                Self::put(&mut slots, bytes, start..start + length, slot, tag).map_err(|what| format!("line {number}: {what}"))?;
            }
        }
        Ok(slots)
    }

    /// Puts the line of a chunk into the first free slot from `first` on. `chunk` is where the chunk and the tab behind it are.
    fn put(slots: &mut [u64], text: &[u8], chunk: Range<usize>, first: usize, tag: u64) -> Result<(), &'static str> {
        let mut slot = first;
        while slots[slot] != 0 {
            if slots[slot] & TAG == tag && text[slots[slot] as u32 as usize..].starts_with(&text[chunk.clone()]) {
                return Err("the chunk is also on an earlier line; remove one of the two lines");
            }
            slot = (slot + 1) % SLOTS;
            if (slot + SLOTS - first) % SLOTS > LONGEST_RUN {
                return Err("the chunk falls together with too many others; leave it out");
            }
        }
        slots[slot] = tag | chunk.start as u64;
        Ok(())
    }

    /// The file.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The chunks and their ids as they are written.
    pub fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = std::str::from_utf8(&self.text).expect("the file is UTF-8");
        text.lines().skip(1).filter_map(|line| line.split_once('\t'))
    }

    /// The same table without the lines whose ids are not valid, or whose chunk and ids `is_right` refuses. Each thread calls an `is_right`
    /// of its own.
    pub(crate) fn checked<F: FnMut(&[u8], &[u32]) -> bool>(self, is_right: impl Fn() -> F + Sync) -> Self {
        let vocab_size = self.vocab_size;
        self.with_right_lines(|| {
            let (mut is_right, mut ids) = (is_right(), Vec::new());
            move |chunk, written| {
                ids.clear();
                append(written, vocab_size, &mut ids) && is_right(chunk, &ids)
            }
        })
    }

    /// The same table without the lines that `is_right` refuses, which is given the chunk and what stands behind its tab.
    pub(crate) fn with_right_lines<F: FnMut(&[u8], &[u8]) -> bool>(mut self, is_right: impl Fn() -> F + Sync) -> Self {
        let wrong_lines = |part: &Range<usize>| {
            let (mut is_right, mut wrong) = (is_right(), Vec::new());
            let mut start = part.start;
            for line in self.text[part.clone()].split_inclusive(|&byte| byte == b'\n') {
                let tab = memchr::memchr(b'\t', line).expect("a line that has been read has two columns");
                let (chunk, written) = (&line[..tab], &line[tab + 1..]);
                if !is_right(chunk, written) {
                    wrong.push((start, chunk.len()));
                }
                start += line.len();
            }
            wrong
        };
        for (start, length) in in_parts(&self.parts(), wrong_lines).concat() {
            let key = Key::new(&self.text, start, start + length, false).expect("a line that has been read has a short chunk");
            let (mut slot, tag) = slot_and_tag(&key);
            while self.slots[slot] != tag | start as u64 {
                slot = (slot + 1) % SLOTS;
            }
            self.slots[slot] = tag | NO_LINE;
        }
        self
    }

    /// Where the lines are, in parts of about the same length.
    fn parts(&self) -> Vec<Range<usize>> {
        let size = self.text.len().div_ceil(PARTS);
        let mut parts: Vec<Range<usize>> = Vec::with_capacity(PARTS);
        // Behind the header.
        let mut start = self.text.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        while start < self.text.len() {
            let from = (start + size).min(self.text.len() - 1);
            let end = from + self.text[from..].iter().position(|&byte| byte == b'\n').expect("a line has an end") + 1;
            parts.push(start..end);
            start = end;
        }
        parts
    }

    /// Prefetches the slot of `key`.
    #[inline]
    pub fn prefetch(&self, key: &Key) {
        prefetch(&self.slots[slot_and_tag(key).0]);
    }

    /// Whether there is probably a line for `key`. If so, prefetches it.
    #[inline]
    pub fn may_have(&self, key: &Key) -> bool {
        let (mut slot, tag) = slot_and_tag(key);
        if key.has_context() {
            return false;
        }
        while self.slots[slot] != 0 {
            let found = self.slots[slot];
            if found & TAG == tag {
                prefetch(&self.text[found as u32 as usize]);
                return true;
            }
            slot = (slot + 1) % SLOTS;
        }
        false
    }

    /// If the ids of `chunk` are known, appends them and returns true. `key` is the key of `chunk`.
    #[inline]
    pub fn get(&self, key: &Key, chunk: &[u8], ids: &mut Vec<u32>) -> bool {
        self.line(key, chunk).is_some_and(|written| append(written, self.vocab_size, ids))
    }

    /// What stands behind `chunk` and its tab, up to the end of the file. `key` is the key of `chunk`.
    #[inline]
    pub(crate) fn line(&self, key: &Key, chunk: &[u8]) -> Option<&[u8]> {
        if chunk.first() != Some(&b' ') || key.has_context() {
            return None;
        }
        let (mut slot, tag) = slot_and_tag(key);
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return None;
            }
            if found & TAG == tag {
                let line = &self.text[found as u32 as usize..];
                if line.starts_with(chunk) && line.get(chunk.len()) == Some(&b'\t') {
                    return Some(&line[chunk.len() + 1..]);
                }
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Appends the ids at the beginning of `written`. Returns false if they are not ids of a vocabulary of this size.
pub(crate) fn append(written: &[u8], vocab_size: u32, ids: &mut Vec<u32>) -> bool {
    let from = ids.len();
    let mut id = 0u32;
    for &byte in written {
        match byte {
            b'0'..=b'9' => id = id.wrapping_mul(10).wrapping_add(u32::from(byte - b'0')),
            b' ' | b'\n' if id < vocab_size => {
                ids.push(id);
                id = 0;
                if byte == b'\n' {
                    return true;
                }
            }
            _ => break,
        }
    }
    ids.truncate(from);
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tokenizer;
    use std::path::Path;

    #[test]
    fn the_bundled_tables_pass_the_check_and_say_what_their_models_say() {
        let artifacts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts");
        let mut checked = 0;
        for folder in std::fs::read_dir(artifacts).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
            let names = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
            if !names.into_iter().any(|name| name.to_string_lossy().starts_with(PRECOMPUTED)) {
                continue;
            }
            // Unlike `load_bundled`, this checks the content of compressed files, and drops the lines whose ids do not write the chunk.
            let tokenizer = Tokenizer::load(&folder).unwrap();
            let table = tokenizer.precomputed().unwrap();
            let lines: Vec<(&str, Vec<u32>)> =
                table.lines().map(|(chunk, ids)| (chunk, ids.split(' ').map(|id| id.parse().unwrap()).collect())).collect();
            for (chunk, written) in &lines {
                assert_eq!(ids(table, chunk).as_ref(), Some(written), "{}: {chunk}", folder.display());
            }
            // Words are encoded side by side, in one text; other chunks one by one.
            let is_word = |line: &&(&str, Vec<u32>)| line.0[1..].chars().all(char::is_alphabetic);
            let (words, others): (Vec<_>, Vec<_>) = lines.iter().partition(is_word);
            let mut next = others.iter();
            tokenizer.for_each_behind_a_letter(others.iter().map(|(chunk, _)| chunk.as_bytes()), |chunk, ids| {
                assert_eq!(next.next(), Some(&&(chunk, ids.to_vec())), "{}", folder.display());
                true
            });
            let text = String::from("a") + &words.iter().map(|(chunk, _)| *chunk).collect::<String>();
            let expected: Vec<u32> = words.iter().flat_map(|(_, ids)| ids.clone()).collect();
            assert!(!words.is_empty() && !others.is_empty(), "{}", folder.display());
            checked += 1;
            let none = Precomputed::read(COLUMNS.into(), tokenizer.vocabulary().len()).unwrap();
            assert!(tokenizer.with_precomputed(none).encode_ids(&text, false).ends_with(&expected), "{}", folder.display());
        }
        assert!(checked > 0);
    }

    fn ids(table: &Precomputed, text: &str) -> Option<Vec<u32>> {
        let mut ids = vec![7];
        let key = Key::new(text.as_bytes(), 0, text.len(), false)?;
        table.get(&key, text.as_bytes(), &mut ids).then(|| ids.split_off(1))
    }

    #[test]
    fn a_chunk_has_the_ids_of_its_own_line() {
        let table = Precomputed::read("chunk\tids\n ev\t1 20\n evler\t3\n e\t99\n".into(), 30).unwrap();
        assert_eq!(ids(&table, " ev"), Some(vec![1, 20]));
        assert_eq!(ids(&table, " evler"), Some(vec![3]));
        assert_eq!(ids(&table, " evl"), None);
        assert_eq!(ids(&table, " e"), None, "no id of the tokenizer");
        let edge = Precomputed::read("chunk\tids\n ev\t29\n evler\t30\n".into(), 30).unwrap();
        assert_eq!((ids(&edge, " ev"), ids(&edge, " evler")), (Some(vec![29]), None), "the last id is vocab_size - 1");
        let checked = table.checked(|| |chunk, ids| (chunk, ids) != (b" ev", &[1, 20]));
        assert_eq!(self::ids(&checked, " ev"), None);
        assert_eq!(self::ids(&checked, " evler"), Some(vec![3]));
        let text = " evler";
        assert!(!checked.get(&Key::new(text.as_bytes(), 0, text.len(), true).unwrap(), text.as_bytes(), &mut Vec::new()));
    }

    #[test]
    fn a_faulty_table_names_its_line() {
        for (text, what) in [
            ("ids\n", "line 1"),
            ("chunk\tids\n ev\t1\n evler 3\n", "line 3: fewer than two columns"),
            ("chunk\tids\n ev\n evler\t3\n", "line 2: fewer than two columns"),
            ("chunk\tids\nev\t1\n", "line 2: a chunk begins with a space"),
            ("chunk\tids\n ev\t1", "line 2: the line has no end"),
            ("chunk\tids\n ev\t1\n e\t2\n ev\t3\n", "line 4: the chunk is also on an earlier line"),
        ] {
            let refused = Precomputed::read(text.into(), 30).err().unwrap();
            assert!(refused.starts_with(what), "{refused}");
        }
        let lines = |count: usize| (0..count).fold(COLUMNS.to_owned(), |lines, number| lines + &format!(" {number}\t1\n"));
        assert!(Precomputed::read(lines(MOST), 30).is_ok());
        let refused = Precomputed::read(lines(MOST + 1), 30).err().unwrap();
        assert_eq!(refused, format!("line {}: there are more than {MOST} chunks", MOST + 2));
    }
}
