//! Encoding by search: finds the tokens of an input without making the merges one by one.
//!
//! Let E(x) be the encoding of x by the definition (see [`Merges`](super::Merges)). Assume for now that every symbol is made by one merge,
//! which comes after the merges of its parts and before any merge that uses it. Then a new pair always has a higher rank than the merge
//! that made it. So the definition is the same as applying the merges in order of rank, each from left to right.
//!
//! **1. Independent sides.** If no merge crosses the boundary between u and v when uv is encoded, E(uv) is E(u) followed by E(v). The
//! reason is that a merge depends on two neighbours only, and a scan from left to right that does not cross the boundary starts anew after
//! it. So each token is the encoding of the symbols that it stands for, and the same holds for any run of tokens of E(x).
//!
//! **2. Neighbours decide.** Let t t' be neighbours in a sequence of tokens. They *agree* if encoding their symbols gives t t'. If all
//! neighbours agree, the sequence is the encoding of its symbols. Otherwise look at the first merge that crosses a boundary, say between t
//! and t'. Until then nothing has crossed a boundary, so t and t' have developed as they do alone. Then the same merge would cross the
//! boundary when t t' is encoded, and they would not agree.
//!
//! **3. One way to each position.** So a prefix of x has at most one sequence of tokens in which all neighbours agree. The search goes from
//! left to right. It takes the longest token that agrees with the one before, then the next shorter one (the longest token that is its
//! prefix), and goes back one token if none is left. It tries no sequence twice, so it visits each position at most once, and it finds
//! E(x), which is such a sequence. The work at a position is bounded by the longest token, so time is linear in the input. In practice the
//! first choice is almost always right. The idea is from the `bpe` crate (GitHub, rust-gems); ours is for lists of pairs.
//!
//! **Whether t and t' agree** follows from how they were made. At any time, the symbol to the left of the boundary is in the right spine of
//! t (t, its right part, the right part of that, ...), and the symbol to the right is in the left spine of t'. A symbol a is there from the
//! rank that made it to the rank of the merge that uses it. A pair (a, b) of rank q crosses the boundary if a is used after rank q, and b
//! not before it. If b is used at rank q itself, the crossing pair is further to the left and comes first. Going backwards in time, and
//! always undoing the younger of the two symbols, visits all pairs that are ever at the boundary.
//!
//! **Which lists have a search.** [`Search::new`] goes through a list in order of rank and keeps the merges that can happen: both parts
//! have been made, and no earlier merge crosses the boundary between them. A merge that is listed before its parts, as in lists made from
//! a vocabulary, is set aside. At the end, the parts of such a merge must never become neighbours, so that it never happens. Then the
//! assumption above holds for the merges kept: symbols between two boundaries that nothing crosses become one sequence only, so no symbol
//! is made in two ways. A list without a search, which is encoded by the definition, has a part that is made after its merge and still
//! meets the other part, or a symbol that stands for two sequences. A trainer never writes such a list.

use super::pairs::{Merge, NO_RANK, PairTable};
use crate::trie::{MAX_ID, Trie, sort_keys};
use crate::vocab::MAX_TOKEN;

const NEVER: u32 = u32::MAX;
const NO_TOKEN: u32 = u32::MAX;
/// The largest total length of all spellings, in bytes, for which a search is built.
const MAX_SPELLED: usize = 1 << 25;

/// How a token is made, and what is tried instead of it. A quarter of a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Derivation {
    /// Rank of its merge plus one; 0 for a base symbol, [`NEVER`] if it cannot be made.
    made: u32,
    left: u32,
    right: u32,
    /// The longest token that is a proper prefix of it.
    shorter: u32,
}

/// The search for one list of merges.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Tokens by spelling, without the base symbols that never merge. A symbol is written in `width` bytes.
    trie: Trie,
    width: usize,
    pairs: PairTable,
    derivations: Vec<Derivation>,
    /// Bytes of each token's spelling.
    lengths: Vec<u32>,
}

