//! The grammar as an automaton over letters: which surface forms may follow each other.
//!
//! A *node* holds all that the next affix depends on: the state of the morphotactics, the context, the features, and the conditions under
//! which the last form was chosen. An *arc* is an affix in one of its forms. The automaton is built once, beginning with the nodes after
//! roots, by trying every form of every affix that a state accepts, with the functions of [`Phonology`]. So a path through the automaton
//! spells exactly what [`Phonology::realise`] produces for its units, and matching a word needs no phonology.

use rustc_hash::FxHashMap;

use super::pack::{Pack, Step};
use super::phonology::{Before, Context, Features, Next, Phonology, Sound, Unit};

/// What came last, on which the probability of the next affix depends: the number of an affix, or after all affixes that of a class of
/// roots.
pub type Last = u16;

/// The conditions of a chosen form: each with the context that its form leaves, and whether it must hold or must not hold.
type Asked = Vec<(Before, Context, bool)>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    state: u16,
    context: Context,
    features: Features,
    asked: Asked,
    last: Last,
}

/// A point in a word.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its arcs, sorted by the class of their first byte.
    pub arcs: std::ops::Range<u32>,
    /// Index in `Automaton::groups` of the ends of its arcs.
    pub groups: u32,
    pub ahead: Ahead,
    pub last: Last,
    /// The node after an apostrophe, if one may stand here.
    pub apart: Option<u32>,
    pub context: Context,
}

/// An affix in one of its forms. There are many arcs and few forms, so an arc has the number of its form: the forms stay in the processor's
/// cache, and the arcs that a search reads one after the other are small.
#[derive(Clone, Debug)]
pub struct Arc {
    /// Index in `Automaton::forms`.
    pub form: u32,
    /// ln P of the affix.
    pub score: f32,
    /// Index of the node behind the affix in `Automaton::nodes`.
    pub next: u32,
}

/// A form of an affix, of at most sixteen bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArcForm {
    /// Its bytes, the first in the lowest bits.
    bytes: [u64; 2],
    /// The number of the affix.
    pub affix: u16,
    /// Number of its bytes.
    pub len: u8,
}

/// What may follow a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead {
    /// The classes of the first bytes of its arcs, one bit each.
    pub firsts: u64,
    /// Whether a word may end here.
    pub is_end: bool,
    /// Whether an apostrophe may stand here.
    pub is_apart: bool,
    /// The classes of roots that may join the word here, one bit each.
    pub joints: u64,
}

/// The next sixteen bytes of a text.
#[derive(Clone, Copy)]
pub struct Window([u64; 2]);

impl Window {
    /// The first bytes of a text, and zeros beyond its end.
    #[inline(always)]
    pub fn new(text: &[u8]) -> Self {
        let mut window = [0; 16];
        match text.first_chunk() {
            Some(first) => window = *first,
            None => window[..text.len()].copy_from_slice(text),
        }
        Window(halves(window))
    }
}

#[inline(always)]
fn halves(bytes: [u8; 16]) -> [u64; 2] {
    let value = u128::from_le_bytes(bytes);
    [value as u64, (value >> 64) as u64]
}

/// For each length, a mask of so many bytes.
const MASKS: [[u64; 2]; 17] = {
    let mut masks = [[0; 2]; 17];
    let mut length = 1;
    while length <= 16 {
        let ones = u128::MAX >> (128 - 8 * length);
        masks[length] = [ones as u64, (ones >> 64) as u64];
        length += 1;
    }
    masks
};

impl ArcForm {
    fn new(form: &[u8], affix: u16) -> Option<Self> {
        let mut bytes = [0; 16];
        bytes.get_mut(..form.len())?.copy_from_slice(form);
        Some(ArcForm { bytes: halves(bytes), affix, len: form.len() as u8 })
    }

    /// Its letters.
    pub fn text(&self) -> String {
        let bytes: Vec<u8> = self.bytes.iter().flat_map(|half| half.to_le_bytes()).take(self.len as usize).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn first(&self) -> u8 {
        self.bytes[0] as u8
    }

    /// Whether a text begins with the form.
    #[inline(always)]
    pub fn begins(&self, window: Window) -> bool {
        let mask = MASKS[self.len as usize];
        window.0[0] & mask[0] == self.bytes[0] && window.0[1] & mask[1] == self.bytes[1]
    }
}

/// Nodes and arcs.
#[derive(Debug)]
pub struct Automaton {
    pub nodes: Vec<Node>,
    pub arcs: Vec<Arc>,
    pub forms: Vec<ArcForm>,
    /// For each node and class of first bytes, the end of the arcs of that class.
    groups: Vec<u32>,
    /// The forms as they are typed on a keyboard that lacks some letters, and for each byte the classes of the forms that begin with it then.
    typed: Vec<ArcForm>,
    typed_firsts: Box<[u64; 256]>,
    /// The class of each byte. Each byte that forms begin with gets a class of its own, while there are any left; the rest share class 63.
    classes: [u8; 256],
}

impl Automaton {
    /// The arcs of a node that may begin with a byte.
    #[inline]
    pub fn arcs(&self, node: &Node, byte: u8) -> std::ops::Range<usize> {
        let bit = 1u64 << self.classes[byte as usize];
        if node.ahead.firsts & bit == 0 {
            return 0..0;
        }
        let group = node.groups as usize + (node.ahead.firsts & (bit - 1)).count_ones() as usize;
        let start = if group == node.groups as usize { node.arcs.start } else { self.groups[group - 1] };
        start as usize..self.groups[group] as usize
    }

