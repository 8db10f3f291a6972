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
//! takes over where a window is dense, that is, has many characters whose class must be looked up one by one: those outside ASCII, except
//! letters that their first two bytes show to be letters ([`letters`]). The scan is faster there. It also takes over where a word has marks
//! on its letters. It reads the last open chunk of the windows again, so every byte is read at most once in a window and once by the scan.
//! What is left at the end of the text is a window filled with zeros.
//!
//! docs/design/core.md, section "Splitters", has figures.

use super::super::class::{Class, class_at};
use super::ends::Ends;
use super::lanes::{Lanes, Portable, WIDTH};
use super::marks::{is_mark, quote};
use super::scan::{
    self, Gpt2, Inflected, InflectedColon, InflectedHyphen, InflectedMixed, Marked, MarkedMixed, Rule, SpaceRuns, Wide, Words, apostrophe,
    colon, contraction, ends_in_unit, hyphen, is_full_hour, stop, written_on,
};

/// A window in which the class of this many characters must be looked up is dense.
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

/// A stretch of 61 to 64 bytes that ends between characters, or the rest of the text.
pub(super) struct Window<'t, L> {
    text: &'t [u8],
    base: usize,
    lanes: L,
    length: usize,
}

/// A rule that works on masks.
pub(super) trait Cut: Rule {
    /// The positions where chunks begin, judged by neighbouring characters. Exceptions that depend on more characters go into `carry`. None
    /// leaves the window to the scan.
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64>;
}

impl Cut for SpaceRuns {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let blank = window.lanes.equal(b' ');
        let starts = blank & !(blank << 1 | carry.before.blank);
        carry.before.blank = blank >> (window.length - 1) & 1;
        Some(starts)
    }
}

impl Cut for Words {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let (visible, left_visible) = (masks.letter | masks.number | masks.other, left.letter | left.number | left.other);
        Some(visible & !left_visible & !left.blank | window.white_space_starts(&masks, &left))
    }
}

impl Cut for Gpt2 {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let starts = run_starts(&masks, &left) | window.white_space_starts(&masks, &left);
        let mut apostrophes = window.lanes.equal(b'\'') & starts;
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
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        let right_letter = masks.letter >> 1 | window.right_end(|class| class == Some(Class::Letter));
        let joints = masks.blank & left.letter & right_letter;
        let marks = W::CLOSING.iter().fold(0, |found, &byte| found | window.lanes.equal(byte));
        let right_mark = window.text.get(window.base + window.length).is_some_and(|byte| W::CLOSING.contains(byte));
        let followed = if W::SINGLE { marks >> 1 | u64::from(right_mark) << (window.length - 1) } else { 0 };
        let stops = marks & left.letter & !followed;
        carry.added |= (stops as u128) << 1;
        Some((run_starts(&masks, &left) | window.white_space_starts(&masks, &left)) & !joints & !stops)
    }
}

impl Cut for Inflected {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        Some(run_starts(&masks, &left) | window.white_space_starts(&masks, &left))
    }
}

impl Cut for InflectedMixed {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white)
    }
}

impl Cut for InflectedColon {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        let mut colons = window.lanes.equal(b':') & (left.letter | left.number);
        while let Some(place) = take_lowest(&mut colons) {
            if colon(&window.text[window.base + place..]).is_some() {
                carry.removed |= 1 << place | 1 << (place + 1);
            }
        }
        let mut units = window.lanes.equal(b':') & left.other;
        while let Some(place) = take_lowest(&mut units) {
            let (before, behind) = window.text.split_at(window.base + place);
            if is_lone_unit(before) && colon(behind).is_some() {
                carry.removed |= 1 << (place + 1);
            }
        }
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white)
    }
}

impl Cut for InflectedHyphen {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        window.join_affixes(&masks, &left, carry);
        let mut hyphens = (window.lanes.equal(b'-') | window.lanes.equal(0xE2)) & masks.other & (left.letter | left.number);
        while let Some(place) = take_lowest(&mut hyphens) {
            if let Some(length) = hyphen(window.text, window.base + place) {
                carry.removed |= 1 << place | 1 << (place + length);
            }
        }
        let mut stops = window.lanes.equal(b'.') & (left.letter | left.number);
        while let Some(place) = take_lowest(&mut stops) {
            if let Some(length) = stop(&window.text[window.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + length);
            }
        }
        let mut letters = masks.letter & left.number;
        while let Some(place) = take_lowest(&mut letters) {
            if written_on(window.text, window.base + place).is_some() {
                carry.removed |= 1 << place;
            }
        }
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white)
    }
}

/// Whether a text ends in a unit with no other sign before it.
fn is_lone_unit(text: &[u8]) -> bool {
    let start_of_last = |text: &[u8]| text.iter().rposition(|byte| byte & 0xC0 != 0x80).unwrap_or(0);
    let before = &text[..start_of_last(text)];
    ends_in_unit(text) && (before.is_empty() || class_at(before, start_of_last(before)).0 != Class::Other)
}

