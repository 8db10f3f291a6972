//! Text before the models see it: character classes and the splitters that cut text into chunks.

pub mod class;
pub mod properties;
pub mod split;
mod tables;

pub use class::{Class, UNICODE_VERSION, class};
pub use split::{Splitter, UNITS};
