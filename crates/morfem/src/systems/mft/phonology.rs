//! From archiphonemes to letters: the only code that produces surface forms.
//!
//! An affix has one form for all its allomorphs, written with *archiphonemes*: letters whose sound depends on their neighbours.
//!
//! | archiphoneme | depends on |
//! |---|---|
//! | harmony | the last vowel of the word so far |
//! | assimilation | the last sound of the word so far |
//! | copy | the last vowel, which it repeats |
//! | softening | the next sound |
//! | buffer, in parentheses | a consonant is only written after a vowel, a vowel only after another sound |
//!
//! So a form is realised in a [`Context`], which has two independent parts, harmony and last sound, and leaves a new context for the next
//! form. If a unit has several forms, the unit before it (`form<feature`) or after it (`form>feature`, `form>vowel`) decides among them. A
//! form with a softening letter stands for two such forms, one of them `form>vowel`.
//!
//! An affix may let features *pass*: those of the unit before it reach the unit after it, and those of the unit after it the unit before it.
//! So the form of a unit may depend on two units behind it, never on more.
//!
//! No language is written into this code: the letters and what they do are tables of a language pack.

use serde::{Deserialize, Serialize};

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::vocab::excerpt::Excerpt;

/// The kind of the last sound of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Sound {
    /// No letter yet.
    #[default]
    None,
    /// A vowel, with its number if the language has letters that repeat it, else 0.
    Vowel(u8),
    /// A consonant, with its class: an index into [`Phonology::sounds`].
    Consonant(u8),
}

impl Sound {
    pub fn is_vowel(self) -> bool {
        matches!(self, Sound::Vowel(_))
    }
}

/// All that the next form needs to know about the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Context {
    /// The harmony that the last vowel gives: an index into the classes of the pack.
    pub harmony: u8,
    pub last: Sound,
}

impl Context {
    /// The number of the context among those of a language with so many kinds of sounds, of which so many are vowels.
    #[inline]
    fn index(self, kinds: usize, vowels: usize) -> usize {
        let last = match self.last {
            Sound::None => 0,
            Sound::Vowel(vowel) => 1 + vowel as usize,
            Sound::Consonant(class) => 1 + vowels + class as usize,
        };
        kinds * self.harmony as usize + last
    }
}

/// A letter of a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Letter {
    Plain(char),
    /// Index into [`Phonology::harmony`].
    Harmony(u8),
    /// Index into [`Phonology::assimilation`].
    Assimilation(u8),
    /// The last vowel, or this letter if no vowel came directly before the form or in it.
    Copy(char),
}

/// A condition on the next affix for a form to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Before {
    /// It begins with a vowel when it follows this form.
    Vowel,
    /// It has these features, or they are those of the affix behind it, which it lets pass.
    Features(Features),
}

/// What follows a unit: nothing at the end of a word.
#[derive(Clone, Copy, Default)]
pub struct Next<'a> {
    pub unit: Option<&'a Unit>,
    /// The unit behind that one. It matters only if that one lets its features pass.
    pub behind: Option<&'a Unit>,
}

impl<'a> Next<'a> {
    pub fn only(unit: Option<&'a Unit>) -> Self {
        Next { unit, behind: None }
    }
}

/// One form of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Letters, and whether they are buffers. A form of a root has none here: it is spelled in [`Unit::realised`] at once.
    pub letters: Vec<(Letter, bool)>,
    /// The features of the unit before that ask for this form.
    pub after: Option<Features>,
    pub before: Option<Before>,
    /// The harmony it leaves, if that is not the harmony of its last vowel: for a stem that has lost a vowel.
    pub harmony: Option<u8>,
}

/// A set of features, one bit each.
pub type Features = u64;

/// A root or an affix.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Unit {
    pub forms: Vec<Form>,
    pub features: Features,
    /// The harmony before the first vowel of this root: that of its basic form, because a stem may have lost its only vowel.
    pub starts: u8,
    /// The context it leaves, if its letters do not decide it: for a root with a reading, or with a flag that changes its harmony.
    pub leaves: Option<Context>,
    /// Its forms, realised in the contexts in which they may occur.
    pub realised: Realised,
    /// Whether a form asks for a feature of the unit before it. Set when the forms are realised.
    pub asks: bool,
    /// Whether the features of its neighbours pass through this affix.
    pub passes: bool,
}

