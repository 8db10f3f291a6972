//! The laws of unions as property tests, over two: one of the bundled tokenizers, made smaller, and one of small tokenizers of other kinds,
//! three of which share the Latin script.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use morfem::corpus::{ChunkCounter, Chunks};
use morfem::files::record::Record;
use morfem::run::progress::Silent;
use morfem::systems::trainer;
use morfem::text::Splitter;
use morfem::train::{MemberTask, Task};
use morfem::{Error, Kind, Tokenizer};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::ids::signed;
use crate::{common, mutate};

const ENGLISH: [&str; 5] = [
    "The children wrote letters, and the letters were sent to their school.",
    "I don't know where the old books are; they're somewhere in the house.",
    "fn main() { let x_1 = 42; println!(\"{}\", x_1); }\t// three\n",
    "The people who came from the houses went to the market with us.",
    "There were 1,250 windows in 1908, and 42 doors.",
];
const MIXED: [&str; 12] = [
    "Dün the quick brown fox ile şehre gittik, ama buku itu lama.",
    "הילדים כתבו e-mail לחברים, וגם Mektubu okudum.",
    "كتب الطالب في WhatsApp: kitabı okudum;책을 읽었다.",
    "나는 Apple 제품을 좋아한다. ABD'nin 1908'den 19:00'da.",
    "evבgoogle'da צה\"ל-de 집에evler",
    "İSTANBUL'DA (evler) [kitaplar] \"ev\" 'ev' -ev /ev",
    "Ali'nin<title>evi <join> ▁ev +lAr ·",
    "ev\nkitap\n\n  the end\t\tbuku\r\nev",
    "naïve'nin e\u{301}vler'de ßtraße'den ǅ'den",
    "שָׁלוֹם לַיְלָדִים ذَهَبَ الوَلَدُ",
    "HTTPServer'a iPhone'dan getX() ABCdef DEFabc",
    "",
];

fn texts(language: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/texts");
    std::fs::read_to_string(folder.join(format!("{language}.txt"))).expect("a text").lines().map(str::to_owned).collect()
}

fn counted<S: AsRef<str>>(texts: &[S], splitter: Splitter) -> Arc<Chunks> {
    let mut counter = ChunkCounter::new();
    for (index, text) in texts.iter().enumerate() {
        let text = text.as_ref();
        splitter.for_each_chunk(text, |start, end| counter.add(&text.as_bytes()[start..end], 2 + index as u32 % 3));
    }
    Arc::new(counter.into_chunks())
}

fn bundled(name: &str) -> Tokenizer {
    Tokenizer::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts").join(name)).expect("it is bundled")
}

fn member<S: AsRef<str>>(tokenizer: Tokenizer, language: &str, texts: &[S]) -> MemberTask {
    let record = Record { language: Some(language.into()), ..tokenizer.record().clone() };
    let chunks = Some(counted(texts, record.splitter));
    MemberTask { tokenizer: Arc::new(tokenizer.with_record(record)), chunks, weight: 1.0 }
}

fn task(members: Vec<MemberTask>, size: usize, options: Value) -> Task {
    Task { members, general: Some(counted(&ENGLISH, Splitter::Code)), ..common::task(size, options) }
}

fn trained(task: &Task) -> Result<Tokenizer, Error> {
    Ok(trainer("union")?.train(&Chunks::default(), task, &Silent)?.remove(0))
}

fn of_bundled() -> Task {
    let names = [("tr-mft", "tr"), ("he-splinter", "he"), ("ar-splinter", "ar"), ("ms-splinter", "ms"), ("ko-thunder", "ko")];
    let members = names.map(|(name, language)| member(bundled(name), language, &texts(language)));
    task(members.to_vec(), 30_000, json!({"general_share": 0.01}))
}

