//! Scripts: which letters belong together.
//!
//! The table has the scripts of living languages as ranges of code points; of each range only the letters count. Kana and Han are one
//! script here, because Japanese words mix them. Letters of other scripts are the general member's.

use crate::text::{Class, class};

/// A script: its name, and its ranges of code points.
pub struct Script {
    pub name: &'static str,
    ranges: &'static [(u32, u32)],
}

macro_rules! scripts {
    ($($name:ident: $($from:literal-$to:literal),+;)+) => {
        /// All scripts.
        pub static SCRIPTS: &[Script] = &[$(Script { name: stringify!($name), ranges: &[$(($from, $to)),+] }),+];
    };
}

scripts! {
    latin: 0x41-0x24f, 0x250-0x2af, 0x1e00-0x1eff, 0x2c60-0x2c7f, 0xa720-0xa7ff, 0xff21-0xff5a;
    greek: 0x370-0x3ff, 0x1f00-0x1fff;
    cyrillic: 0x400-0x52f, 0x1c80-0x1c8f, 0x2de0-0x2dff, 0xa640-0xa69f;
    armenian: 0x530-0x58f;
    hebrew: 0x590-0x5ff, 0xfb1d-0xfb4f;
    arabic: 0x600-0x6ff, 0x750-0x77f, 0x8a0-0x8ff, 0xfb50-0xfdff, 0xfe70-0xfeff;
    syriac: 0x700-0x74f;
    thaana: 0x780-0x7bf;
    devanagari: 0x900-0x97f;
    bengali: 0x980-0x9ff;
    gurmukhi: 0xa00-0xa7f;
    gujarati: 0xa80-0xaff;
    oriya: 0xb00-0xb7f;
    tamil: 0xb80-0xbff;
    telugu: 0xc00-0xc7f;
    kannada: 0xc80-0xcff;
    malayalam: 0xd00-0xd7f;
    sinhala: 0xd80-0xdff;
    thai: 0xe00-0xe7f;
    lao: 0xe80-0xeff;
    tibetan: 0xf00-0xfff;
    myanmar: 0x1000-0x109f;
    georgian: 0x10a0-0x10ff, 0x1c90-0x1cbf;
    ethiopic: 0x1200-0x139f;
    khmer: 0x1780-0x17ff;
    mongolian: 0x1800-0x18af;
    hangul: 0x1100-0x11ff, 0x3130-0x318f, 0xa960-0xa97f, 0xac00-0xd7ff;
    han: 0x3005-0x3007, 0x3040-0x30ff, 0x31f0-0x31ff, 0x3400-0x9fff, 0xf900-0xfaff;
}

/// Number of code points of the table by code point: those of the scripts above.
const LAST: usize = 0x10000;

/// The script of each letter, by code point: its place in [`SCRIPTS`].
pub fn script(letter: char) -> Option<usize> {
    let code = letter as u32;
    let is_of = |script: &Script| script.ranges.iter().any(|&(from, to)| (from..=to).contains(&code));
    if class(letter) == Class::Letter { SCRIPTS.iter().position(is_of) } else { None }
}

/// The place of a script in [`SCRIPTS`].
pub fn named(name: &str) -> Option<usize> {
    SCRIPTS.iter().position(|script| script.name == name)
}

/// A value for each code point below [`LAST`], made by `value`.
pub fn by_code_point(value: impl Fn(char) -> u8) -> Box<[u8]> {
    (0..LAST as u32).map(|code| char::from_u32(code).map_or(0, &value)).collect()
}

#[cfg(test)]
#[path = "../../../tests/inside/systems_union_scripts.rs"]
mod tests;
