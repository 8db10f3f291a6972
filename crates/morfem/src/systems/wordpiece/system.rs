//! WordPiece (Schuster and Nakajima 2012, as in BERT, Devlin et al. 2019): a word becomes its longest prefix that is a piece, then the
//! longest continuing piece, and so on.
//!
//! A word is a run of characters without white space and punctuation; each punctuation sign is a word. Pieces that begin a word are tokens
//! with a space before them (`▁ev`), which decoding leaves out where none is implied ([`super::spaces`]); continuing pieces (`##ler`) are
//! tokens without one. Everything that the original loses is written in bytes: a word that it would alter, or for which it has only the
//! unknown token; a space that is not implied; and a word that would imply a space that is not there. The encoder follows the same rule as
//! the decoder, so every text comes back.
//!
//! Longest match takes time linear in the text: from each piece on, it looks at most as far ahead as the longest piece, and a word of more
//! than `max_characters` is not looked up at all.

use std::any::Any;

use serde::{Deserialize, Serialize};

use super::spaces::{Written, takes};
use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::Files;
use crate::normalizer::{Source, Step};
use crate::text::{Class, bert, class};
use crate::trie::Trie;
use crate::vocab::{Kind, Vocabulary};

const RULES: &str = "wordpiece.json";

/// How the original program prepares a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A word of more characters is unknown.
    pub max_characters: usize,
    /// Whether control characters are dropped.
    pub drops_controls: bool,
    /// Whether each Chinese character is a word.
    pub cuts_chinese: bool,
    pub strips_accents: bool,
    pub lowercases: bool,
}

impl Rules {
    /// What the program does to a text before it cuts it into words.
    pub fn steps(&self) -> Vec<Step> {
        let accents = [Step::Nfd, Step::StripNonspacing];
        let steps = [(self.drops_controls, Step::DropControls), (self.cuts_chinese, Step::SpaceChinese)]
            .into_iter()
            .chain(accents.map(|step| (self.strips_accents, step)))
            .chain([(self.lowercases, Step::Lowercase)]);
        steps.filter(|(is_taken, _)| *is_taken).map(|(_, step)| step).collect()
    }
}

/// A WordPiece model.
pub struct WordPiece {
    rules: Rules,
    /// Pieces that begin a word, without their space, and all others.
    initial: Trie,
    continuing: Trie,
    /// What the program does to a word. None if the texts come altered, in words with one space before each.
    alters: Option<Source>,
    no_symbols: Trie,
}

impl WordPiece {
    /// The model of a vocabulary. If `is_exact`, it encodes texts; else texts that have been through the rules' steps and [`Step::Words`].
    ///
    /// # Errors
    /// A message that names a piece that occurs twice.
    pub fn new(rules: Rules, vocabulary: &Vocabulary, is_exact: bool) -> Result<Self, Fault> {
        let tokens = (0..vocabulary.len() as u32).filter(|&id| !matches!(vocabulary.kind(id), Kind::Special | Kind::Byte));
        let (initial, continuing): (Vec<_>, Vec<_>) =
            tokens.map(|id| (vocabulary.bytes(id), id)).partition(|(bytes, _)| begins_word(bytes));
        let trie = |mut keys: Vec<(&[u8], u32)>| {
            keys.sort_unstable();
            match keys.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                Some(pair) => Err(format!("vocabulary.tsv: the piece {} occurs twice; leave one out", vocabulary.token(pair[1].1))),
                None => Ok(Trie::new(&keys)),
            }
        };
        let alters = is_exact.then(|| Source { is_exact: false, steps: rules.steps(), ..Source::new() });
        let initial = trie(initial.into_iter().map(|(bytes, id)| (&bytes[1..], id)).collect())?;
        Ok(WordPiece { rules, initial, continuing: trie(continuing)?, alters, no_symbols: Trie::new(&[]) })
    }

    /// Appends the pieces of a word; None, and nothing appended, if the program would alter it or has only the unknown token for it.
    fn append_pieces(&self, word: &str, ids: &mut Vec<u32>) -> Option<()> {
        if word.chars().nth(self.rules.max_characters).is_some() {
            return None;
        }
        if self.alters.as_ref().is_some_and(|source| source.alters(word, &self.no_symbols)) {
            return None;
        }
        let from = ids.len();
        let (mut rest, mut pieces) = (word.as_bytes(), &self.initial);
        while !rest.is_empty() {
            let Some((length, id)) = pieces.prefixes(rest).last() else {
                ids.truncate(from);
                return None;
            };
            ids.push(id);
            (rest, pieces) = (&rest[length..], &self.continuing);
        }
        Some(())
    }

    /// The words of a chunk, and its white space, in order.
    fn parts<'a>(&self, chunk: &'a str) -> impl Iterator<Item = &'a str> {
        let is_alone = |c: char| class(c) == Class::Space || bert::is_punctuation(c) || self.rules.cuts_chinese && bert::is_chinese(c);
        let mut rest = chunk;
        std::iter::from_fn(move || {
            let first = rest.chars().next()?;
            let end = if is_alone(first) { first.len_utf8() } else { rest.find(is_alone).unwrap_or(rest.len()) };
            let (part, behind) = rest.split_at(end);
            rest = behind;
            Some(part)
        })
    }
}

