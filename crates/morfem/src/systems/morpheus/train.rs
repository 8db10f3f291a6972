//! From the boundaries of a teacher and a corpus to a tokenizer.
//!
//! 1. [`words`] are the distinct words of the corpus in small letters. A teacher gives a boundary probability for each gap of each word.
//! 2. A linear model learns the probabilities of 19 words in 20; its agreement with the teacher is measured on the others. A second model
//!    learns all words and is kept.
//! 3. The most frequent words that the kept model splits differently from the teacher become exceptions.
//! 4. Linear model and exceptions cut the corpus. The most frequent segments become ids. The fallback model is trained on the other text.
//!
//! All counts are whole numbers and every order is fixed, so the result only depends on the corpus, the probabilities, the options and the
//! seed.

use crate::text::properties;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::boundaries::{Boundaries, BoundarySums, written};
use super::encode::{BoundaryModel, Exceptions, LONGEST_EXCEPTION, MARKS, Morpheus, cut};
use super::features::{Alphabet, MAX_CHARACTERS};
use super::letters::Letters;
use super::options::{MergeScope, Options};
use super::solve::{Examples, Solver, solve};
use crate::corpus::{ChunkCounter, Chunks};
use crate::run::progress::Progress;
use crate::surface::fallback_training::{GeneralPieces, LEAST, RARER, WithPieces, with_pieces, word_counts};
use crate::surface::{WordShape, apostrophe};
use crate::train::{check_letters, size_beside};
use crate::vocab::{Kind, MAX_TOKEN, Vocabulary};
use crate::{Error, Result};

/// Default number of pieces in a large vocabulary (docs/design/morpheus.md).
const PIECES: usize = 8_000;

impl Options {
    /// How many ids of a vocabulary are for segments, and how many for pieces; `first` is the number of specials and bytes.
    ///
    /// # Errors
    /// [`Error::Training`] if the size is too small, or the pieces are too few.
    pub fn room(&self, first: usize, vocab_size: usize, general: usize) -> Result<(usize, usize)> {
        if let Some(pieces) = self.pieces.filter(|&pieces| pieces < LEAST) {
            return Err(Error::Training(format!(
                "pieces={pieces} is too small: the ASCII characters alone are {LEAST} pieces; ask for at least {LEAST}"
            )));
        }
        let least = self.pieces.unwrap_or(LEAST + 1);
        let wanted = self.least(first).saturating_add(general);
        let Some(more) = vocab_size.checked_sub(wanted) else {
            let said = if general > 0 { format!(", {general} pieces of general text") } else { String::new() };
            let enough = size_beside(general, vocab_size, self.least(first));
            return Err(Error::Training(format!(
                "vocab_size {vocab_size} is too small: {first} specials and bytes, {} marks, {least} pieces{said}, {} merges and one segment take {wanted} \
                 ids; ask for {enough} or more{}{}",
                MARKS.len(),
                self.merges,
                if self.pieces.is_some() || self.merges > 0 { ", or for fewer pieces or merges" } else { "" },
                if general == 0 { "" } else { ", or for a smaller general_share" }
            )));
        };
        let room = more + least + 1;
        let pieces = self.pieces.unwrap_or((room / 2).clamp(least, PIECES));
        Ok((room - pieces, pieces))
    }

    /// Size of the smallest vocabulary, which has one segment; `first` is the number of specials and bytes.
    pub fn least(&self, first: usize) -> usize {
        (first + MARKS.len() + 1).saturating_add(self.pieces.unwrap_or(LEAST + 1)).saturating_add(self.merges)
    }
}

/// The class of an id that does not merge.
const ALONE: u8 = 0;

impl MergeScope {
    /// The classes of ids for the merges, from those of [`Morpheus::merge_classes`]: ids outside the scope do not merge.
    fn classes(self, mut classes: Vec<u8>, vocabulary: &Vocabulary) -> Vec<u8> {
        if self == MergeScope::Capitals {
            let begins = |id: u32| vocabulary.kind(id) == Kind::Mark || vocabulary.bytes(id).starts_with(b" ");
            (0..).zip(&mut classes).filter(|(id, _)| !begins(*id)).for_each(|(_, class)| *class = ALONE);
        }
        classes
    }
}

