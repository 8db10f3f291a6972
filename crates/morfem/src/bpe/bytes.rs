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
use crate::vocab::merging::Merging;
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
    /// The ids of chunks that are a token which merges do not make.
    whole: FxHashMap<Box<[u8]>, u32>,
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
        Ok(Encoder { merges: Merges::new(base, list)?, symbol_of_byte, characters, ids, whole: FxHashMap::default() })
    }

    /// The model with rules beside its merges.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if there are no such merges, or an id is none of a token that merges do not make.
    pub fn with_merging(mut self, vocabulary: &Vocabulary, merging: Option<&Merging>) -> Result<Self> {
        let Some(merging) = merging else { return Ok(self) };
        let bounds: Vec<u32> = merging.equal.iter().flatten().copied().collect();
        let is_in_order = merging.equal.iter().all(|[first, last]| first < last) && bounds.is_sorted_by(|one, next| one < next);
        if !is_in_order || bounds.last().is_some_and(|&last| last as usize >= self.merges.list().len()) {
            return Err(Error::Vocabulary("the runs of equal merges are not in order, or longer than the list of merges".into()));
        }
        if !merging.equal.is_empty() {
            let base = 256 + self.characters.as_ref().map_or(0, FxHashMap::len);
            self.merges = Merges::ranked(base, self.merges.list().to_vec(), merging)?;
        }
        if !merging.whole.is_sorted_by(|one, next| one < next) {
            return Err(Error::Vocabulary("the tokens for whole chunks are not in ascending order".into()));
        }
        for &id in &merging.whole {
            vocabulary.checked(id.into())?;
            if matches!(vocabulary.kind(id), Kind::Special | Kind::Byte) || !self.is_whole(vocabulary, id) {
                let token = vocabulary.token(id);
                return Err(Error::Vocabulary(format!("{token} is no token for whole chunks: it is a special, or merges make it")));
            }
            self.whole.insert(vocabulary.bytes(id).into(), id);
        }
        Ok(self)
    }

    /// Whether a token is a text that merges do not make.
    pub fn is_whole(&self, vocabulary: &Vocabulary, id: u32) -> bool {
        std::str::from_utf8(vocabulary.bytes(id)).is_ok() && self.merged(vocabulary.bytes(id)) != [id]
    }

    /// Whether a chunk of these bytes is a token that merges do not make.
    pub fn is_for_whole(&self, chunk: &[u8]) -> bool {
        self.whole.contains_key(chunk)
    }

    /// The ids that merges alone make of a text.
    pub fn merged(&self, text: &[u8]) -> Vec<u32> {
        let mut ids = Vec::new();
        self.merge(text, &mut MergeBuffers::default(), &mut ids);
        ids
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
        match self.whole.get(chunk) {
            Some(&id) => ids.push(id),
            None => self.merge(chunk, scratch, ids),
        }
    }

    /// Appends the ids that merges alone make of `chunk`.
    fn merge(&self, chunk: &[u8], scratch: &mut MergeBuffers, ids: &mut Vec<u32>) {
        match &self.characters {
            None => {
                let symbols = chunk.iter().map(|&byte| self.symbol_of_byte[byte as usize]);
                self.merges.encode(symbols, scratch, |symbol, _| ids.push(self.ids[symbol as usize]));
            }
            Some(_) => self.merges.encode(self.symbols(chunk).into_iter(), scratch, |symbol, _| ids.push(self.ids[symbol as usize])),
        }
    }

    /// Appends the ids of `chunk`, which is UTF-8, with merges dropped at random. A chunk that is a token stays one.
    pub fn sample(&self, chunk: &[u8], draw: &mut Draw, ids: &mut Vec<u32>) {
        if let Some(&id) = self.whole.get(chunk) {
            return ids.push(id);
        }
        self.merges.encode_with_dropout(&self.symbols(chunk), draw, |symbol| ids.push(self.ids[symbol as usize]));
    }

    /// The ids of the bytes or characters of a text, before any merge.
    pub fn unmerged(&self, text: &[u8]) -> Vec<u32> {
        self.symbols(text).into_iter().map(|symbol| self.ids[symbol as usize]).collect()
    }

    /// The base symbols of a text: those of its bytes if it is no UTF-8, as the bytes of a token may be.
    fn symbols(&self, chunk: &[u8]) -> Vec<u32> {
        let bytes = |bytes: &[u8], symbols: &mut Vec<u32>| symbols.extend(bytes.iter().map(|&byte| self.symbol_of_byte[byte as usize]));
        let mut symbols = Vec::with_capacity(chunk.len());
        let (Some(characters), Ok(text)) = (&self.characters, std::str::from_utf8(chunk)) else {
            bytes(chunk, &mut symbols);
            return symbols;
        };
        for c in text.chars() {
            match characters.get(&c) {
                Some(&symbol) => symbols.push(symbol),
                None => bytes(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut symbols),
            }
        }
        symbols
    }
}
