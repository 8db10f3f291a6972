//! Which neighbours may merge.
//!
//! Every symbol has a *class*, such as byte, root, affix or phrase; each system has its own. The rule is a square table. The entry for
//! (left class, right class) is the class of the product, or empty if such neighbours cannot merge. An encoder needs no rule: training has
//! already applied it.
//!
//! A symbol has one class. So the table should be associative where both orders are allowed: (xy)z and x(yz) are the same token.

/// The table, by rows.
#[derive(Clone, Debug)]
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
    /// # Panics
    /// If a class is unknown, or a pair has two products.
    pub fn new(classes: usize, allowed: &[(u8, u8, u8)]) -> Self {
        let mut rows = vec![vec![None; classes]; classes];
        for &(left, right, product) in allowed {
            assert!((product as usize) < classes, "merge rule: class {product} is outside the {classes} classes");
            let entry = &mut rows[left as usize][right as usize];
            assert!(entry.is_none_or(|other| other == product), "merge rule: the pair ({left}, {right}) has two different products");
            *entry = Some(product);
        }
        MergeRule { rows }
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
