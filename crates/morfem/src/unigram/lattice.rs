//! The segmentations of a corpus, and the expected counts of the pieces of a Unigram model over all of them.
//!
//! A segmentation of a text is a path from its first byte to its end. A piece x over the bytes s .. e is an arc of weight P(x), and the
//! weight of a path is the product of its arcs. Let f(e) be the sum of the weights of all paths to e, and b(s) that of all paths from s to
//! the end. Then the expected count of an arc is f(s) P(x) b(e) / f(n) (forward-backward; Kudo 2018, section 3.2, after Liang and Klein
//! 2007).
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
//! Arcs are stored in the order of their starts, four bytes each, and read sequentially. Looking them up in a trie in every pass took most
//! of the time, because it waits for memory. Single bytes are never removed, so the arcs of each start begin with the arc of one byte, the
//! shortest, and starts need not be stored. Pieces are numbered by how much text they cover, so that the most used table entries are
//! neighbours.

use crate::Result;
use crate::corpus::Chunks;
use crate::progress::{Progress, Stage};
use crate::trie::Trie;
use rayon::prelude::*;

/// The length of the longest text that gets a lattice, in bytes. Longer chunks are cut between characters. The effect of a cut on counts
/// far from it is negligible.
pub const LONGEST_TEXT: usize = 1024;

/// If a sum is outside this range, the text is computed again with potentials. Inside the range no product of a sum and a weight overflows.
const SAFE: std::ops::Range<f64> = 1e-250..1e250;

/// An arc with a lower expected count is skipped. Most arcs are, and looking up their sums would take most of the time. The counts of 10^9
/// skipped arcs add up to at most a thousandth of an occurrence.
const NO_COUNT: f64 = 1e-12;

/// Number of texts between two reports of progress.
const REPORT: usize = 1 << 10;

/// Pieces, each with its score, a log-probability in nats. The id of a piece is its index.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    scores: Vec<f64>,
}

impl Pieces {
    /// Pieces in the order given.
    pub fn new<'a>(pieces: impl Iterator<Item = (&'a [u8], f64)>) -> Self {
        let mut new = Self::default();
        for (piece, score) in pieces {
            new.bytes.extend_from_slice(piece);
            new.ends.push(new.bytes.len() as u32);
            new.scores.push(score);
        }
        new
    }

    /// Number of pieces.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of piece `id`.
    #[inline]
    pub fn piece(&self, id: usize) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.bytes[start as usize..self.ends[id] as usize]
    }

    /// Scores by id.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Pieces with their scores, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], f64)> {
        (0..self.len()).map(|id| (self.piece(id), self.scores[id]))
    }

    /// The trie that finds the pieces in a text.
    pub fn trie(&self) -> Trie {
        let mut keys: Vec<(&[u8], u32)> = (0..self.len()).map(|id| (self.piece(id), id as u32)).collect();
        keys.par_sort_unstable();
        Trie::new(&keys)
    }
}

/// A piece over some bytes: its id, at most [`MAX_ID`](crate::trie::MAX_ID), and its length in the low byte.
#[derive(Clone, Copy, Default)]
pub struct Arc(u32);

impl Arc {
    const LENGTH_BITS: u32 = 8;
    fn new(id: u32, length: usize) -> Self {
        Self(id << Self::LENGTH_BITS | length as u32)
    }
    /// Id of the piece.
    #[inline(always)]
    pub fn id(self) -> usize {
        (self.0 >> Self::LENGTH_BITS) as usize
    }
    /// Number of bytes of the piece.
    #[inline(always)]
    pub fn length(self) -> usize {
        (self.0 & ((1 << Self::LENGTH_BITS) - 1)) as usize
    }
}

/// All segmentations of one text.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// Arcs by start, then length.
    pub arcs: &'a [Arc],
    /// Number of bytes of the text.
    pub length: usize,
}

/// Appends the arcs of `text`.
pub fn find_arcs(trie: &Trie, text: &[u8], arcs: &mut Vec<Arc>) {
    for start in 0..text.len() {
        arcs.extend(trie.prefixes(&text[start..]).map(|(length, id)| Arc::new(id, length)));
    }
}

/// The lattices of a part of the corpus.
#[derive(Default)]
struct Part {
    arcs: Vec<Arc>,
    /// For every text: the end of its arcs in `arcs`, its length, and its weight, which is its count unless kinds of text are balanced.
    texts: Vec<(usize, u16, f32)>,
}

