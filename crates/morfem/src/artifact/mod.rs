//! Artefacts: a tokenizer as files that people can read, and back.
//!
//! `docs/artifacts.md` lists every file of every kind and states what is promised about them. Files that several systems share are in
//! [`crate::files::vocabulary`]; a system reads and writes its own. Nothing is executed on loading. Every byte counts: the files are
//! hashed, and one changed byte anywhere is refused. A hash does not say who wrote a file, so nothing else is believed: each reader checks
//! what it reads, and what it accepts cannot change a text. How the files are read and replaced on a disk is in `folder.rs`.
//!
//! Two threads read an artefact. One reads the vocabulary and the tables of ids. The other checks the hashes and reads the files of the
//! system that do not need the vocabulary.

mod folder;

use crate::bpe::{Merge, Merges};
use crate::cache::precomputed::PRECOMPUTED;
use crate::engine::{Fault, Section, WITH_ROOTS};
use crate::files::ascending::{read_precomputed, write_precomputed};
use crate::files::record::{Files, MAX_RECORD, MAX_TABLE, Manifest, RECORD, Record, hash, member_file};
use crate::files::vocabulary::{
    MERGES, UNIT_PIECES, VOCABULARY, read_added, read_merges, read_model, read_pieces, read_vocabulary, write_merges, write_pieces,
    write_vocabulary,
};
use crate::lists::Lists;
use crate::run::threads::{in_parts, together};
use crate::systems::{self, Entry};
use crate::tokenizer::{Tokenizer, check_symbols};
use crate::trie::MAX_ID;
use crate::vocab::{Added, Kind, Vocabulary};
use crate::{Error, Result, unigram};

/// The model card, Markdown.
pub const CARD: &str = "README.md";
/// Bytes of a file at most, but for the record and the tables that people write.
const MAX_FILE: u64 = 64 << 20;

impl Tokenizer {
    /// The artefact, file by file.
    pub fn files(&self) -> Files {
        let vocabulary = self.vocabulary();
        let system = self.abilities();
        let mut files = system.files(vocabulary);
        if !self.merges().is_empty() {
            let merges: Vec<[u32; 3]> = self.merges().iter().map(|merge| [merge.left, merge.right, merge.product]).collect();
            files.insert(MERGES.into(), write_merges(&merges));
        }
        if !self.pieces().is_empty() {
            files.insert(UNIT_PIECES.into(), write_pieces(self.pieces()));
        }
        if let Some(precomputed) = self.precomputed() {
            files.insert(PRECOMPUTED.into(), write_precomputed(precomputed));
        }
        files.insert(VOCABULARY.into(), write_vocabulary(vocabulary, system.scores(), system.unlisted(vocabulary)));
        let record = self.record().clone();
        if let Some(card) = &record.card {
            files.insert(CARD.into(), card.clone().into_bytes());
        }
        let manifest = Manifest::new(record, vocabulary, vocabulary.len(), vocabulary.added().len(), &files);
        files.insert(RECORD.into(), manifest.write());
        files
    }

    /// The hash of the whole artefact. Tokenizers with the same hash have the same files, including name and model
    /// card.
    pub fn hash(&self) -> &str {
        self.known_hash(|| {
            let files = self.files();
            let manifest = Manifest::read(files.get(RECORD).map(Vec::as_slice), &self.record().name);
            manifest.expect("a tokenizer's own record can be read").hash
        })
    }

