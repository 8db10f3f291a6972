//! Tests of `src/surface/casing.rs` that see what is private there.

use super::*;
use proptest::prelude::*;

fn turkish() -> Casing {
    Casing::new([('i', 'İ'), ('ı', 'I')].into_iter().collect())
}

fn all_parts(text: &str) -> Vec<(String, Case)> {
    let casing = turkish();
    let mut parts = casing.parts(text);
    let mut part = String::new();
    let mut all = Vec::new();
    while let Some(case) = parts.next(&mut part) {
        all.push((part.clone(), case));
    }
    assert!(parts.is_done());
    all
}

fn written(parts: &[(String, Case)]) -> String {
    let casing = turkish();
    let mut text = String::new();
    for (part, case) in parts {
        let mut case = *case;
        for letter in part.chars() {
            match casing.capital(letter).filter(|_| case != Case::Lower) {
                Some(capital) => {
                    text.push(capital);
                    case = if case == Case::Title { Case::Lower } else { case };
                }
                None => {
                    text.push(letter);
                    if class(letter) != Class::Letter {
                        case = Case::Lower;
                    }
                }
            }
        }
    }
    text
}

#[test]
fn words_are_cut_where_their_case_changes() {
    let parts = |text: &str| all_parts(text).into_iter().map(|(part, case)| format!("{part}:{case:?}")).collect::<Vec<_>>().join(" ");
    assert_eq!(parts("kitap"), "kitap:Lower");
    assert_eq!(parts("İstanbul"), "istanbul:Title");
    assert_eq!(parts("IĞDIR"), "ığdır:Upper");
    assert_eq!(parts("O"), "o:Title");
    assert_eq!(parts("iPhone"), "i:Lower phone:Title");
    assert_eq!(parts("HTTPServer"), "http:Upper server:Title");
    assert_eq!(parts("TBMMnin"), "tbm:Upper mnin:Title");
    assert_eq!(parts("ABc"), "a:Title bc:Title");
    assert_eq!(parts("MEMS'de"), "mems'de:Upper");
    assert_eq!(parts("A4B"), "a4:Title b:Title");
}

proptest! {
    #[test]
    fn a_text_of_one_case_is_one_part(text in "[aiIİBǅĞ1א']{0,4}") {
        let mut small = String::from("-");
        match turkish().single(&text, &mut small) {
            Some(case) if !text.is_empty() => prop_assert_eq!(all_parts(&text), vec![(small[1..].to_owned(), case)]),
            Some(_) => prop_assert!(all_parts(&text).is_empty()),
            None => prop_assert_eq!(small, "-"),
        }
    }

    #[test]
    fn capitals_come_back(text in "[aıiIİBbßǅĞğ1א']{0,8}") {
        prop_assert_eq!(written(&all_parts(&text)), text);
    }
}
