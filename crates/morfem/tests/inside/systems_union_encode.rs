//! Tests of `src/systems/union/encode.rs` that see what is private there.

use super::*;
use crate::Tokenizer;
use std::path::PathBuf;
use std::sync::LazyLock;

fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The union `multi`, which is loaded once.
fn bundled() -> &'static Union {
    static MULTI: LazyLock<Tokenizer> = LazyLock::new(|| Tokenizer::load(&project().join("python/morfem/artifacts/multi")).unwrap());
    MULTI.abilities().as_any().downcast_ref().unwrap()
}

#[test]
fn a_window_has_128_segments_or_ends_behind_a_line() {
    let mut buffers = UnionBuffers::default();
    // A word and the space before it are one segment.
    let end = bundled().window(&"ev ".repeat(200), 0, &mut buffers);
    assert_eq!((buffers.count, end), (128, 3 * 128 - 1));
    assert_eq!((bundled().window("ev\nev", 0, &mut buffers), buffers.count), (3, 2));
}

#[test]
fn a_word_whose_ids_have_left_the_cache_is_encoded_alone_as_at_first() {
    let segment = Segment { start: 0, end: 0, group: GENERAL, is_separate: true };
    let part = |ids: Source| Part { segment, member: 1, key: Key::NONE, found: Found::NOTHING, costs: Costs::default(), ids };
    let others = [part(Source::Run), part(Source::Run), part(Source::Known), part(Source::Run)];
    assert_eq!(run_length(&part(Source::Known), &others), 1);
    assert_eq!(run_length(&part(Source::Run), &others), 3);
}

#[test]
fn a_word_has_the_ids_of_the_table_although_another_member_had_it_before() {
    let union = bundled();
    let (table, mut words, mut own) = (union.known.as_ref().unwrap(), Cache::default(), Vec::new());
    let (word, _) = table.rows().next().unwrap();
    let word = std::str::from_utf8(word).unwrap();
    let key = Key::new(word.as_bytes(), 0, word.len(), false).unwrap();
    assert!(union.look_up_known(table, &key, word.as_bytes(), &mut own));
    let of_table = own.clone();
    let member = Known::of(&of_table, union.columns.len()).member().unwrap();
    write_head(Some(member + 1), Costs::default(), union.columns.len(), &mut own);
    let found = words.put(&key, &own);
    let segment = Segment { start: 0, end: word.len(), group: GENERAL, is_separate: true };
    let mut part = Part { segment, member: member + 2, key, found, costs: Costs::default(), ids: Source::Run };
    assert!(!union.takes_from_table(word, &part, &mut words, &mut own));
    part.member = member;
    assert!(union.takes_from_table(word, &part, &mut words, &mut own));
    assert_eq!(words.look(found, &key), Some(&of_table[..]));
}

#[test]
fn a_word_that_only_one_member_may_encode_has_no_costs_whatever_was_encoded_before() {
    let union = bundled();
    let mut buffers = UnionBuffers::default();
    union.encode("evlerden gelenler", 0, &mut buffers, &mut Vec::new());
    assert_ne!(buffers.parts[0].costs, Costs::default());
    union.window("הילדים כתבו", 0, &mut buffers);
    assert_eq!(buffers.parts[..buffers.count].iter().map(|part| part.costs).collect::<Vec<_>>(), [Costs::default(); 2]);
}

#[test]
fn a_word_is_found_with_the_ids_of_its_member_although_another_member_had_it_before() {
    let union = bundled();
    let (mut buffers, mut others) = (UnionBuffers::default(), 0);
    for language in ["ms", "tr"] {
        let texts = std::fs::read_to_string(project().join(format!("tests/texts/{language}.txt"))).unwrap();
        for text in texts.lines() {
            union.window(text, 0, &mut buffers);
            let is_of_another = |part: &&Part| union.known(&buffers.words, part).is_some_and(|known| known.member() != Some(part.member));
            others += buffers.parts[..buffers.count].iter().filter(is_of_another).count();
            union.encode(text, 0, &mut buffers, &mut Vec::new());
            union.window(text, 0, &mut buffers);
            for Part { segment, key, member, found, .. } in &buffers.parts[..buffers.count] {
                let (engine, left) = (union.members[*member].tokenizer.machinery().0, &text.as_bytes()[..segment.start]);
                if !key.is_none() && segment.is_separate && union.cuts_off_words[*member] && !engine.has_context(left) {
                    let known = buffers.words.look(*found, key).map(|entries| Known::of(entries, union.columns.len()).member());
                    assert_eq!(known, Some(Some(*member)), "{:?} in {text:?}", &text[segment.start..segment.end]);
                }
            }
        }
    }
    assert!(others > 0, "no word was another member's before");
}
