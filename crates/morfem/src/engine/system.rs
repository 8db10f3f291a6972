//! The traits that a tokenization system implements.
//!
//! Text flows the same way for every system: a splitter cuts it into chunks, the system turns each chunk into ids ([`System::encode`]), and
//! ids are written back as bytes ([`System::write`]). Everything else is the same for all systems and belongs to the tokenizer around them:
//! cache, merges over units, batches, spans, specials, files. [`Abilities`] are functions that only some systems have; the others keep the
//! default answer.
//!
//! A system is a folder below `systems/` with one file that implements these traits, and one line in [`SYSTEMS`](crate::systems::SYSTEMS).

use std::any::Any;
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::files::record::{Files, Record};
use crate::result::analysis::{Explanation, Paradigm, WordAnalysis};
use crate::result::encoding::Encoding;
use crate::result::roots::RootList;
use crate::run::draw::Draw;
use crate::text::Splitter;
use crate::vocab::Vocabulary;
use crate::{bpe, unigram};

/// The call of tokenizers to which roots can be added.
pub const WITH_ROOTS: &str = "with_roots";
/// What [`System::write`] returns if the bytes of tokens interleave.
pub const INTERLEAVED: usize = usize::MAX;

/// Why a part of an artefact could not be read, with the name of the file and the line.
pub type Fault = String;

/// What the loader gives to a system: the files that the record of the artefact lists, and what has been read from them.
pub struct Section<'a> {
    pub files: &'a Files,
    pub record: &'a Record,
    /// For each id, its score in `vocabulary.tsv` in nats; NaN if it has none.
    pub scores: &'a [f64],
    /// The rows of `merges.tsv`.
    pub merges: &'a [[u32; 3]],
    /// The roots that were added behind all other ids: the id of each, and its bytes in the vocabulary.
    pub roots: &'a [(u32, &'a [u8])],
}

/// Functions that only some systems have. Each has a default for the others.
pub trait Abilities: Send + Sync + 'static {
    /// The files that this system adds to an artefact.
    fn files(&self, vocabulary: &Vocabulary) -> Files;

    /// For each id, the score to save in `vocabulary.tsv`, in nats; NaN if it has none.
    fn scores(&self) -> Option<&[f64]> {
        None
    }

    /// Adds to an encoding what the system knows about its tokens: glosses and languages.
    fn describe(&self, _vocabulary: &Vocabulary, _encoding: &mut Encoding) {}

    /// If tokens interleave, the index of the token that owns each byte of the text that ids write behind `behind`.
    fn owners(&self, _vocabulary: &Vocabulary, _ids: &[u32], _behind: &[u8]) -> Option<Vec<u32>> {
        None
    }

    /// Whether an unmerged id always writes the bytes that the vocabulary has for it, and nothing that comes later depends on it except
    /// through these bytes.
    fn is_plain(&self, _vocabulary: &Vocabulary, _id: u32) -> bool {
        false
    }

    /// Whether an unmerged id is a mark for units of this system alone: it counts as often as it stands, or stands behind what it changes.
    /// All other marks are for the next unit, of whatever system.
    fn is_own_mark(&self, _id: u32) -> bool {
        false
    }

    /// For each id, whether a smaller vocabulary may miss it; [`Abilities::leave_out`] makes one.
    fn optional(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        vec![false; vocabulary.len()]
    }

    /// Takes ids out of the files of this system. `new_ids` has the new id of each old one, None for those that are left out. The files
    /// that every artefact may have are the caller's to change.
    fn leave_out(&self, _files: &mut Files, _new_ids: &[Option<u32>]) {}

    /// The `count` best analyses of a word, best first.
    fn analyses(&self, _word: &str, _count: usize) -> Option<Vec<WordAnalysis>> {
        None
    }

    /// The roots and scores of these, in less time.
    fn roots(&self, word: &str, count: usize) -> Option<Vec<(String, f64)>> {
        Some(self.analyses(word, count)?.into_iter().map(|analysis| (analysis.root, analysis.score)).collect())
    }

    /// The analysis of each word of a text that the words around it make the best. `chunks` are words, and signs between them, for which
    /// it is None.
    fn analyses_in_text(&self, _chunks: &[&str]) -> Option<Vec<Option<WordAnalysis>>> {
        None
    }

    /// The features of the context of each of these chunks, for the program that learns how much they weigh.
    fn contexts(&self, _chunks: &[&str]) -> Option<Vec<Vec<String>>> {
        None
    }

    /// The forms of a root with affixes, which are named by their glosses, the most probable form first.
    fn inflections(&self, _root: &str, _glosses: &[String]) -> Option<crate::Result<Vec<String>>> {
        None
    }

    /// The affixes that may follow a root with affixes, each with the forms of the word that ends in it.
    fn paradigm(&self, _root: &str, _glosses: &[String]) -> Option<crate::Result<Paradigm>> {
        None
    }

    /// Adds the roots of a list to the files of this system. Returns the bytes that a vocabulary has for each, in their order.
    fn add_roots(&self, _list: &RootList, _files: &mut Files) -> Option<crate::Result<Vec<Vec<u8>>>> {
        None
    }

    /// The steps by which a word is split; `is_token` says whether a string is one token.
    fn explain(&self, _vocabulary: &Vocabulary, _word: &str, _is_token: &dyn Fn(&str) -> bool) -> Option<crate::Result<Explanation>> {
        None
    }

    /// The text with its words linearized, for other tokenizers.
    fn linearize(&self, _vocabulary: &Vocabulary, _text: &str) -> Option<String> {
        None
    }

    /// The text from which [`Abilities::linearize`] made `text`.
    fn delinearize(&self, _text: &str) -> Option<String> {
        None
    }

    /// The ids that other files say, so that `vocabulary.tsv` does not list them.
    fn unlisted(&self, _vocabulary: &Vocabulary) -> Range<u32> {
        0..0
    }

    /// The Unigram model, if the system consists of one: such a tokenizer can be exported.
    fn as_unigram(&self) -> Option<&unigram::Encoder> {
        None
    }

    /// The byte-pair model, if the system consists of one: such a tokenizer can be exported.
    fn as_bpe(&self) -> Option<&bpe::Encoder> {
        None
    }

    /// Why a tokenizer of this system cannot be exported to other libraries, if it is neither of these two models.
    fn export_obstacle(&self) -> &'static str {
        "no library has a model of this kind"
    }

    /// The system itself, for its own trainer.
    fn as_any(&self) -> &dyn Any;
}

