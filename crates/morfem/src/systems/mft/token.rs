//! What the ids of an MFT tokenizer stand for, and how they are decoded.
//!
//! [`Writer`] turns ids into text, one after the other. If a root or an affix has several forms, the next id decides which one is written;
//! everything else is written at once. The text only depends on the ids:
//! - A root, and a piece that begins with a space, imply a space, unless the mark `<join>` comes before them. `<title>` and `<upper>`
//!   capitalise what follows, `<plain>` and `<dotless>` write it with the letters typed for its own. See [`SurfaceWriter`]. `<accent>`
//!   writes the next root as the row of its lemma with accents. `<long>` repeats the last vowel of the next unit or piece, `<again>` the
//!   last letter that is written.
//! - An affix is realised in the context that the units before it left. After pieces, the context is that of the reading of the word so
//!   far. The mark of a harmony replaces the harmony of the context. A mark of the harmony that holds anyhow says that the reading ends in
//!   the other kind of sound: V'inci is read beşinci, Renault'nun without its last letters.

use serde::{Deserialize, Serialize};

use super::grammar::Grammar;
use super::phonology::{Context, Features, Next, Phonology, Sound, Unit};
use crate::surface::apostrophe::{APOSTROPHES, is_apostrophe};
use crate::surface::casing::Fold;
use crate::surface::spacing::last_character;
use crate::surface::{Case, Joining, SurfaceWriter};
use crate::text::properties;
use crate::text::{Class, UNITS, class};
use crate::vocab::excerpt::Excerpt;

/// What an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Token {
    /// A special: it is written unchanged, and the text after it is decoded as a new text.
    Special,
    /// The bytes of the token in the vocabulary.
    Text,
    /// A piece that begins with the space it implies.
    Initial,
    Mark(Mark),
    /// A row of the lexicon; it stands for all rows with the same lemma that are written alike.
    Root(u32),
    Affix(u16),
}

/// A mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// No space is implied.
    Join,
    /// The next root belongs to the same word.
    Joint,
    Case(Case),
    Harmony(u8),
    /// How the word is typed.
    Fold(Fold),
    /// The next root is written with its accents.
    Accent,
    /// The last vowel of the next unit or piece is written once more.
    Long,
    /// The last letter is written once more.
    Again,
}

/// How many bytes at the end of a word decide its reading.
pub(super) const LOOK_BACK: usize = 64;

/// Decodes ids. It looks back at the last [`LOOK_BACK`] bytes of the text, so the caller must keep them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Writer {
    /// A root or an affix whose form the next id decides, and an affix behind it that lets features pass, so that one id more decides.
    waiting: Option<Token>,
    passing: Option<u16>,
    /// The features of the last unit.
    features: Features,
    context: Context,
    /// Whether the word so far ends in units.
    has_units: bool,
    harmony: Option<u8>,
    /// Whether the mark of that harmony stands there twice.
    is_other: bool,
    /// Whether the next root belongs to the same word, and whether it is written with its accents.
    is_joint: bool,
    is_accented: bool,
    /// How often the last vowel of the next unit or piece is repeated.
    long: u8,
    /// Where the bytes of the passing affix begin, if they have just been written.
    #[serde(skip)]
    late: Option<usize>,
    surface: SurfaceWriter,
}

/// A merged id that begins a word.
#[derive(Clone, Copy)]
pub struct JoinedWord {
    /// Where its text lies among those of the other words.
    pub begin: u32,
    pub end: u32,
    /// Its last units if they are not written yet.
    waiting: Option<Token>,
    passing: Option<u16>,
    features: Features,
    context: Context,
    has_units: bool,
    /// The case of letters that follow, and how they are typed.
    case: (Case, Fold),
    /// Whether a mark of a case stands before its first unit that is no mark. A mark before the id is then without effect.
    is_marked: bool,
}

impl Writer {
    /// A writer that continues after some text, of which it only knows whether a space is implied at its end.
    pub fn after(implied: bool) -> Self {
        Writer { surface: SurfaceWriter::after(implied), ..Writer::default() }
    }

