//! The grammar forwards: from a root and the glosses of affixes to the word.
//!
//! The automaton that analyses a word also spells it: a path from a form of the root through one arc for each affix spells exactly what
//! the decoder writes for these units. So all such paths are followed side by side, and each that may end there gives a form. Usually
//! there is one; a root with two rows (koyun, a sheep, and koyun, a bosom) has two.
//!
//! A root that is not in the lexicon is inflected as an unknown stem, unless the grammar reads it as a root with affixes (gelmek,
//! kitaplık): then the new affixes follow those.

use std::collections::BTreeMap;

use super::analysis::ANALYSES;
use super::grammar::{Grammar, Part, UNKNOWN};
use super::pack::Root;
use super::phonology::{Before, Next};
use crate::text::{Class, class};
use crate::{Error, Result};

/// A path through the automaton, with what it has spelled so far in small letters.
#[derive(Clone)]
struct Way {
    spelled: String,
    node: u32,
    score: f32,
    /// The condition under which an unknown stem has this form, and whether it must hold for the next affix.
    asked: Option<(Before, bool)>,
}

/// A root as the caller has written it.
#[derive(Clone)]
struct Written<'a> {
    word: &'a str,
    small: String,
    /// Whether it has several capitals and no other letters.
    is_upper: bool,
    /// The apostrophe that stands before its first affix.
    apostrophe: Option<char>,
}

/// The ways behind a root and some affixes, and how to write the words.
#[derive(Clone)]
struct Inflection<'a> {
    grammar: &'a Grammar,
    written: Written<'a>,
    /// What stands so far, for errors: the root and the glosses.
    names: Vec<String>,
    ways: Vec<Way>,
    /// Whether the apostrophe has been written.
    is_apart: bool,
}

impl Grammar {
    /// The forms of a root with affixes, which are named by their glosses, the most probable form first.
    ///
    /// # Errors
    /// [`Error::Argument`] if an affix does not exist or may not follow, or the word may not end there: with the affixes that may follow.
    pub fn inflections(&self, root: &str, glosses: &[String]) -> Result<Vec<String>> {
        let inflection = self.inflected(root, glosses)?;
        let forms = inflection.forms();
        match forms.is_empty() {
            true => Err(Error::Argument(format!("no word ends behind {}; {}", inflection.names.join(" + "), inflection.advice()))),
            false => Ok(forms),
        }
    }

    /// The affixes that may follow a root with affixes, in the order of their table, each with the forms of the word that ends in it; none
    /// if no word ends there.
    ///
    /// # Errors
    /// As [`Grammar::inflections`].
    pub fn paradigm(&self, root: &str, glosses: &[String]) -> Result<Vec<(String, Vec<String>)>> {
        let inflection = self.inflected(root, glosses)?;
        let next = |affix: u16| (self.pack.affixes[affix as usize].gloss.clone(), inflection.behind(affix).forms());
        Ok(inflection.followers().into_iter().map(next).collect())
    }

    /// The ways behind a root and affixes. A word without a row is read as a root with affixes, and else as an unknown stem.
    fn inflected<'a>(&'a self, root: &'a str, glosses: &[String]) -> Result<Inflection<'a>> {
        let casing = &self.pack.casing;
        let (word, apostrophe) = match root.strip_suffix(|sign| casing.sets_apart(sign)) {
            Some(word) => (word, root.chars().next_back()),
            None => (root, None),
        };
        if word.is_empty() || word.contains(|letter: char| letter.is_whitespace() || casing.sets_apart(letter)) {
            return Err(Error::Argument(format!("{root:?} is not a root; give one word without affixes")));
        }
        let small: String = word.chars().map(|letter| casing.small(letter).unwrap_or(letter)).collect();
        let is_upper = word.chars().nth(1).is_some() && word.chars().all(|letter| casing.small(letter).is_some());
        let has_capital = word.chars().any(|letter| casing.small(letter).is_some());
        let is_word = word.chars().all(|letter| class(letter) == Class::Letter);
        let mut rows = self.rows(&small);
        let is_apart = |class: &str| self.pack.apart.iter().any(|known| known == class);
        // A name: it has a row of a class that takes an apostrophe, or no row at all and is written with a capital or a digit.
        let is_name = (has_capital || !is_word)
            && if rows.is_empty() { is_apart(UNKNOWN) } else { rows.iter().any(|(_, root)| is_apart(self.pack.class(root))) };
        if is_name {
            rows.retain(|(_, root)| is_apart(self.pack.class(root)));
        }
        // What is read letter by letter or as a number is set apart from every affix, a name from inflection alone.
        let first = glosses.first().and_then(|gloss| self.affix(gloss));
        let is_inflected = first.is_some_and(|affix| self.pack.affixes[affix as usize].is_inflection);
        let own = (is_name && (is_inflected || is_upper || !is_word)).then_some(casing.joining.own());
        let name = rows.first().map_or(word, |(_, root)| self.pack.lemma(root)).to_owned();
        let ways: Vec<Way> = rows.iter().flat_map(|row| self.root_ways(row.0)).collect();
        let written = Written { word, small, is_upper, apostrophe: apostrophe.or(own) };
        let start = Inflection { grammar: self, written, names: vec![name], ways, is_apart: false };
        if !rows.is_empty() {
            return start.with(glosses);
        }
        let stem = Inflection { ways: self.stem_ways(&start.written.small, is_name), ..start.clone() };
        let derived = if is_name { Vec::new() } else { self.derived(&start) };
        let mut tried = derived.into_iter().map(|derived| derived.with(glosses));
        match tried.next() {
            None => stem.with(glosses),
            Some(first) => first.or_else(|error| tried.find_map(Result::ok).map_or_else(|| stem.with(glosses).map_err(|_| error), Ok)),
        }
    }

