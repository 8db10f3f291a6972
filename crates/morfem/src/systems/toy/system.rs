//! Encoding, decoding, and the file `vowels.tsv`, which lists the vowels.

use std::any::Any;

use rustc_hash::FxHashMap;

use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::Files;
use crate::vocab::{Kind, Vocabulary};

const VOWELS: &str = "vowels.tsv";

/// The vowels, and the ids of the runs that are tokens.
pub struct Runs {
    vowels: String,
    ids: FxHashMap<Vec<u8>, u32>,
}

impl Runs {
    /// The system for a vocabulary.
    pub fn new(vowels: String, vocabulary: &Vocabulary) -> Self {
        let is_run = |id: &u32| !matches!(vocabulary.kind(*id), Kind::Special | Kind::Byte);
        let ids = (0..vocabulary.len() as u32).filter(is_run).map(|id| (vocabulary.bytes(id).to_vec(), id)).collect();
        Runs { vowels, ids }
    }

    /// Splits a text into runs of vowels, runs of consonants, and single other characters.
    pub fn runs<'a>(vowels: &'a str, text: &'a str) -> impl Iterator<Item = &'a str> {
        let class = |letter: char| letter.is_alphabetic().then(|| vowels.contains(letter));
        let mut left = text;
        std::iter::from_fn(move || {
            let first = class(left.chars().next()?);
            let is_other = |&(at, letter): &(usize, char)| at > 0 && (first.is_none() || class(letter) != first);
            let end = left.char_indices().find(is_other).map_or(left.len(), |(at, _)| at);
            let (run, others) = left.split_at(end);
            left = others;
            Some(run)
        })
    }
}

impl Abilities for Runs {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        Files::from([(VOWELS.into(), self.vowels.clone().into_bytes())])
    }

    fn is_plain(&self, _vocabulary: &Vocabulary, _id: u32) -> bool {
        true
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Runs {
    type Buffers = ();
    type Writer = ();
    type Language = String;
    type Fallback = ();

    const FILES: &'static [&'static str] = &[VOWELS];

    fn read_language(files: &Files) -> Result<String, Fault> {
        String::from_utf8(files[VOWELS].clone()).map_err(|_| format!("{VOWELS}: is not UTF-8"))
    }

    fn read_fallback(_section: &Section, _vocabulary: &Vocabulary) -> Result<(), Fault> {
        Ok(())
    }

    fn assemble(_section: &Section, vowels: String, _fallback: (), vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        Ok(Runs::new(vowels, vocabulary))
    }

    fn encode(&self, text: &str, start: usize, vocabulary: &Vocabulary, _buffers: &mut (), ids: &mut Vec<u32>) {
        for run in Runs::runs(&self.vowels, &text[start..]) {
            match self.ids.get(run.as_bytes()) {
                Some(&id) => ids.push(id),
                None => ids.extend(run.bytes().map(|byte| vocabulary.byte_ids()[byte as usize])),
            }
        }
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, _writer: &mut (), bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        bytes.extend_from_slice(vocabulary.bytes(id));
        before
    }

    fn write_special(&self, text: &[u8], _writer: &mut (), bytes: &mut Vec<u8>) -> usize {
        bytes.extend_from_slice(text);
        bytes.len() - text.len()
    }
}
