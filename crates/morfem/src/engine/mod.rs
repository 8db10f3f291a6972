//! From texts to ids and from ids to bytes, the same for every system.
//!
//! Encoding: the splitter cuts the text into chunks without gaps. The ids of a chunk are looked up in the cache, then among the precomputed
//! chunks. A new chunk goes to the system, then through the merges (or the Unigram pieces) over units, and its ids are cached. The ids of a
//! chunk depend on the chunk and on one bit of the text to its left ([`System::left_context`]), which is part of its key. So the cache
//! cannot change a result.
//!
//! The splitter hands over many chunks at once. Each lookup is prefetched before the first is made, so a batch waits for memory only once.
//!
//! [`Engined`] is compiled once for each system, so nothing is dispatched at run time between two chunks. [`Engine`] hides the type; a
//! tokenizer calls it once per text.

mod system;

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::bpe::{self, Merges};
use crate::cache::long::LongCache;
use crate::cache::precomputed::Precomputed;
use crate::cache::{Cache, Found, Key};
use crate::run::draw::Draw;
use crate::run::stop;
use crate::text::Splitter;
use crate::text::split::MOST_AT_ONCE;
use crate::unigram::{self, UnitUnigram};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

pub use system::{Abilities, Fault, INTERLEAVED, Section, System, WITH_ROOTS};

/// The layers around a system: how texts are cut, what the ids stand for, and what happens to the ids of a chunk.
#[derive(Clone)]
pub(crate) struct Layers {
    pub splitter: Splitter,
    pub vocabulary: Arc<Vocabulary>,
    /// Over the ids of the system. There are merges, or pieces, or neither.
    pub merges: Option<Arc<Merges>>,
    pub pieces: Option<Arc<UnitUnigram>>,
    /// The ids of frequent chunks, after merges.
    pub precomputed: Option<Arc<Precomputed>>,
}

/// Buffers of one call, and the cache.
#[derive(Default)]
pub(crate) struct Buffers {
    cache: Cache,
    long: LongCache,
    lookups: Lookups,
    /// A text with a space before it.
    pub spaced: String,
    bpe: bpe::MergeBuffers,
    unigram: unigram::SearchBuffers,
    units: Vec<u32>,
    text: Vec<u8>,
    /// Those of the system.
    system: Option<Box<dyn Any + Send>>,
}

/// The lookups of a batch of chunks. A chunk that is too long to be kept has no key.
struct Lookups {
    keys: [Key; MOST_AT_ONCE],
    found: [Found; MOST_AT_ONCE],
}

impl Default for Lookups {
    fn default() -> Self {
        Lookups { keys: [Key::NONE; MOST_AT_ONCE], found: [Found::NOTHING; MOST_AT_ONCE] }
    }
}

/// The state of a system's writer: what matters of the text written so far for the text that comes next.
pub(crate) trait State: Any + Send {
    fn to_json(&self) -> Value;
    /// A copy that goes on by itself.
    fn fork(&self) -> Box<dyn State>;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<W: Any + Clone + Send + Serialize> State for W {
    fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("a writer is plain data")
    }

