//! Base64 with padding (RFC 4648).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let digits = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, place| bits << 8 | *group.get(place).unwrap_or(&0) as usize);
        let count = group.len();
        (0..4usize).map(move |place| if place <= count { DIGITS[bits >> (18 - 6 * place) & 63] as char } else { '=' })
    };
    bytes.chunks(3).flat_map(digits).collect()
}

/// Decodes a text; None if it has another character than the digits and padding.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for c in text.trim_end_matches('=').bytes() {
        (bits, count) = (bits << 6 | digit(c)? as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE=")] {
            assert_eq!(super::encode(bytes.as_bytes()), text);
            assert_eq!(super::decode(text).unwrap(), bytes.as_bytes());
        }
        assert_eq!(super::encode(&[0xfb, 0xff, 0xfe]), "+//+");
        assert_eq!(super::decode("a b"), None);
    }
}