fn of_small() -> Task {
    let turkish = member(common::morpheus(&counted(&texts("tr"), Splitter::Inflected), 5, 300, 700), "tr", &texts("tr"));
    let small = |kind: &str, splitter: Splitter, language: &str| {
        let task = Task { splitter: Some(splitter), ..common::task(600, json!({})) };
        member(common::trained(kind, &counted(&texts(language), splitter), &task), language, &texts(language))
    };
    let members = vec![
        turkish,
        small("unigram", Splitter::Words, "ms"),
        small("bpe", Splitter::Gpt2, "he"),
        small("thunder", Splitter::Thunder, "ko"),
    ];
    task(members, 1500, json!({"general_share": 0.1}))
}

pub static UNIONS: LazyLock<Vec<(&str, Arc<Tokenizer>)>> =
    LazyLock::new(|| vec![("bundled", Arc::new(trained(&of_bundled()).unwrap())), ("small", Arc::new(trained(&of_small()).unwrap()))]);

/// Words and parts of words of all languages side by side, mixed lines, and random characters.
fn text() -> impl Strategy<Value = String> {
    let lines: Vec<String> = ["tr", "he", "ar", "ms", "ko"].into_iter().flat_map(texts).chain(ENGLISH.map(String::from)).collect();
    let words: Vec<String> = lines.iter().chain(&MIXED.map(String::from)).flat_map(|line| line.split(' ')).map(String::from).collect();
    let slice = (select(words.clone()), any::<prop::sample::Index>()).prop_map(|(word, at)| {
        let count = at.index(word.chars().count() + 1);
        word.chars().skip(count).collect::<String>()
    });
    let joints =
        select(vec![" ", " ", " ", "  ", "", "\n", "-", "'", "’", "\"", "(", " (", "1", ".00'", "\u{301}", "ğ", "İ", "ב", "한", "ت", "ß"]);
    let words = vec((prop_oneof![select(words), slice], joints), 0..10)
        .prop_map(|parts| parts.into_iter().map(|(word, joint)| word + joint).collect::<String>());
    let edges =
        vec(select("aAğİıI1٣한ㅋשתعة 　\t\n\r\u{85}.?!'’\"sl<>▁\u{301}\u{5b8}\u{64b}\u{e000}😀ßǅ漢".chars().collect::<Vec<_>>()), 0..25);
    let part = prop_oneof![
        4 => words,
        1 => vec(any::<char>(), 0..12).prop_map(String::from_iter),
        2 => edges.prop_map(String::from_iter),
        1 => select(MIXED.to_vec()).prop_map(String::from),
        1 => select(lines),
    ];
    vec(part, 0..4).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn every_text_comes_back(text in text()) {
        for (name, union) in UNIONS.iter() {
            let ids = union.encode_ids(&text, false);
            prop_assert_eq!(&union.decode(&signed(&ids), false).unwrap(), &text, "{}", name);
        }
    }

    #[test]
    fn every_token_owns_its_characters(text in text()) {
        for (name, union) in UNIONS.iter() {
            let encoding = union.encode(&text, false);
            prop_assert_eq!(&encoding.ids, &union.encode_ids(&text, false), "{}", name);
            let (mut end, mut surfaces) = (0, String::new());
            match &encoding.positions {
                Some(positions) => {
                    let mut all: Vec<usize> = positions.concat();
                    all.sort_unstable();
                    prop_assert_eq!(all, (0..text.chars().count()).collect::<Vec<_>>(), "{}", name);
                }
                None => for (index, &(start, stop)) in encoding.offsets.iter().enumerate() {
                    prop_assert_eq!(start, end);
                    end = stop;
                    surfaces += &encoding.surfaces[index];
                }
            }
            if encoding.positions.is_none() {
                prop_assert_eq!(&surfaces, &text);
            }
            prop_assert_eq!(encoding.languages.as_ref().map(Vec::len), Some(encoding.len()));
            for (id, token) in encoding.ids.iter().zip(&encoding.tokens) {
                prop_assert_eq!(union.vocabulary().id(token), Some(*id));
            }
        }
    }

    #[test]
    fn any_ids_decode_and_stream_alike(share in vec(0.0..1.0f64, 0..40), near in any::<bool>()) {
        for (name, union) in UNIONS.iter() {
            // Marks, bytes and first pieces come often in one half of the cases.
            let most = if near { 400 } else { union.vocabulary().len() };
            let ids: Vec<i64> = share.iter().map(|part| (part * most as f64) as i64).collect();
            let text = union.decode(&ids, false).unwrap();
            let mut stream = union.decoder(&[], false, &[]).unwrap();
            let mut streamed = String::new();
            for &id in &ids {
                streamed += &stream.push(id).unwrap();
                prop_assert!(text.starts_with(&streamed), "{name}: {streamed:?} is no beginning of {text:?}");
                stream = morfem::Decoder::resumed(union.clone(), &stream.state()).unwrap();
            }
            streamed += &stream.finish();
            prop_assert_eq!(&streamed, &text, "{}", name);
            let owners: usize = union.abilities().owners(union.vocabulary(), &ids.iter().map(|&id| id as u32).collect::<Vec<_>>(), &[]).map_or(0, |owners| owners.len());
            prop_assert!(owners == 0 || owners == union.decode_bytes(&ids, false).unwrap().len(), "{name}: every byte has an owner");
        }
    }

    #[test]
    fn the_ids_of_a_text_are_those_of_its_windows(lines in vec(text(), 0..5)) {
        // White space with a line end ends a window, so a stream of lines has the ids of the text.
        let lines: Vec<String> = lines.iter().map(|line| line.trim_start().to_owned() + "x\n").collect();
        for (name, union) in UNIONS.iter() {
            let parts: Vec<u32> = lines.iter().flat_map(|line| union.encode_ids(line, false)).collect();
            prop_assert_eq!(union.encode_ids(&lines.concat(), false), parts, "{}", name);
        }
    }

    #[test]
    fn a_boundary_anywhere_leaves_the_text_whole(text in text(), cuts in vec(any::<prop::sample::Index>(), 0..4)) {
        let boundaries: Vec<i64> = cuts.iter().map(|cut| cut.index(text.chars().count() + 1) as i64).collect();
        for (name, union) in UNIONS.iter() {
            let ids = union.encode_ids_with_boundaries(&text, &boundaries, false).unwrap();
            prop_assert_eq!(&union.decode(&signed(&ids), false).unwrap(), &text, "{}", name);
        }
    }

    #[test]
    fn cold_equals_warm_and_a_batch_is_its_texts(texts in vec(text(), 1..5), count in 1usize..4) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for (name, union) in UNIONS.iter() {
            let cold = union.with_record(union.record().clone());
            let one_by_one: Vec<Vec<u32>> = texts.iter().map(|text| cold.encode_ids(text, false)).collect();
            let (ids, _) = morfem::run::threads::with_threads(Some(count), || union.encode_ids_batch(&texts, false)).unwrap();
            prop_assert_eq!(ids, one_by_one.concat(), "{}", name);
        }
    }

    #[test]
    fn specials_are_parsed_only_when_asked(parts in vec(select(vec!["<s>", "</s>", "<s", "ev", " evler", " ב", "ה", "Ali'nin", "한"]), 0..9)) {
        let text = parts.concat();
        for (name, union) in UNIONS.iter() {
            for parse in [false, true] {
                let ids = union.encode_ids(&text, parse);
                prop_assert_eq!(ids.iter().any(|&id| union.vocabulary().kind(id) == Kind::Special), parse && (text.contains("<s>") || text.contains("</s>")));
                prop_assert_eq!(&union.decode(&signed(&ids), false).unwrap(), &text, "{}", name);
            }
        }
    }
}

