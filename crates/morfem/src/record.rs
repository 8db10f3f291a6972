//! The record of an artefact, `morfem.json`: name, kind, options, history, and the SHA-256 of every other file and of the record itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::text::Splitter;
use crate::{Error, Result};

/// Version of the format that this program writes.
pub const FORMAT: u32 = 1;
/// The file.
pub const RECORD: &str = "morfem.json";

/// The files of an artefact, or of a language pack, by name.
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
    pub format: u32,
    pub name: String,
    pub kind: String,
    pub language: Option<String>,
    pub vocab_size: usize,
    pub special_tokens: Vec<String>,
    pub splitter: Splitter,
    pub space_before: bool,
    pub unknown_score: Option<f64>,
    pub options: Map<String, Value>,
    pub training: Map<String, Value>,
    pub files: BTreeMap<String, String>,
    pub hash: String,
}

impl Manifest {
    /// The manifest of files; the hash is made when it is written.
    pub fn new(record: Record, vocab_size: usize, special_tokens: Vec<String>, files: &Files) -> Self {
        Manifest {
            format: FORMAT,
            name: record.name,
            kind: record.kind,
            language: record.language,
            vocab_size,
            special_tokens,
            splitter: record.splitter,
            space_before: record.space_before,
            unknown_score: record.unknown_score,
            options: record.options,
            training: record.training,
            files: files.iter().map(|(name, content)| (name.clone(), hash(content))).collect(),
            hash: String::new(),
        }
    }

    /// The record of an artefact with this card.
    pub fn record(&self, card: Option<String>) -> Record {
        Record {
            name: self.name.clone(),
            kind: self.kind.clone(),
            language: self.language.clone(),
            splitter: self.splitter,
            space_before: self.space_before,
            unknown_score: self.unknown_score,
            options: self.options.clone(),
            training: self.training.clone(),
            card,
        }
    }

    /// The bytes of the file, with the hash of the rest in place.
    pub fn write(&mut self) -> Vec<u8> {
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
    Ok(manifest)
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