/// The realised forms of a unit, in one context or in all contexts.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Realised {
    /// Their surfaces, joined.
    surfaces: String,
    /// Where the surface of each begins and ends, the context it leaves, and whether it begins with a vowel.
    forms: Vec<(u32, u32, Context, bool)>,
    is_in_all: bool,
}

impl Realised {
    /// The surfaces of the forms.
    pub fn surfaces(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(|&(begin, end, ..)| &self.surfaces[begin as usize..end as usize])
    }

    fn push(&mut self, surface: &str, left: Context, is_vowel: impl Fn(char) -> bool) {
        let begin = self.surfaces.len() as u32;
        self.surfaces.push_str(surface);
        self.forms.push((begin, self.surfaces.len() as u32, left, surface.starts_with(is_vowel)));
    }
}

impl Unit {
    /// A root without forms. Most roots have one, of about so many bytes.
    pub fn root(starts: u8, length: usize) -> Self {
        let realised = Realised { surfaces: String::with_capacity(length), forms: Vec::with_capacity(1), is_in_all: false };
        Unit { starts, forms: Vec::with_capacity(1), realised, ..Unit::default() }
    }

    /// Whether two roots are written alike in every context; their features do not count.
    pub fn is_alike(&self, other: &Unit) -> bool {
        (self.starts, self.leaves) == (other.starts, other.leaves) && self.forms == other.forms && self.realised == other.realised
    }

    /// The features that what follows sees, if a unit with `before` stands before this one.
    #[inline(always)]
    pub fn features_behind(&self, before: Features) -> Features {
        self.features | if self.passes { before } else { 0 }
    }

    /// Adds a form to a root. [`Phonology::prepare_root`] says what context it leaves.
    pub fn spell(&mut self, surface: &str, before: Option<Before>, harmony: Option<u8>) {
        self.forms.push(Form { letters: Vec::new(), after: None, before, harmony });
        self.realised.push(surface, Context::default(), |_| false);
    }
}

/// The sounds of a language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phonology {
    /// Vowel to harmony; `None` for a vowel that leaves the harmony as it was.
    pub vowels: FxHashMap<char, Option<u8>>,
    /// The vowels by number, if the language has letters that repeat them.
    pub copied: Vec<char>,
    /// Consonant to its class.
    pub consonants: FxHashMap<char, u8>,
    /// Names of the classes of consonants; the first is that of all others.
    pub sounds: Vec<String>,
    /// Names of the classes of harmony.
    pub classes: Vec<String>,
    /// For each harmony archiphoneme, its letter in each class.
    pub harmony: Vec<Vec<char>>,
    /// For each assimilation archiphoneme, its letter after each class of consonants, and last after a vowel.
    pub assimilation: Vec<Vec<char>>,
    /// The effects of the first letters of Unicode, for speed.
    near: Vec<Effect>,
    /// Archiphonemes by their symbol.
    pub symbols: BTreeMap<char, Symbol>,
}

/// What a letter does to a context.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    None,
    Vowel(Option<u8>, Sound),
    Consonant(Sound),
}

/// Letters below this code point are looked up in a table.
const NEAR: u32 = 0x250;

/// What an archiphoneme is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol {
    Letter(Letter),
    Softening { vowel: char, other: char },
}

impl Phonology {
    /// Number of kinds of sounds.
    #[inline]
    fn kinds(&self) -> usize {
        1 + self.numbers() + self.sounds.len()
    }

    /// How many vowels the last sound tells apart.
    #[inline]
    fn numbers(&self) -> usize {
        self.copied.len().max(1)
    }

    /// Whether a context is one of this language.
    pub fn has_context(&self, context: Context) -> bool {
        let is_known = match context.last {
            Sound::None => true,
            Sound::Vowel(vowel) => (vowel as usize) < self.numbers(),
            Sound::Consonant(class) => (class as usize) < self.sounds.len(),
        };
        is_known && (context.harmony as usize) < self.classes.len()
    }

    /// All contexts, in the order of their numbers.
    pub fn contexts(&self) -> impl Iterator<Item = Context> + use<> {
        let consonants = (0..self.sounds.len() as u8).map(Sound::Consonant);
        let vowels = (0..self.numbers() as u8).map(Sound::Vowel);
        let lasts: Vec<Sound> = [Sound::None].into_iter().chain(vowels).chain(consonants).collect();
        (0..self.classes.len() as u8).flat_map(move |harmony| lasts.clone().into_iter().map(move |last| Context { harmony, last }))
    }

