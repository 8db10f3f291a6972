//! The encoding of a text: its tokens, and their spans in the text.

use crate::text::{Class, class};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The tokens of one text. All lists have one entry per token.
///
/// Byte spans tile the text. A code point belongs to the token that holds its first byte, so the spans in code points tile the text too. A
/// token without a code point (a later byte of a character) has an empty span at the end of the token before it. For tokens that interleave
/// (Splinter), `positions` partition the text, and spans are hulls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// Ids.
    pub ids: Vec<u32>,
    /// Token strings, as `Vocabulary::token` writes them.
    pub tokens: Vec<String>,
    /// Spans in code points.
    pub offsets: Vec<(usize, usize)>,
    /// Spans in bytes of UTF-8.
    pub byte_offsets: Vec<(usize, usize)>,
    /// The text of each span of code points.
    pub surfaces: Vec<String>,
    /// Exact code points of each token, if tokens can interleave; None if the spans are enough.
    pub positions: Option<Vec<Vec<usize>>>,
    /// Index of the white-space word in which the token's first character other than white space lies.
    pub word_ids: Vec<Option<usize>>,
    /// Kinds.
    pub kinds: Vec<Kind>,
    /// Leipzig glosses, for tokens that are morphemes with one.
    pub glosses: Vec<Option<String>>,
    /// For a tokenizer of several languages, the BCP 47 code of the language whose system writes the token; None for general text.
    pub languages: Option<Vec<Option<String>>>,
}

impl Encoding {
    /// The same encoding, put together by a caller.
    ///
    /// # Errors
    /// [`Error::Argument`] if the lists do not have one entry a token, or a token has not as many positions as its surface has characters.
    pub fn checked(self) -> Result<Self> {
        let tokens = self.ids.len();
        let lengths = [
            ("tokens", self.tokens.len()),
            ("offsets", self.offsets.len()),
            ("byte_offsets", self.byte_offsets.len()),
            ("surfaces", self.surfaces.len()),
            ("positions", self.positions.as_ref().map_or(tokens, Vec::len)),
            ("word_ids", self.word_ids.len()),
            ("kinds", self.kinds.len()),
            ("glosses", self.glosses.len()),
            ("languages", self.languages.as_ref().map_or(tokens, Vec::len)),
        ];
        if let Some((name, length)) = lengths.into_iter().find(|&(_, length)| length != tokens) {
            return Err(Error::Argument(format!("{name} has {length} entries for {tokens} ids; give one for each")));
        }
        let mut pairs = self.positions.iter().flatten().zip(&self.surfaces);
        if let Some((positions, surface)) = pairs.find(|(positions, surface)| positions.len() != surface.chars().count()) {
            return Err(Error::Argument(format!("{} positions for the surface {surface:?}; give one for each character", positions.len())));
        }
        Ok(self)
    }

    /// The encoding of `text` as `ids`, whose tokens end at the bytes `ends`.
    pub fn new(vocabulary: &Vocabulary, text: &str, ids: Vec<u32>, ends: &[usize]) -> Self {
        let mut encoding = Encoding::without_strings(vocabulary, text, ids, ends);
        let surface = |&(start, end): &(usize, usize)| text[ceil_char_boundary(text, start)..ceil_char_boundary(text, end)].to_string();
        encoding.tokens = encoding.ids.iter().map(|&id| vocabulary.token(id)).collect();
        encoding.surfaces = encoding.byte_offsets.iter().map(surface).collect();
        encoding.glosses = vec![None; encoding.len()];
        encoding
    }

    /// As [`Encoding::new`], but `tokens`, `surfaces` and `glosses` are empty.
    pub fn without_strings(vocabulary: &Vocabulary, text: &str, ids: Vec<u32>, ends: &[usize]) -> Self {
        let mut encoding = Encoding {
            kinds: ids.iter().map(|&id| vocabulary.kind(id)).collect(),
            offsets: Vec::with_capacity(ids.len()),
            byte_offsets: Vec::with_capacity(ids.len()),
            word_ids: Vec::with_capacity(ids.len()),
            ids,
            ..Encoding::default()
        };
        let mut words = Words { count: 0, inside: false };
        let (mut byte, mut code_point) = (0, 0);
        let mut surface_start = 0;
        for (index, &end) in ends.iter().enumerate() {
            let is_special = encoding.kinds[index] == Kind::Special;
            let mut word = None;
            // The characters that begin in the span. If the span begins inside a character, that character counts for the word too.
            let surface_end = ceil_char_boundary(text, end);
            if surface_start > byte && words.inside {
                word = Some(words.count - 1);
            }
            let mut owned = 0;
            for c in text[surface_start..surface_end].chars() {
                owned += 1;
                let here = words.next(c);
                word = word.or(here);
            }
            encoding.byte_offsets.push((byte, end));
            encoding.offsets.push((code_point, code_point + owned));
            encoding.word_ids.push(if is_special { None } else { word });
            (byte, code_point, surface_start) = (end, code_point + owned, surface_end);
        }
        encoding.give_marks_the_next_word();
        encoding
    }

