//! Small tokenizers of every kind, trained on sentences of the repository: what mutants are made of.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/finnish.rs"]
mod finnish;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use morfem::Tokenizer;
use morfem::corpus::{ChunkCounter, Chunks};
use morfem::files::record::{Files, Record};
use morfem::result::RootList;
use morfem::text::Splitter;
use morfem::train::{MemberTask, Task};
use serde_json::json;

use super::mutate::{self, manifest, sealed};
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
        let shares = json!({"affix_exponent": 0.5, "whole_share": 0.3, "root_share": 0.2, "pattern_share": 0.1,
            "piece_share": 0.1, "word_weight": 0.3, "root_weight": 0.35, "tear_exponent": 1.0, "stem_weight": 2.0});
        options.as_object_mut().expect("an object").extend(shares.as_object().expect("an object").clone());
    }
    trained("splinter", &chunks(language, Splitter::Marked), &Task { files: names.into_iter().map(table).collect(), ..task(size, options) })
}

/// A model over characters as an import makes it: the letters of the sentences, and merges that make the beginnings of their words.
fn character_bpe() -> Files {
    let text = read("tests/texts/tr.txt");
    let letters: BTreeSet<char> = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    let mut tokens: Vec<String> = ["<pad>", "<s>"].map(String::from).to_vec();
    tokens.extend((0..=255).map(|byte| format!("<0x{byte:02X}>")));
    tokens.extend(["▁".into(), ".".into(), ",".into()]);
    tokens.extend(letters.iter().map(char::to_string));
    let mut merges = String::from("left\tright\tproduct\n");
    for word in text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).take(60) {
        let mut beginning = "▁".to_owned();
        for letter in word.chars().take(4) {
            let id = |token: &str| tokens.iter().position(|known| known == token);
            let product = format!("{beginning}{letter}");
            if let (Some(left), Some(right), None) = (id(&beginning), id(&letter.to_string()), id(&product)) {
                merges += &format!("{left}\t{right}\t{}\n", tokens.len());
                tokens.push(product.clone());
            }
            beginning = product;
        }
    }
    let kind = |token: &str| match token {
        "<pad>" | "<s>" => "special",
        "▁" => "space",
        "." | "," => "symbol",
        _ if token.starts_with('<') => "byte",
        _ => "subword",
    };
    let rows: String = tokens.iter().map(|token| format!("{token}\t{}\n", kind(token))).collect();
    let mut files = bpe().files();
    let mut record = manifest(&files);
    files.insert("vocabulary.tsv".into(), format!("token\tkind\n{rows}").into_bytes());
    files.insert("merges.tsv".into(), merges.into_bytes());
    record["kind"] = json!("character_bpe");
    record["space_before"] = json!(true);
    mutate::count(&files, &mut record);
    sealed(files, record)
}

/// An imported model whose program finds some of the pieces first.
fn with_symbols(files: Files, cut: &str) -> Files {
    let mut files = files;
    let mut record = manifest(&files);
    let text = String::from_utf8(files["vocabulary.tsv"].clone()).expect("it is text");
    let is_piece = |line: &str| line.split('\t').nth(1).is_some_and(|kind| !["special", "byte"].contains(&kind));
    let pieces = text.lines().skip(1).zip(0..).filter(|(line, _)| is_piece(line)).map(|(_, id)| id);
    let symbols: Vec<usize> = pieces.filter(|id| id % 40 == 3).collect();
    // No model finds a piece without a score or a merge.
    let is_symbol = |at: usize| at > 0 && symbols.contains(&(at - 1));
    let unscored = |(at, line): (usize, &str)| match line.split('\t').collect::<Vec<_>>()[..] {
        [token, kind, _] if is_symbol(at) => format!("{token}\t{kind}\t\n"),
        _ => format!("{line}\n"),
    };
    let rows: String = text.lines().enumerate().map(unscored).collect();
    files.insert("vocabulary.tsv".into(), rows.into_bytes());
    record["symbols"] = json!({"ids": symbols, "cut": cut, "spaces_each_part": true});
    sealed(files, record)
}

/// Members of other systems, one of which interleaves tokens, and one with the script of the general text.
fn union() -> Tokenizer {
    let member = |tokenizer: Tokenizer, language: &str| {
        let record = Record { language: Some(language.into()), ..tokenizer.record().clone() };
        let chunks = Some(Arc::new(chunks(language, record.splitter)));
        MemberTask { tokenizer: Arc::new(tokenizer.with_record(record)), chunks, weight: 1.0 }
    };
    let members = vec![
        member(common::morpheus(&chunks("tr", Splitter::Inflected), 5, 130, 500), "tr"),
        member(splinter("he", true, "bpe", 680), "he"),
        member(unigram("thunder", "ko", Splitter::Thunder, "linguistic", "branching_entropy"), "ko"),
    ];
    let general = Some(Arc::new(chunks("ms", Splitter::Code)));
    trained("union", &Chunks::default(), &Task { members, general, ..task(1100, json!({"general_share": 0.1})) })
}

/// What [`files`] knows: every kind of artefact, Splinter with its three methods, imported models with symbols, added specials and roots.
pub const KINDS: [&str; 16] = [
    "bpe",
    "character_bpe",
    "unigram",
    "thunder",
    "sentencepiece",
    "mft",
    "morpheus",
    "splinter, units",
    "splinter, reductions and merges",
    "splinter, reductions and pieces",
    "union",
    "sentencepiece, symbols before",
    "sentencepiece, symbols after",
    "character_bpe, symbols",
    "bpe, added specials",
    "mft, added specials and roots",
];

/// The files of a tokenizer of [`KINDS`].
pub fn files(kind: &str) -> Files {
    let added = |tokenizer: Tokenizer| tokenizer.with_special_tokens(&["<tool>".into(), "ev|".into()], 2).expect("they are new").files();
    match kind {
        "bpe" => bpe().files(),
        "character_bpe" => character_bpe(),
        "unigram" => unigram("unigram", "ms", Splitter::SpaceRuns, "any", "likelihood").files(),
        "thunder" => unigram("thunder", "ko", Splitter::Thunder, "linguistic", "branching_entropy").files(),
        "sentencepiece" => sentencepiece(),
        "mft" => mft().files(),
        "morpheus" => common::morpheus(&chunks("tr", Splitter::Inflected), 10, 130, 560).files(),
        "splinter, units" => splinter("he", true, "bpe", 680).files(),
        "splinter, reductions and merges" => splinter("ms", false, "bpe", 500).files(),
        "splinter, reductions and pieces" => splinter("ar", false, "unigram", 700).files(),
        "union" => union().files(),
        "sentencepiece, symbols before" => with_symbols(sentencepiece(), "before_space"),
        "sentencepiece, symbols after" => with_symbols(sentencepiece(), "after_space"),
        "character_bpe, symbols" => with_symbols(character_bpe(), "after_space"),
        "bpe, added specials" => added(bpe()),
        "mft, added specials and roots" => {
            let roots = RootList { place: "roots".into(), lines: vec!["tolpula".into(), "Molpa".into()] };
            added(mft().with_roots(&roots).expect("they are new"))
        }
        other => panic!("no kind {other:?}"),
    }
}