    fn fork(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A system with everything that is compiled for it.
pub(crate) trait Engine: Send + Sync {
    /// What only some systems can do.
    fn abilities(&self) -> &dyn Abilities;

    /// Appends the ids of `text[from..]`; the text before `from` is what stands to the left.
    fn append_ids(&self, layers: &Layers, text: &str, from: usize, buffers: &mut Buffers, ids: &mut Vec<u32>);

    /// Appends drawn ids of `text`. Nothing is cached.
    fn append_sampled(&self, layers: &Layers, text: &str, draw: &mut Draw, buffers: &mut Buffers, ids: &mut Vec<u32>);

    /// Whether ids can be drawn.
    fn can_sample(&self) -> bool;

    /// The bit of the text to the left of a chunk that its ids depend on.
    fn has_context(&self, left: &[u8]) -> bool;

    /// Appends the ids of some words of `text`, and to `ends` where those of each end. A word is one chunk or several, whatever stands
    /// beside it, and has no context. The caller keeps the ids, and the cache does not.
    fn append_words(
        &self,
        layers: &Layers,
        text: &str,
        words: &[Range<usize>],
        buffers: &mut Buffers,
        ids: &mut Vec<u32>,
        ends: &mut Vec<usize>,
    );

    /// Appends ids of the chunk `text[start..]` that write it whatever stands to the left, also inside a word.
    fn append_detached(&self, layers: &Layers, text: &str, start: usize, buffers: &mut Buffers, ids: &mut Vec<u32>);

    /// Appends the ids of one chunk, `text[start..]`: those of the system, or those after merges.
    fn append_chunk(&self, layers: &Layers, text: &str, start: usize, is_merged: bool, buffers: &mut Buffers, ids: &mut Vec<u32>);

    /// Writes the chunk that ids decode to after a letter; false if they may decode to something else in another text.
    fn write_chunk(&self, vocabulary: &Vocabulary, ids: &[u32], chunk: &mut Vec<u8>) -> bool;

    /// Whether the system can say which chunk ids decode to in every text, so that it may have precomputed chunks.
    fn has_precomputed(&self) -> bool;

    /// A writer that has written nothing.
    fn writer(&self) -> Box<dyn State>;

    /// A writer that goes on behind a text that another system has written.
    fn writer_behind(&self, text: &[u8]) -> Box<dyn State>;

    /// The writer from its description by [`State::to_json`]; None if the description is invalid.
    fn writer_of_json(&self, state: Value) -> Option<Box<dyn State>>;

    /// Appends the bytes that are certain once `id` is known; the id must be in range.
    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut dyn State, bytes: &mut Vec<u8>) -> Begins;

    /// Appends the bytes that waited for another id, and resets the writer. Returns where those of the last id begin, if that is known only
    /// now.
    fn finish(&self, writer: &mut dyn State, bytes: &mut Vec<u8>) -> Option<usize>;

    /// Appends the bytes of ids, without those of specials if `skip_special`.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] with the position of an id that is out of range.
    fn decode(&self, vocabulary: &Vocabulary, ids: &[i64], skip_special: bool, bytes: &mut Vec<u8>) -> Result<()>;

    /// Appends the bytes of ids in range, and to `begins`, for each id, the length of the bytes that belong to the ids before it.
    fn write_tokens(&self, vocabulary: &Vocabulary, ids: &[u32], bytes: &mut Vec<u8>, begins: &mut Vec<usize>);
}

/// The engine of a system.
pub(crate) struct Engined<S>(pub S);

/// Successive chunks of `text`: where the first begins, and where each ends, counted from `from`.
#[derive(Clone, Copy)]
struct Batch<'a> {
    text: &'a str,
    from: usize,
    begin: usize,
    ends: &'a [usize],
}

impl Batch<'_> {
    /// Start and end of each chunk.
    #[inline(always)]
    fn chunks(self) -> impl Iterator<Item = (usize, usize)> {
        let mut start = self.from + self.begin;
        self.ends.iter().map(move |end| (std::mem::replace(&mut start, self.from + end), self.from + end))
    }
}

impl<S: System> Engined<S> {
    /// Appends the ids of some chunks. One copy serves all splitters.
    #[inline(never)]
    fn append_batch(&self, layers: &Layers, batch: Batch, buffers: &mut Buffers, own: &mut S::Buffers, ids: &mut Vec<u32>) {
        stop::check();
        let text = batch.text.as_bytes();
        let Buffers { cache, lookups: Lookups { keys, found }, .. } = buffers;
        let (keys, found) = (&mut keys[..batch.ends.len()], &mut found[..batch.ends.len()]);
        for (key, (start, end)) in keys.iter_mut().zip(batch.chunks()) {
            if S::IS_CACHED {
                key.set(text, start, end, self.0.left_context(&text[..start]));
                cache.prefetch(key);
            }
        }
        for (found, key) in found.iter_mut().zip(&*keys) {
            *found = cache.find(key);
        }
        if found.iter().any(|found| found.is_nothing()) {
            return self.append_new_batch(layers, batch, buffers, own, ids);
        }
        self.append_looked_up(layers, batch, buffers, own, ids);
    }

