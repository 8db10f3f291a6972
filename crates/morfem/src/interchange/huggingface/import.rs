//! From `tokenizer.json`.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::pattern;
use super::super::{SPACE, UNKNOWN_PENALTY, byte_of, name_of, refusal, spaced, special, splitter_of, unigram, vocabulary};
use super::{ByteCharacters, SPACE_RUNS, Score};
use crate::bpe;
use crate::record::Record;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;
use crate::{Error, Result, systems};

/// What keeps a file from being taken over.
type Refused<T> = std::result::Result<T, String>;
/// What stands for each id, as far as known.
type Tokens = Vec<Option<(Kind, Vec<u8>)>>;

#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    normalizer: Option<Normalizer>,
    pre_tokenizer: Option<PreTokenizer>,
    decoder: Option<Value>,
    post_processor: Option<Value>,
    truncation: Option<Value>,
    padding: Option<Value>,
    #[serde(borrow)]
    model: &'a RawValue,
}

#[derive(Deserialize)]
struct AddedToken {
    id: usize,
    content: String,
    #[serde(default)]
    special: bool,
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
    ignore_merges: bool,
}

/// A merge, in the newer and in the older way of writing.
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

/// How texts reach the model.
struct Frame {
    splitter: Splitter,
    space_before: bool,
}

/// Reads a `tokenizer.json`.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Argument`] with the reason if it is no such file, or has a step without an exact
/// counterpart.
pub fn import(path: &Path) -> Result<Tokenizer> {
    let content = std::fs::read(path).map_err(|error| Error::io(path, error))?;
    let damaged = |error: serde_json::Error| refusal(path, format!("is damaged, or no tokenizer.json: {error}"));
    let file: File = serde_json::from_slice(&content).map_err(damaged)?;
    let refuse = |reason: String| refusal(path, reason);
    let added = match file.added_tokens.iter().find(|token| !token.special) {
        Some(token) => return Err(refuse(format!("{:?} is found in any text without being special, but a text is text", token.content))),
        None => &file.added_tokens,
    };
    let model: ModelType = serde_json::from_str(file.model.get()).map_err(damaged)?;
    let tokenizer = match model.name {
        Some("BPE") => byte_level_bpe(path, &file, added, serde_json::from_str(file.model.get()).map_err(damaged)?)?,
        Some("Unigram") => {
            let model: Unigram = serde_json::from_str(file.model.get()).map_err(damaged)?;
            if matches!(&file.pre_tokenizer, Some(steps) if steps.flat().iter().any(|step| matches!(step, PreTokenizer::ByteLevel { .. })))
            {
                byte_level_unigram(path, &file, added, model)?
            } else {
                byte_fallback_unigram(path, &file, added, model)?
            }
        }
        name => return Err(refuse(format!("holds a model of type {}; only BPE and Unigram can be taken over", name.unwrap_or("unknown")))),
    };
    let left_out = [("post_processor", &file.post_processor), ("truncation", &file.truncation), ("padding", &file.padding)];
    let left_out: Vec<Value> = left_out.into_iter().filter(|(_, step)| step.is_some()).map(|(name, _)| name.into()).collect();
    let mut record = tokenizer.record().clone();
    record.options.insert("source".into(), "tokenizers".into());
    record.options.insert("left_out".into(), left_out.into());
    Ok(tokenizer.with_record(record))
}

fn byte_level_bpe(path: &Path, file: &File, added: &[AddedToken], model: Bpe) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let frame = file.byte_level().map_err(refuse)?;
    if model.dropout.is_some_and(|share| share != 0.0) {
        return Err(refuse("drops merges at random (dropout)".into()));
    }
    for (name, affix) in
        [("continuing_subword_prefix", &model.continuing_subword_prefix), ("end_of_word_suffix", &model.end_of_word_suffix)]
    {
        if affix.as_ref().is_some_and(|affix| !affix.is_empty()) {
            return Err(refuse(format!("marks pieces inside words ({name}), which bytes cannot be")));
        }
    }
    let unknown = model.unk_token.as_ref().and_then(|token| model.vocab.get(token)).copied();
    let entries = model.vocab.iter().map(|(piece, &id)| (id, piece.as_str()));
    let tokens = byte_level_tokens(entries, added, unknown).map_err(refuse)?;
    let vocabulary = vocabulary(path, tokens)?;
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
    let encoder = bpe::Encoder::new(&vocabulary, &merges).map_err(|error| refuse(error.to_string()))?;
    if model.ignore_merges {
        let mut scratch = bpe::MergeBuffers::default();
        for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
            let mut ids = Vec::new();
            encoder.encode(vocabulary.bytes(id), &mut scratch, &mut ids);
            if ids != [id] {
                return Err(refuse(format!("takes {} whole (ignore_merges), which its merges do not make", vocabulary.token(id))));
            }
        }
    }
    let mut record = Record::new(&name_of(path), "bpe", frame.splitter);
    record.space_before = frame.space_before;
    let has_space_before = record.space_before;
    Tokenizer::new(record, vocabulary, systems::bytes::Bpe::new(encoder, has_space_before)).map_err(|error| refuse(error.to_string()))
}