    /// A tokenizer from the files of an artefact. `place` names them in errors.
    ///
    /// # Errors
    /// [`Error::Artifact`] with the file and the reason.
    pub fn from_files(files: &Files, place: &str) -> Result<Self> {
        let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
        let within = |error: Error| Error::Artifact(format!("{place}/{error}"));
        let of_system = |reason: Fault| Error::Artifact(format!("{place}: {reason}"));
        let manifest = Manifest::read(files.get(RECORD).map(Vec::as_slice), place)?;
        if let Some(name) = manifest.files.keys().find(|name| !is_file(name)) {
            return Err(refuse(RECORD, format!("lists {name:?}, which is not a file of an artefact")));
        }
        let system = systems::of_kind(&manifest.record.kind).ok_or_else(|| {
            refuse(RECORD, format!("kind {:?} is not known to this version of morfem; update morfem", manifest.record.kind))
        })?;
        check_record(&manifest, system).map_err(|reason| refuse(RECORD, reason))?;
        for (name, content) in files {
            check_size(name, content.len() as u64).map_err(|reason| refuse(name, reason))?;
        }
        if let Some(name) = files.keys().find(|name| *name != RECORD && !manifest.files.contains_key(*name)) {
            return Err(refuse(name, format!("is not listed in {RECORD}; take it out of the artefact")));
        }
        if let Some(name) = manifest.files.keys().find(|name| !files.contains_key(*name)) {
            return Err(refuse(name, "is missing".into()));
        }
        let card = files.contains_key(CARD).then(|| text(files, CARD, place).map(str::to_string)).transpose()?;
        let record = Record { card, ..manifest.record.clone() };
        // If a hash does not match, the content may be anything, so nothing of it is read.
        check_files(&manifest, files, place)?;
        let (tables, language) = together(|| Tables::read(system, &manifest, &record, files, place), || (system.read_language)(files));
        let Tables { mut vocabulary, added, is_checked, scores, merges, table, pieces, fallback, precomputed } = tables?;
        let language = language.map_err(of_system)?;
        let first = manifest.vocab_size - manifest.added;
        let roots: Vec<(u32, &[u8])> =
            (first as u32..).zip(&added).filter(|(_, added)| added.kind == Kind::Root).map(|(id, added)| (id, &*added.bytes)).collect();
        if !roots.is_empty() && !system.calls.contains(&WITH_ROOTS) {
            return Err(refuse(VOCABULARY, format!("has added roots, which kind {} does not have; leave them out", manifest.record.kind)));
        }
        let section = Section { files, record: &record, scores: &scores, merges: &merges, roots: &roots };
        let engine = (system.assemble)(&section, language, fallback, &mut vocabulary).map_err(of_system)?;
        check_symbols(&record, &vocabulary, engine.abilities()).map_err(|error| refuse(RECORD, error.to_string()))?;
        let mut tokenizer = Tokenizer::of_engine(record, vocabulary, engine).map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        if !pieces.is_empty() {
            tokenizer = tokenizer.pieced(pieces).map_err(|error| refuse(UNIT_PIECES, error.to_string()))?;
        } else if !merges.is_empty() && !system.owns_merges {
            let (list, symbols) = (listed(&merges), tokenizer.vocabulary().len());
            let table = || table.unwrap_or_else(|| Merges::new(symbols, list.clone()));
            tokenizer = tokenizer.merged_by(&list, table).map_err(|error| refuse(MERGES, error.to_string()))?;
        }
        let made = tokenizer.vocabulary().len();
        if made != first {
            return Err(refuse(VOCABULARY, format!("has, with the other files, {made} tokens, {RECORD} says {first}")));
        }
        // Merges and pieces have been checked with what they are made of.
        if !is_checked && tokenizer.merges().is_empty() && tokenizer.pieces().is_empty() {
            tokenizer.vocabulary().check().map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        }
        if !added.is_empty() {
            tokenizer = tokenizer.with_added(&added).map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        }
        if let Some(lists) = precomputed {
            let ids = roots.last().map_or(first as u32, |&(id, _)| id + 1);
            tokenizer = tokenizer.with_lists(&lists, ids).map_err(within)?;
        }
        Ok(tokenizer.with_hash(manifest.hash))
    }
}

/// The vocabulary and the tables of ids.
struct Tables {
    vocabulary: Vocabulary,
    /// The tokens behind all others.
    added: Vec<Added>,
    /// Whether [`Vocabulary::check`] has checked all of it.
    is_checked: bool,
    /// By id; NaN for ids without a score.
    scores: Vec<f64>,
    merges: Vec<[u32; 3]>,
    /// The merges over units, if these are all in the vocabulary already.
    table: Option<Result<Merges>>,
    pieces: Vec<unigram::over::Piece>,
    fallback: Box<dyn std::any::Any>,
    /// The ids of the precomputed chunks.
    precomputed: Option<Lists<u32>>,
}

