//! The tables that artefacts of several systems share: `vocabulary.tsv`, `merges.tsv` and `unit_pieces.tsv`.

use std::ops::Range;

use crate::files::tsv::{self, Place};
use crate::run::threads::together;
use crate::trie::MAX_ID;
use crate::vocab::{Added, Kind, MAX_TOKEN, Tokens, Vocabulary, push_bytes, read_piece};
use crate::{Error, Result, unigram};

/// Token strings with their kinds and scores, one line for each id.
pub const VOCABULARY: &str = "vocabulary.tsv";
/// Merges in ids, first learned first.
///
/// **Byte-pair models say each token once.** If the products of a model's merges are its last ids, in order, then the parts alone are
/// written: the bytes of a product are those of its parts, its kind follows from its bytes, and its id from its row. Such products are not
/// in [`VOCABULARY`]. In imported models ids stand in any order; there all tokens are listed, and merges have a third column.
pub const MERGES: &str = "merges.tsv";
/// The pieces of a Unigram model over units.
pub const UNIT_PIECES: &str = "unit_pieces.tsv";
/// The largest absolute value of a score, so that sums of scores stay finite.
const MAX_SCORE: f64 = unigram::MAX_SCORE;

/// A score in nats as trainers save it, to the nearest multiple of 2^-13: sums of such scores are exact in any order, so every program that
/// adds them agrees.
pub fn rounded(score: f64) -> f64 {
    (score * 8192.0).round() / 8192.0
}

/// Bytes that the products of a model's merges have at most, as many as a file that lists them.
const MAX_MADE: usize = 64 << 20;
const LEFT_AND_RIGHT: &[&str; 2] = &["left", "right"];
const TOKEN_AND_KIND: &[&str] = &["token", "kind"];
const TOKEN_KIND_AND_SCORE: &[&str] = &["token", "kind", "score"];

/// `vocabulary.tsv`. A score is written for every id that is a piece of a Unigram model. The ids `made` follow from merges.
pub(crate) fn write_vocabulary(vocabulary: &Vocabulary, scores: Option<&[f64]>, made: Range<u32>) -> Vec<u8> {
    let mut lines = String::from(if scores.is_some() { "token\tkind\tscore\n" } else { "token\tkind\n" });
    for id in (0..made.start).chain(made.end..vocabulary.len() as u32) {
        let kind = vocabulary.kind(id);
        let token = vocabulary.token(id).replace('\t', "\\x09").replace('\n', "\\x0A").replace('\r', "\\x0D");
        lines += &token;
        lines += "\t";
        lines += kind.name();
        if let Some(scores) = scores {
            lines += "\t";
            if let Some(score) = scores.get(id as usize).filter(|score| !score.is_nan()) {
                lines += &score.to_string();
            }
        }
        lines += "\n";
    }
    lines.into_bytes()
}

/// Parses the first `units` tokens of `vocabulary.tsv`, and adds those that the merges of a model make. Ids without a score have NaN. Merged
/// tokens over units, which come after them, are defined by `merges.tsv`.
pub(crate) fn read_vocabulary(content: &[u8], units: usize, made: &[[u32; 3]]) -> Result<(Vocabulary, Vec<f64>)> {
    if memchr::memchr(b'\r', content).is_some() {
        return Err(Error::Vocabulary(format!("{VOCABULARY}: holds a carriage return; in a token it is written \\x0D")));
    }
    let end = memchr::memchr(b'\n', content).map_or(content.len(), |at| at + 1);
    let header = text(content, 0, end)?;
    match header.trim_end_matches('\n').split('\t').collect::<Vec<_>>().as_slice() {
        TOKEN_AND_KIND => read_halves::<2>(content, end, units, made),
        TOKEN_KIND_AND_SCORE => read_halves::<3>(content, end, units, made),
        _ => Err(Place(VOCABULARY, 1).error("the columns are token and kind, and score where there are scores")),
    }
}

/// Adds the products of merges. Each is the next id.
fn make(tokens: &mut Tokens, made: &[[u32; 3]]) -> Result<()> {
    for (row, &[left, right, product]) in made.iter().enumerate() {
        let refuse = |reason: String| Err(Place(MERGES, row + 2).error(reason));
        if product as usize != tokens.len() {
            return refuse(format!("makes id {product}, but {VOCABULARY} and the rows before it have {} tokens", tokens.len()));
        }
        let length = tokens.bytes(left).len() + tokens.bytes(right).len();
        if length > MAX_TOKEN {
            return refuse(format!("makes a token of {length} bytes; it may have {MAX_TOKEN} at most"));
        }
        tokens.join(left, right);
        if tokens.text_len() > MAX_MADE {
            return refuse(format!("the tokens up to here have more than {MAX_MADE} bytes"));
        }
    }
    Ok(())
}

