//! From a chunk to units.
//!
//! A chunk is cut into runs of the language's letters, with the marks behind them, and what stands between. What stands between is written
//! in bytes. A run is cut into parts of one case, small, with a first capital, or in capitals, and each is written as a word: its letters,
//! without marks and capitals, linearised, then its marks. A part of more than [`MAX_WORD`] letters is written letter by letter, which is
//! linear; so is one with vowel points where the alphabet says so, each point behind its letter.
//!
//! The ids of a chunk depend on it and on whether a space would be implied after what stands to its left.

use rustc_hash::FxHashMap;

use super::MAX_WORD;
use super::alphabet::Sign;
use super::dictionary::{Dictionary, Reading};
use super::grammar::{Analysis, Grammar, Method};
use super::inventory::{Inventory, all_units, units_of};
use super::joined::{Joints, joined_from};
use super::packed::{Packed, Table};
use super::pieces;
use super::reduction::{LEAST, Reduction, Reductions, position};
use super::root::Root;
use super::unit::{POINTED, Unit};
use super::word::{Prepared, Word};
use super::writer::{TaggedText, Writer};
use crate::surface::marks::SpaceBefore;
use crate::surface::{Case, MarkEncoder};
use crate::vocab::Vocabulary;

/// A model, ready to encode.
pub struct Encoder {
    pub inventory: Inventory,
    pub method: Method,
    dictionary: Dictionary,
    /// Number of ids that are joined from units.
    pub joined: usize,
    /// What each unmerged id stands for.
    units: Vec<Unit>,
    /// Whether each id is joined from a pattern, and from a prefix.
    has_pattern: Vec<bool>,
    has_prefix: Vec<bool>,
    ids: Ids,
    marks: MarkEncoder,
}

/// The ids of units that every vocabulary has.
struct Ids {
    starts: Vec<u32>,
    letters: Vec<u32>,
    /// Of each way in which a word may be typed.
    typed: Vec<u32>,
    shaped: u32,
    /// By letter of the word, then mark.
    points: Vec<u32>,
    /// Of each mark behind the letter before it.
    behind: Vec<u32>,
    /// By position, then letter.
    reductions: Vec<u32>,
    /// Of each form of prefixes, and of suffixes.
    prefixes: Vec<Vec<u32>>,
    suffixes: Vec<Vec<u32>>,
}

/// Buffers of an encoder.
#[derive(Default)]
pub struct SplinterBuffers {
    word: Word,
    reduced: Reduced,
    pieces: pieces::PieceBuffers,
    prepared: Prepared,
}

impl SplinterBuffers {
    /// Forgets the prepared words.
    pub fn forget(&mut self) {
        self.prepared.forget();
    }
}

/// The reductions of a word.
#[derive(Clone, Default, Debug)]
pub struct Reduced {
    /// Places of the residue in the word.
    pub residue: Vec<usize>,
    /// What was taken out, first to last, with its place in the word.
    pub taken: Vec<(Reduction, usize)>,
    left: Vec<u8>,
}

impl Reduced {
    /// Reduces a word; the last letter is the form it has inside a word.
    pub fn find(&mut self, reductions: &Reductions, word: &[u8]) {
        self.residue.clear();
        self.residue.extend(0..word.len());
        self.taken.clear();
        if word.len() > MAX_WORD {
            return;
        }
        self.left.clear();
        self.left.extend_from_slice(word);
        while self.left.len() > LEAST
            && let Some(place) = reductions.next(&self.left)
        {
            let reduction = Reduction { position: position(place, self.left.len()), letter: self.left.remove(place) };
            self.taken.push((reduction, self.residue.remove(place)));
        }
    }
}

