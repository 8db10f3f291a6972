//! Trains a Unigram vocabulary: too many pieces first, then rounds of expectation, maximisation and pruning (Kudo 2018, section 3.2).
//!
//! *Expectation*: the expected count of every piece over all segmentations of all chunks ([`super::lattice`]). *Maximisation*: a
//! piece whose expected count is below one half goes; the others score psi(count) - psi(sum of counts), psi the digamma function: the
//! mean-field update under a sparse Dirichlet prior, as SentencePiece has it, which takes about half a count from every piece and so
//! drives rare ones out. After some such steps *pruning* drops a share of the pieces ([`super::prune`]), the last time just so many that
//! the wanted size is left; then come the same steps once more, in which no piece goes.
//!
//! The 256 bytes are pieces that never go, and they need a score when the corpus hardly uses them, where psi goes to minus infinity: it is
//! then the least score of the other pieces less [`BYTE_PENALTY`], which is what SentencePiece lets an unknown character cost. A split
//! with such a byte loses to any split without, by e^10 or more, so it takes part in no count worth the name; and the score is no lower than
//! that, so that sums of products stay in range. A piece that stays for the size alone, with an expected count below one half,
//! scores as if it had one half.
//!
//! All sums are taken in a fixed order: the result does not depend on the number of threads.

use super::lattice::{Arc, Corpus, Paths, Pieces, Text, Weights, sum};
use super::prune::{BYTES, best, likelihood_values, survivors};
use super::seeds::seeds;
use crate::corpus::Chunks;
use crate::progress::{Progress, Stage};
use crate::thunder::unit::UnitRule;
use crate::{Error, Result};
use rayon::prelude::*;

/// Nats by which a byte that the corpus hardly uses is worse than the worst other piece.
const BYTE_PENALTY: f64 = 10.0;
/// Expected count below which a piece goes.
const LEAST_COUNT: f64 = 0.5;
/// Texts that are looked at to estimate the nats a byte costs.
const SAMPLE: usize = 256;

/// What a piece must be worth to stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// How far the log-likelihood of the corpus falls without it.
    Likelihood,
    /// Branching entropy over chunks, times probability.
    BranchingEntropy,
}

impl std::str::FromStr for Score {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self> {
        match name {
            "likelihood" => Ok(Score::Likelihood),
            "branching_entropy" => Ok(Score::BranchingEntropy),
            _ => Err(Error::Argument(format!("score {name:?} is not known; choose likelihood or branching_entropy"))),
        }
    }
}

/// How to train.
#[derive(Clone, Debug)]
pub struct Options {
    /// Sizes wanted, the largest first; each counts the 256 bytes. Smaller vocabularies come from the larger by further pruning.
    pub pieces: Vec<usize>,
    /// Bytes of the longest piece, 4 to 255.
    pub max_piece_bytes: usize,
    /// Number of pieces to begin with.
    pub seeds: usize,
    /// What a piece may look like.
    pub units: UnitRule,
    /// What a piece must be worth.
    pub score: Score,
    /// Share of the pieces that goes in a round.
    pub prune: f64,
    /// Steps of expectation and maximisation in a round.
    pub em_steps: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            pieces: vec![32_000],
            max_piece_bytes: 32,
            seeds: 1_000_000,
            units: UnitRule::Characters,
            score: Score::Likelihood,
            prune: 0.25,
            em_steps: 2,
        }
    }
}

/// A vocabulary: pieces with their log-probabilities in nats, the best first, ties by bytes.
pub type Vocabulary = Vec<(Vec<u8>, f32)>;

/// Trains one vocabulary for each size of `options`, in that order, with the threads of the current pool.
pub fn train(chunks: &Chunks, options: &Options, progress: &dyn Progress) -> Result<Vec<Vocabulary>> {
    check(chunks, options)?;
    let mut pieces = seeds(chunks, options.units, options.max_piece_bytes, options.seeds, progress)?;
    if pieces.len() < options.pieces[0] {
        return Err(Error::Training(format!(
            "the corpus supports {} pieces and {} are wanted: ask for fewer, or give more text",
            pieces.len(),
            options.pieces[0]
        )));
    }
    let mut corpus = Corpus::new(chunks, &pieces, progress)?;
    let mut trained = Vec::with_capacity(options.pieces.len());
    for &wanted in &options.pieces {
        loop {
            let mut entropies = Vec::new();
            for step in 1..=options.em_steps {
                let with_entropies = options.score == Score::BranchingEntropy && step == options.em_steps;
                let expectation = expect(&pieces, &corpus, with_entropies, progress)?;
                let stays = frequent(&pieces, &expectation.counts, wanted);
                pieces = maximise(&pieces, &expectation.counts, &stays);
                entropies = select(&expectation.entropies, &stays);
                corpus.retain(&stays);
            }
            if pieces.len() == wanted {
                break;
            }
            let values = match options.score {
                Score::Likelihood => likelihood_values(&pieces, &corpus, progress)?,
                Score::BranchingEntropy => entropies,
            };
            let stays = survivors(&pieces, &values, options.prune, wanted);
            pieces = Pieces::new(pieces.iter().zip(&stays).filter(|&(_, &stays)| stays).map(|(piece, _)| piece));
            corpus.retain(&stays);
        }
        trained.push(vocabulary(&pieces));
    }
    Ok(trained)
}

