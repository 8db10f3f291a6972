//! Artefacts: a tokenizer as a folder of data that people can read.
//!
//! | file | content |
//! |---|---|
//! | `morfem.json` | the [`Record`], the SHA-256 of every other file, and its own |
//! | `vocabulary.tsv` | one line an id, in order: token string, kind and, for a Unigram model, score in nats |
//! | `merges.tsv` | of BPE, and of merges over units: one line a merge, first learned first: ids of the left part, the right part, and the product |
//! | `unit_pieces.tsv` | of a Unigram model over units: one line a piece: its score in nats, and the ids it consists of |
//! | `phonology.toml`, `affixes.tsv`, `morphotactics.tsv`, `readings.tsv`, `lexicon.tsv`, `scores.tsv` | MFT only: its language pack and grammar |
//! | `alphabet.tsv`, `reductions.tsv`, `clitics.tsv`, `edges.tsv`, `stems.tsv`, `roots.tsv`, `patterns.tsv`, `words.tsv` | Splinter only: its letters, and how words are taken apart |
//! | `phonology.toml`, `boundaries.tsv`, `exceptions.tsv` | Morpheus only: its letters and its boundary model |
//! | `pieces.tsv` | MFT and Morpheus: the merges of their pieces, if those are of byte-pair encoding |
//! | `frequent.tsv` | the most frequent chunks of the training corpus and their ids: what the model would say, worked out beforehand |
//! | `README.md` | the model card, if there is one |
//!
//! A line end or tab inside a token is written `\x0A`, `\x09`. Nothing is executed on loading. Every byte counts: the files are hashed, and
//! `morfem.json` must be byte for byte what this program would write for its content, so one changed byte anywhere is refused. A hash says nothing of
//! who wrote a file, so nothing else is believed: each reader checks what it reads, and what it takes cannot change a text. How the files are read and
//! replaced on a disk is in [`folder`](crate::folder).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::bpe::Merge;
use crate::frequent::{FREQUENT, Frequent};
use crate::text::Splitter;
use crate::threads::together;
use crate::tokenizer::{Model, Tokenizer};
use crate::trie::{MAX_ID, sort_keys};
use crate::vocab::{Kind, Vocabulary, read_piece};
use crate::writing::Rest;
use crate::writing::rest::PIECES;
use crate::{Error, Result, bpe, mft, morpheus, splinter, unigram};

/// Version of the format that this program reads and writes.
pub const FORMAT: u32 = 1;
pub(crate) const RECORD: &str = "morfem.json";
const VOCABULARY: &str = "vocabulary.tsv";
const MERGES: &str = "merges.tsv";
const UNIT_PIECES: &str = "unit_pieces.tsv";
pub(crate) const CARD: &str = "README.md";
/// Bytes of a file at most, and of a table that is written by hand.
const MAX_FILE: usize = 64 << 20;
const MAX_TABLE: usize = 128 << 10;
/// Scores lie far inside this, so that sums of them stay finite.
const MAX_SCORE: f64 = 1e9;

/// The files of an artefact by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What an artefact says of itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// Name of the tokenizer, such as `ko-thunder`.
    pub name: String,
    /// `bpe`, `unigram`, `thunder`, or `sentencepiece` (an imported Unigram model whose bytes are no pieces).
    pub kind: String,
    /// BCP 47 code of the language, if it is made for one.
    pub language: Option<String>,
    /// How texts are cut into chunks.
    pub splitter: Splitter,
    /// Whether a text is encoded with a space before it, which decoding takes away again (imported models).
    pub space_before: bool,
    /// Score of a character without a piece, kind `sentencepiece` only.
    pub unknown_score: Option<f64>,
    /// Options of the trainer, or what an import took over.
    pub options: Map<String, Value>,
    /// Corpus, seed, date-free history of the training.
    pub training: Map<String, Value>,
    /// The model card, Markdown.
    pub card: Option<String>,
}

