//! Which strings may be pieces: the linguistic-unit rule of Thunder-Tok (section 3.2, table 1) and two simpler rules.
//!
//! Text has levels: byte < character < word < phrase. A piece is one unit, or a run of whole units of one level inside one unit of the next
//! level: (a) bytes inside one character; (b) whole characters inside one word; (c) whole words. White space separates words. A space
//! before a word may belong to it, and so may one final `.`, `?`, `!`, `,`, `:` or `;`, where the splitter joins them. White space may
//! begin a piece or stand between its words, but not end it. A white-space character alone is a piece, and so is a run of the same
//! white-space character.
//!
//! The string itself shows (a) and (b), but not (c): " 할 수" is two whole words in " 할 수 있다", but a word and a part of a word in " 할 수도".
//! So [`stands_whole`] judges one occurrence of a string of several words, and the trainer counts only those that consist of whole words.

use crate::options::named;

named! {
    /// Which strings may be the pieces of a vocabulary.
    pub enum UnitRule {
        /// Any bytes of a chunk, such as half a character, or three words and a space.
        AnyBytes = "any",
        /// Whole characters, with U+0020 only at the start: the rule of SentencePiece.
        Characters = "characters",
        /// Whole units of one linguistic level: the rule of Thunder-Tok.
        Linguistic = "linguistic",
    }
}

impl UnitRule {
    /// Length of the longest prefix of `text` that may be a piece wherever it occurs, if the length is more than `above`. `text` is cut
    /// from valid UTF-8 at any two bytes.
    pub fn longest(self, text: &[u8], above: usize) -> Option<usize> {
        let length = match self {
            UnitRule::AnyBytes => text.len(),
            UnitRule::Characters => {
                let whole = whole_characters(text);
                whole.bytes().skip(1).position(|byte| byte == b' ').map_or(whole.len(), |at| at + 1)
            }
            UnitRule::Linguistic => match whole_characters(text) {
                // Bytes inside a character are a unit, but they occur in many characters. An id should stand for one string.
                "" => 0,
                whole => first_word(whole),
            },
        };
        (length > above).then_some(length)
    }

    /// Lengths above `above`, longest first, of the prefixes of `text` that may be several whole words, which [`stands_whole`] then has to
    /// confirm.
    pub fn phrases(self, text: &[u8], above: usize) -> impl Iterator<Item = usize> {
        let whole = if self == UnitRule::Linguistic { whole_characters(text) } else { "" };
        let (one, all) = if whole.is_empty() { (0, 0) } else { (first_word(whole), words(whole)) };
        let may_end = move |end: usize| match text.get(end) {
            Some(&next) => next.is_ascii_whitespace() || is_final(next),
            None => true,
        };
        (one.max(above) + 1..all + 1).rev().filter(move |&end| may_end(end) && text[end - 1] != b' ')
    }
}

/// Whether `text[start..end]`, which consists of whole characters, begins where a word begins and ends where a word ends. Bytes 0xFF
/// separate the chunks of `text`.
pub fn stands_whole(text: &[u8], start: usize, end: usize) -> bool {
    (text[start] == b' ' || parts_words(text[start - 1])) && ends_word(text, end)
}

/// Whether a word of `text` ends at `end`, before its mark if it has one.
pub(crate) fn ends_word(text: &[u8], end: usize) -> bool {
    parts_words(text[end]) || (is_final(text[end]) && parts_words(text[end + 1]))
}

fn parts_words(byte: u8) -> bool {
    byte == 0xff || byte.is_ascii_whitespace()
}

/// Whether this byte may close a word. A chunk in which it follows a letter comes from a splitter that joins the two.
pub(super) fn is_final(byte: u8) -> bool {
    matches!(byte, b'.' | b'?' | b'!' | b',' | b':' | b';')
}

/// The whole characters at the start of `text`, which is cut from valid UTF-8; none if it begins inside a character.
fn whole_characters(text: &[u8]) -> &str {
    let whole = |cut: usize| std::str::from_utf8(&text[..text.len().checked_sub(cut)?]).ok();
    // The last character starts in the last four bytes.
    let start = text.iter().rposition(|byte| byte & 0xc0 != 0x80).unwrap_or_default();
    whole(0).or_else(|| whole(text.len() - start)).unwrap_or_default()
}

/// Length of the first word of `text`, including a space before it, or of the run of one white-space character at its start.
fn first_word(text: &str) -> usize {
    let first = text.chars().next().expect("a text that is not empty");
    let after = &text[first.len_utf8()..];
    if first.is_whitespace() && (first != ' ' || !after.starts_with(|next: char| !next.is_whitespace())) {
        return text.find(|next: char| next != first).unwrap_or(text.len());
    }
    text.len() - after.trim_start_matches(|next: char| !next.is_whitespace()).len()
}

/// Length of the longest prefix of `text` that is words joined by single spaces, with or without a space before the first. If `text` begins
/// with a run of one white-space character, the length of that run.
fn words(text: &str) -> usize {
    let mut end = first_word(text);
    if text[..end].ends_with(char::is_whitespace) {
        return end;
    }
    while text[end..].starts_with(' ') {
        let word = first_word(&text[end..]);
        if text[end..end + word].ends_with(char::is_whitespace) {
            break;
        }
        end += word;
    }
    end
}
