//! Arcs, and how those of a text are found: by looking its pieces up in a trie, or at the places where the seeds are known to be.

use super::super::pieces::Pieces;
use super::super::seeds::{Longest, NO_SEED};
use crate::corpus::Chunks;
use crate::trie::{MAX_ID, Node, Trie};
use rustc_hash::FxHashMap;

/// The length of the longest text that gets a lattice, in bytes. Longer chunks are cut between characters. The effect of a cut on counts
/// far from it is negligible.
pub const LONGEST_TEXT: usize = 1024;

/// A piece or a spelled character over some bytes: its number, a mark if it is the last of its node, and its length in the low byte.
#[derive(Clone, Copy, Default)]
pub struct Arc(pub(super) u32);

impl Arc {
    const LENGTH_BITS: u32 = 8;
    pub(super) const LAST: u32 = 1 << Self::LENGTH_BITS;
    pub(super) fn new(id: u32, length: usize) -> Self {
        Self(id << (Self::LENGTH_BITS + 1) | length as u32)
    }
    /// Number of the piece or character: in a corpus, characters come first.
    #[inline(always)]
    pub fn id(self) -> usize {
        (self.0 >> (Self::LENGTH_BITS + 1)) as usize
    }
    /// Number of bytes of the piece.
    #[inline(always)]
    pub fn length(self) -> usize {
        (self.0 & ((1 << Self::LENGTH_BITS) - 1)) as usize
    }
    /// Whether it is the last, and so the longest, of the arcs that end where it ends.
    #[inline(always)]
    pub(super) fn is_last(self) -> bool {
        self.0 & Self::LAST != 0
    }
}

/// Characters of several bytes whose bytes have one arc together. Their numbers come before those of the pieces.
#[derive(Default)]
pub(super) struct Characters {
    pub(super) all: Vec<char>,
    numbers: FxHashMap<char, u32>,
}

impl Characters {
    /// The characters of `chunks` and of pieces, which a corpus need not have if they are given; none if a piece of several bytes begins or
    /// ends inside a character, or there are too many numbers.
    pub(super) fn new(chunks: &Chunks, pieces: &Pieces) -> Self {
        let mut is_there = vec![false; char::MAX as usize + 1];
        let mut add = |text: &str| text.chars().for_each(|character| is_there[character as usize] = true);
        for (chunk, _) in chunks.iter() {
            let Ok(text) = std::str::from_utf8(chunk) else { return Self::default() };
            add(text);
        }
        pieces.iter().filter_map(|(piece, _)| std::str::from_utf8(piece).ok()).for_each(add);
        let is_cut = |piece: &[u8]| piece.len() > 1 && std::str::from_utf8(piece).is_err();
        let all: Vec<char> = ('\u{80}'..=char::MAX).filter(|&character| is_there[character as usize]).collect();
        if pieces.iter().any(|(piece, _)| is_cut(piece)) || pieces.len() + all.len() > MAX_ID as usize {
            return Self::default();
        }
        let numbers = all.iter().copied().zip(0..).collect();
        Characters { all, numbers }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// The arc of a character of several bytes.
    pub(super) fn arc(&self, bytes: &[u8]) -> Arc {
        let character = std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next());
        let number = character.and_then(|character| self.numbers.get(&character));
        Arc::new(*number.expect("the characters of all texts are known"), bytes.len())
    }

    /// Whether no node may be at that byte of a text, because it lies inside a character.
    #[inline(always)]
    pub(super) fn are_cut_at(&self, text: &[u8], at: usize) -> bool {
        !self.all.is_empty() && text.get(at).is_some_and(|byte| byte & 0xc0 == 0x80)
    }

    /// The length of what a text has in common with the one before, up to a node. The text takes the place of the one before.
    pub(super) fn shared(&self, before: &mut Vec<u8>, text: &[u8]) -> usize {
        let mut shared = before.iter().zip(text).take_while(|(one, other)| one == other).count();
        while self.are_cut_at(text, shared) {
            shared -= 1;
        }
        before.clear();
        before.extend_from_slice(text);
        shared
    }
}

/// All segmentations of one text.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// Arcs by end; those of one end from the shortest to the longest.
    pub arcs: &'a [Arc],
    /// Number of bytes of the text.
    pub length: usize,
}

/// Finds the arcs of texts, one after the other. What a text has in common with the one before is not looked up again.
pub(super) struct Finder<'t> {
    trie: &'t Trie,
    characters: &'t Characters,
    before: Vec<u8>,
    /// For each number of bytes, the walks that have not come to an end after so many: where each began, and its node.
    walks: Vec<(u32, Node)>,
    /// Where the walks after each number of bytes begin in `walks`.
    firsts: Vec<usize>,
}

