//! Packs and answers of the playground, on bundled tokenizers.

use std::path::Path;
use std::sync::Arc;

use morfem::Tokenizer;
use morfem_wasm::{analyze, compare, explain, paradigm, read, terms};

fn bundled(name: &str) -> Tokenizer {
    Tokenizer::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts").join(name)).unwrap()
}

/// The pack that `tools/playground.py` writes, before compression.
fn pack(tokenizer: &Tokenizer) -> Vec<u8> {
    let files = tokenizer.files();
    let sizes: Vec<(&String, usize)> = files.iter().map(|(name, content)| (name, content.len())).collect();
    let mut pack = serde_json::to_vec(&sizes).unwrap();
    pack.push(b'\n');
    pack.extend(files.values().flatten());
    pack
}

#[test]
fn a_pack_gives_the_tokenizer_that_it_was_made_of() {
    let tokenizer = bundled("he-splinter");
    let read = read(&pack(&tokenizer)).unwrap();
    assert_eq!(read.hash(), tokenizer.hash());
    assert_eq!(compare(&read, "הילדים שבבית", 9), compare(&tokenizer, "הילדים שבבית", 9));
}

#[test]
fn a_damaged_pack_is_refused() {
    let whole = pack(&bundled("he-splinter"));
    let longer = [&whole[..], b"x"].concat();
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    for damaged in [b"".as_slice(), b"[]", b"{}\n", &whole[..whole.len() - 1], &longer, &changed] {
        assert!(matches!(read(damaged), Err(morfem::Error::Artifact(_))));
    }
}

#[test]
fn answers_describe_each_token_and_stop_at_the_limit() {
    let answer = compare(&bundled("he-splinter"), "הילדים שבבית 😀", 2);
    assert_eq!(answer["tokens"].as_array().unwrap().len(), 2);
    assert!(answer["count"].as_u64().unwrap() > 2);
    let token = answer["tokens"][0].as_object().unwrap();
    let fields = ["id", "token", "kind", "gloss", "surface", "start", "end", "byte_start", "byte_end", "word", "positions"];
    assert_eq!(token.keys().collect::<Vec<_>>(), fields);
}

#[test]
fn shares_of_analyses_add_up_to_one() {
    let answer = analyze(&bundled("tr-mft"), "evlerinde", 5).unwrap();
    let analyses = answer["analyses"].as_array().unwrap();
    assert!(analyses.len() > 1);
    let sum: f64 = analyses.iter().map(|each| each["probability"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(analyze(&bundled("he-splinter"), "שלום", 5).is_err());
}

#[test]
fn the_steps_to_a_root_are_explained() {
    let answer = explain(&bundled("he-splinter"), "לעבוד").unwrap();
    assert_eq!(answer["root"], "עבד");
    assert_eq!(answer["residue_positions"].as_array().unwrap().len(), 3);
}

#[test]
fn a_root_has_its_forms() {
    let answer = paradigm(&bundled("tr-mft"), "kitap").unwrap();
    assert_eq!(answer["forms"]["1SG.POSS"][0], "kitabım");
    assert!(paradigm(&bundled("he-splinter"), "ספר").is_err());
}

#[test]
fn the_terms_of_a_word_are_those_of_the_tables_of_its_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/languages");
    let content = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let tables = serde_json::json!({ "table": content("tr/search.tsv"), "folds": [content("fold.tsv"), content("tr/fold.tsv")] });
    let answer = terms(&Arc::new(bundled("tr-mft")), &tables.to_string(), "kitaplarımızdan").unwrap();
    assert_eq!(answer["terms"][0]["text"], "kitap");
    assert!(terms(&Arc::new(bundled("tr-mft")), "no JSON", "ev").is_err());
}