#[test]
fn sentences_of_all_languages_come_back_and_are_of_their_language() {
    let (_, union) = &UNIONS[0];
    for language in ["tr", "he", "ar", "ms", "ko"] {
        let (mut right, mut all) = (0, 0);
        for line in texts(language) {
            let encoding = union.encode(&line, false);
            assert_eq!(union.decode(&signed(&encoding.ids), false).unwrap(), line);
            let languages = encoding.languages.unwrap();
            let words = encoding
                .kinds
                .iter()
                .zip(&languages)
                .filter(|(kind, _)| matches!(kind, Kind::Root | Kind::Word | Kind::Subword | Kind::Phrase));
            words.for_each(|(_, found)| {
                all += 1;
                right += usize::from(found.as_deref() == Some(language));
            });
        }
        assert!(right * 10 > all * 9, "{language}: {right} of {all}");
    }
    for line in MIXED.iter().chain(&ENGLISH) {
        assert_eq!(union.decode(&signed(&union.encode_ids(line, false)), false).unwrap(), *line);
    }
}

/// In vuoti, of vuotaa and -i, the root waits for the affix, and both for the end of the word.
#[test]
fn units_that_wait_for_the_end_of_a_word_have_the_spans_of_their_member() {
    let (finnish, multi) = (bundled("fi-mft"), bundled("multi"));
    let alone = trained(&task(vec![member(bundled("fi-mft"), "fi", &texts("fi"))], 12_000, json!({"general_share": 0.01}))).unwrap();
    for text in ["vuoti", "Vesi vuoti.", "Talo jaksoi, vuoti ja heikensi ABC!"] {
        let expected = finnish.encode(text, false);
        for (name, union) in [("multi", &multi), ("alone", &alone)] {
            let encoding = union.encode(text, false);
            let spans = encoding.surfaces.iter().zip(&encoding.kinds).filter(|(_, kind)| **kind == Kind::Affix);
            let wanted = expected.surfaces.iter().zip(&expected.kinds).filter(|(_, kind)| **kind == Kind::Affix);
            assert!(spans.clone().next().is_some() && spans.eq(wanted), "{name}: {text}: {:?}", encoding.surfaces);
        }
    }
}

