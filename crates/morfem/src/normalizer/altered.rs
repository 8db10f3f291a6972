//! A text with the place in the source of each of its bytes, and the steps that change it.

use std::ops::Range;

use unicode_normalization_alignments::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

use super::map::Map;
use super::steps::{Cut, Source, Step};
use crate::text::properties::lowered;
use crate::text::{Class, bert, class};
use crate::trie::Trie;

impl Source {
    /// Whether the program makes another text of `text`.
    pub(crate) fn alters(&self, text: &str, symbols: &Trie) -> bool {
        self.altered(text, symbols).text != text
    }

    /// The text that the program makes of `text`.
    pub(super) fn altered(&self, text: &str, symbols: &Trie) -> Altered {
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
                Step::Lowercase => altered.each(|c, to| to.extend(lowered(c))),
                Step::StripAccents => altered.filtered(|c| !unicode_normalization_alignments::char::is_combining_mark(c)),
                Step::StripNonspacing => altered.filtered(|c| !bert::is_accent(c)),
                Step::DropControls => altered.filtered(|c| !bert::is_dropped(c)),
                Step::SpaceChinese => altered.each(|c, to| match bert::is_chinese(c) {
                    true => to.extend([' ', c, ' ']),
                    false => to.push(c),
                }),
                Step::Words => altered.words(),
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

/// A text, and for each byte of it where the character of the source begins that it comes from.
pub(super) struct Altered {
    pub text: String,
    /// One entry a byte, never falling; then the length of the source.
    pub origins: Vec<u32>,
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

    /// The characters that are kept.
    fn filtered(&self, is_kept: impl Fn(char) -> bool) -> Self {
        self.each(|c, to| to.extend(is_kept(c).then_some(c)))
    }

    /// The words, each with a space before it.
    fn words(&self) -> Self {
        let mut new = self.empty();
        let mut is_inside = false;
        for (at, c) in self.text.char_indices() {
            let is_space = class(c) == Class::Space;
            let is_alone = bert::is_punctuation(c);
            if !is_space {
                if is_alone || !is_inside {
                    new.push(" ", self.origins[at]);
                }
                new.push(&self.text[at..at + c.len_utf8()], self.origins[at]);
            }
            is_inside = !is_space && !is_alone;
        }
        new.ended(self)
    }

    /// A normal form: characters with the change of length that each makes, 1 for one that is put in, -n for one that replaces n others
    /// too.
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
    pub fn stretches(&self, source: &str) -> Vec<(Range<usize>, bool)> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::normalizer::Map;

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
}
