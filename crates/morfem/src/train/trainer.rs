//! A trainer turns the chunks of a corpus into tokenizers.
//!
//! A system's trainer implements [`Train`], with a struct of options made by the macro of [`crate::options`]. The list of systems holds it
//! as a [`Trainer`], which hides the types: it reads options by name and writes them into the record of each trained tokenizer. Python and
//! the command line learn about trainers from [`Trainer::schema`].

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::general::GeneralOptions;
use super::guide::Guide;
use crate::corpus::Chunks;
use crate::files::record::Files;
use crate::options::{self, Options};
use crate::run::progress::Progress;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// The default specials of a new tokenizer.
pub const SPECIAL_TOKENS: [&str; 4] = ["<pad>", "<s>", "</s>", "<mask>"];

/// What a trainer needs besides a corpus.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum Input {
    /// A language pack: the named files of it, or all files if none is named.
    Pack { files: &'static [&'static str] },
    /// An optional table of a language.
    Table { name: &'static str, file: &'static str, help: &'static str },
    /// A tokenizer of the same kind, whose learned parts are reused where they do not depend on the vocabulary.
    Learned,
    /// Boundary probabilities for each word of the corpus, and evaluation words.
    Teacher,
    /// An optional guide: a tokenizer, or words that are cut, which says where pieces may end.
    Boundaries,
    /// Tokenizers to join, each with texts of its language, in place of a corpus.
    Members,
}

/// The description of a trainer.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// The kind of the trained tokenizers.
    pub kind: &'static str,
    /// One sentence without a full stop.
    pub summary: &'static str,
    /// More sentences, for the reference.
    pub details: &'static str,
    /// Where the method was published, as author and year.
    pub paper: &'static str,
    /// The default splitter.
    pub splitter: Splitter,
    /// Whether the option `pretokenizer` may choose another splitter.
    pub chooses_splitter: bool,
    /// The default size of the vocabulary; None if the size must be given.
    pub vocab_size: Option<usize>,
    pub inputs: &'static [Input],
    /// What the seed decides; empty if the trainer draws no random numbers.
    pub seed: &'static str,
    /// Whether the trainer exists only for tests.
    pub is_for_tests: bool,
}

/// A tokenizer of [`Input::Members`].
#[derive(Clone)]
pub struct MemberTask {
    pub tokenizer: std::sync::Arc<Tokenizer>,
    /// The chunks of texts of its language, cut by its splitter.
    pub chunks: Option<std::sync::Arc<Chunks>>,
    /// How much its language counts.
    pub weight: f64,
}

/// What a trainer is asked to train.
#[derive(Clone, Default)]
pub struct Task {
    /// Sizes of the vocabularies; one tokenizer is trained for each.
    pub sizes: Vec<usize>,
    pub specials: Vec<String>,
    /// Options by name; those that are missing have their defaults.
    pub options: Map<String, Value>,
    /// The splitter that cut the chunks; None for the trainer's default.
    pub splitter: Option<Splitter>,
    /// The files of a language pack, or tables.
    pub files: Files,
    /// The tokenizer of [`Input::Learned`].
    pub learned: Option<std::sync::Arc<Tokenizer>>,
    /// The guide of [`Input::Boundaries`].
    pub guide: Option<Guide>,
    /// The tokenizers of [`Input::Members`].
    pub members: Vec<MemberTask>,
    /// The chunks of each kind of text, in place of a corpus, if the option `balance` is above 0.
    pub kinds: Vec<std::sync::Arc<Chunks>>,
    /// Evaluation words in lower case, kept out of the tables that are made from the teacher's labels.
    pub evaluation_words: Vec<String>,
    /// The boundary probabilities of a teacher, word after word.
    pub probabilities: Vec<f32>,
    pub seed: u64,
    /// General text, cut by the same splitter; without it no ids are for general text. For [`Trainer::check`], empty chunks stand for text
    /// that has not been read yet.
    pub general: Option<std::sync::Arc<Chunks>>,
    /// The option of every trainer. [`Trainer`] reads it from `options`.
    pub general_options: GeneralOptions,
}

impl Task {
    /// Gives the chunks of each part of the corpus: the texts of each member, if there are members, else each kind of text.
    pub fn set_parts(&mut self, parts: Vec<Option<std::sync::Arc<Chunks>>>) {
        if self.members.is_empty() {
            self.kinds = parts.into_iter().flatten().collect();
        } else {
            self.members.iter_mut().zip(parts).for_each(|(member, part)| member.chunks = part);
        }
    }

    /// Number of ids for general text in a vocabulary.
    pub fn general_ids(&self, vocab_size: usize) -> usize {
        if self.general.is_some() { self.general_options.ids(vocab_size) } else { 0 }
    }

    /// The size of a vocabulary without its ids for general text, which must leave `least`.
    ///
    /// # Errors
    /// [`Error::Training`] if they leave fewer.
    pub fn language_size(&self, vocab_size: usize, least: usize) -> Result<usize> {
        if self.general.is_some() { self.general_options.language_size(vocab_size, least) } else { Ok(vocab_size) }
    }
}

