//! Which classes of symbols merge.

use morfem::bpe::MergeRule;

const ROOT: u8 = 0;
const AFFIX: u8 = 1;
const WORD: u8 = 2;

#[test]
fn only_the_listed_classes_merge() {
    let rule = MergeRule::new(3, &[(ROOT, AFFIX, WORD), (WORD, AFFIX, WORD), (AFFIX, AFFIX, AFFIX)]);
    assert_eq!(rule.product(ROOT, AFFIX), Some(WORD));
    assert_eq!(rule.product(AFFIX, AFFIX), Some(AFFIX));
    assert_eq!(rule.product(ROOT, ROOT), None);
    assert_eq!(rule.product(AFFIX, ROOT), None);
}

#[test]
fn a_rule_that_leaves_its_classes_or_names_two_products_is_refused() {
    for (classes, allowed) in [(2, vec![(0, 2, 0)]), (2, vec![(0, 1, 2)]), (2, vec![(0, 1, 0), (0, 1, 1)]), (0, vec![(0, 0, 0)])] {
        assert!(std::panic::catch_unwind(|| MergeRule::new(classes, &allowed)).is_err(), "{allowed:?}");
    }
}
