//! Training against its definition: exact sizes, branching entropy, the same result for any number of threads.

use std::sync::atomic::{AtomicU32, Ordering};

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::files::vocabulary::rounded;
use morfem::run::progress::{Progress, Silent};
use morfem::unigram::train::{Language, Options, Score, train, train_beside};
use morfem::unigram::unit_rule::UnitRule;
use morfem::{Error, Result};
use rustc_hash::FxHashSet;

use super::unigram_unit_rule::is_unit;

/// Random sentences from a linear congruential generator. Frequent words are repeated often, as in a language.
fn corpus(sentences: usize) -> Chunks {
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let (a, b) = ((state >> 33) % below, (state >> 13) % below);
        a.min(b)
    };
    let words: Vec<String> =
        (0..300).map(|_| (0..next(4) + 1).map(|_| char::from_u32('가' as u32 + next(60) as u32 * 20).unwrap()).collect()).collect();
    let mut counter = ChunkCounter::new();
    for _ in 0..sentences {
        let sentence: Vec<&str> = (0..next(6) + 1).map(|_| words[next(300) as usize].as_str()).collect();
        counter.add(format!("{}{}", sentence.join(" "), [".", "?", ""][next(3) as usize]).as_bytes(), 1);
    }
    counter.into_chunks()
}

fn options(unit_rule: UnitRule, score: Score) -> Options {
    Options { unit_rule, score, ..Options::default() }
}

const THUNDER: UnitRule = UnitRule::Linguistic;

#[test]
fn every_size_is_exact_and_has_all_bytes() {
    let chunks = corpus(2000);
    for (units, score) in [
        (UnitRule::AnyBytes, Score::Likelihood),
        (UnitRule::Characters, Score::Likelihood),
        (THUNDER, Score::Likelihood),
        (THUNDER, Score::BranchingEntropy),
    ] {
        let sizes = [900, 512, 257];
        let trained = train(&chunks, &sizes, &options(units, score), &Silent).unwrap();
        for (vocabulary, size) in trained.iter().zip(sizes) {
            assert_eq!(vocabulary.len(), size);
            let bytes: std::collections::BTreeSet<u8> =
                vocabulary.iter().filter(|(piece, _)| piece.len() == 1).map(|(piece, _)| piece[0]).collect();
            assert_eq!(bytes.len(), 256);
            let saved = |score: f32| rounded(score.into());
            assert!(vocabulary.windows(2).all(|pair| (-saved(pair[0].1), &pair[0].0) < (-saved(pair[1].1), &pair[1].0)));
            assert!(vocabulary.iter().all(|(_, score)| score.is_finite() && *score < 0.0));
            assert!(units != THUNDER || vocabulary.iter().all(|(piece, _)| is_unit(piece)));
        }
    }
}

#[test]
fn phrases_that_weigh_less_leave_more_room_for_words() {
    let word = |number: u32| -> String {
        let parts = [number * 7, number * 11 + number / 40 * 17 + 3, number * 13 + number / 40 * 5 + 1];
        parts.map(|part| char::from_u32('가' as u32 + part % 40 * 20).unwrap()).iter().collect()
    };
    let mut counter = ChunkCounter::new();
    (0..40).for_each(|number| counter.add(format!("{} {}", word(number), word(number + 40)).as_bytes(), number + 1));
    (100..500).for_each(|number| counter.add(word(number).as_bytes(), 3));
    let chunks = counter.into_chunks();
    let phrases = |phrase_weight: f64| {
        let options = Options { phrase_weight, ..options(THUNDER, Score::TokenSavings) };
        let vocabulary = train(&chunks, &[500], &options, &Silent).unwrap().remove(0);
        assert_eq!(vocabulary.len(), 500);
        vocabulary.iter().filter(|(piece, _)| piece[1..].contains(&b' ')).count()
    };
    let (all, some, few) = (phrases(1.0), phrases(0.3), phrases(0.001));
    assert!(all >= some && some >= few && all > few, "{all} {some} {few}");
}

