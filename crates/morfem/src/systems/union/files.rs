//! The files of a union: its members' artefacts, each file with the name of the member before it, `routing.tsv`, and `members.tsv`:
//!
//! | column | content |
//! |---|---|
//! | `member` | what the names of its files begin with: `general`, or a language |
//! | `scripts` | the scripts whose words it may encode |
//!
//! `vocabulary.tsv` has the specials alone: all other ids [follow from the members](super::members). There may be a table of
//! [known words](super::known).

use super::encode::{Union, columns};
use super::known::KNOWN;
use super::members::{Member, joined};
use super::routing::{ROUTING, Routing};
use super::scripts::{SCRIPTS, named};
use crate::engine::{Fault, Section};
use crate::files::record::{Files, is_member};
use crate::files::tsv;
use crate::run::threads::in_parts;
use crate::tokenizer::Tokenizer;
use crate::vocab::Vocabulary;

pub const MEMBERS: &str = "members.tsv";
const COLUMNS: [&str; 2] = ["member", "scripts"];
/// The largest number of members, with the general one.
pub const MOST_MEMBERS: usize = 64;

/// The files.
pub fn write(union: &Union) -> Files {
    let mut files = Files::from([(ROUTING.to_owned(), union.routing.write())]);
    let mut lines = COLUMNS.join("\t") + "\n";
    for member in &union.members {
        let scripts: Vec<&str> = member.scripts.iter().map(|&script| SCRIPTS[script].name).collect();
        lines += &format!("{}\t{}\n", member.name, scripts.join(" "));
        files.extend(member.tokenizer.files().into_iter().map(|(file, content)| (format!("{}.{file}", member.name), content)));
    }
    files.insert(MEMBERS.into(), lines.into_bytes());
    files.extend(union.known.iter().map(|known| (KNOWN.into(), union.write_known(known))));
    files
}

/// A row of `members.tsv`.
struct Listed {
    name: String,
    scripts: Vec<usize>,
}

fn listed(files: &Files) -> Result<Vec<Listed>, Fault> {
    let read = || -> crate::Result<Vec<Listed>> {
        let mut members: Vec<Listed> = Vec::new();
        for row in tsv::saved_rows(MEMBERS, tsv::text(MEMBERS, &files[MEMBERS])?, &COLUMNS)? {
            let (place, [name, scripts]) = row?;
            let scripts: Option<Vec<usize>> = scripts.split(' ').filter(|name| !name.is_empty()).map(named).collect();
            let scripts = scripts.ok_or_else(|| place.error("not the name of a member, and scripts"))?;
            if !is_member(name) || members.iter().any(|member| member.name == name) || members.len() == MOST_MEMBERS {
                return Err(place.error(format!("{name:?} is not the name of another member, or there are more than {MOST_MEMBERS}")));
            }
            members.push(Listed { name: name.to_owned(), scripts });
        }
        Ok(members)
    };
    read().map_err(|error| error.to_string())
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

/// A union of members, whose ids are added to the vocabulary, which has the specials.
///
/// # Errors
/// A sentence that says what does not match.
pub fn read(section: &Section, members: Vec<Member>, vocabulary: &mut Vocabulary) -> Result<Union, Fault> {
    let specials: Vec<Vec<u8>> = vocabulary.specials().map(|id| vocabulary.bytes(id).to_vec()).collect();
    let joined = joined(&specials, &members);
    let listed = std::mem::replace(vocabulary, joined.vocabulary().map_err(|error| error.to_string())?);
    let is_same = |id: u32| listed.kind(id) == vocabulary.kind(id) && listed.bytes(id) == vocabulary.bytes(id);
    if !(0..listed.len() as u32).all(|id| (id as usize) < vocabulary.len() && is_same(id)) {
        return Err("vocabulary.tsv: has other tokens than the specials and the 256 bytes".into());
    }
    let routing = Routing::read(&section.files[ROUTING], columns(&members).len()).map_err(|error| error.to_string())?;
    let mut union = Union::new(members, joined.ids, routing)?;
    if let Some(content) = section.files.get(KNOWN) {
        union.known = Some(union.read_known(content).map_err(|error| error.to_string())?);
    }
    Ok(union)
}
