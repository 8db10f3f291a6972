//! How the program that an imported tokenizer comes from reads a text, before its model sees it.
//!
//! Such a program may *alter* a text: normalise it, drop spaces, replace characters that it does not know. The steps are data here
//! ([`Step`]), and a tokenizer goes through them in one of two ways.
//!
//! - *Exact* (`is_exact`): the steps only tell which characters the program would alter. Those are written in bytes, and the model encodes
//!   what lies between them. So the ids are the program's wherever it alters nothing, and every text comes back.
//! - *Inexact*: the model encodes the altered text, and a character without a piece becomes the id `unknown`. The ids are the program's on
//!   every text, with its losses, which `losses` names.
//!
//! `Altered` is a text with the place in the source of each of its bytes. A character of the source is unaltered if the bytes that come
//! from its place are its own. Whether it is says only how it is written, so a text comes back whatever the steps do.

mod altered;
mod map;
mod runs;
mod steps;
mod unknown;

pub use map::{Map, NORMALIZATION};
pub(crate) use runs::{What, cut};
pub use steps::{Cut, Source, Step};
pub(crate) use unknown::Unknown;
