//! Tests of `src/files/ascending.rs` that see what is private there.

use super::*;

#[test]
fn lists_are_read_as_they_were_written_and_only_in_order() {
    let lists: [&[u32]; 6] = [&[5], &[5, 0], &[5, 0, 7], &[5, 3, 7, 1], &[8], &[400_000_000, 1]];
    let (mut before, mut read_so_far): (&[u32], Vec<u32>) = (&[], Vec::new());
    for list in lists {
        let mut line = String::new();
        write(before, list, &mut line);
        let (shared, cell) = line.trim_end().split_once('\t').unwrap();
        assert_eq!((read(shared, cell, &mut read_so_far), &read_so_far[..]), (Some(()), list));
        before = list;
    }
    for (shared, cell) in [("1", "0"), ("1", ""), ("3", "1"), ("1", "4294967295"), ("1", "9999999999"), ("2", "x"), ("-1", "1"), ("2", "")]
    {
        assert_eq!(read(shared, cell, &mut vec![5, 1]), None, "{shared} {cell}");
    }
}
#[test]
fn a_table_is_written_as_it_is_read() {
    let written = "shared\tids\n0\t32 101\n2\t118\n1\t1\n";
    let lists = read_precomputed(written).unwrap();
    assert_eq!(lists.iter().collect::<Vec<_>>(), [&[32, 101][..], &[32, 101, 118], &[32, 102]]);
    let write_chunk = |ids: &[u32], chunk: &mut Vec<u8>| {
        chunk.clear();
        chunk.extend(ids.iter().map(|&id| id as u8));
        true
    };
    let table = Precomputed::of(PRECOMPUTED, &lists, || write_chunk).unwrap();
    assert_eq!(String::from_utf8(write_precomputed(&table)).unwrap(), written);
    let unordered = read_precomputed("shared\tids\n0\t32 101\n1\t0\n").err().unwrap().to_string();
    assert!(unordered.contains("line 3: not ids that come after those of the row before"), "{unordered}");
}