impl Encoder {
    /// A model over a vocabulary.
    ///
    /// # Errors
    /// A sentence that says which token is none of the language, or which unit has no id.
    pub fn new(mut inventory: Inventory, method: Method, vocabulary: &Vocabulary) -> Result<Self, String> {
        let units = units_of(&mut inventory, vocabulary)?;
        super::unit::check_joined(&units, vocabulary)?;
        let alphabet = &inventory.alphabet;
        let reading = |word: &[u8]| match &method {
            Method::Units(grammar) => {
                let Analysis { cut, root } = grammar.analyze(alphabet, word);
                let is_typed = grammar.clitics.packed(word).is_some_and(|packed| grammar.clitics.typed.has(packed));
                let is_whole = cut.stem.len() == word.len() && !is_typed;
                let root = root.filter(|root| is_whole && !root.is_bare(alphabet, word));
                let halves = root.map(|root| [root.letters(alphabet, word).collect(), root.pattern(alphabet, word).collect()]);
                Reading { is_whole, halves }
            }
            Method::Reductions(_) => Reading { is_whole: true, halves: None },
        };
        let dictionary = Dictionary::new(&inventory, &units, vocabulary, reading);
        let mut ids = FxHashMap::default();
        // What the dictionary has needs no place here.
        let is_listed = |unit: &Unit| matches!(unit, Unit::Special | Unit::Byte | Unit::Stem(_) | Unit::Piece(_) | Unit::Pattern(_));
        ids.extend(units.iter().copied().zip(0..).filter(|(unit, _)| !is_listed(unit)));
        let joined = vocabulary.len() - units.len();
        for unit in all_units(&inventory, method.reductions()) {
            if !is_listed(&unit) && !ids.contains_key(&unit) {
                let name = inventory.name(unit).map(|name| name.1).unwrap_or_default();
                return Err(format!("the unit {name} has no id"));
            }
        }
        let marks = [Unit::Join, Unit::Title, Unit::Upper].map(|mark| ids.get(&mark).copied().unwrap_or(u32::MAX));
        let marks = MarkEncoder::new(vocabulary, marks, None);
        let ids = Ids::new(&inventory, &method, &dictionary, &ids);
        let parts = (units.len() as u32..vocabulary.len() as u32).map(|id| vocabulary.units(id).unwrap_or_default().to_vec());
        let (has_pattern, has_prefix) = joined_from(&units, parts);
        Ok(Encoder { inventory, method, dictionary, joined, units, has_pattern, has_prefix, ids, marks })
    }

    /// What an unmerged id stands for.
    pub fn unit(&self, id: u32) -> Option<Unit> {
        self.units.get(id as usize).copied()
    }

    /// Number of ids that are not merged.
    pub fn unmerged(&self) -> usize {
        self.units.len()
    }

    /// Whether a word implies a space after `text`.
    #[inline]
    pub fn implies_space(&self, text: &[u8]) -> bool {
        self.inventory.alphabet.spacing.implies_space(text)
    }

    /// Reads the words that chunks begin with, and fetches from memory what is known of them, so that they wait for it together.
    pub fn prepare(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut SplinterBuffers) {
        let Method::Units(grammar) = &self.method else { return };
        let alphabet = &self.inventory.alphabet;
        for (start, end) in chunks {
            let from = start + usize::from(text.as_bytes()[start] == b' ');
            let word = buffers.prepared.read(alphabet, start, &text[from..end]);
            word.turn_last(alphabet);
            word.packed = self.dictionary.packing.pack(&word.letters);
            if let Some(packed) = word.packed {
                self.dictionary.words.prefetch(packed);
                grammar.clitics.prefetch(packed);
            }
            // As it was read.
            word.turn_last(alphabet);
        }
    }

    /// Appends the ids of `text[start..]`. If `is_detached`, these ids write it even where letters of the same word stand before it.
    pub fn encode(&self, text: &str, start: usize, is_detached: bool, buffers: &mut SplinterBuffers, ids: &mut Vec<u32>) {
        let alphabet = &self.inventory.alphabet;
        let SplinterBuffers { word: own, reduced, pieces, prepared } = buffers;
        let mut at = start;
        while at < text.len() {
            let is_spaced = text.as_bytes()[at] == b' ';
            let from = at + is_spaced as usize;
            let prepared = if at == start { prepared.take(start) } else { None };
            let (word, next) = match prepared {
                Some(found) => found,
                None => {
                    let next = own.read(alphabet, &text[from..]);
                    (&mut *own, next)
                }
            };
            if next == 0 {
                let character = text[at..].chars().next().unwrap_or_default();
                let width = character.len_utf8();
                match alphabet.sign(character) {
                    // So that no bytes spell what is a unit.
                    Sign::Mark(mark) if alphabet.is_spelled(mark) => ids.push(self.ids.behind[mark as usize]),
                    _ => self.marks.bytes(&text[at..at + width], ids),
                }
                at += width;
                continue;
            }
            let is_implied = self.implies_space(&text.as_bytes()[..at]);
            // No splitter cuts between two letters, so the suffix goes on no word. Where a boundary does, the ids are checked, or detached.
            match (at == start && is_implied && !is_spaced && !is_detached).then(|| self.suffix_alone(word)).flatten() {
                Some(suffix) => ids.extend_from_slice(&self.ids.suffixes[suffix]),
                None => {
                    self.marks.space(SpaceBefore { is_there: is_spaced, is_implied }, ids);
                    self.word(word, reduced, pieces, ids);
                }
            }
            at = from + next;
        }
    }

