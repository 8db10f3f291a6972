//! From a text to ids.
//!
//! The segments of a window get their members; neighbouring segments of one member are a *run*, which the member encodes behind all text to its
//! left, with its own splitter and its own cache. Its ids are translated. An id that the union does not have is one that a member writes
//! differently from the general member, such as a byte inside a word with capitals. The words of such a run are encoded one by one,
//! and those that still have such an id go to the general member.

use super::members::{GENERAL_MEMBER, Ids, Member, NONE};
use super::routing::{Candidates, MOST_COLUMNS, Routing, RoutingBuffers};
use super::scan::{GENERAL, MOST_GROUPS, Scanner, Segment, Shape};
use super::scripts::script;
use crate::engine;

/// Segments of a window at most.
pub const MOST_SEGMENTS: usize = 128;

/// A union, ready to encode.
pub struct Union {
    pub members: Vec<Member>,
    pub ids: Ids,
    pub routing: Routing,
    scanner: Scanner,
    groups: Vec<Group>,
    /// The members that share scripts: the languages of the routing.
    columns: Vec<usize>,
    /// By ASCII character: the ids of a run that is this character, if it is general.
    of_characters: Vec<Vec<u32>>,
}

/// A script that members know.
struct Group {
    /// The member of its words, if it is the only one.
    sole: Option<usize>,
    /// The languages of the routing otherwise.
    candidates: Vec<usize>,
    has_general: bool,
}

/// Buffers of a union, and the caches of its members.
#[derive(Default)]
pub struct UnionBuffers {
    members: Vec<engine::Buffers>,
    segments: Vec<(Segment, usize)>,
    routing: RoutingBuffers,
    own: Vec<u32>,
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
        let groups = scripts.iter().map(|(_, known)| Group {
            sole: (known.len() == 1).then(|| known[0]),
            candidates: if known.len() > 1 { known.iter().map(|&member| column(member)).collect() } else { Vec::new() },
            has_general: known[0] == GENERAL_MEMBER,
        });
        let shape = |known: &Vec<usize>| known.iter().find(|&&member| member != GENERAL_MEMBER).map(|&member| members[member].splitter());
        let shapes: Vec<Shape> = scripts.iter().filter_map(|(_, known)| shape(known)).map(Shape::of).collect();
        let group = |letter| script(letter).and_then(|script| scripts.iter().position(|known| known.0 == script));
        let scanner = Scanner::new(|letter| group(letter).map_or(GENERAL, |group| group as u8 + 1), &shapes);
        let groups = groups.collect();
        let mut union = Union { groups, scanner, columns, members, ids, routing, of_characters: Vec::new() };
        let (engine, layers) = union.members[GENERAL_MEMBER].tokenizer.machinery();
        let of_character = |character: char| {
            let (mut buffers, mut own) = (engine::Buffers::default(), Vec::new());
            engine.append_chunk(layers, character.encode_utf8(&mut [0; 4]), 0, 1, true, &mut buffers, &mut own);
            own.iter().map(|&id| union.ids.of_members[GENERAL_MEMBER][id as usize]).collect()
        };
        union.of_characters = ('\0'..='\x7f').map(of_character).collect();
        Ok(union)
    }

    /// Appends the ids of `text[start..end]`, behind `text[..start]`.
    pub fn encode(&self, text: &str, start: usize, end: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        let text = &text[..end];
        let mut at = start;
        while at < end {
            at = self.window(text, at, buffers);
            let mut segments = std::mem::take(&mut buffers.segments);
            for run in segments.chunk_by(|one, other| one.1 == other.1) {
                self.run(text, run, buffers, ids);
            }
            segments.clear();
            buffers.segments = segments;
        }
    }

    /// Appends ids of `text[start..end]` whose first segment is written the same way behind any text: by the general member.
    pub fn encode_detached(&self, text: &str, start: usize, end: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        let first = self.scanner.segment(&text[..end], start).end;
        self.append(&text[..first], start, GENERAL_MEMBER, buffers, ids);
        self.encode(text, first, end, buffers, ids);
    }

    /// The member of a word, or of several that one member encodes; None if it has several.
    pub fn member_of(&self, word: &str, buffers: &mut UnionBuffers) -> Option<usize> {
        let mut at = 0;
        let mut member = None;
        while at < word.len() {
            at = self.window(word, at, buffers);
            for (_, of_segment) in buffers.segments.drain(..) {
                if member.replace(of_segment).is_some_and(|before| before != of_segment) {
                    return None;
                }
            }
        }
        member
    }

    /// Reads the window that begins at `start` into the buffers, with the members of its segments; returns its end.
    fn window(&self, text: &str, start: usize, buffers: &mut UnionBuffers) -> usize {
        let UnionBuffers { segments, routing: path, .. } = buffers;
        segments.clear();
        let mut at = start;
        // The script of the path.
        let mut open = GENERAL;
        let close = |path: &mut RoutingBuffers, segments: &mut Vec<(Segment, usize)>, group: u8| {
            if group != GENERAL {
                let Group { candidates, has_general, .. } = &self.groups[group as usize - 1];
                let candidates = Candidates { columns: candidates, has_general: *has_general };
                path.close(&self.routing, text, candidates, |number, column| segments[number].1 = self.columns[column]);
            }
        };
        while at < text.len() && segments.len() < MOST_SEGMENTS {
            let segment = self.scanner.segment(text, at);
            at = segment.end;
            let group = (segment.group != GENERAL).then(|| &self.groups[segment.group as usize - 1]);
            let member = group.map_or(Some(GENERAL_MEMBER), |group| group.sole);
            segments.push((segment, member.unwrap_or(GENERAL_MEMBER)));
            let Some(group) = group else {
                if text.as_bytes()[segment.start..at].contains(&b'\n') {
                    break;
                }
                continue;
            };
            if segment.group != open {
                close(path, segments, open);
                open = GENERAL;
            }
            if group.sole.is_none() {
                open = segment.group;
                path.add(text, segments.len() - 1, segment);
            }
        }
        close(path, segments, open);
        at
    }

    /// Appends the ids of a run.
    fn run(&self, text: &str, run: &[(Segment, usize)], buffers: &mut UnionBuffers, ids: &mut Vec<u32>) {
        let ((first, member), (last, _)) = (run[0], run[run.len() - 1]);
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
        for (segment, _) in run {
            let text = &text[..segment.end];
            if !self.append(text, segment.start, member, buffers, ids) {
                self.append(text, segment.start, GENERAL_MEMBER, buffers, ids);
            }
        }
    }

    /// Appends the ids that a member has for `text[from..]`; false, and nothing appended, if the union does not have all of them.
    fn append(&self, text: &str, from: usize, member: usize, buffers: &mut UnionBuffers, ids: &mut Vec<u32>) -> bool {
        let UnionBuffers { members, own, .. } = buffers;
        if members.is_empty() {
            members.resize_with(self.members.len(), Default::default);
        }
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
