//! The record of an artefact, `morfem.json`: name, kind, options, history, and the SHA-256 of every other file and of the record itself.
//!
//! `docs/artifacts.md` states the policy. In short: what was ever released can be read, and is saved again byte for byte. An unknown
//! optional field is kept. An unknown required feature is an error that names it. The hash covers every byte of the file except its own
//! digits.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::text::{Splitter, UNICODE_VERSION};
use crate::vocab::Vocabulary;
use crate::vocab::merging::Merging;
use crate::vocab::symbols::Symbols;
use crate::{Error, Result};

/// The format of artefacts.
const FORMAT: u32 = 1;
/// The file.
pub const RECORD: &str = "morfem.json";

/// The member and the file that a name such as `tr.lexicon.tsv` stands for: the file `lexicon.tsv` of the artefact of member `tr`.
pub fn member_file(name: &str) -> Option<(&str, &str)> {
    name.split_once('.').filter(|(member, file)| is_member(member) && file.contains('.'))
}

/// Bytes of a record, at most: in memory it may take two hundred times as many.
pub const MAX_RECORD: u64 = 4 << 20;
/// Bytes of a table that people write, at most.
pub const MAX_TABLE: u64 = 128 << 10;

/// Whether a name may stand for a member.
pub fn is_member(name: &str) -> bool {
    (1..=32).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// The files of an artefact, or of a language pack, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The record of an artefact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Name of the tokenizer, such as `ko-thunder`.
    pub name: String,
    /// Version of a bundled tokenizer: the ids of a version never change.
    pub version: Option<u32>,
    /// The kind of its system, such as `bpe`; `sentencepiece` and `character_bpe` are imported models over characters.
    pub kind: String,
    /// BCP 47 code of the language, if it is made for one.
    pub language: Option<String>,
    /// How texts are cut into chunks.
    pub splitter: Splitter,
    /// Whether a text is encoded with a space before it, which decoding takes away again (imported models).
    #[serde(default)]
    pub space_before: bool,
    /// Score of a character without a piece, kind `sentencepiece` only.
    pub unknown_score: Option<f64>,
    /// Texts that the program of an imported tokenizer finds before its model sees anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Symbols>,
    /// What an imported byte-pair model has beside its merges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merging: Option<Merging>,
    /// Version of Unicode that its characters are classified by.
    pub unicode: String,
    /// Options of the trainer, or what an import took over.
    pub options: Map<String, Value>,
    /// Corpus and seed of the training. No date, so that equal trainings give equal files.
    pub training: Map<String, Value>,
    /// The model card, Markdown, which is a file of its own.
    #[serde(skip_deserializing)]
    pub card: Option<String>,
    /// Optional fields of a newer version of morfem, which this version keeps.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl Record {
    /// The name, with the version of a bundled tokenizer: `tr-mft@1`.
    pub fn full_name(&self) -> String {
        self.version.map_or_else(|| self.name.clone(), |version| format!("{}@{version}", self.name))
    }

    /// A record with a name, a kind and a splitter, and nothing else.
    pub fn new(name: &str, kind: &str, splitter: Splitter) -> Self {
        Record {
            name: name.into(),
            version: None,
            kind: kind.into(),
            language: None,
            splitter,
            space_before: false,
            unknown_score: None,
            symbols: None,
            merging: None,
            unicode: UNICODE_VERSION.into(),
            options: Map::new(),
            training: Map::new(),
            card: None,
            other: Map::new(),
        }
    }

    /// The record as a JSON object.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record is plain data")
    }

    /// A copy with the given values replaced. `options` and `training` are JSON objects, whose entries are added.
    ///
    /// # Errors
    /// [`Error::Argument`] if `options` or `training` is not a JSON object.
    pub fn updated(
        &self,
        name: Option<String>,
        language: Option<String>,
        options: Option<&str>,
        training: Option<&str>,
        card: Option<String>,
        version: Option<u32>,
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
            version: version.or(self.version),
            ..self.clone()
        })
    }
}

/// `morfem.json`: the record, and the hashes of the files.
#[derive(Deserialize)]
pub(crate) struct Manifest {
    format: u32,
    /// What a reader must know beyond this format: nothing yet.
    #[serde(default)]
    requires: Vec<String>,
    #[serde(flatten)]
    pub record: Record,
    pub vocab_size: usize,
    pub special_tokens: Vec<String>,
    /// How many ids, specials and roots, were added behind all others.
    #[serde(default)]
    pub added: usize,
    /// SHA-256 of each file.
    pub files: BTreeMap<String, String>,
    /// SHA-256 of all other fields; empty until it is written.
    pub hash: String,
}

