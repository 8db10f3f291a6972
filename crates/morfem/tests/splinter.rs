//! The laws of Splinter as property tests, over small tokenizers of both methods, trained here on the sentences of `tests/texts`: by units
//! in three languages, and by the paper's reductions with each inner model.
//!
//! The tokenizers of `laws.rs` have tokens of neighbouring bytes. Here tokens interleave, so spans there are sets of positions here.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use morfem::corpus::ChunkCounter;
use morfem::run::progress::Silent;
use morfem::systems::trainer;
use morfem::text::Splitter;
use morfem::train::{SPECIAL_TOKENS, Task};
use morfem::{Kind, Tokenizer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use crate::ids::signed;

const HEBREW: [&str; 6] = [
    "הילדים כתבו מכתבים, והמכתבים נשלחו לבית־הספר ב-1948.",
    "כתבתי מכתב לכותב שכתב את המכתבים ההם, והוא יכתוב לי.",
    "שָׁלוֹם לַיְלָדִים שֶׁכָּתְבוּ אֶת הַמִּכְתָּבִים.",
    "התלמידים למדו, המלמד לימד, והלמידה נלמדה; צה\"ל וג'ירף.",
    "המלך מלך על הממלכה, והמלכים מלכו במלכות שלהם.",
    "בירושלים גדלו ילדים גדולים, והמגדלים גדלו איתם.",
];
const ARABIC: [&str; 5] = [
    "كتب الطالب الدرس ثم قرأ الكتاب في المكتبة، والكتب كثيرة.",
    "ذَهَبَ الوَلَدُ إِلى المَدْرَسَةِ وَمَعَهُ كِتَابٌ.",
    "وكتبوا كتابهم، وسيكتبون كتبهم بكتابتهم؛ والكاتب مكتوب كتـــابه.",
    "درس الدارسون دروسهم في المدارس، ودرسها المدرس معهم.",
    "سأل السائلون أسئلة عن المسؤول، فسئل المسؤولون عنها.",
];
const MALAY: [&str; 5] = [
    "Buku-buku lama itu dikumpulkannya sejak zaman persekolahan.",
    "Mereka membaca bacaan yang dibacakan oleh pembaca itu; BACALAH!",
    "Pekerja bekerja di tempat kerja, mengerjakan pekerjaan mereka.",
    "Keadilan dan keputusan diputuskan dengan adil, kata Menteri McDonald.",
    "Pergilah ke sekolah, menulis tulisan, dan menuliskannya.",
];
const HARD: [&str; 16] = [
    "",
    " ",
    "\u{5b8}",
    " \u{5b8}\u{5b8}א",
    "קטשופ ם",
    "צה\"ל",
    "ב־ל",
    "א\u{5b8}\u{301}",
    "كـــ",
    "\u{640}\u{640}",
    "<join>",
    "<s> ▁עבד +ל__ו_",
    "\u{e000}\u{e001}\u{f8ff}",
    "aBcDEf iPHONE",
    "אبa\u{202e}ت",
    "👩‍👩‍👧‍👦\0\u{ffff}",
];

fn trained(language: &str, has_units: bool, merger: &str, size: usize) -> Arc<Tokenizer> {
    let sentences = read(format!("tests/texts/{language}.txt"));
    of_texts(language, has_units, merger, size, &sentences.lines().map(|sentence| (sentence, 5)).collect::<Vec<_>>())
}

fn read(path: String) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).expect("the file is there")
}

/// A tokenizer trained on texts, each with a count.
pub fn of_texts(language: &str, has_units: bool, merger: &str, size: usize, texts: &[(&str, u32)]) -> Arc<Tokenizer> {
    let splitter = Splitter::Marked;
    let mut counter = ChunkCounter::new();
    for (text, count) in texts {
        splitter.for_each_chunk(text, |start, end| counter.add(&text.as_bytes()[start..end], *count));
    }
    let names = if has_units { &["alphabet.tsv", "clitics.tsv"][..] } else { &["alphabet.tsv"] };
    let table = |name: &str| read(format!("python/morfem/languages/{language}/{name}")).into_bytes();
    let mut options = json!({"merger": merger, "min_count": 1});
    if has_units {
        let shares = json!({
            "affix_exponent": 0.5, "whole_share": 0.3, "root_share": 0.2, "pattern_share": 0.1,
            "piece_share": 0.1, "tear_exponent": 1.0, "stem_weight": 2.0
        });
        options.as_object_mut().expect("an object").extend(shares.as_object().expect("an object").clone());
    }
    let task = Task {
        sizes: vec![size],
        specials: SPECIAL_TOKENS.map(String::from).to_vec(),
        options: options.as_object().expect("an object").clone(),
        files: names.iter().map(|name| (name.to_string(), table(name))).collect(),
        ..Task::default()
    };
    let trained = trainer("splinter").expect("it is listed").train(&counter.into_chunks(), &task, &Silent);
    Arc::new(trained.expect("the sentences are enough").remove(0))
}

