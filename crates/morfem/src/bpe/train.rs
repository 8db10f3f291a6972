//! Training: learns merges, in each step the most frequent pair.
//!
//! The corpus is a list of words with counts (Sennrich et al. 2016, section 3.2). Each step takes the most frequent pair of neighbours that
//! the rule allows, and merges it in every word from left to right. Overlapping pairs count ("aaa" holds (a, a) twice). If counts are
//! equal, the smaller left id wins, then the smaller right id. Counts, overlaps and ties are those of the trainer of Hugging Face
//! `tokenizers`, so the same words give the same merges.
//!
//! **Each merge makes a new symbol.** The trainer of Hugging Face checks whether the product is spelled like a symbol that exists. It never
//! is: symbols between two boundaries that no merge has crossed have developed as if they stood alone (see [search](super::search), 1). If
//! two neighbours spelled an existing symbol, they would have become that symbol long before.
//!
//! **Counts are updated, not recomputed.** Each pair has its count and the positions where it began. Merging one occurrence changes the two
//! pairs beside it. All pairs with the new symbol appear in the step that makes it, so their lists are complete at once. From then on their
//! counts only fall, and a pair that becomes too rare can be dropped. Positions of vanished occurrences stay in the list and are recognised
//! when visited. A merge makes one token of two, so a corpus of n symbols sees fewer than n merges of occurrences, and each changes at most
//! four counts. So training is linear in n, apart from sorting the changes of each step, however long the words are.
//!
//! **Where a guide cuts.** An occurrence then has a weight: less than nothing across a cut, and perhaps more if it makes a whole morpheme
//! ([`Weights`]). All occurrences are merged nevertheless, because the encoder will not know the guide: training sees the tokens that
//! encoding makes, and takes a merge if it is right more often than wrong. A worth can rise, when an occurrence across a cut vanishes; then
//! the pair is put on the heap once more. The count of the occurrences that are worth something only falls, and decides when a pair is
//! dropped. A word in which no pair should merge ([`Words::push_unmerged`]) makes each of its pairs worth less than nothing, unless the pair
//! is frequent elsewhere.
//!
//! **The most frequent pair** is the top of a heap of counts that may be out of date. Some entry of each pair is not too small. If the top is
//! too large, it goes back with its true count. So the first true count at the top is the largest.

use super::pairs::Merge;
use super::rule::MergeRule;
use super::words::{LIMIT, Tokens, Weights, Words};
use crate::run::progress::Progress;
use crate::vocab::MAX_TOKEN;
use crate::{Error, Result};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The options of a training.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The class of each base symbol. The length is the number of base symbols.
    pub classes: Vec<u8>,
    /// How many bytes of text each base symbol stands for. Symbols that have more than [`MAX_TOKEN`] together do not merge, because an
    /// artefact cannot hold a longer token.
    pub bytes: Vec<usize>,
    /// Which classes merge.
    pub rule: MergeRule,
    /// Number of symbols to learn, including base symbols.
    pub size: usize,
    /// Pairs that occur less often than this do not merge; 0 is the same as 1.
    pub min_count: u64,
    /// What a pair is worth where a guide cuts.
    pub weights: Weights,
}

impl TrainOptions {
    /// Base symbols that are the 256 bytes, all of which merge.
    pub fn of_bytes(size: usize, min_count: u64) -> Self {
        TrainOptions { classes: vec![0; 256], bytes: vec![1; 256], rule: MergeRule::any(), size, min_count, weights: Weights::default() }
    }
}

/// Progress is reported once per this many positions visited, so that a caller can stop the job within a second.
const VISITS_A_REPORT: usize = 1 << 17;
/// Words are counted in slices of about this many symbols, and the lists of positions are compacted when this much memory is wasted. It is
/// small in tests, so that they have many slices.
const SLICE: usize = if cfg!(test) { 16 } else { 1 << 20 };

