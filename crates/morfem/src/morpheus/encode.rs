//! From a chunk to ids.
//!
//! A chunk is a word or number with its endings, or what stands between words, with the one space before it. It is written in the first of these ways
//! that comes back exactly, which is checked by writing it wherever it could fail:
//! 1. a word of one case before, and one after, its apostrophe: segments in small letters, with marks for capitals and for a space that is not there;
//! 2. in parts of one case each (iPhone, JavaScript), each in segments;
//! 3. in pieces as it stands;
//! 4. in bytes.
//!
//! The last way cannot fail: bytes are written as they are. A segment that is not in the vocabulary is written in the fewest pieces. The ids of a chunk depend on it and
//! on whether a space would be implied after what stands to its left.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::boundaries::{Boundaries, Scratch as Sums};
use super::letters::Letters;
use crate::bpe::MergeRule;
use crate::encoding::Encoding;
use crate::trie::Part;
use crate::vocab::{Kind, Vocabulary};
use crate::writing::rest::Scratch as RestScratch;
use crate::writing::scribe::{APOSTROPHES, Look, small_word};
use crate::writing::{Case, Pen, Rest, Scribe};
use crate::{Error, Result};

/// The token strings of the marks.
pub const MARKS: [&str; 3] = ["<join>", "<title>", "<upper>"];
/// Parts of a word whose case changes are cut if they have at least that many characters: shorter ones are rather signs.
const SHORTEST_PART: usize = 3;
/// Letters of a word that may be an exception.
pub const LONGEST_EXCEPTION: usize = 64;

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A special: it is written as it is, and what follows begins anew.
    Special,
    /// The bytes that the vocabulary has for it.
    Text,
    /// A piece that begins with the space it implies.
    Initial,
    Join,
    Case(Case),
}

/// Words that are cut otherwise than the boundary model says: a bit for each gap.
pub type Exceptions = FxHashMap<Box<str>, u64>;

/// A model, ready to encode.
pub struct Encoder {
    pub letters: Letters,
    pub boundaries: Boundaries,
    pub exceptions: Exceptions,
    pub scribe: Scribe,
    /// The `phonology.toml` of its language.
    pub phonology: Vec<u8>,
    tokens: Vec<Token>,
    /// The ids of [`APOSTROPHES`], if they are pieces.
    apostrophes: [Option<u32>; 2],
}

/// A chunk that has been looked at before it is encoded.
struct Seen {
    /// Where it begins.
    start: usize,
    /// How its word is written, if it is one, and where in the buffer it stands in small letters, behind a space.
    look: Option<Look>,
    small: Range<usize>,
    cut: Cut,
    /// Which are its segments.
    segments: Range<usize>,
}

/// What says where a word is cut.
#[derive(Clone, Copy)]
enum Cut {
    Exception(u64),
    /// The sums of so many words before.
    Sums(usize),
}

/// Buffers of an encoder.
#[derive(Default)]
pub struct Scratch {
    seen: Vec<Seen>,
    smalls: String,
    sums: Sums,
    /// Parts of `smalls`; the first segment of a word has the space before it.
    segments: Vec<Part>,
    /// For parts of words.
    part: String,
    part_sums: Sums,
    part_segments: Vec<Part>,
    rest: Rests,
    written: Vec<u8>,
}

/// Buffers for what is no segment of the vocabulary.
#[derive(Default)]
struct Rests {
    piece: String,
    pieces: RestScratch,
}

impl Scratch {
    /// Forgets the chunks that have been looked at.
    pub fn forget(&mut self) {
        self.seen.clear();
        self.smalls.clear();
        self.segments.clear();
        self.sums.clear();
    }
}

/// Classes of ids that [`merge_rule`] knows.
const CLASSES: usize = 6;
const ALONE: u8 = 0;
const CAPITALS: u8 = 1;
const APOSTROPHE: u8 = 2;
/// A segment that continues a word, with what belongs to it.
const ENDING: u8 = 3;
/// A segment that begins a word, with its marks and with endings.
const WORD: u8 = 4;
/// Several endings.
const ENDINGS: u8 = 5;

