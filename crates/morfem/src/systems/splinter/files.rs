//! The files of a Splinter artefact besides vocabulary and merges.
//!
//! | file | columns |
//! |---|---|
//! | `alphabet.tsv` | see [`alphabet`](super::alphabet) |
//! | `reductions.tsv` | length of the word, reduction, share; best first |
//! | `clitics.tsv` | see [`clitics`](super::clitics) |
//! | `conditions.tsv` | see [`conditions`](super::conditions); there may be none |
//! | `known_patterns.tsv` | see [`known`](super::known); there may be none |
//! | `known_roots.tsv` | see [`known_roots`](super::known_roots); there may be none |
//! | `closed.tsv` | see [`closed`](super::closed); there may be none |
//! | `edges.tsv` | side, form, expected count |
//! | `stems.tsv`, `roots.tsv`, `patterns.tsv` | form, expected count |
//! | `words.tsv` | kind, and the units that are joined; a line each, in the order of ids |
//!
//! There are either `reductions.tsv` or all the others, according to the method.

use super::MAX_WORD;
use super::alphabet::Alphabet;
use super::clitics::{Clitics, Counts, Table};
use super::closed::Closed;
use super::encode::Encoder;
use super::grammar::{Grammar, Method};
use super::inventory::Inventory;
use super::known::Known;
use super::known_roots::KnownRoots;
use super::packed::SLOT;
use super::reduction::{Reduction, Reductions, Shares};
use super::roots::{Roots, Rows};
use crate::files::record::Files;
use crate::files::tsv;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

pub const ALPHABET: &str = "alphabet.tsv";
const REDUCTIONS: &str = "reductions.tsv";
pub const CLITICS: &str = "clitics.tsv";
pub const CONDITIONS: &str = "conditions.tsv";
pub const KNOWN: &str = "known_patterns.tsv";
pub const KNOWN_ROOTS: &str = "known_roots.tsv";
pub const CLOSED: &str = "closed.tsv";
const EDGES: &str = "edges.tsv";
const STEMS: &str = "stems.tsv";
const ROOTS: &str = "roots.tsv";
const PATTERNS: &str = "patterns.tsv";
pub const WORDS: &str = "words.tsv";

const REDUCTIONS_COLUMNS: [&str; 3] = ["length", "reduction", "share"];
const EDGES_COLUMNS: [&str; 3] = ["side", "form", "count"];
/// The columns of the stems, roots and patterns.
const COUNTS_COLUMNS: [&str; 2] = ["form", "count"];
const WORDS_COLUMNS: [&str; 2] = ["kind", "units"];

/// The tables that a linguist writes, and those that have a line for each of their rows.
pub const TABLES: [&str; 7] = [ALPHABET, CLITICS, CONDITIONS, KNOWN, KNOWN_ROOTS, CLOSED, EDGES];

/// The files that there are according to the method.
pub const OF_A_METHOD: [&str; 11] = [REDUCTIONS, CLITICS, CONDITIONS, KNOWN, KNOWN_ROOTS, CLOSED, EDGES, STEMS, ROOTS, PATTERNS, WORDS];

fn header(columns: &[&str]) -> String {
    columns.join("\t") + "\n"
}

