//! Shared parts of the encoders of words: trying several ways to encode a chunk, cutting it into parts of one case, apostrophes, and the
//! fallback model.

use super::apostrophe::APOSTROPHES;
use super::casing::{Case, Casing};
use super::digits;
use super::joining::Joining;
use super::marks::{MarkEncoder, SpaceBefore};
use crate::files::vocabulary::VOCABULARY;
use crate::text::properties;
use crate::unigram;
use crate::vocab::Vocabulary;

/// The fallback model for text outside the units. It encodes any bytes as pieces and byte tokens.
pub type Fallback = Box<unigram::Encoder>;

/// The fallback model of an artefact. `scores` are the scores in its vocabulary file, by id.
///
/// # Errors
/// A sentence that names the invalid file.
pub fn read_fallback(vocabulary: &Vocabulary, scores: &[f64]) -> Result<Fallback, String> {
    let model = unigram::Encoder::of_vocabulary(vocabulary, scores.to_vec(), None);
    model.map(Box::new).map_err(|reason| format!("{VOCABULARY}: {reason}"))
}

/// Encodes everything in a word besides its units: marks, apostrophes, pieces, bytes.
pub struct WordEncoder {
    pub fallback: Fallback,
    pub marks: MarkEncoder,
    /// The pieces of [`APOSTROPHES`] and of what the language writes in their place, where the vocabulary has them.
    signs: Vec<(char, u32)>,
    /// Whether a token implies a space, by id.
    is_initial: Vec<bool>,
    /// Whether the vocabulary is made for mixed text (splitter `inflected_mixed`): numbers are cut into groups of digits, and words outside
    /// the units may be pieces of the text as it is written.
    pub is_mixed: bool,
}

/// Buffers of [`WordEncoder`].
#[derive(Default)]
pub struct WordBuffers {
    fallback: unigram::SearchBuffers,
    /// A stem with a space before it.
    spaced: String,
    /// A part of one case, in lower case.
    part: String,
}

/// A chunk of a text.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    pub text: &'a str,
    /// The chunk without the space at its start.
    pub word: &'a str,
    pub space: SpaceBefore,
}

impl<'a> Chunk<'a> {
    /// A chunk; `is_implied` says whether the text before it implies a space.
    pub fn new(text: &'a str, is_implied: bool) -> Self {
        let word = text.strip_prefix(' ').unwrap_or(text);
        Chunk { text, word, space: SpaceBefore { is_there: word.len() < text.len(), is_implied } }
    }

    /// Whether the chunk is a run of symbols that may be encoded as one piece: its space is implied, or it has none.
    pub fn may_be_symbols(&self) -> bool {
        !self.word.starts_with(properties::is_alphanumeric) && (self.space.is_implied || !self.space.is_there)
    }
}

/// A word of which some units are known gives way to the pieces of its own spelling only if these are at most so many, or fewer by so many
/// (docs/design/core.md, section "Mixed text").
const NEARLY_ONE: usize = 2;
const FEWER: usize = 2;

/// The most pieces to which a word of so many tokens gives way.
pub fn most_pieces(tokens: usize) -> usize {
    NEARLY_ONE.max(tokens.saturating_sub(FEWER))
}

/// A part of a word that has one case.
#[derive(Clone, Copy)]
pub struct CasePart<'a> {
    /// The part in lower case.
    pub text: &'a str,
    pub case: Case,
    pub space: SpaceBefore,
    pub is_first: bool,
    /// Whether the word has no other part.
    pub is_only: bool,
}

/// A way to encode a chunk. It appends ids and returns true, or returns false if it cannot encode the chunk.
type Way<'a, B> = &'a dyn Fn(&mut B, &mut Vec<u32>) -> bool;

/// A stem of up to this many bytes is first encoded together with the space before it, and again without the space if that fails. A longer
/// string is hardly a word, and is encoded only once.
const LONGEST_SPACED: usize = 256;

impl WordEncoder {
    /// An encoder with the ids of the marks. `joining` is what the language writes beside apostrophes, `is_initial` says by id whether a token implies a space; `piece` returns the piece that equals
    /// a text.
    pub fn new(
        fallback: Fallback,
        vocabulary: &Vocabulary,
        marks: [u32; 3],
        is_initial: Vec<bool>,
        joining: Joining,
        piece: impl Fn(&[u8]) -> Option<u32>,
    ) -> Self {
        let marks = MarkEncoder::new(vocabulary, marks, piece(b" "));
        let signs = APOSTROPHES.iter().chain(joining.signs());
        let signs = signs.filter_map(|&sign| Some((sign, piece(sign.encode_utf8(&mut [0; 4]).as_bytes())?))).collect();
        WordEncoder { fallback, marks, signs, is_initial, is_mixed: false }
    }

