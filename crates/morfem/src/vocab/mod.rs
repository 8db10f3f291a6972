//! The vocabulary: what every id stands for.
//!
//! An id has a *kind* and the *bytes* it writes. Its *token string* is how people and files name it; the map from ids to token strings is
//! injective, so a token string names one id:
//!
//! | what | token string |
//! |---|---|
//! | one of the 256 bytes | `<0x41>` |
//! | special, mark | its text, `<pad>` |
//! | affix, pattern | its basic form, `+lAr` |
//! | several units that were merged | their token strings, joined by `·`; neighbouring bytes as a piece |
//! | any other piece | its text, a space written `▁`, a byte that is not valid UTF-8 written `\xE2` |
//!
//! A literal `▁` or `·` is written with a backslash before it, and so are `+`, `<` and `\` at the start of a piece. A backslash further on
//! is doubled if it would otherwise begin an escape (also in a file, where `\x0A` is a line end). [`read_piece`] undoes [`write_piece`]
//! exactly. Every `<` at the start of a piece has its backslash, so pieces never collide with bytes, nor with specials that begin with `<`.
//! Other specials are checked when the vocabulary is made.

pub(crate) mod excerpt;
pub mod merging;
pub mod symbols;

use std::collections::HashSet;
use std::fmt::Write;
use std::hash::BuildHasher;

use once_cell::race::OnceBox;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::options::named;
use crate::text::{Class, class};
use crate::trie::{MAX_ID, Trie};
use crate::vocab::excerpt::Excerpt;
use crate::{Error, Result};

named! {
    /// The kind of a token, from the smallest to the largest.
    pub enum Kind {
        /// A special, such as `<s>`: never a part of text, unless it is asked for.
        Special = "special",
        /// One of the 256 bytes.
        Byte = "byte",
        /// A sign of how the next word is written, such as `<title>`; it has no character of its own.
        Mark = "mark",
        /// White space.
        Space = "space",
        /// Punctuation, digits, emoji: neither a letter nor white space.
        Symbol = "symbol",
        /// A piece of a word that is no morpheme, as far as the tokenizer knows.
        Subword = "subword",
        /// A prefix, a suffix or a clitic.
        Affix = "affix",
        /// The letters around a root, without the root.
        Pattern = "pattern",
        /// A stem that has no root, such as a name, as far as the tokenizer knows.
        Stem = "stem",
        /// A root; in languages whose words have no patterns, any stem.
        Root = "root",
        /// A whole word.
        Word = "word",
        /// Several words.
        Phrase = "phrase",
    }
}

impl Kind {
    /// The kind of a piece, judged by its bytes: white space, symbols (no letter), several words, or a part of a word.
    pub fn of_piece(bytes: &[u8]) -> Kind {
        let Ok(text) = std::str::from_utf8(bytes) else { return Kind::Subword };
        let is_space = |c: char| class(c) == Class::Space;
        if text.chars().all(is_space) {
            Kind::Space
        } else if text.trim_matches(is_space).contains(is_space) {
            Kind::Phrase
        } else if text.chars().any(|c| class(c) == Class::Letter) {
            Kind::Subword
        } else {
            Kind::Symbol
        }
    }
}

/// Bytes of a token's text at most: an encoder may look that far ahead from every byte of a text.
pub const MAX_TOKEN: usize = 1024;
/// The bits of an id beside a part of a hash.
const ID_BITS: u64 = (MAX_ID as u64).next_power_of_two() - 1;
/// Units that merged ids may have in all.
const MAX_UNITS: usize = 1 << 24;

/// The map between ids, bytes and token strings.
#[derive(Debug)]
pub struct Vocabulary {
    tokens: Tokens,
    byte_ids: [u32; 256],
    specials: Vec<u32>,
    /// The units of the merged ids, which come before the added tokens, one after another; and where each begins and ends.
    units: Vec<u32>,
    unit_ends: Vec<usize>,
    /// Number of tokens that were added behind all other ids.
    added: usize,
    ids: OnceBox<FxHashMap<String, u32>>,
}

/// A special or a root that was added to a finished tokenizer: its kind, and the bytes that a vocabulary has for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Added {
    pub kind: Kind,
    pub bytes: Vec<u8>,
}

/// Kinds and bytes of tokens, one after another.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    kinds: Vec<Kind>,
    bytes: Vec<u8>,
    /// Where each token ends in `bytes`.
    ends: Vec<u32>,
}

