//! Finds all chunks of a text, 64 bytes at a time.
//!
//! Words are short. A loop that stops at the end of each word mispredicts one branch per chunk, and these mispredictions cost more than the
//! bytes. Here a window of 64 bytes becomes a few 64-bit masks, one per class. Bit i stands for byte i, and every byte of a character has
//! the character's class. Boolean operations on the masks then find where chunks begin. Whether a chunk begins at a character depends only
//! on its class and the classes to its left and right, because
//! - a run begins where the class changes, except after the U+0020 that belongs to the run;
//! - a run of two or more white-space characters before a visible character is cut before its last character, the only one that may belong
//!   to the next run;
//! - a contraction begins with an apostrophe at the start of a chunk. No other symbol and no U+0020 is then to the left of the apostrophe,
//!   whether or not another contraction ends there, so contractions do not influence each other;
//! - an apostrophe after a letter or number and before a letter joins them, whatever else is near;
//! - `:00` between a number and such an apostrophe joins them too;
//! - a phrase is letters joined by single U+0020, and a full stop after a letter always ends it.
//!
//! Windows end between characters. Each window passes on the class of its last character, and a contraction or full stop that reaches over
//! its end.
//!
//! A chunk does not depend on the text before it, so at the start of any chunk the work may pass to the rule of `scan`, and back. The scan
//! takes over where fewer than 64 bytes are left, and where a window is dense, that is, has many characters outside ASCII: these are looked
//! up one by one in any case, and the scan does so faster. The scan also reads the last open chunk of the windows again, so every byte is
//! read at most once in a window and once by the scan.
//!
//! Measured speed in megabytes per second:
//!
//! | text | splitter | scan | windows alone | both |
//! |---|---|---|---|---|
//! | Turkish | `words` | 370 | | 690 |
//! | Turkish | `gpt2` | 320 | | 620 |
//! | Turkish | `thunder` | 350 | | 620 |
//! | Turkish | `space_runs` | 600 | | 1970 |
//! | Korean | `gpt2` | 455 | 430 | 520 |
//!
//! Rejected: eight bytes at a time in a 64-bit word, with arithmetic on each byte and a multiplication to collect the answers. It was about
//! as fast as [`mask`] and harder to read.

use super::super::class::{Class, class_at, class_of_bytes};
use super::scan::{
    self, Gpt2, Inflected, InflectedMixed, Marked, MarkedMixed, Rule, SpaceRuns, Wide, Words, apostrophe, contraction, is_full_hour, quote,
};

const WIDTH: usize = 64;
/// A window with this many characters outside ASCII is dense. Turkish has about seven per window, Korean eighteen, Hebrew and Arabic more.
const DENSE: u32 = 16;
/// The scan reads at least this many bytes before windows are tried again.
const STRETCH: usize = 1024;

/// For each class, the bytes of a window that belong to its characters.
#[derive(Clone, Copy, Default)]
struct Masks {
    letter: u64,
    number: u64,
    other: u64,
    white: u64,
    /// U+0020, which is also in `white`.
    blank: u64,
    /// First bytes of characters.
    first: u64,
}

impl Masks {
    /// The masks shifted so that each bit describes the byte to the left. `before` is the last byte of the previous window.
    fn moved_right(&self, before: &Masks) -> Masks {
        Masks {
            letter: self.letter << 1 | before.letter,
            number: self.number << 1 | before.number,
            other: self.other << 1 | before.other,
            white: self.white << 1 | before.white,
            blank: self.blank << 1 | before.blank,
            first: 0,
        }
    }

    /// The byte at `place` alone, as bit 0.
    fn byte(&self, place: usize) -> Masks {
        let bit = |mask: u64| mask >> place & 1;
        Masks {
            letter: bit(self.letter),
            number: bit(self.number),
            other: bit(self.other),
            white: bit(self.white),
            blank: bit(self.blank),
            first: 0,
        }
    }
}

