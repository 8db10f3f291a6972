//! Sizes of vocabularies: which sizes a corpus supports, and the errors that name them.

use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// The vocabulary sizes that a corpus supports.
pub struct Supported<'a> {
    /// The smallest, where it is known.
    pub least: Option<usize>,
    pub most: usize,
    /// Options, as `name=value`, that have to change for these sizes.
    pub with: &'a [String],
    /// Another way out than a smaller size.
    pub more: &'a str,
}

impl Supported<'_> {
    /// The error for a size that is too large.
    pub fn refuse(&self, asked: usize) -> Error {
        let Supported { least, most, with, more } = self;
        if least.is_some_and(|least| least > *most) {
            return Error::Training(format!("the corpus supports no vocabulary of any size, because too few strings are frequent; {more}"));
        }
        let least = least.map_or("up to".to_owned(), |least| format!("{least} to"));
        let (with, advice) = match with.join(" and ") {
            with if with.is_empty() => (with, format!("ask for {most} or fewer")),
            with => (format!(" with {with}"), format!("ask for vocab_size={most} with {with}")),
        };
        Error::Training(format!("vocab_size {asked} is too large: the corpus supports {least} {most} ids{with}; {advice}, or {more}"))
    }
}

/// Advice that always helps.
pub const MORE_TEXT: &str = "give more text";

/// Turns a trainer's [`Error::Unsupported`], whose sizes exclude specials, into an error whose sizes count all ids.
pub fn with_range(specials: &[String], more: &str) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::Unsupported { asked, supported } => {
            let least = Some(256 + specials.len() + 1);
            Supported { least, most: supported + specials.len(), with: &[], more }.refuse(asked + specials.len())
        }
        other => other,
    }
}

/// Number of ids of `vocab_size` besides the specials; the 256 bytes are included.
///
/// # Errors
/// [`Error::Training`] if `vocab_size` leaves no id besides specials and bytes.
pub fn room(vocab_size: usize, specials: &[String]) -> Result<usize> {
    let least = 256 + specials.len();
    match vocab_size.checked_sub(specials.len()) {
        Some(room) if room > 256 => Ok(room),
        _ => Err(Error::Training(format!(
            "vocab_size {vocab_size} is too small: {least} ids are bytes and specials; ask for {} or more",
            least + 1
        ))),
    }
}

/// Number of merges over units of a tokenizer.
pub fn merges_of(tokenizer: &Tokenizer) -> usize {
    tokenizer.vocabulary().len() - tokenizer.vocabulary().unmerged()
}

/// The option that an error names if there are fewer merges than were asked for.
pub fn with_merges(merges: usize, asked: usize) -> Vec<String> {
    (merges..asked).take(1).map(|merges| format!("merges={merges}")).collect()
}

/// Refuses a tokenizer with fewer merges than were asked for.
///
/// # Errors
/// [`Error::Training`] with the size that the corpus supports.
pub fn check_merges(tokenizer: &Tokenizer, asked: usize) -> Result<()> {
    let merges = merges_of(tokenizer);
    if merges == asked {
        return Ok(());
    }
    Err(Error::Training(format!(
        "merges={asked} is too many: the corpus supports {merges} merges of neighbouring units; ask for vocab_size={} with \
         merges={merges}, or {MORE_TEXT}",
        tokenizer.vocabulary().len()
    )))
}