/// Whether a token begins a word: it is more than a space, and begins with one.
fn begins_word(bytes: &[u8]) -> bool {
    bytes.len() > 1 && bytes[0] == b' '
}

impl Abilities for WordPiece {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        let mut rules = serde_json::to_vec_pretty(&self.rules).expect("rules are plain data");
        rules.push(b'\n');
        Files::from([(RULES.into(), rules)])
    }

    fn is_plain(&self, vocabulary: &Vocabulary, id: u32) -> bool {
        vocabulary.kind(id) == Kind::Byte
    }

    fn export_obstacle(&self) -> &'static str {
        "the WordPiece models of other libraries drop spaces, which this import keeps; use the original file"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for WordPiece {
    type Buffers = ();
    type Writer = Written;
    type Language = Rules;
    type Fallback = ();

    const FILES: &'static [&'static str] = &[RULES];
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[RULES];
    const IS_IMPORTED: bool = true;

    fn read_language(files: &Files) -> Result<Rules, Fault> {
        let content = files.get(RULES).ok_or_else(|| format!("{RULES}: is missing"))?;
        serde_json::from_slice(content).map_err(|error| format!("{RULES}: {error}"))
    }

    fn read_fallback(_section: &Section, _vocabulary: &Vocabulary) -> Result<(), Fault> {
        Ok(())
    }

    fn assemble(section: &Section, rules: Rules, _fallback: (), vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        let record = section.record;
        let is_exact = record.source.is_none();
        if record.space_before || record.unknown_score.is_some() || record.source.as_ref().is_some_and(|source| source.is_exact) {
            return Err("space_before, unknown_score and an exact source are not for kind wordpiece; leave them out".into());
        }
        WordPiece::new(rules, vocabulary, is_exact)
    }

    fn left_context(&self, left: &[u8]) -> bool {
        Written::of(left).gives_space()
    }

    fn encode(&self, text: &str, start: usize, end: usize, vocabulary: &Vocabulary, _buffers: &mut (), ids: &mut Vec<u32>) {
        let chunk = &text[start..end];
        let byte = |byte: u8| vocabulary.byte_ids()[byte as usize];
        let word = chunk.strip_prefix(' ');
        if self.alters.is_none() {
            if word.and_then(|word| self.append_pieces(word, ids)).is_none() {
                ids.extend(chunk.bytes().map(byte));
            }
            return;
        }
        let mut gives_space = self.left_context(&text.as_bytes()[..start]);
        // Whether a space of the text has still to be written.
        let mut has_space = word.is_some();
        if word == Some("") {
            ids.push(byte(b' '));
        }
        for part in self.parts(word.unwrap_or(chunk)) {
            let from = ids.len();
            let is_known = self.append_pieces(part, ids).is_some();
            let implies = is_known && gives_space && takes(&vocabulary.bytes(ids[from])[1..]);
            if is_known && implies && !has_space {
                // It would imply a space that is not there.
                ids.truncate(from);
            }
            if has_space && !implies {
                ids.insert(from, byte(b' '));
            }
            if !is_known || implies && !has_space {
                ids.extend(part.bytes().map(byte));
            }
            has_space = false;
            gives_space = Written::of(part.as_bytes()).gives_space();
        }
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, written: &mut Written, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        let token = vocabulary.bytes(id);
        if vocabulary.kind(id) == Kind::Special {
            return self.write_special(token, written, bytes);
        }
        let is_word = vocabulary.kind(id) != Kind::Byte && begins_word(token);
        let implies = is_word && written.gives_space() && takes(&token[1..]);
        bytes.extend_from_slice(&token[(is_word && !implies) as usize..]);
        written.push(&bytes[before..]);
        before
    }

    fn writer_behind(&self, text: &[u8]) -> Written {
        if text.is_empty() { Written::default() } else { Written::of(text) }
    }

    fn write_special(&self, text: &[u8], written: &mut Written, bytes: &mut Vec<u8>) -> usize {
        let before = bytes.len();
        bytes.extend_from_slice(text);
        *written = Written::default();
        before
    }
}
