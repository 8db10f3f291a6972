//! Systems in which every token stands for fixed bytes: Unigram and BPE.

mod bpe;
mod bpe_train;
pub mod extend;
pub mod prune;
mod unigram;
mod unigram_train;

pub use bpe::Bpe;
pub use bpe_train::{BpeTrainer, train_bpe_at_most};
pub use unigram::Unigram;
pub use unigram_train::{ThunderTrainer, UnigramTrainer};

use serde::{Deserialize, Serialize};

use crate::files::record::Record;
use crate::vocab::symbols::Cut;
use crate::vocab::{Kind, Vocabulary};

/// The space that an imported model puts before a text. Decoding leaves it out.
struct FirstSpace {
    /// Whether the model puts one.
    is_put: bool,
    /// Ids of the symbols at which a text is cut before anything else, in ascending order. Symbols themselves get no space.
    symbols: Vec<u32>,
    /// Whether the text after such a symbol gets a space too.
    is_put_behind_symbols: bool,
}

/// Whether a text, or a part that gets a space, has begun; if not, the next token is its first.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Begun(bool);

impl Begun {
    /// Writes a special; the text after it gets no space. Returns the length of the bytes before it.
    fn special(&mut self, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        self.0 = true;
        bytes.extend_from_slice(text);
        bytes.len() - text.len()
    }
}

impl FirstSpace {
    /// Reads the rule from the record of a tokenizer.
    fn new(record: &Record) -> Self {
        let symbols = record.symbols.as_ref().filter(|symbols| symbols.cut == Cut::BeforeSpace);
        FirstSpace {
            is_put: record.space_before,
            symbols: symbols.map_or_else(Vec::new, |symbols| symbols.ids.clone()),
            is_put_behind_symbols: symbols.is_some_and(|symbols| symbols.spaces_each_part),
        }
    }

    /// Appends the bytes of a token; returns the length of the bytes that belong to the tokens before it.
    #[inline]
    fn write(&self, vocabulary: &Vocabulary, id: u32, begun: &mut Begun, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        let token = vocabulary.excerpt(id);
        let is_symbol = !self.symbols.is_empty() && self.symbols.binary_search(&id).is_ok();
        let is_implied = self.is_put && !begun.0 && token.as_bytes()[0] == b' ' && !is_symbol && vocabulary.kind(id) != Kind::Special;
        token.behind(is_implied as usize).append_to(bytes);
        begun.0 = !(is_symbol && self.is_put_behind_symbols);
        before
    }
}
