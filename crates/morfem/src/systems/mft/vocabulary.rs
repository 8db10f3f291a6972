//! The token strings of an MFT tokenizer, and what each stands for.
//!
//! | token string | meaning |
//! |---|---|
//! | `<title>` `<upper>` `<lower>` `<join>`, `<back>` and the other harmonies, `<plain>`, `<dotless>`, `<joint>`, `<accent>`, `<long>`, `<again>` | marks |
//! | `+lAr`, `+DIr/ASSERT` | an affix: its basic form; if an earlier affix has the same form, also its gloss |
//! | `▁kitap`, `▁Ankara` | a root: all rows of the lexicon with this lemma that are written alike; names have their capital |
//! | `▁hal/noun` | a root with a lemma that an earlier root has, and its class |
//! | anything else | a piece |

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use super::pack::{LEXICON, Pack, Root};
use super::token::{Mark, Token};
use crate::surface::Case;
use crate::surface::casing::{DOTLESS, PLAIN};
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result};

/// Maximum number of groups of rows for one lemma; the groups are searched one by one.
const MOST_ALIKE: usize = 64;

/// The rows of a lexicon, grouped by lemma and spelling: rows of one group are written alike in every context and share an id.
pub struct Roots {
    /// The group of each row.
    pub group_of: Vec<usize>,
    /// The first row of each group.
    pub firsts: Vec<u32>,
    pub names: Names,
    /// For each group that is another spelling of one without accents, that group: both share an id, and a mark tells them apart.
    pub plain_of: Vec<Option<usize>>,
}

/// The name of each group: its token string without `▁`.
pub struct Names {
    texts: String,
    ends: Vec<usize>,
}

impl Names {
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.count()).map(|group| self.get(group))
    }

    pub fn get(&self, group: usize) -> &str {
        let begin = if group == 0 { 0 } else { self.ends[group - 1] };
        &self.texts[begin..self.ends[group]]
    }
}

impl Roots {
    /// Groups the rows of a pack, and gives each row the features of all rows of its group.
    ///
    /// # Errors
    /// [`Error::Training`] if a lemma has more groups than [`MOST_ALIKE`].
    pub fn new(pack: &mut Pack) -> Result<Self> {
        // For each lemma its last group; for each group its first row and the previous group of the same lemma. In a sorted lexicon only
        // the row before can have the lemma.
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        let mut groups: Vec<(usize, Option<usize>)> = Vec::with_capacity(pack.roots.len());
        let mut group_of: Vec<usize> = Vec::with_capacity(pack.roots.len());
        let mut names = Names { texts: String::with_capacity(pack.lexicon.len() / 2), ends: Vec::with_capacity(pack.roots.len()) };
        let mut taken: FxHashSet<String> = FxHashSet::default();
        let is_alike = |one: &Root, other: &Root| one.is_capital == other.is_capital && one.unit.is_alike(&other.unit);
        let casing = &pack.casing;
        for (row, root) in pack.roots.iter().enumerate() {
            let lemma = pack.lemma(root);
            let last = match pack.is_sorted {
                true => row.checked_sub(1).filter(|&before| pack.lemma(&pack.roots[before]) == lemma).map(|_| groups.len() - 1),
                false => known.get(lemma).copied(),
            };
            let of_lemma = || std::iter::successors(last, |&group| groups[group].1);
            if of_lemma().nth(MOST_ALIKE).is_some() {
                return Err(Error::Training(format!(
                    "{LEXICON}: more than {MOST_ALIKE} rows of the lemma {lemma:?} are written in different ways; leave some out",
                )));
            }
            if let Some(group) = of_lemma().find(|&group| is_alike(&pack.roots[groups[group].0], root)) {
                group_of.push(group);
                continue;
            }
            // No lemma contains a slash, so a name with a slash cannot be another lemma.
            let mut letters = lemma.chars();
            let begin = names.texts.len();
            names.texts.extend(letters.next().map(|letter| casing.capital(letter).filter(|_| root.is_capital).unwrap_or(letter)));
            names.texts.push_str(letters.as_str());
            if last.is_some() {
                names.texts.push('/');
                names.texts.push_str(pack.class(root));
                while !taken.insert(names.texts[begin..].to_owned()) {
                    names.texts.push('\'');
                }
            }
            if !pack.is_sorted {
                known.insert(lemma, groups.len());
            }
            group_of.push(groups.len());
            groups.push((row, last));
            names.ends.push(names.texts.len());
        }
        let mut features = vec![0; names.count()];
        for (root, &group) in pack.roots.iter().zip(&group_of) {
            features[group] |= root.unit.features;
        }
        for (root, &group) in pack.roots.iter_mut().zip(&group_of) {
            root.unit.features = features[group];
        }
        let firsts = groups.iter().map(|group| group.0 as u32).collect();
        let mut roots = Roots { group_of, firsts, plain_of: vec![None; names.count()], names };
        roots.find_accented(pack);
        Ok(roots)
    }

