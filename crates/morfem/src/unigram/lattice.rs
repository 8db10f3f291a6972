//! Expected counts of the pieces of a Unigram model in a chunk, over all its segmentations.
//!
//! A segmentation of a chunk is a path from its first byte to its end, a piece x over bytes s .. e an arc of weight P(x), and a path weighs the
//! product of its arcs. With f(e) the sum of weights of all paths to e and b(s) that of all paths from s to the end, the expected count
//! of an arc is f(s) P(x) b(e) / f(n) (forward-backward; Kudo 2018, section 3.2, after Liang and Klein 2007).
//!
//! Computed as it stands, without logarithms: a sum costs one multiplication and one addition an arc, which is what makes training fast.
//! Products of probabilities leave the range of a float on all but the shortest chunks, but only ratios are needed, and every path to e
//! covers the same e bytes: multiplying P(x) by exp(r |x|) multiplies f(e) by exp(r e) and no ratio changes. With r the nats a byte
//! of the corpus costs, f stays near one. Where it does not (a chunk in another language), the chunk is done again with the
//! potential of its best path, v(e) = max over paths to e of ln weight: the arc weighs P(x) exp(v(s) - v(e)), which is at most one, the
//! best path weighs exactly one, and a chunk of n bytes has at most 2^(n-1) paths; so with [`LONGEST_TEXT`] bytes every sum is between one
//! and the largest float. This takes an exponential an arc and has no other fault.
//!
//! Training cuts longer chunks, between characters: far from a cut its effect on the counts is nil.

use crate::trie::Trie;

/// Longest text a lattice takes, in bytes.
pub const LONGEST_TEXT: usize = 1024;

/// Sums outside this range make a lattice start again with potentials; inside it no product of a sum and a weight leaves the floats.
const SAFE: std::ops::Range<f64> = 1e-250..1e250;

/// Pieces sorted by bytes, each with its score, a log-probability in nats. The id of a piece is its rank.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    scores: Vec<f64>,
}

impl Pieces {
    /// `pieces` are sorted by bytes and distinct.
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of piece `id`.
    #[inline]
    pub fn piece(&self, id: usize) -> &[u8] {
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.bytes[start as usize..self.ends[id] as usize]
    }

    /// Score of piece `id`.
    #[inline]
    pub fn score(&self, id: usize) -> f64 {
        self.scores[id]
    }

    /// Pieces with their scores, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u8], f64)> {
        (0..self.len()).map(|id| (self.piece(id), self.scores[id]))
    }
}

/// A Unigram model in training.
pub struct Model {
    pieces: Pieces,
    trie: Trie,
    /// P(x) exp(r |x|) by id.
    weights: Vec<f64>,
    /// The r of the weights, in nats a byte.
    rate: f64,
}

impl Model {
    /// A model of `pieces`; `rate` is about the nats a byte of the texts costs, and serves speed only.
    pub fn new(pieces: Pieces, rate: f64) -> Self {
        let keys: Vec<(&[u8], u32)> = (0..pieces.len()).map(|id| (pieces.piece(id), id as u32)).collect();
        let trie = Trie::new(&keys);
        let weights = pieces.iter().map(|(piece, score)| (score + rate * piece.len() as f64).exp()).collect();
        Self { pieces, trie, weights, rate }
    }

    /// The same model with another rate.
    pub fn with_rate(self, rate: f64) -> Self {
        let weights = self.pieces.iter().map(|(piece, score)| (score + rate * piece.len() as f64).exp()).collect();
        Self { weights, rate, ..self }
    }

    /// The pieces.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The pieces, and no more model.
    pub fn into_pieces(self) -> Pieces {
        self.pieces
    }
}

/// A piece over some bytes of the text.
#[derive(Clone, Copy)]
struct Arc {
    /// Weight of the paths to the arc's start times the weight of the arc.
    weight: f64,
    id: u32,
    end: u32,
}

/// Buffers for the paths of one text, reused from text to text.
#[derive(Default)]
pub struct Lattice {
    forward: Vec<f64>,
    backward: Vec<f64>,
    /// Arcs by start, then end.
    arcs: Vec<Arc>,
    /// First arc of every start, and the number of arcs.
    first: Vec<u32>,
    /// ln weight of the best path to every position.
    best: Vec<f64>,
    /// Last piece of the best path to every position.
    last: Vec<u32>,
}

