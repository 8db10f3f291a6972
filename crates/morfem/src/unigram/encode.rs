//! Unigram segmentation of one chunk.
//!
//! A vocabulary gives every piece x a score s(x) = ln P(x), in nats. The encoder returns the split x1 .. xn of the chunk with the largest
//! sum of scores (Kudo 2018, section 3.2). Let best(e) be that sum for the first e bytes. Every split ends in some piece, hence
//!     best(e) = max over pieces x ending at e of best(e - |x|) + s(x)
//! One pass from left to right fills this table, walking the trie once from every byte. A walk has at most L bytes, the length of the
//! longest piece, so time is O(n L). The table is reused from chunk to chunk.
//!
//! A walk ends after an unpredictable number of bytes, and often waits for memory. So the walks from all starts advance side by side, byte
//! by byte. Those from the last [`WALKS`] starts need no branch that depends on them; the few that go on for longer are in a list.
//!
//! In a run of one character, such as spaces, as many walks go on as the longest piece of it has characters, and all of them go the same way.
//! So the way is walked once, and only its pieces are offered ([`Encoder::repeat`]).
//!
//! In a long chunk the best splits of all prefixes that still matter soon have a common beginning. That part is settled: it is written,
//! and its memory is reused. If two splits have equal sums, the one whose last differing piece is longer wins, because a piece that
//! starts later must be strictly better.
//!
//! Bytes make sure that every chunk has a split:
//! - [`Bytes::Pieces`], our own models: the 256 bytes are pieces with scores of their own, so the encoder cannot fail.
//! - [`Bytes::Unknown`], models of SentencePiece: a split may only cut between characters. A character without a piece has a fixed score
//!   and is written as its bytes afterwards.
//!
//! If cuts between characters are enough, the search visits characters instead of bytes. They are enough for the second kind. They are
//! enough for the first kind too, if no piece of several bytes cuts a character, and every character that is a piece scores higher than the
//! sum of its bytes. Then a split that contains a byte of a longer character spells the whole character in bytes, and that is better only
//! for characters without a piece.

use crate::trie::{Node, Part, Trie};
use std::collections::BTreeSet;
use std::hint::select_unpredictable;

/// How a split uses the 256 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bytes {
    /// Bytes are pieces like all others.
    Pieces,
    /// A character without a piece has this score, and is written in bytes.
    Unknown(f64),
}

/// A Unigram model, ready to encode.
#[derive(Debug)]
pub struct Encoder {
    trie: Trie,
    scores: Vec<f64>,
    /// By [number of a node](crate::trie::Node::number): the score of the piece that ends there.
    padded: Vec<f64>,
    byte_ids: [u32; 256],
    bytes: Bytes,
    /// Whether cuts between characters are enough; then `trie` does not contain single bytes of longer characters.
    is_by_character: bool,
}

/// Buffers of the search, reused from chunk to chunk.
#[derive(Default)]
pub struct SearchBuffers {
    /// By the length of a prefix. Longer prefixes than those searched so far may be left from another chunk.
    best: Vec<Best>,
    /// The walks that have gone on for long, the oldest first.
    long: Vec<Walk>,
}

/// The best split of a prefix, among those found so far.
#[derive(Clone, Copy)]
struct Best {
    sum: f64,
    /// The last piece: its [number](Node::number), above its length in bytes. The number is 0 for a character that is written in bytes.
    last: u64,
}

impl Best {
    /// Of the empty prefix.
    const EMPTY: Best = Best { sum: 0.0, last: 0 };
    /// Of a prefix for which no split has been found.
    const NONE: Best = Best { sum: f64::NEG_INFINITY, last: 0 };

    fn last(self) -> (u32, usize) {
        ((self.last >> 32) as u32, self.last as u32 as usize)
    }

    /// Takes the split with this sum and this last piece, if it is better. A branch would be mispredicted often.
    #[inline(always)]
    fn offer(&mut self, sum: f64, number: u32, length: usize) {
        let is_better = sum > self.sum;
        self.sum = if is_better { sum } else { self.sum };
        self.last = select_unpredictable(is_better, (number as u64) << 32 | length as u64, self.last);
    }
}

/// A walk through the trie.
#[derive(Clone, Copy)]
struct Walk {
    start: usize,
    /// Sum of the best split of the bytes before `start`.
    sum: f64,
    /// [`Node::NONE`] once no piece continues.
    node: Node,
}

