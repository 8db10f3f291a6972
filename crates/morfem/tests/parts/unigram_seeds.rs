//! Seeds against brute force over all substrings.

use std::collections::{BTreeMap, BTreeSet};

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::run::progress::Silent;
use morfem::unigram::expressions::{Expressions, Phrases};
use morfem::unigram::seeds::seeds;
use morfem::unigram::unit_rule::{UnitRule, stands_whole};
use proptest::prelude::*;

use super::unigram_unit_rule::is_unit;

/// What stands around a chunk.
const SEPARATOR: u8 = 0xff;

fn is_one_character(piece: &[u8]) -> bool {
    std::str::from_utf8(piece).is_ok_and(|text| text.chars().count() == 1)
}

fn chunks(words: &[(String, u32)]) -> Chunks {
    let mut counter = ChunkCounter::new();
    words.iter().for_each(|(word, count)| counter.add(word.as_bytes(), *count));
    counter.into_chunks()
}

/// Whether a string may be a piece and counts where it occurs.
fn counts_at(rule: UnitRule, framed: &[u8], start: usize, end: usize) -> bool {
    let string = &framed[start..end];
    match rule {
        UnitRule::AnyBytes => true,
        UnitRule::Characters => std::str::from_utf8(string).is_ok() && !string[1..].contains(&b' '),
        UnitRule::Linguistic => {
            is_unit(string) && std::str::from_utf8(string).is_ok() && (!is_phrase(string) || stands_whole(framed, start, end))
        }
    }
}

/// Whether a string has several words.
fn is_phrase(string: &[u8]) -> bool {
    string[1..].contains(&b' ') && !string.iter().all(|&byte| byte == b' ')
}

/// Chunk and position of each occurrence.
type Places = Vec<(usize, usize)>;

/// The count of every string that counts anywhere. Of strings that occur in the same places, a shorter one is listed only if it counts more
/// often than every longer one. With a `share`, a phrase begins with a space and is whole at this share of its places.
fn by_brute_force(chunks: &Chunks, rule: UnitRule, share: f64, longest: usize) -> BTreeMap<Vec<u8>, u64> {
    // By string: its count where it counts, its count in all, and all its places.
    let mut found: BTreeMap<Vec<u8>, (u64, u64, Places)> = BTreeMap::new();
    for (number, (chunk, count)) in chunks.iter().enumerate() {
        let framed = [&[SEPARATOR], chunk, &[SEPARATOR]].concat();
        for start in 1..framed.len() - 1 {
            for end in start + 1..(start + longest + 1).min(framed.len()) {
                let entry = found.entry(framed[start..end].to_vec()).or_default();
                entry.1 += count as u64;
                entry.2.push((number, start));
                if counts_at(rule, &framed, start, end) {
                    entry.0 += count as u64;
                }
            }
        }
    }
    let is_allowed = |string: &[u8], whole: u64, all: u64| {
        rule != UnitRule::Linguistic || share == 0.0 || !is_phrase(string) || (string[0] == b' ' && whole as f64 >= share * all as f64)
    };
    let mut strings: Vec<(Vec<u8>, (u64, Places))> = found
        .into_iter()
        .map(|(string, (whole, all, places))| {
            let count = if is_allowed(&string, whole, all) { whole } else { 0 };
            (string, (count, places))
        })
        .collect();
    strings.sort_by_key(|(string, _)| std::cmp::Reverse(string.len()));
    // The largest count of the strings with these places so far. A count of one is too small for a seed.
    let mut longer: BTreeMap<Places, u64> = BTreeMap::new();
    let mut listed = BTreeMap::new();
    for (string, (count, places)) in strings {
        let most = longer.entry(places).or_insert(1);
        if count > *most {
            *most = count;
            listed.insert(string, count);
        }
    }
    listed
}

