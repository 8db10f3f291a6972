//! The grammar of a language: the most probable analysis of a word.
//!
//! Analysis by synthesis: [`super::phonology::Phonology::realise`] is the only code that spells units, and the automaton of
//! [`super::automaton`] is built with it. [`Grammar::analyze`] finds the best path through the automaton (Viterbi): a root at the
//! beginning, then affixes. Its score is ln P(root, class) + sum of ln P(affix | what came last) + ln P(end | what came last). If no path
//! begins with a root, the word may begin with an unknown stem, whose score falls with each letter.

use rustc_hash::{FxHashMap, FxHashSet};

use super::automaton::{Automaton, Builder, Last, Window};
use super::pack::Pack;
use super::phonology::{Context, Features, Phonology};
use crate::cache::prefetch;
use crate::text::{Class, class};
use crate::trie::{Node, Trie, sort_keys};

/// The class of the morphotactics from which unknown stems begin.
pub const UNKNOWN: &str = "unknown";
/// Longest word that is analysed, in bytes; longer ones are encoded as pieces.
pub const LONGEST: usize = 120;
/// Number of words whose roots are looked for side by side (docs/design/mft.md).
const SIDE_BY_SIDE: usize = 32;
/// Letters of the shortest unknown stem, if no apostrophe follows it.
const SHORTEST_STEM: usize = 2;
/// ln of the probability that the harmony of a name, or the kind of its last sound, is not that of its spelling (docs/design/mft.md).
const MISREAD: f64 = -4.0;
/// ln of the probability that an unknown stem does not change where its kind does, or a name does.
const UNCHANGED: f64 = -0.7;
/// ln of the probability that a word is typed without some letters (docs/design/mft.md).
const TYPED: f64 = -4.0;
/// ln of the probability that letters of a word are repeated for emphasis.
const ELONGATED: f64 = -4.0;
/// How often a letter stands in a word at least for it to be repeated there, and at the end of the word.
const REPEATED: [usize; 2] = [3, 2];
/// ln of the probability that another root of the same word follows where a word could end.
const JOINT: f64 = -3.0;

/// How a word is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It has one root, at its beginning.
    Roots,
    /// It begins with a root, and others may follow.
    Compounds,
    /// It begins with an unknown stem.
    Stems,
    /// It begins with a root, and is typed without the letters that a keyboard may lack.
    Typed,
    /// It begins with a root, and some of its letters are repeated for emphasis.
    Elongated,
}

impl Reading {
    /// ln of the probability of a reading, as far as its lattice does not have it.
    pub fn score(self) -> f64 {
        match self {
            Reading::Typed => TYPED,
            Reading::Elongated => ELONGATED,
            _ => 0.0,
        }
    }
}

/// A word that is written in another way than its units.
pub struct Respelled {
    /// The word as its analysis has it: typed without some letters, or with each letter as often as its units have it.
    pub small: String,
    pub analysis: Analysis,
    /// [`Reading::Typed`] or [`Reading::Elongated`].
    pub reading: Reading,
    /// How many more times the text has each letter.
    pub more: Vec<usize>,
}

/// For each letter of a word, how many more times it stands in the same word with some letters repeated.
pub fn repeats(word: &str, elongated: &str) -> Vec<usize> {
    let (mut letters, mut rest, mut more) = (word.chars().peekable(), elongated.chars().peekable(), Vec::new());
    while let Some(letter) = letters.next() {
        rest.next();
        let is_last = letters.peek() != Some(&letter);
        more.push(if is_last { std::iter::from_fn(|| rest.next_if_eq(&letter)).count() } else { 0 });
    }
    more
}

/// A word in which letters that are repeated stand `count` times at most; None if none is.
fn shortened(word: &str, count: usize) -> Option<String> {
    let mut before = None;
    if !word.chars().any(|letter| before.replace(letter) == Some(letter)) {
        return None;
    }
    let mut short = String::new();
    let mut rest = word.chars().peekable();
    while let Some(letter) = rest.next() {
        let run = 1 + std::iter::from_fn(|| rest.next_if_eq(&letter)).count();
        let is_repeated = class(letter) == Class::Letter && run >= REPEATED[usize::from(rest.peek().is_none())];
        short.extend(std::iter::repeat_n(letter, if is_repeated { run.min(count) } else { run }));
    }
    (short.len() < word.len() && short.chars().nth(1).is_some()).then_some(short)
}

