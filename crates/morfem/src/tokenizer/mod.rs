//! A tokenizer: a system, and the layers around it.
//!
//! Encoding: the splitter cuts the text into chunks without gaps, and the system turns each chunk into ids whose bytes, joined, are the
//! chunk. Decoding joins the bytes of ids. Hence `decode(encode(x)) == x` for every text x, for any vocabulary. The ids of a chunk depend
//! only on the chunk and on one bit of the text to its left. So they can be cached, and texts can be encoded in parallel. Each call takes a
//! set of buffers with its cache from a shelf, and puts it back.
//!
//! A tokenizer may have *merges over units*: neighbouring ids of a chunk become one id. They are applied after the system, and decoded unit
//! by unit, so the statements above still hold.

mod abilities;
mod batch;
mod boundaries;
mod cuts;
mod decoder;
mod lazy;
mod pickle;
mod roots;
mod sampled;
mod specials;
mod stops;

use std::sync::Arc;

use once_cell::race::OnceBox;

pub use decoder::Decoder;
pub use lazy::LazyEncoding;

use crate::bpe::{Merge, Merges};
use crate::cache::MAX_IDS;
use crate::cache::precomputed::{PRECOMPUTED, Precomputed};
use crate::cache::shelf::Shelf;
use crate::corpus::Chunks;
use crate::engine::{Abilities, System};
use crate::engine::{Buffers, Engine, Engined, Layers};
use crate::files::record::{Files, Record};
use crate::lists::Lists;
use crate::result::encoding::Encoding;
use crate::run::draw::Draw;
use crate::run::threads::together;
use crate::trie::Trie;
use crate::unigram::{UnitUnigram, over};
use crate::vocab::symbols::{Part, cut};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// A longer copy of a text is freed after use.
const KEPT: usize = 1 << 16;

/// Refuses symbols that do not fit a vocabulary and the model over it.
///
/// # Errors
/// [`Error::Vocabulary`] with what is wrong.
pub(crate) fn check_symbols(record: &Record, vocabulary: &Vocabulary, model: &dyn Abilities) -> Result<()> {
    let Some(symbols) = &record.symbols else { return Ok(()) };
    let is_of_unigram = |id: u32| model.as_unigram().and_then(|model| model.scores().get(id as usize)).is_some_and(|score| !score.is_nan());
    let is_of_bpe = |id: u32| model.as_bpe().is_some_and(|model| model.has(id));
    symbols.check(vocabulary, record.space_before, |id| vocabulary.kind(id) == Kind::Byte || is_of_unigram(id) || is_of_bpe(id))
}

/// Turns text into ids and back, exactly.
pub struct Tokenizer {
    record: Record,
    layers: Layers,
    engine: Arc<dyn Engine>,
    /// The specials of the vocabulary, to find them in text.
    specials: Arc<Trie>,
    /// The symbols of the record.
    symbols: Arc<Trie>,
    buffers: Shelf<Buffers>,
    /// See `pickle.rs`.
    pickled: OnceBox<Files>,
    /// The hash in the record of its artefact, once it has been computed.
    hash: OnceBox<String>,
}

impl Tokenizer {
    /// A tokenizer from its parts.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a special occurs twice, or the record names a symbol that can be none.
    pub fn new(record: Record, vocabulary: Vocabulary, system: impl System) -> Result<Self> {
        check_symbols(&record, &vocabulary, &system)?;
        Self::of_engine(record, vocabulary, Arc::new(Engined(system)))
    }

    /// [`Tokenizer::new`] for a record whose symbols have been checked.
    pub(crate) fn of_engine(record: Record, vocabulary: Vocabulary, engine: Arc<dyn Engine>) -> Result<Self> {
        let specials = Arc::new(vocabulary.special_trie()?);
        let symbols = record.symbols.as_ref().map_or_else(|| Trie::new(&[]), |symbols| symbols.trie(&vocabulary));
        let vocabulary = Arc::new(vocabulary);
        let layers = Layers { splitter: record.splitter, vocabulary, merges: None, pieces: None, precomputed: None };
        Ok(Self::of_parts(record, layers, engine, specials, Arc::new(symbols)))
    }

