//! Which language a word has in a union.

use std::ops::Range;

use morfem::systems::union::routing::*;

fn routing() -> Routing {
    let rows = [("^", [0, 0]), ("$", [9, 9]), ("a", [10, 90]), ("b", [90, 10]), ("^b", [200, 5])];
    let rows = rows.map(|(ngram, costs)| (ngram.to_owned(), costs.to_vec())).to_vec();
    Routing::new(Settings { switch: 100, start: 20, limit: 150 }, rows, 2).unwrap()
}

#[test]
fn a_word_costs_what_its_longest_ngrams_cost_up_to_the_limit() {
    let cost = |word| {
        let mut found = [0; 2];
        routing().costs(word, std::slice::from_ref(&(0..word.len())), &[0, 1], |_, costs| found = [costs.of(0), costs.of(1)]);
        found
    };
    assert_eq!(cost("a"), [0, 80]);
    assert_eq!(cost("ab"), [0, 0]);
    assert_eq!(cost("b"), [150, 0], "195 more, of which the limit counts");
    assert_eq!(cost("ю"), [0, 0], "an unknown letter says nothing");
}

#[test]
fn the_path_with_the_least_cost_wins() {
    let languages = |text: &str| {
        let (routing, mut path, mut found) = (routing(), Path::default(), Vec::new());
        let candidates = Candidates { columns: &[0, 1], has_general: true };
        let words: Vec<Range<usize>> = (0..text.len()).step_by(2).map(|at| at..at + 1).collect();
        routing.costs(text, &words, candidates.columns, |number, costs| path.add(&routing, candidates, number, costs));
        path.close(candidates, |number, column| found.push((number, column)));
        found.sort_unstable();
        found.into_iter().map(|(_, column)| column).collect::<Vec<_>>()
    };
    assert_eq!(languages("a a"), [0, 0]);
    assert_eq!(languages("b b"), [1, 1]);
    assert_eq!(languages("b a b"), [1, 1, 1], "one word that is 80 dearer is not worth two changes of 100");
    assert_eq!(languages("b a a a b"), [1, 0, 0, 0, 1]);
}

#[test]
fn of_paths_that_cost_the_same_the_first_language_wins_and_no_change_is_made_for_nothing() {
    let languages = |words: &[[u32; 2]], has_general: bool| {
        let (routing, mut path, mut found) = (routing(), Path::default(), Vec::new());
        let candidates = Candidates { columns: &[0, 1], has_general };
        for (number, each) in words.iter().enumerate() {
            let mut costs = Costs::default();
            each.iter().enumerate().for_each(|(column, &cost)| costs.set(column, cost));
            path.add(&routing, candidates, number, costs);
        }
        path.close(candidates, |_, column| found.insert(0, column));
        found
    };
    assert_eq!(languages(&[[0, 0]], false), [0], "the first language");
    // To change costs 100, as much as the dearer language of one word: nothing is won.
    assert_eq!(languages(&[[100, 0], [0, 100]], false), [0, 0]);
    assert_eq!(languages(&[[101, 0], [0, 100]], false), [1, 0]);
    assert_eq!(languages(&[[101, 0], [0, 99]], false), [1, 1]);
    // A text that begins in another language than that of general text costs 20.
    assert_eq!(languages(&[[20, 0]], true), [0]);
    assert_eq!(languages(&[[21, 0]], true), [1]);
}

#[test]
fn the_file_comes_back() {
    let routing = routing();
    let again = Routing::read(&routing.write(), 2).unwrap();
    assert_eq!((again.settings, again.rows), (routing.settings, routing.rows));
    for (content, said) in [("ngram\tcosts\na\t1\n", "languages"), ("ngram\tcosts\na\tx y\n", "line 2"), ("x\n", "columns")] {
        assert!(Routing::read(content.as_bytes(), 2).err().unwrap().to_string().contains(said));
    }
}
