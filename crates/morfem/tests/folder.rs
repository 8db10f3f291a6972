//! The folder of an artefact: what may lie in it, and what happens to it while others read and write.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use morfem::corpus::ChunkCounter;
use morfem::run::progress::Silent;
use morfem::systems::trainer;
use morfem::text::Splitter;
use morfem::train::{SPECIAL_TOKENS, Task};
use morfem::{Error, Result, Tokenizer};

fn trained(name: &str, vocab_size: usize) -> Tokenizer {
    let mut counter = ChunkCounter::new();
    for line in include_str!("../../../tests/texts/tr.txt").lines() {
        Splitter::Gpt2.for_each_chunk(line, |start, end| counter.add(&line.as_bytes()[start..end], 1));
    }
    let specials = SPECIAL_TOKENS.map(String::from).to_vec();
    let task = Task { sizes: vec![vocab_size], specials, splitter: Some(Splitter::Gpt2), ..Task::default() };
    let tokenizer = trainer("bpe").expect("it is listed").train(&counter.into_chunks(), &task, &Silent).expect("it trains").remove(0);
    tokenizer.with_record(tokenizer.record().updated(Some(name.into()), None, None, None, None, None).expect("a name is a name"))
}

/// Loads within five seconds, or the test fails.
fn loaded_in_time(folder: &Path) -> Result<Tokenizer> {
    let (sender, receiver) = mpsc::channel();
    let folder = folder.to_path_buf();
    std::thread::spawn(move || drop(sender.send(Tokenizer::load(&folder))));
    receiver.recv_timeout(Duration::from_secs(5)).expect("loading ends in time")
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    use std::os::unix::fs::symlink;
    let tokenizer = trained("small", 300);
    for name in ["morfem.json", "vocabulary.tsv", "merges.tsv"] {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("folder");
        tokenizer.save(&folder).unwrap();
        let path = folder.join(name);
        let kept = parent.path().join("kept");
        fs::rename(&path, &kept).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(parent.path().join("pipe")).status().unwrap().success());
        for target in ["/dev/zero", "/dev/tty", "../pipe", "..", name] {
            symlink(target, &path).unwrap();
            let refused = loaded_in_time(&folder).err().unwrap_or_else(|| panic!("{name} is {target}"));
            assert!(matches!(refused, Error::Artifact(_) | Error::Io { .. }), "{refused}");
            assert!(refused.to_string().contains(name), "{refused}");
            fs::remove_file(&path).unwrap();
        }
        fs::rename(parent.path().join("pipe"), &path).unwrap();
        let refused = loaded_in_time(&folder).err().unwrap().to_string();
        assert!(refused.contains(name) && refused.contains("not a regular file"), "{refused}");
        fs::remove_file(&path).unwrap();
        // Caches of models keep a link to each file.
        symlink(&kept, &path).unwrap();
        loaded_in_time(&folder).unwrap();
    }
}

#[test]
fn a_file_of_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    trained("small", 300).save(folder.path()).unwrap();
    let file = fs::OpenOptions::new().write(true).open(folder.path().join("merges.tsv")).unwrap();
    file.set_len(1 << 40).unwrap();
    let refused = loaded_in_time(folder.path()).err().unwrap().to_string();
    assert!(refused.contains("merges.tsv: has 1099511627776 bytes"), "{refused}");
}

#[test]
fn what_an_earlier_save_left_behind_does_not_matter() {
    let parent = tempfile::tempdir().unwrap();
    for suffix in ["new", "old", "0.new", "1.new", "2.new", "3.new"] {
        fs::create_dir(parent.path().join(format!(".name.{}.{suffix}", std::process::id()))).unwrap();
    }
    let folder = parent.path().join("name");
    let tokenizer = trained("small", 300);
    (0..3).for_each(|_| tokenizer.save(&folder).unwrap());
    assert_eq!(Tokenizer::load(&folder).unwrap().files(), tokenizer.files());
    // Nothing of its own is left.
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 7);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_stays_one() {
    let parent = tempfile::tempdir().unwrap();
    let tokenizer = trained("small", 300);
    tokenizer.save(&parent.path().join("folder")).unwrap();
    std::os::unix::fs::symlink("folder", parent.path().join("link")).unwrap();
    trained("other", 310).save(&parent.path().join("link")).unwrap();
    assert!(fs::symlink_metadata(parent.path().join("link")).unwrap().is_symlink());
    assert_eq!(Tokenizer::load(&parent.path().join("folder")).unwrap().record().name, "other");
}

/// Saves one of two tokenizers again and again.
fn save_until(stop: impl Fn() -> bool, tokenizers: &[Tokenizer; 2], folder: &Path) -> usize {
    let mut saves = 0;
    while !stop() {
        tokenizers[saves % 2].save(folder).unwrap();
        saves += 1;
    }
    saves
}

/// Where folders change places in one step. The first save finds no folder.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn loads_beside_saves_of_threads_and_processes_give_one_of_the_versions() {
    let tokenizers = [trained("short", 300), trained("longer", 420)];
    if let Some(folder) = std::env::var_os("MORFEM_TEST_SAVES_INTO") {
        let end = Instant::now() + Duration::from_secs(3);
        save_until(|| Instant::now() > end, &tokenizers, Path::new(&folder));
        return;
    }
    let expected = [tokenizers[0].files(), tokenizers[1].files()];
    let parent = tempfile::tempdir().unwrap();
    let folder = &parent.path().join("folder");
    let test = "folder::loads_beside_saves_of_threads_and_processes_give_one_of_the_versions";
    let process = || {
        let mut command = std::process::Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test]).env("MORFEM_TEST_SAVES_INTO", folder).stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let processes = [process(), process()];
    let is_over = AtomicBool::new(false);
    let (saves, loads) = std::thread::scope(|scope| {
        let savers = [(); 2].map(|()| scope.spawn(|| save_until(|| is_over.load(Ordering::Relaxed), &tokenizers, folder)));
        let loaders = [(); 2].map(|()| {
            scope.spawn(|| {
                while !folder.exists() {
                    std::thread::yield_now();
                }
                let mut loads = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let files = Tokenizer::load(folder).unwrap().files();
                    assert!(expected.contains(&files));
                    loads += 1;
                }
                loads
            })
        });
        for mut process in processes {
            assert!(process.wait().unwrap().success());
        }
        is_over.store(true, Ordering::Relaxed);
        (
            savers.map(|saver| saver.join().unwrap()).iter().sum::<usize>(),
            loaders.map(|loader| loader.join().unwrap()).iter().sum::<usize>(),
        )
    });
    println!("{saves} saves of this process, {loads} loads");
    assert!(saves > 10 && loads > 10);
    assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1, "temporary folders are left");
}
