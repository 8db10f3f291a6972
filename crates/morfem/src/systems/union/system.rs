//! The union as a system: kind `union`.

use std::any::Any;
use std::ops::Range;

use super::encode::{Union, UnionBuffers};
use super::files::{self, MEMBERS};
use super::known::KNOWN;
use super::members::{GENERAL_MEMBER, Member, Owner};
use super::routing::ROUTING;
use super::writer::Writer;
use crate::engine::{Abilities, Fault, Section, System};
use crate::files::record::Files;
use crate::result::analysis::{Explanation, Paradigm, WordAnalysis};
use crate::result::encoding::Encoding;
use crate::vocab::{Kind, Vocabulary};

/// How many bytes to the left a member can look back at: more than any member needs.
const LOOK_BACK: usize = 256;

/// The end of a text, as far as members look back at it.
fn end(text: &[u8]) -> &[u8] {
    &text[text.len().saturating_sub(LOOK_BACK)..]
}

impl Union {
    /// Whether tokens of a member interleave.
    fn interleaves(&self) -> bool {
        self.members.iter().any(|member| member.tokenizer.abilities().owners(member.tokenizer.vocabulary(), &[], &[]).is_some())
    }

    /// The member that writes each id: of a mark, the member of the next id that is none; nothing for specials.
    fn writers(&self, ids: &[u32]) -> Vec<Option<usize>> {
        let mut next = None;
        let mut writers: Vec<Option<usize>> = Vec::with_capacity(ids.len());
        for &id in ids.iter().rev() {
            match self.ids.owners.get(id as usize) {
                Some(Owner::Member(member, _)) => next = Some(*member as usize),
                Some(Owner::Mark(_)) => {}
                Some(Owner::Special) | None => next = None,
            }
            writers.push(next);
        }
        writers.reverse();
        writers
    }

    /// The id of a member for an id of the union; None if it has none.
    fn local(&self, id: u32, member: usize) -> Option<u32> {
        match *self.ids.owners.get(id as usize)? {
            Owner::Member(owner, local) if owner as usize == member => Some(local),
            Owner::Mark(mark) => self.ids.marks[mark as usize][member],
            _ => None,
        }
    }

    /// The member that encodes a word alone.
    fn member_of_word(&self, word: &str) -> Option<&Member> {
        self.member_of(word, &mut UnionBuffers::default()).map(|member| &self.members[member])
    }
}

impl Abilities for Union {
    fn files(&self, _vocabulary: &Vocabulary) -> Files {
        files::write(self)
    }

    fn unlisted(&self, vocabulary: &Vocabulary) -> Range<u32> {
        let listed = self.ids.owners.iter().take_while(|owner| **owner == Owner::Special).count() + vocabulary.byte_ids().len();
        listed as u32..(vocabulary.len() - vocabulary.added().len()) as u32
    }

    fn owners(&self, vocabulary: &Vocabulary, ids: &[u32], behind: &[u8]) -> Option<Vec<u32>> {
        if !self.interleaves() {
            return None;
        }
        let mut text = behind.to_vec();
        let mut owners: Vec<u32> = Vec::new();
        // Where the text begins that a member goes on behind: at the start, or behind the last special.
        let mut origin = 0;
        // A merged mark is of one member, but its units are marks, which belong to the next id.
        let mut units: Vec<(u32, u32)> = Vec::with_capacity(ids.len());
        for (id, number) in ids.iter().zip(0..) {
            units.extend(vocabulary.units(*id).unwrap_or(std::slice::from_ref(id)).iter().map(|&unit| (unit, number)));
        }
        let (ids, numbers): (Vec<u32>, Vec<u32>) = units.into_iter().unzip();
        let writers = self.writers(&ids);
        let mut first = 0;
        for run in writers.chunk_by(|one, other| one == other) {
            let places = first..first + run.len();
            first = places.end;
            let tokens = ids[places.clone()].iter().zip(&numbers[places]);
            let Some(member) = run[0] else {
                for (&id, &number) in tokens {
                    text.extend_from_slice(if matches!(vocabulary.kind(id), Kind::Mark) { b"" } else { vocabulary.bytes(id) });
                    owners.resize(text.len() - behind.len(), number);
                }
                origin = text.len();
                continue;
            };
            let (numbers, local): (Vec<u32>, Vec<u32>) =
                tokens.filter_map(|(&id, &number)| Some((number, self.local(id, member)?))).unzip();
            let tokenizer = &self.members[member].tokenizer;
            let of_run = tokenizer.abilities().owners(tokenizer.vocabulary(), &local, end(&text[origin..]));
            let (mut done, mut number) = (text.len(), numbers.first().copied().unwrap_or(0));
            let begins = self.write_run(member, &local, origin, &mut text);
            if let Some(of_run) = of_run {
                owners.extend(of_run.into_iter().map(|place| numbers[place as usize]));
                continue;
            }
            for (&end, &next) in begins.iter().chain([&text.len()]).zip(numbers.iter().chain(numbers.last())) {
                owners.resize(owners.len() + end - done, number);
                (done, number) = (end, next);
            }
        }
        Some(owners)
    }

