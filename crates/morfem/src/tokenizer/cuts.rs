//! Where a tokenizer cuts a chunk of a corpus, for trainers that it guides.

use super::Tokenizer;
use crate::corpus::CutRule;
use crate::vocab::Kind;

/// Whether a place between two tokens is one that a guide knows nothing about: both are pieces of an unknown stem.
fn is_inside_unknown(left: Kind, right: Kind) -> bool {
    let is_piece = |kind| matches!(kind, Kind::Byte | Kind::Subword);
    is_piece(left) && is_piece(right)
}

impl Tokenizer {
    /// Whether tokens may interleave, so that they have no boundaries.
    pub(crate) fn interleaves(&self) -> bool {
        self.abilities().owners(self.vocabulary(), &[], &[]).is_some()
    }

    /// Whether some token is a root or an affix.
    pub(crate) fn knows_morphemes(&self) -> bool {
        let vocabulary = self.vocabulary();
        (0..vocabulary.unmerged() as u32).any(|id| matches!(vocabulary.kind(id), Kind::Affix | Kind::Root))
    }

    /// Appends the places, in bytes, where this tokenizer cuts a chunk. A chunk that begins with a space is cut as behind a letter, and the
    /// space is cut from no word. With `joins_unknown`, the pieces of an unknown stem are not cut apart. Returns whether a root or a word is
    /// among the tokens.
    pub(crate) fn cut(&self, chunk: &str, rule: CutRule, joins_unknown: bool, places: &mut Vec<u32>) -> bool {
        let behind = if chunk.starts_with(' ') { "a" } else { "" };
        let text = format!("{behind}{chunk}");
        let mut ids = self.encode_ids(&text, false);
        let vocabulary = self.vocabulary();
        if rule == CutRule::Cuts && ids.iter().any(|&id| vocabulary.units(id).is_some()) {
            ids = ids.into_iter().flat_map(|id| vocabulary.units(id).map_or_else(|| vec![id], <[u32]>::to_vec)).collect();
        }
        let mut before: Option<Kind> = None;
        let (mut start, mut is_known) = (0, false);
        for (id, end) in ids.iter().zip(self.ends(&text, &ids)) {
            let kind = vocabulary.kind(*id);
            if end > start && end > behind.len() {
                let place = start.saturating_sub(behind.len());
                let is_cut = place > 0 && text.is_char_boundary(start) && !(place == 1 && chunk.starts_with(' '));
                if is_cut && !before.is_some_and(|before| joins_unknown && is_inside_unknown(before, kind)) {
                    places.push(place as u32);
                }
                is_known |= kind >= Kind::Pattern;
                before = Some(kind);
            }
            start = end;
        }
        is_known
    }
}