/// One word in so many is held out.
const HELD_OUT: u64 = 20;
/// A character that occurs less often in the words gets no code of its own.
const LEAST_CHARACTER: u64 = 20;
/// Letters of the longest word that is learned; longer strings are rarely words.
const LONGEST_LEARNED: usize = 40;

/// How far a linear model without exceptions agrees with its teacher, on words that it has not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Agreement {
    pub words: usize,
    pub gaps: usize,
    /// Shares that both cut alike: of the gaps, of the distinct words, and of the words of running text.
    pub by_gap: f64,
    pub by_word: f64,
    pub by_running_word: f64,
}

/// The result of training.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Morpheus,
    /// The class of each id for the merges.
    pub classes: Vec<u8>,
    pub agreement: Agreement,
    /// How many pieces are missing because the corpus does not have more.
    pub missing: usize,
    /// The same of general text.
    pub missing_general: usize,
    /// How many pieces there are.
    pub pieces: usize,
}

/// The distinct words of a corpus in small letters, sorted, with their counts. A word has two characters or more: letters, and at most one
/// apostrophe.
///
/// # Errors
/// [`Error::Training`] if most letters of the corpus are not in the language.
pub fn words(chunks: &Chunks, letters: &Letters) -> Result<Vec<(String, u64)>> {
    let casing = &letters.casing;
    check_letters(chunks, |letter| letters.type_of(casing.small(letter).unwrap_or(letter)) != letters.other())?;
    let is_word =
        |word: &str| word.chars().all(|letter| properties::is_alphabetic(letter) || letter == '\'') && word.chars().nth(1).is_some();
    let counts = word_counts(chunks, casing).into_iter();
    let mut words: Vec<(String, u64)> = counts.filter(|(word, _)| is_word(word)).map(|(word, [count, _])| (word, count)).collect();
    words.sort_unstable();
    Ok(words)
}

/// Teacher labels: boundary probabilities for each word of a corpus.
pub struct Labels<'a> {
    /// Each word with the probability of a boundary at each gap, one word after the other, in the order of [`words`].
    pub probabilities: &'a [f32],
    /// Evaluation words, kept out of the exception table.
    pub evaluation_words: &'a [String],
    /// Lemmas of the language. Those of [`WHOLE`] letters or more stay whole, whatever the teacher says: it takes the last letters of many
    /// for a case or a possessive (Turkish sigort-a).
    pub lemmas: &'a FxHashSet<&'a str>,
}

/// Letters of the shortest lemma that is never cut. Shorter ones are seldom cut.
const WHOLE: usize = 4;

impl Labels<'_> {
    /// The probabilities, without boundaries in lemmas.
    fn with_whole_lemmas(&self, words: &[(String, u64)]) -> Vec<f32> {
        let mut probabilities = self.probabilities.to_vec();
        let mut at = 0;
        for (word, _) in words {
            let gaps = word.chars().count() - 1;
            if gaps + 1 >= WHOLE && self.lemmas.contains(word.as_str()) {
                probabilities[at..at + gaps].fill(0.0);
            }
            at += gaps;
        }
        probabilities
    }

    fn check(&self, words: &[(String, u64)]) -> Result<()> {
        let gaps: usize = words.iter().map(|(word, _)| word.chars().count() - 1).sum();
        let given = self.probabilities.len();
        if gaps != given {
            return Err(Error::Training(format!(
                "the {} words have {gaps} gaps, but there are {given} probabilities; give one for each gap of each word",
                words.len()
            )));
        }
        if let Some(wrong) = self.probabilities.iter().find(|&probability| !(0.0..=1.0).contains(probability)) {
            return Err(Error::Training(format!("the boundary probability {wrong} is not between 0 and 1; correct the labels")));
        }
        Ok(())
    }
}

/// The marks, which every vocabulary has.
pub fn marks() -> impl Iterator<Item = (Kind, Vec<u8>)> {
    MARKS.into_iter().map(|mark| (Kind::Mark, mark.as_bytes().to_vec()))
}

