//! A static double-array trie over bytes.
//!
//! Every node is one 64-bit word: the *base* of its children (32 bits), the *label* of the edge that leads to it plus one (9 bits), and the
//! id of the key that ends in it plus one (23 bits). The child of a node along byte b is the word at `base ^ b`, if the label there is that
//! of b. No two nodes share a base, so slot i with the label of b belongs to the only node whose base is `i ^ b`. The label alone
//! identifies the parent, and a step of a walk is one load and one comparison. Base 0 is reserved: leaves have it, so they find no child.
//!
//! `base ^ b` changes only the low eight bits of the base, so all children of a node lie in one block of 256 slots. The builder places
//! children in the open blocks. It keeps only the newest few open, and closes a block that is too full to be worth searching. So time is
//! linear in the number of nodes. The first levels, which every walk visits, are placed first and lie close together. The other nodes
//! follow in depth-first order, so that the tail of a key lies near its head.

use std::collections::VecDeque;
use std::hint::select_unpredictable;

use crate::run::threads::together;

/// Levels that are placed first (docs/design/core.md, section "Tries").
const TOP: usize = 5;
/// Two threads build a trie of so many keys or more.
const MANY: usize = 1 << 13;
/// Number of open blocks, in which the builder searches for free slots. More make the array denser and the build slower.
const OPEN_BLOCKS: usize = 16;
const BLOCK: usize = 256;
const LABEL_SHIFT: u32 = 32;
const ID_SHIFT: u32 = 41;
/// Ids a node can hold: 23 bits, less the zero that means "no key ends here".
pub const MAX_ID: u32 = (1 << 23) - 2;

/// A node of the array. It is copied, not borrowed, so that a walk reads memory once per byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u64);

impl Node {
    /// A node without an id and without children.
    pub const NONE: Node = Node(0);

    /// The same node without its children.
    #[inline(always)]
    pub fn leaf(self) -> Node {
        Node(self.0 >> LABEL_SHIFT << LABEL_SHIFT)
    }

    /// Whether no key continues behind it.
    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 as u32 == 0
    }

    /// The id of the key that ends in this node plus one; 0 if none does.
    #[inline(always)]
    pub fn number(self) -> u32 {
        (self.0 >> ID_SHIFT) as u32
    }

    /// Id of the key that ends in this node.
    #[inline(always)]
    pub fn id(self) -> Option<u32> {
        ((self.0 >> ID_SHIFT) as u32).checked_sub(1)
    }
}

/// A part of a text that is to be looked up.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// It is `text[begin..end]`, in bytes.
    pub begin: usize,
    pub end: usize,
    /// The id of the key, once it has been looked up.
    pub id: Option<u32>,
    node: Node,
}

impl Part {
    /// The part from `begin` to `end`.
    pub fn new(begin: usize, end: usize) -> Self {
        Part { begin, end, id: None, node: Node::NONE }
    }
}

/// The trie: a map from byte strings to ids below [`MAX_ID`].
#[derive(Clone, Debug)]
pub struct Trie {
    nodes: Vec<u64>,
}

/// Sorts items by their keys, as [`Trie::new`] needs them. Most keys differ in their first sixteen bytes, which are compared as a number.
pub fn sort_keys<'k, K: Copy + Ord + Sync>(keys: &mut Vec<K>, bytes: impl Fn(&K) -> &'k [u8]) {
    let first = |(key, index): (&K, u32)| {
        let mut first = [0; 16];
        let bytes = bytes(key);
        let length = bytes.len().min(first.len());
        first[..length].copy_from_slice(&bytes[..length]);
        let [high, low] = [&first[..8], &first[8..]].map(|half| u64::from_be_bytes(half.try_into().expect("eight bytes")));
        (high, low, index)
    };
    let mut order: Vec<(u64, u64, u32)> = keys.iter().zip(0..).map(first).collect();
    let before = |one: &(u64, u64, u32), other: &(u64, u64, u32)| {
        (one.0, one.1).cmp(&(other.0, other.1)).then_with(|| keys[one.2 as usize].cmp(&keys[other.2 as usize]))
    };
    // Two threads sort one half each.
    let (mut low, mut high) = order.split_at_mut(keys.len() / 2);
    together(|| low.sort_unstable_by(before), || high.sort_unstable_by(before));
    let mut sorted = Vec::with_capacity(keys.len());
    while let (Some(one), Some(other)) = (low.first(), high.first()) {
        let half = if before(one, other).is_le() { &mut low } else { &mut high };
        sorted.push(keys[half[0].2 as usize]);
        *half = &mut std::mem::take(half)[1..];
    }
    sorted.extend(low.iter().chain(&*high).map(|&(_, _, index)| keys[index as usize]));
    *keys = sorted;
}