    /// What a letter does to a context.
    #[inline]
    fn effect(&self, letter: char) -> Effect {
        match self.near.get(letter as usize) {
            Some(&effect) => effect,
            None => self.effect_of(letter),
        }
    }

    fn effect_of(&self, letter: char) -> Effect {
        if let Some(&harmony) = self.vowels.get(&letter) {
            let number = self.copied.iter().position(|&vowel| vowel == letter).unwrap_or_default();
            Effect::Vowel(harmony, Sound::Vowel(number as u8))
        } else if let Some(&class) = self.consonants.get(&letter) {
            Effect::Consonant(Sound::Consonant(class))
        } else {
            Effect::None
        }
    }

    /// Fills the table of the first letters of Unicode. Call it when vowels and consonants are known.
    pub fn finish(&mut self) {
        self.near = (0..NEAR).map(|code| char::from_u32(code).map_or(Effect::None, |letter| self.effect_of(letter))).collect();
    }

    /// Bytes of the longest spelling of a letter of a form.
    pub fn longest(&self, letter: Letter) -> usize {
        let letters = match letter {
            Letter::Plain(letter) => return letter.len_utf8(),
            Letter::Harmony(index) => &self.harmony[index as usize][..],
            Letter::Assimilation(index) => &self.assimilation[index as usize][..],
            Letter::Copy(_) => &self.copied[..],
        };
        letters.iter().map(|letter| letter.len_utf8()).max().unwrap_or_default()
    }

    /// Whether a letter is a vowel.
    #[inline]
    pub fn is_vowel(&self, letter: char) -> bool {
        matches!(self.effect(letter), Effect::Vowel(..))
    }

    /// The context after a letter.
    #[inline]
    pub fn after(&self, context: Context, letter: char) -> Context {
        match self.effect(letter) {
            Effect::None => context,
            Effect::Vowel(harmony, last) => Context { harmony: harmony.unwrap_or(context.harmony), last },
            Effect::Consonant(last) => Context { last, ..context },
        }
    }

    /// The last sound of a word whose reading ends in a consonant where its spelling ends in a vowel, or in a vowel where that ends in a
    /// consonant: one that is in no class.
    pub fn other(last: Sound) -> Sound {
        if last.is_vowel() { Sound::Consonant(0) } else { Sound::Vowel(0) }
    }

    /// The context after a text.
    pub fn after_text(&self, context: Context, text: &str) -> Context {
        text.chars().fold(context, |context, letter| self.after(context, letter))
    }

    /// Calls `write` with the letters of a form in a context; returns the context it leaves.
    pub fn letters(&self, letters: &[(Letter, bool)], mut context: Context, mut write: impl FnMut(char)) -> Context {
        let vowel_of = |context: Context| match context.last {
            Sound::Vowel(vowel) => self.copied.get(vowel as usize).copied(),
            _ => None,
        };
        let mut vowel = vowel_of(context);
        for &(letter, is_buffer) in letters {
            let letter = match letter {
                Letter::Plain(letter) => letter,
                Letter::Harmony(index) => self.harmony[index as usize][context.harmony as usize],
                Letter::Assimilation(index) => match context.last {
                    Sound::Consonant(class) => self.assimilation[index as usize][class as usize],
                    Sound::None => self.assimilation[index as usize][0],
                    Sound::Vowel(_) => self.assimilation[index as usize][self.sounds.len()],
                },
                Letter::Copy(other) => vowel.unwrap_or(other),
            };
            // A buffer separates two sounds of the other kind: a consonant is written after a vowel, a vowel after any other sound.
            if is_buffer && self.is_vowel(letter) == context.last.is_vowel() {
                continue;
            }
            write(letter);
            context = self.after(context, letter);
            vowel = vowel_of(context).or(vowel);
        }
        context
    }

    /// A form as letters, and the context it leaves.
    fn realise_form(&self, unit: &Unit, form: usize, context: Context) -> (String, Context) {
        let mut surface = String::with_capacity(unit.forms[form].letters.len() + 8);
        let context = self.letters(&unit.forms[form].letters, context, |letter| surface.push(letter));
        (surface, self.left(unit, &unit.forms[form], context))
    }

    /// Realises the forms of a root in its one context, the beginning of a word.
    pub fn prepare_root(&self, unit: &mut Unit) {
        let start = Context { harmony: unit.starts, last: Sound::None };
        for index in 0..unit.forms.len() {
            let (begin, end, ..) = unit.realised.forms[index];
            let surface = &unit.realised.surfaces[begin as usize..end as usize];
            let left = self.left(unit, &unit.forms[index], self.after_text(start, surface));
            unit.realised.forms[index] = (begin, end, left, surface.starts_with(|letter| self.is_vowel(letter)));
        }
    }