impl Tables {
    fn read(system: &Entry, manifest: &Manifest, record: &Record, files: &Files, place: &str) -> Result<Self> {
        let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
        // These errors begin with the name of a file.
        let within = |error: Error| Error::Artifact(format!("{place}/{error}"));
        let is_listed = |name: &str| manifest.files.contains_key(name);
        let size = manifest.vocab_size - manifest.added;
        let file = content(files, VOCABULARY, place)?;
        let added = if manifest.added > 0 { read_added(file, manifest.added).map_err(within)? } else { Vec::new() };
        let (merges, are_made) = match is_listed(MERGES) {
            true if system.owns_merges => read_model(text(files, MERGES, place)?, size).map_err(within)?,
            true => (read_merges(MERGES, text(files, MERGES, place)?, size).map_err(within)?, false),
            false => (Vec::new(), false),
        };
        let made = if are_made { merges.as_slice() } else { &[] };
        let pieces = match is_listed(UNIT_PIECES) {
            true => read_pieces(text(files, UNIT_PIECES, place)?).map_err(within)?,
            false => Vec::new(),
        };
        // Merged tokens have no bytes of their own; other files define their units.
        let joined = if system.owns_merges { 0 } else { merges.len() } + (system.joined)(files);
        let joined = joined + pieces.iter().filter(|piece| piece.1.len() > 1).count();
        let lines = memchr::memchr_iter(b'\n', file).count();
        // Those of members are not listed.
        let of_members = if system.has_members { manifest.vocab_size.saturating_sub(lines.saturating_sub(1)) } else { 0 };
        let joined = joined + of_members;
        let (vocabulary, scores) = read_vocabulary(file, size.saturating_sub(joined + made.len()), made).map_err(within)?;
        if lines + made.len() + of_members != manifest.vocab_size + 1 {
            let merges = if are_made { format!(" and {MERGES} {}", made.len() + 1) } else { String::new() };
            return Err(refuse(VOCABULARY, format!("has {lines} lines{merges}, {RECORD} says {} tokens", manifest.vocab_size)));
        }
        let is_special = |added: &&Added| added.kind == Kind::Special;
        let last = added.iter().filter(is_special).map(|added| String::from_utf8_lossy(&added.bytes).into_owned());
        let own = vocabulary.specials().map(|id| vocabulary.token(id));
        if !own.chain(last).eq(manifest.special_tokens.iter().cloned()) {
            return Err(refuse(VOCABULARY, format!("has other specials than {RECORD} says")));
        }
        let section = Section { files, record, scores: &scores, merges: &merges, roots: &[] };
        // Units that other files join are checked when they have been added.
        let is_checked = joined == 0 && pieces.is_empty();
        let check = || if is_checked { vocabulary.check() } else { Ok(()) };
        let (fallback, checked) = together(|| (system.read_fallback)(&section, &vocabulary), check);
        let fallback = fallback.map_err(|reason| Error::Artifact(format!("{place}/{reason}")))?;
        checked.map_err(|error| refuse(VOCABULARY, error.to_string()))?;
        let precomputed = match is_listed(PRECOMPUTED) {
            true => Some(read_precomputed(text(files, PRECOMPUTED, place)?).map_err(within)?),
            false => None,
        };
        // The other thread has more to read than this one.
        let are_over_units = !merges.is_empty() && !system.owns_merges && joined == merges.len();
        let table = are_over_units.then(|| Merges::new(vocabulary.len(), listed(&merges)));
        Ok(Tables { vocabulary, added, is_checked, scores, merges, table, pieces, fallback, precomputed })
    }
}

fn listed(merges: &[[u32; 3]]) -> Vec<Merge> {
    merges.iter().map(|&[left, right, product]| Merge { left, right, product }).collect()
}

