//! Imports `tokenizer.json`.

mod bpe;
mod file;
mod frame;
mod sequences;
mod tokens;
mod unigram;

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use self::file::{File, PreTokenizer};
use super::super::pieces::refusal;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

#[derive(Deserialize)]
struct ModelType<'a> {
    #[serde(rename = "type")]
    name: Option<&'a str>,
}

/// Reads a `tokenizer.json`, without its normalisation.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read; [`Error::Argument`] with the reason if it is damaged, or has a part that morfem cannot import.
pub fn import(path: &Path) -> Result<Tokenizer> {
    let content = std::fs::read(path).map_err(|error| Error::io(path, error))?;
    let damaged = |error: serde_json::Error| refusal(path, format!("is damaged or not a tokenizer.json: {error}"));
    let file: File = serde_json::from_slice(&content).map_err(damaged)?;
    let refuse = |reason: String| refusal(path, reason);
    let model: ModelType = serde_json::from_str(file.model.get()).map_err(damaged)?;
    let tokenizer = match model.name {
        Some(name @ ("BPE" | "Unigram")) => {
            let steps = file.cuts();
            let is_byte_level = steps.iter().any(|step| matches!(step, PreTokenizer::ByteLevel { .. }));
            let mut frame = if is_byte_level { file.byte_level() } else { file.metaspace() }.map_err(refuse)?;
            file.add_symbols(&mut frame).map_err(refuse)?;
            let model = file.model.get();
            match name {
                "BPE" => bpe::import(path, &file, frame, is_byte_level, serde_json::from_str(model).map_err(damaged)?)?,
                _ => unigram::import(path, &file, frame, is_byte_level, serde_json::from_str(model).map_err(damaged)?)?,
            }
        }
        name => {
            let name = name.unwrap_or("unknown");
            return Err(refuse(format!("holds a model of type {name}; morfem can import BPE and Unigram")));
        }
    };
    let altering = file.normalizer.as_ref().filter(|_| file.alters()).map(|_| Value::Null);
    let left_out =
        [("normalizer", &altering), ("post_processor", &file.post_processor), ("truncation", &file.truncation), ("padding", &file.padding)];
    let left_out: Vec<Value> = left_out.into_iter().filter(|(_, step)| step.is_some()).map(|(name, _)| name.into()).collect();
    let mut record = tokenizer.record().clone();
    record.options.insert("source".into(), "tokenizers".into());
    record.options.insert("left_out".into(), left_out.into());
    Ok(tokenizer.with_record(record))
}
