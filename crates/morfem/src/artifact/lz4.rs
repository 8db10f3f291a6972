//! One file as an [LZ4 frame](https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), which `lz4 -d` reads too.
//!
//! A block is a sequence of steps. A step is some literal bytes, and a *match*: a distance and a length, for bytes that stand that far
//! back. The writer chooses the steps that need the fewest bytes by an estimate: cost(i), for the text from i on, is the least of
//! 1 + cost(i + 1) for a literal, and of the bytes of a match of length l plus cost(i + l). The further bytes of a long run of literals are
//! not counted. Every l up to the longest match at i is tried, or only the longest if it is above [`GOOD`]. The table is filled from the
//! end.
//!
//! A tokenizer has the same compact folder with every version of morfem. So the bytes that [`compressed`] writes must never change; a test
//! holds their hash. That is why the writer is here and not a library's, whose files are a third larger too.

use crate::Result;
use crate::run::stop;

/// Magic number, then: format 1, blocks that do not refer to each other, the size of the content, blocks of at most 1 MiB.
const HEADER: [u8; 6] = [0x04, 0x22, 0x4d, 0x18, 0x68, 0x60];
const BLOCK: usize = 1 << 20;
/// The bit of a block's size that says that the block is not compressed.
const STORED: u32 = 1 << 31;
/// The shortest match, and how far back a match may begin.
const SHORTEST: usize = 4;
const FARTHEST: usize = u16::MAX as usize;
/// The last bytes of a block are literals, and no match begins in the last twelve.
const LAST_LITERALS: usize = 5;
const LAST_MATCH: usize = 12;
/// Longest match: a longer run is written as several.
const LONGEST: usize = 1 << 10;
/// A match longer than this is good enough: nothing better is looked for inside it, so the time is linear in runs too.
const GOOD: usize = 64;
/// Earlier places with the same four bytes that the writer looks at.
const TRIES: usize = 64;
const LOG_HEADS: u32 = 16;
/// A length from this on takes more bytes.
const SHORT: usize = 15;
/// A byte of a frame makes at most this many bytes of content.
const MOST_RATIO: u64 = 255;

/// The frame of `content`.
///
/// # Errors
/// [`crate::Error::Interrupted`] if the caller has asked for that.
pub fn compressed(content: &[u8]) -> Result<Vec<u8>> {
    let mut frame = header(content.len() as u64);
    for block in content.chunks(BLOCK) {
        stop::checked()?;
        let steps = compressed_block(block)?;
        let (size, bytes) = match steps.len() < block.len() {
            true => (steps.len() as u32, steps.as_slice()),
            false => (block.len() as u32 | STORED, block),
        };
        frame.extend(size.to_le_bytes());
        frame.extend(bytes);
    }
    frame.extend(0u32.to_le_bytes());
    Ok(frame)
}

/// The size of the content of a frame, if it is `most` bytes at most, and in proportion to the frame.
///
/// # Errors
/// A message that says what is wrong.
pub fn size(frame: &[u8], most: u64) -> std::result::Result<u64, String> {
    let size = frame.get(HEADER.len()..HEADER.len() + 8).ok_or_else(damaged)?;
    let size = u64::from_le_bytes(size.try_into().expect("eight bytes"));
    if size > most {
        return Err(format!("has {size} bytes when it is decompressed; it may have {most} at most"));
    }
    if size > MOST_RATIO * frame.len() as u64 { Err(damaged()) } else { Ok(size) }
}

fn damaged() -> String {
    "is not an LZ4 frame as morfem writes it".into()
}

/// The content of a frame. [`size`] says how much memory it takes.
///
/// # Errors
/// A message that says what is wrong.
pub fn content(frame: &[u8]) -> std::result::Result<Vec<u8>, String> {
    let size = size(frame, u64::MAX)?;
    let mut rest = frame.strip_prefix(header(size).as_slice()).ok_or_else(damaged)?;
    let mut content = vec![0; size as usize];
    for block in content.chunks_mut(BLOCK) {
        let (size, bytes) = rest.split_first_chunk().ok_or_else(damaged)?;
        let size = u32::from_le_bytes(*size);
        let (bytes, after) = bytes.split_at_checked((size & !STORED) as usize).ok_or_else(damaged)?;
        rest = after;
        if size & STORED == 0 {
            let written = lz4_flex::block::decompress_into(bytes, block);
            written.ok().filter(|&written| written == block.len()).ok_or_else(damaged)?;
        } else if bytes.len() == block.len() {
            block.copy_from_slice(bytes);
        } else {
            return Err(damaged());
        }
    }
    if rest == 0u32.to_le_bytes() { Ok(content) } else { Err(damaged()) }
}

