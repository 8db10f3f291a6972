//! Which words, stems, roots, patterns and pieces are worth an id.
//!
//! Each kind of token has its share of the ids ([`Options`]). *Wholes* are words with affixes, and stems. They are chosen by their gain:
//! - The gain of a word is its frequency, for each affix boundary in it, times the weight of words.
//! - The gain of a stem with a root is its frequency outside the chosen words, times the weight of roots and a power of the number of
//!   tears. A *tear* is a place where letters of the pattern stand inside the root, so that pieces of the word would have wrong
//!   boundaries.
//! - A stem that is its own root gains [`BARE`] times its frequency, because the root would be a token anyway.
//! - Any other stem gains its frequency times the weight of such stems: about the number of tokens that its pieces need beyond one.
//!
//! *Roots* and *patterns*, beside those patterns that a linguist wrote, are chosen by their frequency in the remaining words, and by a part of that in the wholes. A root counts only with a chosen pattern, and a pattern
//! only with a chosen root, so they are chosen again in a few rounds. After them come *pieces* for the stems without a root. Ties go to the
//! smaller letters. Words that are not taken apart all have an id, and so have the root and pattern of a word of which a table gives the
//! root, as far as the share of these goes ([`GIVEN`]).

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::alphabet::Alphabet;
use super::clitics::{Cut, Table};
use super::grammar::{Analysis, Grammar, tears};
use super::known::Known;
use super::options::Options;
use super::packed::SLOT;
use super::pieces;
use super::root::Root;
use super::unit::Unit;
use crate::vocab::Kind;

/// Most runs of prefixes, and of suffixes, that get an id; and how many ids the vocabulary has for each of them at least.
const RUNS: usize = 60;
const IDS_PER_RUN: usize = 100;
/// Rounds in which wholes are chosen again, and roots with patterns.
const ROUNDS: usize = 2;
const HALF_ROUNDS: usize = 3;
/// What a stem that is its own root gains by an id, as a share of its frequency (docs/design/splinter.md).
const BARE: f64 = 0.3;
/// A root or pattern of a word that is a whole counts as if the word were so many times rarer: its id makes the whole a root and a pattern
/// instead of letters without a root (docs/design/splinter.md).
const WHOLE: u64 = 2;
/// Roots that a table gives words take at most this part of the ids of roots, a quarter, and the patterns of these words as large a part of
/// the ids of patterns. All have room in a large vocabulary; in a small one they would leave none for the frequent ones.
const GIVEN: usize = 4;
/// Stems that are rarer, or longer, teach no pieces (docs/design/splinter.md).
const PIECE_COUNT: u64 = 4;
const PIECE_STEM: usize = 20;

/// What has been selected.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub stems: Vec<Vec<u8>>,
    /// Which of the stems are roots.
    pub is_root: Vec<bool>,
    pub pieces: Vec<Vec<u8>>,
    pub patterns: Vec<Vec<u8>>,
    pub joined: Vec<(Kind, Vec<Unit>)>,
}

type Letters<'a> = FxHashSet<&'a [u8]>;
type Counts<'a> = FxHashMap<&'a [u8], u64>;
/// Root and pattern of each stem that has them.
type HalvesOf<'a> = FxHashMap<&'a [u8], Option<Halves>>;

/// A word of the corpus, cut.
struct Word<'a> {
    letters: &'a [u8],
    count: u64,
    cut: Cut,
    /// With the letter that a prefix has taken.
    stem: Cow<'a, [u8]>,
    root: Option<Root>,
}

impl Word<'_> {
    fn stem(&self) -> &[u8] {
        &self.stem
    }
}

fn edges(cut: &Cut) -> u64 {
    (cut.prefix > 0) as u64 + (cut.suffix > 0) as u64
}

/// Root and pattern of a stem.
struct Halves {
    tears: usize,
    root: Vec<u8>,
    pattern: Vec<u8>,
    /// Whether the pattern is in the table that a linguist wrote.
    is_written: bool,
}

impl Halves {
    fn new(alphabet: &Alphabet, known: &Known, stem: &[u8], root: Root) -> Self {
        let tears = tears(alphabet, stem, root);
        let pattern: Vec<u8> = root.pattern(alphabet, stem).collect();
        Halves { tears, root: root.letters(alphabet, stem).collect(), is_written: known.has(alphabet, &pattern), pattern }
    }

