//! Encoding by the definition: makes the merges one by one. Used for lists that have no [search](super::search), and
//! with merges dropped.
//!
//! **Short inputs** (up to 64 symbols). `keys[i]` packs the rank and position of the pair that begins at i, so the smallest key is the pair
//! to merge next. A scan finds it. The bits of a 64-bit word mark where tokens begin, so a bit scan finds neighbours, and no token moves.
//!
//! **Long inputs.** Tokens form a linked list, and pairs wait in a heap, ordered by rank and position. Each pair is pushed when it appears:
//! fewer than n at the start, and two for each of fewer than n merges. A pair disappears when a neighbour merges. This is noticed when the
//! pair is popped: its position no longer has that rank. Time is O(n log n).

use super::pairs::{NO_RANK, PairTable, Ranked};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Inputs of at most this many symbols are scanned. A position must fit into [`POSITION_BITS`], and a set of positions into 64 bits.
pub(super) const SHORT: usize = 64;
const POSITION_BITS: u32 = 6;
/// Rank and position share a positive `i32`. Processors compute the minimum of several `i32` at once.
pub(super) const MAX_MERGES: usize = 1 << (31 - POSITION_BITS);
const NO_KEY: i32 = i32::MAX;
const NOWHERE: u32 = u32::MAX;

/// Working memory for long inputs.
#[derive(Debug, Default)]
pub(super) struct Work {
    tokens: Vec<Token>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
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

/// Encodes at most [`SHORT`] symbols.
pub(super) fn encode_short(pairs: &PairTable, input: impl ExactSizeIterator<Item = u32>, mut emit: impl FnMut(u32, usize)) {
    let length = input.len();
    let mut symbols = [0; SHORT];
    for (symbol, value) in symbols.iter_mut().zip(input) {
        *symbol = value;
    }
    let mut begins = merge_short(pairs, &mut symbols, length);
    while begins != 0 {
        let begin = begins.trailing_zeros() as usize;
        begins &= begins - 1;
        emit(symbols[begin], if begins == 0 { length } else { begins.trailing_zeros() as usize });
    }
}

/// Merges the first `length` symbols in place and returns the set of positions where tokens begin.
fn merge_short(pairs: &PairTable, symbols: &mut [u32; SHORT], length: usize) -> u64 {
    let mut keys = [NO_KEY; SHORT];
    let mut products = [0; SHORT];
    let mut begins = if length == 0 { 0 } else { u64::MAX >> (SHORT - length) };
    for at in 1..length {
        let merge = pairs.get(symbols[at - 1], symbols[at]);
        (keys[at - 1], products[at - 1]) = (key(merge, at - 1), merge.product);
    }
    // Whole blocks of eight, so that the scan has no remainder.
    let scanned = length.next_multiple_of(8);
    loop {
        let smallest = keys[..scanned].iter().fold(NO_KEY, |smallest, &key| smallest.min(key));
        if smallest == NO_KEY {
            return begins;
        }
        let at = smallest as usize % SHORT;
        let product = products[at];
        symbols[at] = product;
        let behind = begins & (u64::MAX << at) << 1;
        let absorbed = behind.trailing_zeros() as usize;
        begins &= !(1 << absorbed);
        (keys[absorbed], keys[at]) = (NO_KEY, NO_KEY);
        let behind = behind & (behind - 1);
        if behind != 0 {
            let merge = pairs.get(product, symbols[behind.trailing_zeros() as usize]);
            (keys[at], products[at]) = (key(merge, at), merge.product);
        }
        let before = begins & !(u64::MAX << at);
        if before != 0 {
            let previous = 63 - before.leading_zeros() as usize;
            let merge = pairs.get(symbols[previous], product);
            (keys[previous], products[previous]) = (key(merge, previous), merge.product);
        }
    }
}

#[inline(always)]
fn key(merge: Ranked, at: usize) -> i32 {
    if merge.rank == NO_RANK { NO_KEY } else { (merge.rank << POSITION_BITS | at as u32) as i32 }
}

/// Encodes an input of any length below 2^32 - 1. A pair that may merge next is passed over for one step if `drops` says so
/// (BPE-dropout, Provilkov et al. 2020): in each step the pair of lowest rank that is left merges, the leftmost of several, and when all
/// are dropped, the encoding ends. Pairs are popped in the order of their ranks, so they are dropped one by one until one is kept; those
/// that were dropped go back when a pair has merged.
pub(super) fn encode_long(
    pairs: &PairTable,
    input: impl ExactSizeIterator<Item = u32>,
    work: &mut Work,
    drops: impl FnMut() -> bool,
    mut emit: impl FnMut(u32, usize),
) {
    let length = input.len();
    assert!(length < NOWHERE as usize, "an input of {length} symbols; positions are 32 bits wide");
    let token = |(at, symbol)| Token { symbol, rank: NO_RANK, previous: u32::wrapping_sub(at, 1), next: at + 1 };
    work.tokens.clear();
    work.tokens.extend((0..).zip(input).map(token));
    if let Some(last) = work.tokens.last_mut() {
        last.next = NOWHERE;
    }
    merge_long(pairs, work, drops);
    let mut at = 0;
    while let Some(token) = work.tokens.get(at as usize) {
        at = token.next;
        emit(token.symbol, if at == NOWHERE { length } else { at as usize });
    }
}

fn merge_long(pairs: &PairTable, Work { tokens, heap }: &mut Work, mut drops: impl FnMut() -> bool) {
    let pair_up = |tokens: &mut [Token], heap: &mut BinaryHeap<_>, left: u32, right: u32| {
        let rank = pairs.get(tokens[left as usize].symbol, tokens[right as usize].symbol).rank;
        tokens[left as usize].rank = rank;
        if rank != NO_RANK {
            heap.push(Reverse((rank, left)));
        }
    };
    for right in 1..tokens.len() as u32 {
        pair_up(tokens, heap, right - 1, right);
    }
    let mut dropped = Vec::new();
    while let Some(Reverse((rank, at))) = heap.pop() {
        let Token { rank: current, previous, next, .. } = tokens[at as usize];
        if current != rank {
            continue;
        }
        if drops() {
            dropped.push(Reverse((rank, at)));
            continue;
        }
        if !dropped.is_empty() {
            heap.extend(dropped.drain(..));
        }
        let behind = tokens[next as usize].next;
        let product = pairs.get(tokens[at as usize].symbol, tokens[next as usize].symbol).product;
        tokens[next as usize].rank = NO_RANK;
        tokens[at as usize] = Token { symbol: product, rank: NO_RANK, previous, next: behind };
        if behind != NOWHERE {
            tokens[behind as usize].previous = at;
            pair_up(tokens, heap, at, behind);
        }
        if previous != NOWHERE {
            pair_up(tokens, heap, previous, at);
        }
    }
}