pub static TOKENIZERS: LazyLock<Vec<(&str, Arc<Tokenizer>)>> = LazyLock::new(|| {
    vec![
        ("Hebrew units", trained("he", true, "bpe", 680)),
        ("Arabic units", trained("ar", true, "bpe", 620)),
        ("Malay units", trained("ms", true, "bpe", 450)),
        ("Hebrew reductions, BPE", trained("he", false, "bpe", 800)),
        ("Arabic reductions, Unigram", trained("ar", false, "unigram", 700)),
        ("Malay reductions, BPE", trained("ms", false, "bpe", 500)),
    ]
});

/// Words of random letters with marks and capitals, slices of sentences, hard texts, random Unicode, side by side.
fn text() -> impl Strategy<Value = String> {
    let sentences = || HEBREW.into_iter().chain(ARABIC).chain(MALAY).collect::<Vec<_>>();
    let slice = (select(sentences()), any::<prop::sample::Index>(), 0usize..40).prop_map(|(sentence, start, length)| {
        let start = start.index(sentence.chars().count());
        sentence.chars().skip(start).take(length).collect::<String>()
    });
    let letters = |signs: &str| vec(select(signs.chars().collect::<Vec<_>>()), 0..44).prop_map(String::from_iter);
    let part = prop_oneof![
        letters("אבגדהוזחטיכלמנסעפצקרשתםןךףץ"),
        letters("אבהוילמתם\u{5b0}\u{5b8}\u{5bc}\u{5c1} -־\"'"),
        letters("ءآأؤإئابةتثجحدرسشصطعفقكلمنهوىي"),
        letters("اليمكتوبنس\u{64b}\u{64e}\u{651}\u{640} ،(\""),
        letters("abdegiklmnprstuyABKM -'\"("),
        slice,
        select(HARD.to_vec()).prop_map(String::from),
        vec(any::<char>(), 0..20).prop_map(String::from_iter),
    ];
    vec(part, 0..4).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_text_comes_back(text in text()) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let ids = signed(&tokenizer.encode_ids(&text, false));
            prop_assert_eq!(&tokenizer.decode(&ids, false).unwrap(), &text, "{}", name);
            prop_assert_eq!(&tokenizer.decode(&ids, true).unwrap(), &text, "{}: text is text", name);
        }
    }

    #[test]
    fn every_code_point_belongs_to_one_token(text in text()) {
        let signs: Vec<char> = text.chars().collect();
        for (name, tokenizer) in TOKENIZERS.iter() {
            let encoding = tokenizer.encode(&text, false);
            prop_assert_eq!(&encoding.ids, &tokenizer.encode_ids(&text, false), "{}", name);
            let positions = encoding.positions.expect("tokens of Splinter have positions");
            let mut owned: Vec<usize> = positions.concat();
            owned.sort_unstable();
            prop_assert_eq!(owned, (0..signs.len()).collect::<Vec<_>>(), "{}", name);
            for (index, places) in positions.iter().enumerate() {
                let spelled: String = places.iter().map(|&at| signs[at]).collect();
                prop_assert_eq!(&encoding.surfaces[index], &spelled, "{}", name);
                if let (Some(&first), Some(&last)) = (places.first(), places.last()) {
                    prop_assert_eq!(encoding.offsets[index], (first, last + 1), "{}", name);
                }
            }
        }
    }

    #[test]
    fn linear_texts_come_back(text in text()) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let linear = tokenizer.linearize(&text).unwrap();
            prop_assert_eq!(&tokenizer.delinearize(&linear).unwrap(), &text, "{}", name);
            // Every text is also valid as a linear text.
            tokenizer.delinearize(&text).unwrap();
        }
    }

    #[test]
    fn any_ids_decode_and_stream_alike(share in vec(0.0..1.0f64, 0..40)) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let ids: Vec<i64> = share.iter().map(|part| (part * tokenizer.vocabulary().len() as f64) as i64).collect();
            let text = tokenizer.decode(&ids, false).unwrap();
            let mut stream = tokenizer.decoder(&[], false, &[]).unwrap();
            let mut streamed = String::new();
            for &id in &ids {
                streamed += &stream.push(id).unwrap();
                prop_assert!(text.starts_with(&streamed), "{name}: {streamed:?} is not a prefix of {text:?}");
            }
            streamed += &stream.finish();
            prop_assert_eq!(streamed, text, "{}", name);
        }
    }

    #[test]
    fn what_is_taken_out_of_a_word_was_there(letters in vec(select("אבגדהוזחטיכלמנסעפצקרשת".chars().collect::<Vec<_>>()), 1..40)) {
        let word = String::from_iter(&letters);
        for (name, tokenizer) in TOKENIZERS.iter().filter(|(name, _)| name.starts_with("Hebrew")) {
            let explanation = tokenizer.explain(&word).unwrap();
            let mut left: Vec<usize> = (0..letters.len()).collect();
            for step in &explanation.steps {
                prop_assert!(step.positions.len() < left.len() && step.positions.iter().all(|at| left.contains(at)), "{name}: {word}");
                left.clone_from(&step.positions);
            }
            prop_assert_eq!(&explanation.residue_positions, &left, "{}", name);
            // A weak root may have a letter that the word does not write.
            prop_assert!(explanation.root.is_none() || (2..=4).contains(&left.len()), "{name}: {word}");
        }
    }
}