/// Learns merges from `words` until there are `options.size` symbols, or as many as the corpus supports. The product of the first merge is
/// the first id after the base symbols.
///
/// # Errors
/// [`Error::Training`] if words and options do not fit together, [`Error::Interrupted`] if `progress` asks to stop.
pub fn train(words: Words, options: &TrainOptions, progress: &dyn Progress) -> Result<Vec<Merge>> {
    check(&words, options)?;
    let mut trainer = Trainer::new(words, options, progress)?;
    while trainer.classes.len() < options.size.min(LIMIT - 1)
        && let Some((pair, occurrences)) = trainer.best()
    {
        trainer.merge(pair, occurrences)?;
    }
    trainer.report()?;
    Ok(trainer.merges)
}

fn check(words: &Words, options: &TrainOptions) -> Result<()> {
    let (base, size, length) = (options.classes.len(), options.size, words.symbols().len());
    let refuse = |what: String| Err(Error::Training(what));
    if size < base {
        return refuse(format!("size {size} is less than the {base} base symbols; ask for {base} or more"));
    }
    if options.bytes.len() != base {
        return refuse(format!("{base} base symbols have classes, but {} have a number of bytes", options.bytes.len()));
    }
    if let Some(class) = options.classes.iter().find(|&&class| class as usize >= options.rule.classes()) {
        return refuse(format!("a base symbol has class {class}, but the rule has {} classes", options.rule.classes()));
    }
    if length == 0 {
        return refuse("the corpus is empty; give at least one word".into());
    }
    if length >= LIMIT {
        return refuse(format!("the distinct words have {length} symbols, which is {LIMIT} or more; train on a part of the corpus"));
    }
    if let Some(symbol) = words.symbols().iter().find(|&&symbol| symbol as usize >= base) {
        return refuse(format!("a word contains symbol {symbol}, but there are only {base} base symbols"));
    }
    if words.total().is_none() {
        return refuse("the words occur more than 2^63 times in all; divide their counts by a constant".into());
    }
    Ok(())
}

/// A pair: the left id in the high half, the right id in the low half. So the order of pairs breaks ties.
type Pair = u64;

fn pair(left: u32, right: u32) -> Pair {
    (left as u64) << 32 | right as u64
}

fn parts(pair: Pair) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// The worth of a pair, and the positions where it began: `length` entries of `places` from `begin` on, in ascending order.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrences {
    /// The sum of what its occurrences are worth; without a guide, its count.
    worth: i64,
    /// The count of those that are worth something. It only falls.
    count: u64,
    begin: usize,
    length: usize,
}

/// An occurrence of a pair that has appeared or vanished.
#[derive(Clone, Copy, Debug)]
struct Change {
    pair: Pair,
    /// How often the word occurs; negative if the occurrence has vanished.
    count: i64,
    weight: i32,
    place: u32,
}

impl Change {
    /// By how much the worth of the pair grows, and its count.
    fn gain(&self) -> (i64, i64) {
        (self.count.saturating_mul(self.weight.into()), if self.weight > 0 { self.count } else { 0 })
    }
}

struct Trainer<'a> {
    options: &'a TrainOptions,
    progress: &'a dyn Progress,
    visited: usize,
    tokens: Tokens,
    classes: Vec<u8>,
    /// How many bytes of text each symbol stands for.
    bytes: Vec<usize>,
    merges: Vec<Merge>,
    pairs: FxHashMap<Pair, Occurrences>,
    places: Vec<u32>,
    /// Number of entries of `places` that belong to a pair.
    placed: usize,
    heap: BinaryHeap<(i64, Reverse<Pair>)>,
    visits: Vec<u32>,
    changes: Vec<Change>,
}

impl<'a> Trainer<'a> {
    fn new(words: Words, options: &'a TrainOptions, progress: &'a dyn Progress) -> Result<Self> {
        let mut trainer = Trainer {
            options,
            progress,
            visited: 0,
            tokens: Tokens::new(words, options.classes.len()),
            classes: options.classes.clone(),
            bytes: options.bytes.clone(),
            merges: Vec::new(),
            pairs: FxHashMap::default(),
            places: Vec::new(),
            placed: 0,
            heap: BinaryHeap::new(),
            visits: Vec::new(),
            changes: Vec::new(),
        };
        trainer.pairs = trainer.counted()?;
        trainer.pairs.retain(|_, occurrences| occurrences.count >= options.min_count);
        trainer.place();
        let least = options.min_count.max(1) as i64;
        let worth = trainer.pairs.iter().map(|(&pair, occurrences)| (occurrences.worth, Reverse(pair)));
        trainer.heap = worth.filter(|(worth, _)| *worth >= least).collect();
        Ok(trainer)
    }

