//! The `precompiled_charsmap` of SentencePiece models: strings and what replaces each.
//!
//! Four bytes give the size of a double-array trie (of the library darts-clone), then comes the trie in words of 32 bits, then the
//! replacements, each ended by a zero. A word of the trie is a node: its low byte and its highest bit are the label, by which a node knows
//! its parent; bit 8 says that a key ends here; the bits from 10 on, shifted left by 8 more if bit 9 is set, lead to the children: the child
//! along byte c lies at the place of the node, exclusive-or this offset, exclusive-or c. Child 0 is the value of the key that ends in the
//! node, the place of its replacement. Here all keys are read out once.

use crate::source::Map;

/// Bytes of a key, and number of keys, above which a trie is none that SentencePiece writes.
const LONGEST: usize = 64;
const MOST: usize = 1 << 20;

/// The pairs of a charsmap.
pub fn read(content: &[u8]) -> Result<Map, String> {
    let damaged = || "has a damaged table of characters (precompiled_charsmap)".to_string();
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