impl Cut for MarkedMixed {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        // Groups of digits are counted from the right. A run that reaches the edge of the window is left to the scan.
        let last = 1 << (window.length - 1);
        let has_others = masks.number & !masks.first != 0;
        if has_others || masks.number & last != 0 || masks.number & left.number & 1 != 0 || window.has_marks(&masks) {
            return None;
        }
        let mut ends = left.number & !masks.number;
        let mut groups = 0;
        while let Some(end) = take_lowest(&mut ends) {
            let length = ((!masks.number << (WIDTH - end)).leading_zeros() as usize).min(end);
            let begin = end - length;
            groups |= (begin + 1..end).rev().skip(2).step_by(3).fold(0, |groups, place| groups | 1 << place);
        }
        window.join_quoted(&masks, &left, carry);
        let left_single = window.left_single(&masks, &left, carry);
        Some(run_starts(&masks, &Masks { blank: left_single, ..left }) | masks.white & !left.white | groups)
    }
}

impl Cut for Marked {
    #[inline(always)]
    fn starts<L: Lanes>(window: &Window<L>, carry: &mut Carry) -> Option<u64> {
        let (masks, left) = window.masks(carry)?;
        if window.has_marks(&masks) {
            return None;
        }
        let sign = |masks: &Masks| masks.number | masks.other;
        let starts = (masks.letter & !left.letter | sign(&masks) & !sign(&left)) & !left.blank;
        window.join_quoted(&masks, &left, carry);
        Some(starts | window.white_space_starts(&masks, &left))
    }
}

/// Starts of runs of one class other than white space, where no U+0020 is before them.
#[inline(always)]
fn run_starts(masks: &Masks, left: &Masks) -> u64 {
    (masks.letter & !left.letter | masks.number & !left.number | masks.other & !left.other) & !left.blank
}

impl<'t, L: Lanes> Window<'t, L> {
    /// The window at `base`, which is inside the text.
    #[inline(always)]
    fn new(text: &'t [u8], base: usize) -> Self {
        let rest = &text[base..];
        let Some(bytes) = rest.first_chunk() else {
            let mut padded = [0; WIDTH];
            padded[..rest.len()].copy_from_slice(rest);
            return Window { text, base, lanes: L::new(&padded), length: rest.len() };
        };
        // A character that begins in the last three bytes may end behind the window.
        let reaches = |place: usize, least: u8| if bytes[place] >= least { WIDTH - place } else { 0 };
        let cut = reaches(WIDTH - 1, 0xC0).max(reaches(WIDTH - 2, 0xE0)).max(reaches(WIDTH - 3, 0xF0));
        Window { text, base, lanes: L::new(bytes), length: WIDTH - cut }
    }

    /// The bytes of the window that belong to it.
    #[inline(always)]
    fn inside(&self) -> u64 {
        u64::MAX >> (WIDTH - self.length)
    }

    /// The class of each byte; None if the window is dense.
    #[inline(always)]
    fn classify(&self) -> Option<Masks> {
        let (lanes, inside) = (&self.lanes, self.inside());
        let blank = lanes.equal(b' ') & inside;
        let mut white = blank | lanes.between(b'\t', b'\r') & inside;
        let mut letter = lanes.with(0x20).between(b'a', b'z') & inside;
        let mut number = lanes.between(b'0', b'9') & inside;
        let mut first = inside;
        let high = lanes.high() & inside;
        if high != 0 {
            let continuation = lanes.between(0x80, 0xBF) & inside;
            let leads = high & !continuation;
            let letters = letters(lanes, leads);
            let mut others = leads & !letters;
            if others.count_ones() >= DENSE {
                return None;
            }
            letter |= letters;
            while let Some(lead) = take_lowest(&mut others) {
                match class_at(self.text, self.base + lead).0 {
                    Class::Letter => letter |= 1 << lead,
                    Class::Number => number |= 1 << lead,
                    Class::Space => white |= 1 << lead,
                    Class::Other => {}
                }
            }
            for _ in 0..3 {
                letter |= letter << 1 & continuation;
                number |= number << 1 & continuation;
                white |= white << 1 & continuation;
            }
            first &= !continuation;
        }
        Some(Masks { letter, number, other: inside & !(letter | number | white), white, blank, first })
    }

