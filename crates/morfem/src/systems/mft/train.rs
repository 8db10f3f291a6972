//! From a language pack and a corpus to a tokenizer.
//!
//! 1. The grammar is estimated on the words of the corpus with the whole lexicon.
//! 2. The roots that the best analyses use most stay, names that are mostly capitalised with a capital of their own; the grammar is estimated again
//!    with them.
//! 3. A Unigram vocabulary, of the pieces that save most tokens, is trained on the text outside the lexicon: stems that are no
//!    roots, numbers, symbols, and words whose capitals stand inside.
//!
//! Every count is a whole number or added up in a fixed order, so the result depends on pack, corpus and options alone.

use crate::text::properties;
use rustc_hash::FxHashMap;

use super::encode::Encoder;
use super::estimate::estimate;
use super::grammar::{Grammar, LatticeBuffers, Part, Scores};
use super::lemmas;
use super::options::{Options, Search};
use super::pack::{GRAMMAR, LEXICON, Pack};
use super::vocabulary::{Roots, affix_names, marks};
use crate::corpus::{ChunkCounter, Chunks};
use crate::progress::Progress;
use crate::record::Files;
use crate::surface::Case;
use crate::surface::fallback_training::{LEAST, WithPieces, round, with_pieces};
use crate::surface::{WordShape, apostrophe};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

impl Options {
    /// Refuses what can be refused without a corpus; `first` is the number of specials and bytes.
    ///
    /// # Errors
    /// [`Error::Training`] if the pack is faulty, or the size is too small even without roots.
    pub fn check(&self, files: &Files, first: usize, vocab_size: usize) -> Result<()> {
        let pack = Pack::new(files)?;
        self.room(&pack, first, 0, vocab_size).map(drop)
    }

    /// Ids of a vocabulary that are left for pieces beside so many roots.
    fn room(&self, pack: &Pack, first: usize, roots: usize, vocab_size: usize) -> Result<usize> {
        let (marks, affixes) = (marks(pack).len(), affix_names(pack).len());
        let others = (first + marks + affixes + LEAST + 1).saturating_add(self.merges);
        if let Some(more) = vocab_size.checked_sub(others + roots) {
            return Ok(more + LEAST + 1);
        }
        let least = others + roots;
        let advice = match vocab_size.checked_sub(others) {
            _ if roots == 0 => format!("ask for vocab_size={} with roots=1, or for more", least + 1),
            Some(roots) if roots > 0 => format!("ask for {least} or more, or for roots={roots} or fewer"),
            _ => format!("ask for {least} or more"),
        };
        Err(Error::Training(format!(
            "vocab_size {vocab_size} is too small: {first} specials and bytes, {marks} marks, {affixes} affixes, {roots} roots, {} pieces and {} merges \
             take {least} ids; {advice}",
            LEAST + 1,
            self.merges,
        )))
    }
}

/// What training gives.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Encoder,
    /// Pieces that were wanted and that the corpus does not have.
    pub missing: usize,
    /// The smallest vocabulary with these roots and without merges.
    pub least: usize,
}