/// Working memory of a search.
#[derive(Debug, Default)]
pub(super) struct Path {
    text: Vec<u8>,
    /// Tokens found so far. Their ends are not stored, because they are sums of lengths, and new memory is the main cost of a long input.
    tokens: Vec<u32>,
}

impl Search {
    /// The search for `merges` over base symbols below `symbols`; None if the list has none. `pairs` holds all the merges; a search takes
    /// them.
    pub fn new(symbols: usize, merges: &[Merge], pairs: &mut PairTable) -> Option<Self> {
        let ids = symbols + merges.len();
        if ids > MAX_ID as usize || merges.iter().any(|merge| (merge.product as usize) < symbols || merge.product as usize >= ids) {
            return None;
        }
        let width = (1..4).find(|&width| symbols <= 1 << (8 * width)).unwrap_or(4);
        let mut derivations = vec![Derivation { made: NEVER, left: 0, right: 0, shorter: NO_TOKEN }; ids];
        // The spellings of all tokens, one after the other, and where each is.
        let mut spelled: Vec<u8> = Vec::with_capacity(symbols * width);
        let mut places = vec![0..0; ids];
        for symbol in 0..symbols {
            derivations[symbol].made = 0;
            places[symbol] = spelled.len()..spelled.len() + width;
            spelled.extend_from_slice(&(symbol as u32).to_be_bytes()[4 - width..]);
        }
        let mut happens = vec![false; merges.len()];
        let mut set_aside = Vec::new();
        for (rank, merge) in merges.iter().enumerate() {
            let [left, right, product] = [merge.left, merge.right, merge.product].map(|id| id as usize);
            if derivations[left].made == NEVER || derivations[right].made == NEVER {
                set_aside.push(merge);
                continue;
            }
            let rank_of = |left, right| Some(pairs.get(left, right).rank).filter(|&rank| rank != NO_RANK && happens[rank as usize]);
            if !stay_apart(&derivations, merge.left, merge.right, rank as u32, |left, right| rank_of(left, right).unwrap_or(NO_RANK)) {
                continue;
            }
            let length = places[left].len() + places[right].len();
            if derivations[product].made != NEVER || length > MAX_TOKEN * width || spelled.len() + length > MAX_SPELLED {
                return None;
            }
            places[product] = spelled.len()..spelled.len() + length;
            spelled.extend_from_within(places[left].clone());
            spelled.extend_from_within(places[right].clone());
            derivations[product] = Derivation { made: rank as u32 + 1, left: merge.left, right: merge.right, shorter: NO_TOKEN };
            happens[rank] = true;
        }
        let kept = merges.iter().zip(0..).filter(|&(_, rank)| happens[rank as usize]);
        let only_kept = (!happens.iter().all(|&happens| happens)).then(|| {
            let mut pairs = PairTable::with_capacity(kept.clone().count());
            kept.clone().for_each(|(&merge, rank)| assert!(pairs.insert(rank, merge), "the pairs are distinct"));
            pairs
        });
        let can_happen = |merge: &&Merge| {
            let can_be_made = |id: u32| derivations[id as usize].made != NEVER;
            let rank_of = |left, right| only_kept.as_ref().unwrap_or(pairs).get(left, right).rank;
            can_be_made(merge.left) && can_be_made(merge.right) && stay_apart(&derivations, merge.left, merge.right, NO_RANK, rank_of)
        };
        if set_aside.iter().any(can_happen) {
            return None;
        }
        // Most base symbols of a vocabulary of units never merge. They need not be looked up.
        let mut is_part = vec![false; symbols];
        for part in kept.flat_map(|(merge, _)| [merge.left, merge.right]).filter(|&part| (part as usize) < symbols) {
            is_part[part as usize] = true;
        }
        let is_key = |id: &usize| *id >= symbols && !places[*id].is_empty() || is_part.get(*id) == Some(&true);
        let mut keys: Vec<(&[u8], u32)> = (0..ids).filter(is_key).map(|id| (&spelled[places[id].clone()], id as u32)).collect();
        sort_keys(&mut keys, |(spelling, _)| spelling);
        let lengths = places.iter().map(|place| place.len() as u32).collect();
        link_prefixes(&keys, &mut derivations);
        // Most lists keep all merges.
        let pairs = only_kept.unwrap_or_else(|| std::mem::replace(pairs, PairTable::with_capacity(0)));
        Some(Search { trie: Trie::new(&keys), width, pairs, lengths, derivations })
    }

