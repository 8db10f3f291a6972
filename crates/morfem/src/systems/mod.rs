//! The systems: how words are taken apart, one folder each, and the one list of them.
//!
//! To add a system, write its folder with an implementation of [`System`], and add one line to [`SYSTEMS`].

pub mod bytes;
mod entry;
pub mod mft;
pub mod morpheus;
pub mod splinter;
pub mod system;

pub use entry::Entry;
pub use system::{Abilities, Fault, Section, System};

/// The one list of systems.
pub static SYSTEMS: &[Entry] = &[
    Entry::of::<bytes::Unigram>(&["unigram", "thunder", "sentencepiece"]),
    Entry::of::<bytes::Bpe>(&["bpe", "character_bpe"]),
    Entry::of::<mft::Encoder>(&["mft"]),
    Entry::of::<splinter::Splinter>(&["splinter"]),
    Entry::of::<morpheus::Encoder>(&["morpheus"]),
];

/// The system of a kind.
pub fn of_kind(kind: &str) -> Option<&'static Entry> {
    SYSTEMS.iter().find(|entry| entry.kinds.contains(&kind))
}
