//! morfem: exact tokenizers for morphologically rich languages.
//!
//! The same steps for every system: a [`text::Splitter`] cuts a text into chunks, a system ([`engine::System`]) turns each chunk into ids,
//! and the [`Vocabulary`] and the system turn ids back into bytes. A saved tokenizer is a folder of plain data ([`artifact`]).
//!
//! ```
//! use morfem::Tokenizer;
//!
//! // The bundled tokenizers are folders of the Python package.
//! let tokenizer = Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
//! let encoding = tokenizer.encode("evlerimizden", false);
//! assert_eq!(encoding.surfaces, ["ev", "ler", "imiz", "den"]);
//! assert_eq!(encoding.tokens, ["▁ev", "+lAr", "+(I)mIz", "+DAn"]);
//! assert_eq!(encoding.glosses[1].as_deref(), Some("PL"));
//!
//! let ids: Vec<i64> = encoding.ids.into_iter().map(i64::from).collect();
//! assert_eq!(tokenizer.decode(&ids, false)?, "evlerimizden");
//! # Ok::<(), morfem::Error>(())
//! ```
//!
//! Training counts the chunks of a corpus, and gives them to a trainer of the list ([`systems::trainer`]):
//!
//! ```
//! use morfem::corpus::Counts;
//! use morfem::run::progress::Silent;
//! use morfem::systems::trainer;
//! use morfem::train::{SPECIAL_TOKENS, Task};
//!
//! let trainer = trainer("bpe")?;
//! let mut counts = Counts::new(trainer.about().splitter, None, None);
//! counts.add("ev evler evlerde ev evler", 1)?;
//! let task = Task { sizes: vec![265], specials: SPECIAL_TOKENS.map(String::from).into(), ..Task::default() };
//! let tokenizer = trainer.train(&counts.into_chunks()?, &task, &Silent)?.remove(0);
//! assert_eq!(tokenizer.vocabulary().len(), 265);
//! assert_eq!(tokenizer.encode("ev evler", false).tokens.concat(), "ev▁evler");
//! # Ok::<(), morfem::Error>(())
//! ```
//!
//! The laws, each a property test in `tests/laws.rs`: every text comes back exactly; spans tile the text (in Splinter, positions partition
//! it); threads, caches and processes do not change results; an artefact loads and saves to itself; any ids in range decode; time and
//! memory are linear.

pub mod artifact;
pub mod bpe;
mod cache;
pub mod corpus;
pub mod engine;
pub mod files;
pub mod interchange;
pub mod lists;
pub mod options;
pub mod result;
pub mod run;
pub mod search;
pub mod surface;
pub mod systems;
pub mod text;
pub mod train;
pub mod trie;
pub mod unigram;
pub mod vocab;

mod error;
mod tokenizer;

pub use error::{Error, Result};
pub use result::Encoding;
pub use tokenizer::{Decoder, LazyEncoding, Tokenizer};
pub use vocab::{Kind, Vocabulary};