/// Which ids of a word may merge: whole segments alone. Pieces that are no segments of the vocabulary stay apart.
pub fn merge_rule() -> Result<MergeRule> {
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

/// What the ids of a vocabulary stand for.
fn tokens(vocabulary: &Vocabulary) -> std::result::Result<Vec<Token>, String> {
    let kinds = [Token::Join, Token::Case(Case::Title), Token::Case(Case::Upper)];
    let token = |id: u32| {
        let bytes = vocabulary.bytes(id);
        Ok(match vocabulary.kind(id) {
            Kind::Special => Token::Special,
            Kind::Mark => {
                let mark = MARKS.iter().zip(kinds).find(|(name, _)| name.as_bytes() == bytes).map(|(_, kind)| kind);
                mark.ok_or_else(|| format!("{:?} is no mark; there are {}", vocabulary.token(id), MARKS.join(", ")))?
            }
            Kind::Byte => Token::Text,
            _ if bytes.len() > 1 && bytes[0] == b' ' => Token::Initial,
            _ => Token::Text,
        })
    };
    (0..vocabulary.len() as u32).map(token).collect()
}

impl Encoder {
    /// A model over a vocabulary.
    ///
    /// # Errors
    /// A sentence that says which mark is missing.
    pub fn new(
        letters: Letters,
        boundaries: Boundaries,
        exceptions: Exceptions,
        vocabulary: &Vocabulary,
        rest: Rest,
        phonology: Vec<u8>,
    ) -> std::result::Result<Self, String> {
        let tokens = tokens(vocabulary)?;
        let find = |name: &str, token: Token| {
            let id = tokens.iter().position(|known| *known == token);
            id.map(|id| id as u32).ok_or_else(|| format!("there is no mark {name}"))
        };
        let join = find(MARKS[0], Token::Join)?;
        let title = find(MARKS[1], Token::Case(Case::Title))?;
        let upper = find(MARKS[2], Token::Case(Case::Upper))?;
        // A character is rather a piece than a byte.
        let piece = |text: &str| {
            let is_it = |id: &u32| vocabulary.bytes(*id) == text.as_bytes() && tokens[*id as usize] == Token::Text;
            (0..vocabulary.len() as u32).rev().find(is_it)
        };
        let apostrophes = APOSTROPHES.map(piece);
        let space = piece(" ").unwrap_or(vocabulary.byte_ids()[b' ' as usize]);
        let is_initial = tokens.iter().map(|token| *token == Token::Initial).collect();
        let scribe = Scribe::new(rest, vocabulary, [join, title, upper, space], is_initial);
        Ok(Encoder { letters, boundaries, exceptions, scribe, phonology, tokens, apostrophes })
    }

    /// Looks at chunks of a text that are encoded next, until [`Scratch::forget`]: the sums of all of them are found side by side.
    pub fn look_ahead(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, scratch: &mut Scratch) {
        let Scratch { seen, smalls, sums, segments, part, .. } = scratch;
        let mut summed = 0;
        for (start, end) in chunks {
            let look = small_word(&self.letters.casing, unspaced(&text[start..end]), part);
            let exception = look.and_then(|_| self.exceptions.get(part.as_str()));
            let cut = exception.map_or(Cut::Sums(summed), |&gaps| Cut::Exception(gaps));
            if look.is_some() && exception.is_none() {
                self.boundaries.add(part, sums);
                summed += 1;
            }
            smalls.push(' ');
            seen.push(Seen { start, look, small: smalls.len()..smalls.len() + part.len(), cut, segments: 0..0 });
            smalls.push_str(part);
        }
        self.boundaries.sum(sums);
        for Seen { small, cut, segments: range, .. } in seen.iter_mut().filter(|seen| seen.look.is_some()) {
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
        self.scribe.rest.pieces(smalls.as_bytes(), segments);
    }

    /// Appends the ids of `text[start..end]`.
    pub fn encode(&self, text: &str, start: usize, end: usize, vocabulary: &Vocabulary, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        match scratch.seen.iter().position(|seen| seen.start == start) {
            Some(seen) => self.encode_seen(seen, text, start, end, vocabulary, scratch, ids),
            None => {
                scratch.forget();
                self.look_ahead(text, std::iter::once((start, end)), scratch);
                self.encode_seen(0, text, start, end, vocabulary, scratch, ids);
                scratch.forget();
            }
        }
    }

    /// Appends the ids of `text[start..end]`, which is the chunk number `seen` that has been looked at.
    #[allow(clippy::too_many_arguments)]
    fn encode_seen(
        &self,
        seen: usize,
        text: &str,
        start: usize,
        end: usize,
        vocabulary: &Vocabulary,
        scratch: &mut Scratch,
        ids: &mut Vec<u32>,
    ) {
        let chunk = &text[start..end];
        let implied = self.letters.spacing.implies_space(&text.as_bytes()[..start]);
        let from = ids.len();
        if self.plain(seen, chunk, implied, scratch, ids) {
            debug_assert!(self.comes_back(vocabulary, implied, chunk, &ids[from..], &mut scratch.written));
            return;
        }
        for way in [Encoder::word, Encoder::parts, Encoder::pieces] {
            if way(self, seen, chunk, implied, scratch, ids)
                && self.comes_back(vocabulary, implied, chunk, &ids[from..], &mut scratch.written)
            {
                return;
            }
            ids.truncate(from);
        }
        self.scribe.bytes(chunk, ids);
    }

    /// Whether ids write a chunk where a space is implied or not.
    fn comes_back(&self, vocabulary: &Vocabulary, implied: bool, chunk: &str, ids: &[u32], written: &mut Vec<u8>) -> bool {
        written.clear();
        let mut pen = Pen::after(implied);
        for &id in ids {
            self.write(vocabulary, id, &mut pen, written);
        }
        written == chunk.as_bytes()
    }

    /// Whether these units are a way to write a chunk behind a letter, whatever stands before and behind it: they come back, without a special, and no
    /// mark is left for what follows. `written` is a buffer.
    pub fn is_written(&self, vocabulary: &Vocabulary, chunk: &[u8], units: impl Iterator<Item = u32>, written: &mut Vec<u8>) -> bool {
        written.clear();
        let mut pen = Pen::after(true);
        for unit in units {
            if self.tokens[unit as usize] == Token::Special {
                return false;
            }
            self.write(vocabulary, unit, &mut pen, written);
        }
        pen.is_at_rest() && written == chunk
    }

    /// Whether these units are a chunk for the reason that [`Encoder::plain`] gives: one that implies a space, then others, all as they are.
    pub fn is_plain(&self, vocabulary: &Vocabulary, chunk: &[u8], units: impl Iterator<Item = u32>) -> bool {
        let mut rest = chunk;
        let mut token = Token::Initial;
        for unit in units {
            match rest.strip_prefix(vocabulary.bytes(unit)) {
                Some(behind) if self.tokens[unit as usize] == token => rest = behind,
                _ => return false,
            }
            token = Token::Text;
        }
        rest.is_empty()
    }

    /// Writes an id; returns how much of `bytes` belongs to the ids before it.
    #[inline]
    pub fn write(&self, vocabulary: &Vocabulary, id: u32, pen: &mut Pen, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        let text = vocabulary.bytes(id);
        match self.tokens[id as usize] {
            Token::Special => {
                bytes.extend_from_slice(text);
                *pen = Pen::default();
            }
            Token::Text => {
                pen.begin();
                pen.text(&self.letters.casing, text, bytes);
            }
            Token::Initial => {
                pen.initial(Case::Lower, &self.letters.spacing, bytes);
                pen.text(&self.letters.casing, &text[1..], bytes);
            }
            Token::Join => pen.join(),
            Token::Case(case) => pen.capitals(case),
        }
        before
    }

    /// The class of each id in [`merge_rule`]; `segments` are whole segments, and so are single letters, which have ids anyway.
    pub fn merge_classes(&self, vocabulary: &Vocabulary, segments: std::ops::Range<usize>) -> Vec<u8> {
        let is_letter = |id: usize| match vocabulary.bytes(id as u32) {
            [letter] => letter.is_ascii_alphabetic() && vocabulary.kind(id as u32) != Kind::Byte,
            _ => false,
        };
        let class = |(id, token): (usize, &Token)| match token {
            Token::Case(_) | Token::Join => CAPITALS,
            Token::Initial if segments.contains(&id) => WORD,
            Token::Text if segments.contains(&id) || is_letter(id) => ENDING,
            Token::Text if self.apostrophes.contains(&Some(id as u32)) => APOSTROPHE,
            _ => ALONE,
        };
        self.tokens.iter().enumerate().map(class).collect()
    }

    /// Adds to an encoding the words of marks.
    pub fn describe(&self, encoding: &mut Encoding) {
        for at in (0..encoding.len()).rev() {
            if encoding.kinds[at] == Kind::Mark {
                encoding.word_ids[at] = encoding.word_ids.get(at + 1).copied().flatten();
            }
        }
    }

    /// A word in small letters with a space before it just where one is implied, of segments that are all in the vocabulary; false if it is another.
    ///
    /// It comes back, which need not be checked: the first id writes the space if it is implied, without a mark all letters stay small, and the word is what
    /// its segments are.
    fn plain(&self, seen: usize, chunk: &str, implied: bool, scratch: &Scratch, ids: &mut Vec<u32>) -> bool {
        let Seen { look, segments, .. } = &scratch.seen[seen];
        if *look != Some(Look { cases: [Case::Lower; 2], apostrophe: None }) || chunk.starts_with(' ') != implied {
            return false;
        }
        let from = ids.len();
        let mut token = Token::Initial;
        for segment in &scratch.segments[segments.clone()] {
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

    /// A word in segments; false if it is none.
    fn word(&self, seen: usize, chunk: &str, implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        let Scratch { seen: all, smalls, segments: found, rest, .. } = scratch;
        let Seen { look: Some(look), ref segments, .. } = all[seen] else { return false };
        self.segments(smalls, &found[segments.clone()], look, chunk.starts_with(' '), implied, true, rest, ids)
    }

    /// A word, or a part of one, in its segments, which are parts of `text`. If it `begins` the word, the first of them has a space before it.
    #[allow(clippy::too_many_arguments)]
    fn segments(
        &self,
        text: &str,
        segments: &[Part],
        look: Look,
        is_spaced: bool,
        implied: bool,
        begins: bool,
        rest: &mut Rests,
        ids: &mut Vec<u32>,
    ) -> bool {
        let Some((first, later)) = segments.split_first() else { return false };
        if begins {
            self.first(&text[first.begin + 1..first.end], first.id, is_spaced, implied, look.cases[0], rest, ids);
        } else {
            self.scribe.case(look.cases[0], ids);
            self.segment(&text[first.begin..first.end], first.id, rest, ids);
        }
        let mut case = None;
        for &Part { begin, end, id, .. } in later {
            if &text[begin..end] == "'" {
                let is_it = |sign: &&str| Some(*sign) == look.apostrophe;
                let Some(id) = APOSTROPHES.iter().position(is_it).and_then(|index| self.apostrophes[index]) else { return false };
                ids.push(id);
                case = Some(look.cases[1]);
            } else {
                if let Some(case) = case.take() {
                    self.scribe.case(case, ids);
                }
                self.segment(&text[begin..end], id, rest, ids);
            }
        }
        true
    }

    /// The first segment of a word; `id` is what it is with a space before it.
    #[allow(clippy::too_many_arguments)]
    fn first(&self, segment: &str, id: Option<u32>, is_spaced: bool, implied: bool, case: Case, rest: &mut Rests, ids: &mut Vec<u32>) {
        match id {
            Some(id) => {
                self.scribe.space(is_spaced, implied, ids);
                self.scribe.case(case, ids);
                ids.push(id);
            }
            None => self.scribe.stem(segment, is_spaced, implied, case, &mut rest.piece, &mut rest.pieces, ids),
        }
    }

    fn segment(&self, segment: &str, id: Option<u32>, rest: &mut Rests, ids: &mut Vec<u32>) {
        match id {
            Some(id) => ids.push(id),
            None => self.scribe.rest.encode(segment.as_bytes(), &mut rest.pieces, ids),
        }
    }

    /// In small letters, with marks for capitals.
    fn parts(&self, _seen: usize, chunk: &str, implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        let word = unspaced(chunk);
        let is_spaced = chunk.len() > word.len();
        let Scratch { part: small, part_sums, part_segments, rest, .. } = scratch;
        if !word.starts_with(char::is_alphanumeric)
            && (implied || !is_spaced)
            && let Some(id) = self.scribe.rest.piece(chunk.as_bytes())
        {
            ids.push(id);
            return true;
        }
        for (index, (part, case)) in self.letters.casing.parts(word).into_iter().enumerate() {
            let apostrophe = APOSTROPHES.into_iter().find(|sign| part.contains(sign));
            let is_word = part.starts_with(char::is_alphanumeric) && part.matches(['\'', '’']).count() <= 1;
            if is_word && part.chars().count() >= SHORTEST_PART {
                small.clear();
                small.push(' ');
                small.extend(part.chars().map(|letter| if letter == '’' { '\'' } else { letter }));
                let look = Look { cases: [case, Case::Lower], apostrophe };
                part_segments.clear();
                let mut begin = usize::from(index > 0);
                cut(&self.boundaries, &self.exceptions, &small[1..], part_sums, |end| {
                    part_segments.push(Part::new(std::mem::replace(&mut begin, end + 1), end + 1));
                });
                part_segments.push(Part::new(begin, small.len()));
                self.scribe.rest.pieces(small.as_bytes(), part_segments);
                if !self.segments(small, part_segments, look, is_spaced && index == 0, implied, index == 0, rest, ids) {
                    return false;
                }
            } else if index == 0 {
                self.scribe.stem(&part, is_spaced, implied, case, &mut rest.piece, &mut rest.pieces, ids);
            } else {
                self.scribe.case(case, ids);
                self.scribe.rest.encode(part.as_bytes(), &mut rest.pieces, ids);
            }
        }
        !word.is_empty()
    }

    /// In pieces as it stands.
    fn pieces(&self, _seen: usize, chunk: &str, _implied: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) -> bool {
        self.scribe.rest.encode(chunk.as_bytes(), &mut scratch.rest.pieces, ids);
        true
    }
}

/// A chunk without the space before it.
fn unspaced(chunk: &str) -> &str {
    chunk.strip_prefix(' ').unwrap_or(chunk)
}

/// Visits where the segments of a word in small letters end, in bytes, but for the last.
pub fn cut(boundaries: &Boundaries, exceptions: &Exceptions, word: &str, sums: &mut Sums, visit: impl FnMut(usize)) {
    if let Some(gaps) = exceptions.get(word) {
        return ends(word, |gap| gaps >> gap & 1 == 1, visit);
    }
    sums.clear();
    boundaries.add(word, sums);
    boundaries.sum(sums);
    let sums = sums.sums(0);
    ends(word, |gap| sums[gap] > 0, visit);
}

/// The same, where it is known at which gaps a word is cut. An apostrophe is a segment of its own, and a number is one.
#[inline(always)]
fn ends(word: &str, is_cut: impl Fn(usize) -> bool, mut visit: impl FnMut(usize)) {
    let mut before = None;
    for (gap, (at, letter)) in word.char_indices().enumerate() {
        if let Some(before) = before
            && (before == '\'' || letter == '\'' || is_cut(gap - 1) && char::is_alphabetic(before))
        {
            visit(at);
        }
        before = Some(letter);
    }
}

/// An entry of the table of exceptions from its segments, joined by +.
///
/// # Errors
/// [`Error::Training`] if the word is too long.
pub fn exception(written: &str) -> Result<(Box<str>, u64)> {
    let (mut word, mut gaps, mut at) = (String::new(), 0, 0);
    for letter in written.chars() {
        match letter {
            '+' if (1..LONGEST_EXCEPTION).contains(&at) => gaps |= 1 << (at - 1),
            '+' => return Err(Error::Training(format!("the exception {written:?} is cut where it cannot be"))),
            _ => {
                word.push(letter);
                at += 1;
            }
        }
    }
    if at > LONGEST_EXCEPTION || at == 0 {
        return Err(Error::Training(format!("the exception {written:?} has {at} letters; it may have 1 to {LONGEST_EXCEPTION}")));
    }
    Ok((word.into_boxed_str(), gaps))
}

/// An entry of the table as it is written.
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
