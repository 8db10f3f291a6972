//! Reads the `precompiled_charsmap` of SentencePiece models, a table from strings to their replacements.
//!
//! The first four bytes give the size of a double-array trie, as the library darts-clone writes it. The trie follows, in words of 32 bits,
//! then the replacements, each ended by a zero byte. Each word of the trie is a node:
//!
//! | bits | meaning |
//! |---|---|
//! | 0 to 7, and 31 | the label: the byte that leads from the parent to this node |
//! | 8 | a key ends here |
//! | 9 | the offset is shifted left by 8 more bits |
//! | from 10 | the offset of the children |
//!
//! The child along byte c has the index `index of the node ^ offset ^ c`. Child 0 of a node where a key ends holds the position of the
//! replacement. [`read`] lists all keys once, at import.

use crate::normalizer::Map;

/// SentencePiece writes no longer key and no more keys than this; a trie with more is damaged.
const LONGEST: usize = 64;
const MOST: usize = 1 << 20;

/// The map that the bytes of a charsmap describe.
///
/// # Errors
/// A message if the bytes are damaged.
pub fn read(content: &[u8]) -> Result<Map, String> {
    let damaged = || "has a damaged table of character replacements (precompiled_charsmap)".to_string();
    let (size, rest) = content.split_first_chunk::<4>().ok_or_else(damaged)?;
    let (trie, replacements) = rest.split_at_checked(u32::from_le_bytes(*size) as usize).ok_or_else(damaged)?;
    let nodes: Vec<u32> = trie.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
    let offset = |node: u32| (node >> 10 << ((node & 1 << 9) >> 6)) as usize;
    let label = |node: u32| node & (1 << 31 | 0xff);
    let mut pairs = Vec::new();
    let mut waiting = vec![(offset(*nodes.first().ok_or_else(damaged)?), Vec::new())];
    while let Some((base, key)) = waiting.pop() {
        for byte in 1..=255u8 {
            let at = base ^ byte as usize;
            let Some(&node) = nodes.get(at).filter(|&&node| label(node) == byte as u32) else { continue };
            let key = [key.as_slice(), &[byte]].concat();
            let base = at ^ offset(node);
            if node >> 8 & 1 == 1 {
                let place = (nodes.get(base).ok_or_else(damaged)? & ((1 << 31) - 1)) as usize;
                let to = replacements.get(place..).and_then(|rest| rest.split(|&byte| byte == 0).next()).ok_or_else(damaged)?;
                let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| damaged());
                pairs.push((text(&key)?, text(to)?));
            }
            if key.len() >= LONGEST || pairs.len() > MOST || waiting.len() > MOST {
                return Err(damaged());
            }
            waiting.push((base, key));
        }
    }
    Map::new(pairs)
}
