//! Exports the ranks of a BPE model for tiktoken.
//!
//! A line of the file is a token's bytes in base64, a space, and the token's rank, which is its id. tiktoken has no list of merges: it
//! joins the two neighbours whose joined bytes have the lowest rank, leftmost first. That gives the same ids as a list of merges if
//!
//! 1. no two tokens have the same bytes,
//! 2. the ids of the merged tokens rise along the list, and
//! 3. the bytes of every token are encoded as that token.
//!
//! Proof. Suppose that both methods have done the same so far, and that tiktoken next joins a and b to t. By 1 and 2 tiktoken considers
//! every possible merge of the list, at the same rank. So if (a, b) is in the list, both methods do the same. Suppose that (a, b) is not in
//! the list. No merge that makes a token below t is possible any more. Nothing has been merged across the ends of the span of a and b, so
//! the merges inside the span were the same, in the same order, as if the bytes of t were encoded alone. Encoded alone, they would now be a
//! and b too, and only a merge of a and b could change that. There is none, so the bytes of t are not encoded as t, which contradicts 3.
//! (tiktoken takes a chunk that equals a token as that token; by 3 this makes no difference.)
//!
//! The file holds neither specials nor a splitter, and it leaves the ids of specials free. `tiktoken.Encoding` gets `mergeable_ranks` from
//! the file, `pat_str` from [`super::pattern::of`], and `special_tokens` with the ids that they have in morfem.

use std::collections::BTreeMap;

use crate::bpe::{self, Encoder};
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The content of a file of ranks that gives the same ids as `tokenizer`.
///
/// # Errors
/// [`Error::InexactExport`] if tiktoken would give other ids.
pub fn export(tokenizer: &Tokenizer) -> Result<Vec<u8>> {
    let refuse = |reason: String| Error::InexactExport(format!("tiktoken would give other ids: {reason}"));
    let Some(model) = tokenizer.abilities().as_bpe() else {
        return Err(refuse(format!("it supports only byte-pair encodings, and this is a {} model", tokenizer.record().kind)));
    };
    super::pieces::without_source(tokenizer).map_err(refuse)?;
    if !model.is_over_bytes() {
        return Err(refuse("its tokens consist of bytes, those of this model of characters".into()));
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

/// Checks the three conditions above.
fn check(vocabulary: &Vocabulary, model: &Encoder) -> std::result::Result<(), String> {
    let token = |id: u32| vocabulary.token(id);
    let mut scratch = bpe::MergeBuffers::default();
    let mut seen = BTreeMap::new();
    for id in (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) != Kind::Special) {
        if let Some(first) = seen.insert(vocabulary.bytes(id), id) {
            return Err(format!("the ids {first} and {id} have the same bytes"));
        }
        let mut ids = Vec::new();
        model.encode(vocabulary.bytes(id), &mut scratch, &mut ids);
        if ids != [id] {
            return Err(format!("it would use the token {}, which this model does not even use for the token's own bytes", token(id)));
        }
    }
    match model.merges().windows(2).find(|pair| pair[0][2] >= pair[1][2]) {
        Some(pair) => Err(format!("it merges in order of ids, but this model makes {} before {}", token(pair[0][2]), token(pair[1][2]))),
        None => Ok(()),
    }
}

/// Encodes as base64 with padding (RFC 4648).
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