    /// A word that is no lemma as a root with affixes, the best analysis first: düdükle is düdük with the affix of a verb, though mostly
    /// with that of a case.
    fn derived<'a>(&'a self, start: &Inflection<'a>) -> Vec<Inflection<'a>> {
        let small = &start.written.small;
        let (_, analyses) = self.best_analyses(small, small, ANALYSES, |part| part);
        analyses.iter().filter_map(|analysis| self.derived_by(&analysis.parts, start)).collect()
    }

    /// The inflection behind the parts of an analysis, if they are a root and affixes.
    fn derived_by<'a>(&'a self, parts: &[(Part, usize)], start: &Inflection<'a>) -> Option<Inflection<'a>> {
        let (&(Part::Root(row), _), affixes) = parts.split_first()? else { return None };
        let lemma = self.pack.lemma(&self.pack.roots[row as usize]).to_owned();
        let root = Inflection { names: vec![lemma], ways: self.root_ways(row), ..start.clone() };
        affixes.iter().try_fold(root, |inflection, &(part, _)| match part {
            Part::Affix(affix) => Some(inflection.behind(affix)),
            Part::Root(row) => Some(inflection.joined(row)),
            _ => None,
        })
    }

    fn affix(&self, gloss: &str) -> Option<u16> {
        self.pack.affixes.iter().position(|affix| affix.gloss == gloss).map(|affix| affix as u16)
    }

    /// The rows of a lemma.
    fn rows(&self, lemma: &str) -> Vec<(u32, &Root)> {
        let roots = &self.pack.roots;
        let first = if self.pack.is_sorted { roots.partition_point(|root| self.pack.lemma(root) < lemma) } else { 0 };
        let numbered = (0..).zip(roots).skip(first);
        let is_near = |(_, root): &(u32, &Root)| !self.pack.is_sorted || self.pack.lemma(root) == lemma;
        numbered.take_while(is_near).filter(|(_, root)| self.pack.lemma(root) == lemma).collect()
    }

    /// The ways behind the forms of a row of the lexicon.
    fn root_ways(&self, row: u32) -> Vec<Way> {
        let mut surfaces: Vec<&str> = self.pack.roots[row as usize].unit.realised.surfaces().collect();
        surfaces.sort_unstable();
        surfaces.dedup();
        let way = |surface: &str| {
            self.starts_of(surface, row).map(|(node, score)| Way { spelled: surface.to_owned(), node, score, asked: None }).collect()
        };
        surfaces.into_iter().flat_map(|surface| -> Vec<Way> { way(surface) }).collect()
    }

    /// The ways behind a stem that is not in the lexicon. Stems of two syllables or more change as the flags of unknown stems say, except
    /// names, and stems on two consonants of one named class (baheşt).
    fn stem_ways(&self, stem: &str, is_name: bool) -> Vec<Way> {
        let ways = |spelled: &str, asked: Option<(Before, bool)>| -> Vec<Way> {
            // Behind an apostrophe any affix may follow, without one only those that are hardly the end of an unknown stem.
            let nodes = self.unknown_nodes(self.pack.read_with_features(spelled)).iter();
            let free = nodes.map(|&node| self.automaton.nodes[node as usize].apart.unwrap_or(node));
            free.map(|node| Way { spelled: spelled.to_owned(), node, score: 0.0, asked }).collect()
        };
        let syllables = stem.chars().filter(|&letter| self.pack.phonology.is_vowel(letter)).count();
        let class = |letter: char| self.pack.phonology.consonants.get(&letter).copied().filter(|&class| class > 0);
        let mut letters = stem.chars().rev().map(class);
        let (last, before) = (letters.next().flatten(), letters.next().flatten());
        let is_fixed = is_name || last.is_some() && last == before;
        let changes = self.pack.unknown_changes.iter().filter(|_| !is_fixed && syllables > 1);
        let mut changed = changes.filter_map(|(flag, before)| Some((self.pack.changed(stem, flag.change?, flag)?, *before)));
        match changed.next() {
            Some((form, before)) => [ways(&form, Some((before, true))), ways(stem, Some((before, false)))].concat(),
            None => ways(stem, None),
        }
    }
}

