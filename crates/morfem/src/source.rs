//! How the program that an imported tokenizer comes from reads a text, before its model sees it.
//!
//! Such a program may *alter* a text: normalise it, drop spaces, replace characters that it does not know. The steps are data here
//! ([`Step`]), and a tokenizer goes through them in one of two ways.
//!
//! - *Exact* (`is_exact`): the steps only tell which characters the program would alter. Those are written in bytes, and the model encodes
//!   what lies between them. So the ids are the program's wherever it alters nothing, and every text comes back.
//! - *Inexact*: the model encodes the altered text, and a character without a piece becomes the id `unknown`. The ids are the program's on
//!   every text, with its losses, which `losses` names.
//!
//! [`Altered`] is a text with the place in the source of each of its bytes. A character of the source is unaltered if the bytes that come
//! from its place are its own. Whether it is says only how it is written, so a text comes back whatever the steps do.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unicode_normalization_alignments::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use crate::text::{Class, class};
use crate::trie::Trie;
use crate::tsv;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// The file of an artefact that holds the pairs of [`Step::Map`].
pub const NORMALIZATION: &str = "normalization.tsv";

/// What an imported tokenizer keeps of its program's reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Whether what the program alters is written in bytes; else it is altered.
    pub is_exact: bool,
    /// What is lost if it is not exact, in words.
    pub losses: Vec<String>,
    /// What the program does to a text, in order.
    pub steps: Vec<Step>,
    /// Id of a character without a piece, if it is not written in bytes.
    pub unknown: Option<u32>,
    /// Whether neighbouring characters without a piece become one id.
    pub joins_unknown: bool,
    /// Ids of texts that the program finds first, in ascending order.
    pub symbols: Vec<u32>,
    /// What it does with them.
    pub cut: Cut,
    /// Whether a text gets a space behind each symbol too, if it gets one before it.
    pub spaces_each_part: bool,
    /// Whether a text that begins with a space gets no other before it. An exact tokenizer gives every text one, so that it comes back.
    pub keeps_first_space: bool,
    /// The pairs of [`Step::Map`].
    #[serde(skip)]
    pub map: Arc<Map>,
}

/// What is done with symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    /// The steps leave them alone; to the model they are pieces like others.
    Never,
    /// The text is cut at them before the steps (tokenizers).
    BeforeSteps,
    /// The steps leave them alone, then the text is cut at them (SentencePiece).
    AfterSteps,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The longest entry of `normalization.tsv` at each place is replaced (SentencePiece).
    Map,
    /// A grapheme, or else each of its characters, that begins with an entry becomes the shortest such (tokenizers).
    MapGraphemes,
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
    Lowercase,
    /// Combining marks are dropped.
    StripAccents,
    /// One string is replaced by another.
    Replace {
        from: String,
        to: String,
    },
    /// White space becomes U+0020.
    Blank,
    /// Runs of U+0020 become one and, if `ends`, those at both ends go. An exact tokenizer keeps all of them, as pieces.
    Squeeze {
        ends: bool,
    },
    /// U+0020 at the end goes.
    TrimEnd,
    /// White space at the left or right end goes. An exact tokenizer keeps it.
    Strip {
        left: bool,
        right: bool,
    },
}

impl Source {
    /// An exact source without steps.
    pub fn new() -> Self {
        Source {
            is_exact: true,
            losses: Vec::new(),
            steps: Vec::new(),
            unknown: None,
            joins_unknown: false,
            symbols: Vec::new(),
            cut: Cut::Never,
            spaces_each_part: false,
            keeps_first_space: false,
            map: Arc::default(),
        }
    }

    /// Whether the source changes nothing, so that a tokenizer needs none.
    pub fn is_plain(&self) -> bool {
        self.is_exact && self.steps.is_empty() && self.symbols.is_empty()
    }

    /// Says what is lost, unless nothing is.
    pub fn lose(&mut self, what: &str) {
        if !self.is_exact {
            self.losses.push(what.into());
        }
    }