/// What a window passes on to the next one: the class of its last byte, and corrections to the starts of chunks. Bit 0 is the next byte.
#[derive(Default)]
pub(super) struct Carry {
    before: Masks,
    /// Whether the last byte is a U+0020 with no white space to its left.
    single: u64,
    added: u128,
    removed: u128,
}

/// A stretch of 61 to 64 bytes that ends between characters.
pub(super) struct Window<'t> {
    text: &'t [u8],
    base: usize,
    bytes: &'t [u8; WIDTH],
    length: usize,
}

/// A rule that works on masks.
pub(super) trait Cut: Rule {
    /// The positions where chunks begin, judged by neighbouring characters. Exceptions that depend on more characters go into `carry`. None
    /// leaves the window to the scan.
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64>;
}

impl Cut for SpaceRuns {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let blank = mask(window.bytes, |byte| byte == b' ');
        let starts = blank & !(blank << 1 | carry.before.blank);
        carry.before.blank = blank >> (window.length - 1) & 1;
        Some(starts)
    }
}

impl Cut for Words {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let (visible, left_visible) = (masks.letter | masks.number | masks.other, left.letter | left.number | left.other);
        Some(visible & !left_visible & !left.blank | window.white_space_starts(&masks, &left))
    }
}

impl Cut for Gpt2 {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let starts = run_starts(&masks, &left) | window.white_space_starts(&masks, &left);
        let mut apostrophes = mask(window.bytes, |byte| byte == b'\'') & starts;
        while let Some(place) = take_lowest(&mut apostrophes) {
            if let Some(length) = contraction(&window.text[window.base + place..]) {
                carry.removed |= 1 << (place + 1);
                carry.added |= 1 << (place + length);
            }
        }
        Some(starts)
    }
}

impl<W: Wide> Cut for W {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let right_letter = masks.letter >> 1 | window.right_end(|class| class == Some(Class::Letter));
        let joints = masks.blank & left.letter & right_letter;
        let stops = mask(window.bytes, W::is_closing) & left.letter;
        carry.added |= (stops as u128) << 1;
        Some((run_starts(&masks, &left) | window.white_space_starts(&masks, &left)) & !joints & !stops)
    }
}

impl Cut for Inflected {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        Some(run_starts(&masks, &left) | window.white_space_starts(&masks, &left))
    }
}

impl Cut for InflectedMixed {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white)
    }
}

impl Cut for MarkedMixed {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        if !window.bytes.is_ascii() {
            return None;
        }
        let (masks, left) = window.masks(carry)?;
        // Groups of digits are counted from the right. A run that reaches the edge of the window is left to the scan.
        let last = 1 << (window.length - 1);
        if masks.number & last != 0 || masks.number & left.number & 1 != 0 {
            return None;
        }
        let mut ends = left.number & !masks.number;
        let mut groups = 0;
        while let Some(end) = take_lowest(&mut ends) {
            let length = ((!masks.number << (WIDTH - end)).leading_zeros() as usize).min(end);
            let begin = end - length;
            groups |= (begin + 1..end).rev().skip(2).step_by(3).fold(0, |groups, place| groups | 1 << place);
        }
        window.join_quoted(&left, carry);
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white | groups)
    }
}

impl Cut for Marked {
    #[inline(always)]
    fn starts(window: &Window, carry: &mut Carry) -> Option<u64> {
        // Marks are not ASCII, and neither are the letters of the languages that use them.
        if !window.bytes.is_ascii() {
            return None;
        }
        let (masks, left) = window.masks(carry)?;
        let sign = |masks: &Masks| masks.number | masks.other;
        let starts = (masks.letter & !left.letter | sign(&masks) & !sign(&left)) & !left.blank;
        window.join_quoted(&left, carry);
        Some(starts | window.white_space_starts(&masks, &left))
    }
}

