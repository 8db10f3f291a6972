//! The laws as property tests of the core, over small tokenizers of every kind, trained here on sentences of our own.
//!
//! A system that is added to `TOKENIZERS` is tested for all laws. The tests of the Python package test the same laws through the border,
//! also for the bundled tokenizers, and with more difficult texts.

use std::fs;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use morfem::corpus::ChunkCounter;
use morfem::run::threads;
use morfem::text::Splitter;
use morfem::train::Task;
use morfem::{Encoding, Error, Kind, Tokenizer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::common;
use crate::ids::signed;

const SENTENCES: [&str; 12] = [
    "Evlerimizden çıkıp İstanbul'daki eski çarşıya gittik, ışıklar yanıyordu.",
    "Çocuklar 1908'den kalma evin bahçesinde oynuyorlardı; annem çağırdı.",
    "Evlerden gelenler, evlere gidenler, evde kalanlar: hepsi komşumuzdu.",
    "הילדים כתבו מכתבים, והמכתבים נשלחו לבית־הספר ב-1948.",
    "שָׁלוֹם לַיְלָדִים שֶׁכָּתְבוּ אֶת הַמִּכְתָּבִים.",
    "كتب الطالب الدرس ثم قرأ الكتاب في المكتبة، والكتب كثيرة.",
    "ذَهَبَ الوَلَدُ إِلى المَدْرَسَةِ وَمَعَهُ كِتَابٌ.",
    "Buku-buku lama itu dikumpulkannya sejak zaman persekolahan.",
    "아이들은 학교에서 책을 읽고 집에서 책을 읽을 수 있다.",
    "할 수 있는 일과 할 수 없는 일을 먼저 알아야 할 수 있다!",
    "책을 읽을 수 있는 아이들은 ㅋㅋㅋ 웃으며 집에서 책을 읽었다.",
    "fn main() { println!(\"{}\", x_1 + 2); }\t// 3\n",
];

/// Texts that have broken tokenizers: joined emoji, marks alone, token syntax, specials, private use, noncharacters, controls.
const HARD: [&str; 26] = [
    "",
    " ",
    "  ",
    "\n\r\n\t",
    "\0",
    "a\0b",
    "\u{301}",
    " \u{301}\u{302}",
    "e\u{301}",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "\u{1112}\u{1161}\u{11ab}",
    "▁",
    " ▁·",
    "+lAr",
    "<s>",
    "<pad></s>",
    "<0x41>",
    "\\",
    "\\xE2\\x0A",
    "\u{e000}\u{f8ff}",
    "\u{fffe}\u{ffff}\u{10ffff}",
    "\u{feff}",
    "\u{202e}אב\u{202c}",
    "'s've'LL",
    "  a  b  ",
    "\u{3000}\u{85}\u{2028}",
];

/// A tokenizer of a kind, trained on the chunks of the sentences.
pub fn small(kind: &str, splitter: Splitter, size: usize, options: Value) -> Arc<Tokenizer> {
    let mut counter = ChunkCounter::new();
    for (index, sentence) in SENTENCES.iter().enumerate() {
        splitter.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 2 + index as u32 % 3));
    }
    let task = Task { splitter: Some(splitter), ..common::task(size, options) };
    Arc::new(common::trained(kind, &counter.into_chunks(), &task))
}

fn morpheus(merges: usize) -> Arc<Tokenizer> {
    let mut counter = ChunkCounter::new();
    for sentence in SENTENCES {
        Splitter::Inflected.for_each_chunk(sentence, |start, end| counter.add(&sentence.as_bytes()[start..end], 5));
    }
    Arc::new(common::morpheus(&counter.into_chunks(), merges, 110, 400 + merges))
}

/// A tokenizer of every kind. Pieces of the Unigram over any bytes end inside characters. The second BPE has one chunk per text.
pub static TOKENIZERS: LazyLock<Vec<(&str, Arc<Tokenizer>)>> = LazyLock::new(|| {
    vec![
        ("bpe", small("bpe", Splitter::Gpt2, 500, json!({}))),
        ("bpe, whole texts", small("bpe", Splitter::Whole, 500, json!({}))),
        ("unigram", small("unigram", Splitter::Words, 420, json!({}))),
        ("unigram, any bytes", small("unigram", Splitter::SpaceRuns, 420, json!({"unit_rule": "any"}))),
        ("thunder", small("thunder", Splitter::Thunder, 420, json!({}))),
        #[cfg(feature = "toy")]
        ("toy", small("toy", Splitter::Words, 320, json!({}))),
        ("morpheus", morpheus(0)),
        ("morpheus, merged", morpheus(5)),
    ]
});

