//! The trainer of unions.
//!
//! 1. The general member is trained on the general text: byte-level BPE with at most `general_share` of the ids.
//! 2. Each member encodes the texts of its language. An id is worth how often it occurs, times the tokens that it saves, with every
//!    language scaled to the same number of bytes and multiplied by its weight; an id that others are made of is worth at least what
//!    they are.
//! 3. The ids that a member cannot do without are kept, and of the others those that are worth most, so many that the vocabulary has its
//!    size. Each member is then made anew with the ids that it keeps.
//! 4. The language model for words of shared scripts is estimated from the same texts.
//! 5. The most frequent words are written down with their costs and ids.

use rustc_hash::FxHashSet;

use super::encode::{Union, columns};
use super::estimate::model;
use super::members::{GENERAL_MEMBER, KIND, Member, is_shared, joined};
use super::routing::{Routing, Settings, UNIT};
use super::scripts::{SCRIPTS, script};
use super::subset::{parts, subset};
use crate::bpe::Encoder;
use crate::cache::MAX_CHUNK;
use crate::cache::precomputed::{LEAST_COUNT, MOST};
use crate::corpus::{ChunkCounter, Chunks};
use crate::files::record::{Record, is_member};
use crate::options::options;
use crate::run::progress::Progress;
use crate::systems::bytes::{Bpe, train_bpe_at_most};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{About, Input, MemberTask, Supported, Task, Train, add_fixed, specials_and_bytes};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

options! {
    /// The trainer has no options.
    pub struct Options {
    }
}

/// Letter n-grams of the language model that decides between languages of one script; with half as many, more words are misjudged in every
/// language.
const NGRAMS: usize = 60_000;
/// Cost of a change of language between two words, in bits. It trades lines of one language against lines that switch.
const SWITCH_COST: f64 = 9.0;
/// Cost of a line that does not begin in general text, in bits; 3 sends fewer single words of Turkish and Malay to their members.
const START_COST: f64 = 2.0;
/// A word costs at most so many bits more than in its best language, so that a foreign name does not change the language.
const WORD_LIMIT: f64 = 12.0;

/// The splitter of the general member.
const GENERAL_SPLITTER: Splitter = Splitter::Code;
/// What the files of the general member begin with.
const GENERAL_NAME: &str = "general";
/// A member knows the scripts that have this share of the letters of its texts (docs/design/union.md).
const LEAST_SHARE: f64 = 0.1;
/// Bytes that each language is scaled to.
const BYTES: f64 = 1e9;
/// Advice for a size that the members do not fill.
const MORE_MEMBERS: &str = "give larger members or more general text";
/// Letters of a piece of a word whose root is lost, about (docs/design/union.md).
const LETTERS_OF_A_PIECE: f64 = 1.0;
/// How much more often than others a word counts for the table of known words if its member works so long on a word that it has precomputed
/// chunks (docs/design/union.md).
const LONG_WORK: f64 = 2.0;
/// How much of the count of a word its root has, if that is its only one: texts have some roots, such as Malay kikis, with affixes alone.
const OF_ROOT: f64 = 0.3;
/// The count of the first chunk that a member without texts is judged by; that of the n-th is an n-th of it.
const FIRST_COUNT: u32 = 100_000;

/// The trainer of unions.
pub struct UnionTrainer;

