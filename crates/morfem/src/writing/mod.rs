//! How words are written, for the systems that take words apart: capitals, the spaces that words imply, and the pieces of what is no unit.

pub mod casing;
pub mod pen;
pub mod pieces;
pub mod rest;
pub mod scribe;
pub mod spacing;

pub use casing::{Case, Casing};
pub use pen::Pen;
pub use rest::Rest;
pub use scribe::Scribe;
pub use spacing::Spacing;