/// The files.
pub fn write(encoder: &Encoder, vocabulary: &Vocabulary) -> Files {
    let alphabet = &encoder.inventory.alphabet;
    let sign = |&letter: &u8| alphabet.sign_of_pattern(letter);
    let spelled = |letters: &[u8]| letters.iter().map(sign).collect::<String>();
    let table = |rows: &[(Vec<u8>, f64)]| {
        let mut lines = header(&COUNTS_COLUMNS);
        for (letters, count) in rows {
            lines.extend(letters.iter().map(sign));
            lines.push('\t');
            lines += &count.to_string();
            lines.push('\n');
        }
        lines.into_bytes()
    };
    let mut files = Files::from([(ALPHABET.into(), alphabet.source.clone().into_bytes())]);
    match &encoder.method {
        Method::Reductions(reductions) => {
            let mut lines = header(&REDUCTIONS_COLUMNS);
            for (length, shares) in reductions.shares().iter().enumerate() {
                for (reduction, share) in shares {
                    lines += &format!("{length}\t{}:{}\t{share}\n", reduction.position, alphabet.letter(reduction.letter));
                }
            }
            files.insert(REDUCTIONS.into(), lines.into_bytes());
        }
        Method::Units(grammar) => {
            let Clitics { table: forms, counts, .. } = &grammar.clitics;
            let mut lines = header(&EDGES_COLUMNS);
            for (side, forms, counts) in [("prefix", &forms.prefixes, &counts.prefixes), ("suffix", &forms.suffixes, &counts.suffixes)] {
                for (form, count) in forms.iter().zip(counts) {
                    lines += &format!("{side}\t{}\t{count}\n", spelled(&form.letters));
                }
            }
            files.insert(EDGES.into(), lines.into_bytes());
            files.insert(CLITICS.into(), forms.source.clone().into_bytes());
            let known = &grammar.roots.known;
            let optional = [
                (CONDITIONS, forms.conditions.as_ref().map(|conditions| &conditions.source)),
                (KNOWN, Some(&known.source).filter(|source| !source.is_empty())),
                (KNOWN_ROOTS, Some(&known.roots.source).filter(|source| !source.is_empty())),
                (CLOSED, grammar.closed.as_ref().map(|closed| &closed.source)),
            ];
            files.extend(optional.into_iter().filter_map(|(name, source)| Some((name.into(), source?.clone().into_bytes()))));
            files.insert(STEMS.into(), table(&counts.stems));
            files.insert(ROOTS.into(), table(&grammar.roots.roots));
            files.insert(PATTERNS.into(), table(&grammar.roots.patterns));
            let mut lines = header(&WORDS_COLUMNS);
            for id in vocabulary.unmerged() as u32..(vocabulary.unmerged() + encoder.joined) as u32 {
                let units: Vec<String> = vocabulary.units(id).unwrap_or_default().iter().map(u32::to_string).collect();
                lines += &format!("{}\t{}\n", vocabulary.kind(id).name(), units.join(" "));
            }
            files.insert(WORDS.into(), lines.into_bytes());
        }
    }
    files
}

fn text<'a>(files: &'a Files, name: &str) -> Result<&'a str> {
    tsv::text(name, files.get(name).ok_or_else(|| Error::Artifact(format!("{name}: is missing")))?)
}

/// How many ids of a vocabulary are joined.
pub fn joined(files: &Files) -> usize {
    files.get(WORDS).map_or(0, |content| content.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1))
}

/// Joins the ids of an artefact to its vocabulary.
///
/// # Errors
/// [`Error::Table`] with the line.
pub fn join(files: &Files, vocabulary: &mut Vocabulary) -> Result<()> {
    if !files.contains_key(WORDS) {
        return Ok(());
    }
    let mut units: Vec<u32> = Vec::new();
    for row in tsv::saved_rows(WORDS, text(files, WORDS)?, &WORDS_COLUMNS)? {
        let (place, [kind, listed]) = row?;
        let mut read = || -> Option<Kind> {
            units.clear();
            for unit in listed.split(' ') {
                units.push(unit.parse().ok()?);
            }
            Kind::named(kind)
        };
        let kind = read().ok_or_else(|| place.error("not a kind and ids"))?;
        vocabulary.join(&units, kind).map_err(|error| place.error(error))?;
    }
    Ok(())
}

/// Takes joined ids, which begin with id `first`, out of `words.tsv`, and gives the others their new ids.
pub fn leave_out(files: &mut Files, first: usize, new_ids: &[Option<u32>]) {
    let Some(content) = files.get_mut(WORDS) else { return };
    let text = String::from_utf8_lossy(content).into_owned();
    let mut lines = header(&WORDS_COLUMNS);
    for (line, _) in text.lines().skip(1).zip(&new_ids[first..]).filter(|(_, new)| new.is_some()) {
        let (kind, units) = line.split_once('\t').expect("a line that was just written has two columns");
        let unit = |unit: &str| unit.parse().ok().and_then(|unit: usize| new_ids[unit]).expect("a joined id is left out with its units");
        let units: Vec<String> = units.split(' ').map(|old| unit(old).to_string()).collect();
        lines += &format!("{kind}\t{}\n", units.join(" "));
    }
    *content = lines.into_bytes();
}

fn read_reductions(files: &Files, alphabet: &Alphabet) -> Result<Reductions> {
    let mut shares: Vec<Shares> = Vec::new();
    for row in tsv::saved_rows(REDUCTIONS, text(files, REDUCTIONS)?, &REDUCTIONS_COLUMNS)? {
        let (place, [length, reduction, share]) = row?;
        let read = || -> Option<(usize, Reduction, f64)> {
            let length = length.parse().ok().filter(|&length: &usize| length <= MAX_WORD)?;
            let (position, letter) = reduction.split_once(':')?;
            let letter = alphabet.number(letter.chars().next()?)?;
            Some((length, Reduction { position: position.parse().ok()?, letter }, share.parse().ok()?))
        };
        let (length, reduction, share) = read().ok_or_else(|| {
            place.error(format!(
                "a row is a length up to {MAX_WORD}, a position and a letter of the alphabet such as 0:m, and a share; this is {length}, {reduction}, {share}"
            ))
        })?;
        if shares.len() <= length {
            shares.resize(length + 1, Shares::new());
        }
        shares[length].push((reduction, share));
    }
    Reductions::new(shares, alphabet.len()).map_err(|what| Error::Artifact(format!("{REDUCTIONS}: {what}")))
}

