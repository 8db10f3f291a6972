//! Tests of `src/corpus/file.rs` that see what is private there.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn written(chunks: &BTreeMap<String, u32>) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), "counts".into(), Splitter::Words);
    chunks.iter().for_each(|(chunk, &count)| writer.add(chunk.as_bytes(), count).unwrap());
    writer.finish().unwrap().0
}

fn read(bytes: &[u8]) -> Result<BTreeMap<String, u32>> {
    let (mut reader, splitter) = Reader::new(bytes, "counts".into())?;
    assert_eq!(splitter, Splitter::Words);
    let (mut chunks, mut chunk) = (BTreeMap::new(), Vec::new());
    while let Some(count) = reader.next(&mut chunk)? {
        chunks.insert(String::from_utf8(chunk.clone()).unwrap(), count);
    }
    Ok(chunks)
}

fn some() -> impl Strategy<Value = BTreeMap<String, u32>> {
    proptest::collection::btree_map("[a-cşğ]{1,6}", 1u32.., 0..40)
}

proptest! {
    #[test]
    fn what_is_written_is_read(chunks in some()) {
        prop_assert_eq!(read(&written(&chunks)).unwrap(), chunks);
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_an_error_that_names_the_file(
        chunks in some(), at in any::<proptest::sample::Index>(), flip in 1u8..
    ) {
        let whole = written(&chunks);
        let at = at.index(whole.len());
        let mut changed = whole.clone();
        changed[at] ^= flip;
        let mut longer = whole.clone();
        longer.push(flip);
        for bytes in [&whole[..at], &changed, &longer] {
            let fault = read(bytes).unwrap_err().to_string();
            prop_assert!(fault.starts_with("counts"), "{}", fault);
        }
    }

    #[test]
    fn any_records_behind_a_right_head_are_read_or_refused(records in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut bytes = written(&BTreeMap::new());
        bytes.truncate(bytes.len() - 2 - 8 - DIGEST);
        bytes.extend(records);
        prop_assert!(matches!(read(&bytes), Err(Error::Artifact(_))));
    }
}

#[test]
fn a_claimed_length_takes_no_memory() {
    let mut bytes = written(&BTreeMap::new());
    bytes.truncate(bytes.len() - 2 - 8 - DIGEST);
    let head = bytes.len();
    bytes.push(0);
    write_number(&mut bytes, u64::MAX >> 1);
    bytes.extend(b"abc");
    let fault = read(&bytes).unwrap_err().to_string();
    assert_eq!(fault, format!("counts, byte {}: the file ends too early; the file is damaged, so count again", head + 13));
}

#[test]
fn a_chunk_that_comes_twice_and_a_number_with_a_needless_byte_are_refused() {
    let cases: [(&[u8], &str); 2] =
        [(b"\0\x02ab\x01\x01\x01b\x01", "a chunk is not behind the one before it"), (b"\0\x02ab\x81\0", "too many bits or bytes")];
    for (records, says) in cases {
        let mut bytes = written(&BTreeMap::new());
        bytes.truncate(bytes.len() - 2 - 8 - DIGEST);
        bytes.extend(records);
        let fault = read(&bytes).unwrap_err().to_string();
        assert!(fault.contains(says), "{fault}");
    }
}

#[test]
fn a_chunk_longer_than_the_buffer_is_read() {
    let chunks = BTreeMap::from([("a".repeat(BUFFER * 3), 1), ("a".repeat(BUFFER * 3) + "b", u32::MAX)]);
    assert_eq!(read(&written(&chunks)).unwrap(), chunks);
}
