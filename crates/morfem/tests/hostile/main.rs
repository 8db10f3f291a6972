//! Artefacts as an attacker writes them: all hashes are right, the content is not.
//!
//! Whatever lies in the files, loading is refused with a typed error within five seconds and one gigabyte, or the tokenizer obeys the laws. The
//! fuzz target `artifact` does the same without an end.

mod laws;
mod mutate;
mod seeds;

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use morfem::{Error, Tokenizer};
use mutate::{Choices, mutant};

/// Counts the memory in use, of all tests together, and ends the program beyond a gigabyte.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
const MOST_MEMORY: usize = 1 << 30;
const MOST_TIME: Duration = Duration::from_secs(5);

// SAFETY: every call is passed on to the system's allocator.
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

const MUTANTS: u64 = 2000;

/// What is wrong with what loading says of a mutant.
fn verdict(files: &morfem::artifact::Files, choices: &mut Choices) -> Result<bool, String> {
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
    laws::check(&Tokenizer::from_files(&files, "seed").expect("it loads"), &mut Choices::new(&[], 0)).expect("the tokenizer obeys the laws");
    let (first, count) = match std::env::var("MORFEM_MUTANTS").ok().and_then(|range| Some(range.split_once(',')?.clone().0.to_owned()).zip(range.split_once(',').map(|r| r.1.to_owned()))) {
        Some((first, count)) => (first.parse().unwrap(), count.parse().unwrap()),
        None => (0, MUTANTS),
    };
    let (mut loaded, mut failures) = (0, Vec::new());
    std::panic::set_hook(Box::new(|panic| PANIC.with_borrow_mut(|text| *text = panic.to_string())));
    for seed in first..first + count {
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
    println!("{kind}: {loaded} of {count} mutants load");
    assert!(failures.is_empty(), "{kind}: {} of {count} mutants are lawless:\n{}", failures.len(), failures[..failures.len().min(25)].join("\n"));
}

thread_local! {
    static PANIC: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// The first lines in which a mutant differs from what it was.
fn difference(files: &morfem::artifact::Files, mutant: &morfem::artifact::Files) -> String {
    let mut lines = String::new();
    let shortened = |line: Option<&str>| line.map(|line| line.chars().take(80).collect::<String>());
    for (name, content) in mutant {
        let [before, after] = [files.get(name).map_or(&[][..], Vec::as_slice), content].map(String::from_utf8_lossy);
        let changed = |(_, (before, after)): &(usize, (Option<&str>, Option<&str>))| before != after;
        let is_hash = |line: Option<&str>| line.is_some_and(|line| line.contains("\"hash\": \"") || line.contains(".tsv\": \"") || line.contains("toml\": \""));
        let count = before.lines().count().max(after.lines().count());
        let pairs = (0..count).map(|at| (at, (before.lines().nth(at), after.lines().nth(at))));
        for (at, (before, after)) in pairs.filter(changed).filter(|pair| !is_hash(pair.1.1)).take(2) {
            lines += &format!("    {name}, line {}: {:?} -> {:?}\n", at + 1, shortened(before), shortened(after));
        }
    }
    lines
}

macro_rules! kinds {
    ($($test:ident: $kind:literal,)*) => {
        $(#[test]
        fn $test() {
            mutants_are_refused_or_lawful($kind);
        })*
    };
}

kinds! {
    mutants_of_bpe_are_refused_or_lawful: "bpe",
    mutants_of_unigram_are_refused_or_lawful: "unigram",
    mutants_of_thunder_are_refused_or_lawful: "thunder",
    mutants_of_an_imported_model_are_refused_or_lawful: "sentencepiece",
    mutants_of_mft_are_refused_or_lawful: "mft",
    mutants_of_morpheus_are_refused_or_lawful: "morpheus",
    mutants_of_splinter_over_units_are_refused_or_lawful: "splinter, units",
    mutants_of_splinter_with_merges_are_refused_or_lawful: "splinter, reductions and merges",
    mutants_of_splinter_with_pieces_are_refused_or_lawful: "splinter, reductions and pieces",
}
