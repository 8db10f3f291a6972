//! Checks of a language pack's affixes and morphotactics that need several rows.
//!
//! - Every affix must be accepted by some state; otherwise no analysis has it.
//! - Every state must be reachable from a root and must lead to the end of a word; otherwise a name is misspelled.
//! - No state may lead back to itself without an affix, because a word could then follow that cycle without end.

use rustc_hash::FxHashSet;

use super::pack::{AFFIXES, MORPHOTACTICS, Pack, Step};
use crate::files::tsv::Place;
use crate::{Error, Result};

/// Checks that each affix is accepted by some state. `lines` has the line of each affix.
///
/// # Errors
/// [`crate::Error::Table`] with the line of an affix that none accepts.
pub fn affixes(pack: &Pack, lines: &[usize]) -> Result<()> {
    let accepted: FxHashSet<Step> = pack.steps.iter().flatten().map(|&(step, _)| step).collect();
    for ((index, affix), &line) in (0..).zip(&pack.affixes).zip(lines) {
        if !accepted.contains(&Step::Affix(index)) {
            return Err(Place(AFFIXES, line)
                .error(format!("no state of {MORPHOTACTICS} accepts {:?}; add a row that does, or leave the affix out", affix.gloss)));
        }
    }
    let passes = |step: &Step| matches!(step, Step::Affix(affix) if pack.affixes[*affix as usize].unit.passes);
    let gloss = |step: &Step| if let Step::Affix(affix) = step { pack.affixes[*affix as usize].gloss.as_str() } else { "" };
    for (step, next) in pack.steps.iter().flatten().filter(|(step, _)| passes(step)) {
        if let Some((behind, _)) = followers(pack, vec![*next]).iter().find(|(behind, _)| passes(behind)) {
            return Err(Error::Training(format!(
                "{MORPHOTACTICS}: {} lets features pass, and so does {}, which may follow it; only one of them may",
                gloss(step),
                gloss(behind)
            )));
        }
    }
    Ok(())
}

/// Checks that every state can be reached from a root, leads to an end, and does not lead back to itself without an affix. `lines` has the
/// line where each state is first named.
///
/// # Errors
/// [`crate::Error::Table`] with the line of a state for which this is not so.
pub fn states(pack: &Pack, lines: &[usize]) -> Result<()> {
    let place = |state: usize| Place(MORPHOTACTICS, lines[state]);
    let name = |state: usize| &pack.states[state];
    let roots: Vec<usize> = pack.classes.values().flatten().copied().collect();
    let reached = closure(pack.states.len(), roots, |state| pack.steps[state].iter().map(|step| step.1).collect());
    let mut before = vec![Vec::new(); reached.len()];
    for (state, steps) in pack.steps.iter().enumerate() {
        steps.iter().for_each(|&(_, next)| before[next].push(state));
    }
    let ends = (0..reached.len()).filter(|&state| pack.ends[state] || pack.joints[state] != 0).collect();
    let ending = closure(pack.states.len(), ends, |state| before[state].clone());
    if let Some(state) = (0..reached.len()).find(|&state| reached[state] && !ending[state]) {
        return Err(place(state)
            .error(format!("no word can end in the state {:?} or after it; add a row with . or one that leads to an end", name(state))));
    }
    // The state before the root is not reachable from a root, but it has no transitions of its own, so it passes.
    let is_used = |state: usize| pack.ends[state] || !pack.steps[state].is_empty();
    if let Some(state) = (0..reached.len()).find(|&state| !reached[state] && is_used(state)) {
        return Err(place(state).error(format!("no root leads to the state {:?}; add a row that does, or leave it out", name(state))));
    }
    let free = |state: usize| pack.steps[state].iter().filter(|step| step.0 == Step::Free).map(|step| step.1).collect::<Vec<_>>();
    if let Some(state) = (0..reached.len()).find(|&state| closure(pack.states.len(), free(state), free)[state]) {
        return Err(place(state)
            .error(format!("{:?} leads back to itself without an affix; remove one of the rows with = on that path", name(state))));
    }
    Ok(())
}

/// For each state, whether it can be reached through `next` from the states in `waiting`, or is one of them.
fn closure(states: usize, mut waiting: Vec<usize>, next: impl Fn(usize) -> Vec<usize>) -> Vec<bool> {
    let mut seen = vec![false; states];
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut seen[state], true) {
            waiting.extend(next(state));
        }
    }
    seen
}

/// The affixes that may follow in some states, with the state to which each leads.
pub(super) fn followers(pack: &Pack, states: Vec<usize>) -> Vec<(Step, usize)> {
    let free = |state: usize| pack.steps[state].iter().filter(|step| step.0 == Step::Free).map(|step| step.1).collect();
    let all = closure(pack.states.len(), states, free);
    let steps = pack.steps.iter().zip(all).filter(|(_, is_in)| *is_in).flat_map(|(steps, _)| steps);
    steps.filter(|step| matches!(step.0, Step::Affix(_))).copied().collect()
}
