//! The seed vocabulary: the substrings of the corpus that cover the most text.
//!
//! All distinct chunks are concatenated, with a byte 0xFF before, between and after them; no UTF-8 text contains that byte. The suffixes of
//! this text are sorted (libsais, linear time). Suffixes that begin with the same string are neighbours, and the groups of neighbours with
//! a common prefix form a tree (Abouelhoda, Kurtz and Ohlebusch 2004). A node of depth d whose parent has depth p stands for all strings of
//! p + 1 .. d bytes that its suffixes begin with. These strings occur in exactly the same places, so one of them is enough, and the longest
//! covers the most. So a node gives one candidate: the longest prefix of at most d bytes that the unit rule allows. A single suffix is a
//! node too (its chunk may occur many times), and ends where its chunk ends. One pass over the sorted suffixes with a stack visits all
//! nodes. The common prefix with the next suffix, at most as long as the longest piece, is computed on the way. The count of a node is the
//! sum of the counts of its chunks, the difference of two running totals.
//!
//! A string of several words counts only where it consists of whole words. So besides a shorter string with its full count, a node may give
//! such strings with parts of the count. A whole word is followed by a space or a final `.`, `?` or `!`, which sort before every letter, or
//! by the end of the chunk, which sorts last. So only the two ends of a node's suffixes are examined.
//!
//! The `limit` candidates with the highest count × bytes are kept; ties are in the order of bytes. All 256 bytes and all characters are
//! seeds too. The score of a seed is the logarithm of its share of the sum of count × bytes, and the seeds are in this order.

use super::expressions::Phrases;
use super::pieces::Pieces;
use crate::cache::prefetch;
use crate::corpus::Chunks;
use crate::run::progress::{Progress, Stage};
use crate::unigram::unit_rule::{UnitRule, ends_word, stands_whole};
use crate::{Error, Result};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "train")]
use std::{sync::mpsc, time::Duration};

/// The byte before, between and after the chunks.
const SEPARATOR: u8 = 0xff;
/// Number of ranges of the suffix array that are searched independently.
const PARTS: usize = 16;
/// Number of suffixes that are examined together: their places fit into the processor's first cache.
const BLOCK: usize = 1 << 8;
/// Number of suffixes whose seeds are noted between two reports of progress.
const PLACED: usize = 1 << 20;
/// Number of chunks between two reports of progress.
const REPORT: usize = 1 << 12;

/// The seeds of `chunks`: all bytes, all characters, and the best strings of at most `longest` bytes (255 or fewer) that `rule` allows.
/// `limit` is the number of all seeds, unless the corpus has fewer, or more bytes and characters. Also says where they are. `phrases` says
/// which strings of several words may be seeds.
///
/// # Errors
/// [`crate::Error::Interrupted`] if `progress` asks to stop.
pub fn seeds(
    chunks: &Chunks,
    rule: UnitRule,
    phrases: Phrases,
    longest: usize,
    limit: usize,
    progress: &dyn Progress,
) -> Result<(Pieces, Longest)> {
    let singles = single_units(chunks, progress)?;
    let text = Arc::new(Text::new(chunks)?);
    let suffixes = suffix_array(&text, progress)?;
    // Separators sort last. Suffixes that begin with one are not strings of the corpus.
    let suffixes = &suffixes[..text.bytes.len() - chunks.len() - 1];
    let wanted = limit.saturating_sub(singles.len());
    let search = Search { text: &text.bytes, places: Places::new(&text.bytes), chunks, suffixes, rule, phrases, longest };
    let mut seeds: Vec<Seed> = singles.iter().map(|(bytes, cover)| search.single(bytes, *cover)).collect();
    for candidate in search.best(wanted, progress)? {
        let start = suffixes[candidate.ranks.0 as usize] as usize;
        let bytes = &text.bytes[start..start + candidate.length as usize];
        seeds.push(Seed { bytes, cover: candidate.cover, ranks: candidate.ranks });
    }
    seeds.par_sort_unstable_by(|a, b| b.cover.cmp(&a.cover).then_with(|| a.bytes.cmp(b.bytes)));
    let total: f64 = seeds.iter().map(|seed| seed.cover as f64).sum();
    // A byte that does not occur in the corpus has the weight of half an occurrence.
    let pieces = Pieces::new(seeds.iter().map(|seed| (seed.bytes, (seed.cover as f64).max(0.5).ln() - total.ln())));
    let longest = Longest::new(&seeds, suffixes, text.bytes.len(), progress)?;
    Ok((pieces, longest))
}

