//! A unit model of Korean: which units a word consists of, and where its particles and endings begin.
//!
//! A word is nouns one after the other, at its end perhaps a verb, and then a chain of particles or endings: 국회의원들에게는 is 국회의원 and
//! 들에게는, 발표했다 is 발표, 하 and 었다. Each unit and each chain has a cost, the negative logarithm of its probability, and the cheapest way
//! to write the word is taken. `tools/search_units.py` learns the costs from running text alone.
//!
//! An ending may be written into the last syllable of the stem:
//!
//! - It begins with a consonant, which closes an open syllable: 간 is 가 and ㄴ.
//! - Its first syllable merges with the last one of the stem, by the rows `merger`: 갔다 is 가 and 었다, 쳐 is 치 and 어, 해 is 하 and 어.
//!
//! A verb whose stem changes before some endings has another stem for these ([`super::irregular`]): 도와 is 돕 and 아. Where two verbs are written
//! alike, as 걷 and 걸 in 걸어, both are given. Three syllables at the beginning whose first one is a name of a family (`surname`) may be a person's
//! name. A noun that is two known nouns gives these too; a single syllable behind the first must be a `second`. A `whole` noun is never two, nor one
//! with a particle: 미사일 (missile) is no 미사 (mass), 파도 (wave) no 파 (leek). A verb with an auxiliary one (`auxiliary`) gives
//! the verb alone: 도와주 is 돕. A word that is a verb in its form of the dictionary gives the verb: 보다 (to see, and *than*).
//!
//! Which stems a chain follows (`after`) is a set of kinds of last syllables: open, closed by ㄹ or by another consonant, each with a bright
//! vowel (ㅏ, ㅑ, ㅗ) or a dark one, and 하. Time is linear in the length of the word, because units and chains have a greatest length.

use rustc_hash::{FxHashMap, FxHashSet};

use super::irregular::{Changed, Class};
use super::syllable::{BRIGHT, CODAS, EU, NONE, Syllable};
use crate::Result;
use crate::files::tsv::{Place, rows};

const COLUMNS: [&str; 4] = ["kind", "text", "after", "cost"];
/// The kinds of last syllables, in the order of the bits of `after`.
const LAST: [&str; 7] = ["open bright", "open dark", "l bright", "l dark", "closed bright", "closed dark", "ha"];
/// The costs of a syllable that no unit is, and of a word that is a chain without a stem, in nats (docs/design/search.md).
const UNKNOWN: f32 = 25.0;
const NO_STEM: f32 = 1.0;
/// How much more than the cheapest way to write a word another may cost, in nats, for its verb to count too: one that is written with the same
/// letters, and one whose stem changes.
const ALIKE: f32 = 4.0;
const CHANGED: f32 = 3.0;
/// The same for the word as it stands, if it is a noun.
const AS_NOUN: f32 = 2.0;
/// The first half of a noun that is two has so many syllables. Both may cost so much more than the noun, in nats.
const HALF: usize = 2;
const APART: f32 = 10.0;
/// A person's name has so many syllables, the first one that of the family.
const NAME: usize = 3;
/// The consonant that is written between two nouns.
const BETWEEN: char = 'ㅅ';
/// The ending of a verb in a dictionary.
const DICTIONARY: char = '다';
/// The ending of 도와서, behind the form that stands before an auxiliary verb.
const THEN: char = '서';
/// All kinds of last syllables.
const ANY: u8 = 127;
/// The cost of what is not possible.
const NEVER: f32 = f32::INFINITY;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Noun,
    Verb,
}

/// What a word consists of.
#[derive(Debug, PartialEq)]
pub struct Split {
    /// The units of the stem, from left to right; none if the word is a chain alone.
    pub units: Vec<String>,
    /// Whether the last unit is a verb.
    pub is_verb: bool,
    /// Other verbs that the last unit may be, those before its auxiliary one, and the halves of its nouns.
    pub others: Vec<String>,
    /// The word itself, if it is a noun as it stands and its units are others: 악의 (malice), 악 with the particle 의.
    pub noun: Option<String>,
}

impl Split {
    /// The stem: all units together.
    pub fn stem(&self) -> String {
        self.units.concat()
    }

