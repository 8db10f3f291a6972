//! A language pack: the tables of a language, read and checked.
//!
//! | file | what |
//! |---|---|
//! | `phonology.toml` | vowels and their harmony, consonants, archiphonemes, what the flags of roots do, capitals |
//! | `affixes.tsv` | gloss, form, class, features |
//! | `morphotactics.tsv` | state, affixes, next state |
//! | `readings.tsv` | how digits and letters are read |
//! | `lexicon.tsv` | lemma, class, flags, stems, reading, count |
//!
//! `docs/language-packs.md` has the format. Every fault names file and line, and the mend.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::phonology::{Before, Context, Features, Form, Letter, Phonology, Sound, Symbol, Unit};
use crate::{Error, Result};

/// The files of a pack, by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A row of the table of affixes.
#[derive(Clone, Debug, PartialEq)]
pub struct Affix {
    pub gloss: String,
    /// The form as the table has it, without what its variants need: for the token string.
    pub form: String,
    pub unit: Unit,
}

/// A row of the lexicon.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    pub lemma: String,
    /// Its class, as `noun`: where the morphotactics lets it begin.
    pub class: String,
    /// Flags, stems and reading as the table has them.
    pub flags: String,
    pub stems: String,
    pub reading: String,
    pub count: u64,
    pub unit: Unit,
}

/// One way on from a state of the morphotactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An affix leads to the next state.
    Affix(u16),
    /// Nothing does.
    Free,
}

/// The tables of a language.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    pub phonology: Phonology,
    pub affixes: Vec<Affix>,
    pub roots: Vec<Root>,
    /// Names of the states of the morphotactics.
    pub states: Vec<String>,
    /// For each state, the steps on from it.
    pub steps: Vec<Vec<(Step, usize)>>,
    /// Whether a word may end in a state.
    pub ends: Vec<bool>,
    /// Class of roots to the states it begins in.
    pub classes: BTreeMap<String, Vec<usize>>,
    /// What is written and how it is read, longest first; after `*` only in what has no vowel.
    pub readings: Vec<(String, String)>,
    /// Letter to its capital where Unicode has another.
    pub capitals: FxHashMap<char, char>,
    /// Characters after which a word begins without a space.
    pub open: Vec<char>,
    /// Names of features, by bit.
    pub features: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sounds {
    vowels: BTreeMap<char, String>,
    sounds: Consonants,
    #[serde(default)]
    harmony: BTreeMap<char, BTreeMap<String, char>>,
    #[serde(default)]
    assimilation: BTreeMap<char, Assimilated>,
    #[serde(default)]
    softening: BTreeMap<char, Softened>,
    #[serde(default)]
    flags: BTreeMap<String, Flag>,
    #[serde(default)]
    capitals: BTreeMap<char, char>,
    #[serde(default)]
    open: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Consonants {
    consonants: String,
    #[serde(default)]
    voiceless: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Assimilated {
    voiceless: char,
    other: char,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Softened {
    vowel: char,
    other: char,
}

#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Change {
    Last,
    DropLastVowel,
    DoubleLast,
    DropLast,
}

/// What a flag does: it makes a stem that stands before something, or gives the root a harmony of its own, or a feature.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flag {
    change: Option<Change>,
    #[serde(default)]
    letters: BTreeMap<char, char>,
    before: Option<String>,
    #[serde(default)]
    harmony: BTreeMap<String, String>,
    feature: Option<String>,
}

/// A place in a file, for errors.
struct Place<'a>(&'a str, usize);

impl Place<'_> {
    fn error(&self, what: impl std::fmt::Display) -> Error {
        Error::Training(format!("{}, line {}: {what}", self.0, self.1))
    }
}