impl Train for UnionTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: KIND,
        summary: "One vocabulary for several languages, in which each word is encoded by the tokenizer of its language",
        details: "The tokenizers keep the ids that are worth most on the texts of their languages.",
        paper: "",
        splitter: GENERAL_SPLITTER,
        chooses_splitter: false,
        vocab_size: Some(200_000),
        inputs: &[Input::Members],
        seed: "",
        is_for_tests: false,
    };

    fn check(task: &Task, _options: &Options) -> Result<()> {
        specials_and_bytes(&task.specials)?;
        let Some((first, others)) = task.members.split_first() else {
            return Err(Error::Argument("there are no members; give the names or folders of tokenizers".into()));
        };
        for (at, MemberTask { tokenizer, weight, .. }) in task.members.iter().enumerate() {
            let record = tokenizer.record();
            if !(*weight > 0.0 && weight.is_finite()) {
                return Err(Error::Argument(format!("the weight of {} is {weight}; give a number above 0", record.name)));
            }
            let member = Member { name: String::new(), scripts: Vec::new(), tokenizer: (**tokenizer).with_record(record.clone()) };
            member.check().map_err(Error::Argument)?;
            let language = language(tokenizer)?;
            let is_same = |other: &&MemberTask| {
                other.tokenizer.record().language.as_deref().is_some_and(|other| other.eq_ignore_ascii_case(language))
            };
            if let Some(other) = task.members[..at].iter().find(is_same) {
                let (other, this) = (other.tokenizer.record().full_name(), record.full_name());
                return Err(Error::Argument(format!("{other} and {this} are both of language {language}; give one of them")));
            }
        }
        let unicode = |task: &MemberTask| task.tokenizer.record().unicode.clone();
        if let Some(other) = others.iter().find(|other| unicode(other) != unicode(first)) {
            let said = |task: &MemberTask| format!("{} has the tables of Unicode {}", task.tokenizer.record().name, unicode(task));
            return Err(Error::Argument(format!("{}, but {}; train both with one version of morfem", said(first), said(other))));
        }
        let least = Plan::new(task, &vec![Vec::new(); task.members.len()])?.least(task);
        task.sizes.iter().try_for_each(|&size| check_size(task, size, least).map(drop))
    }

    fn train(_chunks: &Chunks, task: &Task, _options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        let texts: Vec<Chunks> = task.members.iter().map(texts).collect::<Result<_>>()?;
        let counts: Vec<Vec<f64>> =
            task.members.iter().zip(&texts).map(|(member, texts)| worth(member, texts, progress)).collect::<Result<_>>()?;
        let plan = Plan::new(task, &counts)?;
        task.sizes.iter().map(|&size| train_size(task, size, &texts, &plan, progress)).collect()
    }
}

/// The language of a member, which is also what its files begin with.
fn language(tokenizer: &Tokenizer) -> Result<&str> {
    let record = tokenizer.record();
    match record.language.as_deref() {
        Some(language) if is_member(&language.to_lowercase()) && !language.eq_ignore_ascii_case(GENERAL_NAME) => Ok(language),
        Some(language) => Err(Error::Argument(format!(
            "the language of {} is {language:?}, which cannot name the files of a member; give it another code: \
             tokenizer.with_record(language=\"tr\")",
            record.name
        ))),
        None => Err(Error::Argument(format!(
            "{} has no language, and a union needs one for each member; give it one: tokenizer.with_record(language=\"tr\")",
            record.name
        ))),
    }
}

/// The ids for general text; an error if a size leaves too few ids for the members.
fn check_size(task: &Task, size: usize, least: usize) -> Result<usize> {
    let fixed = 257 + task.specials.len();
    let general = (task.general_options.general_share * size as f64) as usize;
    if size >= least + general.max(1) && general + fixed <= size {
        return Ok(general);
    }
    let enough = ((least + 1) as f64 / (1.0 - task.general_options.general_share)).ceil() as usize;
    Err(Error::Training(format!(
        "vocab_size {size} is too small: the members need {least} ids, for specials, bytes, marks, letters and affixes, and general_share={} of \
         the vocabulary is for general text; ask for {enough} or more",
        task.general_options.general_share
    )))
}

/// The chunks that a member is judged by: those of its texts, or, without texts, those of its vocabulary.
fn texts(member: &MemberTask) -> Result<Chunks> {
    let own = vocabulary_texts(&member.tokenizer);
    match &member.chunks {
        Some(chunks) => check_texts(&member.tokenizer, chunks, &own).map(|()| (**chunks).clone()),
        None => Ok(own),
    }
}

/// Refuses texts in none of the scripts of a vocabulary: the member would have no word of them.
fn check_texts(tokenizer: &Tokenizer, texts: &Chunks, own: &Chunks) -> Result<()> {
    let (given, known) = (scripts(texts, LEAST_SHARE), scripts(own, LEAST_SHARE));
    if given.is_empty() || given.iter().any(|script| known.contains(script)) {
        return Ok(());
    }
    let names = |scripts: &[usize]| scripts.iter().map(|&script| SCRIPTS[script].name).collect::<Vec<_>>().join(" and ");
    Err(Error::Training(format!(
        "the texts of {} are in the script {}, but {} knows {}; give texts of its language",
        language(tokenizer)?,
        names(&given),
        tokenizer.record().full_name(),
        names(&known)
    )))
}

