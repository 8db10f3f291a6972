//! Strings that every vocabulary with general text has as tokens: runs of spaces, groups of digits, typographic characters, and frequent
//! emoji.
//!
//! `emoji.txt` has one emoji a line, the most frequent of the training texts first.

const EMOJI: &str = include_str!("emoji.txt");

/// Characters of print: quotation marks, dashes, bullets, currencies, arrows, and characters that are not seen.
const TYPOGRAPHIC: &str = "“”‘’„‚«»‹›…–—―‐‑•·°€£¥₺₪₩₹¢§¶©®™×÷±≤≥≠≈∞√¼½¾¹²³→←↑↓↔⇒✓✔✗★☆►▶◀▪■□●○◆♥♦№¿¡′″†‡ªº´ʼʹ＇،؛؟٪ـ־׳״、。「」\
    \u{A0}\u{AD}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202F}\u{2009}\u{FE0F}\u{FEFF}\u{FFFD}";

/// The strings, those that matter most first.
pub fn strings() -> Vec<String> {
    let mut strings: Vec<String> = vec!["\n".into(), "\n\n".into(), "\t".into(), "\t\t".into(), "\t\t\t".into()];
    strings.extend((2..=16).chain([20, 24, 28, 32]).map(|length| " ".repeat(length)));
    strings.extend(TYPOGRAPHIC.chars().map(String::from));
    strings.extend((0..10).map(|digit| format!(" {digit}")));
    strings.extend((0..100).flat_map(|pair| [format!("{pair:02}"), format!(" {pair:02}")]));
    strings.extend((0..1000).map(|group| format!("{group:03}")));
    strings.extend(EMOJI.lines().map(String::from));
    strings
}

#[cfg(test)]
#[path = "../../tests/inside/surface_fixed.rs"]
mod tests;
