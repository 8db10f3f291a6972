//! Roots that a user adds to a finished tokenizer: names and terms that its lexicon lacks.
//!
//! Each becomes a row at the end of the lexicon, or gives a row that is written in pieces an id. Rows behind all others change no name of a
//! root, so the vocabulary keeps its ids. The score of a new row is that of a frequent root, and such that it is the best analysis of its
//! own letters; but a name that is spelled as a word (Getir, getir) stays behind the word, and stands where that cannot (Getir'e).

use rustc_hash::FxHashMap;

use super::encode::Mft;
use super::files::{SCORES, write_scores};
use super::grammar::{LatticeBuffers, Part, Scores};
use super::lemmas;
use super::pack::{LEXICON, LEXICON_COLUMNS, Pack, Root};
use super::train::FROZEN;
use super::vocabulary::Roots;
use crate::files::record::Files;
use crate::files::tsv::Place;
use crate::files::vocabulary::rounded;
use crate::result::RootList;
use crate::{Error, Result};

/// A new root is as probable as the root of this rank by frequency.
const RANK: usize = 1000;
/// Cells of a line of the list: the columns of the lexicon without the count.
const CELLS: usize = LEXICON_COLUMNS.len() - 1;

impl Mft {
    /// Adds the roots of a list to the lexicon and the scores in `files`. Returns the bytes that a vocabulary has for each.
    ///
    /// # Errors
    /// [`Error::Table`] with the line of a root that cannot be added, and why.
    pub fn with_roots(&self, list: &RootList, files: &mut Files) -> Result<Vec<Vec<u8>>> {
        let pack = &self.grammar.pack;
        let (lines, added) = self.read_list(list, files)?;
        let rows = self.rows_of_lemmas();
        let mut scores = self.grammar.scores().clone();
        let mut ranked = scores.roots.clone();
        ranked.sort_by(|one, other| other.total_cmp(one));
        let usual = ranked.get(RANK).or(ranked.last()).copied().unwrap_or_default();
        // The row of each root, and the new rows.
        let (mut places, mut new) = (Vec::new(), String::new());
        for (&line, root) in lines.iter().zip(&added.roots) {
            let lemma = added.lemma(root);
            let is_known = |row: &&u32| {
                let known = &pack.roots[**row as usize];
                let is_same = pack.class(known) == added.class(root) || known.unit.is_alike(&root.unit);
                is_same && known.is_capital == root.is_capital
            };
            let known: Vec<u32> = rows.get(lemma).into_iter().flatten().filter(is_known).copied().collect();
            if let Some(id) = known.iter().find_map(|&row| self.root_id(row)) {
                return Err(Place(&list.place, line).error(format!("{lemma:?} is a root already, with the id {id}; leave it out")));
            }
            let score = self.score_of_new(lemma, root, added.class(root), usual);
            match known.first() {
                Some(&row) => {
                    scores.roots[row as usize] = scores.roots[row as usize].max(score);
                    places.push(row as usize);
                }
                None => {
                    places.push(scores.roots.len());
                    scores.roots.push(score);
                    new += &format!("{}\t0\n", added.cells(root).join("\t"));
                }
            }
        }
        let lexicon = files.get_mut(LEXICON).expect("an artefact has a lexicon");
        if lexicon.last() != Some(&b'\n') {
            lexicon.push(b'\n');
        }
        lexicon.extend(new.into_bytes());
        let mut extended = Pack::new(files)?;
        let groups = Roots::new(&mut extended)?;
        files.insert(SCORES.into(), write_scores(&self.grammar, &scores));
        Ok(places.into_iter().map(|row| format!(" {}", groups.names.get(groups.group_of[row])).into_bytes()).collect())
    }