/// A seed: the number of bytes that it covers, and the suffixes that begin with it, from the first rank to the one behind the last.
struct Seed<'a> {
    bytes: &'a [u8],
    cover: u64,
    ranks: (u32, u32),
}

/// Where the seeds are. All seeds that begin at one place are prefixes of the longest of them.
pub struct Longest {
    /// For each byte of the chunks, each of which has a byte before it: the longest seed that begins there, or [`NO_SEED`].
    pub at: Vec<u32>,
    /// For each seed, the next shorter one that begins in the same places, or [`NO_SEED`].
    pub shorter: Vec<u32>,
}

/// Stands for no seed.
pub const NO_SEED: u32 = u32::MAX;

impl Longest {
    fn new(seeds: &[Seed], suffixes: &[i32], size: usize, progress: &dyn Progress) -> Result<Self> {
        let stage = Stage::begin(progress, "placing seeds", suffixes.len() as u64)?;
        let (mut at, mut shorter) = (vec![NO_SEED; size], vec![NO_SEED; seeds.len()]);
        // A prefix of a seed has all its ranks, and more, or as many if both occur in the same places. So of seeds with the same first
        // rank, the ones with more ranks come first, and then the shorter ones.
        let key = |(seed, id): (&Seed, u32)| (seed.ranks.0, std::cmp::Reverse(seed.ranks.1), seed.bytes.len() as u32, id);
        let mut order: Vec<_> = seeds.iter().zip(0..).filter(|(seed, _)| seed.ranks.0 < seed.ranks.1).map(key).collect();
        order.par_sort_unstable();
        let mut order = order.into_iter().peekable();
        // The seeds that the present suffix begins with: the rank behind the last of each, and its id.
        let mut open: Vec<(u32, u32)> = Vec::new();
        for (&start, rank) in suffixes.iter().zip(0..) {
            while open.last().is_some_and(|&(end, _)| end <= rank) {
                open.pop();
            }
            while let Some((_, end, _, id)) = order.next_if(|seed| seed.0 == rank) {
                shorter[id as usize] = open.last().map_or(NO_SEED, |&(_, id)| id);
                open.push((end.0, id));
            }
            at[start as usize] = open.last().map_or(NO_SEED, |&(_, id)| id);
            if rank as usize % PLACED == PLACED - 1 {
                stage.add(PLACED as u64)?;
            }
        }
        Ok(Longest { at, shorter })
    }
}

/// The 256 bytes and all characters of more than one byte, each with the number of bytes that it covers.
fn single_units(chunks: &Chunks, progress: &dyn Progress) -> Result<Vec<(Vec<u8>, u64)>> {
    let stage = Stage::begin(progress, "counting characters", chunks.len() as u64)?;
    let mut bytes = [0u64; 256];
    let mut characters = vec![0u64; char::MAX as usize + 1];
    for (done, (chunk, count)) in (1..).zip(chunks.iter()) {
        let text = std::str::from_utf8(chunk)
            .map_err(|_| Error::Argument(format!("the chunk \"{}\" is not UTF-8; train on text", chunk.escape_ascii())))?;
        for character in text.chars() {
            characters[character as usize] += count as u64;
        }
        for &byte in chunk {
            bytes[byte as usize] += count as u64;
        }
        if done % REPORT == 0 {
            stage.add(REPORT as u64)?;
        }
    }
    if characters.iter().all(|&count| count < 2) {
        return Err(Error::Training("no character occurs twice in the corpus, so no piece can be learned from it; give more text".into()));
    }
    let mut units: Vec<(Vec<u8>, u64)> = (0..=255u8).map(|byte| (vec![byte], bytes[byte as usize])).collect();
    for character in ('\u{80}'..=char::MAX).filter(|&character| characters[character as usize] > 0) {
        units.push((character.to_string().into_bytes(), characters[character as usize] * character.len_utf8() as u64));
    }
    Ok(units)
}

/// The chunks with a separator before, between and after them.
struct Text {
    bytes: Vec<u8>,
}

impl Text {
    fn new(chunks: &Chunks) -> Result<Self> {
        let size = chunks.distinct_bytes() + chunks.len() + 1;
        if size > i32::MAX as usize {
            return Err(Error::Training(format!(
                "the distinct chunks of the corpus have {size} bytes, and at most {} can be sorted; train on a sample, or with a splitter \
                 that makes shorter chunks",
                i32::MAX
            )));
        }
        let mut bytes = Vec::with_capacity(size);
        bytes.push(SEPARATOR);
        for (chunk, _) in chunks.iter() {
            bytes.extend_from_slice(chunk);
            bytes.push(SEPARATOR);
        }
        Ok(Self { bytes })
    }
}

