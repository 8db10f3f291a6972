//! Exceptions of the boundary model, as they are written in their table.

use morfem::systems::morpheus::encode::{LONGEST_EXCEPTION, exception, written_exception};

#[test]
fn an_exception_comes_back_up_to_its_greatest_length() {
    for written in ["ev+ler+de", "a", "çok", &"a".repeat(LONGEST_EXCEPTION), &format!("{}+a", "a".repeat(LONGEST_EXCEPTION - 1))] {
        let (word, gaps) = exception(written).unwrap();
        assert_eq!(written_exception(&word, gaps), written);
    }
}

#[test]
fn what_is_too_long_or_not_between_letters_is_refused() {
    for written in ["", "+", "+ev", "ev+", "ev++ler", &"a".repeat(LONGEST_EXCEPTION + 1), &format!("{}+a", "a".repeat(LONGEST_EXCEPTION))] {
        assert!(exception(written).is_err(), "{written}");
    }
}