fn byte_level_unigram(path: &Path, file: &File, added: &[AddedToken], model: Unigram) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    let frame = file.byte_level().map_err(refuse)?;
    let entries = model.vocab.iter().enumerate().map(|(id, (piece, _))| (id, piece.as_str()));
    let tokens = byte_level_tokens(entries, added, model.unk_id).map_err(refuse)?;
    let scores = (0..tokens.len()).map(|id| match (tokens[id].0, model.vocab.get(id)) {
        (Kind::Special, _) | (_, None) => f64::NAN,
        (_, Some((_, score))) => score.0,
    });
    let scores = scores.collect();
    let mut record = Record::new(&name_of(path), "unigram", frame.splitter);
    record.space_before = frame.space_before;
    unigram(path, record, tokens, scores)
}

fn byte_fallback_unigram(path: &Path, file: &File, added: &[AddedToken], model: Unigram) -> Result<Tokenizer> {
    let refuse = |reason: String| refusal(path, reason);
    if !model.byte_fallback {
        return Err(refuse(
            "loses unknown characters (byte_fallback is off); train over ByteLevel, or with byte_fallback and the 256 bytes".into(),
        ));
    }
    let (splitter, space_before, is_cut) = file.metaspace().map_err(refuse)?;
    let mut tokens: Tokens = Vec::new();
    let mut scores = Vec::new();
    for (id, (piece, Score(score))) in model.vocab.iter().enumerate() {
        if let Some(byte) = byte_of(piece) {
            tokens.push(Some((Kind::Byte, vec![byte])));
            scores.push(f64::NAN);
        } else if Some(id) == model.unk_id || added.iter().any(|token| token.content == *piece) {
            tokens.push(Some(special(piece).map_err(refuse)?));
            scores.push(f64::NAN);
        } else {
            let bytes = spaced(piece).map_err(refuse)?;
            // Where a chunk ends before every space, a piece with a space inside is never found.
            let is_reachable = !is_cut || !bytes[1..].contains(&b' ');
            scores.push(if is_reachable { *score } else { f64::NAN });
            tokens.push(Some((Kind::of_piece(&bytes), bytes)));
        }
    }
    add(&mut tokens, added, |token| byte_of(token).is_some()).map_err(refuse)?;
    let tokens = complete(tokens).map_err(refuse)?;
    scores.resize(tokens.len(), f64::NAN);
    let bytes = tokens.iter().filter(|(kind, _)| *kind == Kind::Byte).count();
    if bytes != 256 {
        return Err(refuse(format!("has {bytes} of the 256 bytes, so it loses characters; add all of <0x00> to <0xFF>")));
    }
    let worst = model.vocab.iter().map(|(_, score)| score.0).fold(f64::INFINITY, f64::min);
    let pieces = tokens.iter().zip(&scores).filter(|(_, score)| !score.is_nan()).map(|((_, bytes), _)| bytes.as_slice());
    let mut record = Record::new(&name_of(path), "sentencepiece", splitter.unwrap_or_else(|| splitter_of(pieces)));
    record.space_before = space_before;
    record.unknown_score = Some(worst - UNKNOWN_PENALTY);
    let unknown = model.unk_id.and_then(|id| model.vocab.get(id)).map(|(piece, _)| piece.as_str());
    record.options.insert("unk_piece".into(), unknown.into());
    unigram(path, record, tokens, scores)
}

/// The vocabulary of a model over byte characters.
fn byte_level_tokens<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let characters = ByteCharacters::new();
    let mut tokens: Tokens = Vec::new();
    for (id, piece) in entries {
        if id >= MOST_IDS {
            return Err(format!("the id {id} of {piece:?} is too large"));
        }
        if tokens.len() <= id {
            tokens.resize(id + 1, None);
        }
        let is_special = Some(id) == unknown || added.iter().any(|token| token.id == id && token.content == piece);
        let token = match characters.read(piece).filter(|_| !is_special) {
            None if is_special => special(piece)?,
            None => return Err(format!("the token {piece:?} is not written in byte characters, so this is no byte-level model")),
            Some(bytes) if bytes.len() == 1 => (Kind::Byte, bytes),
            Some(bytes) => (Kind::of_piece(&bytes), bytes),
        };
        if tokens[id].replace(token).is_some() {
            return Err(format!("the id {id} of {piece:?} is given twice"));
        }
    }
    add(&mut tokens, added, |_| false)?;
    let tokens = complete(tokens)?;
    match tokens.iter().filter(|(kind, _)| *kind == Kind::Byte).count() {
        256 => Ok(tokens),
        bytes => Err(format!("has {bytes} of the 256 bytes, so it loses characters; train with initial_alphabet=ByteLevel.alphabet()")),
    }
}

/// Ids above this are no vocabulary.
const MOST_IDS: usize = 1 << 23;

