//! The trainer of MFT: kind `mft`.

use super::merging::merge_rule;
use super::options::Options;
use super::train;
use crate::Result;
use crate::corpus::{ChunkCounter, Chunks};
use crate::files::record::{Files, Record};
use crate::run::progress::Progress;
use crate::surface::Casing;
use crate::surface::phonology_file::{PHONOLOGY, PhonologyFile};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::train::{
    About, Input, MORE_TEXT, Supported, Task, Train, check_merges, merge_units, merges_of, refuse_share, specials_and_bytes, with_merges,
    with_precomputed,
};

/// The trainer of MFT.
pub struct MftTrainer;

impl Train for MftTrainer {
    type Options = Options;

    const ABOUT: About = About {
        kind: "mft",
        summary: "MFT: roots, affixes by function, and a fallback model for all else",
        details: "",
        paper: "Bayram et al. 2025",
        splitter: Splitter::InflectedMixed,
        chooses_splitter: false,
        vocab_size: Some(32_768),
        inputs: &[Input::Pack { files: &[] }],
        seed: "",
        is_for_tests: false,
    };

    /// A language whose pack names a sign between words and affixes has the splitter that joins there.
    fn splitter(files: &Files) -> Splitter {
        let sounds = files.get(PHONOLOGY).and_then(|content| PhonologyFile::read(content).ok());
        sounds.map_or(Self::ABOUT.splitter, |sounds| sounds.casing().joining.splitter())
    }

    fn check(task: &Task, options: &Options) -> Result<()> {
        task.sizes.iter().try_for_each(|&size| options.check(&task.files, &task.specials, size, task.general_ids(size)))
    }

    fn train(chunks: &Chunks, task: &Task, options: &Options, progress: &dyn Progress) -> Result<Vec<Tokenizer>> {
        task.sizes.iter().map(|&size| of_size(chunks, task, options, size, progress)).collect()
    }
}

/// One in so many words is counted as typed without the letters that a keyboard may lack too. Informal text has many such words, which
/// corpora seldom show.
const TYPED: u32 = 20;

/// Chunks with copies of some of them, typed without letters that a keyboard may lack; None if the language has no such letters.
fn with_typed(chunks: &Chunks, casing: &Casing) -> Option<Chunks> {
    if !casing.has_plain() {
        return None;
    }
    let mut counter = ChunkCounter::new();
    for (chunk, count) in chunks.iter() {
        counter.add(chunk, count);
        if let Ok(text) = std::str::from_utf8(chunk)
            && count >= TYPED
            && !casing.is_plain(text)
        {
            let typed: String = text.chars().map(|letter| casing.plain(letter)).collect();
            counter.add(typed.as_bytes(), count / TYPED);
        }
    }
    Some(counter.into_chunks())
}

fn of_size(chunks: &Chunks, task: &Task, options: &Options, size: usize, progress: &dyn Progress) -> Result<Tokenizer> {
    let ids = task.general_ids(size);
    let general = task.general.as_deref().map(|chunks| (chunks, ids));
    let trained = train::train(chunks, &task.files, specials_and_bytes(&task.specials)?, options, size, general, progress)?;
    if trained.missing_general > 0 {
        return Err(refuse_share(ids, trained.missing_general, size));
    }
    let record = Record::new("mft", "mft", MftTrainer::splitter(&task.files));
    let classes = trained.encoder.merge_classes(options.merge_scope);
    let copies = with_typed(chunks, &trained.encoder.grammar.pack.casing);
    let merged_from = copies.as_ref().unwrap_or(chunks);
    let tokenizer = Tokenizer::new(record, trained.vocabulary, trained.encoder)?;
    let tokenizer = merge_units(tokenizer, merged_from, classes, merge_rule(), options.merges, None, progress)?;
    if trained.missing > 0 {
        let (most, merges) = (tokenizer.vocabulary().len(), merges_of(&tokenizer));
        let with = &with_merges(merges, options.merges);
        return Err(Supported { least: Some(trained.least + merges + ids), most, with, more: MORE_TEXT }.refuse(size));
    }
    check_merges(&tokenizer, options.merges)?;
    with_precomputed(tokenizer, chunks)
}
