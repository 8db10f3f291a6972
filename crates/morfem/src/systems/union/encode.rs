//! From a text to ids.
//!
//! The segments of a window get their members; neighbouring segments of one member are a *run*, which the member encodes behind all text to
//! its left, with its own splitter. Its ids are translated. An id that the union does not have is one that a member writes
//! differently from the general member, such as a byte inside a word with capitals. The words of such a run are encoded one by one,
//! and those that still have such an id go to the general member.
//!
//! A member cuts most words off from the rest of their run ([`Splitter::cuts_off_words`](crate::text::Splitter::cuts_off_words)), and their
//! ids depend on the word alone. One cache has what such words cost in each language, and the ids that their member gives them, so that a
//! known word is looked up once. The new ones of a window are encoded together.

use std::ops::Range;

use super::members::{GENERAL_MEMBER, Ids, Member, NONE};
use super::ngrams::MOST_COLUMNS;
use super::routing::{Candidates, Costs, Path, Routing};
use super::scan::{GENERAL, MOST_GROUPS, Scanner, Segment, Shape};
use super::scripts::script;
use crate::cache::precomputed::Precomputed;
use crate::cache::{Cache, Found, Key};
use crate::engine;
use crate::text::Splitter;

/// The largest number of segments of a window (docs/design/union.md).
pub const MOST_SEGMENTS: usize = 128;

/// A union, ready to encode.
pub struct Union {
    pub members: Vec<Member>,
    pub ids: Ids,
    pub routing: Routing,
    /// The table of [known words](super::known).
    pub known: Option<Precomputed>,
    scanner: Scanner,
    groups: Vec<Group>,
    /// The members that share scripts: the languages of the routing.
    pub columns: Vec<usize>,
    /// By member, whether its splitter cuts words off.
    cuts_off_words: Vec<bool>,
    /// By ASCII character: the ids of a run that is this character, if it is general.
    of_characters: Vec<Vec<u32>>,
}

/// A script that members know.
struct Group {
    /// The member of its words, if it is the only one.
    sole: Option<usize>,
    /// Whether the cache has words of it.
    is_kept: bool,
    /// Whether the table of known words may have some.
    may_be_known: bool,
    /// The languages of the routing otherwise.
    candidates: Vec<usize>,
    has_general: bool,
}

impl Group {
    fn candidates(&self) -> Candidates<'_> {
        Candidates { columns: &self.candidates, has_general: self.has_general }
    }
}

/// Buffers of a union, and what it knows of words.
#[derive(Default)]
pub struct UnionBuffers {
    members: Vec<engine::Buffers>,
    words: Cache,
    /// Room for the largest window; only the first `count` belong to the present one.
    parts: Vec<Part>,
    count: usize,
    /// The numbers of words that are not in the cache.
    missing: Vec<usize>,
    unscored: Unscored,
    path: Path,
    new: NewWords,
    own: Vec<u32>,
}

/// A segment of a window.
#[derive(Clone)]
struct Part {
    segment: Segment,
    member: usize,
    /// The key of a word that the cache may have.
    key: Key,
    found: Found,
    costs: Costs,
    ids: Source,
}

/// Where the ids of a segment come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The member, which encodes it with its run.
    Run,
    /// The cache.
    Known,
    /// The new words of the window: from a place on, so many.
    New(u32, u32),
}

/// The words of a window whose costs are not known: their numbers, and the places of those that are scored together.
#[derive(Default)]
struct Unscored {
    numbers: Vec<usize>,
    places: Vec<Range<usize>>,
}

/// The new words of a window, by their numbers, and their ids.
#[derive(Default)]
struct NewWords {
    numbers: Vec<usize>,
    /// Those that an earlier word of the window repeats, with the number of that one.
    again: Vec<(usize, usize)>,
    ids: Vec<u32>,
    // Buffers for the words of one member: their places, their ids in the member, and where the ids of each word end.
    places: Vec<Range<usize>>,
    own: Vec<u32>,
    ends: Vec<usize>,
}

/// What the cache has of a word: its costs, with the number of the member whose ids follow in the lowest sixteen bits, from 1, or 0 for
/// none.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub head: Costs,
    pub ids: &'a [u32],
}

