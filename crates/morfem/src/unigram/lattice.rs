//! The segmentations of a corpus, and the expected counts of the pieces of a Unigram model over all of them.
//!
//! A segmentation of a text is a path from its first byte to its end. A piece x over the bytes s .. e is an arc of weight P(x), and the
//! weight of a path is the product of its arcs. Let f(e) be the sum of the weights of all paths to e, and b(s) that of all paths from s to
//! the end. Then the expected count of an arc is f(s) P(x) b(e) / f(n) (forward-backward; Kudo 2018, section 3.2, after Liang and Klein
//! 2007).
//!
//! **Texts share their beginnings.** The texts of a corpus are sorted, so they are a tree, walked in depth-first order: a text begins like
//! the one before, and only the bytes behind what the two have in common are new *nodes*. An arc belongs to the node where it ends. So f
//! depends on the node alone, and is computed once for all texts that begin with it. Backwards, let g(e) be the sum of count b(e) / f(n)
//! over all texts that go through e. It needs one pass too, from the last node to the first, and f(s) P(x) g(e) is the expected count of an
//! arc in all these texts together. Without sharing, Turkish words have 3.8 times as many nodes, Korean phrases 1.3 times.
//!
//! **A character is one step.** No piece but a single byte begins or ends inside a character, unless the unit rule allows it. Then the
//! arcs of the bytes of a character are one arc, whose weight is their product, and its count is added to each of them. Nodes are ends of
//! characters. The ids of these arcs come before those of the pieces.
//!
//! **Without logarithms.** An arc costs two multiplications and two additions, which makes training fast. Products of probabilities leave
//! the range of a float on all but the shortest texts. But only ratios are needed, and every path to e covers the same e bytes: multiplying
//! P(x) by exp(r |x|) multiplies f(e) by exp(r e), and no ratio changes. Let r be the average nats per byte of the corpus; then f stays
//! near one. A text where it does not, such as text in another language, is computed again with the potential of its best path, v(e) = max
//! over paths to e of ln weight. Then an arc weighs P(x) exp(v(s) - v(e)), which is at most one. The best path weighs exactly one, and a
//! text of n bytes has at most 2^(n-1) paths, so with [`LONGEST_TEXT`] bytes every sum is between one and the largest float. This costs one
//! exponential per arc.
//!
//! **Arcs are looked up once**, not in every pass. Pieces are only ever removed, so later passes need no arcs besides those of the seeds.
//! Arcs are stored in the order of their nodes, four bytes each, and read sequentially. Looking them up in a trie in every pass took most
//! of the time, because it waits for memory. The arcs of each node begin with the shortest, that of its last byte or
//! character, which is never removed. Its length is the distance from the node before, so ends need not be stored. Pieces are numbered by
//! how much text they cover, so that the most used table entries are neighbours.

mod arcs;
mod paths;

pub use arcs::{Arc, Text};
pub use paths::{Paths, Weights};

use super::pieces::Pieces;
use super::seeds::Longest;
use crate::Result;
use crate::cache::prefetch;
use crate::corpus::Chunks;
use crate::run::progress::{Progress, Stage};
use crate::trie::{MAX_ID, Trie};
use arcs::{Characters, Finder, LONGEST_TEXT, Placed, Search, node};
use paths::{Best, SAFE};
use rayon::prelude::*;

/// Number of texts from which the nats per byte are estimated.
const SAMPLE: usize = 256;

/// Number of parts into which pieces are divided.
const PARTS: usize = 16;

/// The table entries of arcs are prefetched so many arcs before they are used. Most tables are larger than the processor's cache
/// (docs/design/unigram.md).
const AHEAD: usize = 32;

/// Number of texts between two reports of progress.
const REPORT: usize = 1 << 10;

/// A text of a part of the corpus.
#[derive(Clone, Copy)]
struct Branch {
    /// Number of bytes that it has in common with the text before.
    shared: u16,
    length: u16,
    /// Its count, unless kinds of text are balanced.
    weight: f32,
}

/// A part of the corpus: a tree of texts.
#[derive(Default)]
struct Part {
    /// The arcs of all nodes, each node's from the shortest to the longest.
    arcs: Vec<Arc>,
    texts: Vec<Branch>,
}