/// Trains a model. `first` are the specials and bytes that come first in the vocabulary.
///
/// # Errors
/// [`Error::Training`] if the pack is faulty, with file, line and fix, or if the sizes do not fit; what `progress` returns.
pub fn train(
    chunks: &Chunks,
    files: &Files,
    first: Vec<(Kind, Vec<u8>)>,
    options: &Options,
    vocab_size: usize,
    progress: &dyn Progress,
) -> Result<Trained> {
    let mut pack = Pack::new(files)?;
    let roots = Roots::new(&mut pack)?;
    let mut grammar = Grammar::new(pack);
    lemmas::check(&grammar, files)?;
    // How often each word is there, and how often with a capital at its beginning.
    let mut counts: FxHashMap<String, [u64; 2]> = FxHashMap::default();
    let mut word = String::new();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        if let Some(look) = WordShape::of(&grammar.pack.casing, text.strip_prefix(' ').unwrap_or(&text), &mut word)
            && word.chars().all(|letter| properties::is_alphabetic(letter) || letter == '\'')
        {
            let counts = counts.entry(word.clone()).or_default();
            counts[0] += count as u64;
            counts[1] += if look.cases[0] == Case::Title { count as u64 } else { 0 };
        }
    }
    let mut counts: Vec<(String, [u64; 2])> = counts.into_iter().collect();
    counts.sort();
    let (words, capitals): (Vec<(String, u64)>, Vec<u64>) =
        counts.into_iter().map(|(word, [count, capitals])| ((word, count), capitals)).unzip();
    estimate(&mut grammar, &words, options, progress)?;

    let mut used = vec![0u64; roots.names.len()];
    let mut used_with_capital = used.clone();
    let mut scratch = LatticeBuffers::default();
    for ((word, count), capitals) in words.iter().zip(&capitals) {
        if let Some(analysis) = grammar.analyze(word, &mut scratch)
            && let Part::Root(row) = analysis.parts[0].0
        {
            used[roots.group_of[row as usize]] += count;
            used_with_capital[roots.group_of[row as usize]] += capitals;
        }
    }
    let mut order: Vec<usize> = (0..used.len()).filter(|&group| used[group] > 0).collect();
    order.sort_by(|&a, &b| used[b].cmp(&used[a]).then_with(|| roots.names[a].cmp(&roots.names[b])));
    order.truncate(options.roots);
    let room = options.room(&grammar.pack, first.len(), order.len(), vocab_size)?;
    let mut is_kept = vec![false; used.len()];
    order.iter().for_each(|&group| is_kept[group] = true);

    let mut kept_files: Files = GRAMMAR.iter().filter_map(|name| Some(((*name).to_owned(), files.get(*name)?.clone()))).collect();
    // All rows of a name have its capital, so that they stay one.
    let mut is_name = vec![false; used.len()];
    if let Some((_, classes)) = &grammar.pack.capital {
        for (root, &group) in grammar.pack.roots.iter().zip(&roots.group_of) {
            is_name[group] |= classes.contains(&root.class) && 2 * used_with_capital[group] > used[group];
        }
    }
    kept_files.insert(LEXICON.into(), lexicon(&grammar.pack, &roots, &is_kept, &is_name));
    let mut pack = Pack::new(&kept_files)?;
    let kept = Roots::new(&mut pack)?;
    // The name of a root may change when others that are spelled alike have gone.
    let mut name_of = vec!["".to_owned(); used.len()];
    for (row, new_row) in (0..roots.group_of.len()).filter(|&row| is_kept[roots.group_of[row]]).zip(0..) {
        name_of[roots.group_of[row]] = kept.names[kept.group_of[new_row]].clone();
    }
    let mut grammar = Grammar::new(pack);
    estimate(&mut grammar, &words, options, progress)?;
    grammar.set_scores(Scores { is_greedy: options.search == Search::Greedy, ..rounded(grammar.scores()) });

    let mut tokens_first = first;
    tokens_first.extend(marks(&grammar.pack).into_iter().map(|(name, _)| (Kind::Mark, name.into_bytes())));
    tokens_first.extend(affix_names(&grammar.pack).into_iter().map(|name| (Kind::Affix, name.into_bytes())));
    tokens_first.extend(order.iter().map(|&group| (Kind::Root, format!(" {}", name_of[group]).into_bytes())));
    let least = tokens_first.len() + LEAST + 1;
    let rest = rest(chunks, &grammar, &mut scratch);
    let units = tokens_first.len() - order.len()..tokens_first.len();
    // A root that is told from another by its class is not spelled as it is called, nor is a name where it begins another word.
    let casing = grammar.pack.casing.clone();
    let is_spelled =
        |token: &[u8]| !token.contains(&b'/') && !String::from_utf8_lossy(token).chars().any(|letter| casing.small(letter).is_some());
    let WithPieces { vocabulary, fallback: rest, missing } =
        with_pieces(tokens_first, units, is_spelled, &rest, options.fallback, room, progress)?;
    let encoder = Encoder::assembled(grammar, &kept, &vocabulary, rest, kept_files).map_err(Error::Vocabulary)?;
    Ok(Trained { vocabulary, encoder, missing, least })
}

/// The rows of a lexicon whose groups stay, as a file; names with the flag of a capital.
fn lexicon(pack: &Pack, roots: &Roots, stays: &[bool], is_name: &[bool]) -> Vec<u8> {
    let mut lines = super::pack::LEXICON_COLUMNS.join("\t") + "\n";
    for (root, &group) in pack.roots.iter().zip(&roots.group_of) {
        if stays[group] {
            let mut flags = root.flags.clone();
            if let Some((flag, _)) = pack.capital.as_ref().filter(|_| is_name[group] && !root.is_capital) {
                flags = format!("{flags} {flag}").trim_start().to_owned();
            }
            lines +=
                &[&root.lemma, &root.class, &flags, &root.stems, &root.reading, &root.count.to_string()].map(String::as_str).join("\t");
            lines += "\n";
        }
    }
    lines.into_bytes()
}

/// What is left of the corpus when its units are taken away, as chunks.
fn rest(chunks: &Chunks, grammar: &Grammar, scratch: &mut LatticeBuffers) -> Chunks {
    let mut counter = ChunkCounter::new();
    let mut quoted = 0u64;
    let mut small = String::new();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        let word = text.strip_prefix(' ').unwrap_or(&text);
        let space = if word.len() < text.len() { " " } else { "" };
        if word.contains('’') {
            quoted += count as u64;
        }
        let analysis = WordShape::of(&grammar.pack.casing, word, &mut small).and_then(|_| grammar.analyze(&small, scratch));
        match analysis {
            Some(analysis) if matches!(analysis.parts[0].0, Part::Root(_)) => {}
            Some(analysis) => counter.add(format!("{space}{}", &small[..analysis.parts[0].1]).as_bytes(), count),
            None => {
                let mut parts = grammar.pack.casing.parts(word);
                let mut space = space;
                while parts.next(&mut small).is_some() {
                    // An apostrophe is a piece of its own, so that affixes may follow it.
                    for part in apostrophe::parts(&small) {
                        counter.add(format!("{}{part}", std::mem::take(&mut space)).as_bytes(), count);
                    }
                }
                if word.is_empty() {
                    counter.add(text.as_bytes(), count);
                }
            }
        }
    }
    if quoted > 0 {
        counter.add("’".as_bytes(), u32::try_from(quoted).unwrap_or(u32::MAX));
    }
    counter.into_chunks()
}

/// Scores as they are saved.
fn rounded(scores: &Scores) -> Scores {
    let all = |scores: &[f64]| scores.iter().map(|&score| round(score)).collect();
    Scores {
        roots: all(&scores.roots),
        affixes: scores.affixes.iter().map(|(&pair, &score)| (pair, round(score))).collect(),
        unseen: all(&scores.unseen),
        ends: all(&scores.ends),
        ..*scores
    }
}
