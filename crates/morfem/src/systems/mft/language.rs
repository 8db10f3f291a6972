//! A language pack without a corpus: its checks, and its grammar forwards.
//!
//! Training checks a pack in the same way, so a pack that is read here trains, and a form that is wrong here would be wrong in the
//! tokenizer.

use std::collections::BTreeMap;

use super::context::Context;
use super::estimate::uniform;
use super::grammar::Grammar;
use super::lemmas;
use super::pack::Pack;
use super::shares::Shares;
use super::vocabulary::Roots;
use crate::Result;
use crate::files::record::Files;
use crate::result::analysis::Paradigm;

/// A language pack that has been checked.
pub struct LanguagePack {
    grammar: Grammar,
}

impl LanguagePack {
    /// Reads and checks the files of a pack.
    ///
    /// # Errors
    /// [`crate::Error::Training`] or [`crate::Error::Table`] with file, line and how to fix it.
    pub fn new(files: &Files) -> Result<Self> {
        let mut grammar = checked(files)?.0;
        Shares::new(&grammar.pack, files)?;
        Context::new(&grammar.pack, files)?;
        grammar.set_scores(uniform(&grammar));
        Ok(LanguagePack { grammar })
    }

    /// As [`crate::Tokenizer::inflections`]. Frequent roots come first.
    ///
    /// # Errors
    /// As there.
    pub fn inflections(&self, root: &str, glosses: &[String]) -> Result<Vec<String>> {
        self.grammar.inflections(root, glosses)
    }

    /// As [`crate::Tokenizer::paradigm`].
    ///
    /// # Errors
    /// As there.
    pub fn paradigm(&self, root: &str, glosses: &[String]) -> Result<Paradigm> {
        self.grammar.paradigm(root, glosses)
    }

    /// Number of affixes, and of states of the morphotactics.
    pub fn sizes(&self) -> (usize, usize) {
        (self.grammar.pack.affixes.len(), self.grammar.pack.states.len())
    }

    /// For each class that has roots, their number and the most frequent of them.
    pub fn classes(&self) -> BTreeMap<&str, (usize, &str)> {
        let pack = &self.grammar.pack;
        let mut classes: BTreeMap<&str, (usize, &str, u64)> = BTreeMap::new();
        for root in &pack.roots {
            let (number, lemma, count) = classes.entry(pack.class(root)).or_insert((0, pack.lemma(root), root.count));
            *number += 1;
            if root.count > *count {
                (*lemma, *count) = (pack.lemma(root), root.count);
            }
        }
        classes.into_iter().map(|(class, (number, lemma, _))| (class, (number, lemma))).collect()
    }
}

/// The grammar of a pack, and its roots in groups, after all checks that need no corpus.
///
/// # Errors
/// [`crate::Error::Training`] or [`crate::Error::Table`] with file, line and how to fix it.
pub fn checked(files: &Files) -> Result<(Grammar, Roots)> {
    let mut pack = Pack::new(files)?;
    pack.check_features()?;
    lemmas::check_letters(&pack, files)?;
    let roots = Roots::new(&mut pack)?;
    let grammar = Grammar::new(pack);
    lemmas::check(&grammar, files)?;
    Ok((grammar, roots))
}