    /// Whether the ids that are named exist.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] for an id out of range.
    pub fn check(&self, vocabulary: &Vocabulary) -> Result<()> {
        for &id in self.symbols.iter().chain(&self.unknown) {
            vocabulary.checked(id.into())?;
        }
        if self.steps.iter().any(|step| matches!(step, Step::Map | Step::MapGraphemes)) && self.map.pairs.is_empty() {
            return Err(Error::Vocabulary(format!("the steps of the source need {NORMALIZATION}, which is missing or empty")));
        }
        if self.steps.iter().any(|step| matches!(step, Step::Replace { from, .. } if from.is_empty())) {
            return Err(Error::Vocabulary("a step of the source replaces the empty string".into()));
        }
        Ok(())
    }

    /// The trie of the symbols.
    pub(crate) fn symbol_trie(&self, vocabulary: &Vocabulary) -> Trie {
        let mut symbols: Vec<(&[u8], u32)> = self.symbols.iter().map(|&id| (vocabulary.bytes(id), id)).collect();
        symbols.sort_unstable();
        symbols.dedup_by_key(|symbol| symbol.0);
        Trie::new(&symbols)
    }

    /// The text that the program makes of `text`.
    fn altered(&self, text: &str, symbols: &Trie) -> Altered {
        let mut altered = Altered::of(text);
        for step in &self.steps {
            altered = match step {
                Step::Map => altered.replaced(|text, at| match symbols.prefixes(&text.as_bytes()[at..]).last() {
                    Some((length, _)) if self.cut != Cut::BeforeSteps => Some((length, None)),
                    _ => self.map.longest(&text[at..]).map(|(length, to)| (length, Some(to))),
                }),
                Step::MapGraphemes => altered.by_graphemes(&self.map),
                Step::Nfc => altered.normalised(|text| text.nfc().collect()),
                Step::Nfd => altered.normalised(|text| text.nfd().collect()),
                Step::Nfkc => altered.normalised(|text| text.nfkc().collect()),
                Step::Nfkd => altered.normalised(|text| text.nfkd().collect()),
                Step::Lowercase => altered.each(|c, to| to.extend(c.to_lowercase())),
                Step::StripAccents => altered.each(|c, to| {
                    if !unicode_normalization_alignments::char::is_combining_mark(c) {
                        to.push(c);
                    }
                }),
                Step::Replace { from, to } => {
                    altered.replaced(|text, at| text[at..].starts_with(from.as_str()).then_some((from.len(), Some(to.as_str()))))
                }
                Step::Blank => altered.each(|c, to| to.push(if class(c) == Class::Space { ' ' } else { c })),
                Step::Squeeze { .. } | Step::TrimEnd | Step::Strip { .. } if self.is_exact => altered,
                Step::Squeeze { ends } => altered.squeezed(*ends),
                Step::TrimEnd => altered.kept(0..altered.text.trim_end_matches(' ').len()),
                Step::Strip { left, right } => {
                    let start = if *left { altered.text.len() - altered.text.trim_start().len() } else { 0 };
                    let end = if *right { altered.text.trim_end().len().max(start) } else { altered.text.len() };
                    altered.kept(start..end)
                }
            };
        }
        altered
    }
}

/// The id of characters without a piece, in an inexact tokenizer.
#[derive(Clone, Copy)]
pub(crate) struct Unknown {
    id: u32,
    /// Whether neighbouring ones become one id.
    joins: bool,
}

impl Unknown {
    /// That of a source, if it has one.
    pub fn of(source: Option<&Source>) -> Option<Self> {
        let source = source.filter(|source| !source.is_exact)?;
        Some(Unknown { id: source.unknown?, joins: source.joins_unknown })
    }

