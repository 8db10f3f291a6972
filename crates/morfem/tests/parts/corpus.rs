//! Distinct chunks and their counts.

use std::collections::BTreeMap;

use morfem::corpus::ChunkCounter;
use proptest::prelude::*;

proptest! {
    #[test]
    fn counts_like_a_map(words in proptest::collection::vec(("[ab]{0,4}", 0u32..5), 0..300)) {
        let mut expected: BTreeMap<&[u8], u32> = BTreeMap::new();
        let mut counter = ChunkCounter::new();
        for (word, count) in &words {
            if !word.is_empty() && *count > 0 {
                *expected.entry(word.as_bytes()).or_default() += count;
            }
            counter.add(word.as_bytes(), *count);
        }
        let chunks = counter.into_chunks();
        prop_assert_eq!(chunks.iter().collect::<Vec<_>>(), expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn slices_cover_every_chunk_once(words in proptest::collection::btree_set("[a-c]{1,9}", 0..40), parts in 1usize..10) {
        let mut counter = ChunkCounter::new();
        words.iter().for_each(|word| counter.add(word.as_bytes(), 1));
        let chunks = counter.into_chunks();
        let covered: Vec<usize> = chunks.slices(parts).into_iter().flatten().collect();
        prop_assert_eq!(covered, (0..chunks.len()).collect::<Vec<_>>());
    }
}

#[test]
fn a_count_saturates() {
    let mut counter = ChunkCounter::new();
    counter.add(b"a", u32::MAX);
    counter.add(b"a", 7);
    assert_eq!(counter.into_chunks().iter().next(), Some((&b"a"[..], u32::MAX)));
}
