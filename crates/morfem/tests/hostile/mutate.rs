//! Mutants of artefacts whose hashes are right, so that what stands behind the hashes is reached.
//!
//! A mutant is made by one to three changes to the files of an artefact; then every hash is computed again, and mostly the vocabulary's
//! size and specials too. What changes is drawn from [`Choices`]: a seed in the test, the fuzzer's bytes in `fuzz/`.

use morfem::files::record::{Files, member_file};
use morfem::systems::SYSTEMS;
use morfem::text::Splitter;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const RECORD: &str = "morfem.json";
const VOCABULARY: &str = "vocabulary.tsv";

/// Where choices come from: given bytes first, then a generator (SplitMix64) that they seed.
pub struct Choices<'a> {
    bytes: &'a [u8],
    state: u64,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8], seed: u64) -> Self {
        Choices { bytes, state: bytes.iter().fold(seed, |state, &byte| state.wrapping_mul(31).wrapping_add(byte.into())) }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        if let Some((head, rest)) = self.bytes.split_at_checked(4) {
            self.bytes = rest;
            return u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize % limit.max(1);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) as usize) % limit.max(1)
    }

    pub fn pick<'t, T>(&mut self, list: &'t [T]) -> &'t T {
        &list[self.below(list.len())]
    }
}

const SIGNS: [&str; 30] = [
    "a",
    "é",
    "ב",
    "ت",
    " ",
    "▁",
    "·",
    "+",
    "<",
    ">",
    "\\",
    "-",
    "_",
    ":",
    "=",
    "~",
    ".",
    "@",
    "*",
    "|",
    "\t",
    "\n",
    "\r",
    "\"",
    "'",
    "#",
    "\0",
    "\u{301}",
    "I",
    "\u{10ffff}",
];
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "5",
    "40",
    "255",
    "256",
    "259",
    "300",
    "65536",
    "4294967295",
    "18446744073709551616",
    "1e300",
    "-1e300",
    "1e999",
    "nan",
    "0.0001",
];
const KINDS: [&str; 11] = ["special", "byte", "mark", "space", "symbol", "subword", "affix", "pattern", "root", "word", "phrase"];
/// The files that an artefact of any kind may have.
const COMMON_FILES: [&str; 5] = ["vocabulary.tsv", "merges.tsv", "unit_pieces.tsv", "frequent.tsv", "README.md"];
const CUTS: [&str; 2] = ["before_space", "after_space"];

/// Every value of `kind` in a record.
fn kinds() -> Vec<&'static str> {
    SYSTEMS.iter().flat_map(|system| system.kinds).copied().collect()
}

/// The names of all files that an artefact may have beside its record, those of members aside.
fn file_names() -> Vec<&'static str> {
    let of_systems = SYSTEMS.iter().flat_map(|system| system.files.iter().chain(system.optional_files));
    COMMON_FILES.iter().chain(of_systems).copied().collect()
}

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Puts a manifest into the files, with the right hashes of those that it lists.
pub fn sealed(mut files: Files, mut manifest: Value) -> Files {
    if let Some(listed) = manifest.get_mut("files").and_then(Value::as_object_mut) {
        for (name, known) in listed {
            if let Some(content) = files.get(name) {
                *known = json!(hash(content));
            }
        }
    }
    if manifest.get("hash").is_some() {
        manifest["hash"] = json!("");
        manifest["hash"] = json!(hash(&written(&manifest)));
    }
    files.insert(RECORD.into(), written(&manifest));
    files
}

fn written(manifest: &Value) -> Vec<u8> {
    [serde_json::to_vec_pretty(manifest).expect("plain data"), b"\n".to_vec()].concat()
}

/// The manifest of an artefact.
pub fn manifest(files: &Files) -> Value {
    serde_json::from_slice(&files[RECORD]).expect("the artefact has been written by this program")
}

/// A mutant of an artefact.
pub fn mutant(files: &Files, choices: &mut Choices) -> Files {
    let mut manifest = manifest(files);
    let mut files = files.clone();
    files.remove(RECORD);
    change(&mut files, &mut manifest, choices);
    sealed(files, manifest)
}

