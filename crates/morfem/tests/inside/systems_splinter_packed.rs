//! Tests of `src/systems/splinter/packed.rs` that see what is private there.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

proptest! {
    #[test]
    fn parts_are_those_of_the_letters(letters in 1usize..250, word in proptest::collection::vec(any::<u8>(), 1..40), from in 0usize..16, to in 0usize..17, places in any::<u16>()) {
        let packing = Packing::new(letters);
        let word: Vec<u8> = word.iter().map(|&letter| if letter == SLOT { SLOT } else { letter % letters as u8 }).take(packing.longest()).collect();
        let packed = packing.pack(&word).unwrap();
        prop_assert_eq!(packing.letters(packed).collect::<Vec<_>>(), word.clone());
        let (from, to) = (from.min(word.len()), to.clamp(from.min(word.len()), word.len()));
        prop_assert_eq!(Some(packing.part(packed, from, to)), packing.pack(&word[from..to]));
        prop_assert_eq!(packing.joined(packing.part(packed, 0, from), from, packing.part(packed, from, word.len())), packed);
        let places = places & ((1u32 << word.len().min(12)) - 1) as u16;
        let chosen: Vec<u8> = (0..word.len().min(12)).filter(|at| places >> at & 1 == 1).map(|at| word[at]).collect();
        prop_assert_eq!(Some(packing.chosen(packed, places)), packing.pack(&chosen));
        let slotted: Vec<u8> = (0..word.len()).map(|at| if at < 12 && places >> at & 1 == 1 { SLOT } else { word[at] }).collect();
        prop_assert_eq!(Some(packing.slotted(packed, places)), packing.pack(&slotted));
        prop_assert_eq!(packing.pack(&vec![0; packing.longest() + 1]), None);
    }

    #[test]
    fn a_table_is_a_map(entries in proptest::collection::vec((1u128.., any::<u32>()), 0..300), other in 1u128..) {
        let entries: Vec<(u128, u32)> = entries.into_iter().map(|(key, value)| (key | 1, value)).collect();
        let table = Table::new(entries.iter().copied());
        let mut map = BTreeMap::new();
        for &(key, value) in &entries {
            map.entry(key).or_insert(value);
        }
        for (&key, &value) in &map {
            prop_assert_eq!(table.get(key), Some(value));
        }
        prop_assert_eq!(table.get(other | 1), map.get(&(other | 1)).copied());
        prop_assert_eq!(table.get(0), None);
    }
}
