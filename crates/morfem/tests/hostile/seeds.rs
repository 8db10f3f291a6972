//! Small tokenizers of every kind, trained on sentences of the repository: what mutants are made of.

use std::collections::BTreeMap;
use std::path::Path;

use morfem::Tokenizer;
use morfem::corpus::{ChunkCounter, Chunks};
use morfem::progress::Silent;
use morfem::record::Files;
use morfem::systems::{morpheus, trainer};
use morfem::text::Splitter;
use morfem::train::{SPECIAL_TOKENS, Task};
use serde_json::{Value, json};

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

fn task(size: usize, options: Value) -> Task {
    let specials = SPECIAL_TOKENS.map(String::from).to_vec();
    Task { sizes: vec![size], specials, options: options.as_object().expect("an object").clone(), ..Task::default() }
}

fn trained(kind: &str, chunks: &Chunks, task: Task) -> Tokenizer {
    trainer(kind).expect("it is listed").train(chunks, &task, &Silent).expect("the sentences are enough").remove(0)
}

fn bpe() -> Tokenizer {
    trained("bpe", &chunks("tr", Splitter::Gpt2), Task { splitter: Some(Splitter::Gpt2), ..task(500, json!({})) })
}

fn unigram(kind: &str, language: &str, splitter: Splitter, units: &str, score: &str) -> Tokenizer {
    let options = json!({"unit_rule": units, "score": score});
    trained(kind, &chunks(language, splitter), Task { splitter: Some(splitter), ..task(480, options) })
}

/// A Unigram model as an import makes it: its bytes have no scores, and it begins every text with a space.
fn sentencepiece() -> Files {
    let mut files = unigram("unigram", "tr", Splitter::Words, "characters", "likelihood").files();
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
    let options = json!({"merges": 20, "roots": 100});
    trained("mft", &counter.into_chunks(), Task { files, ..task(720, options) })
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
    let options = json!({"merges": 10, "pieces": 130, "exceptions": 10, "min_words": 1, "epochs": 20, "l1": 0.1});
    let files = [("phonology.toml".to_owned(), PHONOLOGY.as_bytes().to_vec())].into();
    trained("morpheus", &chunks, Task { files, probabilities, ..task(560, options) })
}

fn splinter(language: &str, has_units: bool, merger: &str, size: usize) -> Tokenizer {
    let names = if has_units { vec!["alphabet.tsv", "clitics.tsv"] } else { vec!["alphabet.tsv"] };
    let table = |name: &str| (name.to_owned(), read(&format!("python/morfem/languages/{language}/{name}")).into_bytes());
    let mut options = json!({"merger": merger, "min_count": 1});
    if has_units {
        let shares = json!({"affix_exponent": 0.5, "whole_share": 0.3, "root_share": 0.2, "pattern_share": 0.1, "outer_pattern_share": 0.1,
            "piece_share": 0.1, "word_weight": 0.3, "root_weight": 0.35, "tear_exponent": 1.0, "stem_weight": 2.0});
        options.as_object_mut().expect("an object").extend(shares.as_object().expect("an object").clone());
    }
    trained("splinter", &chunks(language, Splitter::Marked), Task { files: names.into_iter().map(table).collect(), ..task(size, options) })
}

/// The files of the tokenizer of a kind; Splinter has three methods.
pub fn files(kind: &str) -> Files {
    match kind {
        "bpe" => bpe().files(),
        "unigram" => unigram("unigram", "ms", Splitter::SpaceRuns, "any", "likelihood").files(),
        "thunder" => unigram("thunder", "ko", Splitter::Thunder, "linguistic", "branching_entropy").files(),
        "sentencepiece" => sentencepiece(),
        "mft" => mft().files(),
        "morpheus" => morpheus().files(),
        "splinter, units" => splinter("he", true, "bpe", 800).files(),
        "splinter, reductions and merges" => splinter("ms", false, "bpe", 500).files(),
        "splinter, reductions and pieces" => splinter("ar", false, "unigram", 700).files(),
        other => panic!("no kind {other:?}"),
    }
}