/// The last `count` tokens of `vocabulary.tsv`, which were added to a finished tokenizer: specials and roots without a score.
pub(crate) fn read_added(content: &[u8], count: usize) -> Result<Vec<Added>> {
    let text = tsv::text(VOCABULARY, content)?;
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.len().saturating_sub(count);
    let added = |(index, line): (usize, &&str)| {
        let mut cells = line.split('\t');
        let (token, kind) = (cells.next().unwrap_or_default(), cells.next().and_then(Kind::named));
        match kind.filter(|_| cells.all(str::is_empty)) {
            Some(kind @ Kind::Special) => Ok(Added { kind, bytes: token.into() }),
            Some(kind @ Kind::Root) => Ok(Added { kind, bytes: read_piece(token) }),
            _ => Err(Place(VOCABULARY, first + index + 1).error("an added token is a special or a root, without a score")),
        }
    };
    lines[first..].iter().enumerate().map(added).collect()
}

/// The part of `vocabulary.tsv` between two bytes.
fn text(content: &[u8], from: usize, to: usize) -> Result<&str> {
    let wrong = |at: usize| Error::Vocabulary(format!("{VOCABULARY}: is not UTF-8 at byte {}", from + at));
    std::str::from_utf8(&content[from..to]).map_err(|error| wrong(error.valid_up_to()))
}

/// Parses the lines from byte `start` on, which have N columns. Two threads read one half each.
fn read_halves<const N: usize>(content: &[u8], start: usize, units: usize, made: &[[u32; 3]]) -> Result<(Vocabulary, Vec<f64>)> {
    let half = &content[start..start + (content.len() - start) / 2];
    let middle = start + memchr::memrchr(b'\n', half).map_or(0, |at| at + 1);
    let before = memchr::memchr_iter(b'\n', &content[start..middle]).count();
    let read = |from: usize, to: usize, number: usize, units: usize| read_tokens::<N>(text(content, from, to)?, number, units);
    let (first, second) =
        together(|| read(start, middle, 2, units), || read(middle, content.len(), before + 2, units.saturating_sub(before)));
    let ((mut tokens, mut scores), (more_tokens, more_scores)) = (first?, second?);
    tokens.append(&more_tokens);
    scores.extend(more_scores);
    make(&mut tokens, made)?;
    scores.resize(tokens.len(), f64::NAN);
    if tokens.len() > MAX_ID as usize {
        return Err(Error::Vocabulary(format!("{VOCABULARY}: has {} tokens; at most {MAX_ID} are possible", tokens.len())));
    }
    let vocabulary = Vocabulary::of(tokens).map_err(|error| Error::Vocabulary(format!("{VOCABULARY}: {error}")))?;
    Ok((vocabulary, scores))
}

/// Parses at most `units` lines of `vocabulary.tsv`, beginning with line number `number`.
fn read_tokens<const N: usize>(text: &str, number: usize, units: usize) -> Result<(Tokens, Vec<f64>)> {
    // No line is shorter than a character, a tab, the shortest kind and its end.
    let most = units.min(text.len() / 7 + 1);
    let (mut tokens, mut scores) = (Tokens::with_capacity(most, text.len() / 2), Vec::with_capacity(most));
    // Ids of the same kind are consecutive.
    let mut before = Kind::Subword;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain((!text.ends_with('\n') && !text.is_empty()).then_some(text.len()));
    let mut start = 0;
    for (index, end) in ends.enumerate().take(units) {
        let line = &text[std::mem::replace(&mut start, end + 1)..end];
        let place = Place(VOCABULARY, number + index);
        let refuse = |reason: &str| place.error(reason);
        let cells: [&str; N] = tsv::cells(place, line)?;
        let (token, kind) = (cells[0], cells[1]);
        if kind != before.name() {
            before = Kind::named(kind).ok_or_else(|| refuse(&format!("unknown kind {kind:?}")))?;
        }
        let kind = before;
        match kind {
            Kind::Special | Kind::Mark => tokens.push(kind, |bytes| bytes.extend_from_slice(token.as_bytes())),
            Kind::Affix | Kind::Pattern => {
                let form = token.strip_prefix('+').ok_or_else(|| refuse("an affix is written +form"))?;
                tokens.push(kind, |bytes| bytes.extend_from_slice(form.as_bytes()));
            }
            Kind::Byte => {
                let hex = token.strip_prefix("<0x").and_then(|rest| rest.strip_suffix('>')).filter(|hex| hex.len() == 2);
                let byte = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).ok_or_else(|| refuse("a byte is written <0x41>"))?;
                tokens.push(kind, |bytes| bytes.push(byte));
            }
            _ => tokens.push(kind, |bytes| push_bytes(token, bytes)),
        }
        let score = match cells.get(2) {
            None | Some(&"") => f64::NAN,
            Some(score) => {
                score.parse().ok().filter(|score: &f64| score.abs() <= MAX_SCORE).ok_or_else(|| refuse("the score is not a number"))?
            }
        };
        if kind == Kind::Special && !score.is_nan() {
            return Err(refuse("a special has a score, but text is never a special; leave the score out"));
        }
        scores.push(score);
    }
    Ok((tokens, scores))
}