/// Trains a model. `first` are the specials and bytes that come first in the vocabulary.
///
/// # Errors
/// [`Error::Training`] if the probabilities or the sizes do not fit; what `progress` returns.
#[allow(clippy::too_many_arguments)]
pub fn train(
    chunks: &Chunks,
    phonology: &[u8],
    labels: &Labels,
    first: Vec<(Kind, Vec<u8>)>,
    options: &Options,
    vocab_size: usize,
    general: Option<(&Chunks, usize)>,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Trained> {
    let letters = Letters::new(phonology)?;
    let casing = letters.casing.clone();
    let (mut room, least) = options.room(first.len(), vocab_size, general.map_or(0, |general| general.1))?;
    let all = room + least;
    let words = words(chunks, &letters)?;
    labels.check(&words)?;
    let probabilities = labels.with_whole_lemmas(&words);
    let solver = Solver::new(options, seed);
    let labelled = label(&words, &probabilities);
    let (held_out, learned): (Vec<Labelled>, Vec<Labelled>) = labelled.iter().partition(|word| word.is_held_out());
    let agreement = Agreement::of(&distill(&learned, &letters, &solver, progress)?, &held_out);
    let boundaries = distill(&labelled, &letters, &solver, progress)?;
    let evaluation_words: FxHashSet<&str> = labels.evaluation_words.iter().map(String::as_str).collect();
    let mut exceptions = exceptions(&boundaries, &labelled, &evaluation_words, options.exceptions);
    let own_words: FxHashMap<&str, u64> = words.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    let general_words = general.map(|(chunks, _)| word_counts(chunks, &casing)).unwrap_or_default();
    // A frequent word of the general text that the corpus hardly has is not cut.
    let is_foreign = |word: &str| {
        own_words.get(word).copied().unwrap_or(0) * RARER < general_words.get(word).map_or(0, |counts| counts[0])
            && !evaluation_words.contains(word)
    };
    exceptions.extend(whole_words(&general_words, is_foreign, general.map_or(0, |general| general.1) / 2));

    let language = BoundaryModel { letters, boundaries, exceptions, phonology: phonology.to_vec() };
    let mut counts: Vec<(String, u64)> =
        language.segments(chunks).into_iter().filter(|(segment, count)| *count > 1 && (2..=MAX_TOKEN).contains(&segment.len())).collect();
    counts.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let mut first = first;
    first.extend(marks());
    let is_word = |piece: &str| {
        let mut small = String::new();
        WordShape::of(&casing, piece.trim_start_matches(' '), &mut small).is_some()
            && own_words.contains_key(small.as_str())
            && !is_foreign(&small)
    };
    let pieces = general.map(|(chunks, room)| GeneralPieces { chunks, room, is_word: &is_word });
    let (segments, WithPieces { vocabulary, fallback: rest, missing, missing_general }, wanted) = loop {
        // If there are too few segments, their ids go to pieces, and the other way round.
        let chosen = &counts[..room.min(counts.len())];
        let known: FxHashSet<&str> = chosen.iter().map(|(segment, _)| segment.as_str()).collect();
        let left = language.rest(chunks, &known);
        let mut tokens = first.clone();
        let segments = tokens.len()..tokens.len() + chosen.len();
        tokens.extend(chosen.iter().map(|(segment, _)| (Kind::Subword, segment.clone().into_bytes())));
        let wanted = options.pieces.unwrap_or(LEAST + 1).max(all.saturating_sub(chosen.len()));
        let found = with_pieces(tokens, segments.clone(), |_| true, &left, wanted, pieces.as_ref(), progress)?;
        let more = if options.pieces.is_some() { counts.len() } else { (room + found.missing).min(all - LEAST - 1) };
        if found.missing == 0 || chosen.len() == counts.len() || more <= room {
            break (segments, found, wanted);
        }
        room = more;
    };
    let pieces = wanted - missing;
    let encoder = Morpheus::new(language, &vocabulary, rest, true).map_err(Error::Vocabulary)?;
    let classes = options.merge_scope.classes(encoder.merge_classes(&vocabulary, segments), &vocabulary);
    Ok(Trained { vocabulary, encoder, classes, agreement, missing, missing_general, pieces })
}

/// A word of the corpus with its count, and the probability of a boundary at each gap.
#[derive(Clone, Copy)]
struct Labelled<'a> {
    word: &'a str,
    count: u64,
    probabilities: &'a [f32],
}

impl Labelled<'_> {
    /// Whether the first model does not learn it. A hash of the word (FNV-1a) decides, so that the same words are held out in every corpus.
    fn is_held_out(&self) -> bool {
        let hash = self.word.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01b3));
        (hash >> 32) % HELD_OUT == 0
    }
}

