//! Which neighbours may merge.
//!
//! Every symbol has a *class*, such as byte, root, affix or phrase; each system has its own. The rule is a square table. The entry for
//! (left class, right class) is the class of the product, or empty if such neighbours cannot merge. An encoder needs no rule: training has
//! already applied it.
//!
//! A symbol has one class. So the table should be associative where both orders are allowed: (xy)z and x(yz) are the same token.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

/// The table. Serialised as its rows: `[[0]]` is the rule of plain byte-pair encoding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec<Option<u8>>>", into = "Vec<Vec<Option<u8>>>")]
pub struct MergeRule {
    rows: Vec<Vec<Option<u8>>>,
}

impl MergeRule {
    /// One class, and everything may merge.
    pub fn any() -> Self {
        MergeRule { rows: vec![vec![Some(0)]] }
    }

    /// A rule for `classes` classes. Only the pairs of `allowed` (left, right, product) merge.
    ///
    /// # Errors
    /// [`Error::Argument`] if a class is unknown, or a pair has two products.
    pub fn new(classes: usize, allowed: &[(u8, u8, u8)]) -> Result<Self> {
        let mut rows = vec![vec![None; classes]; classes];
        for &(left, right, product) in allowed {
            let entry = rows.get_mut(left as usize).and_then(|row| row.get_mut(right as usize));
            let entry = entry.ok_or_else(|| Error::Argument(format!("merge rule: ({left}, {right}) is outside the {classes} classes")))?;
            if entry.is_some_and(|other| other != product) {
                return Err(Error::Argument(format!("merge rule: the pair ({left}, {right}) has two different products; list it once")));
            }
            *entry = Some(product);
        }
        MergeRule::try_from(rows)
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.rows.len()
    }

    /// Class of the product of two neighbours, if they may merge. Both classes are below [`Self::classes`].
    #[inline]
    pub fn product(&self, left: u8, right: u8) -> Option<u8> {
        self.rows[left as usize][right as usize]
    }
}

impl TryFrom<Vec<Vec<Option<u8>>>> for MergeRule {
    type Error = Error;

    fn try_from(rows: Vec<Vec<Option<u8>>>) -> Result<Self> {
        let classes = rows.len();
        if classes == 0 || classes > 256 {
            return Err(Error::Argument(format!("merge rule: it has {classes} classes; use 1 to 256")));
        }
        for (left, row) in rows.iter().enumerate() {
            if row.len() != classes {
                return Err(Error::Argument(format!("merge rule: row {left} has {} entries, but there are {classes} classes", row.len())));
            }
            if let Some(product) = row.iter().flatten().find(|&&product| product as usize >= classes) {
                return Err(Error::Argument(format!("merge rule: row {left} makes class {product}, but there are only {classes} classes")));
            }
        }
        Ok(MergeRule { rows })
    }
}

impl From<MergeRule> for Vec<Vec<Option<u8>>> {
    fn from(rule: MergeRule) -> Self {
        rule.rows
    }
}
