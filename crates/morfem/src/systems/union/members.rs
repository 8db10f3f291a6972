//! The members of a union, and what each id of its vocabulary belongs to.
//!
//! The vocabulary has, in this order: the specials; the 256 bytes; the marks that members share, each name once; the pieces of the general
//! member; the unmerged ids of the other members, member by member, with the marks that are for their own units alone; their merged ids,
//! member by member. An id that always writes the same bytes as a piece of the general member is that piece; a byte too, if there is a
//! piece for this character. Where two ids would have the same token string, the name of the member, behind a slash, is added to the later
//! one.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::text::Splitter;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};

/// A tokenizer in a union.
pub struct Member {
    /// What its files begin with, and its language unless it is the general member.
    pub name: String,
    /// The scripts whose words it may encode.
    pub scripts: Vec<usize>,
    pub tokenizer: Tokenizer,
}

/// The kind of unions in the record of an artefact.
pub const KIND: &str = "union";
/// The general member comes first.
pub const GENERAL_MEMBER: usize = 0;
/// No id of the union.
pub const NONE: u32 = u32::MAX;
/// Marks of a member at most. [`Owner::Member`] can number 256 members, and so many marks of each fit into [`Owner::Mark`].
const MOST_MARKS: usize = 255;

/// What an id belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Special,
    /// A mark, by its number.
    Mark(u16),
    /// A member, and the id of its own that this one stands for.
    Member(u8, u32),
}

/// The ids of a union, and those of its members.
pub struct Ids {
    pub owners: Vec<Owner>,
    /// By member, then by its own id: the id of the union, or [`NONE`].
    pub of_members: Vec<Vec<u32>>,
    /// By mark, then by member: its own id.
    pub marks: Vec<Vec<Option<u32>>>,
}

/// Two tokens have different token strings if these differ: whether the token is written with a plus sign, and its text.
type Name = (bool, Vec<u8>);

/// The tokens of a union.
pub struct Joined {
    pub unmerged: Vec<(Kind, Vec<u8>)>,
    pub merged: Vec<(Kind, Vec<u32>)>,
    pub ids: Ids,
}

/// Joins the vocabularies of members.
pub fn joined(specials: &[Vec<u8>], members: &[Member]) -> Joined {
    let mut joining = Joining { taken: FxHashSet::default(), tokens: Vec::new(), owners: Vec::new() };
    for special in specials {
        joining.add(Kind::Special, special.clone(), "", Owner::Special);
    }
    let mut of_members: Vec<Vec<u32>> = members.iter().map(|member| vec![NONE; member.tokenizer.vocabulary().len()]).collect();
    let general = members[GENERAL_MEMBER].tokenizer.vocabulary();
    let mut shared: FxHashMap<&[u8], u32> = FxHashMap::default();
    let mut bytes = [NONE; 256];
    for (byte, &local) in general.byte_ids().iter().enumerate() {
        bytes[byte] = joining.add(Kind::Byte, vec![byte as u8], "", Owner::Member(GENERAL_MEMBER as u8, local));
        of_members[GENERAL_MEMBER][local as usize] = bytes[byte];
    }
    let marks = joining.marks(members, &mut of_members);
    for (member, Member { name, tokenizer, .. }) in members.iter().enumerate() {
        let vocabulary = tokenizer.vocabulary();
        for local in 0..vocabulary.unmerged() as u32 {
            let (kind, text) = (vocabulary.kind(local), vocabulary.bytes(local));
            let is_plain = tokenizer.abilities().is_plain(vocabulary, local);
            let known = match kind {
                Kind::Special => continue,
                Kind::Mark if is_shared(tokenizer, local) => continue,
                Kind::Byte => Some(if is_plain { bytes[text[0] as usize] } else { NONE }),
                _ if member == GENERAL_MEMBER => None,
                _ => shared.get(text).copied().filter(|_| is_plain),
            };
            let id = known.unwrap_or_else(|| joining.add(kind, text.to_vec(), name, Owner::Member(member as u8, local)));
            of_members[member][local as usize] = id;
            if member == GENERAL_MEMBER {
                shared.insert(text, id);
            }
        }
        if member == GENERAL_MEMBER {
            for (byte, &local) in general.byte_ids().iter().enumerate() {
                if let Some(&character) = shared.get(&[byte as u8][..]) {
                    bytes[byte] = character;
                    of_members[GENERAL_MEMBER][local as usize] = character;
                }
            }
        }
    }
    let mut merged = Vec::new();
    for (member, Member { tokenizer, .. }) in members.iter().enumerate() {
        let vocabulary = tokenizer.vocabulary();
        for local in vocabulary.unmerged() as u32..vocabulary.len() as u32 {
            let ids = &mut of_members[member];
            let units: Vec<u32> = vocabulary.units(local).unwrap_or_default().iter().map(|&unit| ids[unit as usize]).collect();
            if !units.is_empty() && !units.contains(&NONE) {
                ids[local as usize] = (joining.tokens.len() + merged.len()) as u32;
                merged.push((vocabulary.kind(local), units));
                joining.owners.push(Owner::Member(member as u8, local));
            }
        }
    }
    Joined { unmerged: joining.tokens, merged, ids: Ids { owners: joining.owners, of_members, marks } }
}

