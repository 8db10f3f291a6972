//! The trainer of byte-level BPE: kind `bpe`.

use super::bpe::Bpe;
use crate::bpe::{self, Encoder, GPT2_BYTES, Merge, TrainOptions, Weights};
use crate::corpus::{Chunks, CutRule, Cuts};
use crate::files::record::Record;
use crate::options::options;
use crate::run::progress::Progress;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{
    About, General, Input, MORE_TEXT, Task, Train, check_guide, merge_all, refuse_share, room, specials_and_bytes, with_agreement,
    with_fixed, with_range,
};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

options! {
    /// Options of the trainer.
    pub struct Options {
        /// Pairs that occur less often are not merged.
        min_count: usize = 2; least 1,
        /// What `boundaries` allow. "cuts": no piece that crosses a cut between morphemes; "tokens": also pieces that are runs of whole
        /// morphemes. A pair is worth its occurrences minus those that break this rule, as often as the tokenizer will break it.
        boundary_rule: CutRule = CutRule::Cuts,
        /// How many occurrences of a pair outweigh one that breaks the rule, up to 1,000. More give more precise cuts and more tokens.
        crossing_cost: usize = 1,
        /// With `boundaries`, words count with this power of how often they occur. Below 1, cuts in rare words count for more, so cuts are more
        /// precise and tokens more.
        count_exponent: f64 = 1.0; from 0.0 to 1.0,
    }
}

/// A byte-level BPE tokenizer with at most `size` ids, specials included, or as many as the chunks support.
///
/// # Errors
/// [`Error::Argument`] for invalid specials, [`Error::Vocabulary`] for specials that are also pieces, [`Error::Interrupted`].
pub fn train_bpe_at_most(
    chunks: &Chunks,
    size: usize,
    splitter: Splitter,
    specials: &[String],
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    let size = size.saturating_sub(specials.len());
    from_merges(splitter, specials, &bpe::train(words(chunks), &TrainOptions::of_bytes(size, 2), progress)?)
}

/// With a larger cost, sums of counts could leave the range of numbers.
pub(super) const MOST_CROSSING: usize = 1000;

/// For each byte its symbol; symbol s is the byte `GPT2_BYTES[s]`.
fn symbols() -> [u32; 256] {
    let mut symbols = [0; 256];
    GPT2_BYTES.iter().zip(0..).for_each(|(&byte, symbol)| symbols[byte as usize] = symbol);
    symbols
}

/// The chunks as symbols.
fn words(chunks: &Chunks) -> bpe::Words {
    let (symbols, mut words) = (symbols(), bpe::Words::default());
    for (chunk, count) in chunks.iter() {
        words.push(chunk.iter().map(|&byte| symbols[byte as usize]), count as u64);
    }
    words
}

/// The chunks as symbols, with their cuts.
fn cut_words(chunks: &Chunks, cuts: &Cuts) -> bpe::Words {
    let (symbols, mut words) = (symbols(), bpe::Words::default());
    for (index, (chunk, count)) in chunks.iter().enumerate() {
        words.push_cut(chunk.iter().map(|&byte| symbols[byte as usize]), count as u64, &cuts[index]);
    }
    words
}

/// The trainer of byte-level BPE.
pub struct BpeTrainer;

impl Train for BpeTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "bpe",
        summary: "Byte-level byte-pair encoding",
        details: "The trainer merges the most frequent neighbours until the vocabulary has its size.",
        paper: "Sennrich et al. 2016",
        splitter: Splitter::Gpt2,
        chooses_splitter: true,
        vocab_size: None,
        inputs: &[Input::Boundaries],
        seed: "",
        is_for_tests: false,
    };

    fn check(task: &Task, options: &Options) -> Result<()> {
        specials_and_bytes(&task.specials)?;
        check_guide(task.guide.as_ref(), options, &Options::default(), &["boundary_rule", "crossing_cost", "count_exponent"])?;
        if options.crossing_cost > MOST_CROSSING {
            return Err(Error::Argument(format!("crossing_cost is {}; give {MOST_CROSSING} or less", options.crossing_cost)));
        }
        task.sizes.iter().try_for_each(|&size| room(task.language_size(size, 257 + task.specials.len())?, &task.specials).map(drop))
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        let cuts = task.guide.as_ref().map(|guide| guide.cut(chunks, options.boundary_rule, progress)).transpose()?;
        let damped = (options.count_exponent < 1.0).then(|| chunks.damped(options.count_exponent));
        let seen = damped.as_ref().unwrap_or(chunks);
        let trained = |&vocab_size: &usize| {
            let ids = task.general_ids(vocab_size);
            let asked = room(vocab_size - ids, &task.specials)?;
            let fixed = task.general.as_ref().map(|general| with_fixed(general, ids));
            let general = fixed.as_ref().map(|chunks| General { chunks, merges: ids });
            let mut merging = TrainOptions::of_bytes(asked, options.min_count as u64);
            merging.weights = Weights::equal(options.crossing_cost, options.boundary_rule == CutRule::Tokens);
            let own = cuts.as_ref().map_or_else(|| words(seen), |cuts| cut_words(seen, cuts));
            let (merges, own) = merge_all(own, words, general.as_ref(), &merging, progress)?;
            if 256 + own < asked {
                let rare = format!("{MORE_TEXT}, or a smaller min_count than {}", options.min_count);
                let advice = if options.min_count > 1 { &rare } else { MORE_TEXT };
                return Err(with_range(&task.specials, advice)(Error::Unsupported { asked, supported: 256 + own }));
            }
            if merges.len() < own + ids {
                return Err(refuse_share(ids, own + ids - merges.len(), vocab_size));
            }
            let tokenizer = from_merges(task.splitter.unwrap_or(Self::ABOUT.splitter), &task.specials, &merges)?;
            Ok(with_agreement(tokenizer, task.guide.as_ref(), chunks, cuts.as_ref()))
        };
        task.sizes.iter().map(trained).collect()
    }
}

/// A byte-level BPE tokenizer from merges over symbols. Symbol s < 256 is the byte `GPT2_BYTES[s]`; the products of merges follow.
///
/// # Errors
/// [`crate::Error::Argument`] for invalid specials, [`crate::Error::Vocabulary`] for specials that are also pieces.
fn from_merges(splitter: Splitter, specials: &[String], merges: &[Merge]) -> Result<Tokenizer> {
    let mut tokens = specials_and_bytes(specials)?;
    let first = specials.len() as u32;
    let id = |symbol: u32| first + if symbol < 256 { GPT2_BYTES[symbol as usize] as u32 } else { symbol };
    for merge in merges.iter() {
        if id(merge.product) as usize == tokens.len() {
            let bytes = [merge.left, merge.right].map(|part| tokens[id(part) as usize].1.clone()).concat();
            tokens.push((Kind::of_piece(&bytes), bytes));
        }
    }
    let vocabulary = Vocabulary::new(tokens)?;
    vocabulary.check()?;
    let merges: Vec<[u32; 3]> = merges.iter().map(|merge| [id(merge.left), id(merge.right), id(merge.product)]).collect();
    let model = Encoder::new(&vocabulary, &merges)?;
    let record = Record::new("bpe", "bpe", splitter);
    let system = Bpe::new(model, &record);
    Tokenizer::new(record, vocabulary, system)
}