    /// Appends the ids of some chunks of which at least one is not in the cache. Precomputed chunks are prefetched, and the system prepares
    /// the new ones together.
    #[inline(never)]
    fn append_new_batch(&self, layers: &Layers, batch: Batch, buffers: &mut Buffers, own: &mut S::Buffers, ids: &mut Vec<u32>) {
        let Lookups { keys, found } = &buffers.lookups;
        let new = || batch.chunks().zip(keys.iter().zip(found)).filter(|(_, (_, found))| found.is_nothing());
        let precomputed = layers.precomputed.as_deref();
        if let Some(precomputed) = precomputed {
            new().for_each(|(_, (key, _))| precomputed.prefetch(key));
        }
        // What is prepared together saves time; one chunk alone does not.
        if S::PREPARES && batch.ends.len() > 1 {
            let is_known = |key: &Key| !key.is_none() && precomputed.is_some_and(|precomputed| precomputed.may_have(key));
            let unknown = new().filter(|(_, (key, _))| !is_known(key)).map(|(chunk, _)| chunk);
            self.0.prepare(batch.text, unknown, own);
        }
        self.append_looked_up(layers, batch, buffers, own, ids);
        self.0.forget(own);
    }

    /// Appends the ids of chunks that have been looked up.
    #[inline(always)]
    fn append_looked_up(&self, layers: &Layers, batch: Batch, buffers: &mut Buffers, own: &mut S::Buffers, ids: &mut Vec<u32>) {
        for (place, (start, end)) in batch.chunks().enumerate() {
            let (key, found) = (&buffers.lookups.keys[place], buffers.lookups.found[place]);
            if !buffers.cache.get(found, key, ids) {
                self.append_new(layers, &batch.text[..end], start, *key, buffers, own, ids);
            }
        }
    }

    /// Appends the ids of the chunk `text[start..]` that is not in the cache, and keeps them.
    #[inline(never)]
    #[allow(clippy::too_many_arguments)]
    fn append_new(
        &self,
        layers: &Layers,
        text: &str,
        start: usize,
        key: Key,
        buffers: &mut Buffers,
        own: &mut S::Buffers,
        ids: &mut Vec<u32>,
    ) {
        let from = ids.len();
        let (left, chunk) = text.as_bytes().split_at(start);
        if key.is_none() {
            let context = self.0.left_context(left);
            if !(S::IS_CACHED && buffers.long.get(chunk, context, ids)) {
                self.append_merged(layers, text, start, buffers, own, ids);
                if S::IS_CACHED {
                    buffers.long.put(chunk, context, &ids[from..]);
                }
            }
            return;
        }
        if !layers.precomputed.as_ref().is_some_and(|precomputed| precomputed.get(&key, chunk, ids)) {
            self.append_merged(layers, text, start, buffers, own, ids);
        }
        buffers.cache.put(&key, &ids[from..]);
    }

    /// Appends the ids of the chunk `text[start..]`, after merges.
    fn append_merged(&self, layers: &Layers, text: &str, start: usize, buffers: &mut Buffers, own: &mut S::Buffers, ids: &mut Vec<u32>) {
        let from = ids.len();
        self.0.encode(text, start, &layers.vocabulary, own, ids);
        if let Some(merges) = layers.merges.as_ref().filter(|merges| merges.may_merge(&ids[from..])) {
            merge_in_place(merges, from, buffers, ids);
        }
        if let Some(pieces) = &layers.pieces {
            buffers.units.clear();
            buffers.units.extend(ids.drain(from..));
            pieces.encode(&buffers.units, &mut buffers.text, &mut buffers.unigram, ids);
        }
    }

    /// Calls `work` with the buffers of the system, which are made if there are none.
    #[inline]
    fn with_own<T>(&self, buffers: &mut Buffers, work: impl FnOnce(&mut Buffers, &mut S::Buffers) -> T) -> T {
        let mut own = buffers.system.take().and_then(|own| own.downcast().ok()).unwrap_or_else(|| Box::new(S::Buffers::default()));
        let result = work(buffers, &mut own);
        buffers.system = Some(own);
        result
    }

    #[inline(always)]
    fn write_id(&self, vocabulary: &Vocabulary, id: u32, writer: &mut S::Writer, bytes: &mut Vec<u8>) -> Begins {
        if (id as usize) < vocabulary.unmerged() {
            let own = self.0.write(vocabulary, id, writer, bytes);
            return Begins { own, last: self.0.late(writer) };
        }
        let Some(units) = vocabulary.units(id) else {
            let own = match vocabulary.kind(id) {
                Kind::Special => self.0.write_special(vocabulary.bytes(id), writer, bytes),
                _ => self.0.write(vocabulary, id, writer, bytes),
            };
            return Begins { own, last: self.0.late(writer) };
        };
        if let Some(own) = self.0.write_joined(vocabulary, id, writer, bytes) {
            return Begins { own, last: self.0.late(writer) };
        }
        let (&first, rest) = units.split_first().expect("a merged id has two units at least");
        let mut own = self.0.write(vocabulary, first, writer, bytes);
        let last = self.0.late(writer);
        for (index, &unit) in rest.iter().enumerate() {
            self.0.write(vocabulary, unit, writer, bytes);
            if index == 0 {
                own = self.0.late(writer).unwrap_or(own);
            }
        }
        Begins { own, last }
    }

