//! Tests of `src/vocab/excerpt.rs` that see what is private there.

use super::*;

#[test]
fn what_is_appended_is_the_part_wherever_it_stands() {
    let all: Vec<u8> = (0..40).collect();
    for begin in 0..=all.len() {
        for end in begin..=all.len() {
            let mut bytes = vec![7];
            Excerpt::new(&all, begin, end).append_to(&mut bytes);
            assert_eq!(bytes[1..], all[begin..end]);
        }
    }
}