impl Record {
    /// A record with a name, a kind and a splitter, and nothing else.
    pub fn new(name: &str, kind: &str, splitter: Splitter) -> Self {
        Record {
            name: name.into(),
            kind: kind.into(),
            language: None,
            splitter,
            space_before: false,
            unknown_score: None,
            options: Map::new(),
            training: Map::new(),
            card: None,
        }
    }

    /// The record as a JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// A copy with other values where they are given; `options` and `training` are JSON objects whose entries are added.
    ///
    /// # Errors
    /// [`Error::Argument`] if `options` or `training` is no JSON object.
    pub fn updated(
        &self,
        name: Option<String>,
        language: Option<String>,
        options: Option<&str>,
        training: Option<&str>,
        card: Option<String>,
    ) -> Result<Self> {
        let extended = |old: &Map<String, Value>, json: Option<&str>| -> Result<Map<String, Value>> {
            let mut entries = old.clone();
            let added: Map<String, Value> = serde_json::from_str(json.unwrap_or("{}"))
                .map_err(|error| Error::Argument(format!("a record's options and training must be JSON objects: {error}")))?;
            entries.extend(added);
            Ok(entries)
        };
        Ok(Record {
            name: name.unwrap_or_else(|| self.name.clone()),
            language: language.or_else(|| self.language.clone()),
            options: extended(&self.options, options)?,
            training: extended(&self.training, training)?,
            card: card.or_else(|| self.card.clone()),
            ..self.clone()
        })
    }
}

/// `morfem.json` as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: u32,
    name: String,
    kind: String,
    language: Option<String>,
    vocab_size: usize,
    special_tokens: Vec<String>,
    splitter: Splitter,
    space_before: bool,
    unknown_score: Option<f64>,
    options: Map<String, Value>,
    training: Map<String, Value>,
    pub files: BTreeMap<String, String>,
    hash: String,
}

impl Manifest {
    /// Refuses what is not for a tokenizer of this kind.
    fn check(&self) -> std::result::Result<(), String> {
        let kind = self.kind.as_str();
        if self.vocab_size > MAX_ID as usize {
            return Err(format!("vocab_size {} is too large; at most {MAX_ID} ids are possible", self.vocab_size));
        }
        if self.space_before && matches!(kind, "mft" | "morpheus" | "splinter") {
            return Err(format!("space_before is true, but kind {kind} implies its spaces itself; write false"));
        }
        if self.unknown_score.is_some() && !matches!(kind, "unigram" | "thunder" | "sentencepiece") {
            return Err(format!("unknown_score is for Unigram models, not for kind {kind}; write null"));
        }
        if self.files.contains_key(FREQUENT) && !matches!(kind, "mft" | "morpheus") {
            return Err(format!("lists {FREQUENT}, which kind {kind} does not have; leave it out"));
        }
        Ok(())
    }

    /// The bytes of the file, with the hash of the rest in place.
    fn write(&mut self) -> Vec<u8> {
        self.hash.clear();
        self.hash = hash(&self.json());
        self.json()
    }

    fn json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self).expect("a manifest is plain data");
        json.push(b'\n');
        json
    }
}

