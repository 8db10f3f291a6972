//! Patterns that a linguist writes, above all those that do not write every letter of the root.
//!
//! `known_patterns.tsv` has three columns:
//!
//! | column | meaning |
//! |---|---|
//! | `pattern` | `_` is a letter of the root, `.` one that is not written; `(א|י|)` is one of several spellings |
//! | `restores` | the letters that `.` may be; `=` is the letter of the root before it, so that the root has it twice |
//!
//! | `whole` | `yes` if the letters of the pattern are never prefixes or suffixes: להוסיף, `להו._י_`, is no ל and הוסיף |
//!
//! A row with `+` says what is never of a pattern: `ה+_ו_` that ה is a prefix where `_ו_` and more stand behind it, `ו+` that a pattern never
//! begins with ו, `+ه` that none ends with ه. What is before the first `+`, or behind the last, is a prefix or suffix of `clitics.tsv`.
//!
//! Rows `*_`, `_*_` and `_*` say which runs of letters stand before a root, between two of its letters and behind it in patterns that are
//! learned; restores has them, with spaces between them. Without such a row any may.
//!
//! A row with `:` says that no letter of an ending is of a root in a stem of so many other letters: `__:ימ`, so גרים has no root גרמ, but for
//! roots of the table of which a letter is restored: מקים is קומ.
//!
//! A row with square brackets says behind which letters of a root a letter of a pattern stands, whatever pattern has it: `[ز]د`, for
//! ازدهر, so يهدر is no هرر.
//!
//! Hebrew `_ו_.ימ` restores ה: עונים is ענה. A row with spellings in brackets is a row for each choice of them.
//!
//! A pattern that restores a letter decodes like any other: `.` takes the next letter of the root and writes nothing. Which letter it was
//! only the encoder asks: of several it takes the one whose root has more forms ([`super::roots`]).

use rustc_hash::FxHashMap;

use super::alphabet::Alphabet;
use super::known_roots::KnownRoots;
use super::packed::{Packed, SILENT, SLOT, is_own};
use super::root::{Bits, LONGEST, Places, slots, spelled};
use crate::Result;
use crate::files::tsv;

const COLUMNS: [&str; 3] = ["pattern", "restores", "whole"];
/// The rows with what stands before a root, between two of its letters, and behind it.
const RUNS: [&str; 3] = ["*_", "_*_", "_*"];
/// Stands between a pattern and what is never of it.
const EDGE: char = '+';
/// Stands between the letters before an ending and the ending.
const ENDING: char = ':';
/// Stand around the letters of a root that a letter of a pattern may follow.
const BRACKET: char = '[';
const BRACKET_END: char = ']';
/// Rows that one row may stand for.
const MOST_SPELLINGS: usize = 2000;
/// Letters of a root in a pattern that restores one, and in one that does not.
const ROOT: usize = 3;
const LONGEST_ROOT: usize = 4;

/// The table.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// By the number of letters that are written.
    by_length: Vec<Vec<Pattern>>,
    /// Those whose letters are never affixes, in the same way.
    whole_by_length: Vec<Vec<Pattern>>,
    /// The file it was read from.
    pub source: String,
    pub roots: KnownRoots,
    pub edges: Vec<PatternEdge>,
    /// The runs of letters of each row of [`RUNS`]; none if any may.
    runs: [Vec<Vec<u8>>; 3],
    /// Endings none of whose letters are of a root, each with the number of letters before it.
    endings: Vec<(usize, Vec<u8>)>,
    /// Letters of patterns, each with the letters of a root that it may stand behind.
    behind: Vec<(u8, Vec<u8>)>,
}

/// What is never of a pattern: an affix at its edge, and what stands beside it.
#[derive(Clone, Debug)]
pub struct PatternEdge {
    pub is_prefix: bool,
    affix: Vec<u8>,
    beside: Vec<u8>,
}

impl PatternEdge {
    /// Whether it is a prefix or suffix whose outermost letter is this.
    #[inline]
    pub fn is_at(&self, is_prefix: bool, letter: u8) -> bool {
        self.is_prefix == is_prefix && letter == self.affix[if is_prefix { 0 } else { self.affix.len() - 1 }]
    }