    /// Replaces the bytes among `ids[from..]`, which spell characters without a piece, by the id for those. `lengths` are those of the ids;
    /// returns the new ones.
    pub fn replace(&self, vocabulary: &Vocabulary, ids: &mut Vec<u32>, from: usize, lengths: Vec<usize>) -> Vec<usize> {
        let (mut kept, mut kept_lengths) = (from, Vec::with_capacity(lengths.len()));
        let mut is_behind_unknown = false;
        for (at, length) in (from..ids.len()).zip(lengths) {
            let id = ids[at];
            let is_byte = vocabulary.kind(id) == Kind::Byte;
            let is_inside = is_byte && (is_behind_unknown && self.joins || vocabulary.bytes(id)[0] & 0xC0 == 0x80);
            if is_inside && kept > from {
                *kept_lengths.last_mut().expect("there is an id before") += length;
            } else {
                ids[kept] = if is_byte { self.id } else { id };
                kept += 1;
                kept_lengths.push(length);
            }
            is_behind_unknown = is_byte;
        }
        ids.truncate(kept);
        kept_lengths
    }
}

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
            let has_space = is_spaced && !altered.text.is_empty() && !(self.keeps_first_space && altered.text.starts_with(' '));
            let mut places: Vec<u32> = altered.origins.iter().map(|&origin| start as u32 + origin).collect();
            let mut text = altered.text;
            if has_space {
                text.insert(0, ' ');
                places.insert(0, places[0]);
            }
            return self.push_text(&text, &places, symbols, runs);
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

impl Default for Source {
    fn default() -> Self {
        Source::new()
    }
}

/// A text, and for each byte of it where the character of the source begins that it comes from.
struct Altered {
    text: String,
    /// One entry a byte, never falling; then the length of the source.
    origins: Vec<u32>,
}

impl Altered {
    /// A text as it is.
    fn of(text: &str) -> Self {
        let mut origins = Vec::with_capacity(text.len() + 1);
        for (at, c) in text.char_indices() {
            origins.extend(std::iter::repeat_n(at as u32, c.len_utf8()));
        }
        origins.push(text.len() as u32);
        Altered { text: text.into(), origins }
    }

    fn empty(&self) -> Self {
        Altered { text: String::with_capacity(self.text.len()), origins: Vec::with_capacity(self.origins.len()) }
    }

    fn push(&mut self, text: &str, origin: u32) {
        self.text.push_str(text);
        self.origins.resize(self.text.len(), origin);
    }

    fn ended(mut self, before: &Altered) -> Self {
        self.origins.push(before.origins[before.text.len()]);
        self
    }

