//! Tests of `src/cache/precomputed.rs` that see what is private there.

use super::*;
use crate::Tokenizer;
use std::path::Path;

#[test]
fn the_bundled_tables_say_what_their_models_say() {
    let artifacts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts");
    let mut checked = 0;
    for folder in std::fs::read_dir(artifacts).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.join(PRECOMPUTED).exists()) {
        let tokenizer = Tokenizer::load(&folder).unwrap();
        let table = tokenizer.precomputed().unwrap();
        let rows: Vec<(&str, Vec<u32>)> = table.rows().map(|(chunk, ids)| (std::str::from_utf8(chunk).unwrap(), ids)).collect();
        for (chunk, written) in &rows {
            assert_eq!(ids(table, chunk).as_ref(), Some(written), "{}: {chunk}", folder.display());
        }
        // Words are encoded side by side, in one text; other chunks one by one.
        let is_word = |row: &&(&str, Vec<u32>)| row.0[1..].chars().all(char::is_alphabetic);
        let (words, others): (Vec<_>, Vec<_>) = rows.iter().partition(is_word);
        let mut next = others.iter();
        tokenizer.for_each_chunk(others.iter().map(|(chunk, _)| (chunk.as_bytes(), ())), true, |chunk, ids, ()| {
            assert_eq!(next.next(), Some(&&(chunk, ids.to_vec())), "{}", folder.display());
            true
        });
        let text = String::from("a") + &words.iter().map(|(chunk, _)| *chunk).collect::<String>();
        let expected: Vec<u32> = words.iter().flat_map(|(_, ids)| ids.clone()).collect();
        assert!(!words.is_empty() && !others.is_empty(), "{}", folder.display());
        checked += 1;
        let none = Precomputed::of("", &Lists::default(), || |_: &[u32], _: &mut Vec<u8>| true).unwrap();
        assert!(tokenizer.with_precomputed(none).encode_ids(&text, false).ends_with(&expected), "{}", folder.display());
    }
    assert!(checked > 0);
}

/// The table of lists of ids, each of which is a letter of the chunk.
fn table(lists: &[&[u32]]) -> Result<Precomputed> {
    let mut all = Lists::default();
    lists.iter().for_each(|list| all.push(list.iter().copied()));
    Precomputed::of("here", &all, || {
        |ids: &[u32], chunk: &mut Vec<u8>| {
            chunk.clear();
            chunk.extend(ids.iter().map(|&id| id as u8));
            !ids.contains(&0)
        }
    })
}

fn ids(table: &Precomputed, text: &str) -> Option<Vec<u32>> {
    let mut ids = vec![7];
    let key = Key::new(text.as_bytes(), 0, text.len(), false)?;
    table.get(&key, text.as_bytes(), &mut ids).then(|| ids.split_off(1))
}

#[test]
fn a_chunk_has_the_ids_of_its_own_row() {
    let (one, other): (&[u32], &[u32]) = (&[32, 101], &[32, 101, 118]);
    let table = table(&[one, other]).unwrap();
    assert_eq!((ids(&table, " e"), ids(&table, " ev")), (Some(one.to_vec()), Some(other.to_vec())));
    assert_eq!((ids(&table, " "), ids(&table, " evl"), ids(&table, "e")), (None, None, None));
    let text = " ev";
    assert!(!table.get(&Key::new(text.as_bytes(), 0, text.len(), true).unwrap(), text.as_bytes(), &mut Vec::new()));
}

#[test]
fn a_wrong_row_is_refused_with_its_line() {
    let refused = |lists: &[&[u32]]| table(lists).err().unwrap().to_string();
    assert!(refused(&[&[32, 101], &[101]]).contains("here, line 3: a chunk begins with a space"));
    assert!(refused(&[&[32; 40]]).contains("line 2: a chunk begins with a space, and is short"));
    assert!(refused(&[&[32, 0]]).contains("line 2: these ids are not the ids of a chunk"));
    assert!(refused(&[&[32, 101], &[288, 101]]).contains("line 3: an earlier line has ids of the same chunk"));
}