/// How many entries of the cache the head has: as many as all languages take.
fn head_entries(columns: usize) -> usize {
    if columns < 4 { 2 } else { 4 }
}

impl<'a> Known<'a> {
    #[inline(always)]
    pub fn of(entries: &'a [u32], columns: usize) -> Self {
        let (head, ids) = entries.split_at(head_entries(columns));
        let number = |at: usize| u64::from(head[at]) | u64::from(head[at + 1]) << 32;
        Known { head: Costs([number(0), if head.len() == 4 { number(2) } else { 0 }]), ids }
    }

    #[inline(always)]
    pub fn member(&self) -> Option<usize> {
        (self.head.0[0] as usize & 0xffff).checked_sub(1)
    }
}

/// Writes the head of what the cache will have of a word.
pub fn write_head(member: Option<usize>, costs: Costs, columns: usize, entries: &mut Vec<u32>) {
    let member = member.map_or(0, |member| member as u64 + 1);
    let numbers = [costs.0[0] & !0xffff | member, costs.0[1]];
    entries.clear();
    entries.extend(numbers.iter().flat_map(|&number| [number as u32, (number >> 32) as u32]).take(head_entries(columns)));
}

/// The members that know each script that one besides the general member knows.
fn known_scripts(members: &[Member]) -> Vec<(usize, Vec<usize>)> {
    let mut scripts: Vec<usize> = members[GENERAL_MEMBER + 1..].iter().flat_map(|member| member.scripts.iter().copied()).collect();
    scripts.sort_unstable();
    scripts.dedup();
    let knows = |script: usize| (0..members.len()).filter(|&member| members[member].scripts.contains(&script)).collect();
    scripts.into_iter().map(|script| (script, knows(script))).collect()
}