impl Tokenizer {
    /// The artefact, file by file.
    pub fn files(&self) -> Files {
        let mut files = Files::new();
        let vocabulary = self.vocabulary();
        let scores = match self.model() {
            Model::Unigram(model) => Some(model.scores()),
            Model::Bpe(model) => {
                files.insert(MERGES.into(), write_merges(&model.merges()));
                None
            }
            Model::Mft(model) => {
                files.extend(mft::files::write(model));
                model.scribe.rest.scores()
            }
            Model::Morpheus(model) => {
                files.extend(morpheus::files::write(model));
                model.scribe.rest.scores()
            }
            Model::Splinter(model) => {
                files.extend(splinter::files::write(model, vocabulary));
                None
            }
        };
        if !self.merges().is_empty() {
            let merges: Vec<[u32; 3]> = self.merges().iter().map(|merge| [merge.left, merge.right, merge.product]).collect();
            files.insert(MERGES.into(), write_merges(&merges));
        }
        if !self.pieces().is_empty() {
            files.insert(UNIT_PIECES.into(), write_pieces(self.pieces()));
        }
        if let Some(frequent) = self.frequent() {
            files.insert(FREQUENT.into(), frequent.text().as_bytes().to_vec());
        }
        files.insert(VOCABULARY.into(), write_vocabulary(vocabulary, scores));
        let record = self.record().clone();
        if let Some(card) = record.card {
            files.insert(CARD.into(), card.into_bytes());
        }
        let mut manifest = Manifest {
            format: FORMAT,
            name: record.name,
            kind: record.kind,
            language: record.language,
            vocab_size: vocabulary.len(),
            special_tokens: vocabulary.specials().map(|id| vocabulary.token(id)).collect(),
            splitter: record.splitter,
            space_before: record.space_before,
            unknown_score: record.unknown_score,
            options: record.options,
            training: record.training,
            files: files.iter().map(|(name, content)| (name.clone(), hash(content))).collect(),
            hash: String::new(),
        };
        files.insert(RECORD.into(), manifest.write());
        files
    }

    /// The tokenizer of an artefact's files; `place` names them in errors.
    ///
    /// # Errors
    /// [`Error::Artifact`] with the file and the reason.
    pub fn from_files(files: &Files, place: &str) -> Result<Self> {
        let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
        let manifest = read_manifest(files.get(RECORD).map(Vec::as_slice), place)?;
        manifest.check().map_err(|reason| refuse(RECORD, reason))?;
        for (name, content) in files {
            check_size(name, content.len() as u64).map_err(|reason| refuse(name, reason))?;
        }
        if let Some(name) = files.keys().find(|name| *name != RECORD && !manifest.files.contains_key(*name)) {
            return Err(refuse(name, format!("is not listed in {RECORD}; take it out of the artefact")));
        }
        let (listed, (checked, language)) = together(
            || Listed::read(&manifest, files, place),
            || (check_files(&manifest, files, place), Language::read(&manifest.kind, files)),
        );
        // What is not what was saved may be anything.
        checked?;
        let Listed { mut vocabulary, scores, merges, pieces, rest, frequent } = listed?;
        let language = language.map_err(|reason| refuse(RECORD, reason))?;
        let model = match (manifest.kind.as_str(), language, rest) {
            ("unigram" | "thunder" | "sentencepiece", ..) => unigram_model(&vocabulary, scores, manifest.unknown_score)
                .map(Model::Unigram)
                .map_err(|reason| refuse(VOCABULARY, reason))?,
            ("bpe", ..) => Model::Bpe(bpe::Encoder::new(&vocabulary, &merges).map_err(|error| refuse(MERGES, error.to_string()))?),
            (_, Language::Mft(language), Some(rest)) => {
                let model = mft::files::read(files, *language, &vocabulary, rest).map_err(|reason| refuse(RECORD, reason))?;
                Model::Mft(Box::new(model))
            }
            (_, Language::Morpheus(language), Some(rest)) => {
                let model = morpheus::files::read(files, *language, &vocabulary, rest).map_err(|reason| refuse(RECORD, reason))?;
                Model::Morpheus(Box::new(model))
            }
            ("splinter", ..) => {
                splinter::files::join(files, &mut vocabulary).map_err(|reason| refuse(RECORD, reason))?;
                Model::Splinter(Box::new(splinter::files::read(files, &vocabulary).map_err(|reason| refuse(RECORD, reason))?))
            }
            (other, ..) => return Err(refuse(RECORD, format!("kind {other:?} is not known to this version of morfem; update morfem"))),
        };
        let card = manifest.files.contains_key(CARD).then(|| text(&manifest, files, CARD, place).map(str::to_string)).transpose()?;
        // The merges of a byte-pair model are its own; those of other systems are over units.
        let is_own = manifest.kind == "bpe";
        let record = Record {
            name: manifest.name,
            kind: manifest.kind,
            language: manifest.language,
            splitter: manifest.splitter,
            space_before: manifest.space_before,
            unknown_score: manifest.unknown_score,
            options: manifest.options,
            training: manifest.training,
            card,
        };
        let mut tokenizer = Tokenizer::new(record, vocabulary, model).map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        if !pieces.is_empty() {
            tokenizer = tokenizer.pieced(pieces).map_err(|error| refuse(UNIT_PIECES, error.to_string()))?;
        } else if !merges.is_empty() && !is_own {
            let merges = merges.iter().map(|&[left, right, product]| Merge { left, right, product }).collect();
            tokenizer = tokenizer.merged(merges).map_err(|error| refuse(MERGES, error.to_string()))?;
        }
        // Merges and pieces have been checked with what they are made of.
        if tokenizer.merges().is_empty() && tokenizer.pieces().is_empty() {
            tokenizer.vocabulary().check().map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        }
        Ok(match frequent {
            Some(frequent) => tokenizer.with_frequent(frequent),
            None => tokenizer,
        })
    }
}

