//! Phrases of whole words on top of a model of words.
//!
//! A guide says where a model of words may cut. A phrase is then worth an id if the tokens that it saves are more than those that a piece of
//! a word saves. Each phrase is a run of whole words of the corpus, so it crosses only cuts between words, which no reader counts as a fault.
//!
//! 1. **Candidates** are runs of 2 to [`MOST_WORDS`] words whose beginnings are frequent too: a run of n words is counted where one of n - 1
//!    words was kept.
//! 2. **Value.** Every chunk is written in the fewest tokens, a phrase being one and a word as many as the model of words gives it. The
//!    value of a phrase is how often it is used, times the tokens that it saves. The value of a piece is that of [`super::prune`].
//! 3. **Choice.** The best of both kinds fill the vocabulary. The phrases that drop out change the use of the others, so a quarter of them
//!    at most is dropped at a time, and the rest valued again.
//! 4. **Score.** The score of a phrase is the sum of the scores of its words, plus [`GAIN`] for each token that it saves. So the best path
//!    has the fewest tokens, and its cuts inside words are those of the model of words.

use super::encode::{Bytes, Encoder, SearchBuffers};
use super::lattice::Corpus;
use super::pieces::Pieces;
use super::prune::token_savings;
use super::train::Vocabulary;
use crate::Result;
use crate::corpus::{ChunkCounter, Chunks};
use crate::lists::Lists;
use crate::run::progress::{Progress, Stage};
use rustc_hash::FxHashMap;

/// Most words of a phrase.
const MOST_WORDS: usize = 5;
/// A run that is rarer is no candidate.
const LEAST_COUNT: u64 = 5;
/// At most this share of the phrases is dropped at a time.
const DROPPED: f64 = 0.25;
/// What each token that a phrase saves adds to its score, in nats (docs/design/unigram.md).
const GAIN: f64 = 0.5;
/// No node of the trie of phrases.
const NONE: u32 = u32::MAX;

/// The words of a chunk, each with the space before it. White space that is not one space between two words cuts nothing.
pub fn words(chunk: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_white = |at: usize| chunk.get(at).is_none_or(u8::is_ascii_whitespace);
    let begins = move |at: usize| chunk[at] == b' ' && at > 0 && !is_white(at - 1) && !is_white(at + 1);
    let mut start = 0;
    (1..=chunk.len()).filter(move |&at| at == chunk.len() || begins(at)).map(move |end| &chunk[std::mem::replace(&mut start, end)..end])
}

/// The words of all chunks, with their counts.
pub fn all_words(chunks: &Chunks) -> Chunks {
    let mut counter = ChunkCounter::new();
    for (chunk, count) in chunks.iter() {
        words(chunk).for_each(|word| counter.add(word, count));
    }
    counter.into_chunks()
}

/// What is asked of phrases.
pub struct Wanted {
    /// Bytes of the longest.
    pub longest: usize,
    /// Factor of their values.
    pub weight: f64,
}

/// A vocabulary as large as `model`, in which the least valuable pieces have given place to phrases of `chunks`.
///
/// # Errors
/// [`crate::Error::Interrupted`] if `progress` asks to stop.
pub fn with_phrases(model: Vocabulary, chunks: &Chunks, wanted: &Wanted, progress: &dyn Progress) -> Result<Vocabulary> {
    let pieces = Pieces::new(model.iter().map(|(piece, score)| (piece.as_slice(), f64::from(*score))));
    let mut words = Corpus::new(&all_words(chunks), &pieces, None, progress)?;
    let mut of_pieces = token_savings(&pieces, &mut words, progress)?;
    drop(words);
    of_pieces.iter_mut().zip(&model).filter(|(_, (piece, _))| piece.len() == 1).for_each(|(value, _)| *value = f64::INFINITY);
    let lines = Lines::new(chunks, &pieces);
    let mut phrases = Phrases::candidates(&lines, wanted.longest, progress)?;
    loop {
        let mut of_phrases = phrases.values(&lines, progress)?;
        of_phrases.iter_mut().for_each(|(value, _)| *value *= wanted.weight);
        of_phrases.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let places = of_phrases.len() - (of_phrases.len() as f64 * DROPPED).ceil() as usize;
        let fitting = fitting(&of_phrases, &of_pieces);
        phrases.keep(of_phrases.iter().take(fitting.max(places)).map(|&(_, node)| node));
        if fitting >= places {
            break;
        }
    }
    let dropped = worst(&of_pieces, phrases.kept());
    let kept: Vocabulary = model.into_iter().zip(dropped).filter(|(_, is_dropped)| !is_dropped).map(|(piece, _)| piece).collect();
    Ok(phrases.joined(kept))
}