#[cfg(not(feature = "train"))]
fn suffix_array(_: &Arc<Text>, _: &dyn Progress) -> Result<Vec<i32>> {
    Err(Error::Training("this build of morfem cannot sort a corpus; build it with the feature train".into()))
}

/// Positions of `text` in the order of the suffixes that begin there. The sort cannot be stopped, so it runs in its own thread. If
/// interrupted, this function returns at once, and the thread finishes in the background.
#[cfg(feature = "train")]
fn suffix_array(text: &Arc<Text>, progress: &dyn Progress) -> Result<Vec<i32>> {
    let (sender, receiver) = mpsc::channel();
    let shared = text.clone();
    std::thread::spawn(move || {
        let sorted = libsais::SuffixArrayConstruction::for_text(&shared.bytes).in_owned_buffer32().single_threaded().run();
        // After an interruption there is no receiver.
        let _ = sender.send(sorted.map(|sorted| sorted.into_vec()));
    });
    loop {
        progress.report("sorting suffixes", 0, 1)?;
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(sorted) => {
                return sorted.map_err(|error| Error::Training(format!("the suffixes of the corpus could not be sorted: {error}")));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(Error::Training("the corpus could not be sorted; it needs five times its size as free memory".into()));
            }
        }
    }
}

/// Finds the chunk that holds a position of the text.
struct Places {
    /// For every 64 positions: a bit for each separator among them, and the number of separators before them.
    blocks: Vec<(u64, u32)>,
}

impl Places {
    fn new(text: &[u8]) -> Self {
        let mut before = 0;
        let blocks = text
            .chunks(64)
            .map(|block| {
                let bits = block.iter().rev().fold(0u64, |bits, &byte| bits << 1 | (byte == SEPARATOR) as u64);
                before += bits.count_ones();
                (bits, before - bits.count_ones())
            })
            .collect();
        Self { blocks }
    }

    /// The index of the chunk at `position`, which is not a separator.
    #[inline]
    fn chunk(&self, position: usize) -> usize {
        let (bits, before) = self.blocks[position / 64];
        (before + (bits & ((1 << (position % 64)) - 1)).count_ones()) as usize - 1
    }
}

/// A string that may become a seed: the first `length` bytes of the suffixes of these ranks.
#[derive(Clone, Copy)]
struct Candidate {
    /// Count times length.
    cover: u64,
    ranks: (u32, u32),
    length: u8,
}

impl Candidate {
    /// The best candidate first. Ties are in the order of bytes: by the rank of the first suffix with the string, then by length.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        other.cover.cmp(&self.cover).then(self.ranks.0.cmp(&other.ranks.0)).then(self.length.cmp(&other.length))
    }
}

/// The best candidates so far; fewer than twice `wanted` of them are stored.
struct Best {
    wanted: usize,
    /// A candidate that covers less is not among the best.
    floor: u64,
    candidates: Vec<Candidate>,
}

impl Best {
    fn new(wanted: usize) -> Self {
        Self { wanted, floor: if wanted == 0 { u64::MAX } else { 0 }, candidates: Vec::new() }
    }

    #[inline]
    fn push(&mut self, candidate: Candidate) {
        if candidate.cover < self.floor {
            return;
        }
        self.candidates.push(candidate);
        if self.candidates.len() >= 2 * self.wanted {
            self.select();
        }
    }

    fn select(&mut self) {
        if self.candidates.len() > self.wanted {
            self.candidates.select_nth_unstable_by(self.wanted - 1, Candidate::order);
            self.candidates.truncate(self.wanted);
            self.floor = self.candidates[self.wanted - 1].cover;
        }
    }
}

/// A node of the tree that is still open.
struct Node {
    depth: usize,
    /// The rank of its first suffix.
    first: usize,
    /// Sum of the counts of all suffixes before that one.
    before: u64,
}

struct Search<'a> {
    text: &'a [u8],
    places: Places,
    chunks: &'a Chunks,
    suffixes: &'a [i32],
    rule: UnitRule,
    phrases: Phrases<'a>,
    longest: usize,
}

