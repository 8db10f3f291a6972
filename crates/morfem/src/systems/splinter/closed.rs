//! Words that are not taken apart.
//!
//! `closed.tsv` has two columns: `form`, a word, and `kind`. A `function` word is a particle, a pronoun, a preposition and the like; a `name`
//! is a name or a loan; a `stem` is its own root (masalah, kertas, tulis). Affixes may stand beside them (ולא is ו and לא); inside them there are
//! none, nor a pattern. Every vocabulary has an id for each of them. Letters are written as in a word, with the final form at the end. A row with
//! brackets is a row for each spelling: `לבנונ(י|ית)`.

use super::alphabet::{Alphabet, Sign};
use super::known::spellings;
use super::packed::{Packed, Packing, Table};
use crate::Result;
use crate::files::tsv;

const COLUMNS: [&str; 2] = ["form", "kind"];

/// The table.
#[derive(Clone, Debug)]
pub struct Closed {
    /// In the order of the table, the last letter as it is inside a word.
    pub words: Vec<Vec<u8>>,
    /// Whether each is a function word.
    functions: Vec<bool>,
    /// Whether each is a stem, which is its own root.
    stems: Vec<bool>,
    numbers: Table<u32>,
    packing: Packing,
    /// The file it was read from.
    pub source: String,
}

impl Closed {
    /// Reads the table from the file `name`.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn read(name: &str, source: &str, alphabet: &Alphabet) -> Result<Self> {
        let packing = Packing::new(alphabet.len());
        let (mut words, mut functions, mut stems, mut lines): (Vec<Vec<u8>>, Vec<bool>, Vec<bool>, Vec<usize>) = Default::default();
        for (line, [form, kind]) in tsv::rows(name, source.as_bytes(), &COLUMNS)? {
            let place = tsv::Place(name, line);
            if form.contains(char::is_whitespace) {
                return Err(place.error(format!("{form:?} holds white space; a row is one word, so give each word a row")));
            }
            let is_stem = kind == "stem";
            let is_function = match kind {
                "function" => true,
                "name" | "stem" => false,
                _ => return Err(place.error(format!("kind {kind:?} is none of function, name and stem"))),
            };
            let forms = spellings(form)
                .ok_or_else(|| place.error(format!("{form:?}: brackets hold spellings, (י|ית), and do not stand inside each other")))?;
            for form in forms {
                let word = read_word(place, &form, alphabet, packing.longest())?;
                if let Some(known) = words.iter().position(|known| *known == word) {
                    return Err(place.error(format!("{form:?} stands in line {} too; keep one of the two", lines[known])));
                }
                stems.push(is_stem);
                functions.push(is_function);
                words.push(word);
                lines.push(line);
            }
        }
        let packed: Vec<(u128, u32)> = words.iter().zip(0..).filter_map(|(word, number)| Some((packing.pack(word)?, number))).collect();
        Ok(Closed { words, functions, stems, numbers: Table::new(packed.into_iter()), packing, source: source.to_owned() })
    }

    /// Whether a word is one of them, the last letter as it is inside a word.
    #[inline]
    pub fn has(&self, word: &[u8]) -> bool {
        self.number(word).is_some()
    }

    /// The same of a word that is packed.
    #[inline]
    pub fn has_packed(&self, word: Packed) -> bool {
        self.numbers.get(word).is_some()
    }

    /// Whether a word is a function word.
    pub fn is_function(&self, word: &[u8]) -> bool {
        self.number(word).is_some_and(|number| self.functions[number as usize])
    }

    /// Whether a word is a stem.
    pub fn is_stem(&self, word: &[u8]) -> bool {
        self.number(word).is_some_and(|number| self.stems[number as usize])
    }

    fn number(&self, word: &[u8]) -> Option<u32> {
        self.numbers.get(self.packing.pack(word)?)
    }
}

/// The letters of a word of `longest` letters at most, the last as it is inside a word.
fn read_word(place: tsv::Place, form: &str, alphabet: &Alphabet, longest: usize) -> Result<Vec<u8>> {
    let letter = |sign: char| match alphabet.sign(sign) {
        Sign::Letter(letter) => Ok(letter),
        _ => Err(place.error(format!("{sign:?} is not a letter of the alphabet; write {form:?} with its letters"))),
    };
    let mut word = form.chars().map(letter).collect::<Result<Vec<u8>>>()?;
    match word.last_mut().filter(|_| form.chars().count() <= longest) {
        Some(last) => *last = alphabet.twin(*last),
        None => return Err(place.error(format!("{form:?} is no word of 1 to {longest} letters"))),
    }
    Ok(word)
}
