//! Tests of `src/systems/morpheus/boundaries.rs` that see what is private there.

use super::*;

const PHONOLOGY: &[u8] = b"[vowels]\na = \"back\"\ne = \"front\"\n[sounds]\nconsonants = \"bdl\"\nvoiceless = \"kt\"\n";
const MODEL: &str = "ngram\tof\tfirst\tweights\n\tplaces\t0\t-5\na\tletters\t9\t1 2\nla\tletters\t8\t10 20 30\nal\tletters\t9\t-7\n^ka\tletters\t10\t100\nlad$\tletters\t6\t1000\nAB\ttypes\t9\t3\n";

/// The sums by trying every n-gram at every place.
fn expected(word: &str) -> Vec<i16> {
    let letters = Letters::new(PHONOLOGY).unwrap();
    let rows = Rows::read(MODEL).unwrap();
    let codes: Vec<char> = format!("^{word}$").chars().collect();
    let name = |letter: &char| match letter {
        '^' => letters.edges()[0],
        '$' => letters.edges()[1],
        letter => letters.type_of(*letter),
    };
    let types: Vec<char> = codes.iter().map(|letter| char::from(b'A' + name(letter))).collect();
    let mut sums = vec![rows.bias.unwrap(); codes.len() + 1 + LANES];
    for (of, text) in [(&rows.ngrams, &codes), (&rows.types, &types)] {
        for (row, end) in of.iter().flat_map(|row| (1..=text.len()).map(move |end| (row, end))) {
            if text[..end].ends_with(&row.ngram.chars().collect::<Vec<char>>()) {
                sums[end..end + LANES].iter_mut().zip(row.weights.0).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
    sums[2 + BEHIND..BEHIND + (codes.len() - 1).max(2)].to_vec()
}

#[test]
fn a_bias_beyond_its_bounds_counts_as_the_bound() {
    let sums = |bias: i16| {
        let model = MODEL.replace("\t-5\n", &format!("\t{bias}\n"));
        let model = Boundaries::new(model, &Letters::new(PHONOLOGY).unwrap()).unwrap();
        let mut buffers = BoundarySums::default();
        model.add("kala", &mut buffers);
        model.sum(&mut buffers);
        buffers.sums(0).to_vec()
    };
    for sign in [1, -1] {
        assert_eq!(sums(sign * 900), sums(sign * MOST_BIAS));
        assert_ne!(sums(sign * MOST_BIAS), sums(sign * (MOST_BIAS - 1)));
    }
}

#[test]
fn an_ngram_may_be_as_long_as_the_walk_is_and_no_longer() {
    let with = |length: usize| {
        let model = format!("{MODEL}{}\tletters\t10\t1\n", "a".repeat(length));
        Boundaries::new(model, &Letters::new(PHONOLOGY).unwrap()).err()
    };
    assert_eq!(with(LONGEST), None);
    assert!(with(LONGEST + 1).unwrap().contains("has 17 characters; it may have 1 to 16"));
}

#[test]
fn sums_are_those_of_all_ngrams_in_words_of_any_length() {
    let model = Boundaries::new(MODEL.into(), &Letters::new(PHONOLOGY).unwrap()).unwrap();
    let mut buffers = BoundarySums::default();
    for length in (0..12).chain(AT_ONCE - 6..AT_ONCE + 6).chain(2 * AT_ONCE - 6..2 * AT_ONCE + 6) {
        for start in 0..7 {
            let word: String = "kaladtex".chars().cycle().skip(start).take(length).collect();
            buffers.clear();
            model.add(&word, &mut buffers);
            model.sum(&mut buffers);
            assert_eq!(buffers.sums(0), expected(&word), "{word}");
        }
    }
}
