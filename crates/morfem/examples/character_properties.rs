//! Writes `src/text/properties/tables.rs` from the standard library of the compiler that runs it:
//!
//!     cargo run --release -p morfem --example character_properties > crates/morfem/src/text/properties/tables.rs
//!
//! Run it only to add tables for a new version of Unicode beside the old ones: ids of saved tokenizers depend on them.

fn main() {
    let (major, minor, update) = char::UNICODE_VERSION;
    println!(
        "//! Alphabetic and numeric characters, and case pairs, of Unicode {major}.{minor}.{update}. Written by `examples/character_properties.rs`; do not edit."
    );
    println!();
    println!("/// The version of Unicode.");
    println!("pub const UNICODE_VERSION: &str = \"{major}.{minor}.{update}\";");
    println!();
    bits("ALPHABETIC", "alphabetic", char::is_alphabetic);
    println!();
    bits("NUMERIC", "numeric", char::is_numeric);
    println!();
    pairs("CAPITALS", "to its capital, where that is one character", |c| single(c.to_uppercase()));
    println!();
    pairs("SMALLS", "to its small letter, where that is one character", |c| single(c.to_lowercase()));
}

fn single(mut characters: impl Iterator<Item = char>) -> Option<char> {
    let first = characters.next()?;
    characters.next().is_none().then_some(first)
}

/// Runs of code points with a property, as first and last.
fn bits(name: &str, what: &str, has: impl Fn(char) -> bool) {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for character in ('\0'..=char::MAX).filter(|&character| has(character)) {
        let code = character as u32;
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => runs.push((code, code)),
        }
    }
    println!("/// Runs of {what} code points: the first and the last of each.");
    table(name, &runs);
}

/// Code points that a mapping changes, with what it makes of them.
fn pairs(name: &str, what: &str, map: impl Fn(char) -> Option<char>) {
    let changed = ('\0'..=char::MAX).filter_map(|character| Some((character, map(character)?)));
    let pairs: Vec<(u32, u32)> = changed.filter(|(from, to)| from != to).map(|(from, to)| (from as u32, to as u32)).collect();
    println!("/// A code point {what}, in the order of code points.");
    table(name, &pairs);
}

fn table(name: &str, rows: &[(u32, u32)]) {
    println!("#[rustfmt::skip]");
    println!("pub static {name}: [(u32, u32); {}] = [", rows.len());
    for line in rows.chunks(8) {
        let line: Vec<String> = line.iter().map(|(a, b)| format!("(0x{a:X}, 0x{b:X})")).collect();
        println!("    {},", line.join(", "));
    }
    println!("];");
}