impl Part {
    /// Adds a text that begins at the place `from`.
    fn add(&mut self, search: &mut Search, from: usize, text: &[u8], count: u32) {
        let shared = search.find(from, text, &mut self.arcs);
        self.texts.push(Branch { shared: shared as u16, length: text.len() as u16, weight: count as f32 });
    }

    /// Calls `visit` with each text and its weight.
    fn for_each(&self, mut visit: impl FnMut(Text, f64) -> Result<()>) -> Result<()> {
        let mut trunk = Trunk::default();
        let mut next = 0;
        for text in &self.texts {
            let (mut end, length) = (text.shared as usize, text.length as usize);
            while end < length {
                end += self.arcs[next].length();
                trunk.firsts[end] = next;
                next += node(&self.arcs[next..]).len();
            }
            visit(trunk.text(&self.arcs, length), text.weight as f64)?;
        }
        Ok(())
    }

    /// Prefetches the entry of a table for the arc at `index`, if there is one.
    #[inline(always)]
    fn prefetch<T>(&self, index: usize, table: &[T]) {
        if let Some(entry) = self.arcs.get(index).and_then(|arc| table.get(arc.id())) {
            prefetch(entry);
        }
    }

    /// The expected count of each piece.
    fn expected_counts(&self, weights: &Weights, report: &dyn Fn(usize) -> Result<()>) -> Result<Vec<f64>> {
        // Weights and counts lie side by side: a pass waits for the memory of both at once.
        let mut table: Vec<[f64; 2]> = weights.weights.iter().map(|&weight| [weight, 0.0]).collect();
        let mut trunk = Trunk::default();
        let mut paths = Paths::default();
        let mut forward = vec![0.0; LONGEST_TEXT + 1];
        forward[0] = 1.0;
        // The sums that others have replaced, and the backward sums of the ends of texts.
        let (mut replaced, mut last) = (Vec::new(), Vec::with_capacity(self.texts.len()));
        let mut next = 0;
        // The first end whose sum is out of range.
        let mut out_of_range = usize::MAX;
        for (index, text) in self.texts.iter().enumerate() {
            let (mut end, length, weight) = (text.shared as usize, text.length as usize, text.weight as f64);
            if out_of_range > end {
                out_of_range = usize::MAX;
            }
            while end < length {
                trunk.firsts[end + self.arcs[next].length()] = next;
                let mut arc = self.arcs[next];
                let shortest = forward[end] * table[arc.id()][0];
                end += arc.length();
                next += 1;
                self.prefetch(next + AHEAD, &table);
                let mut sum = 0.0;
                while !arc.is_last() {
                    self.prefetch(next + AHEAD, &table);
                    arc = self.arcs[next];
                    next += 1;
                    sum += forward[end - arc.length()] * table[arc.id()][0];
                }
                // The sum before was computed last, so it is added last.
                sum += shortest;
                replaced.push(std::mem::replace(&mut forward[end], sum));
                if !SAFE.contains(&sum) {
                    out_of_range = out_of_range.min(end);
                }
            }
            if out_of_range > length {
                last.push(weight / forward[length]);
            } else {
                last.push(0.0);
                paths.run(trunk.text(&self.arcs, length), weights, |id, count| table[id][1] += weight * count);
            }
            report(index)?;
        }
        let mut backward = vec![0.0; LONGEST_TEXT + 1];
        for (text, last) in self.texts.iter().zip(last).rev() {
            let mut end = text.length as usize;
            backward[end] += last;
            while end > text.shared as usize {
                let rest = std::mem::take(&mut backward[end]);
                let mut start;
                loop {
                    self.prefetch(next.wrapping_sub(AHEAD), &table);
                    next -= 1;
                    let arc = self.arcs[next];
                    start = end - arc.length();
                    // Where no text within range goes through, weights may be infinite.
                    if rest > 0.0 {
                        let [weight, count] = &mut table[arc.id()];
                        let through = rest * *weight;
                        *count += forward[start] * through;
                        backward[start] += through;
                    }
                    if next == 0 || self.arcs[next - 1].is_last() {
                        break;
                    }
                }
                forward[end] = replaced.pop().expect("every node has replaced one sum");
                end = start;
            }
        }
        // Not collected in place: the counts of all parts wait for the last one.
        let mut counts = Vec::with_capacity(table.len());
        counts.extend(table.iter().map(|[_, count]| count));
        Ok(counts)
    }