/// A part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// A row of the lexicon.
    Root(u32),
    /// An unknown stem, with the harmony that its affixes follow, and whether its reading ends in the other kind of sound than its spelling.
    Stem {
        harmony: u8,
        is_other: bool,
    },
    Affix(u16),
    /// The apostrophe between a name and its affixes.
    Apostrophe,
}

/// An analysis of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// Each part and where it ends, in bytes.
    pub parts: Vec<(Part, usize)>,
    /// ln of its probability.
    pub score: f64,
}

impl Analysis {
    /// The rows of its roots.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        self.parts.iter().filter_map(|&(part, _)| if let Part::Root(row) = part { Some(row) } else { None })
    }
}

/// The scores of roots and affixes, in nats.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// By row of the lexicon.
    pub roots: Vec<f64>,
    /// For each pair of what came last and an affix.
    pub affixes: FxHashMap<(Last, u16), f64>,
    /// For each thing that may come last, the score of an affix not seen after it.
    pub unseen: Vec<f64>,
    /// For each thing that may come last, the score of the end of the word.
    pub ends: Vec<f64>,
    /// The score of an unknown stem, and of each of its letters.
    pub stem: f64,
    pub letter: f64,
    /// The affix bonus: added for each affix, so that more words are split that the lexicon has whole.
    pub bonus: f64,
}

/// The node after a form of a root. The starts of one surface are neighbours.
struct Start {
    row: u32,
    node: u32,
    /// The score of the root.
    score: f32,
    /// The class of the root, so that a search need not fetch the root.
    class: u16,
    /// Whether the next start belongs to another surface.
    is_last: bool,
}

/// A grammar, compiled.
pub struct Grammar {
    pub pack: Pack,
    pub automaton: Automaton,
    /// For each surface of a root, the index of its first start.
    trie: Trie,
    starts: Vec<Start>,
    /// Nodes after an unknown stem, by context and features.
    unknown: FxHashMap<(Context, Features), Vec<u32>>,
    classes: Vec<String>,
    scores: Scores,
    /// ln P of the end at each node.
    end_scores: Vec<f32>,
    /// The highest score of a root.
    highest: f64,
}

/// The best path to a node at a byte.
#[derive(Clone, Copy)]
struct Hypothesis {
    node: u32,
    score: f32,
    /// The hypothesis before, or NONE.
    before: u32,
    part: Part,
    at: u32,
    /// The next hypothesis at the same byte.
    next: u32,
    /// The arcs of the node that may begin with the byte there.
    arcs: (u32, u32),
}

const NONE: u32 = u32::MAX;
/// The start of an edge at the beginning of a word.
pub const NONE_BEFORE: u32 = NONE;

/// Buffers of a search.
#[derive(Default)]
pub struct LatticeBuffers {
    hypotheses: Vec<Hypothesis>,
    heads: Vec<u32>,
}

/// An edge of the lattice of a word, for training.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// The nodes of the lattice that it joins.
    pub from: u32,
    pub to: u32,
    pub part: Part,
    /// What came last before it: its probability depends on that.
    pub last: Last,
    /// The natural logarithm of that probability.
    pub score: f64,
}

