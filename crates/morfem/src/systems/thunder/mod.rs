//! Thunder-Tok (Cho et al. 2025): kind `thunder`. Its artefact is a Unigram model, and so is its trainer, with other defaults.

use crate::Result;
use crate::corpus::Chunks;
use crate::progress::Progress;
use crate::systems::bytes::{check_unigram, train_unigram};
use crate::text::Splitter;
use crate::text::unit::UnitRule;
use crate::tokenizer::Tokenizer;
use crate::train::{About, Task, Train};
use crate::unigram::train::{Options, Score};

/// The trainer of Thunder-Tok.
pub struct ThunderTrainer;

impl Train for ThunderTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "thunder",
        summary: "Thunder-Tok: a Unigram model of linguistic units, whole phrases among them, pruned by branching entropy",
        details: "Each ingredient is an option, so that it can be taken away.",
        paper: "Cho et al. 2025",
        splitter: Splitter::Thunder,
        chooses_splitter: true,
        vocab_size: None,
        inputs: &[],
        seed: "",
        is_for_tests: false,
    };

    fn defaults() -> Options {
        Options { unit_rule: UnitRule::Linguistic, score: Score::BranchingEntropy, ..Options::default() }
    }

    fn check(task: &Task, options: &Options) -> Result<()> {
        check_unigram(task, options)
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        train_unigram(&Self::ABOUT, chunks, task, options, progress)
    }
}
