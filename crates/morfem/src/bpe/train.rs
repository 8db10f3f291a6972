//! Training: the merges that shorten a corpus fastest, one pair at a time.
//!
//! The corpus is a list of words with counts (Sennrich et al. 2016, section 3.2). Each step counts every pair of neighbours that the rule lets
//! merge, overlaps included ("aaa" holds (a, a) twice), takes the most frequent pair, of equals the one with the smaller left id, then the
//! smaller right id, and merges it in every word from left to right. A product that spells the same base symbols as a symbol we
//! have *is* that symbol: the merge is listed (once), but the number of symbols does not grow. These are the ties and the
//! products of the trainer of Hugging Face `tokenizers`, so the same counts give the same merges.
//!
//! **Counts are kept, not retaken.** The words lie end to end in one array. A token stands at the position of its first symbol; its last position says
//! how long it is, so the token on the left is found from there, and the one on the right from the length of the symbol: all that
//! share an id spell the same, so are equally long. Each pair has its count and the positions where it began; merging one occurrence changes the two pairs beside it.
//! A position is not removed from a list when its pair goes: it is recognised when visited. A merge makes one token of two, so a
//! corpus of n symbols sees fewer than n merges of occurrences, each of which changes at most four pairs: apart from sorting the
//! changes of one step, training is linear in n, however long the words.
//!
//! **The most frequent pair** is the top of a heap whose entries may be out of date. A count that grows gets a new entry; one that falls
//! keeps the old, which is therefore never too small, and is put back with the true count when it comes up. So the
//! first entry that is true is the most frequent pair.

use super::encode::Merge;
use super::rule::MergeRule;
use crate::progress::Progress;
use crate::{Error, Result};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counted words, end to end.
#[derive(Clone, Debug, Default)]
pub struct Words {
    symbols: Vec<u32>,
    ends: Vec<usize>,
    counts: Vec<u64>,
}

impl Words {
    /// Adds a word that occurs `count` times. An empty word adds nothing, nor does a count of 0.
    pub fn push(&mut self, symbols: impl IntoIterator<Item = u32>, count: u64) {
        let begin = self.symbols.len();
        if count > 0 {
            self.symbols.extend(symbols);
        }
        if self.symbols.len() > begin {
            self.ends.push(self.symbols.len());
            self.counts.push(count);
        }
    }
}

/// What to train.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// Class of each base symbol; their number is the number of base symbols.
    pub classes: Vec<u8>,
    /// Which classes merge.
    pub rule: MergeRule,
    /// Symbols wanted, base symbols included.
    pub size: usize,
    /// Pairs that occur less often do not merge.
    pub min_count: u64,
}

/// Reports come once in so many visits of a position, so that a caller can stop the job within a second.
const VISITS_A_REPORT: usize = 1 << 17;
/// Words are counted in slices of about so many symbols.
const SLICE: usize = 1 << 20;
/// The last position of a token longer than one symbol holds this flag and the length.
const LENGTH: u32 = 1 << 31;
/// A position inside a token.
const INSIDE: u32 = LENGTH;
/// A word is looked up from the first word of its block of positions.
const BLOCK: usize = 64;

/// Learns the merges that make `options.size` symbols of `words`.
pub fn train(words: Words, options: &TrainOptions, progress: &dyn Progress) -> Result<Vec<Merge>> {
    check(&words, options)?;
    let mut trainer = Trainer::new(words, options, progress)?;
    let total = (options.size - options.classes.len()) as u64;
    let mut visited = 0;
    while trainer.spellings.len() < options.size {
        if visited >= VISITS_A_REPORT {
            progress.report("merges", (trainer.spellings.len() - options.classes.len()) as u64, total)?;
            visited = 0;
        }
        let Some((pair, occurrences)) = trainer.best() else {
            return Err(too_few(trainer.spellings.len(), options));
        };
        visited += occurrences.length;
        trainer.merge(pair, occurrences);
    }
    progress.report("merges", total, total)?;
    Ok(trainer.merges)
}

