//! Encoding: the sequence that a list of merges makes of a sequence of symbols.
//!
//! **Definition.** As long as two neighbours are the parts of a merge, replace the pair of lowest rank, of equals the leftmost, by the
//! product. Nothing is assumed about the list: products may repeat, and a part may be the product of a later merge.
//!
//! **Short inputs** (up to 64 symbols). `keys[i]` is rank and position of the pair that begins at i, packed so that the smallest key is the
//! pair to merge next; a scan finds it. A word of 64 bits marks where tokens begin, so neighbours are found with a bit scan and nothing moves.
//!
//! **Long inputs.** Tokens form a linked list, and pairs wait in a priority queue under the key rank * 2^32 + position. Each pair is pushed when
//! it arises: at most n - 1 at the start and two a merge, of which there are less than n; so fewer than 3n in all. A pair that has
//! gone, because a neighbour has merged, is recognised when popped: its position no longer has that rank. With the [radix heap](super::queue) a
//! key moves at most 64 times if keys come in rising order, and then time is linear in n.
//! They do for every list in which a part is made before it is used, as a trainer writes them: let (a, b) -> c of rank r be the
//! pair just merged. The pairs that arise contain c. A merge with part c stands after the first merge that makes c, whose rank is
//! at most r. If c is made only once, that rank is r, so the new pairs have greater ranks; so a key can come late only
//! after a merge whose product has been listed before. Such keys wait in the queue's binary heap and cost O(log n) each. Either way the
//! order of pops is that of the definition, and so is the result.

use super::pairs::{NO_RANK, PairTable, Ranked};
use super::queue::Queue;
use crate::{Error, Result};
use rustc_hash::FxHashSet;

/// Two neighbours and the symbol that replaces them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    pub left: u32,
    pub right: u32,
    pub product: u32,
}

/// Inputs of at most this many symbols are scanned; a position must fit in [`POSITION_BITS`], a set of positions in a word.
const SHORT: usize = 64;
const POSITION_BITS: u32 = 6;
/// Rank and position share a positive `i32`: the scan is twice as fast on signed integers where the processor has no unsigned minimum.
const MAX_MERGES: usize = 1 << (31 - POSITION_BITS);
const NO_KEY: i32 = i32::MAX;
const NOWHERE: u32 = u32::MAX;
/// Symbols whose working memory is kept from one call to the next.
const KEPT: usize = 1 << 16;

/// A byte-pair model: merges in order of rank.
#[derive(Clone, Debug)]
pub struct Merges {
    merges: Vec<Merge>,
    pairs: PairTable,
}

/// Working memory of [`Merges::encode`], reused from call to call; an encoder needs one a thread.
#[derive(Debug, Default)]
pub struct Scratch {
    tokens: Vec<Token>,
    queue: Queue,
}

/// A token of a long input, at the position of its first symbol.
#[derive(Clone, Copy, Debug)]
struct Token {
    symbol: u32,
    /// Rank of the pair that begins here.
    rank: u32,
    previous: u32,
    next: u32,
}

impl Merges {
    /// The model of `merges`, in order of rank, over base symbols 0 to `symbols` - 1. A part is a base symbol or the product of some merge.
    ///
    /// # Errors
    /// [`Error::Argument`] if a part is neither, or a pair is listed twice.
    pub fn new(symbols: usize, merges: Vec<Merge>) -> Result<Self> {
        if merges.len() >= MAX_MERGES {
            return Err(Error::Argument(format!("{} merges; a model takes fewer than {MAX_MERGES}", merges.len())));
        }
        let products: FxHashSet<u32> = merges.iter().map(|merge| merge.product).collect();
        for (rank, merge) in merges.iter().enumerate() {
            if let Some(id) = [merge.left, merge.right].into_iter().find(|id| *id as usize >= symbols && !products.contains(id)) {
                return Err(Error::Argument(format!(
                    "merge {rank}: symbol {id} is none of the {symbols} base symbols and no merge makes it"
                )));
            }
            if merge.product == u32::MAX {
                return Err(Error::Argument(format!("merge {rank}: symbol {} is too large", u32::MAX)));
            }
        }
        let pairs = PairTable::new(&merges).map_err(|rank| {
            let Merge { left, right, .. } = merges[rank];
            Error::Argument(format!("merge {rank}: the pair ({left}, {right}) has been listed before; a pair has one rank"))
        })?;
        Ok(Merges { merges, pairs })
    }

