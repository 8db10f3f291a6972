//! Tests of `src/search/words.rs` that see what is private there.

use super::*;

fn texts(text: &str) -> Vec<&str> {
    words(text, &Cuts::default()).map(|word| word.text).collect()
}

#[test]
fn apostrophes_and_quotation_marks_between_letters_belong_to_the_word() {
    assert_eq!(texts("Ankara'da, 'evde' צה\"ל \"söz\""), ["Ankara'da", "evde", "צה\"ל", "söz"]);
}

#[test]
fn numbers_times_and_addresses_are_whole() {
    assert_eq!(texts("1.250,50 TL, 12:30. ali.veli@posta.com.tr!"), ["1.250,50", "TL", "12:30", "ali.veli@posta.com.tr"]);
    assert!(words("ali@posta.com max_len A4", &Cuts::default()).all(|word| word.is_code));
}

#[test]
fn an_underscore_cuts_hashtags_and_words_but_no_identifiers() {
    assert_eq!(texts("#pesta_buku max_len __vurgu__ kitap_fuarı"), ["pesta", "buku", "max_len", "vurgu", "kitap", "fuarı"]);
    assert_eq!(texts("#Seçim2023 #29Ekim A4"), ["Seçim", "2023", "29", "Ekim", "A4"]);
}

#[test]
fn a_unit_beside_a_number_is_a_word() {
    let cuts = Cuts { before: vec!["RM".into()], behind: vec!["km".into()], ..Cuts::default() };
    let found: Vec<_> = words("10km, RM1,500.50 RM RM5x 5km2 km2", &cuts).map(|word| word.text).collect();
    assert_eq!(found, ["10", "km", "RM", "1,500.50", "RM", "RM5x", "5km2", "km2"]);
}

#[test]
fn letters_each_with_a_full_stop_are_one_acronym() {
    assert_eq!(texts("T.B.M.M.'nin D.P.R, م.ت.ف U.S."), ["T.B.M.M.'nin", "D.P.R", "م.ت.ف", "U.S."]);
    assert_eq!(texts("a.b.com J.R.Tolkien A. Ev.O"), ["a", "b", "com", "J", "R", "Tolkien", "A", "Ev", "O"]);
    let long = "a.".repeat(ACRONYM + 1);
    assert_eq!(texts(&long).len(), ACRONYM + 1);
}

#[test]
fn a_word_that_stands_twice_is_one_where_the_table_says_so() {
    let cuts = Cuts { doubled: ["hati".into()].into_iter().collect(), ..Cuts::default() };
    let found: Vec<_> = words("Hati-hati berhati-hatilah buku-buku hati-buku", &cuts).map(|word| word.text).collect();
    assert_eq!(found, ["Hati-hati", "berhati-hatilah", "buku", "buku", "hati", "buku"]);
}

#[test]
fn a_date_is_one_word() {
    assert_eq!(texts("12/05/2023, 2023-05-12 3-4"), ["12/05/2023", "2023-05-12", "3", "4"]);
}

#[test]
fn spans_are_code_points() {
    let found: Vec<_> = words("çok güzel", &Cuts::default()).map(|word| (word.start, word.end)).collect();
    assert_eq!(found, [(0, 3), (4, 9)]);
}

#[test]
fn a_run_without_an_end_is_cut() {
    let text = "a".repeat(LONGEST * 2 + 1);
    assert_eq!(words(&text, &Cuts::default()).map(|word| word.text.len()).collect::<Vec<_>>(), [LONGEST, LONGEST, 1]);
}

#[test]
fn hangul_and_numbers_are_cut_where_the_table_says_so() {
    let found: Vec<_> = words("2015년에 KBS는", &Cuts { hangul: true, ..Cuts::default() }).map(|word| word.text).collect();
    assert_eq!(found, ["2015", "년에", "KBS", "는"]);
}
