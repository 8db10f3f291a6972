//! Words taken apart, in the terms of a linguist: what `analyze` and `explain` give.

/// One way to take a word apart.
#[derive(Clone, Debug, PartialEq)]
pub struct WordAnalysis {
    /// The lemma, or a stem that is none.
    pub root: String,
    /// The class of the root in the lexicon; None for a stem.
    pub class: Option<String>,
    /// Token strings of the affixes.
    pub affixes: Vec<String>,
    /// Their glosses.
    pub glosses: Vec<String>,
    /// The word, cut: the root first, then the affixes. An apostrophe belongs to what follows it.
    pub segments: Vec<String>,
    /// ln of the probability, in nats, with what the grammar gives an affix besides.
    pub score: f64,
}

/// How one word is taken apart. Positions are code points of the word.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What is taken off or out, in order.
    pub steps: Vec<Step>,
    /// What is left at last, and where it stands: the letters as they are inside a word, and what is no letter.
    pub residue: String,
    pub residue_positions: Vec<usize>,
    /// The residue spelled as a word, if it has as many letters as roots have. By units also only if it is in the vocabulary and its pattern is, or both have
    /// been seen often: of names and loans, which stay whole or in pieces, the residue is but a candidate. Of a word of several parts, the root of the only part that has one.
    pub root: Option<String>,
}

/// A unit that is taken off or out, as a token string, and what is left of the word then.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub token: String,
    pub left: String,
    pub positions: Vec<usize>,
    /// Whether what is left is known as a word or a stem.
    pub is_attested: bool,
}
