//! Encoding with merges dropped at random (BPE-dropout, Provilkov et al. 2020).
//!
//! In each step every pair that may merge is dropped with probability p, and the pair of lowest rank that is left merges, the leftmost of
//! several. When all are dropped, the encoding ends. Pairs wait in a heap as in [the definition](super::definition). They are popped in
//! the order of their ranks and dropped one by one until one is kept; those that were dropped go back when a pair has merged.

use super::Merges;
use super::pairs::NO_RANK;
use crate::run::draw::Draw;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NOWHERE: usize = usize::MAX;

/// A token at the position of its first symbol.
struct Token {
    symbol: u32,
    /// Rank of the pair that begins here.
    rank: u32,
    previous: usize,
    next: usize,
}

impl Merges {
    /// Encodes base symbols with merges dropped, and calls `emit` for each token from left to right.
    pub fn encode_with_dropout(&self, symbols: &[u32], draw: &mut Draw, mut emit: impl FnMut(u32)) {
        let last = symbols.len().wrapping_sub(1);
        let token = |(at, &symbol): (usize, &u32)| {
            let rank = symbols.get(at + 1).map_or(NO_RANK, |&next| self.merge(symbol, next).rank);
            Token { symbol, rank, previous: at.wrapping_sub(1), next: if at == last { NOWHERE } else { at + 1 } }
        };
        let mut tokens: Vec<Token> = symbols.iter().enumerate().map(token).collect();
        let pairs = tokens.iter().enumerate().filter(|(_, token)| token.rank != NO_RANK);
        let mut heap: BinaryHeap<Reverse<(u32, usize)>> = pairs.map(|(at, token)| Reverse((token.rank, at))).collect();
        let mut dropped = Vec::new();
        while let Some(Reverse((rank, at))) = heap.pop() {
            if tokens[at].rank != rank {
                continue;
            }
            if draw.drops() {
                dropped.push(Reverse((rank, at)));
                continue;
            }
            heap.extend(dropped.drain(..));
            let absorbed = tokens[at].next;
            let product = self.merge(tokens[at].symbol, tokens[absorbed].symbol).product;
            let (previous, behind) = (tokens[at].previous, tokens[absorbed].next);
            tokens[absorbed].rank = NO_RANK;
            tokens[at].symbol = product;
            tokens[at].next = behind;
            if behind != NOWHERE {
                tokens[behind].previous = at;
            }
            for (left, right) in [(at, behind), (previous, at)] {
                if left != NOWHERE {
                    let rank = if right == NOWHERE { NO_RANK } else { self.merge(tokens[left].symbol, tokens[right].symbol).rank };
                    tokens[left].rank = rank;
                    if rank != NO_RANK {
                        heap.push(Reverse((rank, left)));
                    }
                }
            }
        }
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            emit(token.symbol);
            at = token.next;
        }
    }
}
