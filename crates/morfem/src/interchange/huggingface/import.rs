//! Imports `tokenizer.json`.

mod wordpiece;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::base64;
use super::super::charsmap;
use super::super::pattern;
use super::super::pieces::{
    MOST_IDS, SPACE, UNKNOWN_PENALTY, byte_of, character_bpe, literal_space, missing_bytes, name_of, refusal, spaced, special, splitter_of,
    unigram, vocabulary,
};
use super::{ByteCharacters, LITERAL_BYTE, SPACE_RUNS, Score};
use crate::bpe;
use crate::record::Record;
use crate::source::{Cut, Source, Step};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::unigram::MAX_SCORE;
use crate::vocab::Kind;
use crate::{Error, Result, systems};

/// A result whose error is the reason why a file cannot be imported.
type Refused<T> = std::result::Result<T, String>;
/// The token of each id, as far as known.
type Tokens = Vec<Option<(Kind, Vec<u8>)>>;

#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    normalizer: Option<Named<Normalizer>>,
    pre_tokenizer: Option<Named<PreTokenizer>>,
    decoder: Option<Value>,
    post_processor: Option<Value>,
    truncation: Option<Value>,
    padding: Option<Value>,
    #[serde(borrow)]
    model: &'a RawValue,
}

/// A part of the file together with the types of its steps, which error messages name.
struct Named<T> {
    part: T,
    types: String,
}

impl<'de, T: serde::de::DeserializeOwned> Deserialize<'de> for Named<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        fn types(value: &Value, names: &mut Vec<String>) {
            match ["normalizers", "pretokenizers"].iter().find_map(|steps| value.get(steps)?.as_array()) {
                Some(steps) => steps.iter().for_each(|step| types(step, names)),
                None => names.push(value.get("type").and_then(Value::as_str).unwrap_or("a step without a type").into()),
            }
        }
        let value = Value::deserialize(deserializer)?;
        let mut names = Vec::new();
        types(&value, &mut names);
        let part = T::deserialize(value).map_err(serde::de::Error::custom)?;
        Ok(Named { part, types: names.join(", ") })
    }
}

