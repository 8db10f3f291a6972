//! What calls return: encodings, and analyses and explanations of words; and how a page shows them. Also the list of roots that a
//! call takes.

pub mod analysis;
pub mod encoding;
mod html;
pub mod roots;

pub use encoding::Encoding;
pub use roots::RootList;
