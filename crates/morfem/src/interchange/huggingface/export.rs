//! Exports to `tokenizer.json`.
//!
//! Pieces of byte-level models are written in byte characters. Pieces of models over characters are written as text with `▁` for a space,
//! and the file's normaliser writes the spaces of a text the same way. (The library's own `Metaspace` would put no space before a text
//! that begins with one.) The splitter's regular expression cuts texts into chunks, so the library sums scores over the same chunks as
//! morfem.
//!
//! Specials become added tokens of the file, because programs that train or run a network need them. The library finds them in any text, as
//! morfem does with `parse_special=True`. If its property `encode_special_tokens` is set, it reads them as text, as morfem does by default.
//! The file cannot store that property, so the program that loads the file has to set it.
//!
//! The library's Unigram model looks for every entry of its vocabulary in a text, specials included. The library has already taken out the
//! specials that occur literally, but a special may be spelled like the byte characters of other text. So a special gets a score below the
//! sum of its single characters, and never wins. The same holds for ids without a score.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Value, json};

use super::super::pattern;
use super::super::pieces::{SPACE, UNKNOWN_PENALTY, unspaced, without_symbols};
use super::{ByteCharacters, LITERAL_BYTE, SPACE_RUNS, write_score};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, bpe, unigram};

/// The content of a `tokenizer.json` that gives the same ids as `tokenizer`.
///
/// # Errors
/// [`Error::InexactExport`] if the library would give other ids.
pub fn export(tokenizer: &Tokenizer) -> Result<Vec<u8>> {
    let record = tokenizer.record();
    let vocabulary = tokenizer.vocabulary();
    without_symbols(tokenizer).map_err(refuse)?;
    if record.merging.as_ref().is_some_and(|merging| !merging.equal.is_empty()) {
        return Err(refuse("each of its merges has a rank of its own, and some of this model have the same".into()));
    }
    let system = tokenizer.abilities();
    let (frame, model) = match (system.as_bpe(), system.as_unigram()) {
        (Some(model), _) if model.is_over_bytes() => {
            let pieces = byte_level_pieces(vocabulary)?;
            (byte_level(record.splitter, record.space_before), bpe_json(&pieces, model, ignores_merges(vocabulary, &pieces, model)?))
        }
        (_, Some(model)) if record.unknown_score.is_none() => {
            let pieces = byte_level_pieces(vocabulary)?;
            (byte_level(record.splitter, record.space_before), byte_level_unigram(vocabulary, &pieces, model)?)
        }
        (None, None) => return Err(Error::InexactExport(system.export_obstacle().into())),
        (Some(model), _) => {
            let frame = metaspace(record.splitter, record.space_before)?;
            (frame, character_bpe(tokenizer, model)?)
        }
        (_, Some(model)) => {
            let [normalizer, pre_tokenizer, decoder] = metaspace(record.splitter, record.space_before)?;
            ([normalizer, behind_literal_bytes(vocabulary, model, pre_tokenizer)?, decoder], byte_fallback_unigram(tokenizer, model)?)
        }
    };
    let added: Vec<Value> = vocabulary.specials().map(|id| added_token(id, &vocabulary.token(id))).collect();
    let [normalizer, pre_tokenizer, decoder] = frame;
    let sections = [
        ("version", json!("1.0")),
        ("truncation", Value::Null),
        ("padding", Value::Null),
        ("added_tokens", added.into()),
        ("normalizer", normalizer),
        ("pre_tokenizer", pre_tokenizer),
        ("post_processor", Value::Null),
        ("decoder", decoder),
    ];
    let mut file = String::from("{\n");
    for (name, section) in sections {
        writeln!(file, "  \"{name}\": {section},").expect("a String takes everything");
    }
    file += "  \"model\": ";
    file += &model;
    file += "\n}\n";
    Ok(file.into_bytes())
}

fn refuse(reason: String) -> Error {
    Error::InexactExport(format!("tokenizers would give other ids: {reason}"))
}

fn added_token(id: u32, content: &str) -> Value {
    json!({
        "id": id, "content": content, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, "special": true,
    })
}

/// Normaliser, pre-tokenizer and decoder of a model over byte characters.
fn byte_level(splitter: Splitter, space_before: bool) -> [Value; 3] {
    let bytes = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false, "use_regex": false});
    let cut = json!({"type": "Split", "pattern": {"Regex": pattern::of(splitter)}, "behavior": "Isolated", "invert": false});
    let pre_tokenizer = match splitter {
        Splitter::Whole => bytes,
        _ => json!({"type": "Sequence", "pretokenizers": [cut, bytes]}),
    };
    let decoder = json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true});
    match space_before {
        false => [Value::Null, pre_tokenizer, decoder],
        true => {
            let strip = json!({"type": "Strip", "content": " ", "start": 1, "stop": 0});
            let decoder = json!({"type": "Sequence", "decoders": [decoder, strip]});
            [json!({"type": "Prepend", "prepend": " "}), pre_tokenizer, decoder]
        }
    }
}

