//! Encodings in the form of the library `tokenizers`: the state that its class `Encoding` accepts in `__setstate__`, as JSON.
//!
//! The library promises spans within the text, and its users read words off them: a token whose span begins where the one before it ended
//! continues the word. Our spans tile the text, so a whole sentence would be one word. *Trimmed* spans leave out white space, and a mark,
//! whose span is empty, stands before its word instead of before the space. For tokens that interleave there are two more kinds of span:
//! see [`Spans`].
//!
//! A text can contain *foreign* tokens: added to the other library, with ids that morfem does not know. The stretches between them are encoded
//! as texts of their own.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::encoding::Encoding;
use crate::stop::Stop;
use crate::text::{Class, class};
use crate::tokenizer::Tokenizer;
use crate::vocab::Kind;
use crate::{Error, Result};

/// Which span a token has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spans {
    /// From the first code point of the token to its last. Hulls of interleaving tokens overlap.
    Hulls,
    /// The span of the white-space word that the token belongs to.
    Words,
    /// Each word is cut into as many parts of about equal length as it has tokens; the parts tile the word in the order of the tokens.
    Tiles,
}

impl Spans {
    /// The spans with a name.
    ///
    /// # Errors
    /// [`Error::Argument`] for any other name.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "hull" => Ok(Spans::Hulls),
            "word" => Ok(Spans::Words),
            "tiles" => Ok(Spans::Tiles),
            _ => Err(Error::Argument(format!("offsets {name:?} are unknown; choose \"hull\", \"word\" or \"tiles\""))),
        }
    }
}

/// A token of the other library in a text.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// Its span in the text, in code points.
    pub span: (usize, usize),
    /// Its id.
    pub id: u32,
    /// Its token string.
    pub token: String,
}

/// A text with its foreign tokens, in order and without overlaps.
#[derive(Clone, Debug)]
pub struct Mixed<'a> {
    /// The text.
    pub text: &'a str,
    /// The foreign tokens.
    pub foreign: &'a [Foreign],
    /// The index of the word that the text is, if it is a single word of a longer text.
    pub word: Option<usize>,
}

/// How to write encodings.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Which span a token has.
    pub spans: Spans,
    /// Whether spans leave out white space.
    pub is_trimmed: bool,
}

/// The states of the encodings of `texts`, on the threads of the current rayon pool.
///
/// # Errors
/// [`Error::Argument`] if a foreign token does not lie in its text, or before the one before it.
pub fn states(tokenizer: &Tokenizer, texts: &[Mixed], layout: Layout, parse_special: bool) -> Result<Vec<Vec<u8>>> {
    let stop = Stop::current();
    let state = |mixed: &Mixed| {
        let encoding = if mixed.foreign.is_empty() {
            tokenizer.encode(mixed.text, parse_special)
        } else {
            encoding_around(tokenizer, mixed.text, mixed.foreign, parse_special)?
        };
        Ok(written(&encoding, mixed, layout))
    };
    texts.par_iter().map_init(|| stop.known(), |_, mixed| state(mixed)).collect()
}

/// The encoding of a text with foreign tokens. Its byte offsets, surfaces and glosses are left out.
fn encoding_around(tokenizer: &Tokenizer, text: &str, foreign: &[Foreign], parse_special: bool) -> Result<Encoding> {
    let is_space: Vec<bool> = text.chars().map(|c| class(c) == Class::Space).collect();
    let mut bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
    bytes.push(text.len());
    // Words that begin before a code point.
    let mut words_before = vec![0; is_space.len() + 1];
    for at in 0..is_space.len() {
        words_before[at + 1] = words_before[at] + (!is_space[at] && (at == 0 || is_space[at - 1])) as usize;
    }
    let mut whole = Encoding::default();
    let append = |whole: &mut Encoding, start: usize, end: usize| {
        if start == end {
            return;
        }
        let part = tokenizer.encode(&text[bytes[start]..bytes[end]], parse_special);
        let is_inside = start > 0 && !is_space[start - 1] && !is_space[start];
        let words = words_before[start] - is_inside as usize;
        whole.ids.extend(part.ids);
        whole.tokens.extend(part.tokens);
        whole.kinds.extend(part.kinds);
        whole.word_ids.extend(part.word_ids.into_iter().map(|word| word.map(|word| word + words)));
        whole.offsets.extend(part.offsets.into_iter().map(|(from, to)| (from + start, to + start)));
    };
    let mut start = 0;
    for &Foreign { span, id, ref token } in foreign {
        if span.0 < start || span.1 < span.0 || is_space.len() < span.1 {
            return Err(Error::Argument(format!("the span of {token:?}, {span:?}, is not in the text after {start}")));
        }
        append(&mut whole, start, span.0);
        whole.ids.push(id);
        whole.tokens.push(token.clone());
        whole.kinds.push(Kind::Special);
        whole.word_ids.push(None);
        whole.offsets.push(span);
        start = span.1;
    }
    append(&mut whole, start, is_space.len());
    Ok(whole)
}

