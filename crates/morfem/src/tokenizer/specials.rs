//! Specials in a text, for `parse_special`.

use crate::trie::Trie;

/// A part of a text: a special, or text between specials.
pub(super) enum Segment<'a> {
    Special(u32),
    /// Its start, and the text.
    Text(usize, &'a str),
}

/// Cuts `text` at its specials. If several begin at the same position, the longest counts.
pub(super) fn segments<'a>(specials: &'a Trie, text: &'a str) -> impl Iterator<Item = Segment<'a>> + 'a {
    let find = move |from: usize| {
        (from..text.len()).find_map(|at| specials.prefixes(&text.as_bytes()[at..]).last().map(|(len, id)| (at, at + len, id)))
    };
    let mut at = 0;
    let mut found = find(0);
    std::iter::from_fn(move || match found {
        Some((start, end, id)) if start == at => {
            (at, found) = (end, find(end));
            Some(Segment::Special(id))
        }
        _ if at == text.len() => None,
        _ => {
            let start = std::mem::replace(&mut at, found.map_or(text.len(), |(start, ..)| start));
            Some(Segment::Text(start, &text[start..at]))
        }
    })
}