    /// A writer that goes on behind a text that it can see.
    pub fn behind(text: &[u8]) -> Self {
        Writer { surface: SurfaceWriter::behind(text), ..Writer::default() }
    }

    /// Writes the text that is known once this token has come; returns how much of `bytes` belongs to the tokens before it. `text` is the
    /// text of the token without an implied space. `own` says how it is capitalised if no mark says otherwise. `left` is given for a root
    /// with one form: the context and the features after it.
    #[inline(always)]
    pub fn push(
        &mut self,
        grammar: &Grammar,
        token: Token,
        text: Excerpt,
        own: Case,
        left: Option<(Context, Features)>,
        bytes: &mut Vec<u8>,
    ) -> usize {
        self.late = None;
        if self.waiting.is_some() {
            let next = match token {
                Token::Affix(affix) => Some(&grammar.pack.affixes[affix as usize].unit),
                Token::Mark(Mark::Joint) => Some(&grammar.pack.joint),
                _ => None,
            };
            if let (Token::Affix(affix), Some(true), None) = (token, next.map(|next| next.passes), self.passing) {
                self.passing = Some(affix);
                return bytes.len();
            }
            self.flush(grammar, next, bytes);
        }
        let before = bytes.len();
        match token {
            Token::Special => {
                text.append_to(bytes);
                *self = Writer::default();
            }
            Token::Text => {
                (self.is_joint, self.is_accented) = (false, false);
                self.surface.begin();
                if !(is_apostrophe(text.as_bytes()) || grammar.pack.casing.joining.is_sign(text.as_bytes())) {
                    self.has_units = false;
                    self.surface.end_fold();
                }
                self.text(grammar, text, bytes);
            }
            Token::Initial => {
                self.is_accented = false;
                self.initial(own, grammar, bytes);
                self.text(grammar, text, bytes);
            }
            Token::Mark(Mark::Join) => self.surface.join(),
            Token::Mark(Mark::Joint) => {
                self.surface.join();
                self.is_joint = true;
            }
            Token::Mark(Mark::Case(case)) => self.surface.capitals(case),
            Token::Mark(Mark::Harmony(harmony)) => {
                self.is_other = self.harmony == Some(harmony);
                self.harmony = Some(harmony);
            }
            Token::Mark(Mark::Fold(fold)) => self.surface.fold(fold),
            Token::Mark(Mark::Accent) => self.is_accented = true,
            Token::Mark(Mark::Long) => self.long = self.long.saturating_add(1),
            Token::Mark(Mark::Again) => self.again(grammar, bytes),
            Token::Root(row) => {
                let accented = if std::mem::take(&mut self.is_accented) { grammar.pack.accented.get(&row) } else { None };
                self.initial(own, grammar, bytes);
                self.has_units = true;
                match left {
                    Some(left) if accented.is_none() => {
                        (self.context, self.features) = left;
                        self.text(grammar, text, bytes);
                    }
                    _ => {
                        let row = accented.copied().unwrap_or(row);
                        self.context = Context { harmony: grammar.pack.roots[row as usize].unit.starts, last: Sound::None };
                        self.waiting = Some(Token::Root(row));
                    }
                }
            }
            Token::Affix(affix) => self.affix(grammar, affix, bytes),
        }
        before
    }

    /// Repeats the last letter of the word.
    fn again(&mut self, grammar: &Grammar, bytes: &mut Vec<u8>) {
        let word = &bytes[bytes.len() - self.surface.length().min(bytes.len())..];
        if let Some(last) = last_character(word) {
            self.surface.text(&grammar.pack.casing, Excerpt::whole(last.encode_utf8(&mut [0; 4]).as_bytes()), bytes);
        }
    }

    /// Writes an affix, or lets it wait for what follows if this chooses its form.
    fn affix(&mut self, grammar: &Grammar, affix: u16, bytes: &mut Vec<u8>) {
        (self.is_joint, self.is_accented) = (false, false);
        self.surface.begin();
        if !self.has_units {
            (self.context, self.features) = grammar.pack.read_with_features(&self.tail(grammar, bytes));
            self.has_units = true;
        }
        if let Some(harmony) = self.harmony.take() {
            if std::mem::take(&mut self.is_other) || self.context.harmony == harmony {
                self.context.last = Phonology::other(self.context.last);
            }
            self.context.harmony = harmony;
        }
        let unit = &grammar.pack.affixes[affix as usize].unit;
        if unit.forms.len() == 1 {
            self.form(grammar, unit, 0, bytes);
        } else {
            self.waiting = Some(Token::Affix(affix));
        }
    }