    /// The count of each piece in best paths.
    fn best_counts(&self, weights: &Weights, report: &dyn Fn(usize) -> Result<()>) -> Result<Vec<f64>> {
        let mut counts = vec![0.0; weights.scores.len()];
        let mut best = Best::default();
        // For each node, the end of the node before it and the arc that it has replaced.
        let mut replaced = Vec::new();
        let mut next = 0;
        for (index, text) in self.texts.iter().enumerate() {
            let mut end = text.shared as usize;
            while end < text.length as usize {
                let before = end;
                let mut arc = self.arcs[next];
                end += arc.length();
                next += 1;
                self.prefetch(next + AHEAD, &weights.scores);
                let mut found = (best.scores[before] + weights.scores[arc.id()], arc);
                while !arc.is_last() {
                    self.prefetch(next + AHEAD, &weights.scores);
                    arc = self.arcs[next];
                    next += 1;
                    let score = best.scores[end - arc.length()] + weights.scores[arc.id()];
                    found = if score >= found.0 { (score, arc) } else { found };
                }
                replaced.push((before, best.put(end, found)));
            }
            report(index)?;
        }
        // How many texts, by weight, have a best path through each end.
        let mut through = vec![0.0; LONGEST_TEXT + 1];
        for text in self.texts.iter().rev() {
            let mut end = text.length as usize;
            through[end] += text.weight as f64;
            while end > text.shared as usize {
                let (before, last) = replaced.pop().expect("every node has replaced one arc");
                let (weight, arc) = (std::mem::take(&mut through[end]), std::mem::replace(&mut best.last[end], last));
                counts[arc.id()] += weight;
                through[end - arc.length()] += weight;
                end = before;
            }
        }
        Ok(counts)
    }

    /// If the texts are pieces: calls `visit` with the id of each piece that has not been dropped, the best paths in it, the last arc of
    /// the best path other than the piece itself, and its length.
    fn for_each_replacement(&self, weights: &Weights, mut visit: impl FnMut(u32, &Best, Arc, usize)) {
        let mut best = Best::default();
        let mut trunk = Trunk::default();
        let mut next = 0;
        for text in &self.texts {
            let (mut end, length) = (text.shared as usize, text.length as usize);
            while end < length {
                let arcs = node(&self.arcs[next..]);
                end += arcs[0].length();
                trunk.firsts[end] = next;
                next += arcs.len();
                best.put(end, best.last(end, arcs, &weights.scores));
            }
            // The piece itself is the longest arc of its end.
            let arcs = node(&self.arcs[trunk.firsts[length]..]);
            let own = arcs[arcs.len() - 1];
            if own.length() == length && weights.scores[own.id()] > f64::NEG_INFINITY {
                visit(weights.ids[own.id()], &best, best.last(length, &arcs[..arcs.len() - 1], &weights.scores).1, length);
            }
        }
    }

    /// Removes the arcs whose new number is [`DROPPED`], and renumbers the others. The first arc of a node always stays.
    fn retain(&mut self, new_ids: &[u32]) {
        let mut to = 0;
        for from in 0..self.arcs.len() {
            let arc = self.arcs[from];
            let id = new_ids[arc.id()];
            // Without a branch, because no processor can foresee which arcs stay.
            self.arcs[to] = Arc::new(id, arc.length());
            to += (id != DROPPED) as usize;
            self.arcs[to - 1].0 |= arc.0 & Arc::LAST;
        }
        self.arcs.truncate(to);
    }
}

/// Where the arcs of the nodes on the way to one text begin.
struct Trunk {
    /// By end.
    firsts: Vec<usize>,
    ends: Vec<usize>,
    arcs: Vec<Arc>,
}

impl Default for Trunk {
    fn default() -> Self {
        Trunk { firsts: vec![0; LONGEST_TEXT + 1], ends: Vec::new(), arcs: Vec::new() }
    }
}

impl Trunk {
    /// The text of the first `length` bytes; `arcs` are all arcs.
    fn text(&mut self, arcs: &[Arc], length: usize) -> Text<'_> {
        self.ends.clear();
        let before = |&end: &usize| (end > 0).then(|| end - arcs[self.firsts[end]].length()).filter(|&end| end > 0);
        self.ends.extend(std::iter::successors(Some(length).filter(|&end| end > 0), before));
        self.arcs.clear();
        for &end in self.ends.iter().rev() {
            self.arcs.extend_from_slice(node(&arcs[self.firsts[end]..]));
        }
        Text { arcs: &self.arcs, length }
    }
}