#[test]
fn a_sign_between_words_is_a_token_and_no_byte() {
    for (name, union) in UNIONS.iter() {
        let encoding = union.encode("evler-evler (evde). Evler, evde!", false);
        let signs: Vec<&str> = encoding.tokens.iter().map(String::as_str).filter(|token| !token.contains(char::is_alphabetic)).collect();
        assert!(signs.contains(&"-") && signs.contains(&","), "{name}: {signs:?}");
        let general = encoding.kinds.iter().zip(encoding.languages.unwrap()).filter(|(_, language)| language.is_none());
        assert!(general.into_iter().all(|(&kind, _)| kind != Kind::Byte), "{name}: {:?}", encoding.tokens);
    }
}

#[test]
fn files_make_a_round_trip() {
    for (name, union) in UNIONS.iter() {
        let files = union.files();
        let again = Tokenizer::from_files(&files, "here").unwrap();
        assert!(again.files() == files, "{name}");
        for text in MIXED {
            assert_eq!(again.encode(text, false), union.encode(text, false), "{name}");
        }
    }
}

/// A union with another table of known words, or without.
fn with_known(union: &Tokenizer, rows: Option<&str>) -> Result<Tokenizer, morfem::Error> {
    let mut files = union.files();
    let mut manifest = mutate::manifest(&files);
    match rows {
        Some(rows) => drop(files.insert("known.tsv".into(), format!("member\tcosts\tshared\tids\n{rows}\n").into_bytes())),
        None => drop((files.remove("known.tsv"), manifest["files"].as_object_mut().unwrap().remove("known.tsv"))),
    }
    Tokenizer::from_files(&mutate::sealed(files, manifest), "here")
}

#[test]
fn known_words_have_the_ids_that_they_have_without_the_table() {
    for (name, union) in UNIONS.iter() {
        let without = with_known(union, None).unwrap();
        for line in ["tr", "he", "ar", "ms", "ko"].into_iter().flat_map(texts).chain(ENGLISH.into_iter().chain(MIXED).map(String::from)) {
            assert_eq!(union.encode_ids(&line, false), without.encode_ids(&line, false), "{name}, {line:?}");
        }
    }
}

