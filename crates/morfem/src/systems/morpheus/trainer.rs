//! The trainer of Morpheus: kind `morpheus`.

use rustc_hash::FxHashSet;

use super::encode::merge_rule;
use super::letters::Letters;
use super::options::Options;
use super::train::{self, Labels};
use crate::corpus::Chunks;
use crate::files::record::Record;
use crate::options::refuse_unused;
use crate::run::progress::Progress;
use crate::surface::phonology_file::PHONOLOGY;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{
    About, Input, MORE_TEXT, Supported, Task, Train, check_merges, merge_units, merges_of, refuse_share, refuse_taken, specials_and_bytes,
    with_merges, with_precomputed,
};
use crate::{Error, Result};

/// The roots of the language pack, if it has any: words that stay whole.
const LEXICON: &str = "lexicon.tsv";

/// The trainer of Morpheus.
pub struct MorpheusTrainer;

impl Train for MorpheusTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "morpheus",
        summary: "Morpheus: segments between the boundaries of a neural network, found by a linear model that learned them",
        details: "With a budget, all steps are run: an analyser labels the words of the corpus, a network is trained on the labels, the network \
                  gives boundary probabilities for every word, the linear model learns these, and the vocabulary is built. Called again with \
                  the same work folder, the training continues where it stopped. Without a budget, an existing network is used. The training \
                  record says how far the linear model agrees with the network on words that it has not learned from.",
        paper: "Şakar et al. 2026",
        splitter: Splitter::InflectedMixed,
        chooses_splitter: false,
        vocab_size: Some(50_000),
        inputs: &[Input::Pack { files: &[PHONOLOGY, LEXICON] }, Input::Teacher],
        seed: "the order in which the linear model sees the words",
        is_for_tests: false,
    };

    fn check(task: &Task, options: &Options) -> Result<()> {
        Letters::new(phonology(task)?)?;
        let first = specials_and_bytes(&task.specials)?.len();
        refuse_taken(&task.specials, train::marks())?;
        if options.merges == 0 {
            refuse_unused(options, &Options::default(), &["merge_scope"], "without merges", "give merges")?;
        }
        task.sizes.iter().try_for_each(|&size| options.room(first, size, task.general_ids(size)).map(drop))
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        task.sizes.iter().map(|&size| of_size(chunks, task, options, size, progress)).collect()
    }
}

fn phonology(task: &Task) -> Result<&[u8]> {
    let missing = || Error::Training(format!("the language pack has no {PHONOLOGY}; give a pack that has one"));
    task.files.get(PHONOLOGY).map(Vec::as_slice).ok_or_else(missing)
}

/// The lemmas of a lexicon: the first cell of each row.
fn lemmas(lexicon: &[u8]) -> FxHashSet<&str> {
    let rows = lexicon.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"#")).skip(1);
    rows.filter_map(|line| std::str::from_utf8(line.split(|&byte| byte == b'\t').next()?).ok()).collect()
}

fn of_size(chunks: &Chunks, task: &Task, options: &Options, size: usize, progress: &dyn Progress) -> Result<Tokenizer> {
    let labels = Labels {
        probabilities: &task.probabilities,
        evaluation_words: &task.evaluation_words,
        lemmas: &lemmas(task.files.get(LEXICON).map(Vec::as_slice).unwrap_or_default()),
    };
    let first = specials_and_bytes(&task.specials)?;
    let ids = task.general_ids(size);
    let general = task.general.as_deref().map(|chunks| (chunks, ids));
    let trained = train::train(chunks, phonology(task)?, &labels, first, options, size, general, task.seed, progress)?;
    if trained.missing_general > 0 {
        return Err(refuse_share(ids, trained.missing_general, size));
    }
    let mut record = Record::new("morpheus", "morpheus", Splitter::InflectedMixed);
    record.training.insert("agreement".into(), serde_json::to_value(trained.agreement).expect("numbers are plain data"));
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    let tokenizer = merge_units(tokenizer, chunks, trained.classes, merge_rule(), options.merges, None, progress)?;
    if trained.missing > 0 {
        let (most, merges, pieces) = (tokenizer.vocabulary().len(), merges_of(&tokenizer), trained.pieces);
        let is_enough = options.pieces.is_some_and(|least| least <= pieces);
        let mut with = if is_enough { Vec::new() } else { vec![format!("pieces={pieces}")] };
        with.extend(with_merges(merges, options.merges));
        if let Some(asked) = options.pieces.filter(|_| !is_enough) {
            return Err(Error::Training(format!(
                "pieces={asked} is too many: the corpus supports {pieces} besides its segments; ask for vocab_size={most} with {}, or {MORE_TEXT}",
                with.join(" and ")
            )));
        }
        // How many merges a smaller vocabulary would have is not known, so the least size is only given without merges.
        let smallest = Options { pieces: options.pieces.or(Some(pieces)), ..options.clone() };
        let least = if options.merges == 0 { Some(smallest.least(task.specials.len() + 256) + ids) } else { None };
        return Err(Supported { least, most, with: &with, more: MORE_TEXT }.refuse(size));
    }
    check_merges(&tokenizer, options.merges)?;
    with_precomputed(tokenizer, chunks)
}
