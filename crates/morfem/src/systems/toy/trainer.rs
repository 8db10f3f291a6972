//! The trainer: the most frequent runs become tokens.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::system::Runs;
use crate::Result;
use crate::corpus::Chunks;
use crate::files::record::Record;
use crate::options::{named, options};
use crate::run::progress::Progress;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{About, MORE_TEXT, Supported, Task, Train, room, specials_and_bytes};
use crate::vocab::{Kind, Vocabulary};

named! {
    /// Which letters are vowels.
    pub enum Vowels {
        /// a e i o u.
        English = "english",
        /// With ı ö ü.
        Turkish = "turkish",
    }
}

options! {
    /// Options of the trainer.
    pub struct Options {
        /// Which letters are vowels.
        vowels: Vowels = Vowels::Turkish,
        /// Runs that occur less often are written in bytes.
        min_count: usize = 2; least 1,
    }
}

/// The trainer of runs.
pub struct RunsTrainer;

impl Train for RunsTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "toy",
        summary: "Runs of vowels and of consonants, for tests",
        details: "",
        paper: "",
        splitter: Splitter::Words,
        chooses_splitter: true,
        vocab_size: Some(300),
        inputs: &[],
        seed: "",
        is_for_tests: true,
    };

    fn check(task: &Task, _options: &Options) -> Result<()> {
        specials_and_bytes(&task.specials)?;
        task.sizes.iter().try_for_each(|&size| room(size, &task.specials).map(drop))
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        let vowels = match options.vowels {
            Vowels::English => "aeiouAEIOU",
            Vowels::Turkish => "aeıioöuüAEIİOÖUÜ",
        };
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for (number, (chunk, count)) in chunks.iter().enumerate() {
            progress.report("counting runs", number as u64, chunks.len() as u64)?;
            for run in Runs::runs(vowels, &String::from_utf8_lossy(chunk)).filter(|run| run.len() > 1) {
                *counts.entry(run.to_owned()).or_default() += count as u64;
            }
        }
        let mut runs: Vec<(String, u64)> = counts.into_iter().filter(|run| run.1 >= options.min_count as u64).collect();
        runs.sort_by_key(|run| Reverse(run.1));
        let splitter = task.splitter.unwrap_or(Self::ABOUT.splitter);
        let of_size = |&size: &usize| {
            let mut tokens = specials_and_bytes(&task.specials)?;
            let (least, most) = (Some(tokens.len() + 1), tokens.len() + runs.len());
            if size > most {
                return Err(Supported { least, most, with: &[], more: MORE_TEXT }.refuse(size));
            }
            let chosen = runs.iter().take(size - tokens.len());
            tokens.extend(chosen.map(|(run, _)| (Kind::of_piece(run.as_bytes()), run.clone().into_bytes())));
            let vocabulary = Vocabulary::new(tokens)?;
            vocabulary.check()?;
            let system = Runs::new(vowels.into(), &vocabulary);
            Tokenizer::new(Record::new(Self::ABOUT.kind, Self::ABOUT.kind, splitter), vocabulary, system)
        };
        task.sizes.iter().map(of_size).collect()
    }
}
