//! Tests of `src/systems/union/estimate.rs` that see what is private there.

use super::*;
use crate::corpus::ChunkCounter;

#[test]
fn a_word_costs_less_in_the_language_that_has_it_more_often() {
    let [one, other] = [[("karta", 3), ("karpet", 9)], [("karta", 30), ("kartal", 90)]].map(|words| {
        let mut counter = ChunkCounter::new();
        words.iter().for_each(|&(word, count)| counter.add(format!(" {word}").as_bytes(), count));
        counter.into_chunks()
    });
    let (_, counts) = model(&[&one, &other], char::is_alphabetic, 10);
    let costs = |word: &str| counts.costs(word, &[160, 160]);
    assert!(costs("karpet")[0] + 100 < costs("karpet")[1]);
    assert!(costs("Kartal")[1] + 100 < costs("Kartal")[0]);
    assert_eq!(costs("karta"), costs("KARTA"));
    assert_eq!(costs("unknown")[0], costs("unknown")[1]);
}
