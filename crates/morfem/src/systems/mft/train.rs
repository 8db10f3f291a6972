//! From a language pack and a corpus to a tokenizer.
//!
//! 1. The grammar is estimated on the words of the corpus with the whole lexicon.
//! 2. The roots that occur in most words of the best analyses are kept: each word counts as in the estimate, by a power of its frequency. A
//!    name that is mostly capitalised gets a capital of its own. Then the grammar is estimated again with the kept roots.
//! 3. The fallback model is trained on the text outside the lexicon: unknown stems, numbers, symbols, and words with capitals inside.
//!
//! All counts are whole numbers or sums in a fixed order, so the result only depends on the pack, the corpus and the options.

use crate::text::properties;
use rustc_hash::{FxHashMap, FxHashSet};

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
use crate::surface::fallback_training::{GeneralPieces, LEAST, RARER, WithPieces, with_pieces, word_counts};
use crate::surface::{WordShape, apostrophe};
use crate::tables::rounded;
use crate::train::{check_letters, refuse_taken, specials_and_bytes};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

impl Options {
    /// Checks pack, specials and size as far as this is possible without a corpus.
    ///
    /// # Errors
    /// [`Error::Argument`] for an invalid special, [`Error::Training`] if the pack is faulty, or the size is too small even without roots.
    pub fn check(&self, files: &Files, specials: &[String], vocab_size: usize, general: usize) -> Result<()> {
        let first = specials_and_bytes(specials)?.len();
        let pack = Pack::new(files)?;
        refuse_taken(specials, marks_and_affixes(&pack))?;
        self.room(&pack, first, 0, vocab_size, general).map(drop)
    }

    /// Number of ids left for pieces of the corpus in a vocabulary with so many roots, and so many pieces of general text.
    fn room(&self, pack: &Pack, first: usize, roots: usize, vocab_size: usize, general: usize) -> Result<usize> {
        let (marks, affixes) = (marks(pack).len(), affix_names(pack).len());
        let others = (first + marks + affixes + LEAST + 1).saturating_add(self.merges).saturating_add(general);
        if let Some(more) = vocab_size.checked_sub(others + roots) {
            return Ok(more + LEAST + 1);
        }
        let least = others + roots;
        let advice = match vocab_size.checked_sub(others) {
            _ if roots == 0 => format!("ask for vocab_size={} with roots=1, or for more", least + 1),
            Some(roots) if roots > 0 => format!("ask for {least} or more, or for roots={roots} or fewer"),
            _ => format!("ask for {least} or more"),
        };
        let general = if general > 0 { format!(", {general} pieces of general text") } else { String::new() };
        Err(Error::Training(format!(
            "vocab_size {vocab_size} is too small: {first} specials and bytes, {marks} marks, {affixes} affixes, {roots} roots, {} pieces{general} and {} \
             merges take {least} ids; {advice}{}",
            LEAST + 1,
            self.merges,
            if general.is_empty() { "" } else { ", or for a smaller general_share" },
        )))
    }
}

/// The tokens that every vocabulary with this pack has.
fn marks_and_affixes(pack: &Pack) -> impl Iterator<Item = (Kind, Vec<u8>)> + use<> {
    let marks = marks(pack).into_iter().map(|(name, _)| (Kind::Mark, name.into_bytes()));
    marks.chain(affix_names(pack).into_iter().map(|name| (Kind::Affix, name.into_bytes())))
}