    fn is_bare(&self) -> bool {
        self.pattern.iter().all(|&letter| letter == SLOT)
    }
}

/// The `most` most frequent.
fn most_frequent<T: Ord + Copy>(counts: impl Iterator<Item = (T, u64)>, most: usize) -> Vec<T> {
    let mut order: Vec<(T, u64)> = counts.collect();
    order.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    order.into_iter().take(most).map(|item| item.0).collect()
}

/// Selects tokens for `room` ids from the words of a corpus with their counts.
pub fn select(alphabet: &Alphabet, grammar: &Grammar, words: &BTreeMap<Vec<u8>, u64>, options: &Options, room: usize) -> Selection {
    let part = |share: f64| (share * room as f64) as usize;
    let table = &grammar.clitics.table;
    let words = cut_words(alphabet, grammar, words);
    let halves = halves(alphabet, &grammar.roots.known, &words);
    let halves_of = |stem: &[u8]| halves.get(stem).and_then(Option::as_ref);

    let (chosen, mut stems, (mut roots, mut patterns)) = wholes(&words, &halves, options, room);
    // A root that a table gives a word is its root only if that and the pattern have an id.
    let given: Vec<Halves> = grammar.given().map(|(stem, root)| Halves::new(alphabet, &grammar.roots.known, stem, root)).collect();
    add(&mut roots, given.iter().map(|halves| &halves.root[..]), part(options.root_share) / GIVEN);
    add(
        &mut patterns,
        given.iter().filter(|halves| !halves.is_bare()).map(|halves| &halves.pattern[..]),
        part(options.pattern_share) / GIVEN,
    );
    stems.extend(grammar.closed.iter().flat_map(|closed| closed.whole()).filter(|word| word.len() > 1));
    if patterns.is_empty() {
        // A word is joined from its affixes and its stem, never from letters.
        stems.extend(words.iter().filter(|word| chosen.contains(word.letters)).map(Word::stem).filter(|stem| stem.len() > 1));
    }
    let has_halves = |halves: &Halves| roots.contains(&halves.root[..]) && (halves.is_bare() || patterns.contains(&halves.pattern[..]));

    // Of what is left: pieces where there is no root.
    let mut rest: Counts = FxHashMap::default();
    let is_whole = |word: &Word| chosen.contains(word.letters) || stems.contains(word.stem());
    for word in words.iter().filter(|word| !is_whole(word) && !halves_of(word.stem()).is_some_and(has_halves)) {
        *rest.entry(word.stem()).or_default() += word.count;
    }
    let mut rest: Vec<(&[u8], u64)> = rest.into_iter().filter(|(stem, count)| *count >= PIECE_COUNT && stem.len() < PIECE_STEM).collect();
    rest.sort_unstable();
    let is_known = |part: &[u8]| stems.contains(part) || roots.contains(part);
    let (beginnings, pieces) = pieces::select(&rest, is_known, part(options.piece_share));

    // A stem whose root and pattern are units is joined from them, also if its letters are another root (מתן of נתן); any other is a unit.
    let is_joined = |stem: &[u8]| halves_of(stem).is_some_and(|halves| !halves.is_bare() && has_halves(halves));
    let mut unit_stems: Vec<&[u8]> = roots.iter().chain(stems.iter().filter(|stem| !is_joined(stem))).copied().collect();
    unit_stems.extend(beginnings.iter().map(Vec::as_slice).filter(|beginning| !stems.contains(beginning)));
    unit_stems.sort_unstable();
    unit_stems.dedup();
    let mut unit_patterns: Vec<&[u8]> = patterns.iter().copied().filter(|pattern| pattern.iter().any(|&letter| letter != SLOT)).collect();
    unit_patterns.sort_unstable();
    let stem_units: FxHashMap<&[u8], Unit> = unit_stems.iter().zip(0..).map(|(&stem, number)| (stem, Unit::Stem(number))).collect();
    let pattern_units: FxHashMap<&[u8], Unit> =
        unit_patterns.iter().zip(0..).map(|(&pattern, number)| (pattern, Unit::Pattern(number))).collect();
    let join = |stem: &[u8]| -> Vec<Unit> {
        if let Some(halves) = halves_of(stem)
            && let (Some(&root), Some(&pattern)) = (stem_units.get(&halves.root[..]), pattern_units.get(&halves.pattern[..]))
        {
            return vec![root, pattern];
        }
        if let Some(&unit) = stem_units.get(stem) {
            return vec![unit];
        }
        let start = stem.first().map(|&letter| Unit::Start(letter));
        start.into_iter().chain(stem.iter().skip(1).map(|&letter| Unit::Letter(letter))).collect()
    };
    let prefixes = |form: usize| table.prefixes[form].parts.iter().map(|&affix| Unit::Prefix(affix));
    let suffixes = |form: usize| table.suffixes[form].parts.iter().map(|&affix| Unit::Suffix(affix));
    let mut joined = affix_runs(&words, table, RUNS.min(room / IDS_PER_RUN));
    let mut joined_stems: Vec<&[u8]> = stems.iter().copied().filter(|stem| is_joined(stem)).collect();
    joined_stems.sort_unstable();
    joined.extend(joined_stems.into_iter().map(|stem| (Kind::Word, join(stem))));
    for word in words.iter().filter(|word| chosen.contains(word.letters)) {
        joined.push((Kind::Word, prefixes(word.cut.prefix).chain(join(word.stem())).chain(suffixes(word.cut.suffix)).collect()));
    }
    // Where words have no patterns every stem counts as one.
    let is_root = |stem: &&[u8]| patterns.is_empty() || roots.contains(stem) || halves_of(stem).is_some_and(Halves::is_bare);
    let is_root = unit_stems.iter().map(is_root).collect();
    let owned = |all: Vec<&[u8]>| all.into_iter().map(<[u8]>::to_vec).collect();
    Selection { stems: owned(unit_stems), is_root, pieces, patterns: owned(unit_patterns), joined }
}