impl Trie {
    /// Builds the trie of `keys`, which are sorted by bytes, distinct and not empty; ids are at most [`MAX_ID`].
    pub fn new(keys: &[(&[u8], u32)]) -> Self {
        debug_assert!(keys.windows(2).all(|pair| pair[0].0 < pair[1].0));
        let mut builder = Builder::with_capacity(keys.iter().map(|key| key.0.len()).sum());
        let mut ranges = builder.top(keys);
        if keys.len() >= MANY {
            // The last ranges come first, as on a stack.
            let mut left = keys.len() / 2;
            let of_half = ranges.iter().rev().take_while(|range| {
                let is_in_half = left > 0;
                left = left.saturating_sub(range.high - range.low);
                is_in_half
            });
            let half = ranges.split_off(ranges.len() - of_half.count());
            let ((), (nodes, tops)) = together(|| builder.deep(half, keys), || Builder::default().apart(ranges, keys));
            builder.append(nodes, tops);
        } else {
            builder.deep(ranges, keys);
        }
        builder.nodes.shrink_to_fit();
        Trie { nodes: builder.nodes }
    }

    /// The node before the first byte.
    #[inline(always)]
    pub fn root(&self) -> Node {
        Node(self.nodes[0])
    }

    /// The node after one more byte, if some key continues with it.
    #[inline(always)]
    pub fn step(&self, node: Node, byte: u8) -> Option<Node> {
        let child = self.nodes[(node.0 as u32 ^ byte as u32) as usize];
        ((child >> LABEL_SHIFT) & 0x1ff == byte as u64 + 1).then_some(Node(child))
    }

    /// As [`Trie::step`], but [`Node::NONE`] if no key continues with the byte, and without a branch: for walks that advance side by side.
    #[inline(always)]
    pub fn child(&self, node: Node, byte: u8) -> Node {
        let child = self.nodes[(node.0 as u32 ^ byte as u32) as usize];
        let is_child = (child >> LABEL_SHIFT) & 0x1ff == byte as u64 + 1;
        Node(select_unpredictable(is_child, child, 0))
    }

    /// Id of the key that is exactly `key`.
    pub fn get(&self, key: &[u8]) -> Option<u32> {
        key.iter().try_fold(self.root(), |node, &byte| self.step(node, byte))?.id()
    }

    /// Looks up several parts of `text`. The walks advance side by side, so that their waits for memory overlap.
    pub fn get_each(&self, text: &[u8], parts: &mut [Part]) {
        parts.iter_mut().for_each(|part| part.node = self.root());
        let mut is_on = true;
        let mut step = 0;
        while is_on {
            is_on = false;
            for part in &mut *parts {
                if let Some(&byte) = text[..part.end].get(part.begin + step) {
                    part.node = self.step(part.node, byte).unwrap_or(Node::NONE);
                    is_on |= part.node != Node::NONE;
                }
            }
            step += 1;
        }
        parts.iter_mut().for_each(|part| part.id = part.node.id());
    }

    /// Length and id of every key that `text` begins with, shortest first.
    #[inline(always)]
    pub fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        let mut node = self.root();
        let mut at = 0;
        std::iter::from_fn(move || {
            while let Some(next) = text.get(at).and_then(|&byte| self.step(node, byte)) {
                node = next;
                at += 1;
                if let Some(id) = node.id() {
                    return Some((at, id));
                }
            }
            None
        })
    }
}