/// Forms with counts; the letters of those that are too long to be one are not asked for.
fn read_counts(files: &Files, name: &str, alphabet: &Alphabet, longest: usize) -> Result<Rows> {
    tsv::saved_rows(name, text(files, name)?, &COUNTS_COLUMNS)?
        .map(|row| {
            let (place, [form, count]) = row?;
            let read = || -> Option<(Vec<u8>, f64)> {
                let letters: Vec<u8> = form.chars().map(|sign| alphabet.read_pattern(sign)).collect::<Option<_>>()?;
                let count = count.parse().ok().filter(|count: &f64| count.is_finite() && *count >= 0.0)?;
                let is_pattern = letters.contains(&SLOT);
                (letters.len() <= longest && is_pattern == (name == PATTERNS)).then_some((letters, count))
            };
            read().ok_or_else(|| place.error("not a form and a count"))
        })
        .collect()
}

fn read_grammar(files: &Files, alphabet: &Alphabet) -> Result<Grammar> {
    let mut table = Table::read(CLITICS, text(files, CLITICS)?, alphabet)?;
    if files.contains_key(CONDITIONS) {
        table = table.with_conditions(CONDITIONS, text(files, CONDITIONS)?, alphabet)?;
    }
    let mut counts = Counts { stems: read_counts(files, STEMS, alphabet, super::clitics::LONGEST)?, ..Counts::default() };
    for row in tsv::saved_rows(EDGES, text(files, EDGES)?, &EDGES_COLUMNS)? {
        let (place, [side, form, count]) = row?;
        let (forms, counts) = match side {
            "prefix" => (&table.prefixes, &mut counts.prefixes),
            _ => (&table.suffixes, &mut counts.suffixes),
        };
        let expected = forms.get(counts.len()).map(|known| known.letters.iter().map(|&letter| alphabet.letter(letter)).collect::<String>());
        if !matches!(side, "prefix" | "suffix") || expected.as_deref() != Some(form) {
            return Err(place.error(format!("{side} {form:?} is not the next form of {CLITICS}; write the forms in its order")));
        }
        let number = count.parse().ok().filter(|count: &f64| count.is_finite() && *count > 0.0);
        counts.push(number.ok_or_else(|| place.error(format!("the count {count:?} is not a number above 0")))?);
    }
    if (counts.prefixes.len(), counts.suffixes.len()) != (table.prefixes.len(), table.suffixes.len()) {
        return Err(Error::Artifact(format!("{EDGES}: ends before the forms of {CLITICS}; write one row for each form")));
    }
    let longest = super::root::LONGEST;
    let mut known = if files.contains_key(KNOWN) { Known::read(KNOWN, text(files, KNOWN)?, alphabet)? } else { Known::default() };
    if files.contains_key(KNOWN_ROOTS) {
        known.roots = KnownRoots::read(KNOWN_ROOTS, text(files, KNOWN_ROOTS)?, alphabet)?;
    }
    let patterns = read_counts(files, PATTERNS, alphabet, longest + 1)?;
    let roots = Roots::new(alphabet, read_counts(files, ROOTS, alphabet, longest)?, patterns, known);
    let closed = if files.contains_key(CLOSED) { Some(Closed::read(CLOSED, text(files, CLOSED)?, alphabet)?) } else { None };
    Ok(Grammar { clitics: Clitics::new(alphabet, table, counts), roots, closed })
}

/// An encoder from the files of an artefact.
///
/// # Errors
/// [`Error::Table`] with the line of a faulty row, [`Error::Artifact`] for what is wrong with several rows together.
pub fn read(files: &Files, vocabulary: &Vocabulary) -> Result<Encoder> {
    let alphabet = Alphabet::read(ALPHABET, text(files, ALPHABET)?)?;
    let method = match files.contains_key(REDUCTIONS) {
        true => Method::Reductions(read_reductions(files, &alphabet)?),
        false => Method::Units(Box::new(read_grammar(files, &alphabet)?)),
    };
    let mut inventory = Inventory { alphabet, ..Inventory::default() };
    if let Method::Units(grammar) = &method {
        inventory.prefixes.clone_from(&grammar.clitics.table.prefix_parts);
        inventory.suffixes.clone_from(&grammar.clitics.table.suffix_parts);
    }
    Encoder::new(inventory, method, vocabulary).map_err(Error::Artifact)
}
