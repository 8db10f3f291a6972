//! Tests of `src/unigram/encode.rs` that see what is private there.

use super::*;

#[test]
fn a_long_chunk_is_split_as_if_it_were_searched_at_once() {
    // The split of a run of one character depends on its length. The split of a repeated "ab" is settled late or never.
    let pieces: Vec<(&[u8], u32)> = vec![(b"a", 97), (b"aaaaaaa", 256), (b"aab", 257), (b"ab", 258), (b"b", 98), (b"ba", 259)];
    let mut scores = vec![-9.0; 260];
    (scores[256], scores[257], scores[258], scores[259]) = (-3.0, -2.0, -2.5, -2.5);
    let encoder = Encoder::new(pieces, scores.clone(), std::array::from_fn(|byte| byte as u32), Bytes::Pieces);
    let mut state = 1u32;
    let random: String = (0..5 * WINDOW)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 31 == 0 { 'a' } else { 'b' }
        })
        .collect();
    for chunk in [random, "a".repeat(3 * WINDOW + 3), "ab".repeat(2 * WINDOW) + "b", "ba".repeat(2 * WINDOW), "a".repeat(WINDOW)] {
        let mut ids = Vec::new();
        encoder.encode(chunk.as_bytes(), &mut SearchBuffers::default(), &mut ids);
        let mut buffers = SearchBuffers::default();
        buffers.begin();
        encoder.search::<true>(chunk.as_bytes(), 0, chunk.len(), &mut buffers, |sum, _| sum - 9.0);
        let mut at_once = Vec::new();
        encoder.write(chunk.as_bytes(), chunk.len(), &buffers, &mut at_once);
        assert_eq!(ids, at_once);
    }
}

#[test]
fn runs_of_one_character_are_split_as_if_every_piece_were_walked() {
    let mut state = 7u32;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    for round in 0..40 {
        let by_character = round % 2 == 0;
        let character = if round % 4 == 0 { "한" } else { "a" };
        let mut texts: Vec<String> = ["a", "b", "한", "ab", "한b", "b한"].map(String::from).to_vec();
        texts.extend((2..40).filter(|_| random(3) > 0).map(|length| character.repeat(length)));
        texts.extend(
            (1..20)
                .filter(|_| random(3) == 0)
                .flat_map(|length| [format!("b{}", character.repeat(length)), character.repeat(length) + "b"]),
        );
        texts.sort();
        texts.dedup();
        let mut scores: Vec<f64> = vec![-30.0; 256];
        // Some sums are equal, so that the order of the offers decides.
        scores.extend(texts.iter().map(|text| -f64::from(random(5) + 1) - text.len() as f64 / 3.0));
        let ids = |(at, text): (usize, &String)| if text.len() == 1 { u32::from(text.as_bytes()[0]) } else { 256 + at as u32 };
        let pieces: Vec<(&[u8], u32)> = texts.iter().enumerate().map(|(at, text)| (text.as_bytes(), ids((at, text)))).collect();
        let bytes = if by_character { Bytes::Unknown(-40.0) } else { Bytes::Pieces };
        let encoder = Encoder::new(pieces, scores, std::array::from_fn(|byte| byte as u32), bytes);
        let mut chunk = String::new();
        for _ in 0..6 {
            chunk.push_str(&character.repeat(random(3000) as usize));
            chunk.push_str(["b", "bb", "ba", "한"][random(4) as usize]);
        }
        chunk.push_str(&character.repeat(2 * WINDOW + random(50) as usize));
        let mut ids = Vec::new();
        encoder.encode(chunk.as_bytes(), &mut SearchBuffers::default(), &mut ids);
        assert_eq!(ids, encoder.walked(chunk.as_bytes()), "round {round}");
    }
}

impl Encoder {
    /// The best split, found by looking up the pieces that begin at each place.
    fn walked(&self, chunk: &[u8]) -> Vec<u32> {
        let is_cut = |at: usize| !self.is_by_character || at == chunk.len() || chunk[at] & 0xc0 != 0x80;
        let mut best = vec![Best::NONE; chunk.len() + 1];
        best[0] = Best::EMPTY;
        for start in (0..chunk.len()).filter(|&at| is_cut(at)) {
            let (sum, mut node) = (best[start].sum, self.trie.root());
            for end in start + 1..=chunk.len() {
                node = self.trie.child(node, chunk[end - 1]);
                if is_cut(end) {
                    self.offer(Walk { start, sum, node }, end, &mut best[end]);
                    if node.number() == 0
                        && end == start + character_len(chunk[start])
                        && let Bytes::Unknown(score) = self.bytes
                    {
                        best[end].offer(sum + score, 0, end - start);
                    }
                }
                if node == Node::NONE && end >= start + 4 {
                    break;
                }
            }
        }
        let mut ids = Vec::new();
        self.write(chunk, chunk.len(), &SearchBuffers { best, long: Vec::new() }, &mut ids);
        ids
    }
}

#[test]
fn a_long_piece_that_begins_or_ends_inside_a_character_is_known_by_its_ends() {
    for whole in ["abcde", "abcdğ", "ğabcd", "하나", "ab🙂"] {
        assert!(has_whole_ends(whole.as_bytes()), "{whole}");
    }
    for cut in [b"abcd\xc4".as_slice(), b"\x9fabcd", b"abc\xed\x95", b"ab\xf0\x9f\x99", b"\x95\x98\xeb\x82\x98", b"\x80\x80\x80\x80\x80"] {
        assert!(!has_whole_ends(cut), "{cut:x?}");
    }
}
