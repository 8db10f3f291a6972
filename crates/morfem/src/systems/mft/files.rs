//! The files of an MFT artefact besides the vocabulary: the language pack with the kept roots, and the scores.
//!
//! `scores.tsv` has three columns:
//!
//! | column | content |
//! |---|---|
//! | `after` | what came last: a gloss, or `@` and a class of roots; empty for roots and settings |
//! | `next` | a gloss, `.` for the end of the word, `*` for an affix not seen there |
//! | `score` | the natural logarithm of the probability |
//!
//! Where `after` is empty, `next` is a row of the lexicon, counted from 0, or the name of a setting.

use rustc_hash::FxHashMap;

use super::automaton::Last;
use super::context::CONTEXT;
use super::encode::Mft;
use super::grammar::{Grammar, Scores};
use super::pack::{AFFIXES, LEXICON, MORPHOTACTICS, Pack, READINGS};
use super::read::content;
use super::stems::TYPES;
use super::vocabulary::Roots;
use crate::files::record::Files;
use crate::files::tsv::{self, Place};
use crate::surface::Fallback;
use crate::surface::phonology_file::PHONOLOGY;
use crate::vocab::Vocabulary;
use crate::{Error, Result};

pub const SCORES: &str = "scores.tsv";
const COLUMNS: [&str; 3] = ["after", "next", "score"];

/// The files that every artefact of this kind has.
pub const GRAMMAR_AND_SCORES: [&str; 6] = [PHONOLOGY, AFFIXES, MORPHOTACTICS, READINGS, LEXICON, SCORES];

/// All files of a model.
pub fn write(model: &Mft) -> Files {
    let mut files = model.files.clone();
    files.insert(SCORES.into(), write_scores(&model.grammar, model.grammar.scores()));
    files
}

/// `scores.tsv`, with the names of a grammar.
pub fn write_scores(grammar: &Grammar, scores: &Scores) -> Vec<u8> {
    let mut lines = COLUMNS.join("\t") + "\n";
    let mut line = |after: &str, next: &str, score: f64| lines += &format!("{after}\t{next}\t{score}\n");
    line("", "stem", scores.stem);
    line("", "letter", scores.letter);
    line("", "bonus", scores.bonus);
    for (row, &score) in scores.roots.iter().enumerate() {
        line("", &row.to_string(), score);
    }
    let mut pairs: Vec<(&(Last, u16), &f64)> = scores.affixes.iter().collect();
    pairs.sort_by_key(|pair| pair.0);
    let mut pairs = pairs.into_iter().peekable();
    for last in 0..grammar.lasts() as Last {
        let name = grammar.last_name(last);
        line(&name, ".", scores.ends[last as usize]);
        line(&name, "*", scores.unseen[last as usize]);
        while let Some((&(_, affix), &score)) = pairs.next_if(|pair| pair.0.0 == last) {
            line(&name, &grammar.pack.affixes[affix as usize].gloss, score);
        }
    }
    lines.into_bytes()
}

/// Takes the rows of roots that are left out of the lexicon and its scores.
pub fn leave_out(model: &Mft, files: &mut Files, new_ids: &[Option<u32>]) {
    let is_kept = |row: usize| model.root_id(row as u32).is_none_or(|id| new_ids[id as usize].is_some());
    let lexicon = String::from_utf8_lossy(&files[LEXICON]).into_owned();
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let mut rows = 0;
    let mut kept = String::new();
    for (index, line) in lexicon.lines().filter(is_row).enumerate() {
        if index == 0 || is_kept(index - 1) {
            kept += line;
            kept.push('\n');
        }
        rows = index;
    }
    files.insert(LEXICON.into(), kept.into_bytes());
    let mut new_rows = (0..rows).scan(0, |next, row| {
        *next += usize::from(is_kept(row));
        Some(is_kept(row).then(|| *next - 1))
    });
    let new_rows: Vec<Option<usize>> = new_rows.by_ref().collect();
    let scores = String::from_utf8_lossy(&files[SCORES]).into_owned();
    let mut kept = String::new();
    for line in scores.lines() {
        match line
            .strip_prefix('\t')
            .and_then(|rest| rest.split_once('\t'))
            .and_then(|(row, score)| Some((row.parse::<usize>().ok()?, score)))
        {
            Some((row, score)) => kept.extend(new_rows[row].map(|row| format!("\t{row}\t{score}\n"))),
            None => kept += &format!("{line}\n"),
        }
    }
    files.insert(SCORES.into(), kept.into_bytes());
}