/// A system, ready to encode and decode.
pub trait System: Abilities + Sized {
    /// Buffers for encoding, reused from call to call.
    type Buffers: Default + Send + 'static;
    /// The state of decoding: what the next bytes depend on besides the next id.
    type Writer: Clone + Default + Send + Serialize + DeserializeOwned + 'static;
    /// The part of an artefact that can be read without the vocabulary. Another thread reads it while the vocabulary is read.
    type Language: Send + 'static;
    /// The fallback model for text outside the system's units; its scores are in the vocabulary.
    type Fallback;

    /// The files that an artefact of this system must have, and those that it may have, besides the files that every artefact has.
    const FILES: &'static [&'static str];
    const OPTIONAL_FILES: &'static [&'static str] = &[];
    /// Whether `merges.tsv` is the model itself. For all other systems it holds merges over units.
    const OWNS_MERGES: bool = false;
    /// The files among these that people write. They are small.
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[];
    /// The splitters whose chunks it encodes without loss; empty if it takes any chunks.
    const SPLITTERS: &'static [Splitter] = &[];
    /// Whether an artefact may have precomputed chunks. [`System::write_chunk`] writes them on loading.
    const HAS_PRECOMPUTED: bool = false;
    /// Whether models of other libraries are imported as this system. Only the records of such systems may have `space_before` and
    /// `symbols`.
    const IS_IMPORTED: bool = false;
    /// Methods of a tokenizer that only some systems answer, and this one does: the [`Abilities`] that return `Some`.
    const CALLS: &'static [&'static str] = &[];
    /// Whether [`System::prepare`] does anything.
    const PREPARES: bool = false;
    /// Whether an artefact holds the files of other artefacts, each with a prefix and a full stop before its name.
    const HAS_MEMBERS: bool = false;
    /// Whether the ids of a chunk may be cached. A system whose ids depend on more of the text to the left than one bit keeps its own
    /// caches.
    const IS_CACHED: bool = true;

    /// Reads the part of an artefact that does not depend on the vocabulary.
    ///
    /// # Errors
    /// [`Fault`] with the file, the line and the reason.
    fn read_language(files: &Files) -> Result<Self::Language, Fault>;

    /// How many ids at the end of the vocabulary are defined in the system's files as joins of units.
    fn joined(_files: &Files) -> usize {
        0
    }

    /// Reads the fallback model.
    ///
    /// # Errors
    /// [`Fault`] with the file, the line and the reason.
    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Self::Fallback, Fault>;

    /// Puts the system together, and adds the ids that its files define as joins of units to the vocabulary.
    ///
    /// # Errors
    /// [`Fault`] with the file, the line and the reason.
    fn assemble(section: &Section, language: Self::Language, fallback: Self::Fallback, vocabulary: &mut Vocabulary) -> Result<Self, Fault>;

    /// One bit of the text to the left of a chunk: all that its ids depend on besides the chunk itself.
    fn left_context(&self, _left: &[u8]) -> bool {
        false
    }

    /// Prepares the chunks that are encoded next, until [`System::forget`]. Together they wait for memory once instead of one after the
    /// other.
    fn prepare(&self, _text: &str, _chunks: impl Iterator<Item = (usize, usize)>, _buffers: &mut Self::Buffers) {}

    /// Forgets the prepared chunks.
    fn forget(&self, _buffers: &mut Self::Buffers) {}

    /// Appends the ids of the chunk `text[start..]`, which stands behind `text[..start]`.
    fn encode(&self, text: &str, start: usize, vocabulary: &Vocabulary, buffers: &mut Self::Buffers, ids: &mut Vec<u32>);

    /// Appends ids of the chunk `text[start..]`, drawn among those that write it. Systems that choose nothing at random leave that to the
    /// layers above.
    fn sample(&self, text: &str, start: usize, vocabulary: &Vocabulary, _: &mut Draw, buffers: &mut Self::Buffers, ids: &mut Vec<u32>) {
        self.encode(text, start, vocabulary, buffers, ids);
    }

    /// Appends ids of the chunk `text[start..]` that write it even if the letters before it belong to the same word. Systems whose ids may
    /// be written differently after such letters override this.
    fn encode_detached(&self, text: &str, start: usize, vocabulary: &Vocabulary, buffers: &mut Self::Buffers, ids: &mut Vec<u32>) {
        self.encode(text, start, vocabulary, buffers, ids);
    }

    /// Appends the bytes that are known once this unmerged id has come; returns the length of all bytes that belong to the ids before it,
    /// or [`INTERLEAVED`].
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Self::Writer, bytes: &mut Vec<u8>) -> usize;

    /// Where the bytes of the unit before the last one begin, if [`System::write`] or [`System::finish`] has only now found out: then it has
    /// written two units that waited.
    fn late(&self, _writer: &Self::Writer) -> Option<usize> {
        None
    }

    /// [`System::write`] for all units of a merged id at once. None, and nothing is written, if they have to be written one by one.
    fn write_joined(&self, _vocabulary: &Vocabulary, _id: u32, _writer: &mut Self::Writer, _bytes: &mut Vec<u8>) -> Option<usize> {
        None
    }

    /// Appends the text of a special that was added to a finished tokenizer, as [`System::write`] does for the system's own specials.
    fn write_special(&self, text: &[u8], writer: &mut Self::Writer, bytes: &mut Vec<u8>) -> usize;

    /// Writes what these units decode to after a letter, in place of what `chunk` holds; false if they may decode to something else in
    /// another text.
    fn write_chunk(&self, _vocabulary: &Vocabulary, _units: impl Iterator<Item = u32>, _chunk: &mut Vec<u8>) -> bool {
        false
    }

    /// A writer that goes on behind a text that another system has written.
    fn writer_behind(&self, _text: &[u8]) -> Self::Writer {
        Self::Writer::default()
    }

    /// Whether a writer that was read from a saved state can be one of this system: what its numbers name exists, and none is so large that
    /// counting on overflows.
    fn accepts(&self, _writer: &Self::Writer) -> bool {
        true
    }

    /// Appends the bytes that were waiting for another id.
    fn finish(&self, _writer: &mut Self::Writer, _bytes: &mut Vec<u8>) {}
}