/// How many of the phrases, the best first, are better than the pieces whose places they take.
fn fitting(phrases: &[(f64, u32)], pieces: &[f64]) -> usize {
    let mut sorted = pieces.to_vec();
    sorted.sort_by(f64::total_cmp);
    phrases.iter().zip(&sorted).take_while(|((phrase, _), piece)| phrase > piece).count()
}

/// Marks the `number` pieces of the least value; of equal ones the last.
fn worst(values: &[f64], number: usize) -> Vec<bool> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]).then(other.cmp(&one)));
    let mut is_worst = vec![false; values.len()];
    order.into_iter().take(number).for_each(|at| is_worst[at] = true);
    is_worst
}

/// The chunks of several words, as numbers of words.
struct Lines<'c> {
    texts: Vec<&'c [u8]>,
    /// Of each word: its tokens.
    tokens: Vec<u32>,
    /// The words of each chunk.
    lines: Lists<u32>,
    counts: Vec<u32>,
}

impl<'c> Lines<'c> {
    fn new(chunks: &'c Chunks, pieces: &Pieces) -> Self {
        let model = encoder(pieces);
        let (mut buffers, mut ids) = (SearchBuffers::default(), Vec::new());
        let mut numbers: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut lines = Lines { texts: Vec::new(), tokens: Vec::new(), lines: Lists::default(), counts: Vec::new() };
        for (chunk, count) in chunks.iter() {
            let number = |word| {
                *numbers.entry(word).or_insert_with(|| {
                    ids.clear();
                    model.encode(word, &mut buffers, &mut ids);
                    lines.texts.push(word);
                    lines.tokens.push(ids.len() as u32);
                    lines.texts.len() as u32 - 1
                })
            };
            let line: Vec<u32> = words(chunk).map(number).collect();
            if line.len() > 1 {
                lines.lines.push(line);
                lines.counts.push(count);
            }
        }
        lines
    }

    fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.lines.iter().zip(&self.counts).map(|(line, &count)| (line, u64::from(count)))
    }
}

/// A run of words: a node of a trie whose first level are all words.
struct Node {
    bytes: Vec<u8>,
    /// The tokens of its words.
    tokens: u32,
    is_kept: bool,
}

/// The phrases. The node of one word has the word's number; those of phrases follow.
struct Phrases {
    first: u32,
    nodes: Vec<Node>,
    children: FxHashMap<(u32, u32), u32>,
}

impl Phrases {
    fn candidates(lines: &Lines, longest: usize, progress: &dyn Progress) -> Result<Self> {
        let first = lines.texts.len() as u32;
        let mut phrases = Phrases { first, nodes: Vec::new(), children: FxHashMap::default() };
        for length in 2..=MOST_WORDS {
            let name = format!("phrases of {length} words");
            let stage = Stage::begin(progress, &name, lines.lines.len() as u64)?;
            let mut counts: FxHashMap<(u32, u32), u64> = FxHashMap::default();
            for (words, count) in lines.iter() {
                for run in words.windows(length) {
                    let before = phrases.node(&run[..length - 1]);
                    if before != NONE && lines.texts[run[0] as usize].first() == Some(&b' ') {
                        *counts.entry((before, run[length - 1])).or_default() += count;
                    }
                }
                stage.add(1)?;
            }
            let mut frequent: Vec<(u32, u32)> = counts.into_iter().filter(|&(_, count)| count >= LEAST_COUNT).map(|(run, _)| run).collect();
            frequent.sort_unstable();
            for (before, last) in frequent {
                let (own, tokens) = match before.checked_sub(first) {
                    Some(node) => (phrases.nodes[node as usize].bytes.as_slice(), phrases.nodes[node as usize].tokens),
                    None => (lines.texts[before as usize], lines.tokens[before as usize]),
                };
                let bytes = [own, lines.texts[last as usize]].concat();
                if bytes.len() <= longest {
                    phrases.children.insert((before, last), first + phrases.nodes.len() as u32);
                    phrases.nodes.push(Node { bytes, tokens: tokens + lines.tokens[last as usize], is_kept: true });
                }
            }
        }
        Ok(phrases)
    }

