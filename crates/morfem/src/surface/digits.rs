//! Numbers in groups of up to three digits, counted from the right.
//!
//! A piece then never holds digits of two groups, so that a number is read by its thousands, and 1234 and 12345 share the group 234 or 345.

/// Cuts a text before and after each group of ASCII digits. A U+0020 at the start of the text stays with a group after it.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    // `left` counts the digits of the open number that are not cut yet.
    let (mut start, mut left) = (0, 0);
    std::iter::from_fn(move || {
        let from = start;
        let first = from + usize::from(from == 0 && bytes.first() == Some(&b' '));
        if left == 0 {
            left = run(bytes, first, true);
        }
        let length = if left == 0 { run(bytes, first, false) } else { (left - 1) % 3 + 1 };
        left = left.saturating_sub(length);
        start = first + length;
        (start > from).then(|| &text[from..start])
    })
}

/// Number of bytes from `from` on that are all digits, or all no digits.
fn run(bytes: &[u8], from: usize, is_digit: bool) -> usize {
    bytes[from..].iter().take_while(|byte| byte.is_ascii_digit() == is_digit).count()
}

#[cfg(test)]
#[path = "../../tests/inside/surface_digits.rs"]
mod tests;
