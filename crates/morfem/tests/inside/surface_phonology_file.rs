//! Tests of `src/surface/phonology_file.rs` that see what is private there.

use super::*;

const LETTERS: &str = "[vowels]\na = \"back\"\n[sounds]\nconsonants = \"bd\"\n";

#[test]
fn letters_are_read_whatever_else_the_file_has() {
    let file = format!("flags = 3\ntempo = \"slow\"\n{LETTERS}nasal = \"m\"\n");
    assert_eq!(PhonologyFile::read_letters(file.as_bytes()).ok().unwrap().sounds.consonants, "bd");
    let refused = PhonologyFile::read(file.replace("flags = 3\n", "").replace("nasal = \"m\"\n", "").as_bytes()).err().unwrap().to_string();
    assert!(refused.contains("phonology.toml, line 1: unknown field `tempo`"), "{refused}");
}

#[test]
fn faults_name_the_file_and_the_key() {
    for key in ["open", "quotes", "inner", "capitals"] {
        for read in [PhonologyFile::read, PhonologyFile::read_letters] {
            let refused = read(format!("{key} = 3\n{LETTERS}").as_bytes()).err().unwrap().to_string();
            assert!(refused.contains("phonology.toml") && refused.contains(key), "{refused}");
        }
    }
}
