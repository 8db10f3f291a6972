//! The portable way of finding chunks against the definition.

use proptest::prelude::*;

use super::Splitter::{self, Gpt2, Thunder};
use super::lanes::Portable;
use super::{scan, window};

#[path = "../common/chunk_texts.rs"]
mod chunk_texts;

use chunk_texts::texts;

proptest! {
    #[test]
    fn a_processor_without_avx2_finds_the_same_chunks(text in texts()) {
        fn portable<C: window::Cut>(text: &str) -> Vec<usize> {
            let mut found = Vec::new();
            window::for_each_with::<C, Portable>(text.as_bytes(), |_, ends| found.extend_from_slice(ends));
            found
        }
        let ends = |splitter: Splitter| splitter.chunks(&text).scan(0, |end, chunk| { *end += chunk.len(); Some(*end) }).collect::<Vec<_>>();
        prop_assert_eq!(portable::<scan::Gpt2>(&text), ends(Gpt2));
        prop_assert_eq!(portable::<scan::Thunder>(&text), ends(Thunder));
        prop_assert_eq!(portable::<scan::InflectedMixed>(&text), ends(Splitter::InflectedMixed));
        prop_assert_eq!(portable::<scan::InflectedColon>(&text), ends(Splitter::InflectedColon));
        prop_assert_eq!(portable::<scan::InflectedHyphen>(&text), ends(Splitter::InflectedHyphen));
        prop_assert_eq!(portable::<scan::MarkedMixed>(&text), ends(Splitter::MarkedMixed));
    }
}