fn check(chunks: &Chunks, options: &Options) -> Result<()> {
    let refuse = |reason: String| Err(Error::Argument(reason));
    if chunks.is_empty() {
        return Err(Error::Training("the corpus is empty: there is no text to train on".into()));
    }
    let Some(&smallest) = options.pieces.last() else {
        return refuse("no size is given: say how many pieces are wanted".into());
    };
    if options.pieces.windows(2).any(|sizes| sizes[0] <= sizes[1]) {
        return refuse(format!("the sizes must fall from one to the next, and are {:?}", options.pieces));
    }
    if smallest <= BYTES {
        return Err(Error::Training(format!(
            "a vocabulary of {smallest} pieces has no room beside the {BYTES} single bytes: ask for 257 or more"
        )));
    }
    if options.seeds < options.pieces[0] {
        return refuse(format!("{} seeds cannot be pruned to {} pieces: allow more seeds", options.seeds, options.pieces[0]));
    }
    if options.seeds > Arc::IDS / 2 {
        return refuse(format!("{} seeds are more than there is room for: allow at most {}", options.seeds, Arc::IDS / 2));
    }
    if !(4..=255).contains(&options.max_piece_bytes) {
        return refuse(format!("the longest piece must have 4 to 255 bytes, and has {}", options.max_piece_bytes));
    }
    if !(options.prune > 0.0 && options.prune < 1.0) {
        return refuse(format!("the share pruned in a round must lie between 0 and 1, and is {}", options.prune));
    }
    if options.em_steps == 0 {
        return refuse("a round needs at least one step of expectation and maximisation".into());
    }
    Ok(())
}

fn vocabulary(pieces: &Pieces) -> Vocabulary {
    let mut vocabulary: Vocabulary = pieces.iter().map(|(piece, score)| (piece.to_vec(), score as f32)).collect();
    vocabulary.par_sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    vocabulary
}

/// What the expectation step finds, by piece.
struct Expectation {
    counts: Vec<f64>,
    /// Branching entropy times count: n ln n - sum over texts of c ln c. Empty if not asked for.
    entropies: Vec<f64>,
}

/// Sums over a part of the corpus, for one piece.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    /// Sum of c ln c over texts.
    logarithms: f64,
    /// Expected occurrences in the current text, zero but for touched pieces.
    in_text: f64,
}