    /// Realises the forms of an affix in all contexts, and stores them.
    pub fn prepare_affix(&self, unit: &mut Unit) {
        unit.asks = unit.forms.iter().any(|form| form.after.is_some());
        let mut realised = Realised { is_in_all: true, ..Realised::default() };
        for form in 0..unit.forms.len() {
            self.contexts().for_each(|context| {
                let (surface, left) = self.realise_form(unit, form, context);
                realised.push(&surface, left, |letter| self.is_vowel(letter));
            });
        }
        unit.realised = realised;
    }

    /// The surface of a form of a unit that has been prepared, and the context it leaves.
    #[inline]
    pub fn realised<'a>(&self, unit: &'a Unit, form: usize, context: Context) -> (&'a str, Context) {
        let (begin, end, left, _) = unit.realised.forms[self.realised_index(unit, form, context)];
        (&unit.realised.surfaces[begin as usize..end as usize], left)
    }

    #[inline(always)]
    fn realised_index(&self, unit: &Unit, form: usize, context: Context) -> usize {
        let kinds = self.kinds();
        if unit.realised.is_in_all { form * self.classes.len() * kinds + context.index(kinds, self.numbers()) } else { form }
    }

    fn left(&self, unit: &Unit, form: &Form, context: Context) -> Context {
        let context = Context { harmony: form.harmony.unwrap_or(context.harmony), ..context };
        unit.leaves.map_or(context, |leaves| Context {
            harmony: leaves.harmony,
            last: if leaves.last == Sound::None { context.last } else { leaves.last },
        })
    }

    /// The forms that may follow a unit with `features`: those that ask for some of them and no others, else those that ask for none.
    #[inline(always)]
    pub fn candidates<'a>(&self, unit: &'a Unit, features: Features) -> impl Iterator<Item = usize> + use<'a> {
        let is_asked = move |form: &Form| form.after.is_some_and(|asked| asked & !features == 0);
        let any = unit.asks && unit.forms.iter().any(is_asked);
        let may_follow = move |form: &Form| if any { is_asked(form) } else { form.after.is_none() };
        unit.forms.iter().enumerate().filter(move |(_, form)| may_follow(form)).map(|(index, _)| index)
    }

    /// Whether the condition `before` holds for what follows a form that left `context`, if a unit with `features` stands before that.
    pub fn is_before(&self, before: Before, features: Features, context: Context, Next { unit: next, behind }: Next) -> bool {
        let Some(next) = next else { return false };
        match before {
            Before::Features(asked) => {
                let rest = asked & !next.features;
                rest == 0 || next.passes && behind.is_some_and(|behind| rest & !behind.features == 0)
            }
            Before::Vowel => {
                self.candidates(next, features).next().is_some_and(|form| next.realised.forms[self.realised_index(next, form, context)].3)
            }
        }
    }

    /// Index of the form of `unit` after a unit with `features`, in `context`, before `next`: the first whose condition holds, else the
    /// form without a condition.
    pub fn choose(&self, unit: &Unit, features: Features, context: Context, next: Next) -> usize {
        if unit.forms.len() == 1 {
            return 0;
        }
        if next.unit.is_none() {
            // No condition holds at the end of a word.
            return self.candidates(unit, features).find(|&index| unit.forms[index].before.is_none()).unwrap_or(0);
        }
        let own = unit.features_behind(features);
        let mut basic = None;
        for index in self.candidates(unit, features) {
            match unit.forms[index].before {
                Some(before) => {
                    let left = unit.realised.forms[self.realised_index(unit, index, context)].2;
                    if self.is_before(before, own, left, next) {
                        return index;
                    }
                }
                None => basic = basic.or(Some(index)),
            }
        }
        basic.unwrap_or(0)
    }

    /// The surface of a form of a unit that has been prepared, and the context it leaves.
    #[inline(always)]
    pub fn excerpt<'a>(&self, unit: &'a Unit, form: usize, context: Context) -> (Excerpt<'a>, Context) {
        let (begin, end, left, _) = unit.realised.forms[self.realised_index(unit, form, context)];
        (Excerpt::new(unit.realised.surfaces.as_bytes(), begin as usize, end as usize), left)
    }
}