impl Grammar {
    /// Compiles a pack. All scores are zero.
    pub fn new(pack: Pack) -> Self {
        let classes: Vec<String> = pack.classes.keys().cloned().collect();
        let mut builder = Builder::new(&pack);
        let mut surfaces: Vec<(&str, u32, u32)> = Vec::with_capacity(2 * pack.roots.len());
        let states: Vec<&[usize]> = pack.classes.values().map(Vec::as_slice).collect();
        for (row, root) in (0..).zip(&pack.roots) {
            builder.root(&root.unit, states[root.class as usize], root.class, |surface, node| surfaces.push((surface, row, node)));
        }
        sort_keys(&mut surfaces, |(surface, ..)| surface.as_bytes());
        let mut unknown: FxHashMap<(Context, Features), Vec<u32>> = FxHashMap::default();
        if let Some(class) = classes.iter().position(|class| class == UNKNOWN) {
            let read = pack.readings.iter().map(|reading| pack.unknown_features | reading.features);
            let kinds: FxHashSet<Features> = read.chain([pack.unknown_features]).collect();
            let mut kinds: Vec<Features> = kinds.into_iter().collect();
            kinds.sort_unstable();
            for (context, &features) in pack.phonology.contexts().flat_map(|context| kinds.iter().map(move |features| (context, features)))
            {
                let nodes = pack.classes[UNKNOWN].iter().map(|&state| builder.unknown(context, features, state, class as u16)).collect();
                unknown.insert((context, features), nodes);
            }
        }
        let mut automaton = builder.build();
        if pack.casing.has_plain() {
            automaton.set_typed(|letter| pack.casing.plain(letter));
        }
        let mut starts: Vec<Start> = Vec::with_capacity(surfaces.len());
        let mut keys: Vec<(&[u8], u32)> = Vec::new();
        for &(surface, row, node) in &surfaces {
            let is_new = keys.last().is_none_or(|key| key.0 != surface.as_bytes());
            if is_new {
                keys.push((surface.as_bytes(), starts.len() as u32));
            }
            if let Some(before) = starts.last_mut() {
                before.is_last = is_new;
            }
            starts.push(Start { row, node, score: 0.0, class: pack.roots[row as usize].class, is_last: true });
        }
        let trie = Trie::new(&keys);
        let scores = Scores { roots: vec![0.0; pack.roots.len()], ..Scores::default() };
        let lasts = pack.affixes.len() + classes.len();
        let scores = Scores { unseen: vec![0.0; lasts], ends: vec![0.0; lasts], ..scores };
        let mut grammar =
            Grammar { pack, automaton, trie, starts, unknown, classes, scores: Scores::default(), end_scores: Vec::new(), highest: 0.0 };
        grammar.set_scores(scores);
        grammar
    }

    /// The name of what may come last in a word: the gloss of an affix, or `@` and a class of roots.
    pub fn last_name(&self, last: Last) -> String {
        match self.pack.affixes.get(last as usize) {
            Some(affix) => affix.gloss.clone(),
            None => format!("@{}", self.classes[last as usize - self.pack.affixes.len()]),
        }
    }

    /// Number of things that may come last.
    pub fn lasts(&self) -> usize {
        self.pack.affixes.len() + self.classes.len()
    }

    /// What came last after a root of `class`.
    pub fn last_of(&self, class: &str) -> Last {
        (self.pack.affixes.len() + self.classes.iter().position(|known| known == class).unwrap_or_default()) as Last
    }

    pub fn scores(&self) -> &Scores {
        &self.scores
    }

    /// Replaces the scores.
    pub fn set_scores(&mut self, scores: Scores) {
        self.starts.iter_mut().for_each(|start| start.score = scores.roots[start.row as usize] as f32);
        self.end_scores = self.automaton.nodes.iter().map(|node| scores.ends[node.last as usize] as f32).collect();
        let Automaton { nodes, arcs, forms, .. } = &mut self.automaton;
        for node in nodes.iter() {
            for arc in &mut arcs[node.arcs.start as usize..node.arcs.end as usize] {
                let score = scores.affixes.get(&(node.last, forms[arc.form as usize].affix)).copied();
                arc.score = (score.unwrap_or(scores.unseen[node.last as usize]) + scores.bonus) as f32;
            }
        }
        self.highest = scores.roots.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.scores = scores;
    }

