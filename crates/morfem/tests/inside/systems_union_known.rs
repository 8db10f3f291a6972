//! Tests of `src/systems/union/known.rs` that see what is private there.

use std::path::Path;

use super::*;
use crate::Tokenizer;

#[test]
fn the_known_words_of_the_bundled_union_have_the_ids_that_its_members_give_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts/multi");
    let tokenizer = Tokenizer::load(&folder).unwrap();
    let union: &Union = tokenizer.abilities().as_any().downcast_ref().unwrap();
    let known = union.known.as_ref().unwrap();
    let mut buffers: Vec<Buffers> = union.members.iter().map(|_| Buffers::default()).collect();
    let mut entries = Vec::new();
    assert!(known.rows().count() > 100_000);
    for (word, listed) in known.rows() {
        let member = Known::of(&listed, union.columns.len()).member().unwrap();
        let word = std::str::from_utf8(word).unwrap();
        // The counts of words are only known in training.
        let again = union.entries_of_word(word, member, &WordCounts::default(), &mut buffers[member]).unwrap();
        assert_eq!(Known::of(&again, union.columns.len()).ids, Known::of(&listed, union.columns.len()).ids, "{word}");
        let key = Key::new(word.as_bytes(), 0, word.len(), false).unwrap();
        assert!(union.look_up_known(known, &key, word.as_bytes(), &mut entries) && entries == listed, "{word}");
    }
}