#[test]
fn given_pieces_stay_and_do_not_count_for_the_size() {
    let chunks = corpus(500);
    let given: FxHashSet<Vec<u8>> = ["unused", "가가가가", "ßü"].into_iter().map(|piece| piece.as_bytes().to_vec()).collect();
    let options = options(UnitRule::Characters, Score::TokenSavings);
    for (vocabulary, size) in
        train_beside(&chunks, &given, Language::default(), &[400, 300], &options, &Silent).unwrap().iter().zip([400, 300])
    {
        assert_eq!(vocabulary.len(), size + given.len());
        assert_eq!(vocabulary.iter().filter(|(piece, _)| given.contains(piece)).count(), given.len());
    }
    let alone = train(&chunks, &[300], &options, &Silent).unwrap().remove(0);
    assert!(alone.iter().all(|(piece, _)| !given.contains(piece)));
}

#[test]
fn vocabularies_do_not_depend_on_the_number_of_threads() {
    let chunks = corpus(3000);
    let with = |threads: usize, score: Score| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train(&chunks, &[700, 400], &options(THUNDER, score), &Silent).unwrap())
    };
    for score in [Score::Likelihood, Score::BranchingEntropy] {
        let one = with(1, score);
        assert_eq!(one, with(2, score));
        assert_eq!(one, with(5, score));
    }
}

#[test]
fn frequent_words_become_pieces() {
    let words = [" bulut", " dost", " kitap", " masa", " okul", " sokak"];
    let mut counter = ChunkCounter::new();
    for word in words {
        counter.add(word.as_bytes(), 50);
        counter.add(format!("{word}lar").as_bytes(), 5);
    }
    let vocabulary = &train(&counter.into_chunks(), &[262], &options(UnitRule::Characters, Score::Likelihood), &Silent).unwrap()[0];
    let mut longer: Vec<&[u8]> = vocabulary.iter().map(|(piece, _)| piece.as_slice()).filter(|piece| piece.len() > 1).collect();
    longer.sort_unstable();
    assert_eq!(longer, words.map(str::as_bytes));
}

#[test]
fn errors_say_what_can_be_trained() {
    let reason = |chunks: &Chunks, sizes: &[usize]| {
        train(chunks, sizes, &options(UnitRule::Characters, Score::Likelihood), &Silent).unwrap_err().to_string()
    };
    assert!(reason(&ChunkCounter::new().into_chunks(), &[300]).contains("empty"));
    let mut once = ChunkCounter::new();
    once.add("abc가나".as_bytes(), 1);
    assert!(reason(&once.into_chunks(), &[300]).contains("no character occurs twice"));
    let mut binary = ChunkCounter::new();
    binary.add(b"ab\xffab", 2);
    assert!(reason(&binary.into_chunks(), &[300]).contains("\\xff"));
    let chunks = corpus(50);
    assert!(reason(&chunks, &[256]).contains("257"));
    assert!(reason(&chunks, &[300, 300]).contains("[300, 300]"));
    let too_many = reason(&chunks, &[100_000]);
    let supported: usize = too_many.split(' ').find_map(|word| word.parse().ok()).unwrap();
    assert_eq!(train(&chunks, &[supported], &Options::default(), &Silent).unwrap()[0].len(), supported);
    assert!(reason(&chunks, &[supported + 1]).contains(&supported.to_string()));
}

#[test]
fn an_interruption_stops_every_stage() {
    struct After(AtomicU32);
    impl Progress for After {
        fn report(&self, _: &str, _: u64, _: u64) -> Result<()> {
            let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            left.map(|_| ()).map_err(|_| Error::Interrupted)
        }
    }
    let chunks = corpus(500);
    for reports in 0..40 {
        let stopped = train(&chunks, &[300], &options(THUNDER, Score::Likelihood), &After(reports.into()));
        assert!(matches!(stopped, Err(Error::Interrupted)), "after {reports} reports");
    }
}