    /// The node of a run of words.
    fn node(&self, run: &[u32]) -> u32 {
        run[1..].iter().try_fold(run[0], |node, &word| self.children.get(&(node, word)).copied()).unwrap_or(NONE)
    }

    /// The values of the phrases that are kept, with their nodes.
    fn values(&self, lines: &Lines, progress: &dyn Progress) -> Result<Vec<(f64, u32)>> {
        let stage = Stage::begin(progress, "choosing phrases", lines.lines.len() as u64)?;
        let mut used = vec![0u64; self.nodes.len()];
        let mut best: Vec<(u32, u32, u32)> = Vec::new();
        for (words, count) in lines.iter() {
            self.fewest(words, &lines.tokens, &mut best);
            let mut end = words.len();
            while end > 0 {
                let (_, length, node) = best[end];
                if node != NONE {
                    used[node as usize] += count;
                }
                end -= length as usize;
            }
            stage.add(1)?;
        }
        let saved = |(node, &used): (usize, &u64)| (used as f64 * f64::from(self.nodes[node].tokens - 1), node as u32);
        Ok(used.iter().enumerate().filter(|&(node, _)| self.nodes[node].is_kept).map(saved).collect())
    }

    /// For each number of words: the fewest tokens that write them, and the words and the node of the last unit.
    fn fewest(&self, words: &[u32], tokens: &[u32], best: &mut Vec<(u32, u32, u32)>) {
        best.clear();
        best.resize(words.len() + 1, (u32::MAX, 0, NONE));
        best[0].0 = 0;
        for start in 0..words.len() {
            let before = best[start].0;
            let mut node = words[start];
            let mut reach = |length: usize, cost: u32, node: u32| {
                let at = &mut best[start + length];
                if before + cost < at.0 {
                    *at = (before + cost, length as u32, node);
                }
            };
            reach(1, tokens[node as usize], NONE);
            for (length, &word) in (2..=MOST_WORDS).zip(&words[start + 1..]) {
                let Some(&next) = self.children.get(&(node, word)) else { break };
                node = next;
                let own = node - self.first;
                if self.nodes[own as usize].is_kept {
                    reach(length, 1, own);
                }
            }
        }
    }

    /// Keeps these phrases only.
    fn keep(&mut self, nodes: impl Iterator<Item = u32>) {
        self.nodes.iter_mut().for_each(|node| node.is_kept = false);
        nodes.for_each(|node| self.nodes[node as usize].is_kept = true);
    }

    /// Number of phrases that are kept.
    fn kept(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_kept).count()
    }

    /// The pieces and the phrases, which are scored by the pieces of their words.
    fn joined(&self, model: Vocabulary) -> Vocabulary {
        let pieces = Pieces::new(model.iter().map(|(piece, score)| (piece.as_slice(), f64::from(*score))));
        let own = encoder(&pieces);
        let (mut buffers, mut ids) = (SearchBuffers::default(), Vec::new());
        let mut joined = model.clone();
        for node in self.nodes.iter().filter(|node| node.is_kept) {
            ids.clear();
            words(&node.bytes).for_each(|word| own.encode(word, &mut buffers, &mut ids));
            let score: f64 = ids.iter().map(|&id| pieces.scores()[id as usize]).sum();
            joined.push((node.bytes.clone(), (score + GAIN * (ids.len() as f64 - 1.0)) as f32));
        }
        joined.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        joined
    }
}

/// An encoder of pieces among which are the 256 bytes.
pub(super) fn encoder(pieces: &Pieces) -> Encoder {
    let sorted = pieces.sorted();
    let mut bytes = [0; 256];
    sorted.iter().filter(|(piece, _)| piece.len() == 1).for_each(|(piece, id)| bytes[piece[0] as usize] = *id);
    Encoder::new(sorted, pieces.scores().to_vec(), bytes, Bytes::Pieces)
}

#[cfg(test)]
#[path = "../../tests/inside/unigram_superwords.rs"]
mod tests;
