//! Encodings in the form of the library `tokenizers`: the state that its class `Encoding` accepts in `__setstate__`, as JSON.
//!
//! The library promises spans within the text, and its users read words off them: a token whose span begins where the one before it ended
//! continues the word. Our spans tile the text, so a whole sentence would be one word. *Trimmed* spans leave out white space, and a mark,
//! whose span is empty, stands before its word instead of before the space. For tokens that interleave there are two more kinds of span:
//! see [`Spans`].
//!
//! A text can contain *foreign* tokens: added to the other library, with ids that morfem does not know. The stretches between them are
//! encoded as texts of their own.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::result::encoding::Encoding;
use crate::run::stop::Stop;
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
    let state = |mixed: &Mixed| Ok(written(&encoding_of(tokenizer, mixed, parse_special)?, mixed, layout));
    texts.par_iter().map_init(|| stop.known(), |_, mixed| state(mixed)).collect()
}

/// The ids of many texts, and the spans of their tokens.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The ids of all texts.
    pub ids: Vec<u32>,
    /// Text i has the tokens `indptr[i]..indptr[i + 1]`.
    pub indptr: Vec<i64>,
    /// The first code point of each token.
    pub starts: Vec<i64>,
    /// The end of each token, in code points.
    pub ends: Vec<i64>,
}

/// What [`states`] writes about ids and spans, as arrays.
///
/// # Errors
/// As for [`states`].
pub fn columns(tokenizer: &Tokenizer, texts: &[Mixed], layout: Layout, parse_special: bool) -> Result<Columns> {
    let stop = Stop::current();
    let column = |mixed: &Mixed| {
        let encoding = match mixed.foreign {
            [] => tokenizer.encode_without_strings(mixed.text, parse_special),
            foreign => encoding_around(tokenizer, mixed.text, foreign, parse_special)?,
        };
        let (_, spans) = spans(&encoding, mixed.text, layout);
        Ok((encoding.ids, spans))
    };
    let parts: Vec<_> = texts.par_iter().map_init(|| stop.known(), |_, mixed| column(mixed)).collect::<Result<_>>()?;
    let mut all = Columns { indptr: vec![0], ..Columns::default() };
    for (ids, spans) in parts {
        all.ids.extend(ids);
        all.indptr.push(all.ids.len() as i64);
        all.starts.extend(spans.iter().map(|span| span.0 as i64));
        all.ends.extend(spans.iter().map(|span| span.1 as i64));
    }
    Ok(all)
}

fn encoding_of(tokenizer: &Tokenizer, mixed: &Mixed, parse_special: bool) -> Result<Encoding> {
    match mixed.foreign {
        [] => Ok(tokenizer.encode(mixed.text, parse_special)),
        foreign => encoding_around(tokenizer, mixed.text, foreign, parse_special),
    }
}

/// The encoding of a text with foreign tokens. It has ids, tokens, kinds and offsets; `word_ids` says only which tokens belong to a word.
fn encoding_around(tokenizer: &Tokenizer, text: &str, foreign: &[Foreign], parse_special: bool) -> Result<Encoding> {
    let mut bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
    bytes.push(text.len());
    let mut whole = Encoding::default();
    let append = |whole: &mut Encoding, start: usize, end: usize| {
        if start < end {
            let part = tokenizer.encode(&text[bytes[start]..bytes[end]], parse_special);
            whole.ids.extend(part.ids);
            whole.tokens.extend(part.tokens);
            whole.kinds.extend(part.kinds);
            whole.word_ids.extend(part.word_ids);
            whole.offsets.extend(part.offsets.into_iter().map(|(from, to)| (from + start, to + start)));
        }
    };
    let mut start = 0;
    for Foreign { span, id, token } in foreign {
        if span.0 < start || span.1 < span.0 || bytes.len() <= span.1 {
            return Err(Error::Argument(format!("the span of {token:?}, {span:?}, is not in the text after {start}")));
        }
        append(&mut whole, start, span.0);
        whole.ids.push(*id);
        whole.tokens.push(token.clone());
        whole.kinds.push(Kind::Special);
        whole.word_ids.push(None);
        whole.offsets.push(*span);
        start = span.1;
    }
    append(&mut whole, start, bytes.len() - 1);
    Ok(whole)
}