/// The chunks of a vocabulary, those of precomputed words first. The count of the n-th is an n-th of that of the first.
fn vocabulary_texts(tokenizer: &Tokenizer) -> Chunks {
    let mut counter = ChunkCounter::new();
    let mut rank = 1;
    let mut add = |text: &[u8]| {
        counter.add(text, (FIRST_COUNT / rank).max(1));
        rank += 1;
    };
    if let Some(precomputed) = tokenizer.precomputed() {
        precomputed.rows().for_each(|(chunk, _)| add(chunk));
    }
    let vocabulary = tokenizer.vocabulary();
    for id in 0..vocabulary.len() as u32 {
        let is_written = !matches!(vocabulary.kind(id), Kind::Special | Kind::Byte | Kind::Mark | Kind::Affix | Kind::Pattern);
        if is_written && let Ok(text) = tokenizer.decode_bytes(&[id.into()], false) {
            let text = String::from_utf8_lossy(&text).into_owned();
            add(if text.starts_with(' ') { text } else { format!(" {text}") }.as_bytes());
        }
    }
    counter.into_chunks()
}

/// What each id of a member is worth.
fn worth(member: &MemberTask, texts: &Chunks, progress: &dyn Progress) -> Result<Vec<f64>> {
    let tokenizer = &member.tokenizer;
    let mut worth = vec![0.0; tokenizer.vocabulary().len()];
    let scale = member.weight * BYTES / texts.total_bytes().max(1) as f64;
    let known = scripts(texts, LEAST_SHARE);
    let has_letter =
        |chunk: &[u8]| String::from_utf8_lossy(chunk).chars().any(|letter| script(letter).is_some_and(|script| known.contains(&script)));
    let mut words = ChunkCounter::new();
    for (number, (chunk, count)) in texts.iter().enumerate() {
        if number % 4096 == 0 {
            progress.report(&format!("{}: words", tokenizer.record().name), number as u64, texts.len() as u64)?;
        }
        if has_letter(chunk) {
            words.add(chunk, count);
        }
    }
    let vocabulary = tokenizer.vocabulary();
    let saved: Vec<f64> = (0..vocabulary.len() as u32).map(|id| tokens_saved(vocabulary, id)).collect();
    tokenizer.for_each_encoded(&words.into_chunks(), |ids, count| {
        ids.iter().for_each(|&id| worth[id as usize] += count as f64 * scale * saved[id as usize]);
    });
    for (part, whole) in parts(tokenizer).into_iter().rev() {
        worth[part as usize] = worth[part as usize].max(worth[whole as usize]);
    }
    Ok(worth)
}

/// The tokens that an id saves. A merged one and a piece would be two tokens; a root or a word that is lost is cut into pieces.
fn tokens_saved(vocabulary: &Vocabulary, id: u32) -> f64 {
    match vocabulary.kind(id) {
        Kind::Stem | Kind::Root | Kind::Word if vocabulary.units(id).is_none() => {
            let letters = String::from_utf8_lossy(vocabulary.bytes(id)).trim_start().chars().count();
            (letters as f64 / LETTERS_OF_A_PIECE - 1.0).max(1.0)
        }
        _ => 1.0,
    }
}

/// The scripts that have this share of the letters of a text.
fn scripts(texts: &Chunks, least: f64) -> Vec<usize> {
    let mut counts = vec![0.0; SCRIPTS.len()];
    for (chunk, count) in texts.iter() {
        String::from_utf8_lossy(chunk).chars().filter_map(script).for_each(|script| counts[script] += count as f64);
    }
    let all: f64 = counts.iter().sum();
    (0..SCRIPTS.len()).filter(|&script| counts[script] > 0.0 && counts[script] >= least * all).collect()
}

/// Which ids the members need, and which they can do without.
struct Plan {
    /// Ids besides the general member's that every union of these members has: specials, bytes, marks, and (member, id).
    marks: usize,
    needed: Vec<(usize, u32)>,
    /// (worth, member, id) of the others, the most valuable first; an id comes after its parts.
    others: Vec<(f64, usize, u32)>,
}

