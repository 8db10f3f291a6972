//! Tables and their faults.

use morfem::files::tsv::*;

fn fault(content: &[u8]) -> String {
    rows("roots.tsv", content, &["root", "count"]).unwrap_err().to_string()
}

#[test]
fn rows_come_with_the_numbers_of_their_lines() {
    let table = rows("roots.tsv", b"# counted by hand\nroot\tcount\n\nev\t3\n", &["root", "count"]).unwrap();
    assert_eq!(table, [(4, ["ev", "3"])]);
}

#[test]
fn in_a_table_of_an_artefact_a_hash_is_a_value() {
    let table: Vec<_> = saved_rows("roots.tsv", "root\tcount\n#\t3\n", &["root", "count"]).unwrap().map(|row| row.unwrap().1).collect();
    assert_eq!(table, [["#", "3"]]);
    let mut with_an_empty_line = saved_rows("roots.tsv", "root\tcount\n\n", &["root", "count"]).unwrap();
    assert_eq!(
        with_an_empty_line.next().unwrap().unwrap_err().to_string(),
        "roots.tsv, line 2: 1 cells where there are 2 columns; a tab separates two cells"
    );
}

#[test]
fn a_fault_names_file_and_line() {
    assert_eq!(fault(b"root\n"), "roots.tsv, line 1: the columns are root, count, not \"root\"");
    assert_eq!(fault(b"root\tcount\nev\t1\t2\n"), "roots.tsv, line 2: 3 cells where there are 2 columns; a tab separates two cells");
    assert_eq!(fault(b"root\tcount\nev\t\xff\n"), "roots.tsv, line 2: byte 4 of the line is not UTF-8; save the file as UTF-8");
    assert!(fault(b"").starts_with("roots.tsv, line 1: empty"));
}

#[test]
fn in_a_table_of_signs_the_sign_of_a_comment_may_have_a_row() {
    let table = rows_of_signs("signs.tsv", b"# all signs\nsign\tclass\n#\topen\n#no row\n", &["sign", "class"]).unwrap();
    assert_eq!(table, [(3, ["#", "open"])]);
}

#[test]
fn a_byte_order_mark_and_line_ends_of_windows_are_no_content() {
    let table = rows("roots.tsv", "\u{feff}root\tcount\r\nev\t3\r\n".as_bytes(), &["root", "count"]).unwrap();
    assert_eq!(table, [(2, ["ev", "3"])]);
}
