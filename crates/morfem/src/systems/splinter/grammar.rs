//! How words are taken apart: by reductions, or into prefixes, root, pattern and suffixes.

use super::alphabet::Alphabet;
use super::clitics::{self, Clitics, Cut, Table};
use super::closed::{Closed, Kind, Row};
use super::packed::{Packed, SLOT};
use super::reduction::Reductions;
use super::root::{LONGEST, Root};
use super::roots::{Roots, SURE};
use super::typed;
use crate::Result;

/// How words are taken apart.
#[derive(Clone, Debug)]
pub enum Method {
    /// Letter by letter, as in the paper.
    Reductions(Reductions),
    /// Into prefixes, root, pattern and suffixes.
    Units(Box<Grammar>),
}

impl Method {
    /// The table of prefixes and suffixes, if words are taken apart by it.
    pub fn table(&self) -> Option<&Table> {
        match self {
            Method::Reductions(_) => None,
            Method::Units(grammar) => Some(&grammar.clitics.table),
        }
    }

    /// The reductions, if it is by them.
    pub fn reductions(&self) -> Option<&Reductions> {
        match self {
            Method::Reductions(reductions) => Some(reductions),
            Method::Units(_) => None,
        }
    }
}

/// What is known of the words of a language.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub clitics: Clitics,
    pub roots: Roots,
    /// Words whose reading is given.
    pub closed: Option<Closed>,
}

/// A word, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    pub cut: Cut,
    /// The root in the stem.
    pub root: Option<Root>,
}

/// How much the affixes of a word count, beside root and pattern (docs/design/splinter.md).
const EDGES: f64 = 0.5;
/// What it weighs if the root of the whole word takes letters of the affixes (docs/design/splinter.md).
const REACH: f64 = 1.0;
/// What root and pattern weigh for certain. A word whose own weigh less has affixes around those that weigh so much, though it is frequent
/// enough not to be cut: سيكون. One without a root does if it is expected less often than [`RARE`] (docs/design/splinter.md).
const CERTAIN: f64 = 20_000.0;
const RARE: f64 = 1_000.0;
/// How many times as much as the word's own such a root and its affixes weigh together, at least (docs/design/splinter.md).
const SURER: f64 = 5.0;

impl Grammar {
    /// Takes a word apart.
    ///
    /// Affixes are cut where stems are likely ([`Clitics::cut`]). Then the root and pattern of the whole word are compared with those of the
    /// stem. There are no affixes if the root takes letters of them (מכתב is no מ and כתב), or its pattern is one whose letters are never
    /// prefixes (להוסיף is no ל and הוסיף), and it weighs more than the stem, its root and the affixes together. What stands at the edge of a
    /// pattern and is never of one is an affix nevertheless.
    pub fn analyze(&self, alphabet: &Alphabet, word: &[u8]) -> Analysis {
        match self.clitics.packing.pack(word) {
            Some(packed) => self.analyze_packed(alphabet, word, packed),
            None => Analysis { cut: Cut::whole(word), root: None },
        }
    }

