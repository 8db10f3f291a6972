//! The search table of a language: which terms a word gives, and how they are spelled.
//!
//! | rule | text | value | what it does |
//! |---|---|---|---|
//! | `prefix`, `suffix` | letters | least letters that stay | light stemming: the longest one that fits is removed |
//! | `rounds` | `suffix` | number | how many suffixes are removed, one after the other |
//! | `field` | `root`, `stem`, `light`, `word`, `head:N`, `grams:N` | weight in a query | a word has this term |
//! | `unknown` | a field | weight in a query | likewise, for words whose root the tokenizer does not know |
//! | `function` | a word | `noun`, `verb`, or nothing | a word or unit without content; with a value, only a unit of this kind |
//! | `whole` | a word or stem | a root, or nothing | it is no other word with an affix; with a hyphen, a word that stands twice and is another one then |
//! | `also` | a word | terms | it may be another word too, which has these: برد is with (a) reply, and cold |
//! | `sense` | a term | stems or light stems | these mean another thing than their root, and have the term in its place: سفارة (embassy), سفر (travel) |
//! | `apart` | a term | two terms | two words that have these, side by side, are also a word with this: iş yeri, işyeri |
//! | `name` | a name with a capital | | as it is spelled here, also before an apostrophe, a word is this name only: Emine is no form of emin |
//! | `root` | a root, or a light stem | a root | the term of a root that is a word made from another: pelajar (pupil) is found by ajar (to teach) |
//! | `question` | a word | | a word that says what is asked for, such as the year or the name of something |
//! | `clitic` | a clitic | letters | the tokenizer may take the clitic off only before one of these letters |
//! | `cut` | `hangul` | | a run of Hangul and the letters or digits next to it are different words |
//! | `cut` | a unit, such as `km` | `before` or `behind` | the unit and a number that it stands before or behind are different words |
//! | `weight` | `function` | weight | what the terms of such a word weigh in a query; with 0 they are not in the index either |
//! | `weight` | `question` | factor | what a `question` word weighs in a query, compared with another word |
//! | `weight` | `number` | factor | how much more a number, an address or an identifier counts in a query than another word |
//!
//! All spellings are folded ([`Folds`]) when the table is read, so its author need not know the order of the rules.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fold::Folds;
use super::unit_model::Unit;
use super::words::Cuts;
use crate::Result;
use crate::files::tsv::{Place, rows};
use crate::surface::apostrophe::APOSTROPHES;

/// Where a term of a word comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The root, or the light stem if there is none.
    Root,
    /// The word without clitics and inflection, as the tokenizer finds it.
    Stem,
    /// The stem without the prefixes and suffixes of the table.
    Light,
    /// The whole word, folded.
    Word,
    /// The first letters of the folded word.
    Head(usize),
    /// All runs of as many letters of the light stem, or the light stem if it is shorter.
    Grams(usize),
}

impl Field {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Field::Root => "root",
            Field::Stem => "stem",
            Field::Light => "light",
            Field::Word => "word",
            Field::Head(_) => "head",
            Field::Grams(_) => "grams",
        }
    }

    fn named(text: &str) -> Option<Self> {
        let (name, length) = match text.split_once(':') {
            Some((name, length)) => (name, Some(length.parse().ok().filter(|&length| length > 0)?)),
            None => (text, None),
        };
        Some(match (name, length) {
            ("root", None) => Field::Root,
            ("stem", None) => Field::Stem,
            ("light", None) => Field::Light,
            ("word", None) => Field::Word,
            ("head", Some(length)) => Field::Head(length),
            ("grams", Some(length)) => Field::Grams(length),
            _ => return None,
        })
    }
}

/// An affix of light stemming, and how many letters must stay.
#[derive(Clone, Debug)]
pub struct Affix {
    pub form: String,
    pub least: usize,
}

/// A field, and the weight of its terms in a query.
pub type Weighted = (Field, f32);