/// Makes one to three changes.
fn change(files: &mut Files, manifest: &mut Value, choices: &mut Choices) {
    let has_symbols = manifest.get("symbols").is_some_and(Value::is_object);
    let members: Vec<String> = files.keys().filter_map(|name| name.strip_suffix(".morfem.json")).map(str::to_owned).collect();
    for _ in 0..=choices.below(3) {
        match choices.below(16) {
            0..2 => change_record(manifest, choices),
            2 => change_folder(files, manifest, choices),
            3..9 if has_symbols => change_symbols(manifest, choices),
            3..12 if !members.is_empty() => {
                let member = choices.pick(&members);
                change_member(files, manifest, member, choices);
            }
            _ => change_table(files, choices),
        }
    }
    if choices.below(8) > 0 {
        count(files, manifest);
    }
}

/// Changes the artefact of a member, whose hashes are right again afterwards.
fn change_member(files: &mut Files, manifest: &mut Value, member: &str, choices: &mut Choices) {
    let prefix = format!("{member}.");
    let mut own: Files =
        files.iter().filter_map(|(name, content)| Some((name.strip_prefix(&prefix)?.to_owned(), content.clone()))).collect();
    let Some(mut of_member) = own.remove(RECORD).and_then(|record| serde_json::from_slice(&record).ok()) else { return };
    change(&mut own, &mut of_member, choices);
    let Some(listed) = manifest.get_mut("files").and_then(Value::as_object_mut) else { return };
    files.retain(|name, _| !name.starts_with(&prefix));
    listed.retain(|name, _| !name.starts_with(&prefix));
    for (name, content) in sealed(own, of_member) {
        listed.insert(format!("{prefix}{name}"), json!(""));
        files.insert(format!("{prefix}{name}"), content);
    }
}

/// Changes the symbols of an imported tokenizer.
fn change_symbols(manifest: &mut Value, choices: &mut Choices) {
    let size = manifest.get("vocab_size").and_then(Value::as_u64).unwrap_or_default() as usize;
    if choices.below(8) == 0 {
        manifest["space_before"] = json!(choices.below(2) == 0);
    }
    let Some(symbols) = manifest.get_mut("symbols").and_then(Value::as_object_mut) else { return };
    match choices.below(6) {
        0 => drop(symbols.insert("spaces_each_part".into(), json!(choices.below(2) == 0))),
        1 => drop(symbols.insert("cut".into(), json!(choices.pick(&CUTS)))),
        2 => drop(symbols.insert("ids".into(), json!([]))),
        _ => {
            // Specials and bytes come first; most of them are refused.
            let least = if choices.below(3) == 0 { 0 } else { size / 2 };
            let mut ids: Vec<usize> = (0..=choices.below(8)).map(|_| least + choices.below(size - least)).collect();
            // A list that is not in order is refused.
            if choices.below(8) > 0 {
                ids.sort_unstable();
                ids.dedup();
            }
            drop(symbols.insert("ids".into(), json!(ids)));
        }
    }
}

/// Lets the manifest say what the vocabulary has.
pub fn count(files: &Files, manifest: &mut Value) {
    let Some(text) = files.get(VOCABULARY).and_then(|content| std::str::from_utf8(content).ok()) else { return };
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let specials: Vec<&str> = rows.iter().filter(|row| row.get(1) == Some(&"special")).map(|row| row[0]).collect();
    // A byte-pair model does not list what its merges make.
    let merges = files.get("merges.tsv").and_then(|content| std::str::from_utf8(content).ok()).unwrap_or_default();
    let made = if merges.starts_with("left\tright\n") { merges.lines().count() - 1 } else { 0 };
    manifest["vocab_size"] = json!(rows.len() + made);
    manifest["special_tokens"] = json!(specials);
}

fn change_record(manifest: &mut Value, choices: &mut Choices) {
    let Some(entries) = manifest.as_object_mut() else { return };
    let keys: Vec<String> = entries.keys().cloned().collect();
    let key = choices.pick(&keys).clone();
    let number = *choices.pick(&NUMBERS);
    let nested = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let mut values =
        vec![json!(null), json!(true), json!(true), json!(false), json!(""), json!([]), json!({}), json!(-20.5), json!("\0\u{301}")];
    let (kinds, splitters) = (kinds(), Splitter::ALL.map(Splitter::name));
    values.extend(kinds.iter().chain(&splitters).map(|name| json!(name)));
    values.extend([nested, json!(number), json!(number.parse::<u64>().ok()), json!(number.parse::<f64>().ok()), json!([number, number])]);
    match choices.below(14) {
        0 => drop(entries.remove(&key)),
        1 => drop(entries.insert(format!("{key}2"), json!(1))),
        2 | 3 => drop(entries.insert("space_before".into(), json!(true))),
        4 => drop(entries.insert("kind".into(), json!(choices.pick(&kinds)))),
        5 => drop(entries.insert("splitter".into(), json!(choices.pick(&splitters)))),
        6 => drop(entries.insert("unknown_score".into(), json!(-20.5))),
        7 => drop(entries.insert("added".into(), json!(choices.below(5)))),
        8 => drop(entries.insert("symbols".into(), symbols(choices))),
        _ => drop(entries.insert(key, choices.pick(&values).clone())),
    }
}

