//! MFT (Bayram et al. 2025): roots, affixes by function, and a fallback model. Words are analysed by synthesis: see [`grammar`].

pub mod analysis;
pub mod automaton;
pub mod check;
pub mod context;
pub mod encode;
pub mod estimate;
pub mod files;
pub mod grammar;
mod inflect;
mod joined;
mod language;
mod lemmas;
mod merging;
pub mod options;
pub mod pack;
pub mod phonology;
mod read;
mod roots;
mod shares;
mod sounds;
pub mod stems;
mod system;
pub mod token;
pub mod train;
mod trainer;
mod types;
pub mod vocabulary;

pub use encode::{Mft, MftBuffers};
pub use language::LanguagePack;
pub use merging::merge_rule;
pub use token::{Token, Writer};
pub use trainer::MftTrainer;