fn check(words: &Words, options: &TrainOptions) -> Result<()> {
    let base = options.classes.len();
    if options.size < base {
        let size = options.size;
        return Err(Error::Training(format!("size {size} is less than the {base} base symbols; ask for {base} or more")));
    }
    if options.size >= LENGTH as usize {
        return Err(Error::Training(format!("size {}; symbol ids are 31 bits wide", options.size)));
    }
    if let Some(class) = options.classes.iter().find(|&&class| class as usize >= options.rule.classes()) {
        return Err(Error::Training(format!("a base symbol has class {class}, but the rule has {} classes", options.rule.classes())));
    }
    if words.symbols.is_empty() {
        return Err(Error::Training("the corpus is empty; give at least one word".into()));
    }
    if words.symbols.len() >= LENGTH as usize {
        let length = words.symbols.len();
        return Err(Error::Training(format!(
            "the distinct words have {length} symbols, the trainer takes fewer than {LENGTH}; train on a part of the corpus"
        )));
    }
    if let Some(symbol) = words.symbols.iter().find(|&&symbol| symbol as usize >= base) {
        return Err(Error::Training(format!("a word holds symbol {symbol}, but there are only {base} base symbols")));
    }
    let total = words
        .counts
        .iter()
        .zip(lengths(words))
        .try_fold(0u64, |total, (&count, length)| total.checked_add(count.checked_mul(length as u64)?));
    if total.is_none_or(|total| total > i64::MAX as u64) {
        return Err(Error::Training("the counts of the words add up to more than 2^63; divide them all by a constant".into()));
    }
    Ok(())
}

fn lengths(words: &Words) -> impl Iterator<Item = usize> {
    words.ends.iter().scan(0, |begin, &end| Some(end - std::mem::replace(begin, end)))
}

fn too_few(supported: usize, options: &TrainOptions) -> Error {
    let (size, least) = (options.size, options.min_count.max(1));
    let times = if least == 1 { "".into() } else { format!(" at least {least} times") };
    Error::Training(format!(
        "the corpus supports {supported} symbols, not {size}: no pair that may merge occurs{times} any more; ask for {supported} or fewer, or give more text"
    ))
}

/// Two neighbours: left id in the high half, right id in the low half, so that keys are ordered as the tie rule wants.
type Pair = u64;

fn pair(left: u32, right: u32) -> Pair {
    (left as u64) << 32 | right as u64
}

/// How often a pair occurs, and where it began once: `length` positions in `places`, from `begin` on.
#[derive(Clone, Copy, Debug, Default)]
struct Occurrences {
    count: u64,
    begin: usize,
    length: usize,
}

/// One occurrence of a pair gone (gain < 0) or come (gain > 0), in a word that counts as often.
#[derive(Clone, Copy, Debug)]
struct Change {
    pair: Pair,
    place: u32,
    gain: i64,
}

struct Trainer<'a> {
    options: &'a TrainOptions,
    words: Words,
    /// First word of each block of positions.
    first_words: Vec<u32>,
    /// Of each symbol its class, the number of base symbols it spells, and these symbols.
    classes: Vec<u8>,
    lengths: Vec<u32>,
    spellings: Vec<Arc<[u32]>>,
    by_spelling: FxHashMap<Arc<[u32]>, u32>,
    merges: Vec<Merge>,
    listed: FxHashSet<Pair>,
    pairs: FxHashMap<Pair, Occurrences>,
    places: Vec<u32>,
    /// Entries of `places` that belong to a pair.
    placed: usize,
    heap: BinaryHeap<(u64, Reverse<Pair>)>,
    visits: Vec<u32>,
    changes: Vec<Change>,
}

impl<'a> Trainer<'a> {
    fn new(words: Words, options: &'a TrainOptions, progress: &dyn Progress) -> Result<Self> {
        let base = options.classes.len();
        let spellings: Vec<Arc<[u32]>> = (0..base as u32).map(|symbol| Arc::from([symbol])).collect();
        let mut trainer = Trainer {
            first_words: first_words(&words.ends),
            options,
            words,
            classes: options.classes.clone(),
            lengths: vec![1; base],
            by_spelling: spellings.iter().cloned().zip(0..).collect(),
            spellings,
            merges: Vec::new(),
            listed: FxHashSet::default(),
            pairs: FxHashMap::default(),
            places: Vec::new(),
            placed: 0,
            heap: BinaryHeap::new(),
            visits: Vec::new(),
            changes: Vec::new(),
        };
        trainer.pairs = trainer.counted(progress)?;
        trainer.place_all();
        let least = options.min_count.max(1);
        let entries = trainer.pairs.iter().filter(|(_, occurrences)| occurrences.count >= least);
        trainer.heap = entries.map(|(&pair, occurrences)| (occurrences.count, Reverse(pair))).collect();
        Ok(trainer)
    }

