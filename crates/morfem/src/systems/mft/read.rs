//! Reads the files of a language pack.
//!
//! Every error names the file, the line and a fix. Each row is checked here; checks that need several rows are in [`super::check`].

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::check;
use super::pack::{
    AFFIXES, Affix, JOINT, LEXICON, LEXICON_COLUMNS, LONGEST_FORM, MORPHOTACTICS, PASSES, Pack, READINGS, Reading, Root, Step,
};
use super::phonology::{Before, Context, Features, Form, Letter, Sound, Symbol, Unit};
use super::stems::TYPES;
use crate::files::record::Files;
use crate::files::tsv::{self, Place};
use crate::run::threads::in_parts;
use crate::surface::phonology_file::{Change, Flag, PHONOLOGY};
use crate::{Error, Result};

/// Maximum number of states of the morphotactics: the time of their check grows with the square of the number.
const MOST_STATES: usize = 4096;
/// The state in which a word begins, before its root.
const START: &str = "start";

/// The rows of a table of a pack: line number and cells.
pub(super) fn rows<'a, const N: usize>(files: &'a Files, name: &'static str, columns: &[&str; N]) -> Result<Vec<(usize, [&'a str; N])>> {
    tsv::rows(name, content(files, name)?, columns)
}

/// A file of a pack.
pub(super) fn content<'a>(files: &'a Files, name: &str) -> Result<&'a [u8]> {
    files.get(name).map(Vec::as_slice).ok_or_else(|| Error::Training(format!("{name}: the language pack has no such file")))
}

impl Pack {
    /// Reads and checks a pack.
    ///
    /// # Errors
    /// [`Error::Training`] or [`Error::Table`] with file, line and how to fix it.
    pub fn new(files: &Files) -> Result<Self> {
        let mut pack = Pack::default();
        let flags = pack.read_phonology(files)?;
        pack.read_type_features(files)?;
        pack.read_joint_feature(files)?;
        pack.read_readings(files)?;
        let affix_lines = pack.read_affixes(files)?;
        pack.check_flags(&flags)?;
        pack.read_morphotactics(files)?;
        check::affixes(&pack, &affix_lines)?;
        pack.check_names()?;
        for (index, Reading { written, .. }) in pack.readings.iter().enumerate() {
            if let Some(last) = written.chars().next_back() {
                pack.readings_by_end.entry(last).or_default().push(index);
            }
        }
        pack.read_types(files)?;
        pack.read_lexicon(files, &flags)?;
        if !pack.types.is_empty() {
            pack.check_asked(&affix_lines)?;
        }
        pack.affixes.iter_mut().for_each(|affix| pack.phonology.prepare_affix(&mut affix.unit));
        Ok(pack)
    }

