//! Tests of `src/systems/splinter/typed.rs` that see what is private there.

use super::*;

#[test]
fn a_stem_is_read_as_another_that_is_typed_so_if_that_is_four_times_as_frequent() {
    let rows = "a\tletter\t\t\t\nb\tletter\t\t\t\nx\tletter\t\t\t\ny\tletter\t\t\t\na\ttyped\t\t\tb\n";
    let alphabet = Alphabet::read("alphabet.tsv", &format!("character\tclass\tfinal\tcapital\tbase\n{rows}")).unwrap();
    let (typed, full) = (vec![0, 2, 3], vec![1, 2, 3]);
    let meant = |count: f64| {
        let (stems, _) = TypedStems::new(&alphabet, &[(typed.clone(), 10.0), (full.clone(), count)]);
        stems.meant(&alphabet, &typed, Packing::new(alphabet.len()).pack(&typed), 0..3)
    };
    assert_eq!(meant(40.0), Some((full.clone(), 1)));
    assert_eq!(meant(39.0), None);
}