/// Whether an unmerged id is a mark that members share: it is for the next id, of whichever member.
pub fn is_shared(tokenizer: &Tokenizer, id: u32) -> bool {
    tokenizer.vocabulary().kind(id) == Kind::Mark && !tokenizer.abilities().is_own_mark(id)
}

/// The tokens so far.
struct Joining {
    taken: FxHashSet<Name>,
    tokens: Vec<(Kind, Vec<u8>)>,
    owners: Vec<Owner>,
}

impl Joining {
    /// Adds a token, and returns its id. If its name is taken, `suffix` is added.
    fn add(&mut self, kind: Kind, text: Vec<u8>, suffix: &str, owner: Owner) -> u32 {
        let mut name = (matches!(kind, Kind::Affix | Kind::Pattern), text);
        if kind != Kind::Byte {
            while !self.taken.insert(name.clone()) {
                name.1.push(b'/');
                name.1.extend_from_slice(suffix.as_bytes());
            }
        }
        self.tokens.push((kind, name.1));
        self.owners.push(owner);
        self.tokens.len() as u32 - 1
    }

    /// Adds the marks of all members.
    fn marks(&mut self, members: &[Member], of_members: &mut [Vec<u32>]) -> Vec<Vec<Option<u32>>> {
        let mut marks: Vec<Vec<Option<u32>>> = Vec::new();
        let mut known: FxHashMap<Vec<u8>, (usize, u32)> = FxHashMap::default();
        for (member, Member { tokenizer, .. }) in members.iter().enumerate() {
            let vocabulary = tokenizer.vocabulary();
            for local in (0..vocabulary.unmerged() as u32).filter(|&id| is_shared(tokenizer, id)) {
                let name = vocabulary.bytes(local).to_vec();
                let (mark, id) = *known.entry(name.clone()).or_insert_with(|| {
                    marks.push(vec![None; members.len()]);
                    let mark = marks.len() - 1;
                    (mark, self.add(Kind::Mark, name, "", Owner::Mark(mark as u16)))
                });
                marks[mark][member] = Some(local);
                of_members[member][local as usize] = id;
            }
        }
        marks
    }
}

impl Joined {
    /// The vocabulary.
    ///
    /// # Errors
    /// [`crate::Error::Vocabulary`] for specials that are also tokens, and tokens that are too long.
    pub fn vocabulary(&self) -> crate::Result<Vocabulary> {
        let mut vocabulary = Vocabulary::new(self.unmerged.iter().cloned())?;
        self.merged.iter().try_for_each(|(kind, units)| vocabulary.join(units, *kind).map(drop))?;
        vocabulary.check()?;
        Ok(vocabulary)
    }
}

impl Member {
    /// How its texts are cut.
    pub fn splitter(&self) -> Splitter {
        self.tokenizer.record().splitter
    }

    /// Refuses a tokenizer that cannot be in a union.
    ///
    /// # Errors
    /// A sentence that says why, and what to do.
    pub fn check(&self) -> Result<(), String> {
        let record = self.tokenizer.record();
        let name = &record.name;
        if record.symbols.is_some() || record.space_before {
            return Err(format!(
                "{name} puts a space before texts or finds symbols in them, which words cannot take; train a tokenizer of its kind"
            ));
        }
        if record.kind == KIND {
            return Err(format!("{name} is a union; give its members"));
        }
        let vocabulary = self.tokenizer.vocabulary();
        let marks = (0..vocabulary.unmerged() as u32).filter(|&id| is_shared(&self.tokenizer, id));
        if let Some(id) = marks.clone().find(|&id| self.tokenizer.abilities().is_plain(vocabulary, id)) {
            return Err(format!(
                "{name} has the mark {:?}, which stands for text in it; in a union, marks stand for none, so train it with that token as a subword",
                vocabulary.token(id)
            ));
        }
        if marks.count() > MOST_MARKS {
            return Err(format!("{name} has more than {MOST_MARKS} marks; a union takes at most so many of each member"));
        }
        if !vocabulary.added().is_empty() {
            return Err(format!("{name} has specials that were added; give the tokenizer without them, and add them to the union"));
        }
        Ok(())
    }

    /// Refuses a general member whose ids do not always write the same bytes.
    ///
    /// # Errors
    /// A sentence.
    pub fn check_general(&self) -> Result<(), String> {
        let vocabulary = self.tokenizer.vocabulary();
        let is_fixed = |id: u32| vocabulary.kind(id) == Kind::Special || self.tokenizer.abilities().is_plain(vocabulary, id);
        match vocabulary.unmerged() == vocabulary.len() && (0..vocabulary.len() as u32).all(is_fixed) {
            true => Ok(()),
            false => Err(format!("{} cannot be the general member, which is of kind bpe or unigram", self.tokenizer.record().name)),
        }
    }
}
