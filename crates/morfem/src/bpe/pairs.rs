//! A hash table from two neighbours to the merge that replaces them. An encoder looks up a pair at almost every step.
//!
//! Open addressing with linear probing: slots of 16 bytes, at most half of them used. The hash is a multiplication by an odd constant. Most
//! pairs do not merge. A bit set, eight bits a slot, tells nearly always that a pair has no slot, and it is small enough to stay in the
//! processor's cache.

/// Two neighbours and the symbol that replaces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The two symbols.
    pub left: u32,
    pub right: u32,
    /// The symbol that replaces them.
    pub product: u32,
}

/// Rank of a pair that does not merge; greater than the rank of every merge.
pub(super) const NO_RANK: u32 = u32::MAX;
/// Marks an empty slot. No pair has this value, because the parts of a merge are ids below `u32::MAX`.
const EMPTY: u64 = u64::MAX;
/// 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, volume 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The result of a lookup: the rank of the merge, or [`NO_RANK`], and its product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    pub rank: u32,
    pub product: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    pair: u64,
    merge: Ranked,
}

/// Merges by pair.
#[derive(Clone, Debug)]
pub(super) struct PairTable {
    slots: Vec<Slot>,
    shift: u32,
    /// By the first bits of the hash, three more than select a slot: whether some pair has them.
    present: Vec<u8>,
}

impl PairTable {
    /// A table of at most `merges` merges.
    pub fn with_capacity(merges: usize) -> Self {
        let size = (2 * merges).next_power_of_two().max(2);
        let empty = Slot { pair: EMPTY, merge: Ranked { rank: NO_RANK, product: 0 } };
        PairTable { slots: vec![empty; size], shift: 64 - size.trailing_zeros(), present: vec![0; size] }
    }

    /// Adds a merge; returns false if the table already has its pair.
    pub fn insert(&mut self, rank: u32, merge: Merge) -> bool {
        let slot = self.slot(merge.left, merge.right);
        let is_new = self.slots[slot].pair == EMPTY;
        if is_new {
            let (place, bit) = self.bit(merge.left, merge.right);
            self.present[place] |= bit;
            self.slots[slot] = Slot { pair: pair(merge.left, merge.right), merge: Ranked { rank, product: merge.product } };
        }
        is_new
    }

    /// The merge of two neighbours.
    #[inline(always)]
    pub fn get(&self, left: u32, right: u32) -> Ranked {
        let (place, bit) = self.bit(left, right);
        if self.present[place] & bit == 0 {
            return Ranked { rank: NO_RANK, product: 0 };
        }
        self.slots[self.slot(left, right)].merge
    }

    /// The byte of the pair in the bit set, and its bit.
    #[inline(always)]
    fn bit(&self, left: u32, right: u32) -> (usize, u8) {
        let hash = pair(left, right).wrapping_mul(SPREAD);
        ((hash >> self.shift) as usize, 1 << (hash >> (self.shift - 3) & 7))
    }

    /// The slot of the pair, or the empty slot where it would be. The search ends, because the table is never full.
    #[inline(always)]
    fn slot(&self, left: u32, right: u32) -> usize {
        let pair = pair(left, right);
        let mut slot = (pair.wrapping_mul(SPREAD) >> self.shift) as usize;
        while self.slots[slot].pair != pair && self.slots[slot].pair != EMPTY {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

#[inline(always)]
fn pair(left: u32, right: u32) -> u64 {
    (left as u64) << 32 | right as u64
}
