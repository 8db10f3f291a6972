//! From a corpus to units and their ids.
//!
//! The words of the corpus, without marks and capitals, are counted. Those that are frequent enough teach the
//! [reductions](super::reduction), or else how [prefixes and suffixes](super::clitics) are cut and what [roots and patterns](super::roots)
//! there are; of these the most useful become units ([`select`](super::select)). Every letter, mark and affix is a unit as well. Ids are
//! given in the order of frequency in the corpus, of equals in the order of [`all_units`]. What is left of the vocabulary are merges of
//! neighbours, by the byte-pair trainer.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::alphabet::{Alphabet, Sign};
use super::clitics::{self, Table};
use super::closed::Closed;
use super::encode::{Encoder, SplinterBuffers};
use super::files::{ALPHABET, CLITICS, CLOSED, CONDITIONS, KNOWN, KNOWN_ROOTS};
use super::grammar::{Grammar, Method};
use super::inventory::{Inventory, all_units};
use super::joined::Joints;
use super::known::Known;
use super::known_roots::KnownRoots;
use super::options::{Merger, Options};
use super::reduction::{Reductions, learn};
use super::roots::Roots;
use super::roots_train;
use super::select::{Selection, select};
use super::unit::{POINTED, Unit};
use super::word::Word;
use crate::bpe::MergeRule;
use crate::corpus::{ChunkCounter, Chunks};
use crate::run::progress::Progress;
use crate::train::{check_letters, refuse_taken, specials_and_bytes};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The tables of a language.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The alphabet, `alphabet.tsv`.
    pub alphabet: String,
    /// The prefixes and suffixes, `clitics.tsv`; without them words are reduced letter by letter.
    pub clitics: Option<String>,
    /// What prefixes and suffixes need, `conditions.tsv`.
    pub conditions: Option<String>,
    /// Patterns that a linguist wrote, `known_patterns.tsv`.
    pub patterns: Option<String>,
    /// Roots that a linguist wrote, `known_roots.tsv`.
    pub roots: Option<String>,
    /// Words that are not taken apart, `closed.tsv`.
    pub closed: Option<String>,
}

/// Words that occur less often do not teach how edges are cut (docs/design/splinter.md).
const CUT_COUNT: u64 = 5;
/// Stems whose expected count is lower are not kept for cutting (docs/design/splinter.md).
const STEM_COUNT: f64 = 4.0;
/// Rounds in which roots are learned.
const ROUNDS: usize = 2;

/// What is learned before any vocabulary.
pub struct Learned {
    language: Inventory,
    method: Method,
    words: BTreeMap<Vec<u8>, u64>,
}

impl Learned {
    /// The same with the words of general text, which compete for ids too but have taught nothing.
    pub fn with_words(mut self, general: &Chunks) -> Self {
        for (word, count) in words(&self.language.alphabet, self.method.table(), general) {
            *self.words.entry(word).or_default() += count;
        }
        self
    }

    /// Ids that the language cannot do without, beside `first` specials and bytes: the smallest vocabulary.
    pub fn least(&self, first: usize) -> usize {
        first + all_units(&self.language, None).len()
    }

    /// Whether words are reduced letter by letter.
    pub fn is_reduced(&self) -> bool {
        matches!(self.method, Method::Reductions(_))
    }
}

/// The marks, letters, affixes and points of a language, which every vocabulary has.
pub fn signs(language: &Inventory) -> impl Iterator<Item = (Kind, Vec<u8>)> {
    let signs = language.without_words();
    all_units(&signs, None).into_iter().filter_map(move |unit| signs.name(unit)).map(|(kind, name)| (kind, name.into_bytes()))
}

/// A vocabulary and its encoder.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Encoder,
}

/// The words of chunks, without marks and capitals, the last letter as it is inside a word, with their counts.
/// Of an acronym counts what is before its ending.
fn words(alphabet: &Alphabet, table: Option<&Table>, chunks: &Chunks) -> BTreeMap<Vec<u8>, u64> {
    let mut words: FxHashMap<Vec<u8>, u64> = FxHashMap::default();
    let (mut word, mut points): (Vec<u8>, Vec<(u8, u8)>) = Default::default();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        for character in text.chars().chain(['\0']) {
            match alphabet.sign(character) {
                Sign::Letter(letter) | Sign::Capital(letter) => word.push(letter),
                Sign::Mark(mark) if alphabet.is_joint(mark) && (1..=POINTED).contains(&word.len()) => {
                    points.push((word.len() as u8 - 1, mark))
                }
                Sign::Mark(_) => {}
                Sign::Other => {
                    let joints = Joints::new(alphabet, &points).zip(table);
                    word.truncate(joints.and_then(|(joints, table)| joints.stem_end(&word, table)).unwrap_or(word.len()));
                    points.clear();
                    if let Some(last) = word.last_mut() {
                        *last = alphabet.twin(*last);
                        match words.get_mut(&word) {
                            Some(known) => *known += count as u64,
                            None => drop(words.insert(word.clone(), count as u64)),
                        }
                        word.clear();
                    }
                }
            }
        }
    }
    words.into_iter().collect()
}

