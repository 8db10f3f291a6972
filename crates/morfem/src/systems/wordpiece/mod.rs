//! WordPiece (BERT): imported models, kind `wordpiece`.

mod spaces;
mod system;

pub use system::{Rules, WordPiece};
