//! Trains a Unigram vocabulary: starts with too many pieces, then repeats expectation, maximisation and pruning (Kudo 2018, section 3.2).
//!
//! - **Expectation**: the expected count of every piece over all segmentations of all chunks ([`super::lattice`]).
//! - **Maximisation**: pieces with an expected count below one half are dropped. The others score psi(count) - psi(sum of counts), where
//!   psi is the digamma function. This is the mean-field update under a sparse Dirichlet prior, as in SentencePiece. It lowers every count
//!   by about one half, and so removes rare pieces.
//! - **Pruning**, after some such steps, drops a share of the pieces ([`super::prune`]). The last pruning leaves exactly the requested
//!   size. Then the same steps run once more, and no piece is dropped.
//!
//! The 256 bytes are never dropped, nor are pieces that are given. If the corpus hardly uses a byte, its psi tends to minus infinity. Its
//! score is then the lowest score of the other pieces minus [`BYTE_PENALTY`], the penalty of an unknown character in SentencePiece. A split
//! with such a byte is at least e^10 times less probable than any split without it, so it does not affect the counts. A lower score could
//! take sums of products out of range. A piece that stays only to reach the size, with an expected count below one half, scores as if its
//! count were one half.
//!
//! All sums are taken in a fixed order, so the result does not depend on the number of threads.

use super::expressions::{Expressions, Phrases};
use super::factors::{Endings, Factors};
use super::lattice::{Corpus, Paths, Text, sum};
use super::pieces::Pieces;
use super::prune::{BYTES, best, likelihood_values, survivors, token_savings};
use super::seeds::seeds;
use crate::corpus::{Chunks, CutRule};
use crate::files::vocabulary::rounded;
use crate::options::{named, options};
use crate::run::progress::{Progress, Stage};
use crate::trie::MAX_ID;
use crate::unigram::unit_rule::UnitRule;
use crate::{Error, Result};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The score of a byte that the corpus hardly uses is this many nats below the worst other piece, as in SentencePiece
/// (docs/design/unigram.md).
const BYTE_PENALTY: f64 = 10.0;
/// A piece with a lower expected count is dropped, as in SentencePiece (docs/design/unigram.md).
const LEAST_COUNT: f64 = 0.5;
/// Steps of expectation maximisation in a round, as in SentencePiece (Kudo 2018).
const EM_STEPS: usize = 2;
/// Share of the pieces that a pruning round drops, as in SentencePiece.
const PRUNED: f64 = 0.25;
/// A given piece scores at least so many nats above its best split.
const ABOVE_SPLIT: f64 = 0.1;
/// Two particles score at most so many nats below the second: 하늘|에는, not 하늘에|는, though 는 is a hundred times as frequent as 에는. Of
/// the nouns with particles in treebanks, 0.4 % are then cut between two particles, 1.1 % without it.
const BELOW_PARTICLE: f64 = 0.5;

named! {
    /// How pruning values a piece.
    pub enum Score {
        /// How far the log-likelihood of the corpus falls without the piece.
        Likelihood = "likelihood",
        /// Branching entropy over chunks, times probability.
        BranchingEntropy = "branching_entropy",
        /// How many more tokens the corpus has without the piece.
        TokenSavings = "token_savings",
    }
}

// docs/design/unigram.md, says how the defaults were chosen.
options! {
    /// The options of Unigram training.
    pub struct Options {
        /// Which strings may be pieces. "any": all; "characters": whole characters; "linguistic": bytes of one character, characters of one
        /// word, or whole words.
        unit_rule: UnitRule = UnitRule::Characters,
        /// How pruning values a piece. "likelihood": how far the log-likelihood of the corpus falls without the piece; "branching_entropy":
        /// its branching entropy times its probability; "token_savings": how many more tokens the corpus has without the piece.
        score: Score = Score::Likelihood,
        /// Bytes of the longest piece, 4 to 255.
        max_token_bytes: usize = 32; least 4,
        /// Number of pieces to begin with.
        seed_pieces: usize = 1_000_000; least 1,
        /// Factor of the values of pieces of several words when pruning; more than 0. Below 1, more of the pieces are parts of words.
        phrase_weight: f64 = 1.0,
        /// How far kinds of text are balanced, which are found by their words: from 0, the corpus as it is, to 1, all kinds weigh the same.
        /// Above 0 the corpus is read twice.
        balance: f64 = 0.0; from 0.0 to 1.0,
        /// Factor of the values of pieces in which an ending follows something else when pruning; more than 0. Below 1, more endings are
        /// tokens of their own. Needs the table of endings.
        ending_weight: f64 = 1.0,
        /// The same for a piece without a space before it that is one character and endings, such as the last syllable of a noun with its
        /// particle; more than 0.
        tail_weight: f64 = 1.0,
        /// At what share of its places a piece of several words has to consist of whole words. Above 0 it also has to begin with a
        /// space, unless the table of expressions has it.
        whole_phrases: f64 = 0.0; from 0.0 to 1.0,
        /// Number of kinds of text that are found for balance, 2 to 100.
        kinds: usize = 8; least 2,
        /// What `boundaries` say. "cuts": where morphemes are cut; "tokens": where tokens of the guide are cut, which may be runs of
        /// whole morphemes.
        boundary_rule: CutRule = CutRule::Cuts,
    }
}