/// What another tokenizer has learned, for the words of a corpus.
///
/// # Errors
/// [`Error::Training`] if the corpus has no word of its alphabet.
pub fn learned_before(chunks: &Chunks, encoder: &Encoder) -> Result<Learned> {
    let language = encoder.inventory.without_words();
    let mut words = words_of(&language.alphabet, encoder.method.table(), chunks)?;
    if let Method::Units(grammar) = &encoder.method {
        words = meant(&language.alphabet, grammar, words);
    }
    Ok(Learned { language, method: encoder.method.clone(), words })
}

/// The words of a corpus, most of whose letters are in the alphabet.
fn words_of(alphabet: &Alphabet, table: Option<&Table>, chunks: &Chunks) -> Result<BTreeMap<Vec<u8>, u64>> {
    check_letters(chunks, |letter| !matches!(alphabet.sign(letter), Sign::Other))?;
    Ok(words(alphabet, table, chunks))
}

impl Tables {
    /// Ids that the language cannot do without, besides `first` specials and bytes.
    ///
    /// # Errors
    /// [`Error::Training`] for a faulty table.
    pub fn least(&self, first: usize) -> Result<usize> {
        let (language, _) = self.language()?;
        Ok(first + all_units(&language, None).len())
    }

    /// Refuses what can be refused without a corpus.
    ///
    /// # Errors
    /// [`Error::Argument`] for specials, shares and models that do not fit, [`Error::Training`] for a faulty table or a size that is too
    /// small.
    pub fn check(&self, options: &Options, sizes: &[usize], specials: &[String]) -> Result<()> {
        let (language, _) = self.language()?;
        refuse_taken(specials, signs(&language))?;
        check_merger(options.merger, self.clitics.is_none(), false)?;
        check_sizes(sizes, options, specials_and_bytes(specials)?.len() + all_units(&language, None).len())
    }

    /// The letters and affixes of the tables, and the table of prefixes and suffixes.
    fn language(&self) -> Result<(Inventory, Option<Table>)> {
        let alphabet = Alphabet::read(ALPHABET, &self.alphabet)?;
        let mut table = self.clitics.as_ref().map(|text| Table::read(CLITICS, text, &alphabet)).transpose()?;
        if let Some(text) = &self.conditions {
            table = table.map(|table| table.with_conditions(CONDITIONS, text, &alphabet)).transpose()?;
        }
        let (prefixes, suffixes) = table.as_ref().map(|table| (table.prefix_parts.clone(), table.suffix_parts.clone())).unwrap_or_default();
        Ok((Inventory { alphabet, prefixes, suffixes, ..Inventory::default() }, table))
    }
}

/// Refuses a Unigram model over anything but reductions.
///
/// # Errors
/// [`Error::Argument`].
pub fn check_merger(merger: Merger, is_reduced: bool, is_mixed: bool) -> Result<()> {
    match merger == Merger::Unigram && !is_reduced {
        false if merger == Merger::Unigram && is_mixed => {
            Err(Error::Argument("merger=\"unigram\" learns nothing from general text; leave general out, or take merger=\"bpe\"".into()))
        }
        true => Err(Error::Argument("merger=\"unigram\" goes over reductions; with clitics the units are joined by what they gain".into())),
        false => Ok(()),
    }
}

/// Refuses sizes below `least`, and shares that do not fit.
///
/// # Errors
/// [`Error::Training`] and [`Error::Argument`].
pub fn check_sizes(sizes: &[usize], options: &Options, least: usize) -> Result<()> {
    options.check_shares()?;
    match sizes.iter().find(|&&size| size < least) {
        Some(size) => Err(Error::Training(format!(
            "vocab_size {size} is too small: specials, bytes, and the marks, letters and affixes of the language are {least}; ask for {least} or more"
        ))),
        None => Ok(()),
    }
}

