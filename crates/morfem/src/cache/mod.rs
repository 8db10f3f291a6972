//! The cache: ids of chunks that were encoded before.
//!
//! Running text repeats its words, so a table from chunks to ids saves most of the work. An entry is one cache line of 64 bytes: a chunk of
//! at most 32 bytes, its length, and at most 7 ids. If there are more ids, the entry says where they are in a list beside it. Longer chunks
//! are in a [table of their own](crate::cache::long).
//!
//! Entries are stored in order of arrival. Frequent ones come first and so are neighbours, and memory is touched only as far as there are
//! entries: a new page costs as much as a new word. When the table is full, a new entry replaces the oldest. An index finds the entry of a
//! chunk: the hash of the chunk selects a bucket of eight entry numbers, newest first, each with a tag of more bits of the hash. The index
//! grows with the entries. A chunk is forgotten when its number is pushed out of the bucket, or its entry is replaced.
//!
//! So memory is bounded. A lookup is one hash, two cache lines that can be prefetched, and a comparison of the whole chunk. A hit returns
//! the ids that the model gave for the same bytes, so the cache cannot change a result. docs/design/core.md, section "Chunk cache", has the
//! figures behind the sizes.

pub(crate) mod long;
pub mod precomputed;
pub(crate) mod shelf;

/// Longest chunk that is kept, in bytes.
pub const MAX_CHUNK: usize = 32;
/// Most ids that are kept for a chunk.
pub const MAX_IDS: usize = 7;
/// Bits of an entry number. All entries together take at most 32 MB.
const NUMBER_BITS: u32 = 19;
/// The last number means that there is no entry.
const MAX_ENTRIES: usize = (1 << NUMBER_BITS) - 1;
const NONE: u32 = u32::MAX;
const NUMBER: u32 = (1 << NUMBER_BITS) - 1;
/// log2 of the number of buckets, of [`WAYS`] numbers each, at first and at most: 128 kB and 4 MB.
const MIN_LOG_BUCKETS: u32 = 12;
const MAX_LOG_BUCKETS: u32 = 17;
/// The index grows when there are this many entries for each bucket. Then one entry of a hundred has been pushed out of its bucket.
const FULL: usize = 4;
/// It grows fourfold up to this number of buckets, as log2, then twofold.
const LARGE: u32 = 14;
const WAYS: usize = 8;

/// Most ids in the list beside the entries; when it is full, it is emptied.
const MAX_SPILLED: usize = 1 << 18;
/// The count of an entry whose ids are in the list. They are as many as `ids[1]`, from `ids[0]` on, if the list has been emptied as often
/// as `ids[2]`.
const SPILLED: u8 = u8::MAX;

/// The bit of a length that marks a key with a context.
const CONTEXT: u8 = 0x80;

/// A chunk of at most [`MAX_CHUNK`] bytes as four words, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Key {
    words: [u64; 4],
    len: u8,
    hash: u64,
}

impl Key {
    /// The key of no chunk, which is never in the cache.
    pub const NONE: Key = Key { words: [0; 4], len: 0, hash: 0 };

    /// The key of `text[start..end]`, or None if it is too long. `context` is the bit of the text to the left that the ids depend on.
    #[inline]
    pub fn new(text: &[u8], start: usize, end: usize, context: bool) -> Option<Key> {
        let mut key = Key::NONE;
        key.set(text, start, end, context);
        (!key.is_none()).then_some(key)
    }

    /// Makes this the key of `text[start..end]`, or that of no chunk if it is too long. The words are written one by one, not as a whole
    /// from another place: a processor waits when it reads at once what has just been written in parts.
    #[inline(always)]
    pub fn set(&mut self, text: &[u8], start: usize, end: usize, context: bool) {
        let len = end - start;
        if len > MAX_CHUNK {
            *self = Key::NONE;
            return;
        }
        [self.words[0], self.words[1]] = Self::half(text, start, end);
        [self.words[2], self.words[3]] = if len > MAX_CHUNK / 2 { Self::half(text, start + MAX_CHUNK / 2, end) } else { [0; 2] };
        self.len = len as u8 | if context { CONTEXT } else { 0 };
        self.hash = Self::hashed(&self.words, self.len);
    }

