//! Morpheus: words are cut into segments where a model finds boundaries.
//!
//! A neural network finds the boundaries, but encoding does not run it. A linear model over the n-grams around each gap learns the
//! network's probabilities (pointwise boundary prediction, Neubig et al. 2011; compiled like the model of Akabe et al. 2024). A table of
//! exceptions holds the frequent words that the linear model would split differently.

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

pub use encode::{Morpheus, MorpheusBuffers, Token};
pub use letters::Letters;
pub use trainer::MorpheusTrainer;