    /// The units that carry content. Single syllables side by side are one unknown word, such as the name 임종석, but for a verb without
    /// content behind them: of 작곡하다 it is 작곡.
    pub fn content(&self, is_function: impl Fn(&str, Unit) -> bool) -> Vec<String> {
        let mut content: Vec<(String, Unit)> = Vec::new();
        let mut follows_single = false;
        for (at, unit) in self.units.iter().enumerate() {
            let is_single = unit.chars().nth(1).is_none();
            let is_verb = self.is_verb && at + 1 == self.units.len();
            match content.last_mut() {
                Some((run, _)) if is_single && follows_single && !(is_verb && is_function(unit, Unit::Verb)) => run.push_str(unit),
                _ => content.push((unit.clone(), if is_verb { Unit::Verb } else { Unit::Noun })),
            }
            follows_single = is_single;
        }
        content.retain(|(unit, kind)| !is_function(unit, *kind));
        let mut content: Vec<String> = content.into_iter().map(|(unit, _)| unit).collect();
        if !content.is_empty() {
            content.extend(self.others.iter().filter(|other| !is_function(other, Unit::Verb)).cloned());
        }
        content.extend(self.noun.iter().filter(|noun| !is_function(noun, Unit::Noun)).cloned());
        content
    }
}

/// A chain of particles or endings.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// The kinds of last syllables it follows, as bits.
    after: u8,
    cost: f32,
}

/// In which syllables a [`Merger`] is found.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Where {
    /// With any first consonant or none.
    Any,
    /// With any first consonant.
    Consonant,
    /// With the first consonant of the row.
    This,
}

/// How the last syllable of a stem and the first one of an ending are written as one.
#[derive(Debug)]
struct Merger {
    written: Syllable,
    stem: Syllable,
    ending: char,
    place: Where,
}

impl Merger {
    /// A merger from the cells `text`, the written syllable, and `after`: stem, ending and place with spaces between them.
    fn read(written: &str, parts: &str) -> Option<Self> {
        let syllable = |text: &str| text.parse().ok().and_then(Syllable::new);
        let mut parts = parts.split(' ');
        let (stem, ending) = (syllable(parts.next()?)?, syllable(parts.next()?)?.character());
        let place = match (parts.next()?, parts.next()) {
            ("any", None) => Where::Any,
            ("consonant", None) => Where::Consonant,
            ("this", None) => Where::This,
            _ => return None,
        };
        Some(Merger { written: syllable(written)?, stem, ending, place })
    }

    /// The last syllable of the stem, if the syllable `last` is written by this merger.
    fn stem_of(&self, last: Syllable) -> Option<Syllable> {
        let is_there = match self.place {
            Where::Any => true,
            Where::Consonant => last.first != NONE,
            Where::This => last.first == self.written.first,
        };
        let is_written = is_there && (last.vowel, last.coda) == (self.written.vowel, self.written.coda);
        is_written.then_some(Syllable { first: last.first, ..self.stem })
    }

    /// The syllable in which the last one of a stem and the ending are written, if this merger is for it.
    fn written_with(&self, last: Syllable) -> Option<char> {
        let written = Syllable { first: last.first, ..self.written };
        let is_for = (last.vowel, last.coda) == (self.stem.vowel, self.stem.coda);
        is_for.then(|| self.stem_of(written))?.map(|_| written.character())
    }
}

/// Units and chains with their costs.
#[derive(Debug, Default)]
pub struct Units {
    /// In the order of the table: of two ways that cost the same, the first is taken.
    mergers: Vec<Merger>,
    nouns: FxHashMap<Box<str>, f32>,
    /// Nouns that are not two others, and no other with a particle.
    wholes: FxHashSet<Box<str>>,
    /// The single syllables that are the second of two nouns: 경찰관 is 경찰 with 관, but 도시락 (lunch box) is no 도시 (city) with 락.
    seconds: FxHashSet<Box<str>>,
    verbs: FxHashMap<Box<str>, f32>,
    /// Auxiliary verbs, each with the forms before it that are no verb: 떨어지 is no 떨.
    auxiliaries: Vec<(Box<str>, Vec<Box<str>>)>,
    /// The costs of a person's name, by its first syllable, the name of the family.
    surnames: FxHashMap<char, f32>,
    classes: Vec<Class>,
    /// Stems as they are before some endings.
    changed: FxHashMap<Box<str>, Vec<Changed>>,
    particles: FxHashMap<Box<str>, Chain>,
    endings: FxHashMap<Box<str>, Chain>,
    /// Most syllables of a unit and of a chain.
    longest_unit: usize,
    longest_chain: usize,
}

