//! From a language pack and a corpus to a tokenizer.
//!
//! 1. The grammar is estimated on the words of the corpus with the whole lexicon.
//! 2. The roots that the best analyses use most stay; the grammar is estimated again with them.
//! 3. A Unigram vocabulary is trained on what is no unit: stems that are no roots, numbers, symbols, and words whose capitals stand inside.
//!
//! Every count is a whole number or added up in a fixed order, so the result depends on pack, corpus and options alone.

use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::check;
use super::encode::Encoder;
use super::estimate::{Options as Estimation, estimate};
use super::grammar::{Grammar, Part, Scores, Scratch};
use super::pack::{Files, GRAMMAR, LEXICON, Pack};
use super::rest::{PairPieces, Rest};
use super::vocabulary::{Roots, affix_names, marks, tokens};
use crate::artifact::unigram_model;
use crate::corpus::{ChunkCounter, Chunks};
use crate::progress::Progress;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, bpe, unigram};

/// Options of the trainer.
#[derive(Clone, Debug)]
pub struct Options {
    /// Ids in all.
    pub vocab_size: usize,
    /// Ids of them that are merges over units.
    pub merges: usize,
    /// Roots at most.
    pub roots: usize,
    /// What writes the rest.
    pub rest: RestKind,
    pub search: Search,
    pub estimation: Estimation,
}

/// Models of what is no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RestKind {
    #[default]
    Unigram,
    Bpe,
}

/// How words are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Search {
    /// In the most probable way.
    #[default]
    Viterbi,
    /// The longest root, then the longest affixes (the paper's section 3).
    Greedy,
}

impl FromStr for Search {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "viterbi" => Ok(Search::Viterbi),
            "greedy" => Ok(Search::Greedy),
            _ => Err(Error::Argument(format!("unknown search {name:?}; there are viterbi, greedy"))),
        }
    }
}

impl FromStr for RestKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match name {
            "unigram" => Ok(RestKind::Unigram),
            "bpe" => Ok(RestKind::Bpe),
            _ => Err(Error::Argument(format!("unknown model {name:?} of the rest; there are unigram, bpe"))),
        }
    }
}

/// Printable characters of ASCII.
const ASCII: usize = 0x7f - 0x20;

/// What each piece of what is no unit costs beyond its score, in nats: so much that fewer pieces always win. Pieces cut a stem at random; the fewer, the
/// fewer wrong cuts.
const PIECE_COST: f64 = 50.0;
/// Runs of symbols at most that are pieces because they are frequent.
const SYMBOL_RUNS: usize = 256;

/// A word of the corpus in small letters with ' for any apostrophe; None if it is no word of one case before and after an apostrophe.
fn small(grammar: &Grammar, word: &str) -> Option<String> {
    let mut small = String::with_capacity(word.len());
    if !word.starts_with(char::is_alphanumeric) {
        return None;
    }
    for (index, part) in word.split(['\'', '’']).enumerate() {
        if index > 0 {
            small.push('\'');
        }
        match grammar.casing.parts(part).as_slice() {
            [(part, _)] if index < 2 => small.push_str(part),
            _ => return None,
        }
    }
    Some(small)
}

/// What training gives.
pub struct Trained {
    pub vocabulary: Vocabulary,
    pub encoder: Encoder,
}

