//! The tables of characters, all of one version of Unicode. `tools/unicode_tables.py` writes their files, as little-endian numbers.

/// A file of the folder `tables` as an array.
macro_rules! table {
    ($(#[$comment:meta])* $name:ident: $type:ty, $file:literal) => {
        $(#[$comment])*
        pub static $name: [$type; include_bytes!(concat!("tables/", $file)).len() / size_of::<$type>()] = {
            let (parts, rest) = include_bytes!(concat!("tables/", $file)).as_chunks();
            assert!(rest.is_empty());
            let mut numbers = [0; _];
            let mut at = 0;
            while at < parts.len() {
                numbers[at] = <$type>::from_le_bytes(parts[at]);
                at += 1;
            }
            numbers
        };
    };
}

/// The Unicode version of all tables.
pub const UNICODE_VERSION: &str = include_str!("tables/unicode_version.txt");

table! {
    /// `BLOCK_OF[c / 64]` is the block of code point c. Code points beyond the last block have class 0.
    BLOCK_OF: u16, "class_block_of.bin"
}
table! {
    /// Two numbers a block. The class of code point c is the pair of bits number c % 32 in number (c % 64) / 32 of its block: 0 other,
    /// 1 letter, 2 number, 3 white space.
    BLOCKS: u64, "class_blocks.bin"
}
table! {
    /// The blocks of [`CASE_BLOCKS`], as in [`BLOCK_OF`].
    CASE_BLOCK_OF: u16, "case_block_of.bin"
}
table! {
    /// What case a code point may have in a word, as in [`BLOCKS`]: 0 it is no part of one, 1 upper only, 2 lower only, 3 either.
    CASE_BLOCKS: u64, "case_blocks.bin"
}
table! {
    /// The blocks of [`SIGN_BLOCKS`], as in [`BLOCK_OF`].
    SIGN_BLOCK_OF: u16, "sign_block_of.bin"
}
table! {
    /// Which code points are signs, as in [`BLOCKS`]: 1 punctuation, 2 symbols, 3 punctuation that came after Unicode 8.
    SIGN_BLOCKS: u64, "sign_blocks.bin"
}
table! {
    /// The first and the last of each run of alphabetic code points.
    ALPHABETIC: u32, "alphabetic.bin"
}
table! {
    /// The first and the last of each run of numeric code points.
    NUMERIC: u32, "numeric.bin"
}
table! {
    /// Pairs of a code point and its capital, where that is one character, in the order of code points.
    CAPITALS: u32, "capitals.bin"
}
table! {
    /// Pairs of a code point and its small letter, where that is one character, in the order of code points.
    SMALLS: u32, "smalls.bin"
}