/// The bundled tokenizers by name.
static BUNDLED: LazyLock<Vec<(String, Tokenizer)>> = LazyLock::new(|| {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts");
    let folders = fs::read_dir(folder).expect("the artefacts are in the repository").map(|entry| entry.expect("it can be read").path());
    let loaded = folders.filter(|path| path.is_dir()).map(|path| Tokenizer::load(&path).expect("it loads"));
    loaded.map(|tokenizer| (tokenizer.record().name.clone(), tokenizer)).collect()
});

/// Random Unicode, slices of our sentences, hard texts, and all of these side by side.
fn text() -> impl Strategy<Value = String> {
    let slice = (select(SENTENCES.to_vec()), any::<prop::sample::Index>(), 0usize..80).prop_map(|(sentence, start, len)| {
        let start = start.index(sentence.chars().count());
        sentence.chars().skip(start).take(len).collect::<String>()
    });
    let edges = vec(select("aAğİ1٣한ㅋשעة 　\t\n\r\u{85}.?!'’sltve<>▁\u{301}\u{5b8}\u{e000}😀".chars().collect::<Vec<_>>()), 0..40);
    let part = prop_oneof![
        vec(any::<char>(), 0..20).prop_map(String::from_iter),
        slice,
        edges.prop_map(String::from_iter),
        select(HARD.to_vec()).prop_map(String::from),
    ];
    vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// Runs `work` in a pool of `threads` threads.
fn run_with(threads: usize, work: impl FnOnce() -> bool + Send) -> bool {
    threads::with_threads(Some(threads), work).expect("threads can be had")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_text_comes_back(text in text()) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let ids = tokenizer.encode_ids(&text, false);
            prop_assert_eq!(&tokenizer.decode(&signed(&ids), false).unwrap(), &text, "{}", name);
            prop_assert_eq!(&tokenizer.decode(&signed(&ids), true).unwrap(), &text, "{}: text is text", name);
            prop_assert_eq!(tokenizer.decode_bytes(&signed(&ids), false).unwrap(), text.as_bytes(), "{}", name);
            prop_assert_eq!(tokenizer.count(&text, false), ids.len());
        }
    }

    #[test]
    fn spans_tile_the_text(text in text()) {
        let characters: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
        for (name, tokenizer) in TOKENIZERS.iter() {
            let encoding = tokenizer.encode(&text, false);
            prop_assert_eq!(&encoding.ids, &tokenizer.encode_ids(&text, false), "{}", name);
            let (mut byte, mut code_point, mut surfaces) = (0, 0, String::new());
            for index in 0..encoding.len() {
                let (start, end) = encoding.byte_offsets[index];
                let id = encoding.ids[index];
                let is_mark = tokenizer.vocabulary().units(id).unwrap_or(&[id]).iter().any(|&unit| tokenizer.vocabulary().kind(unit) == Kind::Mark);
                prop_assert!(start == byte && (end > start || is_mark), "{name}: byte span {start}..{end} after {byte}");
                // A system with marks writes small letters and no spaces.
                if !name.starts_with("morpheus") {
                    prop_assert_eq!(&text.as_bytes()[start..end], tokenizer.vocabulary().bytes(id), "{}", name);
                }
                prop_assert_eq!(tokenizer.vocabulary().id(&encoding.tokens[index]), Some(id));
                let owned = characters.iter().filter(|&&first| (start..end).contains(&first)).count();
                prop_assert_eq!(encoding.offsets[index], (code_point, code_point + owned), "{}", name);
                (byte, code_point) = (end, code_point + owned);
                surfaces += &encoding.surfaces[index];
            }
            prop_assert_eq!((byte, code_point), (text.len(), characters.len()), "{}", name);
            prop_assert_eq!(surfaces, text.as_str());
        }
    }

    #[test]
    fn an_encoding_without_strings_is_the_encoding_otherwise(text in text()) {
        let small = TOKENIZERS.iter().map(|(name, tokenizer)| (*name, &**tokenizer));
        for (name, tokenizer) in small.chain(BUNDLED.iter().map(|(name, tokenizer)| (name.as_str(), tokenizer))) {
            for parse_special in [false, true] {
                let bare = |encoding| Encoding { tokens: Vec::new(), surfaces: Vec::new(), glosses: Vec::new(), languages: None, ..encoding };
                let (fast, whole) = (tokenizer.encode_without_strings(&text, parse_special), tokenizer.encode(&text, parse_special));
                prop_assert_eq!(bare(fast), bare(whole), "{}, specials parsed: {}", name, parse_special);
            }
        }
    }

    #[test]
    fn words_are_those_between_white_space(text in text()) {
        // The word of every byte, by the definition: words are runs of characters that are not white space.
        let mut words = Vec::new();
        let (mut count, mut was_space) = (0, true);
        for c in text.chars() {
            let is_space = c.is_whitespace();
            count += (!is_space && was_space) as usize;
            was_space = is_space;
            words.extend(std::iter::repeat_n((!is_space).then(|| count - 1), c.len_utf8()));
        }
        for (name, tokenizer) in TOKENIZERS.iter() {
            let encoding = tokenizer.encode(&text, false);
            // A mark has no bytes; it belongs to the word after it.
            let spans = encoding.byte_offsets.iter().zip(&encoding.word_ids).filter(|(span, _)| span.0 < span.1);
            for (&(start, end), &word) in spans {
                prop_assert_eq!(word, words[start..end].iter().flatten().next().copied(), "{}: bytes {}..{}", name, start, end);
            }
        }
    }

    #[test]
    fn a_batch_is_its_texts(texts in vec(text(), 0..12), count in 1usize..5) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (name, tokenizer) in TOKENIZERS.iter() {
            let one_by_one: Vec<Vec<u32>> = texts.iter().map(|text| tokenizer.encode_ids(text, false)).collect();
            let agrees = run_with(count, || {
                let (ids, indptr) = tokenizer.encode_ids_batch(&texts, false);
                let encodings = tokenizer.encode_batch(&texts, false);
                let ranges = indptr.windows(2).map(|pair| &ids[pair[0] as usize..pair[1] as usize]);
                indptr.len() == texts.len() + 1
                    && indptr.first() == Some(&0)
                    && indptr.last() == Some(&(ids.len() as i64))
                    && ranges.eq(one_by_one.iter().map(Vec::as_slice))
                    && encodings.iter().map(|encoding| encoding.ids()).eq(one_by_one.iter().map(Vec::as_slice))
            });
            prop_assert!(agrees, "{name}, {count} threads");
            let batch: Vec<Vec<i64>> = one_by_one.iter().map(|ids| signed(ids)).collect();
            let bytes: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
            prop_assert!(run_with(count, || tokenizer.decode_bytes_batch(&batch, false).unwrap() == bytes), "{name}, {count} threads");
        }
    }

    #[test]
    fn cold_equals_warm(texts in vec(text(), 1..6)) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let cold = tokenizer.with_record(tokenizer.record().clone());
            for text in texts.iter().chain(&texts) {
                prop_assert_eq!(cold.encode_ids(text, false), tokenizer.encode_ids(text, false), "{}", name);
            }
        }
    }

    #[test]
    fn any_ids_decode_and_stream_alike(share in vec(0.0..1.0f64, 0..40)) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let ids: Vec<i64> = share.iter().map(|part| (part * tokenizer.vocabulary().len() as f64) as i64).collect();
            let bytes = tokenizer.decode_bytes(&ids, false).unwrap();
            let text = tokenizer.decode(&ids, false).unwrap();
            prop_assert_eq!(&String::from_utf8_lossy(&bytes), &text, "{}", name);
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
    fn an_id_out_of_range_is_an_error(id in prop_oneof![any::<i64>(), -5i64..5000], position in 0usize..3) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let is_in_range = (0..tokenizer.vocabulary().len() as i64).contains(&id);
            let mut ids = vec![0, 1, 2];
            ids[position] = id;
            prop_assert_eq!(tokenizer.decode(&ids, false).is_ok(), is_in_range, "{}", name);
            for result in [tokenizer.decode_bytes(&ids, true).err(), tokenizer.decoder(&[], false, &[]).unwrap().push(id).err(), tokenizer.units(id).err()] {
                match result {
                    None => prop_assert!(is_in_range),
                    Some(Error::Vocabulary(message)) => prop_assert!(!is_in_range && message.contains(&id.to_string())),
                    Some(other) => prop_assert!(false, "{}", other),
                }
            }
        }
    }

    #[test]
    fn specials_are_parsed_only_when_asked(parts in vec(select(vec!["<s>", "</s>", "<pad>", "<mask>", "<s", ">", "ev", " ", "한", "<"]), 0..9)) {
        let text = parts.concat();
        for (name, tokenizer) in TOKENIZERS.iter() {
            let kinds = |ids: &[u32]| ids.iter().filter(|&&id| tokenizer.vocabulary().kind(id) == Kind::Special).count();
            prop_assert_eq!(kinds(&tokenizer.encode_ids(&text, false)), 0, "{}", name);
            let parsed = tokenizer.encode(&text, true);
            let written: usize = ["<s>", "</s>", "<pad>", "<mask>"].iter().map(|special| text.matches(special).count()).sum();
            prop_assert_eq!(kinds(&parsed.ids), written, "{}: {:?}", name, text);
            prop_assert_eq!(&tokenizer.decode(&signed(&parsed.ids), false).unwrap(), &text, "{}", name);
            prop_assert_eq!(parsed.surfaces.concat(), text.as_str());
        }
    }

    #[test]
    fn one_changed_byte_is_refused(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), bit in 0u8..8) {
        for (name, tokenizer) in TOKENIZERS.iter() {
            let mut files = tokenizer.files();
            let file = which.get(&files.keys().cloned().collect::<Vec<_>>()).clone();
            let content = files.get_mut(&file).expect("the file is there");
            let at = at.index(content.len());
            content[at] ^= 1 << bit;
            match Tokenizer::from_files(&files, "here") {
                Err(Error::Artifact(message)) => prop_assert!(message.contains(&file), "{}", message),
                Err(other) => prop_assert!(false, "{name}, {file}, byte {at}: {other}"),
                Ok(_) => prop_assert!(false, "{name}, {file}, byte {at}: accepted"),
            }
        }
    }
}

