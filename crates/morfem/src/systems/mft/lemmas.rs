//! Checks that every row of the lexicon is a lemma, and that its letters have sounds.
//!
//! If a row were the inflected form of another row, the word would have two analyses, and the shorter one would share no token with its
//! related forms. The pack says which affixes inflect. A word that only looks inflected, such as an adverb that was once a case form, is
//! listed in `inflected.tsv` with the reason.

use rustc_hash::FxHashSet;

use super::check::followers;
use super::grammar::{Grammar, LatticeBuffers, NONE_BEFORE, Part, Reading};
use super::pack::{INFLECTED, LEXICON, LEXICON_COLUMNS, Pack, Root, Step};
use super::read::rows;
use crate::Result;
use crate::files::record::Files;
use crate::files::tsv::Place;
use crate::surface::phonology_file::PHONOLOGY;
use crate::text::properties;

const INFLECTED_COLUMNS: [&str; 3] = ["lemma", "class", "reason"];
/// The reason of a row that wins against the inflection that is spelled alike.
const FROZEN: &str = "frozen";

/// Checks that no row of the lexicon is the inflected form of another row, except those in `inflected.tsv`, and those whose lemma is not
/// how they are written themselves, such as a verb with its infinitive.
///
/// # Errors
/// [`crate::Error::Table`] for the first such row, with the number of the others.
pub fn check(grammar: &Grammar, files: &Files) -> Result<()> {
    let known = lexicalised(grammar, files)?;
    let pack = &grammar.pack;
    let mut buffers = LatticeBuffers::default();
    let mut found = Vec::new();
    for (row, root) in pack.roots.iter().enumerate() {
        if root.unit.realised.surfaces().last() == Some(pack.lemma(root))
            && !known.contains(&(pack.lemma(root), pack.class(root)))
            && let Some(parts) = inflected(grammar, root, &mut buffers)
        {
            found.push((row, parts));
        }
    }
    let Some((row, parts)) = found.first() else { return Ok(()) };
    let line = rows(files, LEXICON, &LEXICON_COLUMNS)?.get(*row).map_or(0, |(line, _)| *line);
    let root = &pack.roots[*row];
    let more = if found.len() > 1 { format!("; {} more rows have this error", found.len() - 1) } else { String::new() };
    Err(Place(LEXICON, line).error(format!(
        "{:?} ({}) is not a lemma but {}; leave it out, or list it in {INFLECTED} with a reason{more}",
        pack.lemma(root),
        pack.class(root),
        parts.join(" + ")
    )))
}

/// Checks that every letter of lemmas, stems and readings is a vowel or a consonant.
///
/// # Errors
/// [`crate::Error::Table`] with the line of a letter that is neither.
pub fn check_letters(pack: &Pack, files: &Files) -> Result<()> {
    let phonology = &pack.phonology;
    let has_sound = |letter: char| phonology.vowels.contains_key(&letter) || phonology.consonants.contains_key(&letter);
    for (line, cells) in rows(files, LEXICON, &LEXICON_COLUMNS)? {
        let stems = cells[3].split(' ').filter_map(|stem| stem.split('>').next());
        for text in [cells[0], cells[4]].into_iter().chain(stems) {
            if let Some(letter) = text.chars().find(|&letter| properties::is_alphabetic(letter) && !has_sound(letter)) {
                return Err(Place(LEXICON, line).error(format!(
                    "{text:?} has the letter {letter:?}, of which {PHONOLOGY} says nothing; add it to [vowels], or to the consonants in [sounds]"
                )));
            }
        }
    }
    Ok(())
}