    /// Counts the pairs of the corpus, slice by slice; sums do not depend on who counts what.
    fn counted(&self, progress: &dyn Progress) -> Result<FxHashMap<Pair, Occurrences>> {
        let slices = self.slices();
        let done = AtomicU64::new(0);
        let count_slice = |slice: &Range<usize>| {
            let mut pairs: FxHashMap<Pair, Occurrences> = FxHashMap::default();
            for word in slice.clone() {
                for neighbours in self.words.symbols[self.word_begin(word)..self.words.ends[word]].windows(2) {
                    if self.may_merge(neighbours[0], neighbours[1]) {
                        let occurrences = pairs.entry(pair(neighbours[0], neighbours[1])).or_default();
                        occurrences.count += self.words.counts[word];
                        occurrences.length += 1;
                    }
                }
            }
            progress.report("pairs", done.fetch_add(1, Ordering::Relaxed) + 1, slices.len() as u64)?;
            Ok(pairs)
        };
        slices.par_iter().map(count_slice).try_reduce(FxHashMap::default, |mut sum, mut other| {
            if sum.len() < other.len() {
                std::mem::swap(&mut sum, &mut other);
            }
            for (pair, more) in other {
                let occurrences = sum.entry(pair).or_default();
                occurrences.count += more.count;
                occurrences.length += more.length;
            }
            Ok(sum)
        })
    }

    /// Ranges of words of about [`SLICE`] symbols each.
    fn slices(&self) -> Vec<Range<usize>> {
        let mut slices = Vec::new();
        let mut begin = 0;
        for word in 0..self.words.ends.len() {
            if self.words.ends[word] - self.word_begin(begin) >= SLICE || word + 1 == self.words.ends.len() {
                slices.push(begin..word + 1);
                begin = word + 1;
            }
        }
        slices
    }

    /// Lists the positions of the pairs that have been counted.
    fn place_all(&mut self) {
        let mut sorted: Vec<Pair> = self.pairs.keys().copied().collect();
        sorted.sort_unstable();
        for pair in sorted {
            let occurrences = self.pairs.get_mut(&pair).expect("the pair has been counted");
            occurrences.begin = self.placed;
            self.placed += std::mem::take(&mut occurrences.length);
        }
        self.places = vec![0; self.placed];
        for word in 0..self.words.ends.len() {
            for place in self.word_begin(word)..self.words.ends[word] - 1 {
                if let Some(occurrences) = self.pairs.get_mut(&pair(self.words.symbols[place], self.words.symbols[place + 1])) {
                    self.places[occurrences.begin + occurrences.length] = place as u32;
                    occurrences.length += 1;
                }
            }
        }
    }

    /// Takes the most frequent pair out, if one is frequent enough.
    fn best(&mut self) -> Option<(Pair, Occurrences)> {
        while let Some((count, Reverse(pair))) = self.heap.pop() {
            match self.pairs.get(&pair) {
                Some(&occurrences) if occurrences.count == count => {
                    self.forget(pair);
                    return Some((pair, occurrences));
                }
                Some(occurrences) if occurrences.count < count => self.enter(pair, occurrences.count),
                // The pair has gone, or has grown since and has a newer entry.
                _ => {}
            }
        }
        None
    }

    fn enter(&mut self, pair: Pair, count: u64) {
        if count >= self.options.min_count.max(1) {
            self.heap.push((count, Reverse(pair)));
        }
    }

    fn forget(&mut self, pair: Pair) {
        if let Some(occurrences) = self.pairs.remove(&pair) {
            self.placed -= occurrences.length;
        }
    }

    /// Merges a pair, which has been taken out, wherever it occurs.
    fn merge(&mut self, merged: Pair, occurrences: Occurrences) {
        let (left, right) = ((merged >> 32) as u32, merged as u32);
        let product = self.product(left, right);
        if self.listed.insert(merged) {
            self.merges.push(Merge { left, right, product });
        }
        let mut visits = std::mem::take(&mut self.visits);
        visits.clear();
        visits.extend_from_slice(&self.places[occurrences.begin..occurrences.begin + occurrences.length]);
        // Positions come in order but where a product has been made by two merges.
        if !visits.is_sorted() {
            visits.sort_unstable();
        }
        for &place in &visits {
            self.merge_at(place, left, right, product);
        }
        self.visits = visits;
        self.apply_changes(merged);
    }

