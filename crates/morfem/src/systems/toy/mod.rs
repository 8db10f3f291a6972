//! A system for tests: its tokens are runs of vowels and runs of consonants; all other text is written in bytes.
//!
//! It shows that a new system needs only a folder and one line in the list of systems. It is compiled with the feature `toy`.

mod system;
mod trainer;

pub use system::Runs;
pub use trainer::RunsTrainer;