impl Options {
    /// Checks everything that can be checked without a corpus. `sizes` include the 256 bytes.
    ///
    /// # Errors
    /// [`Error::Training`] for a size that is too small, [`Error::Argument`] for any other fault.
    pub fn check(&self, sizes: &[usize]) -> Result<()> {
        let refuse = |reason: String| Err(Error::Argument(reason));
        let Some(&smallest) = sizes.last() else {
            return refuse("no size is given; give the number of pieces".into());
        };
        if sizes.windows(2).any(|pair| pair[0] <= pair[1]) {
            return refuse(format!("the sizes {sizes:?} are not in falling order; sort them and give each once"));
        }
        if smallest <= BYTES {
            return Err(Error::Training(format!(
                "a vocabulary of {smallest} pieces has no room besides the {BYTES} single bytes; ask for 257 or more"
            )));
        }
        if self.seed_pieces > MAX_ID as usize {
            return refuse(format!("seed_pieces is {}; give {MAX_ID} or fewer", self.seed_pieces));
        }
        if !(4..=255).contains(&self.max_token_bytes) {
            return refuse(format!("max_token_bytes is {}; give 4 to 255", self.max_token_bytes));
        }
        let weights = [("phrase_weight", self.phrase_weight), ("ending_weight", self.ending_weight), ("tail_weight", self.tail_weight)];
        if let Some((name, weight)) = weights.into_iter().find(|(_, weight)| !(*weight > 0.0 && weight.is_finite())) {
            return refuse(format!("{name} is {weight}; give a number above 0"));
        }
        if !(2..=100).contains(&self.kinds) {
            return refuse(format!("kinds is {}; give 2 to 100", self.kinds));
        }
        Ok(())
    }
}

/// A vocabulary: pieces with their log-probabilities in nats, highest first. Pieces of equal probability are in the order of their bytes.
pub type Vocabulary = Vec<(Vec<u8>, f32)>;

/// What the trainer knows of the language.
#[derive(Clone, Copy, Default)]
pub struct Language<'a> {
    /// For the options `ending_weight` and `tail_weight`.
    pub endings: Option<&'a Endings>,
    /// For the option `whole_phrases`.
    pub expressions: Option<&'a Expressions>,
}

/// Trains one vocabulary for each size, with the threads of the current pool. Sizes include the 256 bytes and are in falling order, because
/// a smaller vocabulary is made from the larger one by further pruning.
///
/// # Errors
/// As [`Options::check`]; [`Error::Unsupported`] if the corpus has too few pieces; [`Error::Interrupted`] if `progress` asks to stop.
pub fn train(chunks: &Chunks, sizes: &[usize], options: &Options, progress: &dyn Progress) -> Result<Vec<Vocabulary>> {
    train_beside(chunks, &FxHashSet::default(), Language::default(), sizes, options, progress)
}

