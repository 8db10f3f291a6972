//! Joins surrogate pairs in a str, as tiktoken does.
//!
//! A Python str may have the two halves of a pair as two characters, for example after JSON was read as UTF-16. Both together are one
//! character. A high half (U+D800 to U+DBFF) pairs with the low half (U+DC00 to U+DFFF) directly behind it, so one pass from left to right
//! joins every pair. A half alone is no character and has no UTF-8 form: it is the built-in `UnicodeEncodeError`, with its place.

use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyString;

/// The text with its pairs joined. `name` is that of the argument, for the error.
pub fn joined(text: &Bound<'_, PyString>, name: &str) -> PyResult<PyBackedStr> {
    let bytes: Vec<u8> = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?.extract()?;
    let (points, _) = bytes.as_chunks::<4>();
    let mut whole = String::with_capacity(points.len());
    let mut at = 0;
    while let Some(&point) = points.get(at) {
        let point = u32::from_le_bytes(point);
        let (character, length) = match (char::from_u32(point), points.get(at + 1).map(|&next| u32::from_le_bytes(next))) {
            (Some(character), _) => (character, 1),
            (None, Some(low @ 0xDC00..0xE000)) if point < 0xDC00 => {
                let joined = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
                (char::from_u32(joined).expect("a pair is a character from U+10000 to U+10FFFF"), 2)
            }
            _ => {
                let reason = format!("{name} has half a surrogate pair there, which is not valid text; replace it, or leave the text out");
                return Err(PyUnicodeEncodeError::new_err(("utf-8", text.clone().unbind(), at, at + 1, reason)));
            }
        };
        whole.push(character);
        at += length;
    }
    PyString::new(text.py(), &whole).try_into()
}