    /// The encoding of `text` as `ids`, where byte i belongs to token `owners[i]`. Tokens may interleave: spans are hulls, and `positions`
    /// are the exact code points. A token without code points stands at the end of the token before it. A later byte of a character
    /// belongs to the word of that character, a mark to that of the token after it.
    pub fn of_owners(vocabulary: &Vocabulary, text: &str, ids: Vec<u32>, owners: &[u32]) -> Self {
        let size = ids.len();
        let mut encoding = Encoding {
            tokens: ids.iter().map(|&id| vocabulary.token(id)).collect(),
            kinds: ids.iter().map(|&id| vocabulary.kind(id)).collect(),
            glosses: vec![None; size],
            ids,
            offsets: vec![(0, 0); size],
            byte_offsets: vec![(0, 0); size],
            surfaces: vec![String::new(); size],
            word_ids: vec![None; size],
            positions: None,
            languages: None,
        };
        for (byte, &token) in owners.iter().enumerate() {
            let span = &mut encoding.byte_offsets[token as usize];
            *span = (if span.1 == 0 { byte } else { span.0 }, byte + 1);
        }
        let mut positions = vec![Vec::new(); size];
        let mut words = Words { count: 0, inside: false };
        for (code_point, (byte, character)) in text.char_indices().enumerate() {
            let token = owners[byte] as usize;
            positions[token].push(code_point);
            encoding.surfaces[token].push(character);
            let word = words.next(character);
            for &token in &owners[byte..byte + character.len_utf8()] {
                let token = token as usize;
                let is_special = encoding.kinds[token] == Kind::Special;
                encoding.word_ids[token] = encoding.word_ids[token].or(if is_special { None } else { word });
            }
        }
        let (mut last, mut last_byte) = (0, 0);
        let spans = encoding.offsets.iter_mut().zip(&mut encoding.byte_offsets);
        for ((span, bytes), positions) in spans.zip(&positions) {
            *span = match positions.as_slice() {
                [first, .., end] | [first @ end] => (*first, end + 1),
                [] => (last, last),
            };
            if bytes.1 == 0 {
                *bytes = (last_byte, last_byte);
            }
            (last, last_byte) = (span.1, bytes.1);
        }
        encoding.give_marks_the_next_word();
        encoding.positions = Some(positions);
        encoding
    }

    /// The first `tokens` tokens, or all if there are fewer.
    pub fn head(&self, tokens: usize) -> Self {
        fn first<T: Clone>(list: &[T], most: usize) -> Vec<T> {
            list[..list.len().min(most)].to_vec()
        }
        Encoding {
            ids: first(&self.ids, tokens),
            tokens: first(&self.tokens, tokens),
            offsets: first(&self.offsets, tokens),
            byte_offsets: first(&self.byte_offsets, tokens),
            surfaces: first(&self.surfaces, tokens),
            positions: self.positions.as_ref().map(|positions| first(positions, tokens)),
            word_ids: first(&self.word_ids, tokens),
            kinds: first(&self.kinds, tokens),
            glosses: first(&self.glosses, tokens),
            languages: self.languages.as_ref().map(|languages| first(languages, tokens)),
        }
    }

    /// Assigns each mark that writes nothing to the word of the token after it.
    fn give_marks_the_next_word(&mut self) {
        for token in (0..self.len()).rev() {
            let (start, end) = self.byte_offsets[token];
            if self.kinds[token] == Kind::Mark && start == end {
                self.word_ids[token] = self.word_ids.get(token + 1).copied().flatten();
            }
        }
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether the text was empty.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}

/// The first character boundary at or after `at`.
fn ceil_char_boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|&end| text.is_char_boundary(end)).expect("the end of the text is a boundary")
}

/// Counts white-space words from left to right.
struct Words {
    count: usize,
    inside: bool,
}

impl Words {
    /// The word of the next character, None for white space.
    fn next(&mut self, c: char) -> Option<usize> {
        let is_space = class(c) == Class::Space;
        self.count += (!is_space && !self.inside) as usize;
        self.inside = !is_space;
        (!is_space).then(|| self.count - 1)
    }
}
