//! What the ids of an MFT tokenizer stand for, and how they are written.
//!
//! [`Writer`] turns ids into text, one after the other. A unit waits for the id after it, since that decides its form; everything else is
//! written at once. What is written depends on the ids alone:
//! - a root, and a piece that begins with a space, imply the space before them; not at the start, after white space, after a character
//!   that opens something, or after the mark `<join>`;
//! - the marks `<title>` and `<upper>` make capitals of what follows: one letter, or all up to what is no letter, a token that implies a space, or
//!   the next such mark;
//! - an affix stands in the context of the word so far: what the units left, or else how the text since the last white space is read; the mark of a
//!   harmony sets it instead.

use super::casing::Case;
use super::grammar::Grammar;
use super::phonology::{Context, Features, Sound, Unit};
use crate::text::{Class, class};

/// What an id stands for.
#[derive(Clone, Debug, PartialEq)]
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
    /// Units and marks that stand for one id.
    Merged(Vec<u32>),
}

/// A mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// No space is implied.
    Join,
    Case(Case),
    Harmony(u8),
}

/// Letters of a word that are kept to say how it is read.
const TAIL: usize = 64;

/// Writes ids.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    waiting: Option<Token>,
    /// Of the last unit.
    features: Features,
    context: Context,
    /// Whether the word so far ends in units.
    has_units: bool,
    /// The letters, or the digits, of the word so far, in small letters.
    tail: String,
    tail_class: Class,
    is_joined: bool,
    next_case: Option<Case>,
    case: Case,
    harmony: Option<u8>,
    /// The last bytes of the text, four at most.
    behind: Vec<u8>,
}

impl Writer {
    /// A writer that goes on after `text`.
    pub fn after(text: &[u8]) -> Self {
        let mut writer = Writer::default();
        writer.pass(text);
        writer
    }

    /// Takes note of text.
    fn pass(&mut self, text: &[u8]) {
        let kept = self.behind.len().min(4usize.saturating_sub(text.len()));
        self.behind.drain(..self.behind.len() - kept);
        self.behind.extend_from_slice(&text[text.len().saturating_sub(4)..]);
    }

    /// Writes what is certain with the next token; returns how much of `bytes` belongs to the tokens before it. `text` are the bytes of the vocabulary.
    pub fn push(&mut self, grammar: &Grammar, open: &[char], token: &Token, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        let next = if let Token::Affix(affix) = token { Some(&grammar.pack.affixes[*affix as usize].unit) } else { None };
        let start = bytes.len();
        self.flush(grammar, next, bytes);
        self.pass(&bytes[start..]);
        let before = bytes.len();
        match token {
            Token::Special => {
                bytes.extend_from_slice(text);
                *self = Writer::default();
                return before;
            }
            Token::Text => {
                self.begin();
                self.has_units &= is_apostrophe(text);
                self.text(grammar, text, bytes);
            }
            Token::Initial => {
                self.initial(open, bytes);
                self.text(grammar, &text[1..], bytes);
            }
            Token::Mark(Mark::Join) => self.is_joined = true,
            Token::Mark(Mark::Case(case)) => self.next_case = Some(*case),
            Token::Mark(Mark::Harmony(harmony)) => self.harmony = Some(*harmony),
            Token::Root(row) => {
                self.initial(open, bytes);
                self.has_units = true;
                self.context = Context { harmony: grammar.pack.roots[*row as usize].unit.starts, last: Sound::None };
                self.waiting = Some(token.clone());
            }
            Token::Affix(_) => {
                self.begin();
                if !self.has_units {
                    self.context = grammar.pack.read(&self.tail);
                    self.features = 0;
                    self.has_units = true;
                }
                if let Some(harmony) = self.harmony.take() {
                    self.context.harmony = harmony;
                }
                self.waiting = Some(token.clone());
            }
            Token::Merged(_) => unreachable!("merged tokens are written unit by unit"),
        }
        self.pass(&bytes[before..]);
        before
    }

