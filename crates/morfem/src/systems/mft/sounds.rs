//! `phonology.toml` of a language pack: letters, archiphonemes, and what the flags of roots do.

use std::collections::BTreeMap;

use super::pack::{AFFIXES, MORPHOTACTICS, Pack, READINGS, Reading};
use super::phonology::{Features, Letter, Symbol};
use crate::files::record::Files;
use crate::surface::phonology_file::{Change, Flag, PHONOLOGY, PhonologyFile, Softened, VOICELESS};
use crate::{Error, Result};

/// The letter of an archiphoneme behind sounds of no class that it names.
const OTHER: &str = "other";
/// The letter of an archiphoneme behind a vowel, if that is another.
const VOWEL: &str = "vowel";
/// Harmonies, and symbols of a table, at most: they are numbered by bytes.
const MOST_SOUNDS: usize = 255;

impl Pack {
    /// Reads letters, archiphonemes and capitals into the pack; returns the flags.
    pub(super) fn read_phonology(&mut self, files: &Files) -> Result<BTreeMap<String, Flag>> {
        let content = files.get(PHONOLOGY).ok_or_else(|| Error::Training(format!("{PHONOLOGY}: the language pack has no such file")))?;
        let fault = |what: String| Error::Training(format!("{PHONOLOGY}: {what}"));
        let sounds = PhonologyFile::read(content)?;
        let phonology = &mut self.phonology;
        phonology.classes = sounds.vowels.values().filter(|class| *class != "neutral").cloned().collect();
        phonology.classes.sort();
        phonology.classes.dedup();
        let counts = [
            ("vowels", "harmonies", phonology.classes.len()),
            ("harmony", "symbols", sounds.harmony.len()),
            ("assimilation", "symbols", sounds.assimilation.len()),
        ];
        if let Some((table, what, count)) = counts.into_iter().find(|&(.., count)| count > MOST_SOUNDS) {
            return Err(fault(format!("[{table}] has {count} {what}; {MOST_SOUNDS} are possible")));
        }
        if phonology.classes.is_empty() {
            return Err(fault("[vowels]: no vowel has a harmony; in a language without harmony, give all vowels the same one".into()));
        }
        if let Some(name) = &sounds.initial {
            let initial = phonology.classes.iter().position(|class| class == name);
            let initial = initial.ok_or_else(|| fault(format!("initial: no vowel has the harmony {name:?}")))?;
            phonology.classes[..=initial].rotate_right(1);
        }
        let classes = phonology.classes.clone();
        let class = |name: &String| classes.iter().position(|known| known == name).map(|index| index as u8);
        phonology.vowels = sounds.vowels.iter().map(|(&vowel, name)| (vowel, class(name))).collect();
        let named: Vec<(&str, &str)> = sounds.sounds.classes().collect();
        phonology.sounds = [OTHER].into_iter().chain(named.iter().map(|class| class.0)).map(String::from).collect();
        check_classes(&sounds, &named)?;
        let class_of = |letter: char| named.iter().position(|(_, letters)| letters.contains(letter)).map_or(0, |class| class as u8 + 1);
        phonology.consonants = sounds.sounds.consonants.chars().map(|letter| (letter, class_of(letter))).collect();
        if !sounds.copy.is_empty() {
            phonology.copied = sounds.vowels.keys().copied().collect();
        }
        phonology.finish();
        let is_letter = |letter: char| phonology.vowels.contains_key(&letter) || phonology.consonants.contains_key(&letter);
        check_archiphonemes(&sounds, is_letter)?;
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
            let other = letters.get(OTHER).copied();
            let other = other.ok_or_else(|| fault(format!("[assimilation] {symbol}: needs a letter for {OTHER}")))?;
            let behind = phonology.sounds.iter().map(String::as_str).chain([VOWEL]);
            phonology.assimilation.push(behind.map(|class| letters.get(class).copied().unwrap_or(other)).collect());
            phonology.symbols.insert(symbol, Symbol::Letter(Letter::Assimilation(phonology.assimilation.len() as u8 - 1)));
        }
        for (&symbol, &other) in &sounds.copy {
            phonology.symbols.insert(symbol, Symbol::Letter(Letter::Copy(other)));
        }
        for (&symbol, &Softened { vowel, other }) in &sounds.softening {
            phonology.symbols.insert(symbol, Symbol::Softening { vowel, other });
        }
        self.read_flag_features(&sounds.flags, &classes)?;
        sounds.check_plain()?;
        sounds.check_joining()?;
        self.grades.clone_from(&sounds.grades);
        if let Some((name, _)) = self.grades.iter().find(|(name, grade)| grade.strong == grade.weak || sounds.flags.contains_key(*name)) {
            return Err(fault(format!("[grades] {name}: needs two different grades and a name that no flag has")));
        }
        self.casing = sounds.casing();
        self.spacing = sounds.spacing();
        if let Some(name) = sounds.unknown.iter().find(|name| !sounds.flags.contains_key(*name)) {
            return Err(fault(format!("unknown: there is no flag {name:?}; write [flags.{name}]")));
        }
        self.unknown = sounds.unknown.clone();
        self.inflection = sounds.inflection;
        self.apart = sounds.apostrophe;
        self.elongates = sounds.elongation;
        self.read_flags_of_rows(&sounds.flags);
        Ok(sounds.flags)
    }

    /// Remembers the flags of roots with a capital and of roots with accents.
    fn read_flags_of_rows(&mut self, flags: &BTreeMap<String, Flag>) {
        let capital = |(name, flag): (&String, &Flag)| Some((name.clone(), flag.capital.clone()?));
        self.capital = flags.iter().find_map(capital);
        let accent = |(name, flag): (&String, &Flag)| (!flag.accents.is_empty()).then(|| (name.clone(), flag.accents.clone()));
        self.accent = flags.iter().find_map(accent);
    }

    /// Checks the flags of roots, and makes the features that they give known.
    fn read_flag_features(&mut self, flags: &BTreeMap<String, Flag>, classes: &[String]) -> Result<()> {
        for (name, flag) in flags {
            let fault = |what: String| Err(Error::Training(format!("{PHONOLOGY}: [flags.{name}]: {what}")));
            if let Some(unknown) = flag.harmony.iter().flat_map(|(from, to)| [from, to]).find(|class| !classes.contains(class)) {
                return fault(format!("no vowel has the harmony {unknown:?}; there are {}", classes.join(", ")));
            }
            if flag.change.is_some() != flag.before.is_some() {
                return fault("change and before go together; give both or neither".into());
            }
            if let Some(feature) = &flag.feature {
                self.feature(feature)?;
            }
        }
        Ok(())
    }

    /// Checks that every condition of a flag names a feature of some affix, and that some form asks for every feature that a flag gives.
    pub(super) fn check_flags(&self, flags: &BTreeMap<String, Flag>) -> Result<()> {
        let asked = self.affixes.iter().flat_map(|affix| &affix.unit.forms).filter_map(|form| form.after);
        let asked: Features = asked.fold(0, |asked, features| asked | features);
        for (name, flag) in flags {
            let fault = |what: String| Err(Error::Training(format!("{PHONOLOGY}: [flags.{name}]: {what}")));
            if let Some(before) = flag.before.as_ref().filter(|before| self.before(before).is_none()) {
                return fault(self.no_feature(before));
            }
            let is_asked = |feature: &String| self.known_feature(feature).is_some_and(|bit| asked >> bit & 1 == 1);
            if let Some(feature) = flag.feature.as_ref().filter(|feature| !is_asked(feature)) {
                return fault(format!("no affix asks for the feature {feature:?}; write a form that does, as nI<{feature}, in {AFFIXES}"));
            }
        }
        let unasked = |reading: &&Reading| reading.features & !asked != 0;
        self.readings.iter().find(unasked).map_or(Ok(()), |reading| {
            let feature = &self.features[(reading.features & !asked).trailing_zeros() as usize];
            Err(Error::Training(format!(
                "{READINGS}: {:?}: no affix asks for the feature {feature:?}; write a form that does, as nI<{feature}, in {AFFIXES}",
                reading.written
            )))
        })
    }

    /// Checks that the classes of roots that may be names, and of those that take an apostrophe, exist.
    pub(super) fn check_names(&self) -> Result<()> {
        let of_flag = self.capital.iter().map(|(flag, classes)| (format!("[flags.{flag}]: capital"), classes));
        for (place, classes) in of_flag.chain([("apostrophe".to_owned(), &self.apart)]) {
            if let Some(unknown) = classes.iter().find(|class| !self.classes.contains_key(*class)) {
                let known: Vec<&str> = self.classes.keys().map(String::as_str).collect();
                return Err(Error::Training(format!(
                    "{PHONOLOGY}: {place}: {MORPHOTACTICS} has no roots of the class {unknown:?}; there are {}",
                    known.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The stem that a flag makes from a lemma; None if the lemma has nothing to change.
    pub(super) fn changed(&self, lemma: &str, change: Change, flag: &Flag) -> Option<String> {
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
}

/// Checks the classes of consonants: their names are used, their letters are in one class, and no archiphoneme names another class.
fn check_classes(sounds: &PhonologyFile, named: &[(&str, &str)]) -> Result<()> {
    let fault = |what: String| Err(Error::Training(format!("{PHONOLOGY}: {what}")));
    let known = || named.iter().map(|class| class.0).chain([OTHER]).collect::<Vec<_>>().join(", ");
    for (symbol, letters) in &sounds.assimilation {
        let is_named = |name: &str| name == OTHER || name == VOWEL || named.iter().any(|class| class.0 == name);
        if let Some(unknown) = letters.keys().find(|name| !is_named(name)) {
            return fault(format!("[assimilation] {symbol}: [sounds] has no class {unknown:?}; there are {}", known()));
        }
    }
    for (index, (name, letters)) in named.iter().enumerate() {
        if *name != VOICELESS && !sounds.assimilation.values().any(|forms| forms.contains_key(*name)) {
            return fault(format!(
                "[sounds] {name}: no archiphoneme of [assimilation] has a letter for this class; add one, or leave it out"
            ));
        }
        let again = |letter: &char| named[..index].iter().any(|earlier| earlier.1.contains(*letter));
        if let Some(letter) = letters.chars().find(again) {
            return fault(format!("[sounds] {name}: {letter:?} is in another class too; leave it in one"));
        }
    }
    Ok(())
}

/// Checks that archiphonemes stand for letters, and that none of them has another meaning.
fn check_archiphonemes(sounds: &PhonologyFile, is_letter: impl Fn(char) -> bool) -> Result<()> {
    let fault = |what: String| Error::Training(format!("{PHONOLOGY}: {what}"));
    let made = sounds.harmony.iter().flat_map(|(&symbol, letters)| letters.values().map(move |&letter| (symbol, letter)));
    let made = made.chain(sounds.assimilation.iter().flat_map(|(&symbol, letters)| letters.values().map(move |&letter| (symbol, letter))));
    let made = made.chain(sounds.copy.iter().map(|(&symbol, &letter)| (symbol, letter)));
    let made = made.chain(sounds.softening.iter().flat_map(|(&symbol, letters)| [(symbol, letters.vowel), (symbol, letters.other)]));
    for (symbol, letter) in made {
        if !is_letter(letter) {
            return Err(fault(format!(
                "{symbol} stands for {letter:?}, which is neither a vowel nor a consonant; add it to one of the two lists"
            )));
        }
    }
    let symbols = sounds.harmony.keys().chain(sounds.assimilation.keys()).chain(sounds.softening.keys()).chain(sounds.copy.keys());
    let mut symbols: Vec<char> = symbols.copied().collect();
    symbols.sort_unstable();
    let again = symbols.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    if let Some(symbol) = again.or_else(|| symbols.iter().copied().find(|&symbol| is_letter(symbol))) {
        return Err(fault(format!("{symbol} is an archiphoneme and also has another meaning; choose another symbol for the archiphoneme")));
    }
    Ok(())
}