    /// Appends the ids of the first of `ways` whose ids decode to the chunk (`comes_back`). If none does, appends the bytes of the chunk.
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

    /// The piece of an apostrophe, or of a sign that stands for it, if the vocabulary has one.
    pub fn apostrophe(&self, sign: Option<char>) -> Option<u32> {
        self.signs.iter().find(|&&(known, _)| Some(known) == sign).map(|&(_, id)| id)
    }

    /// Whether an id is the piece of an apostrophe.
    pub fn is_apostrophe(&self, id: u32) -> bool {
        self.signs.iter().any(|&(_, sign)| sign == id)
    }

    /// Whether a token implies a space.
    pub fn is_initial(&self, id: u32) -> bool {
        // A root that was added behind all other ids.
        self.is_initial.get(id as usize).copied().unwrap_or(true)
    }

    /// Appends the pieces of a text, without marks.
    pub fn pieces(&self, text: &str, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        self.encode(text, &mut buffers.fallback, ids);
    }

    fn encode(&self, text: &str, buffers: &mut unigram::SearchBuffers, ids: &mut Vec<u32>) {
        if self.is_mixed && text.bytes().any(|byte| byte.is_ascii_digit()) {
            digits::parts(text).for_each(|part| self.fallback.encode(part.as_bytes(), buffers, ids));
        } else {
            self.fallback.encode(text.as_bytes(), buffers, ids);
        }
    }

    /// Replaces `ids[from..]` by the pieces of the chunk as it is written, if these are fewer and decode to the chunk (`comes_back`).
    /// Capitals then need no marks. A long chunk stays as it is, and so does one that needs more than `most` pieces.
    #[allow(clippy::too_many_arguments)]
    pub fn shorten<B>(
        &self,
        chunk: Chunk,
        from: usize,
        most: usize,
        words: impl Fn(&mut B) -> &mut WordBuffers,
        comes_back: impl Fn(&[u32], &mut B) -> bool,
        buffers: &mut B,
        ids: &mut Vec<u32>,
    ) {
        let end = ids.len();
        if end - from < 2 || chunk.text.len() > LONGEST_SPACED {
            return;
        }
        let SpaceBefore { is_there, is_implied } = chunk.space;
        if is_there && !is_implied {
            self.marks.space(chunk.space, ids);
            self.pieces(chunk.word, words(buffers), ids);
        } else {
            self.pieces(chunk.text, words(buffers), ids);
        }
        if ids.len() - end <= most.min(end - from - 1) && comes_back(&ids[end..], buffers) {
            ids.drain(from..end);
        } else {
            ids.truncate(end);
        }
    }

    /// Appends the pieces of a text as it is written, which begins inside a word. The mark `<join>` ends the capitals of the letters
    /// before.
    pub fn detached(&self, text: &str, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        self.marks.space(SpaceBefore { is_there: false, is_implied: true }, ids);
        self.pieces(text, buffers, ids);
    }

    /// Appends the pieces of a word, or of its beginning, given in lower case, with the marks for its case and its space. If possible, the
    /// first piece implies the space before the word.
    pub fn stem(&self, stem: &str, space: SpaceBefore, case: Case, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        let from = ids.len();
        if space.is_there == space.is_implied && stem.len() <= LONGEST_SPACED {
            // Space and implied space agree. A first piece that begins with a space then needs no mark.
            self.marks.case(case, ids);
            let first = ids.len();
            buffers.spaced.clear();
            buffers.spaced.push(' ');
            buffers.spaced.push_str(stem);
            self.encode(&buffers.spaced, &mut buffers.fallback, ids);
            if self.is_initial[ids[first] as usize] {
                return;
            }
            ids.truncate(from);
        }
        self.marks.space(SpaceBefore { is_implied: false, ..space }, ids);
        self.marks.case(case, ids);
        self.pieces(stem, buffers, ids);
    }

    /// Encodes a chunk in parts of one case each, with marks for capitals.
    ///
    /// `units` appends the units of a part and returns true. If it returns false, the part is encoded as pieces; if it returns None, the
    /// chunk cannot be encoded this way. Returns whether the chunk was encoded; an empty one is not.
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
