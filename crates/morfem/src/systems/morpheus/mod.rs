//! Morpheus: a boundary model cuts words into surface segments.
//!
//! The boundaries are those of a neural network, which is not needed to encode: a linear model of n-grams around each gap learns from its
//! probabilities (pointwise boundary prediction, Neubig et al. 2011; compiled in the manner of Akabe et al. 2024), and a table holds the frequent words
//! where the two differ.

pub mod boundaries;
pub mod encode;
pub mod features;
pub mod files;
pub mod letters;
pub mod options;
pub mod solve;
mod system;
pub mod train;
mod trainer;

pub use encode::{Encoder, MorpheusBuffers, Token};
pub use letters::Letters;
pub use trainer::MorpheusTrainer;
