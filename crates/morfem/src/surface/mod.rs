//! How words are written, for the systems that take words apart: capitals, the spaces that words imply, apostrophes, and the fallback model for text that
//! is no unit.

pub mod apostrophe;
pub mod casing;
pub mod fallback;
pub mod fallback_training;
pub mod marks;
pub mod phonology_file;
pub mod shape;
pub mod spacing;
pub mod word;
pub mod writer;

pub use casing::{Case, Casing};
pub use fallback::{Fallback, FallbackBuffers};
pub use marks::MarkEncoder;
pub use shape::WordShape;
pub use spacing::Spacing;
pub use word::WordEncoder;
pub use writer::SurfaceWriter;
