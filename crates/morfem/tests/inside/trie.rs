//! Tests of `src/trie.rs` that see what is private there.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

proptest! {
    #[test]
    fn finds_every_key_and_nothing_else(keys in proptest::collection::btree_map(proptest::collection::vec(any::<u8>(), 1..6), 0u32..MAX_ID, 0..400), text in proptest::collection::vec(any::<u8>(), 0..12)) {
        let sorted: Vec<(&[u8], u32)> = keys.iter().map(|(key, &id)| (key.as_slice(), id)).collect();
        let trie = Trie::new(&sorted);
        for (key, &id) in &keys {
            prop_assert_eq!(trie.get(key), Some(id));
        }
        let expected: Vec<_> = (1..=text.len()).filter_map(|n| keys.get(&text[..n]).map(|&id| (n, id))).collect();
        prop_assert_eq!(trie.prefixes(&text).collect::<Vec<_>>(), expected);
        let mut parts: Vec<Part> = (0..=text.len()).flat_map(|begin| (begin..=text.len()).map(move |end| Part::new(begin, end))).collect();
        trie.get_each(&text, &mut parts);
        for part in parts {
            prop_assert_eq!(part.id, keys.get(&text[part.begin..part.end]).copied());
        }
    }
}

#[test]
fn every_byte_string_of_length_two_is_found() {
    let keys: BTreeMap<Vec<u8>, u32> = (0..=0xffffu32).map(|n| ((n as u16).to_be_bytes().to_vec(), n)).collect();
    let sorted: Vec<(&[u8], u32)> = keys.iter().map(|(key, &id)| (key.as_slice(), id)).collect();
    let trie = Trie::new(&sorted);
    assert!(sorted.iter().all(|&(key, id)| trie.get(key) == Some(id)));
    assert_eq!(trie.get(b"abc"), None);
}

#[test]
fn a_trie_that_two_threads_build_has_all_keys_and_no_others() {
    // Most keys share their first letters, and end at all depths.
    let mut state = 7u64;
    let keys: BTreeMap<Vec<u8>, u32> = (0..3 * MANY as u32)
        .map(|id| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let tail = (state >> 20).to_be_bytes();
            let length = 4 + (state >> 8) as usize % 5;
            ([b" common".as_slice(), &tail[8 - length..]].concat(), id)
        })
        .collect();
    let sorted: Vec<(&[u8], u32)> = keys.iter().map(|(key, &id)| (key.as_slice(), id)).collect();
    assert!(sorted.len() >= MANY);
    let trie = Trie::new(&sorted);
    for (key, id) in sorted {
        assert_eq!(trie.get(key), Some(id));
        let others = [key[..key.len() - 1].to_vec(), [key, b"x"].concat(), key[1..].to_vec()];
        others.iter().for_each(|other| assert_eq!(trie.get(other), keys.get(other).copied()));
    }
}