impl Tokens {
    /// An empty list with room for tokens and their bytes.
    pub fn with_capacity(tokens: usize, bytes: usize) -> Self {
        Tokens { kinds: Vec::with_capacity(tokens), bytes: Vec::with_capacity(bytes), ends: Vec::with_capacity(tokens) }
    }

    /// Adds a token, whose bytes `write` appends.
    pub fn push(&mut self, kind: Kind, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.kinds.push(kind);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Adds a piece with the bytes of two tokens.
    pub fn join(&mut self, left: u32, right: u32) {
        let start = self.bytes.len();
        for part in [left, right] {
            self.bytes.extend_from_within(self.range(part));
        }
        self.kinds.push(Kind::of_piece(&self.bytes[start..]));
        self.ends.push(self.bytes.len() as u32);
    }

    /// Where the bytes of a token are.
    #[inline]
    fn range(&self, id: u32) -> std::ops::Range<usize> {
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        start as usize..self.ends[id as usize] as usize
    }

    /// The bytes of a token.
    pub fn bytes(&self, id: u32) -> &[u8] {
        &self.bytes[self.range(id)]
    }

    /// The first `count` tokens, at least one.
    fn first(&self, count: usize) -> Self {
        let bytes = self.bytes[..self.ends[count - 1] as usize].to_vec();
        Tokens { kinds: self.kinds[..count].to_vec(), bytes, ends: self.ends[..count].to_vec() }
    }

    /// Number of bytes of all tokens.
    pub fn text_len(&self) -> usize {
        self.bytes.len()
    }

    /// Adds the tokens of another list.
    pub fn append(&mut self, other: &Tokens) {
        let before = self.bytes.len() as u32;
        self.kinds.extend_from_slice(&other.kinds);
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| before.wrapping_add(*end)));
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }
}

impl Vocabulary {
    /// A vocabulary from pairs (kind, bytes). The position is the id.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if one of the 256 bytes is missing or occurs twice, or a token has no text or more than [`MAX_TOKEN`] bytes of
    /// it. Collisions of token strings are found by [`Vocabulary::check`].
    pub fn new(tokens: impl IntoIterator<Item = (Kind, Vec<u8>)>) -> Result<Self> {
        let mut list = Tokens::default();
        tokens.into_iter().for_each(|(kind, token)| list.push(kind, |bytes| bytes.extend_from_slice(&token)));
        Self::of(list)
    }

    /// [`Vocabulary::new`] for a list.
    ///
    /// # Errors
    /// As [`Vocabulary::new`].
    pub(crate) fn of(tokens: Tokens) -> Result<Self> {
        if tokens.text_len() > u32::MAX as usize {
            return Err(Error::Vocabulary("the vocabulary holds over 4 GB of text".into()));
        }
        let mut byte_ids = [u32::MAX; 256];
        for (id, kind) in (0..).zip(&tokens.kinds) {
            match (kind, tokens.bytes(id)) {
                (Kind::Byte, &[byte]) if byte_ids[byte as usize] == u32::MAX => byte_ids[byte as usize] = id,
                (Kind::Byte, token) => {
                    return Err(Error::Vocabulary(format!("id {id}: {token:02X?} is not a single byte that no other id has")));
                }
                (_, []) => return Err(Error::Vocabulary(format!("id {id}: a token without text"))),
                (_, text) => check_length(text.len()).map_err(|error| Error::Vocabulary(format!("id {id}: {error}")))?,
            }
        }
        if let Some(byte) = byte_ids.iter().position(|&id| id == u32::MAX) {
            return Err(Error::Vocabulary(format!("byte 0x{byte:02X} is missing; every vocabulary needs all 256")));
        }
        let specials = (0..).zip(&tokens.kinds).filter(|(_, kind)| **kind == Kind::Special).map(|(id, _)| id).collect();
        Ok(Vocabulary { tokens, byte_ids, specials, units: Vec::new(), unit_ends: Vec::new(), added: 0, ids: OnceBox::new() })
    }

    /// Adds an id for two neighbours. It has the units of both, and the higher of their kinds; bytes together have the kind of the text
    /// they spell. It has no bytes of its own.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if one of them is not an id, the text is longer than [`MAX_TOKEN`], or the units are more than memory should
    /// hold.
    pub fn merge(&mut self, left: u32, right: u32) -> Result<u32> {
        self.check_growth()?;
        let kind = self.kind(self.checked(left.into())?).max(self.kind(self.checked(right.into())?));
        self.check_length([left, right])?;
        let before = self.units.len();
        for part in [left, right] {
            match self.unit_range(part) {
                Some(range) => self.units.extend_from_within(range),
                None => self.units.push(part),
            }
        }
        if self.units.len() > MAX_UNITS {
            self.units.truncate(before);
            return Err(Error::Vocabulary(format!("the merged ids have more than {MAX_UNITS} units in all")));
        }
        let units = &self.units[before..];
        let spelled = units.iter().map(|&unit| if self.kind(unit) == Kind::Byte { self.bytes(unit).first().copied() } else { None });
        let kind = spelled.collect::<Option<Vec<u8>>>().map_or(kind, |bytes| Kind::of_piece(&bytes));
        Ok(self.push_merged(kind))
    }

