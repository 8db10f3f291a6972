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
//! Which stems a chain follows (`after`) is a set of kinds of last syllables: open, closed by ㄹ or by another consonant, each with a bright
//! vowel (ㅏ, ㅑ, ㅗ) or a dark one, and 하. Time is linear in the length of the word, because units and chains have a greatest length.

use rustc_hash::FxHashMap;

use crate::Result;
use crate::files::tsv::{Place, rows};

const COLUMNS: [&str; 4] = ["kind", "text", "after", "cost"];
/// The kinds of last syllables, in the order of the bits of `after`.
const LAST: [&str; 7] = ["open bright", "open dark", "l bright", "l dark", "closed bright", "closed dark", "ha"];
/// The costs of a syllable that no unit is, and of a word that is a chain without a stem, in nats (docs/design/search.md).
const UNKNOWN: f32 = 25.0;
const NO_STEM: f32 = 1.0;
/// The cost of what is not possible.
const NEVER: f32 = f32::INFINITY;

/// What a word consists of.
#[derive(Debug, PartialEq)]
pub struct Split {
    /// The units of the stem, from left to right; none if the word is a chain alone.
    pub units: Vec<String>,
    /// Whether the last unit is a verb.
    pub is_verb: bool,
}

impl Split {
    /// The stem: all units together.
    pub fn stem(&self) -> String {
        self.units.concat()
    }

    /// The units that carry content. Single syllables side by side are one unknown word, such as the name 임종석, but for a verb without
    /// content behind them: of 작곡하다 it is 작곡.
    pub fn content(&self, is_function: impl Fn(&str) -> bool) -> Vec<String> {
        let mut content: Vec<String> = Vec::new();
        let mut follows_single = false;
        for (at, unit) in self.units.iter().enumerate() {
            let is_single = unit.chars().nth(1).is_none();
            let is_light_verb = self.is_verb && at + 1 == self.units.len() && is_function(unit);
            match content.last_mut() {
                Some(run) if is_single && follows_single && !is_light_verb => run.push_str(unit),
                _ => content.push(unit.clone()),
            }
            follows_single = is_single;
        }
        content.retain(|unit| !is_function(unit));
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
}

/// Units and chains with their costs.
#[derive(Debug, Default)]
pub struct Units {
    /// In the order of the table: of two ways that cost the same, the first is taken.
    mergers: Vec<Merger>,
    nouns: FxHashMap<Box<str>, f32>,
    verbs: FxHashMap<Box<str>, f32>,
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
        for (line, [kind, text, after, cost]) in rows(name, content, &COLUMNS)? {
            let place = Place(name, line);
            let cost = match cost.parse::<f32>() {
                Ok(cost) if cost.is_finite() && cost >= 0.0 => cost,
                _ => return Err(place.error(format!("the cost {cost:?} is not a number of 0 or more"))),
            };
            let syllables = text.chars().count();
            match kind {
                "noun" | "verb" => {
                    units.longest_unit = units.longest_unit.max(syllables);
                    let costs = if kind == "noun" { &mut units.nouns } else { &mut units.verbs };
                    costs.insert(text.into(), cost);
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
                _ => return Err(place.error(format!("unknown kind {kind:?}; known are noun, verb, particle, ending, merger"))),
            }
        }
        Ok(units)
    }

    /// The units of a word, or nothing if a character is no Hangul syllable.
    pub fn split(&self, word: &str) -> Option<Split> {
        let syllables: Vec<Syllable> = word.chars().map(Syllable::new).collect::<Option<_>>()?;
        let nouns = self.cheapest_nouns(word, syllables.len());
        let mut best = Best { cost: NEVER, nouns: 0, verb: None };
        for start in syllables.len().saturating_sub(self.longest_chain)..=syllables.len() {
            self.with_chain(word, &syllables, start, &nouns, &mut best);
        }
        if best.cost == NEVER {
            return Some(Split { units: vec![word.to_owned()], is_verb: false });
        }
        let mut units = Vec::new();
        let mut end = best.nouns;
        while end > 0 {
            units.push(part(word, nouns[end].1, end).to_owned());
            end = nouns[end].1;
        }
        units.reverse();
        let is_verb = best.verb.is_some();
        units.extend(best.verb);
        Some(Split { units, is_verb })
    }