impl Plan {
    fn new(task: &Task, worth: &[Vec<f64>]) -> Result<Self> {
        let (mut needed, mut others) = (Vec::new(), Vec::new());
        let mut marks: Vec<&[u8]> = Vec::new();
        for (number, MemberTask { tokenizer, .. }) in task.members.iter().enumerate() {
            let vocabulary = tokenizer.vocabulary();
            let is_optional = optional(tokenizer)?;
            for id in 0..vocabulary.len() as u32 {
                match vocabulary.kind(id) {
                    Kind::Special | Kind::Byte => {}
                    Kind::Mark if vocabulary.units(id).is_none() && is_shared(tokenizer, id) => marks.push(vocabulary.bytes(id)),
                    // In a union, the general member writes bytes.
                    _ if vocabulary.units(id).is_some_and(|units| units.iter().any(|&unit| vocabulary.kind(unit) == Kind::Byte)) => {}
                    _ if is_optional[id as usize] => others.push((worth[number].get(id as usize).copied().unwrap_or(0.0), number, id)),
                    _ => needed.push((number, id)),
                }
            }
        }
        marks.sort_unstable();
        marks.dedup();
        others.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        Ok(Plan { marks: marks.len(), needed, others })
    }

    /// Number of ids of a union without general text and without the ids that the members can do without.
    fn least(&self, task: &Task) -> usize {
        task.specials.len() + 256 + self.marks + self.needed.len()
    }

    /// The ids that a vocabulary of a size has besides those that are needed, if the general member has these ids.
    fn chosen(&self, task: &Task, size: usize, general: &Vocabulary) -> &[(f64, usize, u32)] {
        let shared: FxHashSet<&[u8]> =
            (0..general.len() as u32).filter(|&id| general.kind(id) > Kind::Special).map(|id| general.bytes(id)).collect();
        // An id that always writes the same bytes as a piece of the general member is that piece.
        let is_new = |number: usize, id: u32| {
            let tokenizer = &task.members[number].tokenizer;
            let vocabulary = tokenizer.vocabulary();
            vocabulary.units(id).is_some() || !shared.contains(vocabulary.bytes(id)) || !tokenizer.abilities().is_plain(vocabulary, id)
        };
        let needed = self.needed.iter().filter(|&&(number, id)| is_new(number, id)).count();
        let mut room = size.saturating_sub(general.len() + self.marks + needed);
        let is_beyond = |&(_, number, id): &(f64, usize, u32)| match (is_new(number, id), room) {
            (true, 0) => true,
            (is_new, _) => {
                room -= usize::from(is_new);
                false
            }
        };
        let count = self.others.iter().position(is_beyond).unwrap_or(self.others.len());
        &self.others[..count]
    }
}

/// For each id, whether a member can do without it. The parts of a needed id are needed too.
fn optional(tokenizer: &Tokenizer) -> Result<Vec<bool>> {
    let mut is_optional = tokenizer.abilities().optional(tokenizer.vocabulary());
    for (part, whole) in parts(tokenizer).into_iter().rev() {
        is_optional[part as usize] &= is_optional[whole as usize];
    }
    Ok(is_optional)
}

/// A union of one size.
fn train_size(task: &Task, size: usize, texts: &[Chunks], plan: &Plan, progress: &dyn Progress) -> Result<Tokenizer> {
    let general = general_member(task, check_size(task, size, plan.least(task))?, texts, progress)?;
    let others = plan.chosen(task, size, general.tokenizer.vocabulary());
    let members = chosen(task, texts, others, general, progress)?;
    let tokenizer = union_of(task, members, texts)?;
    match tokenizer.vocabulary().len() {
        has if has < size => Err(Supported { least: Some(plan.least(task)), most: has, with: &[], more: MORE_MEMBERS }.refuse(size)),
        _ => Ok(tokenizer),
    }
}