// A cold tokenizer has a cache of 16 MB of its own.
proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn batches_and_caches_change_nothing(texts in vec(text(), 0..6)) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (name, tokenizer) in TOKENIZERS.iter() {
            let cold = tokenizer.with_record(tokenizer.record().clone());
            let (ids, ends) = tokenizer.encode_ids_batch(&texts, false);
            for (text, range) in texts.iter().zip(ends.windows(2)) {
                let expected = &ids[range[0] as usize..range[1] as usize];
                prop_assert_eq!(cold.encode_ids(text, false), expected, "{}", name);
                prop_assert_eq!(cold.encode_ids(text, false), expected, "{}, warm", name);
            }
        }
    }
}

#[test]
fn sentences_and_hard_texts_come_back() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        for text in HEBREW.iter().chain(&ARABIC).chain(&MALAY).chain(&HARD) {
            assert_eq!(&tokenizer.decode(&signed(&tokenizer.encode_ids(text, false)), false).unwrap(), text, "{name}");
            assert_eq!(&tokenizer.delinearize(&tokenizer.linearize(text).unwrap()).unwrap(), text, "{name}");
        }
    }
}

#[test]
fn files_make_a_round_trip() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        let again = Tokenizer::from_files(&tokenizer.files(), "here").unwrap();
        assert!(again.files() == tokenizer.files(), "{name}");
        for text in HEBREW.iter().chain(&ARABIC).chain(&MALAY).chain(&HARD) {
            assert_eq!(again.encode(text, false), tokenizer.encode(text, false), "{name}");
        }
    }
}

#[test]
fn both_methods_have_their_units() {
    let has = |name: &str, kind: Kind| {
        let (_, tokenizer) = TOKENIZERS.iter().find(|entry| entry.0 == name).expect("it is listed");
        (0..tokenizer.vocabulary().len() as u32).any(|id| tokenizer.vocabulary().kind(id) == kind)
    };
    assert!(has("Hebrew units", Kind::Root) && has("Hebrew units", Kind::Pattern) && has("Hebrew units", Kind::Affix));
    assert!(has("Hebrew reductions, BPE", Kind::Pattern) && !has("Hebrew reductions, BPE", Kind::Affix));
    assert!(has("Malay units", Kind::Affix) && !has("Malay units", Kind::Pattern));
}

#[test]
fn a_word_of_a_hundred_thousand_letters_takes_linear_time() {
    let taken = |tokenizer: &Tokenizer, text: &str| {
        let measure = |_| {
            let start = Instant::now();
            let ids = tokenizer.encode_ids(text, false);
            let back = tokenizer.decode(&signed(&ids), false).unwrap();
            let taken = start.elapsed();
            assert!(back == text);
            taken
        };
        (0..3).map(measure).min().expect("three times")
    };
    for (name, tokenizer) in TOKENIZERS.iter() {
        for word in ["א", "והכתבלימן", "וكתب", "والكتابهم", "membacakannya", "ש\u{5b8}"] {
            let times = 100_000 / word.chars().count();
            let (short, long) = (word.repeat(times / 4), word.repeat(times));
            let (shorter, longer) = (taken(tokenizer, &short), taken(tokenizer, &long));
            // Quadratic time would be sixteen times as much. Very short times are noise.
            let allowed = shorter.max(Duration::from_millis(20)) * 12;
            assert!(longer < allowed, "{name}: {times} x {word} took {longer:?}, a quarter of it {shorter:?}");
            assert!(tokenizer.delinearize(&tokenizer.linearize(&long).unwrap()).unwrap() == long, "{name}");
        }
    }
}