    /// The merges in order of rank.
    pub fn list(&self) -> &[Merge] {
        &self.merges
    }

    /// Encodes `symbols` and hands each token to `emit`, from left to right, with the number of symbols up to its end.
    ///
    /// # Panics
    /// At 2^32 - 1 symbols or more.
    #[inline]
    pub fn encode(&self, symbols: impl ExactSizeIterator<Item = u32>, scratch: &mut Scratch, emit: impl FnMut(u32, usize)) {
        if symbols.len() <= SHORT {
            self.encode_short(symbols, emit);
        } else {
            self.encode_long(symbols, scratch, emit);
        }
    }

    #[inline]
    fn encode_short(&self, input: impl ExactSizeIterator<Item = u32>, mut emit: impl FnMut(u32, usize)) {
        let length = input.len();
        let mut symbols = [0; SHORT];
        for (symbol, value) in symbols.iter_mut().zip(input) {
            *symbol = value;
        }
        let mut begins = self.merge_short(&mut symbols, length);
        while begins != 0 {
            let begin = begins.trailing_zeros() as usize;
            begins &= begins - 1;
            let end = if begins == 0 { length } else { begins.trailing_zeros() as usize };
            emit(symbols[begin], end);
        }
    }

    /// Merges the first `length` symbols in place and returns the set of positions where tokens begin.
    fn merge_short(&self, symbols: &mut [u32; SHORT], length: usize) -> u64 {
        let mut keys = [NO_KEY; SHORT];
        let mut products = [0; SHORT];
        let mut begins = if length == 0 { 0 } else { u64::MAX >> (SHORT - length) };
        for at in 1..length {
            let merge = self.pairs.first(symbols[at - 1], symbols[at]);
            keys[at - 1] = key(merge, at - 1);
            products[at - 1] = merge.product;
        }
        // Whole blocks, so that the scan has no tail.
        let scanned = length.next_multiple_of(8);
        loop {
            let smallest = keys[..scanned].iter().fold(NO_KEY, |smallest, &key| smallest.min(key));
            if smallest == NO_KEY {
                return begins;
            }
            let at = smallest as usize % SHORT;
            let product = products[at];
            symbols[at] = product;
            let after = begins & (u64::MAX << at) << 1;
            let next = after.trailing_zeros() as usize;
            keys[next] = NO_KEY;
            begins &= !(1 << next);
            let after = after & after.wrapping_sub(1);
            keys[at] = NO_KEY;
            if after != 0 {
                let merge = self.pairs.get(product, symbols[after.trailing_zeros() as usize]);
                keys[at] = key(merge, at);
                products[at] = merge.product;
            }
            let before = begins & !(u64::MAX << at);
            if before != 0 {
                let previous = 63 - before.leading_zeros() as usize;
                let merge = self.pairs.get(symbols[previous], product);
                keys[previous] = key(merge, previous);
                products[previous] = merge.product;
            }
        }
    }

    fn encode_long(&self, input: impl ExactSizeIterator<Item = u32>, scratch: &mut Scratch, mut emit: impl FnMut(u32, usize)) {
        let length = input.len();
        assert!(length < NOWHERE as usize, "an input of {length} symbols; positions are 32 bits wide");
        scratch.tokens.clear();
        scratch.tokens.extend((0..).zip(input).map(|(at, symbol)| Token {
            symbol,
            rank: NO_RANK,
            previous: u32::wrapping_sub(at, 1),
            next: at + 1,
        }));
        if let Some(last) = scratch.tokens.last_mut() {
            last.next = NOWHERE;
        }
        self.merge_long(scratch);
        let mut at = 0;
        while let Some(token) = scratch.tokens.get(at as usize) {
            at = token.next;
            emit(token.symbol, if at == NOWHERE { length } else { at as usize });
        }
        if length > KEPT {
            *scratch = Scratch::default();
        }
    }