/// Trains a model. `first` are the specials and bytes that come first in the vocabulary.
///
/// # Errors
/// [`Error::Training`] if the pack is faulty, with file, line and mend, or if the sizes do not fit; what `progress` returns.
pub fn train(chunks: &Chunks, files: &Files, first: Vec<(Kind, Vec<u8>)>, options: &Options, progress: &dyn Progress) -> Result<Trained> {
    let mut pack = Pack::new(files)?;
    let roots = Roots::new(&mut pack);
    let mut grammar = Grammar::new(pack);
    check::lemmas(&grammar, files)?;
    let mut counts: FxHashMap<String, u64> = FxHashMap::default();
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        if let Some(word) = small(&grammar, text.strip_prefix(' ').unwrap_or(&text)) {
            *counts.entry(word).or_default() += count as u64;
        }
    }
    let mut words: Vec<(String, u64)> =
        counts.into_iter().filter(|(word, _)| word.chars().all(|letter| letter.is_alphabetic() || letter == '\'')).collect();
    words.sort();
    estimate(&mut grammar, &words, &options.estimation, progress)?;

    let mut used = vec![0u64; roots.names.len()];
    let mut scratch = Scratch::default();
    for (word, count) in &words {
        if let Some(analysis) = grammar.analyze(word, &mut scratch)
            && let Part::Root(row) = analysis.parts[0].0
        {
            used[roots.group_of[row as usize]] += count;
        }
    }
    let mut order: Vec<usize> = (0..used.len()).filter(|&group| used[group] > 0).collect();
    order.sort_by(|&a, &b| used[b].cmp(&used[a]).then_with(|| roots.names[a].cmp(&roots.names[b])));
    order.truncate(options.roots);
    let mut is_kept = vec![false; used.len()];
    order.iter().for_each(|&group| is_kept[group] = true);

    let mut kept_files: Files = GRAMMAR.iter().filter_map(|name| Some(((*name).to_owned(), files.get(*name)?.clone()))).collect();
    kept_files.insert(LEXICON.into(), lexicon(&grammar.pack, |row| is_kept[roots.group_of[row]]));
    let mut pack = Pack::new(&kept_files)?;
    let kept = Roots::new(&mut pack);
    // The name of a root may change when others that are spelled alike have gone.
    let mut name_of = vec!["".to_owned(); used.len()];
    for (row, new_row) in (0..roots.group_of.len()).filter(|&row| is_kept[roots.group_of[row]]).zip(0..) {
        name_of[roots.group_of[row]] = kept.names[kept.group_of[new_row]].clone();
    }
    let mut grammar = Grammar::new(pack);
    estimate(&mut grammar, &words, &options.estimation, progress)?;
    grammar.set_scores(Scores { is_greedy: options.search == Search::Greedy, ..rounded(grammar.scores()) });

    let mut tokens_first = first;
    tokens_first.extend(marks(&grammar.pack).into_iter().map(|(name, _)| (Kind::Mark, name.into_bytes())));
    tokens_first.extend(affix_names(&grammar.pack).into_iter().map(|name| (Kind::Affix, name.into_bytes())));
    tokens_first.extend(order.iter().map(|&group| (Kind::Root, format!(" {}", name_of[group]).into_bytes())));
    let room = options.vocab_size.checked_sub(options.merges + tokens_first.len()).filter(|&room| room > ASCII).ok_or_else(|| {
        Error::Training(format!(
            "vocab_size {} is too small: bytes, affixes, {} roots and {} merges take {}; ask for more, or for fewer roots or merges",
            options.vocab_size,
            order.len(),
            options.merges,
            tokens_first.len() + options.merges
        ))
    })?;

    let rest = rest(chunks, &grammar, &mut scratch);
    // A piece that is spelled as a root is that root: so many more are trained as there may be of those.
    let size = room + 256 + room / 2;
    let (pieces, merges) = match options.rest {
        RestKind::Unigram => {
            let unigram_options = unigram::train::Options { pieces: vec![size], ..Default::default() };
            let pieces = unigram::train::train(&rest, &unigram_options, progress)?.remove(0);
            (pieces.into_iter().map(|(piece, score)| (piece, score as f64)).collect(), Vec::new())
        }
        RestKind::Bpe => byte_pairs(&rest, size, progress)?,
    };
    let byte_base = tokens_first.iter().position(|token| token.0 == Kind::Byte).unwrap_or_default();
    let mut piece_scores = vec![f64::NAN; tokens_first.len()];
    let mut known: FxHashMap<Vec<u8>, usize> =
        tokens_first.iter().zip(0..).filter(|(token, _)| token.0 == Kind::Root).map(|(token, id)| (token.1.clone(), id)).collect();
    let mut left = room - ASCII;
    let runs = symbol_runs(&rest).into_iter().take(left.min(SYMBOL_RUNS));
    for (piece, score) in runs.chain(pieces) {
        if piece.len() == 1 {
            piece_scores[byte_base + piece[0] as usize] = round(score);
        } else if let Some(&id) = known.get(&piece) {
            piece_scores[id] = round(score);
        } else if left > 0 {
            left -= 1;
            known.insert(piece.clone(), tokens_first.len());
            tokens_first.push((Kind::of_piece(&piece), piece));
            piece_scores.push(round(score));
        }
    }
    if left > 0 {
        return Err(Error::Unsupported { asked: options.vocab_size, supported: options.vocab_size - left });
    }
    let id = |piece: &Vec<u8>| match piece.as_slice() {
        &[byte] => Some(byte_base + byte as usize),
        _ => known.get(piece).copied(),
    };
    let merges = merges.iter().map_while(|merge| Some([id(&merge[0])? as u32, id(&merge[1])? as u32, id(&merge.concat())? as u32]));
    let merges: Vec<[u32; 3]> = merges.collect();
    // ASCII characters are pieces of their own beside the bytes: a full stop is a symbol.
    for byte in 0x20..0x7fu8 {
        tokens_first.push((Kind::of_piece(&[byte]), vec![byte]));
        piece_scores.push(piece_scores[byte_base + byte as usize]);
    }
    // Every root may begin what is no unit; and few pieces are better than probable ones.
    let least = piece_scores.iter().copied().filter(|score| !score.is_nan()).fold(0.0, f64::min);
    for (score, token) in piece_scores.iter_mut().zip(&tokens_first) {
        if score.is_nan() && token.0 == Kind::Root && !token.1.contains(&b'/') {
            *score = least;
        }
        *score -= PIECE_COST;
    }
    let vocabulary = Vocabulary::new(tokens_first)?;
    vocabulary.check()?;
    let rest = match options.rest {
        RestKind::Unigram => unigram_model(&vocabulary, piece_scores, None).map(|model| Rest::Unigram(Box::new(model))),
        RestKind::Bpe => PairPieces::new(&vocabulary, &merges).map(|pairs| Rest::Bpe(Box::new(pairs))),
    };
    let encoder = rest.and_then(|rest| assembled(grammar, &kept, &vocabulary, rest, kept_files)).map_err(Error::Vocabulary)?;
    Ok(Trained { vocabulary, encoder })
}