    /// All merges of the list, also those that never happen.
    pub fn pairs(&self) -> &PairTable {
        &self.pairs
    }

    /// Encodes base symbols; see [`Merges::encode`](super::Merges::encode).
    #[inline]
    pub fn encode(&self, symbols: impl ExactSizeIterator<Item = u32>, path: &mut Path, mut emit: impl FnMut(u32, usize)) {
        path.text.clear();
        path.text.reserve(symbols.len() * self.width);
        if self.width == 1 {
            path.text.extend(symbols.map(|symbol| symbol as u8));
        } else {
            symbols.for_each(|symbol| path.text.extend_from_slice(&symbol.to_be_bytes()[4 - self.width..]));
        }
        self.find(path);
        let mut end = 0;
        for &token in &path.tokens {
            end += self.lengths[token as usize] as usize;
            emit(token, end / self.width);
        }
    }

    fn find(&self, Path { text, tokens }: &mut Path) {
        tokens.clear();
        let mut at = 0;
        while at < text.len() {
            let mut token = self.longest(&text[at..]);
            loop {
                while token == NO_TOKEN {
                    let last = tokens.pop().expect("the input consists of base symbols, so it has an encoding");
                    at -= self.lengths[last as usize] as usize;
                    token = self.derivations[last as usize].shorter;
                }
                if tokens.last().is_none_or(|&last| self.agree(last, token)) {
                    tokens.push(token);
                    at += self.lengths[token as usize] as usize;
                    break;
                }
                token = self.derivations[token as usize].shorter;
            }
        }
    }

    /// The longest token that `text` begins with.
    #[inline(always)]
    fn longest(&self, text: &[u8]) -> u32 {
        let mut node = self.trie.root();
        let mut token = NO_TOKEN;
        for &byte in text {
            match self.trie.step(node, byte) {
                Some(next) => node = next,
                None => break,
            }
            token = node.id().unwrap_or(token);
        }
        // A base symbol that never merges is not in the trie.
        if token == NO_TOKEN { text[..self.width].iter().fold(0, |symbol, &byte| symbol << 8 | u32::from(byte)) } else { token }
    }

    #[inline]
    fn agree(&self, left: u32, right: u32) -> bool {
        stay_apart(&self.derivations, left, right, NO_RANK, |left, right| self.pairs.get(left, right).rank)
    }
}

/// Whether no merge of a rank below `limit` crosses the boundary between two tokens.
#[inline(always)]
fn stay_apart(derivations: &[Derivation], mut left: u32, mut right: u32, limit: u32, rank_of: impl Fn(u32, u32) -> u32) -> bool {
    let (mut left_used, mut right_used) = (limit, limit);
    loop {
        let rank = rank_of(left, right);
        if rank < left_used && rank <= right_used {
            return false;
        }
        let (left_derivation, right_derivation) = (derivations[left as usize], derivations[right as usize]);
        if left_derivation.made > right_derivation.made {
            left_used = left_derivation.made - 1;
            left = left_derivation.right;
        } else if right_derivation.made > 0 {
            right_used = right_derivation.made - 1;
            right = right_derivation.left;
        } else {
            return true;
        }
    }
}

/// Sets the longest proper prefix of each token, from sorted keys. The prefixes of a key are found among the key before it and the prefixes
/// of that key.
fn link_prefixes(keys: &[(&[u8], u32)], derivations: &mut [Derivation]) {
    let mut prefixes: Vec<(&[u8], u32)> = Vec::new();
    for &(key, id) in keys {
        while prefixes.last().is_some_and(|(prefix, _)| !key.starts_with(prefix)) {
            prefixes.pop();
        }
        derivations[id as usize].shorter = prefixes.last().map_or(NO_TOKEN, |&(_, id)| id);
        prefixes.push((key, id));
    }
}