    /// Gives each form the letters that are typed for its own.
    pub fn set_typed(&mut self, typed: impl Fn(char) -> char) {
        let written = |form: &ArcForm| form.text().chars().map(&typed).collect::<String>();
        // What is typed for a letter may be longer than the letter; such a form is only known as it is.
        self.typed = self.forms.iter().map(|form| ArcForm::new(written(form).as_bytes(), form.affix).unwrap_or(form.clone())).collect();
        for (form, typed) in self.forms.iter().zip(&self.typed) {
            self.typed_firsts[typed.first() as usize] |= 1 << self.classes[form.first() as usize];
        }
    }

    /// A form, as it is typed if `IS_TYPED`.
    #[inline(always)]
    pub fn form<const IS_TYPED: bool>(&self, form: u32) -> &ArcForm {
        if IS_TYPED { &self.typed[form as usize] } else { &self.forms[form as usize] }
    }

    /// The arcs of a node among which those are that may begin with a byte as it is typed.
    pub fn typed_arcs(&self, node: &Node, byte: u8) -> std::ops::Range<usize> {
        if node.ahead.firsts & self.typed_firsts[byte as usize] == 0 { 0..0 } else { node.arcs.start as usize..node.arcs.end as usize }
    }

    /// Whether some arc may begin with a byte as it is typed.
    pub fn goes_on_typed(&self, ahead: &Ahead, byte: u8) -> bool {
        ahead.firsts & self.typed_firsts[byte as usize] != 0
    }

    /// Whether some arc may begin with a byte.
    #[inline(always)]
    pub fn goes_on(&self, ahead: &Ahead, byte: u8) -> bool {
        ahead.firsts >> self.classes[byte as usize] & 1 == 1
    }
}

/// What may follow a state, directly or after transitions without an affix.
struct Closure {
    /// Affixes, each with the next state.
    affixes: Vec<(u16, usize)>,
    is_end: bool,
    /// The state behind an apostrophe.
    apart: usize,
    joints: u64,
}

/// Builds an automaton.
pub struct Builder<'a> {
    pack: &'a Pack,
    closures: Vec<Closure>,
    ids: FxHashMap<Key, u32>,
    keys: Vec<Key>,
    /// The nodes after roots of one form, by class, context and features.
    after_roots: FxHashMap<(u16, Context, Features), Vec<u32>>,
}

impl<'a> Builder<'a> {
    pub fn new(pack: &'a Pack) -> Self {
        let closures = (0..pack.states.len())
            .map(|state| {
                let (mut affixes, mut is_end, mut apart, mut joints) = (Vec::new(), false, None, 0);
                let mut waiting = vec![state];
                let mut seen = vec![false; pack.states.len()];
                while let Some(state) = waiting.pop() {
                    if std::mem::replace(&mut seen[state], true) {
                        continue;
                    }
                    is_end |= pack.ends[state];
                    joints |= pack.joints[state];
                    for &(step, next) in &pack.steps[state] {
                        match step {
                            Step::Affix(affix) => affixes.push((affix, next)),
                            Step::Free => waiting.push(next),
                            Step::Apart => apart = Some(next),
                        }
                    }
                }
                affixes.sort_unstable();
                affixes.dedup();
                Closure { affixes, is_end, apart: apart.unwrap_or(state), joints }
            })
            .collect();
        Builder { pack, closures, ids: FxHashMap::default(), keys: Vec::new(), after_roots: FxHashMap::default() }
    }

    fn node(&mut self, key: Key) -> u32 {
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.ids.insert(key, id);
        id
    }