    /// The forms in a cell, separated by `~`. A form may end in `<feature` or `>condition`.
    fn forms(&self, cell: &str, place: &Place) -> Result<Vec<Form>> {
        let mut forms = Vec::new();
        for part in cell.split('~') {
            let (rest, before) = match part.split_once('>') {
                None => (part, None),
                Some((rest, name)) => {
                    (rest, Some(self.before(name).ok_or_else(|| place.error(format!("{part:?}: {}", self.no_feature(name))))?))
                }
            };
            let (letters, after) = match rest.split_once('<') {
                None => (rest, None),
                Some((letters, name)) => {
                    let unknown = || place.error(format!("{part:?}: no affix and no flag has the feature {name:?}; give it to one"));
                    let bits = name.split('&').map(|name| self.known_feature(name).map(|bit| 1 << bit));
                    (letters, Some(bits.sum::<Option<Features>>().ok_or_else(unknown)?))
                }
            };
            // A form with a softening letter becomes two forms, of which the one before a vowel comes first.
            let mut variants: [Vec<(Letter, bool)>; 2] = Default::default();
            let mut is_soft = false;
            let mut rest = letters.chars();
            while let Some(symbol) = rest.next() {
                let is_buffer = symbol == '(';
                let symbol = if is_buffer {
                    let inner = rest.next().ok_or_else(|| place.error(format!("{part:?} ends in a parenthesis")))?;
                    if rest.next() != Some(')') {
                        return Err(place.error(format!("{part:?}: a parenthesis holds one letter, as in (y)A")));
                    }
                    inner
                } else {
                    symbol
                };
                let pair = match self.phonology.symbols.get(&symbol) {
                    Some(&Symbol::Letter(letter)) => [letter, letter],
                    Some(&Symbol::Softening { vowel, other }) => {
                        is_soft = true;
                        [Letter::Plain(vowel), Letter::Plain(other)]
                    }
                    None if self.phonology.vowels.contains_key(&symbol) || self.phonology.consonants.contains_key(&symbol) => {
                        [Letter::Plain(symbol), Letter::Plain(symbol)]
                    }
                    None => return Err(place.error(format!("{part:?}: {symbol:?} is neither a letter nor an archiphoneme in {PHONOLOGY}"))),
                };
                for (variant, letter) in variants.iter_mut().zip(pair) {
                    variant.push((letter, is_buffer));
                }
            }
            let [soft, hard] = variants;
            if soft.iter().all(|&(_, is_buffer)| is_buffer) {
                return Err(place.error(format!("{part:?} may have no letter at all; a form needs a letter that is always written")));
            }
            let length = |letters: &[(Letter, bool)]| letters.iter().map(|&(letter, _)| self.phonology.longest(letter)).sum::<usize>();
            if length(&soft).max(length(&hard)) > LONGEST_FORM {
                return Err(place.error(format!("{part:?} is longer than {LONGEST_FORM} bytes; make two affixes of it")));
            }
            if is_soft {
                if before.is_some() {
                    return Err(place.error(format!("{part:?} has a softening letter and a condition; write two forms")));
                }
                forms.push(Form { letters: soft, after, before: Some(Before::Vowel), harmony: None });
            }
            forms.push(Form { letters: hard, after, before, harmony: None });
        }
        // For each feature that forms ask for, and for the forms that ask for none, one form must have no condition.
        for asked in forms.iter().map(|form| form.after).collect::<FxHashSet<_>>() {
            if !forms.iter().any(|form| form.after == asked && form.before.is_none()) {
                return Err(place.error(format!("{cell:?}: every form has a condition; add a form without one")));
            }
        }
        Ok(forms)
    }

    /// Reads the affixes; returns the line of each.
    fn read_affixes(&mut self, files: &Files) -> Result<Vec<usize>> {
        let table = rows(files, AFFIXES, &["gloss", "form", "class", "features"])?;
        let mut lines: FxHashMap<&str, usize> = FxHashMap::default();
        for (number, cells) in &table {
            let place = Place(AFFIXES, *number);
            if let Some(earlier) = lines.insert(cells[0], *number) {
                return Err(place.error(format!("line {earlier} has the gloss {:?} too; give each function its own", cells[0])));
            }
            let Some((_, makes)) = cells[2].split_once('>') else {
                return Err(place.error(format!(
                    "the class {:?} does not say what the affix makes; write what it attaches to, >, and what it makes",
                    cells[2]
                )));
            };
            if cells[0].is_empty() || cells[0].contains(' ') || cells[0].starts_with(['@', '.', '=', '*']) {
                return Err(place.error(format!("{:?} is not a gloss; a gloss has no space and does not begin with @ . = *", cells[0])));
            }
            let form = cells[1].split(['~', '<', '>']).next().unwrap_or_default().to_owned();
            let is_inflection = self.inflection.iter().any(|name| name == makes);
            let mut unit = Unit::default();
            for name in cells[3].split(' ').filter(|name| !name.is_empty()) {
                match name {
                    PASSES => unit.passes = true,
                    name => unit.features |= 1 << self.feature(name)?,
                }
            }
            self.had |= unit.features;
            self.affixes.push(Affix { gloss: cells[0].to_owned(), form, is_inflection, unit });
        }
        // A form may ask for a feature of any row, so forms are read after all features.
        for (index, (number, cells)) in table.iter().enumerate() {
            self.affixes[index].unit.forms = self.forms(cells[1], &Place(AFFIXES, *number))?;
        }
        let makes = |name: &String| table.iter().any(|(_, cells)| cells[2].split('>').nth(1) == Some(name));
        match self.inflection.iter().find(|name| !makes(name)) {
            Some(name) => Err(Error::Training(format!("{PHONOLOGY}: inflection: no affix of {AFFIXES} makes {name:?}; leave it out"))),
            None => Ok(table.into_iter().map(|(number, _)| number).collect()),
        }
    }

