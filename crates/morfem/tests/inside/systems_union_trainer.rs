//! Tests of `src/systems/union/trainer.rs` that see what is private there.

use super::*;

#[test]
fn a_long_root_saves_more_tokens_than_a_merge() {
    let bytes = (0..=255).map(|byte| (Kind::Byte, vec![byte]));
    let tokens = [(Kind::Root, " m\u{fc}şahit"), (Kind::Root, " ev"), (Kind::Subword, "şahit"), (Kind::Affix, "ler")];
    let mut vocabulary = Vocabulary::new(bytes.chain(tokens.map(|(kind, text)| (kind, text.as_bytes().to_vec())))).unwrap();
    let merged = vocabulary.join(&[256, 259], Kind::Word).unwrap();
    let saved = [256, 257, 258, merged].map(|id| tokens_saved(&vocabulary, id));
    assert_eq!(saved, [6.0, 1.0, 1.0, 1.0]);
}