/// The general member: BPE with at most so many ids besides specials and bytes. It learns from what it will encode: the general text
/// without words of scripts that only other members know, and what stands between the words of the members' texts.
fn general_member(task: &Task, ids: usize, texts: &[Chunks], progress: &dyn Progress) -> Result<Member> {
    let own = task.general.as_deref().map_or_else(Vec::new, |general| scripts(general, LEAST_SHARE));
    let mut counter = ChunkCounter::new();
    let mut add = |chunks: &Chunks, known: &[usize]| {
        let has_known = |text: &str| text.chars().filter_map(script).any(|script| known.contains(&script));
        for (chunk, count) in chunks.iter() {
            let text = String::from_utf8_lossy(chunk);
            if !has_known(&text) {
                GENERAL_SPLITTER.chunks(&text).for_each(|part| counter.add(part.as_bytes(), count));
            }
        }
    };
    let mut others = Vec::new();
    for texts in texts {
        let known = scripts(texts, LEAST_SHARE);
        add(texts, &known);
        others.extend(known.into_iter().filter(|script| !own.contains(script)));
    }
    task.general.iter().for_each(|general| add(general, &others));
    add_fixed(&mut counter, ids);
    let characters: Vec<u8> = (b' '..=b'~').chain(*b"\n\t").take(ids / 2).collect();
    let size = 256 + task.specials.len() + ids - characters.len();
    let trained = train_bpe_at_most(&counter.into_chunks(), size, GENERAL_SPLITTER, &task.specials, progress)?;
    Ok(Member { name: GENERAL_NAME.into(), scripts: own, tokenizer: with_characters(&trained, &characters)? })
}

/// The general member with a piece for each of these characters, before what merges make: the union writes that, and not a byte, for a
/// hyphen between two words.
fn with_characters(trained: &Tokenizer, characters: &[u8]) -> Result<Tokenizer> {
    let known = trained.vocabulary();
    let mut tokens: Vec<(Kind, Vec<u8>)> = (0..known.len() as u32).map(|id| (known.kind(id), known.bytes(id).to_vec())).collect();
    let first = tokens.iter().position(|(kind, _)| !matches!(kind, Kind::Special | Kind::Byte)).unwrap_or(tokens.len());
    tokens.splice(first..first, characters.iter().map(|&character| (Kind::of_piece(&[character]), vec![character])));
    let vocabulary = Vocabulary::new(tokens)?;
    let record = Record { name: GENERAL_NAME.into(), ..trained.record().clone() };
    let moved = |id: u32| if (id as usize) < first { id } else { id + characters.len() as u32 };
    let mut merges = trained.abilities().as_bpe().map_or_else(Vec::new, Encoder::merges);
    merges.iter_mut().flatten().for_each(|id| *id = moved(*id));
    let system = Bpe::new(Encoder::new(&vocabulary, &merges)?, &record);
    Tokenizer::new(record, vocabulary, system)
}

/// The members with the ids that are chosen, the general one first.
fn chosen(task: &Task, texts: &[Chunks], others: &[(f64, usize, u32)], general: Member, progress: &dyn Progress) -> Result<Vec<Member>> {
    let mut members = vec![general];
    for (number, MemberTask { tokenizer, .. }) in task.members.iter().enumerate() {
        progress.report("members", number as u64, task.members.len() as u64)?;
        let mut is_kept: Vec<bool> = optional(tokenizer)?.iter().map(|is_optional| !is_optional).collect();
        others.iter().filter(|other| other.1 == number).for_each(|other| is_kept[other.2 as usize] = true);
        let smaller = subset(tokenizer, &is_kept)?;
        let scripts = scripts(&texts[number], LEAST_SHARE);
        members.push(Member { name: language(tokenizer)?.to_lowercase(), scripts, tokenizer: smaller });
    }
    Ok(members)
}

