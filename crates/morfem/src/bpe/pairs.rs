//! From two neighbours to the merge that replaces them, if there is one: the question that an encoder asks most.
//!
//! Pairs of symbols below 256 are looked up in a direct table, because in byte-level encoding every question begins with one of them.
//! All pairs lie in an open-addressing table as well: slots of 16 bytes, at most half of them taken, linear probing after multiplication
//! by an odd constant, so that most questions, answered yes or no, touch one cache line.

use super::encode::Merge;

/// Rank of a pair that does not merge; greater than the rank of every merge.
pub(super) const NO_RANK: u32 = u32::MAX;
const DIRECT: usize = 256;
/// No pair: the parts of a merge are ids below `u32::MAX`.
const EMPTY: u64 = u64::MAX;
/// 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming, volume 3, section 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The answer: the rank of the merge, or [`NO_RANK`], and its product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranked {
    pub rank: u32,
    pub product: u32,
}

impl Ranked {
    pub const NONE: Ranked = Ranked { rank: NO_RANK, product: 0 };
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    pair: u64,
    merge: Ranked,
}

/// The merges by pair.
#[derive(Clone, Debug)]
pub(super) struct PairTable {
    direct: Vec<Ranked>,
    slots: Vec<Slot>,
    shift: u32,
}

impl PairTable {
    /// Builds the table. The error is the rank of a merge whose pair has been listed before.
    pub fn new(merges: &[Merge]) -> Result<Self, usize> {
        let size = (2 * merges.len()).next_power_of_two().max(2);
        let slots = vec![Slot { pair: EMPTY, merge: Ranked::NONE }; size];
        let mut table = PairTable { direct: vec![Ranked::NONE; DIRECT * DIRECT], slots, shift: 64 - size.trailing_zeros() };
        for (rank, &Merge { left, right, product }) in merges.iter().enumerate() {
            let slot = table.slot(left, right);
            if table.slots[slot].pair != EMPTY {
                return Err(rank);
            }
            let merge = Ranked { rank: rank as u32, product };
            table.slots[slot] = Slot { pair: pair(left, right), merge };
            if ((left | right) as usize) < DIRECT {
                table.direct[left as usize * DIRECT + right as usize] = merge;
            }
        }
        Ok(table)
    }

    /// The merge of two symbols of the input.
    #[inline(always)]
    pub fn first(&self, left: u32, right: u32) -> Ranked {
        if ((left | right) as usize) < DIRECT { self.direct[left as usize * DIRECT + right as usize] } else { self.get(left, right) }
    }

    /// The merge of any two symbols.
    #[inline(always)]
    pub fn get(&self, left: u32, right: u32) -> Ranked {
        self.slots[self.slot(left, right)].merge
    }

    /// Where the pair lies, or the empty slot where it would. The table is never full, so there is one.
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