impl Units {
    /// Reads a table of units; `name` is its file.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line of a faulty row.
    pub fn read(name: &str, content: &[u8]) -> Result<Self> {
        let mut units = Units::default();
        let mut irregular: Vec<(Place, &str, &str, f32)> = Vec::new();
        for (line, [kind, text, after, cost]) in rows(name, content, &COLUMNS)? {
            let place = Place(name, line);
            let cost = match cost.parse::<f32>() {
                Ok(cost) if cost.is_finite() && cost >= 0.0 => cost,
                _ => return Err(place.error(format!("the cost {cost:?} is not a number of 0 or more"))),
            };
            let syllables = text.chars().count();
            match kind {
                "noun" | "whole" | "verb" => {
                    units.longest_unit = units.longest_unit.max(syllables);
                    if kind == "whole" {
                        units.wholes.insert(text.into());
                    }
                    let costs = if kind == "verb" { &mut units.verbs } else { &mut units.nouns };
                    let known = costs.entry(text.into()).or_insert(cost);
                    *known = known.min(cost);
                }
                "particle" | "ending" => {
                    units.longest_chain = units.longest_chain.max(syllables);
                    let after = match after.parse::<u8>() {
                        Ok(after) if after >> LAST.len() == 0 => after,
                        _ => return Err(place.error(format!("after is {after:?}; give the sum of: {}", kinds_of_last()))),
                    };
                    let chains = if kind == "particle" { &mut units.particles } else { &mut units.endings };
                    chains.insert(text.into(), Chain { after, cost });
                }
                "merger" => {
                    let what = format!(
                        "the merger {text:?} has {after:?} in the column after; give a syllable of the stem, one of the ending, and any, \
                         consonant or this, with spaces between them"
                    );
                    units.mergers.push(Merger::read(text, after).ok_or_else(|| place.error(what))?);
                }
                "second" => drop(units.seconds.insert(text.into())),
                "auxiliary" => units.auxiliaries.push((text.into(), after.split_whitespace().map(Box::from).collect())),
                "surname" => {
                    let mut characters = text.chars();
                    let (Some(surname), None) = (characters.next(), characters.next()) else {
                        return Err(place.error(format!("the surname {text:?} is not one syllable")));
                    };
                    units.surnames.insert(surname, cost);
                }
                "class" => units.classes.push(Class::read(text, after).map_err(|what| place.error(what))?),
                "irregular" => irregular.push((place, text, after, cost)),
                _ => {
                    let known = "noun, whole, second, verb, particle, ending, merger, class, irregular, auxiliary, surname";
                    return Err(place.error(format!("unknown kind {kind:?}; known are {known}")));
                }
            }
        }
        for (place, stem, class, cost) in irregular {
            units.add_irregular(stem, class, cost).map_err(|what| place.error(what))?;
        }
        Ok(units)
    }

    /// Adds the stems of an irregular verb. Its forms, such as that of the dictionary in 다, are no units of their own, although some were learned
    /// as such.
    fn add_irregular(&mut self, stem: &str, class: &str, cost: f32) -> std::result::Result<(), String> {
        let cost = self.verbs.get(stem).map_or(cost, |own| own.min(cost));
        self.verbs.insert(stem.into(), cost);
        self.nouns.remove(&*format!("{stem}다"));
        let named: Vec<&Class> = self.classes.iter().filter(|own| own.name == class).collect();
        if named.is_empty() {
            return Err(format!("unknown class {class:?} of irregular verbs; give a row of the kind class before"));
        }
        let mut changed = Vec::new();
        for class in named {
            let other = class.changed(stem).ok_or_else(|| format!("the stem {stem:?} does not end as class {:?} says", class.name))?;
            changed.push((other, class.is_whole, Changed { stem: stem.into(), before: class.before.clone(), cost }));
        }
        for (other, is_whole, changed) in changed {
            self.longest_unit = self.longest_unit.max(other.chars().count());
            self.leave_out(&other, stem, is_whole);
            self.changed.entry(other.into()).or_default().push(changed);
        }
        Ok(())
    }