    /// The list as a lexicon: the line of each root, and a pack of these roots alone.
    fn read_list(&self, list: &RootList, files: &Files) -> Result<(Vec<usize>, Pack)> {
        let (mut lines, mut lexicon) = (Vec::new(), LEXICON_COLUMNS.join("\t") + "\n");
        let mut seen: FxHashMap<String, usize> = FxHashMap::default();
        for (number, line) in (1..).zip(&list.lines) {
            let is_header = line.split('\t').next() == Some(LEXICON_COLUMNS[0]) && line.contains('\t');
            if line.trim().is_empty() || line.starts_with('#') || is_header {
                continue;
            }
            let (place, start) = (Place(&list.place, number), lexicon.len());
            lexicon += &self.row(place, line)?;
            if let Some(earlier) = seen.insert(lexicon[start..].to_owned(), number) {
                return Err(place.error(format!("the root is also on line {earlier}; remove one of the two lines")));
            }
            lines.push(number);
        }
        if lines.is_empty() {
            return Err(Error::Argument(format!("{} has no root; give one at least", list.place)));
        }
        let mut files = files.clone();
        files.insert(LEXICON.into(), lexicon.into_bytes());
        let checked = Pack::new(&files).and_then(|pack| lemmas::check_letters(&pack, &files).map(|()| pack));
        // Line 1 of that lexicon is its header.
        match checked {
            Ok(pack) => Ok((lines, pack)),
            Err(Error::Table { file, line, what }) if file == LEXICON => {
                Err(Place(&list.place, lines.get(line.wrapping_sub(2)).copied().unwrap_or(line)).error(what))
            }
            Err(error) => Err(error),
        }
    }

    /// A line of the list as a row of the lexicon. A root with a capital is a name; the class of one without is that of most roots.
    fn row(&self, place: Place, line: &str) -> Result<String> {
        let pack = &self.grammar.pack;
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        if cells.len() > CELLS + 1 {
            let columns = LEXICON_COLUMNS[..CELLS].join(", ");
            return Err(place.error(format!("{} cells; a root has {CELLS} at most: {columns}", cells.len())));
        }
        let cell = |index: usize| cells.get(index).copied().unwrap_or_default();
        let is_capital = |letter: char| pack.casing.small(letter).is_some();
        let (mut capitals, letters) = (cell(0).chars().filter(|&letter| is_capital(letter)).count(), cell(0).chars().count());
        let is_name = cell(0).chars().next().is_some_and(is_capital);
        if capitals == letters {
            capitals = 1;
        }
        if capitals > usize::from(is_name) {
            return Err(place.error(format!(
                "{:?} has a capital inside; a root has small letters, one capital at its beginning, or capitals alone",
                cell(0)
            )));
        }
        let lemma: String = cell(0).chars().map(|letter| pack.casing.small(letter).unwrap_or(letter)).collect();
        let (mut class, mut flags) = (cell(1), cell(2).to_owned());
        if is_name && let Some((flag, classes)) = &pack.capital {
            if class.is_empty() {
                class = classes.first().map_or("", |class| class);
            }
            if classes.iter().any(|known| known == class) && !flags.split(' ').any(|known| known == flag) {
                flags = format!("{flags} {flag}").trim().to_owned();
            }
        }
        if class.is_empty() {
            let mut counts: FxHashMap<u16, usize> = FxHashMap::default();
            pack.roots.iter().for_each(|root| *counts.entry(root.class).or_default() += 1);
            let most = counts.into_iter().max_by_key(|&(class, count)| (count, class)).map_or(0, |(class, _)| class);
            class = pack.classes.keys().nth(most as usize).map_or("", |class| class);
        }
        Ok(format!("{lemma}\t{class}\t{flags}\t{}\t{}\t0\n", cell(3), cell(4)))
    }

    /// The rows of the lexicon by lemma.
    fn rows_of_lemmas(&self) -> FxHashMap<&str, Vec<u32>> {
        let pack = &self.grammar.pack;
        let mut rows: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        (0..).zip(&pack.roots).for_each(|(row, root): (u32, &Root)| rows.entry(pack.lemma(root)).or_default().push(row));
        rows
    }

    /// The score of a new root. It is the best analysis of its letters, and at least `usual`; or it stays behind the word that is spelled
    /// like the name.
    fn score_of_new(&self, lemma: &str, root: &Root, class: &str, usual: f64) -> f64 {
        let grammar = &self.grammar;
        let Scores { ends, .. } = grammar.scores();
        let best = grammar.analyze(lemma, &mut LatticeBuffers::default()).filter(|best| matches!(best.parts[0].0, Part::Root(_)));
        let Some(best) = best else { return rounded(usual) };
        let alike = best.score - ends[grammar.last_of(class) as usize];
        rounded(if root.is_capital { usual.min(alike - FROZEN) } else { usual.max(alike + FROZEN) })
    }
}