impl<'t> Finder<'t> {
    /// A finder of the pieces of a trie, without single bytes of `characters`.
    pub fn new(trie: &'t Trie, characters: &'t Characters) -> Self {
        Finder { trie, characters, before: Vec::new(), walks: Vec::new(), firsts: vec![0] }
    }

    /// Appends the arcs of `text` that end behind what it has in common with the text before, and returns the length of that.
    pub fn find(&mut self, text: &[u8], arcs: &mut Vec<Arc>) -> usize {
        let is_inside = |at: usize| self.characters.are_cut_at(text, at);
        let shared = self.characters.shared(&mut self.before, text);
        // The walks after `shared` bytes stay.
        if let Some(&end) = self.firsts.get(shared + 1) {
            self.walks.truncate(end);
        }
        self.firsts.truncate(shared + 1);
        let mut start = shared;
        for (at, &byte) in text.iter().enumerate().skip(shared) {
            let here = self.firsts[at]..self.walks.len();
            self.firsts.push(here.end);
            let first = arcs.len();
            // The shortest arc comes first, and so does the walk that began last.
            if !is_inside(at) {
                start = at;
                self.step(at as u32, self.trie.root(), byte, at, arcs);
            }
            let ends_character = !is_inside(at + 1);
            if at > start && ends_character {
                arcs.push(self.characters.arc(&text[start..=at]));
            }
            for walk in here {
                let (start, node) = self.walks[walk];
                self.step(start, node, byte, at, arcs);
            }
            if !ends_character {
                continue;
            }
            debug_assert!(arcs.len() > first, "every node has an arc");
            if let Some(last) = arcs[first..].last_mut() {
                last.0 |= Arc::LAST;
            }
        }
        shared
    }

    #[inline(always)]
    fn step(&mut self, start: u32, node: Node, byte: u8, at: usize, arcs: &mut Vec<Arc>) {
        if let Some(next) = self.trie.step(node, byte) {
            self.walks.push((start, next));
            arcs.extend(next.id().map(|id| Arc::new(id + self.characters.len() as u32, at + 1 - start as usize)));
        }
    }
}

/// Finds the arcs of texts whose seeds have been found with the suffixes of the corpus.
pub(super) struct Placed<'t> {
    longest: &'t Longest,
    pieces: &'t Pieces,
    characters: &'t Characters,
    before: Vec<u8>,
    /// By end, from the shortest to the longest.
    arcs: Vec<Vec<Arc>>,
}

impl<'t> Placed<'t> {
    pub(super) fn new(longest: &'t Longest, pieces: &'t Pieces, characters: &'t Characters) -> Self {
        Placed { longest, pieces, characters, before: Vec::new(), arcs: vec![Vec::new(); LONGEST_TEXT + 1] }
    }

    /// As [`Finder::find`], for a text that begins at the place `from`.
    pub(super) fn find(&mut self, from: usize, text: &[u8], arcs: &mut Vec<Arc>) -> usize {
        let shared = self.characters.shared(&mut self.before, text);
        let mut end = text.len();
        for start in (0..text.len()).rev().filter(|&start| !self.characters.are_cut_at(text, start)) {
            // The bytes of a character have one arc, and do not begin its other arcs.
            let is_spelled = self.characters.len() > 0 && text[start] >= 0x80;
            if is_spelled && end > shared {
                self.arcs[end].push(self.characters.arc(&text[start..end]));
            }
            end = start;
            let mut id = self.longest.at[from + start];
            while id != NO_SEED {
                let length = self.pieces.piece(id as usize).len();
                if start + length <= shared {
                    break;
                }
                if start + length <= text.len() && !(is_spelled && length == 1) {
                    self.arcs[start + length].push(Arc::new(id + self.characters.len() as u32, length));
                }
                id = self.longest.shorter[id as usize];
            }
        }
        for node in self.arcs[shared + 1..=text.len()].iter_mut().filter(|node| !node.is_empty()) {
            if let Some(last) = node.last_mut() {
                last.0 |= Arc::LAST;
            }
            arcs.append(node);
        }
        shared
    }
}

/// A way to find arcs.
pub(super) enum Search<'t> {
    Trie(Finder<'t>),
    Places(Placed<'t>),
}

impl Search<'_> {
    /// As [`Finder::find`], for a text that begins at the place `from`.
    pub(super) fn find(&mut self, from: usize, text: &[u8], arcs: &mut Vec<Arc>) -> usize {
        match self {
            Search::Trie(finder) => finder.find(text, arcs),
            Search::Places(placed) => placed.find(from, text, arcs),
        }
    }
}

/// The arcs of the first node of `arcs`.
#[inline(always)]
pub(super) fn node(arcs: &[Arc]) -> &[Arc] {
    &arcs[..1 + arcs.iter().position(|arc| arc.is_last()).expect("every node has a last arc")]
}
