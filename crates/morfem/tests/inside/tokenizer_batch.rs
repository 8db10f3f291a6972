//! Tests of `src/tokenizer/batch.rs` that see what is private there.

use super::*;

#[test]
fn each_share_is_claimed_once_and_those_of_the_thread_first() {
    for (shares, threads) in [(16, 2), (1, 3), (7, 4), (5, 1)] {
        let claims = Claims::new(shares, threads);
        let last = threads - 1;
        let claimed: Vec<usize> = (0..shares).map(|_| claims.next(last)).collect();
        let own = last * shares / threads..shares;
        assert_eq!(claimed[..own.len()], own.collect::<Vec<_>>());
        let mut all = claimed;
        all.sort_unstable();
        assert_eq!(all, (0..shares).collect::<Vec<_>>());
    }
}

#[test]
fn parts_are_joined_in_order() {
    assert_eq!(joined(vec![vec![1, 2]]), [1, 2]);
    assert_eq!(joined(vec![vec![1, 2], vec![], vec![3], vec![4, 5, 6]]), [1, 2, 3, 4, 5, 6]);
    assert_eq!(joined(vec![vec![], vec![]]), [0; 0]);
}