    fn own_writer<'w>(&self, writer: &'w mut dyn State) -> &'w mut S::Writer {
        writer.as_any_mut().downcast_mut().expect("a writer is that of its engine")
    }
}

/// Where the bytes of an id begin, as far as this is known.
#[derive(Clone, Copy, Debug)]
pub struct Begins {
    /// The length of the bytes that belong to the ids before it, or [`INTERLEAVED`].
    pub own: usize,
    /// Where those of the unit before it begin, if that is known only now: two units have waited for this one.
    pub last: Option<usize>,
}

/// Corrects where the last id began, if that is only known now. The units of a merged id have no places of their own.
fn correct(vocabulary: &Vocabulary, last: Option<u32>, late: Option<usize>, begins: &mut [usize]) {
    if let (Some(late), Some(begin), Some(last)) = (late, begins.last_mut(), last)
        && (last as usize) < vocabulary.unmerged()
    {
        *begin = late;
    }
}

/// Merges the ids from index `from` on in place, run by run, so that a long chunk takes no second copy.
fn merge_in_place(merges: &Merges, from: usize, buffers: &mut Buffers, ids: &mut Vec<u32>) {
    let (mut at, mut written) = (from, from);
    while at < ids.len() {
        let end = ids[at..].iter().position(|&id| merges.stays(id)).map_or(ids.len(), |length| at + length);
        if merges.may_merge(&ids[at..end]) {
            buffers.units.clear();
            buffers.units.extend_from_slice(&ids[at..end]);
            merges.encode(buffers.units.iter().copied(), &mut buffers.bpe, |id, _| {
                ids[written] = id;
                written += 1;
            });
        } else {
            ids.copy_within(at..end, written);
            written += end - at;
        }
        if end < ids.len() {
            ids[written] = ids[end];
            written += 1;
        }
        at = end + 1;
    }
    ids.truncate(written);
}

impl<S: System> Engine for Engined<S> {
    fn abilities(&self) -> &dyn Abilities {
        &self.0
    }

    fn append_ids(&self, layers: &Layers, text: &str, from: usize, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        self.with_own(buffers, |buffers, own| {
            layers.splitter.for_each_batch(&text[from..], &mut |begin, ends| {
                self.append_batch(layers, Batch { text, from, begin, ends }, buffers, own, ids);
            });
        });
    }

    fn append_sampled(&self, layers: &Layers, text: &str, draw: &mut Draw, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        self.with_own(buffers, |buffers, own| {
            let mut start = 0;
            for chunk in layers.splitter.chunks(text) {
                stop::check();
                let (from, end) = (ids.len(), start + chunk.len());
                self.0.sample(&text[..end], start, &layers.vocabulary, draw, own, ids);
                start = end;
                if layers.merges.is_none() && layers.pieces.is_none() {
                    continue;
                }
                buffers.units.clear();
                buffers.units.extend(ids.drain(from..));
                if let Some(merges) = &layers.merges {
                    merges.encode_with_dropout(&buffers.units, draw, |id| ids.push(id));
                }
                if let Some(pieces) = &layers.pieces {
                    pieces.sample(&buffers.units, draw, ids);
                }
            }
        });
    }

    fn can_sample(&self) -> bool {
        !S::HAS_MEMBERS
    }

    fn has_context(&self, left: &[u8]) -> bool {
        self.0.left_context(left)
    }