impl Manifest {
    /// The manifest of files, with the specials of a vocabulary.
    pub fn new(record: Record, vocabulary: &Vocabulary, vocab_size: usize, added: usize, files: &Files) -> Self {
        let special_tokens = vocabulary.specials().map(|id| vocabulary.token(id)).collect();
        let files = files.iter().map(|(name, content)| (name.clone(), hash(content))).collect();
        Manifest { format: FORMAT, requires: Vec::new(), record, vocab_size, special_tokens, added, files, hash: String::new() }
    }

    /// The bytes of `morfem.json`.
    pub fn write(&self) -> Vec<u8> {
        let content = self.json("");
        self.json(&hash(&content))
    }

    /// The fields in their order: those of the record, and before its splitter what is said of ids. Optional fields are absent when unset.
    fn json(&self, hash: &str) -> Vec<u8> {
        let record: Map<String, Value> =
            serde_json::from_str(&Record { card: None, ..self.record.clone() }.to_json()).expect("it is an object");
        let mut fields = Map::from_iter([("format".to_owned(), json!(self.format))]);
        for (name, value) in record {
            if name == "splitter" {
                fields.insert("vocab_size".into(), json!(self.vocab_size));
                fields.insert("special_tokens".into(), json!(self.special_tokens));
                fields.extend((self.added > 0).then(|| ("added".into(), json!(self.added))));
            }
            let is_unset = value.is_null() && !self.record.other.contains_key(&name) || name == "space_before" && !self.record.space_before;
            fields.extend((!is_unset).then_some((name, value)));
        }
        fields.insert("files".into(), json!(self.files));
        fields.insert("hash".into(), json!(hash));
        let mut json = serde_json::to_vec_pretty(&fields).expect("a manifest is plain data");
        json.push(b'\n');
        json
    }

    /// Reads and checks `morfem.json`; `place` names its folder in errors.
    ///
    /// # Errors
    /// [`Error::Artifact`] if it is missing, damaged, of a newer format, or requires an unknown feature.
    pub fn read(content: Option<&[u8]>, place: &str) -> Result<Self> {
        let refuse = |reason: String| Error::Artifact(format!("{place}/{RECORD}: {reason}"));
        let content = content.ok_or_else(|| refuse("is missing: this folder is not a saved tokenizer of morfem".into()))?;
        if content.len() as u64 > MAX_RECORD {
            return Err(refuse(format!("has {} bytes; it may have {MAX_RECORD} at most", content.len())));
        }
        let value: Map<String, Value> =
            serde_json::from_slice(content).map_err(|error| refuse(format!("is not a JSON object: {error}")))?;
        match value.get("format").and_then(Value::as_u64) {
            Some(0) | None => return Err(refuse("has no format number: not written by morfem".into())),
            Some(format) if format > FORMAT as u64 => {
                return Err(refuse(format!("has format {format}, this morfem reads up to {FORMAT}; update morfem")));
            }
            Some(_) => {}
        }
        let seal = seal(content).ok_or_else(|| refuse("is not what was saved (its hash does not match); get a fresh copy".into()))?;
        if let Some(Value::String(splitter)) = value.get("splitter")
            && Splitter::named(splitter).is_none()
        {
            return Err(refuse(format!("needs the splitter {splitter:?}, which this version of morfem does not have; update morfem")));
        }
        let manifest: Manifest = serde_json::from_value(Value::Object(value)).map_err(|error| refuse(format!("is damaged: {error}")))?;
        if manifest.hash != seal {
            return Err(refuse("has its hash in another place than morfem writes it; get a fresh copy".into()));
        }
        if let Some(feature) = manifest.requires.first() {
            return Err(refuse(format!("requires the feature {feature:?}, which this version of morfem does not have; update morfem")));
        }
        let unicode = &manifest.record.unicode;
        if unicode != UNICODE_VERSION {
            return Err(refuse(format!("needs the character tables of Unicode {unicode}, there are {UNICODE_VERSION}; update morfem")));
        }
        Ok(manifest)
    }
}

/// The hash at the end of a manifest, if it is that of the manifest with an empty hash.
fn seal(content: &[u8]) -> Option<&str> {
    const FIELD: &[u8] = b"\"hash\": \"";
    const DIGITS: usize = 64;
    let start = content.windows(FIELD.len()).rposition(|window| window == FIELD)? + FIELD.len();
    let found = str::from_utf8(content.get(start..start + DIGITS)?).ok()?;
    (hash(&[&content[..start], &content[start + DIGITS..]].concat()) == found).then_some(found)
}

/// SHA-256 in hexadecimal digits.
pub(crate) fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}