    /// The group whose id a row has: with accents that of the root without.
    pub fn unit_of(&self, row: u32) -> usize {
        let group = self.group_of[row as usize];
        self.plain_of[group].unwrap_or(group)
    }

    /// Finds the groups that are another spelling of one without accents: the first of each lemma, and of the groups of the lemma without
    /// accents the first, if possible with a row of the same class.
    fn find_accented(&mut self, pack: &mut Pack) {
        let Some((flag, accents)) = &pack.accent else { return };
        let has_accent = |root: &Root| {
            let lemma = pack.lemma(root);
            !lemma.is_ascii()
                && lemma.contains(|letter| accents.contains_key(&letter))
                && pack.cells(root)[2].split(' ').any(|name| name == flag)
        };
        let accented: Vec<u32> = self.firsts.iter().copied().filter(|&row| has_accent(&pack.roots[row as usize])).collect();
        let plain = |root: &Root| pack.lemma(root).chars().map(|letter| *accents.get(&letter).unwrap_or(&letter)).collect::<String>();
        let mut rows: FxHashMap<String, Vec<usize>> = accented.iter().map(|&row| (plain(&pack.roots[row as usize]), Vec::new())).collect();
        for (row, root) in pack.roots.iter().enumerate() {
            if let Some(rows) = rows.get_mut(pack.lemma(root)) {
                rows.push(row);
            }
        }
        let mut found: FxHashMap<u32, u32> = FxHashMap::default();
        for first in accented {
            let root = &pack.roots[first as usize];
            let rows = &rows[&plain(root)];
            let Some(&plain) = rows.iter().find(|&&row| pack.roots[row].class == root.class).or(rows.first()) else { continue };
            let plain = self.group_of[plain];
            if let Entry::Vacant(entry) = found.entry(self.firsts[plain]) {
                entry.insert(first);
                self.plain_of[self.group_of[first as usize]] = Some(plain);
            }
        }
        pack.accented = found;
    }
}

/// The token strings of the affixes, without the plus sign.
pub fn affix_names(pack: &Pack) -> Vec<String> {
    let mut seen = FxHashSet::default();
    pack.affixes
        .iter()
        .map(|affix| if seen.insert(&affix.form) { affix.form.clone() } else { format!("{}/{}", affix.form, affix.gloss) })
        .collect()
}

