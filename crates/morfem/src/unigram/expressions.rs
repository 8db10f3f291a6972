//! Which strings of several words may be pieces.
//!
//! By the unit rule a phrase counts where it consists of whole words (section 3.2 of the paper). Two things remain. A chunk also begins
//! behind a digit or a Latin word, so "API에 대한" seems to begin a word with 에. And a piece is used wherever it matches: " 자극적인 소재"
//! also before the particle of 소재와. With a *share* above 0, a phrase is a piece only if it begins with a space, and if the words are
//! whole at this share of all its places.
//!
//! *Fixed expressions* are an exception: a particle with a word that has become a part of it, as in 에 대한 "about". They begin inside a
//! word by their nature. A table of the language lists them.

use rustc_hash::FxHashSet;

use super::unit_rule::is_final;
use crate::Result;
use crate::files::tsv;

/// The fixed expressions of a language.
pub struct Expressions(FxHashSet<String>);

impl Expressions {
    /// The expressions of a table with the columns particles, words and meaning. Particles are separated by spaces; each of them joins the
    /// words to an expression.
    ///
    /// # Errors
    /// [`crate::Error::Table`] for a table with other columns.
    pub fn read(name: &str, table: &[u8]) -> Result<Self> {
        let rows = tsv::rows(name, table, &["particles", "words", "meaning"])?;
        let joined = |(_, [particles, words, _]): (usize, [&str; 3])| -> Vec<String> {
            particles.split(' ').map(|particle| format!("{particle} {words}")).collect()
        };
        Ok(Self(rows.into_iter().flat_map(joined).collect()))
    }

    /// Whether a string is a fixed expression, with or without a mark behind it.
    pub fn has(&self, string: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(string) else { return false };
        self.0.contains(text) || text.as_bytes().last().is_some_and(|&last| is_final(last)) && self.0.contains(&text[..text.len() - 1])
    }
}

/// The phrases that may be pieces.
#[derive(Clone, Copy, Default)]
pub struct Phrases<'a> {
    /// At what share of its places a phrase has to consist of whole words; at 0 it may also begin inside a word.
    pub share: f64,
    pub expressions: Option<&'a Expressions>,
}