/// What an artefact says beside its language.
struct Listed {
    vocabulary: Vocabulary,
    /// By id, NaN where there is none.
    scores: Vec<f64>,
    merges: Vec<[u32; 3]>,
    pieces: Vec<unigram::over::Piece>,
    /// The pieces of what is no unit.
    rest: Option<Rest>,
    frequent: Option<Frequent>,
}

impl Listed {
    fn read(manifest: &Manifest, files: &Files, place: &str) -> Result<Self> {
        let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
        let text = |name: &str| text(manifest, files, name, place);
        let is_listed = |name: &str| manifest.files.contains_key(name);
        let needed: Vec<&str> = match manifest.kind.as_str() {
            "bpe" => vec![MERGES],
            "mft" => mft::files::names().collect(),
            "morpheus" => morpheus::files::names().collect(),
            _ => Vec::new(),
        };
        if let Some(name) = needed.into_iter().find(|name| !is_listed(name)) {
            return Err(refuse(RECORD, format!("does not list {name}")));
        }
        let merges = match is_listed(MERGES) {
            true => read_merges(text(MERGES)?, manifest.vocab_size).map_err(|reason| refuse(MERGES, reason))?,
            false => Vec::new(),
        };
        let pieces = match is_listed(UNIT_PIECES) {
            true => read_pieces(text(UNIT_PIECES)?).map_err(|reason| refuse(UNIT_PIECES, reason))?,
            false => Vec::new(),
        };
        // Products of merges over units have no bytes of their own.
        let joined = match manifest.kind.as_str() {
            "bpe" => 0,
            "splinter" => merges.len() + splinter::files::joined(files),
            _ => merges.len(),
        };
        let joined = joined + pieces.iter().filter(|piece| piece.1.len() > 1).count();
        let listed = text(VOCABULARY)?;
        let (vocabulary, scores) =
            read_vocabulary(listed, manifest.vocab_size.saturating_sub(joined)).map_err(|reason| refuse(VOCABULARY, reason))?;
        let lines = listed.bytes().filter(|&byte| byte == b'\n').count();
        if lines != manifest.vocab_size + 1 {
            return Err(refuse(VOCABULARY, format!("has {lines} lines, {RECORD} says {} tokens", manifest.vocab_size)));
        }
        if !vocabulary.specials().map(|id| vocabulary.token(id)).eq(manifest.special_tokens.iter().cloned()) {
            return Err(refuse(VOCABULARY, format!("has other specials than {RECORD} says")));
        }
        let rest = match manifest.kind.as_str() {
            "mft" | "morpheus" => Some(Rest::read(files, &vocabulary, &scores).map_err(|reason| refuse(RECORD, reason))?),
            _ => None,
        };
        let frequent = match is_listed(FREQUENT) {
            true => Some(Frequent::read(text(FREQUENT)?.to_owned(), manifest.vocab_size).map_err(|reason| refuse(FREQUENT, reason))?),
            false => None,
        };
        Ok(Listed { vocabulary, scores, merges, pieces, rest, frequent })
    }
}