impl Part {
    fn iter(&self) -> impl ExactSizeIterator<Item = (Text<'_>, f64)> {
        let mut start = 0;
        self.texts.iter().map(move |&(end, length, weight)| {
            let arcs = &self.arcs[start..end];
            start = end;
            (Text { arcs, length: length as usize }, weight as f64)
        })
    }

    fn retain(&mut self, new_ids: &[Option<u32>]) {
        let (mut from, mut to) = (0, 0);
        for (end, ..) in &mut self.texts {
            while from < *end {
                let arc = self.arcs[from];
                from += 1;
                if let Some(id) = new_ids[arc.id()] {
                    self.arcs[to] = Arc::new(id, arc.length());
                    to += 1;
                }
            }
            *end = to;
        }
        self.arcs.truncate(to);
    }
}

/// The lattices of a corpus.
pub struct Corpus {
    parts: Vec<Part>,
}

impl Corpus {
    /// The lattices of `chunks` with all arcs of `pieces`.
    pub fn new(chunks: &Chunks, pieces: &Pieces, progress: &dyn Progress) -> Result<Self> {
        let stage = Stage::begin(progress, "finding the seeds in the corpus", chunks.distinct_bytes() as u64)?;
        let trie = pieces.trie();
        let add = |part: &mut Part, chunk: &[u8], count: u32| {
            for text in texts(chunk) {
                find_arcs(&trie, text, &mut part.arcs);
                part.texts.push((part.arcs.len(), text.len() as u16, count as f32));
            }
        };
        let finish = |mut part: Part| {
            part.arcs.shrink_to_fit();
            part.texts.shrink_to_fit();
            part
        };
        let mut corpus = Self { parts: chunks.gather(&stage, Part::default, add, finish)? };
        corpus.weigh(chunks);
        Ok(corpus)
    }

    /// Multiplies the weights of the texts by those of the chunks from which the corpus was made.
    fn weigh(&mut self, chunks: &Chunks) {
        let mut weights = self.parts.iter_mut().flat_map(|part| &mut part.texts).map(|(_, _, weight)| weight);
        for ((chunk, _), factor) in chunks.iter().zip(chunks.weights()) {
            weights.by_ref().take(texts(chunk).count()).for_each(|weight| *weight *= factor);
        }
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.texts.len()).sum()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Removes the arcs of dropped pieces, and renumbers the others.
    pub fn retain(&mut self, stays: &[bool], progress: &dyn Progress) -> Result<()> {
        let stage = Stage::begin(progress, "dropping pieces", self.parts.len() as u64)?;
        let mut next = 0..;
        let new_ids: Vec<Option<u32>> = stays.iter().map(|&stays| if stays { next.next() } else { None }).collect();
        self.parts.par_iter_mut().try_for_each(|part| {
            part.retain(&new_ids);
            stage.add(1)
        })
    }

    /// Every `step`-th text with its count.
    pub fn sample(&self, step: usize) -> impl Iterator<Item = (Text<'_>, f64)> {
        self.parts.iter().flat_map(Part::iter).step_by(step)
    }

    /// For each part of the corpus: makes a value with `start`, calls `add` with the value, every text and its count, then `finish`. The
    /// results are in the order of the parts, which do not depend on the threads. So sums over them are the same to the last bit for any
    /// number of threads.
    pub(crate) fn gather<T, R: Send>(
        &self,
        stage: &Stage,
        start: impl Fn() -> T + Sync,
        add: impl Fn(&mut T, Text, f64) + Sync,
        finish: impl Fn(T) -> R + Sync,
    ) -> Result<Vec<R>> {
        let gather = |part: &Part| {
            let mut gathered = start();
            for (done, (text, count)) in (1..).zip(part.iter()) {
                add(&mut gathered, text, count);
                if done % REPORT == 0 {
                    stage.add(REPORT as u64)?;
                }
            }
            stage.add((part.texts.len() % REPORT) as u64)?;
            Ok(finish(gathered))
        };
        self.parts.par_iter().map(gather).collect()
    }
}

/// The scores of a model in the form that lattices need.
pub struct Weights {
    /// ln P(x) by id.
    scores: Vec<f64>,
    /// P(x) exp(r |x|) by id.
    weights: Vec<f64>,
    /// The r of the weights, in nats per byte.
    rate: f64,
}

impl Weights {
    /// The weights of `pieces`. `rate` should be close to the nats per byte of the texts. It affects speed only.
    pub fn new(pieces: &Pieces, rate: f64) -> Self {
        let weights = pieces.iter().map(|(piece, score)| (score + rate * piece.len() as f64).exp()).collect();
        Self { scores: pieces.scores.clone(), weights, rate }
    }
}