fn header(size: u64) -> Vec<u8> {
    let mut header = HEADER.to_vec();
    header.extend(size.to_le_bytes());
    header.push((xxh32(&header[4..]) >> 8) as u8);
    header
}

/// The checksum of a header: xxHash of 32 bits, for fewer than 16 bytes.
fn xxh32(bytes: &[u8]) -> u32 {
    const PRIMES: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];
    let (words, rest) = bytes.as_chunks();
    let mut sum = PRIMES[4].wrapping_add(bytes.len() as u32);
    for word in words {
        sum = sum.wrapping_add(u32::from_le_bytes(*word).wrapping_mul(PRIMES[2])).rotate_left(17).wrapping_mul(PRIMES[3]);
    }
    for &byte in rest {
        sum = sum.wrapping_add(u32::from(byte).wrapping_mul(PRIMES[4])).rotate_left(11).wrapping_mul(PRIMES[0]);
    }
    sum = (sum ^ sum >> 15).wrapping_mul(PRIMES[1]);
    sum = (sum ^ sum >> 13).wrapping_mul(PRIMES[2]);
    sum ^ sum >> 16
}

/// The steps of a block.
fn compressed_block(block: &[u8]) -> Result<Vec<u8>> {
    let matches = matches(block)?;
    let mut costs = vec![0u32; block.len() + 1];
    // The length of the match of the best step at each place; 0 for a literal.
    let mut lengths = vec![0usize; block.len()];
    for at in (0..block.len()).rev() {
        costs[at] = costs[at + 1] + 1;
        let longest = matches[at].0;
        for length in if longest > GOOD { longest..=longest } else { SHORTEST..=longest } {
            let cost = costs[at + length] + 3 + more_bytes(length - SHORTEST);
            // Of equal costs the longest: fewer steps are read faster.
            if cost <= costs[at] {
                (costs[at], lengths[at]) = (cost, length);
            }
        }
    }
    let mut steps = Vec::with_capacity(block.len() / 2);
    let (mut at, mut start) = (0, 0);
    while at < block.len() {
        match lengths[at] {
            0 => at += 1,
            length => {
                push_step(&mut steps, &block[start..at], Some((matches[at].1, length)));
                at += length;
                start = at;
            }
        }
    }
    push_step(&mut steps, &block[start..], None);
    Ok(steps)
}

/// The longest match at each place: its length, or 0, and its distance, the least one.
fn matches(block: &[u8]) -> Result<Vec<(usize, usize)>> {
    const NONE: u32 = u32::MAX;
    let mut heads = vec![NONE; 1 << LOG_HEADS];
    let mut before = vec![NONE; block.len()];
    let mut found = vec![(0, 0); block.len()];
    let end = block.len().saturating_sub(LAST_LITERALS);
    for at in 0..block.len().saturating_sub(LAST_MATCH) {
        if at % (1 << 16) == 0 {
            stop::checked()?;
        }
        let four = u32::from_le_bytes(*block[at..].first_chunk().expect("twelve bytes follow"));
        let head = &mut heads[(four.wrapping_mul(0x9e37_79b1) >> (32 - LOG_HEADS)) as usize];
        let most = (end - at).min(LONGEST);
        let (mut place, mut best) = (*head, (SHORTEST - 1, 0));
        let inside = at.checked_sub(1).map_or((0, 0), |last: usize| found[last]);
        let is_inside = inside.0 > GOOD;
        if is_inside {
            best = (inside.0 - 1, inside.1);
        }
        for _ in 0..if is_inside { 0 } else { TRIES } {
            let from = place as usize;
            if place == NONE || at - from > FARTHEST || best.0 == most {
                break;
            }
            if block[from + best.0] == block[at + best.0] {
                let length = block[at..at + most].iter().zip(&block[from..]).take_while(|(one, other)| one == other).count();
                if length > best.0 {
                    best = (length, at - from);
                }
            }
            place = before[from];
        }
        if best.1 > 0 {
            found[at] = best;
        }
        before[at] = *head;
        *head = at as u32;
    }
    Ok(found)
}

