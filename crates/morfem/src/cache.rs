//! Ids of chunks seen before.
//!
//! Running text repeats its words: a table from chunk to ids saves most of the work. An entry is one cache line of 64 bytes: a chunk of at
//! most 32 bytes, its length, and at most 7 ids. Longer chunks and longer results are not kept; they are rare and dear to compare. The
//! table has a fixed number of pairs of entries. A chunk lives in either entry of its pair; a new one takes the first, and what was there
//! moves to the second, so of three chunks that share a pair the oldest goes. Memory is bounded, and a look-up is one hash, one or two
//! lines and a comparison of the whole chunk. A hit gives what the model gave for the very same bytes: a warm cache cannot change a result.

/// Longest chunk that is kept, in bytes.
pub const MAX_CHUNK: usize = 32;
/// Most ids that are kept for a chunk.
pub const MAX_IDS: usize = 7;
/// log2 of the number of pairs: 2^17 pairs of entries of 64 bytes are 16 MB.
const LOG_PAIRS: u32 = 17;

/// A chunk of at most [`MAX_CHUNK`] bytes as four words, padded with zeros.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Key {
    words: [u64; 4],
    len: u8,
    pair: u32,
}

impl Key {
    /// The key of `text[start..end]`, or None if it is too long. The bytes after the chunk are read too where there are any: four loads
    /// and masks are faster than a copy of variable length.
    #[inline(always)]
    pub fn new(text: &[u8], start: usize, end: usize) -> Option<Key> {
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
        let len = len as u8;
        Some(Key { words, len, pair: Self::pair(&words, len) })
    }

    /// The key of the same chunk where no space is implied before it.
    pub fn at_start(mut self) -> Key {
        self.len |= 0x80;
        self
    }

    /// The pair of entries for a chunk. Multiplication carries the low bits up, the fold brings the high bits down.
    #[inline(always)]
    fn pair(words: &[u64; 4], len: u8) -> u32 {
        const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0x1656_67b1_9e37_79f9, 0xff51_afd7_ed55_8ccd];
        let fold = |a: u64, b: u64| {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        };
        let low = fold(words[0] ^ ODD[0], words[1] ^ ODD[1]);
        let high = fold(words[2] ^ ODD[2], words[3] ^ ODD[3]);
        ((low ^ high.rotate_left(23) ^ len as u64).wrapping_mul(ODD[0]) >> (64 - LOG_PAIRS)) as u32
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
        if let Some(pair) = self.pairs.get(key.pair as usize) {
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
        let Some(pair) = self.pairs.get(key.pair as usize) else { return false };
        let Some(entry) = pair.iter().find(|entry| entry.holds(key)) else { return false };
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
        let pair = &mut self.pairs[key.pair as usize];
        if pair[0].count > 0 {
            pair[1] = pair[0];
        }
        pair[0].ids[..ids.len()].copy_from_slice(ids);
        (pair[0].words, pair[0].len, pair[0].count) = (key.words, key.len, ids.len() as u8);
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
                let key = Key::new(bytes, start, end).unwrap();
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
        assert!(Key::new(b"evler ve okullar, ve daha birsey eklenir", 0, 5) == Key::new(b"evler", 0, 5));
        assert!(Key::new(b"evler", 0, 5) != Key::new(b"evler\0", 0, 6));
        assert!(Key::new(&[b'a'; 40], 0, 33).is_none());
    }
}
