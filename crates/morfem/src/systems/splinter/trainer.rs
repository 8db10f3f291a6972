//! The trainer of Splinter: kind `splinter`.

use super::files::{ALPHABET, CLITICS, CLOSED, CONDITIONS, KNOWN, KNOWN_ROOTS};
use super::grammar::Method;
use super::options::{Merger, Options};
use super::system::Splinter;
use super::train::{self, Learned, Tables, check_merger, check_sizes};
use crate::corpus::Chunks;
use crate::files::record::Record;
use crate::run::progress::Progress;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{
    About, General, Input, MORE_TEXT, Supported, Task, Train, merge_units, piece_units, refuse_share, refuse_taken, specials_and_bytes,
    with_fixed,
};
use crate::vocab::Kind;
use crate::{Error, Result};

/// The trainer of Splinter.
pub struct SplinterTrainer;

impl Train for SplinterTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "splinter",
        summary: "Splinter: takes words apart so that their roots can be tokens, though the letters of a root stand apart",
        details: "Without clitics as in the paper: the letters of patterns are taken out one by one, then all is merged as BPE does. With them, \
                  words are taken apart into prefixes, root, pattern and suffixes, and an id is one of these, a whole stem, or a whole word.",
        paper: "Gazit et al. 2025",
        splitter: Splitter::MarkedMixed,
        chooses_splitter: false,
        vocab_size: Some(32_768),
        inputs: &[
            Input::Table { name: "alphabet", file: ALPHABET, help: "The letters of the language" },
            Input::Table { name: "clitics", file: CLITICS, help: "The prefixes and suffixes of the language" },
            Input::Table { name: "conditions", file: CONDITIONS, help: "What prefixes and suffixes need: others, or a stem of some shape" },
            Input::Table {
                name: "patterns",
                file: KNOWN,
                help: "Patterns of the language, above all those with letters that are not written",
            },
            Input::Table { name: "roots", file: KNOWN_ROOTS, help: "Roots of the language, above all those with letters that come and go" },
            Input::Table { name: "closed", file: CLOSED, help: "Words that are not taken apart" },
            Input::Learned,
        ],
        seed: "",
        is_for_tests: false,
    };

    fn check(task: &Task, options: &Options) -> Result<()> {
        let first = specials_and_bytes(&task.specials)?.len();
        match (before(task)?, tables(task)?) {
            (None, Some(tables)) => {
                let least = tables.least(first)?;
                let sizes = task.sizes.iter().map(|&size| task.language_size(size, least)).collect::<Result<Vec<usize>>>()?;
                tables.check(options, &sizes, &task.specials)?;
                options.check_used(tables.clitics.is_none(), false)
            }
            (Some(system), None) => {
                refuse_taken(&task.specials, train::signs(&system.encoder.inventory))?;
                options.check_shares()?;
                options.check_used(matches!(system.encoder.method, Method::Reductions(_)), true)
            }
            _ => Err(Error::Training("give either an alphabet to learn with, or a tokenizer that has learned".into())),
        }
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        let first = specials_and_bytes(&task.specials)?;
        let learned = match (before(task)?, tables(task)?) {
            (Some(system), _) => train::learned_before(chunks, &system.encoder)?,
            (None, tables) => train::learn_units(chunks, &tables.unwrap_or_default(), options, progress)?,
        };
        let learned = match &task.general {
            Some(general) => learned.with_words(general),
            None => learned,
        };
        let least = learned.least(first.len());
        check_merger(options.merger, learned.is_reduced(), task.general.is_some())?;
        let sizes = task.sizes.iter().map(|&size| task.language_size(size, least)).collect::<Result<Vec<usize>>>()?;
        check_sizes(&sizes, options, least)?;
        let build_whole = |&asked: &usize| {
            let ids = task.general_ids(asked);
            let tokenizer = of_size(chunks, &learned, &first, options, asked, task, progress)?;
            let found = tokenizer.vocabulary().len();
            if found == asked {
                return Ok(tokenizer);
            }
            let without = Task { general: None, ..task.clone() };
            let build = |size: usize| of_size(chunks, &learned, &first, options, size, &without, progress);
            let mut most = build(asked - ids)?.vocabulary().len();
            if most == asked - ids {
                return Err(refuse_share(ids, asked - found, asked));
            }
            // The shares of a smaller vocabulary choose other units, which have other merges: the largest that is whole is found by trying.
            loop {
                match build(most)?.vocabulary().len() {
                    found if found == most => break,
                    found => most = found,
                }
            }
            while build(most + 1)?.vocabulary().len() > most {
                most += 1;
            }
            let mut more = MORE_TEXT.to_owned();
            let has_patterns = (0..found as u32).any(|id| tokenizer.vocabulary().kind(id) == Kind::Pattern);
            let others = if learned.is_reduced() { Vec::new() } else { options.with_more_words(has_patterns) };
            for (shares, told) in others {
                if of_size(chunks, &learned, &first, &shares, asked, task, progress)?.vocabulary().len() == asked {
                    more = format!("{more}, or {told}");
                    break;
                }
            }
            Err(Supported { least: Some(least + ids), most: most + ids, with: &[], more: &more }.refuse(asked))
        };
        task.sizes.iter().map(build_whole).collect()
    }
}

