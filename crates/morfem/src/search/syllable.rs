//! Hangul syllables by their first consonant, vowel and last consonant, and the kinds of last syllables that endings follow.

/// The last consonants of syllables, in the order of Unicode.
pub const CODAS: [char; 27] = [
    'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ', 'ㅁ', 'ㅂ', 'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ',
    'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];
/// The numbers of the bright vowels ㅏ, ㅑ and ㅗ.
pub const BRIGHT: [u32; 3] = [0, 2, 8];
/// The number of the vowel ㅡ.
pub const EU: u32 = 18;
/// The number of the last consonant ㄹ, and that of the first consonant ㅇ, which stands for none.
const L: u32 = 8;
pub const NONE: u32 = 11;

/// A Hangul syllable: the numbers of its first consonant, its vowel and its last consonant.
#[derive(Clone, Copy, Debug)]
pub struct Syllable {
    pub first: u32,
    pub vowel: u32,
    pub coda: u32,
}

impl Syllable {
    pub fn new(character: char) -> Option<Self> {
        let number = u32::from(character).checked_sub(0xac00).filter(|&number| number < 11_172)?;
        Some(Syllable { first: number / 588, vowel: number / 28 % 21, coda: number % 28 })
    }

    pub fn character(self) -> char {
        char::from_u32(0xac00 + (self.first * 21 + self.vowel) * 28 + self.coda).unwrap_or('가')
    }

    /// Its bit of `after`.
    pub fn kind(self) -> u8 {
        if self.character() == '하' {
            return 1 << 6;
        }
        let is_dark = u8::from(!BRIGHT.contains(&self.vowel));
        let closed_by = match self.coda {
            0 => 0,
            L => 2,
            _ => 4,
        };
        1 << (closed_by + is_dark)
    }
}