/// The members that share a script with another, in ascending order.
pub fn columns(members: &[Member]) -> Vec<usize> {
    let mut columns: Vec<usize> = known_scripts(members).into_iter().filter(|known| known.1.len() > 1).flat_map(|known| known.1).collect();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// How many parts are encoded together. A word is alone also if its ids are gone: a new word may have taken its place in the cache, or have
/// given it the ids of another member. Together with others it would lose all their ids where the union lacks one of its own.
fn run_length(first: &Part, others: &[Part]) -> usize {
    let is_of_run = |other: &&Part| first.ids == Source::Run && other.ids == Source::Run && other.member == first.member;
    1 + others.iter().take_while(is_of_run).count()
}

impl Union {
    /// A union of members; `routing` has a language for each of [`columns`].
    ///
    /// # Errors
    /// A sentence, if there are too many scripts or languages that share one.
    pub fn new(members: Vec<Member>, ids: Ids, routing: Routing) -> Result<Self, String> {
        let (scripts, columns) = (known_scripts(&members), columns(&members));
        if scripts.len() > MOST_GROUPS || columns.len() > MOST_COLUMNS {
            let (scripts, columns) = (scripts.len(), columns.len());
            return Err(format!(
                "the members know {scripts} scripts and {columns} of them share some; {MOST_GROUPS} and {MOST_COLUMNS} are possible"
            ));
        }
        let column = |member: usize| columns.iter().position(|&column| column == member).expect("it shares the script");
        let cuts_off_words: Vec<bool> = members.iter().map(|member| member.splitter().cuts_off_words()).collect();
        let groups = scripts.iter().map(|(_, known)| Group {
            sole: (known.len() == 1).then(|| known[0]),
            is_kept: known.len() > 1 || cuts_off_words[known[0]],
            may_be_known: known.len() > 1 || members[known[0]].tokenizer.machinery().0.has_precomputed(),
            candidates: if known.len() > 1 { known.iter().map(|&member| column(member)).collect() } else { Vec::new() },
            has_general: known[0] == GENERAL_MEMBER,
        });
        let shape = |known: &Vec<usize>| {
            let splitters: Vec<Splitter> =
                known.iter().filter(|&&member| member != GENERAL_MEMBER).map(|&member| members[member].splitter()).collect();
            Shape::of(&splitters)
        };
        let shapes: Vec<Shape> = scripts.iter().map(|(_, known)| shape(known)).collect();
        let group = |letter| script(letter).and_then(|script| scripts.iter().position(|known| known.0 == script));
        let scanner = Scanner::new(|letter| group(letter).map_or(GENERAL, |group| group as u8 + 1), &shapes);
        let groups: Vec<Group> = groups.collect();
        let mut union = Union { groups, scanner, columns, cuts_off_words, members, ids, routing, known: None, of_characters: Vec::new() };
        let (engine, layers) = union.members[GENERAL_MEMBER].tokenizer.machinery();
        let of_character = |character: char| {
            let (mut buffers, mut own) = (engine::Buffers::default(), Vec::new());
            engine.append_chunk(layers, character.encode_utf8(&mut [0; 4]), 0, true, &mut buffers, &mut own);
            own.iter().map(|&id| union.ids.of_members[GENERAL_MEMBER][id as usize]).collect()
        };
        union.of_characters = ('\0'..='\x7f').map(of_character).collect();
        Ok(union)
    }

    /// Appends the ids of `text[start..]`, behind `text[..start]`.
    pub fn encode(&self, text: &str, start: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        if buffers.members.is_empty() {
            buffers.members.resize_with(self.members.len(), Default::default);
        }
        let mut at = start;
        while at < text.len() {
            at = self.window(text, at, buffers);
            let mut parts = std::mem::take(&mut buffers.parts);
            self.encode_new(text, &mut parts[..buffers.count], buffers);
            let mut rest = &parts[..buffers.count];
            while let [part, others @ ..] = rest {
                let known = match part.ids {
                    Source::Known => self.known_of_member(&buffers.words, part).map(|known| known.ids),
                    Source::New(from, count) => Some(&buffers.new.ids[from as usize..][..count as usize]),
                    Source::Run => None,
                };
                let length = run_length(part, others);
                match known {
                    Some(known) => ids.extend_from_slice(known),
                    None => self.run(text, &rest[..length], buffers, ids),
                }
                rest = &rest[length..];
            }
            buffers.parts = parts;
        }
    }

    /// Appends ids of `text[start..]` whose first segment is written the same way behind any text: by the general member.
    pub fn encode_detached(&self, text: &str, start: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        let first = self.scanner.segment(text, start).end;
        buffers.members.resize_with(self.members.len(), Default::default);
        self.append(&text[..first], start, GENERAL_MEMBER, buffers, ids);
        self.encode(text, first, buffers, ids);
    }

    /// The member of a word, or of several that one member encodes; None if it has several.
    pub fn member_of(&self, word: &str, buffers: &mut UnionBuffers) -> Option<usize> {
        let mut at = 0;
        let mut member = None;
        while at < word.len() {
            at = self.window(word, at, buffers);
            for part in &buffers.parts[..buffers.count] {
                if member.replace(part.member).is_some_and(|before| before != part.member) {
                    return None;
                }
            }
        }
        member
    }

    /// Reads the window that begins at `start` into the buffers, with the members of its segments; returns its end.
    fn window(&self, text: &str, start: usize, buffers: &mut UnionBuffers) -> usize {
        let UnionBuffers { parts, count, words, missing, unscored, path, own, .. } = buffers;
        if parts.is_empty() {
            let segment = Segment { start: 0, end: 0, group: GENERAL, is_separate: false };
            let (member, key, found, costs, ids) = (GENERAL_MEMBER, Key::NONE, Found::NOTHING, Costs::default(), Source::Run);
            *parts = vec![Part { segment, member, key, found, costs, ids }; MOST_SEGMENTS];
        }
        let mut at = start;
        *count = 0;
        // A part is written in its place: a processor waits when it copies what has just been written.
        for part in parts.iter_mut() {
            if at >= text.len() {
                break;
            }
            part.segment = self.scanner.segment(text, at);
            part.member = GENERAL_MEMBER;
            part.ids = Source::Run;
            part.key = Key::NONE;
            // Those of a word that only one member may encode stay at zero, and the cache gets them.
            part.costs = Costs::default();
            *count += 1;
            let start = std::mem::replace(&mut at, part.segment.end);
            if part.segment.group == GENERAL {
                if text.as_bytes()[start..at].contains(&b'\n') {
                    break;
                }
            } else if self.groups[part.segment.group as usize - 1].is_kept {
                part.key.set(text.as_bytes(), start, at, false);
                words.prefetch(&part.key);
            }
        }
        let parts = &mut parts[..*count];
        parts.iter_mut().for_each(|part| part.found = words.find(&part.key));
        if let Some(known) = &self.known {
            self.add_known(text, parts, known, words, missing, own);
        }
        self.score(text, parts, unscored, words);
        self.route(parts, path);
        at
    }

    /// Puts known words of a window into the cache, if they are not there.
    fn add_known(
        &self,
        text: &str,
        parts: &mut [Part],
        known: &Precomputed,
        words: &mut Cache,
        missing: &mut Vec<usize>,
        own: &mut Vec<u32>,
    ) {
        missing.clear();
        missing.extend((0..parts.len()).filter(|&number| {
            let Part { segment, key, found, .. } = &parts[number];
            !key.is_none() && self.groups[segment.group as usize - 1].may_be_known && words.look(*found, key).is_none()
        }));
        missing.iter().for_each(|&number| known.prefetch(&parts[number].key));
        let has_space = |part: &Part| text.as_bytes()[part.segment.start] == b' ';
        missing.retain(|&number| !has_space(&parts[number]) || known.may_have(&parts[number].key));
        for &number in &*missing {
            let Part { segment, key, found, .. } = &mut parts[number];
            let word = &text[segment.start..segment.end];
            if word.starts_with(' ') {
                if self.look_up_known(known, key, word.as_bytes(), own) {
                    *found = words.put(key, own);
                }
                continue;
            }
            // Without a space it costs the same, and its ids are others.
            let spaced = format!(" {word}");
            let spaced_key = Key::new(spaced.as_bytes(), 0, spaced.len(), false);
            if spaced_key.is_some_and(|key| self.look_up_known(known, &key, spaced.as_bytes(), own)) {
                write_head(None, Known::of(own, self.columns.len()).head, self.columns.len(), own);
                *found = words.put(key, own);
            }
        }
    }

    /// The group of a word with the space before it, if a member may have to encode it, and its ids depend on the word alone.
    fn group_of_word(&self, word: &str, member: usize) -> Option<&Group> {
        let segment = self.scanner.segment(word, 0);
        let group = self.groups.get((segment.group as usize).checked_sub(1)?)?;
        let is_candidate = group.sole == Some(member) || group.candidates.iter().any(|&column| self.columns[column] == member);
        (segment.is_separate && segment.end == word.len() && self.cuts_off_words[member] && is_candidate).then_some(group)
    }

    /// What a word costs in each language; None if the cache cannot have it with ids of the member.
    pub(super) fn costs_of_word(&self, word: &str, member: usize, counted: impl Fn(&[u32]) -> Vec<u32>) -> Option<Costs> {
        let group = self.group_of_word(word, member)?;
        let costs = || self.routing.costs_by(&word[1..], &group.candidates, counted);
        Some(if group.sole.is_none() { costs() } else { Costs::default() })
    }

    /// The ids that a member has for a word behind a letter; None if the union does not have all of them.
    pub(super) fn ids_of_word(&self, word: &str, member: usize, buffers: &mut engine::Buffers) -> Option<Vec<u32>> {
        let (engine, layers) = self.members[member].tokenizer.machinery();
        let (mut own, mut ends, text) = (Vec::new(), Vec::new(), format!("a{word}"));
        engine.append_words(layers, &text, std::slice::from_ref(&(1..text.len())), buffers, &mut own, &mut ends);
        let translated = own.iter().map(|&id| self.ids.of_members[member][id as usize]);
        translated.map(|id| (id != NONE).then_some(id)).collect()
    }

    /// Finds the costs of the words of a window that may be of several members.
    fn score(&self, text: &str, parts: &mut [Part], buffers: &mut Unscored, words: &Cache) {
        let Unscored { numbers, places } = buffers;
        numbers.clear();
        for (number, part) in parts.iter_mut().enumerate().filter(|(_, part)| part.segment.group != GENERAL) {
            if self.groups[part.segment.group as usize - 1].sole.is_none() {
                match words.look(part.found, &part.key) {
                    Some(entries) => part.costs = Known::of(entries, self.columns.len()).head,
                    None => numbers.push(number),
                }
            }
        }
        let mut rest = &numbers[..];
        while let [first, ..] = rest {
            let group = parts[*first].segment.group;
            let numbers;
            (numbers, rest) = rest.split_at(rest.iter().take_while(|&&number| parts[number].segment.group == group).count());
            let place = |&number: &usize| {
                let Segment { start, end, .. } = parts[number].segment;
                start + usize::from(text.as_bytes()[start] == b' ')..end
            };
            places.clear();
            places.extend(numbers.iter().map(place));
            let candidates = self.groups[group as usize - 1].candidates();
            self.routing.costs(text, places, candidates.columns, |word, costs| parts[numbers[word]].costs = costs);
        }
    }

    /// Gives the segments of a window their members.
    fn route(&self, parts: &mut [Part], path: &mut Path) {
        // The script of the path.
        let mut open = GENERAL;
        let close = |path: &mut Path, parts: &mut [Part], group: u8| {
            if group != GENERAL {
                path.close(self.groups[group as usize - 1].candidates(), |number, column| parts[number].member = self.columns[column]);
            }
        };
        for number in 0..parts.len() {
            let Part { segment: Segment { group, .. }, costs, .. } = parts[number];
            if group == GENERAL {
                continue;
            }
            if group != open {
                close(path, parts, std::mem::replace(&mut open, GENERAL));
            }
            let of_script = &self.groups[group as usize - 1];
            if let Some(member) = of_script.sole {
                parts[number].member = member;
                continue;
            }
            open = group;
            path.add(&self.routing, of_script.candidates(), number, costs);
        }
        close(path, parts, open);
    }

    /// What the cache has of a word.
    #[inline]
    fn known<'a>(&self, words: &'a Cache, part: &Part) -> Option<Known<'a>> {
        words.look(part.found, &part.key).map(|entries| Known::of(entries, self.columns.len()))
    }

    /// The same if its ids are of the member that encodes the word here.
    #[inline]
    fn known_of_member<'a>(&self, words: &'a Cache, part: &Part) -> Option<Known<'a>> {
        self.known(words, part).filter(|known| known.member() == Some(part.member))
    }

    /// The cache may have a word with the ids of another member. Then puts there the ids that the table of known words has for this member,
    /// so that a word has the ids of the table whatever was encoded before. False if the table has none.
    fn takes_from_table(&self, text: &str, part: &Part, words: &mut Cache, own: &mut Vec<u32>) -> bool {
        let Some(known) = self.known.as_ref().filter(|_| self.known(words, part).is_some()) else { return false };
        let Part { segment, key, found, member, .. } = part;
        let is_found = self.look_up_known(known, key, &text.as_bytes()[segment.start..segment.end], own);
        let is_of_member = is_found && Known::of(own, self.columns.len()).member() == Some(*member);
        if is_of_member {
            words.replace(*found, key, own);
        }
        is_of_member
    }

    /// Finds out where the ids of the segments of a window come from, and encodes the new words.
    fn encode_new(&self, text: &str, parts: &mut [Part], buffers: &mut UnionBuffers) {
        let UnionBuffers { words, new, own, .. } = buffers;
        new.numbers.clear();
        new.again.clear();
        new.ids.clear();
        for number in 0..parts.len() {
            let part = &parts[number];
            if part.key.is_none() {
                continue;
            }
            let is_alone = part.segment.is_separate && self.cuts_off_words[part.member] && {
                let engine = self.members[part.member].tokenizer.machinery().0;
                !engine.has_context(&text.as_bytes()[..part.segment.start])
            };
            if is_alone && (self.known_of_member(words, part).is_some() || self.takes_from_table(text, part, words, own)) {
                parts[number].ids = Source::Known;
            } else if is_alone {
                let is_same = |&&other: &&usize| parts[other].key == part.key && parts[other].member == part.member;
                match new.numbers.iter().find(is_same) {
                    Some(&first) => new.again.push((number, first)),
                    None => new.numbers.push(number),
                }
            } else if self.known(words, part).is_none() {
                write_head(None, part.costs, self.columns.len(), own);
                words.put(&part.key, own);
            }
        }
        // Those of a member together.
        let mut numbers = std::mem::take(&mut buffers.new.numbers);
        numbers.sort_by_key(|&number| parts[number].member);
        let mut rest = &numbers[..];
        while let [first, ..] = rest {
            let member = parts[*first].member;
            let of_member;
            (of_member, rest) = rest.split_at(rest.iter().take_while(|&&number| parts[number].member == member).count());
            self.encode_words(text, of_member, parts, buffers);
        }
        buffers.new.numbers = numbers;
        buffers.new.again.iter().for_each(|&(number, first)| parts[number].ids = parts[first].ids);
    }

    /// Encodes new words of one member, and keeps their ids.
    fn encode_words(&self, text: &str, numbers: &[usize], parts: &mut [Part], buffers: &mut UnionBuffers) {
        let mut new = std::mem::take(&mut buffers.new);
        let member = parts[numbers[0]].member;
        let (engine, layers) = self.members[member].tokenizer.machinery();
        new.places.clear();
        new.places.extend(numbers.iter().map(|&number| parts[number].segment.start..parts[number].segment.end));
        new.own.clear();
        new.ends.clear();
        engine.append_words(layers, text, &new.places, &mut buffers.members[member], &mut new.own, &mut new.ends);
        let translated = &self.ids.of_members[member];
        let mut begin = 0;
        for ((&number, place), &end) in numbers.iter().zip(&new.places).zip(&new.ends) {
            let from = new.ids.len();
            new.ids.extend(new.own[begin..end].iter().map(|&id| translated[id as usize]));
            begin = end;
            if new.ids[from..].contains(&NONE) {
                new.ids.truncate(from);
                self.append(&text[..place.end], place.start, GENERAL_MEMBER, buffers, &mut new.ids);
            }
            let (part, UnionBuffers { own, words, .. }) = (&mut parts[number], &mut *buffers);
            part.ids = Source::New(from as u32, (new.ids.len() - from) as u32);
            write_head(Some(member), part.costs, self.columns.len(), own);
            own.extend_from_slice(&new.ids[from..]);
            // The cache may have the word with ids of another member: the table of known words has frequent Malay words as general ones.
            words.replace(part.found, &part.key, own);
        }
        buffers.new = new;
    }

    /// Appends the ids of a run.
    fn run(&self, text: &str, run: &[Part], buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        let (first, last, member) = (run[0].segment, run[run.len() - 1].segment, run[0].member);
        if member == GENERAL_MEMBER
            && last.end == first.start + 1
            && let Some(of_character) = self.of_characters.get(text.as_bytes()[first.start] as usize)
        {
            ids.extend_from_slice(of_character);
            return;
        }
        if self.append(&text[..last.end], first.start, member, buffers, ids) {
            return;
        }
        for Part { segment, .. } in run {
            let text = &text[..segment.end];
            if !self.append(text, segment.start, member, buffers, ids) {
                self.append(text, segment.start, GENERAL_MEMBER, buffers, ids);
            }
        }
    }

    /// Appends the ids that a member has for `text[from..]`; false, and nothing appended, if the union does not have all of them.
    fn append(&self, text: &str, from: usize, member: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) -> bool {
        let UnionBuffers { members, own, .. } = buffers;
        let (engine, layers) = self.members[member].tokenizer.machinery();
        own.clear();
        engine.append_ids(layers, text, from, &mut members[member], own);
        let before = ids.len();
        let translated = &self.ids.of_members[member];
        ids.extend(own.iter().map(|&id| translated[id as usize]));
        let is_known = member == GENERAL_MEMBER || !ids[before..].contains(&NONE);
        if !is_known {
            ids.truncate(before);
        }
        is_known
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_encode.rs"]
mod tests;
