//! Bounds of the record of an artefact.

use morfem::Tokenizer;
use morfem::files::record::{Files, MAX_RECORD, RECORD, is_member};

#[test]
fn a_name_of_a_member_has_at_most_32_signs() {
    assert!(is_member("a") && is_member(&"a-1".repeat(11)[..32]));
    assert!(!is_member("") && !is_member(&"a".repeat(33)) && !is_member("A") && !is_member("a_b"));
}

#[test]
fn a_record_is_read_up_to_its_greatest_size() {
    let refused = |size: u64| {
        let files = Files::from([(RECORD.to_owned(), vec![b' '; size as usize])]);
        Tokenizer::from_files(&files, "here").err().unwrap().to_string()
    };
    assert!(refused(MAX_RECORD).contains("is not a JSON object"));
    assert!(refused(MAX_RECORD + 1).contains("bytes; it may have 4194304 at most"));
}