/// What a model knows of its language, in which its vocabulary has no part.
enum Language {
    Mft(Box<(mft::grammar::Grammar, mft::vocabulary::Roots)>),
    Morpheus(Box<morpheus::files::Language>),
    /// It is read with the rest, or there is none.
    Other,
}

impl Language {
    fn read(kind: &str, files: &Files) -> std::result::Result<Self, String> {
        match kind {
            "mft" => Ok(Language::Mft(Box::new(mft::files::language(files)?))),
            "morpheus" => Ok(Language::Morpheus(Box::new(morpheus::files::language(files)?))),
            _ => Ok(Language::Other),
        }
    }
}

/// A file of an artefact that its manifest lists.
fn text<'f>(manifest: &Manifest, files: &'f Files, name: &str, place: &str) -> Result<&'f str> {
    let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
    if !manifest.files.contains_key(name) {
        return Err(refuse(RECORD, format!("does not list {name}")));
    }
    let content = files.get(name).ok_or_else(|| refuse(name, "is missing".into()))?;
    std::str::from_utf8(content).map_err(|error| refuse(name, format!("is no UTF-8 at byte {}", error.valid_up_to())))
}

/// Refuses files that are not what the manifest says.
fn check_files(manifest: &Manifest, files: &Files, place: &str) -> Result<()> {
    let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
    for (name, expected) in &manifest.files {
        let content = files.get(name).ok_or_else(|| refuse(name, "is missing".into()))?;
        if hash(content) != *expected {
            return Err(refuse(name, format!("is not what was saved (its SHA-256 does not match {RECORD}); get a fresh copy")));
        }
    }
    Ok(())
}

/// Parses and checks `morfem.json`.
pub(crate) fn read_manifest(content: Option<&[u8]>, place: &str) -> Result<Manifest> {
    let refuse = |reason: String| Error::Artifact(format!("{place}/{RECORD}: {reason}"));
    let content = content.ok_or_else(|| refuse("is missing: this folder is no morfem artefact".into()))?;
    let value: Value = serde_json::from_slice(content).map_err(|error| refuse(format!("is no JSON: {error}")))?;
    match value.get("format").and_then(Value::as_u64) {
        Some(format) if format > FORMAT as u64 => {
            return Err(refuse(format!("has format {format}, this morfem reads up to {FORMAT}; update morfem")));
        }
        Some(format) if format == FORMAT as u64 => {}
        _ => return Err(refuse("has no format number: not written by morfem".into())),
    }
    let mut manifest: Manifest = serde_json::from_value(value).map_err(|error| refuse(format!("is damaged: {error}")))?;
    if manifest.write() != content {
        return Err(refuse("is not what was saved (its hash does not match); get a fresh copy".into()));
    }
    if let Some(name) = manifest.files.keys().find(|name| !is_file(name)) {
        return Err(refuse(format!("lists {name:?}, which is no file of an artefact")));
    }
    Ok(manifest)
}

/// Whether an artefact may have a file of that name beside its record.
pub(crate) fn is_file(name: &str) -> bool {
    let mut systems = mft::files::names().chain(splinter::files::names()).chain(morpheus::files::names());
    matches!(name, VOCABULARY | MERGES | CARD | PIECES | UNIT_PIECES | FREQUENT) || systems.any(|known| known == name)
}