/// The ids that the merges of a byte-pair model make and [`VOCABULARY`] does not list; see [`MERGES`]. None if it lists all.
pub(crate) fn made(vocabulary: &Vocabulary, merges: &[[u32; 3]]) -> Range<u32> {
    let end = (vocabulary.len() - vocabulary.added().len()) as u32;
    let start = end.saturating_sub(merges.len() as u32);
    let follows = |(&[left, right, product], id): (&[u32; 3], u32)| {
        product == id && left < id && right < id && vocabulary.kind(id) == Kind::of_piece(vocabulary.bytes(id))
    };
    if merges.iter().zip(start..).all(follows) { start..end } else { end..end }
}

/// The merges of a byte-pair model; without products if these are not in [`VOCABULARY`] and follow from the rows.
pub(crate) fn write_model(merges: &[[u32; 3]], are_made: bool) -> Vec<u8> {
    if !are_made {
        return write_merges(merges);
    }
    let rows = merges.iter().map(|[left, right, _]| format!("{left}\t{right}\n"));
    std::iter::once(LEFT_AND_RIGHT.join("\t") + "\n").chain(rows).collect::<String>().into_bytes()
}

/// What [`write_model`] wrote for a vocabulary of `size` ids before the added ones; and whether the products are not in [`VOCABULARY`].
pub(crate) fn read_model(text: &str, size: usize) -> Result<(Vec<[u32; 3]>, bool)> {
    if !text.starts_with("left\tright\n") {
        return Ok((read_merges(MERGES, text, size)?, false));
    }
    let rows = memchr::memchr_iter(b'\n', text.as_bytes()).count() - 1 + usize::from(!text.ends_with('\n'));
    let first = size.checked_sub(rows).ok_or_else(|| Place(MERGES, 1).error(format!("has {rows} merges for {size} ids")))?;
    let read = |(row, product): (Result<(Place, [&str; 2])>, usize)| {
        let (place, cells) = row?;
        let parse = |cell: &str| cell.parse().ok().filter(|&id: &u32| (id as usize) < product);
        let [Some(left), Some(right)] = cells.map(parse) else { return Err(place.error(format!("not two ids below {product}"))) };
        Ok([left, right, product as u32])
    };
    Ok((tsv::saved_rows(MERGES, text, LEFT_AND_RIGHT)?.zip(first..).map(read).collect::<Result<_>>()?, true))
}

pub(crate) fn write_merges(merges: &[[u32; 3]]) -> Vec<u8> {
    let mut lines = String::from("left\tright\tproduct\n");
    for [left, right, product] in merges {
        lines += &format!("{left}\t{right}\t{product}\n");
    }
    lines.into_bytes()
}

/// The merges whose ids are all kept, with their new ids.
pub(crate) fn renumbered(merges: &[[u32; 3]], new_ids: &[Option<u32>]) -> Vec<[u32; 3]> {
    let new = |id: u32| new_ids[id as usize];
    merges.iter().filter_map(|&[left, right, product]| Some([new(left)?, new(right)?, new(product)?])).collect()
}

pub(crate) fn write_pieces(pieces: &[unigram::over::Piece]) -> Vec<u8> {
    let mut lines = String::from("score\tunits\n");
    for (score, units) in pieces {
        let units: Vec<String> = units.iter().map(u32::to_string).collect();
        lines += &format!("{score}\t{}\n", units.join(" "));
    }
    lines.into_bytes()
}

pub(crate) fn read_pieces(text: &str) -> Result<Vec<unigram::over::Piece>> {
    let read = |[score, units]: [&str; 2]| -> Option<unigram::over::Piece> {
        let score = score.parse().ok().filter(|score: &f64| score.abs() <= MAX_SCORE)?;
        Some((score, units.split(' ').map(|unit| unit.parse().ok()).collect::<Option<_>>()?))
    };
    tsv::saved_rows(UNIT_PIECES, text, &["score", "units"])?
        .map(|row| row.and_then(|(place, cells)| read(cells).ok_or_else(|| place.error("not a score and ids"))))
        .collect()
}

/// Reads merges from the table `name`: [`MERGES`], or the merges of a fallback model.
pub(crate) fn read_merges(name: &str, text: &str, vocab_size: usize) -> Result<Vec<[u32; 3]>> {
    let parse = |cell: &str| cell.parse().ok().filter(|&id: &u32| (id as usize) < vocab_size);
    let read = |[left, right, product]: [&str; 3]| -> Option<[u32; 3]> { Some([parse(left)?, parse(right)?, parse(product)?]) };
    tsv::saved_rows(name, text, &["left", "right", "product"])?
        .map(|row| row.and_then(|(place, cells)| read(cells).ok_or_else(|| place.error(format!("not three ids below {vocab_size}")))))
        .collect()
}
