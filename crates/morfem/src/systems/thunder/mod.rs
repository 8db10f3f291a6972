//! Thunder-Tok (Cho et al. 2025): kind `thunder`. It is a Unigram model, trained with other defaults.

use crate::Result;
use crate::corpus::Chunks;
use crate::progress::Progress;
use crate::systems::bytes::{UNIGRAM_INPUTS, check_unigram, train_unigram};
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
        details: "Wide chunks, the unit rule and branching entropy are options, so each can be switched off.",
        paper: "Cho et al. 2025",
        splitter: Splitter::Thunder,
        chooses_splitter: true,
        vocab_size: None,
        inputs: UNIGRAM_INPUTS,
        seed: "",
        is_for_tests: false,
    };

    fn defaults() -> Options {
        Options { unit_rule: UnitRule::Linguistic, score: Score::BranchingEntropy, ..Options::default() }
    }

    fn check(task: &Task, options: &Options) -> Result<()> {
        check_unigram(&Self::ABOUT, task, options)
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        train_unigram(&Self::ABOUT, chunks, task, options, progress)
    }
}