    /// Calls `visit` with each form of a root and the node after it, for each state of its class.
    pub fn root(&mut self, unit: &'a Unit, states: &[usize], class: u16, mut visit: impl FnMut(&'a str, u32)) {
        let phonology = &self.pack.phonology;
        let start = Context { harmony: unit.starts, last: Sound::None };
        let last = self.pack.affixes.len() as u16 + class;
        if unit.forms.len() == 1 {
            let (surface, context) = phonology.realised(unit, 0, start);
            if let Some(nodes) = self.after_roots.get(&(class, context, unit.features)) {
                return nodes.iter().for_each(|&node| visit(surface, node));
            }
        }
        variants(phonology, unit, 0, start, |surface, context, asked| {
            let key = |&state: &usize| Key { state: state as u16, context, features: unit.features, asked: asked.clone(), last };
            let nodes: Vec<u32> = states.iter().map(|state| self.node(key(state))).collect();
            nodes.iter().for_each(|&node| visit(surface, node));
            if unit.forms.len() == 1 {
                self.after_roots.insert((class, context, unit.features), nodes);
            }
        });
    }

    /// The node after an unknown stem.
    pub fn unknown(&mut self, context: Context, features: Features, state: usize, class: u16) -> u32 {
        let last = self.pack.affixes.len() as u16 + class;
        self.node(Key { state: state as u16, context, features, asked: Vec::new(), last })
    }

    /// Builds the automaton from the nodes added so far, and all that can be reached from them.
    pub fn build(mut self) -> Automaton {
        let pack = self.pack;
        let phonology = &pack.phonology;
        let closures = std::mem::take(&mut self.closures);
        let mut automaton = Automaton {
            nodes: Vec::new(),
            arcs: Vec::new(),
            forms: Vec::new(),
            groups: Vec::new(),
            typed: Vec::new(),
            typed_firsts: Box::new([0; 256]),
            classes: [63; 256],
        };
        let mut forms: FxHashMap<ArcForm, u32> = FxHashMap::default();
        let mut classes = 0;
        let mut at = 0;
        while at < self.keys.len() {
            let key = self.keys[at].clone();
            let Closure { affixes, is_end, apart, joints } = &closures[key.state as usize];
            let first = automaton.arcs.len();
            for &(affix, state) in affixes {
                let unit = &pack.affixes[affix as usize].unit;
                let Some(pending) = pending(phonology, &key.asked, key.features, unit) else { continue };
                let features = unit.features_behind(key.features);
                variants(phonology, unit, key.features, key.context, |surface, context, mut asked| {
                    asked.extend_from_slice(&pending);
                    let next = self.node(Key { state: state as u16, context, features, asked, last: affix });
                    // An analysis cannot find a form without letters, so it gets no arc.
                    let Some(form) = Some(surface.as_bytes()).filter(|form| !form.is_empty()).and_then(|form| ArcForm::new(form, affix))
                    else {
                        return;
                    };
                    let class = &mut automaton.classes[form.first() as usize];
                    if *class == 63 && classes < 63 {
                        *class = classes;
                        classes += 1;
                    }
                    let form = *forms.entry(form).or_insert_with_key(|form| {
                        automaton.forms.push(form.clone());
                        automaton.forms.len() as u32 - 1
                    });
                    automaton.arcs.push(Arc { form, score: 0.0, next });
                });
            }
            let class = |arc: &Arc| automaton.classes[automaton.forms[arc.form as usize].first() as usize];
            automaton.arcs[first..].sort_by_key(class);
            let mut firsts = 0u64;
            let groups = automaton.groups.len() as u32;
            for (at, arc) in (first as u32..).zip(&automaton.arcs[first..]) {
                let bit = 1 << class(arc);
                if firsts & bit == 0 {
                    firsts |= bit;
                    automaton.groups.push(at);
                }
                if let Some(end) = automaton.groups.last_mut() {
                    *end = at + 1;
                }
            }
            let is_free = key.asked.iter().all(|asked| !asked.2);
            let apart = is_free.then(|| self.node(Key { asked: Vec::new(), state: *apart as u16, ..key.clone() }));
            let arcs = first as u32..automaton.arcs.len() as u32;
            let joint = Next::only(Some(&pack.joint));
            let is_joint =
                key.asked.iter().all(|&(before, context, holds)| phonology.is_before(before, key.features, context, joint) == holds);
            let joints = if is_joint { *joints } else { 0 };
            let ahead = Ahead { firsts, is_end: *is_end && is_free, is_apart: apart.is_some(), joints };
            automaton.nodes.push(Node { arcs, groups, ahead, last: key.last, apart, context: key.context });
            at += 1;
        }
        automaton
    }
}

/// Those conditions of the form before `unit` that only the affix behind it decides; None if one is not met.
fn pending(phonology: &Phonology, asked: &Asked, from: Features, unit: &Unit) -> Option<Asked> {
    let mut pending = Vec::new();
    for &(before, context, holds) in asked {
        match before {
            Before::Features(features) if unit.passes && features & !unit.features != 0 => {
                pending.push((Before::Features(features & !unit.features), Context::default(), holds));
            }
            _ if phonology.is_before(before, from, context, Next::only(Some(unit))) == holds => {}
            _ => return None,
        }
    }
    Some(pending)
}

/// Calls `visit` with every form that may be chosen for `unit`: its surface, the context it leaves, and the conditions of its choice. The
/// first form whose condition holds is chosen. So for each form its own condition must hold, and all conditions before it must not.
fn variants<'a>(
    phonology: &Phonology,
    unit: &'a Unit,
    features: Features,
    context: Context,
    mut visit: impl FnMut(&'a str, Context, Asked),
) {
    let mut failed: Asked = Vec::new();
    let mut basic = None;
    for index in phonology.candidates(unit, features) {
        let (surface, left) = phonology.realised(unit, index, context);
        match unit.forms[index].before {
            None => basic = basic.or(Some((surface, left))),
            Some(before) => {
                let mut asked = failed.clone();
                asked.push((before, left, true));
                visit(surface, left, asked);
                failed.push((before, left, false));
            }
        }
    }
    if let Some((surface, left)) = basic {
        visit(surface, left, failed);
    }
}
