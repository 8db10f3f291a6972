//! How imported models depart from a plain list of merges.

use serde::{Deserialize, Serialize};

/// What a byte-pair model has beside its merges.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Merging {
    /// Runs of merges that have one rank, as first and last place in the list: of their pairs the leftmost merges first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equal: Vec<[u32; 2]>,
    /// Ids of tokens that merges do not make, in ascending order: a chunk with the text of such a token is this token.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whole: Vec<u32>,
}

impl Merging {
    /// The rules, or None if there are none.
    pub fn some(self) -> Option<Self> {
        (self != Merging::default()).then_some(self)
    }

    /// The rank of the merge at a place in the list.
    pub fn rank(&self, place: u32) -> u32 {
        let run = self.equal.partition_point(|run| run[1] < place);
        self.equal.get(run).map_or(place, |run| run[0].min(place))
    }

    /// The rules for the merges and the ids that are kept.
    pub fn renumbered(&self, is_kept: &[bool], new_id: impl Fn(u32) -> Option<u32>) -> Option<Self> {
        let before = |place: u32| is_kept[..place as usize].iter().filter(|is_kept| **is_kept).count() as u32;
        let runs = self.equal.iter().map(|&[first, last]| [before(first), before(last + 1)]);
        let equal = runs.filter(|[first, end]| first < end).map(|[first, end]| [first, end - 1]).collect();
        Merging { equal, whole: self.whole.iter().filter_map(|&id| new_id(id)).collect() }.some()
    }
}
