//! Small tokenizers of every kind, trained on sentences of the repository: what mutants are made of.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/finnish.rs"]
mod finnish;

use std::collections::BTreeSet;
use std::path::Path;

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::record::{Files, Record};
use morfem::systems::wordpiece::{Rules, WordPiece};
use morfem::text::Splitter;
use morfem::train::Task;
use morfem::{Kind, Tokenizer, Vocabulary};
use serde_json::json;

use super::mutate::{manifest, sealed};
use common::{task, trained};

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

fn bpe() -> Tokenizer {
    trained("bpe", &chunks("tr", Splitter::Gpt2), &Task { splitter: Some(Splitter::Gpt2), ..task(500, json!({})) })
}

fn unigram(kind: &str, language: &str, splitter: Splitter, units: &str, score: &str) -> Tokenizer {
    let options = json!({"unit_rule": units, "score": score});
    trained(kind, &chunks(language, splitter), &Task { splitter: Some(splitter), ..task(480, options) })
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

/// A WordPiece model as an import makes it: the words of the sentences, and letters that begin words or continue them.
fn wordpiece() -> Tokenizer {
    let text = read("tests/texts/tr.txt");
    let words = text.split(|c: char| !c.is_lowercase()).filter(|word| !word.is_empty()).map(|word| format!(" {word}"));
    let letters = ('a'..='z').flat_map(|letter| [format!(" {letter}"), letter.to_string()]);
    let pieces: BTreeSet<String> = words.chain(letters).chain([" .", " ,", " (", " ?"].map(String::from)).collect();
    let tokens = [(Kind::Special, b"[UNK]".to_vec())].into_iter();
    let tokens = tokens.chain(pieces.into_iter().map(|piece| (Kind::of_piece(piece.as_bytes()), piece.into_bytes())));
    let bytes = (0..=255u8).map(|byte| (Kind::Byte, vec![byte]));
    let vocabulary = Vocabulary::new(tokens.chain(bytes).collect::<Vec<_>>()).expect("the pieces are distinct");
    let rules = Rules { max_characters: 12, drops_controls: true, cuts_chinese: true, strips_accents: false, lowercases: true };
    let system = WordPiece::new(rules, &vocabulary, true).expect("no piece occurs twice");
    Tokenizer::new(Record::new("wordpiece", "wordpiece", Splitter::Words), vocabulary, system).expect("one special")
}

/// With merges, and the tables of the small Finnish pack.
fn mft() -> Tokenizer {
    let mut counter = ChunkCounter::new();
    for path in ["tests/packs/finnish/sentences.txt", "tests/texts/tr.txt"] {
        for sentence in read(path).lines() {
            Splitter::Inflected.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 3));
        }
    }
    let options = json!({"merges": 20, "roots": 100});
    trained("mft", &counter.into_chunks(), &Task { files: finnish::pack(), ..task(720, options) })
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
    trained("splinter", &chunks(language, Splitter::Marked), &Task { files: names.into_iter().map(table).collect(), ..task(size, options) })
}

/// The files of the tokenizer of a kind; Splinter has three methods.
pub fn files(kind: &str) -> Files {
    match kind {
        "bpe" => bpe().files(),
        "unigram" => unigram("unigram", "ms", Splitter::SpaceRuns, "any", "likelihood").files(),
        "thunder" => unigram("thunder", "ko", Splitter::Thunder, "linguistic", "branching_entropy").files(),
        "sentencepiece" => sentencepiece(),
        "wordpiece" => wordpiece().files(),
        "mft" => mft().files(),
        "morpheus" => common::morpheus(&chunks("tr", Splitter::Inflected), 10, 130, 560).files(),
        "splinter, units" => splinter("he", true, "bpe", 800).files(),
        "splinter, reductions and merges" => splinter("ms", false, "bpe", 500).files(),
        "splinter, reductions and pieces" => splinter("ar", false, "unigram", 700).files(),
        other => panic!("no kind {other:?}"),
    }
}