/// Cuts the words of a corpus.
fn cut_words<'a>(alphabet: &Alphabet, grammar: &Grammar, words: &'a BTreeMap<Vec<u8>, u64>) -> Vec<Word<'a>> {
    let cut = |(letters, &count): (&'a Vec<u8>, &u64)| {
        let Analysis { cut, root } = grammar.analyze(alphabet, letters);
        Word { letters, count, stem: grammar.clitics.table.stem(letters, &cut), cut, root }
    };
    words.iter().map(cut).collect()
}

/// The halves of the stems of words.
fn halves<'a>(alphabet: &Alphabet, known: &Known, words: &'a [Word]) -> HalvesOf<'a> {
    let mut halves = HalvesOf::default();
    for word in words {
        halves.entry(word.stem()).or_insert_with(|| Some(Halves::new(alphabet, known, word.stem(), word.root?)));
    }
    halves
}

/// The words and the stems that are wholes, and the roots and patterns of the words that are left.
fn wholes<'a>(
    words: &'a [Word],
    halves: &'a HalvesOf<'a>,
    options: &Options,
    room: usize,
) -> (Letters<'a>, Letters<'a>, (Letters<'a>, Letters<'a>)) {
    let part = |share: f64| (share * room as f64) as usize;
    let halves_of = |stem: &[u8]| halves.get(stem).and_then(Option::as_ref);
    let (mut chosen, mut stems): (Letters, Letters) = Default::default();
    let mut known: Option<(Letters, Letters)> = None;
    for _ in 0..ROUNDS {
        let mut counts: Counts = FxHashMap::default();
        for word in words.iter().filter(|word| !chosen.contains(word.letters)) {
            *counts.entry(word.stem()).or_default() += word.count;
        }
        let gain_of = |stem: &[u8], count: u64| match halves_of(stem) {
            _ if stem.len() < 2 => 0.0,
            Some(halves) if halves.is_bare() => count as f64 * BARE,
            Some(halves)
                if known
                    .as_ref()
                    .is_none_or(|(roots, patterns)| roots.contains(&halves.root[..]) && patterns.contains(&halves.pattern[..])) =>
            {
                options.root_weight * count as f64 * (halves.tears as f64).powf(options.tear_exponent)
            }
            _ => options.stem_weight * count as f64,
        };
        let stem_gains = counts.iter().map(|(&stem, &count)| (gain_of(stem, count), stem, false));
        let word_gains = words
            .iter()
            .filter(|word| edges(&word.cut) > 0)
            .map(|word| (options.word_weight * (word.count * edges(&word.cut)) as f64, word.letters, true));
        let mut gains: Vec<(f64, &[u8], bool)> = stem_gains.chain(word_gains).filter(|gain| gain.0 > 0.0).collect();
        gains.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)).then(a.2.cmp(&b.2)));
        gains.truncate(part(options.whole_share));
        (chosen, stems) = Default::default();
        for (_, letters, is_word) in gains {
            if is_word { &mut chosen } else { &mut stems }.insert(letters);
        }
        known = Some(roots_and_patterns(words, &chosen, &stems, halves, part(options.root_share), part(options.pattern_share)));
    }
    (chosen, stems, known.unwrap_or_default())
}

