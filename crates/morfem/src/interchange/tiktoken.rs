//! Exports the ranks of a BPE model for tiktoken, and imports them.
//!
//! A line of the file is a token's bytes in base64, a space, and the token's rank, which is its id. tiktoken has no list of merges: it
//! joins the two neighbours whose joined bytes have the lowest rank, leftmost first. That gives the same ids as a list of merges if
//!
//! 1. no two tokens have the same bytes,
//! 2. the ids of the merged tokens rise along the list, and
//! 3. the bytes of every token are merged to that token, or to three tokens or more.
//!
//! Proof. Suppose that both methods have done the same so far, and that tiktoken next joins a and b to t. By 1 and 2 tiktoken considers
//! every possible merge of the list, at the same rank. So if (a, b) is in the list, both methods do the same. Suppose that (a, b) is not in
//! the list. No merge that makes a token below t is possible any more. Nothing has been merged across the ends of the span of a and b, so
//! the merges inside the span were the same, in the same order, as if the bytes of t were merged alone. Merged alone, they would now be a
//! and b too, and only a merge of a and b could change that. There is none, so the bytes of t are merged to two tokens, which contradicts 3.
//! A chunk that equals a token is that token in both: [`Merging::whole`] lists the texts that merges do not make.
//!
//! An import finds the list of merges: the two parts of a token are what its bytes become last. One of them may have a higher rank, as in
//! Qwen 3.5. If the bytes never become the token, it is for whole chunks only; Llama 3 has such tokens. Then the three conditions are
//! checked, so the proof holds for it too.
//!
//! The file holds neither specials nor a splitter, and it leaves the ids of specials free. `tiktoken.Encoding` gets `mergeable_ranks` from
//! the file, `pat_str` from [`super::pattern::of`], and `special_tokens` with the ids that they have in morfem.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rustc_hash::FxHashMap;

use super::pattern;
use super::pieces::{MOST_IDS, special};
use crate::bpe::Encoder;
use crate::files::record::Record;
use crate::run::stop;
use crate::systems::bytes::Bpe;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::vocab::merging::Merging;
use crate::vocab::{Kind, Vocabulary, check_length};
use crate::{Error, Result};

/// The pattern of `cl100k_base` in tiktoken, whose engine reads `{1,3}+` as a possessive quantifier.
const CL100K: &str =
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s";
/// Encodings that have the pattern of GPT-2.
const LIKE_GPT2: [&str; 2] = ["r50k", "p50k"];

/// Imports the content of a file of ranks. `pattern` is the regular expression of the encoding, or the name of a splitter or of one of
/// OpenAI's encodings; `specials` are texts with their ids. An id without a token becomes the special `<|unused_ID|>`.
///
/// # Errors
/// [`Error::Argument`] if the content is damaged, morfem does not know the pattern, or tiktoken does not always join neighbours.
pub fn import(content: &[u8], name: &str, pattern: &str, specials: &[(String, u32)]) -> Result<Tokenizer> {
    let refuse = |reason: String| Error::Argument(format!("{name}: {reason}"));
    let splitter = splitter(pattern).map_err(refuse)?;
    let ranks = read(content).map_err(refuse)?;
    let count_of_specials = specials.len();
    let specials = specials.iter().map(|(text, id)| Ok((*id, special(text)?)));
    let mut tokens: BTreeMap<u32, (Kind, Vec<u8>)> = specials.collect::<std::result::Result<_, String>>().map_err(refuse)?;
    if tokens.len() < count_of_specials {
        return Err(refuse("two special tokens have the same id".into()));
    }
    for (&rank, bytes) in &ranks {
        let kind = if bytes.len() == 1 { Kind::Byte } else { Kind::of_piece(bytes) };
        if let Some((_, other)) = tokens.insert(rank, (kind, bytes.clone())) {
            return Err(refuse(format!(
                "the special {:?} has the id {rank}, which is the rank of another token",
                String::from_utf8_lossy(&other)
            )));
        }
    }
    let count = tokens.last_key_value().map_or(0, |(&last, _)| last as usize + 1);
    if count > MOST_IDS {
        return Err(refuse(format!("the id {} is too large", count - 1)));
    }
    let (merges, whole) = merges(&ranks).map_err(refuse)?;
    let unused = |id: u32| (Kind::Special, format!("<|unused_{id}|>").into_bytes());
    let tokens = (0..count as u32).map(|id| tokens.remove(&id).unwrap_or_else(|| unused(id)));
    let invalid = |error: Error| refuse(error.to_string());
    let vocabulary =
        Vocabulary::new(tokens.collect::<Vec<_>>()).and_then(|vocabulary| vocabulary.check().map(|()| vocabulary)).map_err(invalid)?;
    let mut record = Record::new(name, "bpe", splitter);
    record.merging = Merging { whole, ..Merging::default() }.some();
    let model = Encoder::new(&vocabulary, &merges).and_then(|model| model.with_merging(&vocabulary, record.merging.as_ref()));
    let model = model.map_err(|error| refuse(error.to_string()))?;
    check(&vocabulary, &model).map_err(refuse)?;
    record.options.insert("source".into(), "tiktoken".into());
    let system = Bpe::new(model, &record);
    Tokenizer::new(record, vocabulary, system).map_err(invalid)
}

/// The splitter of a pattern, or of the name of one.
fn splitter(text: &str) -> std::result::Result<Splitter, String> {
    if LIKE_GPT2.contains(&text) {
        return Ok(Splitter::Gpt2);
    }
    if text == CL100K {
        return Ok(Splitter::Cl100k);
    }
    text.parse().ok().or_else(|| pattern::splitter(text)).ok_or_else(|| {
        let names = Splitter::ALL.map(Splitter::name).join(", ");
        format!("the pattern {text:?} is not known; morfem knows those of {names}, {}", LIKE_GPT2.join(", "))
    })
}