    /// Prefetches the roots that words begin with. The walks of all words go side by side, so they wait for memory together.
    pub fn prefetch_roots<'a>(&self, words: impl Iterator<Item = &'a [u8]>) {
        let mut walks = [(Node::NONE, &[][..]); SIDE_BY_SIDE];
        let mut count = 0;
        for (walk, word) in walks.iter_mut().zip(words) {
            *walk = (self.trie.root(), word);
            count += 1;
        }
        let mut is_on = true;
        while is_on {
            is_on = false;
            for (node, rest) in &mut walks[..count] {
                let Some((&byte, behind)) = rest.split_first() else { continue };
                (*node, *rest) = self.trie.step(*node, byte).map_or((Node::NONE, &[][..]), |next| (next, behind));
                if let Some(id) = node.id() {
                    prefetch(&self.starts[id as usize]);
                }
                is_on |= !rest.is_empty();
            }
        }
    }

    /// The best analysis of a word. Several roots are only tried if one is not enough, and unknown stems only if no root fits. None if there
    /// is no analysis.
    pub fn analyze(&self, word: &str, buffers: &mut LatticeBuffers) -> Option<Analysis> {
        if word.len() > LONGEST {
            return None;
        }
        let best = self.best(word, Reading::Roots, buffers);
        best.or_else(|| self.compound(word, buffers)).or_else(|| self.best(word, Reading::Stems, buffers))
    }

    /// The best analysis of a word as several roots; None if the language has no such words.
    fn compound(&self, word: &str, buffers: &mut LatticeBuffers) -> Option<Analysis> {
        if self.has_joints() { self.best(word, Reading::Compounds, buffers) } else { None }
    }

    /// Whether a word may have several roots.
    fn has_joints(&self) -> bool {
        self.pack.joint.features != 0
    }

    /// How a word is read that begins with a root: as one if that is possible. The lattice of that reading is in the buffers.
    pub fn lattice_of_roots(&self, word: &str, buffers: &mut LatticeBuffers) -> (Vec<Edge>, Vec<(u32, Last)>) {
        let (edges, ends) = self.lattice(word, Reading::Roots, buffers);
        if ends.is_empty() && self.has_joints() { self.lattice(word, Reading::Compounds, buffers) } else { (edges, ends) }
    }

    fn best(&self, word: &str, reading: Reading, buffers: &mut LatticeBuffers) -> Option<Analysis> {
        self.search(word, reading, buffers, |_| {});
        let mut best: Option<(u32, f32)> = None;
        for (index, hypothesis) in buffers.at(word.len()) {
            let score = hypothesis.score + self.end_scores[hypothesis.node as usize];
            if best.is_none_or(|best| score > best.1) {
                best = Some((index, score));
            }
        }
        let (mut index, score) = best?;
        // Hardly any word has more.
        let mut parts = Vec::with_capacity(8);
        while index != NONE {
            let hypothesis = &buffers.hypotheses[index as usize];
            parts.push((hypothesis.part, hypothesis.at as usize));
            index = hypothesis.before;
        }
        parts.reverse();
        Some(Analysis { parts, score: score as f64 })
    }

    /// The best analysis of a text, which is `word` in small letters, as a word that is typed without some letters (degil for değil), or
    /// some of whose letters are repeated (çoook); None if `usual`, its best analysis as it stands, is more probable.
    pub fn respelled(&self, text: &str, word: &str, usual: Option<&Analysis>, buffers: &mut LatticeBuffers) -> Option<Respelled> {
        let casing = &self.pack.casing;
        if word.len() > LONGEST {
            return None;
        }
        let root = usual.filter(|usual| matches!(usual.parts[0].0, Part::Root(_)));
        // Most short words without a root are words that lack letters (cok for çok), so a stem pays for one letter more here.
        let least = root.map_or_else(|| self.scores.stem + self.scores.letter * (word.chars().count() + 1) as f64, |root| root.score);
        if least >= self.highest + TYPED.max(ELONGATED) {
            return None;
        }
        let is_typed = casing.has_plain() && casing.is_plain(text) || root.is_none() && casing.is_dotless(word);
        let typed = is_typed.then(|| casing.typed(word)).flatten();
        let short = |count| (self.pack.elongates && root.is_none()).then(|| shortened(word, count)).flatten();
        let ways = [(typed, Reading::Typed), (short(1), Reading::Elongated), (short(2), Reading::Elongated)];
        let mut best: Option<Respelled> = None;
        for (small, reading) in ways.into_iter().filter_map(|(small, reading)| Some((small?, reading))) {
            let Some(mut analysis) = self.best(&small, reading, buffers) else { continue };
            analysis.score += reading.score();
            if analysis.score > best.as_ref().map_or(least, |best| best.analysis.score) {
                best = Some(Respelled { more: repeats(&small, word), small, analysis, reading });
            }
        }
        best
    }

    /// The starts of a surface.
    #[inline(always)]
    fn starts(&self, first: u32) -> impl Iterator<Item = &Start> {
        let mut is_done = false;
        self.starts[first as usize..].iter().take_while(move |start| !std::mem::replace(&mut is_done, start.is_last))
    }

    /// The nodes after a surface of a row of the lexicon, each with the score of the root.
    pub(super) fn starts_of(&self, surface: &str, row: u32) -> impl Iterator<Item = (u32, f32)> {
        let first = self.trie.prefixes(surface.as_bytes()).last().filter(|&(length, _)| length == surface.len());
        let starts = first.into_iter().flat_map(|(_, id)| self.starts(id));
        starts.filter(move |start| start.row == row).map(|start| (start.node, start.score))
    }

    /// The nodes after an unknown stem that is read so.
    pub(super) fn unknown_nodes(&self, read: (Context, Features)) -> &[u32] {
        self.unknown.get(&read).map(Vec::as_slice).unwrap_or_default()
    }

    /// ln P of the end of a word at a node.
    pub(super) fn end_score(&self, node: u32) -> f32 {
        self.end_scores[node as usize]
    }

    /// Finds the analyses of a word in one reading. Of the paths to one node at one byte, only the best is kept. `visit` gets every edge.
    fn search(&self, word: &str, reading: Reading, buffers: &mut LatticeBuffers, visit: impl FnMut(Edge)) {
        buffers.hypotheses.clear();
        buffers.heads.clear();
        buffers.heads.resize(word.len() + 1, NONE);
        if reading == Reading::Typed {
            let mut search = Search::<_, true> { grammar: self, word: word.as_bytes(), is_joined: false, buffers, visit };
            search.typed_roots(word, 0, self.trie.root());
            search.affixes();
            return;
        }
        let is_joined = !matches!(reading, Reading::Roots | Reading::Elongated) && self.has_joints();
        let mut search = Search::<_, false> { grammar: self, word: word.as_bytes(), is_joined, buffers, visit };
        match reading {
            Reading::Stems => search.stems(word),
            _ => search.roots(),
        }
        search.affixes();
    }

    /// The lattice of a word: its edges, sorted by where they end, and the hypotheses at which the word may end, each with what came last.
    pub fn lattice(&self, word: &str, reading: Reading, buffers: &mut LatticeBuffers) -> (Vec<Edge>, Vec<(u32, Last)>) {
        let mut edges = Vec::new();
        if word.len() > LONGEST {
            return (edges, Vec::new());
        }
        self.search(word, reading, buffers, |edge| edges.push(edge));
        let ends = buffers.at(word.len()).map(|(index, hypothesis)| (index, self.automaton.nodes[hypothesis.node as usize].last)).collect();
        edges.sort_by_key(|edge| (buffers.hypotheses[edge.to as usize].at, edge.to));
        (edges, ends)
    }
}

