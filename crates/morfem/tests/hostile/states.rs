//! States of decoders as an attacker writes them: the hash is right, the content is not.
//!
//! A state is refused with a typed error, or the decoder goes on without a panic, and after `finish` it writes what a new one writes.

use std::sync::Arc;

use morfem::{Decoder, Error, Tokenizer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::mutate::Choices;

/// Numbers at which an index or a sum may go wrong.
const NUMBERS: [u64; 14] = [0, 1, 2, 3, 7, 60, 255, 256, 65_535, 1 << 20, u32::MAX as u64, 1 << 32, i64::MAX as u64, u64::MAX];
const WORDS: [&str; 9] = ["Lower", "Title", "Upper", "Special", "Text", "Join", "Vowel", "", "ev"];

fn ids(tokenizer: &Tokenizer, choices: &mut Choices) -> Vec<i64> {
    (0..choices.below(12)).map(|_| choices.below(tokenizer.vocabulary().len()) as i64).collect()
}

/// A state of a decoder with one to three changes, as JSON.
pub fn forged(tokenizer: &Arc<Tokenizer>, choices: &mut Choices) -> String {
    let prompt = if choices.below(3) == 0 { ids(tokenizer, choices) } else { Vec::new() };
    let stops = if choices.below(4) == 0 { vec!["ev".to_owned(), "\u{5d1}a".to_owned()] } else { Vec::new() };
    let mut decoder = tokenizer.decoder(&prompt, choices.below(4) == 0, &stops).expect("the prompt is in range");
    for id in ids(tokenizer, choices) {
        decoder.push(id).expect("it is in range");
    }
    let state = decoder.state();
    let mut state: Value = serde_json::from_slice(&state[64..]).expect("a hash, then JSON");
    for _ in 0..=choices.below(3) {
        change(&mut state, choices);
    }
    state.to_string()
}

/// Changes a value somewhere inside another.
fn change(value: &mut Value, choices: &mut Choices) {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = choices.pick(&keys);
            match choices.below(40) {
                0 => drop(entries.remove(key)),
                _ => change(&mut entries[key], choices),
            }
        }
        Value::Array(list) if !list.is_empty() && choices.below(3) > 0 => {
            let at = choices.below(list.len());
            match choices.below(8) {
                0 => drop(list.remove(at)),
                1 => list.insert(at, list[at].clone()),
                2 => *list = list.iter().cycle().take(list.len() * 40).cloned().collect(),
                _ => change(&mut list[at], choices),
            }
        }
        Value::Bool(flag) if choices.below(4) > 0 => *flag = !*flag,
        Value::Number(_) if choices.below(6) > 0 => *value = json!(choices.pick(&NUMBERS)),
        Value::String(_) if choices.below(4) > 0 => *value = json!(choices.pick(&WORDS)),
        _ => *value = any(choices),
    }
}

/// A value such as states have.
fn any(choices: &mut Choices) -> Value {
    let number = *choices.pick(&NUMBERS);
    match choices.below(12) {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(choices.pick(&WORDS)),
        4 => json!({}),
        5 => json!([choices.below(256), choices.below(256)]),
        6 => json!([[number, choices.below(300)]]),
        7 => json!([[choices.below(8), number, 0]]),
        8 => json!({"Root": number}),
        9 => json!({"Affix": number}),
        10 => json!({"Mark": {"Harmony": choices.below(256)}}),
        _ => json!(number),
    }
}

/// A state behind the hash that a tokenizer expects.
fn sealed(tokenizer: &Tokenizer, state: &str) -> Vec<u8> {
    let digest = Sha256::digest([tokenizer.hash().as_bytes(), state.as_bytes()].concat());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    [digest.as_bytes(), state.as_bytes()].concat()
}

/// What is wrong with a state, if anything is; else whether a decoder resumes from it.
pub fn check(tokenizer: &Arc<Tokenizer>, state: &str, choices: &mut Choices) -> Result<bool, String> {
    let mut decoder = match Decoder::resumed(tokenizer.clone(), &sealed(tokenizer, state)) {
        Ok(decoder) => decoder,
        Err(Error::Artifact(_)) => return Ok(false),
        Err(error) => return Err(format!("refused with another error: {error:?}")),
    };
    let has_stops = !state.contains("\"stops\":[]");
    Decoder::resumed(tokenizer.clone(), &decoder.state()).map_err(|error| format!("its own state is refused: {error}"))?;
    decoder.pending();
    for _ in 0..3 {
        let mut fork = decoder.fork();
        for id in ids(tokenizer, choices) {
            fork.push(id).map_err(|error| error.to_string())?;
            decoder.push(id).map_err(|error| error.to_string())?;
            fork.pending();
        }
        let resumed =
            Decoder::resumed(tokenizer.clone(), &decoder.state()).map_err(|error| format!("its own state is refused: {error}"))?;
        if (fork.finish(), resumed.pending()) != (decoder.pending(), decoder.pending()) {
            return Err("a copy writes something else".into());
        }
    }
    decoder.finish();
    let (ids, skips) = (ids(tokenizer, choices), state.contains("\"skip_special\":true"));
    let pushed = ids.iter().map(|&id| decoder.push(id)).collect::<Result<String, Error>>().map_err(|error| error.to_string())?;
    let text = pushed + &decoder.finish();
    if !has_stops && tokenizer.decode(&ids, skips).map_err(|error| error.to_string())? != text {
        return Err(format!("after finish {ids:?} are {text:?}"));
    }
    Ok(true)
}