    /// Id of the symbol that spells both: one we have, or a new one.
    fn product(&mut self, left: u32, right: u32) -> u32 {
        let spelling: Arc<[u32]> = [&*self.spellings[left as usize], &*self.spellings[right as usize]].concat().into();
        if let Some(&symbol) = self.by_spelling.get(&spelling) {
            return symbol;
        }
        let symbol = self.spellings.len() as u32;
        let class = self.options.rule.product(self.classes[left as usize], self.classes[right as usize]);
        self.classes.push(class.expect("only pairs that may merge are counted"));
        self.lengths.push(spelling.len() as u32);
        self.by_spelling.insert(spelling.clone(), symbol);
        self.spellings.push(spelling);
        symbol
    }

    /// Merges the pair at `place`, if it is still there, and notes what changes beside it.
    fn merge_at(&mut self, place: u32, left: u32, right: u32, product: u32) {
        let at = place as usize;
        let next = at + self.lengths[left as usize] as usize;
        if self.words.symbols[at] != left {
            return;
        }
        let (begin, end, count) = self.word_at(at);
        if next >= end || self.words.symbols[next] != right {
            return;
        }
        if at > begin {
            let previous = match self.words.symbols[at - 1] {
                length if length & LENGTH != 0 => at - (length & !LENGTH) as usize,
                _ => at - 1,
            };
            let symbol = self.words.symbols[previous];
            self.changes.push(Change { pair: pair(symbol, left), place: previous as u32, gain: -count });
            self.changes.push(Change { pair: pair(symbol, product), place: previous as u32, gain: count });
        }
        let after = next + self.lengths[right as usize] as usize;
        if after < end {
            let symbol = self.words.symbols[after];
            self.changes.push(Change { pair: pair(right, symbol), place: next as u32, gain: -count });
            self.changes.push(Change { pair: pair(product, symbol), place, gain: count });
        }
        self.words.symbols[at] = product;
        self.words.symbols[next] = INSIDE;
        self.words.symbols[after - 1] = LENGTH | (after - at) as u32;
    }

    /// Brings counts, lists and heap up to date after a merge.
    fn apply_changes(&mut self, merged: Pair) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.sort_unstable_by_key(|change| (change.pair, change.place));
        for group in changes.chunk_by(|one, other| one.pair == other.pair) {
            let pair = group[0].pair;
            if pair == merged || !self.may_merge((pair >> 32) as u32, pair as u32) {
                continue;
            }
            let gain: i64 = group.iter().map(|change| change.gain).sum();
            let mut occurrences = self.pairs.get(&pair).copied().unwrap_or_default();
            occurrences.count = occurrences.count.wrapping_add_signed(gain);
            if occurrences.count == 0 {
                self.forget(pair);
                continue;
            }
            let come = group.iter().filter(|change| change.gain > 0).map(|change| change.place);
            let known = occurrences.begin..occurrences.begin + occurrences.length;
            let begin = self.places.len();
            self.places.extend(come);
            if self.places.len() > begin {
                if !known.is_empty() {
                    self.places.extend_from_within(known.clone());
                }
                (occurrences.begin, occurrences.length) = (begin, self.places.len() - begin);
                self.placed += occurrences.length - known.len();
            }
            self.pairs.insert(pair, occurrences);
            if gain > 0 {
                self.enter(pair, occurrences.count);
            }
        }
        changes.clear();
        self.changes = changes;
        if self.places.len() > 2 * self.placed + SLICE {
            self.close_up();
        }
    }

    /// Moves the lists together, over the room of pairs that have gone.
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
        self.options.rule.product(self.classes[left as usize], self.classes[right as usize]).is_some()
    }

    fn word_begin(&self, word: usize) -> usize {
        if word == 0 { 0 } else { self.words.ends[word - 1] }
    }

    /// Begin, end and count of the word that holds a position.
    fn word_at(&self, place: usize) -> (usize, usize, i64) {
        let mut word = self.first_words[place / BLOCK] as usize;
        while self.words.ends[word] <= place {
            word += 1;
        }
        (self.word_begin(word), self.words.ends[word], self.words.counts[word] as i64)
    }
}