impl Search<'_> {
    /// The seed of a byte or a character.
    fn single<'a>(&self, bytes: &'a [u8], cover: u64) -> Seed<'a> {
        let first = |at: i32| &self.text[at as usize..][..bytes.len().min(self.text.len() - at as usize)];
        let from = self.suffixes.partition_point(|&at| first(at) < bytes);
        let to = from + self.suffixes[from..].partition_point(|&at| first(at) == bytes);
        Seed { bytes, cover, ranks: (from as u32, to as u32) }
    }

    /// The `wanted` best candidates, in no particular order.
    fn best(&self, wanted: usize, progress: &dyn Progress) -> Result<Vec<Candidate>> {
        let begins_before = |byte: u8| self.suffixes.partition_point(|&at| self.text[at as usize] < byte);
        let (inside, from) = match self.rule {
            UnitRule::AnyBytes => (0, 0),
            // No unit begins inside a character.
            UnitRule::Characters | UnitRule::Linguistic => (begins_before(0x80), begins_before(0xc0)),
        };
        let mut ranges = self.ranges(0, inside);
        ranges.extend(self.ranges(from, self.suffixes.len()));
        let stage = Stage::begin(progress, "choosing seeds", ranges.iter().map(|range| range.len() as u64).sum())?;
        let all = Best::new(wanted);
        // What is not among the best of the ranges that are done is not among the best of all. So later ranges leave out more, but the
        // result does not depend on which ranges are done first.
        let (floor, all) = (AtomicU64::new(all.floor), Mutex::new(all));
        ranges.into_par_iter().try_for_each(|range| {
            let found =
                self.best_between(range.start, range.end, Best { floor: floor.load(Ordering::Relaxed), ..Best::new(wanted) }, &stage)?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            found.candidates.into_iter().for_each(|candidate| all.push(candidate));
            all.select();
            floor.store(all.floor, Ordering::Relaxed);
            Ok(())
        })?;
        Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner).candidates)
    }

    /// Ranges of the ranks from `from` to `to` that are searched independently.
    fn ranges(&self, from: usize, to: usize) -> Vec<std::ops::Range<usize>> {
        let mut bounds: Vec<usize> = (0..=PARTS).map(|part| self.part(from + (to - from) * part / PARTS).clamp(from, to)).collect();
        bounds.dedup();
        bounds.windows(2).map(|range| range[0]..range[1]).collect()
    }

    /// The first rank, `rank` or later, whose suffix differs from the previous one in its first two bytes. No string of several bytes
    /// occurs on both sides, and a single byte is not a candidate.
    fn part(&self, rank: usize) -> usize {
        if rank == 0 || rank == self.suffixes.len() {
            return rank;
        }
        let start = |rank: usize| &self.text[self.suffixes[rank] as usize..][..2];
        let last = start(rank - 1);
        rank + self.suffixes[rank..].partition_point(|&at| &self.text[at as usize..][..2] <= last)
    }

    /// Adds the candidates that begin the suffixes of these ranks to `best`.
    fn best_between(&self, from: usize, to: usize, mut best: Best, stage: &Stage) -> Result<Best> {
        let mut stack = vec![Node { depth: 0, first: from, before: 0 }];
        let mut total = 0;
        // Common prefixes and counts have to wait for memory. They are computed for many suffixes at a time, and their places are
        // prefetched, so that the waits overlap.
        let (mut commons, mut chunks, mut counts) = (Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK), Vec::with_capacity(BLOCK));
        for block in (from..to).step_by(BLOCK) {
            let ranks = block..(block + BLOCK).min(to);
            let starts = &self.suffixes[ranks.clone()];
            for &start in starts {
                prefetch(&self.text[start as usize]);
                prefetch(&self.places.blocks[start as usize / 64]);
            }
            chunks.clear();
            chunks.extend(starts.iter().map(|&start| self.places.chunk(start as usize)).inspect(|&chunk| self.chunks.prefetch(chunk)));
            counts.clear();
            counts.extend(chunks.iter().map(|&chunk| self.chunks.count(chunk) as u64));
            commons.clear();
            commons.extend(ranks.clone().map(|rank| if rank + 1 == to { 0 } else { self.common(rank) }));
            for ((rank, &common), &count) in ranks.clone().zip(&commons).zip(&counts) {
                let before = total;
                total += count;
                let mut depth = stack.last().map_or(0, |node| node.depth);
                if count > 1 {
                    let end = self.chunk_end(rank);
                    if end > common.max(depth) {
                        self.node(rank..rank + 1, common.max(depth), end, count, &mut best);
                    }
                }
                let (mut first, mut first_before) = (rank, before);
                while depth > common {
                    let node = stack.pop().expect("the root has depth 0");
                    depth = stack.last().map_or(0, |node| node.depth);
                    self.node(node.first..rank + 1, common.max(depth), node.depth, total - node.before, &mut best);
                    (first, first_before) = (node.first, node.before);
                }
                if depth < common {
                    stack.push(Node { depth: common, first, before: first_before });
                }
            }
            stage.add(ranks.len() as u64)?;
        }
        best.select();
        Ok(best)
    }

    /// Adds the candidates among the strings of `above` + 1 .. `depth` bytes that the suffixes of `ranks` begin with.
    fn node(&self, ranks: std::ops::Range<usize>, above: usize, depth: usize, count: u64, best: &mut Best) {
        if depth < 2 || count * (depth as u64) < best.floor {
            return;
        }
        let start = self.suffixes[ranks.start] as usize;
        let string = &self.text[start..start + depth];
        let mut push = |length: usize, count: u64| {
            // A single character is a seed in any case.
            if count > 1 && length > 1 && !is_one_character(&string[..length]) {
                best.push(Candidate { cover: count * length as u64, ranks: (ranks.start as u32, ranks.end as u32), length: length as u8 });
            }
        };
        // Where a string consists of whole words, so does a shorter one that may end where a word ends, unless two signs follow it. If the
        // shorter one counts no more often, the longer one is enough.
        let mut longer = 0;
        for length in self.rule.phrases(string, above) {
            let is_expression = self.phrases.expressions.is_some_and(|expressions| expressions.has(&string[..length]));
            let everywhere = length < depth && (string[0] == b' ' || is_expression) && string[length] == b' ';
            let whole = if everywhere { count } else { self.count_whole(ranks.clone(), length, is_expression) };
            let is_allowed = is_expression || self.phrases.share == 0.0 || string[0] == b' ';
            let whole = if is_allowed && whole as f64 >= self.phrases.share * count as f64 { whole } else { 0 };
            if whole > longer {
                push(length, whole);
                longer = whole;
            }
            if whole == count {
                return;
            }
        }
        if let Some(length) = self.rule.longest(string, above) {
            push(length, count);
        }
    }

    /// The count of the first `length` bytes of the suffixes of `ranks`, where they consist of whole words. A fixed expression has to end
    /// where a word ends, and may begin anywhere.
    fn count_whole(&self, ranks: std::ops::Range<usize>, length: usize, is_expression: bool) -> u64 {
        let next = |rank: usize| self.text[self.suffixes[rank] as usize + length];
        let count = |rank: usize| {
            let start = self.suffixes[rank] as usize;
            let end = start + length;
            let is_whole = if is_expression { ends_word(self.text, end) } else { stands_whole(self.text, start, end) };
            if is_whole { self.count(rank) } else { 0 }
        };
        let letters = ranks.clone().find(|&rank| next(rank) >= b'A').unwrap_or(ranks.end);
        let ends = (letters..ranks.end).rev().take_while(|&rank| next(rank) == SEPARATOR).map(count).sum::<u64>();
        (ranks.start..letters).map(count).sum::<u64>() + ends
    }

    #[inline]
    fn count(&self, rank: usize) -> u64 {
        self.chunks.count(self.places.chunk(self.suffixes[rank] as usize)) as u64
    }

    /// Number of bytes from the suffix at `rank` to the end of its chunk, at most the length of the longest piece.
    fn chunk_end(&self, rank: usize) -> usize {
        let suffix = &self.text[self.suffixes[rank] as usize..];
        let reach = &suffix[..self.longest.min(suffix.len())];
        memchr::memchr(SEPARATOR, reach).unwrap_or(self.longest)
    }

    /// Length of the longest common prefix of the suffixes at `rank` and `rank` + 1, within a chunk and at most that of the longest piece.
    #[inline]
    fn common(&self, rank: usize) -> usize {
        let (mut first, mut second) = (&self.text[self.suffixes[rank] as usize..], &self.text[self.suffixes[rank + 1] as usize..]);
        let mut common = 0;
        while common < self.longest {
            let (Some((a, rest)), Some((b, other))) = (first.split_first_chunk::<8>(), second.split_first_chunk::<8>()) else {
                let differ = |(a, b): (&u8, &u8)| a != b || *a == SEPARATOR;
                let more = first.iter().zip(second).position(differ).unwrap_or(0);
                return (common + more).min(self.longest);
            };
            let (a, b) = (u64::from_le_bytes(*a), u64::from_le_bytes(*b));
            // The lowest set bit is in the first byte of `a` that is 0xFF, that is, zero in its complement.
            let separators = (!a).wrapping_sub(0x0101_0101_0101_0101) & a & 0x8080_8080_8080_8080;
            let stop = (a ^ b) | separators;
            if stop != 0 {
                return (common + stop.trailing_zeros() as usize / 8).min(self.longest);
            }
            common += 8;
            (first, second) = (rest, other);
        }
        self.longest
    }
}

fn is_one_character(string: &[u8]) -> bool {
    string.len() <= 4 && std::str::from_utf8(string).is_ok_and(|text| text.chars().count() == 1)
}
