//! Chooses among the analyses of a word by the words around it: `context.tsv` of a language pack. Ids never depend on it.
//!
//! A *reading* of an analysis is its first affix that a row `find readings` lists, with a hyphen behind it if more affixes follow. To the
//! score of an analysis, the natural logarithm of its probability, are added the weights of its reading for each *feature* of the context:
//! how much more probable the feature makes the reading, in nats. If features were independent, the sum would be the logarithm of the
//! probability in the sentence. An analysis whose reading the table does not weigh keeps its score.
//!
//! | place | what |
//! |---|---|
//! | `always` | nothing |
//! | `before`, `second before`, `behind` | the neighbour: its last affix, else the class of its root; a sign; `end` of the clause |
//! | `word before`, `word behind` | the root of a neighbour without affixes |
//! | `next verb`, `form of next verb` | the next verb of the clause, with its voice, and its last affix; `none` |
//! | `owner` | `one` or `many`: the nearest possessor before the word; `none` |
//! | `inside` | the affix before the reading in the word |
//!
//! Rows `find` say which classes (with `@`), affixes and signs are a reading, a verb, a voice, an owner, of many, the end of a clause, and a
//! stop, behind which no owner is looked for.

use rustc_hash::{FxHashMap, FxHashSet};

use super::pack::Pack;
use super::read::rows;
use crate::Result;
use crate::files::record::Files;
use crate::files::tsv::Place;
use crate::result::analysis::WordAnalysis;
use crate::text::properties;

/// The name of the file.
pub const CONTEXT: &str = "context.tsv";
const COLUMNS: [&str; 4] = ["place", "what", "reading", "weight"];
const PLACES: [&str; 10] =
    ["always", "before", "second before", "behind", "word before", "word behind", "next verb", "form of next verb", "owner", "inside"];
const SOUGHT: [&str; 7] = ["readings", "verbs", "voices", "owners", "many", "stops", "ends"];
const FIND: &str = "find";
/// How many words a verb may stand behind, and an owner before.
const AHEAD: usize = 8;
const BACK: usize = 6;

/// The table.
#[derive(Default)]
pub struct Context {
    /// What the rows `find` list, in the order of [`SOUGHT`].
    sought: [FxHashSet<String>; SOUGHT.len()],
    /// By place and what, joined by a tab: readings with their weights.
    weights: FxHashMap<String, Vec<(String, f64)>>,
}

/// A word of a text, or the signs between two words.
pub struct Word {
    pub analyses: Vec<WordAnalysis>,
    /// What it is for its neighbours.
    kind: String,
    root: Option<String>,
    verb: Option<String>,
    is_owner: bool,
    is_many: bool,
    is_stop: bool,
    is_end: bool,
}

impl Context {
    /// Reads the file; a pack may lack it.
    ///
    /// # Errors
    /// [`crate::Error::Table`] with the line of a row that is wrong.
    pub fn new(pack: &Pack, files: &Files) -> Result<Self> {
        let mut context = Context::default();
        if !files.contains_key(CONTEXT) {
            return Ok(context);
        }
        let glosses: FxHashSet<&str> = pack.affixes.iter().map(|affix| affix.gloss.as_str()).collect();
        for (line, [place, what, reading, weight]) in rows(files, CONTEXT, &COLUMNS)? {
            let error = |what: String| Place(CONTEXT, line).error(what);
            if place == FIND {
                let index = SOUGHT.iter().position(|known| *known == what);
                let index = index.ok_or_else(|| error(format!("{what:?} is not sought; there are {}", SOUGHT.join(", "))))?;
                context.sought[index].extend(reading.split(' ').map(String::from));
                continue;
            }
            if !PLACES.contains(&place) {
                return Err(error(format!("{place:?} is no place; there are {FIND}, {}", PLACES.join(", "))));
            }
            if let Some(unknown) = reading.split(' ').find(|reading| !glosses.contains(reading.trim_end_matches('-'))) {
                return Err(error(format!("there is no affix {unknown:?}; a reading is a gloss, with a hyphen if more affixes follow")));
            }
            let weight: f64 = weight
                .parse()
                .ok()
                .filter(|weight: &f64| weight.abs() < 1e3)
                .ok_or_else(|| error(format!("{weight:?} is no weight; write a number of nats")))?;
            let weights = context.weights.entry(format!("{place}\t{what}")).or_default();
            weights.extend(reading.split(' ').map(|reading| (reading.to_owned(), weight)));
        }
        Ok(context)
    }