    fn read_readings(&mut self, files: &Files) -> Result<()> {
        let mut lines: FxHashMap<&str, usize> = FxHashMap::default();
        for (number, cells) in rows(files, READINGS, &["written", "read"])? {
            let place = Place(READINGS, number);
            if let Some(earlier) = lines.insert(cells[0], number) {
                return Err(place.error(format!("{:?} is also on line {earlier}; remove one of the two lines", cells[0])));
            }
            if cells[0].trim_start_matches('*').is_empty() || cells[1].is_empty() {
                return Err(place.error("a row needs both what is written and how it is read; fill in both"));
            }
            let (read, names) = cells[1].split_once('<').unwrap_or((cells[1], ""));
            let mut features = 0;
            for name in names.split('&').filter(|name| !name.is_empty()) {
                features |= 1 << self.feature(name)?;
            }
            self.readings.push(Reading { written: cells[0].to_owned(), read: read.to_owned(), features });
        }
        let length = |written: &str| written.trim_start_matches('*').chars().count();
        self.readings.sort_by(|a, b| length(&b.written).cmp(&length(&a.written)).then_with(|| a.written.cmp(&b.written)));
        Ok(())
    }

    fn read_morphotactics(&mut self, files: &Files) -> Result<()> {
        let table = rows(files, MORPHOTACTICS, &["state", "accepts", "next"])?;
        let glosses: FxHashMap<String, u16> = self.affixes.iter().zip(0..).map(|(affix, index)| (affix.gloss.clone(), index)).collect();
        let mut names: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        for (number, cells) in &table {
            if cells[0].is_empty() {
                return Err(Place(MORPHOTACTICS, *number).error("the row has no state; name one"));
            }
            for name in [cells[0], cells[2]] {
                if !name.is_empty() {
                    let next = names.len();
                    names.entry(name).or_insert_with(|| {
                        self.states.push(name.to_owned());
                        (next, *number)
                    });
                }
            }
        }
        if self.states.len() > MOST_STATES {
            let count = self.states.len();
            return Err(Error::Training(format!(
                "{MORPHOTACTICS}: {count} states; at most {MOST_STATES} are allowed, so join some of them"
            )));
        }
        self.steps = vec![Vec::new(); self.states.len()];
        self.ends = vec![false; self.states.len()];
        let mut joints = Vec::new();
        for (number, cells) in &table {
            let place = Place(MORPHOTACTICS, *number);
            let state = names[cells[0]].0;
            let next = (!cells[2].is_empty()).then(|| names[cells[2]].0);
            for what in cells[1].split(' ') {
                let to = || next.ok_or_else(|| place.error(format!("{what:?} leads nowhere; name the next state")));
                if !what.starts_with('@') && cells[0] == START {
                    return Err(place.error(format!("{what:?} in the state {START:?}, where only roots begin; name classes, as @noun")));
                }
                match what {
                    "." => self.ends[state] = true,
                    "=" => self.steps[state].push((Step::Free, to()?)),
                    "'" => self.steps[state].push((Step::Apart, to()?)),
                    _ if what.starts_with('@') && cells[0] != START => joints.push((place, state, &what[1..], next)),
                    _ if what.starts_with('@') => self.classes.entry(what[1..].to_owned()).or_default().push(to()?),
                    _ => {
                        let affix = *glosses.get(what).ok_or_else(|| place.error(format!("{AFFIXES} has no affix {what:?}; add it")))?;
                        let step = (Step::Affix(affix), to()?);
                        if self.steps[state].contains(&step) {
                            return Err(place.error(format!("{:?} accepts {what} twice with the same next state; leave one out", cells[0])));
                        }
                        self.steps[state].push(step);
                    }
                }
            }
        }
        let mut lines = vec![0; self.states.len()];
        names.values().for_each(|&(state, line)| lines[state] = line);
        self.read_joints(joints)?;
        check::states(self, &lines)
    }

    /// Makes the feature of what stands before another root of the same word known, if the language has such words.
    fn read_joint_feature(&mut self, files: &Files) -> Result<()> {
        let table = rows(files, MORPHOTACTICS, &["state", "accepts", "next"])?;
        if table.iter().any(|(_, cells)| cells[0] != START && cells[1].starts_with('@')) {
            self.joint.features = 1 << self.feature(JOINT)?;
            self.had |= self.joint.features;
        }
        Ok(())
    }