fn rules() -> impl Strategy<Value = UnitRule> {
    let linguistic = Just(UnitRule::Linguistic);
    prop_oneof![Just(UnitRule::AnyBytes), Just(UnitRule::Characters), linguistic]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn seeds_equal_those_of_brute_force(
        words in proptest::collection::vec(("[가각나ab .]{1,14}", 1u32..4), 1..12),
        rule in rules(),
        share in prop_oneof![Just(0.0), Just(0.6), Just(1.0)],
        longest in 4usize..20,
    ) {
        let words: Vec<(String, u32)> = [words, vec![("aa".into(), 2)]].concat();
        let chunks = chunks(&words);
        let (seeds, _) = seeds(&chunks, rule, Phrases { share, expressions: None }, longest, 1_000_000, &Silent).unwrap();
        let found: BTreeSet<&[u8]> = seeds.iter().map(|(piece, _)| piece).filter(|piece| piece.len() > 1 && !is_one_character(piece)).collect();
        let expected = by_brute_force(&chunks, rule, share, longest);
        let expected: BTreeSet<&[u8]> = expected.keys().map(Vec::as_slice).filter(|piece| piece.len() > 1 && !is_one_character(piece)).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn the_best_seeds_by_count_times_bytes_are_kept() {
    let words = [("abcabcabc".to_string(), 5), ("abcx".to_string(), 1), ("yz".to_string(), 12)];
    let chunks = chunks(&words);
    let longer = |limit: usize| -> Vec<String> {
        let (seeds, _) = seeds(&chunks, UnitRule::AnyBytes, Phrases::default(), 32, limit, &Silent).unwrap();
        seeds.iter().filter(|(piece, _)| piece.len() > 1).map(|(piece, _)| String::from_utf8_lossy(piece).into_owned()).collect()
    };
    // Bytes covered: abcabc 10 x 6, bcabc 10 x 5, abc 16 x 3, abcabcabc 5 x 9, yz 12 x 2.
    assert_eq!(longer(257), ["abcabc"]);
    assert_eq!(longer(259), ["abcabc", "bcabc", "abc"]);
    assert_eq!(longer(260), ["abcabc", "bcabc", "abc", "abcabcabc"]);
    assert_eq!(longer(256), [""; 0]);
}

#[test]
fn a_character_that_occurs_once_is_a_seed() {
    let chunks = chunks(&[("aa글".to_string(), 1)]);
    let (seeds, _) = seeds(&chunks, UnitRule::Characters, Phrases::default(), 32, 1000, &Silent).unwrap();
    assert!(seeds.iter().any(|(piece, _)| piece == "글".as_bytes()));
    assert!(!seeds.iter().any(|(piece, _)| piece == "a글".as_bytes()));
}

#[test]
fn of_phrases_in_the_same_places_only_the_longest_is_a_seed() {
    let phrases = |words: &[(&str, u32)]| -> Vec<String> {
        let words: Vec<(String, u32)> = words.iter().map(|&(word, count)| (word.into(), count)).collect();
        let (seeds, _) = seeds(&chunks(&words), UnitRule::Linguistic, Phrases::default(), 32, 1000, &Silent).unwrap();
        let texts = seeds.iter().filter_map(|(piece, _)| String::from_utf8(piece.to_vec()).ok());
        texts.filter(|piece| piece.contains("나 ")).collect()
    };
    assert_eq!(phrases(&[("나 너.", 2), ("하나 너.", 3)]), ["하나 너.", "나 너."]);
    // Behind "나 너" stand two signs in one chunk, so it is not whole there and counts less; "나 너." is whole.
    assert_eq!(phrases(&[("나 너.. .", 1), ("나 너.", 2)]), ["나 너."]);
}

#[test]
fn a_phrase_begins_with_a_space_and_is_whole_nearly_everywhere_unless_it_is_a_fixed_expression() {
    let table = "particles\twords\tmeaning\n에\t대한\tabout\n";
    let expressions = Expressions::read("expressions.tsv", table.as_bytes()).unwrap();
    let words = [(" 집에 대한", 3), (" 물에 대한", 3), (" 큰 소재", 8), (" 큰 소재와", 2), (" 할 수", 9), (" 할 수도", 1), ("가 올", 5)];
    let words: Vec<(String, u32)> = words.map(|(word, count)| (word.into(), count)).into();
    let phrases = |share: f64, expressions| -> Vec<String> {
        let phrases = Phrases { share, expressions };
        let (seeds, _) = seeds(&chunks(&words), UnitRule::Linguistic, phrases, 32, 1000, &Silent).unwrap();
        let texts = seeds.iter().filter_map(|(piece, _)| String::from_utf8(piece.to_vec()).ok());
        let mut found: Vec<String> = texts.filter(|text| is_phrase(text.as_bytes())).collect();
        found.sort();
        found
    };
    assert_eq!(phrases(0.9, Some(&expressions)), [" 물에 대한", " 집에 대한", " 큰 소재와", " 할 수", "에 대한"]);
    assert!(!phrases(0.9, None).contains(&"에 대한".into()));
    assert!(phrases(0.8, None).contains(&" 큰 소재".into()));
    assert!(phrases(0.0, None).contains(&"가 올".into()));
}