/// The words of a text, and the word of each token. White space and specials separate words.
struct Words {
    spans: Vec<(usize, usize)>,
    of_tokens: Vec<Option<usize>>,
}

impl Words {
    fn new(encoding: &Encoding, is_space: &[bool]) -> Self {
        let mut is_between = is_space.to_vec();
        for (kind, span) in encoding.kinds.iter().zip(&encoding.offsets) {
            if *kind == Kind::Special {
                is_between[span.0..span.1].fill(true);
            }
        }
        let mut spans: Vec<(usize, usize)> = Vec::new();
        let mut start = 0;
        for word in is_between.split(|is_between| *is_between) {
            if !word.is_empty() {
                spans.push((start, start + word.len()));
            }
            start += word.len() + 1;
        }
        // A later byte of a character has an empty span at the end of that character. A mark stands before its word.
        let word = |token: usize| {
            let (start, end) = encoding.offsets[token];
            let is_later_byte = start == end && encoding.kinds[token] != Kind::Mark;
            spans.partition_point(|word| word.1 < start + !is_later_byte as usize)
        };
        let of_tokens = (0..encoding.len()).map(|token| encoding.word_ids[token].map(|_| word(token))).collect();
        Words { spans, of_tokens }
    }
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
    let (words, spans) = spans(encoding, mixed.text, layout);
    let zeros = vec![0; encoding.len()];
    let state = State {
        ids: &encoding.ids,
        type_ids: &zeros,
        tokens: &encoding.tokens,
        words: words.into_iter().map(|word| mixed.word.or(word)).collect(),
        offsets: spans,
        special_tokens_mask: &zeros,
        attention_mask: &vec![1; encoding.len()],
        overflowing: [],
        sequence_ranges: BTreeMap::new(),
    };
    serde_json::to_vec(&state).expect("lists and strings have a form in JSON")
}

/// The word of each token, and its span in code points.
fn spans(encoding: &Encoding, text: &str, layout: Layout) -> (Vec<Option<usize>>, Vec<(usize, usize)>) {
    let is_space: Vec<bool> = text.chars().map(|c| class(c) == Class::Space).collect();
    let words = Words::new(encoding, &is_space);
    let mut spans = encoding.offsets.clone();
    match layout.spans {
        Spans::Hulls => {}
        Spans::Words => {
            for (span, word) in spans.iter_mut().zip(&words.of_tokens) {
                *span = word.map_or(*span, |word| words.spans[word]);
            }
        }
        Spans::Tiles => tile(&mut spans, &words.of_tokens),
    }
    if layout.is_trimmed {
        trim(&mut spans, &encoding.kinds, &words.of_tokens, &is_space);
    }
    (words.of_tokens, spans)
}

/// Cuts each word, with the white space that its tokens hold, into as many parts as it has tokens.
fn tile(spans: &mut [(usize, usize)], of_tokens: &[Option<usize>]) {
    let mut words: Vec<(usize, usize, usize)> = Vec::new();
    for (&(start, end), word) in spans.iter().zip(of_tokens) {
        let Some(word) = *word else { continue };
        words.resize(words.len().max(word + 1), (usize::MAX, 0, 0));
        let (first, last, size) = words[word];
        words[word] = (first.min(start), last.max(end), size + 1);
    }
    let mut done = vec![0; words.len()];
    for (span, word) in spans.iter_mut().zip(of_tokens) {
        let Some(word) = *word else { continue };
        let (start, end, size) = words[word];
        let cut = |part: usize| start + (end - start) * part / size;
        *span = (cut(done[word]), cut(done[word] + 1));
        done[word] += 1;
    }
}

/// Leaves white space at both ends out of each span, and puts each mark at the beginning of its word.
fn trim(spans: &mut [(usize, usize)], kinds: &[Kind], of_tokens: &[Option<usize>], is_space: &[bool]) {
    for token in (0..spans.len()).rev() {
        let (mut start, mut end) = spans[token];
        while start < end && is_space[start] {
            start += 1;
        }
        while start < end && is_space[end - 1] {
            end -= 1;
        }
        let word = of_tokens[token];
        if kinds[token] == Kind::Mark && start == end && word.is_some() && of_tokens.get(token + 1) == Some(&word) {
            (start, end) = (spans[token + 1].0, spans[token + 1].0);
        }
        spans[token] = (start, end);
    }
}
