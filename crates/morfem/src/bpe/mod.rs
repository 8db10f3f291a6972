//! Byte-pair encoding over symbols of any kind.
//!
//! A text is a sequence of *symbols*, numbered from 0: bytes, or roots, affixes and patterns. A *merge* (a, b) -> c replaces two neighbours
//! by one new symbol. A model is a list of merges in order of rank. In byte-level BPE there are 256 symbols of one class, and any two can
//! merge. If symbols have classes (root, affix, phrase), a [`MergeRule`] says which classes can merge and which class the product has. Then
//! a token is a run of whole units of one level, and never a part of a unit.
//!
//! - [`MergeRule`]: the table from two classes to the class of their product.
//! - [`Merges`]: the model over symbols.
//! - [`Encoder`]: the model of a vocabulary, over bytes or characters.
//! - [`train`]: learns merges from counted words, the most frequent pair first (Sennrich et al. 2016, section 3.2).

mod bytes;
mod definition;
mod encode;
mod pairs;
mod rule;
mod search;
mod train;
mod words;

pub use bytes::{Encoder, GPT2_BYTES};
pub use encode::{MergeBuffers, Merges};
pub use pairs::Merge;
pub use rule::MergeRule;
pub use train::{TrainOptions, train};
pub use words::{Weights, Words};