/// Buffers for the paths of one text, reused from text to text.
#[derive(Default)]
pub struct Paths {
    /// The weight of every arc.
    weights: Vec<f64>,
    /// Sum of the weights of the paths from the beginning to every position.
    forward: Vec<f64>,
    /// Sum of the weights of the paths from every position to the end, divided by the sum over all paths of the text.
    backward: Vec<f64>,
    /// Natural logarithm of the weight of the best path to every position.
    best: Vec<f64>,
    /// The last arc of the best path to every position.
    last: Vec<Arc>,
}

impl Paths {
    /// Calls `add` with the piece and the expected count of every arc of `text`, except arcs with a negligible count. Returns the
    /// log-probability of the text, in nats.
    pub fn expected_counts(&mut self, text: Text, weights: &Weights, add: impl FnMut(usize, f64)) -> f64 {
        self.weights.clear();
        self.weights.extend(text.arcs.iter().map(|arc| weights.weights[arc.id()]));
        let mut offset = weights.rate * text.length as f64;
        if !self.run_forward(text) {
            offset = -self.best_path(text, &weights.scores, None);
            self.weigh_by_potential(text, &weights.scores);
            self.run_forward(text);
        }
        self.run_backward(text, add);
        self.forward[text.length].ln() - offset
    }

    /// Computes the weights of the arcs relative to the best paths, which [`Self::best_path`] has found.
    fn weigh_by_potential(&mut self, text: Text, scores: &[f64]) {
        let mut next = 0;
        for (arc, weight) in text.arcs.iter().zip(&mut self.weights) {
            next += (arc.length() == 1) as usize;
            let start = next - 1;
            *weight = (scores[arc.id()] + self.best[start] - self.best[start + arc.length()]).exp();
        }
    }

    /// The forward pass. Returns false if a sum is outside [`SAFE`].
    fn run_forward(&mut self, text: Text) -> bool {
        self.forward.clear();
        self.forward.resize(text.length + 1, 0.0);
        self.forward[0] = 1.0;
        let (mut next, mut paths, mut safe) = (0, 1.0, true);
        for (arc, weight) in text.arcs.iter().zip(&self.weights) {
            if arc.length() == 1 {
                paths = self.forward[next];
                safe &= SAFE.contains(&paths);
                next += 1;
            }
            self.forward[next - 1 + arc.length()] += paths * weight;
        }
        safe && SAFE.contains(&self.forward[text.length])
    }

    fn run_backward(&mut self, text: Text, mut add: impl FnMut(usize, f64)) {
        self.backward.clear();
        self.backward.resize(text.length + 1, 0.0);
        self.backward[text.length] = 1.0 / self.forward[text.length];
        let mut start = text.length - 1;
        let (mut paths, mut sum) = (self.forward[start], 0.0);
        for (arc, weight) in text.arcs.iter().zip(&self.weights).rev() {
            let rest = weight * self.backward[start + arc.length()];
            if paths * rest > NO_COUNT {
                add(arc.id(), paths * rest);
            }
            sum += rest;
            if arc.length() == 1 {
                self.backward[start] = std::mem::take(&mut sum);
                start = start.saturating_sub(1);
                paths = self.forward[start];
            }
        }
    }

    /// Finds the best path of `text` that does not use the piece `without`, and returns the logarithm of its weight. [`Self::arcs_of_best`]
    /// returns its arcs. If two paths are equal, the one whose last differing piece is longer is best.
    pub fn best_path(&mut self, text: Text, scores: &[f64], without: Option<usize>) -> f64 {
        self.best.clear();
        self.best.resize(text.length + 1, f64::NEG_INFINITY);
        self.last.clear();
        self.last.resize(text.length + 1, Arc::default());
        self.best[0] = 0.0;
        let (mut next, mut best) = (0, 0.0);
        for &arc in text.arcs {
            if arc.length() == 1 {
                best = self.best[next];
                next += 1;
            }
            let (end, score) = (next - 1 + arc.length(), best + scores[arc.id()]);
            if score > self.best[end] && Some(arc.id()) != without {
                self.best[end] = score;
                self.last[end] = arc;
            }
        }
        self.best[text.length]
    }

    /// The arcs of the best path that was found last, from its end to its beginning.
    pub fn arcs_of_best(&self) -> impl Iterator<Item = Arc> {
        let mut end = self.last.len() - 1;
        std::iter::from_fn(move || {
            let arc = (end > 0).then(|| self.last[end])?;
            end -= arc.length();
            Some(arc)
        })
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
mod tests;