    /// A tokenizer with a cache of its own.
    fn of_parts(record: Record, layers: Layers, engine: Arc<dyn Engine>, specials: Arc<Trie>, symbols: Arc<Trie>) -> Self {
        Tokenizer { record, layers, engine, specials, symbols, buffers: Shelf::default(), pickled: OnceBox::new(), hash: OnceBox::new() }
    }

    /// The same tokenizer with merges over its ids, in order of rank. The products are new ids, in the same order.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a product is not the next id, a part is not an earlier id, or a pair occurs twice.
    pub fn merged(self, merges: Vec<Merge>) -> Result<Self> {
        let symbols = self.vocabulary().len();
        self.merged_by(&merges, || Merges::new(symbols, merges.clone()))
    }

    /// [`Tokenizer::merged`], where `table` makes the model of the merges.
    pub(crate) fn merged_by(self, merges: &[Merge], table: impl FnOnce() -> Result<Merges> + Send) -> Result<Self> {
        let Ok(mut vocabulary) = Arc::try_unwrap(self.layers.vocabulary) else {
            return Err(Error::Argument("this tokenizer is in use; add merges before sharing it".into()));
        };
        let join = || {
            for &Merge { left, right, product } in merges {
                if vocabulary.merge(left, right)? != product {
                    return Err(Error::Vocabulary(format!(
                        "the merge of {left} and {right} makes id {product}, which is not the next one"
                    )));
                }
            }
            vocabulary.check()
        };
        let (joined, table) = together(join, table);
        joined?;
        let merges = table.map_err(|error| Error::Vocabulary(error.to_string()))?;
        let layers =
            Layers { vocabulary: Arc::new(vocabulary), merges: Some(Arc::new(merges)), pieces: None, precomputed: None, ..self.layers };
        Ok(Self::of_parts(self.record, layers, self.engine, self.specials, self.symbols))
    }

    /// The same tokenizer with a Unigram model over its ids. Pieces of several ids get new ids, in the same order.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id has no piece, or a piece is invalid.
    pub fn pieced(self, pieces: Vec<over::Piece>) -> Result<Self> {
        let Ok(mut vocabulary) = Arc::try_unwrap(self.layers.vocabulary) else {
            return Err(Error::Argument("this tokenizer is in use; add pieces before sharing it".into()));
        };
        let next = vocabulary.len() as u32;
        let mut is_piece = vec![false; vocabulary.len()];
        for (_, units) in &pieces {
            match units[..] {
                [unit] if (unit as usize) < is_piece.len() => is_piece[unit as usize] = true,
                _ => {
                    let kinds = units.iter().map(|&unit| Ok(vocabulary.kind(vocabulary.checked(unit.into())?)));
                    let kind = kinds.collect::<Result<Vec<Kind>>>()?.into_iter().max().unwrap_or(Kind::Subword);
                    vocabulary.join(units, kind)?;
                }
            }
        }
        if let Some(id) = (0..next).find(|&id| vocabulary.kind(id) != Kind::Special && !is_piece[id as usize]) {
            return Err(Error::Vocabulary(format!("{} has no score", vocabulary.token(id))));
        }
        vocabulary.check()?;
        let over = UnitUnigram::new(pieces, next).map_err(Error::Vocabulary)?;
        let layers =
            Layers { vocabulary: Arc::new(vocabulary), merges: None, pieces: Some(Arc::new(over)), precomputed: None, ..self.layers };
        Ok(Self::of_parts(self.record, layers, self.engine, self.specials, self.symbols))
    }

    /// The same tokenizer with precomputed chunks.
    pub fn with_precomputed(self, precomputed: Precomputed) -> Self {
        let layers = Layers { precomputed: Some(Arc::new(precomputed)), ..self.layers };
        Self::of_parts(self.record, layers, self.engine, self.specials, self.symbols)
    }

    /// The same tokenizer; `hash` is the hash of its artefact.
    pub(crate) fn with_hash(self, hash: String) -> Self {
        Tokenizer { hash: OnceBox::with_value(Box::new(hash)), ..self }
    }

