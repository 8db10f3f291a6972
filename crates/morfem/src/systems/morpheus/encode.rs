//! From a chunk to ids.
//!
//! A chunk is a word or number with its endings, or the text between words, together with one space before it. The encoder tries these ways
//! in order and takes the first that gives the chunk back exactly. It decodes a result to check that, unless the result cannot be wrong.
//! 1. A word with one case on each side of an optional apostrophe: segments in small letters, with marks for capitals and for a missing
//!    space.
//! 2. Parts of one case each (iPhone, JavaScript), each in segments.
//! 3. Pieces of the chunk as it is written.
//! 4. Bytes.
//!
//! For mixed text (splitter `inflected_mixed`), a chunk with capitals that is a piece is that piece, and a chunk with an unknown segment is
//! written in the pieces of its own spelling where these are fewer; but a word with two known segments keeps its cuts, unless the pieces
//! are much fewer.
//!
//! Bytes are written unchanged, so the last way cannot fail. A segment outside the vocabulary is written in pieces. The ids of a
//! chunk depend on the chunk and on one bit of the text to its left: whether a space is implied there.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::boundaries::{Boundaries, BoundarySums};
use super::letters::Letters;
use crate::bpe::MergeRule;
use crate::surface::apostrophe::is_apostrophe;
use crate::surface::marks::SpaceBefore;
use crate::surface::word::{CasePart, Chunk, WordBuffers, most_pieces};
use crate::surface::{Case, Fallback, Joining, SurfaceWriter, WordEncoder, WordShape};
use crate::text::properties;
use crate::trie::Part;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The token strings of the marks.
pub const MARKS: [&str; 3] = ["<join>", "<title>", "<upper>"];
/// Letters of the longest exception.
pub const LONGEST_EXCEPTION: usize = 64;

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A special: it is written unchanged, and the text after it is decoded as a new text.
    Special,
    /// The bytes of the token in the vocabulary.
    Text,
    /// A piece that begins with the space it implies.
    Initial,
    Join,
    Case(Case),
}

/// Words that are not cut by the linear model: each with one bit per gap.
pub type Exceptions = FxHashMap<Box<str>, u64>;

/// A language: its letters, and where its words are cut.
pub struct BoundaryModel {
    pub letters: Letters,
    pub boundaries: Boundaries,
    pub exceptions: Exceptions,
    /// The `phonology.toml` of the letters.
    pub phonology: Vec<u8>,
}

/// A model, ready to encode.
pub struct Morpheus {
    pub language: BoundaryModel,
    pub words: WordEncoder,
    tokens: Vec<Token>,
}

/// A chunk that was prepared before it is encoded.
struct PreparedChunk {
    /// Where it begins in its text.
    start: usize,
    /// The shape of its word, if it is a word; `small` is the range of the word in small letters in the buffer, after a space.
    shape: Option<WordShape>,
    small: Range<usize>,
    cut: Cut,
    /// The range of its segments in the buffer.
    segments: Range<usize>,
}

/// How a word is cut.
#[derive(Clone, Copy)]
enum Cut {
    Exception(u64),
    /// By the sums at this index.
    Sums(usize),
}

/// Buffers of a Morpheus encoder.
#[derive(Default)]
pub struct MorpheusBuffers {
    prepared: Vec<PreparedChunk>,
    smalls: String,
    sums: BoundarySums,
    /// Parts of `smalls`; the first segment of a word has the space before it.
    segments: Vec<Part>,
    /// The next three are for parts of words.
    small: String,
    part_sums: BoundarySums,
    part_segments: Vec<Part>,
    pub(super) words: WordBuffers,
    written: Vec<u8>,
}

impl MorpheusBuffers {
    /// Forgets the prepared chunks.
    pub fn forget(&mut self) {
        self.prepared.clear();
        self.smalls.clear();
        self.segments.clear();
        self.sums.clear();
    }
}

/// Number of classes of ids in [`merge_rule`].
const CLASSES: usize = 6;
const ALONE: u8 = 0;
const CAPITALS: u8 = 1;
const APOSTROPHE: u8 = 2;
/// A segment that continues a word, with its mark and apostrophe.
const ENDING: u8 = 3;
/// A segment that begins a word, with its marks, perhaps with endings.
const WORD: u8 = 4;
/// Several endings.
const ENDINGS: u8 = 5;

/// A word with so many known segments keeps its cuts.
const KNOWN: usize = 2;

