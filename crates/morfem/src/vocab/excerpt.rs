//! A part of a longer text, which is copied fast.

/// The length of the copies.
const LENGTH: usize = 16;

/// A part of a text, and the whole text. A short part is copied together with what stands behind it, which is then cut off: a copy of fixed
/// length is faster than one of the right length.
#[derive(Clone, Copy)]
pub struct Excerpt<'a> {
    all: &'a [u8],
    begin: usize,
    end: usize,
}

impl<'a> Excerpt<'a> {
    /// The part from `begin` to `end`.
    #[inline(always)]
    pub fn new(all: &'a [u8], begin: usize, end: usize) -> Self {
        Excerpt { all, begin, end }
    }

    /// The part without its first bytes.
    #[inline(always)]
    pub fn behind(self, count: usize) -> Self {
        Excerpt { begin: self.begin + count, ..self }
    }

    /// A text of its own.
    pub fn whole(all: &'a [u8]) -> Self {
        Excerpt { all, begin: 0, end: all.len() }
    }

    /// The bytes of the part.
    #[inline(always)]
    pub fn as_bytes(self) -> &'a [u8] {
        &self.all[self.begin..self.end]
    }

    /// Their number.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.end - self.begin
    }

    /// Appends them.
    #[inline(always)]
    pub fn append_to(self, bytes: &mut Vec<u8>) {
        match self.all.get(self.begin..).and_then(|rest| rest.first_chunk::<LENGTH>()) {
            Some(window) if self.len() <= LENGTH => {
                let length = bytes.len() + self.len();
                bytes.extend_from_slice(window);
                bytes.truncate(length);
            }
            _ => bytes.extend_from_slice(self.as_bytes()),
        }
    }
}

#[cfg(test)]
#[path = "../../tests/inside/vocab_excerpt.rs"]
mod tests;