    /// Leaves out a changed stem, and its form with 어 or 아, as units: as nouns only if the class says so.
    fn leave_out(&mut self, changed: &str, stem: &str, is_whole: bool) {
        let syllables: Vec<Syllable> = changed.chars().filter_map(Syllable::new).collect();
        let [.., before, last] = syllables[..] else { return };
        let is_bright = BRIGHT.contains(&if last.vowel == EU { before.vowel } else { last.vowel });
        let ending = if is_bright { '아' } else { '어' };
        let merged = self.mergers.iter().filter(|merger| merger.ending == ending);
        let forms = merged.filter_map(|merger| Some(format!("{}{}", &changed[..changed.len() - 3], merger.written_with(last)?)));
        for form in forms.chain([changed.to_owned()]).filter(|form| form != stem).collect::<Vec<_>>() {
            self.verbs.remove(&*form);
            if is_whole {
                self.nouns.remove(&*form);
            }
        }
    }

    /// The units of a word, or nothing if a character is no Hangul syllable.
    pub fn split(&self, word: &str) -> Option<Split> {
        if self.wholes.contains(word) {
            return Some(Split { units: vec![word.to_owned()], is_verb: false, others: Vec::new(), noun: None });
        }
        let syllables: Vec<Syllable> = word.chars().map(Syllable::new).collect::<Option<_>>()?;
        let nouns = self.cheapest_nouns(word, syllables.len());
        let mut ways = Ways { best: NEVER, all: Vec::new(), buffer: String::new() };
        for start in syllables.len().saturating_sub(self.longest_chain)..=syllables.len() {
            self.with_chain(word, &syllables, start, &nouns, &mut ways);
        }
        ways.all.sort_by(|one, other| one.cost.total_cmp(&other.cost));
        let Some(best) = ways.all.first() else {
            return Some(Split { units: vec![word.to_owned()], is_verb: false, others: Vec::new(), noun: None });
        };
        let split = self.of_way(word, best, &nouns, &ways);
        let as_noun = match nouns[syllables.len()] {
            (cost, 0) if syllables.len() > 1 && self.is_noun(word) => cost + self.particles.get("").map_or(0.0, |chain| chain.cost),
            _ => NEVER,
        };
        let is_other = as_noun < best.cost + AS_NOUN && !matches!(&split.units[..], [only] if only == word && !split.is_verb);
        Some(Split { noun: is_other.then(|| word.to_owned()), ..split })
    }

    /// The units of a way to write a word, the verbs that its verb may be too, and the halves of its nouns.
    fn of_way(&self, word: &str, way: &Way, nouns: &[(f32, usize)], ways: &Ways) -> Split {
        let mut units = Vec::new();
        let mut end = way.nouns;
        while end > 0 {
            units.push(part(word, nouns[end].1, end).to_owned());
            end = nouns[end].1;
        }
        units.reverse();
        let mut others: Vec<String> = units.iter().filter_map(|unit| self.halves(unit)).flatten().collect();
        for other in ways.all.iter().filter(|other| other.is_also(way)) {
            let verb = other.verb.as_ref().map(|verb| verb.stem.clone());
            others.extend(verb.filter(|verb| way.verb.as_ref().is_none_or(|own| own.stem != *verb) && !others.contains(verb)));
        }
        let in_dictionary = || word.strip_suffix(DICTIONARY).filter(|stem| self.verbs.contains_key(*stem)).map(str::to_owned);
        match &way.verb {
            Some(verb) => others.extend(self.main_verbs(&verb.stem)),
            None if units.is_empty() => {
                let units: Vec<String> = in_dictionary().into_iter().collect();
                return Split { is_verb: !units.is_empty(), units, others, noun: None };
            }
            None => others.extend(in_dictionary()),
        }
        let is_verb = way.verb.is_some();
        units.extend(way.verb.as_ref().map(|verb| verb.stem.clone()));
        Split { units, is_verb, others, noun: None }
    }

