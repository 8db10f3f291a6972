//! Any ids decode, streaming gives what decoding gives, and every text comes back; over a small tokenizer of each kind.
#![no_main]

use std::sync::{Arc, LazyLock};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use morfem::Tokenizer;
use morfem::corpus::ChunkCounter;
use morfem::run::progress::Silent;
use morfem::systems::trainer;
use morfem::text::Splitter;
use morfem::train::{SPECIAL_TOKENS, Task};
use serde_json::{Value, json};

const CORPUS: &str = "Evlerimizden çıkıp İstanbul'daki eski evlere gittik. הילדים כתבו מכתבים והמכתבים נשלחו. كتب الطالب الكتاب في المكتبة. \
    책을 읽을 수 있는 아이들은 집에서 책을 읽을 수 있다! buku-buku 1908'den <s> \\x41 ▁";

static TOKENIZERS: LazyLock<[Arc<Tokenizer>; 4]> = LazyLock::new(|| {
    let trained = |kind: &str, splitter: Splitter, size: usize, options: Value| {
        let mut counter = ChunkCounter::new();
        splitter.for_each_chunk(CORPUS, |start, end| counter.add(&CORPUS.as_bytes()[start..end], 3));
        let options = options.as_object().expect("an object").clone();
        let specials = SPECIAL_TOKENS.map(String::from).to_vec();
        let task = Task { sizes: vec![size], specials, options, splitter: Some(splitter), ..Task::default() };
        let trainer = trainer(kind).expect("it is listed");
        Arc::new(trainer.train(&counter.into_chunks(), &task, &Silent).expect("trains").remove(0))
    };
    [
        trained("bpe", Splitter::Gpt2, 330, json!({})),
        trained("unigram", Splitter::Words, 320, json!({})),
        trained("unigram", Splitter::SpaceRuns, 320, json!({"unit_rule": "any"})),
        trained("thunder", Splitter::Thunder, 320, json!({})),
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
        let mut stream = tokenizer.decoder(&[], false, &[]).expect("there is no prompt and no stop string");
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