/// The rules of a language.
#[derive(Clone, Debug)]
pub struct Table {
    /// Longest first, as are the suffixes.
    pub prefixes: Vec<Affix>,
    pub suffixes: Vec<Affix>,
    /// How many suffixes are removed, one after the other.
    pub rounds: usize,
    /// The parts of a word that are terms, with their weights in a query.
    pub fields: Vec<Weighted>,
    /// For words without a known root; the same as `fields` if the table says nothing.
    pub unknown: Vec<Weighted>,
    /// Words without content, and of which kind a unit must be; nothing for both.
    functions: FxHashMap<String, Option<Unit>>,
    questions: FxHashSet<String>,
    wholes: FxHashMap<String, String>,
    roots: FxHashMap<String, String>,
    senses: FxHashMap<String, String>,
    others: FxHashMap<String, String>,
    /// By the first word, the second one and the term of both.
    aparts: FxHashMap<String, Vec<(String, String)>>,
    names: FxHashSet<String>,
    /// Clitics, each with the letters that it may stand before.
    clitics: Vec<(String, String)>,
    pub cuts: Cuts,
    /// Factors of the weights of terms in a query: of function words, of question words, of numbers.
    pub function_weight: f32,
    pub question_weight: f32,
    pub number_weight: f32,
}

const COLUMNS: [&str; 4] = ["rule", "text", "value", "reason"];

impl Table {
    /// Reads a table; `name` is its file. Its words and affixes are folded by `folds`.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line of a faulty row.
    pub fn read(name: &str, content: &[u8], folds: &Folds) -> Result<Self> {
        let mut table = Table {
            prefixes: Vec::new(),
            suffixes: Vec::new(),
            rounds: 1,
            fields: Vec::new(),
            unknown: Vec::new(),
            functions: FxHashMap::default(),
            questions: FxHashSet::default(),
            wholes: FxHashMap::default(),
            roots: FxHashMap::default(),
            senses: FxHashMap::default(),
            others: FxHashMap::default(),
            aparts: FxHashMap::default(),
            names: FxHashSet::default(),
            clitics: Vec::new(),
            cuts: Cuts::default(),
            function_weight: 1.0,
            question_weight: 1.0,
            number_weight: 1.0,
        };
        let rows = rows(name, content, &COLUMNS)?;
        for (line, [rule, text, value, _]) in &rows {
            table.add(Place(name, *line), rule, text, value)?;
        }
        if table.fields.is_empty() {
            return Err(Place(name, 1).error("there is no row 'field', so no word has a term"));
        }
        table.fold_spellings(folds);
        Ok(table)
    }