    /// The verbs that stand before the auxiliary verb at the end of a stem.
    fn main_verbs(&self, stem: &str) -> Vec<String> {
        let before = |(own, but): &(Box<str>, Vec<Box<str>>)| {
            let main = stem.strip_suffix(&**own).filter(|main| !main.is_empty())?;
            (!but.iter().any(|but| **but == *main)).then(|| main.to_owned())
        };
        let Some(main) = self.auxiliaries.iter().find_map(before) else { return Vec::new() };
        // With the ending 서 behind it, 도와 is no noun with a particle.
        match self.split(&format!("{main}{THEN}")) {
            Some(Split { units, is_verb: true, others, .. }) if units.len() == 1 => units.into_iter().chain(others).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a word is a noun of the table.
    pub fn is_noun(&self, word: &str) -> bool {
        self.nouns.contains_key(word)
    }

    /// The nouns that a long noun consists of. A single syllable behind the first one is no term of its own. Between two nouns a ㅅ may be written:
    /// 바닷가 is 바다 and 가.
    fn halves(&self, noun: &str) -> Option<Vec<String>> {
        if self.wholes.contains(noun) {
            return None;
        }
        let count = noun.chars().count();
        let most = self.nouns.get(noun)? + APART;
        let ways = (HALF..count).filter_map(|cut| {
            let (first, second) = noun.split_at(cut * 3);
            let second_cost = self.nouns.get(second).filter(|_| cut + 1 < count || self.seconds.contains(second))?;
            let first = if self.is_noun(first) { first.to_owned() } else { without_between(first)? };
            let cost = self.nouns.get(&*first)? + second_cost;
            (cost <= most).then_some((cost, [first, second.to_owned()]))
        });
        let (_, halves) = ways.min_by(|one, other| one.0.total_cmp(&other.0))?;
        Some(halves.into_iter().filter(|half| half.chars().nth(HALF - 1).is_some()).collect())
    }

    /// For each number of syllables, the least cost of the nouns that fill them, and where the last noun begins. A person's name is a noun that no
    /// corpus has to know.
    fn cheapest_nouns(&self, word: &str, count: usize) -> Vec<(f32, usize)> {
        let mut cheapest = vec![(0.0, 0)];
        for end in 1..=count {
            let mut best = (NEVER, end - 1);
            for (start, &(before, _)) in cheapest.iter().enumerate().skip(end.saturating_sub(self.longest_unit)) {
                // A noun costs something, so it is not looked up where what stands before it costs too much.
                if before < best.0 {
                    let unknown = if start + 1 == end { UNKNOWN } else { NEVER };
                    let cost = before + self.nouns.get(part(word, start, end)).copied().unwrap_or(unknown);
                    best = if cost < best.0 { (cost, start) } else { best };
                }
            }
            let name = word.chars().next().filter(|_| end == NAME).and_then(|first| self.surnames.get(&first));
            cheapest.push(name.filter(|&&cost| cost < best.0).map_or(best, |&cost| (cost, 0)));
        }
        cheapest
    }

    /// Tries the chains that begin at the syllable `start`, or inside the one before it.
    fn with_chain(&self, word: &str, syllables: &[Syllable], start: usize, nouns: &[(f32, usize)], ways: &mut Ways) {
        let rest = &word[start * 3..];
        let Some(last) = start.checked_sub(1).map(|last| syllables[last]) else {
            if let Some(chain) = self.particles.get(rest) {
                ways.add(NO_STEM + chain.cost, 0, || None);
            }
            return;
        };
        if let Some(chain) = self.particles.get(rest).filter(|chain| chain.after & last.kind() != 0) {
            ways.add(nouns[start].0 + chain.cost, start, || None);
        }
        if let Some(chain) = self.endings.get(rest) {
            self.with_verb(word, start, last, (rest, chain.after, chain.cost), nouns, ways);
        }
        if let Some(consonant) = last.coda.checked_sub(1).map(|coda| CODAS[coda as usize]) {
            let ending = joined(consonant, rest);
            if let Some(chain) = self.endings.get(&*ending) {
                self.with_verb(word, start, Syllable { coda: 0, ..last }, (&ending, ANY, chain.cost), nouns, ways);
            }
        }
        for merger in &self.mergers {
            if let Some(stem) = merger.stem_of(last) {
                let ending = joined(merger.ending, rest);
                if let Some(chain) = self.endings.get(&*ending) {
                    self.with_verb(word, start, stem, (&ending, ANY, chain.cost), nouns, ways);
                }
            }
        }
    }

    /// Tries the verbs that end before the syllable `start`, whose last syllable is `last` without what the ending has changed. Of the ending
    /// are given: its text, which stems it follows, and its cost.
    fn with_verb(&self, word: &str, start: usize, last: Syllable, ending: (&str, u8, f32), nouns: &[(f32, usize)], ways: &mut Ways) {
        let mut stem = std::mem::take(&mut ways.buffer);
        stem.clear();
        stem.push_str(&word[..(start - 1) * 3]);
        stem.push(last.character());
        let (ending, after, ending_cost) = ending;
        for verb in start.saturating_sub(self.longest_unit)..start {
            if !ways.may_take(nouns[verb].0 + ending_cost) {
                continue;
            }
            let own = &stem[verb * 3..];
            if let Some(cost) = self.verbs.get(own).filter(|_| after & last.kind() != 0) {
                ways.add(nouns[verb].0 + cost + ending_cost, verb, || {
                    Some(Verb { stem: own.to_owned(), written: own.to_owned(), is_irregular: false })
                });
            }
            for changed in self.changed.get(own).into_iter().flatten() {
                let kinds = last.kind() | changed.stem.chars().last().and_then(Syllable::new).map_or(0, Syllable::kind);
                if after & kinds != 0 && changed.stands_before(ending) {
                    let verb_of = || Some(Verb { stem: changed.stem.to_string(), written: own.to_owned(), is_irregular: true });
                    ways.add(nouns[verb].0 + changed.cost + ending_cost, verb, verb_of);
                }
            }
        }
        ways.buffer = stem;
    }
}

/// The names of the bits of `after`, for an error.
fn kinds_of_last() -> String {
    let named: Vec<String> = LAST.iter().enumerate().map(|(bit, name)| format!("{} ({name})", 1 << bit)).collect();
    named.join(", ")
}

/// A noun without the ㅅ that stands between it and the next one.
fn without_between(noun: &str) -> Option<String> {
    let last = Syllable::new(noun.chars().last()?)?;
    let open = Syllable { coda: 0, ..last };
    last.coda.checked_sub(1).filter(|&coda| CODAS[coda as usize] == BETWEEN)?;
    Some(format!("{}{}", &noun[..noun.len() - 3], open.character()))
}

/// An ending that begins with a letter which is written into the syllable before.
fn joined(first: char, rest: &str) -> String {
    let mut ending = String::with_capacity(first.len_utf8() + rest.len());
    ending.push(first);
    ending.push_str(rest);
    ending
}

/// Some syllables of a word; each has three bytes.
fn part(word: &str, start: usize, end: usize) -> &str {
    &word[start * 3..end * 3]
}

/// A verb, and its stem as it is written in the word.
struct Verb {
    stem: String,
    written: String,
    is_irregular: bool,
}

/// A way to write a word: its cost, how many syllables are nouns, and the verb behind them.
struct Way {
    cost: f32,
    nouns: usize,
    verb: Option<Verb>,
}

impl Way {
    /// Whether the word may be meant so too, if `best` is the cheapest way to write it.
    fn is_also(&self, best: &Way) -> bool {
        let Some(verb) = &self.verb else { return false };
        let is_alike = best.verb.as_ref().is_some_and(|own| own.written == verb.written);
        self.nouns == best.nouns.min(self.nouns)
            && (is_alike && self.nouns == best.nouns && self.cost < best.cost + ALIKE
                || verb.is_irregular && self.cost < best.cost + CHANGED)
    }
}

/// The ways that are not much dearer than the cheapest one.
struct Ways {
    best: f32,
    all: Vec<Way>,
    /// For the text of a stem.
    buffer: String,
}

impl Ways {
    /// Whether a way of at least this cost may count.
    fn may_take(&self, cost: f32) -> bool {
        cost < self.best + ALIKE
    }

    fn add(&mut self, cost: f32, nouns: usize, verb: impl FnOnce() -> Option<Verb>) {
        if self.may_take(cost) {
            self.best = self.best.min(cost);
            self.all.push(Way { cost, nouns, verb: verb() });
        }
    }
}
