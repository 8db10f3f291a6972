//! The files of a union: its members' artefacts, each file with the name of the member before it, `routing.tsv`, and `members.tsv`:
//!
//! | column | content |
//! |---|---|
//! | `member` | what the names of its files begin with: `general`, or a language |
//! | `scripts` | the scripts whose words it may encode |
//! | `merged` | how many of its merged ids the union has |
//!
//! There may be a table of [known words](super::known).

use super::encode::{Union, columns};
use super::known::{self, KNOWN};
use super::members::{Joined, Member, Owner, joined};
use super::routing::{ROUTING, Routing};
use super::scripts::{SCRIPTS, named};
use crate::cache::precomputed::Precomputed;
use crate::engine::{Fault, Section};
use crate::files::record::{Files, is_member};
use crate::files::tsv;
use crate::run::threads::in_parts;
use crate::tokenizer::Tokenizer;
use crate::vocab::{Kind, Vocabulary};

pub const MEMBERS: &str = "members.tsv";
const COLUMNS: [&str; 3] = ["member", "scripts", "merged"];
/// The largest number of members, with the general one.
pub const MOST_MEMBERS: usize = 64;

/// The files.
pub fn write(union: &Union) -> Files {
    let mut files = Files::from([(ROUTING.to_owned(), union.routing.write())]);
    let mut lines = COLUMNS.join("\t") + "\n";
    for (member, ids) in union.members.iter().zip(&union.ids.of_members) {
        let scripts: Vec<&str> = member.scripts.iter().map(|&script| SCRIPTS[script].name).collect();
        let unmerged = member.tokenizer.vocabulary().unmerged();
        let merged = ids[unmerged..].iter().filter(|&&id| id != super::members::NONE).count();
        lines += &format!("{}\t{}\t{merged}\n", member.name, scripts.join(" "));
        files.extend(member.tokenizer.files().into_iter().map(|(file, content)| (format!("{}.{file}", member.name), content)));
    }
    files.insert(MEMBERS.into(), lines.into_bytes());
    files.extend(union.known.iter().map(|known| (KNOWN.into(), known.text().to_vec())));
    files
}

/// A row of `members.tsv`.
struct Listed {
    name: String,
    scripts: Vec<usize>,
    merged: usize,
}

fn listed(files: &Files) -> Result<Vec<Listed>, Fault> {
    let content = files.get(MEMBERS).ok_or_else(|| format!("{MEMBERS}: is missing"))?;
    let read = || -> crate::Result<Vec<Listed>> {
        let mut members: Vec<Listed> = Vec::new();
        for row in tsv::saved_rows(MEMBERS, tsv::text(MEMBERS, content)?, &COLUMNS)? {
            let (place, [name, scripts, merged]) = row?;
            let scripts: Option<Vec<usize>> = scripts.split(' ').filter(|name| !name.is_empty()).map(named).collect();
            let (Some(scripts), Ok(merged)) = (scripts, merged.parse()) else {
                return Err(place.error("not the name of a member, scripts and a number"));
            };
            if !is_member(name) || members.iter().any(|member| member.name == name) || members.len() == MOST_MEMBERS {
                return Err(place.error(format!("{name:?} is not the name of another member, or there are more than {MOST_MEMBERS}")));
            }
            members.push(Listed { name: name.to_owned(), scripts, merged });
        }
        Ok(members)
    };
    read().map_err(|error| error.to_string())
}

/// How many ids at the end of the vocabulary are merged ones of members.
pub fn merged(files: &Files) -> usize {
    listed(files).map_or(0, |members| members.iter().fold(0, |sum: usize, member| sum.saturating_add(member.merged)))
}

/// The members of an artefact.
///
/// # Errors
/// A sentence with the file and the reason.
pub fn read_members(files: &Files) -> Result<Vec<Member>, Fault> {
    let listed = listed(files)?;
    if listed.is_empty() {
        return Err(format!("{MEMBERS}: there is no general member"));
    }
    let read = |listed: &Listed| {
        let prefix = format!("{}.", listed.name);
        let own = files.range(prefix.clone()..).take_while(|(name, _)| name.starts_with(&prefix));
        let own: Files = own.map(|(name, content)| (name[prefix.len()..].to_owned(), content.clone())).collect();
        Tokenizer::from_files(&own, &listed.name).map_err(|error| error.to_string())
    };
    let tokenizers = in_parts(&listed, read);
    let members = listed.into_iter().zip(tokenizers).map(|(listed, tokenizer)| {
        let member = Member { name: listed.name, scripts: listed.scripts, tokenizer: tokenizer? };
        member.check()?;
        Ok(member)
    });
    let members: Vec<Member> = members.collect::<Result<_, Fault>>()?;
    members[super::members::GENERAL_MEMBER].check_general()?;
    Ok(members)
}

/// A union of members, whose merged ids are added to the vocabulary.
///
/// # Errors
/// A sentence that says what does not match.
pub fn read(section: &Section, members: Vec<Member>, vocabulary: &mut Vocabulary) -> Result<Union, Fault> {
    let specials: Vec<Vec<u8>> = vocabulary.specials().map(|id| vocabulary.bytes(id).to_vec()).collect();
    let joined: Joined = joined(&specials, &members);
    let own = (0..vocabulary.len() as u32).map(|id| (vocabulary.kind(id), vocabulary.bytes(id)));
    if !own.eq(joined.unmerged.iter().map(|(kind, bytes): &(Kind, Vec<u8>)| (*kind, bytes.as_slice()))) {
        return Err("vocabulary.tsv: has other tokens than the members".into());
    }
    let units = joined.unmerged.len();
    for (number, listed) in listed(section.files)?.iter().enumerate() {
        let is_own = |owner: &&Owner| matches!(owner, Owner::Member(member, _) if *member as usize == number);
        let merged = joined.ids.owners[units..].iter().filter(is_own).count();
        if listed.merged != merged {
            return Err(format!("{MEMBERS}: {} has {merged} merged ids, not {}", listed.name, listed.merged));
        }
    }
    joined.join(vocabulary).map_err(|error| error.to_string())?;
    let content = section.files.get(ROUTING).ok_or_else(|| format!("{ROUTING}: is missing"))?;
    let routing = Routing::read(content, columns(&members).len()).map_err(|error| error.to_string())?;
    let mut union = Union::new(members, joined.ids, routing)?;
    if let Some(content) = section.files.get(KNOWN) {
        let text = tsv::text(KNOWN, content).map_err(|error| error.to_string())?;
        let slots = Precomputed::slots(text.as_bytes(), known::COLUMNS).map_err(|reason| format!("{KNOWN}: {reason}"))?;
        let known = Precomputed::of(content.clone(), slots, vocabulary.len());
        union.known = Some(if section.is_bundled { known } else { union.checked_known(known) });
    }
    Ok(union)
}
