//! A root in a stem: where its letters stand, and which are written in another way or not at all.

use super::alphabet::Alphabet;
use super::packed::{Packed, SILENT, SLOT};

/// The fewest and the most letters of a stem in which a root is looked for.
pub const SHORTEST_STEM: usize = 2;
pub const LONGEST: usize = 12;
/// The places of a root's letters in a stem, as bits.
pub type Places = u16;

/// A root in a stem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// Where its letters are written.
    pub places: Places,
    pub restored: Option<Restored>,
    /// The first letter and the last, where they are written in another way than in the root; else a slot.
    pub edges: [u8; 2],
}

/// A letter of a root that is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    /// How many letters of the root, and of the stem, stand before it.
    pub index: u8,
    pub before: u8,
    pub letter: u8,
}

impl Root {
    /// A root all of whose letters are written as they are.
    pub fn at(places: Places, restored: Option<Restored>) -> Self {
        Root { places, restored, edges: [SLOT; 2] }
    }

    /// The same root in a stem without so many letters at its beginning, none of which is of the root.
    pub fn moved(self, letters: usize) -> Self {
        let restored = self.restored.map(|restored| Restored { before: restored.before.saturating_sub(letters as u8), ..restored });
        Root { places: self.places >> letters, restored, ..self }
    }

    /// How many letters it has.
    fn size(&self) -> usize {
        self.places.count_ones() as usize + usize::from(self.restored.is_some())
    }

    /// The letters of the root in a stem, as they count in roots.
    #[inline]
    pub fn letters<'a>(&self, alphabet: &'a Alphabet, stem: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        let (root, size, mut index, mut places) = (*self, self.size(), 0, Bits(self.places));
        std::iter::from_fn(move || {
            index += 1;
            let letter = match root.restored {
                Some(restored) if restored.index as usize + 1 == index => Some(restored.letter),
                _ => places.next().map(|at| alphabet.base(stem[at])),
            };
            match root.edges {
                [first, _] if index == 1 && first != SLOT => Some(first),
                [_, last] if index == size && last != SLOT => Some(last),
                _ => letter,
            }
        })
    }

    /// The pattern of a stem: slots in the places of the root. Where a letter of the root is written in another way than in the root, as
    /// hamza is, the pattern has it, and a silent slot.
    #[inline]
    pub fn pattern<'a>(&self, alphabet: &'a Alphabet, stem: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        let Root { places, restored, edges } = *self;
        let (first, last) = (self.hull().0, self.hull().1 - 1);
        let (mut at, mut is_silent) = (0, restored.is_some_and(|restored| restored.before == 0));
        let is_after = move |at: usize| restored.is_some_and(|restored| restored.before as usize == at && at > 0);
        let mut is_seat = false;
        std::iter::from_fn(move || {
            if std::mem::take(&mut is_seat) || std::mem::take(&mut is_silent) {
                return Some(SILENT);
            }
            let &letter = stem.get(at)?;
            let is_slot = places >> at & 1 == 1;
            at += 1;
            is_silent = is_after(at);
            let is_other = edges[0] != SLOT && at - 1 == first || edges[1] != SLOT && at - 1 == last;
            is_seat = is_slot && (alphabet.base(letter) != letter || is_other);
            Some(if is_slot && !is_seat { SLOT } else { letter })
        })
    }

    /// Whether all its letters are written, and as they are in the root.
    #[inline]
    pub fn is_plain(&self, alphabet: &Alphabet, stem: &[u8]) -> bool {
        self.restored.is_none() && self.edges == [SLOT; 2] && Bits(self.places).all(|at| alphabet.base(stem[at]) == stem[at])
    }

    /// Whether the stem is nothing but the root.
    pub fn is_bare(&self, alphabet: &Alphabet, stem: &[u8]) -> bool {
        self.pattern(alphabet, stem).all(|sign| sign == SLOT)
    }

    /// The place of the first letter that is written, and that behind the last.
    pub fn hull(&self) -> (usize, usize) {
        (self.places.trailing_zeros() as usize, self.places.ilog2() as usize + 1)
    }
}

/// Places, first to last.
#[derive(Clone)]
pub struct Bits(pub Places);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (at < Places::BITS).then_some(at as usize)
    }
}

/// Letters as one number, eight bits for each, from 1 on.
#[inline]
pub fn spelled(letters: impl DoubleEndedIterator<Item = u8>) -> Packed {
    letters.rev().fold(0, |packed, letter| packed << 8 | (letter as Packed + if letter == SLOT { 0 } else { 1 }))
}

/// The slots at some places of [`spelled`] letters.
#[inline]
pub fn slots(places: Places) -> Packed {
    const BYTES: [u64; 256] = {
        let (mut bytes, mut places) = ([0u64; 256], 0);
        while places < 256 {
            let mut at = 0;
            while at < 8 {
                if places >> at & 1 == 1 {
                    bytes[places] |= 0xff << (8 * at);
                }
                at += 1;
            }
            places += 1;
        }
        bytes
    };
    BYTES[places as usize & 0xff] as Packed | (BYTES[places as usize >> 8] as Packed) << 64
}
