//! What the encoders of words have in common: the order in which they try ways to write a chunk, parts of one case each, apostrophes, and the fallback
//! model.

use super::apostrophe::APOSTROPHES;
use super::casing::{Case, Casing};
use super::fallback::{Fallback, FallbackBuffers};
use super::marks::{MarkEncoder, SpaceBefore};
use crate::text::properties;
use crate::vocab::Vocabulary;

/// Encodes the parts of a word that are no units: marks, apostrophes, pieces, bytes.
pub struct WordEncoder {
    /// The fallback model for text that is no unit.
    pub fallback: Fallback,
    pub marks: MarkEncoder,
    /// The pieces of [`APOSTROPHES`], if there are such.
    apostrophes: [Option<u32>; 2],
    /// Whether a token implies a space, by id.
    is_initial: Vec<bool>,
}

/// Buffers of [`WordEncoder`].
#[derive(Default)]
pub struct WordBuffers {
    fallback: FallbackBuffers,
    /// A stem behind a space.
    spaced: String,
    /// A part of one case, in small letters.
    part: String,
}

/// A chunk: a word, or what stands between words, with the one space before it.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    pub text: &'a str,
    pub word: &'a str,
    pub space: SpaceBefore,
}

impl<'a> Chunk<'a> {
    /// A chunk of a text after which a space would be implied or not.
    pub fn new(text: &'a str, is_implied: bool) -> Self {
        let word = text.strip_prefix(' ').unwrap_or(text);
        Chunk { text, word, space: SpaceBefore { is_there: word.len() < text.len(), is_implied } }
    }

    /// Whether a chunk may be one piece as it stands: a run of symbols whose space, if it has one, is implied.
    pub fn may_be_symbols(&self) -> bool {
        !self.word.starts_with(properties::is_alphanumeric) && (self.space.is_implied || !self.space.is_there)
    }
}

/// A part of a word whose case changes.
#[derive(Clone, Copy)]
pub struct CasePart<'a> {
    /// In small letters.
    pub text: &'a str,
    pub case: Case,
    pub space: SpaceBefore,
    pub is_first: bool,
    /// Whether the word has no other part.
    pub is_only: bool,
}

/// A way to encode a chunk. It appends ids, or answers false where it has none for the chunk.
type Way<'a, B> = &'a dyn Fn(&mut B, &mut Vec<u32>) -> bool;

/// Longest stem, in bytes, that is encoded with the space before it first: where that gives no piece, it is encoded again without. Longer ones are no
/// words, and are encoded once.
const LONGEST_SPACED: usize = 256;

impl WordEncoder {
    /// With the ids of the marks and of the tokens that imply a space; `piece` gives the piece that is a text.
    pub fn new(
        fallback: Fallback,
        vocabulary: &Vocabulary,
        marks: [u32; 3],
        is_initial: Vec<bool>,
        piece: impl Fn(&[u8]) -> Option<u32>,
    ) -> Self {
        let marks = MarkEncoder::new(vocabulary, marks, piece(b" "));
        let apostrophes = APOSTROPHES.map(|sign| piece(sign.encode_utf8(&mut [0; 4]).as_bytes()));
        WordEncoder { fallback, marks, apostrophes, is_initial }
    }

    /// Appends the ids of the first of `ways` that come back exactly; if none do, the bytes of the chunk, which always do.
    pub fn first_exact<B>(
        &self,
        chunk: &str,
        ways: &[Way<B>],
        comes_back: impl Fn(&[u32], &mut B) -> bool,
        buffers: &mut B,
        ids: &mut Vec<u32>,
    ) {
        let from = ids.len();
        for way in ways {
            if way(buffers, ids) && comes_back(&ids[from..], buffers) {
                return;
            }
            ids.truncate(from);
        }
        self.marks.bytes(chunk, ids);
    }

    /// The piece of an apostrophe, if there is one.
    pub fn apostrophe(&self, sign: Option<char>) -> Option<u32> {
        APOSTROPHES.iter().position(|&known| Some(known) == sign).and_then(|index| self.apostrophes[index])
    }

    /// Whether an id is the piece of an apostrophe.
    pub fn is_apostrophe(&self, id: u32) -> bool {
        self.apostrophes.contains(&Some(id))
    }

    /// Text in pieces, as it stands.
    pub fn pieces(&self, text: &str, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        self.fallback.encode(text.as_bytes(), &mut buffers.fallback, ids);
    }

    /// A word or its beginning in pieces, in small letters; the first piece implies a space if one does in its place.
    pub fn stem(&self, stem: &str, space: SpaceBefore, case: Case, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        let from = ids.len();
        if space.is_there == space.is_implied && stem.len() <= LONGEST_SPACED {
            // With the space that is implied, or that would be.
            self.marks.case(case, ids);
            let first = ids.len();
            buffers.spaced.clear();
            buffers.spaced.push(' ');
            buffers.spaced.push_str(stem);
            self.fallback.encode(buffers.spaced.as_bytes(), &mut buffers.fallback, ids);
            if self.is_initial[ids[first] as usize] {
                return;
            }
            ids.truncate(from);
        }
        self.marks.space(SpaceBefore { is_implied: false, ..space }, ids);
        self.marks.case(case, ids);
        self.pieces(stem, buffers, ids);
    }

    /// A chunk in small letters with marks for capitals, in parts of one case each. `units` appends the ids of a part as units; it answers false where
    /// the part has none, and is then written in pieces, and None where the chunk cannot be written so. False if it cannot, or is empty.
    pub fn case_parts(
        &self,
        chunk: Chunk,
        casing: &Casing,
        buffers: &mut WordBuffers,
        ids: &mut Vec<u32>,
        mut units: impl FnMut(CasePart, &mut WordBuffers, &mut Vec<u32>) -> Option<bool>,
    ) -> bool {
        let mut parts = casing.parts(chunk.word);
        let mut text = std::mem::take(&mut buffers.part);
        let mut is_first = true;
        let mut is_possible = !chunk.word.is_empty();
        while is_possible && let Some(case) = parts.next(&mut text) {
            let space = if is_first { chunk.space } else { SpaceBefore { is_there: false, is_implied: true } };
            let part = CasePart { text: &text, case, space, is_first, is_only: is_first && parts.is_done() };
            let from = ids.len();
            match units(part, buffers, ids) {
                Some(true) => {}
                Some(false) => {
                    ids.truncate(from);
                    self.part_in_pieces(part, buffers, ids);
                }
                None => is_possible = false,
            }
            is_first = false;
        }
        buffers.part = text;
        is_possible
    }

    fn part_in_pieces(&self, part: CasePart, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        if part.is_first {
            self.stem(part.text, part.space, part.case, buffers, ids);
        } else {
            self.marks.case(part.case, ids);
            self.pieces(part.text, buffers, ids);
        }
    }
}