fn label<'a>(words: &'a [(String, u64)], mut probabilities: &'a [f32]) -> Vec<Labelled<'a>> {
    let labelled = words.iter().map(|(word, count)| {
        let (own, others) = probabilities.split_at(word.chars().count() - 1);
        probabilities = others;
        Labelled { word, count: *count, probabilities: own }
    });
    labelled.collect()
}

/// Trains a linear model on some words.
fn distill(words: &[Labelled], letters: &Letters, options: &Solver, progress: &dyn Progress) -> Result<Boundaries> {
    let mut characters: FxHashMap<char, u64> = FxHashMap::default();
    words.iter().flat_map(|word| word.word.chars()).for_each(|character| *characters.entry(character).or_default() += 1);
    let mut characters: Vec<(char, u64)> = characters.into_iter().filter(|&(_, count)| count >= LEAST_CHARACTER).collect();
    characters.sort_unstable_by_key(|&(character, count)| (std::cmp::Reverse(count), character));
    let alphabet = Alphabet::new(characters.into_iter().take(MAX_CHARACTERS).map(|(character, _)| character), letters);
    let mut examples = Examples::default();
    let mut codes = Vec::new();
    for word in words.iter().filter(|word| word.probabilities.len() < LONGEST_LEARNED) {
        codes.clear();
        alphabet.encode(word.word, &mut codes);
        // A frequent word weighs more, but its weight grows more slowly than its count. The most frequent words often share no pattern with
        // other words; from a count of about 100 the square root lets them weigh enough to be learned one by one.
        let count = word.count as f32;
        examples.push(&codes, word.probabilities, (1.0 + count.ln()).max(count.sqrt() / 2.0));
    }
    let solution = solve(&examples, &alphabet, options, progress)?;
    Boundaries::new(written(&solution, &alphabet), letters).map_err(Error::Training)
}

/// Compares a linear model with its teacher.
struct Comparison<'a> {
    boundaries: &'a Boundaries,
    none: Exceptions,
    sums: BoundarySums,
    ends: Vec<usize>,
    wanted: Vec<usize>,
}

impl<'a> Comparison<'a> {
    fn new(boundaries: &'a Boundaries) -> Self {
        Comparison { boundaries, none: Exceptions::default(), sums: BoundarySums::default(), ends: Vec::new(), wanted: Vec::new() }
    }

    /// The number of gaps of a word that only one of them cuts.
    fn differing(&mut self, word: &Labelled) -> usize {
        let Comparison { boundaries, none, sums, ends, wanted } = self;
        ends.clear();
        cut(boundaries, none, word.word, sums, |end| ends.push(end));
        wanted.clear();
        let gaps = word.word.char_indices().skip(1).zip(word.word.chars()).zip(word.probabilities);
        wanted.extend(gaps.filter_map(|(((at, letter), before), &probability)| {
            (before == '\'' || letter == '\'' || probability > 0.5 && properties::is_alphabetic(before)).then_some(at)
        }));
        ends.iter().filter(|end| !wanted.contains(end)).count() + wanted.iter().filter(|end| !ends.contains(end)).count()
    }
}

impl Agreement {
    fn of(boundaries: &Boundaries, words: &[Labelled]) -> Self {
        let mut comparison = Comparison::new(boundaries);
        let (mut gaps, mut differing, mut alike, mut running, mut running_alike) = (0, 0, 0, 0, 0);
        for word in words {
            let different = comparison.differing(word);
            gaps += word.probabilities.len();
            differing += different;
            running += word.count;
            if different == 0 {
                alike += 1;
                running_alike += word.count;
            }
        }
        let share = |part: u64, whole: u64| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
        Agreement {
            words: words.len(),
            gaps,
            by_gap: share((gaps - differing) as u64, gaps as u64),
            by_word: share(alike, words.len() as u64),
            by_running_word: share(running_alike, running),
        }
    }
}

/// The most frequent words that a linear model and its teacher split differently.
fn exceptions(boundaries: &Boundaries, words: &[Labelled], evaluation_words: &FxHashSet<&str>, most: usize) -> Exceptions {
    let mut comparison = Comparison::new(boundaries);
    let may_be = |word: &&Labelled| word.probabilities.len() < LONGEST_EXCEPTION && !evaluation_words.contains(word.word);
    let mut differing: Vec<&Labelled> = words.iter().filter(may_be).filter(|word| comparison.differing(word) > 0).collect();
    differing.sort_by_key(|word| (std::cmp::Reverse(word.count), word.word));
    differing.iter().take(most).map(|word| (word.word.into(), mask(word.probabilities))).collect()
}