    /// Adds an id that stands for several units.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if there are fewer than two, or one is not an unmerged id.
    pub fn join(&mut self, units: &[u32], kind: Kind) -> Result<u32> {
        self.check_growth()?;
        if units.len() < 2 || units.iter().any(|&unit| unit as usize >= self.unmerged()) {
            return Err(Error::Vocabulary(format!("{units:?} are not two or more ids of units")));
        }
        self.check_length(units.iter().copied())?;
        self.units.extend_from_slice(units);
        Ok(self.push_merged(kind))
    }

    /// Adds an id without bytes for the units behind those of all other ids.
    fn push_merged(&mut self, kind: Kind) -> u32 {
        self.tokens.push(kind, |_| ());
        self.unit_ends.push(self.units.len());
        self.ids = OnceBox::new();
        self.len() as u32 - 1
    }

    /// Refuses to add a merged id behind added tokens.
    fn check_growth(&self) -> Result<()> {
        match self.added {
            0 => Ok(()),
            _ => Err(Error::Vocabulary("merged ids come before added specials and roots; add these last".into())),
        }
    }

    /// Refuses to join ids whose text together is too long.
    fn check_length(&self, parts: impl IntoIterator<Item = u32>) -> Result<()> {
        let length = |part: u32| match self.units(part) {
            Some(units) => units.iter().map(|&unit| self.bytes(unit).len()).sum(),
            None => self.bytes(part).len(),
        };
        check_length(parts.into_iter().map(length).sum())
    }

    /// Number of ids that belong to the system and are not merged; those come first, then the merged ones, then the added specials and
    /// roots.
    pub fn unmerged(&self) -> usize {
        self.len() - self.unit_ends.len() - self.added
    }

    /// The tokens that were added behind all other ids.
    pub fn added(&self) -> Vec<Added> {
        let added = |id: u32| Added { kind: self.kind(id), bytes: self.bytes(id).to_vec() };
        (self.len() - self.added..self.len()).map(|id| added(id as u32)).collect()
    }

    /// The same vocabulary with these tokens behind all other ids, in place of those that were added before.
    ///
    /// # Errors
    /// [`Error::Argument`] if one is not a valid special, [`Error::Vocabulary`] if one is a token already or there are too many ids.
    pub fn with_added(&self, added: &[Added]) -> Result<Self> {
        let is_special = |added: &&Added| added.kind == Kind::Special;
        let specials: Vec<String> =
            added.iter().filter(is_special).map(|added| String::from_utf8_lossy(&added.bytes).into_owned()).collect();
        check_specials(&specials)?;
        let kept = self.len() - self.added;
        if kept + added.len() > MAX_ID as usize {
            return Err(Error::Vocabulary(format!("{} more tokens are too many; at most {MAX_ID} ids are possible", added.len())));
        }
        let mut vocabulary = Vocabulary {
            tokens: self.tokens.first(kept),
            byte_ids: self.byte_ids,
            specials: self.specials().filter(|&id| (id as usize) < kept).collect(),
            units: self.units.clone(),
            unit_ends: self.unit_ends.clone(),
            added: added.len(),
            ids: OnceBox::new(),
        };
        for Added { kind, bytes } in added {
            if *kind == Kind::Special {
                vocabulary.specials.push(vocabulary.len() as u32);
            }
            check_length(bytes.len())?;
            vocabulary.tokens.push(*kind, |text| text.extend_from_slice(bytes));
        }
        vocabulary.check()?;
        Ok(vocabulary)
    }

    /// The units of a merged id in range; none for all others.
    #[inline]
    pub fn units(&self, id: u32) -> Option<&[u32]> {
        self.unit_range(id).map(|range| &self.units[range])
    }

    #[inline]
    fn unit_range(&self, id: u32) -> Option<std::ops::Range<usize>> {
        let index = (id as usize).checked_sub(self.unmerged())?;
        let end = *self.unit_ends.get(index)?;
        Some(if index == 0 { 0 } else { self.unit_ends[index - 1] }..end)
    }