/// Refuses a file that is larger than one of its name may be.
pub(crate) fn check_size(name: &str, size: u64) -> std::result::Result<(), String> {
    let most = if mft::pack::GRAMMAR.contains(&name) || splinter::files::TABLES.contains(&name) { MAX_TABLE } else { MAX_FILE };
    if size > most as u64 {
        return Err(format!("has {size} bytes; it may have {most} at most"));
    }
    Ok(())
}

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `vocabulary.tsv`. A score is written for every id that is a piece of a Unigram model.
fn write_vocabulary(vocabulary: &Vocabulary, scores: Option<&[f64]>) -> Vec<u8> {
    let mut lines = String::from(if scores.is_some() { "token\tkind\tscore\n" } else { "token\tkind\n" });
    for id in 0..vocabulary.len() as u32 {
        let kind = vocabulary.kind(id);
        let token = vocabulary.token(id).replace('\t', "\\x09").replace('\n', "\\x0A").replace('\r', "\\x0D");
        lines += &token;
        lines += "\t";
        lines += kind.name();
        if let Some(scores) = scores {
            lines += "\t";
            if let Some(score) = scores.get(id as usize).filter(|score| !score.is_nan()) {
                lines += &score.to_string();
            }
        }
        lines += "\n";
    }
    lines.into_bytes()
}

/// Parses the first `units` tokens of `vocabulary.tsv`; ids without a score have NaN. Merged tokens follow, which `merges.tsv` defines. Its two halves
/// are read at once.
fn read_vocabulary(text: &str, units: usize) -> std::result::Result<(Vocabulary, Vec<f64>), String> {
    if text.contains('\r') {
        return Err("holds a carriage return; in a token it is written \\x0D".into());
    }
    let body = text.split_once('\n').map_or("", |(_, body)| body);
    let middle = body.as_bytes()[..body.len() / 2].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (first, second) = body.split_at(middle);
    let before = first.bytes().filter(|&byte| byte == b'\n').count();
    let (first, second) = together(|| read_tokens(first, 2, units), || read_tokens(second, before + 2, units.saturating_sub(before)));
    let ((mut tokens, mut scores), (more_tokens, more_scores)) = (first?, second?);
    tokens.extend(more_tokens);
    scores.extend(more_scores);
    if tokens.len() > MAX_ID as usize {
        return Err(format!("has {} tokens; at most {MAX_ID} are possible", tokens.len()));
    }
    Ok((Vocabulary::new(tokens).map_err(|error| error.to_string())?, scores))
}

type Tokens = (Vec<(Kind, Vec<u8>)>, Vec<f64>);

/// Parses at most `units` lines of `vocabulary.tsv`, of which the first is number `number`.
fn read_tokens(text: &str, number: usize, units: usize) -> std::result::Result<Tokens, String> {
    // No line is shorter than a character, a tab, the shortest kind and its end.
    let most = units.min(text.len() / 7 + 1);
    let (mut tokens, mut scores) = (Vec::with_capacity(most), Vec::with_capacity(most));
    // Ids of a kind stand together.
    let mut before = Kind::Subword;
    for (index, line) in text.split_terminator('\n').enumerate().take(units) {
        let refuse = |reason: &str| format!("line {}: {reason}", number + index);
        let mut columns = line.split('\t');
        let (token, kind) = columns.next().zip(columns.next()).ok_or_else(|| refuse("fewer than two columns"))?;
        if kind != before.name() {
            before = Kind::named(kind).ok_or_else(|| refuse(&format!("unknown kind {kind:?}")))?;
        }
        let kind = before;
        let bytes = match kind {
            Kind::Special | Kind::Mark => token.as_bytes().to_vec(),
            Kind::Affix | Kind::Pattern => token.strip_prefix('+').ok_or_else(|| refuse("an affix is written +form"))?.as_bytes().to_vec(),
            Kind::Byte => {
                let hex = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>')).filter(|hex| hex.len() == 2);
                vec![hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).ok_or_else(|| refuse("a byte is written <0x41>"))?]
            }
            _ => read_piece(token),
        };
        let score = match columns.next() {
            None | Some("") => f64::NAN,
            Some(score) => {
                score.parse().ok().filter(|score: &f64| score.abs() <= MAX_SCORE).ok_or_else(|| refuse("the score is no number"))?
            }
        };
        if kind == Kind::Special && !score.is_nan() {
            return Err(refuse("a special has a score, but text is never a special; leave the score out"));
        }
        tokens.push((kind, bytes));
        scores.push(score);
    }
    Ok((tokens, scores))
}