/// Puts the added tokens that the model does not know at their ids; those in `known_otherwise` are there already.
fn add(tokens: &mut Tokens, added: &[AddedToken], known_otherwise: impl Fn(&str) -> bool) -> Refused<()> {
    for token in added.iter().filter(|token| !known_otherwise(&token.content)) {
        if token.id >= MOST_IDS {
            return Err(format!("the id {} of {:?} is too large", token.id, token.content));
        }
        if tokens.len() <= token.id {
            tokens.resize(token.id + 1, None);
        }
        let special = special(&token.content)?;
        match &tokens[token.id] {
            Some(other) if *other != special => {
                return Err(format!("the id {} is both {:?} and {:?}", token.id, token.content, String::from_utf8_lossy(&other.1)));
            }
            _ => tokens[token.id] = Some(special),
        }
    }
    Ok(())
}

/// The tokens, if every id has one.
fn complete(tokens: Tokens) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let count = tokens.len();
    let missing = |id: usize| format!("no token has the id {id}, though ids go up to {}", count - 1);
    tokens.into_iter().enumerate().map(|(id, token)| token.ok_or_else(|| missing(id))).collect()
}

impl File<'_> {
    /// How texts reach a model over byte characters.
    fn byte_level(&self) -> Refused<Frame> {
        let prefix = match self.normalizer.as_ref().map(Normalizer::flat).unwrap_or_default().as_slice() {
            [] => false,
            [Normalizer::Prepend { prepend }] if prepend == " " => true,
            _ => return Err("has a normaliser, which would change the text; train without".into()),
        };
        let is_byte_level = |decoder: &Value| {
            let steps = decoder.get("decoders").and_then(Value::as_array).and_then(|steps| steps.first());
            steps.unwrap_or(decoder).get("type").and_then(Value::as_str) == Some("ByteLevel")
        };
        if self.decoder.as_ref().is_some_and(|decoder| !is_byte_level(decoder)) {
            return Err("has a decoder other than ByteLevel, so its tokens do not stand for bytes".into());
        }
        match self.pre_tokenizer.as_ref().map(PreTokenizer::flat).unwrap_or_default().as_slice() {
            [PreTokenizer::ByteLevel { add_prefix_space, use_regex }] => {
                let splitter = if *use_regex { Splitter::Gpt2 } else { Splitter::Whole };
                Ok(Frame { splitter, space_before: prefix || *add_prefix_space })
            }
            [PreTokenizer::Split { pattern, behavior, invert }, PreTokenizer::ByteLevel { add_prefix_space: false, use_regex: false }] => {
                let Pattern::Regex(text) = pattern else {
                    return Err("cuts texts at a fixed string, which no splitter of morfem does".into());
                };
                let splitter = pattern::splitter(text).filter(|_| behavior == "Isolated" && !invert);
                let names = Splitter::ALL.map(Splitter::name).join(", ");
                let splitter =
                    splitter.ok_or_else(|| format!("cuts texts by the pattern {text:?}, which is none of morfem's ({names})"))?;
                Ok(Frame { splitter, space_before: prefix })
            }
            _ => Err("cuts texts other than by ByteLevel, alone or behind one Split, so chunks cannot be reproduced".into()),
        }
    }

    /// How texts reach a model with `▁` for spaces: the splitter, unless the pieces decide it; whether a space is put before a text; and
    /// whether every space begins a chunk of its own.
    fn metaspace(&self) -> Refused<(Option<Splitter>, bool, bool)> {
        let is_space = |pattern: &Pattern, content: &str| matches!(pattern, Pattern::String(text) if text == " ") && content == "▁";
        let normalizers = self.normalizer.as_ref().map(Normalizer::flat).unwrap_or_default();
        let (is_written, prefix) = match normalizers.as_slice() {
            [] => (false, false),
            [Normalizer::Replace { pattern, content }] if is_space(pattern, content) => (true, false),
            [Normalizer::Prepend { prepend }, Normalizer::Replace { pattern, content }] if is_space(pattern, content) && prepend == "▁" => {
                (true, true)
            }
            _ => return Err("has a normaliser that does more than write spaces as ▁, which would change the text; train without".into()),
        };
        match self.pre_tokenizer.as_ref().map(PreTokenizer::flat).unwrap_or_default().as_slice() {
            [] if is_written => Ok((None, prefix, false)),
            [PreTokenizer::Split { pattern: Pattern::Regex(text), behavior, invert: false }]
                if is_written && text == SPACE_RUNS && behavior == "Isolated" =>
            {
                Ok((Some(Splitter::SpaceRuns), prefix, false))
            }
            [PreTokenizer::Metaspace { replacement, prepend_scheme, add_prefix_space, split }] if *replacement == SPACE && !is_written => {
                let scheme = prepend_scheme.as_deref().unwrap_or(if add_prefix_space == &Some(false) { "never" } else { "always" });
                Ok((split.then_some(Splitter::SpaceRuns), scheme != "never", *split))
            }
            _ => Err("cuts texts other than by Metaspace with ▁, so chunks cannot be reproduced".into()),
        }
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
