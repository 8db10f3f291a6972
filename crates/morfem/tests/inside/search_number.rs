//! Tests of `src/search/number.rs` that see what is private there.

use super::*;

#[test]
fn a_number_has_one_spelling() {
    for (text, term) in [
        ("1.000", "1000"),
        ("1.250,50", "1250.50"),
        ("1,250.50", "1250.50"),
        ("2.500.000", "2500000"),
        ("1,000,000", "1000000"),
        ("3,5", "3.5"),
        ("0.125", "0.125"),
        ("12:30", "12:30"),
        ("1.2.3", "1.2.3"),
        ("1,000", "1.000"),
        ("42", "42"),
    ] {
        assert_eq!(terms(text, &['.']), [term], "{text}");
    }
}

#[test]
fn a_date_is_found_in_any_order_and_by_its_year() {
    for text in ["12.05.2023", "12/5/2023", "2023-05-12", "2023.5.12"] {
        assert_eq!(terms(text, &[]), ["2023-05-12", "2023"], "{text}");
    }
    assert_eq!(date_length("12/05/2023 sabah"), Some(10));
    assert_eq!(date_length("12-13"), None);
    assert_eq!(date_length("40/05/2023"), None);
}
