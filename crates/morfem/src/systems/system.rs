//! What a system gives the tokenizer.
//!
//! Text flows the same way for every system: a splitter cuts it into chunks, the system turns each chunk into ids ([`System::encode`]), and ids
//! are written back as bytes ([`System::write`]). The tokenizer around a system does the rest once for all: cache, merges over units, batches,
//! spans, specials, files. It asks for what only some systems can do through [`Abilities`]; each of those has an answer for systems that cannot.
//!
//! A system is a folder below `systems/` with one file that implements these traits, and one line in the list of [`super::SYSTEMS`].

use std::any::Any;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::analysis::{Explanation, WordAnalysis};
use crate::encoding::Encoding;
use crate::record::{Files, Record};
use crate::vocab::Vocabulary;
use crate::{bpe, unigram};

/// A part of an artefact could not be read: the reason, with the name of the file and the line.
pub type Fault = String;

/// What the loader hands to a system: the files of the artefact that its record lists, and what has been read of them.
pub struct Section<'a> {
    pub files: &'a Files,
    pub record: &'a Record,
    /// By id, the scores of `vocabulary.tsv` in nats; NaN where there is none.
    pub scores: &'a [f64],
    /// The rows of `merges.tsv`.
    pub merges: &'a [[u32; 3]],
}

/// What only some systems can do. Each function has an answer for the others.
pub trait Abilities: Send + Sync + 'static {
    /// The files of the artefact that are this system's own.
    fn files(&self, vocabulary: &Vocabulary) -> Files;

    /// By id, the scores that `vocabulary.tsv` holds, in nats; NaN where there is none.
    fn scores(&self) -> Option<&[f64]> {
        None
    }

    /// Adds what the system knows of the tokens: glosses, and the words that marks belong to.
    fn describe(&self, _vocabulary: &Vocabulary, _encoding: &mut Encoding) {}

    /// For each byte of a text the index of the token it belongs to, where tokens interleave.
    fn owners(&self, _vocabulary: &Vocabulary, _ids: &[u32]) -> Option<Vec<u32>> {
        None
    }

    /// The `count` best analyses of a word, best first.
    fn analyses(&self, _word: &str, _count: usize) -> Option<Vec<WordAnalysis>> {
        None
    }

    /// How a word is taken apart; `is_token` says whether a word is one token.
    fn explain(&self, _word: &str, _is_token: &dyn Fn(&str) -> bool) -> Option<crate::Result<Explanation>> {
        None
    }

    /// A text in which words are linear, for other tokenizers.
    fn linearize(&self, _text: &str) -> Option<String> {
        None
    }

    /// The text of which [`Abilities::linearize`] gives `text`.
    fn delinearize(&self, _text: &str) -> Option<String> {
        None
    }

    /// The Unigram model, if the system is nothing else: such a tokenizer can be exported.
    fn as_unigram(&self) -> Option<&unigram::Encoder> {
        None
    }

    /// The byte-pair model, if the system is nothing else: such a tokenizer can be exported.
    fn as_bpe(&self) -> Option<&bpe::Encoder> {
        None
    }

    /// Why other libraries cannot encode as this system does, for all that are neither of these two.
    fn export_obstacle(&self) -> &'static str {
        "no library has a model of this kind"
    }

    /// The system itself, for its own trainer.
    fn as_any(&self) -> &dyn Any;
}

/// A system, ready to encode and decode.
pub trait System: Abilities + Sized {
    /// Buffers of one call; reused from call to call.
    type Buffers: Default + Send + 'static;
    /// What has been written, as far as it matters for what is written next.
    type Writer: Clone + Default + Send + Serialize + DeserializeOwned + 'static;
    /// The part of an artefact in which the vocabulary has no part. It is read in a thread of its own while the vocabulary is read.
    type Language: Send + 'static;
    /// The fallback model for text outside the system's units, read from the scores of the vocabulary.
    type Fallback;

    /// The files of an artefact that there must be, and those that there may be, besides those of every artefact.
    const FILES: &'static [&'static str];
    const OPTIONAL_FILES: &'static [&'static str] = &[];
    /// Whether `merges.tsv` is the model itself. For all other systems it holds merges over units.
    const OWNS_MERGES: bool = false;
    /// Those of the files that people write: they are small.
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[];
    /// Whether an artefact may have precomputed chunks. [`System::writes`] checks one when its chunk is met.
    const HAS_PRECOMPUTED: bool = false;
    /// Whether models of other programs are imported as this system: only their records may have `space_before` and `source`.
    const IS_IMPORTED: bool = false;
    /// The calls of a tokenizer that this system answers and others do not: those of [`Abilities`] that return `Some`.
    const CALLS: &'static [&'static str] = &[];
    /// Whether [`System::prepare`] does anything.
    const PREPARES: bool = false;

    /// Reads the part of an artefact in which the vocabulary has no part.
    fn read_language(files: &Files) -> Result<Self::Language, Fault>;

    /// How many of the last ids of the vocabulary are joined from units by files of the system.
    fn joined(_files: &Files) -> usize {
        0
    }

    /// Reads the fallback model.
    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Self::Fallback, Fault>;

    /// Puts the system together. Ids that files of the system join are added to the vocabulary.
    fn assemble(section: &Section, language: Self::Language, fallback: Self::Fallback, vocabulary: &mut Vocabulary) -> Result<Self, Fault>;

    /// What the ids of a chunk depend on besides the chunk: one bit of the text to the left of it.
    fn left_context(&self, _left: &[u8]) -> bool {
        false
    }

    /// Looks at chunks that are encoded next, all together, until [`System::forget`]: so that memory is waited for once.
    fn prepare(&self, _text: &str, _chunks: impl Iterator<Item = (usize, usize)>, _buffers: &mut Self::Buffers) {}

    /// Forgets the chunks that have been looked at.
    fn forget(&self, _buffers: &mut Self::Buffers) {}

    /// Appends the ids of the chunk `text[start..end]`.
    fn encode(&self, text: &str, start: usize, end: usize, vocabulary: &Vocabulary, buffers: &mut Self::Buffers, ids: &mut Vec<u32>);

    /// Appends the bytes that are certain with an id that is not merged; returns the length of the bytes that belong to the ids before it.
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Self::Writer, bytes: &mut Vec<u8>) -> usize;

    /// Whether these units are a way to write `chunk` behind a letter, whatever stands before and behind it; `written` is a buffer.
    fn writes(&self, _vocabulary: &Vocabulary, _chunk: &[u8], _units: impl Iterator<Item = u32> + Clone, _written: &mut Vec<u8>) -> bool {
        false
    }

    /// Appends the bytes that waited for another id.
    fn finish(&self, _writer: &mut Self::Writer, _bytes: &mut Vec<u8>) {}
}
