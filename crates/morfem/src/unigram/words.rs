//! The search of chunks of several words, with a cache of words.
//!
//! A chunk of several words seldom occurs twice, but its words do. The pieces inside a word are the same wherever the word stands. So a word
//! that comes again is remembered with its *arcs*: the pieces that begin and end in it. A piece that leaves the word must go on with the space
//! of the next word. So the word is also remembered with its *exits*: the places of its pieces' walks after that space, where there are any.
//! The search of a chunk then follows the arcs of its words, and walks the trie only from the exits.
//!
//! It computes the same table as the search without a cache, ties included. A sum at a position is compared with the sums of pieces that begin
//! earlier first: arcs are in the order of their beginnings, and all exits of a word come before the arcs of the next word. A beginning's own
//! sum is final before it is used, because the pieces that end there begin before it.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::trie::{Node, Trie};

/// Bytes of the longest word that is remembered. A chunk with a longer word is searched without the cache.
const LONGEST: usize = 64;
/// Bytes of records at most; then the cache begins anew.
const MOST: usize = 1 << 24;
/// Number of bits that say whether a word was seen. A word is remembered when it comes for the second time, because most words come once.
const SEEN: usize = 1 << 20;
/// Bytes before the word in a record: its length, and the numbers of its arcs and exits.
const HEAD: usize = 3;
/// Bytes of an arc: id, beginning, end.
const ARC: usize = 6;
/// Bytes of an exit: the place of the walk after the space, beginning.
const EXIT: usize = 9;

/// The pieces of an encoder.
#[derive(Clone, Copy)]
pub(super) struct Model<'a> {
    pub trie: &'a Trie,
    pub scores: &'a [f64],
    /// Tells the encoder from all others.
    pub number: u64,
}

/// The table of a search: for each prefix of a chunk the sum of its best split, and the id and number of bytes of the piece that ends it.
pub(super) struct Table<'a> {
    pub best: &'a mut Vec<f64>,
    pub last: &'a mut Vec<(u32, u32)>,
}

/// Words of one encoder.
#[derive(Default)]
pub(super) struct WordCache {
    /// Whose words they are.
    encoder: u64,
    /// A free slot is zero. Otherwise the upper half is that of the word's hash, and the lower half is where its record begins, plus one.
    slots: Vec<u64>,
    words: usize,
    seen: Vec<u64>,
    /// What belongs to a word lies together, because waiting for memory would take most of the time.
    records: Vec<u8>,
}

/// A word of the chunk that is searched.
struct Word {
    start: usize,
    end: usize,
    hash: u64,
    /// What the first slot for the hash holds. These are read for all words at once, so that waits for memory overlap.
    slot: u64,
}

/// Buffers of one search.
#[derive(Default)]
pub(super) struct WordBuffers {
    cache: WordCache,
    words: Vec<Word>,
}

impl WordCache {
    fn clear(&mut self, encoder: u64) {
        *self = WordCache { encoder, slots: vec![0; 1 << 10], seen: vec![0; SEEN / 64], ..WordCache::default() };
    }

    #[inline(always)]
    fn first_slot(&self, hash: u64) -> usize {
        (hash >> 20) as usize & (self.slots.len() - 1)
    }

    /// The record of the word if the value of a slot leads to it.
    #[inline(always)]
    fn matching(&self, slot: u64, word: &[u8], hash: u64) -> Option<usize> {
        let at = (slot as u32 as usize).checked_sub(1)?;
        let is_word =
            slot >> 32 == hash >> 32 && self.records[at] as usize == word.len() && self.records[at + HEAD..][..word.len()] == *word;
        is_word.then_some(at)
    }

