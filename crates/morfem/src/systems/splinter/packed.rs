//! Short runs of letters as numbers, and tables that are asked by them.
//!
//! Each letter takes as many bits as the alphabet needs, the first letter the lowest, and its code is its number plus one; slots are the
//! largest codes. So a part of a word is a shift and a mask, a pattern is its stem with the bits of some letters set, and equal
//! runs are equal numbers: nothing is read twice, nothing is allocated. A number has 128 bits, in which 25 letters of Hebrew fit; no longer
//! run can be whole in a vocabulary.

use crate::cache::prefetch;

/// The slot of a root letter in a pattern, and of one that is not written.
pub const SLOT: u8 = 0xFF;
pub const SILENT: u8 = 0xFE;

/// A run of letters; 0 is the empty one.
pub type Packed = u128;

/// How the letters of an alphabet are packed.
#[derive(Clone, Copy, Debug)]
pub struct Packing {
    bits: u32,
    longest: usize,
}

impl Packing {
    /// For an alphabet of so many letters.
    pub fn new(letters: usize) -> Self {
        // The codes 1 to the number of letters, and the two largest ones for slots.
        let bits = (letters + 2).ilog2() + 1;
        Packing { bits, longest: (Packed::BITS / bits) as usize }
    }

    /// Letters of the longest run that can be packed.
    #[inline]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// A run of letters and slots; none if it is too long.
    #[inline]
    pub fn pack(&self, letters: &[u8]) -> Option<Packed> {
        // Most runs fit into the first 64 bits, where they are packed in fewer steps.
        let packed =
            |letters: &[u8]| letters.iter().rev().fold(0, |packed, &letter| packed << self.bits | self.code(letter) as u64) as Packed;
        let half = (u64::BITS / self.bits) as usize;
        let joined = || letters.chunks(half).rev().fold(0, |joined, chunk| joined << (half as u32 * self.bits) | packed(chunk));
        (letters.len() <= self.longest).then(|| if letters.len() <= half { packed(letters) } else { joined() })
    }

    /// A run of letters and slots that is known to be short enough.
    #[inline]
    pub fn pack_signs(&self, signs: impl Iterator<Item = u8>) -> Packed {
        let mut shift = 0;
        signs.fold(0, |packed, sign| {
            let packed = packed | self.code(sign).checked_shl(shift).unwrap_or(0);
            shift += self.bits;
            packed
        })
    }

    /// The last letters of a run as far as they fit into 64 bits, the last letter in the lowest bits. The run has no slots.
    #[inline]
    pub fn pack_reversed(&self, letters: &[u8]) -> u64 {
        letters.iter().fold(0, |packed, &letter| packed << self.bits | (letter as u64 + 1))
    }

    #[inline]
    fn code(&self, letter: u8) -> Packed {
        match letter {
            SLOT => (1 << self.bits) - 1,
            SILENT => (1 << self.bits) - 2,
            _ => letter as Packed + 1,
        }
    }

    /// The letters of a run, first to last.
    pub fn letters(&self, mut packed: Packed) -> impl Iterator<Item = u8> {
        let (bits, slot) = (self.bits, (1 << self.bits) - 1);
        std::iter::from_fn(move || {
            let code = packed & slot;
            packed >>= bits;
            (code > 0).then(|| match slot - code {
                0 => SLOT,
                1 => SILENT,
                _ => code as u8 - 1,
            })
        })
    }

    /// The bits of the first letters.
    #[inline]
    pub fn mask(&self, length: usize) -> Packed {
        MASKS[(length * self.bits as usize).min(Packed::BITS as usize)]
    }

    /// A part of a run.
    #[inline]
    pub fn part(&self, packed: Packed, from: usize, to: usize) -> Packed {
        if from == to { 0 } else { packed >> (from as u32 * self.bits) & self.mask(to - from) }
    }

    /// A run after another; they must not be too long together.
    #[inline]
    pub fn joined(&self, first: Packed, length: usize, second: Packed) -> Packed {
        if second == 0 { first } else { first | second << (length as u32 * self.bits) }
    }

    /// The letters at some places as a run of their own.
    #[inline]
    pub fn chosen(&self, packed: Packed, places: u16) -> Packed {
        let (mut left, mut chosen, mut shift) = (places, 0, 0);
        while left != 0 {
            let at = left.trailing_zeros();
            chosen |= (packed >> (at * self.bits) & ((1 << self.bits) - 1)) << shift;
            shift += self.bits;
            left &= left - 1;
        }
        chosen
    }

