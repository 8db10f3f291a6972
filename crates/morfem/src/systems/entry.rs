//! An entry in the list of systems: the constants and functions of a [`System`], with its type erased.

use std::any::Any;
use std::sync::Arc;

use crate::engine::{Engine, Engined, Fault, Section, System};
use crate::files::record::Files;
use crate::text::Splitter;
use crate::train::Trainer;
use crate::vocab::Vocabulary;

/// A part of a system whose type only the system knows.
type Opaque = Box<dyn Any + Send>;
type ReadFallback = fn(&Section, &Vocabulary) -> Result<Box<dyn Any>, Fault>;
type Assemble = fn(&Section, Opaque, Box<dyn Any>, &mut Vocabulary) -> Result<Arc<dyn Engine>, Fault>;

/// A system in the list.
pub struct Entry {
    /// Values of `kind` in the record of an artefact.
    pub kinds: &'static [&'static str],
    /// [`System::FILES`].
    pub files: &'static [&'static str],
    /// [`System::OPTIONAL_FILES`].
    pub optional_files: &'static [&'static str],
    /// [`System::OWNS_MERGES`].
    pub owns_merges: bool,
    /// [`System::HAND_WRITTEN_FILES`].
    pub hand_written_files: &'static [&'static str],
    /// [`System::SPLITTERS`].
    pub splitters: &'static [Splitter],
    /// [`System::HAS_PRECOMPUTED`].
    pub has_precomputed: bool,
    /// [`System::HAS_MEMBERS`].
    pub has_members: bool,
    /// [`System::IS_IMPORTED`].
    pub is_imported: bool,
    /// [`System::CALLS`].
    pub calls: &'static [&'static str],
    pub trainer: &'static dyn Trainer,
    pub(crate) joined: fn(&Files) -> usize,
    pub(crate) read_language: fn(&Files) -> Result<Opaque, Fault>,
    pub(crate) read_fallback: ReadFallback,
    pub(crate) assemble: Assemble,
}

impl Entry {
    /// The entry of a system and its trainer, for artefacts of these kinds.
    pub const fn of<S: System>(kinds: &'static [&'static str], trainer: &'static dyn Trainer) -> Self
    where
        S::Fallback: 'static,
    {
        Entry {
            kinds,
            files: S::FILES,
            optional_files: S::OPTIONAL_FILES,
            owns_merges: S::OWNS_MERGES,
            hand_written_files: S::HAND_WRITTEN_FILES,
            splitters: S::SPLITTERS,
            has_precomputed: S::HAS_PRECOMPUTED,
            has_members: S::HAS_MEMBERS,
            is_imported: S::IS_IMPORTED,
            calls: S::CALLS,
            trainer,
            joined: S::joined,
            read_language: |files| Ok(Box::new(S::read_language(files)?)),
            read_fallback: |section, vocabulary| Ok(Box::new(S::read_fallback(section, vocabulary)?)),
            assemble: |section, language, fallback, vocabulary| {
                let language = language.downcast().expect("the entry's own read_language made it");
                let fallback = fallback.downcast().expect("the entry's own read_fallback made it");
                Ok(Arc::new(Engined(S::assemble(section, *language, *fallback, vocabulary)?)))
            },
        }
    }
}
