//! Language packs with errors: a small Finnish pack, and copies of it with random mistakes in any of the tables.
//!
//! Whatever the tables contain, a pack either is refused with a message that names the file, or gives a tokenizer that obeys the laws. No
//! table can lose a character, or crash the program.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::files::record::Files;
use morfem::run::progress::Silent;
use morfem::systems::mft::pack::{LEXICON, Pack};
use morfem::systems::trainer;
use morfem::text::Splitter;
use morfem::train::{SPECIAL_TOKENS, Task};
use morfem::{Error, Result, Tokenizer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Map;

use crate::finnish;
use crate::ids::signed;

static TESTS: LazyLock<std::path::PathBuf> = LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"));

pub static FINNISH: LazyLock<Files> = LazyLock::new(finnish::pack);

static SENTENCES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lines = |name: &str| fs::read_to_string(TESTS.join(name)).expect("the texts are part of the repository");
    ["packs/finnish/sentences.txt", "texts/tr.txt", "texts/ko.txt", "texts/ms.txt"]
        .iter()
        .flat_map(|name| lines(name).lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
});

/// Texts that a grammar may analyse wrongly.
const HARD: [&str; 14] = [
    "",
    " ",
    "talo'ssa",
    "talo''ssa",
    "'ssa",
    "TALOSSA taloSSA Talossa",
    "talo\u{308}ssa",
    "kaupungissakinko",
    "ssa lle ni",
    "▁talo +ssA <title>",
    "\u{130}ssa ıssa",
    "ß'ssa ﬁ",
    "x'y'z",
    "1'een 0'aan",
];

/// The chunks of the sentences, each many times over: pieces need something to be trained on.
fn chunks() -> Chunks {
    let mut counter = ChunkCounter::new();
    for sentence in SENTENCES.iter() {
        Splitter::Inflected.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 3));
    }
    counter.into_chunks()
}

pub fn trained(files: &Files) -> Result<Tokenizer> {
    let task = Task {
        sizes: vec![1000],
        specials: SPECIAL_TOKENS.map(String::from).to_vec(),
        options: Map::from_iter([("roots".into(), 100.into())]),
        files: files.clone(),
        ..Task::default()
    };
    Ok(trainer("mft")?.train(&chunks(), &task, &Silent)?.remove(0))
}

fn comes_back(tokenizer: &Tokenizer, text: &str) {
    let ids = tokenizer.encode_ids(text, false);
    assert_eq!(tokenizer.decode(&signed(&ids), false).expect("they are in range"), text);
}

#[test]
fn finnish_is_a_language_by_its_tables() {
    let tokenizer = trained(&FINNISH).expect("the pack is right");
    SENTENCES.iter().map(String::as_str).chain(HARD).for_each(|text| comes_back(&tokenizer, text));
    let tokens = |word: &str| tokenizer.encode(word, false).tokens.join(" ");
    assert_eq!(tokens("kaduilla"), "▁katu +i +llA");
    assert_eq!(tokens("katuihin"), "▁katu +ihin");
    assert_eq!(tokens("talooni"), "▁talo +Vn +ni");
    let again = Tokenizer::from_files(&tokenizer.files(), "here").expect("it was just saved");
    assert_eq!(again.files(), tokenizer.files());
    assert_eq!(again.encode_ids("Kaupungeissamme.", false), tokenizer.encode_ids("Kaupungeissamme.", false));
}

/// A mistake in a line.
#[derive(Clone, Debug)]
enum Slip {
    LeaveOutLine,
    RepeatLine,
    SwapCells,
    TakeCellOfOtherLine,
    LeaveOutCharacter,
    AddCharacter(char),
}

