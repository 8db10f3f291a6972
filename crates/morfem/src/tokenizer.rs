//! A tokenizer: a vocabulary, a splitter, and a model that encodes the splitter's chunks.
//!
//! Encoding: the splitter cuts the text into chunks without gaps, and the model turns each chunk into ids whose bytes, joined, are the
//! chunk. Decoding joins the bytes of ids. Hence `decode(encode(x)) == x` for every text x, whatever the vocabulary holds. A chunk's ids
//! depend on the chunk alone, so they may be kept in a cache, and texts can be encoded in parallel: every call that works takes a set of
//! buffers and its cache from a pool and gives it back.
//!
//! A tokenizer may have *merges over units*: neighbouring ids of a chunk that are written as one id of their own. They come after the model, and
//! are written unit by unit, so nothing of the above changes.

use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;

use crate::artifact::{Files, Record};
use crate::bpe::Merge;
use crate::cache::{Cache, Found, Key};
use crate::corpus::Chunks;
use crate::decoder::Decoder;
use crate::encoding::Encoding;
use crate::frequent::Frequent;
use crate::threads::together;
use crate::trie::Trie;
use crate::vocab::{Kind, Vocabulary};
use crate::writing::Pen;
use crate::{Error, Result, bpe, mft, morpheus, splinter, unigram};

/// The models a chunk can be encoded with. A new system adds its variant here, and its section in `artifact.rs`.
pub enum Model {
    Unigram(unigram::Encoder),
    Bpe(bpe::Encoder),
    Mft(Box<mft::Encoder>),
    Splinter(Box<splinter::Encoder>),
    Morpheus(Box<morpheus::Encoder>),
}

/// Chunks that wait for their place in the cache to come near.
const LINE: usize = 32;

/// Buffers of one call.
#[derive(Default)]
struct Scratch {
    cache: Cache,
    unigram: unigram::Scratch,
    bpe: bpe::Scratch,
    mft: mft::Scratch,
    splinter: splinter::Scratch,
    morpheus: morpheus::Scratch,
    units: Vec<u32>,
    text: Vec<u8>,
}

/// What has been written, for what is written next.
#[derive(Clone, Default)]
pub(crate) struct Writing {
    is_begun: bool,
    mft: mft::Writer,
    splinter: splinter::Writer,
    pen: Pen,
}

/// Turns text into ids and back, exactly.
pub struct Tokenizer {
    record: Record,
    vocabulary: Arc<Vocabulary>,
    model: Arc<Model>,
    /// Over the ids of the model; there are merges, or pieces, or neither.
    merges: Option<Arc<bpe::Merges>>,
    pieces: Option<Arc<unigram::Over>>,
    /// The ids of frequent chunks, after merges.
    frequent: Option<Arc<Frequent>>,
    /// The specials of the vocabulary, to find them in text.
    specials: Arc<Trie>,
    pool: Mutex<Vec<Scratch>>,
    /// See `pickle.rs`.
    pub(crate) pickled: OnceLock<Files>,
}

/// A part of a text in which specials are parsed.
enum Segment<'a> {
    Special(u32),
    /// Where it begins, and what it is.
    Text(usize, &'a str),
}

