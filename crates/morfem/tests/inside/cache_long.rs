//! Tests of `src/cache/long.rs` that see what is private there.

use super::*;

fn ids(cache: &LongCache, chunk: &[u8], context: bool) -> Option<Vec<u32>> {
    let mut ids = vec![7];
    cache.get(chunk, context, &mut ids).then(|| ids.split_off(1))
}

#[test]
fn a_long_chunk_has_the_ids_it_had_in_the_same_context() {
    let mut cache = LongCache::default();
    let chunks: Vec<String> = (0..100).map(|number| format!("{number} ").repeat(20)).collect();
    for (chunk, number) in chunks.iter().zip(0..) {
        cache.put(chunk.as_bytes(), false, &[number, 1]);
        cache.put(chunk.as_bytes(), true, &[number, 2]);
    }
    for (chunk, number) in chunks.iter().zip(0..) {
        assert_eq!(ids(&cache, chunk.as_bytes(), false), Some(vec![number, 1]));
        assert_eq!(ids(&cache, chunk.as_bytes(), true), Some(vec![number, 2]));
        assert_eq!(ids(&cache, &chunk.as_bytes()[1..], true), None);
    }
}

#[test]
fn memory_is_bounded() {
    let mut cache = LongCache::default();
    let chunk = |number: usize| format!("{number:>width$}", width = MAX_LONG_CHUNK - number % 900).into_bytes();
    for number in 0..20_000 {
        cache.put(&chunk(number), false, &[number as u32; 3]);
        assert!(cache.chunks.len() <= MAX_BYTES && cache.ids.len() <= MAX_IDS);
    }
    assert_eq!(ids(&cache, &chunk(0), false), None);
    assert_eq!(ids(&cache, &chunk(19_999), false), Some(vec![19_999; 3]));
    let longer = [b'a'; MAX_LONG_CHUNK + 1];
    cache.put(&longer, false, &[1]);
    assert_eq!(ids(&cache, &longer, false), None);
    cache.put(b"of many ids", false, &[1; MAX_LONG_CHUNK + 1]);
    assert_eq!(ids(&cache, b"of many ids", false), None);
}

#[test]
fn chunks_that_fill_the_room_exactly_are_kept() {
    let mut cache = LongCache::default();
    let chunk = |number: usize| format!("{number:>MAX_LONG_CHUNK$}").into_bytes();
    let count = MAX_BYTES / MAX_LONG_CHUNK;
    (0..count).for_each(|number| cache.put(&chunk(number), false, &[number as u32]));
    assert_eq!(ids(&cache, &chunk(0), false), Some(vec![0]));
    cache.put(b"x", false, &[1]);
    assert_eq!((ids(&cache, &chunk(0), false), ids(&cache, b"x", false)), (None, Some(vec![1])));
}