/// The rows of a table: line number and cells. `#` begins a comment; the first row that is none names the columns.
pub fn rows<'a>(files: &'a Files, name: &'static str, columns: &[&str]) -> Result<Vec<(usize, Vec<&'a str>)>> {
    let content = files.get(name).ok_or_else(|| Error::Training(format!("{name}: the language pack has no such file")))?;
    let text =
        std::str::from_utf8(content).map_err(|error| Error::Training(format!("{name}: not UTF-8 at byte {}", error.valid_up_to())))?;
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (number, header) =
        lines.next().ok_or_else(|| Error::Training(format!("{name}: empty; its first row names the columns: {}", columns.join(", "))))?;
    if header.split('\t').ne(columns.iter().copied()) {
        return Err(Place(name, number).error(format!("the columns are {}, not {}", columns.join(", "), header.replace('\t', ", "))));
    }
    lines
        .map(|(number, line)| {
            let cells: Vec<&str> = line.split('\t').collect();
            if cells.len() != columns.len() {
                return Err(Place(name, number).error(format!("{} cells where there are {} columns", cells.len(), columns.len())));
            }
            Ok((number, cells))
        })
        .collect()
}

pub const PHONOLOGY: &str = "phonology.toml";
pub const AFFIXES: &str = "affixes.tsv";
pub const MORPHOTACTICS: &str = "morphotactics.tsv";
pub const READINGS: &str = "readings.tsv";
pub const LEXICON: &str = "lexicon.tsv";
/// The files of a pack without its lexicon.
pub const GRAMMAR: [&str; 4] = [PHONOLOGY, AFFIXES, MORPHOTACTICS, READINGS];
pub const LEXICON_COLUMNS: [&str; 6] = ["lemma", "class", "flags", "stems", "reading", "count"];

impl Pack {
    /// Reads and checks a pack.
    ///
    /// # Errors
    /// [`Error::Training`] with file, line and mend.
    pub fn new(files: &Files) -> Result<Self> {
        let mut pack = Pack::default();
        let flags = pack.read_phonology(files)?;
        pack.read_affixes(files)?;
        pack.read_morphotactics(files)?;
        for (_, cells) in rows(files, READINGS, &["written", "read"])? {
            pack.readings.push((cells[0].to_owned(), cells[1].to_owned()));
        }
        let length = |written: &str| written.trim_start_matches('*').chars().count();
        pack.readings.sort_by(|a, b| length(&b.0).cmp(&length(&a.0)).then_with(|| a.0.cmp(&b.0)));
        pack.read_lexicon(files, &flags)?;
        Ok(pack)
    }

    /// The bit of a feature, which is made if it is new.
    fn feature(&mut self, name: &str) -> Result<u8> {
        let index = self.features.iter().position(|known| known == name).unwrap_or_else(|| {
            self.features.push(name.to_owned());
            self.features.len() - 1
        });
        if index >= Features::BITS as usize {
            return Err(Error::Training(format!("{AFFIXES}: more than {} features; {name:?} is one too many", Features::BITS)));
        }
        Ok(index as u8)
    }

    fn known_feature(&self, name: &str) -> Option<u8> {
        self.features.iter().position(|known| known == name).map(|index| index as u8)
    }

    fn read_phonology(&mut self, files: &Files) -> Result<BTreeMap<String, Flag>> {
        let content = files.get(PHONOLOGY).ok_or_else(|| Error::Training(format!("{PHONOLOGY}: the language pack has no such file")))?;
        let fault = |what: String| Error::Training(format!("{PHONOLOGY}: {what}"));
        let text = std::str::from_utf8(content).map_err(|_| fault("not UTF-8".into()))?;
        let sounds: Sounds = toml::from_str(text).map_err(|error| fault(error.to_string().replace('\n', " ")))?;
        let phonology = &mut self.phonology;
        phonology.classes = sounds.vowels.values().filter(|class| *class != "neutral").cloned().collect();
        phonology.classes.sort();
        phonology.classes.dedup();
        let classes = phonology.classes.clone();
        let class = |name: &String| classes.iter().position(|known| known == name).map(|index| index as u8);
        phonology.vowels = sounds.vowels.iter().map(|(&vowel, name)| (vowel, class(name))).collect();
        phonology.consonants = sounds.sounds.consonants.chars().map(|letter| (letter, sounds.sounds.voiceless.contains(letter))).collect();
        phonology.finish();
        for (&symbol, letters) in &sounds.harmony {
            if let Some(unknown) = letters.keys().find(|name| class(name).is_none()) {
                return Err(fault(format!("[harmony] {symbol}: no vowel has the harmony {unknown:?}; there are {}", classes.join(", "))));
            }
            let forms: Option<Vec<char>> = classes.iter().map(|name| letters.get(name).copied()).collect();
            let forms = forms.ok_or_else(|| fault(format!("[harmony] {symbol}: needs a letter for each of {}", classes.join(", "))))?;
            phonology.harmony.push(forms);
            phonology.symbols.insert(symbol, Symbol::Letter(Letter::Harmony(phonology.harmony.len() as u8 - 1)));
        }
        for (&symbol, letters) in &sounds.assimilation {
            phonology.assimilation.push([letters.voiceless, letters.other]);
            phonology.symbols.insert(symbol, Symbol::Letter(Letter::Assimilation(phonology.assimilation.len() as u8 - 1)));
        }
        for (&symbol, &Softened { vowel, other }) in &sounds.softening {
            phonology.symbols.insert(symbol, Symbol::Softening { vowel, other });
        }
        for (name, flag) in &sounds.flags {
            for class in flag.harmony.iter().flat_map(|(from, to)| [from, to]) {
                if !classes.contains(class) {
                    return Err(fault(format!("[flags.{name}]: no vowel has the harmony {class:?}; there are {}", classes.join(", "))));
                }
            }
            if flag.change.is_some() != flag.before.is_some() {
                return Err(fault(format!("[flags.{name}]: change and before go together")));
            }
        }
        self.capitals = sounds.capitals.into_iter().collect();
        self.open = sounds.open.chars().collect();
        Ok(sounds.flags)
    }