impl Tokenizer {
    /// Puts a tokenizer together.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a special stands twice.
    pub fn new(record: Record, vocabulary: Vocabulary, model: Model) -> Result<Self> {
        let mut specials: Vec<(&[u8], u32)> = vocabulary.specials().map(|id| (vocabulary.bytes(id), id)).collect();
        specials.sort();
        if let Some(pair) = specials.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Error::Vocabulary(format!("the special {:?} stands twice", vocabulary.token(pair[0].1))));
        }
        let specials = Arc::new(Trie::new(&specials));
        Ok(Tokenizer {
            record,
            vocabulary: Arc::new(vocabulary),
            model: Arc::new(model),
            merges: None,
            pieces: None,
            frequent: None,
            specials,
            pool: Mutex::default(),
            pickled: OnceLock::new(),
        })
    }

    /// The same tokenizer with merges over its ids, in order of rank. The products are new ids, in the same order.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if a product is not the next id, a part is no id before it, or a pair stands twice.
    pub fn merged(self, merges: Vec<Merge>) -> Result<Self> {
        let Ok(mut vocabulary) = Arc::try_unwrap(self.vocabulary) else {
            return Err(Error::Argument("this tokenizer is in use; merge before sharing it".into()));
        };
        let symbols = vocabulary.len();
        let join = || {
            for &Merge { left, right, product } in &merges {
                if vocabulary.merge(left, right)? != product {
                    return Err(Error::Vocabulary(format!(
                        "the merge of {left} and {right} makes id {product}, which is not the next one"
                    )));
                }
            }
            vocabulary.check()
        };
        let (joined, table) = together(join, || bpe::Merges::new(symbols, merges.clone()));
        joined?;
        let merges = table.map_err(|error| Error::Vocabulary(error.to_string()))?;
        Ok(Tokenizer {
            vocabulary: Arc::new(vocabulary),
            merges: Some(Arc::new(merges)),
            frequent: None,
            pool: Mutex::default(),
            pickled: OnceLock::new(),
            ..self
        })
    }

    /// The same tokenizer with a Unigram model over its ids; its pieces of several ids are new ids, in the same order.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id has no piece, or a piece cannot be.
    pub fn pieced(self, pieces: Vec<unigram::over::Piece>) -> Result<Self> {
        let Ok(mut vocabulary) = Arc::try_unwrap(self.vocabulary) else {
            return Err(Error::Argument("this tokenizer is in use; give it pieces before sharing it".into()));
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
        let over = unigram::Over::new(pieces, next).map_err(Error::Vocabulary)?;
        Ok(Tokenizer {
            vocabulary: Arc::new(vocabulary),
            pieces: Some(Arc::new(over)),
            frequent: None,
            pool: Mutex::default(),
            pickled: OnceLock::new(),
            ..self
        })
    }

    /// The same tokenizer with a table of frequent chunks, which says of each what the tokenizer makes of it.
    pub fn with_frequent(self, frequent: Frequent) -> Self {
        Tokenizer { frequent: Some(Arc::new(frequent)), pool: Mutex::default(), pickled: OnceLock::new(), ..self }
    }

    /// The same tokenizer with another record: another name, card or history. Its cache is its own.
    pub fn with_record(&self, record: Record) -> Self {
        let (vocabulary, model, specials) = (self.vocabulary.clone(), self.model.clone(), self.specials.clone());
        let (merges, pieces, frequent) = (self.merges.clone(), self.pieces.clone(), self.frequent.clone());
        Tokenizer { record, vocabulary, model, merges, pieces, frequent, specials, pool: Mutex::default(), pickled: OnceLock::new() }
    }

    /// Name, kind, language, options and history.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What every id stands for.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The model of chunks.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The merges over the ids of the model, in order of rank.
    pub fn merges(&self) -> &[Merge] {
        self.merges.as_ref().map_or(&[], |merges| merges.list())
    }

    /// The pieces over the ids of the model.
    pub fn pieces(&self) -> &[unigram::over::Piece] {
        self.pieces.as_ref().map_or(&[], |pieces| pieces.pieces())
    }

    /// The table of frequent chunks.
    pub fn frequent(&self) -> Option<&Frequent> {
        self.frequent.as_deref()
    }

    /// Ids of `text`. A special in the text is text unless `parse_special`.
    pub fn encode_ids(&self, text: &str, parse_special: bool) -> Vec<u32> {
        let mut ids = Vec::with_capacity(text.len() / 3 + 8);
        self.with_scratch(|scratch| self.append_ids(text, parse_special, scratch, &mut ids));
        ids
    }

    /// Number of tokens of `text`.
    pub fn count(&self, text: &str, parse_special: bool) -> usize {
        self.encode_ids(text, parse_special).len()
    }

    /// The tokens of `text` and where they lie.
    pub fn encode(&self, text: &str, parse_special: bool) -> Encoding {
        self.encoding(text, self.encode_ids(text, parse_special))
    }

    /// [`Tokenizer::encode`] with every merged token taken apart into its units.
    pub fn encode_units(&self, text: &str, parse_special: bool) -> Encoding {
        let units = self.encode_ids(text, parse_special).into_iter().flat_map(|id| match self.vocabulary.units(id) {
            Some(units) => units.to_vec(),
            None => vec![id],
        });
        self.encoding(text, units.collect())
    }

    fn encoding(&self, text: &str, ids: Vec<u32>) -> Encoding {
        if let Model::Splinter(model) = &*self.model {
            let owners = model.owners(&self.vocabulary, &ids, text.len());
            return Encoding::of_owners(&self.vocabulary, text, ids, &owners);
        }
        let mut writing = Writing::default();
        let mut written = Vec::with_capacity(text.len());
        // A token ends where the next one begins.
        let mut ends: Vec<usize> = ids.iter().map(|&id| self.write(id, &mut writing, &mut written)).skip(1).collect();
        self.finish(&mut writing, &mut written);
        if !ids.is_empty() {
            ends.push(written.len());
        }
        let mut encoding = Encoding::new(&self.vocabulary, text, ids, &ends);
        match &*self.model {
            Model::Mft(model) => model.describe(&self.vocabulary, &mut encoding),
            Model::Morpheus(model) => model.describe(&mut encoding),
            Model::Unigram(_) | Model::Bpe(_) | Model::Splinter(_) => {}
        }
        encoding
    }

    /// [`Tokenizer::encode`] for many texts on the threads of the current rayon pool.
    pub fn encode_batch(&self, texts: &[&str], parse_special: bool) -> Vec<Encoding> {
        texts.par_iter().map(|text| self.encode(text, parse_special)).collect()
    }

    /// Ids of many texts in one array, and where each text's begin: text i has `ids[indptr[i]..indptr[i + 1]]`.
    pub fn encode_ids_batch(&self, texts: &[&str], parse_special: bool) -> (Vec<u32>, Vec<i64>) {
        let parts: Vec<(Vec<u32>, Vec<i64>)> = shares(texts, shares_for(rayon::current_num_threads()))
            .into_par_iter()
            .map(|share| {
                let mut ids = Vec::with_capacity(share.iter().map(|text| text.len()).sum::<usize>() / 3);
                let mut ends = Vec::with_capacity(share.len());
                self.with_scratch(|scratch| {
                    for text in share {
                        self.append_ids(text, parse_special, scratch, &mut ids);
                        ends.push(ids.len() as i64);
                    }
                });
                (ids, ends)
            })
            .collect();
        let mut indptr = Vec::with_capacity(texts.len() + 1);
        indptr.push(0);
        for (_, ends) in &parts {
            let start = indptr[indptr.len() - 1];
            indptr.extend(ends.iter().map(|end| start + end));
        }
        let mut parts = parts.into_iter().map(|(ids, _)| ids);
        let mut ids = parts.next().unwrap_or_default();
        parts.for_each(|part| ids.extend_from_slice(&part));
        (ids, indptr)
    }

    /// The bytes of `ids`, specials as their text or, if `skip_special`, not at all.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode_bytes(&self, ids: &[i64], skip_special: bool) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(ids.len() * 4);
        let mut writing = Writing::default();
        for (position, &id) in ids.iter().enumerate() {
            let id = self.vocabulary.checked(id).map_err(|error| Error::Vocabulary(format!("at position {position}: {error}")))?;
            if !(skip_special && self.vocabulary.kind(id) == Kind::Special) {
                self.write(id, &mut writing, &mut bytes);
            }
        }
        self.finish(&mut writing, &mut bytes);
        Ok(bytes)
    }

    /// The text of `ids`; bytes that are no UTF-8 become U+FFFD.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode(&self, ids: &[i64], skip_special: bool) -> Result<String> {
        let bytes = self.decode_bytes(ids, skip_special)?;
        Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// [`Tokenizer::decode`] for many lists of ids on the threads of the current rayon pool.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode_batch(&self, batch: &[Vec<i64>], skip_special: bool) -> Result<Vec<String>> {
        batch.par_iter().map(|ids| self.decode(ids, skip_special)).collect()
    }

    /// A decoder for ids that come one by one.
    pub fn decoder(self: &Arc<Self>) -> Decoder {
        Decoder::new(self.clone())
    }

    /// The `count` best analyses of a word, best first; none if the grammar has none.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar, or the word holds white space.
    pub fn analyze(&self, word: &str, count: usize) -> Result<Vec<mft::WordAnalysis>> {
        let Model::Mft(model) = &*self.model else {
            let (name, kind) = (&self.record.name, &self.record.kind);
            return Err(Error::Argument(format!("{name} is of kind {kind}, which has no grammar; analyses come from kind mft")));
        };
        if word.contains(char::is_whitespace) {
            return Err(Error::Argument(format!("{word:?} holds white space; analyze takes one word")));
        }
        Ok(model.analyses(word, count))
    }

    /// Ids of the units that a merged token joins; `[id]` for all others.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if the id is out of range.
    pub fn units(&self, id: i64) -> Result<Vec<u32>> {
        let id = self.vocabulary.checked(id)?;
        Ok(self.vocabulary.units(id).map_or_else(|| vec![id], <[u32]>::to_vec))
    }

    /// How a word is taken apart.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer takes no words apart, or it is not one word of its language.
    pub fn explain(&self, word: &str) -> Result<splinter::Explanation> {
        self.splinter("explain")?.explain(word, |word| self.encode_ids(word, false).len() == 1)
    }

    /// A text in which words are linear, for other tokenizers.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer takes no words apart.
    pub fn linearize(&self, text: &str) -> Result<String> {
        Ok(self.splinter("linearize")?.linearize(text))
    }

    /// The text of which [`Tokenizer::linearize`] gives `text`.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer takes no words apart.
    pub fn delinearize(&self, text: &str) -> Result<String> {
        Ok(self.splinter("delinearize")?.delinearize(text))
    }

    fn splinter(&self, what: &str) -> Result<&splinter::Encoder> {
        match &*self.model {
            Model::Splinter(model) => Ok(model),
            _ => Err(Error::Argument(format!(
                "{what} is for tokenizers of kind splinter, {} is of kind {}",
                self.record.name, self.record.kind
            ))),
        }
    }

    /// Writes what is certain of the text with an id in range; returns how much of `bytes` belongs to the ids before it.
    pub(crate) fn write(&self, id: u32, writing: &mut Writing, bytes: &mut Vec<u8>) -> usize {
        let Some(units) = self.vocabulary.units(id) else { return self.write_unit(id, writing, bytes) };
        let (&first, rest) = units.split_first().expect("a merged id has two units at least");
        let before = self.write_unit(first, writing, bytes);
        rest.iter().for_each(|&unit| {
            self.write_unit(unit, writing, bytes);
        });
        before
    }

    fn write_unit(&self, id: u32, writing: &mut Writing, bytes: &mut Vec<u8>) -> usize {
        match &*self.model {
            Model::Mft(model) => return model.write(id, &mut writing.mft, bytes),
            Model::Morpheus(model) => return model.write(&self.vocabulary, id, &mut writing.pen, bytes),
            Model::Splinter(model) => {
                model.write(&self.vocabulary, id, &mut writing.splinter, bytes);
                return bytes.len();
            }
            Model::Unigram(_) | Model::Bpe(_) => {}
        }
        let before = bytes.len();
        let token = self.vocabulary.bytes(id);
        let is_implied = self.record.space_before && !writing.is_begun && token[0] == b' ' && self.vocabulary.kind(id) != Kind::Special;
        bytes.extend_from_slice(&token[is_implied as usize..]);
        writing.is_begun = true;
        before
    }

    /// Writes the rest.
    pub(crate) fn finish(&self, writing: &mut Writing, bytes: &mut Vec<u8>) {
        if let Model::Mft(model) = &*self.model {
            writing.mft.finish(&model.grammar, bytes);
        }
        if let Model::Splinter(model) = &*self.model {
            model.finish(&mut writing.splinter, bytes);
        }
        *writing = Writing::default();
    }

    fn append_ids(&self, text: &str, parse_special: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        if parse_special {
            for segment in self.segments(text) {
                match segment {
                    Segment::Special(id) => ids.push(id),
                    Segment::Text(start, segment) => self.append_text(segment, start == 0, scratch, ids),
                }
            }
        } else {
            self.append_text(text, true, scratch, ids);
        }
    }

    fn append_text(&self, text: &str, is_start: bool, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        if self.record.space_before && is_start && !text.is_empty() {
            let spaced = format!(" {text}");
            self.append_chunks(&spaced, scratch, ids);
        } else {
            self.append_chunks(text, scratch, ids);
        }
    }

    /// Chunks wait in a short line between the splitter and their look-up: their places in the cache come near meanwhile.
    fn append_chunks(&self, text: &str, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        match &*self.model {
            // The ids of such models depend on one thing to the left of a chunk.
            Model::Mft(model) => {
                self.append_each(text, |start| !model.grammar.spacing.implies_space(&text.as_bytes()[..start]), scratch, ids);
            }
            Model::Splinter(model) => self.append_each(text, |start| !model.implies_space(&text.as_bytes()[..start]), scratch, ids),
            Model::Morpheus(model) => {
                self.append_each(text, |start| !model.letters.spacing.implies_space(&text.as_bytes()[..start]), scratch, ids);
            }
            _ => self.append_each(text, |_| false, scratch, ids),
        }
    }

    #[inline(always)]
    fn append_each(&self, text: &str, context: impl Fn(usize) -> bool, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let mut line = [(None, 0, 0); LINE];
        let mut waiting = 0;
        self.record.splitter.for_each_chunk(text, |start, end| {
            let key = Key::new(text.as_bytes(), start, end, context(start));
            if let Some(key) = &key {
                scratch.cache.prefetch(key);
            }
            line[waiting] = (key, start, end);
            waiting += 1;
            if waiting == LINE {
                self.append_line(text, &line, scratch, ids);
                waiting = 0;
            }
        });
        self.append_line(text, &line[..waiting], scratch, ids);
    }

    #[inline(always)]
    fn append_line(&self, text: &str, line: &[(Option<Key>, usize, usize)], scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let mut found = [None; LINE];
        for (found, (key, ..)) in found.iter_mut().zip(line) {
            *found = key.as_ref().and_then(|key| scratch.cache.find(key));
        }
        if found[..line.len()].iter().any(Option::is_none) {
            self.append_new_line(text, line, &found, scratch, ids);
            return;
        }
        for ((key, start, end), found) in line.iter().zip(found) {
            let is_kept = key.as_ref().zip(found).is_some_and(|(key, found)| scratch.cache.get(found, key, ids));
            if !is_kept {
                self.append_new(text, key.as_ref(), *start, *end, scratch, ids);
            }
        }
    }

    /// Appends a line with chunks that are not in the cache. What is known of them is brought near, and the model may look at them together.
    fn append_new_line(
        &self,
        text: &str,
        line: &[(Option<Key>, usize, usize)],
        found: &[Option<Found>; LINE],
        scratch: &mut Scratch,
        ids: &mut Vec<u32>,
    ) {
        let new = || line.iter().zip(found).filter(|(_, found)| found.is_none()).map(|(chunk, _)| chunk);
        let frequent = self.frequent.as_deref();
        if let Some(frequent) = frequent {
            new().filter_map(|(key, ..)| key.as_ref()).for_each(|key| frequent.prefetch(key));
        }
        if let Model::Morpheus(model) = &*self.model {
            let is_frequent = |key: &Option<Key>| frequent.zip(key.as_ref()).is_some_and(|(frequent, key)| frequent.may_have(key));
            let unknown = new().filter(|(key, ..)| !is_frequent(key)).map(|&(_, start, end)| (start, end));
            model.look_ahead(text, unknown, &mut scratch.morpheus);
        }
        for ((key, start, end), found) in line.iter().zip(found) {
            let is_kept = key.as_ref().zip(*found).is_some_and(|(key, found)| scratch.cache.get(found, key, ids));
            if !is_kept {
                self.append_new(text, key.as_ref(), *start, *end, scratch, ids);
            }
        }
        scratch.morpheus.forget();
    }

    /// Appends the ids of a chunk that is not in the cache, and keeps them.
    fn append_new(&self, text: &str, key: Option<&Key>, start: usize, end: usize, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let from = ids.len();
        let chunk = &text.as_bytes()[start..end];
        let frequent = key.zip(self.frequent.as_ref());
        let is_known = frequent.is_some_and(|(key, frequent)| frequent.get(key, chunk, ids));
        if !is_known || !self.is_written(chunk, &ids[from..], &mut scratch.text) {
            ids.truncate(from);
            self.append_merged(text, start, end, scratch, ids);
        }
        if let Some(key) = key {
            scratch.cache.put(key, &ids[from..]);
        }
    }

    /// Whether ids are a way to write a chunk behind a letter, whatever stands before and behind it; `written` is a buffer.
    fn is_written(&self, chunk: &[u8], ids: &[u32], written: &mut Vec<u8>) -> bool {
        let units = || ids.iter().flat_map(|id| self.vocabulary.units(*id).unwrap_or(std::slice::from_ref(id))).copied();
        match &*self.model {
            Model::Mft(model) => model.is_written(chunk, units(), written),
            Model::Morpheus(model) => {
                model.is_plain(&self.vocabulary, chunk, units()) || model.is_written(&self.vocabulary, chunk, units(), written)
            }
            Model::Unigram(_) | Model::Bpe(_) | Model::Splinter(_) => false,
        }
    }

    /// Appends the ids of the chunk `text[start..end]`.
    fn append_merged(&self, text: &str, start: usize, end: usize, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let from = ids.len();
        self.append_chunk(text, start, end, scratch, ids);
        if let Some(merges) = self.merges.as_ref().filter(|merges| merges.may_merge(&ids[from..])) {
            scratch.units.clear();
            scratch.units.extend(ids.drain(from..));
            merges.encode(scratch.units.iter().copied(), &mut scratch.bpe, |id, _| ids.push(id));
        }
        if let Some(pieces) = &self.pieces {
            scratch.units.clear();
            scratch.units.extend(ids.drain(from..));
            pieces.encode(&scratch.units, &mut scratch.text, &mut scratch.unigram, ids);
        }
    }

    /// Appends the ids that the model has for the chunk `text[start..end]`.
    fn append_chunk(&self, text: &str, start: usize, end: usize, scratch: &mut Scratch, ids: &mut Vec<u32>) {
        let chunk = &text.as_bytes()[start..end];
        match &*self.model {
            Model::Unigram(model) => model.encode(chunk, &mut scratch.unigram, ids),
            Model::Bpe(model) => model.encode(chunk, &mut scratch.bpe, ids),
            Model::Mft(model) => model.encode(text, start, end, &mut scratch.mft, ids),
            Model::Splinter(model) => model.encode(text, start, end, &mut scratch.splinter, ids),
            Model::Morpheus(model) => model.encode(text, start, end, &self.vocabulary, &mut scratch.morpheus, ids),
        }
    }

    /// The ids of each chunk of a corpus before merges, with their counts: what merges are trained on.
    pub(crate) fn unmerged_words(&self, chunks: &Chunks) -> bpe::Words {
        let mut words = bpe::Words::default();
        self.for_each_unmerged(chunks, |ids, count| words.push(ids.iter().copied(), count as u64));
        words
    }

    /// Calls `visit` with the ids of each chunk of a corpus before merges, and its count.
    pub(crate) fn for_each_unmerged(&self, chunks: &Chunks, mut visit: impl FnMut(&[u32], u32)) {
        self.with_scratch(|scratch| {
            let (mut text, mut ids) = (String::new(), Vec::new());
            for (chunk, count) in chunks.iter() {
                // A space is written as one that follows a letter, anything else as it is at the start of a text.
                text.clear();
                text.push_str(if chunk.first() == Some(&b' ') { "a" } else { "" });
                let start = text.len();
                text.push_str(&String::from_utf8_lossy(chunk));
                ids.clear();
                self.append_chunk(&text, start, text.len(), scratch, &mut ids);
                visit(&ids, count);
            }
        });
    }

    /// Calls `visit` with chunks and the ids that they have behind a letter, as long as it says so.
    pub(crate) fn for_each_behind_a_letter<'c>(&self, chunks: impl Iterator<Item = &'c [u8]>, mut visit: impl FnMut(&str, &[u32]) -> bool) {
        self.with_scratch(|scratch| {
            let (mut text, mut ids) = (String::new(), Vec::new());
            for chunk in chunks {
                text.clear();
                text.push('a');
                text.push_str(&String::from_utf8_lossy(chunk));
                ids.clear();
                self.append_merged(&text, 1, text.len(), scratch, &mut ids);
                if !visit(&text[1..], &ids) {
                    return;
                }
            }
        });
    }

    /// Cuts `text` at its specials; of specials that begin at the same place the longest counts.
    fn segments<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Segment<'a>> + 'a {
        let find = move |from: usize| {
            (from..text.len()).find_map(|at| self.specials.prefixes(&text.as_bytes()[at..]).last().map(|(len, id)| (at, at + len, id)))
        };
        let mut at = 0;
        let mut found = find(0);
        std::iter::from_fn(move || match found {
            Some((start, end, id)) if start == at => {
                (at, found) = (end, find(end));
                Some(Segment::Special(id))
            }
            _ if at == text.len() => None,
            _ => {
                let start = std::mem::replace(&mut at, found.map_or(text.len(), |(start, ..)| start));
                Some(Segment::Text(start, &text[start..at]))
            }
        })
    }

    fn with_scratch<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let lock = || self.pool.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut scratch = lock().pop().unwrap_or_default();
        let result = work(&mut scratch);
        lock().push(scratch);
        result
    }
}

/// How many shares `threads` threads are given: several each, so that they end at about the same time; one needs no more than one.
fn shares_for(threads: usize) -> usize {
    if threads == 1 { 1 } else { 4 * threads }
}

/// Cuts `texts` into `count` runs of about equal size in bytes.
fn shares<'a, 'b>(texts: &'a [&'b str], count: usize) -> Vec<&'a [&'b str]> {
    let total: usize = texts.iter().map(|text| text.len() + 1).sum();
    let mut shares = Vec::with_capacity(count);
    let (mut start, mut size) = (0, 0);
    for (index, text) in texts.iter().enumerate() {
        size += text.len() + 1;
        if size * count >= total * (shares.len() + 1) {
            shares.push(&texts[start..=index]);
            start = index + 1;
        }
    }
    shares.push(&texts[start..]);
    shares
}
