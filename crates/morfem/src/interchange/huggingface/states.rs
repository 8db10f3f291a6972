//! Encodings in the form of the library `tokenizers`: the state that its class `Encoding` accepts in `__setstate__`, as JSON.
//!
//! The library promises spans within the text, and its users read words off them: a token whose span begins where the one before it ended
//! continues the word. Our spans tile the text, so a whole sentence would be one word. *Trimmed* spans leave out white space, and a mark,
//! whose span is empty, stands before its word instead of before the space. For tokens that interleave there are two more kinds of span:
//! see [`Spans`].
//!
//! A text can contain *foreign* tokens: added to the other library, with ids that morfem does not know. The stretches between them are
//! encoded as texts of their own.
//!
//! A chat has stretches that the assistant wrote, and a mask says which tokens they have: see [`masks`].

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

/// Which tokens of each text belong to its stretches, which are given in code points: 1 for a token that holds a byte of one, else 0. So a
/// token over the border of a stretch counts. A token without bytes is a mark, and counts with the token after it.
///
/// # Errors
/// As for [`states`], and if there are not stretches for each text.
pub fn masks(tokenizer: &Tokenizer, texts: &[Mixed], stretches: &[Vec<(usize, usize)>], parse_special: bool) -> Result<Vec<Vec<u8>>> {
    if stretches.len() != texts.len() {
        return Err(Error::Argument(format!("stretches has {} entries for {} texts; give one for each", stretches.len(), texts.len())));
    }
    let stop = Stop::current();
    let mask = |(mixed, stretches): (&Mixed, &Vec<(usize, usize)>)| {
        let encoding = encoding_of(tokenizer, mixed, parse_special)?;
        Ok(mask(&encoding, mixed.text, stretches))
    };
    texts.par_iter().zip(stretches).map_init(|| stop.known(), |_, each| mask(each)).collect()
}

fn mask(encoding: &Encoding, text: &str, stretches: &[(usize, usize)]) -> Vec<u8> {
    let starts = byte_starts(text);
    let byte = |code_point: usize| starts[code_point.min(starts.len() - 1)];
    let in_bytes: Vec<_> = stretches.iter().map(|&(start, end)| (byte(start), byte(end))).collect();
    let holds = |token: usize| {
        let (from, to) = encoding.byte_offsets[token];
        let own = encoding.positions.as_ref().map_or(&[][..], |positions| &positions[token]);
        if !own.is_empty() {
            Some(own.iter().any(|at| stretches.iter().any(|(start, end)| (start..end).contains(&at))))
        } else if from < to {
            Some(in_bytes.iter().any(|&(start, end)| from.max(start) < to.min(end)))
        } else {
            None
        }
    };
    let mut mask = vec![0; encoding.len()];
    let mut next = false;
    for token in (0..encoding.len()).rev() {
        next = holds(token).unwrap_or(next);
        mask[token] = next as u8;
    }
    mask
}

/// The first byte of each code point, and the length of the text.
fn byte_starts(text: &str) -> Vec<usize> {
    text.char_indices().map(|(byte, _)| byte).chain([text.len()]).collect()
}

fn encoding_of(tokenizer: &Tokenizer, mixed: &Mixed, parse_special: bool) -> Result<Encoding> {
    match mixed.foreign {
        [] => Ok(tokenizer.encode(mixed.text, parse_special)),
        foreign => encoding_around(tokenizer, mixed.text, foreign, parse_special),
    }
}

/// The encoding of a text with foreign tokens. It has ids, tokens, kinds, spans and positions; `word_ids` says only which tokens belong to
/// a word.
fn encoding_around(tokenizer: &Tokenizer, text: &str, foreign: &[Foreign], parse_special: bool) -> Result<Encoding> {
    let bytes = byte_starts(text);
    let mut whole = Encoding { positions: tokenizer.encode("", false).positions, ..Encoding::default() };
    let append = |whole: &mut Encoding, start: usize, end: usize| {
        if start < end {
            let part = tokenizer.encode(&text[bytes[start]..bytes[end]], parse_special);
            whole.ids.extend(part.ids);
            whole.tokens.extend(part.tokens);
            whole.kinds.extend(part.kinds);
            whole.word_ids.extend(part.word_ids);
            whole.offsets.extend(part.offsets.into_iter().map(|(from, to)| (from + start, to + start)));
            whole.byte_offsets.extend(part.byte_offsets.into_iter().map(|(from, to)| (from + bytes[start], to + bytes[start])));
            if let Some(positions) = &mut whole.positions {
                positions.extend(part.positions.unwrap_or_default().into_iter().map(|own| own.into_iter().map(|at| at + start).collect()));
            }
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
        whole.byte_offsets.push((bytes[span.0], bytes[span.1]));
        if let Some(positions) = &mut whole.positions {
            positions.push((span.0..span.1).collect());
        }
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
