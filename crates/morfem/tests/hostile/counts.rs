//! Files of counted chunks as an attacker writes them: the hash is right, the content is not.
//!
//! Equal counts give equal files. So a file is refused with a typed error, or saving what it holds writes the very same bytes. A mutant is
//! made from a valid file by one to three changes to its records or its bytes; then the hash is computed again.

use std::path::Path;

use morfem::Error;
use morfem::corpus::Counts;
use morfem::text::Splitter;
use sha2::{Digest, Sha256};

use super::mutate::Choices;

/// Numbers at which a length or a count may go wrong.
const NUMBERS: [u64; 14] =
    [0, 1, 2, 3, 63, 127, 128, 255, 65_535, u32::MAX as u64, u32::MAX as u64 + 1, i64::MAX as u64, u64::MAX - 1, u64::MAX];

/// A record: the bytes that a chunk shares with the one before, its claimed and its real remaining bytes, and its count.
#[derive(Clone)]
struct Record {
    shared: u64,
    length: u64,
    rest: Vec<u8>,
    count: u64,
}

/// The parts of a file before its hash.
#[derive(Clone)]
pub struct File {
    head: Vec<u8>,
    records: Vec<Record>,
    end: [u8; 2],
    chunks: u64,
}

impl File {
    /// The file of the chunks of `texts`.
    pub fn of(splitter: Splitter, texts: &[&str]) -> Self {
        let mut counts = Counts::new(splitter, None, None);
        texts.iter().for_each(|text| counts.add(text, 3).expect("it is counted in memory"));
        let mut head = b"morfem counts\n\x01".to_vec();
        head.push(splitter.name().len() as u8);
        head.extend(splitter.name().as_bytes());
        let mut records = Vec::new();
        let mut last: Vec<u8> = Vec::new();
        for (chunk, count) in counts.into_chunks().expect("they are in memory").iter() {
            let shared = last.iter().zip(chunk).take_while(|(a, b)| a == b).count();
            let rest = chunk[shared..].to_vec();
            records.push(Record { shared: shared as u64, length: rest.len() as u64, rest, count: count.into() });
            last = chunk.to_vec();
        }
        File { head, chunks: records.len() as u64, records, end: [0, 0] }
    }

    /// The bytes of the file before its hash; numbers from the one at `padded` on have a byte more than they need.
    fn content(&self, padded: usize) -> Vec<u8> {
        let mut bytes = self.head.clone();
        let mut written = 0;
        let mut number = |bytes: &mut Vec<u8>, mut number: u64| {
            while number >= 128 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            written += 1;
            bytes.extend(if written > padded { vec![number as u8 | 128, 0] } else { vec![number as u8] });
        };
        for record in &self.records {
            number(&mut bytes, record.shared);
            number(&mut bytes, record.length);
            bytes.extend(&record.rest);
            number(&mut bytes, record.count);
        }
        bytes.extend(self.end);
        bytes.extend(self.chunks.to_le_bytes());
        bytes
    }

    /// The whole file.
    pub fn whole(&self) -> Vec<u8> {
        sealed(self.content(usize::MAX))
    }

    /// Changes one of the records.
    fn change_a_record(&mut self, choices: &mut Choices) {
        if self.records.is_empty() {
            return;
        }
        let (at, other) = (choices.below(self.records.len()), choices.below(self.records.len()));
        let number = *choices.pick(&NUMBERS);
        let change = choices.below(9);
        let record = &mut self.records[at];
        match change {
            0 => record.shared = number,
            1 => record.length = number,
            2 => record.count = number,
            3 => record.shared = record.shared.wrapping_add_signed(choices.below(5) as i64 - 2),
            4 => {
                let place = choices.below(record.rest.len());
                if let Some(byte) = record.rest.get_mut(place) {
                    *byte = choices.below(256) as u8;
                }
            }
            5 => {
                record.rest.truncate(choices.below(record.rest.len() + 1));
                record.length = record.rest.len() as u64;
            }
            6 => self.records.swap(at, other),
            7 => {
                let copy = record.clone();
                self.records.insert(other, copy);
            }
            _ => drop(self.records.remove(at)),
        }
        self.chunks = self.records.len() as u64;
    }
}

/// A file with one to three changes, behind the right hash.
pub fn mutant(file: &File, choices: &mut Choices) -> Vec<u8> {
    let mut file = file.clone();
    let (mut padded, mut tail) = (usize::MAX, Vec::new());
    let mut raw: Vec<(usize, u8)> = Vec::new();
    let mut cut = None;
    for _ in 0..=choices.below(3) {
        match choices.below(16) {
            0 => file.chunks = *choices.pick(&NUMBERS),
            1 => file.head[14] = choices.below(256) as u8,
            2 => {
                let name = choices.pick(&["words", "gpt2", "thunder", "whole", "", "mystery"]).as_bytes();
                file.head.truncate(15);
                file.head.push(name.len() as u8);
                file.head.extend(name);
            }
            3 => file.end[choices.below(2)] = choices.below(256) as u8,
            4 => padded = choices.below(3 * file.records.len() + 1),
            5 => tail.push(choices.below(256) as u8),
            6 => cut = Some(choices.below(1 << 16)),
            7 => raw.push((choices.below(1 << 16), choices.below(256) as u8)),
            _ => file.change_a_record(choices),
        }
    }
    let mut content = file.content(padded);
    content.truncate(cut.map_or(content.len(), |cut| cut % (content.len() + 1)));
    for (at, byte) in raw {
        let length = content.len().max(1);
        if let Some(place) = content.get_mut(at % length) {
            *place = byte;
        }
    }
    [sealed(content), tail].concat()
}

/// What is wrong with what loading says of a file, if anything is; else whether it loads.
pub fn check(content: &[u8], folder: &Path) -> Result<bool, String> {
    let (path, again) = (folder.join("mutant.counts"), folder.join("again.counts"));
    std::fs::write(&path, content).map_err(|error| error.to_string())?;
    let counts = match Counts::load(&path) {
        Ok(counts) => counts,
        Err(Error::Artifact(_)) => return Ok(false),
        Err(error) => return Err(format!("refused with another error: {error:?}")),
    };
    counts.save(&again).map_err(|error| format!("what was loaded cannot be saved: {error}"))?;
    if std::fs::read(&again).map_err(|error| error.to_string())? != content {
        return Err("saving again writes another file".into());
    }
    Ok(true)
}

fn sealed(mut content: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::digest(&content);
    content.extend(digest);
    content
}