    /// How many letters of a pattern are an affix; 0 if none are.
    #[inline]
    pub fn letters(&self, pattern: &[u8]) -> usize {
        let size = self.affix.len();
        let fits = match pattern.len().checked_sub(size) {
            None => false,
            Some(_) if self.is_prefix => pattern.starts_with(&self.affix) && pattern[size..].starts_with(&self.beside),
            Some(inner) => pattern.ends_with(&self.affix) && pattern[..inner].ends_with(&self.beside),
        };
        if fits { size } else { 0 }
    }
}

/// A pattern, ready to be compared with stems.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// With slots and the silent letter; other letters as they count in roots.
    pub letters: Vec<u8>,
    /// The letters that are written, with slots, as [`spelled`].
    written: Packed,
    pub places: Places,
    slots: Packed,
    /// What is not written.
    pub silent: Option<Silent>,
    /// Whether its letters are never affixes.
    pub is_whole: bool,
}

/// A letter of the root that is not written.
#[derive(Clone, Debug)]
pub struct Silent {
    /// Its number among the letters of the root.
    pub index: u8,
    /// How many letters of the stem are written before it.
    pub before: u8,
    pub letters: Vec<u8>,
    /// Whether it may be the letter before it once more.
    pub is_double: bool,
}

impl Known {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let empty = vec![Vec::new(); LONGEST + 1];
        let mut known = Known { by_length: empty.clone(), whole_by_length: empty, source: source.to_owned(), ..Known::default() };
        let mut lines: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
        for (line, [pattern, restores, whole]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            if let Some(row) = RUNS.iter().position(|row| *row == pattern) {
                if !known.runs[row].is_empty() {
                    return Err(place.error(format!("{pattern:?} has a row already; write all runs into one")));
                }
                known.runs[row] = read_runs(place, restores, alphabet)?;
                continue;
            }
            if let Some(row) = pattern.strip_prefix(BRACKET) {
                known.behind.push(read_behind(place, row, alphabet)?);
                continue;
            }
            if pattern.contains(EDGE) {
                known.edges.push(PatternEdge::read(place, pattern, alphabet)?);
                continue;
            }
            if let Some((before, ending)) = pattern.split_once(ENDING) {
                let letters: Option<Vec<u8>> =
                    ending.chars().map(|sign| alphabet.read_pattern(sign).filter(|&sign| is_own(sign))).collect();
                match letters.filter(|letters| !letters.is_empty() && before.chars().all(|sign| sign == '_')) {
                    Some(letters) => known.endings.push((before.len(), letters)),
                    None => {
                        return Err(place
                            .error(format!("{pattern:?}: write _ for each letter of the stem, a colon, and the letters of the ending")));
                    }
                }
                continue;
            }
            let spellings = spellings(pattern).ok_or_else(|| {
                place.error(format!(
                    "{pattern:?}: brackets hold spellings, (א|י|), not inside each other, and {MOST_SPELLINGS} at most in a row"
                ))
            })?;
            for spelling in spellings {
                let pattern = Pattern::read(place, &spelling, restores, whole, alphabet)?;
                if let Some(line) = lines.insert(pattern.letters.clone(), line) {
                    return Err(place.error(format!("{spelling:?} stands in line {line} too; keep one of the two")));
                }
                if pattern.is_whole {
                    known.whole_by_length[pattern.written_letters()].push(pattern.clone());
                }
                known.by_length[pattern.written_letters()].push(pattern);
            }
        }
        Ok(known)
    }

    /// Whether a pattern that is learned may have these places of a root in a stem.
    pub fn may_part(&self, stem: &[u8], places: Places) -> bool {
        let has = |row: usize, run: &[u8]| run.is_empty() || self.runs[row].is_empty() || self.runs[row].iter().any(|known| known == run);
        let slots: Vec<usize> = Bits(places).collect();
        let (Some(first), Some(last)) = (slots.first(), slots.last()) else { return true };
        places & self.barred(stem) == 0
            && self.may_follow(stem, places)
            && has(0, &stem[..*first])
            && has(2, &stem[last + 1..])
            && slots.windows(2).all(|pair| has(1, &stem[pair[0] + 1..pair[1]]))
    }

    /// The letters of a root that a letter of a pattern may stand behind; none if it may behind any.
    pub fn before(&self, letter: u8) -> Option<&[u8]> {
        self.behind.iter().find(|(behind, _)| *behind == letter).map(|(_, letters)| letters.as_slice())
    }

    /// Whether each letter of a stem that is of a pattern may stand behind the letter before it, if that is one of the root.
    pub fn may_follow(&self, stem: &[u8], places: Places) -> bool {
        let is_root = |at: usize| places >> at & 1 == 1;
        let may = |at: usize| self.before(stem[at + 1]).is_none_or(|letters| letters.contains(&stem[at]));
        (1..stem.len()).map(|at| at - 1).filter(|&at| is_root(at) && !is_root(at + 1)).all(may)
    }

    /// The places of a stem that are of an ending, so of no root.
    #[inline]
    pub fn barred(&self, stem: &[u8]) -> Places {
        let is_of = |(before, ending): &&(usize, Vec<u8>)| stem.len() == before + ending.len() && stem.ends_with(ending);
        self.endings.iter().find(is_of).map_or(0, |(before, _)| ((1 << stem.len()) - 1) & !((1 << before) - 1))
    }

    /// Whether a pattern, in any spelling of its letters, is in the table.
    pub fn has(&self, alphabet: &Alphabet, pattern: &[u8]) -> bool {
        let letters = || pattern.iter().map(|&sign| if is_own(sign) { alphabet.base(sign) } else { sign });
        let written = pattern.iter().filter(|&&sign| sign != SILENT).count();
        self.of_length(written).iter().any(|known| known.letters.iter().copied().eq(letters()))
    }

    /// The patterns of stems of so many letters.
    #[inline]
    pub fn of_length(&self, length: usize) -> &[Pattern] {
        self.by_length.get(length).map_or(&[], Vec::as_slice)
    }

    /// Those of them whose letters are never affixes.
    #[inline]
    pub fn whole_of_length(&self, length: usize) -> &[Pattern] {
        self.whole_by_length.get(length).map_or(&[], Vec::as_slice)
    }
}

