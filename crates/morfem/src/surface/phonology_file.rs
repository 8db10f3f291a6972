//! The file `phonology.toml` of a language pack: letters, sounds, and the effects of the flags of roots.
//!
//! MFT reads the whole file and refuses unknown keys. Morpheus reads only the letters and the spacing, and ignores all other keys.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::casing::Casing;
use super::joining::Joining;
use super::spacing::Spacing;
use crate::files::tsv::{Place, text};
use crate::{Error, Result};

/// The name of the file.
pub const PHONOLOGY: &str = "phonology.toml";

/// The keys of letters and spacing. Inside `sounds`, only the keys of [`SOUNDS`] count.
const LETTERS: [&str; 6] = ["vowels", "sounds", "capitals", "open", "quotes", "inner"];
const SOUNDS: [&str; 2] = ["consonants", VOICELESS];
/// The class of consonants that Morpheus reads too.
pub const VOICELESS: &str = "voiceless";

/// The content of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PhonologyFile {
    /// The harmony of each vowel.
    pub vowels: BTreeMap<char, String>,
    /// The consonants.
    pub sounds: Consonants,
    /// The archiphonemes that follow the vowel before them, such as A, with a letter for each harmony.
    #[serde(default)]
    pub harmony: BTreeMap<char, BTreeMap<String, char>>,
    /// The archiphonemes that follow the sound before them, such as D, with a letter for each class of consonants and for `other` sounds.
    #[serde(default)]
    pub assimilation: BTreeMap<char, BTreeMap<String, char>>,
    /// The archiphonemes that follow the sound behind them, such as K.
    #[serde(default)]
    pub softening: BTreeMap<char, Softened>,
    /// The archiphonemes that repeat the vowel before them, each with the letter it is where there is none.
    #[serde(default)]
    pub copy: BTreeMap<char, char>,
    /// The grades of consonants between which stems change, by name.
    #[serde(default)]
    pub grades: BTreeMap<String, Grade>,
    /// The effect of each flag of a root.
    #[serde(default)]
    pub flags: BTreeMap<String, Flag>,
    /// Small letter to capital, where the language differs from Unicode.
    #[serde(default)]
    capitals: FxHashMap<char, char>,
    /// Letter to the one that is typed in its place on a keyboard without it.
    #[serde(default)]
    plain: FxHashMap<char, char>,
    /// Letter to the one that some write for it throughout.
    #[serde(default)]
    dotless: FxHashMap<char, char>,
    /// Whether letters are repeated for emphasis.
    #[serde(default)]
    pub elongation: bool,
    /// Characters after which a word implies no space.
    #[serde(default)]
    open: String,
    /// Characters after which a word implies no space if white space or nothing stands before them.
    #[serde(default)]
    quotes: String,
    /// Characters after which a word implies no space unless white space or nothing stands before them.
    #[serde(default)]
    inner: String,
    /// Flags of an unknown stem.
    #[serde(default)]
    pub unknown: Vec<String>,
    /// The word classes that result from inflection: an affix that leads to one of them does not make a new word.
    #[serde(default)]
    pub inflection: Vec<String>,
    /// The classes of roots between which and their affixes an apostrophe stands, if they are written with a capital or a digit.
    #[serde(default)]
    pub apostrophe: Vec<String>,
    /// What stands between numbers and acronyms and their affixes beside the apostrophe: a colon, a hyphen, or nothing.
    #[serde(default)]
    joining: String,
    /// The harmony of a text without vowels.
    pub initial: Option<String>,
}

/// The consonants of a language.
#[derive(Deserialize)]
pub struct Consonants {
    /// All of them.
    pub consonants: String,
    /// The voiceless ones among them.
    #[serde(default)]
    pub voiceless: String,
    /// Other classes by name.
    #[serde(flatten)]
    more: BTreeMap<String, String>,
}

impl Consonants {
    /// The classes that archiphonemes may name, each with its letters.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &str)> {
        let voiceless = (VOICELESS, self.voiceless.as_str());
        [voiceless].into_iter().chain(self.more.iter().map(|(name, letters)| (name.as_str(), letters.as_str())))
    }
}

/// The letters of an archiphoneme that follows the sound behind it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Softened {
    /// Before a vowel.
    pub vowel: char,
    /// Before any other sound, and at the end of a word.
    pub other: char,
}

/// The two grades of a consonant or a cluster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    pub strong: String,
    pub weak: String,
}

