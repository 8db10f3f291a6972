//! The morfem core in a browser: the playground without a server.
//!
//! A tokenizer comes as one *pack*: a line of JSON, the list of its files with their sizes, and then the files one after the other. The
//! page downloads a pack when its tokenizer is first chosen. The results are JSON, the same that the server writes
//! (`python/morfem/server/service.py`), so the page does not care where they come from.

mod answers;
mod pack;

#[cfg(target_family = "wasm")]
mod border;

pub use answers::{analyze, compare, explain, paradigm, terms};
pub use pack::read;
