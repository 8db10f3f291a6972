//! Unigram models over units.

use morfem::unigram::UnitUnigram;
use morfem::unigram::over::MOST;

#[test]
fn a_unit_beyond_the_last_private_character_is_refused() {
    let with = |id: usize| UnitUnigram::new(vec![(-1.0, vec![id as u32])], MOST as u32 + 1).err();
    assert_eq!(with(MOST - 1), None);
    assert!(with(MOST).unwrap().contains("ids below 6400"));
}
