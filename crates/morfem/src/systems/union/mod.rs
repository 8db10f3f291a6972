//! One vocabulary for several languages: each word is encoded by the system of its language.
//!
//! A union joins *members*: tokenizers of one language each, and a *general* member for everything else (English, code, other scripts,
//! numbers, punctuation). An id belongs to one member, or to all:
//! - bytes, and pieces of the general member, belong to the general member. They always write the same bytes.
//! - marks (`<title>`, `<join>`) belong to whatever the next id belongs to.
//! - all other ids belong to the member that they come from.
//!
//! So the ids alone say which member writes them, and no id is spent on saying it. Encoding:
//! 1. [`scan`] cuts the text into words of one script, and what stands between.
//! 2. [`routing`] decides the member of each word: by its script, or, where several members share a script, by a language model.
//! 3. [`encode`] lets each member encode its words, as a text behind the text to the left, and translates the ids.
//!
//! **Why every text comes back.** [`writer`] lets a member write its ids behind the bytes that have been written so far. A member begins in
//! the same state whenever the id before it, marks aside, is another's. Each member's encoder is exact for any text behind any text. Hence
//! each run of words of one member is written as it was, if all its ids are the member's or write fixed bytes; a word with any other id is
//! encoded by the general member instead.
//!
//! **What routing sees.** Windows follow one another from the start of a text. A *window* ends behind white space that holds a line end, or
//! has [`encode::MOST_SEGMENTS`] segments. Its segments depend on the text from its start on, and the routing of its words on the window
//! alone. So the ids of a text are those of its windows one after another, each encoded behind the text to its left. Time is linear, and
//! routing needs memory for one window.

pub mod encode;
mod estimate;
mod files;
mod known;
mod members;
mod ngrams;
pub mod routing;
pub mod scan;
mod scripts;
mod subset;
mod system;
mod trainer;
pub mod writer;

pub use encode::Union;
pub use trainer::UnionTrainer;
