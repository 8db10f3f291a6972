//! One unit of a prefix, as the tables of a language write it: `men`, or `men[t]` where it takes the first sound of the stem.

/// A unit of a prefix: its letters, and the letter that it takes from the beginning of the stem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Affix {
    pub letters: Vec<u8>,
    pub takes: Option<u8>,
}

impl Affix {
    /// Reads `men` or `men[t]`; `letter` knows the letters.
    pub fn read(text: &str, letter: impl Fn(char) -> Option<u8>) -> Option<Self> {
        let (letters, takes) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((letters, taken)) => {
                let mut taken = taken.chars();
                let first = letter(taken.next()?)?;
                (letters, taken.next().is_none().then_some(first).map(Some)?)
            }
            None => (text, None),
        };
        Some(Affix { letters: letters.chars().map(letter).collect::<Option<_>>()?, takes })
    }
}