/// Which ids of a word may merge: only whole segments and their marks, not the pieces of other segments.
pub fn merge_rule() -> MergeRule {
    let allowed = [
        (CAPITALS, WORD, WORD),
        (CAPITALS, ENDING, ENDING),
        (APOSTROPHE, ENDING, ENDING),
        (WORD, ENDING, WORD),
        (WORD, ENDINGS, WORD),
        (ENDING, ENDING, ENDINGS),
        (ENDINGS, ENDING, ENDINGS),
        (ENDING, ENDINGS, ENDINGS),
        (ENDINGS, ENDINGS, ENDINGS),
    ];
    MergeRule::new(CLASSES, &allowed)
}

/// What the ids of a vocabulary stand for. In one for mixed text, a run of white space that begins with a space implies none.
fn tokens(vocabulary: &Vocabulary, is_mixed: bool) -> std::result::Result<Vec<Token>, String> {
    let kinds = [Token::Join, Token::Case(Case::Title), Token::Case(Case::Upper)];
    let token = |id: u32| {
        let bytes = vocabulary.bytes(id);
        Ok(match vocabulary.kind(id) {
            Kind::Special => Token::Special,
            Kind::Mark => {
                let mark = MARKS.iter().zip(kinds).find(|(name, _)| name.as_bytes() == bytes).map(|(_, kind)| kind);
                mark.ok_or_else(|| format!("{:?} is not a mark; there are {}", vocabulary.token(id), MARKS.join(", ")))?
            }
            Kind::Byte => Token::Text,
            Kind::Space if is_mixed => Token::Text,
            _ if bytes.len() > 1 && bytes[0] == b' ' => Token::Initial,
            _ => Token::Text,
        })
    };
    (0..vocabulary.len() as u32).map(token).collect()
}

impl Morpheus {
    /// A model over a vocabulary; `is_mixed` says whether that is made for mixed text.
    ///
    /// # Errors
    /// A sentence that says which mark is missing.
    pub fn new(language: BoundaryModel, vocabulary: &Vocabulary, fallback: Fallback, is_mixed: bool) -> std::result::Result<Self, String> {
        let tokens = tokens(vocabulary, is_mixed)?;
        let find = |name: &str, token: Token| {
            let id = tokens.iter().position(|known| *known == token);
            id.map(|id| id as u32).ok_or_else(|| format!("there is no mark {name}"))
        };
        let join = find(MARKS[0], Token::Join)?;
        let title = find(MARKS[1], Token::Case(Case::Title))?;
        let upper = find(MARKS[2], Token::Case(Case::Upper))?;
        // Where a piece and a byte token have the same bytes, the piece, which has the higher id, wins.
        let piece = |text: &[u8]| {
            let is_it = |id: &u32| vocabulary.bytes(*id) == text && tokens[*id as usize] == Token::Text;
            (0..vocabulary.len() as u32).rev().find(is_it)
        };
        let is_initial = tokens.iter().map(|token| *token == Token::Initial).collect();
        let mut words = WordEncoder::new(fallback, vocabulary, [join, title, upper], is_initial, Joining::default(), piece);
        words.is_mixed = is_mixed;
        Ok(Morpheus { language, words, tokens })
    }

    /// Prepares the chunks of a text that are encoded next, until [`MorpheusBuffers::forget`]. The sums of all of them are computed
    /// together.
    pub fn prepare_chunks(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut MorpheusBuffers) {
        let MorpheusBuffers { prepared, smalls, sums, segments, small, .. } = buffers;
        let mut summed = 0;
        for (start, end) in chunks {
            let shape = WordShape::of(&self.language.letters.casing, Chunk::new(&text[start..end], false).word, small);
            let exception = shape.and_then(|_| self.language.exceptions.get(small.as_str()));
            let cut = exception.map_or(Cut::Sums(summed), |&gaps| Cut::Exception(gaps));
            if shape.is_some() && exception.is_none() {
                self.language.boundaries.add(small, sums);
                summed += 1;
            }
            smalls.push(' ');
            prepared.push(PreparedChunk { start, shape, small: smalls.len()..smalls.len() + small.len(), cut, segments: 0..0 });
            smalls.push_str(small);
        }
        self.language.boundaries.sum(sums);
        for PreparedChunk { small, cut, segments: range, .. } in prepared.iter_mut().filter(|chunk| chunk.shape.is_some()) {
            let (from, mut begin) = (segments.len(), small.start - 1);
            let push = |end: usize| {
                let end = small.start + end;
                segments.push(Part::new(std::mem::replace(&mut begin, end), end));
            };
            match *cut {
                Cut::Exception(gaps) => ends(&smalls[small.clone()], |gap| gaps >> gap & 1 == 1, push),
                Cut::Sums(word) => {
                    let sums = sums.sums(word);
                    ends(&smalls[small.clone()], |gap| sums[gap] > 0, push);
                }
            }
            segments.push(Part::new(begin, small.end));
            *range = from..segments.len();
        }
        self.words.fallback.pieces(smalls.as_bytes(), segments);
    }

