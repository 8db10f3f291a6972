//! morfem: exact tokenizers for morphologically rich languages.
//!
//! The same steps for every system: a [`text::Splitter`] cuts a text into chunks, a system ([`systems::System`]) turns each chunk into ids,
//! and the [`Vocabulary`] and the system turn ids back into bytes. A saved tokenizer is a folder of plain data ([`artifact`]).
//!
//! The laws, each a property test in `tests/laws.rs`: every text comes back exactly; spans tile the text (in Splinter, positions partition
//! it); threads, caches and processes do not change results; an artefact loads and saves to itself; any ids in range decode; time and
//! memory are linear.

pub mod analysis;
pub mod artifact;
pub mod bpe;
pub mod corpus;
pub mod encoding;
pub mod interchange;
pub mod lz4;
pub mod options;
pub mod precomputed;
pub mod progress;
pub mod record;
pub mod search;
pub mod source;
pub mod stop;
pub mod surface;
pub mod systems;
pub mod tables;
pub mod text;
pub mod threads;
pub mod train;
pub mod trie;
pub mod tsv;
pub mod unigram;
pub mod vocab;

mod abilities;
mod cache;
mod compact;
mod engine;
mod error;
mod folder;
mod html;
mod long_cache;
mod shelf;
mod tokenizer;

pub use encoding::Encoding;
pub use error::{Error, Result};
pub use tokenizer::{Decoder, Tokenizer};
pub use vocab::{Kind, Vocabulary};