    fn describe(&self, _vocabulary: &Vocabulary, encoding: &mut Encoding) {
        let writers = self.writers(&encoding.ids);
        for (member, Member { tokenizer, .. }) in self.members.iter().enumerate() {
            let own = (0..encoding.len()).filter(|&at| writers[at] == Some(member));
            let (places, ids): (Vec<usize>, Vec<u32>) = own.filter_map(|at| Some((at, self.local(encoding.ids[at], member)?))).unzip();
            let mut part = Encoding { glosses: vec![None; ids.len()], ids, ..Encoding::default() };
            tokenizer.abilities().describe(tokenizer.vocabulary(), &mut part);
            places.into_iter().zip(part.glosses).for_each(|(at, gloss)| encoding.glosses[at] = gloss);
        }
        let language = |member: usize| self.members[member].tokenizer.record().language.clone();
        let languages = writers.iter().map(|member| member.filter(|&member| member != GENERAL_MEMBER).and_then(language));
        encoding.languages = Some(languages.collect());
    }

    fn analyses(&self, word: &str, count: usize) -> Option<Vec<WordAnalysis>> {
        self.member_of_word(word)?.tokenizer.abilities().analyses(word, count)
    }

    fn inflections(&self, root: &str, glosses: &[String]) -> Option<crate::Result<Vec<String>>> {
        self.member_of_word(root)?.tokenizer.abilities().inflections(root, glosses)
    }

    fn paradigm(&self, root: &str, glosses: &[String]) -> Option<crate::Result<Paradigm>> {
        self.member_of_word(root)?.tokenizer.abilities().paradigm(root, glosses)
    }

    fn explain(&self, _vocabulary: &Vocabulary, word: &str, is_token: &dyn Fn(&str) -> bool) -> Option<crate::Result<Explanation>> {
        let tokenizer = &self.member_of_word(word)?.tokenizer;
        tokenizer.abilities().explain(tokenizer.vocabulary(), word, is_token)
    }

    fn export_obstacle(&self) -> &'static str {
        "no library has a model of several languages with roots and affixes; export a bpe, unigram or thunder tokenizer"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Union {
    /// Writes a run of a member's ids behind `text[origin..]`; returns where the bytes of each begin, unless they interleave.
    fn write_run(&self, member: usize, local: &[u32], origin: usize, text: &mut Vec<u8>) -> Vec<usize> {
        let tokenizer = &self.members[member].tokenizer;
        let engine = tokenizer.machinery().0;
        let mut writer = engine.writer_behind(&text[origin..]);
        let mut begins: Vec<usize> = Vec::with_capacity(local.len());
        let correct = |late: Option<usize>, begins: &mut [usize]| {
            if let (Some(late), Some(last)) = (late, begins.last_mut()) {
                *last = late;
            }
        };
        for &id in local {
            let found = engine.write(tokenizer.vocabulary(), id, &mut *writer, text);
            correct(found.last, &mut begins);
            begins.push(found.own);
        }
        correct(engine.finish(&mut *writer, text), &mut begins);
        begins
    }
}

impl System for Union {
    type Buffers = UnionBuffers;
    type Writer = Writer;
    type Language = Vec<Member>;
    type Fallback = ();

    const FILES: &'static [&'static str] = &[MEMBERS, ROUTING];
    const OPTIONAL_FILES: &'static [&'static str] = &[KNOWN];
    const CALLS: &'static [&'static str] = &["analyze", "explain", "inflect"];
    const HAND_WRITTEN_FILES: &'static [&'static str] = &[MEMBERS];
    const HAS_MEMBERS: bool = true;
    const IS_CACHED: bool = false;

    fn read_language(files: &Files) -> Result<Vec<Member>, Fault> {
        files::read_members(files)
    }

    fn read_fallback(_section: &Section, _vocabulary: &Vocabulary) -> Result<(), Fault> {
        Ok(())
    }

    fn assemble(section: &Section, members: Vec<Member>, _fallback: (), vocabulary: &mut Vocabulary) -> Result<Self, Fault> {
        files::read(section, members, vocabulary)
    }

    fn encode(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        Union::encode(self, text, start, buffers, ids);
    }

    fn encode_detached(&self, text: &str, start: usize, _: &Vocabulary, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        Union::encode_detached(self, text, start, buffers, ids);
    }

    fn write(&self, vocabulary: &Vocabulary, id: u32, writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        writer.push(self, self.ids.owners[id as usize], vocabulary.bytes(id), bytes)
    }

    fn write_special(&self, text: &[u8], writer: &mut Writer, bytes: &mut Vec<u8>) -> usize {
        writer.special(self, text, bytes)
    }

    fn accepts(&self, writer: &Writer) -> bool {
        writer.is_sound(self)
    }

    fn late(&self, writer: &Writer) -> Option<usize> {
        writer.late()
    }

    fn finish(&self, writer: &mut Writer, bytes: &mut Vec<u8>) {
        writer.finish(self, bytes);
    }
}
