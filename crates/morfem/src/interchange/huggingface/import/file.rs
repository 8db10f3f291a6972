//! The parts of `tokenizer.json` that an import reads.

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::LITERAL_BYTE;

#[derive(Deserialize)]
pub(super) struct File<'a> {
    #[serde(default)]
    pub added_tokens: Vec<AddedToken>,
    pub normalizer: Option<Named<Normalizer>>,
    pub pre_tokenizer: Option<Named<PreTokenizer>>,
    pub decoder: Option<Value>,
    pub post_processor: Option<Value>,
    pub truncation: Option<Value>,
    pub padding: Option<Value>,
    #[serde(borrow)]
    pub model: &'a RawValue,
}

/// A part of the file together with the types of its steps, which error messages name.
pub(super) struct Named<T> {
    pub part: T,
    pub types: String,
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
pub(super) struct AddedToken {
    pub id: usize,
    pub content: String,
    #[serde(default)]
    pub special: bool,
    #[serde(default)]
    pub normalized: bool,
    #[serde(default)]
    pub single_word: bool,
    #[serde(default)]
    pub lstrip: bool,
    #[serde(default)]
    pub rstrip: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum Normalizer {
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
    Strip,
    Precompiled,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum PreTokenizer {
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
    Digits {
        #[serde(default)]
        individual_digits: bool,
    },
    Punctuation {
        #[serde(default = "isolated")]
        behavior: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub(super) enum Pattern {
    Regex(String),
    String(String),
}

fn yes() -> bool {
    true
}

fn isolated() -> String {
    "Isolated".into()
}

impl File<'_> {
    /// The pre-tokenizer's steps, without the cut at literal bytes that our exports add.
    pub fn cuts(&self) -> Vec<&PreTokenizer> {
        let is_own =
            |step: &&PreTokenizer| matches!(step, PreTokenizer::Split { pattern: Pattern::Regex(text), .. } if text == LITERAL_BYTE);
        let steps = self.pre_tokenizer.as_ref().map(|step| step.part.flat()).unwrap_or_default();
        steps.into_iter().filter(|step| !is_own(step)).collect()
    }

    /// The single steps of the normaliser in order.
    pub fn normalizers(&self) -> Vec<&Normalizer> {
        self.normalizer.as_ref().map(|step| step.part.flat()).unwrap_or_default()
    }

    /// Whether the normaliser alters texts, other than to write spaces as `▁`.
    pub fn alters(&self) -> bool {
        self.normalizers().into_iter().any(|step| match step {
            Normalizer::Prepend { .. } => false,
            Normalizer::Replace { pattern: Pattern::String(text), content } => text != " " || content != "▁",
            _ => true,
        })
    }

    /// The types of the pre-tokenizer's steps.
    pub fn cut_types(&self) -> &str {
        self.pre_tokenizer.as_ref().map_or("no pre-tokenizer", |step| &step.types)
    }
}

impl Normalizer {
    /// The single steps in order.
    pub fn flat(&self) -> Vec<&Normalizer> {
        match self {
            Normalizer::Sequence { normalizers } => normalizers.iter().flat_map(Normalizer::flat).collect(),
            step => vec![step],
        }
    }
}

impl PreTokenizer {
    /// The single steps in order.
    pub fn flat(&self) -> Vec<&PreTokenizer> {
        match self {
            PreTokenizer::Sequence { pretokenizers } => pretokenizers.iter().flat_map(PreTokenizer::flat).collect(),
            step => vec![step],
        }
    }
}