#[derive(Deserialize)]
struct AddedToken {
    id: usize,
    content: String,
    #[serde(default)]
    special: bool,
    #[serde(default)]
    normalized: bool,
    #[serde(default)]
    single_word: bool,
    #[serde(default)]
    lstrip: bool,
    #[serde(default)]
    rstrip: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Normalizer {
    Sequence {
        normalizers: Vec<Normalizer>,
    },
    Prepend {
        prepend: String,
    },
    Replace {
        pattern: Pattern,
        content: String,
    },
    #[serde(rename = "NFC")]
    Nfc,
    #[serde(rename = "NFD")]
    Nfd,
    #[serde(rename = "NFKC")]
    Nfkc,
    #[serde(rename = "NFKD")]
    Nfkd,
    Lowercase,
    StripAccents,
    #[serde(rename = "BertNormalizer")]
    Bert {
        clean_text: bool,
        handle_chinese_chars: bool,
        strip_accents: Option<bool>,
        lowercase: bool,
    },
    Strip {
        strip_left: bool,
        strip_right: bool,
    },
    Precompiled {
        precompiled_charsmap: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum PreTokenizer {
    Sequence {
        pretokenizers: Vec<PreTokenizer>,
    },
    Split {
        pattern: Pattern,
        behavior: String,
        #[serde(default)]
        invert: bool,
    },
    ByteLevel {
        #[serde(default = "yes")]
        add_prefix_space: bool,
        #[serde(default = "yes")]
        use_regex: bool,
    },
    Metaspace {
        replacement: char,
        prepend_scheme: Option<String>,
        add_prefix_space: Option<bool>,
        #[serde(default = "yes")]
        split: bool,
    },
    WhitespaceSplit,
    #[serde(rename = "BertPreTokenizer")]
    Bert,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
enum Pattern {
    Regex(String),
    String(String),
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct ModelType<'a> {
    #[serde(rename = "type")]
    name: Option<&'a str>,
}

#[derive(Deserialize)]
struct Bpe {
    vocab: HashMap<String, usize>,
    merges: Vec<Pair>,
    dropout: Option<f64>,
    continuing_subword_prefix: Option<String>,
    end_of_word_suffix: Option<String>,
    unk_token: Option<String>,
    #[serde(default)]
    fuse_unk: bool,
    #[serde(default)]
    byte_fallback: bool,
    #[serde(default)]
    ignore_merges: bool,
}

/// A merge: newer files write a list of two parts, older ones a string with a space between the parts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Pair {
    Parts(String, String),
    Joined(String),
}

#[derive(Deserialize)]
struct Unigram {
    vocab: Vec<(String, Score)>,
    unk_id: Option<usize>,
    #[serde(default)]
    byte_fallback: bool,
}

/// What happens to a text before the model sees it.
struct Frame {
    /// If None, [`splitter_of`] chooses one that suits the pieces.
    splitter: Option<Splitter>,
    space_before: bool,
    /// Whether a chunk ends before every space.
    cuts_at_spaces: bool,
    source: Source,
}

/// Reads a `tokenizer.json`. Where the library alters a text, an exact import keeps the text and other imports alter it too (see
/// [`crate::source`]).
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Argument`] with the reason if it is damaged, or has a part that morfem cannot import.
pub fn import(path: &Path, is_exact: bool) -> Result<Tokenizer> {
    let content = std::fs::read(path).map_err(|error| Error::io(path, error))?;
    let damaged = |error: serde_json::Error| refusal(path, format!("is damaged or not a tokenizer.json: {error}"));
    let file: File = serde_json::from_slice(&content).map_err(damaged)?;
    let refuse = |reason: String| refusal(path, reason);
    let model: ModelType = serde_json::from_str(file.model.get()).map_err(damaged)?;
    let tokenizer = match model.name {
        Some("WordPiece") => {
            let model = serde_json::from_str(file.model.get()).map_err(damaged)?;
            wordpiece::import(path, &file, &model, is_exact)?
        }
        Some(name @ ("BPE" | "Unigram")) => {
            let steps = file.cuts();
            let is_byte_level = steps.iter().any(|step| matches!(step, PreTokenizer::ByteLevel { .. }));
            let mut frame = if is_byte_level { file.byte_level(is_exact) } else { file.metaspace(is_exact) }.map_err(refuse)?;
            file.add_symbols(&mut frame).map_err(refuse)?;
            let model = file.model.get();
            match name {
                "BPE" => bpe(path, &file, frame, is_byte_level, serde_json::from_str(model).map_err(damaged)?)?,
                _ => unigram_of(path, &file, frame, is_byte_level, serde_json::from_str(model).map_err(damaged)?)?,
            }
        }
        name => {
            let name = name.unwrap_or("unknown");
            return Err(refuse(format!("holds a model of type {name}; morfem can import BPE, Unigram and WordPiece")));
        }
    };
    let left_out = [("post_processor", &file.post_processor), ("truncation", &file.truncation), ("padding", &file.padding)];
    let left_out: Vec<Value> = left_out.into_iter().filter(|(_, step)| step.is_some()).map(|(name, _)| name.into()).collect();
    let mut record = tokenizer.record().clone();
    record.options.insert("source".into(), "tokenizers".into());
    record.options.insert("left_out".into(), left_out.into());
    Ok(tokenizer.with_record(record))
}

impl Frame {
    /// The record of a tokenizer with these pieces.
    fn record<'a>(&self, path: &Path, kind: &str, pieces: impl Iterator<Item = &'a [u8]>) -> Record {
        let mut record = Record::new(&name_of(path), kind, self.splitter.unwrap_or_else(|| splitter_of(pieces)));
        record.space_before = self.space_before;
        record.source = (!self.source.is_plain()).then(|| self.source.clone());
        record
    }

    /// Without `is_exact`, characters that have no piece become the token `unknown` in a model over characters.
    fn lose_unknown(&mut self, unknown: Option<usize>, joins: bool) -> Refused<()> {
        if !self.source.is_exact {
            let unknown = unknown.ok_or("has neither byte_fallback nor a token for unknown characters; use exact=True")?;
            self.source.unknown = Some(unknown as u32);
            self.source.joins_unknown = joins;
            self.source.losses.push("characters without a piece become the unknown token".into());
        }
        Ok(())
    }
}

fn bpe(path: &Path, file: &File, mut frame: Frame, is_byte_level: bool, model: Bpe) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    if model.dropout.is_some_and(|share| share != 0.0) {
        return Err(refuse("drops merges at random (dropout)".into()));
    }
    for (name, affix) in
        [("continuing_subword_prefix", &model.continuing_subword_prefix), ("end_of_word_suffix", &model.end_of_word_suffix)]
    {
        if affix.as_ref().is_some_and(|affix| !affix.is_empty()) {
            return Err(refuse(format!("marks pieces by their place in a word ({name}), which morfem cannot import")));
        }
    }
    let unknown = model.unk_token.as_ref().and_then(|token| model.vocab.get(token)).copied();
    let entries = model.vocab.iter().map(|(piece, &id)| (id, piece.as_str()));
    let tokens = match is_byte_level {
        true => byte_level_tokens(entries, &file.added_tokens, unknown, frame.source.is_exact),
        false => character_tokens(entries, &file.added_tokens, unknown, model.byte_fallback),
    };
    let tokens = tokens.map_err(refuse)?;
    let id = |piece: &str| model.vocab.get(piece).map(|&id| id as u32);
    let merges = model.merges.iter().enumerate().map(|(index, pair)| {
        let (left, right) = match pair {
            Pair::Parts(left, right) => (left.as_str(), right.as_str()),
            Pair::Joined(parts) => parts.split_once(' ').unwrap_or((parts, "")),
        };
        let ids = || Some([id(left)?, id(right)?, id(&[left, right].concat())?]);
        ids().ok_or_else(|| refuse(format!("merge {} of {left:?} and {right:?} names a token that is not in the vocabulary", index + 1)))
    });
    let merges: Vec<[u32; 3]> = merges.collect::<Result<_>>()?;
    if !is_byte_level && !model.byte_fallback {
        frame.lose_unknown(unknown, model.fuse_unk).map_err(refuse)?;
    }
    let pieces = tokens.iter().filter(|(kind, _)| *kind != Kind::Special).map(|(_, bytes)| bytes.as_slice());
    let record = frame.record(path, "bpe", pieces);
    let tokenizer = match is_byte_level {
        true => {
            let vocabulary = vocabulary(path, tokens)?;
            let encoder = bpe::Encoder::new(&vocabulary, &merges).map_err(|error| refuse(error.to_string()))?;
            let system = systems::bytes::Bpe::new(encoder, &record);
            Tokenizer::new(record, vocabulary, system).map_err(|error| refuse(error.to_string()))?
        }
        false => character_bpe(path, record, tokens, &merges)?,
    };
    if model.ignore_merges {
        let (vocabulary, Some(encoder)) = (tokenizer.vocabulary(), tokenizer.abilities().as_bpe()) else { unreachable!("made above") };
        let is_model_token = |id: u32| !matches!(vocabulary.kind(id), Kind::Special | Kind::Byte) && !frame.source.symbols.contains(&id);
        let mut scratch = bpe::MergeBuffers::default();
        for id in (0..vocabulary.len() as u32).filter(|&id| is_model_token(id)) {
            let mut ids = Vec::new();
            encoder.encode(vocabulary.bytes(id), &mut scratch, &mut ids);
            if ids != [id] {
                let token = vocabulary.token(id);
                return Err(refuse(format!("uses the token {token} for a whole chunk (ignore_merges), but its merges do not produce it")));
            }
        }
    }
    Ok(tokenizer)
}

/// The tokenizer of a Unigram model.
fn unigram_of(path: &Path, file: &File, frame: Frame, is_byte_level: bool, model: Unigram) -> Result<Tokenizer> {
    if let Some((piece, score)) = model.vocab.iter().find(|(_, score)| score.0.is_nan() || score.0.abs() > MAX_SCORE) {
        return Err(refusal(path, format!("the score {} of {piece:?} is not a number up to {MAX_SCORE}", score.0)));
    }
    if is_byte_level { byte_level_unigram(path, file, frame, model) } else { character_unigram(path, file, frame, model) }
}

fn byte_level_unigram(path: &Path, file: &File, frame: Frame, model: Unigram) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let entries = model.vocab.iter().enumerate().map(|(id, (piece, _))| (id, piece.as_str()));
    let tokens = byte_level_tokens(entries, &file.added_tokens, model.unk_id, frame.source.is_exact).map_err(refuse)?;
    let known = model.vocab.iter().filter(|(_, score)| score.0 != 0.0).map(|(_, score)| score.0);
    // A byte that the file lacks gets the score of an unknown character: worse than any piece.
    let lacking = known.fold(0.0, f64::min) - UNKNOWN_PENALTY;
    let scores = (0..tokens.len()).map(|id| match (tokens[id].0, model.vocab.get(id)) {
        (Kind::Special, _) => f64::NAN,
        _ if frame.source.symbols.contains(&(id as u32)) => f64::NAN,
        (Kind::Byte, None) => lacking,
        (_, None) => f64::NAN,
        (_, Some((_, score))) => score.0,
    });
    let scores = scores.collect();
    let record = frame.record(path, "unigram", tokens.iter().map(|(_, bytes)| bytes.as_slice()));
    unigram(path, record, tokens, scores)
}

fn character_unigram(path: &Path, file: &File, mut frame: Frame, model: Unigram) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let entries = model.vocab.iter().enumerate().map(|(id, (piece, _))| (id, piece.as_str()));
    let tokens = character_tokens(entries, &file.added_tokens, model.unk_id, model.byte_fallback).map_err(refuse)?;
    let scores: Vec<f64> = tokens
        .iter()
        .enumerate()
        .map(|(id, (kind, bytes))| match model.vocab.get(id) {
            None => f64::NAN,
            _ if matches!(kind, Kind::Special | Kind::Byte) => f64::NAN,
            // Where a chunk ends before every space, a piece with a space inside is never found.
            _ if frame.cuts_at_spaces && bytes[1..].contains(&b' ') => f64::NAN,
            Some((_, Score(score))) => *score,
        })
        .collect();
    if !model.byte_fallback {
        frame.lose_unknown(model.unk_id, true).map_err(refuse)?;
    }
    let worst = model.vocab.iter().map(|(_, score)| score.0).fold(f64::INFINITY, f64::min);
    let pieces = tokens.iter().zip(&scores).filter(|(_, score)| !score.is_nan()).map(|((_, bytes), _)| bytes.as_slice());
    let mut record = frame.record(path, "sentencepiece", pieces);
    record.unknown_score = Some(worst - UNKNOWN_PENALTY);
    let unknown = model.unk_id.and_then(|id| model.vocab.get(id)).map(|(piece, _)| piece.as_str());
    record.options.insert("unk_piece".into(), unknown.into());
    unigram(path, record, tokens, scores)
}

/// The vocabulary of a model over byte characters. Byte tokens that the file lacks are added at the end.
fn byte_level_tokens<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
    is_exact: bool,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let characters = ByteCharacters::new();
    let read = |piece: &str| match characters.read(piece) {
        None => Err(format!("the token {piece:?} is not written in byte characters, so this is not a byte-level model")),
        Some(bytes) if bytes.len() == 1 => Ok((Kind::Byte, bytes)),
        Some(bytes) => Ok((Kind::of_piece(&bytes), bytes)),
    };
    let mut tokens = listed(entries, added, unknown, read)?;
    let lacking = missing_bytes(&tokens);
    if !lacking.is_empty() && !is_exact {
        let bytes = 256 - lacking.len();
        return Err(format!(
            "has {bytes} of the 256 bytes, and the library treats the others differently from version to version; use exact=True"
        ));
    }
    tokens.extend(lacking);
    Ok(tokens)
}

/// The vocabulary of a model over characters, with `▁` for a space. Without byte fallback, 256 byte tokens are added at the end.
fn character_tokens<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
    has_bytes: bool,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let read = |piece: &str| match byte_of(piece).filter(|_| has_bytes) {
        Some(byte) => Ok((Kind::Byte, vec![byte])),
        None => spaced(piece).map(|bytes| (Kind::of_piece(&bytes), bytes)),
    };
    let mut tokens = listed(entries, added, unknown, read)?;
    let lacking = missing_bytes(&tokens);
    if has_bytes && !lacking.is_empty() {
        let bytes = 256 - lacking.len();
        return Err(format!("has {bytes} of the 256 bytes, so it would lose characters; add all of <0x00> to <0xFF>"));
    }
    tokens.extend(lacking);
    Ok(tokens)
}

/// The tokens by id. `read` reads those of the model, except the unknown token and added tokens.
fn listed<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
    read: impl Fn(&str) -> Refused<(Kind, Vec<u8>)>,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let by_id: HashMap<usize, &AddedToken> = added.iter().map(|token| (token.id, token)).collect();
    let mut tokens: Tokens = Vec::new();
    for (id, piece) in entries {
        if id >= MOST_IDS {
            return Err(format!("the id {id} of {piece:?} is too large"));
        }
        if tokens.len() <= id {
            tokens.resize(id + 1, None);
        }
        let token = match by_id.get(&id).filter(|token| token.content == piece) {
            Some(token) if token.is_model_piece(read(piece).ok()) => read(piece)?,
            Some(token) => token.token()?,
            None if Some(id) == unknown => special(piece)?,
            None => read(piece)?,
        };
        if tokens[id].replace(token).is_some() {
            return Err(format!("the id {id} of {piece:?} belongs to another token too"));
        }
    }
    for token in added {
        if token.id >= MOST_IDS {
            return Err(format!("the id {} of {:?} is too large", token.id, token.content));
        }
        if tokens.len() <= token.id {
            tokens.resize(token.id + 1, None);
        }
        match &tokens[token.id] {
            Some(other) if *other == token.token()? || token.is_model_piece(Some(other.clone())) => {}
            Some(other) => {
                return Err(format!("the id {} is both {:?} and {:?}", token.id, token.content, String::from_utf8_lossy(&other.1)));
            }
            None => tokens[token.id] = Some(token.token()?),
        }
    }
    complete(tokens)
}

impl AddedToken {
    /// A special, or the literal text that the token stands for.
    fn token(&self) -> Refused<(Kind, Vec<u8>)> {
        match self.special {
            true => special(&self.content),
            false => Ok((Kind::of_piece(self.content.as_bytes()), self.content.clone().into_bytes())),
        }
    }

    /// Whether the added token only repeats a model token that stands for a byte or contains `▁`. The text of such a model token differs
    /// from `content`, so it must not be searched for literally.
    fn is_model_piece(&self, piece: Option<(Kind, Vec<u8>)>) -> bool {
        let of_model = |(kind, bytes): (Kind, Vec<u8>)| match kind {
            Kind::Byte => byte_of(&self.content) == bytes.first().copied(),
            _ => !self.special && self.content.contains(SPACE) && self.content.replace(SPACE, " ").as_bytes() == bytes,
        };
        piece.is_some_and(of_model)
    }
}

/// The tokens, provided that every id has one.
fn complete(tokens: Tokens) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let count = tokens.len();
    let missing = |id: usize| format!("has no token with the id {id}, though its ids go up to {}", count - 1);
    tokens.into_iter().enumerate().map(|(id, token)| token.ok_or_else(|| missing(id))).collect()
}

impl File<'_> {
    /// The pre-tokenizer's steps, without the cut at literal bytes that our exports add.
    fn cuts(&self) -> Vec<&PreTokenizer> {
        let is_own =
            |step: &&PreTokenizer| matches!(step, PreTokenizer::Split { pattern: Pattern::Regex(text), .. } if text == LITERAL_BYTE);
        let steps = self.pre_tokenizer.as_ref().map(|step| step.part.flat()).unwrap_or_default();
        steps.into_iter().filter(|step| !is_own(step)).collect()
    }

    /// The types of the pre-tokenizer's steps.
    fn cut_types(&self) -> &str {
        self.pre_tokenizer.as_ref().map_or("no pre-tokenizer", |step| &step.types)
    }

    /// The frame of a model over byte characters.
    fn byte_level(&self, is_exact: bool) -> Refused<Frame> {
        let mut frame = self.normalised(is_exact)?;
        if frame.cuts_at_spaces {
            return Err("writes spaces as ▁ before ByteLevel, which morfem cannot import".into());
        }
        let is_byte_level = |decoder: &Value| {
            let steps = decoder.get("decoders").and_then(Value::as_array).and_then(|steps| steps.first());
            steps.unwrap_or(decoder).get("type").and_then(Value::as_str) == Some("ByteLevel")
        };
        if self.decoder.as_ref().is_some_and(|decoder| !is_byte_level(decoder)) {
            return Err("has a decoder other than ByteLevel, so its tokens are not bytes".into());
        }
        match self.cuts().as_slice() {
            [PreTokenizer::ByteLevel { add_prefix_space, use_regex }] => {
                frame.splitter = Some(if *use_regex { Splitter::Gpt2 } else { Splitter::Whole });
                if *add_prefix_space && frame.space_before {
                    return Err("puts a space before a text twice, in the normaliser and in ByteLevel".into());
                }
                if *add_prefix_space {
                    frame.put_space();
                }
            }
            [PreTokenizer::Split { pattern, behavior, invert }, PreTokenizer::ByteLevel { add_prefix_space: false, use_regex: false }] => {
                let Pattern::Regex(text) = pattern else {
                    return Err("cuts texts at a fixed string; no splitter of morfem does".into());
                };
                let is_matches = matches!((behavior.as_str(), invert), ("Isolated", false) | ("Removed", true));
                let splitter = pattern::splitter(text).filter(|_| is_matches);
                let names = Splitter::ALL.map(Splitter::name).join(", ");
                let splitter =
                    splitter.ok_or_else(|| format!("cuts texts by the pattern {text:?}; morfem knows the patterns of {names}"))?;
                frame.splitter = Some(splitter);
            }
            _ => {
                let types = self.cut_types();
                return Err(format!(
                    "cuts texts by {types}; morfem can import a byte-level model with ByteLevel, alone or after one Split"
                ));
            }
        }
        Ok(frame)
    }

    /// The frame of a model that writes a space as `▁`.
    fn metaspace(&self, is_exact: bool) -> Refused<Frame> {
        let mut frame = self.normalised(is_exact)?;
        let is_written = std::mem::take(&mut frame.cuts_at_spaces);
        match self.cuts().as_slice() {
            [] if is_written => {}
            // The normaliser has replaced every space, so this step cuts nowhere.
            [PreTokenizer::Split { pattern: Pattern::String(text), .. }] if is_written && text == " " => {}
            [PreTokenizer::Split { pattern: Pattern::Regex(text), behavior, invert: false }]
                if is_written && text == SPACE_RUNS && behavior == "Isolated" =>
            {
                frame.splitter = Some(Splitter::SpaceRuns);
            }
            [words @ .., PreTokenizer::Metaspace { replacement, prepend_scheme, add_prefix_space, split }]
                if *replacement == SPACE && !is_written && matches!(words, [] | [PreTokenizer::WhitespaceSplit]) =>
            {
                let scheme = prepend_scheme.as_deref().unwrap_or(if add_prefix_space == &Some(false) { "never" } else { "always" });
                if *split || !words.is_empty() {
                    frame.splitter = Some(Splitter::SpaceRuns);
                    frame.cuts_at_spaces = true;
                }
                if !words.is_empty() {
                    if scheme != "always" {
                        return Err(format!(
                            "has Metaspace after WhitespaceSplit with prepend_scheme {scheme:?}, which joins words; morfem needs \"always\""
                        ));
                    }
                    frame.source.steps.extend([Step::Blank, Step::Squeeze { ends: true }]);
                    frame.source.lose("white space is dropped, except one space between words");
                }
                if scheme != "never" {
                    frame.put_space();
                    frame.source.spaces_each_part = scheme == "always";
                }
            }
            _ => {
                return Err(format!(
                    "cuts texts by {}; morfem can import a model over characters with Metaspace (▁), alone or after WhitespaceSplit, and a \
                     model over bytes with ByteLevel",
                    self.cut_types()
                ));
            }
        }
        if !is_exact {
            frame.source.steps.push(literal_space());
            frame.source.lose("▁ in a text becomes a space");
        }
        Ok(frame)
    }

    /// The frame that the normaliser gives. Its `cuts_at_spaces` says, for the moment, whether the normaliser writes spaces as `▁`.
    fn normalised(&self, is_exact: bool) -> Refused<Frame> {
        let mut source = Source { is_exact, ..Source::new() };
        let (mut space_before, mut writes_spaces) = (false, false);
        let flat = self.normalizer.as_ref().map(|step| step.part.flat()).unwrap_or_default();
        for (index, step) in flat.iter().enumerate() {
            let is_space = |text: &str| text == " " || text == "▁";
            let step = match step {
                Normalizer::Replace { pattern: Pattern::String(text), content } if text == " " && content == "▁" => {
                    writes_spaces = true;
                    continue;
                }
                Normalizer::Prepend { prepend } if is_space(prepend) => {
                    let is_last =
                        flat[index + 1..].iter().all(|step| matches!(step, Normalizer::Replace { content, .. } if content == "▁"));
                    if !is_last {
                        return Err("puts a space before a text (Prepend) and then normalises it, which morfem cannot import".into());
                    }
                    (space_before, source.spaces_each_part) = (true, true);
                    continue;
                }
                _ if writes_spaces => return Err("normalises a text after it has written spaces as ▁, which morfem cannot import".into()),
                Normalizer::Nfc => Step::Nfc,
                Normalizer::Nfd => Step::Nfd,
                Normalizer::Nfkc => Step::Nfkc,
                Normalizer::Nfkd => Step::Nfkd,
                Normalizer::Lowercase => Step::Lowercase,
                Normalizer::StripAccents => Step::StripAccents,
                Normalizer::Strip { strip_left, strip_right } => Step::Strip { left: *strip_left, right: *strip_right },
                Normalizer::Replace { pattern: Pattern::String(from), content } if !from.is_empty() => {
                    Step::Replace { from: from.clone(), to: content.clone() }
                }
                Normalizer::Replace { pattern: Pattern::Regex(text), content } if text == " {2,}" && is_space(content) => {
                    Step::Squeeze { ends: false }
                }
                Normalizer::Precompiled { precompiled_charsmap } => {
                    let bytes = base64::decode(precompiled_charsmap).ok_or("has a Precompiled normaliser whose table is not in base64")?;
                    source.map = Arc::new(charsmap::read(&bytes)?);
                    if source.map.is_empty() {
                        continue;
                    }
                    Step::MapGraphemes
                }
                Normalizer::Replace { pattern, .. } => {
                    let pattern = match pattern {
                        Pattern::Regex(text) | Pattern::String(text) => text,
                    };
                    let spaces = " {2,}";
                    return Err(format!("replaces the pattern {pattern:?} (Replace); morfem can import fixed strings and {spaces:?}"));
                }
                _ => {
                    return Err(format!(
                        "has the normaliser {}; morfem can import NFC, NFD, NFKC, NFKD, Lowercase, StripAccents, Strip, Precompiled, Prepend \
                         and Replace",
                        self.normalizer.as_ref().map_or("", |step| &step.types)
                    ));
                }
            };
            source.steps.push(step);
        }
        if !source.steps.is_empty() {
            source.lose("texts are normalised");
        }
        Ok(Frame { splitter: None, space_before, cuts_at_spaces: writes_spaces, source })
    }

    /// Makes symbols of the added tokens that are not special: the library finds them in any text.
    fn add_symbols(&self, frame: &mut Frame) -> Refused<()> {
        let is_plain = frame.source.steps.iter().all(|step| *step == literal_space());
        let has_prepend =
            self.normalizer.as_ref().is_some_and(|step| step.part.flat().iter().any(|step| matches!(step, Normalizer::Prepend { .. })));
        for token in self.added_tokens.iter().filter(|token| !token.special) {
            let content = &token.content;
            if token.single_word || token.lstrip || token.rstrip {
                return Err(format!("the added token {content:?} depends on the text around it (single_word, lstrip or rstrip)"));
            }
            if content.contains(SPACE) || byte_of(content).is_some() {
                continue;
            }
            let cut = match token.normalized {
                true if !is_plain => return Err(format!("searches normalised text for the added token {content:?} (normalized)")),
                true if has_prepend => Cut::AfterSteps,
                _ => Cut::BeforeSteps,
            };
            if !frame.source.symbols.is_empty() && frame.source.cut != cut {
                return Err(format!(
                    "searches some added tokens in the original text and others in normalised text (normalized), among them {content:?}"
                ));
            }
            frame.source.cut = cut;
            frame.source.symbols.push(u32::try_from(token.id).map_err(|_| format!("the id {} of {content:?} is too large", token.id))?);
        }
        frame.source.symbols.sort_unstable();
        Ok(())
    }
}

impl Frame {
    /// Puts a space before texts as pre-tokenizers do: only before a text that does not begin with one.
    fn put_space(&mut self) {
        self.space_before = true;
        if !self.source.is_exact {
            self.source.keeps_first_space = true;
        }
        self.source.lose("a space at the start of a text makes no difference");
        self.source.spaces_each_part = true;
    }
}

impl Normalizer {
    /// The single steps in order.
    fn flat(&self) -> Vec<&Normalizer> {
        match self {
            Normalizer::Sequence { normalizers } => normalizers.iter().flat_map(Normalizer::flat).collect(),
            step => vec![step],
        }
    }
}

impl PreTokenizer {
    /// The single steps in order.
    fn flat(&self) -> Vec<&PreTokenizer> {
        match self {
            PreTokenizer::Sequence { pretokenizers } => pretokenizers.iter().flat_map(PreTokenizer::flat).collect(),
            step => vec![step],
        }
    }
}
