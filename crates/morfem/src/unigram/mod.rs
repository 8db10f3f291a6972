//! The Unigram model (Kudo 2018) over bytes: encoder and trainer.

pub mod agree;
pub mod encode;
pub mod expressions;
pub mod factors;
pub mod fallback;
pub mod lattice;
pub mod over;
pub mod pieces;
pub mod prune;
mod sample;
pub mod seeds;
pub mod superwords;
pub mod train;
pub mod unit_rule;
mod vocabulary;

pub use encode::{Bytes, Encoder, SearchBuffers};
pub use over::UnitUnigram;
pub use vocabulary::MAX_SCORE;