/// The bytes of each rank.
fn read(content: &[u8]) -> std::result::Result<BTreeMap<u32, Vec<u8>>, String> {
    let text = std::str::from_utf8(content).map_err(|_| "is not a file of ranks: it is not UTF-8")?;
    let mut ranks = BTreeMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let parsed = line.split_once(' ').and_then(|(bytes, rank)| Some((BASE64_STANDARD.decode(bytes).ok()?, rank.parse().ok()?)));
        let (bytes, rank) = parsed
            .filter(|(bytes, _)| !bytes.is_empty())
            .ok_or_else(|| format!("line {}: a line is the bytes of a token in base64, a space and its rank", index + 1))?;
        check_length(bytes.len()).map_err(|error| format!("line {}: {error}", index + 1))?;
        if ranks.insert(rank, bytes).is_some() {
            return Err(format!("line {}: the rank {rank} is also on an earlier line; remove one of the two lines", index + 1));
        }
    }
    Ok(ranks)
}

/// The merges that make the tokens, in order of rank, and the texts that no merge makes.
fn merges(ranks: &BTreeMap<u32, Vec<u8>>) -> std::result::Result<(Vec<[u32; 3]>, Vec<u32>), String> {
    let rank_of: FxHashMap<&[u8], u32> = ranks.iter().map(|(&rank, bytes)| (bytes.as_slice(), rank)).collect();
    if let Some((rank, bytes)) = ranks.iter().find(|(rank, bytes)| rank_of[bytes.as_slice()] != **rank) {
        let token = String::from_utf8_lossy(bytes);
        return Err(format!("the token {token:?} of rank {rank} has the rank {} too", rank_of[bytes.as_slice()]));
    }
    if let Some(byte) = (0..=255u8).find(|byte| !rank_of.contains_key([*byte].as_slice())) {
        return Err(format!("has no token for the byte {byte:#04x}; all 256 are needed"));
    }
    let (mut merges, mut whole) = (Vec::with_capacity(ranks.len()), Vec::new());
    for (&rank, bytes) in ranks.iter().filter(|(_, bytes)| bytes.len() > 1) {
        stop::checked().map_err(|error| error.to_string())?;
        match parts(bytes, rank, &rank_of)[..] {
            [left, right] => merges.push([left, right, rank]),
            _ if std::str::from_utf8(bytes).is_ok() => whole.push(rank),
            _ => {}
        }
    }
    Ok((merges, whole))
}

/// What the bytes of a token become before they are joined to the token; if that never happens, what they become in the end.
fn parts(bytes: &[u8], rank: u32, rank_of: &FxHashMap<&[u8], u32>) -> Vec<u32> {
    let mut ends: Vec<usize> = (0..=bytes.len()).collect();
    loop {
        let joined = |at: usize| rank_of.get(&bytes[ends[at]..ends[at + 2]]);
        let lowest = (0..ends.len() - 2).filter_map(|at| Some((*joined(at)?, at))).min();
        match lowest.filter(|(lowest, _)| *lowest != rank) {
            Some((_, at)) => drop(ends.remove(at + 1)),
            None => return ends.windows(2).map(|part| rank_of[&bytes[part[0]..part[1]]]).collect(),
        }
    }
}

/// The content of a file of ranks that gives the same ids as `tokenizer`.
///
/// # Errors
/// [`Error::InexactExport`] if tiktoken would give other ids.
pub fn export(tokenizer: &Tokenizer) -> Result<Vec<u8>> {
    let refuse = |reason: String| Error::InexactExport(format!("tiktoken would give other ids: {reason}"));
    let Some(model) = tokenizer.abilities().as_bpe() else {
        return Err(refuse(format!("it supports only byte-pair encodings, and this is a {} model", tokenizer.record().kind)));
    };
    super::pieces::without_symbols(tokenizer).map_err(refuse)?;
    if !model.is_over_bytes() {
        return Err(refuse("its tokens consist of bytes, those of this model of characters".into()));
    }
    if tokenizer.record().space_before {
        return Err(refuse("it cannot put a space before a text, as this model does".into()));
    }
    let vocabulary = tokenizer.vocabulary();
    check(vocabulary, model).map_err(refuse)?;
    let mut lines = String::new();
    for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
        lines += &format!("{} {id}\n", BASE64_STANDARD.encode(vocabulary.bytes(id)));
    }
    Ok(lines.into_bytes())
}

/// Checks the three conditions above.
fn check(vocabulary: &Vocabulary, model: &Encoder) -> std::result::Result<(), String> {
    let token = |id: u32| vocabulary.token(id);
    let mut seen = BTreeMap::new();
    for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
        if let Some(first) = seen.insert(vocabulary.bytes(id), id) {
            return Err(format!("the ids {first} and {id} have the same bytes"));
        }
        let ids = model.merged(vocabulary.bytes(id));
        let is_text = std::str::from_utf8(vocabulary.bytes(id)).is_ok();
        if ids != [id] && (ids.len() < 3 || is_text && !model.is_for_whole(vocabulary.bytes(id))) {
            return Err(format!("it would use the token {}, which this model does not even use for the token's own bytes", token(id)));
        }
    }
    match model.merges().windows(2).find(|pair| pair[0][2] >= pair[1][2]) {
        Some(pair) => Err(format!("it merges in order of ids, but this model makes {} before {}", token(pair[0][2]), token(pair[1][2]))),
        None => Ok(()),
    }
}