/// Arcs are removed once one of so many is of a dropped piece: going through all arcs takes a third as long as counting.
const FEW: usize = 8;
/// The new number of a piece that is dropped; greater than all others.
const DROPPED: u32 = MAX_ID + 1;

/// The lattices of a corpus.
pub struct Corpus {
    parts: Vec<Part>,
    /// Some texts, which share nothing.
    sample: Part,
    characters: Characters,
    /// The number of each piece in arcs. Arcs of pieces that were dropped since arcs were last removed have other numbers, and weigh
    /// nothing.
    numbers: Vec<u32>,
    /// How many numbers there are.
    size: usize,
    /// The lattices of the pieces themselves, once they have been needed.
    of_pieces: Vec<Part>,
}

impl Corpus {
    /// The lattices of `chunks` with all arcs of `pieces`. If the pieces are seeds, `longest` says where they are.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`] if `progress` asks to stop.
    pub fn new(chunks: &Chunks, pieces: &Pieces, longest: Option<&Longest>, progress: &dyn Progress) -> Result<Self> {
        let stage = Stage::begin(progress, "finding the seeds in the corpus", chunks.distinct_bytes() as u64)?;
        let characters = Characters::new(chunks, pieces);
        let mut keys = if longest.is_some() { Vec::new() } else { pieces.sorted() };
        if characters.len() > 0 {
            keys.retain(|(piece, _)| piece.len() > 1 || piece[0] < 0x80);
        }
        let trie = Trie::new(&keys);
        let search = || match longest {
            None => Search::Trie(Finder::new(&trie, &characters)),
            Some(longest) => Search::Places(Placed::new(longest, pieces, &characters)),
        };
        let add = |(part, search): &mut (Part, Search), index: usize| {
            let (chunk, count) = chunks.get(index);
            let mut from = place(chunks, index);
            for text in texts(chunk) {
                part.add(search, from, text, count);
                from += text.len();
            }
        };
        let finish = |(mut part, _): (Part, Search)| {
            part.arcs.shrink_to_fit();
            part.texts.shrink_to_fit();
            part
        };
        let mut parts = chunks.gather(&stage, || (Part::default(), search()), add, finish)?;
        weigh(&mut parts, chunks);
        let step = parts.iter().map(|part| part.texts.len()).sum::<usize>().div_ceil(SAMPLE);
        let mut sample = Part::default();
        let of_chunk = |index: usize| {
            let mut next = place(chunks, index);
            texts(chunks.get(index).0).map(move |text| {
                next += text.len();
                (next - text.len(), text)
            })
        };
        for (from, text) in (0..chunks.len()).flat_map(of_chunk).step_by(step.max(1)) {
            sample.add(&mut search(), from, text, 1);
        }
        let size = characters.len() + pieces.len();
        Ok(Self { parts, sample, numbers: (characters.len() as u32..size as u32).collect(), size, of_pieces: Vec::new(), characters })
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.texts.len()).sum()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Drops pieces. Their arcs are removed, unless there are few.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`] if `progress` asks to stop.
    pub fn retain(&mut self, stays: &[bool], progress: &dyn Progress) -> Result<()> {
        let mut stays = stays.iter();
        self.numbers.retain(|_| stays.next() == Some(&true));
        let (characters, pieces) = (self.characters.len(), self.numbers.len());
        if (self.size - characters - pieces) * FEW < self.size {
            return Ok(());
        }
        let stage = Stage::begin(progress, "dropping pieces", self.parts.len() as u64)?;
        let mut new = vec![DROPPED; self.size];
        let kept = (0..characters as u32).chain(self.numbers.drain(..));
        kept.zip(0..).for_each(|(number, to)| new[number as usize] = to);
        self.size = characters + pieces;
        self.numbers.extend(characters as u32..self.size as u32);
        self.sample.retain(&new);
        self.of_pieces.par_iter_mut().for_each(|part| part.retain(&new));
        self.parts.par_iter_mut().try_for_each(|part| {
            part.retain(&new);
            stage.add(1)
        })
    }

    /// Calls `value` with each piece of several bytes and the pieces of the best path that replaces it, from its end to its beginning.
    /// Returns what it returns, by id; zero for single bytes.
    pub(crate) fn replacement_values(
        &mut self,
        pieces: &Pieces,
        stage: &Stage,
        value: impl Fn(usize, &[usize]) -> f64 + Sync,
    ) -> Result<Vec<f64>> {
        if self.of_pieces.is_empty() {
            self.of_pieces = self.lattices(pieces);
        }
        let weights = self.weights_at(pieces, 0.0);
        let of_part = |part: &Part| {
            let mut values = Vec::with_capacity(part.texts.len());
            let mut replaced_by = Vec::new();
            part.for_each_replacement(&weights, |id, best, last, length| {
                replaced_by.clear();
                for arc in std::iter::once(last).chain(best.arcs(length - last.length())) {
                    match weights.spellings.get(arc.id()) {
                        Some(bytes) => replaced_by.extend(bytes.iter().rev()),
                        None => replaced_by.push(weights.ids[arc.id()] as usize),
                    }
                }
                values.push((id, value(id as usize, &replaced_by)));
            });
            stage.add(values.len() as u64)?;
            Ok(values)
        };
        let found: Result<Vec<_>> = self.of_pieces.par_iter().map(of_part).collect();
        let mut values = vec![0.0; pieces.len()];
        found?.into_iter().flatten().for_each(|(id, value)| values[id as usize] = value);
        Ok(values)
    }

    /// The lattices of pieces of several bytes.
    fn lattices(&self, pieces: &Pieces) -> Vec<Part> {
        let mut sorted = pieces.sorted();
        let is_key = |piece: &[u8]| piece.len() > 1 || self.characters.len() == 0 || piece[0] < 0x80;
        sorted.retain(|(piece, _)| is_key(piece));
        let keys: Vec<(&[u8], u32)> =
            sorted.iter().map(|&(piece, id)| (piece, self.numbers[id as usize] - self.characters.len() as u32)).collect();
        let trie = Trie::new(&keys);
        let lattice = |keys: &[(&[u8], u32)]| {
            let mut part = Part::default();
            let mut search = Search::Trie(Finder::new(&trie, &self.characters));
            keys.iter().filter(|(piece, _)| piece.len() > 1).for_each(|(piece, _)| part.add(&mut search, 0, piece, 1));
            part
        };
        keys.par_chunks(keys.len().div_ceil(PARTS).max(1)).map(lattice).collect()
    }

    /// The weights of `pieces`, at the nats per byte that they need for a sample of the texts.
    pub fn weights(&self, pieces: &Pieces) -> Weights {
        let (weights, mut paths) = (self.weights_at(pieces, 0.0), Paths::default());
        let (mut nats, mut bytes) = (0.0, 0);
        let visit = |text: Text, _: f64| {
            nats -= paths.expected_counts(text, &weights, |_, _| {});
            bytes += text.length;
            Ok(())
        };
        self.sample.for_each(visit).expect("the visit has no error");
        self.weights_at(pieces, nats / bytes as f64)
    }

    /// The weights of `pieces`. `rate` should be close to the nats per byte of the texts. It affects speed only.
    pub fn weights_at(&self, pieces: &Pieces, rate: f64) -> Weights {
        let mut bytes = [0; 256];
        for (id, (piece, _)) in pieces.iter().enumerate().filter(|(_, (piece, _))| piece.len() == 1) {
            bytes[piece[0] as usize] = id;
        }
        let spell = |character: &char| character.encode_utf8(&mut [0; 4]).bytes().map(|byte| bytes[byte as usize]).collect();
        let spellings: Vec<Vec<usize>> = self.characters.all.iter().map(spell).collect();
        let spelled = |ids: &Vec<usize>| (ids.iter().map(|&id| pieces.scores()[id]).sum::<f64>(), ids.len());
        let (mut scores, mut weights, mut ids) = (vec![f64::NEG_INFINITY; self.size], vec![0.0; self.size], vec![0; self.size]);
        let mut put = |number: usize, (score, length): (f64, usize)| {
            scores[number] = score;
            weights[number] = (score + rate * length as f64).exp();
        };
        spellings.iter().enumerate().for_each(|(number, spelling)| put(number, spelled(spelling)));
        for ((&number, (piece, score)), id) in self.numbers.iter().zip(pieces.iter()).zip(0..) {
            put(number as usize, (score, piece.len()));
            ids[number as usize] = id;
        }
        Weights { scores, weights, rate, spellings, ids }
    }

    /// The expected count of each piece over all segmentations.
    pub(crate) fn expected_counts(&self, weights: &Weights, stage: &Stage) -> Result<Vec<f64>> {
        self.counts(weights, stage, |part, report| part.expected_counts(weights, report))
    }

    /// The count of each piece in the best paths.
    pub(crate) fn best_counts(&self, weights: &Weights, stage: &Stage) -> Result<Vec<f64>> {
        self.counts(weights, stage, |part, report| part.best_counts(weights, report))
    }

    /// The sums of what `count` adds for each part, in the order of the parts, which do not depend on the threads. So the sums are the same
    /// to the last bit for any number of threads.
    fn counts(
        &self,
        weights: &Weights,
        stage: &Stage,
        count: impl Fn(&Part, &dyn Fn(usize) -> Result<()>) -> Result<Vec<f64>> + Sync,
    ) -> Result<Vec<f64>> {
        let of_part = |part: &Part| {
            let report = |done: usize| if done % REPORT == REPORT - 1 { stage.add(REPORT as u64) } else { Ok(()) };
            let counts = count(part, &report)?;
            stage.add((part.texts.len() % REPORT) as u64)?;
            Ok(counts)
        };
        let parts: Result<Vec<Vec<f64>>> = self.parts.par_iter().map(of_part).collect();
        let mut counts = sum(parts?.into_iter());
        let of_pieces = self.numbers.iter().map(|&number| counts[number as usize]).collect();
        counts.truncate(weights.spellings.len());
        let spelled = weights.spellings.iter().zip(counts).flat_map(|(ids, count)| ids.iter().map(move |&id| (id, count)));
        Ok(spelled.fold(of_pieces, |mut counts, (id, count)| {
            counts[id] += count;
            counts
        }))
    }

    /// For each part of the corpus: makes a value with `start`, calls `add` with the value, every text and its count, then `finish`. The
    /// results are in the order of the parts.
    pub(crate) fn gather<T, R: Send>(
        &self,
        stage: &Stage,
        start: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, Text, f64) + Sync,
        finish: impl Fn(T) -> R + Sync,
    ) -> Result<Vec<R>> {
        let gather = |part: &Part| {
            let mut gathered = start();
            let mut done = 0;
            part.for_each(|text, count| {
                add(&mut gathered, text, count);
                done += 1;
                if done % REPORT == 0 { stage.add(REPORT as u64) } else { Ok(()) }
            })?;
            stage.add((done % REPORT) as u64)?;
            Ok(finish(gathered))
        };
        self.parts.par_iter().map(gather).collect()
    }
}

/// Where a chunk begins among all chunks, each of which has a byte before it.
fn place(chunks: &Chunks, index: usize) -> usize {
    chunks.bytes_before(index) + index + 1
}

/// Multiplies the weights of the texts by those of the chunks from which the parts were made.
fn weigh(parts: &mut [Part], chunks: &Chunks) {
    let mut branches = parts.iter_mut().flat_map(|part| &mut part.texts);
    for ((chunk, _), factor) in chunks.iter().zip(chunks.weights()) {
        branches.by_ref().take(texts(chunk).count()).for_each(|branch| branch.weight *= factor);
    }
}

/// Cuts `chunk` into texts of at most [`LONGEST_TEXT`] bytes, between characters.
pub fn texts(mut chunk: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let mut end = chunk.len().min(LONGEST_TEXT);
        while end < chunk.len() && end + 3 > LONGEST_TEXT && chunk[end] & 0xc0 == 0x80 {
            end -= 1;
        }
        let (text, rest) = chunk.split_at(end);
        chunk = rest;
        (!text.is_empty()).then_some(text)
    })
}

/// Sums vectors of equal length, entry by entry, in the order given.
pub(crate) fn sum(parts: impl Iterator<Item = Vec<f64>>) -> Vec<f64> {
    let add = |mut sum: Vec<f64>, part: Vec<f64>| {
        sum.iter_mut().zip(part).for_each(|(sum, value)| *sum += value);
        sum
    };
    parts.reduce(add).unwrap_or_default()
}

#[cfg(test)]
#[path = "../../tests/inside/unigram_lattice.rs"]
mod tests;