    /// Counts the pairs of the corpus, slice by slice. Sums of integers do not depend on the order, hence not on threads.
    fn counted(&self) -> Result<FxHashMap<Pair, Occurrences>> {
        let words = self.tokens.words();
        let slices = words.slices(SLICE);
        let done = AtomicU64::new(0);
        let count_slice = |slice: &Range<usize>| {
            let mut pairs: FxHashMap<Pair, Occurrences> = FxHashMap::default();
            for (left, right, place, count) in words.neighbours(slice.clone()) {
                if self.may_merge(left, right) {
                    let occurrences = pairs.entry(pair(left, right)).or_default();
                    let weight = words.weight([place, place + 1, place + 2], &self.options.weights);
                    occurrences.worth = occurrences.worth.saturating_add((count as i64).saturating_mul(weight.into()));
                    occurrences.count += if weight > 0 { count } else { 0 };
                    occurrences.length += 1;
                }
            }
            self.progress.report("pairs", done.fetch_add(1, Ordering::Relaxed) + 1, slices.len() as u64)?;
            Ok(pairs)
        };
        slices.par_iter().map(count_slice).try_reduce(FxHashMap::default, |mut sum, mut other| {
            if sum.len() < other.len() {
                std::mem::swap(&mut sum, &mut other);
            }
            for (pair, more) in other {
                let occurrences = sum.entry(pair).or_default();
                occurrences.worth = occurrences.worth.saturating_add(more.worth);
                occurrences.count += more.count;
                occurrences.length += more.length;
            }
            Ok(sum)
        })
    }

    /// Fills the lists of positions of the pairs that have been counted.
    fn place(&mut self) {
        for occurrences in self.pairs.values_mut() {
            occurrences.begin = self.placed;
            self.placed += std::mem::take(&mut occurrences.length);
        }
        self.places = vec![0; self.placed];
        for slice in self.tokens.words().slices(SLICE) {
            for (left, right, place, _) in self.tokens.words().neighbours(slice) {
                if let Some(occurrences) = self.pairs.get_mut(&pair(left, right)) {
                    self.places[occurrences.begin + occurrences.length] = place as u32;
                    occurrences.length += 1;
                }
            }
        }
    }

    /// Removes the most frequent pair and returns it.
    fn best(&mut self) -> Option<(Pair, Occurrences)> {
        let least = self.options.min_count.max(1) as i64;
        while let Some((worth, Reverse(pair))) = self.heap.pop() {
            match self.pairs.get(&pair) {
                Some(&occurrences) if occurrences.worth == worth => {
                    self.forget(pair);
                    return Some((pair, occurrences));
                }
                Some(occurrences) if (least..worth).contains(&occurrences.worth) => self.heap.push((occurrences.worth, Reverse(pair))),
                _ => {}
            }
        }
        None
    }

    fn forget(&mut self, pair: Pair) {
        if let Some(occurrences) = self.pairs.remove(&pair) {
            self.placed -= occurrences.length;
        }
    }

    /// Merges a pair that [`Self::best`] has removed, wherever it occurs.
    fn merge(&mut self, pair: Pair, Occurrences { begin, length, .. }: Occurrences) -> Result<()> {
        let (left, right) = parts(pair);
        let product = self.classes.len() as u32;
        let class = self.options.rule.product(self.classes[left as usize], self.classes[right as usize]);
        self.classes.push(class.expect("only pairs that may merge are counted"));
        self.bytes.push(self.bytes[left as usize] + self.bytes[right as usize]);
        self.tokens.add_symbol(left, right);
        self.merges.push(Merge { left, right, product });
        let mut visits = std::mem::take(&mut self.visits);
        visits.clear();
        visits.extend_from_slice(&self.places[begin..begin + length]);
        for &place in &visits {
            self.visited += 1;
            if self.visited.is_multiple_of(VISITS_A_REPORT) {
                self.report()?;
            }
            self.merge_at(place, left, right, product);
        }
        self.visits = visits;
        self.apply_changes(product);
        Ok(())
    }