    /// The forms of a cell: `form`, then after `~` others, each with `<feature` or `>condition`.
    fn forms(&mut self, cell: &str, place: &Place) -> Result<Vec<Form>> {
        let mut forms = Vec::new();
        for part in cell.split('~') {
            let (letters, after, before) = match part.split_once(['<', '>']) {
                None => (part, None, None),
                Some((letters, name)) if part.contains('<') => (letters, Some(self.feature(name)?), None),
                Some((letters, "vowel")) => (letters, None, Some(Before::Vowel)),
                Some((letters, name)) => (letters, None, Some(Before::Feature(self.feature(name)?))),
            };
            // With a softening letter a form is two, the one before a vowel first.
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
                    None => return Err(place.error(format!("{part:?}: {symbol:?} is no letter and no archiphoneme of {PHONOLOGY}"))),
                };
                for (variant, letter) in variants.iter_mut().zip(pair) {
                    variant.push((letter, is_buffer));
                }
            }
            let [soft, hard] = variants;
            if soft.is_empty() {
                return Err(place.error(format!("{cell:?} has an empty form")));
            }
            if is_soft {
                if before.is_some() {
                    return Err(place.error(format!("{part:?} has a softening letter and a condition of its own; write two forms")));
                }
                forms.push(Form { letters: soft, after, before: Some(Before::Vowel), harmony: None });
            }
            forms.push(Form { letters: hard, after, before, harmony: None });
        }
        // For every feature that is asked for, and for none, there is a basic form.
        for asked in forms.iter().map(|form| form.after).collect::<FxHashSet<_>>() {
            if !forms.iter().any(|form| form.after == asked && form.before.is_none()) {
                return Err(place.error(format!("{cell:?}: every form stands before something; give a basic one")));
            }
        }
        Ok(forms)
    }

    fn read_affixes(&mut self, files: &Files) -> Result<()> {
        let table = rows(files, AFFIXES, &["gloss", "form", "class", "features"])?;
        let mut lines: FxHashMap<&str, usize> = FxHashMap::default();
        for (number, cells) in &table {
            let place = Place(AFFIXES, *number);
            if let Some(earlier) = lines.insert(cells[0], *number) {
                return Err(
                    place.error(format!("the gloss {:?} is that of line {earlier} too; give each function one of its own", cells[0]))
                );
            }
            let forms = self.forms(cells[1], &place)?;
            let form = cells[1].split(['~', '<', '>']).next().unwrap_or_default().to_owned();
            self.affixes.push(Affix { gloss: cells[0].to_owned(), form, unit: Unit { forms, ..Unit::default() } });
        }
        for (index, (_, cells)) in table.iter().enumerate() {
            for name in cells[3].split(' ').filter(|name| !name.is_empty()) {
                let bit = self.feature(name)?;
                self.affixes[index].unit.features |= 1 << bit;
            }
        }
        Ok(())
    }

    fn read_morphotactics(&mut self, files: &Files) -> Result<()> {
        let table = rows(files, MORPHOTACTICS, &["state", "accepts", "next"])?;
        let glosses: FxHashMap<String, u16> = self.affixes.iter().zip(0..).map(|(affix, index)| (affix.gloss.clone(), index)).collect();
        let mut names: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
        for (number, cells) in &table {
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
        self.steps = vec![Vec::new(); self.states.len()];
        self.ends = vec![false; self.states.len()];
        let mut used = vec![false; self.affixes.len()];
        for (number, cells) in &table {
            let place = Place(MORPHOTACTICS, *number);
            let state = names[cells[0]].0;
            let next = (!cells[2].is_empty()).then(|| names[cells[2]].0);
            for what in cells[1].split(' ') {
                let to = || next.ok_or_else(|| place.error(format!("{what:?} leads nowhere; name the next state")));
                match what {
                    "." => self.ends[state] = true,
                    "=" => self.steps[state].push((Step::Free, to()?)),
                    _ if what.starts_with('@') => self.classes.entry(what[1..].to_owned()).or_default().push(to()?),
                    _ => {
                        let affix = *glosses.get(what).ok_or_else(|| place.error(format!("{AFFIXES} has no affix {what:?}")))?;
                        used[affix as usize] = true;
                        self.steps[state].push((Step::Affix(affix), to()?));
                    }
                }
            }
        }
        if let Some(index) = used.iter().position(|used| !used) {
            let gloss = &self.affixes[index].gloss;
            return Err(Error::Training(format!(
                "{AFFIXES}: no state of {MORPHOTACTICS} accepts {gloss:?}; add a row for it, or leave the affix out"
            )));
        }
        self.check_states(&names)
    }

    /// Every state is reached from a root, and no way leads back to a state without an affix.
    fn check_states(&self, names: &FxHashMap<&str, (usize, usize)>) -> Result<()> {
        let mut reached = vec![false; self.states.len()];
        let mut waiting: Vec<usize> = self.classes.values().flatten().copied().collect();
        while let Some(state) = waiting.pop() {
            if !std::mem::replace(&mut reached[state], true) {
                waiting.extend(self.steps[state].iter().map(|step| step.1));
            }
        }
        let line = |state: usize| names[self.states[state].as_str()].1;
        if let Some(state) =
            (0..reached.len()).find(|&state| !reached[state] && !self.steps[state].is_empty() && self.states[state] != "start")
        {
            return Err(Place(MORPHOTACTICS, line(state))
                .error(format!("no root leads to the state {:?}; add a row that does", self.states[state])));
        }
        for state in 0..self.states.len() {
            let mut seen = vec![false; self.states.len()];
            let mut waiting = vec![state];
            while let Some(at) = waiting.pop() {
                for &(step, next) in &self.steps[at] {
                    if step == Step::Free {
                        if next == state {
                            return Err(Place(MORPHOTACTICS, line(state))
                                .error(format!("from {:?} a way leads back to it without an affix", self.states[state])));
                        }
                        if !std::mem::replace(&mut seen[next], true) {
                            waiting.push(next);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn read_lexicon(&mut self, files: &Files, flags: &BTreeMap<String, Flag>) -> Result<()> {
        let mut seen: FxHashMap<[&str; 5], usize> = FxHashMap::default();
        for (number, cells) in rows(files, LEXICON, &LEXICON_COLUMNS)? {
            let place = Place(LEXICON, number);
            let key = [cells[0], cells[1], cells[2], cells[3], cells[4]];
            if let Some(earlier) = seen.insert(key, number) {
                return Err(place.error(format!("{:?} stands on line {earlier} too; leave one of them out", cells[0])));
            }
            let unit = self.root(&cells, flags, &place)?;
            let count = cells[5].parse().map_err(|_| place.error(format!("{:?} is no count", cells[5])))?;
            let [lemma, class, flags, stems, reading] = key.map(str::to_owned);
            self.roots.push(Root { lemma, class, flags, stems, reading, count, unit });
        }
        Ok(())
    }

    fn root(&self, cells: &[&str], flags: &BTreeMap<String, Flag>, place: &Place) -> Result<Unit> {
        let lemma = cells[0];
        if lemma.is_empty() {
            return Err(place.error("a row without a lemma"));
        }
        if !self.classes.contains_key(cells[1]) {
            let known: Vec<&str> = self.classes.keys().map(String::as_str).collect();
            return Err(place.error(format!("{MORPHOTACTICS} has no roots of the class {:?}; there are {}", cells[1], known.join(", "))));
        }
        let plain = |text: &str| text.chars().map(|letter| (Letter::Plain(letter), false)).collect::<Vec<_>>();
        let before = |name: &str| match name {
            "vowel" => Ok(Before::Vowel),
            _ => self.known_feature(name).map(Before::Feature).ok_or_else(|| place.error(format!("no affix has the feature {name:?}"))),
        };
        let read = if cells[4].is_empty() { lemma } else { cells[4] };
        let after = self.phonology.after_text(Context::default(), read);
        let mut unit = Unit { starts: after.harmony, ..Unit::default() };
        if read != lemma {
            unit.leaves = Some(after);
        }
        // Stems first: they are what somebody wrote down for this very word.
        for stem in cells[3].split(' ').filter(|stem| !stem.is_empty()) {
            let (letters, name) =
                stem.split_once('>').ok_or_else(|| place.error(format!("{stem:?}: a stem says before what it stands, as akl>vowel")))?;
            unit.forms.push(Form { letters: plain(letters), after: None, before: Some(before(name)?), harmony: None });
        }
        for name in cells[2].split(' ').filter(|name| !name.is_empty()) {
            let flag = flags.get(name).ok_or_else(|| {
                let known: Vec<&str> = flags.keys().map(String::as_str).collect();
                place.error(format!("{PHONOLOGY} has no flag {name:?}; there are {}", known.join(", ")))
            })?;
            if let Some(feature) = &flag.feature {
                let bit = self
                    .known_feature(feature)
                    .ok_or_else(|| place.error(format!("no affix asks for the feature {feature:?} of the flag {name}")))?;
                unit.features |= 1 << bit;
            }
            if let Some(to) = flag.harmony.get(&self.phonology.classes[after.harmony as usize]) {
                let harmony = self.phonology.classes.iter().position(|class| class == to).unwrap_or_default() as u8;
                unit.leaves = Some(Context { harmony, last: unit.leaves.map_or(Sound::None, |leaves| leaves.last) });
            }
            if let (Some(change), Some(name)) = (flag.change, &flag.before) {
                let stem =
                    self.changed(lemma, change, flag).ok_or_else(|| place.error(format!("the flag {name:?} cannot change {lemma:?}")))?;
                let harmony = (change == Change::DropLastVowel).then_some(after.harmony);
                unit.forms.push(Form { letters: plain(&stem), after: None, before: Some(before(name)?), harmony });
            }
        }
        unit.forms.push(Form { letters: plain(lemma), after: None, before: None, harmony: None });
        Ok(unit)
    }

    /// The stem that a flag makes of a lemma; None if it has nothing to change.
    fn changed(&self, lemma: &str, change: Change, flag: &Flag) -> Option<String> {
        let mut letters: Vec<char> = lemma.chars().collect();
        let last = letters.pop()?;
        let mapped = flag.letters.get(&last).copied();
        match change {
            Change::Last => letters.push(mapped?),
            Change::DropLast => {}
            Change::DoubleLast => letters.extend([mapped.unwrap_or(last); 2]),
            Change::DropLastVowel => {
                let at = letters.iter().rposition(|letter| self.phonology.vowels.contains_key(letter))?;
                letters.remove(at);
                letters.push(mapped.unwrap_or(last));
            }
        }
        (!letters.is_empty()).then(|| letters.into_iter().collect())
    }

    /// The context after something that is no root: as it is read, else as it is written.
    pub fn read(&self, text: &str) -> Context {
        let has_vowel = text.chars().any(|letter| self.phonology.is_vowel(letter));
        let is_read = |written: &str| match written.strip_prefix('*') {
            Some(written) => !has_vowel && text.ends_with(written),
            None => text.ends_with(written),
        };
        match self.readings.iter().find(|(written, _)| is_read(written)) {
            Some((_, read)) => self.phonology.after_text(Context::default(), read),
            None => self.phonology.after_text(Context::default(), text),
        }
    }
}
