//! Questions about 64 bytes at a time. The answer is a mask: bit i says whether byte i passes.
//!
//! A processor with AVX2 (2013) compares 32 bytes in one instruction and collects the answers in a second one. Elsewhere the compiler turns
//! [`Portable`] into whatever the processor has. docs/design/core.md, section "Splitters", has the figures.

pub(super) const WIDTH: usize = 64;

/// The bytes of a window.
pub(super) trait Lanes: Copy {
    fn new(bytes: &[u8; WIDTH]) -> Self;

    /// The bytes that equal `byte`.
    fn equal(&self, byte: u8) -> u64;

    /// The bytes from `low` to `high`.
    fn between(&self, low: u8, high: u8) -> u64;

    /// The bytes that equal `byte` and are followed by one from `low` to `high`.
    #[inline(always)]
    fn followed(&self, byte: u8, low: u8, high: u8) -> u64 {
        self.equal(byte) & self.between(low, high) >> 1
    }

    /// The bytes from 0x80 on.
    fn high(&self) -> u64;

    /// The same bytes with the bits of `bits` set in each.
    fn with(&self, bits: u8) -> Self;
}

/// Runs on every processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([u8; WIDTH]);

impl Lanes for Portable {
    #[inline(always)]
    fn new(bytes: &[u8; WIDTH]) -> Self {
        Portable(*bytes)
    }

    #[inline(always)]
    fn equal(&self, byte: u8) -> u64 {
        mask(&self.0, |each| each == byte)
    }

    #[inline(always)]
    fn between(&self, low: u8, high: u8) -> u64 {
        mask(&self.0, |byte| byte.wrapping_sub(low) <= high - low)
    }

    #[inline(always)]
    fn high(&self) -> u64 {
        mask(&self.0, |byte| byte >= 0x80)
    }

    #[inline(always)]
    fn with(&self, bits: u8) -> Self {
        Portable(self.0.map(|byte| byte | bits))
    }
}

/// The mask of the bytes that pass `test`.
///
/// The compiler turns this code into comparisons of sixteen bytes at once, but not if it is inlined into more code. The answer for byte
/// 8 k + j is bit k of byte j of a word. Transposed as a matrix of 8 x 8 bits, that word is the mask.
#[inline(never)]
fn mask(bytes: &[u8; WIDTH], test: impl Fn(u8) -> bool) -> u64 {
    let mut answers = [0; WIDTH];
    for (answer, &byte) in answers.iter_mut().zip(bytes) {
        *answer = test(byte) as u8;
    }
    let mut pairs = [0; 16];
    for (lane, pair) in pairs.iter_mut().enumerate() {
        *pair = answers[lane] | answers[16 + lane] << 2 | answers[32 + lane] << 4 | answers[48 + lane] << 6;
    }
    let pairs = u128::from_le_bytes(pairs);
    transposed(pairs as u64 | ((pairs >> 64) as u64) << 1)
}

/// The transpose of a matrix of 8 x 8 bits: squares of 1, 2 and 4 bits are exchanged across the diagonal.
#[inline(always)]
fn transposed(mut matrix: u64) -> u64 {
    for (distance, upper) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let differing = (matrix ^ matrix >> distance) & upper;
        matrix ^= differing ^ differing << distance;
    }
    matrix
}

#[cfg(test)]
#[path = "../../../tests/inside/text_split_lanes.rs"]
mod tests;