    /// The masks of the window and those of the left neighbours; stores the last byte in `carry`. None if the window is dense.
    #[inline(always)]
    fn masks(&self, carry: &mut Carry) -> Option<(Masks, Masks)> {
        let masks = self.classify()?;
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
        let firsts = [b'`', 0xC2, 0xE2, 0xEF].into_iter().fold(self.lanes.equal(b'\''), |firsts, byte| firsts | self.lanes.equal(byte));
        let letters = self.lanes.equal(0xCA) & left.number;
        let mut apostrophes = firsts & masks.other & (left.letter | left.number) | letters;
        while let Some(place) = take_lowest(&mut apostrophes) {
            if let Some(length) = apostrophe(&self.text[self.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + length);
            }
        }
        let mut hours = (self.lanes.equal(b':') | self.lanes.equal(b'.')) & left.number;
        while let Some(place) = take_lowest(&mut hours) {
            if is_full_hour(&self.text[self.base + place..]) {
                carry.removed |= 1 << place | 1 << (place + 1);
            }
        }
    }

    /// Whether the window has a mark that may belong to a letter. Such windows are left to the scan.
    #[inline(always)]
    fn has_marks(&self, masks: &Masks) -> bool {
        let mut leads = self.lanes.between(0xCC, 0xDB) & masks.other;
        while let Some(lead) = take_lowest(&mut leads) {
            if is_mark(&self.text[self.base + lead..]) {
                return true;
            }
        }
        false
    }

    /// Joins letters with a quotation mark, a geresh or a gershayim between them.
    #[inline(always)]
    fn join_quoted(&self, masks: &Masks, left: &Masks, carry: &mut Carry) {
        let ascii = self.lanes.equal(b'\'') | self.lanes.equal(b'"');
        let mut quotes = (ascii | self.lanes.equal(0xD7) | self.lanes.equal(0xE2) | self.lanes.equal(0xEF)) & masks.other & left.letter;
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

/// Removes the lowest bit of a mask and returns its position.
#[inline(always)]
fn take_lowest(mask: &mut u64) -> Option<usize> {
    if *mask == 0 {
        return None;
    }
    let place = mask.trailing_zeros() as usize;
    *mask &= *mask - 1;
    Some(place)
}

/// Those of `leads`, the first bytes of characters, that the first two bytes show to be letters: Latin, Cyrillic, Hebrew and Arabic
/// letters, and most Hangul syllables and Chinese characters. A test compares this with the classes of all characters.
#[inline(always)]
fn letters(lanes: &impl Lanes, leads: u64) -> u64 {
    // The signs for multiplication and division are the only exceptions between U+00C0 and U+02BF.
    let signs = (lanes.equal(0x97) | lanes.equal(0xB7)) >> 1 & lanes.equal(0xC3);
    let mut letters = lanes.between(0xC3, 0xCA) & leads & !signs;
    if leads & !letters & lanes.between(0xCB, 0xDF) != 0 {
        let semitic = lanes.followed(0xD7, 0x90, 0xAA) | lanes.followed(0xD8, 0xA0, 0xBF) | lanes.followed(0xD9, 0x80, 0x8A);
        letters |= (lanes.between(0xD0, 0xD1) | semitic) & leads;
    }
    if leads & lanes.between(0xE0, 0xEF) != 0 {
        let blocks = lanes.between(0xE5, 0xE9) | lanes.between(0xEB, 0xEC);
        letters |= (blocks | lanes.followed(0xEA, 0xB0, 0xBF) | lanes.followed(0xED, 0x80, 0x9D)) & leads;
    }
    letters
}

/// Calls `visit` with the start of some successive chunks and their ends, until all chunks have been visited in order.
#[inline(always)]
pub(super) fn for_each<C: Cut>(text: &[u8], visit: impl FnMut(usize, &[usize])) {
    #[cfg(target_arch = "x86_64")]
    if super::avx2::is_known() {
        // SAFETY: the processor has been asked.
        return unsafe { for_each_avx2::<C>(text, visit) };
    }
    for_each_with::<C, Portable>(text, visit);
}

/// [`for_each`] with the instructions of AVX2, and those that find and clear the lowest bit.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn for_each_avx2<C: Cut>(text: &[u8], visit: impl FnMut(usize, &[usize])) {
    for_each_with::<C, super::avx2::Avx2>(text, visit);
}

#[inline(always)]
pub(super) fn for_each_with<C: Cut, L: Lanes>(text: &[u8], visit: impl FnMut(usize, &[usize])) {
    let mut ends = Ends::new(visit);
    // Windows before `base` have been read.
    let mut base = 0;
    let mut carry = Carry::default();
    while base < text.len() {
        let window = Window::<L>::new(text, base);
        let Some(local) = C::starts(&window, &mut carry) else {
            base = scan::for_each::<C>(text, ends.last, base + STRETCH, &mut ends);
            carry = Carry::default();
            continue;
        };
        let starts = (local & !(carry.removed as u64) | carry.added as u64) & window.inside();
        carry.added >>= window.length;
        carry.removed >>= window.length;
        // A chunk that begins where the last one ended begins where no new one has to be cut.
        ends.push_all(base, starts & !((ends.last == base) as u64));
        base += window.length;
    }
    if ends.last < text.len() {
        ends.push(text.len());
    }
    ends.flush();
}
