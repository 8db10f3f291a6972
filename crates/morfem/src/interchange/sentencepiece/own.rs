//! Exports our own Unigram models as SentencePiece models with byte fallback.
//!
//! The two kinds of model differ in three ways. Each is either proved not to matter, or the export is refused.
//!
//! - **SentencePiece has no splitter.** It finds the best split of the whole text. That is the best split of each chunk if no piece can cross
//!   the end of a chunk ([`crossing`]).
//! - **Bytes have no scores there.** A character without a piece gets a fixed score and is written in bytes. Either the model has the
//!   same scores ([`fallback`]), or such a character is in no piece. Then every split of a text writes it in bytes, in both programs, so
//!   its score does not matter ([`uncovered`]).
//! - **Byte pieces are not searched for.** A byte that is a character is a piece here. It becomes a NORMAL piece with its id, and the BYTE
//!   piece that the format wants besides gets an id behind the vocabulary, like the unknown token. No text has these ids.
//!
//! SentencePiece adds scores in 32 bits over the whole text. The scores of a model that was trained with boundaries are multiples of 2^-10, so
//! sums up to 16,384 nats are exact there, about 8,000 characters. In a longer text two splits with the same sum, such as `.` and `...` in
//! either order, may be chosen differently. Other models have multiples of 2^-13, which are exact up to 2,048 nats.

use std::collections::HashSet;

use super::proto::{TrainerSpec, Type, piece, written};
use crate::interchange::pieces::{splitter_of, unspaced};
use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::unigram::fallback::{self, is_character};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The unknown token, which the format wants.
const UNKNOWN: &str = "<unk>";

/// The content of a `.model` file.
///
/// # Errors
/// [`Error::InexactExport`] if SentencePiece would give other ids.
pub fn export(tokenizer: &Tokenizer, scores: &[f64]) -> Result<Vec<u8>> {
    let refuse = |reason: String| Error::InexactExport(format!("SentencePiece would give other ids: {reason}"));
    let (record, vocabulary) = (tokenizer.record(), tokenizer.vocabulary());
    if let Some(reason) =
        crossing(vocabulary, record.splitter).or_else(|| uncovered(vocabulary).filter(|_| !falls_back(vocabulary, scores)))
    {
        return Err(refuse(reason));
    }
    let mut pieces = Vec::with_capacity(vocabulary.len());
    let mut replaced = Vec::new();
    for id in 0..vocabulary.len() as u32 {
        let score = scores.get(id as usize).copied().filter(|score| !score.is_nan()).unwrap_or(0.0);
        let (text, kind) = match vocabulary.kind(id) {
            Kind::Special => (vocabulary.token(id), Type::Control),
            Kind::Byte if is_character(vocabulary.bytes(id)[0]) => {
                replaced.push(id);
                (unspaced(vocabulary, id)?, Type::Normal)
            }
            Kind::Byte => (vocabulary.token(id), Type::Byte),
            _ => (unspaced(vocabulary, id)?, Type::Normal),
        };
        pieces.push(piece(text, score, kind));
    }
    if let Some(special) = vocabulary.id(UNKNOWN).filter(|&id| vocabulary.kind(id) == Kind::Special) {
        pieces[special as usize] = piece(UNKNOWN.into(), 0.0, Type::Unknown);
    } else {
        pieces.push(piece(UNKNOWN.into(), 0.0, Type::Unknown));
    }
    let unknown = pieces.iter().position(|piece| piece.kind() == Type::Unknown).map_or(-1, |id| id as i32);
    pieces.extend(replaced.into_iter().map(|id| piece(vocabulary.token(id), 0.0, Type::Byte)));
    let special = |name: &str| vocabulary.id(name).map_or(-1, |id| id as i32);
    let specials = TrainerSpec {
        unk_id: Some(unknown),
        bos_id: Some(special("<s>")),
        eos_id: Some(special("</s>")),
        pad_id: Some(special("<pad>")),
        ..TrainerSpec::default()
    };
    Ok(written(pieces, specials, record.space_before))
}

fn pieces(vocabulary: &Vocabulary) -> impl Iterator<Item = (u32, &[u8])> {
    let is_piece = |id: &u32| !matches!(vocabulary.kind(*id), Kind::Special | Kind::Byte);
    (0..vocabulary.len() as u32).filter(is_piece).map(|id| (id, vocabulary.bytes(id)))
}

/// Why a piece may cross the end of a chunk; None if none can.
fn crossing(vocabulary: &Vocabulary, splitter: Splitter) -> Option<String> {
    let has_inner_space = |piece: &[u8]| {
        let text = String::from_utf8_lossy(piece);
        text.chars().count() > 1 && text.strip_prefix(' ').unwrap_or(&text).contains(char::is_whitespace)
    };
    match splitter {
        Splitter::Whole => None,
        Splitter::SpaceRuns if splitter_of(pieces(vocabulary).map(|(_, piece)| piece)) == splitter => None,
        Splitter::Words => pieces(vocabulary).find(|(_, piece)| has_inner_space(piece)).map(|(id, _)| {
            format!("the piece {} may cross the end of a chunk; train with pretokenizer=\"space_runs\"", vocabulary.token(id))
        }),
        _ => Some(format!("it does not cut texts by the splitter {:?}; train with pretokenizer=\"space_runs\"", splitter.name())),
    }
}

/// Whether a character without a piece has the score that it has in SentencePiece.
fn falls_back(vocabulary: &Vocabulary, scores: &[f64]) -> bool {
    let bytes = |id: &u32| vocabulary.kind(*id) != Kind::Special;
    let of = |id: u32| (vocabulary.bytes(id), scores[id as usize]);
    let all = || (0..vocabulary.len() as u32).filter(bytes).map(of);
    let least = fallback::least(all());
    all()
        .filter(|(piece, _)| piece.len() == 1 && !is_character(piece[0]))
        .all(|(piece, score)| (score - fallback::score(piece[0], least)).abs() < 1e-3)
}

/// Why a character may be written in bytes in one program only: it has no piece, but is in one. None if there is no such character.
fn uncovered(vocabulary: &Vocabulary) -> Option<String> {
    let single = |(_, piece): &(u32, &[u8])| std::str::from_utf8(piece).is_ok_and(|text| text.chars().nth(1).is_none());
    let known: HashSet<&[u8]> = pieces(vocabulary).filter(single).map(|(_, piece)| piece).collect();
    pieces(vocabulary).find_map(|(id, piece)| {
        let text = std::str::from_utf8(piece).ok()?;
        let is_known = |c: char| (c.is_ascii() && is_character(c as u8)) || known.contains(c.encode_utf8(&mut [0; 4]).as_bytes());
        let missing = text.chars().find(|&c| !is_known(c))?;
        Some(format!(
            "the character {missing:?} is in the piece {}, but has no piece of its own; train with boundaries",
            vocabulary.token(id)
        ))
    })
}