/// The marks, with their token strings.
pub fn marks(pack: &Pack) -> Vec<(String, Mark)> {
    let cases = [("lower", Case::Lower), ("title", Case::Title), ("upper", Case::Upper)];
    let fixed = [("join", Mark::Join)].into_iter().chain(cases.map(|(name, case)| (name, Mark::Case(case))));
    let harmonies = pack.phonology.classes.iter().zip(0..).map(|(class, index)| (class.as_str(), Mark::Harmony(index)));
    let plain = pack.casing.has_plain().then_some(("plain", Mark::Fold(PLAIN)));
    let joint = (pack.joint.features != 0).then_some(("joint", Mark::Joint));
    let accent = pack.accent.is_some().then_some(("accent", Mark::Accent));
    let dotless = pack.casing.has_dotless().then_some(("dotless", Mark::Fold(DOTLESS)));
    let elongation = [("long", Mark::Long), ("again", Mark::Again)].into_iter().filter(|_| pack.elongates);
    let optional = plain.into_iter().chain(dotless).chain(joint).chain(accent).chain(elongation);
    fixed.chain(harmonies).chain(optional).map(|(name, mark)| (format!("<{name}>"), mark)).collect()
}

/// What the ids of a vocabulary stand for, and the ids of the rows of the lexicon. In a vocabulary for mixed text, a run of white space
/// that begins with a space implies none.
///
/// # Errors
/// A sentence that names a token without a meaning in this pack.
pub fn tokens(
    pack: &Pack,
    roots: &Roots,
    vocabulary: &Vocabulary,
    is_mixed: bool,
) -> std::result::Result<(Vec<Token>, Vec<Option<u32>>), String> {
    let marks: BTreeMap<String, Mark> = marks(pack).into_iter().collect();
    let affixes: FxHashMap<String, u16> = affix_names(pack).into_iter().zip(0..).collect();
    let groups: FxHashMap<&str, usize> = roots.names.iter().zip(0..).collect();
    let mut ids = vec![None; roots.names.count()];
    let mut tokens = Vec::with_capacity(vocabulary.len());
    for id in 0..vocabulary.len() as u32 {
        let bytes = vocabulary.bytes(id);
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let unknown = || format!("{:?} is not a token of kind {} in this language pack", vocabulary.token(id), vocabulary.kind(id).name());
        tokens.push(match vocabulary.kind(id) {
            Kind::Mark => Token::Mark(*marks.get(text).ok_or_else(unknown)?),
            Kind::Affix => Token::Affix(*affixes.get(text).ok_or_else(unknown)?),
            Kind::Root => {
                let group = *groups.get(text.strip_prefix(' ').ok_or_else(unknown)?).ok_or_else(unknown)?;
                ids[group] = Some(id);
                Token::Root(roots.firsts[group])
            }
            Kind::Special => Token::Special,
            Kind::Byte => Token::Text,
            Kind::Space if is_mixed => Token::Text,
            _ if bytes.len() > 1 && bytes[0] == b' ' => Token::Initial,
            _ => Token::Text,
        });
    }
    // A root with accents that has an id of its own keeps it.
    let id = |&group: &usize| ids[group].or_else(|| ids[roots.plain_of[group]?]);
    Ok((tokens, roots.group_of.iter().map(id).collect()))
}

/// The rows of the roots that were added to a vocabulary, with their ids.
///
/// # Errors
/// A sentence that names a token which is no root of the lexicon, or has an id already.
pub fn added_roots(roots: &Roots, ids: &mut [Option<u32>], tokens: &[(u32, &[u8])]) -> std::result::Result<Vec<(u32, u32)>, String> {
    let groups: FxHashMap<&str, usize> = roots.names.iter().zip(0..).collect();
    let place = |&(id, bytes): &(u32, &[u8])| {
        let name = std::str::from_utf8(bytes).ok().and_then(|text| text.strip_prefix(' '));
        let group = name.and_then(|name| groups.get(name).copied());
        let rows = || roots.group_of.iter().enumerate().filter(|(_, of)| Some(**of) == group).map(|(row, _)| row);
        let Some(first) = rows().next().filter(|&row| ids[row].is_none()) else {
            return Err(format!("the added root {:?} is not in the lexicon, or has an id already", String::from_utf8_lossy(bytes)));
        };
        rows().for_each(|row| ids[row] = Some(id));
        Ok((id, first as u32))
    };
    tokens.iter().map(place).collect()
}
