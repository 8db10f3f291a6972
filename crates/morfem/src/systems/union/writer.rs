//! From ids to bytes.
//!
//! Each id is written by the member that it belongs to, behind the bytes written since the start of the text or the last special. When an
//! id of another member comes, the member before it finishes, and the next one begins with a writer that has seen these bytes and nothing
//! else. A mark belongs to the member of the next id. It is given to the member that is writing, if that has it, and kept, so that another
//! member that comes next gets it too. So bytes are written as early as the member itself would write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::encode::Union;
use super::members::{GENERAL_MEMBER, Owner};
use crate::engine::State;
use crate::surface::MOST_WRITTEN;

/// The state of decoding.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Writer {
    /// The member that is writing; None for the general member.
    member: Option<u8>,
    state: Held,
    /// Marks that wait for the next id, each once.
    marks: Vec<u16>,
    /// Bytes written since the start or a special.
    since: usize,
    /// Where the bytes of the id before the last one begin, if that is known only now.
    #[serde(skip)]
    late: Option<usize>,
}

/// The writer of a member.
#[derive(Default)]
enum Held {
    #[default]
    None,
    Live(Box<dyn State>),
    /// As it was saved; the member makes a writer of it.
    Saved(Value),
}

impl Clone for Held {
    fn clone(&self) -> Self {
        match self {
            Held::None => Held::None,
            Held::Live(state) => Held::Live(state.fork()),
            Held::Saved(value) => Held::Saved(value.clone()),
        }
    }
}

impl Serialize for Held {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Held::None => Value::Null.serialize(serializer),
            Held::Live(state) => state.to_json().serialize(serializer),
            Held::Saved(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Held {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Ok(if value.is_null() { Held::None } else { Held::Saved(value) })
    }
}

impl Writer {
    /// Whether a writer that was read from a saved state names members and marks that exist, and its member can go on from its state.
    pub fn is_sound(&self, union: &Union) -> bool {
        let is_state = |member: u8| match (union.members.get(member as usize), &self.state) {
            (None, _) => false,
            (Some(member), Held::Saved(state)) => member.tokenizer.machinery().0.writer_of_json(state.clone()).is_some(),
            (Some(_), _) => true,
        };
        let mut marks = self.marks.iter();
        self.member.is_none_or(is_state) && marks.all(|&mark| (mark as usize) < union.ids.marks.len()) && self.since <= MOST_WRITTEN
    }

    /// Writes an unmerged id; returns the length of all bytes that belong to the ids before it, or
    /// [`INTERLEAVED`](crate::engine::INTERLEAVED).
    pub fn push(&mut self, union: &Union, owner: Owner, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        let start = bytes.len();
        self.late = None;
        let before = match owner {
            Owner::Special => return self.special(union, text, bytes),
            Owner::Mark(mark) => {
                let local = self.member.and_then(|member| union.ids.marks[mark as usize][member as usize]);
                self.marks.retain(|&other| other != mark);
                self.marks.push(mark);
                match local {
                    Some(local) => self.of_member(union, local, bytes),
                    None => {
                        self.close(union, bytes);
                        bytes.len()
                    }
                }
            }
            Owner::Member(member, local) if member as usize == GENERAL_MEMBER => {
                self.close(union, bytes);
                self.marks.clear();
                let before = bytes.len();
                union.members[GENERAL_MEMBER].tokenizer.vocabulary().excerpt(local).append_to(bytes);
                before
            }
            Owner::Member(member, local) => {
                if self.member != Some(member) {
                    self.close(union, bytes);
                    let seen = (self.since + bytes.len() - start).min(bytes.len());
                    let engine = union.members[member as usize].tokenizer.machinery().0;
                    self.state = Held::Live(engine.writer_behind(&bytes[bytes.len() - seen..]));
                    self.member = Some(member);
                    for mark in std::mem::take(&mut self.marks) {
                        if let Some(mark) = union.ids.marks[mark as usize][member as usize] {
                            self.of_member(union, mark, bytes);
                        }
                    }
                }
                self.marks.clear();
                self.of_member(union, local, bytes)
            }
        };
        self.since += bytes.len() - start;
        before
    }

    /// Writes a special unchanged; the text after it is written as a new text.
    pub fn special(&mut self, union: &Union, text: &[u8], bytes: &mut Vec<u8>) -> usize {
        self.finish(union, bytes);
        let before = bytes.len();
        bytes.extend_from_slice(text);
        before
    }

    /// Writes what waits for another id; the writer is then as new.
    pub fn finish(&mut self, union: &Union, bytes: &mut Vec<u8>) {
        self.late = None;
        self.close(union, bytes);
        *self = Writer { late: self.late, ..Writer::default() };
    }

    /// Writes an id of the member that is writing.
    fn of_member(&mut self, union: &Union, local: u32, bytes: &mut Vec<u8>) -> usize {
        let member = self.member.expect("a member is writing");
        let tokenizer = &union.members[member as usize].tokenizer;
        let state = self.state.live(union, member);
        let found = tokenizer.machinery().0.write(tokenizer.vocabulary(), local, state, bytes);
        self.late = found.last.or(self.late);
        found.own
    }

    /// As [`System::late`](crate::engine::System::late).
    pub fn late(&self) -> Option<usize> {
        self.late
    }

    /// Ends the text of the member that is writing.
    fn close(&mut self, union: &Union, bytes: &mut Vec<u8>) {
        if let Some(member) = self.member.take() {
            self.late = union.members[member as usize].tokenizer.machinery().0.finish(self.state.live(union, member), bytes);
            self.state = Held::None;
        }
    }
}

impl Held {
    /// The writer of a member. One that was saved and is no writer of the member begins anew.
    fn live(&mut self, union: &Union, member: u8) -> &mut dyn State {
        let engine = union.members[member as usize].tokenizer.machinery().0;
        if !matches!(self, Held::Live(_)) {
            let saved = match std::mem::take(self) {
                Held::Saved(value) => engine.writer_of_json(value),
                _ => None,
            };
            *self = Held::Live(saved.unwrap_or_else(|| engine.writer()));
        }
        match self {
            Held::Live(state) => &mut **state,
            _ => unreachable!("made above"),
        }
    }
}
