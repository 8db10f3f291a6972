//! `types.tsv` of a language pack: how the stems of a root follow from its inflection type.
//!
//! A row has the type, the ends of lemmas that the row is for, features of these roots, and their stems: what stands in the place of the
//! end, and before what. A sign in front of a stem changes the grade of its consonants: `-` from strong to weak, `+` from weak to strong.
//! Which consonants these are, says the grade that the row of the root names beside its type. A stem without a condition is the form of the
//! root where no condition holds; without one that form is the lemma.

use super::pack::{AFFIXES, Pack};
use super::phonology::{Before, Context, Features, Letter, Symbol, Unit};
use super::read::rows;
use super::stems::{Change, Pattern, Stem, TYPES};
use crate::Result;
use crate::files::record::Files;
use crate::files::tsv::Place;
use crate::surface::phonology_file::{Grade, PHONOLOGY};

const COLUMNS: [&str; 4] = ["type", "ends", "features", "stems"];

impl Pack {
    /// Makes the features of the types known, so that forms of affixes may ask for them.
    pub(super) fn read_type_features(&mut self, files: &Files) -> Result<()> {
        if files.contains_key(TYPES) {
            for (_, cells) in rows(files, TYPES, &COLUMNS)? {
                cells[2].split(' ').filter(|name| !name.is_empty()).try_for_each(|name| self.feature(name).map(drop))?;
            }
        }
        Ok(())
    }

    /// Reads the types, when affixes and morphotactics are known.
    pub(super) fn read_types(&mut self, files: &Files) -> Result<()> {
        if !files.contains_key(TYPES) {
            return Ok(());
        }
        let asked = self.affixes.iter().flat_map(|affix| &affix.unit.forms).filter_map(|form| form.after);
        let asked: Features = asked.fold(0, |asked, features| asked | features);
        for (number, cells) in rows(files, TYPES, &COLUMNS)? {
            let place = Place(TYPES, number);
            if cells[0].is_empty() || cells[3].is_empty() {
                return Err(place.error("a row needs a type and at least one stem; fill in both"));
            }
            if self.grades.contains_key(cells[0]) {
                return Err(place.error(format!("{:?} is a grade of {PHONOLOGY} too; give the type another name", cells[0])));
            }
            let mut features = 0;
            for name in cells[2].split(' ').filter(|name| !name.is_empty()) {
                let bit = self.feature(name)?;
                if asked >> bit & 1 == 0 {
                    return Err(place.error(format!("no affix asks for the feature {name:?}; write a form that does in {AFFIXES}")));
                }
                features |= 1 << bit;
            }
            let stems = cells[3].split(' ').map(|stem| self.stem(stem, &place)).collect::<Result<_>>()?;
            let ends = cells[1].split('/').map(str::to_owned).collect();
            self.types.entry(cells[0].to_owned()).or_default().push(Pattern { ends, features, stems });
        }
        Ok(())
    }

    fn stem(&self, cell: &str, place: &Place) -> Result<Stem> {
        let (spelled, name) = cell.split_once('>').map_or((cell, None), |(spelled, name)| (spelled, Some(name)));
        let before = name.map(|name| self.before(name).ok_or_else(|| place.error(self.no_feature(name)))).transpose()?;
        let (change, spelled) = match (spelled.strip_prefix('-'), spelled.strip_prefix('+')) {
            (Some(rest), _) => (Some(Change::ToWeak), rest),
            (_, Some(rest)) => (Some(Change::ToStrong), rest),
            _ => (None, spelled),
        };
        let phonology = &self.phonology;
        let letter = |symbol: char| match phonology.symbols.get(&symbol) {
            Some(&Symbol::Letter(letter)) => Ok((letter, false)),
            None if phonology.vowels.contains_key(&symbol) || phonology.consonants.contains_key(&symbol) => {
                Ok((Letter::Plain(symbol), false))
            }
            _ => Err(place.error(format!("{cell:?}: {symbol:?} is neither a letter nor a harmony of {PHONOLOGY}; correct the stem"))),
        };
        Ok(Stem { change, letters: spelled.chars().map(letter).collect::<Result<_>>()?, before })
    }

