//! Splinter: words of roots and patterns, made linear (Gazit et al. 2025).
//!
//! In Hebrew and Arabic the letters of a root stand inside a pattern, apart from each other. A word is therefore written as its *residue*,
//! the letters that are left when the pattern has been taken away, and then the letters taken away, each with its place. What a merge then
//! joins are roots, patterns and affixes.
//!
//! - [`alphabet`]: the letters of a language.
//! - [`reduction`]: which letter of a word is taken out next, learned from words.
//! - [`unit`]: what an id stands for, and how a sequence of ids is written.
//! - [`encode`]: from a chunk to ids.
//! - [`linear`]: texts in which words are linear, for other tokenizers, and words explained.
//! - [`train`]: from a corpus to the ids and their order; `bpe` merges them.
//! - [`files`]: the files of an artefact.

pub mod alphabet;
pub mod clitics;
pub mod dictionary;
pub mod encode;
pub mod files;
pub mod grammar;
pub mod inventory;
pub mod linear;
pub mod options;
pub mod packed;
pub mod pieces;
pub mod reduction;
pub mod roots;
pub mod select;
mod system;
pub mod train;
mod trainer;
pub mod unit;

pub use encode::{Encoder, SplinterBuffers};
pub use system::Splinter;
pub use trainer::SplinterTrainer;
pub use unit::{Unit, Writer};

/// Letters that an alphabet may have.
const LIMIT: usize = 250;
/// Letters of a word that is linearised; a longer one is written letter by letter.
pub const MAX_WORD: usize = 32;