/// Adds letters until there are so many more.
fn add<'a>(chosen: &mut Letters<'a>, given: impl Iterator<Item = &'a [u8]>, more: usize) {
    let most = chosen.len() + more;
    for letters in given {
        if chosen.len() < most {
            chosen.insert(letters);
        }
    }
}

/// The runs of prefixes, and those of suffixes, that the most words have: at most `most` of each.
fn affix_runs(words: &[Word], table: &Table, most: usize) -> Vec<(Kind, Vec<Unit>)> {
    let mut before: FxHashMap<&[u16], u64> = FxHashMap::default();
    let mut behind: FxHashMap<&[u16], u64> = FxHashMap::default();
    for word in words {
        *before.entry(&table.prefixes[word.cut.prefix].parts).or_default() += word.count;
        *behind.entry(&table.suffixes[word.cut.suffix].parts).or_default() += word.count;
    }
    let runs = |counts: FxHashMap<&[u16], u64>, unit: fn(u16) -> Unit| -> Vec<(Kind, Vec<Unit>)> {
        let runs = most_frequent(counts.into_iter().filter(|run| run.0.len() > 1), most);
        runs.into_iter().map(|run| (Kind::Affix, run.iter().map(|&affix| unit(affix)).collect())).collect()
    };
    let mut joined = runs(before, Unit::Prefix);
    joined.extend(runs(behind, Unit::Suffix));
    joined
}

/// The roots and patterns that are used most in the words that are left.
fn roots_and_patterns<'a>(
    words: &'a [Word],
    chosen: &Letters,
    stems: &Letters,
    halves: &'a HalvesOf<'_>,
    most_roots: usize,
    most_patterns: usize,
) -> (Letters<'a>, Letters<'a>) {
    let mut counts: Counts = FxHashMap::default();
    for word in words {
        let is_whole = chosen.contains(word.letters) || stems.contains(word.stem());
        *counts.entry(word.stem()).or_default() += if is_whole { word.count / WHOLE } else { word.count };
    }
    let rest: Vec<(&'a Halves, u64)> = counts.iter().filter_map(|(stem, &count)| Some((halves.get(stem)?.as_ref()?, count))).collect();
    let mut known: Option<(Letters, Letters)> = None;
    for _ in 0..=HALF_ROUNDS {
        let (mut roots, mut patterns): (Counts, Counts) = Default::default();
        for &(halves, count) in &rest {
            if known.as_ref().is_none_or(|(_, patterns)| halves.is_bare() || patterns.contains(&halves.pattern[..])) {
                *roots.entry(&halves.root).or_default() += count;
            }
            if known.as_ref().is_none_or(|(roots, _)| roots.contains(&halves.root[..])) {
                *patterns.entry(&halves.pattern).or_default() += count;
            }
        }
        let roots = most_frequent(roots.into_iter(), most_roots).into_iter().collect();
        // Without an id for the pattern of a rare form, the form would have no root.
        let written: Vec<&[u8]> = rest.iter().filter(|(halves, _)| halves.is_written).map(|(halves, _)| &halves.pattern[..]).collect();
        let written = written.into_iter().filter(|pattern| patterns.contains_key(pattern)).collect::<Vec<_>>();
        let patterns = most_frequent(patterns.into_iter(), most_patterns).into_iter().chain(written).collect();
        known = Some((roots, patterns));
    }
    known.unwrap_or_default()
}