    fn report(&self) -> Result<()> {
        self.progress.report("merges", self.merges.len() as u64, (self.options.size - self.options.classes.len()) as u64)
    }

    /// Merges the pair at `place`, if it is still there, and records how the counts beside it change.
    fn merge_at(&mut self, place: u32, left: u32, right: u32, product: u32) {
        let Some(merged) = self.tokens.merge(place, left, right, product) else { return };
        let count = merged.count as i64;
        let mut change = |pair, places: [u32; 3], count| {
            let weight = self.tokens.words().weight(places.map(|place| place as usize), &self.options.weights);
            self.changes.push(Change { pair, count, weight, place: places[0] });
        };
        if let Some((before, symbol)) = merged.before {
            change(pair(symbol, left), [before, place, merged.right], -count);
            change(pair(symbol, product), [before, place, merged.end], count);
        }
        if let Some((behind, symbol)) = merged.behind {
            let end = self.tokens.end(behind, symbol);
            change(pair(right, symbol), [merged.right, behind, end], -count);
            change(pair(product, symbol), [place, behind, end], count);
        }
    }

    /// Updates counts, lists and heap after a merge. A pair with the product can appear and vanish in one step, as (c, a) when "aaaa"
    /// becomes "cc"; only the sum counts.
    fn apply_changes(&mut self, product: u32) {
        let least = self.options.min_count.max(1);
        let mut changes = std::mem::take(&mut self.changes);
        changes.sort_unstable_by_key(|change| (change.pair, change.place));
        for group in changes.chunk_by(|one, other| one.pair == other.pair) {
            let pair = group[0].pair;
            let (left, right) = parts(pair);
            let (worth, count) = group.iter().map(Change::gain).fold((0i64, 0), |sum, gain| (sum.0.saturating_add(gain.0), sum.1 + gain.1));
            if left == product || right == product {
                if count.max(0) as u64 >= least && self.may_merge(left, right) {
                    let begin = self.places.len();
                    self.places.extend(group.iter().filter(|change| change.count > 0).map(|change| change.place));
                    let occurrences = Occurrences { worth, count: count as u64, begin, length: self.places.len() - begin };
                    self.placed += occurrences.length;
                    self.pairs.insert(pair, occurrences);
                    if worth >= least as i64 {
                        self.heap.push((worth, Reverse(pair)));
                    }
                }
            } else if let Some(occurrences) = self.pairs.get_mut(&pair) {
                occurrences.worth = occurrences.worth.saturating_add(worth);
                occurrences.count = occurrences.count.saturating_add_signed(count);
                let (now, has_risen) = (occurrences.worth, worth > 0);
                if occurrences.count < least {
                    self.forget(pair);
                } else if has_risen && now >= least as i64 {
                    self.heap.push((now, Reverse(pair)));
                }
            }
        }
        changes.clear();
        self.changes = changes;
        if self.places.len() > 2 * self.placed + SLICE {
            self.close_up();
        }
    }

    /// Compacts the lists of positions: removes those of dropped pairs.
    fn close_up(&mut self) {
        let mut lists: Vec<&mut Occurrences> = self.pairs.values_mut().collect();
        lists.sort_unstable_by_key(|occurrences| occurrences.begin);
        let mut end = 0;
        for occurrences in lists {
            self.places.copy_within(occurrences.begin..occurrences.begin + occurrences.length, end);
            occurrences.begin = end;
            end += occurrences.length;
        }
        self.places.truncate(end);
    }

    fn may_merge(&self, left: u32, right: u32) -> bool {
        let [left, right] = [left, right].map(|symbol| symbol as usize);
        self.bytes[left] + self.bytes[right] <= MAX_TOKEN && self.options.rule.product(self.classes[left], self.classes[right]).is_some()
    }
}

#[cfg(test)]
#[path = "../../tests/inside/bpe_train.rs"]
mod tests;