    /// Replaces, from left to right, what `find` finds: its length, and its replacement, None for itself.
    fn replaced<'t>(&self, find: impl Fn(&str, usize) -> Option<(usize, Option<&'t str>)>) -> Self {
        let mut new = self.empty();
        let mut at = 0;
        while at < self.text.len() {
            let length = match find(&self.text, at) {
                Some((length, Some(to))) => {
                    new.push(to, self.origins[at]);
                    at += length;
                    continue;
                }
                Some((length, None)) => length,
                None => self.text[at..].chars().next().map_or(1, char::len_utf8),
            };
            new.text.push_str(&self.text[at..at + length]);
            new.origins.extend_from_slice(&self.origins[at..at + length]);
            at += length;
        }
        new.ended(self)
    }

    /// Replaces every character by what `to` appends.
    fn each(&self, to: impl Fn(char, &mut String)) -> Self {
        let mut new = self.empty();
        let mut written = String::new();
        for (at, c) in self.text.char_indices() {
            written.clear();
            to(c, &mut written);
            new.push(&written, self.origins[at]);
        }
        new.ended(self)
    }

    /// A normal form: characters with the change of length that each makes, 1 for one that is put in, -n for one that replaces n others too.
    fn normalised(&self, form: impl Fn(&str) -> Vec<(char, isize)>) -> Self {
        let mut new = self.empty();
        let mut rest = self.text.char_indices();
        let (mut origin, mut buffer) = (0, [0; 4]);
        for (c, change) in form(&self.text) {
            if change <= 0 {
                origin = rest.next().map_or(origin, |(at, _)| self.origins[at]);
                (0..-change).for_each(|_| {
                    rest.next();
                });
            }
            new.push(c.encode_utf8(&mut buffer), origin);
        }
        new.ended(self)
    }

    fn by_graphemes(&self, map: &Map) -> Self {
        let mut new = self.empty();
        for (start, grapheme) in self.text.grapheme_indices(true) {
            // The library tries a whole grapheme only if it is this short.
            if let Some(to) = map.shortest(grapheme).filter(|_| grapheme.len() < 6) {
                new.push(to, self.origins[start]);
                continue;
            }
            for (at, c) in grapheme.char_indices() {
                let character = &grapheme[at..at + c.len_utf8()];
                new.push(map.shortest(character).unwrap_or(character), self.origins[start + at]);
            }
        }
        new.ended(self)
    }

    fn squeezed(&self, ends: bool) -> Self {
        let mut new = self.empty();
        let end = if ends { self.text.trim_end_matches(' ').len() } else { self.text.len() };
        for (at, c) in self.text[..end].char_indices() {
            if c != ' ' || !(new.text.ends_with(' ') || ends && new.text.is_empty()) {
                new.push(&self.text[at..at + c.len_utf8()], self.origins[at]);
            }
        }
        new.ended(self)
    }

    /// The part of it in `range`.
    fn kept(&self, range: Range<usize>) -> Self {
        Altered { text: self.text[range.clone()].into(), origins: self.origins[range].to_vec() }.ended(self)
    }

    /// The stretches of the source, in order, each with whether it is unaltered.
    fn stretches(&self, source: &str) -> Vec<(Range<usize>, bool)> {
        if self.text == source {
            return Vec::from_iter((!source.is_empty()).then_some((0..source.len(), true)));
        }
        let mut stretches: Vec<(Range<usize>, bool)> = Vec::new();
        let mut at = 0;
        for (start, c) in source.char_indices() {
            let first = at;
            while at < self.text.len() && self.origins[at] as usize <= start {
                at += 1;
            }
            let range = start..start + c.len_utf8();
            let is_same = self.text.as_bytes()[first..at] == source.as_bytes()[range.clone()];
            match stretches.last_mut() {
                Some((last, is_last)) if *is_last == is_same => last.end = range.end,
                _ => stretches.push((range, is_same)),
            }
        }
        stretches
    }
}

/// Strings and what replaces each.
#[derive(Debug, Default)]
pub struct Map {
    pairs: Vec<(String, String)>,
    trie: Option<Trie>,
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.pairs == other.pairs
    }
}

