//! Tests of `src/systems/splinter/roots.rs` that see what is private there.

use super::*;
use proptest::prelude::*;
use proptest::sample::select;

/// Five servile letters and three others.
fn alphabet() -> Alphabet {
    let rows = "abcde"
        .chars()
        .map(|letter| format!("{letter}\tservile\t\t\t\n"))
        .chain("xyz".chars().map(|letter| format!("{letter}\tletter\t\t\t\n")));
    Alphabet::read("alphabet.tsv", &format!("character\tclass\tfinal\tcapital\tbase\n{}", rows.collect::<String>())).unwrap()
}

/// Some of the roots and patterns of stems, each with one of a few counts, so that equal weights occur.
fn rows(alphabet: &Alphabet, stems: &[Vec<u8>], counts: &[f64], choose: impl Fn(&[u8], Places) -> Vec<u8>) -> Rows {
    let mut rows = Rows::new();
    for (stem, count) in stems.iter().zip(counts.iter().cycle()) {
        let mut number = 0;
        for_each_choice(alphabet, stem, |places| {
            number += 1;
            if number % 5 == 0 && rows.iter().all(|row| row.0 != choose(stem, places)) {
                rows.push((choose(stem, places), *count));
            }
        });
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    rows
}

#[test]
fn a_table_of_many_patterns_is_read_in_linear_time() {
    let group = "(a|b|c|d|e)";
    let firsts = || "abcde".chars();
    let prefixes = firsts().flat_map(|one| firsts().flat_map(move |two| firsts().map(move |three| format!("{one}{two}{three}"))));
    let rows = prefixes.map(|prefix| format!("{prefix}_{group}{group}_{group}{group}_\t\t\n"));
    let known = Known::read("known_patterns.tsv", &format!("pattern\trestores\twhole\n{}", rows.collect::<String>()), &alphabet()).unwrap();
    assert_eq!(known.of_length(10).len(), 125 * 625);
}

proptest! {
    #[test]
    fn a_stem_gets_the_heaviest_candidate(
        stems in proptest::collection::vec(proptest::collection::vec(0u8..8, 3..=12), 1..6),
        servile in proptest::collection::vec(0u8..5, 3..=12),
        doubled in proptest::collection::vec(0u8..2, 3..=12),
        counts in proptest::collection::vec(select(vec![0.5, 1.0, 40.0, 900.0]), 3..7),
        least in select(vec![0.0, 1.0, 50.0]),
    ) {
        let alphabet = alphabet();
        let at = |places: Places, at: usize| places >> at & 1 == 1;
        let root = |stem: &[u8], places| (0..stem.len()).filter(|&index| at(places, index)).map(|index| stem[index]).collect::<Vec<u8>>();
        let pattern = |stem: &[u8], places| (0..stem.len()).map(|index| if at(places, index) { SLOT } else { stem[index] }).collect::<Vec<u8>>();
        let (roots, patterns) = (rows(&alphabet, &stems, &counts, root), rows(&alphabet, &stems, &counts[1..], pattern));
        let counted = |(letters, count): &(Vec<u8>, f64)| (letters.clone(), *count);
        let spelling = Spelling::new(alphabet.len(), roots.iter().map(counted), patterns.iter().map(counted));
        let model = Roots::new(&alphabet, roots, patterns, Known::default());
        for stem in stems.iter().chain([&servile, &doubled]) {
            let mut best = Best { weight: least, root: None };
            for_each_choice(&alphabet, stem, |places| {
                let of_root = model.root_weights.get(small(root(stem, places).into_iter()).into());
                let seen = model.patterns.iter().find(|row| row.0 == pattern(stem, places));
                let of_pattern = seen.map(|(letters, count)| count + spelling.of_pattern(letters.iter().copied()));
                if let (Some(of_root), Some(of_pattern)) = (of_root, of_pattern) {
                    best.add(Root::at(places, None), f64::from(of_root) * of_pattern);
                }
            });
            let expected = best.root.filter(|_| !model.patterns.is_empty()).map(|root| (root, best.weight));
            prop_assert_eq!(model.analyze(stem, least), expected, "{:?}", stem);
        }
    }
}