/// The same, beside pieces that the vocabulary has in any case. They are never dropped, and sizes do not include them; the result does. So
/// the other pieces are those that add most to them.
///
/// # Errors
/// As [`train`].
pub fn train_beside(
    chunks: &Chunks,
    given: &FxHashSet<Vec<u8>>,
    language: Language,
    sizes: &[usize],
    options: &Options,
    progress: &dyn Progress,
) -> Result<Vec<Vocabulary>> {
    options.check(sizes)?;
    if chunks.is_empty() {
        return Err(Error::Training("the corpus is empty; give some text to train on".into()));
    }
    let phrases = Phrases { share: options.whole_phrases, expressions: language.expressions };
    let (mut pieces, longest) = seeds(chunks, options.unit_rule, phrases, options.max_token_bytes, options.seed_pieces, progress)?;
    let number = pieces.len();
    pieces = with_given(pieces, given);
    // Given pieces that are no seeds have to be looked up.
    let longest = Some(longest).filter(|_| pieces.len() == number);
    if pieces.len() - given.len() < sizes[0] {
        return Err(Error::Unsupported { asked: sizes[0], supported: pieces.len() - given.len() });
    }
    let mut corpus = Corpus::new(chunks, &pieces, longest.as_ref(), progress)?;
    drop(longest);
    let &Options { phrase_weight, ending_weight, tail_weight, .. } = options;
    let endings = language.endings;
    let mut factors = Factors { phrase_weight, ending_weight, tail_weight, endings }.of(&pieces);
    let mut trained = Vec::with_capacity(sizes.len());
    for &wanted in sizes {
        loop {
            let mut entropies = Vec::new();
            for step in 1..=EM_STEPS {
                let with_entropies = options.score == Score::BranchingEntropy && step == EM_STEPS;
                let expectation = expect(&pieces, &corpus, with_entropies, progress)?;
                let stays = frequent(&is_given(&pieces, given), &expectation.counts, wanted - BYTES);
                pieces = maximise(&pieces, &expectation.counts, &stays);
                entropies = select(&expectation.entropies, &stays);
                factors = select(&factors, &stays);
                corpus.retain(&stays, progress)?;
            }
            if pieces.len() == wanted + given.len() {
                break;
            }
            let mut values = match options.score {
                Score::Likelihood => likelihood_values(&pieces, &mut corpus, progress)?,
                Score::BranchingEntropy => entropies,
                Score::TokenSavings => token_savings(&pieces, &mut corpus, progress)?,
            };
            weigh(&mut values, &factors);
            let stays = survivors(&is_given(&pieces, given), &values, PRUNED, wanted - BYTES);
            pieces = Pieces::new(pieces.iter().zip(&stays).filter(|&(_, &stays)| stays).map(|(piece, _)| piece));
            factors = select(&factors, &stays);
            corpus.retain(&stays, progress)?;
        }
        trained.push(vocabulary(&raised(&pieces, given, endings)));
    }
    Ok(trained)
}

/// Adds the given pieces that are missing, with the lowest score.
fn with_given(pieces: Pieces, given: &FxHashSet<Vec<u8>>) -> Pieces {
    let mut missing: Vec<&Vec<u8>> = given.iter().collect();
    missing.sort();
    let known: FxHashSet<&[u8]> = pieces.iter().map(|(piece, _)| piece).filter(|&piece| given.contains(piece)).collect();
    missing.retain(|piece| !known.contains(piece.as_slice()));
    let least = pieces.scores().iter().copied().fold(0.0, f64::min);
    Pieces::new(pieces.iter().chain(missing.iter().map(|piece| (piece.as_slice(), least))))
}

/// Marks the single bytes and the given pieces, which are never dropped.
fn is_given(pieces: &Pieces, given: &FxHashSet<Vec<u8>>) -> Vec<bool> {
    pieces.iter().map(|(piece, _)| piece.len() == 1 || given.contains(piece)).collect()
}

/// Multiplies the values of pieces by their factors. A value is negative if the corpus is better off without the piece; such a value stays.
fn weigh(values: &mut [f64], factors: &[f64]) {
    values.iter_mut().zip(factors).filter(|(value, _)| **value > 0.0).for_each(|(value, factor)| *value *= factor);
}

/// The pieces, of which each given one scores above its best split into others, else 제조 would never be used, because 제 and 조 are
/// frequent; and two particles about as the second of them, else the first would go with the noun.
fn raised(pieces: &Pieces, given: &FxHashSet<Vec<u8>>, endings: Option<&Endings>) -> Pieces {
    let scores: FxHashMap<&[u8], f64> = pieces.iter().collect();
    let split = |piece: &[u8]| {
        let mut best = vec![0.0];
        for end in 1..=piece.len() {
            let parts = usize::from(end == piece.len())..end;
            let parts = parts.filter_map(|start| Some(best[start] + scores.get(&piece[start..end])?));
            best.push(parts.fold(f64::NEG_INFINITY, f64::max));
        }
        best[piece.len()]
    };
    let second = |piece: &[u8]| Some(scores.get(endings?.second_particle(piece)?)? - BELOW_PARTICLE);
    let least = |piece: &[u8]| given.contains(piece).then(|| split(piece) + ABOVE_SPLIT).into_iter().chain(second(piece));
    Pieces::new(pieces.iter().map(|(piece, own)| (piece, least(piece).fold(own, f64::max))))
}

