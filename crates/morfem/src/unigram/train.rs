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

use super::lattice::{Lattice, Model, Pieces, sum, texts};
use super::prune::{BYTES, best, likelihood_values, survivors};
use super::seeds::seeds;
use crate::corpus::Chunks;
use crate::progress::{Progress, Stage};
use crate::thunder::unit::UnitRule;
use crate::{Error, Result};

/// Nats by which a byte that the corpus hardly uses is worse than the worst other piece.
const BYTE_PENALTY: f64 = 10.0;
/// Expected count below which a piece goes.
const LEAST_COUNT: f64 = 0.5;
/// Chunks that are looked at to estimate the nats a byte costs.
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
    let pieces = seeds(chunks, options.units, options.max_piece_bytes, options.seeds, progress)?;
    if pieces.len() < options.pieces[0] {
        return Err(Error::Training(format!(
            "the corpus supports {} pieces and {} are wanted: ask for fewer, or give more text",
            pieces.len(),
            options.pieces[0]
        )));
    }
    let mut model = Model::new(pieces, 0.0);
    let mut trained = Vec::with_capacity(options.pieces.len());
    for &wanted in &options.pieces {
        loop {
            let mut entropies = Vec::new();
            for step in 1..=options.em_steps {
                let with_entropies = options.score == Score::BranchingEntropy && step == options.em_steps;
                let rate = rate(&model, chunks);
                model = model.with_rate(rate);
                let expectation = expect(&model, chunks, with_entropies, progress)?;
                let stays = frequent(model.pieces(), &expectation.counts, wanted);
                entropies = select(expectation.entropies, &stays);
                model = maximise(model, &expectation.counts, &stays, rate);
            }
            let size = model.pieces().len();
            if size == wanted {
                break;
            }
            let values = match options.score {
                Score::Likelihood => likelihood_values(&model, chunks, progress)?,
                Score::BranchingEntropy => entropies,
            };
            let stays = survivors(model.pieces(), &values, options.prune, wanted);
            let pieces = model.pieces().iter().zip(&stays).filter(|&(_, &stays)| stays).map(|(piece, _)| piece);
            model = Model::new(Pieces::new(pieces), 0.0);
        }
        trained.push(vocabulary(model.pieces()));
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
    // Stable: pieces are sorted by bytes.
    vocabulary.sort_by(|a, b| b.1.total_cmp(&a.1));
    vocabulary
}

/// Nats a byte of the corpus costs, estimated from some chunks spread over it.
fn rate(model: &Model, chunks: &Chunks) -> f64 {
    let mut lattice = Lattice::default();
    let (mut nats, mut bytes) = (0.0, 0);
    for text in (0..chunks.len()).step_by(chunks.len().div_ceil(SAMPLE)).flat_map(|index| texts(chunks.get(index).0).take(1)) {
        nats -= lattice.expected_counts(model, text, |_, _| {});
        bytes += text.len();
    }
    nats / bytes as f64
}

/// What the expectation step finds, by piece.
struct Expectation {
    counts: Vec<f64>,
    /// Branching entropy times count: n ln n - sum over chunks of c ln c. Empty if not asked for.
    entropies: Vec<f64>,
}

/// Sums of one slice of the corpus.
struct Sums {
    lattice: Lattice,
    counts: Vec<f64>,
    /// Sum of c ln c over chunks.
    logarithms: Vec<f64>,
    /// Expected count in the current chunk, zero but for the pieces of `touched`.
    of_chunk: Vec<f64>,
    touched: Vec<u32>,
}

fn expect(model: &Model, chunks: &Chunks, with_entropies: bool, progress: &dyn Progress) -> Result<Expectation> {
    let size = model.pieces().len();
    let name = format!("expectation, {size} pieces");
    let stage = Stage::begin(progress, &name, chunks.distinct_bytes() as u64)?;
    let for_entropies = if with_entropies { size } else { 0 };
    let start = || Sums {
        lattice: Lattice::default(),
        counts: vec![0.0; size],
        logarithms: vec![0.0; for_entropies],
        of_chunk: vec![0.0; for_entropies],
        touched: Vec::new(),
    };
    let add = |sums: &mut Sums, chunk: &[u8], count: u32| {
        let Sums { lattice, counts, logarithms, of_chunk, touched } = sums;
        let count = count as f64;
        for text in texts(chunk) {
            if !with_entropies {
                lattice.expected_counts(model, text, |id, expected| counts[id as usize] += count * expected);
                continue;
            }
            lattice.expected_counts(model, text, |id, expected| {
                if of_chunk[id as usize] == 0.0 {
                    touched.push(id);
                }
                of_chunk[id as usize] += count * expected;
            });
        }
        for id in touched.drain(..) {
            let expected = std::mem::take(&mut of_chunk[id as usize]);
            if expected > 0.0 {
                counts[id as usize] += expected;
                logarithms[id as usize] += expected * expected.ln();
            }
        }
    };
    let parts = chunks.gather(&stage, start, add, |sums| (sums.counts, sums.logarithms))?;
    let (counts, logarithms): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let counts = sum(counts.into_iter());
    let entropy = |(&count, logarithms): (&f64, f64)| if count > 0.0 { count * count.ln() - logarithms } else { 0.0 };
    let entropies = counts.iter().zip(sum(logarithms.into_iter())).map(entropy).collect();
    Ok(Expectation { counts, entropies })
}

/// Which pieces stay in a maximisation step: the bytes, those that are expected often enough, and if need be more to make `at_least`.
fn frequent(pieces: &Pieces, counts: &[f64], at_least: usize) -> Vec<bool> {
    let number = pieces.iter().zip(counts).filter(|&((piece, _), &count)| piece.len() > 1 && count >= LEAST_COUNT).count();
    best(pieces, counts, number.max(at_least - BYTES))
}

fn select(values: Vec<f64>, stays: &[bool]) -> Vec<f64> {
    values.into_iter().zip(stays).filter(|&(_, &stays)| stays).map(|(value, _)| value).collect()
}

/// The model of the pieces that stay, with the scores that `counts` ask for.
fn maximise(model: Model, counts: &[f64], stays: &[bool], rate: f64) -> Model {
    let kept = || (0..counts.len()).filter(|&id| stays[id]);
    let total = digamma(kept().map(|id| counts[id].max(LEAST_COUNT)).sum());
    let score = |id: usize| digamma(counts[id].max(LEAST_COUNT)) - total;
    let is_rare_byte = |id: usize| counts[id] < LEAST_COUNT && model.pieces().piece(id).len() == 1;
    let least = kept().filter(|&id| !is_rare_byte(id)).map(score).fold(f64::INFINITY, f64::min);
    let score = |id: usize| if is_rare_byte(id) { least - BYTE_PENALTY } else { score(id) };
    let pieces = Pieces::new(kept().map(|id| (model.pieces().piece(id), score(id))));
    Model::new(pieces, rate)
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