#[test]
fn sentences_and_hard_texts_come_back() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        for text in SENTENCES.iter().chain(&HARD) {
            let ids = tokenizer.encode_ids(text, false);
            assert_eq!(&tokenizer.decode(&signed(&ids), false).unwrap(), text, "{name}");
        }
    }
}

#[test]
fn every_character_comes_back() {
    let text: String = ('\0'..=char::MAX).collect();
    for (name, tokenizer) in TOKENIZERS.iter() {
        let ids = tokenizer.encode_ids(&text, false);
        assert!(tokenizer.decode(&signed(&ids), false).unwrap() == text, "{name}");
    }
}

#[test]
fn token_strings_are_injective() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        let vocabulary = tokenizer.vocabulary();
        vocabulary.check().unwrap_or_else(|error| panic!("{name}: {error}"));
        for id in 0..vocabulary.len() as u32 {
            assert_eq!(vocabulary.id(&vocabulary.token(id)), Some(id), "{name}");
        }
    }
}

#[test]
fn files_make_a_round_trip() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        let files = tokenizer.files();
        let again = Tokenizer::from_files(&files, "here").unwrap();
        assert!(again.files() == files, "{name}: files of files");
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        tokenizer.save(&first).unwrap();
        Tokenizer::load(&first).unwrap().save(&second).unwrap();
        for (file, content) in &files {
            assert!(&fs::read(first.join(file)).unwrap() == content && &fs::read(second.join(file)).unwrap() == content, "{name}: {file}");
        }
        assert_eq!(fs::read_dir(&first).unwrap().count(), files.len(), "{name}");
        assert_eq!(again.record(), tokenizer.record(), "{name}");
        for text in SENTENCES.iter().chain(&HARD) {
            assert_eq!(again.encode(text, false), tokenizer.encode(text, false), "{name}");
        }
    }
}

