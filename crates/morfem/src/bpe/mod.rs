//! Byte-pair encoding over symbols of any kind.
//!
//! A text is a sequence of *symbols*, numbered from 0: bytes, or the morphemes, roots and patterns of a language. A *merge* (a, b) -> c
//! replaces two neighbours by one new symbol; a list of merges in order of rank is a model. Bytes are the plainest alphabet: 256 symbols,
//! all of one class, and anything may merge. Where symbols have levels (root, affix, phrase), a [`MergeRule`] says which levels may merge
//! and what the product is, so that a token is a run of whole units of one level and never a piece of two.
//!
//! - [`MergeRule`]: the table (class, class) -> class of the product.
//! - [`Merges`]: the model; encodes in linear time.
//! - [`Encoder`]: the plainest use, over the bytes of a vocabulary.
//! - [`train`]: learns a list of merges from counted words, the most frequent pair first (Sennrich et al. 2016, section 3.2).

mod bytes;
mod definition;
mod encode;
mod pairs;
mod rule;
mod search;
mod train;
mod words;

pub use bytes::{Encoder, GPT2_BYTES};
pub use encode::{Merges, Scratch};
pub use pairs::Merge;
pub use rule::MergeRule;
pub use train::{TrainOptions, train, train_at_most};
pub use words::Words;