/// How many bytes more than its half of the first byte a length takes.
fn more_bytes(length: usize) -> u32 {
    if length < SHORT { 0 } else { 1 + ((length - SHORT) / 255) as u32 }
}

/// Writes literals and the match after them, a distance and a length; the last step of a block has none.
fn push_step(steps: &mut Vec<u8>, literals: &[u8], found: Option<(usize, usize)>) {
    let length = found.map_or(0, |(_, length)| length - SHORTEST);
    steps.push((literals.len().min(SHORT) << 4 | length.min(SHORT)) as u8);
    push_length(steps, literals.len());
    steps.extend_from_slice(literals);
    if let Some((distance, _)) = found {
        steps.extend((distance as u16).to_le_bytes());
        push_length(steps, length);
    }
}

/// The bytes of a length after its half of the first byte.
fn push_length(steps: &mut Vec<u8>, length: usize) {
    if let Some(rest) = length.checked_sub(SHORT) {
        steps.extend(std::iter::repeat_n(255, rest / 255));
        steps.push((rest % 255) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn back(frame: &[u8]) -> Vec<u8> {
        content(frame).unwrap()
    }

    proptest! {
        #[test]
        fn the_content_comes_back(parts in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..40), 1usize..400), 0..12)) {
            let text: Vec<u8> = parts.iter().flat_map(|(part, count)| part.repeat(*count)).collect();
            prop_assert_eq!(back(&compressed(&text).unwrap()), text);
        }

        #[test]
        fn changed_frames_are_refused_or_have_the_size_they_say(at in 0usize..400, byte: u8) {
            let mut frame = compressed(&b"kitap ev kitaplar evler ".repeat(40)).unwrap();
            let at = at % frame.len();
            frame[at] = byte;
            if let Ok(content) = content(&frame) {
                prop_assert_eq!(content.len(), 960);
            }
        }
    }

    /// Words of a small language, from a generator of numbers.
    fn words(count: u64) -> Vec<u8> {
        let word =
            |n: u64| format!("{}{}\t{}\n", ["ev", "kitap", "yol"][(n % 3) as usize], ["ler", "de", ""][(n / 3 % 3) as usize], n % 977);
        (0..count).map(|n| word(n.wrapping_mul(n).wrapping_add(n >> 3))).collect::<String>().into_bytes()
    }

    #[test]
    fn contents_of_several_blocks_come_back_and_are_small() {
        let text = words(250_000);
        assert!(text.len() > 2 * BLOCK);
        let frame = compressed(&text).unwrap();
        assert!(frame.len() < text.len() / 2);
        assert_eq!(back(&frame), text);
        for size in [0, 1, 4, 5, 11, 12, 13, 64, BLOCK, BLOCK + 1] {
            assert_eq!(back(&compressed(&text[..size]).unwrap()), text[..size]);
        }
    }

    #[test]
    fn the_bytes_that_are_written_never_change() {
        let frame = compressed(&words(100_000)).unwrap();
        assert_eq!(
            (frame.len(), crate::files::record::hash(&frame).as_str()),
            (315_990, "7a0d7ae10850495a393eb28405dcc24ab2cdd653d741a9c8c43f43ad7890c443")
        );
    }

    #[test]
    fn a_frame_that_is_cut_off_or_goes_on_is_refused() {
        let frame = compressed(&words(100)).unwrap();
        for size in 0..frame.len() {
            assert!(content(&frame[..size]).is_err());
        }
        assert!(content(&[&frame[..], b"\0"].concat()).is_err());
    }

    #[test]
    fn a_size_that_the_bytes_cannot_have_is_refused_before_memory_is_taken() {
        for size in [1 << 20, 1 << 40, u64::MAX] {
            let mut frame = compressed(b"ev").unwrap();
            frame.splice(..15, header(size));
            assert!(content(&frame).is_err());
        }
        let zeros = compressed(&vec![0; 1 << 20]).unwrap();
        assert!(zeros.len() < 1 << 14);
        assert_eq!(
            super::size(&zeros, (1 << 20) - 1),
            Err("has 1048576 bytes when it is decompressed; it may have 1048575 at most".into())
        );
    }
}