    /// Appends the ids of `text[start..]`.
    pub fn encode_chunk(&self, text: &str, start: usize, vocabulary: &Vocabulary, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) {
        let chunk = Chunk::new(&text[start..], self.language.letters.spacing.implies_space(&text.as_bytes()[..start]));
        match buffers.prepared.iter().position(|prepared| prepared.start == start) {
            Some(number) => self.encode_prepared(number, chunk, vocabulary, buffers, ids),
            None => {
                buffers.forget();
                self.prepare_chunks(text, std::iter::once((start, text.len())), buffers);
                self.encode_prepared(0, chunk, vocabulary, buffers, ids);
                buffers.forget();
            }
        }
    }

    /// Appends the ids of a chunk, which is the prepared chunk `number`.
    fn encode_prepared(&self, number: usize, chunk: Chunk, vocabulary: &Vocabulary, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) {
        let from = ids.len();
        if self.plain(number, chunk, buffers, ids) {
            debug_assert!(self.comes_back(vocabulary, chunk, &ids[from..], &mut buffers.written));
            return;
        }
        // Segments are in small letters, so a piece with capitals is none of them.
        let prepared = &buffers.prepared[number];
        if self.words.is_mixed
            && prepared.shape != Some(WordShape::PLAIN)
            && let Some(id) = self.words.fallback.piece(chunk.text.as_bytes())
        {
            ids.push(id);
            if self.comes_back(vocabulary, chunk, &ids[from..], &mut buffers.written) {
                return;
            }
            ids.truncate(from);
        }
        let segments = &buffers.segments[prepared.segments.clone()];
        let has_pieces = prepared.shape.is_none() || segments.iter().any(|segment| segment.id.is_none());
        let is_known = |segment: &&Part| segment.id.is_some() && !is_apostrophe(&buffers.smalls.as_bytes()[segment.begin..segment.end]);
        let keeps_cuts = prepared.shape.is_some() && segments.iter().filter(is_known).count() >= KNOWN;
        let in_pieces = |buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>| {
            self.words.pieces(chunk.text, &mut buffers.words, ids);
            true
        };
        self.words.first_exact(
            chunk.text,
            &[&|buffers, ids| self.word(number, chunk, buffers, ids), &|buffers, ids| self.parts(chunk, buffers, ids), &in_pieces],
            |ids, buffers| self.comes_back(vocabulary, chunk, ids, &mut buffers.written),
            buffers,
            ids,
        );
        if self.words.is_mixed && has_pieces {
            let comes_back = |ids: &[u32], buffers: &mut MorpheusBuffers| self.comes_back(vocabulary, chunk, ids, &mut buffers.written);
            let most = if keeps_cuts { most_pieces(ids.len() - from) } else { usize::MAX };
            self.words.shorten(chunk, from, most, |buffers| &mut buffers.words, comes_back, buffers, ids);
        }
    }

    /// Whether ids decode to a chunk.
    fn comes_back(&self, vocabulary: &Vocabulary, chunk: Chunk, ids: &[u32], written: &mut Vec<u8>) -> bool {
        written.clear();
        let mut surface = SurfaceWriter::after(chunk.space.is_implied);
        for &id in ids {
            self.write_id(vocabulary, id, &mut surface, written);
        }
        written == chunk.text.as_bytes()
    }

    /// Writes the chunk that these units decode to after a letter; false if they may decode to something else in another text. They do not
    /// if there is no special, and no mark is left over for the text after the chunk.
    pub fn write_chunk(&self, vocabulary: &Vocabulary, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        chunk.clear();
        let mut writer = SurfaceWriter::after(true);
        for unit in units {
            if self.tokens[unit as usize] == Token::Special {
                return false;
            }
            self.write_id(vocabulary, unit, &mut writer, chunk);
        }
        writer.is_at_rest()
    }

