//! Which places an n-gram speaks of.

use std::ops::Range;

use morfem::systems::morpheus::features::ngrams;

#[test]
fn an_ngram_speaks_of_the_places_near_it() {
    for codes in [2, 3, 6, 13, 20] {
        let mut found: Vec<(usize, usize, Range<usize>)> = ngrams(codes).map(|ngram| (ngram.begin, ngram.end, ngram.places)).collect();
        found.retain(|ngram| !ngram.2.is_empty());
        found.sort_by_key(|ngram| (ngram.1, ngram.0));
        let all = (1..=codes).flat_map(|end| (0..end).map(move |begin| (begin, end)));
        let near = |begin: usize, end: usize, place: usize| end <= place + 6 && place <= begin + 6;
        let spoken = |(begin, end): (usize, usize)| {
            let is_inner = end - begin <= 5;
            let is_listed = is_inner || begin == 0 && end <= 12 || end == codes && end - begin <= 10;
            let places = (2..codes - 1).filter(|&place| end <= place + 10 && place <= end + 5 && (!is_inner || near(begin, end, place)));
            let places: Vec<usize> = places.filter(|_| is_listed).collect();
            Some((begin, end, *places.first()?..places.last()? + 1))
        };
        assert_eq!(found, all.filter_map(spoken).collect::<Vec<_>>(), "{codes}");
    }
}