/// Number of walks that need no branch. Four of five walks are shorter than so many characters.
const WALKS: usize = 4;

/// So many walks go on in a run of one character, and hardly elsewhere. In the rest of the run are at least so many bytes that the way through
/// it is worth looking up.
const REPEATED: usize = 8;
const LEAST_RUN: usize = 64;
const LANES: usize = 8;

/// Whether a piece begins and ends between characters. Only then can it be in a text that is cut between characters; what is in it does not
/// matter, because a text contains no piece that is not UTF-8 inside.
fn has_whole_ends(piece: &[u8]) -> bool {
    let is_inside = |byte: u8| byte & 0xc0 == 0x80;
    let last = piece.iter().rposition(|&byte| !is_inside(byte)).unwrap_or(0);
    !is_inside(piece[0]) && piece.len() - last == piece[last].leading_ones().max(1) as usize
}

/// Number of bytes that are searched before the settled part is determined. Buffers for this many bytes fit into the processor's cache.
const WINDOW: usize = 1 << 13;

impl Encoder {
    /// A model of `pieces` (bytes, id; sorted by bytes, distinct), with the score of every id and the ids of the 256 bytes.
    pub fn new(mut pieces: Vec<(&[u8], u32)>, scores: Vec<f64>, byte_ids: [u32; 256], bytes: Bytes) -> Self {
        let spelled = |text: &[u8]| text.iter().map(|&byte| scores[byte_ids[byte as usize] as usize]).sum::<f64>();
        let cuts_no_character = |&(piece, id): &(&[u8], u32)| match piece.len() {
            1 => true,
            // No character has more than four bytes.
            2..=4 => std::str::from_utf8(piece).is_ok_and(|text| text.chars().nth(1).is_some() || scores[id as usize] > spelled(piece)),
            _ => has_whole_ends(piece),
        };
        let is_by_character = bytes != Bytes::Pieces || pieces.iter().all(cuts_no_character);
        pieces.retain(|&(piece, _)| !is_by_character || piece.len() > 1 || piece[0] < 0x80);
        let padded = std::iter::once(f64::NEG_INFINITY).chain(scores.iter().copied()).collect();
        Encoder { trie: Trie::new(&pieces), padded, scores, byte_ids, bytes, is_by_character }
    }

    /// Scores by id, in nats. NaN for ids that are not pieces.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// How splits use the 256 bytes.
    pub fn bytes(&self) -> Bytes {
        self.bytes
    }

    /// The id of a byte.
    pub(super) fn byte_id(&self, byte: u8) -> u32 {
        self.byte_ids[byte as usize]
    }

    /// Whether cuts between characters are enough.
    pub(super) fn is_by_character(&self) -> bool {
        self.is_by_character
    }