/// A file of an artefact.
fn content<'f>(files: &'f Files, name: &str, place: &str) -> Result<&'f [u8]> {
    files.get(name).map(Vec::as_slice).ok_or_else(|| Error::Artifact(format!("{place}/{name}: is missing")))
}

/// A file of an artefact as text.
fn text<'f>(files: &'f Files, name: &str, place: &str) -> Result<&'f str> {
    let wrong = |at: usize| Error::Artifact(format!("{place}/{name}: is not UTF-8 at byte {at}"));
    std::str::from_utf8(content(files, name, place)?).map_err(|error| wrong(error.valid_up_to()))
}

/// Checks the files against the hashes of the manifest.
fn check_files(manifest: &Manifest, files: &Files, place: &str) -> Result<()> {
    let refuse = |file: &str, reason: String| Error::Artifact(format!("{place}/{file}: {reason}"));
    let listed: Vec<(&String, &String)> = manifest.files.iter().collect();
    let check = |&(name, expected): &(&String, &String)| {
        if hash(&files[name]) == *expected {
            return Ok(());
        }
        Err(refuse(name, format!("is not what was saved (its SHA-256 does not match {RECORD}); get a fresh copy")))
    };
    in_parts(&listed, check).into_iter().collect()
}

/// Refuses a record that is not for a tokenizer of its kind.
fn check_record(manifest: &Manifest, system: &Entry) -> std::result::Result<(), String> {
    let Record { kind, splitter, space_before, unknown_score, symbols, .. } = &manifest.record;
    if manifest.vocab_size > MAX_ID as usize {
        return Err(format!("vocab_size {} is too large; at most {MAX_ID} ids are possible", manifest.vocab_size));
    }
    if (*space_before || unknown_score.is_some() || symbols.is_some()) && !system.is_imported {
        return Err(format!("space_before, unknown_score and symbols are for imported models, not for kind {kind}; leave them out"));
    }
    if !system.splitters.is_empty() && !system.splitters.contains(splitter) {
        let known = system.splitters.iter().map(|splitter| splitter.name()).collect::<Vec<_>>().join(" or ");
        return Err(format!("has the splitter {}, with which kind {kind} loses text; it takes {known}", splitter.name()));
    }
    if manifest.added > manifest.vocab_size {
        return Err(format!("added is {}, but there are fewer ids", manifest.added));
    }
    if let Some(name) = system.files.iter().find(|&&name| !manifest.files.contains_key(name)) {
        return Err(format!("does not list {name}"));
    }
    if let Some(name) = manifest.files.keys().find(|name| member_file(name).is_some()).filter(|_| !system.has_members) {
        return Err(format!("lists {name}, a file of a member, which kind {kind} does not have; leave it out"));
    }
    if manifest.files.contains_key(PRECOMPUTED) && !system.has_precomputed {
        return Err(format!("lists {PRECOMPUTED}, which kind {kind} does not have; leave it out"));
    }
    Ok(())
}

/// Refuses a file that is larger than one of its name may be.
pub(crate) fn check_size(name: &str, size: u64) -> std::result::Result<(), String> {
    let most = largest(name);
    if size > most {
        return Err(format!("has {size} bytes; it may have {most} at most"));
    }
    Ok(())
}

/// Number of bytes that a file of that name may have.
fn largest(name: &str) -> u64 {
    let file = member_file(name).map_or(name, |(_, file)| file);
    match file {
        RECORD => MAX_RECORD,
        _ if systems::SYSTEMS.iter().any(|system| system.hand_written_files.contains(&file)) => MAX_TABLE,
        _ => MAX_FILE,
    }
}

/// Whether an artefact may have a file of that name beside its record.
pub(crate) fn is_file(name: &str) -> bool {
    if let Some((_, file)) = member_file(name) {
        return file == RECORD || member_file(file).is_none() && is_file(file);
    }
    let mut of_systems = systems::SYSTEMS.iter().flat_map(|system| system.files.iter().chain(system.optional_files));
    matches!(name, VOCABULARY | MERGES | UNIT_PIECES | PRECOMPUTED | CARD) || of_systems.any(|known| *known == name)
}
