//! What the ids of an MFT tokenizer stand for, and how they are written.
//!
//! [`Writer`] turns ids into text, one after the other. A unit of several forms waits for the id after it, which decides among them; everything else
//! is written at once. What is written depends on the ids alone:
//! - a root, and a piece that begins with a space, imply the space before them, unless `<join>` stands before them; `<title>` and `<upper>` make
//!   capitals of what follows: see [`SurfaceWriter`];
//! - an affix stands in the context of the word so far: what the units left, or else how the text since the last white space is read; the mark of a
//!   harmony sets it instead.

use serde::{Deserialize, Serialize};

use super::grammar::Grammar;
use super::phonology::{Context, Features, Sound, Unit};
use crate::surface::apostrophe::{is_apostrophe, trimmed};
use crate::surface::spacing::last_character;
use crate::surface::{Case, SurfaceWriter};
use crate::text::properties;
use crate::text::{Class, class};

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Token {
    /// A special: it is written as it is, and what follows begins anew.
    Special,
    /// The bytes that the vocabulary has for it.
    Text,
    /// A piece that begins with the space it implies.
    Initial,
    Mark(Mark),
    /// A row of the lexicon, and all rows that are written alike.
    Root(u32),
    Affix(u16),
}

/// A mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// No space is implied.
    Join,
    Case(Case),
    Harmony(u8),
}

/// Bytes of a word that say how it is read.
const TAIL: usize = 64;
/// Bytes of its text that a writer looks back at.
pub const LOOK_BACK: usize = TAIL;

/// Writes ids. What it has to know of the text it reads off the text itself, of which the last [`LOOK_BACK`] bytes have to be there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Writer {
    /// A root or an affix.
    waiting: Option<Token>,
    /// Of the last unit.
    features: Features,
    context: Context,
    /// Whether the word so far ends in units.
    has_units: bool,
    harmony: Option<u8>,
    surface: SurfaceWriter,
}

impl Writer {
    /// A writer that goes on after a text that is not there to look at, but at whose end a space is implied or not.
    pub fn after(implied: bool) -> Self {
        Writer { surface: SurfaceWriter::after(implied), ..Writer::default() }
    }

    /// Writes what is certain with the next token; returns how much of `bytes` belongs to the tokens before it. `text` is what it is written with, without
    /// an implied space, and `own` how its letters are capitalised where no mark says so; a root of one form leaves `left`.
    #[inline]
    pub fn push(
        &mut self,
        grammar: &Grammar,
        token: Token,
        text: &[u8],
        own: Case,
        left: Option<(Context, Features)>,
        bytes: &mut Vec<u8>,
    ) -> usize {
        if self.waiting.is_some() {
            let next = if let Token::Affix(affix) = token { Some(&grammar.pack.affixes[affix as usize].unit) } else { None };
            self.flush(grammar, next, bytes);
        }
        let before = bytes.len();
        match token {
            Token::Special => {
                bytes.extend_from_slice(text);
                *self = Writer::default();
            }
            Token::Text => {
                self.surface.begin();
                self.has_units &= is_apostrophe(text);
                self.text(grammar, text, bytes);
            }
            Token::Initial => {
                self.initial(own, grammar, bytes);
                self.text(grammar, text, bytes);
            }
            Token::Mark(Mark::Join) => self.surface.join(),
            Token::Mark(Mark::Case(case)) => self.surface.capitals(case),
            Token::Mark(Mark::Harmony(harmony)) => self.harmony = Some(harmony),
            Token::Root(row) => {
                self.initial(own, grammar, bytes);
                self.has_units = true;
                match left {
                    Some(left) => {
                        (self.context, self.features) = left;
                        self.text(grammar, text, bytes);
                    }
                    None => {
                        self.context = Context { harmony: grammar.pack.roots[row as usize].unit.starts, last: Sound::None };
                        self.waiting = Some(token);
                    }
                }
            }
            Token::Affix(affix) => {
                self.surface.begin();
                if !self.has_units {
                    self.context = grammar.pack.read(&self.tail(grammar, bytes));
                    self.features = grammar.pack.unknown_features;
                    self.has_units = true;
                }
                if let Some(harmony) = self.harmony.take() {
                    self.context.harmony = harmony;
                }
                self.waiting = Some(token);
                if grammar.pack.affixes[affix as usize].unit.forms.len() == 1 {
                    self.flush(grammar, None, bytes);
                }
            }
        }
        before
    }

    /// Whether no mark waits for what it is about.
    pub fn is_at_rest(&self) -> bool {
        self.harmony.is_none() && self.surface.is_at_rest()
    }

    /// Writes the unit that waits: nothing follows it.
    pub fn finish(&mut self, grammar: &Grammar, bytes: &mut Vec<u8>) {
        self.flush(grammar, None, bytes);
        *self = Writer::default();
    }

    fn flush(&mut self, grammar: &Grammar, next: Option<&Unit>, bytes: &mut Vec<u8>) {
        let (unit, features) = match self.waiting.take() {
            Some(Token::Root(row)) => (&grammar.pack.roots[row as usize].unit, 0),
            Some(Token::Affix(affix)) => (&grammar.pack.affixes[affix as usize].unit, self.features),
            _ => return,
        };
        let (surface, left) = grammar.pack.phonology.realise(unit, features, self.context, next);
        self.context = left;
        self.features = unit.features;
        self.text(grammar, surface.as_bytes(), bytes);
    }

    /// A token that implies a space begins.
    fn initial(&mut self, own: Case, grammar: &Grammar, bytes: &mut Vec<u8>) {
        self.surface.initial(own, &grammar.pack.spacing, bytes);
        self.harmony = None;
        self.has_units = false;
    }

    fn text(&mut self, grammar: &Grammar, text: &[u8], bytes: &mut Vec<u8>) {
        self.surface.text(&grammar.pack.casing, text, bytes);
    }

    /// The letters, or the digits, at the end of the word so far, before an apostrophe, in small letters; of a full hour the hour too (15:00). It ends
    /// no later than the chunk begins that an encoder reads, so both read the same.
    fn tail(&self, grammar: &Grammar, bytes: &[u8]) -> String {
        let rest = &bytes[bytes.len() - self.surface.length().min(TAIL).min(bytes.len())..];
        let mut rest = trimmed(rest);
        let mut letters = Vec::new();
        let mut kind = None;
        while let Some(letter) = last_character(rest) {
            rest = &rest[..rest.len() - letter.len_utf8()];
            let is_of_hour = grammar.pack.hours.join(letter, &letters) && last_character(rest).is_some_and(properties::is_numeric);
            if !is_of_hour {
                let class = class(letter);
                if !matches!(class, Class::Letter | Class::Number) || kind.is_some_and(|kind| kind != class) {
                    break;
                }
                kind = Some(class);
            }
            letters.push(grammar.pack.casing.small(letter).unwrap_or(letter));
        }
        letters.iter().rev().collect()
    }
}
