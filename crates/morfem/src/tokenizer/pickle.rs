//! Tokenizers that travel between processes and copies: as the files of their artefact.
//!
//! A tokenizer is never changed, so a copy in the process where it lives is the tokenizer itself, found by its manifest, which holds the hash of
//! every file, and compared. Only in another process are the files read. They are written once.

use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use super::Tokenizer;
use crate::Result;
use crate::record::{Files, RECORD};
use crate::threads::Own;

type Living = FxHashMap<Vec<u8>, Weak<Tokenizer>>;

/// The tokenizers that were pickled in a process or came to it, by manifest.
static LIVING: Own<Living> = Own::new();

impl Tokenizer {
    /// The files of the artefact, for [`Tokenizer::unpickled`].
    pub fn pickled(self: &Arc<Self>) -> &Files {
        self.pickled.get_or_init(|| {
            let files = self.files();
            remember(files[RECORD].clone(), self);
            Box::new(files)
        })
    }

    /// The tokenizer of these files: itself, if it lives in this process.
    ///
    /// # Errors
    /// [`crate::Error::Artifact`] as [`Tokenizer::from_files`].
    pub fn unpickled(files: &Files) -> Result<Arc<Self>> {
        let living = files.get(RECORD).and_then(|manifest| remembered(manifest));
        if let Some(tokenizer) = living.filter(|tokenizer| tokenizer.pickled() == files) {
            return Ok(tokenizer);
        }
        let tokenizer = Arc::new(Self::from_files(files, "pickle")?);
        remember(files[RECORD].clone(), &tokenizer);
        Ok(tokenizer)
    }
}

fn remembered(manifest: &[u8]) -> Option<Arc<Tokenizer>> {
    let find = |living: &Living| living.get(manifest)?.upgrade();
    let own = find(&LIVING.lock());
    own.or_else(|| LIVING.inherited().find_map(|living| find(&living)))
}

fn remember(manifest: Vec<u8>, tokenizer: &Arc<Tokenizer>) {
    let mut living = LIVING.lock();
    living.retain(|_, tokenizer| tokenizer.strong_count() > 0);
    living.insert(manifest, Arc::downgrade(tokenizer));
}