    /// The hash of the artefact; `make` computes it if it is not known.
    pub(crate) fn known_hash(&self, make: impl FnOnce() -> String) -> &str {
        self.hash.get_or_init(|| Box::new(make()))
    }

    /// The same tokenizer with another record: another name, card or history. Its cache is its own.
    pub fn with_record(&self, record: Record) -> Self {
        Self::of_parts(record, self.layers.clone(), self.engine.clone(), self.specials.clone(), self.symbols.clone())
    }

    /// Name, kind, language, options and history.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether every token stands for the same bytes wherever it is: the bytes of ids, joined, are the text.
    pub fn has_fixed_bytes(&self) -> bool {
        let vocabulary = self.vocabulary();
        (0..vocabulary.unmerged() as u32).all(|id| self.abilities().is_plain(vocabulary, id))
    }

    /// What every id stands for.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.layers.vocabulary
    }

    /// What only some systems can do.
    pub fn abilities(&self) -> &dyn Abilities {
        self.engine.abilities()
    }

    /// The engine and its layers, for a system that joins tokenizers.
    pub(crate) fn machinery(&self) -> (&dyn Engine, &Layers) {
        (&*self.engine, &self.layers)
    }

    /// The merges over the ids of the system, in order of rank.
    pub fn merges(&self) -> &[Merge] {
        self.layers.merges.as_ref().map_or(&[], |merges| merges.list())
    }

    /// The pieces over the ids of the system.
    pub fn pieces(&self) -> &[over::Piece] {
        self.layers.pieces.as_ref().map_or(&[], |pieces| pieces.pieces())
    }

    /// The same tokenizer with the chunks of these lists of ids as precomputed ones. Only the first `count` ids are allowed.
    pub(crate) fn with_lists(self, lists: &Lists<u32>, count: u32) -> Result<Self> {
        let precomputed = Precomputed::of(PRECOMPUTED, lists, || {
            |ids: &[u32], chunk: &mut Vec<u8>| ids.iter().all(|&id| id < count) && self.engine.write_chunk(self.vocabulary(), ids, chunk)
        })?;
        Ok(self.with_precomputed(precomputed))
    }

    /// The same tokenizer with the first `most` of these chunks as precomputed ones: those that have few ids behind a letter, which write
    /// them.
    pub(crate) fn with_chunks<'c>(self, chunks: impl Iterator<Item = &'c [u8]>, most: usize) -> Result<Self> {
        let (mut lists, mut written): (Vec<Vec<u32>>, Vec<u8>) = Default::default();
        self.for_each_chunk(chunks.map(|chunk| (chunk, ())), true, |chunk, ids, ()| {
            let is_short = (1..=MAX_IDS).contains(&ids.len());
            if is_short && self.engine.write_chunk(self.vocabulary(), ids, &mut written) && written == chunk.as_bytes() {
                lists.push(ids.to_vec());
            }
            lists.len() < most
        });
        if lists.is_empty() {
            return Ok(self);
        }
        lists.sort_unstable();
        let mut all = Lists::default();
        lists.into_iter().for_each(|ids| all.push(ids));
        let count = self.vocabulary().len() as u32;
        self.with_lists(&all, count)
    }

    /// The precomputed chunks.
    pub fn precomputed(&self) -> Option<&Precomputed> {
        self.layers.precomputed.as_deref()
    }

    /// Ids of `text`. A special in the text is text unless `parse_special`.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let pad = tokenizer.encode_ids("<pad>", true);
    /// assert_eq!(pad.len(), 1);
    /// assert_ne!(tokenizer.encode_ids("<pad>", false), pad);
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn encode_ids(&self, text: &str, parse_special: bool) -> Vec<u32> {
        let mut ids = Vec::with_capacity(text.len() / 3 + 8);
        self.with_buffers(|buffers| self.append_ids(text, parse_special, None, buffers, &mut ids));
        ids
    }

    /// Number of tokens of `text`.
    pub fn count(&self, text: &str, parse_special: bool) -> usize {
        self.encode_ids(text, parse_special).len()
    }

    /// The tokens of `text` with their spans in bytes and in code points.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let encoding = tokenizer.encode("İzmir'den", false);
    /// assert_eq!(encoding.surfaces.concat(), "İzmir'den");
    /// assert_eq!(encoding.offsets.last(), Some(&(6, 9)));
    /// assert_eq!(encoding.byte_offsets.last(), Some(&(7, 10)));
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn encode(&self, text: &str, parse_special: bool) -> Encoding {
        self.encoding(text, self.encode_ids(text, parse_special))
    }

    /// [`Tokenizer::encode`] in less time: `tokens`, `surfaces` and `glosses` may be empty, and `languages` absent.
    pub fn encode_without_strings(&self, text: &str, parse_special: bool) -> Encoding {
        self.encoding_without_strings(text, self.encode_ids(text, parse_special))
    }

    fn encoding_without_strings(&self, text: &str, ids: Vec<u32>) -> Encoding {
        let vocabulary = self.vocabulary();
        if let Some(owners) = self.abilities().owners(vocabulary, &ids, &[]) {
            return Encoding::of_owners(vocabulary, text, ids, &owners);
        }
        let ends = self.ends(text, &ids);
        Encoding::without_strings(vocabulary, text, ids, &ends)
    }

    /// [`Tokenizer::encode`], with every merged token replaced by its units.
    pub fn encode_units(&self, text: &str, parse_special: bool) -> Encoding {
        self.encoding(text, self.unit_ids(text, parse_special))
    }

    /// [`Tokenizer::encode_ids`], with every merged token replaced by its units.
    pub(crate) fn unit_ids(&self, text: &str, parse_special: bool) -> Vec<u32> {
        let mut units = Vec::new();
        for id in self.encode_ids(text, parse_special) {
            units.extend_from_slice(self.vocabulary().units(id).unwrap_or(&[id]));
        }
        units
    }

    fn encoding(&self, text: &str, ids: Vec<u32>) -> Encoding {
        let (vocabulary, system) = (self.vocabulary(), self.abilities());
        let mut encoding = match system.owners(vocabulary, &ids, &[]) {
            Some(owners) => Encoding::of_owners(vocabulary, text, ids, &owners),
            None => {
                let ends = self.ends(text, &ids);
                Encoding::new(vocabulary, text, ids, &ends)
            }
        };
        system.describe(vocabulary, &mut encoding);
        encoding
    }

    /// The byte of `text` at which each of its tokens ends.
    pub(crate) fn ends(&self, text: &str, ids: &[u32]) -> Vec<usize> {
        let mut written = Vec::with_capacity(text.len());
        let mut starts = Vec::with_capacity(ids.len() + 1);
        self.engine.write_tokens(self.vocabulary(), ids, &mut written, &mut starts);
        // A token ends where the next one begins.
        starts.push(written.len());
        starts.split_off(1)
    }

    /// The bytes of `ids`, specials as their text or, if `skip_special`, not at all.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode_bytes(&self, ids: &[i64], skip_special: bool) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(ids.len() * 4);
        self.engine.decode(self.vocabulary(), ids, skip_special, &mut bytes)?;
        Ok(bytes)
    }

    /// The text of `ids`; bytes that are not UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode(&self, ids: &[i64], skip_special: bool) -> Result<String> {
        let bytes = self.decode_bytes(ids, skip_special)?;
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// A decoder for ids that arrive one by one, behind those of a prompt. It leaves out specials if `skip_special`, and ends at the first
    /// of `stops`.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id of the prompt is out of range, [`Error::Argument`] if a stop string is empty.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let ids = tokenizer.encode_ids("evlerde", false);
    /// let mut decoder = std::sync::Arc::new(tokenizer).decoder(&[], false, &[])?;
    /// let mut text = String::new();
    /// for id in ids {
    ///     text += &decoder.push(id.into())?;
    /// }
    /// assert_eq!(text + &decoder.finish(), "evlerde");
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn decoder(self: &Arc<Self>, prompt: &[i64], skip_special: bool, stops: &[String]) -> Result<Decoder> {
        Decoder::new(self.clone(), prompt, skip_special, stops)
    }

    /// The id of a token string.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if no token has this string.
    pub fn token_to_id(&self, token: &str) -> Result<u32> {
        let missing = || Error::Vocabulary(format!("{token:?} is not a token of {}", self.record.name));
        self.vocabulary().id(token).ok_or_else(missing)
    }

    /// Ids of the units that a merged token joins; `[id]` for all others.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if the id is out of range.
    pub fn units(&self, id: i64) -> Result<Vec<u32>> {
        let id = self.vocabulary().checked(id)?;
        Ok(self.vocabulary().units(id).map_or_else(|| vec![id], <[u32]>::to_vec))
    }

    fn append_ids(&self, text: &str, parse_special: bool, mut draw: Option<&mut Draw>, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        if !parse_special {
            return self.append_text(text, true, draw, buffers, ids);
        }
        for (range, special) in cut(text, &self.specials) {
            match special {
                Some(id) => ids.push(id),
                None => self.append_text(&text[range.clone()], range.start == 0, draw.as_deref_mut(), buffers, ids),
            }
        }
    }

    fn append_text(&self, text: &str, is_start: bool, mut draw: Option<&mut Draw>, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        let mut append = |text: &str, buffers: &mut Buffers, ids: &mut Vec<u32>| match draw.as_deref_mut() {
            None => self.engine.append_ids(&self.layers, text, 0, buffers, ids),
            Some(draw) => self.engine.append_sampled(&self.layers, text, draw, buffers, ids),
        };
        let is_spaced = self.record.space_before && is_start;
        if let Some(symbols) = &self.record.symbols {
            for part in symbols.parts(text, self.record.space_before, is_start, &self.symbols) {
                match part {
                    Part::Symbol(id) => ids.push(id),
                    Part::Text(text) => append(&text, buffers, ids),
                }
            }
        } else if is_spaced && !text.is_empty() {
            let mut spaced = std::mem::take(&mut buffers.spaced);
            spaced.clear();
            spaced.push(' ');
            spaced.push_str(text);
            append(&spaced, buffers, ids);
            if spaced.len() <= KEPT {
                buffers.spaced = spaced;
            }
        } else {
            append(text, buffers, ids);
        }
    }

    /// Calls `visit` with the ids of each chunk of a corpus before merges, and its count.
    pub(crate) fn for_each_unmerged(&self, chunks: &Chunks, mut visit: impl FnMut(&[u32], u32)) {
        self.for_each_chunk(chunks.iter(), false, |_, ids, count| {
            visit(ids, count);
            true
        });
    }

    /// Calls `visit` with the ids of each chunk of a corpus, and its count.
    pub(crate) fn for_each_encoded(&self, chunks: &Chunks, mut visit: impl FnMut(&[u32], u32)) {
        self.for_each_chunk(chunks.iter(), true, |_, ids, count| {
            visit(ids, count);
            true
        });
    }

    /// Calls `visit` with chunks, their ids and what comes with them, until it returns false. The ids are those after a letter; before
    /// merges they are those at the start of a text if the chunk does not begin with a space.
    pub(crate) fn for_each_chunk<'c, T>(
        &self,
        chunks: impl Iterator<Item = (&'c [u8], T)>,
        are_merged: bool,
        mut visit: impl FnMut(&str, &[u32], T) -> bool,
    ) {
        self.with_buffers(|buffers| {
            let (mut text, mut ids) = (String::new(), Vec::new());
            for (chunk, with) in chunks {
                text.clear();
                text.push_str(if are_merged || chunk.first() == Some(&b' ') { "a" } else { "" });
                let start = text.len();
                text.push_str(&String::from_utf8_lossy(chunk));
                ids.clear();
                self.engine.append_chunk(&self.layers, &text, start, are_merged, buffers, &mut ids);
                if !visit(&text[start..], &ids, with) {
                    return;
                }
            }
        });
    }

    fn with_buffers<T>(&self, work: impl FnOnce(&mut Buffers) -> T) -> T {
        let mut buffers = self.buffers.take();
        let result = work(&mut buffers);
        self.buffers.put(buffers);
        result
    }
}