fn expect(pieces: &Pieces, corpus: &Corpus, with_entropies: bool, progress: &dyn Progress) -> Result<Expectation> {
    let name = format!("expectation, {} pieces", pieces.len());
    let stage = Stage::begin(progress, &name, corpus.len() as u64)?;
    let weights = Weights::new(pieces, rate(pieces, corpus));
    if !with_entropies {
        let start = || (Paths::default(), vec![0.0; pieces.len()]);
        let add = |(paths, counts): &mut (Paths, Vec<f64>), text: Text, count: f64| {
            paths.expected_counts(text, &weights, |id, expected| counts[id] += count * expected);
        };
        let counts = sum(corpus.gather(&stage, start, add, |(_, counts)| counts)?.into_iter());
        return Ok(Expectation { counts, entropies: Vec::new() });
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

/// Nats a byte of the corpus costs, estimated from some texts spread over it.
fn rate(pieces: &Pieces, corpus: &Corpus) -> f64 {
    let (weights, mut paths) = (Weights::new(pieces, 0.0), Paths::default());
    let (mut nats, mut bytes) = (0.0, 0);
    for (text, _) in corpus.sample(corpus.len().div_ceil(SAMPLE)) {
        nats -= paths.expected_counts(text, &weights, |_, _| {});
        bytes += text.length;
    }
    nats / bytes as f64
}

/// Which pieces stay in a maximisation step: the bytes, those that are expected often enough, and if need be more to make `at_least`.
fn frequent(pieces: &Pieces, counts: &[f64], at_least: usize) -> Vec<bool> {
    let number = pieces.iter().zip(counts).filter(|&((piece, _), &count)| piece.len() > 1 && count >= LEAST_COUNT).count();
    best(pieces, counts, number.max(at_least - BYTES))
}

fn select(values: &[f64], stays: &[bool]) -> Vec<f64> {
    values.iter().zip(stays).filter(|&(_, &stays)| stays).map(|(&value, _)| value).collect()
}

/// The pieces that stay, with the scores that `counts` ask for.
fn maximise(pieces: &Pieces, counts: &[f64], stays: &[bool]) -> Pieces {
    let kept = || (0..counts.len()).filter(|&id| stays[id]);
    let total = digamma(kept().map(|id| counts[id].max(LEAST_COUNT)).sum());
    let score = |id: usize| digamma(counts[id].max(LEAST_COUNT)) - total;
    let is_rare_byte = |id: usize| counts[id] < LEAST_COUNT && pieces.piece(id).len() == 1;
    let least = kept().filter(|&id| !is_rare_byte(id)).map(score).fold(f64::INFINITY, f64::min);
    let score = |id: usize| if is_rare_byte(id) { least - BYTE_PENALTY } else { score(id) };
    Pieces::new(kept().map(|id| (pieces.piece(id), score(id))))
}

/// The digamma function for positive `x`: the recurrence psi(x) = psi(x + 1) - 1 / x up to 10, and there the asymptotic series.
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
mod tests {
    use super::*;
    use crate::corpus::ChunkCounter;
    use crate::progress::Silent;
    use crate::thunder::unit::is_unit;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Sentences of words of syllables, by a linear congruential generator: Zipf's law and repetition, but no language.
    fn corpus(sentences: usize) -> Chunks {
        let mut state = 7u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (a, b) = ((state >> 33) % below, (state >> 13) % below);
            a.min(b)
        };
        let words: Vec<String> =
            (0..300).map(|_| (0..next(4) + 1).map(|_| char::from_u32('가' as u32 + next(60) as u32 * 20).unwrap()).collect()).collect();
        let mut counter = ChunkCounter::new();
        for _ in 0..sentences {
            let sentence: Vec<&str> = (0..next(6) + 1).map(|_| words[next(300) as usize].as_str()).collect();
            counter.add(format!("{}{}", sentence.join(" "), [".", "?", ""][next(3) as usize]).as_bytes(), 1);
        }
        counter.into_chunks()
    }

    fn options(pieces: &[usize], units: UnitRule, score: Score) -> Options {
        Options { pieces: pieces.to_vec(), units, score, ..Options::default() }
    }

    const THUNDER: UnitRule = UnitRule::Linguistic { phrases_need_space: false };

    #[test]
    fn every_size_is_exact_and_has_all_bytes() {
        let chunks = corpus(2000);
        for (units, score) in [
            (UnitRule::AnyBytes, Score::Likelihood),
            (UnitRule::Characters, Score::Likelihood),
            (THUNDER, Score::Likelihood),
            (THUNDER, Score::BranchingEntropy),
        ] {
            let sizes = [900, 512, 257];
            let trained = train(&chunks, &options(&sizes, units, score), &Silent).unwrap();
            for (vocabulary, size) in trained.iter().zip(sizes) {
                assert_eq!(vocabulary.len(), size);
                let bytes: std::collections::BTreeSet<u8> =
                    vocabulary.iter().filter(|(piece, _)| piece.len() == 1).map(|(piece, _)| piece[0]).collect();
                assert_eq!(bytes.len(), 256);
                assert!(vocabulary.windows(2).all(|pair| (-pair[0].1, &pair[0].0) < (-pair[1].1, &pair[1].0)));
                assert!(vocabulary.iter().all(|(_, score)| score.is_finite() && *score < 0.0));
                assert!(units != THUNDER || vocabulary.iter().all(|(piece, _)| is_unit(piece)));
            }
        }
    }

    #[test]
    fn the_number_of_threads_changes_no_bit() {
        let chunks = corpus(3000);
        let with = |threads: usize, score: Score| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| train(&chunks, &options(&[700, 400], THUNDER, score), &Silent).unwrap())
        };
        for score in [Score::Likelihood, Score::BranchingEntropy] {
            let one = with(1, score);
            assert_eq!(one, with(2, score));
            assert_eq!(one, with(5, score));
        }
    }

    #[test]
    fn branching_entropy_is_that_of_its_definition() {
        let mut counter = ChunkCounter::new();
        for (chunk, count) in [("abab", 3), ("ab", 2), ("aab", 5), ("b", 9)] {
            counter.add(chunk.as_bytes(), count);
        }
        let chunks = counter.into_chunks();
        let mut scores: std::collections::BTreeMap<Vec<u8>, f64> = (0..=255).map(|byte| (vec![byte], -3.0)).collect();
        scores.extend([(b"ab".to_vec(), -4.0), (b"aa".to_vec(), -5.0)]);
        let pieces = Pieces::new(scores.iter().map(|(piece, &score)| (piece.as_slice(), score)));
        let corpus = Corpus::new(&chunks, &pieces, &Silent).unwrap();
        let weights = Weights::new(&pieces, 1.0);
        let found = expect(&pieces, &corpus, true, &Silent).unwrap();
        for id in 0..pieces.len() {
            let in_chunks: Vec<f64> = corpus
                .sample(1)
                .map(|(text, count)| {
                    let mut expected = 0.0;
                    Paths::default().expected_counts(text, &weights, |other, c| expected += if other == id { c } else { 0.0 });
                    expected * count
                })
                .collect();
            let n: f64 = in_chunks.iter().sum();
            let entropy: f64 = in_chunks.iter().filter(|&&c| c > 0.0).map(|c| -(c / n) * (c / n).ln()).sum();
            assert!((found.counts[id] - n).abs() < 1e-9);
            assert!((found.entropies[id] - n * entropy).abs() < 1e-9, "{id}: {} {}", found.entropies[id], n * entropy);
        }
    }

    #[test]
    fn frequent_words_become_pieces() {
        let words = [" bulut", " dost", " kitap", " masa", " okul", " sokak"];
        let mut counter = ChunkCounter::new();
        for word in words {
            counter.add(word.as_bytes(), 50);
            counter.add(format!("{word}lar").as_bytes(), 5);
        }
        let vocabulary = &train(&counter.into_chunks(), &options(&[262], UnitRule::Characters, Score::Likelihood), &Silent).unwrap()[0];
        let mut longer: Vec<&[u8]> = vocabulary.iter().map(|(piece, _)| piece.as_slice()).filter(|piece| piece.len() > 1).collect();
        longer.sort_unstable();
        assert_eq!(longer, words.map(str::as_bytes));
    }

    #[test]
    fn digamma_has_its_known_values() {
        let euler = 0.577_215_664_901_532_9;
        let half = -euler - 2.0 * 2f64.ln();
        for (x, value) in [
            (1.0, -euler),
            (2.0, 1.0 - euler),
            (0.5, half),
            (1.5, half + 2.0),
            (100.0, 4.600_161_852_738_087),
            (1e6, 13.815_510_057_964_191),
        ] {
            assert!((digamma(x) - value).abs() < 1e-12, "psi({x}) = {}", digamma(x));
        }
    }

    #[test]
    fn what_cannot_be_trained_is_said_with_the_mend() {
        let reason = |chunks: &Chunks, options: &Options| train(chunks, options, &Silent).unwrap_err().to_string();
        let plain = |size: usize| options(&[size], UnitRule::Characters, Score::Likelihood);
        assert!(reason(&ChunkCounter::new().into_chunks(), &plain(300)).contains("empty"));
        let mut once = ChunkCounter::new();
        once.add("abc가나".as_bytes(), 1);
        assert!(reason(&once.into_chunks(), &plain(300)).contains("no character occurs twice"));
        let chunks = corpus(50);
        assert!(reason(&chunks, &plain(256)).contains("257"));
        assert!(reason(&chunks, &options(&[300, 300], THUNDER, Score::Likelihood)).contains("[300, 300]"));
        let too_many = reason(&chunks, &plain(100_000));
        let supported: usize = too_many.split(' ').find_map(|word| word.parse().ok()).unwrap();
        assert_eq!(train(&chunks, &plain(supported), &Silent).unwrap()[0].len(), supported);
        assert!(reason(&chunks, &plain(supported + 1)).contains(&supported.to_string()));
    }

    #[test]
    fn an_interruption_stops_every_stage() {
        struct After(AtomicU32);
        impl Progress for After {
            fn report(&self, _: &str, _: u64, _: u64) -> Result<()> {
                let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                left.map(|_| ()).map_err(|_| Error::Interrupted)
            }
        }
        let chunks = corpus(500);
        for reports in 0..40 {
            let stopped = train(&chunks, &options(&[300], THUNDER, Score::Likelihood), &After(reports.into()));
            assert!(matches!(stopped, Err(Error::Interrupted)), "after {reports} reports");
        }
    }
}