/// The word that holds the first position of each block.
fn first_words(ends: &[usize]) -> Vec<u32> {
    let mut word = 0;
    let places = (0..*ends.last().expect("the corpus is not empty")).step_by(BLOCK);
    places
        .map(|place| {
            while ends[word] <= place {
                word += 1;
            }
            word as u32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Counted = Vec<(Vec<u32>, u64)>;

    fn words(counted: &Counted) -> Words {
        let mut words = Words::default();
        for (word, count) in counted {
            words.push(word.iter().copied(), *count);
        }
        words
    }

    fn plain(base: usize, size: usize) -> TrainOptions {
        TrainOptions { classes: vec![0; base], rule: MergeRule::any(), size, min_count: 1 }
    }

    /// The definition, counting anew in each step: the merges, and the number of symbols that the corpus supports.
    fn definition(mut corpus: Counted, options: &TrainOptions) -> (Vec<Merge>, usize) {
        let mut classes = options.classes.clone();
        let mut spellings: Vec<Vec<u32>> = (0..classes.len() as u32).map(|symbol| vec![symbol]).collect();
        let mut merges: Vec<Merge> = Vec::new();
        while spellings.len() < options.size {
            let mut counts: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            for (word, count) in &corpus {
                for pair in
                    word.windows(2).filter(|pair| options.rule.product(classes[pair[0] as usize], classes[pair[1] as usize]).is_some())
                {
                    *counts.entry((pair[0], pair[1])).or_default() += count;
                }
            }
            let Some((&(left, right), &count)) = counts.iter().max_by_key(|&(pair, count)| (*count, Reverse(*pair))) else { break };
            if count < options.min_count {
                break;
            }
            let spelling = [&spellings[left as usize][..], &spellings[right as usize][..]].concat();
            let product = spellings.iter().position(|known| *known == spelling).unwrap_or_else(|| {
                classes.push(options.rule.product(classes[left as usize], classes[right as usize]).unwrap());
                spellings.push(spelling);
                spellings.len() - 1
            }) as u32;
            let merge = Merge { left, right, product };
            if !merges.contains(&merge) {
                merges.push(merge);
            }
            for (word, _) in &mut corpus {
                let mut at = 0;
                while at + 1 < word.len() {
                    if (word[at], word[at + 1]) == (left, right) {
                        word.splice(at..at + 2, [product]);
                    }
                    at += 1;
                }
            }
        }
        (merges, spellings.len())
    }

    fn corpus(symbols: u32) -> impl Strategy<Value = Counted> {
        proptest::collection::vec((proptest::collection::vec(0..symbols, 1..40), 1u64..6), 1..12)
    }

    fn agree(corpus: Counted, mut options: TrainOptions) -> std::result::Result<(), TestCaseError> {
        let (merges, supported) = definition(corpus.clone(), &options);
        if supported < options.size {
            let message = train(words(&corpus), &options, &Silent).unwrap_err().to_string();
            prop_assert!(message.contains(&format!("supports {supported} symbols, not {}", options.size)), "{}", message);
            options.size = supported;
        }
        let trained = train(words(&corpus), &options, &Silent).unwrap();
        prop_assert_eq!(&trained, &merges[..trained.len()]);
        // Merges past the last new symbol only repeat products, and a run that is content with the size does not make them.
        prop_assert!(merges[trained.len()..].iter().all(|merge| trained.iter().any(|known| known.product == merge.product)));
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn training_is_counting_anew_in_each_step(corpus in corpus(3), size in 3usize..60, min_count in 0u64..4) {
            agree(corpus, TrainOptions { min_count, ..plain(3, size) })?;
        }

        #[test]
        fn only_what_the_rule_allows_is_merged(corpus in corpus(6), size in 6usize..40) {
            let rule = MergeRule::new(3, &[(0, 1, 2), (2, 1, 2), (1, 1, 1)]).unwrap();
            agree(corpus, TrainOptions { classes: vec![0, 0, 0, 1, 1, 1], rule, size, min_count: 1 })?;
        }
    }
}