fn slip() -> impl Strategy<Value = (Index, Index, Index, Slip)> {
    let kind = prop_oneof![
        Just(Slip::LeaveOutLine),
        Just(Slip::RepeatLine),
        Just(Slip::SwapCells),
        Just(Slip::TakeCellOfOtherLine),
        Just(Slip::LeaveOutCharacter),
        prop::sample::select("aäAVzı~<>()@=.*+ \t\"#'1\u{301}🙂▁".chars().collect::<Vec<_>>()).prop_map(Slip::AddCharacter),
    ];
    (any::<Index>(), any::<Index>(), any::<Index>(), kind)
}

/// Makes a mistake in a line of one of the files that is not a comment.
fn slipped(files: &mut Files, (file, line, at, slip): &(Index, Index, Index, Slip)) {
    let names: Vec<String> = files.keys().filter(|name| *name != "sentences.txt").cloned().collect();
    let name = file.get(&names);
    let text = String::from_utf8(files[name].clone()).expect("the tables are UTF-8");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let numbers: Vec<usize> = (0..lines.len()).filter(|&line| !lines[line].is_empty() && !lines[line].starts_with('#')).collect();
    if numbers.is_empty() {
        return;
    }
    let number = *line.get(&numbers);
    let other = *at.get(&numbers);
    let mut cells: Vec<String> = lines[number].split('\t').map(str::to_owned).collect();
    let cell = at.index(cells.len());
    let mut letters: Vec<char> = lines[number].chars().collect();
    match slip {
        Slip::LeaveOutLine => {
            lines.remove(number);
        }
        Slip::RepeatLine => lines.insert(number, lines[number].clone()),
        Slip::SwapCells => {
            let last = cells.len() - 1;
            cells.swap(cell, last);
            lines[number] = cells.join("\t");
        }
        Slip::TakeCellOfOtherLine => {
            if let Some(taken) = lines[other].split('\t').nth(cell) {
                cells[cell] = taken.to_owned();
                lines[number] = cells.join("\t");
            }
        }
        Slip::LeaveOutCharacter => {
            letters.remove(at.index(letters.len()));
            lines[number] = letters.into_iter().collect();
        }
        Slip::AddCharacter(letter) => {
            letters.insert(at.index(letters.len() + 1), *letter);
            lines[number] = letters.into_iter().collect();
        }
    }
    files.insert(name.clone(), (lines.join("\n") + "\n").into_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn a_pack_with_slips_is_refused_or_exact(slips in vec(slip(), 1..4)) {
        let mut files = FINNISH.clone();
        slips.iter().for_each(|slip| slipped(&mut files, slip));
        match trained(&files) {
            Ok(tokenizer) => SENTENCES.iter().take(40).map(String::as_str).chain(HARD).for_each(|text| comes_back(&tokenizer, text)),
            Err(Error::Table { .. }) => {}
            Err(Error::Training(reason)) => prop_assert!([".tsv", ".toml", "vocab_size"].iter().any(|name| reason.contains(name)), "{}", reason),
            Err(error) => prop_assert!(matches!(error, Error::Vocabulary(_) | Error::Table { .. }), "{}", error),
        }
    }

    #[test]
    fn any_bytes_in_a_table_are_read_or_refused(file in any::<Index>(), bytes in vec(any::<u8>(), 0..200), is_after in any::<bool>()) {
        let mut files = FINNISH.clone();
        let names: Vec<String> = files.keys().filter(|name| *name != "sentences.txt").cloned().collect();
        let name = file.get(&names);
        let mut content = if is_after { files[name].clone() } else { Vec::new() };
        content.extend(bytes);
        files.insert(name.clone(), content);
        if let Err(error) = Pack::new(&files) {
            prop_assert!(matches!(error, Error::Training(_) | Error::Table { .. }), "{}", error);
        }
    }
}

#[test]
fn a_lexicon_may_be_empty_of_roots() {
    let mut files = FINNISH.clone();
    files.insert(LEXICON.into(), b"lemma\tclass\tflags\tstems\treading\tcount\n".to_vec());
    let tokenizer = trained(&files).expect("a grammar alone is a grammar");
    SENTENCES.iter().take(40).for_each(|text| comes_back(&tokenizer, text));
}