/// The trainer of a system.
pub trait Train: Sync + 'static {
    type Options: Options;

    const ABOUT: About;

    /// The default options of this trainer. A trainer overrides this to differ from the defaults of its options type.
    fn defaults() -> Self::Options {
        Self::Options::default()
    }

    /// The splitter for the files of a task, if the caller chooses none.
    fn splitter(_files: &Files) -> Splitter {
        Self::ABOUT.splitter
    }

    /// Checks everything that can be checked without a corpus.
    ///
    /// # Errors
    /// [`Error::Training`] and [`Error::Argument`] for invalid specials, sizes, options and files.
    fn check(task: &Task, options: &Self::Options) -> Result<()>;

    /// Trains a tokenizer for each size; the sizes are in falling order.
    ///
    /// # Errors
    /// As [`Train::check`]; [`Error::Training`] if the corpus does not support a size; [`Error::Interrupted`] if `progress` asks to stop.
    fn train(chunks: &Chunks, task: &Task, options: &Self::Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>>;
}

/// A trainer in the list of systems: a [`Train`] without its types.
pub trait Trainer: Sync {
    /// The description.
    fn about(&self) -> About;

    /// The description, with name, type, default and help text of each option.
    fn schema(&self) -> Value;

    /// The splitter for the files of a task, if the caller chooses none.
    fn splitter(&self, files: &Files) -> Splitter;

    /// Checks everything that can be checked without a corpus.
    ///
    /// # Errors
    /// As [`Train::check`].
    fn check(&self, task: &Task) -> Result<()>;

    /// Trains a tokenizer for each size of a task, in the order of the sizes. Each record has the options.
    ///
    /// # Errors
    /// As [`Train::train`].
    fn train(&self, chunks: &Chunks, task: &Task, progress: &dyn Progress) -> Result<Vec<Tokenizer>>;
}

/// A task as trainers expect it, with its distinct sizes in falling order and the option of every trainer read, and the trainer's options.
fn prepared<T: Train>(task: &Task) -> Result<(Task, T::Options)> {
    let mut sizes = task.sizes.clone();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    if sizes.is_empty() {
        return Err(Error::Argument("vocab_size has no size; give one or more".into()));
    }
    let is_general = |name: &str| GeneralOptions::fields().iter().any(|field| field.name == name);
    let (general, own): (Map<String, Value>, Map<String, Value>) = task.options.clone().into_iter().partition(|(name, _)| is_general(name));
    let general_options = options::read(&GeneralOptions::default(), &general)?;
    general_options.check()?;
    // A union has general text in any case: what stands between the words of its members' texts.
    if task.general.is_none() && !T::ABOUT.inputs.iter().any(|input| matches!(input, Input::Members)) {
        let defaults = GeneralOptions::default();
        options::refuse_unused(&general_options, &defaults, &["general_share"], "without general text", "give general")?;
    }
    let general = task.general.clone().filter(|_| general_options.general_share > 0.0);
    Ok((Task { sizes, general, general_options, ..task.clone() }, options::read(&T::defaults(), &own)?))
}

impl<T: Train> Trainer for T {
    fn about(&self) -> About {
        T::ABOUT
    }

    fn schema(&self) -> Value {
        let about = T::ABOUT;
        let mut schema = json!(about);
        let mut fields = Vec::new();
        if about.chooses_splitter {
            let names = Splitter::ALL.map(Splitter::name);
            let help = "How texts are cut before training; no token crosses a cut.";
            fields.push(json!({
                "name": "pretokenizer", "type": "choice", "names": names, "is_optional": false, "help": help, "default": about.splitter
            }));
        }
        let mut defaults = options::written(&T::defaults());
        defaults.append(&mut options::written(&GeneralOptions::default()));
        fields.extend(T::Options::fields().into_iter().chain(GeneralOptions::fields()).map(|field| {
            let mut described = json!(field);
            described["default"] = defaults[field.name].clone();
            described
        }));
        schema["options"] = fields.into();
        schema
    }

    fn splitter(&self, files: &Files) -> Splitter {
        <T as Train>::splitter(files)
    }

    fn check(&self, task: &Task) -> Result<()> {
        let (task, options) = prepared::<T>(task)?;
        <T as Train>::check(&task, &options)
    }

    fn train(&self, chunks: &Chunks, task: &Task, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        let (falling, options) = prepared::<T>(task)?;
        <T as Train>::check(&falling, &options)?;
        let trained = <T as Train>::train(chunks, &falling, &options, progress)?;
        let mut recorded = Map::new();
        if T::ABOUT.chooses_splitter {
            recorded.insert("pretokenizer".into(), json!(task.splitter.unwrap_or(T::ABOUT.splitter)));
        }
        recorded.append(&mut options::written(&options));
        if task.general.is_some() {
            recorded.append(&mut options::written(&falling.general_options));
        }
        let finished = |size: &usize| {
            let at = falling.sizes.iter().position(|other| other == size).expect("every size has been trained");
            let mut record = trained[at].record().clone();
            record.options.extend(recorded.clone());
            trained[at].with_record(record)
        };
        Ok(task.sizes.iter().map(finished).collect())
    }
}
