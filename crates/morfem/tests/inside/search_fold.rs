//! Tests of `src/search/fold.rs` that see what is private there.

use super::*;

const TABLE: &str = "rule\ttext\tvalue\treason\ncharacter\tU+00AD\t\t\ncompatible\tU+FB00-U+FB06\t\t\ndigits\tU+0660\t0\t\n\
    raised\t²\t2\t\nthousands\t.\t\t\nsequence\tئو\tؤو\t\nreading\tI\tİ\t\nletter\tâ\ta\t\nunknown\tş\ts\t\n";

fn folds() -> Folds {
    Folds::read(&[("fold.tsv", TABLE.as_bytes())]).unwrap()
}

#[test]
fn characters_are_replaced_and_spans_are_those_of_the_text() {
    let folds = folds();
    let folded = folds.text("bir ki\u{ad}tap ve oﬃs ٢٣");
    assert_eq!(folded.text, "bir kitap ve offis 23");
    assert_eq!(folded.span(4, 9), (4, 10));
    assert_eq!(folded.span(13, 18), (14, 17));
    assert_eq!(folds.text("plain").span(0, 5), (0, 5));
}

#[test]
fn a_raised_digit_behind_a_word_is_a_footnote() {
    assert_eq!(folds().text("km² kitap²").text, "km2 kitap");
}

#[test]
fn words_are_spelled_and_read_in_one_way() {
    let folds = folds();
    assert_eq!(folds.spelled("مسئول".into()), "مسؤول");
    assert_eq!(folds.other_reading("INSTALL").as_deref(), Some("İNSTALL"));
    assert_eq!(folds.other_reading("kitap"), None);
    assert_eq!(folds.letters("Kâr"), "kar");
    assert_eq!(folds.unknown("şar"), "sar");
}

#[test]
fn a_sequence_is_replaced_anywhere_and_a_beginning_at_the_beginning() {
    let table =
        "rule\ttext\tvalue\treason\nreading\tI\tİ\t\nsequence\ttj\tc\t\nsequence\ttjahaja\tcahaya\t\nbeginning\tinisiatif\tinisiyatif\t\n";
    let folds = Folds::read(&[("fold.tsv", table.as_bytes())]).unwrap();
    let spelled = |word: &'static str| folds.spelled(word.into());
    assert_eq!([spelled("katja"), spelled("bertjahaja"), spelled("tjtj")], ["kaca", "bercahaya", "cc"]);
    assert_eq!([spelled("İnisiatifler"), spelled("inisiatif"), spelled("ainisiatif")], ["İnisiyatifler", "inisiyatif", "ainisiatif"]);
}

#[test]
fn a_double_letter_of_a_long_term_is_once() {
    let table = "rule\ttext\tvalue\treason\ndouble\tו\t5\t\nword\tעוולה\tעוולה\t\n";
    let folds = Folds::read(&[("fold.tsv", table.as_bytes())]).unwrap();
    for (term, once) in [("טלוויזיה", "טלויזיה"), ("רווח", "רווח"), ("ווטסאפ", "ווטסאפ"), ("עוולה", "עוולה")]
    {
        assert_eq!(folds.term(term), once);
    }
}

#[test]
fn full_stops_of_acronyms_and_the_hyphen_of_a_word_that_stands_twice_are_left_out() {
    let folds = Folds::read(&[("fold.tsv", b"rule\ttext\tvalue\treason\nacronym\t\"\t\t\n")]).unwrap();
    let joined = |word: &'static str| folds.joined(word.into());
    assert_eq!([joined("צ.ה.ל."), joined("kura-kura"), joined("yer")], ["צה\"ל", "kurakura", "yer"]);
}

#[test]
fn drawn_out_letters_are_written_twice_or_once() {
    assert_eq!(drawn_out("güzeeel"), Some(["güzeel".into(), "güzel".into()]));
    assert_eq!(drawn_out("ㅋㅋㅋㅋ"), Some(["ㅋㅋ".into(), "ㅋㅋ".into()]));
    for word in ["saat", "www", "XVIII"] {
        assert_eq!(drawn_out(word), None, "{word}");
    }
}

#[test]
fn a_faulty_row_is_named() {
    for row in [
        "sequence\ta\tb\t",
        "beginning\ta\tb\t",
        "double\tו\tx\t",
        "fold\ta\tb\t",
        "character\tab\tc\t",
        "digits\tU+XY\t0\t",
        "reading\tI\t\t",
        "character\ta\tU+D800\t",
    ] {
        let content = format!("rule\ttext\tvalue\treason\n{row}\n");
        let error = Folds::read(&[("tr/fold.tsv", content.as_bytes())]).unwrap_err().to_string();
        assert!(error.contains("tr/fold.tsv") && error.contains('2'), "{error}");
    }
}