    /// A run with slots at some places.
    #[inline]
    pub fn slotted(&self, packed: Packed, places: u16) -> Packed {
        let (mut left, mut slotted) = (places, packed);
        while left != 0 {
            let at = left.trailing_zeros();
            slotted |= ((1 << self.bits) - 1) << (at * self.bits);
            left &= left - 1;
        }
        slotted
    }
}

/// The lowest bits, by their number: a look-up takes fewer steps than a shift of 128 bits.
static MASKS: [Packed; Packed::BITS as usize + 1] = {
    let mut masks = [Packed::MAX; Packed::BITS as usize + 1];
    let mut bits = 0;
    while bits < Packed::BITS {
        masks[bits as usize] = (1 << bits) - 1;
        bits += 1;
    }
    masks
};

/// A map from runs of at least one letter to values. Nearly all runs fit into 64 bits; these have a part of their own, which is half as large.
#[derive(Clone, Debug)]
pub struct Table<V> {
    short: Places<u64, V>,
    long: Places<Packed, V>,
}

/// Open addressing, three quarters full at most. Most runs that are looked up are not in the table. One byte of the hash of each entry shows
/// this for nearly all of them, and these bytes lie close together.
#[derive(Clone, Debug)]
struct Places<K, V> {
    /// 0 where there is none.
    tags: Vec<u8>,
    places: Vec<(K, V)>,
}

impl<V: Copy + Default> Table<V> {
    /// A table with entries; of equal runs the first has its place.
    pub fn new(entries: impl Iterator<Item = (Packed, V)>) -> Self {
        let is_short = |key: Packed| key >> u64::BITS == 0;
        let (short, long): (Vec<_>, Vec<_>) = entries.filter(|entry| entry.0 != 0).partition(|entry| is_short(entry.0));
        let short = short.into_iter().map(|(key, value)| (key as u64, value)).collect();
        Table { short: Places::new(short), long: Places::new(long) }
    }

    /// Fetches from memory what [`Table::get`] will read.
    #[inline]
    pub fn prefetch(&self, key: Packed) {
        if let Ok(key) = u64::try_from(key) {
            let (at, _) = self.short.place(key);
            prefetch(&self.short.tags[at]);
            prefetch(&self.short.places[at]);
        }
    }

    /// The value of a run.
    #[inline]
    pub fn get(&self, key: Packed) -> Option<V> {
        match u64::try_from(key) {
            Ok(key) => self.short.get(key),
            Err(_) => self.long.get(key),
        }
    }
}

impl<K: Copy + Default + Eq + Into<Packed>, V: Copy + Default> Places<K, V> {
    fn new(entries: Vec<(K, V)>) -> Self {
        let size = (entries.len() * 4 / 3 + 1).next_power_of_two();
        let mut table = Places { tags: vec![0; size], places: vec![Default::default(); size] };
        for entry in entries {
            let (at, tag) = table.find(entry.0);
            if table.tags[at] == 0 {
                (table.tags[at], table.places[at]) = (tag, entry);
            }
        }
        table
    }

    #[inline]
    fn get(&self, key: K) -> Option<V> {
        let (at, _) = self.find(key);
        (self.tags[at] != 0).then(|| self.places[at].1)
    }

    /// Where the search for a run begins, and its tag.
    #[inline]
    fn place(&self, key: K) -> (usize, u8) {
        const ODD: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f];
        let packed: Packed = key.into();
        let (low, high) = (packed as u64, (packed >> 64) as u64);
        let product = (low ^ ODD[0]) as u128 * (high ^ ODD[1]) as u128;
        let hash = product as u64 ^ (product >> 64) as u64;
        (hash as usize & (self.tags.len() - 1), (hash >> 56) as u8 | 1)
    }

    /// Where a run is, or would be, and its tag.
    #[inline]
    fn find(&self, key: K) -> (usize, u8) {
        let (mut at, tag) = self.place(key);
        loop {
            let known = self.tags[at];
            if known == 0 || known == tag && self.places[at].0 == key {
                return (at, tag);
            }
            at = (at + 1) & (self.tags.len() - 1);
        }
    }
}

/// A run of at most four letters, one byte each.
#[inline]
pub fn small(letters: impl Iterator<Item = u8>) -> u32 {
    letters.fold(0, |key, letter| key << 8 | (letter as u32 + 1))
}

/// Whether a sign of a pattern is a letter of its own.
pub fn is_own(sign: u8) -> bool {
    !matches!(sign, SLOT | SILENT)
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_splinter_packed.rs"]
mod tests;