/// Learns what does not depend on the size of a vocabulary.
///
/// # Errors
/// [`Error::Training`] if the alphabet is faulty, or the corpus has no word of it; what `progress` returns.
pub fn learn_units(chunks: &Chunks, tables: &Tables, options: &Options, progress: &dyn Progress) -> Result<Learned> {
    let (language, table) = tables.language()?;
    let words = words_of(&language.alphabet, table.as_ref(), chunks)?;
    let known = |least: u64| -> Vec<(&[u8], u64)> {
        words.iter().filter(|word| *word.1 >= least).map(|(word, &count)| (word.as_slice(), count)).collect()
    };
    let alphabet = &language.alphabet;
    let Some(table) = table else {
        let shares = learn(&known(options.min_count as u64), options.weight, progress)?;
        let reductions = Reductions::new(shares, alphabet.len()).map_err(Error::Training)?;
        return Ok(Learned { language, method: Method::Reductions(reductions), words });
    };
    let closed = tables.closed.as_ref().map(|text| Closed::read(CLOSED, text, alphabet)).transpose()?;
    let mut written = tables.patterns.as_ref().map(|text| Known::read(KNOWN, text, alphabet)).transpose()?.unwrap_or_default();
    if let Some(text) = &tables.roots {
        written.roots = KnownRoots::read(KNOWN_ROOTS, text, alphabet)?;
    }
    let clitics = clitics::learn(alphabet, table, &known(CUT_COUNT), closed.as_ref(), options.affix_exponent, STEM_COUNT, progress)?;
    let mut grammar = Grammar { clitics, roots: Roots::new(alphabet, Vec::new(), Vec::new(), written), closed };
    grammar.check(CLOSED)?;
    // The roots of the first round say which affixes the words of the second have.
    for _ in 0..ROUNDS {
        let mut stems: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for (word, count) in &words {
            let stem = &word[grammar.analyze(alphabet, word).cut.stem];
            if grammar.closed.as_ref().is_none_or(|closed| closed.stem(stem).is_none()) {
                *stems.entry(stem.iter().map(|&letter| alphabet.base(letter)).collect()).or_default() += count;
            }
        }
        let frequent: Vec<&[u8]> = stems.iter().filter(|stem| *stem.1 >= options.min_count as u64).map(|stem| stem.0.as_slice()).collect();
        grammar.roots = roots_train::learn(alphabet, &frequent, grammar.roots.known, progress)?;
    }
    let words = meant(alphabet, &grammar, words);
    Ok(Learned { language, method: Method::Units(Box::new(grammar)), words })
}

/// Words with their counts, those that are typed without a distinction counted as what is meant.
fn meant(alphabet: &Alphabet, grammar: &Grammar, words: BTreeMap<Vec<u8>, u64>) -> BTreeMap<Vec<u8>, u64> {
    if alphabet.typed().is_empty() {
        return words;
    }
    let mut counted: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    for (word, count) in words {
        let cut = grammar.analyze(alphabet, &word).cut;
        let word = grammar.meant(alphabet, &word, grammar.clitics.packing.pack(&word), &cut).map_or(word, |meant| meant.0);
        *counted.entry(word).or_default() += count;
    }
    counted
}

