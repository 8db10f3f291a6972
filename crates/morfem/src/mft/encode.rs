//! From a chunk to ids.
//!
//! A chunk is a word or number with its affixes, or what stands between words, with the one space before it. It is written in the first of these ways
//! that comes back exactly, which is checked by writing it:
//! 1. a root, or a stem that is no root in pieces, and affixes, with marks for capitals, for a space that is not there, and for a name that is
//!    not read as it is written;
//! 2. in pieces of small letters with marks for capitals;
//! 3. in pieces as it stands;
//! 4. in bytes.
//!
//! The last way cannot fail: bytes are written as they are. The ids of a chunk depend on it and on whether a space would be implied after what stands to its left.

use rustc_hash::FxHashMap;

use super::casing::Case;
use super::grammar::{Grammar, Part, Scratch as Search};
use super::pack::Files;
use super::token::{Mark, Token, Writer};
use crate::encoding::Encoding;
use crate::unigram;
use crate::vocab::{Kind, Vocabulary};

/// A model, ready to encode.
pub struct Encoder {
    pub grammar: Grammar,
    /// What each id stands for.
    pub tokens: Vec<Token>,
    /// Characters after which no space is implied.
    pub open: Vec<char>,
    /// The pieces of what is no unit.
    pub rest: unigram::Encoder,
    /// The files of its language pack.
    pub files: Files,
    roots: Vec<Option<u32>>,
    affixes: Vec<Option<u32>>,
    join: u32,
    title: u32,
    upper: u32,
    harmonies: Vec<u32>,
    pieces: FxHashMap<Vec<u8>, u32>,
    byte_ids: [u32; 256],
    space: u32,
}

/// Buffers of an encoder.
#[derive(Default)]
pub struct Scratch {
    search: Search,
    pieces: unigram::Scratch,
    written: Vec<u8>,
    small: String,
}

impl Encoder {
    /// A model over a vocabulary. `rows_of` gives the root id of each row of the lexicon.
    ///
    /// # Errors
    /// A sentence that says which mark is missing.
    pub fn new(
        grammar: Grammar,
        vocabulary: &Vocabulary,
        tokens: Vec<Token>,
        roots: Vec<Option<u32>>,
        open: Vec<char>,
        rest: unigram::Encoder,
        files: Files,
    ) -> Result<Self, String> {
        let find = |token: Token| tokens.iter().position(|known| *known == token).map(|id| id as u32);
        let mark = |mark: Mark| find(Token::Mark(mark)).ok_or_else(|| format!("there is no mark for {mark:?}"));
        let (title, upper) = (mark(Mark::Case(Case::Title))?, mark(Mark::Case(Case::Upper))?);
        let harmonies =
            (0..grammar.pack.phonology.classes.len() as u8).map(|class| mark(Mark::Harmony(class))).collect::<Result<_, _>>()?;
        let join = mark(Mark::Join)?;
        let mut affixes = vec![None; grammar.pack.affixes.len()];
        let mut pieces = FxHashMap::default();
        for (id, token) in (0..).zip(&tokens) {
            match token {
                Token::Affix(affix) => affixes[*affix as usize] = Some(id),
                // A character is rather a piece than a byte.
                Token::Text | Token::Initial => {
                    pieces.insert(vocabulary.bytes(id).to_vec(), id);
                }
                _ => {}
            }
        }
        let byte_ids = *vocabulary.byte_ids();
        let space = pieces.get(&b" "[..]).copied().unwrap_or(byte_ids[b' ' as usize]);
        Ok(Encoder { grammar, tokens, open, rest, files, roots, affixes, join, title, upper, harmonies, pieces, byte_ids, space })
    }

    /// Appends the ids of `text[start..end]`.
    pub fn encode(&self, vocabulary: &Vocabulary, text: &str, start: usize, end: usize, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let before = &text.as_bytes()[..start];
        let chunk = &text[start..end];
        let implied = self.implies_space(before);
        let from = ids.len();
        for way in [Encoder::units, Encoder::small_pieces, Encoder::pieces] {
            if way(self, chunk, implied, scratch, ids) && self.comes_back(vocabulary, before, chunk, &ids[from..], &mut scratch.written) {
                return;
            }
            ids.truncate(from);
        }
        ids.extend(chunk.bytes().map(|byte| self.byte_ids[byte as usize]));
    }

    /// Whether ids write a chunk after what stands to its left.
    fn comes_back(&self, vocabulary: &Vocabulary, before: &[u8], chunk: &str, ids: &[u32], written: &mut Vec<u8>) -> bool {
        written.clear();
        let mut writer = Writer::after(&before[before.len().saturating_sub(4)..]);
        for &id in ids {
            writer.push(&self.grammar, &self.open, &self.tokens[id as usize], vocabulary.bytes(id), written);
        }
        writer.finish(&self.grammar, written);
        written == chunk.as_bytes()
    }

    /// Whether a token that implies a space writes it after `text`.
    #[inline]
    pub fn implies_space(&self, text: &[u8]) -> bool {
        super::token::implies_space(text, &self.open)
    }

