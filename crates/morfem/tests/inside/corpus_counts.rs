//! Tests of `src/corpus/counts.rs` that see what is private there.

use super::*;

/// The counts of the chunks of texts with a number each.
fn counted(memory: usize, texts: usize) -> Counts {
    let mut counts = Counts::new(Splitter::Words, Some(memory), None);
    (0..texts).for_each(|number| counts.add(&format!("kitap {number}"), 1).unwrap());
    counts
}

#[test]
fn more_runs_than_are_read_at_once_are_merged() {
    let counts = counted(1, MOST_RUNS * 3);
    assert!((1..=MOST_RUNS).contains(&counts.runs.len()), "{}", counts.runs.len());
    let listed = |chunks: Chunks| chunks.iter().map(|(chunk, count)| (chunk.to_vec(), count)).collect::<Vec<_>>();
    assert_eq!(listed(counts.into_chunks().unwrap()), listed(counted(usize::MAX, MOST_RUNS * 3).into_chunks().unwrap()));
}

#[test]
fn the_table_stays_within_its_limit() {
    let memory = 1 << 16;
    let mut counts = Counts::new(Splitter::Words, Some(memory), None);
    for number in 0..40_000 {
        counts.add(&format!("kitap{number}"), 1).unwrap();
        assert!(counts.counter.memory() < memory);
    }
    assert!(!counts.runs.is_empty());
}