/// Words of general text that are not cut: the most frequent ones, at most `most`.
fn whole_words(words: &FxHashMap<String, [u64; 2]>, is_foreign: impl Fn(&str) -> bool, most: usize) -> Exceptions {
    let is_whole = |word: &str| {
        word.chars().all(properties::is_alphabetic) && (2..LONGEST_EXCEPTION).contains(&word.chars().count()) && is_foreign(word)
    };
    let mut whole: Vec<(&str, u64)> = words.iter().map(|(word, counts)| (word.as_str(), counts[0])).collect();
    whole.retain(|(word, _)| is_whole(word));
    whole.sort_unstable_by_key(|&(word, count)| (std::cmp::Reverse(count), word));
    whole.into_iter().take(most).map(|(word, _)| (word.into(), 0)).collect()
}

/// One bit per gap, set at boundaries.
fn mask(probabilities: &[f32]) -> u64 {
    probabilities.iter().take(LONGEST_EXCEPTION - 1).zip(0..).map(|(&probability, gap)| ((probability > 0.5) as u64) << gap).sum()
}

/// Cuts the words of a corpus.
impl BoundaryModel {
    /// Calls `visit` for each segment of each word, the first with a space before it, and for each piece of other text, with the text,
    /// whether it is a segment, and the count.
    fn for_each(&self, chunks: &Chunks, mut visit: impl FnMut(&str, bool, u32)) {
        let (mut small, mut sums, mut ends, mut segment) = (String::new(), BoundarySums::default(), Vec::new(), String::new());
        let mut cut_apart = |small: &str, is_first: bool, count: u32, visit: &mut dyn FnMut(&str, bool, u32)| {
            ends.clear();
            cut(&self.boundaries, &self.exceptions, small, &mut sums, |end| ends.push(end));
            ends.push(small.len());
            let mut begin = 0;
            for &end in &ends {
                segment.clear();
                segment.push_str(if begin == 0 && is_first { " " } else { "" });
                segment.push_str(&small[begin..end]);
                visit(&segment, !segment.contains(properties::is_numeric) && !small[begin..end].starts_with('\''), count);
                begin = end;
            }
        };
        for (chunk, count) in chunks.iter() {
            let text = String::from_utf8_lossy(chunk);
            let word = text.strip_prefix(' ').unwrap_or(&text);
            if WordShape::of(&self.letters.casing, word, &mut small).is_some() {
                cut_apart(&small, true, count, &mut visit);
                continue;
            }
            let mut space = if word.len() < text.len() { " " } else { "" };
            let mut is_first = true;
            let mut parts = self.letters.casing.parts(word);
            while parts.next(&mut small).is_some() {
                if small.chars().all(properties::is_alphabetic) {
                    cut_apart(&small, is_first, count, &mut visit);
                } else {
                    for part in apostrophe::parts(&small) {
                        visit(&format!("{}{part}", if is_first { std::mem::take(&mut space) } else { "" }), false, count);
                    }
                }
                is_first = false;
            }
            if word.is_empty() {
                visit(&text, false, count);
            }
        }
    }

    /// The segments with their counts.
    fn segments(&self, chunks: &Chunks) -> FxHashMap<String, u64> {
        let mut counts: FxHashMap<String, u64> = FxHashMap::default();
        self.for_each(chunks, |segment, is_segment, count| {
            if !is_segment {
            } else if let Some(known) = counts.get_mut(segment) {
                *known += count as u64;
            } else {
                counts.insert(segment.to_owned(), count as u64);
            }
        });
        counts
    }

    /// The text of the corpus outside these segments.
    fn rest(&self, chunks: &Chunks, known: &FxHashSet<&str>) -> Chunks {
        let mut counter = ChunkCounter::new();
        self.for_each(chunks, |text, is_segment, count| {
            if !(is_segment && known.contains(text)) {
                counter.add(text.as_bytes(), count);
            }
        });
        let quoted: u64 =
            chunks.iter().filter(|(chunk, _)| chunk.windows(3).any(|window| window == "’".as_bytes())).map(|chunk| chunk.1 as u64).sum();
        counter.add("’".as_bytes(), u32::try_from(quoted).unwrap_or(u32::MAX));
        counter.into_chunks()
    }
}