impl PatternEdge {
    fn read(place: tsv::Place, text: &str, alphabet: &Alphabet) -> Result<Self> {
        let signs = |text: &str| -> Result<Vec<u8>> {
            let sign = |sign| alphabet.read_pattern(sign).filter(|&sign| sign != SILENT);
            text.chars()
                .map(|letter| {
                    sign(letter).ok_or_else(|| place.error(format!("{text:?}: {letter:?} is neither _ nor a letter of the alphabet")))
                })
                .collect()
        };
        let (before, behind) = text.split_once(EDGE).unwrap_or_default();
        let (before, behind) = (signs(before)?, signs(behind)?);
        let is_prefix = !before.is_empty() && !before.contains(&SLOT);
        let (affix, beside) = if is_prefix { (before, behind) } else { (behind, before) };
        match affix.is_empty() || affix.contains(&SLOT) {
            true => Err(place.error(format!("{text:?}: one side of + has letters of a prefix or suffix and no _"))),
            false => Ok(PatternEdge { is_prefix, affix, beside }),
        }
    }
}

impl Pattern {
    fn read(place: tsv::Place, text: &str, restores: &str, whole: &str, alphabet: &Alphabet) -> Result<Self> {
        let is_whole = match whole {
            "yes" => true,
            "" => false,
            _ => return Err(place.error(format!("whole is {whole:?}; write yes or nothing"))),
        };
        let bases = |text: &str| alphabet.bases(place, text, "take one of alphabet.tsv");
        let letters = text
            .chars()
            .map(|sign| match sign {
                '_' => Ok(SLOT),
                '.' => Ok(SILENT),
                _ => Ok(bases(&sign.to_string())?[0]),
            })
            .collect::<Result<Vec<u8>>>()?;
        let (mut written, mut places, mut index, mut silent) = (Vec::new(), 0, 0, None);
        for &sign in &letters {
            match sign {
                SILENT if silent.is_some() => {
                    return Err(place.error(format!("{text:?} restores two letters; a root has one at most that is not written")));
                }
                SILENT => silent = Some((index, written.len() as u8)),
                _ if written.len() == LONGEST => return Err(place.error(format!("{text:?} has more than {LONGEST} letters; shorten it"))),
                _ => {
                    places |= Places::from(sign == SLOT) << written.len();
                    written.push(sign);
                }
            }
            index += u8::from(matches!(sign, SLOT | SILENT));
        }
        let silent = silent.map(|(index, before)| Silent { index, before, letters: Vec::new(), is_double: false });
        let longest = if silent.is_some() { ROOT } else { LONGEST_ROOT };
        if !(ROOT..=longest).contains(&(index as usize)) {
            return Err(place.error(format!("{text:?} has a root of {index} letters; write {ROOT} of the signs _ and .")));
        }
        let silent = match (silent, restores) {
            (None, "") => None,
            (None, _) => {
                return Err(place.error(format!("{text:?} has every letter of the root; leave restores empty, or put a . into it")));
            }
            (Some(_), "") => return Err(place.error(format!("{text:?} does not say what its . restores; put the letters into restores"))),
            (Some(silent), _) if silent.index == 0 && restores.contains('=') => {
                return Err(place.error(format!("{text:?}: no letter of the root stands before the . that = could repeat")));
            }
            (Some(silent), _) => {
                let letters = bases(&restores.replace('=', ""))?;
                Some(Silent { letters, is_double: restores.contains('='), ..silent })
            }
        };
        Ok(Pattern { written: spelled(written.iter().copied()), slots: slots(places), letters, places, silent, is_whole })
    }

