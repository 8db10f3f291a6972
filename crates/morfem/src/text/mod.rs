//! Text before the models see it: character classes and the splitters that cut text into chunks.

pub mod class;
mod class_tables;
pub mod properties;
mod property_tables;
pub mod split;

pub use class::{Class, UNICODE_VERSION, class};
pub use split::Splitter;
