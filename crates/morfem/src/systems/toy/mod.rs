//! A system for tests: runs of vowels and runs of consonants are tokens, all else is bytes.
//!
//! It shows what a new system needs: this folder, and one line in the list of systems. It is compiled with the feature of its name.

mod system;
mod trainer;

pub use system::Runs;
pub use trainer::RunsTrainer;