/// How a flag changes a stem.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Its last letter becomes another one: kitap, kitab-ı.
    Last,
    /// Its last vowel is dropped: burun, burn-u.
    DropLastVowel,
    /// Its last letter is doubled: hak, hakk-ı.
    DoubleLast,
    /// Its last letter is dropped.
    DropLast,
}

/// The effect of a flag: it changes the stem before certain affixes, gives the root a harmony of its own or a feature, or says that the root
/// is another spelling of one without accents.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flag {
    /// How the stem changes, if it does.
    pub change: Option<Change>,
    /// For [`Change::Last`], the letters and what they become.
    #[serde(default)]
    pub letters: BTreeMap<char, char>,
    /// What must follow for the change: `vowel`, or a feature of the next affix.
    pub before: Option<String>,
    /// For a harmony of the stem's vowels, that of its affixes: saat, saat-ler.
    #[serde(default)]
    pub harmony: BTreeMap<String, String>,
    /// A feature that the root gets.
    pub feature: Option<String>,
    /// Letters with an accent that many leave out, and those without: the root is that of the lemma without accents, with a mark.
    #[serde(default)]
    pub accents: BTreeMap<char, char>,
    /// If present, the flag marks roots that are written with a capital. The trainer gives it to roots of these word classes that the
    /// corpus writes so.
    pub capital: Option<Vec<String>>,
}

impl PhonologyFile {
    /// Reads the whole file.
    ///
    /// # Errors
    /// [`Error::Training`] that says what is wrong in the file, and where.
    pub fn read(content: &[u8]) -> Result<Self> {
        let text = text(PHONOLOGY, content)?;
        toml::from_str(text).map_err(|error| fault(text, &error))
    }

    /// Reads only the letters and the spacing of a file.
    ///
    /// # Errors
    /// As [`PhonologyFile::read`].
    pub fn read_letters(content: &[u8]) -> Result<Self> {
        let text = text(PHONOLOGY, content)?;
        let mut table: toml::Table = toml::from_str(text).map_err(|error| fault(text, &error))?;
        table.retain(|key, _| LETTERS.contains(&key));
        if let Some(toml::Value::Table(sounds)) = table.get_mut("sounds") {
            sounds.retain(|key, _| SOUNDS.contains(&key));
        }
        table.try_into().map_err(|error| fault(text, &error))
    }

    /// How letters are capitalised.
    pub fn casing(&self) -> Casing {
        let casing = Casing::new(self.capitals.clone()).with_plain(&self.plain).with_dotless(&self.dotless);
        casing.with_joining(Joining::read(&self.joining).unwrap_or_default())
    }

    /// Checks the sign between numbers and acronyms and their affixes: the splitters know only two.
    ///
    /// # Errors
    /// [`Error::Training`] if it is another sign.
    pub fn check_joining(&self) -> Result<()> {
        Joining::read(&self.joining).map(drop).ok_or_else(|| {
            let sign = &self.joining;
            Error::Training(format!("{PHONOLOGY}: joining: {sign:?} joins no affixes; write \":\" or \"-\", or leave it out"))
        })
    }

    /// Checks the letters that others are typed for.
    ///
    /// # Errors
    /// [`Error::Training`] if one of them is typed as another letter itself.
    pub fn check_plain(&self) -> Result<()> {
        let twice = self.plain.iter().filter(|(_, to)| self.plain.contains_key(to)).min();
        twice.map_or(Ok(()), |(letter, to)| {
            Err(Error::Training(format!("{PHONOLOGY}: [plain]: {letter:?} is typed as {to:?}, which has a row too; write the last letter")))
        })
    }

    /// The rule for implied spaces.
    pub fn spacing(&self) -> Spacing {
        let characters = |text: &str| text.chars().collect::<Vec<char>>();
        Spacing::new(&characters(&self.open), &characters(&self.quotes)).with_inner(&characters(&self.inner))
    }
}

/// An error of the file, with the line or the key.
fn fault(text: &str, error: &toml::de::Error) -> Error {
    let Some(span) = error.span() else {
        return Error::Training(format!("{PHONOLOGY}: {}", error.to_string().replace('\n', " ")));
    };
    let before = text.get(..span.start).unwrap_or(text);
    let line = text[before.rfind('\n').map_or(0, |at| at + 1)..].lines().next().unwrap_or_default();
    Place(PHONOLOGY, 1 + before.matches('\n').count()).error(format!("{}, in {line:?}", error.message().replace('\n', " ")))
}

#[cfg(test)]
#[path = "../../tests/inside/surface_phonology_file.rs"]
mod tests;
