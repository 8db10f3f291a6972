//! Which classes of symbols merge.

use morfem::bpe::MergeRule;

const ROOT: u8 = 0;
const AFFIX: u8 = 1;
const WORD: u8 = 2;

#[test]
fn only_the_listed_classes_merge() {
    let rule = MergeRule::new(3, &[(ROOT, AFFIX, WORD), (WORD, AFFIX, WORD), (AFFIX, AFFIX, AFFIX)]).unwrap();
    assert_eq!(rule.product(ROOT, AFFIX), Some(WORD));
    assert_eq!(rule.product(AFFIX, AFFIX), Some(AFFIX));
    assert_eq!(rule.product(ROOT, ROOT), None);
    assert_eq!(rule.product(AFFIX, ROOT), None);
}

#[test]
fn a_rule_is_the_same_after_writing_and_reading() {
    let rule = MergeRule::new(3, &[(ROOT, AFFIX, WORD), (WORD, AFFIX, WORD)]).unwrap();
    let written = serde_json::to_string(&rule).unwrap();
    assert_eq!(written, "[[null,2,null],[null,null,null],[null,2,null]]");
    assert_eq!(serde_json::from_str::<MergeRule>(&written).unwrap(), rule);
    assert_eq!(serde_json::to_string(&MergeRule::any()).unwrap(), "[[0]]");
}

#[test]
fn a_table_that_is_not_square_or_leaves_its_classes_is_refused() {
    for table in ["[]", "[[0,null]]", "[[0],[0]]", "[[1]]", "[[null,null],[null,2]]"] {
        assert!(serde_json::from_str::<MergeRule>(table).is_err(), "{table}");
    }
    assert!(MergeRule::new(2, &[(0, 2, 0)]).is_err());
    assert!(MergeRule::new(2, &[(0, 1, 2)]).is_err());
    assert!(MergeRule::new(2, &[(0, 1, 0), (0, 1, 1)]).is_err());
    assert!(MergeRule::new(0, &[]).is_err());
}