/// The slots and bases of one block that are taken.
#[derive(Default, Clone)]
struct Block {
    slots: [u64; 4],
    bases: [u64; 4],
    refusals: u32,
}

impl Block {
    fn take(bits: &mut [u64; 4], at: usize) {
        bits[at >> 6] |= 1 << (at & 63);
    }

    /// Low byte of a free base under which every label finds a free slot.
    fn base_for(&self, labels: &[u8]) -> Option<usize> {
        let mut fitting = self.slots.map(|word| !word);
        // Nearly always one of the first free slots fits if there is one child. If there are more, all slots of the first label are tried
        // at once: slot s is that of base `s ^ labels[0]`, and then the slot of another label is `s ^ labels[0] ^ label`. So the set of
        // taken slots is permuted by such a number and removed.
        for label in &labels[1..] {
            let taken = permuted(&self.slots, labels[0] ^ label);
            fitting.iter_mut().zip(taken).for_each(|(word, taken)| *word &= !taken);
        }
        for (word, mut fitting) in fitting.into_iter().enumerate() {
            while fitting != 0 {
                let base = (word * 64 + fitting.trailing_zeros() as usize) ^ labels[0] as usize;
                if self.bases[base >> 6] >> (base & 63) & 1 == 0 {
                    return Some(base);
                }
                fitting &= fitting - 1;
            }
        }
        None
    }
}

/// The set of all `number ^ by`, for the numbers of a set.
fn permuted(set: &[u64; 4], by: u8) -> [u64; 4] {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    let high = by as usize >> 6;
    let mut words = [set[high], set[1 ^ high], set[2 ^ high], set[3 ^ high]];
    for (bit, low) in LOW.iter().enumerate() {
        let low = low & u64::from(by >> bit & 1).wrapping_neg();
        words = words.map(|word| {
            let swapped = (word >> (1 << bit) ^ word) & low;
            word ^ swapped ^ swapped << (1 << bit)
        });
    }
    words
}

struct Builder {
    nodes: Vec<u64>,
    blocks: Vec<Block>,
    open: Vec<usize>,
    labels: Vec<u8>,
    starts: Vec<usize>,
}

