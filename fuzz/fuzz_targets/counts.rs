//! Mutants of files of counted chunks, whose hashes are right, are refused or are what saving them writes; the test `hostile` of the core
//! does the same with seeds.
#![no_main]

#[path = "../../crates/morfem/tests/hostile/counts.rs"]
#[allow(dead_code)]
mod counts;
#[path = "../../crates/morfem/tests/hostile/mutate.rs"]
#[allow(dead_code)]
mod mutate;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use morfem::text::Splitter;

static SEEDS: LazyLock<[counts::File; 3]> = LazyLock::new(|| {
    let texts: Vec<&str> = include_str!("../../tests/texts/tr.txt").lines().take(5).collect();
    [counts::File::of(Splitter::Words, &texts), counts::File::of(Splitter::Gpt2, &texts), counts::File::of(Splitter::Whole, &[])]
});

static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder can be made"));

fuzz_target!(|input: &[u8]| {
    let mut choices = mutate::Choices::new(input, 0);
    let file = counts::mutant(&SEEDS[choices.below(SEEDS.len())], &mut choices);
    counts::check(&file, FOLDER.path()).expect("it is refused, or is what saving writes");
});