    /// Writes the unit that waits: nothing follows it.
    pub fn finish(&mut self, grammar: &Grammar, bytes: &mut Vec<u8>) {
        self.flush(grammar, None, bytes);
        *self = Writer::default();
    }

    fn flush(&mut self, grammar: &Grammar, next: Option<&Unit>, bytes: &mut Vec<u8>) {
        let Some(token) = self.waiting.take() else { return };
        let (unit, features) = match token {
            Token::Root(row) => (&grammar.pack.roots[row as usize].unit, 0),
            Token::Affix(affix) => (&grammar.pack.affixes[affix as usize].unit, self.features),
            _ => return,
        };
        let mut surface = String::new();
        self.context = grammar.pack.phonology.realise(unit, features, self.context, next, &mut surface);
        self.features = unit.features;
        self.letters(grammar, &surface, bytes);
    }

    /// A token that implies a space begins.
    fn initial(&mut self, open: &[char], bytes: &mut Vec<u8>) {
        self.case = self.next_case.take().unwrap_or_default();
        let implies = !std::mem::take(&mut self.is_joined) && implies_space(&self.behind, open);
        if implies {
            bytes.push(b' ');
        }
        self.harmony = None;
        self.has_units = false;
        self.tail.clear();
    }

    /// Any other token begins.
    fn begin(&mut self) {
        self.is_joined = false;
        if let Some(case) = self.next_case.take() {
            self.case = case;
        }
    }

    /// Writes bytes of the vocabulary.
    fn text(&mut self, grammar: &Grammar, text: &[u8], bytes: &mut Vec<u8>) {
        match std::str::from_utf8(text) {
            Ok(text) => self.letters(grammar, text, bytes),
            Err(_) => {
                self.case = Case::Lower;
                self.tail.clear();
                bytes.extend_from_slice(text);
            }
        }
    }

    /// Writes letters with their capitals.
    fn letters(&mut self, grammar: &Grammar, text: &str, bytes: &mut Vec<u8>) {
        for letter in text.chars() {
            let kind = class(letter);
            if kind == Class::Letter || kind == Class::Number {
                if kind != self.tail_class {
                    self.tail.clear();
                    self.tail_class = kind;
                }
                self.tail.push(grammar.casing.small(letter).unwrap_or(letter));
            } else if letter != '\'' && letter != '’' {
                self.tail.clear();
            }
            if kind != Class::Letter {
                self.case = Case::Lower;
            }
            let capital = if self.case == Case::Lower { None } else { grammar.casing.capital(letter) };
            if capital.is_some() && self.case == Case::Title {
                self.case = Case::Lower;
            }
            bytes.extend_from_slice(capital.unwrap_or(letter).encode_utf8(&mut [0; 4]).as_bytes());
        }
        if self.tail.len() > 2 * TAIL {
            let cut = (self.tail.len() - TAIL..).find(|&at| self.tail.is_char_boundary(at)).unwrap_or(0);
            self.tail.drain(..cut);
        }
    }
}

/// Whether a piece is an apostrophe.
pub fn is_apostrophe(text: &[u8]) -> bool {
    text == b"'" || text == "’".as_bytes()
}

/// Whether a token that implies a space writes it after `bytes`.
#[inline]
pub fn implies_space(bytes: &[u8], open: &[char]) -> bool {
    let Some(&last) = bytes.last() else { return false };
    if last.is_ascii_alphanumeric() {
        return true;
    }
    // The last character begins at one of the last four bytes; bytes that are no character are no white space.
    let character = (1..=bytes.len().min(4)).rev().find_map(|length| {
        let text = std::str::from_utf8(&bytes[bytes.len() - length..]).ok()?;
        text.chars().next_back()
    });
    character.is_none_or(|last| !last.is_whitespace() && !open.contains(&last))
}