    /// Whether there are weights.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    fn is(&self, sought: &str, what: &str) -> bool {
        SOUGHT.iter().zip(&self.sought).any(|(name, list)| *name == sought && list.contains(what))
    }

    /// A word or signs, with its analyses.
    pub fn word(&self, text: &str, analyses: Vec<WordAnalysis>) -> Word {
        let first = text.chars().next().unwrap_or(' ');
        let mut word = Word {
            kind: first.to_string(),
            root: None,
            verb: None,
            is_owner: false,
            is_many: false,
            is_stop: false,
            is_end: false,
            analyses,
        };
        if !properties::is_alphanumeric(first) {
            word.is_end = text.chars().any(|sign| self.is("ends", sign.encode_utf8(&mut [0; 4])));
            return word;
        }
        let Some(best) = word.analyses.first() else {
            word.kind = "none".into();
            return word;
        };
        let class = best.class.as_ref().map(|class| format!("@{class}"));
        let has = |sought: &str| best.glosses.iter().any(|gloss| self.is(sought, gloss));
        word.kind = match (best.glosses.last(), &best.class) {
            (Some(gloss), _) => gloss.clone(),
            (None, Some(class)) => class.clone(),
            (None, None) => if first.is_uppercase() { "Stem" } else { "stem" }.into(),
        };
        word.root = best.glosses.is_empty().then(|| best.root.clone());
        let is_verb_root = class.as_ref().is_some_and(|class| self.is("verbs", class));
        let makes = best.glosses.iter().find(|gloss| self.is("verbs", gloss));
        if is_verb_root || makes.is_some() {
            let voice = best.glosses.iter().rev().find(|gloss| self.is("voices", gloss));
            let root = if is_verb_root { best.root.as_str() } else { "" };
            // Variants of a voice, such as PASS and PASS.N, are one.
            let parts = [makes.map(String::as_str), voice.and_then(|voice| voice.split('.').next())];
            word.verb = Some(parts.into_iter().flatten().fold(root.to_owned(), |verb, part| format!("{verb}+{part}")));
        }
        word.is_owner = best.glosses.last().is_some_and(|gloss| self.is("owners", gloss));
        word.is_many = has("many");
        word.is_stop = has("stops");
        word
    }

    /// The features of the context of the word at `at`: place and what, joined by a tab.
    pub fn features(&self, words: &[Word], at: usize) -> Vec<String> {
        let near = |index: Option<usize>| index.and_then(|index| words.get(index));
        fn kind(word: Option<&Word>) -> &str {
            word.filter(|word| !word.is_end).map_or("end", |word| &word.kind)
        }
        let (before, second, behind) = (near(at.checked_sub(1)), near(at.checked_sub(2)), near(Some(at + 1)));
        let mut features = vec![
            "always\t".to_owned(),
            format!("before\t{}", kind(before)),
            format!("second before\t{}", kind(second)),
            format!("behind\t{}", kind(behind)),
        ];
        let roots = [("word before", before), ("word behind", behind)];
        features.extend(roots.into_iter().filter_map(|(place, word)| Some(format!("{place}\t{}", word?.root.as_ref()?))));
        let ahead = words[at + 1..].iter().take(AHEAD).take_while(|word| !word.is_end).find(|word| word.verb.is_some());
        let verb = ahead.and_then(|word| Some((word.verb.as_ref()?, &word.kind)));
        features.push(format!("next verb\t{}", verb.map_or("none", |verb| verb.0)));
        features.extend(verb.map(|(_, form)| format!("form of next verb\t{form}")));
        let mut back = words[..at].iter().rev().take(BACK).take_while(|word| !word.is_end);
        let owner = back.find(|word| word.is_owner || word.is_stop).filter(|word| word.is_owner);
        features.push(format!("owner\t{}", owner.map_or("none", |word| if word.is_many { "many" } else { "one" })));
        features
    }

    /// The reading of an analysis, and the affix before it.
    fn reading(&self, analysis: &WordAnalysis) -> Option<(String, Option<String>)> {
        let at = analysis.glosses.iter().position(|gloss| self.is("readings", gloss))?;
        let hyphen = if at + 1 < analysis.glosses.len() { "-" } else { "" };
        let inside = at.checked_sub(1).map(|before| analysis.glosses[before].clone());
        Some((format!("{}{hyphen}", analysis.glosses[at]), inside))
    }

    /// What the context adds to the score of an analysis.
    pub fn gain(&self, analysis: &WordAnalysis, features: &[String]) -> f64 {
        let Some((reading, inside)) = self.reading(analysis) else { return 0.0 };
        let inside: Vec<String> = inside.iter().map(|gloss| format!("inside\t{gloss}")).collect();
        let weights = features.iter().chain(&inside).filter_map(|feature| self.weights.get(feature)).flatten();
        weights.filter(|(of, _)| *of == reading).map(|(_, weight)| weight).sum()
    }
}
