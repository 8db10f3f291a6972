//! Artefacts as an attacker writes them: all hashes are right, the content is not.
//!
//! Whatever lies in the files, loading is refused with a typed error within five seconds and one gigabyte, or the tokenizer obeys the laws.
//! The fuzz target `artifact` does the same without an end.

mod counts;
mod laws;
mod mutate;
mod seeds;
mod states;

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use morfem::text::Splitter;
use morfem::{Error, Tokenizer};
use mutate::{Choices, mutant};
use serde_json::json;

/// Counts the memory in use, of all tests together, and ends the program beyond a gigabyte.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
const MOST_MEMORY: usize = 1 << 30;
const MOST_TIME: Duration = Duration::from_secs(5);

// SAFETY: every call is passed on to the system's allocator, or has no memory: that is how an allocator refuses.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size() > MOST_MEMORY {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if IN_USE.fetch_add(layout.size(), Ordering::Relaxed) + layout.size() > MOST_MEMORY {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const MUTANTS: u64 = 700;

/// What is wrong with what loading says of a mutant.
fn verdict(files: &morfem::files::record::Files, choices: &mut Choices) -> Result<bool, String> {
    let start = Instant::now();
    let loaded = Tokenizer::from_files(files, "mutant");
    if start.elapsed() > MOST_TIME {
        return Err(format!("loading took {:?}", start.elapsed()));
    }
    match loaded {
        Ok(tokenizer) => laws::check(&tokenizer, choices).map(|()| true),
        Err(Error::Artifact(_)) => Ok(false),
        Err(error) => Err(format!("refused with another error: {error:?}")),
    }
}

fn mutants_are_refused_or_lawful(kind: &str) {
    let files = seeds::files(kind);
    laws::check(&Tokenizer::from_files(&files, "seed").expect("it loads"), &mut Choices::new(&[], 0))
        .expect("the tokenizer obeys the laws");
    let (mut loaded, mut failures) = (0, Vec::new());
    std::panic::set_hook(Box::new(|panic| PANIC.with_borrow_mut(|text| *text = panic.to_string())));
    for seed in 0..MUTANTS {
        let mut choices = Choices::new(&[], seed);
        let mutant = mutant(&files, &mut choices);
        let found = catch_unwind(AssertUnwindSafe(|| verdict(&mutant, &mut choices)));
        match found {
            Ok(Ok(is_loaded)) => loaded += u64::from(is_loaded),
            Ok(Err(what)) => failures.push(format!("mutant {seed}: {what}\n{}", difference(&files, &mutant))),
            Err(_) => failures.push(format!("mutant {seed} panics: {}\n{}", PANIC.take(), difference(&files, &mutant))),
        }
    }
    let _ = std::panic::take_hook();
    println!("{kind}: {loaded} of {MUTANTS} mutants load");
    assert!(
        failures.is_empty(),
        "{kind}: {} of {MUTANTS} mutants are lawless:\n{}",
        failures.len(),
        failures[..failures.len().min(25)].join("\n")
    );
}

fn forged_states_are_refused_or_harmless(kind: &str) {
    let tokenizer = Arc::new(Tokenizer::from_files(&seeds::files(kind), "seed").expect("it loads"));
    let (mut resumed, mut failures) = (0, Vec::new());
    std::panic::set_hook(Box::new(|panic| PANIC.with_borrow_mut(|text| *text = panic.to_string())));
    for seed in 0..MUTANTS {
        let mut choices = Choices::new(&[], seed);
        let state = states::forged(&tokenizer, &mut choices);
        let found = catch_unwind(AssertUnwindSafe(|| states::check(&tokenizer, &state, &mut choices)));
        let described = || state.chars().take(400).collect::<String>();
        match found {
            Ok(Ok(is_resumed)) => resumed += u64::from(is_resumed),
            Ok(Err(what)) => failures.push(format!("state {seed}: {what}\n    {}", described())),
            Err(_) => failures.push(format!("state {seed} panics: {}\n    {}", PANIC.take(), described())),
        }
    }
    let _ = std::panic::take_hook();
    println!("{kind}: {resumed} of {MUTANTS} forged states resume");
    let first = &failures[..failures.len().min(10)];
    assert!(failures.is_empty(), "{kind}: {} of {MUTANTS} forged states do harm:\n{}", failures.len(), first.join("\n"));
}

