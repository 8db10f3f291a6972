//! What the ids of an MFT tokenizer stand for, and how they are written.
//!
//! [`Writer`] turns ids into text, one after the other. A unit of several forms waits for the id after it, which decides among them; everything else
//! is written at once. What is written depends on the ids alone:
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
#[derive(Clone, Copy, Debug, PartialEq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// A root or an affix.
    waiting: Option<Token>,
    /// Of the last unit.
    features: Features,
    context: Context,
    /// Whether the word so far ends in units.
    has_units: bool,
    /// Bytes written since a token began a word.
    length: usize,
    is_joined: bool,
    next_case: Option<Case>,
    case: Case,
    harmony: Option<u8>,
    /// Bytes written since the start or a special, and whether a space would be implied before them.
    since: usize,
    implied: bool,
}

impl Writer {
    /// A writer that goes on after a text that is not there to look at, but at whose end a space is implied or not.
    pub fn after(implied: bool) -> Self {
        Writer { implied, ..Writer::default() }
    }

    /// Writes what is certain with the next token; returns how much of `bytes` belongs to the tokens before it. `text` are the bytes of the vocabulary.
    pub fn push(&mut self, grammar: &Grammar, token: Token, text: &[u8], bytes: &mut Vec<u8>) -> usize {
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
                self.begin();
                self.has_units &= is_apostrophe(text);
                self.text(grammar, text, bytes);
            }
            Token::Initial => {
                self.initial(grammar, bytes);
                self.text(grammar, &text[1..], bytes);
            }
            Token::Mark(Mark::Join) => self.is_joined = true,
            Token::Mark(Mark::Case(case)) => self.next_case = Some(case),
            Token::Mark(Mark::Harmony(harmony)) => self.harmony = Some(harmony),
            Token::Root(row) => {
                self.initial(grammar, bytes);
                self.has_units = true;
                match grammar.only_form(row) {
                    Some((surface, left, features)) => {
                        (self.context, self.features) = (left, features);
                        self.text(grammar, surface, bytes);
                    }
                    None => {
                        self.context = Context { harmony: grammar.pack.roots[row as usize].unit.starts, last: Sound::None };
                        self.waiting = Some(token);
                    }
                }
            }
            Token::Affix(affix) => {
                self.begin();
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
    fn initial(&mut self, grammar: &Grammar, bytes: &mut Vec<u8>) {
        self.case = self.next_case.take().unwrap_or_default();
        let implied = match self.since {
            0 => self.implied,
            since => grammar.spacing.implies_space(&bytes[bytes.len() - since.min(bytes.len())..]),
        };
        if implied && !self.is_joined {
            bytes.push(b' ');
            self.since += 1;
        }
        self.is_joined = false;
        self.harmony = None;
        self.has_units = false;
        self.length = 0;
    }

    /// Any other token begins.
    fn begin(&mut self) {
        self.is_joined = false;
        if let Some(case) = self.next_case.take() {
            self.case = case;
        }
    }

    /// Writes text with its capitals.
    fn text(&mut self, grammar: &Grammar, text: &[u8], bytes: &mut Vec<u8>) {
        let before = bytes.len();
        if self.case == Case::Lower {
            bytes.extend_from_slice(text);
        } else if let Ok(text) = std::str::from_utf8(text) {
            self.capitals(grammar, text, bytes);
        } else {
            self.case = Case::Lower;
            bytes.extend_from_slice(text);
        }
        self.length += bytes.len() - before;
        self.since += bytes.len() - before;
    }

    fn capitals(&mut self, grammar: &Grammar, text: &str, bytes: &mut Vec<u8>) {
        for letter in text.chars() {
            if class(letter) != Class::Letter {
                self.case = Case::Lower;
            }
            let capital = if self.case == Case::Lower { None } else { grammar.casing.capital(letter) };
            if capital.is_some() && self.case == Case::Title {
                self.case = Case::Lower;
            }
            bytes.extend_from_slice(capital.unwrap_or(letter).encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    /// The letters, or the digits, at the end of the word so far, in small letters.
    fn tail(&self, grammar: &Grammar, bytes: &[u8]) -> String {
        let mut rest = &bytes[bytes.len() - self.length.min(TAIL).min(bytes.len())..];
        let mut letters = Vec::new();
        let mut kind = None;
        while let Some(letter) = last_character(rest) {
            rest = &rest[..rest.len() - letter.len_utf8()];
            let class = class(letter);
            if matches!(class, Class::Letter | Class::Number) && kind.is_none_or(|kind| kind == class) {
                kind = Some(class);
                letters.push(grammar.casing.small(letter).unwrap_or(letter));
            } else if letter != '\'' && letter != '’' {
                break;
            }
        }
        letters.iter().rev().collect()
    }
}

/// Whether a piece is an apostrophe.
pub fn is_apostrophe(text: &[u8]) -> bool {
    text == b"'" || text == "’".as_bytes()
}

/// The last character of bytes, if they end in one.
#[inline]
fn last_character(bytes: &[u8]) -> Option<char> {
    let start = (1..=bytes.len().min(4)).map(|length| bytes.len() - length).find(|&at| bytes[at] & 0xC0 != 0x80)?;
    std::str::from_utf8(&bytes[start..]).ok()?.chars().next()
}

/// Where a token that implies a space has one.
#[derive(Clone, Debug)]
pub struct Spacing {
    /// By the last character before it, for those of ASCII that are no quotes.
    ascii: [bool; 128],
    open: Vec<char>,
    quotes: Vec<char>,
    inner: Vec<char>,
}

impl Spacing {
    /// `open`: the characters after which there is none, besides white space. `quotes`: those after which there is none if white space or nothing stands
    /// before them.
    pub fn new(open: &[char], quotes: &[char]) -> Self {
        let implies = |letter: char| !letter.is_whitespace() && !open.contains(&letter) && !quotes.contains(&letter);
        Spacing {
            ascii: std::array::from_fn(|code| implies(code as u8 as char)),
            open: open.to_vec(),
            quotes: quotes.to_vec(),
            inner: Vec::new(),
        }
    }

    /// With characters after which there is none unless white space or nothing stands before them: hyphens.
    pub fn with_inner(mut self, inner: &[char]) -> Self {
        inner.iter().filter(|sign| sign.is_ascii()).for_each(|&sign| self.ascii[sign as usize] = false);
        self.inner = inner.to_vec();
        self
    }

    /// Whether a token that implies a space writes it after `bytes`.
    #[inline]
    pub fn implies_space(&self, bytes: &[u8]) -> bool {
        match bytes.last() {
            None => false,
            Some(&last) if last < 128 && self.ascii[last as usize] => true,
            _ => self.implies_after_character(bytes),
        }
    }

    fn implies_after_character(&self, bytes: &[u8]) -> bool {
        // Bytes that are no character are no white space.
        let Some(last) = last_character(bytes) else { return true };
        if class(last) == Class::Letter {
            return true;
        }
        let (is_quote, is_inner) = (self.quotes.contains(&last), self.inner.contains(&last));
        if is_quote || is_inner {
            let before = &bytes[..bytes.len() - last.len_utf8()];
            let is_free = before.is_empty() || last_character(before).is_some_and(char::is_whitespace);
            return is_free != is_quote;
        }
        !last.is_whitespace() && !self.open.contains(&last)
    }
}
