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

use super::context::{CONTEXT, Context};
use super::encode::Mft;
use super::estimate::{damped, estimate};
use super::grammar::{Analysis, Grammar, LatticeBuffers, Part, Scores};
use super::language::checked;
use super::lemmas;
use super::options::Options;
use super::pack::{GRAMMAR, LEXICON, Pack, Root};
use super::shares::Shares;
use super::stems::TYPES;
use super::vocabulary::{Roots, affix_names, marks};
use crate::corpus::{ChunkCounter, Chunks};
use crate::files::record::{Files, MAX_TABLE};
use crate::run::progress::Progress;
use crate::surface::apostrophe;
use crate::surface::fallback_training::{GeneralPieces, LEAST, RARER, WithPieces, with_pieces, word_counts};
use crate::surface::{Casing, WordShape};
use crate::train::{check_letters, refuse_taken, size_beside, specials_and_bytes};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

impl Options {
    /// Checks pack, specials and size as far as this is possible without a corpus.
    ///
    /// # Errors
    /// [`Error::Argument`] for an invalid special, [`Error::Training`] if the pack is faulty, or the size is too small even without roots.
    pub fn check(&self, files: &Files, specials: &[String], vocab_size: usize, general: usize) -> Result<()> {
        let first = specials_and_bytes(specials)?.len();
        let is_large = |name: &&&str| files.get(**name).is_some_and(|content| content.len() as u64 > MAX_TABLE);
        if let Some(name) = GRAMMAR.iter().chain(&[TYPES]).find(is_large) {
            return Err(Error::Training(format!(
                "{name} has more than {MAX_TABLE} bytes, which no saved tokenizer may have; leave rows or comments out"
            )));
        }
        let pack = Pack::new(files)?;
        pack.check_features()?;
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
        let enough = |roots: usize| size_beside(general, vocab_size, others - general + roots);
        let advice = match vocab_size.checked_sub(others) {
            _ if roots == 0 => format!("ask for vocab_size={} with roots=1, or for more", enough(1)),
            Some(fewer) if fewer > 0 => format!("ask for {} or more, or for roots={fewer} or fewer", enough(roots)),
            _ => format!("ask for {} or more", enough(roots)),
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

/// A lemma that is a word of the corpus at least so often is kept, also if the grammar prefers another analysis of it.
const FREQUENT: u64 = 10;
/// By how much a frozen form scores above its best analysis as an inflected word, in nats.
pub const FROZEN: f64 = 0.5;

/// The result of training.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Mft,
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
    let (mut grammar, roots) = checked(files)?;
    check_corpus(&grammar, chunks)?;
    let words = corpus_words(chunks, &grammar.pack.casing);
    let mut shares = Shares::new(&grammar.pack, files)?;
    Context::new(&grammar.pack, files)?;
    let frozen = lemmas::frozen(files)?;
    estimate(&mut grammar, &words.counts, &shares, progress)?;
    raise_frozen(&mut grammar, &frozen);

    let mut buffers = LatticeBuffers::default();
    let mut usage = Usage::of(&words, &grammar, &roots, &mut buffers);
    usage.keep_words(&words, &grammar, &roots);
    let order = usage.most_used(&roots, options.roots);
    let room = options.room(&grammar.pack, first.len(), order.len(), vocab_size, general.map_or(0, |general| general.1))?;
    let general_words = general.map(|(chunks, _)| word_counts(chunks, &grammar.pack.casing)).unwrap_or_default();
    usage.add_general(&general_words, &grammar, &roots, &mut buffers);
    let mut is_kept = vec![false; usage.counts.len()];
    order.iter().for_each(|&group| is_kept[group] = true);
    let is_written = with_rare(&grammar.pack, &roots, &is_kept);
    let mut kept_files: Files =
        GRAMMAR.iter().chain(&[CONTEXT, TYPES]).filter_map(|name| Some(((*name).to_owned(), files.get(*name)?.clone()))).collect();
    let rows = usage.rows(&grammar.pack, &roots, &is_written);
    kept_files.insert(LEXICON.into(), lexicon(&grammar.pack, &roots, &rows, &usage.names(&grammar.pack, &roots)));

    let mut pack = Pack::new(&kept_files)?;
    let kept = Roots::new(&mut pack)?;
    shares.find_roots(&pack);
    let mut grammar = Grammar::new(pack);
    estimate(&mut grammar, &words.counts, &shares, progress)?;
    raise_frozen(&mut grammar, &frozen);
    grammar.set_scores(as_saved(grammar.scores()));

    let mut tokens_first = first;
    tokens_first.extend(marks_and_affixes(&grammar.pack));
    let units = tokens_first.len()..tokens_first.len() + order.len();
    let names = kept_names(&roots, &kept, &rows);
    tokens_first.extend(order.iter().map(|&group| (Kind::Root, format!(" {}", names[group]).into_bytes())));
    let least = tokens_first.len() + LEAST + 1;
    let has_id: Vec<bool> = rows.iter().map(|&row| is_kept[roots.unit_of(row as u32)]).collect();
    let rest = rest(chunks, &grammar, &has_id, &mut buffers);
    // A token string with a class (`hal/noun`) is not the spelling of its root. Nor does a name with its capital spell the beginning of a
    // word in small letters.
    let has_capital = |text: &str| text.chars().any(|letter| grammar.pack.casing.small(letter).is_some());
    let unspelled = unspelled(&grammar, &kept);
    let is_spelled =
        |token: &[u8]| !token.contains(&b'/') && !has_capital(&String::from_utf8_lossy(token)) && !unspelled.contains(&token[1..]);
    let known: FxHashMap<&str, u64> = words.counts.iter().map(|(word, count)| (word.as_str(), *count)).collect();
    // A word that has a root keeps its analysis, unless the general text has it more often.
    let is_word = |piece: &str| {
        let mut small = String::new();
        WordShape::of(&grammar.pack.casing, piece.trim_start_matches(' '), &mut small).is_some()
            && known.get(small.as_str()).is_some_and(|&count| count * RARER > general_words.get(&small).map_or(0, |counts| counts[0]))
            && grammar.analyze(&small, &mut LatticeBuffers::default()).is_some_and(|analysis| match analysis.parts[0].0 {
                // A name in the lexicon does not keep out the same word in small letters.
                Part::Root(row) => has_id[row as usize] && (!grammar.pack.roots[row as usize].is_capital || has_capital(piece)),
                _ => false,
            })
    };
    let pieces = general.map(|(chunks, room)| GeneralPieces { chunks, room, is_word: &is_word });
    let WithPieces { vocabulary, fallback: rest, missing, missing_general } =
        with_pieces(tokens_first, units, is_spelled, &rest, room, pieces.as_ref(), progress)?;
    let encoder = Mft::assembled(grammar, &kept, &vocabulary, rest, kept_files, &[], true).map_err(Error::Vocabulary)?;
    Ok(Trained { vocabulary, encoder, missing, missing_general, least })
}

/// Raises the scores of frozen forms, so that each is the best analysis of its own letters (Turkish örneğin, for example, is örnek +(n)In
/// by its spelling alone). One that is higher raises what is inflected of it (uyar, warn, and uyarınca, according to), so this is repeated.
fn raise_frozen(grammar: &mut Grammar, frozen: &FxHashSet<(String, String)>) {
    let mut buffers = LatticeBuffers::default();
    loop {
        let mut scores = grammar.scores().clone();
        let mut is_done = true;
        for (row, root) in grammar.pack.roots.iter().enumerate() {
            let (lemma, class) = (grammar.pack.lemma(root), grammar.pack.class(root));
            if frozen.contains(&(lemma.to_owned(), class.to_owned()))
                && let Some(best) = grammar.analyze(lemma, &mut buffers)
                && (best.parts.len() > 1 || best.roots().all(|root| grammar.pack.lemma(&grammar.pack.roots[root as usize]) != lemma))
            {
                let enough = best.score + FROZEN - scores.ends[grammar.last_of(class) as usize];
                is_done &= scores.roots[row] >= enough;
                scores.roots[row] = scores.roots[row].max(enough);
            }
        }
        if is_done {
            return;
        }
        grammar.set_scores(scores);
    }
}

/// Refuses a corpus most of whose letters are in no lemma; a lexicon without roots says nothing about letters.
fn check_corpus(grammar: &Grammar, chunks: &Chunks) -> Result<()> {
    let letters: FxHashSet<char> = grammar.pack.roots.iter().flat_map(|root| grammar.pack.lemma(root).chars()).collect();
    if letters.is_empty() {
        return Ok(());
    }
    check_letters(chunks, |letter| letters.contains(&grammar.pack.casing.small(letter).unwrap_or(letter)))
}

/// The words of the corpus in small letters, sorted.
struct Words {
    counts: Vec<(String, u64)>,
    /// For each word its count with a capital at its beginning.
    capitals: Vec<u64>,
}

fn corpus_words(chunks: &Chunks, casing: &Casing) -> Words {
    let mut words: Vec<(String, [u64; 2])> = word_counts(chunks, casing).into_iter().collect();
    words.retain(|(word, _)| word.chars().all(|letter| properties::is_alphabetic(letter) || letter == '\''));
    words.sort();
    let (counts, capitals) = words.into_iter().map(|(word, [count, capitals])| ((word, count), capitals)).unzip();
    Words { counts, capitals }
}

/// How often the best analyses have each group of roots. Rows of the lexicon that share a token are one group.
struct Usage {
    counts: Vec<u64>,
    /// The same of words with a capital at their beginning.
    capitals: Vec<u64>,
    /// The same with each word count raised to the count exponent.
    ranks: Vec<f64>,
}

impl Usage {
    fn of(words: &Words, grammar: &Grammar, roots: &Roots, buffers: &mut LatticeBuffers) -> Self {
        let groups = roots.names.count();
        // What a root with accents is used for counts for the root without, whose id it shares.
        let mut usage = Usage { counts: vec![0; groups], capitals: vec![0; groups], ranks: vec![0.0; groups] };
        for ((word, count), capitals) in words.counts.iter().zip(&words.capitals) {
            let analysis = grammar.analyze(word, buffers);
            for (index, row) in analysis.iter().flat_map(Analysis::roots).enumerate() {
                let group = roots.unit_of(row);
                usage.counts[group] += count;
                usage.capitals[group] += if index == 0 { *capitals } else { 0 };
                usage.ranks[group] += damped(*count);
            }
        }
        usage
    }

    /// Ranks lemmas that are words of the corpus by these words, if the grammar prefers another analysis of them.
    fn keep_words(&mut self, words: &Words, grammar: &Grammar, roots: &Roots) {
        let known: FxHashMap<&str, u64> = words.counts.iter().map(|(word, count)| (word.as_str(), *count)).collect();
        for (row, root) in (0..).zip(&grammar.pack.roots) {
            let group = roots.unit_of(row);
            if let Some(&count) = known.get(grammar.pack.lemma(root)).filter(|&&count| count >= FREQUENT) {
                self.ranks[group] = self.ranks[group].max(damped(count));
            }
        }
    }

    /// The groups that most words use, at most `most`, the most frequent one first.
    fn most_used(&self, roots: &Roots, most: usize) -> Vec<usize> {
        let by_name = |&a: &usize, &b: &usize| roots.names.get(a).cmp(roots.names.get(b));
        let mut order: Vec<usize> = (0..self.counts.len()).filter(|&group| self.ranks[group] > 0.0).collect();
        order.sort_by(|a, b| self.ranks[*b].total_cmp(&self.ranks[*a]).then_with(|| by_name(a, b)));
        order.truncate(most);
        order.sort_by(|a, b| self.counts[*b].cmp(&self.counts[*a]).then_with(|| by_name(a, b)));
        order
    }

    /// The rows of groups that are kept, in the order of the lexicon, but of one lemma those of the most used group first: the token string
    /// of that group is the lemma alone.
    fn rows(&self, pack: &Pack, roots: &Roots, is_kept: &[bool]) -> Vec<usize> {
        let mut firsts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut rows: Vec<usize> = (0..pack.roots.len()).filter(|&row| is_kept[roots.group_of[row]]).collect();
        for &row in &rows {
            firsts.entry(pack.lemma(&pack.roots[row])).or_insert(row);
        }
        rows.sort_by_key(|&row| (firsts[pack.lemma(&pack.roots[row])], std::cmp::Reverse(self.counts[roots.group_of[row]]), row));
        rows
    }

    /// Adds the words of general text that are a root. Such a word may be a name in the corpus (`Earth`): what it mostly is in both needs
    /// no mark.
    fn add_general(&mut self, words: &FxHashMap<String, [u64; 2]>, grammar: &Grammar, roots: &Roots, buffers: &mut LatticeBuffers) {
        for (word, [count, capitals]) in words {
            if let Some(analysis) = grammar.analyze(word, buffers)
                && let [(Part::Root(row), _)] = analysis.parts[..]
            {
                self.counts[roots.unit_of(row)] += count;
                self.capitals[roots.unit_of(row)] += capitals;
            }
        }
    }

    /// Which groups are names: mostly with a capital, and of a class that may have one. All rows of a name get the capital, so that they
    /// stay one root.
    fn names(&self, pack: &Pack, roots: &Roots) -> Vec<bool> {
        let mut is_name = vec![false; self.counts.len()];
        if let Some((_, classes)) = &pack.capital {
            for (root, &group) in pack.roots.iter().zip(&roots.group_of) {
                is_name[group] |= classes.iter().any(|class| class == pack.class(root)) && 2 * self.capitals[group] > self.counts[group];
            }
        }
        is_name
    }
}

/// For each group that is kept, its name among the kept ones: it may be shorter, when other roots with the same lemma are dropped.
fn kept_names(roots: &Roots, kept: &Roots, rows: &[usize]) -> Vec<String> {
    let mut names = vec![String::new(); roots.names.count()];
    for (&row, new_row) in rows.iter().zip(0..) {
        names[roots.group_of[row]] = kept.names.get(kept.group_of[new_row]).to_owned();
    }
    names
}

/// For each group whether its rows stay in the lexicon: those with an id, and rare roots, which are written in pieces but inflect as the
/// lexicon says. There are many rare names, and their inflection shows in their spelling, so these are left out.
fn with_rare(pack: &Pack, roots: &Roots, is_kept: &[bool]) -> Vec<bool> {
    let is_name = |root: &Root| pack.capital.as_ref().is_some_and(|(_, classes)| classes.iter().any(|class| class == pack.class(root)));
    let mut is_written = is_kept.to_vec();
    pack.roots.iter().zip(&roots.group_of).for_each(|(root, &group)| is_written[group] |= !is_name(root));
    (0..)
        .zip(&roots.plain_of)
        .for_each(|(group, plain): (usize, &Option<usize>)| is_written[group] |= plain.is_some_and(|plain| is_kept[plain]));
    is_written
}

/// The lemmas that are not what their root alone is written as: a verb may have its infinitive as lemma, and be written as its stem.
fn unspelled(grammar: &Grammar, roots: &Roots) -> FxHashSet<Vec<u8>> {
    let is_other = |root: &Root| root.unit.realised.surfaces().last() != Some(grammar.pack.lemma(root));
    let rows = grammar.pack.roots.iter().zip(&roots.group_of).filter(|(root, _)| is_other(root));
    rows.map(|(_, &group)| roots.names.get(group).as_bytes().to_vec()).collect()
}

/// The kept rows of a lexicon, as a file; names get the flag of a capital.
fn lexicon(pack: &Pack, roots: &Roots, rows: &[usize], is_name: &[bool]) -> Vec<u8> {
    let mut lines = super::pack::LEXICON_COLUMNS.join("\t") + "\n";
    for &row in rows {
        let root = &pack.roots[row];
        let [lemma, class, flags, stems, reading] = pack.cells(root);
        let mut flags = flags.to_owned();
        if let Some((flag, _)) = pack.capital.as_ref().filter(|_| is_name[roots.group_of[row]] && !root.is_capital) {
            flags = format!("{flags} {flag}").trim_start().to_owned();
        }
        lines += &[lemma, class, &flags, stems, reading, &root.count.to_string()].join("\t");
        lines += "\n";
    }
    lines.into_bytes()
}

/// The text of the corpus that the grammar does not write as roots, affixes or marks, as chunks. `has_id` says which rows have an id.
fn rest(chunks: &Chunks, grammar: &Grammar, has_id: &[bool], buffers: &mut LatticeBuffers) -> Chunks {
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
        let shape = WordShape::of(&grammar.pack.casing, word, &mut small);
        let analysis = shape.and_then(|_| grammar.analyze(&small, buffers));
        let other = shape.and_then(|_| grammar.respelled(word, &small, analysis.as_ref(), buffers));
        let is_written = |analysis: &Analysis| matches!(analysis.parts[0].0, Part::Root(row) if has_id[row as usize]);
        match analysis {
            _ if other.is_some_and(|other| is_written(&other.analysis)) => {}
            Some(analysis) if is_written(&analysis) => {}
            Some(analysis) => counter.add(format!("{space}{}", &small[..analysis.parts[0].1]).as_bytes(), count),
            None => {
                let mut parts = grammar.pack.casing.parts(word);
                let mut space = space;
                while parts.next(&mut small).is_some() {
                    // An apostrophe is counted as a chunk of its own, so that it becomes a piece that affixes may follow.
                    for part in apostrophe::parts(&small).flat_map(|part| parts_at_seams(&grammar.pack.casing, part)) {
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

/// A text cut where the encoder takes a chunk apart.
fn parts_at_seams<'a>(casing: &Casing, text: &'a str) -> impl Iterator<Item = &'a str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(seam) = casing.joining.seam(rest) {
        parts.extend([&rest[..seam.start], &rest[seam.clone()]]);
        rest = &rest[seam.end..];
    }
    parts.push(rest);
    parts.into_iter().filter(|part| !part.is_empty())
}

/// The scores, rounded as they are in the saved file: to 256ths, so that it is a fifth smaller. Sums of them are exact.
fn as_saved(scores: &Scores) -> Scores {
    let rounded = |score: f64| (score * 256.0).round() / 256.0;
    let all = |scores: &[f64]| scores.iter().map(|&score| rounded(score)).collect();
    Scores {
        roots: all(&scores.roots),
        affixes: scores.affixes.iter().map(|(&pair, &score)| (pair, rounded(score))).collect(),
        unseen: all(&scores.unseen),
        ends: all(&scores.ends),
        ..*scores
    }
}