    /// The bytes from `start` on, up to `end` and sixteen at most, as two words. Bytes after the chunk are read too if there are any: two
    /// loads and a mask are faster than a copy of variable length.
    #[inline(always)]
    fn half(text: &[u8], start: usize, end: usize) -> [u64; 2] {
        let len = (end - start).min(MAX_CHUNK / 2);
        let window = match text[start..].first_chunk() {
            Some(window) => u128::from_le_bytes(*window),
            None => {
                let mut padded = [0; MAX_CHUNK / 2];
                padded[..len].copy_from_slice(&text[start..end]);
                u128::from_le_bytes(padded)
            }
        };
        let kept = if len == 0 { 0 } else { window & u128::MAX >> (128 - 8 * len) };
        [kept as u64, (kept >> 64) as u64]
    }

    /// Whether it is the key of no chunk.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.len == 0
    }

    /// A hash. Its upper bits are well mixed.
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Whether it was made with a context.
    #[inline(always)]
    pub fn has_context(&self) -> bool {
        self.len & CONTEXT != 0
    }

    /// The multiplication carries the low bits up, and the fold brings the high bits down.
    #[inline(always)]
    fn hashed(words: &[u64; 4], len: u8) -> u64 {
        const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xff51_afd7_ed55_8ccd];
        let fold = |a: u64, b: u64| {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        };
        let mut hash = fold(words[0] ^ ODD[0], words[1] ^ ODD[1]);
        if len & !CONTEXT > MAX_CHUNK as u8 / 2 {
            hash ^= fold(words[2] ^ ODD[2], words[3] ^ ODD[3]).rotate_left(23);
        }
        (hash ^ len as u64).wrapping_mul(ODD[0])
    }

    /// The tag: the bits of the hash after those of the bucket, placed above the bits of an entry number.
    #[inline(always)]
    fn tag(&self) -> u32 {
        ((self.hash << MAX_LOG_BUCKETS >> 32) as u32) & !NUMBER
    }
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Entry {
    words: [u64; 4],
    ids: [u32; MAX_IDS],
    len: u8,
    count: u8,
}

impl Entry {
    #[inline(always)]
    fn holds(&self, key: &Key) -> bool {
        self.words == key.words && self.len == key.len
    }
}

/// The number of the entry of a chunk, or of another chunk with the same tag, or of none.
#[derive(Clone, Copy)]
pub struct Found(u32);

impl Found {
    pub const NOTHING: Found = Found(NONE);

    #[inline(always)]
    pub fn is_nothing(self) -> bool {
        self.0 == NONE
    }
}

/// The cache. Takes no memory until an entry is added.
#[derive(Default)]
pub struct Cache {
    index: Vec<[u32; WAYS]>,
    log_buckets: u32,
    entries: Vec<Entry>,
    /// When the table is full, the entry that is replaced next.
    oldest: usize,
    /// The ids of entries with many.
    spilled: Vec<u32>,
    /// How often that list has been emptied.
    emptied: u32,
}

/// Asks the processor to load `place` into its cache, so that a later read need not wait.
#[inline(always)]
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and cannot fault; SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *place).cast()) };
    }
}

impl Cache {
    /// The bucket of a hash. Without an index it is 0, as the shift is then by all bits but one.
    #[inline(always)]
    fn bucket(&self, hash: u64) -> usize {
        (hash >> 1 >> (63 - self.log_buckets)) as usize
    }