    /// Writes what is certain of the text with an id; returns how much of `bytes` belongs to the ids before it.
    pub fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        match &self.tokens[id as usize] {
            Token::Merged(units) => {
                let mut before = None;
                for &unit in units {
                    let here = writer.push(&self.grammar, &self.open, &self.tokens[unit as usize], vocabulary.bytes(unit), bytes);
                    before = before.or(Some(here));
                }
                before.unwrap_or(bytes.len())
            }
            token => writer.push(&self.grammar, &self.open, token, vocabulary.bytes(id), bytes),
        }
    }

    /// The units of an id.
    pub fn units_of(&self, id: u32) -> Vec<u32> {
        match &self.tokens[id as usize] {
            Token::Merged(units) => units.clone(),
            _ => vec![id],
        }
    }

    /// Adds to an encoding what the grammar knows: glosses, and the words of marks.
    pub fn describe(&self, encoding: &mut Encoding) {
        for at in (0..encoding.len()).rev() {
            let id = encoding.ids[at];
            let glosses: Vec<&str> = self.units_of(id).iter().filter_map(|&unit| self.gloss(unit)).collect();
            encoding.glosses[at] = (!glosses.is_empty()).then(|| glosses.join("-"));
            if encoding.kinds[at] == Kind::Mark {
                encoding.word_ids[at] = encoding.word_ids.get(at + 1).copied().flatten();
            }
        }
    }

    fn gloss(&self, id: u32) -> Option<&str> {
        match self.tokens[id as usize] {
            Token::Affix(affix) => Some(&self.grammar.pack.affixes[affix as usize].gloss),
            _ => None,
        }
    }

    /// The space before a token that implies one, where it is not as implied.
    fn space(&self, is_spaced: bool, implied: bool, ids: &mut Vec<u32>) {
        match (is_spaced, implied) {
            (true, false) => ids.push(self.space),
            (false, true) => ids.push(self.join),
            _ => {}
        }
    }

    /// A word as units; false if it is none.
    fn units(&self, chunk: &str, implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        let word = chunk.strip_prefix(' ').unwrap_or(chunk);
        if !word.starts_with(char::is_alphanumeric) {
            return false;
        }
        // One case before the apostrophe, and one after it.
        scratch.small.clear();
        let mut cases = [Case::Lower; 2];
        let mut apostrophe = None;
        for (index, part) in word.split(['\'', '’']).enumerate() {
            if index > 0 {
                if index > 1 {
                    return false;
                }
                apostrophe = Some(if word.contains('\'') { "'" } else { "’" });
                scratch.small.push('\'');
            }
            let parts = self.grammar.casing.parts(part);
            match parts.as_slice() {
                [(small, case)] => {
                    scratch.small.push_str(small);
                    cases[index] = *case;
                }
                _ => return false,
            }
        }
        let Some(analysis) = self.grammar.analyze(&scratch.small, &mut scratch.search) else { return false };
        if analysis.parts.len() == 1 && matches!(analysis.parts[0].0, Part::Stem(_)) {
            return false;
        }
        let is_spaced = chunk.len() > word.len();
        let mut begin = 0;
        let mut harmony = None;
        for (index, &(part, end)) in analysis.parts.iter().enumerate() {
            match part {
                Part::Root(row) => {
                    let Some(id) = self.roots[row as usize] else { return false };
                    self.space(is_spaced, implied, ids);
                    self.case(cases[0], ids);
                    ids.push(id);
                }
                Part::Stem(asked) => {
                    let stem = &scratch.small[..end];
                    let stem = stem.to_owned();
                    if !self.stem(&stem, is_spaced, implied, cases[0], &mut scratch.pieces, ids) {
                        return false;
                    }
                    harmony = Some(asked).filter(|&asked| asked != self.grammar.pack.read(&stem).harmony);
                }
                Part::Affix(affix) => {
                    let Some(id) = self.affixes[affix as usize] else { return false };
                    if index > 0 && analysis.parts[index - 1].0 == Part::Apostrophe {
                        self.case(cases[1], ids);
                    }
                    if let Some(harmony) = harmony.take() {
                        ids.push(self.harmonies[harmony as usize]);
                    }
                    ids.push(id);
                }
                Part::Apostrophe => {
                    let Some(&id) = apostrophe.and_then(|sign| self.pieces.get(sign.as_bytes())) else { return false };
                    ids.push(id);
                }
            }
            begin = end;
        }
        debug_assert_eq!(begin, scratch.small.len());
        true
    }

    fn case(&self, case: Case, ids: &mut Vec<u32>) {
        match case {
            Case::Lower => {}
            Case::Title => ids.push(self.title),
            Case::Upper => ids.push(self.upper),
        }
    }

    /// A word or its beginning in pieces, in small letters; the first piece implies a space if one does in its place.
    fn stem(&self, stem: &str, is_spaced: bool, implied: bool, case: Case, scratch: &mut unigram::Scratch, ids: &mut Vec<u32>) -> bool {
        let from = ids.len();
        if is_spaced == implied {
            // With the space that is implied, or that would be.
            self.case(case, ids);
            let first = ids.len();
            self.rest.encode(format!(" {stem}").as_bytes(), scratch, ids);
            if matches!(self.tokens[ids[first] as usize], Token::Initial) {
                return true;
            }
            ids.truncate(from);
        }
        if is_spaced {
            ids.push(self.space);
        }
        self.case(case, ids);
        self.rest.encode(stem.as_bytes(), scratch, ids);
        true
    }

    /// In pieces of small letters, with marks for capitals.
    fn small_pieces(&self, chunk: &str, implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        let word = chunk.strip_prefix(' ').unwrap_or(chunk);
        let is_spaced = chunk.len() > word.len();
        for (index, (part, case)) in self.grammar.casing.parts(word).into_iter().enumerate() {
            if index == 0 {
                self.stem(&part, is_spaced, implied, case, &mut scratch.pieces, ids);
            } else {
                self.case(case, ids);
                self.rest.encode(part.as_bytes(), &mut scratch.pieces, ids);
            }
        }
        !word.is_empty()
    }

    /// In pieces as it stands.
    fn pieces(&self, chunk: &str, _implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        self.rest.encode(chunk.as_bytes(), &mut scratch.pieces, ids);
        true
    }
}