    /// Checks that no two ids have the same token string.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] that names both ids, if two have the same token string.
    pub fn check(&self) -> Result<()> {
        let mut token = String::new();
        let mut hash = |id: u32| match self.kind(id) {
            Kind::Space | Kind::Symbol | Kind::Subword | Kind::Stem | Kind::Root | Kind::Word | Kind::Phrase
                if (id as usize) < self.unmerged() =>
            {
                FxBuildHasher.hash_one(self.bytes(id))
            }
            _ => {
                token.clear();
                self.write_token(id, &mut token);
                // No piece is written with a joint that has no backslash before it.
                if token.contains('·') && !token.contains("\\·") {
                    return FxBuildHasher.hash_one(&token);
                }
                let piece = read_piece(&token);
                if write_piece(&piece) == token { FxBuildHasher.hash_one(&piece[..]) } else { FxBuildHasher.hash_one(&token) }
            }
        };
        // Most of a hash, and the id.
        let mut hashes: Vec<u64> = (0..self.len() as u32).map(|id| hash(id) & !ID_BITS | id as u64).collect();
        hashes.sort_unstable();
        // Only token strings of one hash can be one string.
        for run in hashes.chunk_by(|one, other| one & !ID_BITS == other & !ID_BITS).filter(|run| run.len() > 1) {
            let mut tokens: Vec<(String, u64)> = run.iter().map(|hash| hash & ID_BITS).map(|id| (self.token(id as u32), id)).collect();
            tokens.sort_unstable();
            if let Some(pair) = tokens.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return Err(Error::Vocabulary(format!("ids {} and {} are both {:?}; remove one of them", pair[0].1, pair[1].1, pair[0].0)));
            }
        }
        Ok(())
    }

    /// Number of ids.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Always false: there are at least the 256 bytes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Kind of an id in range.
    #[inline]
    pub fn kind(&self, id: u32) -> Kind {
        self.tokens.kinds[id as usize]
    }

    /// Bytes that an id in range writes.
    #[inline]
    pub fn bytes(&self, id: u32) -> &[u8] {
        self.excerpt(id).as_bytes()
    }

    /// [`Vocabulary::bytes`] with the bytes of all ids.
    #[inline]
    pub(crate) fn excerpt(&self, id: u32) -> Excerpt<'_> {
        let range = self.tokens.range(id);
        Excerpt::new(&self.tokens.bytes, range.start, range.end)
    }

    /// Ids of the 256 bytes.
    pub fn byte_ids(&self) -> &[u32; 256] {
        &self.byte_ids
    }

    /// Ids of the specials, lowest first.
    pub fn specials(&self) -> impl Iterator<Item = u32> + '_ {
        self.specials.iter().copied()
    }

    /// The specials, to find them in a text.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a special occurs twice.
    pub fn special_trie(&self) -> Result<Trie> {
        let mut specials: Vec<(&[u8], u32)> = self.specials().map(|id| (self.bytes(id), id)).collect();
        specials.sort();
        match specials.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => Err(Error::Vocabulary(format!("the special {:?} occurs twice", self.token(pair[0].1)))),
            None => Ok(Trie::new(&specials)),
        }
    }

    /// Token string of an id in range.
    pub fn token(&self, id: u32) -> String {
        let mut token = String::new();
        self.write_token(id, &mut token);
        token
    }

    fn write_token(&self, id: u32, token: &mut String) {
        if let Some(units) = self.units(id) {
            // Neighbouring bytes are written as a text.
            let runs = units.chunk_by(|&one, &other| self.kind(one) == Kind::Byte && self.kind(other) == Kind::Byte);
            for (index, run) in runs.enumerate() {
                if index > 0 {
                    token.push('·');
                }
                match run {
                    &[unit] => self.write_token(unit, token),
                    bytes => push_piece(&bytes.iter().map(|&byte| self.bytes(byte)[0]).collect::<Vec<_>>(), token),
                }
            }
            return;
        }
        match self.kind(id) {
            Kind::Byte => write!(token, "<0x{:02X}>", self.bytes(id)[0]).expect("a String takes everything"),
            Kind::Special | Kind::Mark => token.push_str(&String::from_utf8_lossy(self.bytes(id))),
            Kind::Affix | Kind::Pattern => {
                token.push('+');
                token.push_str(&String::from_utf8_lossy(self.bytes(id)));
            }
            _ => push_piece(self.bytes(id), token),
        }
    }

    /// Id of a token string.
    pub fn id(&self, token: &str) -> Option<u32> {
        self.ids().get(token).copied()
    }

    fn ids(&self) -> &FxHashMap<String, u32> {
        self.ids.get_or_init(|| {
            let mut ids = FxHashMap::with_capacity_and_hasher(self.len(), Default::default());
            (0..self.len() as u32).for_each(|id| {
                ids.entry(self.token(id)).or_insert(id);
            });
            Box::new(ids)
        })
    }

    /// `id` as an index.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if `id` is out of range.
    pub fn checked(&self, id: i64) -> Result<u32> {
        if (0..self.len() as i64).contains(&id) {
            Ok(id as u32)
        } else {
            Err(Error::Vocabulary(format!("id {id} is out of range: this vocabulary has ids 0 to {}", self.len() - 1)))
        }
    }
}