    /// The same of a word that is packed.
    pub fn analyze_packed(&self, alphabet: &Alphabet, word: &[u8], packed: Packed) -> Analysis {
        let whole = Cut::whole(word);
        // One that is too long to be cut is too long for a root and a table as well.
        if word.len() > clitics::LONGEST {
            return Analysis { cut: whole, root: None };
        }
        let closed = self.closed.as_ref();
        if let Some(row) = closed.and_then(|closed| closed.word_packed(packed)) {
            return self.listed(word, row);
        }
        let (cut, odds) = self.clitics.cut(word, packed);
        let (stem, lost) = self.clitics.table.stem_before(word, &cut);
        let stem = &stem[..];
        let row = match lost {
            0 => closed.and_then(|closed| closed.stem_packed(self.clitics.packed_stem(packed, &cut))),
            _ => closed.and_then(|closed| closed.stem(stem)),
        };
        // Of للحق the root is that of الحق.
        let written = |root: Root| (root.hull().0 >= lost).then(|| root.moved(lost));
        let given = row.map(|row| self.root_of(stem, row).and_then(written));
        if given == Some(None) {
            return Analysis { root: None, cut };
        }
        let found = self.roots.analyze(stem, SURE).and_then(|(root, weight)| Some((written(root)?, weight)));
        let of_stem = match given.flatten() {
            Some(root) => Some((root, found.map_or(CERTAIN, |(_, weight)| weight.max(CERTAIN)))),
            None => found,
        };
        let of_cut = || of_stem.map_or(SURE, |(_, weight)| weight) * odds.powf(EDGES);
        if cut.stem.len() < word.len()
            && let of_cut = of_cut()
            && let Some((root, weight)) = self.roots.analyze(word, if self.roots.may_be_whole(word) { SURE } else { of_cut.max(SURE) })
        {
            let (first, behind) = root.hull();
            let reaches = first < cut.stem.start || behind > cut.stem.end;
            let is_whole = self.roots.is_whole(word, root);
            // A stem from which the prefix has taken a letter has no other root.
            if (reaches || lost == 0) && (is_whole || weight * if reaches { REACH } else { 1.0 } > of_cut) {
                return if is_whole {
                    Analysis { cut: whole, root: Some(root) }
                } else {
                    self.without_affixes(alphabet, word, whole, root)
                };
            }
        }
        if let Some(root) = given {
            return Analysis { root, cut };
        }
        let is_unsure = || match of_stem {
            Some((root, weight)) => weight < CERTAIN && !self.roots.is_whole(word, root),
            None => self.clitics.count(packed) < RARE,
        };
        let least = of_stem.map_or(0.0, |(_, weight)| weight * SURER);
        if cut == whole
            && !self.clitics.typed.has(packed)
            && is_unsure()
            && let Some(analysis) = self.rooted_between_affixes(alphabet, word, packed, least)
        {
            return analysis;
        }
        match of_stem {
            Some((root, _)) => self.without_affixes(alphabet, word, cut, root),
            None => Analysis { cut, root: None },
        }
    }

    /// A word whose reading is given.
    fn listed(&self, word: &[u8], row: &Row) -> Analysis {
        let (table, stem) = (&self.clitics.table, row.stem.clone());
        let prefix = table.prefix(word, stem.start).unwrap_or(0);
        let suffix = table.suffix(word, word.len() - stem.end).unwrap_or(0);
        Analysis { root: self.root_of(&word[stem.clone()], row), cut: Cut { prefix, suffix, stem } }
    }

    /// The stems of words whose root is given, each with that root.
    pub fn given(&self) -> impl Iterator<Item = (&[u8], Root)> {
        let rows = self.closed.iter().flat_map(|closed| &closed.rows);
        rows.filter_map(|row| Some((&row.word[row.stem.clone()], self.root_of(&row.word[row.stem.clone()], row)?)))
    }

    /// The root that is given for a stem, where the best pattern has it.
    fn root_of(&self, stem: &[u8], row: &Row) -> Option<Root> {
        match &row.kind {
            Kind::Root(root) => self.roots.with_letters(stem, root),
            Kind::Rootless | Kind::Stem => None,
        }
    }

    /// Refuses rows that no cut and no pattern gives.
    ///
    /// # Errors
    /// [`Error::Table`](crate::Error::Table) with the line.
    pub fn check(&self, closed: &str) -> Result<()> {
        for row in self.closed.iter().flat_map(|closed| &closed.rows) {
            let Analysis { cut, root } = self.listed(&row.word, row);
            if (row.stem.start > 0) != (cut.prefix > 0) || (row.stem.end < row.word.len()) != (cut.suffix > 0) {
                return Err(row.error(closed, "no row of clitics.tsv is what stands before or behind the stem; remove + there"));
            }
            if matches!(row.kind, Kind::Root(_)) && root.is_none() {
                return Err(
                    row.error(closed, "the root is in no pattern of this word; write stem, or add the pattern to known_patterns.tsv")
                );
            }
        }
        Ok(())
    }

