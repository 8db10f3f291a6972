//! Words whose reading is given.
//!
//! `closed.tsv` has two columns: `form`, a word, and `kind`. A `function` word is a particle, a pronoun, a preposition and the like; a `name`
//! is a name or a loan; a `stem` is its own root (masalah, kertas, tulis). Instead of a kind there may be the root, of a word for which counts
//! would choose another one: שירות with שרת. Affixes may stand beside all of them (ולא is ו and לא); inside them there are none. A form may
//! have its affixes, `ה+ים` and `ماء+-ه`: then the word is so cut, and nothing is said of other words with this stem. Every vocabulary has an id
//! for each word without root and affixes. Letters are written as in a word, with the final form at the end. A row with brackets is a row for
//! each spelling: `לבנונ(י|ית)`.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::known::spellings;
use super::packed::{Packed, Packing, Table};
use crate::Result;
use crate::files::tsv;

const COLUMNS: [&str; 2] = ["form", "kind"];
/// Stands between a stem and what is before it, and before what is behind it.
const BEFORE: char = '+';
const BEHIND: &str = "+-";
/// Letters of a root.
const ROOT: std::ops::RangeInclusive<usize> = 3..=4;

/// The table.
#[derive(Clone, Debug)]
pub struct Closed {
    /// In the order of the table.
    pub rows: Vec<Row>,
    /// The number of each word, and of those without affixes.
    words: Table<u32>,
    stems: Table<u32>,
    packing: Packing,
    /// The file it was read from.
    pub source: String,
}

/// A row, or one spelling of a row.
#[derive(Clone, Debug)]
pub struct Row {
    /// The last letter as it is inside a word.
    pub word: Vec<u8>,
    /// The letters of the word that are its stem.
    pub stem: Range<usize>,
    pub kind: Kind,
    line: usize,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A function word or a name.
    Rootless,
    /// Its own root, or without one.
    Stem,
    /// A root in a pattern.
    Root(Vec<u8>),
}

impl Row {
    fn has_affixes(&self) -> bool {
        self.stem.len() < self.word.len()
    }

    /// An error in this row of the table.
    pub fn error(&self, name: &str, what: impl std::fmt::Display) -> crate::Error {
        tsv::Place(name, self.line).error(what)
    }
}

impl Closed {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let packing = Packing::new(alphabet.len());
        let mut rows: Vec<Row> = Vec::new();
        let mut lines: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        for (line, [form, kind]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            if form.contains(char::is_whitespace) {
                return Err(place.error(format!("{form:?} holds white space; a row is one word, so give each word a row")));
            }
            let kind = match kind {
                "function" | "name" => Kind::Rootless,
                "stem" => Kind::Stem,
                _ => read_root(kind, alphabet).map(Kind::Root).ok_or_else(|| {
                    place.error(format!("kind {kind:?} is none of function, name and stem, nor a root of three or four letters"))
                })?,
            };
            let forms = spellings(form)
                .ok_or_else(|| place.error(format!("{form:?}: brackets hold spellings, (י|ית), and do not stand inside each other")))?;
            for form in forms {
                let (word, stem) = read_word(place, &form, alphabet, packing.longest())?;
                if let Some(known) = lines.insert(word.clone(), line) {
                    return Err(place.error(format!("{form:?} stands in line {known} too; keep one of the two")));
                }
                rows.push(Row { word, stem, kind: kind.clone(), line });
            }
        }
        let table = |is_in: fn(&Row) -> bool| {
            let numbered = rows.iter().zip(0..).filter(|(row, _)| is_in(row));
            Table::new(numbered.filter_map(|(row, number)| Some((packing.pack(&row.word)?, number))).collect::<Vec<_>>().into_iter())
        };
        let (words, stems) = (table(|_| true), table(|row| !row.has_affixes()));
        Ok(Closed { rows, words, stems, packing, source: source.to_owned() })
    }

    /// The row of a word, the last letter as it is inside a word.
    #[inline]
    pub fn word(&self, word: &[u8]) -> Option<&Row> {
        self.word_packed(self.packing.pack(word)?)
    }

    /// The same of a stem between affixes.
    #[inline]
    pub fn stem(&self, stem: &[u8]) -> Option<&Row> {
        self.stem_packed(self.packing.pack(stem)?)
    }

    /// The row of a word that is packed.
    #[inline]
    pub fn word_packed(&self, word: Packed) -> Option<&Row> {
        Some(&self.rows[self.words.get(word)? as usize])
    }

    /// The same of a stem.
    #[inline]
    pub fn stem_packed(&self, stem: Packed) -> Option<&Row> {
        Some(&self.rows[self.stems.get(stem)? as usize])
    }

    /// The words that every vocabulary has an id for.
    pub fn whole(&self) -> impl Iterator<Item = &[u8]> {
        let is_whole = |row: &&Row| !row.has_affixes() && !matches!(row.kind, Kind::Root(_));
        self.rows.iter().filter(is_whole).map(|row| row.word.as_slice())
    }
}

/// The letters of a root, as they count in roots.
fn read_root(text: &str, alphabet: &Alphabet) -> Option<Vec<u8>> {
    let letter = |sign| alphabet.number(sign).filter(|&letter| alphabet.base(letter) == letter);
    let root: Vec<u8> = text.chars().map(letter).collect::<Option<_>>()?;
    ROOT.contains(&root.len()).then_some(root)
}

/// The letters of a word of `longest` letters at most, the last as it is inside a word; and the places of its stem.
fn read_word(place: tsv::Place, form: &str, alphabet: &Alphabet, longest: usize) -> Result<(Vec<u8>, Range<usize>)> {
    let (stem, behind) = form.split_once(BEHIND).unwrap_or((form, ""));
    let (before, stem) = stem.rsplit_once(BEFORE).unwrap_or(("", stem));
    let (before, behind) = (before.replace(BEFORE, ""), behind.replace(BEHIND, ""));
    let mut word = alphabet.spelled(place, &[&before, stem, &behind].concat(), &format!("write {form:?} with its letters"))?;
    let begin = before.chars().count();
    let stem = begin..begin + stem.chars().count();
    let fits = word.len() <= longest && !stem.is_empty();
    match word.last_mut().filter(|_| fits) {
        Some(last) => *last = alphabet.twin(*last),
        None => return Err(place.error(format!("{form:?} is no word of 1 to {longest} letters"))),
    }
    Ok((word, stem))
}
