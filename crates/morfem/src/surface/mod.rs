//! How words are written, for the systems that split words into units: capitals, implied spaces, apostrophes, and the fallback model for
//! text outside the units.

pub mod apostrophe;
pub mod casing;
pub mod digits;
pub mod fallback_training;
pub mod fixed;
pub mod joining;
pub mod marks;
pub mod phonology_file;
pub mod shape;
pub mod spacing;
pub mod word;
pub mod writer;

pub use casing::{Case, Casing};
pub use joining::Joining;
pub use marks::MarkEncoder;
pub use shape::WordShape;
pub use spacing::Spacing;
pub use word::{Fallback, WordEncoder, read_fallback};
pub use writer::{MOST_WRITTEN, SurfaceWriter};
