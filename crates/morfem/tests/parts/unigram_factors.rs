//! Pieces in which an ending follows something else.

use morfem::unigram::factors::Endings;

#[test]
fn an_ending_follows_a_stem_or_another_ending_but_not_a_space() {
    let table = "slot\tform\tafter\tmeaning\n# a comment\ncase\t에서\tany\tin\nmark\t는\topen\ttopic\n";
    let endings = Endings::read("endings.tsv", table.as_bytes()).unwrap();
    for (piece, expected) in [
        (" 부는", true),
        ("부는", true),
        ("에서는", true),
        (" 집에서,", true),
        ("에서", false),
        (" 에서", false),
        ("는.", false),
        (" 나무", false),
        (" 나는 집에서", false),
        (".", false),
    ] {
        assert_eq!(endings.follow_in(piece.as_bytes()), expected, "{piece}");
    }
    assert!(Endings::read("endings.tsv", b"form\n").is_err());
}

#[test]
fn a_tail_is_one_syllable_of_a_stem_with_its_particles() {
    let table =
        "slot\tform\tafter\tmeaning\ncase\t에서\tany\tin\nmark\t는\topen\ttopic\nderivation\t들\tany\tplural\nfinal\t자\tany\tlet us\n";
    let endings = Endings::read("endings.tsv", table.as_bytes()).unwrap();
    let tails = ["라는", "라에서는,", "자는"];
    let others = [" 라는", "콜라는", "들는", "는는", "에서는", "는", "라"];
    assert_eq!(tails.map(|piece| endings.is_tail(piece.as_bytes())), [true; 3]);
    assert_eq!(others.map(|piece| endings.is_tail(piece.as_bytes())), [false; 7]);
}
