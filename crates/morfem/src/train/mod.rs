//! Training: the interface of trainers, and the steps that several of them share. Each trainer is in the folder of its system.

mod general;
mod guide;
mod merges;
mod precomputed;
mod sizes;
mod trainer;

pub use general::{GeneralOptions, add_fixed, check_letters, refuse_share, size_beside, with_fixed};
pub use guide::{Guide, check_guide, is_word, with_agreement};
pub use merges::{General, merge_all, merge_units, piece_units, refuse_taken, specials_and_bytes};
pub use precomputed::with_precomputed;
pub use sizes::{MORE_TEXT, Supported, check_merges, merges_of, room, with_merges, with_range};
pub use trainer::{About, Input, MemberTask, SPECIAL_TOKENS, Task, Train, Trainer};