#[test]
fn a_line_of_known_words_has_ids_that_write_a_word_in_every_text() {
    let union = &UNIONS[0].1;
    let vocabulary = union.vocabulary();
    let id = |token: &str| vocabulary.id(&format!("{token}/ms")).or(vocabulary.id(token)).unwrap_or_else(|| panic!("there is no {token}"));
    let (word, letters) = (" me", format!("{} {}", id("▁m"), id("e")));
    let table = String::from_utf8(union.files()["known.tsv"].clone()).unwrap();
    let costs = table.lines().nth(1).and_then(|line| line.split('\t').nth(1)).expect("there is a word");
    let text = &format!("Mereka membaca{word} lama dan{word} itu me rumah kami di{word}.");
    let without = with_known(union, None).unwrap();
    let changed = with_known(union, Some(&format!("4\t{costs}\t0\t{letters}"))).unwrap();
    assert_ne!(changed.encode_ids(text, false), without.encode_ids(text, false), "ids that write the word count");
    assert_eq!(changed.decode(&changed.encode_ids(text, false).iter().map(|&id| id.into()).collect::<Vec<_>>(), false).unwrap(), *text);
    let marks = ["<title>", "<upper>", "<join>"].map(|mark| format!("4\t{costs}\t0\t{letters} {}", id(mark)));
    let of_another_word = [format!("4\t{costs}\t0\t{}", id("+me-")), format!("4\t{costs}\t0\t{} {letters}", id("+-kan"))];
    let rows = [
        format!("1\t{costs}\t0\t{letters}"),
        format!("99\t{costs}\t0\t{letters}"),
        format!("4\t{costs} 0\t0\t{letters}"),
        format!("4\t99999\t0\t{letters}"),
        format!("4\t{costs}\t0\t"),
        format!("4\t{costs}\t1\t{letters}"),
        format!("0\t{costs}\t0\t0"),
    ];
    for row in marks {
        // A mark at the end may make another word of it.
        match with_known(union, Some(&row)) {
            Ok(changed) => assert_eq!(changed.encode_ids(text, false), without.encode_ids(text, false), "{row}"),
            Err(refused) => assert!(refused.to_string().contains("known.tsv, line 2"), "{row}: {refused}"),
        }
    }
    for row in of_another_word.iter().chain(&rows) {
        let refused = with_known(union, Some(row)).err().unwrap_or_else(|| panic!("{row} loads")).to_string();
        assert!(refused.contains("known.tsv, line 2"), "{row}: {refused}");
    }
}

#[test]
fn a_changed_table_of_members_or_routing_is_refused() {
    let files = UNIONS[1].1.files();
    let mut changed = 0;
    for (name, content) in &files {
        for at in (0..content.len()).step_by(content.len() / 5 + 1) {
            let mut files = files.clone();
            files.get_mut(name).unwrap()[at] ^= 1;
            assert!(matches!(Tokenizer::from_files(&files, "here"), Err(Error::Artifact(_))), "{name}, byte {at}");
            changed += 1;
        }
    }
    assert!(changed > files.len());
}

#[test]
fn the_vocabulary_has_its_size_and_shares_what_is_general() {
    for ((name, union), size) in UNIONS.iter().zip([30_000, 1500]) {
        let vocabulary = union.vocabulary();
        assert_eq!(vocabulary.len(), size, "{name}");
        let kinds = |kind: Kind| (0..vocabulary.len() as u32).filter(|&id| vocabulary.kind(id) == kind).count();
        assert_eq!((kinds(Kind::Byte), kinds(Kind::Special)), (256, 4), "{name}");
        vocabulary.check().unwrap();
    }
    let marks: Vec<String> = {
        let vocabulary = UNIONS[0].1.vocabulary();
        (0..vocabulary.len() as u32)
            .filter(|&id| vocabulary.kind(id) == Kind::Mark && vocabulary.units(id).is_none())
            .map(|id| vocabulary.token(id))
            .collect()
    };
    assert_eq!(marks.iter().filter(|mark| *mark == "<title>").count(), 1);
}

#[test]
fn members_without_texts_are_judged_by_their_vocabularies() {
    let mut task = of_small();
    task.members.iter_mut().for_each(|member| member.chunks = None);
    let union = trained(&task).unwrap();
    for line in texts("tr").iter().chain(&texts("ms")) {
        assert_eq!(&union.decode(&signed(&union.encode_ids(line, false)), false).unwrap(), line);
    }
}

