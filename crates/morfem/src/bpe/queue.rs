//! A priority queue for keys that mostly come in rising order: a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan 1990, section 2).
//!
//! Let `last` be the largest key popped so far. A key not below it goes to bucket 64 - z, z the number of leading zero bits of `key ^ last`:
//! bucket 0 holds `last` itself, bucket b the keys that differ from it first in bit b - 1. All keys of a bucket are smaller than
//! those of the next. To pop, take the first bucket that is not empty; its smallest key becomes `last`, and the others, which now agree
//! with `last` in one more leading bit at least, move to lower buckets; the buckets above keep their place, since the bits in which their keys first
//! differ from `last` are higher. So a key moves at most 64 times, whatever the number of keys: m pushes and pops cost O(64 m).
//!
//! A key below `last` comes *late*. It waits in a binary heap, which is emptied first: all its keys are below `last`, so below all others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The queue; smallest key first.
#[derive(Debug)]
pub(super) struct Queue {
    buckets: [Vec<u64>; 65],
    /// Bit b: bucket b is not empty.
    occupied: u128,
    last: u64,
    late: BinaryHeap<Reverse<u64>>,
}

impl Default for Queue {
    fn default() -> Self {
        Queue { buckets: std::array::from_fn(|_| Vec::new()), occupied: 0, last: 0, late: BinaryHeap::new() }
    }
}

impl Queue {
    /// Begins anew. The queue is empty.
    pub fn restart(&mut self) {
        debug_assert!(self.occupied == 0 && self.late.is_empty());
        self.last = 0;
    }

    #[inline]
    pub fn push(&mut self, key: u64) {
        if key < self.last { self.late.push(Reverse(key)) } else { self.place(key) }
    }

    /// Removes the smallest key.
    #[inline]
    pub fn pop(&mut self) -> Option<u64> {
        if let Some(Reverse(key)) = self.late.pop() {
            return Some(key);
        }
        if self.occupied == 0 {
            return None;
        }
        let first = self.occupied.trailing_zeros() as usize;
        let mut keys = std::mem::take(&mut self.buckets[first]);
        self.occupied &= !(1 << first);
        let smallest = (0..keys.len()).min_by_key(|&index| keys[index]).expect("an occupied bucket holds a key");
        self.last = keys.swap_remove(smallest);
        for key in keys.drain(..) {
            self.place(key);
        }
        // Bucket 0 may have taken its equals; any other is empty, and keeps its memory.
        if self.buckets[first].is_empty() {
            self.buckets[first] = keys;
        }
        Some(self.last)
    }

    #[inline]
    fn place(&mut self, key: u64) {
        let bucket = (64 - (key ^ self.last).leading_zeros()) as usize;
        self.buckets[bucket].push(key);
        self.occupied |= 1 << bucket;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Each step pops a key (None) or pushes one; small ranges give late keys and equals.
        #[test]
        fn pops_in_order_whatever_is_pushed(steps in proptest::collection::vec(proptest::option::of(prop_oneof![0u64..20, any::<u64>()]), 0..400)) {
            let (mut queue, mut plain) = (Queue::default(), BinaryHeap::new());
            for step in steps {
                match step {
                    Some(key) => {
                        queue.push(key);
                        plain.push(Reverse(key));
                    }
                    None => prop_assert_eq!(queue.pop(), plain.pop().map(|Reverse(key)| key)),
                }
            }
            while let Some(Reverse(key)) = plain.pop() {
                prop_assert_eq!(queue.pop(), Some(key));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
