//! Small tokenizers of every kind, trained on sentences of the repository: what mutants are made of.

use std::collections::BTreeMap;
use std::path::Path;

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::progress::Silent;
use morfem::record::Files;
use morfem::systems::splinter::reduction::Weight;
use morfem::systems::splinter::select::Quotas;
use morfem::systems::splinter::train::{Inner, Options as SplinterOptions};
use morfem::systems::{mft, morpheus};
use morfem::text::Splitter;
use morfem::unigram::train::{Options, Score};
use morfem::{Tokenizer, assemble};
use serde_json::json;

use super::mutate::{manifest, sealed};

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("tests/texts").exists()).expect("the repository").into()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn chunks(language: &str, splitter: Splitter) -> Chunks {
    let mut counter = ChunkCounter::new();
    for sentence in read(&format!("tests/texts/{language}.txt")).lines() {
        splitter.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 3));
    }
    counter.into_chunks()
}

fn specials() -> Vec<String> {
    assemble::SPECIAL_TOKENS.map(String::from).to_vec()
}

fn bpe() -> Tokenizer {
    assemble::train_bpe(&chunks("tr", Splitter::Gpt2), Splitter::Gpt2, 500, &specials(), 2, &Silent).expect("the sentences are enough")
}

fn unigram(kind: &str, language: &str, splitter: Splitter, units: &str, score: Score) -> Tokenizer {
    let options = Options { pieces: vec![480], units: units.parse().expect("a rule"), score, ..Options::default() };
    assemble::train_unigram(&chunks(language, splitter), kind, splitter, &specials(), options, &Silent).expect("they are enough").remove(0)
}

/// A Unigram model as an import makes it: its bytes have no scores, and it begins every text with a space.
fn sentencepiece() -> Files {
    let mut files = unigram("unigram", "tr", Splitter::Words, "characters", Score::Likelihood).files();
    let mut record = manifest(&files);
    record["kind"] = json!("sentencepiece");
    record["space_before"] = json!(true);
    record["unknown_score"] = json!(-25.5);
    let text = String::from_utf8(files["vocabulary.tsv"].clone()).expect("it is text");
    let unscored = |line: &str| match line.split_once("\tbyte\t") {
        Some((token, _)) => format!("{token}\tbyte\t\n"),
        None => format!("{line}\n"),
    };
    files.insert("vocabulary.tsv".into(), text.lines().map(unscored).collect::<String>().into_bytes());
    sealed(files, record)
}

/// With merges, and the tables of the small Finnish pack.
fn mft() -> Tokenizer {
    let pack = root().join("tests/packs/finnish");
    let files: BTreeMap<String, Vec<u8>> = std::fs::read_dir(pack)
        .expect("the pack is part of the repository")
        .map(|entry| entry.expect("a file").path())
        .map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), std::fs::read(&path).expect("it can be read")))
        .collect();
    let mut counter = ChunkCounter::new();
    for path in ["tests/packs/finnish/sentences.txt", "tests/texts/tr.txt"] {
        for sentence in read(path).lines() {
            Splitter::Inflected.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 3));
        }
    }
    let options = mft::train::Options {
        vocab_size: 720,
        merges: 20,
        roots: 100,
        estimation: Default::default(),
        rest: Default::default(),
        search: Default::default(),
    };
    assemble::train_mft(&counter.into_chunks(), &files, &specials(), &options, &Silent).expect("they are enough")
}

const PHONOLOGY: &str = r#"
open = "("
quotes = "\"'"
[vowels]
a = "back"
"ı" = "back"
o = "back"
u = "back"
e = "front"
i = "front"
"ö" = "front"
"ü" = "front"
[sounds]
consonants = "bcçdfgğhjklmnprsştvyz"
voiceless = "fstkçşhp"
[capitals]
i = "İ"
"ı" = "I"
"#;

/// Cuts before a few endings.
fn morpheus() -> Tokenizer {
    let chunks = chunks("tr", Splitter::Inflected);
    let letters = morpheus::Letters::new(PHONOLOGY.as_bytes()).expect("the letters are right");
    let mut probabilities = Vec::new();
    for (word, _) in morpheus::train::words(&chunks, &letters) {
        probabilities.extend(word.char_indices().skip(1).map(|(at, _)| {
            let is_cut = ["ler", "lar", "den", "dan", "ki", "nın"].iter().any(|ending| word[at..].starts_with(ending));
            if is_cut { 0.9 } else { 0.1 }
        }));
    }
    let labels = morpheus::train::Labels { probabilities: &probabilities, measured: &[] };
    let options = morpheus::train::Options {
        vocab_size: 560,
        merges: 10,
        pieces: Some(130),
        rest: Default::default(),
        joins: morpheus::train::Joins::Segments,
        exceptions: 10,
        solver: morpheus::solve::Options { min_words: 1, rounds: 20, sparsity: 0.1, ..Default::default() },
    };
    assemble::train_morpheus(&chunks, PHONOLOGY.as_bytes(), &labels, &specials(), &options, &Silent).expect("they are enough")
}

fn splinter(language: &str, has_units: bool, inner: Inner, size: usize) -> Tokenizer {
    let table = |name| read(&format!("languages/{language}/{name}"));
    let options = SplinterOptions {
        alphabet: table("alphabet.tsv"),
        clitics: has_units.then(|| table("clitics.tsv")),
        weight: Weight::Types,
        affix_power: 0.5,
        min_count: 1,
        quotas: Quotas {
            wholes: 0.3,
            roots: 0.2,
            patterns: 0.1,
            outer_patterns: 0.1,
            pieces: 0.1,
            word_weight: 0.3,
            root_weight: 0.35,
            tear_power: 1.0,
            stem_weight: 2.0,
        },
        inner,
    };
    let chunks = chunks(language, Splitter::Marked);
    assemble::train_splinter(&chunks, &[size], &specials(), &options, None, &Silent).expect("they are enough").remove(0)
}

/// The files of the tokenizer of a kind; Splinter has three methods.
pub fn files(kind: &str) -> Files {
    match kind {
        "bpe" => bpe().files(),
        "unigram" => unigram("unigram", "ms", Splitter::SpaceRuns, "any", Score::Likelihood).files(),
        "thunder" => unigram("thunder", "ko", Splitter::Thunder, "linguistic", Score::BranchingEntropy).files(),
        "sentencepiece" => sentencepiece(),
        "mft" => mft().files(),
        "morpheus" => morpheus().files(),
        "splinter, units" => splinter("he", true, Inner::Bpe, 800).files(),
        "splinter, reductions and merges" => splinter("ms", false, Inner::Bpe, 500).files(),
        "splinter, reductions and pieces" => splinter("ar", false, Inner::Unigram, 700).files(),
        other => panic!("no kind {other:?}"),
    }
}