/// The Unigram model of a vocabulary: every id with a score is a piece.
pub(crate) fn unigram_model(
    vocabulary: &Vocabulary,
    scores: Vec<f64>,
    unknown_score: Option<f64>,
) -> std::result::Result<unigram::Encoder, String> {
    let mut pieces: Vec<(&[u8], u32)> =
        (0..vocabulary.len() as u32).filter(|&id| !scores[id as usize].is_nan()).map(|id| (vocabulary.bytes(id), id)).collect();
    sort_keys(&mut pieces, |(piece, _)| piece);
    // A byte that is also a piece is written as the piece.
    let is_byte = |id: u32| vocabulary.kind(id) == Kind::Byte;
    pieces.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0 && is_byte(earlier.1) && !is_byte(later.1);
        if is_same {
            earlier.1 = later.1;
        }
        is_same
    });
    if let Some(pair) = pieces.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(format!("ids {} and {} are the same piece", pair[0].1, pair[1].1));
    }
    let bytes = match unknown_score {
        Some(score) if score.abs() <= MAX_SCORE => unigram::Bytes::Unknown(score),
        Some(score) => return Err(format!("unknown_score {score} is out of range")),
        None => match vocabulary.byte_ids().iter().find(|&&id| scores[id as usize].is_nan()) {
            Some(&id) => return Err(format!("byte {} has no score", vocabulary.token(id))),
            None => unigram::Bytes::Pieces,
        },
    };
    if bytes != unigram::Bytes::Pieces
        && let Some((piece, _)) = pieces.iter().find(|(piece, _)| std::str::from_utf8(piece).is_err())
    {
        return Err(format!("piece {piece:02X?} is no UTF-8"));
    }
    Ok(unigram::Encoder::new(&pieces, scores, *vocabulary.byte_ids(), bytes))
}

pub(crate) fn write_merges(merges: &[[u32; 3]]) -> Vec<u8> {
    let mut lines = String::from("left\tright\tproduct\n");
    for [left, right, product] in merges {
        lines += &format!("{left}\t{right}\t{product}\n");
    }
    lines.into_bytes()
}

fn write_pieces(pieces: &[unigram::over::Piece]) -> Vec<u8> {
    let mut lines = String::from("score\tunits\n");
    for (score, units) in pieces {
        let units: Vec<String> = units.iter().map(u32::to_string).collect();
        lines += &format!("{score}\t{}\n", units.join(" "));
    }
    lines.into_bytes()
}

fn read_pieces(text: &str) -> std::result::Result<Vec<unigram::over::Piece>, String> {
    let read = |line: &str| -> Option<unigram::over::Piece> {
        let (score, units) = line.split_once('\t')?;
        let score = score.parse().ok().filter(|score: &f64| score.abs() <= MAX_SCORE)?;
        Some((score, units.split(' ').map(|unit| unit.parse().ok()).collect::<Option<_>>()?))
    };
    let lines = text.lines().enumerate().skip(1);
    lines.map(|(index, line)| read(line).ok_or_else(|| format!("line {}: not a score and ids", index + 1))).collect()
}

pub(crate) fn read_merges(text: &str, vocab_size: usize) -> std::result::Result<Vec<[u32; 3]>, String> {
    let parse = |column: &str| column.parse().ok().filter(|&id: &u32| (id as usize) < vocab_size);
    let read = |line: &str| -> Option<[u32; 3]> { line.split('\t').map(parse).collect::<Option<Vec<_>>>()?.try_into().ok() };
    text.lines()
        .enumerate()
        .skip(1)
        .map(|(index, line)| read(line).ok_or_else(|| format!("line {}: not three ids below {vocab_size}", index + 1)))
        .collect()
}
