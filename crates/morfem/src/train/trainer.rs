//! A trainer: from the chunks of a corpus to tokenizers.
//!
//! A system's trainer implements [`Train`], with a struct of options made by the macro of [`crate::options`]. The list of systems holds it as a
//! [`Trainer`], which is the same without its types: it reads options by name, and writes them into the record of what it has trained. Python
//! and the command line know trainers by what [`Trainer::schema`] says.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::corpus::Chunks;
use crate::options::{self, Options};
use crate::progress::Progress;
use crate::record::Files;
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

/// Specials of a new tokenizer if nothing else is asked for.
pub const SPECIAL_TOKENS: [&str; 4] = ["<pad>", "<s>", "</s>", "<mask>"];

/// What a trainer needs besides a corpus.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum Input {
    /// A language pack: these of its files, or all if none is named.
    Pack { files: &'static [&'static str] },
    /// One table of a language, which may be left out.
    Table { name: &'static str, file: &'static str, help: &'static str },
    /// A tokenizer of the same kind, from which is taken what does not depend on the vocabulary.
    Learned,
    /// Boundary probabilities for each word of the corpus, and evaluation words.
    Teacher,
}

/// What a trainer says of itself.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// The kind of the tokenizers.
    pub kind: &'static str,
    /// One sentence without a full stop.
    pub summary: &'static str,
    /// More sentences, for the reference.
    pub details: &'static str,
    /// Where the method was published, as author and year.
    pub paper: &'static str,
    /// How texts are cut into chunks, and whether the option `pretokenizer` may say otherwise.
    pub splitter: Splitter,
    pub chooses_splitter: bool,
    /// The default size of a vocabulary; without one it must be given.
    pub vocab_size: Option<usize>,
    pub inputs: &'static [Input],
    /// What the seed decides; empty if the trainer draws no random numbers.
    pub seed: &'static str,
    /// Whether it is there for tests alone.
    pub is_for_tests: bool,
}

/// What is to be trained.
#[derive(Clone, Default)]
pub struct Task {
    /// Sizes of the vocabularies; one tokenizer is trained for each.
    pub sizes: Vec<usize>,
    pub specials: Vec<String>,
    /// Options by name; those that are missing have their defaults.
    pub options: Map<String, Value>,
    /// How the chunks were cut; None for the trainer's own splitter.
    pub splitter: Option<Splitter>,
    /// The files of a language pack, or tables.
    pub files: Files,
    /// A tokenizer to take over from.
    pub learned: Option<std::sync::Arc<Tokenizer>>,
    /// Words in lower case that are kept out of tables made from the teacher's answers.
    pub evaluation_words: Vec<String>,
    /// The probabilities of a teacher, one word after the other.
    pub probabilities: Vec<f32>,
    pub seed: u64,
}

/// The trainer of a system.
pub trait Train: 'static {
    type Options: Options;

    const ABOUT: About;

    /// The options of this trainer, where they are not those of the type.
    fn defaults() -> Self::Options {
        Self::Options::default()
    }

    /// Checks what can be checked without a corpus.
    ///
    /// # Errors
    /// [`Error::Training`] and [`Error::Argument`] for specials, sizes, options and files that cannot be.
    fn check(task: &Task, options: &Self::Options) -> Result<()>;

    /// Trains a tokenizer for each of the sizes, which fall from one to the next.
    ///
    /// # Errors
    /// As [`Train::check`]; [`Error::Training`] if the corpus does not support a size; [`Error::Interrupted`] if `progress` asks to stop.
    fn train(chunks: &Chunks, task: &Task, options: &Self::Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>>;
}

type TrainFunction = fn(&Chunks, &Task, &dyn Progress) -> Result<Vec<Tokenizer>>;

/// A trainer in the list of systems: the functions of [`Train`] without its type.
pub struct Trainer {
    pub about: About,
    schema: fn() -> Value,
    check: fn(&Task) -> Result<()>,
    train: TrainFunction,
}

impl Trainer {
    /// The trainer that a type implements.
    pub const fn of<T: Train>() -> Self {
        Trainer {
            about: T::ABOUT,
            schema: schema::<T>,
            check: |task| T::check(task, &options::read(&T::defaults(), &task.options)?),
            train: train::<T>,
        }
    }

    /// What a trainer says of itself, and of each of its options: name, type, default, help text.
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// Checks what can be checked without a corpus.
    ///
    /// # Errors
    /// As [`Train::check`].
    pub fn check(&self, task: &Task) -> Result<()> {
        (self.check)(&falling(task)?)
    }

    /// Trains a tokenizer for each of the sizes of a task, in their order. The record of each has the options.
    ///
    /// # Errors
    /// As [`Train::train`].
    pub fn train(&self, chunks: &Chunks, task: &Task, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        (self.train)(chunks, task, progress)
    }
}

/// A task with its sizes falling from one to the next, as trainers want them.
fn falling(task: &Task) -> Result<Task> {
    let mut sizes = task.sizes.clone();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes.dedup();
    if sizes.is_empty() {
        return Err(Error::Argument("vocab_size has no size; give one or more".into()));
    }
    Ok(Task { sizes, ..task.clone() })
}

fn train<T: Train>(chunks: &Chunks, task: &Task, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
    let falling = falling(task)?;
    let options = options::read(&T::defaults(), &task.options)?;
    T::check(&falling, &options)?;
    let trained = T::train(chunks, &falling, &options, progress)?;
    let mut recorded = Map::new();
    if T::ABOUT.chooses_splitter {
        recorded.insert("pretokenizer".into(), json!(task.splitter.unwrap_or(T::ABOUT.splitter)));
    }
    recorded.append(&mut options::written(&options));
    let finished = |size: &usize| {
        let at = falling.sizes.iter().position(|other| other == size).expect("every size has been trained");
        let mut record = trained[at].record().clone();
        record.options = recorded.clone();
        trained[at].with_record(record)
    };
    Ok(task.sizes.iter().map(finished).collect())
}

fn schema<T: Train>() -> Value {
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
    let defaults = options::written(&T::defaults());
    fields.extend(T::Options::fields().into_iter().map(|field| {
        let mut described = json!(field);
        described["default"] = defaults[field.name].clone();
        described
    }));
    schema["options"] = fields.into();
    schema
}