    /// Decodes an id; returns how much of `bytes` belongs to the ids before it.
    #[inline]
    pub fn write_id(&self, vocabulary: &Vocabulary, id: u32, surface: &mut SurfaceWriter, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        let text = vocabulary.excerpt(id);
        match self.tokens[id as usize] {
            Token::Special => {
                surface.special(text.as_bytes(), bytes);
            }
            Token::Text => {
                surface.begin();
                surface.text(&self.language.letters.casing, text, bytes);
            }
            Token::Initial => {
                surface.initial(Case::Lower, &self.language.letters.spacing, bytes);
                surface.text(&self.language.letters.casing, text.behind(1), bytes);
            }
            Token::Join => surface.join(),
            Token::Case(case) => surface.capitals(case),
        }
        before
    }

    /// The class of each id in [`merge_rule`]. Whole segments are the ids in `segments`, and single ASCII letters, which always have an id.
    pub fn merge_classes(&self, vocabulary: &Vocabulary, segments: std::ops::Range<usize>) -> Vec<u8> {
        let is_letter = |id: usize| match vocabulary.bytes(id as u32) {
            [letter] => letter.is_ascii_alphabetic() && vocabulary.kind(id as u32) != Kind::Byte,
            _ => false,
        };
        let class = |(id, token): (usize, &Token)| match token {
            Token::Case(_) | Token::Join => CAPITALS,
            Token::Initial if segments.contains(&id) => WORD,
            Token::Text if segments.contains(&id) || is_letter(id) => ENDING,
            Token::Text if self.words.is_apostrophe(id as u32) => APOSTROPHE,
            _ => ALONE,
        };
        self.tokens.iter().enumerate().map(class).collect()
    }

    /// Writes the most frequent kind of word, and returns false for any other: all letters are small, a space is written exactly if one is
    /// implied, and all segments are in the vocabulary.
    ///
    /// Such a word comes back without a check: the first id writes the implied space, without marks all letters stay small, and the
    /// segments joined are the word.
    fn plain(&self, number: usize, chunk: Chunk, buffers: &MorpheusBuffers, ids: &mut Vec<u32>) -> bool {
        let PreparedChunk { shape, segments, .. } = &buffers.prepared[number];
        if *shape != Some(WordShape::PLAIN) || chunk.space.is_there != chunk.space.is_implied {
            return false;
        }
        let from = ids.len();
        let mut token = Token::Initial;
        for segment in &buffers.segments[segments.clone()] {
            match segment.id {
                Some(id) if self.tokens[id as usize] == token => ids.push(id),
                _ => {
                    ids.truncate(from);
                    return false;
                }
            }
            token = Token::Text;
        }
        true
    }

    /// Writes a word in segments; false if the chunk is not a word.
    fn word(&self, number: usize, chunk: Chunk, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) -> bool {
        let MorpheusBuffers { prepared, smalls, segments: found, words, .. } = buffers;
        let PreparedChunk { shape: Some(shape), ref segments, .. } = prepared[number] else { return false };
        let Some((first, later)) = found[segments.clone()].split_first() else { return false };
        self.first(&smalls[first.begin + 1..first.end], first.id, chunk.space, shape.cases[0], words, ids);
        self.later(smalls, later, shape, words, ids)
    }

    /// Writes the first segment of a word; `id` is that of the segment with a space before it, if there is one.
    fn first(&self, segment: &str, id: Option<u32>, space: SpaceBefore, case: Case, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        match id {
            Some(id) => {
                self.words.marks.space(space, ids);
                self.words.marks.case(case, ids);
                ids.push(id);
            }
            None => self.words.stem(segment, space, case, buffers, ids),
        }
    }

    /// Writes the segments after the first, of a word or of a part of a word; false if the apostrophe has no id. Segments are ranges of
    /// `text`.
    fn later(&self, text: &str, segments: &[Part], shape: WordShape, buffers: &mut WordBuffers, ids: &mut Vec<u32>) -> bool {
        let mut case = None;
        for &Part { begin, end, id, .. } in segments {
            if &text[begin..end] == "'" {
                let Some(id) = self.words.apostrophe(shape.apostrophe) else { return false };
                ids.push(id);
                case = Some(shape.cases[1]);
            } else {
                if let Some(case) = case.take() {
                    self.words.marks.case(case, ids);
                }
                self.segment(&text[begin..end], id, buffers, ids);
            }
        }
        true
    }