    /// Prefetches the bucket of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: &Key) {
        if let Some(bucket) = self.index.get(self.bucket(key.hash)) {
            prefetch(bucket);
        }
    }

    /// The entry of `key`, if there is one; prefetches it.
    #[inline(always)]
    pub fn find(&self, key: &Key) -> Found {
        let tag = key.tag();
        let Some(bucket) = self.index.get(self.bucket(key.hash)) else { return Found::NOTHING };
        // The newest comes first, so it is looked at last.
        let slot = bucket.iter().rev().fold(NONE, |found, &slot| if slot & !NUMBER == tag { slot } else { found });
        let number = slot & NUMBER;
        match self.entries.get(number as usize) {
            Some(entry) => {
                prefetch(entry);
                Found(number)
            }
            None => Found::NOTHING,
        }
    }

    /// If the entry found belongs to `key`, appends its ids and returns true.
    #[inline(always)]
    pub fn get(&self, found: Found, key: &Key, ids: &mut Vec<u32>) -> bool {
        let Some(entry) = self.entries.get(found.0 as usize).filter(|entry| entry.holds(key)) else { return false };
        if entry.count == SPILLED {
            return self.get_spilled(entry, ids);
        }
        // A copy of fixed length and a truncation are faster than a copy of the right length.
        let len = ids.len() + entry.count as usize;
        ids.extend_from_slice(&entry.ids);
        ids.truncate(len);
        true
    }

    /// The ids of the entry found, if it belongs to `key`.
    #[inline(always)]
    pub fn look(&self, found: Found, key: &Key) -> Option<&[u32]> {
        let entry = self.entries.get(found.0 as usize).filter(|entry| entry.holds(key))?;
        if entry.count == SPILLED { self.spilled_ids(entry) } else { Some(&entry.ids[..entry.count as usize]) }
    }

    #[cold]
    fn get_spilled(&self, entry: &Entry, ids: &mut Vec<u32>) -> bool {
        self.spilled_ids(entry).map(|spilled| ids.extend_from_slice(spilled)).is_some()
    }

    #[cold]
    fn spilled_ids(&self, entry: &Entry) -> Option<&[u32]> {
        let [begin, count, emptied, ..] = entry.ids;
        (emptied == self.emptied).then(|| &self.spilled[begin as usize..][..count as usize])
    }

    /// Adds an entry for `key`, and returns it.
    #[inline]
    pub fn put(&mut self, key: &Key, ids: &[u32]) -> Found {
        if self.entries.len() >= FULL * self.index.len() && self.log_buckets < MAX_LOG_BUCKETS {
            self.grow();
        }
        let number = if self.entries.len() < MAX_ENTRIES {
            self.entries.push(Entry { words: [0; 4], ids: [0; MAX_IDS], len: 0, count: 0 });
            self.entries.len() - 1
        } else {
            let next = (self.oldest + 1) % MAX_ENTRIES;
            std::mem::replace(&mut self.oldest, next)
        };
        self.write(number, key, ids);
        self.enter(key, number);
        Found(number as u32)
    }

    /// Gives the entry found other ids if it belongs to `key`; else adds one. Returns it.
    #[inline]
    pub fn replace(&mut self, found: Found, key: &Key, ids: &[u32]) -> Found {
        if !self.entries.get(found.0 as usize).is_some_and(|entry| entry.holds(key)) {
            return self.put(key, ids);
        }
        self.write(found.0 as usize, key, ids);
        found
    }

    /// Writes an entry in its place: one that is put together elsewhere and then copied makes the processor wait. Copies of fixed lengths
    /// are faster than one of the right length.
    #[inline(always)]
    fn write(&mut self, number: usize, key: &Key, ids: &[u32]) {
        let place;
        let (ids, count) = if ids.len() > MAX_IDS {
            place = self.spill(ids);
            (&place[..], SPILLED)
        } else {
            (ids, ids.len() as u8)
        };
        let entry = &mut self.entries[number];
        (entry.words, entry.len, entry.count) = (key.words, key.len, count);
        let len = ids.len();
        if let (Some(first), Some(last)) = (ids.first_chunk::<4>(), ids.last_chunk::<4>()) {
            entry.ids[..4].copy_from_slice(first);
            entry.ids[len - 4..len].copy_from_slice(last);
        } else if len > 0 {
            [0, len / 2, len - 1].into_iter().for_each(|index| entry.ids[index] = ids[index]);
        }
    }

    /// Keeps ids in the list; returns where they are.
    #[cold]
    fn spill(&mut self, ids: &[u32]) -> [u32; 3] {
        if self.spilled.len() + ids.len() > MAX_SPILLED {
            self.spilled.clear();
            self.emptied = self.emptied.wrapping_add(1);
        }
        let place = [self.spilled.len() as u32, ids.len() as u32, self.emptied];
        self.spilled.extend_from_slice(ids);
        place
    }

    /// Puts the number of an entry first in the bucket of its key.
    #[inline(always)]
    fn enter(&mut self, key: &Key, number: usize) {
        let bucket = self.bucket(key.hash);
        let bucket = &mut self.index[bucket];
        bucket.copy_within(..WAYS - 1, 1);
        bucket[0] = key.tag() | number as u32;
    }

    /// Makes the index larger, so that buckets seldom overflow. A small index stays in the processor's cache.
    #[inline(never)]
    fn grow(&mut self) {
        self.log_buckets =
            if self.index.is_empty() { MIN_LOG_BUCKETS } else { self.log_buckets + if self.log_buckets < LARGE { 2 } else { 1 } };
        self.index = vec![[NONE; WAYS]; 1 << self.log_buckets];
        self.entries.reserve_exact(MAX_ENTRIES - self.entries.len());
        for number in 0..self.entries.len() {
            let Entry { words, len, .. } = self.entries[number];
            self.enter(&Key { words, len, hash: Key::hashed(&words, len) }, number);
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/cache.rs"]
mod tests;