    /// The record of a word, or the free slot for it.
    fn find(&self, word: &[u8], hash: u64) -> Result<usize, usize> {
        let mut slot = self.first_slot(hash);
        while self.slots[slot] != 0 {
            if let Some(at) = self.matching(self.slots[slot], word, hash) {
                return Ok(at);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        Err(slot)
    }

    /// Makes the record of a word; None if a character of the word has no piece.
    fn add(&mut self, model: Model, word: &[u8], hash: u64, slot: usize) -> Option<usize> {
        let at = self.records.len();
        if !self.write(model, word) {
            self.records.truncate(at);
            return None;
        }
        self.slots[slot] = hash >> 32 << 32 | (at + 1) as u64;
        self.words += 1;
        if 2 * self.words > self.slots.len() {
            self.grow();
        }
        Some(at)
    }

    /// Whether a word with this hash has been seen before; from now on it has.
    fn was_seen(&mut self, hash: u64) -> bool {
        let bit = (hash >> 40) as usize % SEEN;
        let was_seen = self.seen[bit / 64] >> (bit % 64) & 1 == 1;
        self.seen[bit / 64] |= 1 << (bit % 64);
        was_seen
    }

    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        for old in std::mem::replace(&mut self.slots, vec![0; size]).into_iter().filter(|&slot| slot != 0) {
            let at = old as u32 as usize - 1;
            let hash = hash(&self.records[at + HEAD..][..self.records[at] as usize]);
            let mut slot = self.first_slot(hash);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = old;
        }
    }

    /// Appends the record of a word. False if a character has no piece, or if there are too many pieces.
    fn write(&mut self, model: Model, word: &[u8]) -> bool {
        let (at, mut exits) = (self.records.len(), Vec::new());
        self.records.extend([word.len() as u8, 0, 0]);
        self.records.extend(word);
        let begins = |at: usize| at == word.len() || word[at] & 0xc0 != 0x80;
        for begin in (0..word.len()).filter(|&at| begins(at)) {
            let (mut node, mut end, mut has_character, mut characters) = (Some(model.trie.root()), begin, false, 0);
            while let (Some(here), true) = (node, end < word.len()) {
                node = model.trie.step(here, word[end]);
                end += 1;
                characters += usize::from(begins(end));
                if let Some(id) = node.and_then(Node::id) {
                    has_character |= characters == 1;
                    self.records.extend(id.to_le_bytes());
                    self.records.extend([begin as u8, end as u8]);
                }
            }
            if !has_character {
                return false;
            }
            if let Some(node) = node.and_then(|node| model.trie.step(node, b' ')) {
                exits.extend(node.to_bits().to_le_bytes());
                exits.push(begin as u8);
            }
        }
        let arcs = (self.records.len() - at - HEAD - word.len()) / ARC;
        self.records[at + 1] = arcs as u8;
        self.records[at + 2] = (exits.len() / EXIT) as u8;
        self.records.extend(exits);
        arcs <= u8::MAX as usize
    }
}

/// Fills the table for a chunk. False if the chunk has to be searched without the cache.
pub(super) fn search(model: Model, chunk: &[u8], table: Table, buffers: &mut WordBuffers) -> bool {
    let (Table { best, last }, WordBuffers { cache, words }) = (table, buffers);
    if cache.encoder != model.number || cache.records.len() > MOST {
        cache.clear(model.number);
    }
    let n = chunk.len();
    words.clear();
    let mut start = 0;
    while start < n {
        let end = start + 1 + chunk[start + 1..].iter().position(|&byte| byte == b' ').unwrap_or(n - start - 1);
        if end - start > LONGEST {
            return false;
        }
        let hash = hash(&chunk[start..end]);
        words.push(Word { start, end, hash, slot: cache.slots[cache.first_slot(hash)] });
        start = end;
    }
    best.clear();
    best.resize(n + 1, f64::NEG_INFINITY);
    last.resize(last.len().max(n + 1), (0, 0));
    let (best, last) = (&mut best[..n + 1], &mut last[..n + 1]);
    best[0] = 0.0;
    for &Word { start, end: stop, hash, slot } in words.iter() {
        let word = &chunk[start..stop];
        let mut extend = |begin: usize, end: usize, id: u32| {
            let sum = best[begin] + model.scores[id as usize];
            if sum > best[end] {
                best[end] = sum;
                last[end] = (id, (end - begin) as u32);
            }
        };
        let at = match cache.matching(slot, word, hash).ok_or(()).or_else(|()| cache.find(word, hash)) {
            Ok(at) => at,
            Err(free) if cache.was_seen(hash) => match cache.add(model, word, hash, free) {
                Some(at) => at,
                None => return false,
            },
            Err(_) if walk(model, chunk, start, stop, &mut extend) => continue,
            Err(_) => return false,
        };
        let (arcs, exits) = (cache.records[at + 1] as usize, cache.records[at + 2] as usize);
        let (arcs, exits) = cache.records[at + HEAD + word.len()..][..arcs * ARC + exits * EXIT].split_at(arcs * ARC);
        for &[a, b, c, d, begin, end] in arcs.as_chunks().0 {
            extend(start + begin as usize, start + end as usize, u32::from_le_bytes([a, b, c, d]));
        }
        if stop == n {
            break;
        }
        for &[a, b, c, d, e, f, g, h, begin] in exits.as_chunks().0 {
            let (mut node, mut end) = (Node::from_bits(u64::from_le_bytes([a, b, c, d, e, f, g, h])), stop + 1);
            loop {
                if let Some(id) = node.id() {
                    extend(start + begin as usize, end, id);
                }
                let Some(next) = chunk.get(end).and_then(|&byte| model.trie.step(node, byte)) else { break };
                node = next;
                end += 1;
            }
        }
    }
    true
}

/// Calls `extend` with the pieces that begin in a word of the chunk, as the search without a cache finds them. False if a character has none.
#[inline]
fn walk(model: Model, chunk: &[u8], start: usize, stop: usize, mut extend: impl FnMut(usize, usize, u32)) -> bool {
    let mut begin = start;
    while begin < stop {
        let next = begin + character_len(chunk[begin]);
        let (mut node, mut has_character) = (model.trie.root(), false);
        for end in begin + 1..=chunk.len() {
            let Some(there) = model.trie.step(node, chunk[end - 1]) else { break };
            node = there;
            if let Some(id) = node.id() {
                extend(begin, end, id);
                has_character |= end == next;
            }
        }
        if !has_character {
            return false;
        }
        begin = next;
    }
    true
}

#[inline(always)]
fn hash(word: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    hasher.finish()
}

/// Number of bytes of the UTF-8 character whose first byte is `first`.
#[inline(always)]
pub(super) fn character_len(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}
