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
use morfem::files::record::Files;
use morfem::{Error, Tokenizer};

static SEEDS: LazyLock<Vec<Files>> = LazyLock::new(|| seeds::KINDS.map(seeds::files).to_vec());

fuzz_target!(|input: &[u8]| {
    let mut choices = mutate::Choices::new(input, 0);
    let files = mutate::mutant(&SEEDS[choices.below(SEEDS.len())], &mut choices);
    match Tokenizer::from_files(&files, "fuzz") {
        Ok(tokenizer) => laws::check(&tokenizer, &mut choices).expect("it obeys the laws"),
        Err(error) => assert!(matches!(error, Error::Artifact(_)), "{error:?}"),
    }
});