/// Checks the texts of specials.
///
/// # Errors
/// [`Error::Argument`] if one is empty, contains a tab or line end, is too long, or is given twice.
pub fn check_specials(specials: &[String]) -> Result<()> {
    let mut seen = HashSet::new();
    for special in specials {
        if special.is_empty() || special.contains(['\t', '\n', '\r']) {
            return Err(Error::Argument(format!("special token {special:?} is empty or contains a tab or line end; choose another text")));
        }
        check_length(special.len()).map_err(|error| Error::Argument(format!("special token {special:?}: {error}")))?;
        if !seen.insert(special) {
            return Err(Error::Argument(format!("special token {special:?} is given twice")));
        }
    }
    Ok(())
}

/// Refuses a token of so many bytes if they are more than [`MAX_TOKEN`].
pub(crate) fn check_length(length: usize) -> Result<()> {
    match length {
        0..=MAX_TOKEN => Ok(()),
        _ => Err(Error::Vocabulary(format!("a token of {length} bytes; it may have {MAX_TOKEN} at most"))),
    }
}

/// The token string of a piece.
pub fn write_piece(bytes: &[u8]) -> String {
    let mut written = String::with_capacity(bytes.len() + 2);
    push_piece(bytes, &mut written);
    written
}

fn push_piece(bytes: &[u8], written: &mut String) {
    for (index, part) in bytes.utf8_chunks().enumerate() {
        let text = part.valid();
        for (at, c) in text.char_indices() {
            let is_first = index == 0 && at == 0;
            let is_escape = || match text[at + 1..].chars().next() {
                Some(next) => matches!(next, ' ' | '▁' | '·' | '\\' | 'x' | '\t' | '\n' | '\r'),
                None => !part.invalid().is_empty(),
            };
            match c {
                ' ' => written.push('▁'),
                '▁' | '·' => written.extend(['\\', c]),
                '+' | '<' if is_first => written.extend(['\\', c]),
                '\\' if is_first || is_escape() => written.push_str("\\\\"),
                _ => written.push(c),
            }
        }
        for byte in part.invalid() {
            write!(written, "\\x{byte:02X}").expect("a String takes everything");
        }
    }
}

/// The first byte of ▁.
const FIRST_OF_SPACE: u8 = 0xE2;

/// The bytes of a piece, from its token string: the inverse of [`write_piece`].
pub fn read_piece(token: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(token.len());
    push_bytes(token, &mut bytes);
    bytes
}

/// Appends the bytes of a piece, from its token string.
pub(crate) fn push_bytes(token: &str, bytes: &mut Vec<u8>) {
    // Most token strings contain no special sign, except a space at the beginning.
    let (space, plain): (&[u8], _) = token.strip_prefix('▁').map_or((b"", token), |rest| (b" ", rest));
    if memchr::memchr2(b'\\', FIRST_OF_SPACE, plain.as_bytes()).is_none() {
        bytes.extend_from_slice(space);
        return bytes.extend_from_slice(plain.as_bytes());
    }
    let mut rest = token;
    while let Some(c) = rest.chars().next() {
        let is_first = rest.len() == token.len();
        rest = &rest[c.len_utf8()..];
        let next = rest.chars().next();
        match (c, next) {
            ('▁', _) => bytes.push(b' '),
            ('\\', Some('▁' | '·' | '\\')) | ('\\', Some('+' | '<')) if is_first || !matches!(next, Some('+' | '<')) => {
                let escaped = next.expect("matched above");
                bytes.extend_from_slice(escaped.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &rest[escaped.len_utf8()..];
            }
            ('\\', Some('x')) if rest.get(1..3).is_some_and(|hex| u8::from_str_radix(hex, 16).is_ok()) => {
                bytes.push(u8::from_str_radix(&rest[1..3], 16).expect("checked above"));
                rest = &rest[3..];
            }
            _ => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}