/// Starts of runs of one class other than white space, where no U+0020 is before them.
#[inline(always)]
fn run_starts(masks: &Masks, left: &Masks) -> u64 {
    (masks.letter & !left.letter | masks.number & !left.number | masks.other & !left.other) & !left.blank
}

impl<'t> Window<'t> {
    /// The window at `base`, unless fewer than 64 bytes are left.
    #[inline(always)]
    fn new(text: &'t [u8], base: usize) -> Option<Self> {
        let bytes = text[base..].first_chunk()?;
        let mut length = WIDTH;
        while base + length < text.len() && is_continuation(text[base + length]) {
            length -= 1;
        }
        Some(Window { text, base, bytes, length })
    }

    /// The masks of the window and those of the left neighbours; stores the last byte in `carry`. None if the window is dense.
    #[inline(always)]
    fn masks(&self, carry: &mut Carry) -> Option<(Masks, Masks)> {
        let masks = classify(self.bytes, self.length)?;
        let left = masks.moved_right(&carry.before);
        carry.before = masks.byte(self.length - 1);
        Some((masks, left))
    }

    /// Starts of runs of white space, and of the last character of a run of two or more before a visible character.
    #[inline(always)]
    fn white_space_starts(&self, masks: &Masks, left: &Masks) -> u64 {
        let right_white = masks.white >> 1 | self.right_end(|class| class.is_none_or(|class| class == Class::Space));
        // From the last byte of each such run to the first byte of its last character.
        let mut last = masks.white & !right_white;
        while last & !masks.first != 0 {
            last = last & masks.first | (last & !masks.first) >> 1;
        }
        masks.white & !left.white | last & left.white
    }

    /// The bytes behind a U+0020 that has no white space to its left; stores in `carry` whether the last byte is one.
    #[inline(always)]
    fn left_single(&self, masks: &Masks, left: &Masks, carry: &mut Carry) -> u64 {
        let single = masks.blank & !left.white;
        let left_single = single << 1 | carry.single;
        carry.single = single >> (self.length - 1) & 1;
        left_single
    }

    /// Joins what an apostrophe joins, and full hours with affixes.
    #[inline(always)]
    fn join_affixes(&self, masks: &Masks, left: &Masks, carry: &mut Carry) {
        let mut apostrophes = mask(self.bytes, |byte| byte == b'\'' || byte == 0xE2) & masks.other & (left.letter | left.number);
        while let Some(place) = take_lowest(&mut apostrophes) {
            if let Some(length) = apostrophe(&self.text[self.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + length);
            }
        }
        let mut hours = mask(self.bytes, |byte| byte == b':' || byte == b'.') & left.number;
        while let Some(place) = take_lowest(&mut hours) {
            if is_full_hour(&self.text[self.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + 1);
            }
        }
    }

    /// Joins letters with a quotation mark between them.
    #[inline(always)]
    fn join_quoted(&self, left: &Masks, carry: &mut Carry) {
        let mut quotes = mask(self.bytes, |byte| byte == b'\'' || byte == b'"') & left.letter;
        while let Some(place) = take_lowest(&mut quotes) {
            if let Some(length) = quote(&self.text[self.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + length);
            }
        }
    }