/// The words that the table of known words may have, the most frequent first, with the member that encodes each: those of the general text
/// and of the members that share a script or have precomputed chunks, with all texts scaled to the same number of bytes. Of a word of
/// several texts, the member is that of the text where it is most frequent.
fn known_words<'t>(task: &'t Task, texts: &'t [Chunks], columns: &[usize]) -> Vec<(&'t str, usize)> {
    let members = (GENERAL_MEMBER + 1..).zip(task.members.iter().zip(texts)).filter(|(_, (member, _))| member.chunks.is_some());
    let members = members.filter_map(|(number, (member, texts))| match member.tokenizer.precomputed() {
        Some(_) => Some((number, texts, LONG_WORK)),
        None => columns.contains(&number).then_some((number, texts, 1.0)),
    });
    let mut words: Vec<(&str, f64, usize, f64)> = Vec::new();
    for (number, texts, work) in members.chain(task.general.iter().map(|general| (GENERAL_MEMBER, &**general, 1.0))) {
        let scale = BYTES / texts.total_bytes().max(1) as f64;
        let is_kept = |&(chunk, count): &(&[u8], u32)| count >= LEAST_COUNT && chunk[0] == b' ' && chunk.len() <= MAX_CHUNK;
        let kept = texts.iter().filter(is_kept).filter_map(|(chunk, count)| Some((std::str::from_utf8(chunk).ok()?, count)));
        words.extend(kept.map(|(word, count)| (word, count as f64 * scale, number, work)));
    }
    words.sort_by(|one, other| one.0.cmp(other.0).then(other.1.total_cmp(&one.1)));
    words.dedup_by_key(|word| word.0);
    words.sort_by(|one, other| (other.1 * other.3).total_cmp(&(one.1 * one.3)));
    words.into_iter().map(|(word, _, member, _)| (word, member)).collect()
}

/// Texts, and the roots of their words.
fn with_roots(member: &MemberTask, texts: &Chunks) -> Chunks {
    let vocabulary = member.tokenizer.vocabulary();
    let mut counts = vec![0.0; vocabulary.len()];
    member.tokenizer.for_each_encoded(texts, |ids, count| {
        let units = ids.iter().flat_map(|id| vocabulary.units(*id).unwrap_or(std::slice::from_ref(id)));
        let mut roots = units.filter(|&&unit| matches!(vocabulary.kind(unit), Kind::Root | Kind::Stem));
        if let (Some(&root), None) = (roots.next(), roots.next()) {
            counts[root as usize] += f64::from(count) * OF_ROOT;
        }
    });
    let mut counter = ChunkCounter::new();
    texts.iter().for_each(|(chunk, count)| counter.add(chunk, count));
    (0..).zip(&counts).filter(|(_, count)| **count >= 1.0).for_each(|(root, &count)| counter.add(vocabulary.bytes(root), count as u32));
    counter.into_chunks()
}

/// The union of members.
fn union_of(task: &Task, members: Vec<Member>, texts: &[Chunks]) -> Result<Tokenizer> {
    let columns = columns(&members);
    let no_text = Chunks::default();
    let general = task.general.as_deref().unwrap_or(&no_text);
    let has_column = |number: usize| columns.contains(&(number + 1));
    let texts = task.members.iter().zip(texts).enumerate();
    let texts = texts.map(|(number, (member, texts))| if has_column(number) { with_roots(member, texts) } else { texts.clone() });
    let texts: Vec<Chunks> = texts.collect();
    let of_column = |&member: &usize| if member == GENERAL_MEMBER { general } else { &texts[member - 1] };
    let languages: Vec<&Chunks> = columns.iter().map(of_column).collect();
    let shared = |letter: char| {
        let knows = |member: &&usize| script(letter).is_some_and(|script| members[**member].scripts.contains(&script));
        columns.iter().filter(knows).count() > 1
    };
    let (rows, counts) = if columns.is_empty() { Default::default() } else { model(&languages, shared, NGRAMS) };
    let [switch, start, limit] = [SWITCH_COST, START_COST, WORD_LIMIT].map(|bits| (bits * UNIT).round() as u32);
    let routing = Routing::new(Settings { switch, start, limit }, rows, columns.len()).map_err(Error::Training)?;
    let specials: Vec<Vec<u8>> = task.specials.iter().map(|special| special.clone().into_bytes()).collect();
    let joined = joined(&specials, &members);
    let vocabulary = joined.vocabulary()?;
    let mut union = Union::new(members, joined.ids, routing).map_err(Error::Training)?;
    union.known = union.known_of_words(&known_words(task, &texts, &union.columns), &counts, MOST)?;
    Tokenizer::new(Record::new(KIND, KIND, Splitter::Whole), vocabulary, union)
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_trainer.rs"]
mod tests;