    /// A word between affixes of which what is left has a root for certain, if all that weighs `least`: سأكتب is س and أكتب.
    fn rooted_between_affixes(&self, alphabet: &Alphabet, word: &[u8], packed: Packed, least: f64) -> Option<Analysis> {
        let mut best: Option<(f64, Cut, Root)> = None;
        self.clitics.for_each_cut(word, packed, |cut, odds| {
            let found = self.roots.analyze(&word[cut.stem.clone()], CERTAIN);
            if let Some((root, weight)) = found.map(|(root, weight)| (root, weight * odds.powf(EDGES)))
                && weight >= best.as_ref().map_or(least, |best| best.0)
            {
                best = Some((weight, cut, root));
            }
        });
        let (_, cut, root) = best?;
        Some(self.without_affixes(alphabet, word, cut, root))
    }

    /// The word that is meant by one that is typed without a distinction, and the ways in which it is ([`super::typed`]).
    /// `packed` is the word, packed, if it is not too long.
    pub fn meant(&self, alphabet: &Alphabet, word: &[u8], packed: Option<Packed>, cut: &Cut) -> Option<(Vec<u8>, u8)> {
        let stem_count = |(word, _): &(Vec<u8>, u8)| {
            let stem = self.clitics.packing.pack(&word[self.analyze(alphabet, word).cut.stem]);
            stem.map_or(0.0, |stem| self.clitics.count(stem))
        };
        let foreign = typed::foreign(alphabet, word);
        let Some((ours, ways)) = foreign.into_iter().max_by(|one, other| stem_count(one).total_cmp(&stem_count(other))) else {
            return self.clitics.typed.meant(alphabet, word, packed, cut.stem.clone());
        };
        let stem = self.analyze(alphabet, &ours).cut.stem;
        match self.clitics.typed.meant(alphabet, &ours, self.clitics.packing.pack(&ours), stem) {
            Some((meant, more)) if typed::typed(alphabet, ways | more, &meant) == word => Some((meant, ways | more)),
            _ => Some((ours, ways)),
        }
    }

    /// An analysis whose pattern has lost what is an affix of the word.
    fn without_affixes(&self, alphabet: &Alphabet, word: &[u8], mut cut: Cut, mut root: Root) -> Analysis {
        let table = &self.clitics.table;
        let (first, behind) = root.hull();
        let stem = &word[cut.stem.clone()];
        let may_have = |is_prefix: bool, outermost: u8| self.roots.known.edges.iter().any(|edge| edge.is_at(is_prefix, outermost));
        if (first == 0 || !may_have(true, stem[0])) && (cut.suffix != 0 || behind == stem.len() || !may_have(false, stem[stem.len() - 1])) {
            return Analysis { cut, root: Some(root) };
        }
        // A letter may have a silent slot beside it.
        let (mut signs, mut size) = ([0; 2 * LONGEST], 0);
        for sign in (Root { edges: [SLOT; 2], ..root }).pattern(alphabet, stem) {
            signs[size] = sign;
            size += 1;
        }
        let pattern = &signs[..size];
        let most = |is_prefix: bool, room: usize| {
            let edges = self.roots.known.edges.iter().filter(move |edge| edge.is_prefix == is_prefix);
            edges.map(|edge| edge.letters(pattern)).filter(|&letters| letters <= room).max().filter(|&letters| letters > 0)
        };
        if cut.suffix == 0
            && let Some(letters) = most(false, stem.len() - behind)
            && let Some(suffix) = table.suffix(word, letters)
        {
            (cut.suffix, cut.stem.end) = (suffix, word.len() - letters);
        }
        if let Some(letters) = most(true, first)
            && let Some(prefix) = table.prefix(word, cut.stem.start + letters)
        {
            (cut.prefix, cut.stem.start) = (prefix, cut.stem.start + letters);
            root = root.moved(letters);
        }
        Analysis { cut, root: Some(root) }
    }
}

/// How often a stem changes between letters of the root and others: how torn the root is.
pub fn tears(alphabet: &Alphabet, stem: &[u8], root: Root) -> usize {
    let signs: Vec<bool> = root.pattern(alphabet, stem).map(|sign| sign == SLOT).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
