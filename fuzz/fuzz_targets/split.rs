//! The windows of a splitter, with AVX2 where the processor has it, find the chunks that the scan defines; in texts of any characters and
//! of few, at every distance from the end of an allocation.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use morfem::text::Splitter;

/// What splitters treat specially.
const PARTS: [&str; 24] = [
    " ", "  ", "\n", "\t", "\u{a0}", "\u{3000}", "'", "’", "'s", "\"", "״", ":00'", ".", "1", "1234", "a", "Z", "ığ", "שָׁ", "כ", "بَ", "한", "e\u{301}", "😀",
];

#[derive(Arbitrary, Debug)]
struct Input {
    parts: Vec<u8>,
    text: String,
}

fuzz_target!(|input: Input| {
    let parts: String = input.parts.iter().map(|&part| PARTS[part as usize % PARTS.len()]).collect();
    for text in [&parts, &input.text, &(parts.clone() + &input.text)] {
        // An allocation of the exact size, so that reading one byte more is found.
        let text: Box<str> = text.as_str().into();
        for splitter in Splitter::ALL {
            let mut found = Vec::new();
            splitter.for_each_chunk(&text, |start, end| found.push(&text[start..end]));
            assert!(found.iter().copied().eq(splitter.chunks(&text)), "{}: {text:?}", splitter.name());
        }
    }
});
