//! Byte-pair encoding over symbols: what is learned, what is refused, and long inputs.

use morfem::bpe::{Encoder, Merge, MergeBuffers, MergeRule, Merges, TrainOptions, Weights, Words, train};
use morfem::run::progress::{Progress, Silent};
use morfem::vocab::MAX_TOKEN;
use morfem::{Error, Kind, Result, Vocabulary};

#[path = "../common/byte_pairs.rs"]
mod byte_pairs;

use byte_pairs::{Counted, plain, words};

fn encoded(model: &Merges, symbols: &[u32], buffers: &mut MergeBuffers) -> Vec<(u32, usize)> {
    let mut tokens = Vec::new();
    model.encode(symbols.iter().copied(), buffers, |token, end| tokens.push((token, end)));
    tokens
}

#[test]
fn of_equally_frequent_pairs_the_smaller_ids_merge_first() {
    let merge = |left, right, product| Merge { left, right, product };
    let corpus = vec![(vec![2, 1], 3), (vec![0, 2], 3), (vec![0, 1], 3), (vec![1, 1], 4)];
    assert_eq!(train(words(&corpus), &plain(3, 7), &Silent).unwrap(), [merge(1, 1, 3), merge(0, 1, 4), merge(0, 2, 5), merge(2, 1, 6)]);
}

#[test]
fn a_word_of_equal_symbols_halves_step_by_step() {
    let steps = MAX_TOKEN.ilog2();
    let merges = train(words(&vec![(vec![0; 1 << 18], 1)]), &plain(1, steps as usize + 1), &Silent).unwrap();
    assert_eq!(merges, (0..steps).map(|id| Merge { left: id, right: id, product: id + 1 }).collect::<Vec<_>>());
    assert_eq!(train(words(&vec![(vec![0; 1 << 18], 1)]), &plain(1, steps as usize + 2), &Silent).unwrap(), merges, "no longer token");
}

#[test]
fn symbols_that_spell_more_than_a_token_may_hold_never_merge() {
    let long = |first, second| TrainOptions { bytes: vec![first, second], ..plain(2, 3) };
    let corpus = vec![(vec![0, 1], 9)];
    assert_eq!(train(words(&corpus), &long(MAX_TOKEN - 1, 1), &Silent).unwrap().len(), 1);
    assert_eq!(train(words(&corpus), &long(MAX_TOKEN, 1), &Silent).unwrap(), []);
    assert_eq!(train(words(&vec![(vec![0, 1, 1], 9)]), &long(MAX_TOKEN - 1, 1), &Silent).unwrap().len(), 1, "not 011");
}

#[test]
fn a_corpus_may_support_fewer_symbols() {
    let corpus = words(&vec![(vec![0, 1, 0, 1, 2], 1)]);
    assert_eq!(train(corpus.clone(), &plain(3, 9), &Silent).unwrap().len(), 3, "01, 0101, 01012");
    assert_eq!(train(corpus, &TrainOptions { min_count: 2, ..plain(3, 9) }, &Silent).unwrap().len(), 1, "01 alone occurs twice");
}

#[test]
fn impossible_options_are_refused_with_a_suggested_fix() {
    let corpus = vec![(vec![0, 1, 0, 1, 2], 1)];
    let refusal = |corpus: &Counted, options| train(words(corpus), &options, &Silent).unwrap_err().to_string();
    assert!(refusal(&vec![], plain(3, 4)).contains("empty"));
    assert!(refusal(&vec![(vec![], 5), (vec![1], 0)], plain(3, 4)).contains("empty"));
    assert!(refusal(&corpus, plain(3, 2)).contains("less than the 3 base symbols"));
    assert!(refusal(&corpus, plain(2, 9)).contains("symbol 2"));
    assert!(refusal(&corpus, TrainOptions { classes: vec![0, 0, 1], ..plain(3, 9) }).contains("class 1"));
    assert!(refusal(&corpus, TrainOptions { bytes: vec![1; 2], ..plain(3, 9) }).contains("2 have a number of bytes"));
    assert!(refusal(&vec![(vec![0, 0], u64::MAX)], plain(3, 4)).contains("2^63"));
}

#[test]
fn training_stops_when_asked_to() {
    struct Stop;
    impl Progress for Stop {
        fn report(&self, _stage: &str, _done: u64, _total: u64) -> Result<()> {
            Err(Error::Interrupted)
        }
    }
    assert!(matches!(train(words(&vec![(vec![0; 9], 1)]), &plain(1, 2), &Stop), Err(Error::Interrupted)));
}

#[test]
fn a_pair_listed_twice_and_an_unknown_symbol_are_refused() {
    let merge = |left, right, product| Merge { left, right, product };
    let message = |merges| Merges::new(2, merges).unwrap_err().to_string();
    assert!(message(vec![merge(0, 1, 2), merge(0, 1, 3)]).starts_with("merge 1: the pair (0, 1)"));
    assert!(message(vec![merge(0, 1, 2), merge(2, 4, 3)]).starts_with("merge 1: symbol 4"));
    assert!(Merges::new(2, vec![merge(0, 1, 2), merge(1, 0, 2)]).is_ok(), "a product may repeat");
    assert!(Merges::new(2, vec![merge(0, 2, 3), merge(0, 1, 2)]).is_ok(), "a part may be made by a later merge");
}

/// One list as a trainer writes it, and one without a search, because its product is a base symbol.
#[test]
fn a_run_of_a_million_symbols_is_encoded() {
    let doubling: Vec<Merge> = (0..8).map(|id| Merge { left: id, right: id, product: id + 1 }).collect();
    let mut buffers = MergeBuffers::default();
    let tokens = encoded(&Merges::new(1, doubling).unwrap(), &[0; 1_000_001], &mut buffers);
    assert_eq!(tokens.iter().rev().take(3).rev().copied().collect::<Vec<_>>(), [(8, 999_936), (6, 1_000_000), (0, 1_000_001)]);
    let shrinking = Merges::new(1, vec![Merge { left: 0, right: 0, product: 0 }]).unwrap();
    assert_eq!(encoded(&shrinking, &[0; 1_000_001], &mut buffers), [(0, 1_000_001)]);
}

#[test]
fn a_token_that_is_no_text_is_bytes_in_a_model_over_characters() {
    let bytes = (0..=255u8).map(|byte| (Kind::Byte, vec![byte]));
    let vocabulary = Vocabulary::new(bytes.chain([(Kind::Subword, vec![0xe2, 0x82]), (Kind::Subword, "é".into())])).unwrap();
    let model = Encoder::of_characters(&vocabulary, &[]).unwrap();
    assert_eq!(model.merged(vocabulary.bytes(256)), [0xe2, 0x82]);
    assert_eq!(model.unmerged("é€".as_bytes()), [257, 0xe2, 0x82, 0xac]);
}