    /// Writes a merged id that begins a word, as [`Writer::push`] writes its units one after the other. Returns how much of `bytes` belongs
    /// to the tokens before it; None, and nothing is written, if a mark before it changes its text.
    #[inline]
    pub fn push_word(&mut self, grammar: &Grammar, word: &JoinedWord, text: Excerpt, bytes: &mut Vec<u8>) -> Option<usize> {
        if self.is_joint
            || self.is_accented
            || self.long > 0
            || !word.is_marked && self.surface.has_case_mark()
            || self.surface.has_fold_mark()
        {
            return None;
        }
        self.late = None;
        if self.waiting.is_some() {
            self.flush(grammar, None, bytes);
        }
        let before = bytes.len();
        self.surface.word(word.case, &grammar.pack.spacing, text, bytes);
        (self.waiting, self.passing, self.features, self.context) = (word.waiting, word.passing, word.features, word.context);
        (self.has_units, self.harmony) = (word.has_units, None);
        Some(before)
    }

    /// The word that has been written, which is `text`; None if a mark is left over.
    pub fn into_word(self, text: std::ops::Range<u32>, is_marked: bool) -> Option<JoinedWord> {
        let is_at_rest = self.is_at_rest();
        let Writer { waiting, passing, features, context, has_units, surface, .. } = self;
        let case = surface.case();
        is_at_rest.then_some(JoinedWord {
            begin: text.start,
            end: text.end,
            waiting,
            passing,
            features,
            context,
            has_units,
            case,
            is_marked,
        })
    }

    /// Whether the numbers of a writer that was read from a saved state are those of units and harmonies of the grammar.
    pub fn is_sound(&self, grammar: &Grammar) -> bool {
        let is_unit = match self.waiting {
            None => true,
            Some(Token::Root(row)) => (row as usize) < grammar.pack.roots.len(),
            Some(Token::Affix(affix)) => (affix as usize) < grammar.pack.affixes.len(),
            Some(_) => false,
        };
        let is_passing = self.passing.is_none_or(|affix| (affix as usize) < grammar.pack.affixes.len());
        let is_class = |harmony: u8| (harmony as usize) < grammar.pack.phonology.classes.len();
        let is_context = grammar.pack.phonology.has_context(self.context);
        is_unit && is_passing && is_context && self.harmony.is_none_or(is_class) && self.surface.is_sound()
    }

    /// Where the bytes of the unit before the last one begin, if that has only now become known.
    pub fn late(&self) -> Option<usize> {
        self.late
    }

    /// Whether no mark is waiting for the token that it changes.
    pub fn is_at_rest(&self) -> bool {
        self.harmony.is_none() && !self.is_accented && self.long == 0 && self.surface.is_at_rest()
    }

    /// Writes the waiting unit as the last of its word.
    pub fn finish(&mut self, grammar: &Grammar, bytes: &mut Vec<u8>) {
        self.late = None;
        self.flush(grammar, None, bytes);
        *self = Writer { late: self.late, ..Writer::default() };
    }

    /// Writes the waiting units before `next`.
    fn flush(&mut self, grammar: &Grammar, next: Option<&Unit>, bytes: &mut Vec<u8>) {
        let (unit, features) = match self.waiting.take() {
            Some(Token::Root(row)) => (&grammar.pack.roots[row as usize].unit, 0),
            Some(Token::Affix(affix)) => (&grammar.pack.affixes[affix as usize].unit, self.features),
            _ => return,
        };
        let passing = self.passing.take().map(|affix| &grammar.pack.affixes[affix as usize].unit);
        let behind = passing.map_or(Next::only(next), |unit| Next { unit: Some(unit), behind: next });
        self.form(grammar, unit, grammar.pack.phonology.choose(unit, features, self.context, behind), bytes);
        if let Some(unit) = passing {
            self.late = Some(bytes.len());
            let form = grammar.pack.phonology.choose(unit, self.features, self.context, Next::only(next));
            self.form(grammar, unit, form, bytes);
        }
    }

