//! The parts of a text that are encoded on their own.

use std::ops::Range;

use super::altered::Altered;
use super::steps::{Cut, Source};
use crate::trie::Trie;

/// A part of a text that is encoded on its own.
#[derive(Debug, PartialEq)]
pub(crate) struct Run {
    pub what: What,
    pub text: String,
    /// For each byte of `text`, and its end, the place in the source; empty for an exact source, where the bytes tell.
    pub places: Vec<u32>,
}

/// How a run is encoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// By the model.
    Text,
    /// In bytes.
    Bytes,
    /// As this id.
    Symbol(u32),
}

impl Source {
    /// The parts of `text`. If `is_spaced`, a part that begins a text gets a space before it; `is_start` says whether the first one does.
    pub(crate) fn runs(&self, text: &str, is_spaced: bool, is_start: bool, symbols: &Trie) -> Vec<Run> {
        let mut runs = Vec::new();
        if self.cut != Cut::BeforeSteps {
            self.read(text, 0, is_spaced && is_start, symbols, &mut runs);
            return runs;
        }
        let mut is_spaced_next = is_spaced && is_start;
        for (range, symbol) in cut(text, symbols) {
            match symbol {
                Some(id) => {
                    let places = if self.is_exact { Vec::new() } else { (range.start as u32..=range.end as u32).collect() };
                    runs.push(Run { what: What::Symbol(id), text: text[range].into(), places });
                    is_spaced_next = is_spaced && self.spaces_each_part;
                }
                None => {
                    self.read(&text[range.clone()], range.start, is_spaced_next, symbols, &mut runs);
                }
            }
        }
        runs
    }

    /// Whether what follows an id gets a space before it as a text does.
    pub(crate) fn spaces_behind(&self, id: u32) -> bool {
        self.cut == Cut::BeforeSteps && self.spaces_each_part && self.symbols.binary_search(&id).is_ok()
    }

    /// Appends the runs of `text`, which begins at `start` of the source.
    fn read(&self, text: &str, start: usize, is_spaced: bool, symbols: &Trie, runs: &mut Vec<Run>) {
        let altered = self.altered(text, symbols);
        if !self.is_exact {
            let has_space = is_spaced && self.puts_space(text, start, &altered);
            let mut places: Vec<u32> = altered.origins.iter().map(|&origin| start as u32 + origin).collect();
            if has_space {
                places.insert(0, if altered.text.is_empty() { start as u32 } else { places[0] });
            }
            let spaced = if has_space { " " } else { "" };
            return self.push_text(&format!("{spaced}{}", altered.text), &places, symbols, runs);
        }
        let mut is_spaced = is_spaced;
        for (range, is_same) in altered.stretches(text) {
            let spaced = if is_spaced { " " } else { "" };
            is_spaced = false;
            if is_same {
                self.push_text(&format!("{spaced}{}", &text[range]), &[], symbols, runs);
            } else {
                if !spaced.is_empty() {
                    runs.push(Run { what: What::Text, text: spaced.into(), places: Vec::new() });
                }
                runs.push(Run { what: What::Bytes, text: text[range].into(), places: Vec::new() });
            }
        }
    }

    /// Whether the program puts a space before `altered`, made of `text`, which begins at `start` of the source.
    fn puts_space(&self, text: &str, start: usize, altered: &Altered) -> bool {
        if altered.text.is_empty() {
            return self.spaces_nothing && !text.is_empty();
        }
        let has_own = self.keeps_first_space && altered.text.starts_with(' ');
        let lacks_first = self.spaces_first_character && start as u32 + altered.origins[0] > 0;
        !has_own && !lacks_first
    }

    /// Appends a text for the model, cut at symbols if the program cuts here.
    fn push_text(&self, text: &str, places: &[u32], symbols: &Trie, runs: &mut Vec<Run>) {
        let places_of = |range: &Range<usize>| places.get(range.start..=range.end).map(<[u32]>::to_vec).unwrap_or_default();
        if self.cut != Cut::AfterSteps {
            let range = 0..text.len();
            return runs.push(Run { what: What::Text, text: text.into(), places: places_of(&range) });
        }
        runs.extend(cut(text, symbols).map(|(range, symbol)| Run {
            what: symbol.map_or(What::Text, What::Symbol),
            places: places_of(&range),
            text: text[range].into(),
        }));
    }
}

/// Cuts `text` at the keys of a trie; of keys that begin at the same place the longest counts.
pub(crate) fn cut<'a>(text: &'a str, keys: &'a Trie) -> impl Iterator<Item = (Range<usize>, Option<u32>)> + 'a {
    let find = move |from: usize| {
        (from..text.len()).find_map(|at| keys.prefixes(&text.as_bytes()[at..]).last().map(|(len, id)| (at, at + len, id)))
    };
    let mut at = 0;
    let mut found = find(0);
    std::iter::from_fn(move || match found {
        Some((start, end, id)) if start == at => {
            (at, found) = (end, find(end));
            Some((start..end, Some(id)))
        }
        _ if at == text.len() => None,
        _ => {
            let start = std::mem::replace(&mut at, found.map_or(text.len(), |(start, ..)| start));
            Some((start..at, None))
        }
    })
}
