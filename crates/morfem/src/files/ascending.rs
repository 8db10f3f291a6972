//! Lists of ids in ascending order, as rows of a table with the columns `shared` and `ids`.
//!
//! Neighbours begin alike. So a row says how many of its first ids are those of the row before, and then gives the others. The first of
//! these is the difference to the id in its place in the row before, if that is longer. The table is a fifth as large as one of whole
//! lists when both are compressed.

/// Appends the two cells of a list that follows `before`, and the end of the line.
pub fn write(before: &[u32], ids: &[u32], line: &mut String) {
    let shared = before.iter().zip(ids).take_while(|(one, other)| one == other).count();
    *line += &format!("{shared}\t");
    let base = before.get(shared).copied().unwrap_or(0);
    for (index, id) in ids[shared..].iter().enumerate() {
        let (space, id) = if index == 0 { ("", id - base) } else { (" ", *id) };
        *line += &format!("{space}{id}");
    }
    line.push('\n');
}

/// Reads the two cells of a list. `ids` holds the list before it, and then this one. None if they are not those of a greater list.
pub fn read(shared: &str, cell: &str, ids: &mut Vec<u32>) -> Option<()> {
    let shared = number(shared.as_bytes())? as usize;
    let mut base = ids.get(shared).copied();
    if shared > ids.len() {
        return None;
    }
    ids.truncate(shared);
    let mut rest = cell.as_bytes();
    loop {
        let end = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
        let id = number(&rest[..end])?;
        ids.push(match base.take() {
            Some(base) => base.checked_add(id).filter(|_| id > 0)?,
            None => id,
        });
        if end == rest.len() {
            return Some(());
        }
        rest = &rest[end + 1..];
    }
}

/// A number of at most nine digits: the standard library's reader takes three times as long.
#[inline(always)]
fn number(digits: &[u8]) -> Option<u32> {
    let mut number = 0;
    for &digit in digits {
        number = number * 10 + u32::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?);
    }
    (1..10).contains(&digits.len()).then_some(number)
}

#[cfg(test)]
mod tests {
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
        for (shared, cell) in
            [("1", "0"), ("1", ""), ("3", "1"), ("1", "4294967295"), ("1", "9999999999"), ("2", "x"), ("-1", "1"), ("2", "")]
        {
            assert_eq!(read(shared, cell, &mut vec![5, 1]), None, "{shared} {cell}");
        }
    }
}
