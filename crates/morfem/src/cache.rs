//! Ids of chunks seen before.
//!
//! Running text repeats its words: a table from chunk to ids saves most of the work. An entry is one cache line of 64 bytes: a chunk of at
//! most 32 bytes, its length, and at most 7 ids. Longer chunks and longer results are not kept; they are rare and dear to compare. The
//! table has a fixed number of pairs of entries. A chunk lives in its home pair or, if that is full, in a second pair where there is room; if there
//! is none either, it takes the first place at home, what was there the second, and what was there goes. So nothing is lost before the table is
//! nearly full: three chunks of one home are common in a table that is half empty. Memory is bounded, and a look-up is one hash, one or two
//! lines, seldom four, and a comparison of the whole chunk. A hit gives what the model gave for the very same bytes: a warm cache cannot
//! change a result.

/// Longest chunk that is kept, in bytes.
pub const MAX_CHUNK: usize = 32;
/// Most ids that are kept for a chunk.
pub const MAX_IDS: usize = 7;
/// log2 of the number of pairs: 2^18 pairs of entries of 64 bytes are 32 MB.
const LOG_PAIRS: u32 = 18;

/// The bit of a length that says that there is a context.
const CONTEXT: u8 = 0x80;

/// A chunk of at most [`MAX_CHUNK`] bytes as four words, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Key {
    words: [u64; 4],
    len: u8,
    home: u32,
    second: u32,
}

impl Key {
    /// The key of `text[start..end]`, or None if it is too long. `context` is what else the ids of a chunk depend on. The bytes after the chunk are read too where there are any: four loads
    /// and masks are faster than a copy of variable length.
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
        let [home, second] = Self::pairs(&words, len);
        Some(Key { words, len, home, second })
    }

    /// Two numbers of eighteen bits that are as good as drawn at random.
    #[inline(always)]
    pub fn hash(&self) -> [u32; 2] {
        [self.home, self.second]
    }

    /// Whether it was made with a context.
    #[inline(always)]
    pub fn has_context(&self) -> bool {
        self.len & CONTEXT != 0
    }

    /// The pairs of entries for a chunk. Multiplication carries the low bits up, the fold brings the high bits down.
    #[inline(always)]
    fn pairs(words: &[u64; 4], len: u8) -> [u32; 2] {
        const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xff51_afd7_ed55_8ccd];
        let fold = |a: u64, b: u64| {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        };
        let low = fold(words[0] ^ ODD[0], words[1] ^ ODD[1]);
        let high = fold(words[2] ^ ODD[2], words[3] ^ ODD[3]);
        let hash = (low ^ high.rotate_left(23) ^ len as u64).wrapping_mul(ODD[0]);
        [(hash >> (64 - LOG_PAIRS)) as u32, (hash >> (64 - 2 * LOG_PAIRS)) as u32 & ((1 << LOG_PAIRS) - 1)]
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
    const EMPTY: Entry = Entry { words: [0; 4], ids: [0; MAX_IDS], len: 0, count: 0 };

    #[inline(always)]
    fn holds(&self, key: &Key) -> bool {
        self.words == key.words && self.len == key.len
    }
}

/// The table, empty until something is kept.
#[derive(Default)]
pub struct Cache {
    pairs: Vec<[Entry; 2]>,
}

impl Cache {
    /// Starts to bring the pair of `key` near, so that a later look-up need not wait for memory.
    #[inline(always)]
    pub fn prefetch(&self, key: &Key) {
        #[cfg(target_arch = "x86_64")]
        if let Some(pair) = self.pairs.get(key.home as usize) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing and cannot fault; SSE is part of x86-64.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>((&raw const pair[0]).cast());
                _mm_prefetch::<_MM_HINT_T0>((&raw const pair[1]).cast());
            }
        }
    }

    /// Appends the ids of `key` to `ids` and answers true, if they are known.
    #[inline(always)]
    pub fn get(&self, key: &Key, ids: &mut Vec<u32>) -> bool {
        let Some(home) = self.pairs.get(key.home as usize) else { return false };
        let mut entry = home.iter().find(|entry| entry.holds(key));
        if entry.is_none() && home[1].count > 0 {
            entry = self.pairs[key.second as usize].iter().find(|entry| entry.holds(key));
        }
        let Some(entry) = entry else { return false };
        // A copy of fixed length and a truncation are faster than a copy of the right length.
        let len = ids.len() + entry.count as usize;
        ids.extend_from_slice(&entry.ids);
        ids.truncate(len);
        true
    }

    /// Keeps the ids of `key`, if they are few enough.
    #[inline]
    pub fn put(&mut self, key: &Key, ids: &[u32]) {
        if ids.is_empty() || ids.len() > MAX_IDS {
            return;
        }
        if self.pairs.is_empty() {
            self.pairs = vec![[Entry::EMPTY; 2]; 1 << LOG_PAIRS];
        }
        let free = |pair: &[Entry; 2]| pair.iter().position(|entry| entry.count == 0);
        let (home, second) = (key.home as usize, key.second as usize);
        let entry = if let Some(free) = free(&self.pairs[home]) {
            &mut self.pairs[home][free]
        } else if let Some(free) = free(&self.pairs[second]) {
            &mut self.pairs[second][free]
        } else {
            self.pairs[home][1] = self.pairs[home][0];
            &mut self.pairs[home][0]
        };
        entry.ids[..ids.len()].copy_from_slice(ids);
        (entry.words, entry.len, entry.count) = (key.words, key.len, ids.len() as u8);
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
                if cache.get(&key, &mut found) {
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
}
