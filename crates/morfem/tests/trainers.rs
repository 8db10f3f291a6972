//! Each trainer makes of a small corpus what it made when its hash was recorded here, on any number of threads. So a change of a constant or
//! of a step of a trainer is seen, whatever it is.
//!
//! The record and the model card are left out of the hash, because they do not come from the corpus. Scores are saved in steps far above the
//! rounding of any machine. To change a trainer on purpose, copy the lines that the test prints into `RECORDED`.

use std::sync::Arc;

use morfem::Tokenizer;
use morfem::run::threads::with_threads;
use sha2::{Digest, Sha256};

use crate::{laws, mft, splinter, union};

/// By tokenizer, the first 16 digits of the hash of its files.
const RECORDED: [(&str, &str); 11] = [
    ("bpe", "583d66949749cee2"),
    ("bpe, whole texts", "862a5577d24eb56b"),
    ("unigram", "506c1e63f66657e9"),
    ("unigram, any bytes", "8db24d1740220b4c"),
    ("thunder", "6b0bb85fc10b06bc"),
    ("morpheus", "4533154d8204fb48"),
    ("morpheus, merged", "0b552195035554e2"),
    ("Arabic units", "aa51614a0d5ac020"),
    ("Arabic reductions, Unigram", "90ec560786899bda"),
    ("union, small", "dc2935ead5fff6eb"),
    ("Finnish MFT", "e9ac2182583d58fd"),
];

/// Of the Splinters, those of one language are enough.
const SPLINTERS: &str = "Arabic";

fn hash(tokenizer: &Tokenizer) -> String {
    let mut digest = Sha256::new();
    for (name, content) in tokenizer.files().iter().filter(|(name, _)| !["morfem.json", "README.md"].contains(&name.as_str())) {
        digest.update(format!("{name} {}\n", content.len()));
        digest.update(content);
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The tokenizers by name. The union of the bundled tokenizers is left out, because it depends on how those were trained.
fn tokenizers() -> Vec<(String, Arc<Tokenizer>)> {
    let splinters = splinter::TOKENIZERS.iter().filter(|(name, _)| name.starts_with(SPLINTERS));
    let unions = union::UNIONS.iter().filter(|(name, _)| *name == "small");
    let trained = laws::TOKENIZERS.iter().filter(|(name, _)| *name != "toy").chain(splinters);
    let mut found: Vec<_> = trained.map(|(name, tokenizer)| (name.to_string(), Arc::clone(tokenizer))).collect();
    found.extend(unions.map(|(name, tokenizer)| (format!("union, {name}"), Arc::clone(tokenizer))));
    found.push(("Finnish MFT".into(), Arc::new(mft::trained(&mft::FINNISH).expect("the pack is right"))));
    found
}

#[test]
fn each_trainer_makes_of_a_small_corpus_what_it_made_before() {
    let found: Vec<(String, String)> = tokenizers().into_iter().map(|(name, tokenizer)| (name, hash(&tokenizer))).collect();
    if !found.iter().map(|(name, hash)| (name.as_str(), hash.as_str())).eq(RECORDED) {
        let lines: String = found.iter().map(|(name, hash)| format!("    ({name:?}, {hash:?}),\n")).collect();
        panic!("trainers make other tokenizers than before; if that is meant, record in tests/trainers.rs:\n{lines}");
    }
}

#[test]
fn trainers_make_the_same_on_any_number_of_threads() {
    let trained = |threads: usize| {
        with_threads(Some(threads), || {
            ["bpe", "unigram", "thunder"].map(|kind| hash(&laws::small(kind, morfem::text::Splitter::Words, 400, serde_json::json!({}))))
        })
        .expect("threads can be had")
    };
    let one = trained(1);
    assert_eq!(trained(2), one);
    assert_eq!(trained(5), one);
}

/// A word of 40 letters that is there a thousand times would be one piece, if pieces had no greatest length.
#[test]
fn a_piece_over_units_has_at_most_sixteen_of_them() {
    let text = format!(" {}", "kelopak".repeat(6));
    let tokenizer = splinter::of_texts("ms", false, "unigram", 330, &[(&text, 1000), (" buku itu", 3)]);
    let longest = (0..tokenizer.vocabulary().len() as i64).map(|id| tokenizer.units(id).expect("in range").len()).max();
    assert_eq!(longest, Some(16));
}