    /// The suffix that a word is behind a digit or a sign.
    fn suffix_alone(&self, word: &Word) -> Option<usize> {
        let Method::Units(grammar) = &self.method else { return None };
        let is_plain = word.case == Case::Lower && word.points.is_empty() && word.places.is_empty();
        is_plain.then(|| grammar.clitics.table.suffix_alone(&word.letters)).flatten()
    }

    /// Writes what is certain of the text with an unmerged id.
    pub fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) {
        writer.push(&self.inventory, self.units[id as usize], vocabulary.bytes(id), 0, bytes);
        writer.drain(&self.inventory, bytes);
    }

    /// Writes the chunk that these units decode to after a letter; false if they may decode to something else in another text. They do not
    /// if there is no special, the first unit does not go on with the word before, and neither marks nor prefixes are left over for the text
    /// after the chunk.
    pub fn write_chunk(&self, vocabulary: &Vocabulary, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        const BEFORE: &[u8] = b"a";
        chunk.clear();
        chunk.extend_from_slice(BEFORE);
        let mut writer = Writer::behind(BEFORE);
        for (index, id) in units.enumerate() {
            match self.unit(id) {
                None | Some(Unit::Special) => return false,
                Some(unit) if index == 0 && unit.goes_on() => return false,
                _ => self.write(vocabulary, id, &mut writer, chunk),
            }
        }
        let is_at_rest = writer.is_at_rest();
        self.finish(&mut writer, chunk);
        chunk.drain(..BEFORE.len());
        is_at_rest
    }

    /// Writes the word that is open.
    pub fn finish(&self, writer: &mut Writer, bytes: &mut Vec<u8>) {
        writer.finish(&self.inventory, bytes);
    }

    /// For each byte that ids write behind a text, which of them it belongs to.
    pub fn owners(&self, vocabulary: &Vocabulary, ids: &[u32], behind: &[u8]) -> Vec<u32> {
        let mut owned = TaggedText::behind(behind);
        let mut writer = Writer::behind(behind);
        for (&id, tag) in ids.iter().zip(0..) {
            for &unit in vocabulary.units(id).unwrap_or(&[id]) {
                // An added special is not a unit of the language.
                let unit_or_special = self.unit(unit).unwrap_or(Unit::Special);
                writer.push(&self.inventory, unit_or_special, vocabulary.bytes(unit), tag, &mut owned);
            }
        }
        writer.finish(&self.inventory, &mut owned);
        owned.tags.split_off(behind.len())
    }

    /// Appends the units of a word that [`Word::read`] has read.
    pub(super) fn units_of_word(&self, vocabulary: &Vocabulary, word: &[u8], joints: Option<Joints>, units: &mut Vec<Unit>) {
        let mut ids = Vec::new();
        if let Method::Units(grammar) = &self.method {
            self.parts(grammar, word, None, joints, &mut pieces::PieceBuffers::default(), &mut ids);
        }
        let parts = ids.iter().flat_map(|id| vocabulary.units(*id).unwrap_or(std::slice::from_ref(id)));
        units.extend(parts.map(|&id| self.units[id as usize]));
    }

    /// Appends the ids of a word.
    fn word(&self, word: &mut Word, reduced: &mut Reduced, pieces: &mut pieces::PieceBuffers, ids: &mut Vec<u32>) {
        self.marks.case(word.case, ids);
        ids.extend(word.places.first().map(|_| self.ids.shaped));
        word.turn_last(&self.inventory.alphabet);
        if word.points.iter().any(|&(_, mark)| self.inventory.alphabet.is_spelled(mark)) {
            return self.spell(word, ids);
        }
        match &self.method {
            Method::Reductions(reductions) => {
                reduced.find(reductions, &word.letters);
                let mut residue = reduced.residue.iter().map(|&place| word.letters[place] as usize);
                ids.extend(residue.next().map(|letter| self.ids.starts[letter]));
                ids.extend(residue.map(|letter| self.ids.letters[letter]));
                let letters = self.inventory.alphabet.len();
                ids.extend(reduced.taken.iter().rev().map(|(reduction, _)| self.ids.reductions[reduction_index(*reduction, letters)]));
            }
            Method::Units(grammar) => {
                let joints = Joints::new(&self.inventory.alphabet, &word.points);
                self.parts(grammar, &word.letters, word.packed, joints, pieces, ids);
            }
        }
        let marks = self.inventory.alphabet.marks().len();
        ids.extend(word.points.iter().map(|&(index, mark)| self.ids.points[index as usize * marks + mark as usize]));
    }

    /// A word with vowel points, letter by letter.
    fn spell(&self, word: &Word, ids: &mut Vec<u32>) {
        let mut points = word.points.iter().peekable();
        for (&letter, place) in word.letters.iter().zip(0u8..) {
            let letters = if place == 0 { &self.ids.starts } else { &self.ids.letters };
            ids.push(letters[letter as usize]);
            while let Some(&(_, mark)) = points.next_if(|point| point.0 == place) {
                ids.push(match self.inventory.alphabet.is_spelled(mark) {
                    true => self.ids.behind[mark as usize],
                    false => self.ids.points[place as usize * self.inventory.alphabet.marks().len() + mark as usize],
                });
            }
        }
    }

    /// A word in the largest parts there are: whole; prefixes, stem and suffixes; root and pattern; pieces. If another word is meant by it,
    /// the parts are those of the other, behind the marks that say how it is typed.
    /// `packed` is the word, packed, if that is known.
    fn parts(
        &self,
        grammar: &Grammar,
        word: &[u8],
        packed: Option<Packed>,
        joints: Option<Joints>,
        pieces: &mut pieces::PieceBuffers,
        ids: &mut Vec<u32>,
    ) {
        if joints.is_some_and(|joints| self.joined_parts(grammar, word, joints, pieces, ids)) {
            return;
        }
        let Dictionary { packing, words, .. } = &self.dictionary;
        let Some(packed) = packed.or_else(|| packing.pack(word)) else { return self.pieces(word, pieces, ids) };
        if let Some(id) = words.get(packed) {
            return ids.push(id);
        }
        let alphabet = &self.inventory.alphabet;
        let analysis = grammar.analyze_packed(alphabet, word, packed);
        let Some((meant, ways)) = grammar.meant(alphabet, word, Some(packed), &analysis.cut) else {
            return self.parts_of(grammar, word, packed, analysis, pieces, ids);
        };
        ids.extend(self.ids.typed.iter().enumerate().filter(|(way, _)| ways >> way & 1 == 1).map(|(_, id)| id));
        let packed = packing.pack(&meant).unwrap_or_default();
        match words.get(packed) {
            Some(id) => ids.push(id),
            None => self.parts_of(grammar, &meant, packed, grammar.analyze_packed(alphabet, &meant, packed), pieces, ids),
        }
    }

    /// The parts of a word that has no id itself.
    fn parts_of(
        &self,
        grammar: &Grammar,
        word: &[u8],
        packed: Packed,
        Analysis { cut, root }: Analysis,
        pieces: &mut pieces::PieceBuffers,
        ids: &mut Vec<u32>,
    ) {
        let Dictionary { packing, stems, roots, patterns, .. } = &self.dictionary;
        ids.extend_from_slice(&self.ids.prefixes[cut.prefix]);
        let stem = &grammar.clitics.table.stem(word, &cut)[..];
        let alphabet = &self.inventory.alphabet;
        let packed = grammar.clitics.packed_stem(packed, &cut);
        let halves = |root: Root| {
            let [letters, pattern] = match root.is_plain(alphabet, stem) {
                true => [packing.chosen(packed, root.places), packing.slotted(packed, root.places)],
                false => [packing.pack_signs(root.letters(alphabet, stem)), packing.pack_signs(root.pattern(alphabet, stem))],
            };
            Some([roots.get(letters)?, patterns.get(pattern)?])
        };
        let halves = root.and_then(halves);
        // Behind a prefix that has taken a letter the stem is no word by itself: للحق is not ل and لحق.
        let is_other = |id: &u32| {
            let is_unit = (*id as usize) < self.units.len();
            is_unit && halves.is_some() && grammar.clitics.table.stem_before(word, &cut).1 > 0
        };
        if let Some(id) = stems.get(packed).filter(|id| !is_other(id)) {
            ids.push(id);
        } else if let Some(halves) = halves {
            ids.extend(halves);
        } else {
            self.pieces(stem, pieces, ids);
        }
        ids.extend_from_slice(&self.ids.suffixes[cut.suffix]);
    }

    /// The parts of a word with joints: prefixes, the stem whole or in pieces, and its ending. False if they are quotation marks.
    fn joined_parts(
        &self,
        grammar: &Grammar,
        letters: &[u8],
        joints: Joints,
        buffers: &mut pieces::PieceBuffers,
        ids: &mut Vec<u32>,
    ) -> bool {
        let table = &grammar.clitics.table;
        let Some(end) = joints.stem_end(letters, table) else { return false };
        let (word, ending) = letters.split_at(end);
        let whole = |id: &u32| !self.has_pattern[*id as usize];
        let packing = &self.dictionary.packing;
        let closed = grammar.closed.as_ref();
        let packed = grammar.clitics.packed(word).filter(|_| closed.is_none_or(|closed| closed.stem(word).is_none()));
        let prefix = packed.map_or(0, |packed| grammar.clitics.cut(word, packed).0.prefix);
        let length = table.prefixes[prefix].letters.len();
        let id_of = |letters: &[u8], ids: &Table<u32>| packing.pack(letters).and_then(|packed| ids.get(packed)).filter(whole);
        let id_of_stem = |length: usize| id_of(&word[length..], &self.dictionary.stems);
        // A stem without an id is a prefix and one that has an id, if there is such: of לח"כיות חכ. Two letters are seldom an acronym alone.
        let is_shorter = |length: &usize| word.len() - length + ending.len() > 2 && id_of_stem(*length).is_some();
        let other = || (1..=joints.first).filter(is_shorter).find_map(|length| Some((table.prefix(word, length)?, length)));
        let fitting = if length <= joints.first { (prefix, length) } else { (0, 0) };
        let (prefix, length) = Some(fitting).filter(|cut| id_of_stem(cut.1).is_some()).or_else(other).unwrap_or(fitting);
        if let Some(id) = id_of(word, &self.dictionary.words)
            && self.has_prefix[id as usize] == (prefix > 0)
        {
            ids.push(id);
        } else {
            ids.extend_from_slice(&self.ids.prefixes[prefix]);
            match id_of_stem(length) {
                Some(id) => ids.push(id),
                None => self.pieces(&word[length..], buffers, ids),
            }
        }
        self.ending(ending, ids);
        true
    }

    /// What follows the stem of an acronym: one piece if there is such a one, else its letters.
    fn ending(&self, ending: &[u8], ids: &mut Vec<u32>) {
        match self.dictionary.pieces.prefixes(ending).find(|part| part.0 == ending.len()) {
            Some((_, id)) => ids.push(id),
            None => ids.extend(ending.iter().map(|&letter| self.ids.letters[letter as usize])),
        }
    }

    /// A stem in pieces.
    fn pieces(&self, stem: &[u8], buffers: &mut pieces::PieceBuffers, ids: &mut Vec<u32>) {
        let Dictionary { beginnings, pieces, .. } = &self.dictionary;
        buffers.cut(stem.len(), |from| {
            let parts = if from == 0 { beginnings } else { pieces };
            parts.prefixes(&stem[from..]).filter(|part| part.0 > 1).map(move |(length, id)| (from + length, id))
        });
        let mut from = 0;
        for &(to, id) in &buffers.parts {
            ids.push(match id {
                pieces::LETTER if from == 0 => self.ids.starts[stem[0] as usize],
                pieces::LETTER => self.ids.letters[stem[from] as usize],
                id => id,
            });
            from = to;
        }
    }
}