/// An encoder from its parts.
///
/// # Errors
/// A sentence that says what does not fit.
pub fn assembled(
    grammar: Grammar,
    roots: &Roots,
    vocabulary: &Vocabulary,
    rest: Rest,
    files: Files,
) -> std::result::Result<Encoder, String> {
    let (tokens, ids) = tokens(&grammar.pack, roots, vocabulary)?;
    Encoder::new(grammar, vocabulary, tokens, ids, rest, files)
}

/// Pieces of byte-pair encoding with their scores, and the merges that make them.
#[allow(clippy::type_complexity)]
fn byte_pairs(rest: &Chunks, size: usize, progress: &dyn Progress) -> Result<(Vec<(Vec<u8>, f64)>, Vec<[Vec<u8>; 2]>)> {
    let mut words = bpe::Words::default();
    for (chunk, count) in rest.iter() {
        words.push(chunk.iter().map(|&byte| byte as u32), count as u64);
    }
    let options = bpe::TrainOptions { classes: vec![0; 256], rule: bpe::MergeRule::any(), size, min_count: 2 };
    let list = bpe::train(words, &options, progress)?;
    let mut spellings: Vec<Vec<u8>> = (0..=255u8).map(|byte| vec![byte]).collect();
    let mut merges = Vec::with_capacity(list.len());
    for merge in list {
        merges.push([spellings[merge.left as usize].clone(), spellings[merge.right as usize].clone()]);
        spellings.push(merges[merges.len() - 1].concat());
    }
    // Byte-pair encoding has no scores; these keep the order.
    Ok((spellings.into_iter().zip(0..).map(|(piece, rank)| (piece, -(rank as f64))).collect(), merges))
}

/// The rows of a lexicon that stay, as a file.
fn lexicon(pack: &Pack, stays: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut lines = super::pack::LEXICON_COLUMNS.join("\t") + "\n";
    for (row, root) in pack.roots.iter().enumerate() {
        if stays(row) {
            lines += &[&root.lemma, &root.class, &root.flags, &root.stems, &root.reading, &root.count.to_string()]
                .map(String::as_str)
                .join("\t");
            lines += "\n";
        }
    }
    lines.into_bytes()
}

/// What is left of the corpus when its units are taken away, as chunks.
fn rest(chunks: &Chunks, grammar: &Grammar, scratch: &mut Scratch) -> Chunks {
    let mut counter = ChunkCounter::new();
    let mut quoted = 0u64;
    for (chunk, count) in chunks.iter() {
        let text = String::from_utf8_lossy(chunk);
        let word = text.strip_prefix(' ').unwrap_or(&text);
        let space = if word.len() < text.len() { " " } else { "" };
        if word.contains('’') {
            quoted += count as u64;
        }
        let analysis = small(grammar, word).and_then(|word| grammar.analyze(&word, scratch).map(|analysis| (word, analysis)));
        match analysis {
            Some((_, analysis)) if matches!(analysis.parts[0].0, Part::Root(_)) => {}
            Some((word, analysis)) => counter.add(format!("{space}{}", &word[..analysis.parts[0].1]).as_bytes(), count),
            None => {
                for (index, (part, _)) in grammar.casing.parts(word).iter().enumerate() {
                    // An apostrophe is a piece of its own, so that affixes may follow it.
                    for (place, part) in part.split_inclusive(['\'', '’']).flat_map(apart).enumerate() {
                        counter.add(format!("{}{part}", if index + place == 0 { space } else { "" }).as_bytes(), count);
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

/// A text and the apostrophe at its end, one after the other.
fn apart(text: &str) -> impl Iterator<Item = &str> {
    let length = text.len() - text.strip_suffix(['\'', '’']).map_or(0, |rest| text.len() - rest.len());
    [&text[..length], &text[length..]].into_iter().filter(|part| !part.is_empty())
}

/// Runs of symbols, also with the space before them, that are no single character, with their scores, the most frequent first.
///
/// A Unigram model has no use for them: where a full stop is the most probable of all pieces, three of them are more probable than any piece
/// of three.
fn symbol_runs(rest: &Chunks) -> Vec<(Vec<u8>, f64)> {
    let is_run = |chunk: &[u8]| {
        let text = std::str::from_utf8(chunk).unwrap_or_default();
        text.chars().count() > 1 && Kind::of_piece(chunk) == Kind::Symbol && !text.contains(char::is_numeric)
    };
    let total: u64 = rest.iter().map(|(_, count)| count as u64).sum();
    let mut runs: Vec<(&[u8], u32)> = rest.iter().filter(|(chunk, _)| is_run(chunk)).collect();
    runs.sort_by_key(|&(chunk, count)| (std::cmp::Reverse(count), chunk));
    runs.into_iter().map(|(chunk, count)| (chunk.to_vec(), (count as f64 / total as f64).ln())).collect()
}

fn round(score: f64) -> f64 {
    (score * 8192.0).round() / 8192.0
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