    fn merge_long(&self, Scratch { tokens, queue }: &mut Scratch) {
        queue.restart();
        for at in 1..tokens.len() {
            let rank = self.pairs.first(tokens[at - 1].symbol, tokens[at].symbol).rank;
            tokens[at - 1].rank = rank;
            if rank != NO_RANK {
                queue.push((rank as u64) << 32 | (at - 1) as u64);
            }
        }
        while let Some(key) = queue.pop() {
            let (rank, at) = ((key >> 32) as u32, key as u32);
            let Token { rank: current, previous, next, .. } = tokens[at as usize];
            if current != rank {
                continue;
            }
            let after = tokens[next as usize].next;
            tokens[next as usize].rank = NO_RANK;
            tokens[at as usize].symbol = self.merges[rank as usize].product;
            tokens[at as usize].next = after;
            tokens[at as usize].rank = NO_RANK;
            if after != NOWHERE {
                tokens[after as usize].previous = at;
                self.pair_up(tokens, queue, at, after);
            }
            if previous != NOWHERE {
                self.pair_up(tokens, queue, previous, at);
            }
        }
    }

    /// Notes the pair of the tokens at `left` and `right`, which have become neighbours.
    #[inline(always)]
    fn pair_up(&self, tokens: &mut [Token], queue: &mut Queue, left: u32, right: u32) {
        let rank = self.pairs.get(tokens[left as usize].symbol, tokens[right as usize].symbol).rank;
        tokens[left as usize].rank = rank;
        if rank != NO_RANK {
            queue.push((rank as u64) << 32 | left as u64);
        }
    }
}