impl Lattice {
    /// Calls `add` with a piece and its expected count for every arc of `text`, which is at most [`LONGEST_TEXT`] bytes. Returns the
    /// log-probability of the text, in nats.
    pub fn expected_counts(&mut self, model: &Model, text: &[u8], add: impl FnMut(u32, f64)) -> f64 {
        debug_assert!(text.len() <= LONGEST_TEXT);
        let offset = match self.weigh(model, text) {
            true => model.rate * text.len() as f64,
            false => {
                self.best_path(model, text, None);
                self.weigh_by_potential(model, text);
                -self.best[text.len()]
            }
        };
        self.run_backward(text.len(), add);
        self.forward[text.len()].ln() - offset
    }

    /// Fills `forward` and `arcs` with the model's weights; false if a sum is out of range.
    fn weigh(&mut self, model: &Model, text: &[u8]) -> bool {
        self.clear(text.len());
        self.forward[0] = 1.0;
        for start in 0..text.len() {
            let paths = self.forward[start];
            if !SAFE.contains(&paths) {
                return false;
            }
            self.first.push(self.arcs.len() as u32);
            let mut node = model.trie.root();
            for (&byte, end) in text[start..].iter().zip(start as u32 + 1..) {
                let Some(next) = model.trie.step(node, byte) else { break };
                node = next;
                if let Some(id) = node.id() {
                    let weight = paths * model.weights[id as usize];
                    self.forward[end as usize] += weight;
                    self.arcs.push(Arc { weight, id, end });
                }
            }
        }
        self.first.push(self.arcs.len() as u32);
        SAFE.contains(&self.forward[text.len()])
    }

    /// Fills `forward` and `arcs` with weights relative to the best paths, which are known.
    fn weigh_by_potential(&mut self, model: &Model, text: &[u8]) {
        self.clear(text.len());
        self.forward[0] = 1.0;
        for start in 0..text.len() {
            self.first.push(self.arcs.len() as u32);
            for (length, id) in model.trie.prefixes(&text[start..]) {
                let end = start + length;
                let relative = model.pieces.score(id as usize) + self.best[start] - self.best[end];
                let weight = self.forward[start] * relative.exp();
                self.forward[end] += weight;
                self.arcs.push(Arc { weight, id, end: end as u32 });
            }
        }
        self.first.push(self.arcs.len() as u32);
    }

    fn clear(&mut self, length: usize) {
        self.arcs.clear();
        self.first.clear();
        self.forward.clear();
        self.forward.resize(length + 1, 0.0);
    }

    /// The backward pass: `backward[s]` is b(s) / f(n).
    fn run_backward(&mut self, length: usize, mut add: impl FnMut(u32, f64)) {
        self.backward.clear();
        self.backward.resize(length + 1, 0.0);
        self.backward[length] = 1.0 / self.forward[length];
        for start in (0..length).rev() {
            // The expected number of paths through `start`: f(s) b(s) / f(n).
            let mut through = 0.0;
            for arc in &self.arcs[self.first[start] as usize..self.first[start + 1] as usize] {
                let expected = arc.weight * self.backward[arc.end as usize];
                through += expected;
                add(arc.id, expected);
            }
            self.backward[start] = through / self.forward[start];
        }
    }

    /// Finds the best path of `text` that does not use the piece `without`, and returns its ln weight; [`Self::pieces_of_best`] tells
    /// its pieces. Of equal paths the one with the longer last differing piece is best.
    pub fn best_path(&mut self, model: &Model, text: &[u8], without: Option<u32>) -> f64 {
        self.best.clear();
        self.best.resize(text.len() + 1, f64::NEG_INFINITY);
        self.last.clear();
        self.last.resize(text.len() + 1, u32::MAX);
        self.best[0] = 0.0;
        for start in 0..text.len() {
            let best = self.best[start];
            if best == f64::NEG_INFINITY {
                continue;
            }
            for (length, id) in model.trie.prefixes(&text[start..]) {
                let score = best + model.pieces.score(id as usize);
                if score > self.best[start + length] && Some(id) != without {
                    self.best[start + length] = score;
                    self.last[start + length] = id;
                }
            }
        }
        self.best[text.len()]
    }

    /// Pieces of the best path last found, from its end to its beginning.
    pub fn pieces_of_best<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = u32> + 'a {
        let mut end = self.last.len() - 1;
        std::iter::from_fn(move || {
            let id = (end > 0).then(|| self.last[end])?;
            end -= model.pieces.piece(id as usize).len();
            Some(id)
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

/// Sums vectors of one length, entry by entry, in the order given.
pub(crate) fn sum(parts: impl Iterator<Item = Vec<f64>>) -> Vec<f64> {
    parts
        .reduce(|mut sum, part| {
            sum.iter_mut().zip(part).for_each(|(sum, value)| *sum += value);
            sum
        })
        .unwrap_or_default()
}
