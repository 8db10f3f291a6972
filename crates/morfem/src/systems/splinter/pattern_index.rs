//! All patterns of a model, learned and of the table, in one trie that a stem walks through.
//!
//! A key is the number of letters, then the letters and slots that are written. At each place of a stem the walk goes on with the letter,
//! with a slot, or with both, and a way ends where no pattern goes on. So the patterns that a stem has are found without trying the many
//! choices of slots that are none.

use std::collections::BTreeMap;

use super::known::Known;
use super::packed::{SILENT, SLOT};
use super::root::{LONGEST, Places};
use crate::trie::{Node, Trie};

/// The index.
#[derive(Clone, Debug)]
pub(super) struct PatternIndex {
    trie: Trie,
    /// For each id of the trie, where the patterns that are written so begin; then their end.
    begins: Vec<u32>,
    all: Vec<Weighed>,
    /// What a pattern weighs at most, by the number of letters that are written.
    heaviest: [f64; LONGEST + 1],
}

/// A pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub weight: f64,
    /// Its number among those of the table with as many letters; none if it has been learned.
    pub known: Option<u32>,
}

impl PatternIndex {
    /// Of the patterns that have been learned, with their weights, of equal ones the first; and of those of the table.
    pub fn new<'a>(learned: impl Iterator<Item = (&'a [u8], f64)>, known: &Known, weight: impl Fn(&[u8]) -> f64) -> Self {
        let key = |signs: &[u8]| {
            let written = || signs.iter().copied().filter(|&sign| sign != SILENT);
            [written().count() as u8].into_iter().chain(written()).collect::<Vec<u8>>()
        };
        let mut rows: BTreeMap<Vec<u8>, Vec<Weighed>> = BTreeMap::new();
        for (signs, weight) in learned {
            rows.entry(key(signs)).or_insert_with(|| vec![Weighed { weight, known: None }]);
        }
        for (pattern, number) in (0..=LONGEST).flat_map(|length| known.of_length(length).iter().zip(0..)) {
            let weighed = Weighed { weight: weight(&pattern.letters), known: Some(number) };
            rows.entry(key(&pattern.letters)).or_default().push(weighed);
        }
        let keys: Vec<(&[u8], u32)> = rows.keys().map(Vec::as_slice).zip(0..).collect();
        let (mut begins, mut all, mut heaviest) = (vec![0], Vec::new(), [0.0; LONGEST + 1]);
        for (key, patterns) in &rows {
            let most = &mut heaviest[key[0] as usize];
            *most = patterns.iter().fold(*most, |most: f64, pattern| most.max(pattern.weight));
            all.extend_from_slice(patterns);
            begins.push(all.len() as u32);
        }
        PatternIndex { trie: Trie::new(&keys), begins, all, heaviest }
    }

    /// What a pattern of a stem of so many letters weighs at most.
    #[inline]
    pub fn heaviest(&self, letters: usize) -> f64 {
        self.heaviest[letters]
    }

    /// Calls `visit` with the patterns that a stem has and the places of their slots, of which none is in `barred`.
    #[inline]
    pub fn for_each(&self, stem: &[u8], barred: Places, mut visit: impl FnMut(Places, &[Weighed])) {
        let Some(root) = self.trie.step(self.trie.root(), stem.len() as u8) else { return };
        // Ways that are still to be gone: one at most for each place behind.
        let (mut open, mut ways) = ([(Node::NONE, 0, 0); LONGEST], 1);
        open[0] = (root, 0, 0);
        while ways > 0 {
            ways -= 1;
            let (mut node, mut places, mut at) = open[ways];
            while at < stem.len() {
                let slot = self.trie.step(node, SLOT).filter(|_| barred >> at & 1 == 0);
                let letter = self.trie.step(node, stem[at]);
                at += 1;
                match (letter, slot) {
                    (Some(letter), slot) => {
                        if let Some(slot) = slot {
                            open[ways] = (slot, places | 1 << (at - 1), at);
                            ways += 1;
                        }
                        node = letter;
                    }
                    (None, Some(slot)) => (node, places) = (slot, places | 1 << (at - 1)),
                    (None, None) => {
                        node = Node::NONE;
                        break;
                    }
                }
            }
            if let Some(id) = node.id() {
                visit(places, &self.all[self.begins[id as usize] as usize..self.begins[id as usize + 1] as usize]);
            }
        }
    }
}