    /// The pieces that `text` begins with: their lengths and ids. Single bytes of longer characters are missing if cuts are by character.
    pub(super) fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        self.trie.prefixes(text)
    }

    /// The piece of several bytes that equals `text`.
    #[inline]
    pub fn piece(&self, text: &[u8]) -> Option<u32> {
        self.trie.get(text)
    }

    /// Sets the id of each part to the piece of several bytes that equals that part of `text`.
    pub fn pieces(&self, text: &[u8], parts: &mut [Part]) {
        self.trie.get_each(text, parts);
    }

    /// Appends the ids of the best split of `chunk`.
    pub fn encode(&self, chunk: &[u8], buffers: &mut SearchBuffers, ids: &mut Vec<u32>) {
        let mut rest = chunk;
        let (mut start, mut window) = (0, WINDOW);
        buffers.begin();
        loop {
            let stop = rest.len().min(window);
            start = match self.bytes {
                Bytes::Unknown(score) => self.search::<true>(rest, start, stop, buffers, |sum, _| sum + score),
                Bytes::Pieces if self.is_by_character => self.search::<true>(rest, start, stop, buffers, |sum, character| {
                    character.iter().fold(sum, |sum, &byte| sum + self.scores[self.byte_ids[byte as usize] as usize])
                }),
                Bytes::Pieces => self.search::<false>(rest, start, stop, buffers, |sum, _| sum),
            };
            if stop == rest.len() {
                return self.write(rest, rest.len(), buffers, ids);
            }
            let settled = buffers.settled(start);
            // Settling less than half would copy too often for linear time.
            if 2 * settled < start {
                window *= 2;
                continue;
            }
            self.write(rest, settled, buffers, ids);
            buffers.best.truncate(start + 1);
            buffers.best.drain(..settled);
            buffers.long.iter_mut().for_each(|walk| walk.start -= settled);
            (rest, start) = (&rest[settled..], start - settled);
            window = start + WINDOW;
        }
    }

    /// Appends the ids of the best split of the first `end` bytes.
    fn write(&self, chunk: &[u8], mut end: usize, buffers: &SearchBuffers, ids: &mut Vec<u32>) {
        let from = ids.len();
        while end > 0 {
            let (number, length) = buffers.best[end].last();
            let start = end - length;
            match number.checked_sub(1) {
                Some(id) => ids.push(id),
                None => ids.extend(chunk[start..end].iter().rev().map(|&byte| self.byte_ids[byte as usize])),
            }
            end = start;
        }
        ids[from..].reverse();
    }

    /// Goes on with the search from `start` to `stop`, or to the end of the character there, and returns that end. Afterwards `buffers`
    /// holds the best split of every prefix up to there. `spell` adds the score of a character in bytes to a sum.
    #[inline(always)]
    fn search<const BY_CHARACTER: bool>(
        &self,
        chunk: &[u8],
        mut start: usize,
        stop: usize,
        buffers: &mut SearchBuffers,
        spell: impl Fn(f64, &[u8]) -> f64,
    ) -> usize {
        let SearchBuffers { best, long } = buffers;
        let most = chunk.len().min(stop + 3) + 1;
        if best.len() < most {
            best.resize(most, Best::NONE);
        }
        let best = &mut best[..most];
        let mut sum = best[start].sum;
        let mut walks = [Walk { start, sum, node: Node::NONE }; WALKS];
        while start < stop {
            if long.len() >= REPEATED
                && let Some(end) = self.repeat::<BY_CHARACTER>(chunk, start, stop, best, long, &mut walks)
            {
                (start, sum) = (end, best[end].sum);
                continue;
            }
            if !walks[0].node.is_leaf() {
                long.push(walks[0]);
            }
            for walk in 1..WALKS {
                walks[walk - 1] = walks[walk];
            }
            walks[WALKS - 1] = Walk { start, sum, node: self.trie.root() };
            let end = start + if BY_CHARACTER { character_len(chunk[start]) } else { 1 };
            // The oldest walk comes first: of two pieces with the same end and equal sums, the longer one wins.
            let mut here = Best::NONE;
            let mut kept = 0;
            for index in 0..long.len() {
                let mut walk = long[index];
                for &byte in &chunk[start..end] {
                    walk.node = self.trie.child(walk.node, byte);
                }
                self.offer(walk, end, &mut here);
                long[kept] = walk;
                kept += !walk.node.is_leaf() as usize;
            }
            long.truncate(kept);
            for &byte in &chunk[start..end] {
                walks.iter_mut().for_each(|walk| walk.node = self.trie.child(walk.node, byte));
            }
            for walk in &walks {
                self.offer(*walk, end, &mut here);
            }
            if BY_CHARACTER && walks[WALKS - 1].node.number() == 0 {
                here.offer(spell(sum, &chunk[start..end]), 0, end - start);
            }
            best[end] = here;
            (start, sum) = (end, here.sum);
        }
        if start < chunk.len() {
            buffers.keep(walks);
        }
        start
    }

    /// Goes on with the search to the end of a run of one character, if all walks began in it, and returns that end. It offers the same splits in
    /// the same order, with equal sums.
    #[inline(never)]
    fn repeat<const BY_CHARACTER: bool>(
        &self,
        chunk: &[u8],
        start: usize,
        stop: usize,
        best: &mut [Best],
        long: &mut Vec<Walk>,
        walks: &mut [Walk; WALKS],
    ) -> Option<usize> {
        let width = if BY_CHARACTER { character_len(chunk[start]) } else { 1 };
        let (first, character) = (long[0].start, &chunk[start..start + width]);
        let is_same = |at: usize| chunk.get(at..at + width) == Some(character);
        let began_in_run = || (start - first).is_multiple_of(width) && (first..start).step_by(width).all(is_same);
        if start < first + width || !is_same(start - width) || !began_in_run() {
            return None;
        }
        let mut stop_of_run = start;
        while stop_of_run < stop && is_same(stop_of_run) {
            stop_of_run += width;
        }
        if stop_of_run - start < LEAST_RUN {
            return None;
        }
        let next = |node: &Node| Some(character.iter().fold(*node, |node, &byte| self.trie.child(node, byte)));
        let nodes = std::iter::successors(next(&self.trie.root()), next).take_while(|&node| node != Node::NONE);
        let nodes: Vec<Node> = nodes.take((stop_of_run - first) / width).collect();
        if nodes.first().is_none_or(|node| node.number() == 0) {
            // A character without a piece is spelled.
            return None;
        }
        // The longest piece comes first, as the oldest walk does. No walk began before the run.
        let scores: Vec<f64> = nodes.iter().rev().map(|node| self.padded[node.number() as usize]).collect();
        let mut sums = vec![f64::NEG_INFINITY; nodes.len()];
        sums.extend((first..=start).step_by(width).map(|at| best[at].sum));
        for end in (start + width..=stop_of_run).step_by(width) {
            let before = &sums[sums.len() - nodes.len()..];
            let sum = largest_sum(before, &scores);
            let place = before.iter().zip(&scores).position(|(before, score)| before + score == sum);
            let count = nodes.len() - place.unwrap_or(nodes.len() - 1);
            best[end] = Best::NONE;
            best[end].offer(sum, nodes[count - 1].number(), count * width);
            sums.push(sum);
        }
        long.clear();
        for (before, &node) in nodes.iter().enumerate().rev() {
            let Some(start) = stop_of_run.checked_sub((before + 1) * width).filter(|&start| start >= first) else { continue };
            let walk = Walk { start, sum: best[start].sum, node };
            match WALKS.checked_sub(before + 1) {
                Some(place) => walks[place] = walk,
                None if !node.is_leaf() => long.push(walk),
                None => {}
            }
        }
        for walk in &mut walks[..WALKS.saturating_sub(nodes.len())] {
            walk.node = Node::NONE;
        }
        Some(stop_of_run)
    }

    /// Offers the split that ends with the piece of a walk, if there is one: a node without an id has a score that is never better.
    #[inline(always)]
    fn offer(&self, walk: Walk, end: usize, best: &mut Best) {
        let number = walk.node.number();
        best.offer(walk.sum + self.padded[number as usize], number, end - walk.start);
    }
}

