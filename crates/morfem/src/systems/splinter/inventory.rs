//! Which units a language has, and what the ids of a vocabulary stand for.

use super::affix::Affix;
use super::alphabet::{Alphabet, Sign};
use super::reduction::{Reduction, Reductions};
use super::unit::{POINTED, Unit};
use crate::vocab::{Kind, Vocabulary};

/// What a language has: its signs and the affixes that are units.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    pub alphabet: Alphabet,
    pub prefixes: Vec<Affix>,
    pub suffixes: Vec<Vec<u8>>,
    /// Beginnings of stems that are units, and which of them are roots.
    pub stems: Vec<Vec<u8>>,
    pub is_root: Vec<bool>,
    /// Runs of letters inside stems that are units.
    pub pieces: Vec<Vec<u8>>,
    /// Patterns that are units, with [`SLOT`] for the letters of a root.
    pub patterns: Vec<Vec<u8>>,
}

impl Inventory {
    /// The units that every vocabulary of the language has: no stems, pieces and patterns.
    pub fn without_words(&self) -> Self {
        let (prefixes, suffixes) = (self.prefixes.clone(), self.suffixes.clone());
        Inventory { alphabet: self.alphabet.clone(), prefixes, suffixes, ..Inventory::default() }
    }

    /// The kind of a unit and what the vocabulary has for it; nothing for specials and bytes.
    pub fn name(&self, unit: Unit) -> Option<(Kind, String)> {
        let letter = |number: u8| self.alphabet.letter(number);
        let spelled = |letters: &[u8]| letters.iter().map(|&number| letter(number)).collect::<String>();
        Some(match unit {
            Unit::Special | Unit::Byte => return None,
            Unit::Join => (Kind::Mark, "<join>".into()),
            Unit::Title => (Kind::Mark, "<title>".into()),
            Unit::Upper => (Kind::Mark, "<upper>".into()),
            Unit::Typed(way) => (Kind::Mark, format!("<{}>", letter(self.alphabet.typed()[way as usize].letter))),
            Unit::Shaped => (Kind::Mark, "<shaped>".into()),
            Unit::Prefix(affix) => {
                let Affix { letters, takes } = &self.prefixes[affix as usize];
                let taken = takes.map(|taken| format!("[{}]", letter(taken))).unwrap_or_default();
                (Kind::Affix, format!("{}{taken}-", spelled(letters)))
            }
            Unit::Start(number) => (Kind::Subword, format!(" {}", letter(number))),
            Unit::Letter(number) => (Kind::Subword, letter(number).to_string()),
            Unit::Stem(stem) => {
                let kind = if self.is_root[stem as usize] { Kind::Root } else { Kind::Stem };
                (kind, format!(" {}", spelled(&self.stems[stem as usize])))
            }
            Unit::Piece(piece) => (Kind::Subword, spelled(&self.pieces[piece as usize])),
            Unit::Pattern(pattern) => {
                (Kind::Pattern, self.patterns[pattern as usize].iter().map(|&number| self.alphabet.sign_of_pattern(number)).collect())
            }
            Unit::Reduction(_) | Unit::Point { .. } => (Kind::Pattern, numbered_name(&self.alphabet, unit)?),
            Unit::Behind(mark) => (Kind::Symbol, self.alphabet.marks()[mark as usize].to_string()),
            Unit::Suffix(affix) => (Kind::Affix, format!("-{}", spelled(&self.suffixes[affix as usize]))),
        })
    }
}

/// The name of a reduction or a point.
fn numbered_name(alphabet: &Alphabet, unit: Unit) -> Option<String> {
    match unit {
        Unit::Reduction(Reduction { position, letter }) => Some(format!("{position}:{}", alphabet.letter(letter))),
        Unit::Point { index, mark } => Some(format!("{index}={}", alphabet.marks()[mark as usize])),
        _ => None,
    }
}

/// Every unit of a vocabulary but specials and bytes: marks, letters, affixes, stems, patterns, reductions, points.
pub fn all_units(inventory: &Inventory, reductions: Option<&Reductions>) -> Vec<Unit> {
    let alphabet = &inventory.alphabet;
    let letters = 0..alphabet.len() as u8;
    let mut units = vec![Unit::Join];
    if alphabet.has_capitals() {
        units.extend([Unit::Title, Unit::Upper]);
    }
    units.extend((0..alphabet.typed().len() as u8).map(Unit::Typed));
    units.extend((!alphabet.shapes.is_empty()).then_some(Unit::Shaped));
    units.extend(letters.clone().map(Unit::Start));
    units.extend(letters.map(Unit::Letter));
    units.extend((0..inventory.prefixes.len() as u16).map(Unit::Prefix));
    units.extend((0..inventory.suffixes.len() as u16).map(Unit::Suffix));
    units.extend((0..inventory.stems.len() as u32).map(Unit::Stem));
    units.extend((0..inventory.pieces.len() as u32).map(Unit::Piece));
    units.extend((0..inventory.patterns.len() as u32).map(Unit::Pattern));
    if let Some(reductions) = reductions {
        units.extend(reductions.all().into_iter().map(Unit::Reduction));
    }
    let marks = 0..alphabet.marks().len() as u8;
    let (spelled, others): (Vec<u8>, Vec<u8>) = marks.partition(|&mark| alphabet.is_spelled(mark));
    units.extend(points_of(&others));
    units.extend(spelled.into_iter().map(Unit::Behind));
    units
}