/// Normaliser, pre-tokenizer and decoder of a model that writes a space as `▁`.
fn metaspace(splitter: Splitter, space_before: bool) -> Result<[Value; 3]> {
    let pre_tokenizer = match splitter {
        Splitter::Whole => Value::Null,
        Splitter::SpaceRuns => json!({"type": "Split", "pattern": {"Regex": SPACE_RUNS}, "behavior": "Isolated", "invert": false}),
        other => return Err(refuse(format!("the splitter {} cannot cut texts whose spaces are written {SPACE}", other.name()))),
    };
    let mut normalizers = vec![json!({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})];
    let mut decoders = vec![
        json!({"type": "Replace", "pattern": {"String": "▁"}, "content": " "}),
        json!({"type": "ByteFallback"}),
        json!({"type": "Fuse"}),
    ];
    if space_before {
        normalizers.insert(0, json!({"type": "Prepend", "prepend": "▁"}));
        decoders.push(json!({"type": "Strip", "content": " ", "start": 1, "stop": 0}));
    }
    Ok([json!({"type": "Sequence", "normalizers": normalizers}), pre_tokenizer, json!({"type": "Sequence", "decoders": decoders})])
}

/// Adds to `pre_tokenizer` a cut after the `<` of a literal `<0x0A>`, in which the library's Unigram model would otherwise find the byte
/// token. If no piece crosses that cut, the best split of a chunk consists of the best splits of its two parts.
fn behind_literal_bytes(vocabulary: &Vocabulary, model: &unigram::Encoder, pre_tokenizer: Value) -> Result<Value> {
    let over = (0..vocabulary.len() as u32).find(|&id| {
        vocabulary.kind(id) != Kind::Special
            && !model.scores()[id as usize].is_nan()
            && vocabulary.bytes(id).windows(2).any(|pair| pair == b"<0")
    });
    if let Some(id) = over {
        let token = vocabulary.token(id);
        return Err(refuse(format!("it reads <0x0A> in a text as a byte, and the cut that prevents this would split the piece {token}")));
    }
    let cut = json!({"type": "Split", "pattern": {"Regex": LITERAL_BYTE}, "behavior": "MergedWithPrevious", "invert": false});
    Ok(match pre_tokenizer {
        Value::Null => cut,
        first => json!({"type": "Sequence", "pretokenizers": [first, cut]}),
    })
}

/// The piece of each id in a model over byte characters.
fn byte_level_pieces(vocabulary: &Vocabulary) -> Result<Vec<String>> {
    let characters = ByteCharacters::new();
    let piece = |id: u32| match vocabulary.kind(id) {
        Kind::Special => vocabulary.token(id),
        _ => characters.write(vocabulary.bytes(id)),
    };
    distinct((0..vocabulary.len() as u32).map(piece).collect())
}

/// The pieces, unless two of them are equal.
fn distinct(pieces: Vec<String>) -> Result<Vec<String>> {
    let mut seen = HashMap::with_capacity(pieces.len());
    for (id, piece) in pieces.iter().enumerate() {
        if let Some(first) = seen.insert(piece.as_str(), id) {
            return Err(refuse(format!("the file would name both id {first} and id {id} {piece:?}")));
        }
    }
    Ok(pieces)
}

/// Whether chunks that are tokens need no merges. The library then finds every entry of the vocabulary.
fn ignores_merges(vocabulary: &Vocabulary, pieces: &[String], model: &bpe::Encoder) -> Result<bool> {
    let is_for_whole = |id: &u32| vocabulary.kind(*id) != Kind::Special && model.is_for_whole(vocabulary.bytes(*id));
    if !(0..vocabulary.len() as u32).any(|id| is_for_whole(&id)) {
        return Ok(false);
    }
    let characters = ByteCharacters::new();
    let is_found = |id: &u32| match vocabulary.kind(*id) {
        Kind::Special => characters.read(&pieces[*id as usize]).is_some_and(|bytes| bytes != vocabulary.bytes(*id)),
        _ => model.is_whole(vocabulary, *id) && !is_for_whole(id),
    };
    match (0..vocabulary.len() as u32).find(is_found) {
        Some(id) => Err(refuse(format!("it would take a chunk for the token {}", vocabulary.token(id)))),
        None => Ok(true),
    }
}

fn bpe_json(pieces: &[String], model: &bpe::Encoder, ignores_merges: bool) -> String {
    let entry = |(id, piece): (usize, &String)| format!("      {}: {id}", json!(piece));
    let merge = |ids: [u32; 3]| {
        let [left, right, _] = ids.map(|id| &pieces[id as usize]);
        format!("      {}", json!(format!("{left} {right}")))
    };
    format!(
        "{{\n    \"type\": \"BPE\", \"dropout\": null, \"unk_token\": null, \"continuing_subword_prefix\": null, \
         \"end_of_word_suffix\": null, \"fuse_unk\": false, \"byte_fallback\": false, \"ignore_merges\": {ignores_merges},\n    \
         \"vocab\": {{\n{}\n    }},\n    \"merges\": [\n{}\n    ]\n  }}",
        pieces.iter().enumerate().map(entry).collect::<Vec<_>>().join(",\n"),
        model.merges().into_iter().map(merge).collect::<Vec<_>>().join(",\n"),
    )
}