    /// Writes a form of a unit.
    #[inline(always)]
    fn form(&mut self, grammar: &Grammar, unit: &Unit, form: usize, bytes: &mut Vec<u8>) {
        let (surface, left) = grammar.pack.phonology.excerpt(unit, form, self.context);
        (self.context, self.features) = (left, unit.features_behind(self.features));
        self.text(grammar, surface, bytes);
    }

    /// A token that implies a space begins.
    #[inline(always)]
    fn initial(&mut self, own: Case, grammar: &Grammar, bytes: &mut Vec<u8>) {
        let length = if std::mem::take(&mut self.is_joint) { self.surface.length() } else { 0 };
        self.surface.initial(own, &grammar.pack.spacing, bytes);
        self.surface.go_on(length);
        self.harmony = None;
        self.has_units = false;
    }

    #[inline(always)]
    fn text(&mut self, grammar: &Grammar, text: Excerpt, bytes: &mut Vec<u8>) {
        if self.long > 0 {
            return self.long_text(grammar, text.as_bytes(), bytes);
        }
        self.surface.text(&grammar.pack.casing, text, bytes);
    }

    /// Writes a text with its last vowel repeated.
    #[inline(never)]
    fn long_text(&mut self, grammar: &Grammar, text: &[u8], bytes: &mut Vec<u8>) {
        let more = std::mem::take(&mut self.long) as usize;
        let mut long = std::str::from_utf8(text).unwrap_or_default().to_owned();
        match long.char_indices().rfind(|&(_, letter)| grammar.pack.phonology.is_vowel(letter)) {
            Some((at, vowel)) => {
                long.insert_str(at, &String::from(vowel).repeat(more));
                self.surface.text(&grammar.pack.casing, Excerpt::whole(long.as_bytes()), bytes);
            }
            None => self.surface.text(&grammar.pack.casing, Excerpt::whole(text), bytes),
        }
    }

    /// The letters or digits at the end of the word so far, in small letters and without a final apostrophe. For a full hour (15:00) the
    /// hour is included. The tail does not go back beyond the chunk of the word, so encoder and decoder read the same text.
    fn tail(&self, grammar: &Grammar, bytes: &[u8]) -> String {
        let rest = &bytes[bytes.len() - self.surface.length().min(LOOK_BACK).min(bytes.len())..];
        let apart = match last_character(rest) {
            Some(last) if grammar.pack.casing.sets_apart(last) => &rest[..rest.len() - last.len_utf8()],
            _ => rest,
        };
        let has_stop = apart.len() < rest.len() && apart.ends_with(b".");
        // The splitters join an hour with its minutes only before an apostrophe.
        let is_hour = last_character(rest).is_some_and(|last| APOSTROPHES.contains(&last));
        let mut rest = apart;
        let most = rest.len();
        let mut letters = Vec::with_capacity(most);
        let mut kind = None;
        while let Some(letter) = last_character(rest) {
            rest = &rest[..rest.len() - letter.len_utf8()];
            // 15:00 is read as one number.
            let is_full_hour = is_hour && matches!(letter, ':' | '.') && letters == ['0', '0'];
            let is_of_hour = is_full_hour && last_character(rest).is_some_and(properties::is_numeric);
            if !is_of_hour {
                let class = class(letter);
                // The full stop of an abbreviation.
                if letters.is_empty() && has_stop {
                    letters.push(letter);
                    continue;
                }
                if letters.is_empty() && grammar.pack.casing.joining == Joining::Colon && UNITS.contains(&letter) {
                    letters.push(letter);
                    break;
                }
                if !matches!(class, Class::Letter | Class::Number) || kind.is_some_and(|kind| kind != class) {
                    break;
                }
                kind = Some(class);
            }
            letters.push(grammar.pack.casing.small(letter).unwrap_or(letter));
        }
        let mut tail = String::with_capacity(most);
        tail.extend(letters.iter().rev());
        tail
    }
}
