//! Byte-pair encoding of a sequence of symbols.
//!
//! **Definition.** While any two neighbours are the parts of a merge, replace the pair of lowest rank by its product; if there are several,
//! the leftmost. The list may be any: products may repeat, and a part may be the product of a later merge. Merges of an imported list may
//! have equal ranks ([`Merging`]).
//!
//! For lists that a trainer writes, a [search](super::search) finds the same tokens in linear time without merging. All other lists are
//! encoded [by the definition](super::definition).

use super::definition::{self, MAX_MERGES, SHORT, Work};
use super::pairs::{Merge, PairTable};
use super::search::{Path, Search};
use crate::run::draw::Draw;
use crate::vocab::merging::Merging;
use crate::{Error, Result};
use rustc_hash::FxHashSet;

/// A byte-pair model: merges in order of rank.
#[derive(Clone, Debug)]
pub struct Merges {
    list: Vec<Merge>,
    method: Method,
    /// For each base symbol: whether it is the left part of a merge, and whether it is the right part.
    sides: Vec<[bool; 2]>,
}

#[derive(Clone, Debug)]
enum Method {
    Search(Search),
    Definition(PairTable),
}

/// Buffers of [`Merges::encode`], reused from call to call. Each thread needs its own.
#[derive(Debug, Default)]
pub struct MergeBuffers {
    path: Path,
    work: Work,
}

/// After inputs of more symbols the buffers are freed.
const KEPT: usize = 1 << 16;

impl Merges {
    /// The model of `merges`, in order of rank, over base symbols 0 to `symbols` - 1. A part is a base symbol or the product of some
    /// merge.
    ///
    /// # Errors
    /// [`Error::Argument`] if a part is neither, or a pair is listed twice.
    pub fn new(symbols: usize, merges: Vec<Merge>) -> Result<Self> {
        Self::ranked(symbols, merges, &Merging::default())
    }

    /// As [`Merges::new`], with the equal ranks of `merging`.
    ///
    /// # Errors
    /// As [`Merges::new`].
    pub fn ranked(symbols: usize, merges: Vec<Merge>, merging: &Merging) -> Result<Self> {
        if merges.len() >= MAX_MERGES {
            return Err(Error::Argument(format!("{} merges are too many; a model has fewer than {MAX_MERGES}", merges.len())));
        }
        // A trainer numbers the products one after the other.
        let is_numbered = merges.iter().zip(symbols..).all(|(merge, id)| merge.product as usize == id);
        let products: FxHashSet<u32> = merges.iter().filter(|_| !is_numbered).map(|merge| merge.product).collect();
        let ids = if is_numbered { symbols + merges.len() } else { symbols };
        let mut pairs = PairTable::with_capacity(merges.len());
        for (&merge, rank) in merges.iter().zip(0..) {
            let Merge { left, right, product } = merge;
            if let Some(id) = [left, right].into_iter().find(|id| *id as usize >= ids && !products.contains(id)) {
                return Err(Error::Argument(format!(
                    "merge {rank}: symbol {id} is neither one of the {symbols} base symbols nor the product of a merge"
                )));
            }
            if product == u32::MAX {
                return Err(Error::Argument(format!("merge {rank}: symbol {product} is too large")));
            }
            if !pairs.insert(merging.rank(rank), merge) {
                return Err(Error::Argument(format!("merge {rank}: the pair ({left}, {right}) is listed twice; list it once")));
            }
        }
        let mut sides = vec![[false; 2]; symbols];
        for merge in &merges {
            for (side, part) in [merge.left, merge.right].into_iter().enumerate() {
                if let Some(sides) = sides.get_mut(part as usize) {
                    sides[side] = true;
                }
            }
        }
        let search = if merging.equal.is_empty() { Search::new(symbols, &merges, &mut pairs) } else { None };
        let method = search.map_or_else(|| Method::Definition(pairs), Method::Search);
        Ok(Merges { list: merges, method, sides })
    }

    /// The merges in order of rank.
    pub fn list(&self) -> &[Merge] {
        &self.list
    }

    /// False if no two neighbours can merge. For most words of units this is a quick answer.
    #[inline]
    pub fn may_merge(&self, symbols: &[u32]) -> bool {
        symbols.windows(2).any(|pair| self.sides(pair[0])[0] && self.sides(pair[1])[1])
    }

    /// Whether a base symbol never merges. Then the symbols to its left and to its right can be encoded separately.
    #[inline]
    pub fn stays(&self, symbol: u32) -> bool {
        self.sides(symbol) == [false; 2]
    }

    /// Whether a symbol is the left part of a merge, and the right part of one. One that was added later is neither.
    #[inline]
    fn sides(&self, symbol: u32) -> [bool; 2] {
        self.sides.get(symbol as usize).copied().unwrap_or_default()
    }

    /// Encodes base symbols. Calls `emit` for each token from left to right, with the number of symbols up to the end of the token.
    ///
    /// # Panics
    /// If a symbol is not a base symbol. Without a search, also if there are 2^32 - 1 symbols or more.
    #[inline]
    pub fn encode(&self, symbols: impl ExactSizeIterator<Item = u32>, buffers: &mut MergeBuffers, emit: impl FnMut(u32, usize)) {
        let length = symbols.len();
        match &self.method {
            Method::Search(search) => search.encode(symbols, &mut buffers.path, emit),
            Method::Definition(pairs) if length <= SHORT => definition::encode_short(pairs, symbols, emit),
            Method::Definition(pairs) => definition::encode_long(pairs, symbols, &mut buffers.work, || false, emit),
        }
        if length > KEPT {
            *buffers = MergeBuffers::default();
        }
    }

    /// Encodes base symbols with merges dropped at random, and calls `emit` for each token from left to right.
    pub fn encode_with_dropout(&self, symbols: &[u32], draw: &mut Draw, mut emit: impl FnMut(u32)) {
        let pairs = match &self.method {
            Method::Search(search) => search.pairs(),
            Method::Definition(pairs) => pairs,
        };
        definition::encode_long(pairs, symbols.iter().copied(), &mut Work::default(), || draw.drops(), |symbol, _| emit(symbol));
    }
}

#[cfg(test)]
#[path = "../../tests/inside/bpe_encode.rs"]
mod tests;
