//! Training of small tokenizers, for several test programs.

use morfem::Tokenizer;
use morfem::corpus::Chunks;
use morfem::run::progress::Silent;
use morfem::systems::{morpheus, trainer};
use morfem::train::{SPECIAL_TOKENS, Task};
use serde_json::{Value, json};

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

/// A task with the usual specials, for one vocabulary size.
pub fn task(size: usize, options: Value) -> Task {
    let specials = SPECIAL_TOKENS.map(String::from).to_vec();
    Task { sizes: vec![size], specials, options: options.as_object().expect("an object").clone(), ..Task::default() }
}

pub fn trained(kind: &str, chunks: &Chunks, task: &Task) -> Tokenizer {
    trainer(kind).expect("it is listed").train(chunks, task, &Silent).expect("the size is supported").remove(0)
}

/// A Morpheus tokenizer whose teacher puts boundaries before a few endings.
pub fn morpheus(chunks: &Chunks, merges: usize, pieces: usize, size: usize) -> Tokenizer {
    let letters = morpheus::Letters::new(PHONOLOGY.as_bytes()).expect("the letters are right");
    let mut probabilities = Vec::new();
    for (word, _) in morpheus::train::words(chunks, &letters).unwrap() {
        probabilities.extend(word.char_indices().skip(1).map(|(at, _)| {
            let is_cut = ["ler", "lar", "den", "dan", "ki", "nın"].iter().any(|ending| word[at..].starts_with(ending));
            if is_cut { 0.9 } else { 0.1 }
        }));
    }
    let options = json!({"merges": merges, "pieces": pieces, "exceptions": 10, "min_words": 1, "epochs": 20, "l1": 0.1});
    let files = [("phonology.toml".to_owned(), PHONOLOGY.as_bytes().to_vec())].into();
    trained("morpheus", chunks, &Task { files, probabilities, ..task(size, options) })
}