impl<'a> Inflection<'a> {
    /// The inflection with more affixes.
    fn with(self, glosses: &[String]) -> Result<Self> {
        glosses.iter().try_fold(self, |inflection, gloss| {
            let affix = inflection.grammar.affix(gloss);
            affix.map(|affix| inflection.behind(affix)).filter(|next| !next.ways.is_empty()).ok_or_else(|| {
                let known = if affix.is_some() { "may not follow" } else { "is no affix; it cannot follow" };
                Error::Argument(format!("{gloss:?} {known} {}; {}", inflection.names.join(" + "), inflection.advice()))
            })
        })
    }

    /// The inflection with one more affix; it has no ways if the affix may not follow.
    fn behind(&self, affix: u16) -> Inflection<'a> {
        let Grammar { automaton, pack, .. } = self.grammar;
        let (phonology, unit) = (&pack.phonology, &pack.affixes[affix as usize].unit);
        let is_apart = self.is_apart || self.written.apostrophe.is_some();
        let mut ways = Vec::new();
        for way in &self.ways {
            let mut node = Some(way.node);
            let mut spelled = way.spelled.clone();
            if is_apart && !self.is_apart {
                node = automaton.nodes[way.node as usize].apart;
                spelled.push('\'');
            }
            let Some(node) = node else { continue };
            let node = &automaton.nodes[node as usize];
            let is_before = |before| phonology.is_before(before, pack.unknown_features, node.context, Next::only(Some(unit)));
            if way.asked.is_some_and(|(before, holds)| is_before(before) != holds) {
                continue;
            }
            for arc in &automaton.arcs[node.arcs.start as usize..node.arcs.end as usize] {
                let form = &automaton.forms[arc.form as usize];
                if form.affix == affix {
                    let spelled = spelled.clone() + &form.text();
                    ways.push(Way { spelled, node: arc.next, score: way.score + arc.score, asked: None });
                }
            }
        }
        let mut names = self.names.clone();
        names.push(pack.affixes[affix as usize].gloss.clone());
        Inflection { names, ways, is_apart, ..self.clone() }
    }

    /// The inflection with another root of the same word.
    fn joined(&self, row: u32) -> Inflection<'a> {
        let root = &self.grammar.pack.roots[row as usize];
        let may_join = |way: &&Way| self.grammar.automaton.nodes[way.node as usize].ahead.joints >> root.class & 1 == 1;
        let behind = |way: &Way| {
            let joined = self.grammar.root_ways(row).into_iter();
            joined.map(|root| Way { spelled: way.spelled.clone() + &root.spelled, ..root }).collect::<Vec<_>>()
        };
        let ways = self.ways.iter().filter(may_join).flat_map(behind).collect();
        let mut names = self.names.clone();
        names.push(self.grammar.pack.lemma(root).to_owned());
        Inflection { names, ways, ..self.clone() }
    }

    /// The forms of the word if it ends here, the most probable first.
    fn forms(&self) -> Vec<String> {
        let automaton = &self.grammar.automaton;
        let mut best: BTreeMap<String, f32> = BTreeMap::new();
        let is_end = |way: &&Way| automaton.nodes[way.node as usize].ahead.is_end && way.asked.is_none_or(|(_, holds)| !holds);
        for way in self.ways.iter().filter(is_end) {
            let score = way.score + self.grammar.end_score(way.node);
            let known = best.entry(self.write(&way.spelled)).or_insert(f32::NEG_INFINITY);
            *known = known.max(score);
        }
        let mut forms: Vec<(String, f32)> = best.into_iter().collect();
        forms.sort_by(|one, other| other.1.total_cmp(&one.1));
        forms.into_iter().map(|(form, _)| form).collect()
    }

    /// What has been spelled, with the capitals and the apostrophe of the caller. Letters that the root keeps are written as they were.
    fn write(&self, spelled: &str) -> String {
        let Written { word, small, is_upper, apostrophe } = &self.written;
        let casing = &self.grammar.pack.casing;
        let kept = small.chars().zip(spelled.chars()).take_while(|(one, other)| one == other).count();
        let mut written: String = word.chars().take(kept).collect();
        let mut is_capital = *is_upper;
        for letter in spelled.chars().skip(kept) {
            if letter == '\'' {
                written.extend(apostrophe);
                is_capital = false;
            } else {
                written.push(casing.capital(letter).filter(|_| is_capital).unwrap_or(letter));
            }
        }
        written
    }

    /// The affixes that may follow, in the order of their table.
    fn followers(&self) -> Vec<u16> {
        (0..self.grammar.pack.affixes.len() as u16).filter(|&affix| !self.behind(affix).ways.is_empty()).collect()
    }

    /// Which affixes may follow, for an error.
    fn advice(&self) -> String {
        let followers: Vec<&str> =
            self.followers().into_iter().map(|affix| self.grammar.pack.affixes[affix as usize].gloss.as_str()).collect();
        match followers.is_empty() {
            true => "nothing may follow".into(),
            false => format!("there may follow {}", followers.join(", ")),
        }
    }
}
