//! The Unigram model (Kudo 2018), exact to the byte: encoder, trainer, and its section of the artefact.

pub mod encode;
pub mod lattice;
pub mod over;
pub mod prune;
pub mod seeds;
pub mod train;
mod vocabulary;

pub use encode::{Bytes, Encoder, Scratch};
pub use over::Over;
pub use vocabulary::MAX_SCORE;