    fn append_words(
        &self,
        layers: &Layers,
        text: &str,
        words: &[Range<usize>],
        buffers: &mut Buffers,
        ids: &mut Vec<u32>,
        ends: &mut Vec<usize>,
    ) {
        self.with_own(buffers, |buffers, own| {
            let precomputed = layers.precomputed.as_deref();
            let key = |word: &Range<usize>| Key::new(text.as_bytes(), word.start, word.end, false);
            for words in words.chunks(MOST_AT_ONCE) {
                if let Some(precomputed) = precomputed {
                    words.iter().filter_map(key).for_each(|key| precomputed.prefetch(&key));
                }
                if S::PREPARES {
                    let is_known =
                        |word: &Range<usize>| precomputed.zip(key(word)).is_some_and(|(precomputed, key)| precomputed.may_have(&key));
                    let is_chunk = |word: &Range<usize>| layers.splitter.end(&text[..word.end], word.start) == word.end;
                    let unknown = words.iter().filter(|word| !is_known(word) && is_chunk(word));
                    self.0.prepare(text, unknown.map(|word| (word.start, word.end)), own);
                }
                for word in words {
                    let chunk = &text.as_bytes()[word.clone()];
                    if !precomputed.zip(key(word)).is_some_and(|(precomputed, key)| precomputed.get(&key, chunk, ids)) {
                        let mut start = word.start;
                        while start < word.end {
                            let end = layers.splitter.end(&text[..word.end], start);
                            self.append_merged(layers, &text[..end], start, buffers, own, ids);
                            start = end;
                        }
                    }
                    ends.push(ids.len());
                }
                self.0.forget(own);
            }
        });
    }

    fn append_detached(&self, layers: &Layers, text: &str, start: usize, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        self.with_own(buffers, |_, own| self.0.encode_detached(text, start, &layers.vocabulary, own, ids));
    }

    fn append_chunk(&self, layers: &Layers, text: &str, start: usize, is_merged: bool, buffers: &mut Buffers, ids: &mut Vec<u32>) {
        self.with_own(buffers, |buffers, own| match is_merged {
            true => self.append_merged(layers, text, start, buffers, own, ids),
            false => self.0.encode(text, start, &layers.vocabulary, own, ids),
        });
    }

    fn has_precomputed(&self) -> bool {
        S::HAS_PRECOMPUTED
    }

    fn write_chunk(&self, vocabulary: &Vocabulary, ids: &[u32], chunk: &mut Vec<u8>) -> bool {
        let units = ids.iter().flat_map(|id| vocabulary.units(*id).unwrap_or(std::slice::from_ref(id))).copied();
        self.0.write_chunk(vocabulary, units, chunk)
    }

    fn writer(&self) -> Box<dyn State> {
        Box::new(S::Writer::default())
    }

    fn writer_behind(&self, text: &[u8]) -> Box<dyn State> {
        Box::new(self.0.writer_behind(text))
    }

    fn writer_of_json(&self, state: Value) -> Option<Box<dyn State>> {
        let writer = serde_json::from_value::<S::Writer>(state).ok().filter(|writer| self.0.accepts(writer))?;
        Some(Box::new(writer))
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut dyn State, bytes: &mut Vec<u8>) -> Begins {
        self.write_id(vocabulary, id, self.own_writer(writer), bytes)
    }

    fn finish(&self, writer: &mut dyn State, bytes: &mut Vec<u8>) -> Option<usize> {
        let writer = self.own_writer(writer);
        self.0.finish(writer, bytes);
        self.0.late(&std::mem::take(writer))
    }

    fn decode(&self, vocabulary: &Vocabulary, ids: &[i64], skip_special: bool, bytes: &mut Vec<u8>) -> Result<()> {
        let mut writer = S::Writer::default();
        for (position, &id) in ids.iter().enumerate() {
            if position % stop::EVERY == 0 {
                stop::check();
            }
            let id = vocabulary.checked(id).map_err(|error| Error::Vocabulary(format!("at position {position}: {error}")))?;
            if !(skip_special && vocabulary.kind(id) == Kind::Special) {
                self.write_id(vocabulary, id, &mut writer, bytes);
            }
        }
        self.0.finish(&mut writer, bytes);
        Ok(())
    }

    fn write_tokens(&self, vocabulary: &Vocabulary, ids: &[u32], bytes: &mut Vec<u8>, begins: &mut Vec<usize>) {
        let mut writer = S::Writer::default();
        let mut last = None;
        for ids in ids.chunks(stop::EVERY) {
            stop::check();
            for &id in ids {
                let found = self.write_id(vocabulary, id, &mut writer, bytes);
                correct(vocabulary, last, found.last, begins);
                begins.push(found.own);
                last = Some(id);
            }
        }
        self.0.finish(&mut writer, bytes);
        correct(vocabulary, last, self.0.late(&writer), begins);
    }
}