/// The points of every letter that may have some.
pub fn points_of(marks: &[u8]) -> impl Iterator<Item = Unit> {
    (0..POINTED as u8).flat_map(|index| marks.iter().map(move |&mark| Unit::Point { index, mark }))
}

/// What the unmerged ids of a vocabulary stand for.
///
/// # Errors
/// A sentence that names the token that stands for nothing. Stems and patterns are added to the language.
pub fn units_of(inventory: &mut Inventory, vocabulary: &Vocabulary) -> std::result::Result<Vec<Unit>, String> {
    let Inventory { alphabet, prefixes, suffixes, stems, is_root, pieces, patterns } = inventory;
    is_root.clear();
    [&mut *stems, &mut *pieces, &mut *patterns].into_iter().for_each(Vec::clear);
    let sign = |sign: char| alphabet.number(sign);
    let letter = |text: &str| text.chars().next().filter(|first| first.len_utf8() == text.len()).and_then(sign);
    let spelled = |text: &str| -> Option<Vec<u8>> { text.chars().map(sign).collect() };
    let number = |found: Option<usize>| found.map(|affix| affix as u16);
    let prefix = |text: &str| {
        let affix = Affix::read(text, sign)?;
        number(prefixes.iter().position(|known| *known == affix))
    };
    let suffix = |text: &str| {
        let letters = spelled(text)?;
        number(suffixes.iter().position(|known| *known == letters))
    };
    let mut unit = |id: u32| {
        let text = std::str::from_utf8(vocabulary.bytes(id)).unwrap_or_default();
        match vocabulary.kind(id) {
            Kind::Special => Some(Unit::Special),
            Kind::Byte => Some(Unit::Byte),
            Kind::Mark => match text {
                "<join>" => Some(Unit::Join),
                "<title>" => Some(Unit::Title),
                "<upper>" => Some(Unit::Upper),
                "<shaped>" if !alphabet.shapes.is_empty() => Some(Unit::Shaped),
                _ => {
                    let typed = letter(text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or_default());
                    (0..).zip(alphabet.typed()).find(|(_, row)| Some(row.letter) == typed).map(|(way, _)| Unit::Typed(way))
                }
            },
            Kind::Affix => match (text.strip_suffix('-'), text.strip_prefix('-')) {
                (Some(text), _) => prefix(text).map(Unit::Prefix),
                (_, Some(text)) => suffix(text).map(Unit::Suffix),
                _ => None,
            },
            // Of ئی no letter is written as it is in the root: its pattern has silent slots alone.
            Kind::Pattern if text.contains(['_', '.']) => {
                let parts = text.chars().map(|sign| alphabet.read_pattern(sign));
                parts.collect::<Option<Vec<u8>>>().map(|pattern| {
                    patterns.push(pattern);
                    Unit::Pattern(patterns.len() as u32 - 1)
                })
            }
            // Only the name that it is given.
            Kind::Pattern => numbered(alphabet, text).filter(|&unit| numbered_name(alphabet, unit).is_some_and(|name| name == text)),
            kind @ (Kind::Root | Kind::Stem) => text.strip_prefix(' ').and_then(spelled).map(|stem| {
                stems.push(stem);
                is_root.push(kind == Kind::Root);
                Unit::Stem(stems.len() as u32 - 1)
            }),
            _ => match text.strip_prefix(' ') {
                Some(text) => letter(text).map(Unit::Start),
                None if text.chars().nth(1).is_none() => text.chars().next().and_then(|first| match alphabet.sign(first) {
                    Sign::Letter(letter) => Some(Unit::Letter(letter)),
                    Sign::Mark(mark) if alphabet.is_spelled(mark) => Some(Unit::Behind(mark)),
                    _ => None,
                }),
                None => spelled(text).map(|piece| {
                    pieces.push(piece);
                    Unit::Piece(pieces.len() as u32 - 1)
                }),
            },
        }
    };
    (0..vocabulary.unmerged() as u32)
        .map(|id| unit(id).ok_or_else(|| format!("{:?} is not a {} of this alphabet", vocabulary.token(id), vocabulary.kind(id).name())))
        .collect()
}

/// The reduction or point with a name, as [`Inventory::name`] gives it.
fn numbered(alphabet: &Alphabet, name: &str) -> Option<Unit> {
    if let Some((position, letter)) = name.split_once(':') {
        let letter = alphabet.number(letter.chars().next()?)?;
        let position: i8 = position.parse().ok().filter(|position: &i8| position.unsigned_abs() as usize <= super::MAX_WORD)?;
        return Some(Unit::Reduction(Reduction { position, letter }));
    }
    let (index, mark) = name.split_once('=')?;
    match alphabet.sign(mark.chars().next()?) {
        Sign::Mark(mark) => Some(Unit::Point { index: index.parse().ok().filter(|&index: &u8| (index as usize) < POINTED)?, mark }),
        _ => None,
    }
}