    /// Where another root of the same word may follow: each with its row, state, class and next state.
    fn read_joints(&mut self, joints: Vec<(Place, usize, &str, Option<usize>)>) -> Result<()> {
        self.joints = vec![0; self.states.len()];
        for (place, state, class, next) in joints {
            let number = self.classes.keys().position(|known| known == class).filter(|number| *number < u64::BITS as usize);
            let (Some(number), None) = (number, next) else {
                return Err(place.error(format!(
                    "another root joins the word with @{class}; give a class that begins in {START:?} too, one of the first {}, and no next \
                     state, because the root goes on as it does there",
                    u64::BITS
                )));
            };
            self.joints[state] |= 1 << number;
        }
        Ok(())
    }

    fn read_lexicon(&mut self, files: &Files, flags: &BTreeMap<String, Flag>) -> Result<()> {
        let casing = &self.casing;
        let file = content(files, LEXICON)?;
        let mut table = Vec::with_capacity(memchr::memchr_iter(b'\n', file).count());
        table.extend(tsv::lines(LEXICON, file, &LEXICON_COLUMNS)?);
        self.is_sorted = is_sorted(&table);
        if !self.is_sorted {
            check_distinct(&table)?;
        }
        let lexicon = tsv::text(LEXICON, file)?;
        if u32::try_from(lexicon.len()).is_err() {
            return Err(Error::Training(format!("{LEXICON}: is too long")));
        }
        let classes: FxHashMap<&str, u16> = self.classes.keys().map(String::as_str).zip(0..).collect();
        let features: FxHashMap<&str, Features> = flags
            .iter()
            .map(|(name, flag)| {
                let bit = flag.feature.as_ref().and_then(|feature| self.known_feature(feature));
                (name.as_str(), bit.map_or(0, |bit| 1 << bit))
            })
            .collect();
        self.unknown_features = self.unknown.iter().filter_map(|name| features.get(name.as_str())).fold(0, |all, bit| all | bit);
        let changes = self.unknown.iter().filter_map(|name| flags.get(name)).filter(|flag| flag.change.is_some());
        self.unknown_changes = changes.filter_map(|flag| Some((flag.clone(), self.before(flag.before.as_ref()?)?))).collect();
        let read = |&(number, line): &(usize, &str)| {
            let place = Place(LEXICON, number);
            let cells: [&str; 6] = tsv::cells(place, line)?;
            if let Some(letter) = cells[0].chars().find(|&letter| letter.is_whitespace() || letter == '/' || casing.small(letter).is_some())
            {
                return Err(
                    place.error(format!("{:?} contains {letter:?}; a lemma is one word in small letters, without a slash", cells[0]))
                );
            }
            let Some(&class) = classes.get(cells[1]) else {
                let known: Vec<&str> = self.classes.keys().map(String::as_str).collect();
                return Err(place.error(format!(
                    "{MORPHOTACTICS} has no roots of the class {:?}; there are {}",
                    cells[1],
                    known.join(", ")
                )));
            };
            let mut unit = self.root(&cells, flags, &place)?;
            unit.features |= cells[2].split(' ').filter_map(|name| features.get(name)).fold(0, |all, bit| all | bit);
            self.phonology.prepare_root(&mut unit);
            let count = cells[5].parse().map_err(|_| place.error(format!("{:?} is not a count; write a whole number", cells[5])))?;
            let is_capital = self.capital.as_ref().is_some_and(|(flag, _)| cells[2].split(' ').any(|name| name == flag));
            let begin = line.as_ptr() as usize - lexicon.as_ptr() as usize;
            let mut end = begin;
            let ends = [0, 1, 2, 3, 4].map(|cell| {
                end += cells[cell].len() + 1;
                end as u32 - 1
            });
            Ok(Root { begin: begin as u32, ends, class, count, is_capital, unit })
        };
        // The error reported is the first in the file, whichever thread finds one first.
        let roots: Vec<Result<Root>> = in_parts(&table, read);
        self.roots = roots.into_iter().collect::<Result<_>>()?;
        self.lexicon = lexicon.to_owned();
        Ok(())
    }