fn character_bpe(tokenizer: &Tokenizer, model: &bpe::Encoder) -> Result<String> {
    let vocabulary = tokenizer.vocabulary();
    let piece = |id: u32| match vocabulary.kind(id) {
        Kind::Special | Kind::Byte => Ok(vocabulary.token(id)),
        _ => unspaced(vocabulary, id),
    };
    let pieces = distinct((0..vocabulary.len() as u32).map(piece).collect::<Result<_>>()?)?;
    let unknown = vocabulary.specials().next().unwrap_or(vocabulary.byte_ids()[0]);
    if tokenizer.record().merging.is_some() {
        return Err(refuse("some of its tokens are for whole chunks, which a model over characters does not export".into()));
    }
    let json = bpe_json(&pieces, model, false);
    Ok(json.replacen("\"unk_token\": null", &format!("\"unk_token\": {}", json!(pieces[unknown as usize])), 1).replacen(
        "\"byte_fallback\": false",
        "\"byte_fallback\": true",
        1,
    ))
}

/// A Unigram model as JSON. `scores` are already formatted.
fn unigram_json(pieces: &[String], scores: &[String], unknown: Option<u32>, byte_fallback: bool) -> String {
    let entries = pieces.iter().zip(scores).map(|(piece, score)| format!("      [{}, {score}]", json!(piece)));
    format!(
        "{{\n    \"type\": \"Unigram\", \"unk_id\": {}, \"byte_fallback\": {byte_fallback},\n    \"vocab\": [\n{}\n    ]\n  }}",
        json!(unknown),
        entries.collect::<Vec<_>>().join(",\n"),
    )
}

fn byte_level_unigram(vocabulary: &Vocabulary, pieces: &[String], model: &unigram::Encoder) -> Result<String> {
    let bytes = vocabulary.byte_ids().map(|id| model.scores()[id as usize]);
    let worst = bytes.into_iter().fold(0.0, f64::min);
    let scores = (0..pieces.len()).map(|id| {
        let is_piece = vocabulary.kind(id as u32) != Kind::Special && !model.scores()[id].is_nan();
        let below_bytes = (worst * pieces[id].chars().count() as f64).floor() - 1.0;
        let score = if is_piece { model.scores()[id] } else { below_bytes };
        write_score(score)
            .ok_or_else(|| refuse(format!("it would read the last bit of {}'s score {score} wrong", vocabulary.token(id as u32))))
    });
    Ok(unigram_json(pieces, &scores.collect::<Result<Vec<_>>>()?, None, false))
}

fn byte_fallback_unigram(tokenizer: &Tokenizer, model: &unigram::Encoder) -> Result<String> {
    let vocabulary = tokenizer.vocabulary();
    let mut pieces = Vec::with_capacity(vocabulary.len());
    let mut scores = Vec::with_capacity(vocabulary.len());
    for id in 0..vocabulary.len() as u32 {
        let token = vocabulary.token(id);
        // An added special has no score.
        let score = model.scores().get(id as usize).copied().unwrap_or(f64::NAN);
        let (piece, score) = match (vocabulary.kind(id), score) {
            (Kind::Special, _) if token.contains([SPACE, ' ']) => {
                return Err(refuse(format!("the special {token:?} contains a space, so its model could find it in other text")));
            }
            (Kind::Special | Kind::Byte, _) => (token, 0.0),
            (_, score) if score.is_nan() => return Err(refuse(format!("the piece {token} is never used, which the file cannot express"))),
            (_, score) => (unspaced(vocabulary, id)?, score),
        };
        pieces.push(piece);
        scores.push(score);
    }
    let pieces = distinct(pieces)?;
    let unknown_score = scores.iter().copied().fold(f64::INFINITY, f64::min) - UNKNOWN_PENALTY;
    if tokenizer.record().unknown_score != Some(unknown_score) {
        return Err(refuse(format!("it would give an unknown character the score {unknown_score}")));
    }
    // The file needs an unknown token, though byte fallback replaces every unknown character before it shows. So any id will do.
    let unknown = tokenizer.record().options.get("unk_piece").and_then(Value::as_str).and_then(|piece| vocabulary.id(piece));
    let unknown = unknown.or(vocabulary.specials().next()).unwrap_or(vocabulary.byte_ids()[0]);
    let scores: Vec<String> = scores.iter().map(|&score| write_score(score).unwrap_or_else(|| score.to_string())).collect();
    Ok(unigram_json(&pieces, &scores, Some(unknown), true))
}