impl Ids {
    /// All units but stems, patterns and pieces have an id, if the language can have them.
    fn new(inventory: &Inventory, method: &Method, dictionary: &Dictionary, ids: &FxHashMap<Unit, u32>) -> Self {
        let id = |unit| ids.get(&unit).copied().unwrap_or(u32::MAX);
        let size = inventory.alphabet.len() as u8;
        let marks = 0..inventory.alphabet.marks().len() as u8;
        let (prefixes, suffixes) = match method {
            Method::Units(grammar) => {
                let table = &grammar.clitics.table;
                dictionary.affix_ids(table, id)
            }
            Method::Reductions(_) => Default::default(),
        };
        let mut reductions = vec![u32::MAX; (2 * MAX_WORD + 1) * size as usize];
        for (unit, &id) in ids {
            if let Unit::Reduction(reduction) = *unit {
                reductions[reduction_index(reduction, size as usize)] = id;
            }
        }
        Ids {
            starts: (0..size).map(|letter| id(Unit::Start(letter))).collect(),
            letters: (0..size).map(|letter| id(Unit::Letter(letter))).collect(),
            typed: (0..inventory.alphabet.typed().len() as u8).map(|way| id(Unit::Typed(way))).collect(),
            shaped: id(Unit::Shaped),
            behind: marks.clone().map(|mark| id(Unit::Behind(mark))).collect(),
            points: (0..POINTED as u8).flat_map(|index| marks.clone().map(move |mark| id(Unit::Point { index, mark }))).collect(),
            reductions,
            prefixes,
            suffixes,
        }
    }
}

/// Where [`Ids`] has a reduction.
fn reduction_index(reduction: Reduction, letters: usize) -> usize {
    (reduction.position as isize + MAX_WORD as isize) as usize * letters + reduction.letter as usize
}