/// Gives ids to units, and to what is joined from them. `first` are the specials and bytes that come first in the vocabulary; it has `size`
/// ids at most, unless the units that a language cannot do without are more. Reductions that find no place are not made.
///
/// # Errors
/// [`Error::Vocabulary`] if two tokens have one name; what `progress` returns.
pub fn train(
    chunks: &Chunks,
    learned: &Learned,
    first: &[(Kind, Vec<u8>)],
    options: &Options,
    size: usize,
    progress: &dyn Progress,
) -> Result<Trained> {
    let Learned { language, method, words } = learned;
    let (mut language, mut method) = (language.clone(), method.clone());
    let room = size.saturating_sub(learned.least(first.len()));
    let selection = match &mut method {
        Method::Units(grammar) => select(&language.alphabet, grammar, words, options, room),
        Method::Reductions(reductions) => {
            *reductions = reductions.most_used(words, room).map_err(Error::Training)?;
            Selection::default()
        }
    };
    let Selection { stems, is_root, pieces, patterns, joined: selected } = selection;
    language = Inventory { stems, is_root, pieces, patterns, ..language };
    let all = all_units(&language, method.reductions());
    let build = |units: &[Unit], joined: &[(Kind, Vec<Unit>)]| -> Result<(Vocabulary, Encoder)> {
        let name = |&unit: &Unit| language.name(unit).map(|(kind, name)| (kind, name.into_bytes()));
        let mut vocabulary = Vocabulary::new(first.iter().cloned().chain(units.iter().filter_map(name)))?;
        let ids: FxHashMap<Unit, u32> = units.iter().copied().zip(first.len() as u32..).collect();
        for (kind, parts) in joined {
            vocabulary.join(&parts.iter().map(|part| ids[part]).collect::<Vec<_>>(), *kind)?;
        }
        vocabulary.check()?;
        let encoder = Encoder::new(language.clone(), method.clone(), &vocabulary).map_err(Error::Vocabulary)?;
        Ok((vocabulary, encoder))
    };
    let (_, provisional) = build(&all, &selected)?;
    let mut counts = vec![0u64; first.len() + all.len() + selected.len()];
    let (mut scratch, mut ids) = (SplinterBuffers::default(), Vec::new());
    for (number, (chunk, count)) in chunks.iter().enumerate() {
        if number % (1 << 14) == 0 {
            progress.report("units", number as u64, chunks.len() as u64)?;
        }
        let text = String::from_utf8_lossy(chunk);
        ids.clear();
        provisional.encode(&text, 0, false, &mut scratch, &mut ids);
        ids.iter().for_each(|&id| counts[id as usize] += count as u64);
    }
    let (unit_counts, joined_counts) = counts[first.len()..].split_at(all.len());
    let marks =
        all.iter().take_while(|unit| matches!(unit, Unit::Join | Unit::Title | Unit::Upper | Unit::Typed(_) | Unit::Shaped)).count();
    let mut units = all[..marks].to_vec();
    units.extend(by_count(&all[marks..], &unit_counts[marks..]));
    let (vocabulary, encoder) = build(&units, &by_count(&selected, joined_counts))?;
    Ok(Trained { vocabulary, encoder })
}

/// The most frequent first, of equals in the order they have.
fn by_count<T: Clone>(items: &[T], counts: &[u64]) -> Vec<T> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_key(|&item| std::cmp::Reverse(counts[item]));
    order.into_iter().map(|item| items[item].clone()).collect()
}

/// One chunk in so many is given to merges once more, typed in each way, in all ways, or with each other sign (docs/design/splinter.md).
const TYPED: u32 = 2;
/// How often merges see each shape that is no word by itself, so that one out of place is one id and not three bytes.
const SHAPES: u32 = 1 << 20;

/// Chunks for merges: with some of them typed without a distinction, so that a mark and a frequent word are one id, and some acronyms with
/// each spelling of their sign.
pub fn with_typed<'a>(chunks: &'a Chunks, encoder: &Encoder) -> Cow<'a, Chunks> {
    let alphabet = &encoder.inventory.alphabet;
    let joints: Vec<u8> = (0..alphabet.marks().len() as u8).filter(|&mark| alphabet.is_joint(mark)).collect();
    if alphabet.typed().is_empty() && joints.is_empty() && alphabet.single().next().is_none()
        || matches!(encoder.method, Method::Reductions(_))
    {
        return Cow::Borrowed(chunks);
    }
    // Each way by itself, and those of our own letters all together, as most careless writers do.
    let each = alphabet.typed().iter().zip(0..).map(|(typed, way)| (typed.is_foreign, 1u8 << way));
    let together = each.clone().filter(|way| !way.0).fold(0, |ways, way| ways | way.1);
    let ways: Vec<u8> = each.map(|way| way.1).chain([together]).collect();
    let mut counter = ChunkCounter::new();
    for (chunk, count) in chunks.iter() {
        counter.add(chunk, count);
        let text = String::from_utf8_lossy(chunk);
        let letter = |sign: Option<char>| alphabet.number(sign?);
        let signs: Vec<char> = text.chars().collect();
        let typed = |ways: u8| -> String {
            let typed = |(at, &sign): (usize, &char)| match letter(Some(sign)) {
                Some(number) => alphabet.letter(alphabet.as_typed(ways, number, letter(signs.get(at + 1).copied()).is_none())),
                None => sign,
            };
            signs.iter().enumerate().map(typed).collect()
        };
        let mut written: Vec<String> = ways.iter().map(|&ways| typed(ways)).filter(|written| *written != *text).collect();
        written.sort_unstable();
        written.dedup();
        written.iter().for_each(|written| counter.add(written.as_bytes(), count / TYPED));
        let sign = |mark: u8| alphabet.marks()[mark as usize];
        for &mark in joints.iter().filter(|&&mark| text.trim_matches(sign(mark)).contains(sign(mark))) {
            for &other in joints.iter().filter(|&&other| other != mark && alphabet.is_acronym(other) == alphabet.is_acronym(mark)) {
                let written = text.replace(sign(mark), sign(other).encode_utf8(&mut [0; 4]));
                counter.add(written.as_bytes(), count / TYPED);
            }
        }
    }
    let mut word = Word::default();
    let mut buffer = [0; 4];
    for shape in alphabet.single() {
        let text = shape.encode_utf8(&mut buffer);
        if word.read(alphabet, text) == 0 {
            counter.add(text.as_bytes(), SHAPES);
        }
    }
    Cow::Owned(counter.into_chunks())
}

