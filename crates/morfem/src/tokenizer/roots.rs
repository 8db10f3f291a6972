//! Roots that are added to a finished tokenizer, at the end of its vocabulary.
//!
//! The system changes its files, and the tokenizer is read from them again. So it is what a saved one would be. All ids that there were
//! stay; a text without the new roots keeps its ids too. Precomputed chunks are encoded anew, because some of them may begin with a new
//! root.

use crate::cache::precomputed::PRECOMPUTED;
use crate::engine::WITH_ROOTS;
use crate::files::record::{Manifest, RECORD, Record};
use crate::files::vocabulary::{VOCABULARY, write_vocabulary};
use crate::result::RootList;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Added, Kind};
use crate::{Error, Result};

impl Tokenizer {
    /// The same tokenizer with more roots, each with an id of its own at the end of the vocabulary. It no longer has a version.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar, or with the line of a root that cannot be added.
    pub fn with_roots(&self, list: &RootList) -> Result<Self> {
        let mut files = self.files();
        let names = self.able(WITH_ROOTS, self.abilities().add_roots(list, &mut files))?.map_err(|error| match error {
            Error::Table { .. } => Error::Argument(error.to_string()),
            error => error,
        })?;
        let mut added = self.vocabulary().added();
        added.extend(names.into_iter().map(|bytes| Added { kind: Kind::Root, bytes }));
        let vocabulary = self.vocabulary().with_added(&added)?;
        files.insert(VOCABULARY.into(), write_vocabulary(&vocabulary, self.abilities().scores(), 0..0));
        let has_precomputed = files.remove(PRECOMPUTED).is_some();
        files.remove(RECORD);
        let record = Record { version: None, ..self.record.clone() };
        let manifest = Manifest::new(record, &vocabulary, vocabulary.len(), added.len(), &files);
        files.insert(RECORD.into(), manifest.write());
        let tokenizer = Self::from_files(&files, &self.record.name)?;
        Ok(match self.precomputed().filter(|_| has_precomputed) {
            Some(precomputed) => tokenizer.with_chunks(precomputed.rows().map(|(chunk, _)| chunk), usize::MAX)?,
            None => tokenizer,
        })
    }
}
