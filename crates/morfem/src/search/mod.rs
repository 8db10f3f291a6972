//! Terms for a search index: what of a word finds the same word in another form.
//!
//! Spellings that readers take for the same are made one ([`Folds`]), and the text is cut into words ([`words`]). The tokenizer or a unit model ([`unit_model`]) takes each word apart into its roots and its stem
//! ([`parts`]), and the table of the
//! language ([`Table`]) says which of these are terms, how they are spelled, and what they weigh in a query. The terms of a word depend
//! only on the word, so they are kept in a bounded cache ([`Terms`]). A term of several fields occurs once for each.

mod fold;
mod irregular;
mod number;
mod parts;
mod syllable;
mod table;
mod terms;
mod unit_model;
mod words;

pub use fold::Folds;
pub use table::Table;
pub use terms::{Side, Term, Terms};
pub use unit_model::{Unit, Units};