/// The keys from `low` to `high`, which share their first `depth` bytes; these bytes lead to the node in `slot`.
struct Range {
    slot: usize,
    low: usize,
    high: usize,
    depth: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl Builder {
    /// A builder with room for nodes. Slot 0 and base 0 are taken.
    fn with_capacity(nodes: usize) -> Self {
        let nodes = Vec::with_capacity(nodes);
        let mut builder = Builder { nodes, blocks: Vec::new(), open: Vec::new(), labels: Vec::new(), starts: Vec::new() };
        builder.add_block();
        Block::take(&mut builder.blocks[0].slots, 0);
        Block::take(&mut builder.blocks[0].bases, 0);
        builder
    }

    /// Places the first levels; returns the ranges behind them.
    fn top(&mut self, keys: &[(&[u8], u32)]) -> Vec<Range> {
        let mut top = VecDeque::from([Range { slot: 0, low: 0, high: keys.len(), depth: 0 }]);
        let mut behind = Vec::new();
        while let Some(range) = top.pop_front() {
            self.children(range, keys, |child| if child.depth < TOP { top.push_back(child) } else { behind.push(child) });
        }
        behind
    }

    /// Places all nodes of ranges, depth first, the last range first.
    fn deep(&mut self, mut ranges: Vec<Range>, keys: &[(&[u8], u32)]) {
        while let Some(range) = ranges.pop() {
            if range.high - range.low == 1 {
                self.place_tail(range.slot, &keys[range.low].0[range.depth..], keys[range.low].1);
            } else {
                self.children(range, keys, |child| ranges.push(child));
            }
        }
    }

    /// The nodes of ranges whose slots another builder has, and for each of these slots what belongs there.
    fn apart(mut self, ranges: Vec<Range>, keys: &[(&[u8], u32)]) -> (Vec<u64>, Vec<(usize, u64)>) {
        let mut tops = Vec::with_capacity(ranges.len());
        for range in ranges.into_iter().rev() {
            let slot = range.slot;
            self.deep(vec![Range { slot: 0, ..range }], keys);
            tops.push((slot, std::mem::take(&mut self.nodes[0])));
        }
        (self.nodes, tops)
    }

    /// Adds what another builder has placed [apart](Self::apart), as further blocks.
    fn append(&mut self, nodes: Vec<u64>, tops: Vec<(usize, u64)>) {
        let offset = self.nodes.len() as u64;
        // Leaves keep base 0.
        let moved = |node: u64| if node as u32 == 0 { node } else { node + offset };
        tops.into_iter().for_each(|(slot, top)| self.nodes[slot] |= moved(top));
        self.nodes.extend(nodes.into_iter().map(moved));
    }

    /// Places the children of the node of a range, and calls `visit` with their ranges, the last first.
    fn children(&mut self, Range { slot, mut low, high, depth }: Range, keys: &[(&[u8], u32)], mut visit: impl FnMut(Range)) {
        if low < high && keys[low].0.len() == depth {
            assert!(keys[low].1 <= MAX_ID, "id {} does not fit in a trie node", keys[low].1);
            self.nodes[slot] |= (keys[low].1 as u64 + 1) << ID_SHIFT;
            low += 1;
        }
        if low == high {
            return;
        }
        self.labels.clear();
        self.starts.clear();
        while low < high {
            let label = keys[low].0[depth];
            self.labels.push(label);
            self.starts.push(low);
            // The keys of the label are passed in steps of twice the length, because in the first levels there are many.
            let is_of_label = |key: &(&[u8], u32)| key.0[depth] == label;
            let mut step = 1;
            while low + step < high && is_of_label(&keys[low + step]) {
                low += step;
                step *= 2;
            }
            low += 1;
            low += keys[low..high.min(low + step - 1)].partition_point(is_of_label);
        }
        let labels = std::mem::take(&mut self.labels);
        let base = self.place(&labels);
        self.nodes[slot] |= base as u64;
        let mut end = high;
        for (&label, &start) in labels.iter().zip(&self.starts).rev() {
            let child = base ^ label as usize;
            self.nodes[child] = (label as u64 + 1) << LABEL_SHIFT;
            visit(Range { slot: child, low: start, high: end, depth: depth + 1 });
            end = start;
        }
        self.labels = labels;
    }

    fn add_block(&mut self) {
        self.open.push(self.blocks.len());
        self.blocks.push(Block::default());
        self.nodes.resize(self.nodes.len() + BLOCK, 0);
        if self.open.len() > OPEN_BLOCKS {
            self.open.remove(0);
        }
    }

    /// Places the rest of a key behind a node: a chain of nodes with one child each.
    fn place_tail(&mut self, mut slot: usize, rest: &[u8], id: u32) {
        for &label in rest {
            let base = self.place(&[label]);
            self.nodes[slot] |= base as u64;
            slot = base ^ label as usize;
            self.nodes[slot] = (label as u64 + 1) << LABEL_SHIFT;
        }
        assert!(id <= MAX_ID, "id {id} does not fit in a trie node");
        self.nodes[slot] |= (id as u64 + 1) << ID_SHIFT;
    }

    /// Reserves a base and the slots of its children; returns the base.
    fn place(&mut self, labels: &[u8]) -> usize {
        for position in (0..self.open.len()).rev() {
            let index = self.open[position];
            if let Some(low) = self.blocks[index].base_for(labels) {
                return self.take(index, low, labels);
            }
            self.blocks[index].refusals += 1;
            if self.blocks[index].refusals > 64 {
                self.open.remove(position);
            }
        }
        self.add_block();
        let index = self.blocks.len() - 1;
        let low = self.blocks[index].base_for(labels).expect("an empty block holds any set of labels");
        self.take(index, low, labels)
    }

    fn take(&mut self, index: usize, low: usize, labels: &[u8]) -> usize {
        let block = &mut self.blocks[index];
        Block::take(&mut block.bases, low);
        for &label in labels {
            Block::take(&mut block.slots, low ^ label as usize);
        }
        index * BLOCK + low
    }
}

#[cfg(test)]
#[path = "../tests/inside/trie.rs"]
mod tests;
