//! [`Lanes`] with the instructions of AVX2.

use std::arch::x86_64::{
    __m256i, _mm256_cmpeq_epi8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi8,
    _mm256_sub_epi8,
};

use super::lanes::{Lanes, WIDTH};

/// Whether this processor has what [`Avx2`] and the functions around it are compiled for.
#[inline(always)]
pub(super) fn is_known() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt")
}

/// Only for code that runs after [`is_known`] has returned true. This is what makes its `unsafe` calls sound: none of them takes an
/// address, they only need a processor that has the instruction. In closures these calls are slow, because closures are not compiled for
/// AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2([__m256i; 2]);

impl Lanes for Avx2 {
    #[inline(always)]
    fn new(bytes: &[u8; WIDTH]) -> Self {
        // SAFETY: see `Avx2`.
        unsafe { Avx2([load(bytes, 0), load(bytes, 32)]) }
    }

    #[inline(always)]
    fn equal(&self, byte: u8) -> u64 {
        // SAFETY: see `Avx2`.
        unsafe {
            let wanted = _mm256_set1_epi8(byte as i8);
            collect(_mm256_cmpeq_epi8(self.0[0], wanted), _mm256_cmpeq_epi8(self.0[1], wanted))
        }
    }

    #[inline(always)]
    fn between(&self, low: u8, high: u8) -> u64 {
        // SAFETY: see `Avx2`.
        unsafe {
            let (low, span) = (_mm256_set1_epi8(low as i8), _mm256_set1_epi8((high - low) as i8));
            let (a, b) = (_mm256_sub_epi8(self.0[0], low), _mm256_sub_epi8(self.0[1], low));
            collect(_mm256_cmpeq_epi8(_mm256_min_epu8(a, span), a), _mm256_cmpeq_epi8(_mm256_min_epu8(b, span), b))
        }
    }

    #[inline(always)]
    fn high(&self) -> u64 {
        // SAFETY: see `Avx2`.
        unsafe { collect(self.0[0], self.0[1]) }
    }

    #[inline(always)]
    fn with(&self, bits: u8) -> Self {
        // SAFETY: see `Avx2`.
        unsafe {
            let bits = _mm256_set1_epi8(bits as i8);
            Avx2([_mm256_or_si256(self.0[0], bits), _mm256_or_si256(self.0[1], bits)])
        }
    }
}

/// The 32 bytes from `place` on.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; WIDTH], place: usize) -> __m256i {
    let (words, _) = bytes[place..place + 32].as_chunks::<8>();
    let word = |index: usize| i64::from_le_bytes(words[index]);
    _mm256_set_epi64x(word(3), word(2), word(1), word(0))
}

/// The highest bits of the bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn collect(low: __m256i, high: __m256i) -> u64 {
    _mm256_movemask_epi8(low) as u32 as u64 | (_mm256_movemask_epi8(high) as u32 as u64) << 32
}