#[test]
fn a_foreign_folder_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let error = TOKENIZERS[0].1.save(folder.path()).unwrap_err();
    assert!(matches!(&error, Error::Argument(message) if message.contains("notes.txt")), "{error}");
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn many_threads_share_one_tokenizer() {
    for (name, tokenizer) in TOKENIZERS.iter() {
        let texts: Vec<&str> = SENTENCES.iter().chain(&HARD).copied().collect();
        let expected: Vec<Vec<u32>> = texts.iter().map(|text| tokenizer.encode_ids(text, false)).collect();
        std::thread::scope(|scope| {
            for shift in 0..8 {
                let (texts, expected) = (&texts, &expected);
                scope.spawn(move || {
                    for index in (0..texts.len() * 20).map(|at| (at + shift * 3) % texts.len()) {
                        assert_eq!(tokenizer.encode_ids(texts[index], false), expected[index], "{name}");
                    }
                });
            }
        });
    }
}

/// Time to encode and decode the text, the shortest of three runs.
fn taken(tokenizer: &Tokenizer, text: &str) -> Duration {
    let measure = |_| {
        let start = Instant::now();
        let ids = tokenizer.encode_ids(text, false);
        let taken = start.elapsed();
        assert!(tokenizer.decode(&signed(&ids), false).unwrap() == text);
        taken
    };
    (0..3).map(measure).min().expect("three times")
}

#[test]
fn time_is_linear() {
    // In a build without optimisation everything is slower, but no less linear.
    let size = if cfg!(debug_assertions) { 20_000 } else { 100_000 };
    for (name, tokenizer) in TOKENIZERS.iter() {
        for unit in ["a", "ğ", "한", " ", "\n", "\u{301}", "'", "ev ", "한국어 ", "\u{e000}"] {
            let (short, long) = (unit.repeat(size), unit.repeat(4 * size));
            let (shorter, longer) = (taken(tokenizer, &short), taken(tokenizer, &long));
            // Quadratic time would be sixteen times as much. Very short times are noise.
            let allowed = shorter.max(Duration::from_millis(20)) * 12;
            assert!(longer < allowed, "{name}: {size} x {unit:?} took {shorter:?}, four times as many {longer:?}");
        }
    }
}
