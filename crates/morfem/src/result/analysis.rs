//! Results of `analyze` and `explain`.

/// One analysis of a word: a root and affixes.
#[derive(Clone, Debug, PartialEq)]
pub struct WordAnalysis {
    /// The lemma of the root, or a stem that is not in the lexicon.
    pub root: String,
    /// The class of the root in the lexicon; None for a stem.
    pub class: Option<String>,
    /// Token strings of the affixes.
    pub affixes: Vec<String>,
    /// Their glosses.
    pub glosses: Vec<String>,
    /// The word, split: the root first, then one segment per affix. An apostrophe belongs to the segment after it.
    pub segments: Vec<String>,
    /// Natural logarithm of the probability, in nats, plus the bonus for each affix.
    pub score: f64,
}

/// Glosses of affixes that may follow a root with affixes, each with the forms of the word that ends in it, the most probable first.
pub type Paradigm = Vec<(String, Vec<String>)>;

/// The probability of each analysis among those whose scores are given, best first.
pub fn shares(scores: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut scores = scores.peekable();
    let best = scores.peek().copied().unwrap_or(0.0);
    let weights: Vec<f64> = scores.map(|score| (score - best).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The steps in which Splinter takes a word apart. Positions are code points of the word.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What is left after the last step, and its positions: letters in the form they have inside a word, and all other characters.
    pub residue: String,
    /// Code points of the word, from 0.
    pub residue_positions: Vec<usize>,
    /// The root, spelled as a word. It is the residue of the only part of the word that has a root, if it has as many letters as roots
    /// have. With clitics, it must also be in the vocabulary together with its pattern, or both must be frequent. The residue of names and
    /// loans, which stay whole or in pieces, is only a candidate.
    pub root: Option<String>,
}

/// One step in which Splinter takes a unit out of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The token string of the unit that is removed.
    pub token: String,
    /// What is left of the word.
    pub left: String,
    /// The code points of the word that are left, from 0.
    pub positions: Vec<usize>,
    /// Whether what is left is a known word or stem.
    pub is_attested: bool,
}
