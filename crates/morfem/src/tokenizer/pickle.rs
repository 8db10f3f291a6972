//! Pickling: a tokenizer is sent to another process as the files of its artefact.
//!
//! A tokenizer is immutable, so unpickling in the same process returns the tokenizer itself. It is found by its manifest, which holds the
//! hash of every file, and the files are compared. Only another process reads the files. They are written once.

use std::sync::{Arc, Weak};

use rustc_hash::FxHashMap;

use super::Tokenizer;
use crate::Result;
use crate::files::record::{Files, RECORD};
use crate::run::threads::Own;

type Living = FxHashMap<Vec<u8>, Weak<Tokenizer>>;

/// The tokenizers that were pickled or unpickled in a process, by manifest.
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

    /// The tokenizer of these files; the same object if it lives in this process.
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
