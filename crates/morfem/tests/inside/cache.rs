//! Tests of `src/cache/mod.rs` that see what is private there.

use super::*;

#[test]
fn a_hit_is_the_very_chunk() {
    let text = "evlerde evlerd evler\0 evler ".repeat(3);
    let bytes = text.as_bytes();
    let mut cache = Cache::default();
    for start in 0..bytes.len() {
        for end in start + 1..bytes.len().min(start + MAX_CHUNK) {
            let key = Key::new(bytes, start, end, false).unwrap();
            let chunk = &bytes[start..end];
            let mut found = Vec::new();
            if cache.get(cache.find(&key), &key, &mut found) {
                assert_eq!(found, chunk.iter().take(2 * MAX_IDS).map(|&byte| byte as u32).chain([chunk.len() as u32]).collect::<Vec<_>>());
            }
            cache.put(&key, &chunk.iter().take(2 * MAX_IDS).map(|&byte| byte as u32).chain([chunk.len() as u32]).collect::<Vec<_>>());
        }
    }
}

#[test]
fn what_stands_behind_a_chunk_does_not_matter() {
    assert!(Key::new(b"evler ve okullar, ve daha birsey eklenir", 0, 5, false) == Key::new(b"evler", 0, 5, false));
    assert!(Key::new(b"evler", 0, 5, false) != Key::new(b"evler\0", 0, 6, false));
    assert!(Key::new(b"evler", 0, 5, false) != Key::new(b"evler", 0, 5, true));
    assert!(Key::new(&[b'a'; 40], 0, 33, false).is_none());
}

#[test]
fn an_entry_is_replaced_only_by_its_own_chunk() {
    let mut cache = Cache::default();
    let key = |text: &str| Key::new(text.as_bytes(), 0, text.len(), false).unwrap();
    let (ev, okul) = (key(" ev"), key(" okul"));
    let found = cache.put(&ev, &[1]);
    let other = cache.replace(found, &okul, &[2]);
    assert_eq!((cache.look(found, &ev), cache.look(other, &okul)), (Some(&[1][..]), Some(&[2][..])));
    for ids in [vec![3, 4], vec![5; 2 * MAX_IDS]] {
        assert_eq!(cache.replace(found, &ev, &ids).0, found.0);
        assert_eq!(cache.look(cache.find(&ev), &ev), Some(&ids[..]));
        assert_eq!(cache.look(cache.find(&okul), &okul), Some(&[2][..]));
    }
}

#[test]
fn ids_beside_the_entries_are_the_newest() {
    let mut cache = Cache::default();
    let key = |number: usize| Key::new(number.to_string().as_bytes(), 0, number.to_string().len(), false).unwrap();
    let ids_of = |number: usize| vec![number as u32; 100 + number % 7];
    let count = 3 * MAX_SPILLED / 100;
    for number in 0..count {
        cache.put(&key(number), &ids_of(number));
    }
    let is_kept = |&number: &usize| {
        let mut ids = Vec::new();
        let is_kept = cache.get(cache.find(&key(number)), &key(number), &mut ids);
        assert_eq!(ids, if is_kept { ids_of(number) } else { vec![] });
        is_kept
    };
    assert_eq!((0..100).filter(is_kept).count(), 0);
    assert_eq!((count - 100..count).filter(is_kept).count(), 100);
}

#[test]
fn the_newest_chunks_are_kept() {
    let mut cache = Cache::default();
    let key = |number: usize| Key::new(number.to_string().as_bytes(), 0, number.to_string().len(), false).unwrap();
    let count = MAX_ENTRIES + 1000;
    for number in 0..count {
        cache.put(&key(number), &[number as u32]);
    }
    let is_kept = |&number: &usize| {
        let mut ids = Vec::new();
        let is_kept = cache.get(cache.find(&key(number)), &key(number), &mut ids);
        assert_eq!(ids, if is_kept { vec![number as u32] } else { vec![] });
        is_kept
    };
    assert_eq!((0..1000).filter(is_kept).count(), 0);
    assert_eq!((count - 1000..count).filter(is_kept).count(), 1000);
    assert!((1000..count).filter(is_kept).count() > MAX_ENTRIES * 9 / 10);
}
