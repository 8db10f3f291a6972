//! Tests of `src/search/terms.rs` that see what is private there.

use super::*;
use std::path::Path;

#[test]
fn a_full_cache_of_words_starts_again() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts/bpe");
    let folds = Folds::read(&[]).unwrap();
    let table = "rule\ttext\tvalue\treason\nfield\tword\t1\t\nunknown\tword\t1\t\napart\tişyeri\tiş yer\t\n";
    let table = Table::read("search.tsv", table.as_bytes(), &folds).unwrap();
    let terms = Terms::new(Arc::new(Tokenizer::load(&folder).unwrap()), table, folds, None);
    let text = |count: usize| -> String { (0..count).map(|number| format!("{number} ")).collect() };
    assert_eq!(terms.texts(&text(CACHED + 2), Side::Document).len(), CACHED + 2);
    let caches = terms.caches.take();
    assert_eq!(caches.document.known.len(), 2);
    // Not between the halves of a word that is written as two.
    terms.caches.put(caches);
    let found = terms.texts(&(text(CACHED - 3) + "iş yer"), Side::Document);
    assert_eq!(found.last().map(|term| &**term), Some("işyeri"));
}
