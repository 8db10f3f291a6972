//! Which places an n-gram speaks of.

use morfem::systems::morpheus::features::Shape;

#[test]
fn an_ngram_speaks_of_the_places_near_it() {
    let shape = Shape { longest: 2, window: 2, from_start: 4, to_end: 3, types: 1 };
    let found: Vec<(usize, usize, std::ops::Range<usize>)> =
        shape.ngrams(6).map(|ngram| (ngram.begin, ngram.end, ngram.places)).filter(|ngram| !ngram.2.is_empty()).collect();
    // ^ e v d e $: places 2, 3, 4.
    let expected = [
        (0, 1, 2..3),
        (0, 2, 2..3),
        (1, 2, 2..4),
        (0, 3, 2..5),
        (1, 3, 2..4),
        (2, 3, 2..5),
        (0, 4, 2..5),
        (2, 4, 2..5),
        (3, 4, 2..5),
        (3, 5, 3..5),
        (4, 5, 3..5),
        (3, 6, 2..5),
        (4, 6, 4..5),
        (5, 6, 4..5),
    ];
    assert_eq!(found, expected);
}