fn vocabulary(pieces: &Pieces) -> Vocabulary {
    let mut vocabulary: Vocabulary = pieces.iter().map(|(piece, score)| (piece.to_vec(), score as f32)).collect();
    // Equal up to the precision of a file is equal: the order must not depend on the last bits of a sum.
    vocabulary.par_sort_unstable_by(|a, b| rounded(b.1.into()).total_cmp(&rounded(a.1.into())).then_with(|| a.0.cmp(&b.0)));
    vocabulary
}

/// The results of an expectation step, by piece.
struct Expectation {
    counts: Vec<f64>,
    /// Branching entropy times count: n ln n - sum over texts of c ln c. Empty if it was not requested.
    entropies: Vec<f64>,
}

/// Sums over a part of the corpus, for one piece.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    /// Sum of c ln c over texts.
    logarithms: f64,
    /// Expected count in the current text; zero for pieces that do not occur in it.
    in_text: f64,
}

fn expect(pieces: &Pieces, corpus: &Corpus, with_entropies: bool, progress: &dyn Progress) -> Result<Expectation> {
    let name = format!("expectation, {} pieces", pieces.len());
    let stage = Stage::begin(progress, &name, corpus.len() as u64)?;
    let weights = corpus.weights(pieces);
    if !with_entropies {
        return Ok(Expectation { counts: corpus.expected_counts(&weights, &stage)?, entropies: Vec::new() });
    }
    let start = || (Paths::default(), vec![Sums::default(); pieces.len()], Vec::new());
    let add = |(paths, sums, touched): &mut (Paths, Vec<Sums>, Vec<usize>), text: Text, count: f64| {
        paths.expected_counts(text, &weights, |id, expected| {
            if sums[id].in_text == 0.0 {
                touched.push(id);
            }
            sums[id].in_text += expected;
        });
        for id in touched.drain(..) {
            let sums = &mut sums[id];
            let expected = count * std::mem::take(&mut sums.in_text);
            sums.count += expected;
            sums.logarithms += expected * expected.ln();
        }
    };
    let finish = |(_, sums, _): (Paths, Vec<Sums>, Vec<usize>)| sums.iter().map(|sums| (sums.count, sums.logarithms)).unzip();
    let (counts, logarithms): (Vec<_>, Vec<_>) = corpus.gather(&stage, start, add, finish)?.into_iter().unzip();
    let counts = sum(counts.into_iter());
    let entropy = |(&count, logarithms): (&f64, f64)| if count > 0.0 { count * count.ln() - logarithms } else { 0.0 };
    let entropies = counts.iter().zip(sum(logarithms.into_iter())).map(entropy).collect();
    Ok(Expectation { counts, entropies })
}

/// The pieces that stay in a maximisation step: those that are given, those with a sufficient expected count, and if necessary more, so
/// that at least `at_least` of the others stay.
fn frequent(is_given: &[bool], counts: &[f64], at_least: usize) -> Vec<bool> {
    let number = is_given.iter().zip(counts).filter(|&(&is_given, &count)| !is_given && count >= LEAST_COUNT).count();
    best(is_given, counts, number.max(at_least))
}

fn select(values: &[f64], stays: &[bool]) -> Vec<f64> {
    values.iter().zip(stays).filter(|&(_, &stays)| stays).map(|(&value, _)| value).collect()
}

/// The pieces that stay, with their scores computed from `counts`.
fn maximise(pieces: &Pieces, counts: &[f64], stays: &[bool]) -> Pieces {
    let kept = || (0..counts.len()).filter(|&id| stays[id]);
    let total = digamma(kept().map(|id| counts[id].max(LEAST_COUNT)).sum());
    let score = |id: usize| digamma(counts[id].max(LEAST_COUNT)) - total;
    let is_rare_byte = |id: usize| counts[id] < LEAST_COUNT && pieces.piece(id).len() == 1;
    let least = kept().filter(|&id| !is_rare_byte(id)).map(score).fold(f64::INFINITY, f64::min);
    let score = |id: usize| if is_rare_byte(id) { least - BYTE_PENALTY } else { score(id) };
    Pieces::new(kept().map(|id| (pieces.piece(id), score(id))))
}

/// The digamma function for positive `x`: the recurrence psi(x) = psi(x + 1) - 1 / x below 10, and the asymptotic series from there on.
fn digamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let inverse = 1.0 / (x * x);
    let series = inverse * (1.0 / 12.0 - inverse * (1.0 / 120.0 - inverse * (1.0 / 252.0 - inverse * (1.0 / 240.0 - inverse / 132.0))));
    sum + x.ln() - 0.5 / x - series
}

#[cfg(test)]
#[path = "../../tests/inside/unigram_train.rs"]
mod tests;
