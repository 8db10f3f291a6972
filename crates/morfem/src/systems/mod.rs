//! The tokenization systems, one folder each, and the list of them.
//!
//! To add a system, write its folder with an implementation of [`System`](crate::engine::System), and add one line to [`SYSTEMS`]; its
//! trainer, if it has one, implements [`Train`](crate::train::Train) and is named on the same line.

pub mod bytes;
mod entry;
pub mod mft;
pub mod morpheus;
pub mod splinter;
#[cfg(feature = "toy")]
pub mod toy;
pub mod union;

pub use entry::Entry;

use crate::corpus::Counts;
use crate::run::threads::with_threads;
use crate::train::Trainer;
use crate::{Error, Result};

/// All systems.
pub static SYSTEMS: &[Entry] = &[
    Entry::of::<bytes::Unigram>(&["unigram", "sentencepiece"], &bytes::UnigramTrainer),
    Entry::of::<bytes::Bpe>(&["bpe", "character_bpe"], &bytes::BpeTrainer),
    Entry::of::<bytes::Unigram>(&["thunder"], &bytes::ThunderTrainer),
    Entry::of::<mft::Mft>(&["mft"], &mft::MftTrainer),
    Entry::of::<splinter::Splinter>(&["splinter"], &splinter::SplinterTrainer),
    Entry::of::<morpheus::Morpheus>(&["morpheus"], &morpheus::MorpheusTrainer),
    Entry::of::<union::Union>(&["union"], &union::UnionTrainer),
    #[cfg(feature = "toy")]
    Entry::of::<toy::Runs>(&["toy"], &toy::RunsTrainer),
];

/// The system that encodes artefacts of a kind.
pub fn of_kind(kind: &str) -> Option<&'static Entry> {
    SYSTEMS.iter().find(|entry| entry.kinds.contains(&kind))
}

/// Every trainer, in the order of the list.
pub fn trainers() -> impl Iterator<Item = &'static dyn Trainer> {
    SYSTEMS.iter().map(|entry| entry.trainer)
}

/// The trainer of a kind.
///
/// # Errors
/// [`Error::Argument`] if no trainer has this kind; the message lists those that there are.
pub fn trainer(kind: &str) -> Result<&'static dyn Trainer> {
    trainers().find(|trainer| trainer.about().kind == kind).ok_or_else(|| {
        let kinds: Vec<&str> = trainers().map(|trainer| trainer.about().kind).collect();
        Error::Argument(format!("there is no trainer {kind:?}; there are {}", kinds.join(", ")))
    })
}

/// The distinct words of a corpus in lower case, sorted: a trainer with [`Input::Teacher`](crate::train::Input::Teacher) needs the
/// probability of a boundary at each of their gaps. `phonology` is the content of `phonology.toml` of a language pack.
///
/// # Errors
/// [`Error::Training`] if the file is faulty, or if most letters of the corpus are not in the language; those of [`Counts::chunks`].
pub fn teacher_words(counts: &mut Counts, phonology: &[u8]) -> Result<Vec<String>> {
    let letters = morpheus::Letters::new(phonology)?;
    let chunks = with_threads(None, || counts.chunks())??;
    Ok(morpheus::train::words(&chunks, &letters)?.into_iter().map(|(word, _)| word).collect())
}
