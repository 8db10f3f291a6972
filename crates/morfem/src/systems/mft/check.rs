//! Checks of a language pack's affixes and morphotactics that take more than one row.
//!
//! - An affix that no state accepts is never found.
//! - A state that no root leads to, and one that leads to no end of a word, are slips of the pen. A way back to a state without an affix would never end.

use rustc_hash::FxHashSet;

use super::pack::{AFFIXES, MORPHOTACTICS, Pack, Step};
use crate::Result;
use crate::tsv::Place;

/// Every affix is accepted somewhere. `lines` has the line of each.
pub fn affixes(pack: &Pack, lines: &[usize]) -> Result<()> {
    let accepted: FxHashSet<Step> = pack.steps.iter().flatten().map(|&(step, _)| step).collect();
    for ((index, affix), &line) in (0..).zip(&pack.affixes).zip(lines) {
        if !accepted.contains(&Step::Affix(index)) {
            return Err(Place(AFFIXES, line)
                .error(format!("no state of {MORPHOTACTICS} accepts {:?}; add a row that does, or leave the affix out", affix.gloss)));
        }
    }
    Ok(())
}

/// Every state is reached from a root and reaches an end, and no way leads back to one without an affix. `lines` has the line where each is named first.
pub fn states(pack: &Pack, lines: &[usize]) -> Result<()> {
    let place = |state: usize| Place(MORPHOTACTICS, lines[state]);
    let name = |state: usize| &pack.states[state];
    let roots: Vec<usize> = pack.classes.values().flatten().copied().collect();
    let reached = closure(pack.states.len(), roots, |state| pack.steps[state].iter().map(|step| step.1).collect());
    let mut before = vec![Vec::new(); reached.len()];
    for (state, steps) in pack.steps.iter().enumerate() {
        steps.iter().for_each(|&(_, next)| before[next].push(state));
    }
    let ends = (0..reached.len()).filter(|&state| pack.ends[state]).collect();
    let ending = closure(pack.states.len(), ends, |state| before[state].clone());
    if let Some(state) = (0..reached.len()).find(|&state| reached[state] && !ending[state]) {
        return Err(
            place(state).error(format!("no word ends in the state {:?} or after it; give it a row with . or a way on", name(state)))
        );
    }
    // The state in which roots begin stands before them: it has no steps of its own.
    let is_used = |state: usize| pack.ends[state] || !pack.steps[state].is_empty();
    if let Some(state) = (0..reached.len()).find(|&state| !reached[state] && is_used(state)) {
        return Err(place(state).error(format!("no root leads to the state {:?}; add a row that does, or leave it out", name(state))));
    }
    let free = |state: usize| pack.steps[state].iter().filter(|step| step.0 == Step::Free).map(|step| step.1).collect::<Vec<_>>();
    if let Some(state) = (0..reached.len()).find(|&state| closure(pack.states.len(), free(state), free)[state]) {
        return Err(place(state)
            .error(format!("from {:?} a way leads back to it without an affix; take out one of the rows with = on it", name(state))));
    }
    Ok(())
}

/// Whether each state is among those from which `next` leads on, or is one of `waiting`.
fn closure(states: usize, mut waiting: Vec<usize>, next: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut seen = vec![false; states];
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            waiting.extend(next(state));
        }
    }
    seen
}

/// The affixes that may follow in any of some states, with where each leads.
pub(super) fn followers(pack: &Pack, states: Vec<usize>) -> Vec<(Step, usize)> {
    let free = |state: usize| pack.steps[state].iter().filter(|step| step.0 == Step::Free).map(|step| step.1).collect();
    let all = closure(pack.states.len(), states, free);
    let steps = pack.steps.iter().zip(all).filter(|(_, is_in)| *is_in).flat_map(|(steps, _)| steps);
    steps.filter(|step| step.0 != Step::Free).copied().collect()
}