fn read_scores(files: &Files, grammar: &Grammar) -> Result<Scores> {
    let fault = |number: usize, what: &str| Error::Training(format!("{SCORES}, line {number}: {what}"));
    let lasts: FxHashMap<String, Last> = (0..grammar.lasts() as Last).map(|last| (grammar.last_name(last), last)).collect();
    let affixes: FxHashMap<&str, u16> = grammar.pack.affixes.iter().map(|affix| affix.gloss.as_str()).zip(0..).collect();
    let mut scores = Scores {
        roots: vec![f64::NAN; grammar.pack.roots.len()],
        unseen: vec![f64::NAN; grammar.lasts()],
        ends: vec![f64::NAN; grammar.lasts()],
        ..Scores::default()
    };
    for (number, line) in tsv::lines(SCORES, content(files, SCORES)?, &COLUMNS)? {
        let cells: [&str; 3] = tsv::cells(Place(SCORES, number), line)?;
        let score: f64 =
            cells[2].parse().ok().filter(|score: &f64| score.abs() < 1e6).ok_or_else(|| fault(number, "the score is not a number"))?;
        match (cells[0], cells[1]) {
            ("", "stem") => scores.stem = score,
            ("", "letter") => scores.letter = score,
            ("", "bonus") => scores.bonus = score,
            ("", row) => {
                let row: usize = row.parse().map_err(|_| fault(number, "next is not a row of the lexicon"))?;
                *scores.roots.get_mut(row).ok_or_else(|| fault(number, "next is not a row of the lexicon"))? = score;
            }
            (after, next) => {
                let last = *lasts.get(after).ok_or_else(|| fault(number, "after is neither a gloss nor @ and a class of roots"))?;
                match next {
                    "." => scores.ends[last as usize] = score,
                    "*" => scores.unseen[last as usize] = score,
                    gloss => {
                        let affix = *affixes.get(gloss).ok_or_else(|| fault(number, "next is not the gloss of an affix"))?;
                        scores.affixes.insert((last, affix), score);
                    }
                }
            }
        }
    }
    if scores.roots.iter().chain(&scores.unseen).chain(&scores.ends).any(|score| score.is_nan()) {
        return Err(Error::Training(format!("{SCORES}: a root or an affix has no score")));
    }
    Ok(scores)
}

/// Reads the language of an artefact from its files.
///
/// # Errors
/// A sentence that names the file with the error.
pub fn language(files: &Files) -> std::result::Result<(Grammar, Roots), String> {
    let mut pack = Pack::new(files).map_err(|error| error.to_string())?;
    let roots = Roots::new(&mut pack).map_err(|error| error.to_string())?;
    let mut grammar = Grammar::new(pack);
    let scores = read_scores(files, &grammar).map_err(|error| error.to_string())?;
    grammar.set_scores(scores);
    Ok((grammar, roots))
}

/// An encoder from its language and the files of an artefact.
///
/// # Errors
/// A sentence that says what does not match.
pub fn read(
    files: &Files,
    (grammar, roots): (Grammar, Roots),
    vocabulary: &Vocabulary,
    fallback: Fallback,
    added: &[(u32, &[u8])],
    is_mixed: bool,
) -> std::result::Result<Mft, String> {
    let is_kept = |name: &str| name != SCORES && GRAMMAR_AND_SCORES.contains(&name) || name == CONTEXT || name == TYPES;
    let kept = files.iter().filter(|(name, _)| is_kept(name)).map(|(name, content)| (name.clone(), content.clone())).collect();
    Mft::assembled(grammar, &roots, vocabulary, fallback, kept, added, is_mixed)
}
