//! Specials that are added to a finished tokenizer, at the end of its vocabulary. Roots may be added there too: see `roots.rs`.
//!
//! The ids, merges, precomputed chunks and analyses of the tokenizer stay as they are, and so do the ids of every text: a special is found
//! only with `parse_special`. *Reserved* ids are specials named `<|reserved_0|>` and so on. They hold places for names that come later, so
//! that a language model's table of vectors need not grow: a new special takes the first reserved id.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Tokenizer;
use crate::engine::Layers;
use crate::files::record::{MAX_RECORD, Record};
use crate::vocab::{Added, Kind};
use crate::{Error, Result};

/// Reserved ids at most, far more than any model has.
const MOST_RESERVED: usize = 1 << 16;
/// Bytes of all specials at most: the record has them, and a larger one could not be loaded.
const MOST_BYTES: usize = MAX_RECORD as usize / 2;

/// The name of reserved id `number`.
fn reserved_name(number: usize) -> String {
    format!("<|reserved_{number}|>")
}

fn is_reserved_id(added: &Added) -> bool {
    added.kind == Kind::Special && std::str::from_utf8(&added.bytes).is_ok_and(is_reserved)
}

fn is_reserved(special: &str) -> bool {
    let number = special.strip_prefix("<|reserved_").and_then(|rest| rest.strip_suffix("|>"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

impl Tokenizer {
    /// The same tokenizer with more specials, and then `reserved` reserved ids, at the end of its vocabulary. Each special takes the first
    /// reserved id that was added before, or a new id. It no longer has a version.
    ///
    /// # Errors
    /// [`Error::Argument`] for an invalid special, [`Error::Vocabulary`] if one is a token already or there are too many ids.
    pub fn with_special_tokens(&self, specials: &[String], reserved: usize) -> Result<Self> {
        if reserved > MOST_RESERVED {
            return Err(Error::Argument(format!("reserved is {reserved}; at most {MOST_RESERVED} ids can be reserved")));
        }
        let mut added = self.vocabulary().added();
        // Where the next reserved id is looked for: those before it are taken.
        let mut from = 0;
        for special in specials {
            if let Some(id) = self.vocabulary().id(special) {
                return Err(Error::Vocabulary(format!("special token {special:?} is the token with id {id} already; choose another text")));
            }
            let new = |special: &str| Added { kind: Kind::Special, bytes: special.into() };
            if is_reserved(special) {
                added.push(new(special));
                continue;
            }
            from += added[from..].iter().take_while(|added| !is_reserved_id(added)).count();
            match added.get_mut(from) {
                Some(place) => *place = new(special),
                None => added.push(new(special)),
            }
            from += 1;
        }
        let taken: FxHashSet<&[u8]> = added.iter().map(|added| &*added.bytes).collect();
        let names: Vec<String> = (0..).map(reserved_name).filter(|name| !taken.contains(name.as_bytes())).take(reserved).collect();
        added.extend(names.into_iter().map(|name| Added { kind: Kind::Special, bytes: name.into() }));
        let bytes: usize = added.iter().map(|added| added.bytes.len()).sum();
        if bytes > MOST_BYTES {
            return Err(Error::Argument(format!(
                "the special tokens have {bytes} bytes; give fewer or shorter ones, of {MOST_BYTES} bytes at most"
            )));
        }
        let record = Record { version: None, ..self.record.clone() };
        Ok(Tokenizer { record, ..self.with_added(&added)? })
    }

    /// The same tokenizer with these tokens behind all other ids, in place of those that were added before. The engine knows the roots
    /// among them already.
    pub(crate) fn with_added(&self, added: &[Added]) -> Result<Self> {
        let vocabulary = self.vocabulary().with_added(added)?;
        let trie = Arc::new(vocabulary.special_trie()?);
        let layers = Layers { vocabulary: Arc::new(vocabulary), ..self.layers.clone() };
        Ok(Self::of_parts(self.record.clone(), layers, self.engine.clone(), trie, self.symbols.clone()))
    }
}
