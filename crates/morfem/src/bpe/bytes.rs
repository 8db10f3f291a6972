//! Byte-level BPE: the engine of this module over the 256 bytes. Translates between ids of the vocabulary and symbols of the engine.
//!
//! Symbols 0 to 255 are the bytes in the order of GPT-2's byte alphabet: the printable ones first. The order matters only for ties in
//! training, where it gives the same merges as the trainer of Hugging Face.

use super::{Merge, MergeBuffers, Merges};
use crate::vocab::Vocabulary;
use crate::{Error, Result};

/// The bytes in the order of GPT-2's byte alphabet: those that are printable in Latin-1, then all others.
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

/// A byte-level BPE model, ready to encode.
#[derive(Debug)]
pub struct Encoder {
    merges: Merges,
    symbol_of_byte: [u32; 256],
    /// Ids of the symbols.
    ids: Vec<u32>,
}

impl Encoder {
    /// A model from merges in ids (left, right, product), first learned first.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a product is not its parts joined, or a part is neither a byte nor made by a merge.
    pub fn new(vocabulary: &Vocabulary, merges: &[[u32; 3]]) -> Result<Self> {
        let mut ids: Vec<u32> = GPT2_BYTES.iter().map(|&byte| vocabulary.byte_ids()[byte as usize]).collect();
        let mut symbols = vec![u32::MAX; vocabulary.len()];
        ids.iter().zip(0..).for_each(|(&id, symbol)| symbols[id as usize] = symbol);
        for &[left, right, product] in merges {
            if [vocabulary.bytes(left), vocabulary.bytes(right)].concat() != vocabulary.bytes(product) {
                let [left, right, product] = [left, right, product].map(|id| vocabulary.token(id));
                return Err(Error::Vocabulary(format!("{left} and {right} joined are not {product}, the product of their merge")));
            }
            if symbols[product as usize] == u32::MAX {
                symbols[product as usize] = ids.len() as u32;
                ids.push(product);
            }
        }
        let symbol = |id: u32| match symbols[id as usize] {
            u32::MAX => Err(Error::Vocabulary(format!(
                "{} is a part of a merge, but neither a byte nor the product of a merge",
                vocabulary.token(id)
            ))),
            symbol => Ok(symbol),
        };
        let list = merges
            .iter()
            .map(|&[left, right, product]| Ok(Merge { left: symbol(left)?, right: symbol(right)?, product: symbol(product)? }))
            .collect::<Result<_>>()?;
        let mut symbol_of_byte = [0; 256];
        GPT2_BYTES.iter().zip(0..).for_each(|(&byte, symbol)| symbol_of_byte[byte as usize] = symbol);
        Ok(Encoder { merges: Merges::new(256, list)?, symbol_of_byte, ids })
    }

    /// The merges in ids, first learned first.
    pub fn merges(&self) -> Vec<[u32; 3]> {
        self.merges.list().iter().map(|merge| [merge.left, merge.right, merge.product].map(|symbol| self.ids[symbol as usize])).collect()
    }

    /// Appends the ids of `chunk`.
    pub fn encode(&self, chunk: &[u8], buffers: &mut MergeBuffers, ids: &mut Vec<u32>) {
        let symbols = chunk.iter().map(|&byte| self.symbol_of_byte[byte as usize]);
        self.merges.encode(symbols, buffers, |symbol, _| ids.push(self.ids[symbol as usize]));
    }
}
