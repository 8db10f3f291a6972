//! What calls return: encodings, and analyses and explanations of words; and how a page shows them.

pub mod analysis;
pub mod encoding;
mod html;

pub use encoding::Encoding;
