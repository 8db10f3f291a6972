//! The vocabulary of a file: the tokens of its model, and its added tokens.

use std::collections::HashMap;

use super::super::super::pieces::{MOST_IDS, SPACE, byte_of, missing_bytes, spaced, special};
use super::super::ByteCharacters;
use super::file::AddedToken;
use crate::vocab::Kind;

/// A result whose error is the reason why a file cannot be imported.
pub(super) type Refused<T> = std::result::Result<T, String>;

/// The token of each id, as far as known.
type Tokens = Vec<Option<(Kind, Vec<u8>)>>;

/// The vocabulary of a model over byte characters. Byte tokens that the file lacks are added at the end.
pub(super) fn byte_level_tokens<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let characters = ByteCharacters::new();
    let read = |piece: &str| match characters.read(piece) {
        None => Err(format!("the token {piece:?} is not written in byte characters, so this is not a byte-level model")),
        Some(bytes) if bytes.len() == 1 => Ok((Kind::Byte, bytes)),
        Some(bytes) => Ok((Kind::of_piece(&bytes), bytes)),
    };
    let mut tokens = listed(entries, added, unknown, read)?;
    tokens.extend(missing_bytes(&tokens));
    Ok(tokens)
}

/// The vocabulary of a model over characters, with `▁` for a space. Without byte fallback, 256 byte tokens are added at the end.
pub(super) fn character_tokens<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
    has_bytes: bool,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let read = |piece: &str| match byte_of(piece).filter(|_| has_bytes) {
        Some(byte) => Ok((Kind::Byte, vec![byte])),
        None => spaced(piece).map(|bytes| (Kind::of_piece(&bytes), bytes)),
    };
    let mut tokens = listed(entries, added, unknown, read)?;
    let lacking = missing_bytes(&tokens);
    if has_bytes && !lacking.is_empty() {
        let bytes = 256 - lacking.len();
        return Err(format!("has {bytes} of the 256 bytes, so it would lose characters; add all of <0x00> to <0xFF>"));
    }
    tokens.extend(lacking);
    Ok(tokens)
}

/// The tokens by id. `read` reads those of the model, except the unknown token and added tokens.
fn listed<'a>(
    entries: impl Iterator<Item = (usize, &'a str)>,
    added: &[AddedToken],
    unknown: Option<usize>,
    read: impl Fn(&str) -> Refused<(Kind, Vec<u8>)>,
) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let by_id: HashMap<usize, &AddedToken> = added.iter().map(|token| (token.id, token)).collect();
    let mut tokens: Tokens = Vec::new();
    for (id, piece) in entries {
        if id >= MOST_IDS {
            return Err(format!("the id {id} of {piece:?} is too large"));
        }
        if tokens.len() <= id {
            tokens.resize(id + 1, None);
        }
        let token = match by_id.get(&id).filter(|token| token.content == piece) {
            Some(token) if token.is_model_piece(read(piece).ok()) => read(piece)?,
            Some(token) => token.token()?,
            None if Some(id) == unknown => special(piece)?,
            None => read(piece)?,
        };
        if tokens[id].replace(token).is_some() {
            return Err(format!("the id {id} of {piece:?} belongs to another token too"));
        }
    }
    for token in added {
        if token.id >= MOST_IDS {
            return Err(format!("the id {} of {:?} is too large", token.id, token.content));
        }
        if tokens.len() <= token.id {
            tokens.resize(token.id + 1, None);
        }
        match &tokens[token.id] {
            Some(other) if *other == token.token()? || token.is_model_piece(Some(other.clone())) => {}
            Some(other) => {
                return Err(format!("the id {} is both {:?} and {:?}", token.id, token.content, String::from_utf8_lossy(&other.1)));
            }
            None => tokens[token.id] = Some(token.token()?),
        }
    }
    complete(tokens)
}

impl AddedToken {
    /// A special, or the literal text that the token stands for.
    fn token(&self) -> Refused<(Kind, Vec<u8>)> {
        match self.special {
            true => special(&self.content),
            false => Ok((Kind::of_piece(self.content.as_bytes()), self.content.clone().into_bytes())),
        }
    }

    /// Whether the added token only repeats a model token that stands for a byte or contains `▁`. The text of such a model token differs
    /// from `content`, so it must not be searched for literally.
    fn is_model_piece(&self, piece: Option<(Kind, Vec<u8>)>) -> bool {
        let of_model = |(kind, bytes): (Kind, Vec<u8>)| match kind {
            Kind::Byte => byte_of(&self.content) == bytes.first().copied(),
            _ => !self.special && self.content.contains(SPACE) && self.content.replace(SPACE, " ").as_bytes() == bytes,
        };
        piece.is_some_and(of_model)
    }
}

/// The tokens, provided that every id has one.
fn complete(tokens: Tokens) -> Refused<Vec<(Kind, Vec<u8>)>> {
    let count = tokens.len();
    let missing = |id: usize| format!("has no token with the id {id}, though its ids go up to {}", count - 1);
    tokens.into_iter().enumerate().map(|(id, token)| token.ok_or_else(|| missing(id))).collect()
}
