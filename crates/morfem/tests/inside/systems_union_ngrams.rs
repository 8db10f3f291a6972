//! Tests of `src/systems/union/ngrams.rs` that see what is private there.

use super::*;
use proptest::prelude::*;

/// The same by definition.
fn naive(rows: &[Row], word: &str) -> u32 {
    let cost = |ngram: &str| rows.iter().find(|row| row.0 == ngram).map(|row| row.1[0]);
    let text: Vec<char> = [START].into_iter().chain(letters(word)).collect();
    let counts = |ngram: &[char]| (1..=ngram.len()).all(|end| cost(&ngram[..end].iter().collect::<String>()).is_some());
    let longest = |end: usize| (end.saturating_sub(LONGEST)..end).find(|&start| counts(&text[start..end]));
    (2..=text.len()).filter_map(|end| cost(&text[longest(end)?..end].iter().collect::<String>())).sum()
}

proptest! {
    #[test]
    fn a_letter_costs_what_its_longest_ngram_costs(
        ngrams in proptest::collection::btree_map("[\\^]?[abcğ]{1,4}[$]?|[\\^$]", 1..500u32, 0..80),
        words in proptest::collection::vec("[abcğAx]{0,9}", 1..20),
    ) {
        let is_short = |ngram: &&String| ngram.chars().count() <= LONGEST;
        let rows: Vec<Row> = ngrams.keys().filter(is_short).map(|ngram| (ngram.clone(), vec![ngrams[ngram]])).collect();
        let model = Ngrams::new(&rows, 1).unwrap();
        let (text, mut places) = (words.concat(), Vec::new());
        words.iter().fold(0, |start, word| {
            places.push(start..start + word.len());
            start + word.len()
        });
        let mut found = Vec::new();
        model.costs_of_all(&text, &places, |place, costs| found.push((place, costs[0])));
        let expected: Vec<u32> = words.iter().map(|word| naive(&rows, word)).collect();
        prop_assert_eq!(found, expected.iter().copied().enumerate().collect::<Vec<_>>());
        prop_assert_eq!(words.iter().map(|word| model.costs(word)[0]).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn letters_that_are_not_frequent_have_ngrams_too() {
    let letters: Vec<char> = ('\u{400}'..'\u{480}').collect();
    let ngrams = letters.iter().flat_map(|&letter| [letter.to_string(), format!("ж{letter}")]);
    let rows: Vec<Row> =
        ngrams.collect::<std::collections::BTreeSet<_>>().into_iter().zip(1..).map(|(ngram, cost)| (ngram, vec![cost])).collect();
    let model = Ngrams::new(&rows, 1).unwrap();
    for letter in letters {
        let word = format!("ж{letter}");
        model.costs_of_all(&word, std::slice::from_ref(&(0..word.len())), |_, costs| assert_eq!(costs[0], naive(&rows, &word), "{word}"));
    }
}