    /// Adds the stems of a lemma, and the features of its type. Returns whether one of them has no condition.
    pub(super) fn inflect_by(&self, unit: &mut Unit, lemma: &str, kind: &str, grade: Option<&Grade>, place: &Place) -> Result<bool> {
        let patterns = self.types.get(kind).map(Vec::as_slice).unwrap_or_default();
        let found = patterns.iter().find_map(|pattern| {
            let rest = pattern.ends.iter().find_map(|end| lemma.strip_suffix(end.as_str()))?;
            Some((pattern, rest))
        });
        let Some((pattern, rest)) = found else {
            let ends = patterns.iter().flat_map(|pattern| &pattern.ends).map(String::as_str).collect::<Vec<_>>().join(", ");
            return Err(place.error(format!("{lemma:?} does not end like the type {kind} in {TYPES}, which ends in {ends}; change it")));
        };
        unit.features |= pattern.features;
        let mut stems = Vec::new();
        for stem in &pattern.stems {
            // The harmony is that of the lemma, whose last vowel the stem may lack.
            let context = Context { harmony: self.phonology.after_text(Context::default(), lemma).harmony, ..Context::default() };
            let context = Context { last: self.phonology.after_text(context, rest).last, ..context };
            let mut end = String::new();
            self.phonology.letters(&stem.letters, context, |letter| end.push(letter));
            let spelled = match (stem.change, grade) {
                (Some(change), Some(grade)) => {
                    graded(rest, &end, grade, change, |letter| self.phonology.is_vowel(letter)).ok_or_else(|| {
                        place.error(format!(
                            "{lemma:?} has no {:?} or {:?} that its grade could change; leave the grade out",
                            grade.strong, grade.weak
                        ))
                    })?
                }
                _ => format!("{rest}{end}"),
            };
            if spelled.is_empty() {
                return Err(place.error(format!("{lemma:?} has a stem without letters by the type {kind}; choose another type")));
            }
            stems.push((spelled, stem.before));
        }
        let basic = stems.iter().position(|stem| stem.1.is_none());
        let last = basic.map(|index| stems.split_off(index).swap_remove(0).0);
        // Stems that are the basic form need no row of their own: most roots have one form.
        while stems.last().is_some_and(|(spelled, _)| spelled == last.as_deref().unwrap_or(lemma)) {
            stems.pop();
        }
        stems.iter().for_each(|(spelled, before)| unit.spell(spelled, *before, None));
        last.iter().for_each(|spelled| unit.spell(spelled, None, None));
        Ok(last.is_some())
    }

    /// Checks that a stem or a form asks for every feature that an affix has. `lines` has the line of each affix.
    pub(super) fn check_asked(&self, lines: &[usize]) -> Result<()> {
        let stems = self.roots.iter().flat_map(|root| &root.unit.forms);
        let forms = stems.chain(self.affixes.iter().flat_map(|affix| &affix.unit.forms));
        let asked: Features = forms.fold(0, |asked, form| {
            let before = if let Some(Before::Features(features)) = form.before { features } else { 0 };
            asked | before | form.after.unwrap_or(0)
        });
        let in_types = self.types.values().flatten().flat_map(|pattern| &pattern.stems);
        let asked =
            in_types.fold(asked, |asked, stem| asked | if let Some(Before::Features(features)) = stem.before { features } else { 0 });
        for (affix, &line) in self.affixes.iter().zip(lines) {
            let unasked = affix.unit.features & !asked;
            if unasked != 0 {
                let name = &self.features[unasked.trailing_zeros() as usize];
                return Err(Place(AFFIXES, line).error(format!(
                    "{:?} asks for the stem {name:?}, which no type gives, and no form asks for that feature; add it to {TYPES}, or leave it out",
                    affix.gloss
                )));
            }
        }
        Ok(())
    }
}

/// A stem, of which `rest` is what stays of the lemma, with its consonants in the other grade: the last place that has the one grade gets the
/// other. A grade without letters is put before the last vowel of what stays of the lemma.
fn graded(rest: &str, end: &str, grade: &Grade, change: Change, is_vowel: impl Fn(char) -> bool) -> Option<String> {
    let (from, to) = match change {
        Change::ToWeak => (&grade.strong, &grade.weak),
        Change::ToStrong => (&grade.weak, &grade.strong),
    };
    let stem = format!("{rest}{end}");
    let at = if from.is_empty() { rest.rfind(is_vowel)? } else { stem.rfind(from.as_str())? };
    Some(format!("{}{to}{}", &stem[..at], &stem[at + from.len()..]))
}
