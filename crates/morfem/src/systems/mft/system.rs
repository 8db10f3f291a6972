//! MFT as a system: kind `mft`.

use std::any::Any;

use super::context::CONTEXT;
use super::encode::{Mft, MftBuffers};
use super::files::{self, GRAMMAR_AND_SCORES};
use super::grammar::Grammar;
use super::pack::{AFFIXES, MORPHOTACTICS, READINGS};
use super::stems::TYPES;
use super::token::{Token, Writer};
use super::vocabulary::Roots;
use crate::engine::{Abilities, Fault, Section, System, WITH_ROOTS};
use crate::files::record::Files;
use crate::result::RootList;
use crate::result::analysis::{Paradigm, WordAnalysis};
use crate::result::encoding::Encoding;
use crate::run::draw::Draw;
use crate::surface::phonology_file::PHONOLOGY;
use crate::surface::{Case, Fallback, read_fallback};
use crate::text::Splitter;
use crate::vocab::Vocabulary;
use crate::vocab::excerpt::Excerpt;

impl Abilities for Mft {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        files::write(self)
    }

    fn scores(&self) -> Option<&[f64]> {
        Some(self.words.fallback.scores())
    }

    fn describe(&self, vocabulary: &Vocabulary, encoding: &mut Encoding) {
        self.describe_tokens(vocabulary, encoding);
    }

    fn is_own_mark(&self, id: u32) -> bool {
        self.is_elongation(id)
    }

    fn analyses(&self, word: &str, count: usize) -> Option<Vec<WordAnalysis>> {
        Some(self.best_analyses(word, count))
    }

    fn roots(&self, word: &str, count: usize) -> Option<Vec<(String, f64)>> {
        Some(self.best_roots(word, count))
    }

    fn analyses_in_text(&self, chunks: &[&str]) -> Option<Vec<Option<WordAnalysis>>> {
        Some(Mft::analyses_in_text(self, chunks))
    }

    fn contexts(&self, chunks: &[&str]) -> Option<Vec<Vec<String>>> {
        Some(Mft::contexts(self, chunks))
    }

    fn inflections(&self, root: &str, glosses: &[String]) -> Option<crate::Result<Vec<String>>> {
        Some(self.grammar.inflections(root, glosses))
    }

    fn paradigm(&self, root: &str, glosses: &[String]) -> Option<crate::Result<Paradigm>> {
        Some(self.grammar.paradigm(root, glosses))
    }

    fn add_roots(&self, list: &RootList, files: &mut Files) -> Option<crate::Result<Vec<Vec<u8>>>> {
        Some(self.with_roots(list, files))
    }

    fn optional(&self, vocabulary: &Vocabulary) -> Vec<bool> {
        self.optional_ids(vocabulary)
    }

    fn leave_out(&self, files: &mut Files, new_ids: &[Option<u32>]) {
        files::leave_out(self, files, new_ids);
    }

    fn export_obstacle(&self) -> &'static str {
        "no library has a model with roots and affixes; export a bpe, unigram or thunder tokenizer"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl System for Mft {
    type Buffers = MftBuffers;
    type Writer = Writer;
    type Language = (Grammar, Roots);
    type Fallback = Fallback;

    const FILES: &'static [&'static str] = &GRAMMAR_AND_SCORES;
    const CALLS: &'static [&'static str] = &["analyze", "analyze_text", "inflect", WITH_ROOTS];
    const OPTIONAL_FILES: &'static [&'static str] = &[CONTEXT, TYPES];
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[PHONOLOGY, AFFIXES, MORPHOTACTICS, READINGS, TYPES];
    const SPLITTERS: &'static [Splitter] =
        &[Splitter::Inflected, Splitter::InflectedMixed, Splitter::InflectedColon, Splitter::InflectedHyphen];
    const HAS_PRECOMPUTED: bool = true;
    const PREPARES: bool = true;

    fn read_language(files: &Files) -> Result<(Grammar, Roots), Fault> {
        files::language(files)
    }

    fn read_fallback(section: &Section, vocabulary: &Vocabulary) -> Result<Fallback, Fault> {
        read_fallback(vocabulary, section.scores)
    }

    fn assemble(section: &Section, language: (Grammar, Roots), fallback: Fallback, vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        files::read(section.files, language, vocabulary, fallback, section.roots, section.record.splitter != Splitter::Inflected)
    }

    #[inline]
    fn left_context(&self, left: &[u8]) -> bool {
        !self.grammar.pack.spacing.implies_space(left)
    }

    fn prepare(&self, text: &str, chunks: impl Iterator<Item = (usize, usize)>, buffers: &mut MftBuffers) {
        self.prepare_chunks(text, chunks, buffers);
    }

    fn forget(&self, buffers: &mut MftBuffers) {
        buffers.forget();
    }

    #[inline]
    fn encode(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        self.encode_chunk(text, start, buffers, ids);
    }

    fn sample(&self, text: &str, start: usize, _: &Vocabulary, draw: &mut Draw, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        self.sample_chunk(text, start, draw, buffers, ids);
    }

    fn encode_detached(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut MftBuffers, ids: &mut Vec<u32>) {
        self.words.detached(&text[start..], &mut buffers.words, ids);
    }

    #[inline]
    fn write(&self, _vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        self.write_id(id, writer, bytes)
    }

    #[inline]
    fn write_joined(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> Option<usize> {
        Mft::write_joined(self, vocabulary, id, writer, bytes)
    }

    fn write_special(&self, text: &[u8], writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        writer.push(&self.grammar, Token::Special, Excerpt::whole(text), Case::Lower, None, bytes)
    }

    fn late(&self, writer: &Writer) -> Option<usize> {
        writer.late()
    }

    fn write_chunk(&self, _vocabulary: &Vocabulary, units: impl Iterator<Item = u32>, chunk: &mut Vec<u8>) -> bool {
        self.write_chunk(units, chunk)
    }

    fn writer_behind(&self, text: &[u8]) -> Writer {
        Writer::behind(text)
    }

    fn accepts(&self, writer: &Writer) -> bool {
        writer.is_sound(&self.grammar)
    }

    fn finish(&self, writer: &mut Writer, bytes: &mut Vec<u8>) {
        writer.finish(&self.grammar, bytes);
    }
}
