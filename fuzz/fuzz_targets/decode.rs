//! Any ids decode, streaming gives what decoding gives, and every text comes back; over a small tokenizer of each kind.
#![no_main]

use std::sync::{Arc, LazyLock};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use morfem::corpus::ChunkCounter;
use morfem::progress::Silent;
use morfem::text::Splitter;
use morfem::unigram::train::{Options, Score};
use morfem::{Tokenizer, assemble};

const CORPUS: &str = "Evlerimizden çıkıp İstanbul'daki eski evlere gittik. הילדים כתבו מכתבים והמכתבים נשלחו. كتب الطالب الكتاب في المكتبة. \
    책을 읽을 수 있는 아이들은 집에서 책을 읽을 수 있다! buku-buku 1908'den <s> \\x41 ▁";

static TOKENIZERS: LazyLock<[Arc<Tokenizer>; 4]> = LazyLock::new(|| {
    let specials = assemble::SPECIAL_TOKENS.map(String::from);
    let chunks = |splitter: Splitter| {
        let mut counter = ChunkCounter::new();
        splitter.for_each_chunk(CORPUS, |start, end| counter.add(&CORPUS.as_bytes()[start..end], 3));
        counter.into_chunks()
    };
    let unigram = |kind: &str, splitter: Splitter, units: &str, score: Score| {
        let units = units.parse().expect("a unit rule");
        let options = Options { pieces: vec![320], units, score, ..Options::default() };
        Arc::new(assemble::train_unigram(&chunks(splitter), kind, splitter, &specials, options, &Silent).expect("trains").remove(0))
    };
    [
        Arc::new(assemble::train_bpe(&chunks(Splitter::Gpt2), Splitter::Gpt2, 330, &specials, 2, &Silent).expect("trains")),
        unigram("unigram", Splitter::Words, "characters", Score::Likelihood),
        unigram("unigram", Splitter::SpaceRuns, "any", Score::Likelihood),
        unigram("thunder", Splitter::Thunder, "linguistic", Score::BranchingEntropy),
    ]
});

#[derive(Arbitrary, Debug)]
struct Input {
    ids: Vec<u16>,
    wild: Vec<i64>,
    text: String,
    skip_special: bool,
    parse_special: bool,
}

fuzz_target!(|input: Input| {
    for tokenizer in TOKENIZERS.iter() {
        let size = tokenizer.vocabulary().len() as i64;
        let ids: Vec<i64> = input.ids.iter().map(|&id| id as i64 % size).collect();
        let bytes = tokenizer.decode_bytes(&ids, input.skip_special).expect("ids in range decode");
        assert_eq!(tokenizer.decode(&ids, input.skip_special).expect("ids in range decode"), String::from_utf8_lossy(&bytes));

        let whole = tokenizer.decode(&ids, false).expect("ids in range decode");
        let mut stream = tokenizer.decoder();
        let mut streamed = String::new();
        for &id in &ids {
            streamed += &stream.push(id).expect("ids in range decode");
            assert!(whole.starts_with(&streamed));
        }
        assert_eq!(streamed + &stream.finish(), whole);

        let is_in_range = |id: &i64| (0..size).contains(id);
        assert_eq!(tokenizer.decode(&input.wild, false).is_ok(), input.wild.iter().all(is_in_range));

        let encoding = tokenizer.encode(&input.text, input.parse_special);
        let ids: Vec<i64> = encoding.ids.iter().map(|&id| id as i64).collect();
        assert_eq!(tokenizer.decode(&ids, false).expect("ids of a text are in range"), input.text);
        assert_eq!(encoding.surfaces.concat(), input.text);
        assert_eq!(tokenizer.encode_ids(&input.text, input.parse_special), encoding.ids);
    }
});