/// Lemma and class of the rows that are lemmas although they look inflected.
fn lexicalised<'a>(grammar: &Grammar, files: &'a Files) -> Result<FxHashSet<(&'a str, &'a str)>> {
    let mut known = FxHashSet::default();
    if !files.contains_key(INFLECTED) {
        return Ok(known);
    }
    let pack = &grammar.pack;
    let roots: FxHashSet<(&str, &str)> = pack.roots.iter().map(|root| (pack.lemma(root), pack.class(root))).collect();
    for (line, cells) in rows(files, INFLECTED, &INFLECTED_COLUMNS)? {
        let place = Place(INFLECTED, line);
        if !roots.contains(&(cells[0], cells[1])) {
            return Err(place.error(format!("{LEXICON} has no {:?} of the class {:?}; leave it out", cells[0], cells[1])));
        }
        if cells[2].is_empty() {
            return Err(place.error(format!("{:?} has no reason; write why it is a lemma", cells[0])));
        }
        if !known.insert((cells[0], cells[1])) {
            return Err(place.error(format!("{:?} ({}) is also on an earlier line; remove one of the two lines", cells[0], cells[1])));
        }
    }
    Ok(known)
}

/// Lemma and class of the rows that [`INFLECTED`] calls frozen: inflected forms that have become words of their own.
///
/// # Errors
/// [`crate::Error::Table`] for a line that is no row.
pub fn frozen(files: &Files) -> Result<FxHashSet<(String, String)>> {
    if !files.contains_key(INFLECTED) {
        return Ok(FxHashSet::default());
    }
    let table = rows(files, INFLECTED, &INFLECTED_COLUMNS)?;
    let is_frozen = |cells: &&[&str; 3]| cells[2] == FROZEN;
    let owned = |cells: &[&str; 3]| (cells[0].to_owned(), cells[1].to_owned());
    Ok(table.iter().map(|(_, cells)| cells).filter(is_frozen).map(owned).collect())
}

/// A row of the lexicon as another lemma with inflection, if it has such an analysis.
///
/// Row and analysis must accept a common next affix, or one of them no affix at all. So a case form that is spelled like the stem of a verb
/// is not taken for that stem.
fn inflected(grammar: &Grammar, root: &Root, buffers: &mut LatticeBuffers) -> Option<Vec<String>> {
    let pack = &grammar.pack;
    let (edges, ends) = grammar.lattice(pack.lemma(root), Reading::Roots, buffers);
    let size = 1 + edges.iter().map(|edge| edge.to as usize).max().unwrap_or(0);
    // Edges are sorted by where they end, so the path to the beginning of an edge is known before the edge.
    let mut way: Vec<Option<usize>> = vec![None; size];
    for (index, edge) in edges.iter().enumerate() {
        let is_open = match edge.part {
            Part::Root(row) => pack.lemma(&pack.roots[row as usize]) != pack.lemma(root),
            Part::Affix(affix) => pack.affixes[affix as usize].is_inflection && way[edge.from as usize].is_some(),
            Part::Stem { .. } | Part::Apostrophe => false,
        };
        if is_open {
            way[edge.to as usize].get_or_insert(index);
        }
    }
    let own = followers(pack, pack.classes[pack.class(root)].clone());
    ends.iter().find_map(|&(end, _)| {
        let mut parts = Vec::new();
        let mut at = end;
        while at != NONE_BEFORE {
            let edge = &edges[way[at as usize]?];
            parts.push(edge.part);
            at = edge.from;
        }
        let mut states = Vec::new();
        let mut names = Vec::new();
        for part in parts.into_iter().rev() {
            match part {
                Part::Root(row) => {
                    let other = &pack.roots[row as usize];
                    states.clone_from(&pack.classes[pack.class(other)]);
                    names.push(pack.lemma(other).to_owned());
                }
                Part::Affix(affix) => {
                    states = followers(pack, states).into_iter().filter(|step| step.0 == Step::Affix(affix)).map(|step| step.1).collect();
                    names.push(pack.affixes[affix as usize].gloss.clone());
                }
                Part::Stem { .. } | Part::Apostrophe => return None,
            }
        }
        let other = followers(pack, states);
        let is_shared = own.is_empty() || other.is_empty() || other.iter().any(|step| own.iter().any(|known| known.0 == step.0));
        is_shared.then_some(names)
    })
}
