//! Mutants of artefacts of every kind, whose hashes are right, are refused or obey the laws; the test `hostile` of the core does the same
//! with seeds.
#![no_main]

#[path = "../../crates/morfem/tests/hostile/laws.rs"]
mod laws;
#[path = "../../crates/morfem/tests/hostile/mutate.rs"]
mod mutate;
#[path = "../../crates/morfem/tests/hostile/seeds.rs"]
mod seeds;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use morfem::record::Files;
use morfem::{Error, Tokenizer};

const KINDS: [&str; 9] = [
    "bpe",
    "unigram",
    "thunder",
    "sentencepiece",
    "mft",
    "morpheus",
    "splinter, units",
    "splinter, reductions and merges",
    "splinter, reductions and pieces",
];

static SEEDS: LazyLock<[Files; 9]> = LazyLock::new(|| KINDS.map(seeds::files));

fuzz_target!(|input: &[u8]| {
    let mut choices = mutate::Choices::new(input, 0);
    let files = mutate::mutant(&SEEDS[choices.below(KINDS.len())], &mut choices);
    match Tokenizer::from_files(&files, "fuzz") {
        Ok(tokenizer) => laws::check(&tokenizer, &mut choices).expect("it obeys the laws"),
        Err(error) => assert!(matches!(error, Error::Artifact(_)), "{error:?}"),
    }
});