/// The result of training.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Encoder,
    /// How many pieces are missing because the corpus does not have more.
    pub missing: usize,
    /// The same of general text.
    pub missing_general: usize,
    /// Size of the smallest vocabulary with these roots and without merges.
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
    general: Option<(&Chunks, usize)>,
    progress: &dyn Progress,
) -> Result<Trained> {
    let mut pack = Pack::new(files)?;
    let roots = Roots::new(&mut pack)?;
    let mut grammar = Grammar::new(pack);
    lemmas::check(&grammar, files)?;
    let letters: FxHashSet<char> = grammar.pack.roots.iter().flat_map(|root| grammar.pack.lemma(root).chars()).collect();
    // A lexicon without roots says nothing about letters.
    if !letters.is_empty() {
        check_letters(chunks, |letter| letters.contains(&grammar.pack.casing.small(letter).unwrap_or(letter)))?;
    }
    // For each word its count, and its count with a capital at its beginning.
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

    let mut used = vec![0u64; roots.names.count()];
    let mut used_with_capital = used.clone();
    let mut ranks = vec![0f64; used.len()];
    let mut scratch = LatticeBuffers::default();
    for ((word, count), capitals) in words.iter().zip(&capitals) {
        if let Some(analysis) = grammar.analyze(word, &mut scratch)
            && let Part::Root(row) = analysis.parts[0].0
        {
            used[roots.group_of[row as usize]] += count;
            ranks[roots.group_of[row as usize]] += (*count as f64).powf(options.count_exponent);
            used_with_capital[roots.group_of[row as usize]] += capitals;
        }
    }
    let by_name = |&a: &usize, &b: &usize| roots.names.get(a).cmp(roots.names.get(b));
    let mut order: Vec<usize> = (0..used.len()).filter(|&group| used[group] > 0).collect();
    order.sort_by(|a, b| ranks[*b].total_cmp(&ranks[*a]).then_with(|| by_name(a, b)));
    order.truncate(options.roots);
    order.sort_by(|a, b| used[*b].cmp(&used[*a]).then_with(|| by_name(a, b)));
    let room = options.room(&grammar.pack, first.len(), order.len(), vocab_size, general.map_or(0, |general| general.1))?;
    let mut is_kept = vec![false; used.len()];
    order.iter().for_each(|&group| is_kept[group] = true);

    let mut kept_files: Files = GRAMMAR.iter().filter_map(|name| Some(((*name).to_owned(), files.get(*name)?.clone()))).collect();
    // A word of general text may be a name in the corpus (`Earth`). What it mostly is in both needs no mark.
    let general_words = general.map(|(chunks, _)| word_counts(chunks, &grammar.pack.casing)).unwrap_or_default();
    for (word, [count, capitals]) in &general_words {
        if let Some(analysis) = grammar.analyze(word, &mut scratch)
            && let [(Part::Root(row), _)] = analysis.parts[..]
        {
            used[roots.group_of[row as usize]] += count;
            used_with_capital[roots.group_of[row as usize]] += capitals;
        }
    }
    // All rows of a name get the capital, so that they stay one root.
    let mut is_name = vec![false; used.len()];
    if let Some((_, classes)) = &grammar.pack.capital {
        for (root, &group) in grammar.pack.roots.iter().zip(&roots.group_of) {
            is_name[group] |= classes.iter().any(|class| class == grammar.pack.class(root)) && 2 * used_with_capital[group] > used[group];
        }
    }
    kept_files.insert(LEXICON.into(), lexicon(&grammar.pack, &roots, &is_kept, &is_name));
    let mut pack = Pack::new(&kept_files)?;
    let kept = Roots::new(&mut pack)?;
    // A root may get a shorter name when other roots with the same lemma are dropped.
    let mut name_of = vec!["".to_owned(); used.len()];
    for (row, new_row) in (0..roots.group_of.len()).filter(|&row| is_kept[roots.group_of[row]]).zip(0..) {
        name_of[roots.group_of[row]] = kept.names.get(kept.group_of[new_row]).to_owned();
    }
    let mut grammar = Grammar::new(pack);
    estimate(&mut grammar, &words, options, progress)?;
    grammar.set_scores(Scores { is_greedy: options.search == Search::Greedy, ..as_saved(grammar.scores()) });

    let mut tokens_first = first;
    tokens_first.extend(marks_and_affixes(&grammar.pack));
    tokens_first.extend(order.iter().map(|&group| (Kind::Root, format!(" {}", name_of[group]).into_bytes())));
    let least = tokens_first.len() + LEAST + 1;
    let rest = rest(chunks, &grammar, &mut scratch);
    let units = tokens_first.len() - order.len()..tokens_first.len();
    // A token string with a class (`hal/noun`) is not the spelling of its root. Nor does a name with its capital spell the beginning of a
    // word in small letters.
    let casing = grammar.pack.casing.clone();
    let is_spelled =
        |token: &[u8]| !token.contains(&b'/') && !String::from_utf8_lossy(token).chars().any(|letter| casing.small(letter).is_some());
    let words: FxHashMap<&str, u64> = words.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    // A word that has a root keeps its analysis, unless the general text has it more often.
    let is_word = |piece: &str| {
        let mut small = String::new();
        WordShape::of(&casing, piece.trim_start_matches(' '), &mut small).is_some()
            && words.get(small.as_str()).is_some_and(|&count| count * RARER > general_words.get(&small).map_or(0, |counts| counts[0]))
            && grammar.analyze(&small, &mut LatticeBuffers::default()).is_some_and(|analysis| match analysis.parts[0].0 {
                // A name in the lexicon does not keep out the same word in small letters.
                Part::Root(row) => {
                    !grammar.pack.roots[row as usize].is_capital || piece.chars().any(|letter| casing.small(letter).is_some())
                }
                _ => false,
            })
    };
    let pieces = general.map(|(chunks, room)| GeneralPieces { chunks, room, is_word: &is_word });
    let WithPieces { vocabulary, fallback: rest, missing, missing_general } =
        with_pieces(tokens_first, units, is_spelled, &rest, options.fallback, room, options.digits, pieces.as_ref(), progress)?;
    let encoder = Encoder::assembled(grammar, &kept, &vocabulary, rest, kept_files, true).map_err(Error::Vocabulary)?;
    Ok(Trained { vocabulary, encoder, missing, missing_general, least })
}

/// The kept rows of a lexicon, as a file; names get the flag of a capital.
fn lexicon(pack: &Pack, roots: &Roots, stays: &[bool], is_name: &[bool]) -> Vec<u8> {
    let mut lines = super::pack::LEXICON_COLUMNS.join("\t") + "\n";
    for (root, &group) in pack.roots.iter().zip(&roots.group_of) {
        if stays[group] {
            let [lemma, class, flags, stems, reading] = pack.cells(root);
            let mut flags = flags.to_owned();
            if let Some((flag, _)) = pack.capital.as_ref().filter(|_| is_name[group] && !root.is_capital) {
                flags = format!("{flags} {flag}").trim_start().to_owned();
            }
            lines += &[lemma, class, &flags, stems, reading, &root.count.to_string()].join("\t");
            lines += "\n";
        }
    }
    lines.into_bytes()
}

/// The text of the corpus that the grammar does not write as roots, affixes or marks, as chunks.
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
                    // An apostrophe is counted as a chunk of its own, so that it becomes a piece that affixes may follow.
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

/// The scores, rounded as they are in the saved file.
fn as_saved(scores: &Scores) -> Scores {
    let all = |scores: &[f64]| scores.iter().map(|&score| rounded(score)).collect();
    Scores {
        roots: all(&scores.roots),
        affixes: scores.affixes.iter().map(|(&pair, &score)| (pair, rounded(score))).collect(),
        unseen: all(&scores.unseen),
        ends: all(&scores.ends),
        ..*scores
    }
}
