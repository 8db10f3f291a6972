//! Tests of `src/search/terms.rs` that see what is private there.

use super::*;
use std::path::Path;

#[test]
fn a_full_cache_of_words_starts_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts/bpe");
    let folds = Folds::read(&[]).unwrap();
    let table = Table::read("search.tsv", b"rule\ttext\tvalue\treason\nfield\tword\t1\t\nunknown\tword\t1\t\n", &folds).unwrap();
    let terms = Terms::new(Arc::new(Tokenizer::load(&folder).unwrap()), table, folds, None);
    let text: String = (0..CACHED + 2).map(|number| format!("{number} ")).collect();
    assert_eq!(terms.texts(&text, Side::Document).len(), CACHED + 2);
    assert_eq!(terms.caches.take().document.known.len(), 2);
}