thread_local! {
    static PANIC: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// The first lines in which a mutant differs from what it was.
fn difference(files: &morfem::files::record::Files, mutant: &morfem::files::record::Files) -> String {
    let mut lines = String::new();
    let shortened = |line: Option<&str>| line.map(|line| line.chars().take(80).collect::<String>());
    for (name, content) in mutant {
        let [before, after] = [files.get(name).map_or(&[][..], Vec::as_slice), content].map(String::from_utf8_lossy);
        let changed = |(_, (before, after)): &(usize, (Option<&str>, Option<&str>))| before != after;
        let is_hash = |line: Option<&str>| {
            line.is_some_and(|line| line.contains("\"hash\": \"") || line.contains(".tsv\": \"") || line.contains("toml\": \""))
        };
        let count = before.lines().count().max(after.lines().count());
        let pairs = (0..count).map(|at| (at, (before.lines().nth(at), after.lines().nth(at))));
        for (at, (before, after)) in pairs.filter(changed).filter(|pair| !is_hash(pair.1.1)).take(2) {
            lines += &format!("    {name}, line {}: {:?} -> {:?}\n", at + 1, shortened(before), shortened(after));
        }
    }
    lines
}

#[test]
fn mutants_of_counts_are_refused_or_are_what_saving_writes() {
    let texts = ["Evlerden gelenler evlere gittiler, evler boş kaldı.", "책을 읽을 수 있는 아이들은 책을 읽었다.", "x x  xy"];
    let folder = tempfile::tempdir().expect("a folder can be made");
    for splitter in [Splitter::Words, Splitter::Gpt2] {
        let file = counts::File::of(splitter, &texts);
        assert_eq!(counts::check(&file.whole(), folder.path()), Ok(true), "the file without a change");
        let mut loaded = 0;
        for seed in 0..2 * MUTANTS {
            let mutant = counts::mutant(&file, &mut Choices::new(&[], seed));
            let start = Instant::now();
            let found = counts::check(&mutant, folder.path()).unwrap_or_else(|what| panic!("mutant {seed}: {what}"));
            assert!(start.elapsed() < MOST_TIME, "mutant {seed}");
            loaded += u64::from(found);
        }
        // Some changes of counts and chunks are valid, most are not.
        assert!((MUTANTS / 100..MUTANTS).contains(&loaded), "{loaded} load");
    }
}

/// The files of a kind with others in their place, and the right hashes and counts.
fn changed(kind: &str, changes: impl FnOnce(&mut morfem::files::record::Files)) -> morfem::files::record::Files {
    let mut files = seeds::files(kind);
    let mut manifest = mutate::manifest(&files);
    files.remove("morfem.json");
    changes(&mut files);
    manifest["files"] = files.keys().map(|name| (name.clone(), "".into())).collect::<serde_json::Map<_, _>>().into();
    mutate::count(&files, &mut manifest);
    mutate::sealed(files, manifest)
}

fn refusal(files: &morfem::files::record::Files) -> String {
    let start = Instant::now();
    let refused = Tokenizer::from_files(files, "here").err().expect("it is refused");
    assert!(matches!(refused, Error::Artifact(_)), "{refused:?}");
    assert!(start.elapsed() < MOST_TIME);
    refused.to_string()
}

fn table(files: &morfem::files::record::Files, name: &str) -> String {
    String::from_utf8(files[name].clone()).expect("it is text")
}

#[test]
fn merges_that_double_a_piece_are_refused_before_they_fill_the_memory() {
    let files = changed("mft", |files| {
        let vocabulary = table(files, "vocabulary.tsv");
        let merges = table(files, "merges.tsv").lines().count() - 1;
        let mut lines: Vec<String> = vocabulary.lines().map(str::to_owned).collect();
        lines.truncate(lines.len() - merges);
        let mut table = String::from("left\tright\tproduct\n");
        for product in lines.len() - 1..lines.len() + 21 {
            table += &format!("{0}\t{0}\t{product}\n", product - 1);
            lines.push("x\tsubword\t".into());
        }
        files.insert("merges.tsv".into(), table.into_bytes());
        files.insert("vocabulary.tsv".into(), (lines.join("\n") + "\n").into_bytes());
    });
    let refused = refusal(&files);
    assert!(refused.contains("merges.tsv") && refused.contains("it may have 1024 at most"), "{refused}");
}

#[test]
fn a_line_of_frequent_chunks_has_ids_that_write_a_chunk_in_every_text() {
    for kind in ["mft", "morpheus"] {
        let change =
            |rows: &str| changed(kind, |files| drop(files.insert("frequent.tsv".into(), format!("shared\tids\n{rows}\n").into_bytes())));
        let good = table(&seeds::files(kind), "frequent.tsv").lines().nth(1).expect("there is one").to_owned();
        let without = Tokenizer::from_files(&seeds::files(kind), "here").expect("it loads");
        assert_eq!(
            Tokenizer::from_files(&change(&good), "here").expect("it loads").encode_ids("x y", false),
            without.encode_ids("x y", false)
        );
        // A special, no id, one that is out of range, a mark at the end, a letter without a space, and the same chunk twice.
        for row in ["0\t0", "0\t", "0\t99999999", "0\t4294967296", &format!("{good} 260"), "0\t40", &format!("{good}\n0\t0")] {
            let refused = refusal(&change(row));
            assert!(refused.contains("frequent.tsv, line"), "{kind}, {row}: {refused}");
        }
    }
    let refused = refusal(&changed("splinter, units", |files| drop(files.insert("frequent.tsv".into(), b"shared\tids\n0\t5\n".to_vec()))));
    assert!(refused.contains("lists frequent.tsv, which kind splinter does not have"), "{refused}");
}

#[test]
fn a_joined_word_of_splinter_consists_of_parts_of_a_word() {
    let files = changed("splinter, units", |files| {
        let vocabulary = table(files, "vocabulary.tsv");
        let mut lines: Vec<&str> = vocabulary.lines().collect();
        let root = lines.iter().position(|line| line.ends_with("\troot")).expect("there is a root");
        // A byte and a root change places; words.tsv goes on with the id of the root.
        lines.swap(10, root);
        files.insert("vocabulary.tsv".into(), (lines.join("\n") + "\n").into_bytes());
        let id = root - 1;
        files.insert("words.tsv".into(), format!("{}word\t{id} {id}\n", table(files, "words.tsv")).into_bytes());
    });
    let refused = refusal(&files);
    assert!(refused.contains("is not a word") || refused.contains("vocabulary.tsv"), "{refused}");
}

#[test]
fn a_word_too_short_for_a_reduction_has_none() {
    for length in [0, 3, 33] {
        let row = |letter: &str| format!("length\treduction\tshare\n{length}\t0:{letter}\t0.5\n").into_bytes();
        let files = changed("splinter, reductions and merges", |files| drop(files.insert("reductions.tsv".into(), row("p"))));
        assert!(refusal(&files).contains("reductions.tsv"));
    }
}

#[test]
fn no_token_is_so_long_that_encoding_is_slow() {
    for kind in ["character_bpe", "unigram", "sentencepiece"] {
        let files = |length: usize| {
            changed(kind, |files| {
                let mut vocabulary = table(files, "vocabulary.tsv");
                vocabulary += &format!("{}\tsubword{}\n", "q".repeat(length), if kind == "character_bpe" { "" } else { "\t-3" });
                files.insert("vocabulary.tsv".into(), vocabulary.into_bytes());
            })
        };
        let refused = refusal(&files(6000));
        assert!(refused.contains("vocabulary.tsv") && refused.contains("a token of 6000 bytes"), "{refused}");
        assert!(Tokenizer::from_files(&files(1024), "here").is_ok(), "{kind}");
    }
}

#[test]
fn merges_of_a_model_that_double_a_token_are_refused_before_they_fill_the_memory() {
    let first = table(&seeds::files("bpe"), "vocabulary.tsv").lines().count() - 1;
    let files = |merges: usize| {
        let rows = (first..first + merges - 1).map(|id| format!("{id}\t{id}\n"));
        let rows: String = std::iter::once("100\t100\n".to_owned()).chain(rows).collect();
        changed("bpe", |files| drop(files.insert("merges.tsv".into(), format!("left\tright\n{rows}").into_bytes())))
    };
    assert!(Tokenizer::from_files(&files(10), "here").is_ok());
    let refused = refusal(&files(11));
    assert!(refused.contains("merges.tsv, line 12: makes a token of 2048 bytes; it may have 1024 at most"), "{refused}");
}

#[test]
fn a_symbol_that_the_model_writes_too_is_refused() {
    let files = seeds::files("sentencepiece, symbols before");
    let mut manifest = mutate::manifest(&files);
    let rows: Vec<String> = table(&files, "vocabulary.tsv").lines().skip(1).map(str::to_owned).collect();
    let spaced = rows.iter().position(|row| row.starts_with('▁') && row.ends_with(|last: char| last.is_ascii_digit()));
    let (symbol, name) = spaced.map(|id| (id, rows[id].split('\t').next().unwrap_or_default())).expect("a piece with a score");
    let byte = |byte: &str| rows.iter().position(|row| row.starts_with(byte)).expect("all bytes are there");
    let mut with = |symbol: usize| {
        manifest["symbols"]["ids"] = json!([symbol]);
        mutate::sealed(files.clone(), manifest.clone())
    };
    let refused = refusal(&with(symbol));
    assert!(refused.contains(&format!("here/morfem.json: the symbol {name:?} is also a piece of the model")), "{refused}");
    assert!(refusal(&with(byte("<0x20>"))).contains("is also a piece"));
    assert!(refusal(&with(byte("<0xC4>"))).contains("is not UTF-8"));
    assert!(refusal(&with(0)).contains("is a special"));
    assert!(refusal(&with(rows.len())).contains("out of range"));
    assert!(Tokenizer::from_files(&with(byte("<0x41>")), "here").is_ok());
}

/// Every kind of artefact but that of the system for tests.
#[test]
fn every_kind_has_mutants() {
    let recorded: Vec<String> =
        seeds::KINDS.iter().map(|kind| mutate::manifest(&seeds::files(kind))["kind"].as_str().unwrap_or_default().to_owned()).collect();
    for system in morfem::systems::SYSTEMS.iter().filter(|system| !system.trainer.about().is_for_tests) {
        for kind in system.kinds {
            assert!(recorded.iter().any(|known| known == kind), "seeds.rs has no {kind}");
        }
    }
}

/// A module with the tests of each of [`seeds::KINDS`].
macro_rules! kinds {
    ($($name:ident: $kind:literal,)*) => {
        const TESTED: &[&str] = &[$($kind),*];

        $(mod $name {
            #[test]
            fn mutants_are_refused_or_lawful() {
                super::mutants_are_refused_or_lawful($kind);
            }

            #[test]
            fn forged_states_of_decoders_are_refused_or_harmless() {
                super::forged_states_are_refused_or_harmless($kind);
            }
        })*
    };
}

#[test]
fn every_seed_is_tested() {
    assert_eq!(TESTED, seeds::KINDS);
}

kinds! {
    bpe: "bpe",
    character_bpe: "character_bpe",
    unigram: "unigram",
    thunder: "thunder",
    imported_model: "sentencepiece",
    mft: "mft",
    morpheus: "morpheus",
    splinter_over_units: "splinter, units",
    splinter_with_merges: "splinter, reductions and merges",
    splinter_with_pieces: "splinter, reductions and pieces",
    union: "union",
    symbols_before_the_space: "sentencepiece, symbols before",
    symbols_after_the_space: "sentencepiece, symbols after",
    symbols_of_a_character_model: "character_bpe, symbols",
    added_specials: "bpe, added specials",
    added_behind_merges: "mft, added specials and roots",
}
