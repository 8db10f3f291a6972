//! General text: what stands in real text besides the language of a tokenizer, such as English, code, and other scripts.
//!
//! A trainer may be given general text beside the corpus. Then a share of the ids is for strings of the general text, and the rest of the
//! vocabulary is trained on the corpus alone, as if it were so much smaller. So the cost in the language is that of a smaller vocabulary.

use std::collections::BTreeMap;

use super::sizes::MORE_TEXT;
use crate::corpus::{ChunkCounter, Chunks};
use crate::options::options;
use crate::surface::fixed;
use crate::text::properties::is_alphabetic;
use crate::{Error, Result};

// docs/design/core.md, section "Mixed text", says how the defaults were chosen.
options! {
    /// The option of every trainer.
    pub struct GeneralOptions {
        /// With general text, the share of the ids that are for strings of it: English, code, other scripts, groups of digits, emoji. The
        /// rest of the vocabulary is trained on the corpus alone, so the cost in the language is that of a vocabulary smaller by this
        /// share.
        general_share: f64 = 0.2,
    }
}

impl GeneralOptions {
    /// Refuses a share that is not from 0 to 1.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub fn check(&self) -> Result<()> {
        match (0.0..1.0).contains(&self.general_share) {
            true => Ok(()),
            false => Err(Error::Argument(format!("general_share is {}; give a share from 0 to less than 1", self.general_share))),
        }
    }

    /// Number of ids for general text in a vocabulary.
    pub fn ids(&self, vocab_size: usize) -> usize {
        (self.general_share * vocab_size as f64) as usize
    }

    /// The size of a vocabulary without its ids for general text, if these leave at least `least`.
    ///
    /// # Errors
    /// [`Error::Training`] if they leave fewer.
    pub fn language_size(&self, vocab_size: usize, least: usize) -> Result<usize> {
        let general = self.ids(vocab_size);
        let rest = vocab_size - general;
        // A size that is too small even without general text is the trainer's to refuse.
        if rest >= least || vocab_size < least {
            return Ok(rest);
        }
        let most = ((vocab_size - least) as f64 / vocab_size as f64 * 1000.0).floor() / 1000.0;
        let enough = (least as f64 / (1.0 - self.general_share)).ceil() as usize;
        Err(Error::Training(format!(
            "general_share={} takes {general} of the {vocab_size} ids and leaves {rest}, but the rest of the vocabulary needs {least}; ask for \
             general_share={most} or less, or for vocab_size={enough} or more",
            self.general_share
        )))
    }
}

/// The error for general text that has fewer strings than its share of the ids.
pub fn refuse_share(ids: usize, missing: usize, vocab_size: usize) -> Error {
    let most = ((ids - missing) as f64 / vocab_size as f64 * 1000.0).floor() / 1000.0;
    Error::Training(format!(
        "the general text supports {} of its {ids} ids; ask for general_share={most} or less, or {MORE_TEXT} of this kind",
        ids - missing
    ))
}

/// A size that leaves `least` ids, where general text takes the same share as `general` of `size`. It may be a little more than needed.
pub fn size_beside(general: usize, size: usize, least: usize) -> usize {
    if general == 0 {
        return least;
    }
    // The ids for general text are a share that was rounded down.
    let share = (general + 1) as f64 / size as f64;
    if share < 1.0 { (least as f64 / (1.0 - share)).ceil() as usize } else { least.saturating_mul(size) }
}

/// A count that makes a string frequent among the chunks of general text.
const FIXED_COUNT: u32 = 100_000;

/// Adds the strings of [`fixed`] to the chunks of general text, at most half as many as there are ids.
pub fn add_fixed(counter: &mut ChunkCounter, ids: usize) {
    fixed::strings().iter().take(ids / 2).for_each(|string| counter.add(string.as_bytes(), FIXED_COUNT));
}

/// The chunks of general text with the strings of [`add_fixed`].
pub fn with_fixed(chunks: &Chunks, ids: usize) -> Chunks {
    let mut counter = ChunkCounter::new();
    chunks.iter().for_each(|(chunk, count)| counter.add(chunk, count));
    add_fixed(&mut counter, ids);
    counter.into_chunks()
}

/// A language needs at least this share of the letters of its corpus (docs/design/core.md, section "Mixed text").
const LEAST_SHARE: f64 = 0.1;
/// Letters that an error lists.
const LISTED: usize = 12;

/// Refuses a corpus most of whose letters are not in the language.
///
/// # Errors
/// [`Error::Training`] with the most frequent letters of the corpus.
pub fn check_letters(chunks: &Chunks, is_known: impl Fn(char) -> bool) -> Result<()> {
    let mut seen: BTreeMap<char, u64> = BTreeMap::new();
    for (chunk, count) in chunks.iter() {
        for letter in String::from_utf8_lossy(chunk).chars().filter(|&letter| is_alphabetic(letter)) {
            *seen.entry(letter).or_default() += count as u64;
        }
    }
    let total: u64 = seen.values().sum();
    let known: u64 = seen.iter().filter(|letter| is_known(*letter.0)).map(|letter| letter.1).sum();
    if known > 0 && known as f64 >= LEAST_SHARE * total as f64 {
        return Ok(());
    }
    let mut seen: Vec<(char, u64)> = seen.into_iter().collect();
    seen.sort_by_key(|letter| std::cmp::Reverse(letter.1));
    let listed: Vec<String> = seen.iter().take(LISTED).map(|letter| letter.0.to_string()).collect();
    let percent = if total == 0 { 0.0 } else { 100.0 * known as f64 / total as f64 };
    Err(Error::Training(format!(
        "the corpus is of another language than the tables: {percent:.1} % of its letters are letters of the tables, and its most frequent letters \
         are {}; give text of the language, or the tables of the other one",
        listed.join(" ")
    )))
}