impl Map {
    /// The map of pairs with distinct strings that are not empty.
    ///
    /// # Errors
    /// What is wrong with the pairs.
    pub fn new(mut pairs: Vec<(String, String)>) -> std::result::Result<Self, String> {
        pairs.sort();
        if let Some((from, _)) = pairs.iter().find(|pair| pair.0.is_empty()) {
            return Err(format!("replaces the empty string {from:?}"));
        }
        if let Some(pair) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("replaces {:?} twice", pair[0].0));
        }
        let keys: Vec<(&[u8], u32)> = pairs.iter().zip(0..).map(|((from, _), id)| (from.as_bytes(), id)).collect();
        let trie = Some(Trie::new(&keys));
        Ok(Map { pairs, trie })
    }

    fn replacement(&self, (length, id): (usize, u32)) -> (usize, &str) {
        (length, &self.pairs[id as usize].1)
    }

    fn longest(&self, text: &str) -> Option<(usize, &str)> {
        self.trie.as_ref()?.prefixes(text.as_bytes()).last().map(|found| self.replacement(found))
    }

    fn shortest(&self, text: &str) -> Option<&str> {
        self.trie.as_ref()?.prefixes(text.as_bytes()).next().map(|found| self.replacement(found).1)
    }

    /// `normalization.tsv`: code points in hexadecimal, as SentencePiece writes its own rules.
    pub fn write(&self) -> Vec<u8> {
        let points = |text: &str| text.chars().map(|c| format!("{:X}", c as u32)).collect::<Vec<_>>().join(" ");
        let mut lines = String::from("from\tto\n");
        for (from, to) in &self.pairs {
            lines += &format!("{}\t{}\n", points(from), points(to));
        }
        lines.into_bytes()
    }

    /// Reads what [`Map::write`] writes.
    ///
    /// # Errors
    /// [`Error::Table`] with the line; [`Error::Artifact`] if a string is replaced twice, or is empty.
    pub fn read(text: &str) -> Result<Self> {
        let point = |hex: &str| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32);
        let points = |column: &str| column.split_terminator(' ').map(point).collect::<Option<String>>();
        let pair = |[from, to]: [&str; 2]| Some((points(from)?, points(to)?));
        let rows = tsv::saved_rows(NORMALIZATION, text, &["from", "to"])?;
        let pairs = rows.map(|row| row.and_then(|(place, cells)| pair(cells).ok_or_else(|| place.error("not two columns of code points"))));
        Map::new(pairs.collect::<Result<_>>()?).map_err(|what| Error::Artifact(format!("{NORMALIZATION}: {what}")))
    }

    /// Whether there is nothing to replace.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(steps: Vec<Step>) -> Source {
        let pairs = [("ﬁ", "fi"), ("Ａ", "A"), ("\t", " "), ("e\u{301}", "é"), ("\u{ad}", "")];
        let map = Map::new(pairs.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect()).unwrap();
        Source { steps, map: Arc::new(map), ..Source::new() }
    }

    fn altered_parts(source: &Source, text: &str) -> Vec<String> {
        let altered = source.altered(text, &Trie::new(&[]));
        let stretches = altered.stretches(text);
        assert_eq!(stretches.iter().map(|(range, _)| &text[range.clone()]).collect::<String>(), text);
        stretches.into_iter().filter(|(_, is_same)| !is_same).map(|(range, _)| text[range].to_string()).collect()
    }

    #[test]
    fn what_a_map_replaces_is_altered() {
        let source = source(vec![Step::Map]);
        assert_eq!(source.altered("ﬁl Ａ\tb e\u{301}v\u{ad}", &Trie::new(&[])).text, "fil A b év");
        assert_eq!(altered_parts(&source, "ﬁl Ａ\tb e\u{301}v\u{ad}"), ["ﬁ", "Ａ\t", "e\u{301}", "\u{ad}"]);
        assert!(altered_parts(&source, "évler").is_empty());
    }

    #[test]
    fn a_normal_form_alters_what_is_not_in_it() {
        assert!(altered_parts(&source(vec![Step::Nfc]), "évler 한국 ağaç").is_empty());
        assert_eq!(altered_parts(&source(vec![Step::Nfc]), "e\u{301}v ᄒ\u{1161}\u{11ab}"), ["e\u{301}", "ᄒ\u{1161}\u{11ab}"]);
        assert_eq!(altered_parts(&source(vec![Step::Nfkc]), "x² ½"), ["²", "½"]);
        assert!(altered_parts(&source(vec![Step::Nfd, Step::Nfc]), "évler").is_empty());
        assert_eq!(altered_parts(&source(vec![Step::Nfd, Step::StripAccents, Step::Lowercase]), "Éve é"), ["É", "é"]);
    }

    #[test]
    fn spaces_are_squeezed_only_where_they_may_be_lost() {
        let mut source = source(vec![Step::Blank, Step::Squeeze { ends: true }]);
        assert_eq!(altered_parts(&source, "  a  b\n"), ["\n"]);
        source.is_exact = false;
        let altered = source.altered("  a \t b\n", &Trie::new(&[]));
        assert_eq!(altered.text, "a b");
        assert_eq!(altered.origins, [2, 3, 6, 8]);
    }

    #[test]
    fn a_map_is_read_as_it_was_written() {
        let source = source(vec![]);
        let written = String::from_utf8(source.map.write()).unwrap();
        assert_eq!(Map::read(&written).unwrap(), *source.map);
        assert!(Map::read("from\tto\n41\n").unwrap_err().to_string().contains("line 2"));
        assert!(Map::read("from\tto\n41\t42\n41\t43\n").unwrap_err().to_string().contains("twice"));
    }
}