impl LatticeBuffers {
    /// The score of the best path to a hypothesis.
    pub fn score(&self, index: u32) -> f64 {
        self.hypotheses[index as usize].score as f64
    }

    /// The byte at which a hypothesis ends.
    pub fn end(&self, index: u32) -> usize {
        self.hypotheses[index as usize].at as usize
    }

    /// The hypotheses at a byte.
    fn at(&self, byte: usize) -> impl Iterator<Item = (u32, &Hypothesis)> {
        let mut index = self.heads[byte];
        std::iter::from_fn(move || {
            let hypothesis = self.hypotheses.get(index as usize)?;
            Some((std::mem::replace(&mut index, hypothesis.next), hypothesis))
        })
    }
}

/// A search for the analyses of a word, which is typed without some letters if `IS_TYPED`.
struct Search<'a, V, const IS_TYPED: bool> {
    grammar: &'a Grammar,
    word: &'a [u8],
    /// Whether the word may have several roots.
    is_joined: bool,
    buffers: &'a mut LatticeBuffers,
    visit: V,
}

impl<V: FnMut(Edge), const IS_TYPED: bool> Search<'_, V, IS_TYPED> {
    /// Adds a hypothesis for every root that the word begins with.
    fn roots(&mut self) {
        let grammar = self.grammar;
        let mut node = grammar.trie.root();
        for (index, &byte) in self.word.iter().enumerate() {
            let Some(next) = grammar.trie.step(node, byte) else { break };
            node = next;
            if let Some(id) = node.id() {
                for start in grammar.starts(id) {
                    let part = Part::Root(start.row);
                    if self.leads_on(index + 1, start.node, part) {
                        self.reach(index + 1, start.node, start.score, NONE, part);
                    }
                }
            }
        }
    }

    /// Adds a hypothesis for every root that the word begins with if its letters are those for which they may be typed. `node` is behind the
    /// letters before byte `at`.
    fn typed_roots(&mut self, word: &str, at: usize, node: Node) {
        let grammar = self.grammar;
        let Some(letter) = word[at..].chars().next() else { return };
        let end = at + letter.len_utf8();
        for &letter in [letter].iter().chain(grammar.pack.casing.stands_for(letter)) {
            let mut bytes = [0; 4];
            let bytes = letter.encode_utf8(&mut bytes).bytes();
            let Some(next) = bytes.into_iter().try_fold(node, |node, byte| grammar.trie.step(node, byte)) else { continue };
            for start in next.id().into_iter().flat_map(|id| grammar.starts(id)) {
                let part = Part::Root(start.row);
                if self.leads_on(end, start.node, part) {
                    self.reach(end, start.node, start.score, NONE, part);
                }
            }
            self.typed_roots(word, end, next);
        }
    }

    /// Adds a hypothesis for every unknown stem: the letters before the apostrophe, or in a word without one, every beginning of at least
    /// [`SHORTEST_STEM`] letters with a vowel.
    fn stems(&mut self, text: &str) {
        let grammar = self.grammar;
        let apostrophe = text.find('\'');
        let (mut letters, mut syllables, mut spelled) = (0, 0, Context::default());
        for (at, letter) in text[..apostrophe.unwrap_or(text.len())].char_indices() {
            letters += 1;
            syllables += usize::from(grammar.pack.phonology.is_vowel(letter));
            let has_vowel = syllables > 0;
            spelled = grammar.pack.phonology.after(spelled, letter);
            let end = at + letter.len_utf8();
            match apostrophe {
                Some(apostrophe) if end < apostrophe => continue,
                None if letters < SHORTEST_STEM || !has_vowel => continue,
                _ => {}
            }
            let (read, features) = grammar.pack.read_as(&text[..end], has_vowel, || spelled);
            let mut score = grammar.scores.stem + grammar.scores.letter * letters as f64;
            if grammar.pack.is_unchanged(letter, &text[end..], syllables) {
                score += UNCHANGED;
            }
            for harmony in 0..grammar.pack.phonology.classes.len() as u8 {
                for is_other in [false, true] {
                    // Only for a name, which has an apostrophe, may the reading differ from the spelling.
                    let differs = usize::from(harmony != read.harmony) + usize::from(is_other);
                    if differs > 0 && apostrophe.is_none() {
                        continue;
                    }
                    let score = score + MISREAD * differs as f64;
                    let last = if is_other { Phonology::other(read.last) } else { read.last };
                    for &node in grammar.unknown.get(&(Context { harmony, last }, features)).into_iter().flatten() {
                        let part = Part::Stem { harmony, is_other };
                        if self.leads_on(end, node, part) {
                            self.reach(end, node, score as f32, NONE, part);
                        }
                    }
                }
            }
        }
    }

    /// Follows every affix. Afterwards the hypotheses at the end of the word are complete.
    fn affixes(&mut self) {
        let grammar = self.grammar;
        for at in 1..self.word.len() {
            let mut index = self.buffers.heads[at];
            if index == NONE {
                continue;
            }
            let window = Window::new(&self.word[at..]);
            let byte = self.word[at];
            while index != NONE {
                let Hypothesis { node, score, next, part, arcs, .. } = self.buffers.hypotheses[index as usize];
                for arc in &grammar.automaton.arcs[arcs.0 as usize..arcs.1 as usize] {
                    let form = grammar.automaton.form::<IS_TYPED>(arc.form);
                    let (end, part) = (at + form.len as usize, Part::Affix(form.affix));
                    if form.begins(window) && self.leads_on(end, arc.next, part) {
                        self.reach(end, arc.next, score + arc.score, index, part);
                    }
                }
                if byte == b'\''
                    && part != Part::Apostrophe
                    && let Some(apart) = grammar.automaton.nodes[node as usize].apart
                    && self.leads_on(at + 1, apart, Part::Apostrophe)
                {
                    self.reach(at + 1, apart, score, index, Part::Apostrophe);
                }
                index = next;
            }
            if self.is_joined {
                self.joined_roots(at);
            }
        }
    }

    /// Adds a hypothesis for every root that may follow behind byte `at`, after the best path that lets one follow.
    fn joined_roots(&mut self, at: usize) {
        let grammar = self.grammar;
        let ahead = |hypothesis: &Hypothesis| &grammar.automaton.nodes[hypothesis.node as usize].ahead;
        let score = |hypothesis: &Hypothesis| hypothesis.score + grammar.end_scores[hypothesis.node as usize];
        let joinable = self.buffers.at(at).filter(|(_, hypothesis)| ahead(hypothesis).joints != 0);
        let Some((index, best)) = joinable.max_by(|one, other| score(one.1).total_cmp(&score(other.1))) else { return };
        let (joints, score) = (ahead(best).joints, score(best) + JOINT as f32);
        let mut node = grammar.trie.root();
        for (end, &byte) in (at + 1..).zip(&self.word[at..]) {
            let Some(next) = grammar.trie.step(node, byte) else { break };
            node = next;
            for start in node.id().into_iter().flat_map(|id| grammar.starts(id)) {
                let part = Part::Root(start.row);
                let may_join = joints >> start.class & 1 == 1;
                if may_join && self.leads_on(end, start.node, part) {
                    self.reach(end, start.node, score + start.score, index, part);
                }
            }
        }
    }

    /// Whether the word may end at byte `at` with a node, if that is its end, or else continue with the byte there.
    #[inline(always)]
    fn leads_on(&self, at: usize, node: u32, part: Part) -> bool {
        let ahead = &self.grammar.automaton.nodes[node as usize].ahead;
        match self.word.get(at) {
            None => ahead.is_end && part != Part::Apostrophe,
            Some(b'\'') if ahead.is_apart => true,
            Some(_) if self.is_joined && ahead.joints != 0 => true,
            Some(&byte) if IS_TYPED => self.grammar.automaton.goes_on_typed(ahead, byte),
            Some(&byte) => self.grammar.automaton.goes_on(ahead, byte),
        }
    }

    /// Adds a path to a node, or replaces the known path if this one scores higher.
    #[inline(always)]
    fn reach(&mut self, at: usize, node: u32, score: f32, before: u32, part: Part) {
        let grammar = self.grammar;
        let buffers = &mut *self.buffers;
        let (last, step) = match before {
            NONE => (0, score),
            _ => {
                let hypothesis = &buffers.hypotheses[before as usize];
                (grammar.automaton.nodes[hypothesis.node as usize].last, score - hypothesis.score)
            }
        };
        let mut index = buffers.heads[at];
        while index != NONE {
            let known = &mut buffers.hypotheses[index as usize];
            if known.node == node {
                if score > known.score {
                    (known.score, known.before, known.part) = (score, before, part);
                }
                break;
            }
            index = known.next;
        }
        if index == NONE {
            index = buffers.hypotheses.len() as u32;
            let ahead = &grammar.automaton.nodes[node as usize];
            let arcs = match self.word.get(at) {
                None => 0..0,
                Some(&byte) if IS_TYPED => grammar.automaton.typed_arcs(ahead, byte),
                Some(&byte) => grammar.automaton.arcs(ahead, byte),
            };
            if let Some(arc) = grammar.automaton.arcs.get(arcs.start) {
                prefetch(arc);
            }
            let arcs = (arcs.start as u32, arcs.end as u32);
            buffers.hypotheses.push(Hypothesis { node, score, before, part, at: at as u32, next: buffers.heads[at], arcs });
            buffers.heads[at] = index;
        }
        (self.visit)(Edge { from: before, to: index, part, last, score: step as f64 });
    }
}
