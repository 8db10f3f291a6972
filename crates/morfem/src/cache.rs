//! The cache: ids of chunks that were encoded before.
//!
//! Running text repeats its words, so a table from chunks to ids saves most of the work. An entry is one cache line of 64 bytes: a chunk of
//! at most 32 bytes, its length, and at most 7 ids. Longer chunks and longer results are rare and expensive to compare; they are not kept.
//!
//! Entries are stored in order of arrival. Frequent ones come first and so are neighbours, and memory is touched only as far as there are
//! entries: a new page costs as much as a new word. When the table is full, a new entry replaces the oldest. An index finds the entry of a
//! chunk: the hash of the chunk selects a bucket of four entry numbers, newest first, each with a tag of more bits of the hash. A chunk is
//! forgotten when its number is pushed out of the bucket, or its entry is replaced.
//!
//! So memory is bounded. A lookup is one hash, two cache lines that can be prefetched, and a comparison of the whole chunk. A hit returns
//! the ids that the model gave for the same bytes, so the cache cannot change a result. docs/decisions.md, section "Chunk cache", has the
//! figures behind the sizes.

/// Longest chunk that is kept, in bytes.
pub const MAX_CHUNK: usize = 32;
/// Most ids that are kept for a chunk.
pub const MAX_IDS: usize = 7;
/// Bits of an entry number. All entries together take at most 32 MB.
const NUMBER_BITS: u32 = 19;
/// The last number means that there is no entry.
const MAX_ENTRIES: usize = (1 << NUMBER_BITS) - 1;
const NONE: u32 = u32::MAX;
/// log2 of the number of buckets, of [`WAYS`] numbers each: 4 MB.
const LOG_BUCKETS: u32 = 18;
const WAYS: usize = 4;

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
    /// The key of `text[start..end]`, or None if it is too long. `context` is the bit of the text to the left that the ids depend on. Bytes
    /// after the chunk are read too if there are any: four loads and masks are faster than a copy of variable length.
    #[inline(always)]
    pub fn new(text: &[u8], start: usize, end: usize, context: bool) -> Option<Key> {
        let len = end - start;
        if len > MAX_CHUNK {
            return None;
        }
        let mut padded = [0u8; MAX_CHUNK];
        match text.get(start..start + MAX_CHUNK) {
            Some(window) => padded.copy_from_slice(window),
            None => padded[..len].copy_from_slice(&text[start..end]),
        }
        let mut words = [0u64; 4];
        for (index, word) in words.iter_mut().enumerate() {
            let value = u64::from_le_bytes(padded[index * 8..index * 8 + 8].try_into().expect("eight bytes"));
            let kept = len.saturating_sub(index * 8).min(8) as u32;
            *word = if kept == 8 { value } else { value & ((1u64 << (kept * 8)) - 1) };
        }
        let len = len as u8 | if context { CONTEXT } else { 0 };
        Some(Key { words, len, hash: Self::hashed(&words, len) })
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
        let low = fold(words[0] ^ ODD[0], words[1] ^ ODD[1]);
        let high = fold(words[2] ^ ODD[2], words[3] ^ ODD[3]);
        (low ^ high.rotate_left(23) ^ len as u64).wrapping_mul(ODD[0])
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        (self.hash >> (64 - LOG_BUCKETS)) as usize
    }

    /// The tag: the bits of the hash after those of the bucket, placed above the bits of an entry number.
    #[inline(always)]
    fn tag(&self) -> u32 {
        ((self.hash << LOG_BUCKETS >> 32) as u32) >> NUMBER_BITS << NUMBER_BITS
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

/// The number of the entry of a chunk, or of another chunk with the same tag.
#[derive(Clone, Copy)]
pub struct Found(u32);

/// The cache. Takes no memory until an entry is added.
#[derive(Default)]
pub struct Cache {
    index: Vec<[u32; WAYS]>,
    entries: Vec<Entry>,
    /// When the table is full, the entry that is replaced next.
    oldest: usize,
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
    /// Prefetches the bucket of `key`.
    #[inline(always)]
    pub fn prefetch(&self, key: &Key) {
        if let Some(bucket) = self.index.get(key.bucket()) {
            prefetch(bucket);
        }
    }

    /// The entry of `key`, if there is one; prefetches it.
    #[inline(always)]
    pub fn find(&self, key: &Key) -> Option<Found> {
        const NUMBER: u32 = (1 << NUMBER_BITS) - 1;
        let tag = key.tag();
        let slot = self.index.get(key.bucket())?.iter().find(|&&slot| slot & !NUMBER == tag)?;
        let number = slot & NUMBER;
        prefetch(self.entries.get(number as usize)?);
        Some(Found(number))
    }

    /// If the entry found belongs to `key`, appends its ids and returns true.
    #[inline(always)]
    pub fn get(&self, found: Found, key: &Key, ids: &mut Vec<u32>) -> bool {
        let entry = &self.entries[found.0 as usize];
        if !entry.holds(key) {
            return false;
        }
        // A copy of fixed length and a truncation are faster than a copy of the right length.
        let len = ids.len() + entry.count as usize;
        ids.extend_from_slice(&entry.ids);
        ids.truncate(len);
        true
    }

    /// Adds an entry for `key`, if there are few enough ids.
    #[inline]
    pub fn put(&mut self, key: &Key, ids: &[u32]) {
        if ids.is_empty() || ids.len() > MAX_IDS {
            return;
        }
        if self.index.is_empty() {
            self.index = vec![[NONE; WAYS]; 1 << LOG_BUCKETS];
            self.entries.reserve_exact(MAX_ENTRIES);
        }
        let mut entry = Entry { words: key.words, ids: [0; MAX_IDS], len: key.len, count: ids.len() as u8 };
        entry.ids[..ids.len()].copy_from_slice(ids);
        let number = if self.entries.len() < MAX_ENTRIES {
            self.entries.push(entry);
            self.entries.len() - 1
        } else {
            let number = self.oldest;
            self.entries[number] = entry;
            self.oldest = (number + 1) % MAX_ENTRIES;
            number
        };
        let bucket = &mut self.index[key.bucket()];
        bucket.rotate_right(1);
        bucket[0] = key.tag() | number as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_is_the_very_chunk() {
        let text = "evlerde evlerd evler\0 evler ".repeat(3);
        let bytes = text.as_bytes();
        let mut cache = Cache::default();
        for start in 0..bytes.len() {
            for end in start + 1..bytes.len().min(start + MAX_CHUNK) {
                let key = Key::new(bytes, start, end, false).unwrap();
                let chunk = &bytes[start..end];
                let mut found = Vec::new();
                if cache.find(&key).is_some_and(|at| cache.get(at, &key, &mut found)) {
                    assert_eq!(
                        found,
                        chunk.iter().take(MAX_IDS).map(|&byte| byte as u32).chain([chunk.len() as u32]).take(MAX_IDS).collect::<Vec<_>>()
                    );
                }
                cache.put(
                    &key,
                    &chunk.iter().take(MAX_IDS).map(|&byte| byte as u32).chain([chunk.len() as u32]).take(MAX_IDS).collect::<Vec<_>>(),
                );
            }
        }
    }

    #[test]
    fn what_stands_behind_a_chunk_does_not_matter() {
        assert!(Key::new(b"evler ve okullar, ve daha birsey eklenir", 0, 5, false) == Key::new(b"evler", 0, 5, false));
        assert!(Key::new(b"evler", 0, 5, false) != Key::new(b"evler\0", 0, 6, false));
        assert!(Key::new(b"evler", 0, 5, false) != Key::new(b"evler", 0, 5, true));
        assert!(Key::new(&[b'a'; 40], 0, 33, false).is_none());
    }

    #[test]
    fn the_newest_chunks_are_kept() {
        let mut cache = Cache::default();
        let key = |number: usize| Key::new(number.to_string().as_bytes(), 0, number.to_string().len(), false).unwrap();
        let count = MAX_ENTRIES + 1000;
        (0..count).for_each(|number| cache.put(&key(number), &[number as u32]));
        let is_kept = |&number: &usize| {
            let mut ids = Vec::new();
            let is_kept = cache.find(&key(number)).is_some_and(|at| cache.get(at, &key(number), &mut ids));
            assert_eq!(ids, if is_kept { vec![number as u32] } else { vec![] });
            is_kept
        };
        assert_eq!((0..1000).filter(is_kept).count(), 0);
        assert_eq!((count - 1000..count).filter(is_kept).count(), 1000);
        assert!((1000..count).filter(is_kept).count() > MAX_ENTRIES * 9 / 10);
    }
}