/// The tokenizer to take over from, if there is one.
fn before(task: &Task) -> Result<Option<&Splinter>> {
    let Some(tokenizer) = &task.learned else { return Ok(None) };
    let refuse = || Error::Argument("learned is not a tokenizer of kind splinter; give one that is, or leave it out".into());
    tokenizer.abilities().as_any().downcast_ref().ok_or_else(refuse).map(Some)
}

/// The tables of a task, if it has an alphabet.
fn tables(task: &Task) -> Result<Option<Tables>> {
    let text = |name: &str| {
        let read =
            |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).map_err(|_| Error::Training(format!("{name} is not UTF-8; convert it")));
        task.files.get(name).map(read).transpose()
    };
    let (clitics, conditions, patterns, roots, closed) =
        (text(CLITICS)?, text(CONDITIONS)?, text(KNOWN)?, text(KNOWN_ROOTS)?, text(CLOSED)?);
    if clitics.is_none() && [&conditions, &patterns, &roots, &closed].into_iter().any(Option::is_some) {
        return Err(Error::Argument(
            "conditions, patterns, roots and closed are for words that are cut; give clitics too, or leave them out".into(),
        ));
    }
    Ok(text(ALPHABET)?.map(|alphabet| Tables { alphabet, clitics, conditions, patterns, roots, closed }))
}

fn of_size(
    chunks: &Chunks,
    learned: &Learned,
    first: &[(Kind, Vec<u8>)],
    options: &Options,
    size: usize,
    task: &Task,
    progress: &dyn Progress,
) -> Result<Tokenizer> {
    let ids = task.general_ids(size);
    let trained = train::train(chunks, learned, first, options, size - ids, progress)?;
    let units = trained.vocabulary.len();
    let merges = (size - ids).checked_sub(units).ok_or_else(|| {
        Error::Training(format!(
            "the shares ask for {units} ids of {size}, runs of affixes included; give less for whole_share or another share"
        ))
    })?;
    let classes = train::merge_classes(&trained.encoder, &trained.vocabulary);
    let fixed = task.general.as_ref().map(|general| with_fixed(general, ids));
    let general = fixed.as_ref().map(|chunks| General { chunks, merges: ids });
    let typed = train::with_typed(chunks, &trained.encoder);
    let record = Record::new("splinter", "splinter", Splitter::MarkedMixed);
    let plain = Tokenizer::new(record, trained.vocabulary, Splinter::new(trained.encoder))?;
    match options.merger {
        Merger::Bpe => merge_units(plain, &typed, classes, train::merge_rule(), merges, general.as_ref(), progress),
        Merger::Unigram => piece_units(plain, chunks, merges, progress),
    }
}
