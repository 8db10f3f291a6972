//! The ends of chunks on their way to the caller, who gets many at once.
//!
//! A loop over the chunks of one window of 64 bytes ends after a number of rounds that the processor cannot predict. So a fixed number of
//! ends is written for each window, more than most windows have, and only the counter says how many of them count.

/// The caller gets at least this many chunks at once, except at the end of the text.
pub(super) const MANY: usize = 64;
/// Number of ends that are written at once.
const GROUP: usize = 12;

/// The most chunks that the caller gets at once.
pub(crate) const MOST: usize = MANY + GROUP;

/// Ends of successive chunks.
pub(super) struct Ends<V> {
    visit: V,
    /// Where the first chunk begins.
    begin: usize,
    ends: [usize; MOST],
    count: usize,
    /// The end of the last chunk.
    pub last: usize,
}

impl<V: FnMut(usize, &[usize])> Ends<V> {
    /// `visit` gets the start of the first of some chunks, and the ends of all of them.
    #[inline(always)]
    pub fn new(visit: V) -> Self {
        Ends { visit, begin: 0, ends: [0; MOST], count: 0, last: 0 }
    }

    /// Adds the end of a chunk.
    #[inline(always)]
    pub fn push(&mut self, end: usize) {
        self.ends[self.count] = end;
        self.count += 1;
        self.last = end;
        self.flush_many();
    }

    /// Adds the place of each bit of a mask, `base` being that of bit 0.
    #[inline(always)]
    pub fn push_all(&mut self, base: usize, mut places: u64) {
        let mut left = places.count_ones() as usize;
        while left > 0 {
            let group = self.ends[self.count..].first_chunk_mut::<GROUP>().expect("there is always room for a group");
            for end in group {
                *end = base + places.trailing_zeros() as usize;
                places &= places.wrapping_sub(1);
            }
            let added = left.min(GROUP);
            self.count += added;
            left -= added;
            self.last = self.ends[self.count - 1];
            self.flush_many();
        }
    }

    #[inline(always)]
    fn flush_many(&mut self) {
        if self.count >= MANY {
            self.flush();
        }
    }

    /// Hands all ends to the caller.
    #[inline(always)]
    pub fn flush(&mut self) {
        if self.count > 0 {
            (self.visit)(self.begin, &self.ends[..self.count]);
            self.begin = self.last;
            self.count = 0;
        }
    }
}
