//! Splinter: tokens for words of roots and patterns (Gazit et al. 2025).
//!
//! In Hebrew and Arabic the letters of a root stand inside a pattern, apart from each other. A word is written in one of two ways
//! ([`grammar::Method`]):
//! - *Reductions*, as in the paper: letters are taken out of a word one by one. What is left is its *residue*. The letters taken out follow
//!   it, each with its position.
//! - *Units*, with a table of clitics: a word is prefixes, a root, its pattern, and suffixes.
//!
//! Language:
//! - [`alphabet`]: letters and marks; [`clitics`]: where prefixes and suffixes are cut; [`conditions`]: what they need; [`closed`]: words that
//!   are whole.
//! - `shapes`: letters in presentation forms.
//! - `typed`: words that are typed without a distinction; `joined`: acronyms and other words with a sign inside.
//! - [`roots`]: roots and patterns, which `pattern_index` finds in a stem; [`known`]: patterns of a table; [`reduction`]: which letter is taken out next; [`grammar`]: the two ways.
//!
//! Ids:
//! - [`mod@unit`]: what an id stands for; [`inventory`]: all units of a language; [`writer`]: from units to text.
//! - [`dictionary`]: words, stems and roots with an id; [`packed`]: short runs of letters as numbers.
//!
//! Encoding:
//! - `word`: the words of a chunk; [`encode`]: from a chunk to ids; [`pieces`]: unknown stems.
//! - [`linear`]: linear texts for other tokenizers, and explanations.
//!
//! Training and saving:
//! - [`train`]: from a corpus to ids; [`select`]: which units get an id; [`options`].
//! - [`files`]: the files of an artefact.

mod affix;
pub mod alphabet;
pub mod clitics;
pub mod closed;
pub mod conditions;
pub mod dictionary;
pub mod encode;
pub mod files;
pub mod grammar;
pub mod inventory;
mod joined;
pub mod known;
pub mod known_roots;
pub mod linear;
pub mod options;
pub mod packed;
mod pattern_index;
pub mod pieces;
pub mod reduction;
pub mod root;
pub mod roots;
pub mod roots_train;
pub mod select;
mod shapes;
mod system;
pub mod train;
mod trainer;
mod typed;
pub mod unit;
mod word;
pub mod writer;

pub use encode::{Encoder, SplinterBuffers};
pub use system::Splinter;
pub use trainer::SplinterTrainer;
pub use unit::Unit;
pub use writer::Writer;

/// Letters that an alphabet may have.
const MOST_LETTERS: usize = 250;
/// Letters of a word that is linearised; a longer one is written letter by letter.
pub const MAX_WORD: usize = 32;