    /// Whether it has no letters but those of the root, and not all of them.
    pub fn is_bare(&self) -> bool {
        self.silent.is_some() && self.letters.iter().all(|&sign| matches!(sign, SLOT | SILENT))
    }

    fn written_letters(&self) -> usize {
        self.letters.len() - usize::from(self.silent.is_some())
    }

    /// Whether a stem has this pattern; it is [`spelled`] from the letters that roots know, and has as many letters as are written.
    #[inline]
    pub fn fits(&self, stem: Packed) -> bool {
        stem | self.slots == self.written
    }

    /// The letters that may not be written in a stem with these letters, of those that may be double; one 0xFF if all are.
    pub fn restored<'a>(&'a self, letters: &'a [u8], may_double: impl Fn(u8) -> bool + 'a) -> impl Iterator<Item = u8> + 'a {
        let before = self.silent.as_ref().filter(|silent| silent.is_double).map(|silent| {
            let index = usize::from(silent.index) - 1;
            let at = (0..letters.len()).filter(|at| self.places >> at & 1 == 1).nth(index).unwrap_or(0);
            letters[at]
        });
        let listed = self.silent.as_ref().map_or(&[SLOT][..], |silent| &silent.letters);
        listed.iter().copied().chain(before.filter(move |&letter| may_double(letter)))
    }
}

/// Runs of letters, as they count in roots, with spaces between them.
fn read_runs(place: tsv::Place, cell: &str, alphabet: &Alphabet) -> Result<Vec<Vec<u8>>> {
    let run = |run| alphabet.bases(place, run, "write what stands beside or between letters of a root: ו י");
    let runs: Vec<Vec<u8>> = cell.split_whitespace().map(run).collect::<Result<_>>()?;
    match runs.is_empty() {
        true => Err(place.error("restores is empty; write what stands beside or between letters of a root, or remove the row")),
        false => Ok(runs),
    }
}

/// A letter of patterns and the letters of a root that it may stand behind, from a row without its first bracket.
fn read_behind(place: tsv::Place, row: &str, alphabet: &Alphabet) -> Result<(u8, Vec<u8>)> {
    let bases = |text: &str| alphabet.bases(place, text, "take one of alphabet.tsv");
    let (letters, letter) = row.split_once(BRACKET_END).unwrap_or_default();
    match (bases(letters)?, bases(letter)?.as_slice()) {
        (letters, &[letter]) if !letters.is_empty() => Ok((letter, letters)),
        _ => Err(place.error(format!("[{row}: write letters of a root in square brackets and then one letter of a pattern: [ز]د"))),
    }
}

/// The spellings that a cell stands for; none if its brackets are wrong.
pub(super) fn spellings(cell: &str) -> Option<Vec<String>> {
    let mut spellings = vec![String::new()];
    let mut rest = cell;
    while let Some(open) = rest.find(['(', ')', '|']) {
        let (before, bracket) = rest.split_at(open);
        let (choices, after) = bracket.strip_prefix('(')?.split_once(')')?;
        if choices.contains('(') {
            return None;
        }
        let choices: Vec<&str> = choices.split('|').collect();
        if spellings.len() * choices.len() > MOST_SPELLINGS {
            return None;
        }
        spellings = spellings.iter().flat_map(|spelling| choices.iter().map(move |choice| format!("{spelling}{before}{choice}"))).collect();
        rest = after;
    }
    spellings.iter_mut().for_each(|spelling| *spelling += rest);
    Some(spellings)
}