    /// For each number of syllables, the least cost of the nouns that fill them, and where the last noun begins.
    fn cheapest_nouns(&self, word: &str, count: usize) -> Vec<(f32, usize)> {
        let mut cheapest = vec![(0.0, 0)];
        for end in 1..=count {
            let ways = (end.saturating_sub(self.longest_unit)..end).map(|start| {
                let unknown = if start + 1 == end { UNKNOWN } else { NEVER };
                (cheapest[start].0 + self.nouns.get(part(word, start, end)).copied().unwrap_or(unknown), start)
            });
            let best = ways.fold((NEVER, end - 1), |best, way| if way.0 < best.0 { way } else { best });
            cheapest.push(best);
        }
        cheapest
    }

    /// Tries the chains that begin at the syllable `start`, or inside the one before it.
    fn with_chain(&self, word: &str, syllables: &[Syllable], start: usize, nouns: &[(f32, usize)], best: &mut Best) {
        let rest = &word[start * 3..];
        let Some(last) = start.checked_sub(1).map(|last| syllables[last]) else {
            if let Some(chain) = self.particles.get(rest) {
                best.improve(NO_STEM + chain.cost, 0, None);
            }
            return;
        };
        let fits = |chain: &&Chain| chain.after & last.kind() != 0;
        if let Some(chain) = self.particles.get(rest).filter(fits) {
            best.improve(nouns[start].0 + chain.cost, start, None);
        }
        if let Some(chain) = self.endings.get(rest).filter(fits) {
            self.with_verb(word, start, last, chain.cost, nouns, best);
        }
        if let Some(consonant) = last.coda.checked_sub(1).map(|coda| CODAS[coda as usize])
            && let Some(chain) = self.endings.get(&*format!("{consonant}{rest}"))
        {
            self.with_verb(word, start, Syllable { coda: 0, ..last }, chain.cost, nouns, best);
        }
        for merger in &self.mergers {
            if let Some(stem) = merger.stem_of(last)
                && let Some(chain) = self.endings.get(&*format!("{}{rest}", merger.ending))
            {
                self.with_verb(word, start, stem, chain.cost, nouns, best);
            }
        }
    }

    /// Tries the verbs that end before the syllable `start`, whose last syllable is `last` without what the ending has changed.
    fn with_verb(&self, word: &str, start: usize, last: Syllable, ending: f32, nouns: &[(f32, usize)], best: &mut Best) {
        let stem = format!("{}{}", &word[..(start - 1) * 3], last.character());
        for verb in start.saturating_sub(self.longest_unit)..start {
            if let Some(cost) = self.verbs.get(&stem[verb * 3..]) {
                best.improve(nouns[verb].0 + cost + ending, verb, Some(&stem[verb * 3..]));
            }
        }
    }
}

/// The names of the bits of `after`, for an error.
fn kinds_of_last() -> String {
    let named: Vec<String> = LAST.iter().enumerate().map(|(bit, name)| format!("{} ({name})", 1 << bit)).collect();
    named.join(", ")
}

/// Some syllables of a word; each has three bytes.
fn part(word: &str, start: usize, end: usize) -> &str {
    &word[start * 3..end * 3]
}

/// The cheapest way found: how many syllables are nouns, and the verb behind them.
struct Best {
    cost: f32,
    nouns: usize,
    verb: Option<String>,
}

impl Best {
    fn improve(&mut self, cost: f32, nouns: usize, verb: Option<&str>) {
        if cost < self.cost {
            *self = Best { cost, nouns, verb: verb.map(str::to_owned) };
        }
    }
}

/// The last consonants of syllables, in the order of Unicode.
const CODAS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ', 'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ',
    'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];
/// The numbers of the bright vowels ㅏ, ㅑ and ㅗ.
const BRIGHT: [u32; 3] = [0, 2, 8];
/// The number of the last consonant ㄹ, and that of the first consonant ㅇ, which stands for none.
const L: u32 = 8;
const NONE: u32 = 11;

/// A Hangul syllable: the numbers of its first consonant, its vowel and its last consonant.
#[derive(Clone, Copy, Debug)]
struct Syllable {
    first: u32,
    vowel: u32,
    coda: u32,
}

impl Syllable {
    fn new(character: char) -> Option<Self> {
        let number = u32::from(character).checked_sub(0xac00).filter(|&number| number < 11_172)?;
        Some(Syllable { first: number / 588, vowel: number / 28 % 21, coda: number % 28 })
    }

    fn character(self) -> char {
        char::from_u32(0xac00 + (self.first * 21 + self.vowel) * 28 + self.coda).unwrap_or('가')
    }

    /// Its bit of `after`.
    fn kind(self) -> u8 {
        if self.character() == '하' {
            return 1 << 6;
        }
        let is_dark = u8::from(!BRIGHT.contains(&self.vowel));
        let closed_by = match self.coda {
            0 => 0,
            L => 2,
            _ => 4,
        };
        1 << (closed_by + is_dark)
    }
}