    fn segment(&self, segment: &str, id: Option<u32>, buffers: &mut WordBuffers, ids: &mut Vec<u32>) {
        match id {
            Some(id) => ids.push(id),
            None => self.words.pieces(segment, buffers, ids),
        }
    }

    /// Writes parts of one case each, in segments of small letters with marks for capitals.
    fn parts(&self, chunk: Chunk, buffers: &mut MorpheusBuffers, ids: &mut Vec<u32>) -> bool {
        if chunk.may_be_symbols()
            && let Some(id) = self.words.fallback.piece(chunk.text.as_bytes())
        {
            ids.push(id);
            return true;
        }
        let MorpheusBuffers { small, part_sums, part_segments, words, .. } = buffers;
        self.words.case_parts(chunk, &self.language.letters.casing, words, ids, |part, words, ids| {
            if !part.text.starts_with(properties::is_alphanumeric) {
                return Some(false);
            }
            small.clear();
            small.push(' ');
            let Some(shape) = WordShape::of_part(part.text, part.case, small) else { return Some(false) };
            self.cut_part(part, small, part_sums, part_segments);
            let (first, later) = part_segments.split_first()?;
            if part.is_first {
                self.first(&small[first.begin + 1..first.end], first.id, part.space, part.case, words, ids);
            } else {
                self.words.marks.case(part.case, ids);
                self.segment(&small[first.begin..first.end], first.id, words, ids);
            }
            self.later(small, later, shape, words, ids).then_some(true)
        })
    }

    /// Cuts a part of a word into segments. `small` is the part in small letters after a space, which the first segment includes if it
    /// begins the word.
    fn cut_part(&self, part: CasePart, small: &str, sums: &mut BoundarySums, segments: &mut Vec<Part>) {
        segments.clear();
        let mut begin = usize::from(!part.is_first);
        cut(&self.language.boundaries, &self.language.exceptions, &small[1..], sums, |end| {
            segments.push(Part::new(std::mem::replace(&mut begin, end + 1), end + 1));
        });
        segments.push(Part::new(begin, small.len()));
        self.words.fallback.pieces(small.as_bytes(), segments);
    }
}

/// Calls `visit` with the byte at which each segment of a word in small letters ends, except for the last.
pub fn cut(boundaries: &Boundaries, exceptions: &Exceptions, word: &str, sums: &mut BoundarySums, visit: impl FnMut(usize)) {
    if let Some(gaps) = exceptions.get(word) {
        return ends(word, |gap| gaps >> gap & 1 == 1, visit);
    }
    sums.clear();
    boundaries.add(word, sums);
    boundaries.sum(sums);
    let sums = sums.sums(0);
    ends(word, |gap| sums[gap] > 0, visit);
}

/// The same for given gaps. An apostrophe is always a segment of its own, and there is no cut behind a digit.
#[inline(always)]
fn ends(word: &str, is_cut: impl Fn(usize) -> bool, mut visit: impl FnMut(usize)) {
    let mut before = None;
    for (gap, (at, letter)) in word.char_indices().enumerate() {
        if let Some(before) = before
            && (before == '\'' || letter == '\'' || is_cut(gap - 1) && properties::is_alphabetic(before))
        {
            visit(at);
        }
        before = Some(letter);
    }
}

/// Parses an exception: the segments of a word, joined by +.
///
/// # Errors
/// [`Error::Training`] if the word is empty or too long, or a + does not stand between two letters.
pub fn exception(written: &str) -> Result<(Box<str>, u64)> {
    let word = written.replace('+', "");
    let letters = word.chars().count();
    if letters > LONGEST_EXCEPTION || letters == 0 {
        return Err(Error::Training(format!("the exception {written:?} has {letters} letters; it may have 1 to {LONGEST_EXCEPTION}")));
    }
    let (mut gaps, mut end) = (0u64, 0);
    for segment in written.split('+') {
        if segment.is_empty() {
            return Err(Error::Training(format!("the exception {written:?} has a + that is not between two letters; leave it out")));
        }
        end += segment.chars().count();
        gaps |= 1 << (end - 1);
    }
    // The last segment ends at no gap.
    Ok((word.into_boxed_str(), gaps & !(1 << (letters - 1))))
}

/// An exception as it is written in its table.
pub fn written_exception(word: &str, gaps: u64) -> String {
    let mut written = String::with_capacity(word.len() + 4);
    for (at, letter) in word.chars().enumerate() {
        if at > 0 && gaps >> (at - 1) & 1 == 1 {
            written.push('+');
        }
        written.push(letter);
    }
    written
}
