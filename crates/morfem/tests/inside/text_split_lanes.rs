//! Tests of `src/text/split/lanes.rs` that see what is private there.

use super::*;

fn check<L: Lanes>() {
    // Every byte at many places: the step of 37 visits all 256 values in four windows.
    for start in 0..4 {
        let bytes: [u8; WIDTH] = std::array::from_fn(|place| ((start * WIDTH + place) * 37) as u8);
        let mask = |test: &dyn Fn(u8) -> bool| bytes.iter().rev().fold(0u64, |mask, &byte| mask << 1 | test(byte) as u64);
        let lanes = L::new(&bytes);
        for low in 0..=255u8 {
            for high in [low, low.saturating_add(5), low.saturating_add(100), 255] {
                assert_eq!(lanes.between(low, high), mask(&|byte| (low..=high).contains(&byte)), "{low} {high}");
            }
            assert_eq!(lanes.equal(low), mask(&|byte| byte == low), "{low}");
            assert_eq!(lanes.with(0x20).equal(low), mask(&|byte| byte | 0x20 == low), "{low}");
        }
        assert_eq!(lanes.high(), mask(&|byte| byte >= 0x80));
    }
}

#[test]
fn a_mask_has_the_bytes_that_pass() {
    check::<Portable>();
    #[cfg(target_arch = "x86_64")]
    if super::super::avx2::is_known() {
        check::<super::super::avx2::Avx2>();
    }
}