impl SearchBuffers {
    /// Prepares the search of another chunk.
    fn begin(&mut self) {
        self.best.resize(self.best.len().max(1), Best::EMPTY);
        self.best[0] = Best::EMPTY;
        self.long.clear();
    }

    /// Keeps walks for the next window.
    #[cold]
    #[inline(never)]
    fn keep(&mut self, walks: [Walk; WALKS]) {
        self.long.extend(walks.iter().filter(|walk| !walk.node.is_leaf()));
    }

    /// The length of the longest beginning that the best splits of all prefixes have in common that later splits may begin with: the prefix
    /// of `start` bytes, and those before the walks.
    fn settled(&self, start: usize) -> usize {
        let mut ends: BTreeSet<usize> = self.long.iter().map(|walk| walk.start).chain([start]).collect();
        while let Some(end) = ends.pop_last() {
            if ends.is_empty() {
                return end;
            }
            // The farthest of several ends is not common to all. Continue with the start of its last piece.
            ends.insert(end - self.best[end].last().1);
        }
        0
    }
}

/// The largest sum of two numbers at the same place. In each lane the next sum waits for that of the same lane only.
fn largest_sum(one: &[f64], other: &[f64]) -> f64 {
    let larger = |one: f64, other: f64| if other > one { other } else { one };
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let rest = ones.remainder().iter().zip(others.remainder());
    let mut lanes = [f64::NEG_INFINITY; LANES];
    for (ones, others) in ones.zip(others) {
        for lane in 0..LANES {
            lanes[lane] = larger(lanes[lane], ones[lane] + others[lane]);
        }
    }
    rest.map(|(one, other)| one + other).chain(lanes).fold(f64::NEG_INFINITY, larger)
}

/// Number of bytes of the UTF-8 character whose first byte is `first`.
#[inline(always)]
fn character_len(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

#[cfg(test)]
#[path = "../../tests/inside/unigram_encode.rs"]
mod tests;