#[inline(always)]
fn key(merge: Ranked, at: usize) -> i32 {
    if merge.rank == NO_RANK { NO_KEY } else { (merge.rank << POSITION_BITS | at as u32) as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, to the letter.
    fn definition(merges: &[Merge], symbols: &[u32]) -> Vec<(u32, usize)> {
        let mut tokens: Vec<(u32, usize)> = symbols.iter().zip(1..).map(|(&symbol, end)| (symbol, end)).collect();
        let applies =
            |merge: &Merge, tokens: &[(u32, usize)]| tokens.windows(2).position(|pair| (pair[0].0, pair[1].0) == (merge.left, merge.right));
        while let Some((merge, at)) = merges.iter().find_map(|merge| applies(merge, &tokens).map(|at| (merge, at))) {
            tokens[at + 1].0 = merge.product;
            tokens.remove(at);
        }
        tokens
    }

    fn short(model: &Merges, symbols: &[u32]) -> Vec<(u32, usize)> {
        let mut tokens = Vec::new();
        model.encode_short(symbols.iter().copied(), |token, end| tokens.push((token, end)));
        tokens
    }

    fn long(model: &Merges, symbols: &[u32], scratch: &mut Scratch) -> Vec<(u32, usize)> {
        let mut tokens = Vec::new();
        model.encode_long(symbols.iter().copied(), scratch, |token, end| tokens.push((token, end)));
        tokens
    }

    /// Lists over few symbols, in any order, each pair once: parts made by later merges, products that repeat or are symbols of the input.
    fn any_merges() -> impl Strategy<Value = Vec<Merge>> {
        proptest::collection::vec((0u32..12, 0u32..12, 0u32..12), 0..60).prop_map(|triples| {
            let mut merges: Vec<Merge> = Vec::new();
            for (left, right, product) in triples {
                if merges.iter().all(|merge| (merge.left, merge.right) != (left, right)) {
                    merges.push(Merge { left, right, product });
                }
            }
            merges
        })
    }

    /// Lists as a trainer writes them: parts are base symbols 0, 1, 2 or earlier products, and each product is new.
    fn trained_merges() -> impl Strategy<Value = Vec<Merge>> {
        proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..40).prop_map(|parts| {
            let mut merges: Vec<Merge> = Vec::new();
            for (left, right) in parts {
                let product = 3 + merges.len() as u32;
                let (left, right) = (left.index(product as usize) as u32, right.index(product as usize) as u32);
                if merges.iter().all(|merge| (merge.left, merge.right) != (left, right)) {
                    merges.push(Merge { left, right, product });
                }
            }
            merges
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn encoding_is_the_definition_for_every_list(merges in prop_oneof![any_merges(), trained_merges()], symbols in proptest::collection::vec(0u32..3, 0..300)) {
            let model = Merges::new(12, merges.clone()).unwrap();
            let mut scratch = Scratch::default();
            prop_assert_eq!(long(&model, &symbols, &mut scratch), definition(&merges, &symbols));
            let head = &symbols[..symbols.len().min(SHORT)];
            let expected = definition(&merges, head);
            prop_assert_eq!(short(&model, head), expected.clone());
            prop_assert_eq!(long(&model, head, &mut scratch), expected, "with scratch used before");
        }

        #[test]
        fn symbols_beyond_the_direct_table_merge_alike(merges in any_merges(), symbols in proptest::collection::vec(0u32..12, 0..100)) {
            let raise = |id: u32| id * 50;
            let raised: Vec<Merge> = merges.iter().map(|m| Merge { left: raise(m.left), right: raise(m.right), product: raise(m.product) }).collect();
            let expected: Vec<_> = definition(&merges, &symbols).into_iter().map(|(symbol, end)| (raise(symbol), end)).collect();
            let mut tokens = Vec::new();
            let model = Merges::new(600, raised).unwrap();
            model.encode(symbols.iter().map(|&id| raise(id)).collect::<Vec<_>>().into_iter(), &mut Scratch::default(), |token, end| tokens.push((token, end)));
            prop_assert_eq!(tokens, expected);
        }
    }

    #[test]
    fn of_equal_pairs_the_leftmost_merges_first() {
        let model = Merges::new(2, vec![Merge { left: 0, right: 0, product: 1 }]).unwrap();
        assert_eq!(short(&model, &[0; 5]), [(1, 2), (1, 4), (0, 5)]);
        assert_eq!(long(&model, &[0; 5], &mut Scratch::default()), [(1, 2), (1, 4), (0, 5)]);
    }

    #[test]
    fn nothing_gives_nothing_and_one_symbol_itself() {
        let model = Merges::new(1, vec![]).unwrap();
        let mut scratch = Scratch::default();
        assert_eq!((short(&model, &[]), long(&model, &[], &mut scratch)), (vec![], vec![]));
        assert_eq!((short(&model, &[0]), long(&model, &[0], &mut scratch)), (vec![(0, 1)], vec![(0, 1)]));
    }

    #[test]
    fn a_pair_listed_twice_and_an_unknown_symbol_are_refused() {
        let merge = |left, right, product| Merge { left, right, product };
        let message = |merges| Merges::new(2, merges).unwrap_err().to_string();
        assert!(message(vec![merge(0, 1, 2), merge(0, 1, 3)]).starts_with("merge 1: the pair (0, 1)"));
        assert!(message(vec![merge(0, 1, 2), merge(2, 4, 3)]).starts_with("merge 1: symbol 4"));
        assert!(Merges::new(2, vec![merge(0, 1, 2), merge(1, 0, 2)]).is_ok(), "a product may repeat");
        assert!(Merges::new(2, vec![merge(0, 2, 3), merge(0, 1, 2)]).is_ok(), "a part may be made by a later merge");
    }
}