/// What `Encoding.__setstate__` reads.
#[derive(Serialize)]
struct State<'a> {
    ids: &'a [u32],
    type_ids: &'a [u32],
    tokens: &'a [String],
    words: Vec<Option<usize>>,
    offsets: Vec<(usize, usize)>,
    special_tokens_mask: &'a [u32],
    attention_mask: &'a [u32],
    overflowing: [(); 0],
    sequence_ranges: BTreeMap<usize, (usize, usize)>,
}

fn written(encoding: &Encoding, mixed: &Mixed, layout: Layout) -> Vec<u8> {
    let zeros = vec![0; encoding.len()];
    let state = State {
        ids: &encoding.ids,
        type_ids: &zeros,
        tokens: &encoding.tokens,
        words: encoding.word_ids.iter().map(|&word| mixed.word.or(word)).collect(),
        offsets: spans(encoding, mixed.text, layout),
        special_tokens_mask: &zeros,
        attention_mask: &vec![1; encoding.len()],
        overflowing: [],
        sequence_ranges: BTreeMap::new(),
    };
    serde_json::to_vec(&state).expect("lists and strings have a form in JSON")
}

/// The spans of the tokens, in code points.
fn spans(encoding: &Encoding, text: &str, layout: Layout) -> Vec<(usize, usize)> {
    let is_space: Vec<bool> = text.chars().map(|c| class(c) == Class::Space).collect();
    let mut spans = encoding.offsets.clone();
    match layout.spans {
        Spans::Hulls => {}
        Spans::Words => {
            let words = words(&is_space);
            for (span, word) in spans.iter_mut().zip(&encoding.word_ids) {
                *span = word.map_or(*span, |word| words[word]);
            }
        }
        Spans::Tiles => tile(&mut spans, &encoding.word_ids),
    }
    if layout.is_trimmed {
        trim(&mut spans, encoding, &is_space);
    }
    spans
}

/// The spans of the white-space words.
fn words(is_space: &[bool]) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = 0;
    for word in is_space.split(|is_space| *is_space) {
        if !word.is_empty() {
            words.push((start, start + word.len()));
        }
        start += word.len() + 1;
    }
    words
}

/// Cuts each word, with the white space that its tokens hold, into as many parts as it has tokens.
fn tile(spans: &mut [(usize, usize)], word_ids: &[Option<usize>]) {
    let mut words: Vec<(usize, usize, usize)> = Vec::new();
    for (&(start, end), word) in spans.iter().zip(word_ids) {
        let Some(word) = *word else { continue };
        words.resize(words.len().max(word + 1), (usize::MAX, 0, 0));
        let (first, last, size) = words[word];
        words[word] = (first.min(start), last.max(end), size + 1);
    }
    let mut done = vec![0; words.len()];
    for (span, word) in spans.iter_mut().zip(word_ids) {
        let Some(word) = *word else { continue };
        let (start, end, size) = words[word];
        let cut = |part: usize| start + (end - start) * part / size;
        *span = (cut(done[word]), cut(done[word] + 1));
        done[word] += 1;
    }
}

/// Leaves white space at both ends out of each span, and puts each mark at the beginning of its word.
fn trim(spans: &mut [(usize, usize)], encoding: &Encoding, is_space: &[bool]) {
    for token in (0..spans.len()).rev() {
        let (mut start, mut end) = spans[token];
        while start < end && is_space[start] {
            start += 1;
        }
        while start < end && is_space[end - 1] {
            end -= 1;
        }
        let word = encoding.word_ids[token];
        if encoding.kinds[token] == Kind::Mark && start == end && word.is_some() && encoding.word_ids.get(token + 1) == Some(&word) {
            (start, end) = (spans[token + 1].0, spans[token + 1].0);
        }
        spans[token] = (start, end);
    }
}
