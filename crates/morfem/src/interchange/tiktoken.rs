//! tiktoken's ranks of byte-pair encodings.
//!
//! A line of the file is a token's bytes in base64, a space, and its rank, which is its id. tiktoken does not know merges: it joins the two
//! neighbours whose bytes *together* have the lowest rank, the leftmost first. That gives the ids of a list of merges if
//!
//! 1. no two tokens have the same bytes,
//! 2. the ids of the products rise along the list, and
//! 3. every token is what its own bytes are encoded as.
//!
//! Proof. Let both have done the same until now, and let tiktoken join a and b to t next. By 1 and 2 every merge of the list that is possible
//! is one that tiktoken considers, at the same rank, so if (a, b) is a merge of the list, both do the same. Suppose it is none. All merges
//! of products below t are used up. Nothing has been merged across the ends of the stretch that a and b cover, so inside it the same
//! merges were done, in the same order, as if the bytes of t stood alone. Alone they would now be a and b as well, and would stay so or go
//! on by a merge of these two, which is none: their encoding is not t, against 3. (tiktoken takes a whole chunk that is a token as it
//! is: by 3 that is no difference.)
//!
//! The file holds no specials and no splitter. Their ids are left free in it, so `tiktoken.Encoding` gets `mergeable_ranks` from it,
//! `pat_str` from [`super::pattern::of`], and `special_tokens` with the ids they have here.

use std::collections::BTreeMap;

use crate::bpe::{self, Encoder};
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The bytes of a file of ranks with the ids of `tokenizer`.
///
/// # Errors
/// [`Error::InexactExport`] if tiktoken would give other ids.
pub fn export(tokenizer: &Tokenizer) -> Result<Vec<u8>> {
    let refuse = |reason: String| Error::InexactExport(format!("tiktoken would give other ids: {reason}"));
    let Some(model) = tokenizer.abilities().as_bpe() else {
        return Err(refuse(format!("it knows byte-pair encodings only, this is a {} model", tokenizer.record().kind)));
    };
    super::pieces::without_source(tokenizer).map_err(refuse)?;
    if !model.is_over_bytes() {
        return Err(refuse("its tokens are made of bytes, those of this model of characters".into()));
    }
    if tokenizer.record().space_before {
        return Err(refuse("it cannot put a space before a text, as this model does".into()));
    }
    let vocabulary = tokenizer.vocabulary();
    check(vocabulary, model).map_err(refuse)?;
    let mut lines = String::new();
    for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
        lines += &format!("{} {id}\n", base64(vocabulary.bytes(id)));
    }
    Ok(lines.into_bytes())
}

/// The three conditions.
fn check(vocabulary: &Vocabulary, model: &Encoder) -> std::result::Result<(), String> {
    let token = |id: u32| vocabulary.token(id);
    let mut scratch = bpe::MergeBuffers::default();
    let mut seen = BTreeMap::new();
    for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
        if let Some(first) = seen.insert(vocabulary.bytes(id), id) {
            return Err(format!("ids {first} and {id} have the same bytes"));
        }
        let mut ids = Vec::new();
        model.encode(vocabulary.bytes(id), &mut scratch, &mut ids);
        if ids != [id] {
            return Err(format!("it would use the token {}, which no text is encoded with here", token(id)));
        }
    }
    match model.merges().windows(2).find(|pair| pair[0][2] >= pair[1][2]) {
        Some(pair) => Err(format!("it merges in order of ids, and here {} comes before {}", token(pair[0][2]), token(pair[1][2]))),
        None => Ok(()),
    }
}

/// Base64 of RFC 4648 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | *group.get(place).unwrap_or(&0) as usize);
        let count = group.len();
        (0..4usize).map(move |place| if place <= count { DIGITS[bits >> (18 - 6 * place) & 63] as char } else { '=' })
    };
    bytes.chunks(3).flat_map(digits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }
}
