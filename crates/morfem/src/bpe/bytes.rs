//! A BPE model of a vocabulary: translates text to the symbols of [`Merges`], and symbols to ids.
//!
//! Over bytes, symbols 0 to 255 are the bytes in the order of GPT-2's byte alphabet: the printable ones first. The order matters only for
//! ties in training, where it makes merges agree with those of Hugging Face's trainer.
//!
//! Over characters (imported models), symbols 0 to 255 are the bytes in ascending order, and the characters that are pieces follow. Any
//! other character is written in bytes, which no merge joins.

use rustc_hash::FxHashMap;

use super::{Merge, MergeBuffers, Merges};
use crate::run::draw::Draw;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The bytes in the order of GPT-2's byte alphabet: the bytes that are printable in Latin-1, then all others.
pub const GPT2_BYTES: [u8; 256] = {
    let mut order = [0; 256];
    let mut count = 0;
    let mut round = 0;
    while round < 2 {
        let mut byte = 0;
        while byte < 256 {
            let is_printable = matches!(byte, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
            if is_printable == (round == 0) {
                order[count] = byte as u8;
                count += 1;
            }
            byte += 1;
        }
        round += 1;
    }
    order
};

/// A BPE model, ready to encode.
#[derive(Debug)]
pub struct Encoder {
    merges: Merges,
    symbol_of_byte: [u32; 256],
    /// The symbols of characters; None in a model over bytes.
    characters: Option<FxHashMap<char, u32>>,
    /// The id of each symbol.
    ids: Vec<u32>,
}

impl Encoder {
    /// A model over bytes. `merges` are ids (left, right, product) in the order in which they were learned.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if the bytes of a product are not those of its parts joined, if a product is a special, or if a part is
    /// neither a byte nor made by a merge.
    pub fn new(vocabulary: &Vocabulary, merges: &[[u32; 3]]) -> Result<Self> {
        let mut symbol_of_byte = [0; 256];
        GPT2_BYTES.iter().zip(0..).for_each(|(&byte, symbol)| symbol_of_byte[byte as usize] = symbol);
        Self::over(vocabulary, merges, symbol_of_byte, None)
    }

    /// A model over characters.
    ///
    /// # Errors
    /// As [`Encoder::new`], with characters for bytes; also if two ids are the same character.
    pub fn of_characters(vocabulary: &Vocabulary, merges: &[[u32; 3]]) -> Result<Self> {
        let pieces = (0..vocabulary.len() as u32).filter(|&id| !matches!(vocabulary.kind(id), Kind::Special | Kind::Byte));
        let mut characters = FxHashMap::default();
        for id in pieces {
            let text = std::str::from_utf8(vocabulary.bytes(id)).unwrap_or_default();
            if let Some(c) = text.chars().next().filter(|c| c.len_utf8() == text.len())
                && let Some(other) = characters.insert(c, id)
            {
                return Err(Error::Vocabulary(format!("ids {other} and {id} are the same character")));
            }
        }
        Self::over(vocabulary, merges, std::array::from_fn(|byte| byte as u32), Some(characters))
    }

    /// A model with these symbols for bytes, and these ids for characters.
    fn over(
        vocabulary: &Vocabulary,
        merges: &[[u32; 3]],
        symbol_of_byte: [u32; 256],
        mut characters: Option<FxHashMap<char, u32>>,
    ) -> Result<Self> {
        let mut ids = vec![0; 256];
        symbol_of_byte.iter().zip(vocabulary.byte_ids()).for_each(|(&symbol, &id)| ids[symbol as usize] = id);
        let mut symbols = vec![u32::MAX; vocabulary.len()];
        match &mut characters {
            None => ids.iter().zip(0..).for_each(|(&id, symbol)| symbols[id as usize] = symbol),
            Some(characters) => {
                for id in characters.values_mut() {
                    symbols[*id as usize] = ids.len() as u32;
                    ids.push(std::mem::replace(id, ids.len() as u32));
                }
            }
        }
        let base = ids.len();
        for &[left, right, product] in merges {
            if [vocabulary.bytes(left), vocabulary.bytes(right)].concat() != vocabulary.bytes(product) {
                let [left, right, product] = [left, right, product].map(|id| vocabulary.token(id));
                return Err(Error::Vocabulary(format!("the merge of {left} and {right} makes {product}, which has other bytes")));
            }
            if vocabulary.kind(product) == Kind::Special {
                let special = vocabulary.token(product);
                return Err(Error::Vocabulary(format!("a merge makes the special {special}; remove the merge, no text becomes a special")));
            }
            if symbols[product as usize] == u32::MAX {
                symbols[product as usize] = ids.len() as u32;
                ids.push(product);
            }
        }
        let symbol = |id: u32| match symbols[id as usize] {
            u32::MAX => Err(Error::Vocabulary(format!(
                "a merge uses {}, which is neither a {} nor made by a merge",
                vocabulary.token(id),
                if characters.is_some() { "character" } else { "byte" }
            ))),
            symbol => Ok(symbol),
        };
        let list = merges
            .iter()
            .map(|&[left, right, product]| Ok(Merge { left: symbol(left)?, right: symbol(right)?, product: symbol(product)? }))
            .collect::<Result<_>>()?;
        Ok(Encoder { merges: Merges::new(base, list)?, symbol_of_byte, characters, ids })
    }

    /// Whether the model is over bytes and not over characters.
    pub fn is_over_bytes(&self) -> bool {
        self.characters.is_none()
    }

    /// Whether this is the id of a byte or a character, or is made by a merge.
    pub fn has(&self, id: u32) -> bool {
        self.ids.contains(&id)
    }

    /// The merges as ids (left, right, product), in the order in which they were learned.
    pub fn merges(&self) -> Vec<[u32; 3]> {
        self.merges.list().iter().map(|merge| [merge.left, merge.right, merge.product].map(|symbol| self.ids[symbol as usize])).collect()
    }

    /// Appends the ids of `chunk`, which is UTF-8.
    pub fn encode(&self, chunk: &[u8], scratch: &mut MergeBuffers, ids: &mut Vec<u32>) {
        match &self.characters {
            None => {
                let symbols = chunk.iter().map(|&byte| self.symbol_of_byte[byte as usize]);
                self.merges.encode(symbols, scratch, |symbol, _| ids.push(self.ids[symbol as usize]));
            }
            Some(_) => self.merges.encode(self.symbols(chunk).into_iter(), scratch, |symbol, _| ids.push(self.ids[symbol as usize])),
        }
    }

    /// Appends the ids of `chunk`, which is UTF-8, with merges dropped at random.
    pub fn sample(&self, chunk: &[u8], draw: &mut Draw, ids: &mut Vec<u32>) {
        self.merges.encode_with_dropout(&self.symbols(chunk), draw, |symbol| ids.push(self.ids[symbol as usize]));
    }

    /// The base symbols of a chunk.
    fn symbols(&self, chunk: &[u8]) -> Vec<u32> {
        let bytes = |bytes: &[u8], symbols: &mut Vec<u32>| symbols.extend(bytes.iter().map(|&byte| self.symbol_of_byte[byte as usize]));
        let mut symbols = Vec::with_capacity(chunk.len());
        let Some(characters) = &self.characters else {
            bytes(chunk, &mut symbols);
            return symbols;
        };
        for c in std::str::from_utf8(chunk).expect("a chunk is cut between characters").chars() {
            match characters.get(&c) {
                Some(&symbol) => symbols.push(symbol),
                None => bytes(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut symbols),
            }
        }
        symbols
    }
}