#[test]
fn bad_members_are_refused_with_what_is_needed() {
    let refused = |change: &dyn Fn(&mut Task)| {
        let mut task = of_small();
        change(&mut task);
        trained(&task).err().expect("it is refused")
    };
    let said = |error: Error, parts: &[&str]| {
        let message = error.to_string();
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    };
    let with_record = |task: &mut Task, at: usize, change: &dyn Fn(&mut Record)| {
        let member = &mut task.members[at];
        let mut record = member.tokenizer.record().clone();
        change(&mut record);
        member.tokenizer = Arc::new(member.tokenizer.with_record(record));
    };
    let error = refused(&|task| task.sizes = vec![300]);
    assert!(matches!(error, Error::Training(_)));
    said(error, &["vocab_size 300 is too small", "ask for"]);
    let error = refused(&|task| task.sizes = vec![90_000]);
    said(error, &["90000 is too large"]);
    let error = refused(&|task| with_record(task, 1, &|record| record.language = Some("tr".into())));
    assert!(matches!(error, Error::Argument(_)));
    said(error, &["both of language tr"]);
    said(refused(&|task| with_record(task, 0, &|record| record.language = None)), &["no language"]);
    said(refused(&|task| with_record(task, 2, &|record| record.unicode = "17.0.0".into())), &["Unicode 17.0.0"]);
    said(refused(&|task| task.members[0].weight = 0.0), &["weight"]);
    said(refused(&|task| task.members.clear()), &["no members"]);
    said(
        refused(&|task| {
            task.members[0].tokenizer =
                UNIONS[1].1.with_record(Record { language: Some("tr".into()), ..UNIONS[1].1.record().clone() }).into()
        }),
        &["union"],
    );
}

#[test]
fn words_are_analyzed_by_the_system_of_their_language() {
    let (_, union) = &UNIONS[0];
    assert_eq!(union.analyze("evlerimizden", 1).unwrap()[0].root, "ev");
    assert!(!union.explain("מכתבים").unwrap().steps.is_empty());
    let error = union.analyze("מכתבים", 1).unwrap_err().to_string();
    assert!(error.contains("no analyze for this word"), "{error}");
}

#[test]
fn time_is_linear() {
    let size = if cfg!(debug_assertions) { 10_000 } else { 40_000 };
    let taken = |union: &Tokenizer, text: &str| {
        let measure = |_| {
            let start = Instant::now();
            let ids = union.encode_ids(text, false);
            let taken = start.elapsed();
            assert!(union.decode(&signed(&ids), false).unwrap() == text);
            taken
        };
        (0..3).map(measure).min().expect("three times")
    };
    for (name, union) in UNIONS.iter() {
        for unit in ["a", "ğ", "한", " ", "\n", "\u{301}", "'", "1", "ev ", "한국어 ", "evב", "a'", "1'", "1.00'", "ב\"", "\u{e000}"]
        {
            let (shorter, longer) = (taken(union, &unit.repeat(size)), taken(union, &unit.repeat(4 * size)));
            let allowed = shorter.max(Duration::from_millis(20)) * 12;
            assert!(longer < allowed, "{name}: {size} x {unit:?} took {shorter:?}, four times as many {longer:?}");
        }
    }
}

#[test]
fn a_merged_mark_of_one_member_belongs_to_the_word_of_another() {
    for (name, union) in UNIONS.iter() {
        let vocabulary = union.vocabulary();
        let ids = |wanted: fn(Kind) -> bool| (0..vocabulary.len() as u32).filter(move |&id| wanted(vocabulary.kind(id)));
        let words: Vec<u32> = ids(|kind| matches!(kind, Kind::Root | Kind::Subword)).step_by(997).collect();
        for mark in ids(|kind| kind == Kind::Mark).filter(|&id| vocabulary.units(id).is_some()) {
            for pair in words.windows(2) {
                let ids = [pair[0], mark, pair[1]];
                let owners = union.abilities().owners(vocabulary, &ids, &[]).map_or(0, |owners| owners.len());
                let written = union.decode_bytes(&signed(&ids), false).unwrap().len();
                assert!(owners == 0 || owners == written, "{name}: {ids:?}");
            }
        }
    }
}