/// Whole characters in bytes.
const BYTES: u8 = 0;
/// Beginnings of stems, and whole words.
const START: u8 = 1;
/// Marks of capitals and of a missing space.
const MARK: u8 = 2;
const POINTS: u8 = 3;
/// Prefixes, before which marks stand as well.
const PREFIX: u8 = 4;
pub const OTHER: u8 = 5;
/// Anything in a word of the paper's method.
const ANY: u8 = 6;
/// Letters inside a stem.
const LETTER: u8 = 7;
/// Marks behind the letter before them.
const BEHIND: u8 = 8;
/// Runs of letters of a word with such marks; the first and the others.
const SYLLABLE_START: u8 = 9;
const SYLLABLE: u8 = 10;
/// The beginning of a character that lacks one byte, two or three.
const LACKS_ONE: u8 = 11;
const LACKS_TWO: u8 = 12;
const LACKS_THREE: u8 = 13;
/// A byte that is not the first of its character.
const LATER: u8 = 14;
const CLASSES: usize = 15;

/// Which units merge: the bytes of one character, whole characters, marks with what they stand before, points with each other and with the
/// word they follow, words with what stands between them in one chunk, as in acronyms, and the letters of a spelled word with their points
/// and with each other. By the paper everything in a word merges. A space does not merge with a part of a character, which would leave the
/// other parts of a sign behind it as bytes.
pub fn merge_rule() -> MergeRule {
    let allowed = [
        (BYTES, BYTES, BYTES),
        (LACKS_ONE, LATER, BYTES),
        (LACKS_TWO, LATER, LACKS_ONE),
        (LACKS_THREE, LATER, LACKS_TWO),
        (MARK, MARK, MARK),
        (MARK, START, START),
        (MARK, PREFIX, PREFIX),
        (POINTS, POINTS, POINTS),
        (START, POINTS, START),
        (START, BYTES, START),
        (START, START, START),
        (BEHIND, BEHIND, BEHIND),
        (START, BEHIND, SYLLABLE_START),
        (START, SYLLABLE, SYLLABLE_START),
        (LETTER, BEHIND, SYLLABLE),
        (LETTER, SYLLABLE, SYLLABLE),
        (SYLLABLE, BEHIND, SYLLABLE),
        (SYLLABLE, LETTER, SYLLABLE),
        (SYLLABLE, SYLLABLE, SYLLABLE),
        (SYLLABLE_START, BEHIND, SYLLABLE_START),
        (SYLLABLE_START, LETTER, SYLLABLE_START),
        (SYLLABLE_START, SYLLABLE, SYLLABLE_START),
        (MARK, SYLLABLE_START, SYLLABLE_START),
        (ANY, ANY, ANY),
    ];
    MergeRule::new(CLASSES, &allowed)
}

/// The class of each id in [`merge_rule`].
pub fn merge_classes(encoder: &Encoder, vocabulary: &Vocabulary) -> Vec<u8> {
    let is_any = matches!(encoder.method, Method::Reductions(_));
    let class = |id| match encoder.unit(id) {
        Some(Unit::Special) => BYTES,
        Some(Unit::Byte) => match vocabulary.bytes(id)[0] {
            0x80..0xC0 => LATER,
            0xC0..0xE0 => LACKS_ONE,
            0xE0..0xF0 => LACKS_TWO,
            0xF0.. => LACKS_THREE,
            _ => BYTES,
        },
        _ if is_any => ANY,
        Some(Unit::Prefix(_)) => PREFIX,
        None if vocabulary.kind(id) == Kind::Affix => PREFIX,
        Some(Unit::Start(_) | Unit::Stem(_)) | None => START,
        Some(Unit::Join | Unit::Title | Unit::Upper | Unit::Typed(_) | Unit::Shaped) => MARK,
        Some(Unit::Point { .. }) => POINTS,
        Some(Unit::Letter(_)) => LETTER,
        Some(Unit::Behind(_)) => BEHIND,
        Some(_) => OTHER,
    };
    (0..vocabulary.len() as u32).map(class).collect()
}