/// No symbols, with any way to cut.
pub fn symbols(choices: &mut Choices) -> Value {
    json!({"ids": [], "cut": choices.pick(&CUTS), "spaces_each_part": choices.below(2) == 0})
}

fn change_folder(files: &mut Files, manifest: &mut Value, choices: &mut Choices) {
    let names: Vec<String> = files.keys().cloned().collect();
    if names.is_empty() {
        return;
    }
    let name = choices.pick(&names).clone();
    let added = choices.pick(&file_names()).to_string();
    let content = choices
        .pick(&[files[&name].clone(), Vec::new(), b"left\tright\tproduct\n".to_vec(), b"chunk\tids\n a\t5\n".to_vec(), vec![0xff]])
        .clone();
    let Some(listed) = manifest.get_mut("files").and_then(Value::as_object_mut) else { return };
    match choices.below(6) {
        0 => drop(files.remove(&name)),
        1 => drop((files.remove(&name), listed.remove(&name))),
        2 => drop(files.insert(name, Vec::new())),
        3 => drop((files.insert(added.clone(), content), listed.insert(added, json!("")))),
        4 => drop(files.insert(added, content)),
        _ => drop(listed.insert(choices.pick(&["../x", "/etc/passwd", "morfem.json", ""]).to_string(), json!(""))),
    }
}

fn change_table(files: &mut Files, choices: &mut Choices) {
    // A change of a member's file alone does not match the hash in the member's record.
    let names: Vec<String> = files.keys().filter(|name| *name != "README.md" && member_file(name).is_none()).cloned().collect();
    if names.is_empty() {
        return;
    }
    let name = choices.pick(&names).clone();
    let content = files[&name].clone();
    let Ok(text) = std::str::from_utf8(&content) else { return };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() || choices.below(12) == 0 {
        let mut bytes = content;
        let at = choices.below(bytes.len().max(1));
        match choices.below(3) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << choices.below(8),
            1 if !bytes.is_empty() => bytes.truncate(at),
            _ => drop(bytes.splice(at.min(bytes.len()).., *b"\xe2\x96")),
        }
        files.insert(name, bytes);
        return;
    }
    let (line, other) = (choices.below(lines.len()), choices.below(lines.len()));
    match choices.below(12) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(other, lines[line].clone()),
        2 => lines.swap(line, other),
        _ => lines[line] = changed_line(&lines[line], &lines[other], choices),
    }
    files.insert(name, (lines.join("\n") + "\n").into_bytes());
}

/// A line with one cell changed; `other` is a line of the same table.
fn changed_line(line: &str, other: &str, choices: &mut Choices) -> String {
    let mut cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
    let (cell, there) = (choices.below(cells.len()), choices.below(cells.len()));
    match choices.below(12) {
        0 => cells.swap(cell, there),
        1..4 => {
            if let Some(taken) = other.split('\t').nth(cell) {
                cells[cell] = taken.to_owned();
            }
        }
        4 => cells[cell] = choices.pick(&NUMBERS).to_string(),
        5 => cells[cell] = choices.pick(&KINDS).to_string(),
        6 => {
            // One of several ids or parts.
            let mut parts: Vec<&str> = line.split('\t').nth(cell).unwrap_or_default().split(' ').collect();
            let part = choices.below(parts.len());
            let taken = other.split(['\t', ' ']).next_back().unwrap_or_default();
            match choices.below(3) {
                0 => drop(parts.remove(part)),
                1 => parts[part] = taken,
                _ => parts.insert(part, taken),
            }
            cells[cell] = parts.join(" ");
        }
        7 => cells[cell] = cells[cell].repeat([2, 40, 400, 3000][choices.below(4)]),
        8 => drop(cells.remove(cell)),
        choice => {
            let mut letters: Vec<char> = cells[cell].chars().collect();
            let at = choices.below(letters.len() + 1);
            if choice == 9 && at < letters.len() {
                letters.remove(at);
            }
            letters.splice(at..at, choices.pick(&SIGNS).chars());
            cells[cell] = letters.into_iter().collect();
        }
    }
    cells.join("\t")
}