    /// The last bit of the window, if the class of the character after it passes `test`; None stands for the end of the text.
    #[inline(always)]
    fn right_end(&self, test: impl Fn(Option<Class>) -> bool) -> u64 {
        let end = self.base + self.length;
        let next = (end < self.text.len()).then(|| class_at(self.text, end).0);
        (test(next) as u64) << (self.length - 1)
    }
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

fn is_lead(byte: u8) -> bool {
    byte >= 0xC0
}

/// Removes the lowest bit of a mask and returns its position.
#[inline(always)]
fn take_lowest(mask: &mut u64) -> Option<usize> {
    let place = mask.trailing_zeros() as usize;
    (*mask != 0).then(|| {
        *mask &= *mask - 1;
        place
    })
}

/// The mask of the bytes that pass `test`.
///
/// The compiler turns this code into comparisons of sixteen bytes at once, but not if it is inlined into more code. The answer for byte
/// 8 k + j is bit k of byte j of a word. Transposed as a matrix of 8 x 8 bits, that word is the mask.
#[inline(never)]
fn mask(bytes: &[u8; WIDTH], test: impl Fn(u8) -> bool) -> u64 {
    let mut answers = [0; WIDTH];
    for (answer, &byte) in answers.iter_mut().zip(bytes) {
        *answer = test(byte) as u8;
    }
    let mut pairs = [0; 16];
    for (lane, pair) in pairs.iter_mut().enumerate() {
        *pair = answers[lane] | answers[16 + lane] << 2 | answers[32 + lane] << 4 | answers[48 + lane] << 6;
    }
    let pairs = u128::from_le_bytes(pairs);
    transposed(pairs as u64 | ((pairs >> 64) as u64) << 1)
}

/// The transpose of a matrix of 8 x 8 bits: squares of 1, 2 and 4 bits are exchanged across the diagonal.
#[inline(always)]
fn transposed(mut matrix: u64) -> u64 {
    for (distance, upper) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let differing = (matrix ^ matrix >> distance) & upper;
        matrix ^= differing ^ differing << distance;
    }
    matrix
}

/// Classifies the first `length` bytes of a window; None if the window is dense. The number of a class has two bits, which the masks `low`
/// and `high` collect.
#[inline(always)]
fn classify(bytes: &[u8; WIDTH], length: usize) -> Option<Masks> {
    let inside = u64::MAX >> (WIDTH - length);
    let is_ascii = bytes.is_ascii();
    let mut leads = if is_ascii { 0 } else { mask(bytes, is_lead) & inside };
    if leads.count_ones() >= DENSE {
        return None;
    }
    let is_white = |byte: u8| byte == b' ' || byte.wrapping_sub(b'\t') < 5;
    let blank = mask(bytes, |byte| byte == b' ') & inside;
    let mut low = mask(bytes, |byte| (byte | 0x20).wrapping_sub(b'a') < 26 || is_white(byte)) & inside;
    let mut high = mask(bytes, |byte| byte.wrapping_sub(b'0') < 10 || is_white(byte)) & inside;
    let mut first = inside;
    if !is_ascii {
        let continuation = mask(bytes, is_continuation) & inside;
        while let Some(lead) = take_lowest(&mut leads) {
            let (class, _) = class_of_bytes(|place| bytes[(lead + place) % WIDTH]);
            low |= (class as u64 & 1) << lead;
            high |= (class as u64 >> 1) << lead;
        }
        for _ in 0..3 {
            low |= low << 1 & continuation;
            high |= high << 1 & continuation;
        }
        first &= !continuation;
    }
    Some(Masks { letter: low & !high, number: high & !low, other: inside & !(low | high), white: low & high, blank, first })
}

/// Calls `visit` with the start and end of every chunk, in order.
#[inline(always)]
pub(super) fn for_each<C: Cut>(text: &[u8], mut visit: impl FnMut(usize, usize)) {
    // Chunks before `begin` have been visited; windows before `base` have been read.
    let (mut begin, mut base) = (0, 0);
    let mut carry = Carry::default();
    while begin < text.len() {
        let window = Window::new(text, base);
        let Some((window, local)) = window.and_then(|window| C::starts(&window, &mut carry).map(|local| (window, local))) else {
            begin = scan::for_each::<C>(text, begin, base + STRETCH, &mut visit);
            base = begin;
            carry = Carry::default();
            continue;
        };
        let inside = u64::MAX >> (WIDTH - window.length);
        let mut starts = (local & !(carry.removed as u64) | carry.added as u64) & inside;
        carry.added >>= window.length;
        carry.removed >>= window.length;
        while let Some(place) = take_lowest(&mut starts) {
            let end = base + place;
            if end > begin {
                visit(begin, end);
                begin = end;
            }
        }
        base += window.length;
    }
}