    fn add(&mut self, place: Place, rule: &str, text: &str, value: &str) -> Result<()> {
        let weight = || match value.parse::<f32>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(weight),
            _ => Err(place.error(format!("the value {value:?} is not a weight; give a number of 0 or more"))),
        };
        let count = || value.parse::<usize>().map_err(|_| place.error(format!("the value {value:?} is not a whole number")));
        let field = || {
            let known = "root, stem, light, word, head:N, grams:N";
            Field::named(text).ok_or_else(|| place.error(format!("unknown field {text:?}; known are {known}")))
        };
        match rule {
            "prefix" => self.prefixes.push(Affix { form: text.to_owned(), least: count()? }),
            "suffix" => self.suffixes.push(Affix { form: text.to_owned(), least: count()? }),
            "rounds" => self.rounds = count()?,
            "cut" if text == "hangul" => self.cuts.hangul = true,
            "cut" if value == "before" => self.cuts.before.push(text.into()),
            "cut" if value == "behind" => self.cuts.behind.push(text.into()),
            "cut" => return Err(place.error(format!("unknown cut {text:?}; known is hangul, and a unit with the value before or behind"))),
            "field" => self.fields.push((field()?, weight()?)),
            "unknown" => self.unknown.push((field()?, weight()?)),
            "function" => {
                let kind = match value {
                    "" => None,
                    "noun" => Some(Unit::Noun),
                    "verb" => Some(Unit::Verb),
                    _ => return Err(place.error(format!("the function word {text:?} has {value:?}; give noun, verb, or nothing"))),
                };
                self.functions.insert(text.to_owned(), kind);
            }
            "question" => {
                self.questions.insert(text.to_owned());
            }
            "root" => {
                self.roots.insert(text.to_owned(), value.to_owned());
            }
            "sense" if value.is_empty() => return Err(place.error(format!("the sense {text:?} has no stems; give one or more"))),
            "sense" => self.senses.extend(value.split_whitespace().map(|stem| (stem.to_owned(), text.to_owned()))),
            "also" => {
                self.others.insert(text.to_owned(), value.to_owned());
            }
            "apart" => {
                let what = || place.error(format!("the value is {value:?}; give two words"));
                let (first, second) = value.split_once(' ').ok_or_else(what)?;
                self.aparts.entry(first.to_owned()).or_default().push((second.to_owned(), text.to_owned()));
            }
            "name" => {
                self.names.insert(text.to_owned());
            }
            "whole" => {
                let once = text.split_once('-').map(|(once, _)| once);
                self.cuts.doubled.extend(once.map(Box::from));
                self.wholes.insert(text.replace('-', ""), value.to_owned());
            }
            "clitic" if value.is_empty() => {
                return Err(place.error(format!("no letters are given that the clitic {text:?} may stand before")));
            }
            "clitic" => self.clitics.push((text.to_owned(), value.to_owned())),
            "weight" if text == "function" => self.function_weight = weight()?,
            "weight" if text == "question" => self.question_weight = weight()?,
            "weight" if text == "number" => self.number_weight = weight()?,
            "weight" => return Err(place.error(format!("unknown kind of word {text:?}; known are function, number, question"))),
            _ => {
                let known = "also, apart, clitic, cut, field, function, name, prefix, question, root, rounds, sense, suffix, unknown, weight, whole";
                return Err(place.error(format!("unknown rule {rule:?}; known are {known}")));
            }
        }
        Ok(())
    }

    fn fold_spellings(&mut self, folds: &Folds) {
        if self.unknown.is_empty() {
            self.unknown = self.fields.clone();
        }
        self.functions = self.functions.iter().map(|(word, kind)| (folds.letters(word), *kind)).collect();
        for pairs in [&mut self.roots, &mut self.senses, &mut self.others, &mut self.wholes] {
            *pairs = pairs.iter().map(|(text, other)| (folds.letters(text), folds.letters(other))).collect();
        }
        let term = |word: &str| folds.term(&folds.letters(word)).into_owned();
        let pair = |(second, both): (String, String)| (term(&second), term(&both));
        self.aparts = self.aparts.drain().map(|(first, pairs)| (term(&first), pairs.into_iter().map(pair).collect())).collect();
        self.questions = self.questions.iter().map(|word| folds.letters(word)).collect();
        self.prefixes = folded(&self.prefixes, folds);
        self.suffixes = folded(&self.suffixes, folds);
    }

    /// Whether a folded word has no content.
    pub fn is_function(&self, folded: &str) -> bool {
        self.functions.contains_key(folded)
    }

    /// Whether a unit of this kind has no content.
    pub fn is_function_unit(&self, unit: &str, kind: Unit) -> bool {
        self.functions.get(unit).is_some_and(|only| only.is_none_or(|only| only == kind))
    }

    /// Whether a folded word says what is asked for.
    pub fn is_question(&self, folded: &str) -> bool {
        self.questions.contains(folded)
    }

    /// The root of a word that is no other word with an affix, perhaps empty.
    pub fn whole(&self, word: &str, folds: &Folds) -> Option<&str> {
        if self.wholes.is_empty() { None } else { self.wholes.get(&folds.letters(word)).map(String::as_str) }
    }

    /// The folded terms of another word that a folded word may be.
    pub fn others(&self, folded: &str) -> impl Iterator<Item = &str> {
        self.others.get(folded).into_iter().flat_map(|terms| terms.split_whitespace())
    }

    /// Whether a word with this term may be the first half of another that is also written as two.
    pub fn is_half(&self, term: &str) -> bool {
        self.aparts.contains_key(term)
    }

    /// The term of the word that two words are, by a term of the first, and by whether the second has another.
    pub fn both(&self, first: &str, has: impl Fn(&str) -> bool) -> Option<&str> {
        self.aparts.get(first)?.iter().find(|(second, _)| has(second)).map(|(_, both)| both.as_str())
    }

    /// Whether a word, or what stands before its apostrophe, is a name and nothing else.
    pub fn is_name(&self, word: &str) -> bool {
        let is_capital = !self.names.is_empty() && word.starts_with(char::is_uppercase);
        is_capital && self.names.contains(word.split(APOSTROPHES).next().unwrap_or(word))
    }

    /// The folded root that stands for a folded one.
    pub fn root<'a>(&'a self, folded: &'a str) -> &'a str {
        self.roots.get(folded).map_or(folded, String::as_str)
    }

    /// The folded root that a folded word without a known one is made from, by its light stem.
    pub fn made_from(&self, word: &str, stem: &str) -> Option<&str> {
        if self.roots.is_empty() { None } else { self.roots.get(self.light(word, stem)).map(String::as_str) }
    }

    /// Whether the clitic may stand before `rest`.
    pub fn allows(&self, clitic: &str, rest: &str) -> bool {
        self.clitics.iter().all(|(own, letters)| own != clitic || rest.starts_with(|letter| letters.contains(letter)))
    }

    /// A stem without the longest prefix of the table. The clitics that the tokenizer has taken off the word may be a part of the prefix:
    /// of للدولة it leaves لدولة, and the prefix is لل.
    fn unprefixed<'a>(&self, word: &str, stem: &'a str) -> &'a str {
        let taken = word.strip_suffix(stem).unwrap_or("");
        let rest = |affix: &Affix| {
            let inside = affix.form.strip_prefix(taken).filter(|inside| !inside.is_empty());
            let rest = stem.strip_prefix(&affix.form[..]).or_else(|| stem.strip_prefix(inside?));
            rest.filter(|rest| fits(rest, affix.least))
        };
        self.prefixes.iter().find_map(rest).unwrap_or(stem)
    }

    /// The term of a folded word that means another thing than its root, by its stem or its light stem, and the light stem. A stem that
    /// without its suffix is another word has the term as its light stem: عربة (carriage), عرب (Arabs).
    pub fn sense<'a>(&'a self, word: &str, stem: &'a str) -> (Option<&'a str>, &'a str) {
        let light = self.light(word, stem);
        match (self.senses.get(light), self.senses.get(self.unprefixed(word, stem))) {
            (Some(own), other) => (Some(other.unwrap_or(own)), light),
            (None, Some(term)) => (Some(term), term),
            (None, None) => (None, light),
        }
    }

    /// The folded stem of a folded word, without the affixes of the table.
    pub fn light<'a>(&self, word: &str, stem: &'a str) -> &'a str {
        let mut light = self.unprefixed(word, stem);
        for _ in 0..self.rounds {
            let suffix = |affix: &&Affix| light.strip_suffix(&affix.form[..]).is_some_and(|rest| fits(rest, affix.least));
            match self.suffixes.iter().find(suffix) {
                Some(affix) => light = &light[..light.len() - affix.form.len()],
                None => break,
            }
        }
        light
    }
}

/// Whether at least so many letters stay.
fn fits(rest: &str, least: usize) -> bool {
    rest.chars().nth(least.saturating_sub(1)).is_some()
}

/// The affixes, folded, the longest first.
fn folded(affixes: &[Affix], folds: &Folds) -> Vec<Affix> {
    let folded = |affix: &Affix| Affix { form: folds.letters(&affix.form), least: affix.least };
    let mut affixes: Vec<Affix> = affixes.iter().map(folded).collect();
    affixes.sort_by_key(|affix| std::cmp::Reverse(affix.form.chars().count()));
    affixes
}