    fn root(&self, cells: &[&str], flags: &BTreeMap<String, Flag>, place: &Place) -> Result<Unit> {
        let lemma = cells[0];
        if lemma.is_empty() {
            return Err(place.error("the row has no lemma; add one, or remove the row"));
        }
        let before = |name: &str| self.before(name).ok_or_else(|| place.error(self.no_feature(name)));
        let read = if cells[4].is_empty() { lemma } else { cells[4] };
        let after = self.phonology.after_text(Context::default(), read);
        let mut unit = Unit::root(after.harmony, lemma.len());
        if read != lemma {
            unit.leaves = Some(after);
        }
        // Stems come first: the lexicon lists them for this word, so they outrank what its flags make.
        for stem in cells[3].split(' ').filter(|stem| !stem.is_empty()) {
            let (letters, name) =
                stem.split_once('>').ok_or_else(|| place.error(format!("{stem:?}: a stem needs a condition, as in akl>vowel")))?;
            unit.spell(letters, Some(before(name)?), None);
        }
        let names = || cells[2].split(' ').filter(|name| !name.is_empty());
        let grade = names().find_map(|name| self.grades.get(name));
        let mut kinds = names().filter(|name| self.types.contains_key(*name));
        let is_typed = kinds.next().map(|kind| self.inflect_by(&mut unit, lemma, kind, grade, place)).transpose()?;
        if kinds.next().is_some() || is_typed.is_none() && grade.is_some() {
            return Err(place.error(format!("{:?} needs one type of {TYPES}; write a row for each type", cells[2])));
        }
        for name in names().filter(|name| !self.types.contains_key(*name) && !self.grades.contains_key(*name)) {
            let flag = flags.get(name).ok_or_else(|| {
                let known: Vec<&str> = flags.keys().chain(self.types.keys()).chain(self.grades.keys()).map(String::as_str).collect();
                let types = if self.types.is_empty() { String::new() } else { format!("{TYPES} has no type and ") };
                place.error(format!("{types}{PHONOLOGY} has no flag {name:?}; there are {}", known.join(", ")))
            })?;
            if let Some(to) = flag.harmony.get(&self.phonology.classes[after.harmony as usize]) {
                let harmony = self.phonology.classes.iter().position(|class| class == to).unwrap_or_default() as u8;
                unit.leaves = Some(Context { harmony, last: unit.leaves.map_or(Sound::None, |leaves| leaves.last) });
            }
            if let (Some(change), Some(condition)) = (flag.change, &flag.before) {
                let stem = self.changed(lemma, change, flag);
                let stem = stem.ok_or_else(|| place.error(format!("the flag {name} has nothing to change in {lemma:?}; leave it out")))?;
                let harmony = (change == Change::DropLastVowel).then_some(after.harmony);
                unit.spell(&stem, Some(before(condition)?), harmony);
            }
        }
        if is_typed != Some(true) {
            unit.spell(lemma, None, None);
        }
        Ok(unit)
    }
}

/// A line of the lexicon without its last cell.
fn without_count(line: &str) -> &str {
    line.rsplit_once('\t').map_or(line, |(cells, _)| cells)
}

/// Rows of one lemma that are compared one by one.
const FEW: usize = 64;

/// Whether the lemmas are in order, and the rows of each are few and differ. Every lexicon that a trainer or a person has sorted is so.
fn is_sorted(table: &[(usize, &str)]) -> bool {
    let lemma = |row: usize| table[row].1.split('\t').next();
    let mut first = 0;
    (1..table.len()).all(|row| {
        if without_count(table[row - 1].1) < without_count(table[row].1) && lemma(row - 1) != lemma(row) {
            first = row;
            return true;
        }
        let is_new = |earlier: usize| without_count(table[earlier].1) != without_count(table[row].1);
        lemma(row - 1) == lemma(row) && row - first < FEW && (first..row).all(is_new)
    })
}

/// Refuses a lexicon that has a row twice, whatever the counts.
fn check_distinct(table: &[(usize, &str)]) -> Result<()> {
    let key = |row: usize| without_count(table[row].1);
    // Few rows of one hash differ, so hardly any are compared byte by byte.
    let mut rows: Vec<(u64, usize)> = (0..table.len()).map(|row| (FxBuildHasher.hash_one(key(row)), row)).collect();
    rows.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| key(one.1).cmp(key(other.1))).then_with(|| one.1.cmp(&other.1)));
    let is_same = |pair: &&[(u64, usize)]| pair[0].0 == pair[1].0 && key(pair[0].1) == key(pair[1].1);
    let twice = rows.windows(2).filter(is_same).map(|pair| (pair[1].1, pair[0].1)).min();
    let Some((row, earlier)) = twice else { return Ok(()) };
    let (number, line) = table[row];
    let lemma = line.split('\t').next().unwrap_or_default();
    Err(Place(LEXICON, number).error(format!("{lemma:?} is also on line {}; remove one of the two lines", table[earlier].0)))
}
