//! Counts of chunks that may exceed memory, that can be saved, and that merge in any order.
//!
//! New chunks are counted in a table in memory. When it has reached its limit, its chunks are written in sorted order to a temporary file,
//! a *run*, and the table begins anew. A saved file is a run too. The counts of a corpus are the sums over all runs and the table. A merge
//! reads all runs at once, from the smallest chunk to the largest, and holds one chunk of each; so it needs little memory, however long
//! the runs are. If there are too many runs to read at once, they are merged into one.
//!
//! Counts are sums that stop at `u32::MAX`. Such sums do not depend on the order of their terms, so the chunks depend only on the texts:
//! not on the limit of memory, on how texts were divided among processes, or on the order of merging.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};

use super::file::{Reader, Writer};
use super::{ChunkCounter, Chunks};
use crate::files::new_file;
use crate::run::stop;
use crate::text::Splitter;
use crate::{Error, Result};

/// Number of runs that are read at once. Each has a buffer of 64 kB and a file handle.
const MOST_RUNS: usize = 64;

/// Distinct chunks of a corpus with their counts.
#[derive(Debug)]
pub struct Counts {
    splitter: Splitter,
    counter: ChunkCounter,
    runs: Vec<Run>,
    memory: usize,
    folder: PathBuf,
}

/// A sorted file. It is read through its handle, so it may be deleted or replaced meanwhile.
#[derive(Debug)]
struct Run {
    file: File,
    name: String,
    chunks: u64,
}

impl Counts {
    /// Empty counts that keep about `memory` bytes in memory, and the rest in temporary files in `folder`. The system removes these
    /// files when the process ends, however it ends. By default there is no limit, and the folder is that of the system.
    pub fn new(splitter: Splitter, memory: Option<usize>, folder: Option<PathBuf>) -> Self {
        let folder = folder.unwrap_or_else(std::env::temp_dir);
        Counts { splitter, counter: ChunkCounter::new(), runs: Vec::new(), memory: memory.unwrap_or(usize::MAX), folder }
    }

    /// The splitter that cuts texts into chunks.
    pub fn splitter(&self) -> Splitter {
        self.splitter
    }

    /// Moves the counts out; empty ones with the same settings stay.
    pub fn take(&mut self) -> Self {
        let empty = Counts::new(self.splitter, Some(self.memory), Some(self.folder.clone()));
        std::mem::replace(self, empty)
    }

    /// Cuts a text, and counts each of its chunks `count` times.
    ///
    /// # Errors
    /// [`Error::Io`] if a temporary file cannot be written.
    pub fn add(&mut self, text: &str, count: u32) -> Result<()> {
        let counter = &mut self.counter;
        self.splitter.for_each_chunk(text, |start, end| counter.add(&text.as_bytes()[start..end], count));
        self.spill()
    }

    /// Adds all that `other` has counted.
    ///
    /// # Errors
    /// [`Error::Argument`] if another splitter cut the chunks of `other`, [`Error::Io`] if a temporary file cannot be written.
    pub fn merge(&mut self, other: Counts) -> Result<()> {
        Self::check_mergeable(self.splitter, other.splitter)?;
        self.runs.extend(other.runs);
        for (chunk, count) in other.counter.chunks.iter() {
            self.counter.add(chunk, count);
            self.spill()?;
        }
        if self.runs.len() > MOST_RUNS { self.merge_runs() } else { Ok(()) }
    }

    /// Checks that the chunks that `splitter` cuts may be added to those that another one cuts.
    ///
    /// # Errors
    /// [`Error::Argument`] if they are two splitters.
    pub fn check_mergeable(splitter: Splitter, other: Splitter) -> Result<()> {
        if splitter == other {
            return Ok(());
        }
        let [this, that] = [splitter, other].map(Splitter::name);
        Err(Error::Argument(format!("chunks cut by {that:?} cannot be added to chunks cut by {this:?}; count with one splitter")))
    }

    /// Number of distinct chunks. Several runs are merged first, because a chunk may be in more than one.
    ///
    /// # Errors
    /// [`Error::Io`] if a temporary file cannot be written or read.
    pub fn distinct(&mut self) -> Result<u64> {
        if self.runs.is_empty() {
            return Ok(self.counter.len() as u64);
        }
        self.write_run()?;
        self.merge_runs()?;
        Ok(self.runs[0].chunks)
    }

    /// The chunks in the order of their bytes.
    ///
    /// # Errors
    /// [`Error::Io`] if a run cannot be read.
    pub fn into_chunks(self) -> Result<Chunks> {
        if self.runs.is_empty() { Ok(self.counter.into_chunks()) } else { self.chunks() }
    }

    /// A copy of the chunks, in the order of their bytes.
    ///
    /// # Errors
    /// [`Error::Io`] if a run cannot be read.
    pub fn chunks(&self) -> Result<Chunks> {
        let mut chunks = Chunks::default();
        self.for_each(|chunk, count| {
            chunks.push(chunk, count);
            Ok(())
        })?;
        Ok(chunks)
    }

    /// Writes a file that [`Counts::load`] reads, whole or not at all.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        new_file::write(path, |file| self.write(file, path.display().to_string()).map(drop))
    }

    /// The counts in a file. The whole file is checked, but its chunks stay in it.
    ///
    /// # Errors
    /// [`Error::Artifact`] with file and byte if the file is damaged, incomplete or of a newer version; [`Error::Io`] if it cannot be read.
    pub fn load(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Error::io(path, error))?;
        let (mut reader, splitter) = Reader::new(&file, name.clone())?;
        let mut chunk = Vec::new();
        while reader.next(&mut chunk)?.is_some() {
            check_now_and_then(reader.chunks());
        }
        let chunks = reader.chunks();
        let mut counts = Counts::new(splitter, None, None);
        counts.runs.push(Run { file, name, chunks });
        Ok(counts)
    }

    /// Writes a run if the table has reached its limit.
    fn spill(&mut self) -> Result<()> {
        if self.counter.memory() < self.memory {
            return Ok(());
        }
        self.write_run()?;
        if self.runs.len() > MOST_RUNS { self.merge_runs() } else { Ok(()) }
    }

    /// Moves the content of the table into a new run.
    fn write_run(&mut self) -> Result<()> {
        if self.counter.is_empty() {
            return Ok(());
        }
        let table = Counts { counter: std::mem::take(&mut self.counter), runs: Vec::new(), folder: self.folder.clone(), ..*self };
        match table.new_run() {
            Ok(run) => self.runs.push(run),
            Err(error) => {
                self.counter = table.counter;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Replaces all runs by one.
    fn merge_runs(&mut self) -> Result<()> {
        if self.runs.len() < 2 {
            return Ok(());
        }
        self.write_run()?;
        self.runs = vec![self.new_run()?];
        Ok(())
    }

    /// A run with all chunks.
    fn new_run(&self) -> Result<Run> {
        let name = format!("a temporary file in {}", self.folder.display());
        let file = tempfile::tempfile_in(&self.folder).map_err(|source| Error::Io { path: name.clone(), source })?;
        let chunks = self.write(&file, name.clone())?;
        Ok(Run { file, name, chunks })
    }

    /// Writes all chunks, and returns their number.
    fn write(&self, file: impl Write, name: String) -> Result<u64> {
        let mut writer = Writer::new(file, name, self.splitter);
        self.for_each(|chunk, count| writer.add(chunk, count))?;
        Ok(writer.finish()?.1)
    }

    /// Calls `take` with each distinct chunk and its count, in the order of the bytes.
    fn for_each(&self, mut take: impl FnMut(&[u8], u32) -> Result<()>) -> Result<()> {
        let table = self.counter.order();
        let mut sources = vec![Source::Table { chunks: &self.counter.chunks, order: table.iter() }];
        for run in &self.runs {
            let mut file = &run.file;
            file.rewind().map_err(|source| Error::Io { path: run.name.clone(), source })?;
            sources.push(Source::Run(Reader::new(file, run.name.clone())?.0));
        }
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (source, content) in sources.iter_mut().enumerate() {
            let mut head = Head { chunk: Vec::new(), count: 0, source };
            if content.advance(&mut head)? {
                heads.push(head);
            }
        }
        let (mut chunk, mut count, mut taken) = (Vec::new(), 0u32, 0);
        while let Some(mut head) = heads.peek_mut() {
            if head.chunk == chunk {
                count = count.saturating_add(head.count);
            } else {
                if count > 0 {
                    take(&chunk, count)?;
                }
                std::mem::swap(&mut chunk, &mut head.chunk);
                count = head.count;
                taken += 1;
                check_now_and_then(taken);
            }
            let source = head.source;
            if !sources[source].advance(&mut head)? {
                std::collections::binary_heap::PeekMut::pop(head);
            }
        }
        if count > 0 { take(&chunk, count) } else { Ok(()) }
    }
}

/// Lets an interrupted call end; `number` counts the steps of a loop.
fn check_now_and_then(number: u64) {
    if number.is_multiple_of(stop::EVERY as u64) {
        stop::check();
    }
}

/// Sorted chunks that are merged.
enum Source<'a> {
    Table { chunks: &'a Chunks, order: std::slice::Iter<'a, u32> },
    Run(Reader<&'a File>),
}

impl Source<'_> {
    /// Replaces the chunk of `head` by the next one. False at the end.
    fn advance(&mut self, head: &mut Head) -> Result<bool> {
        let count = match self {
            Source::Run(reader) => reader.next(&mut head.chunk)?,
            Source::Table { chunks, order } => order.next().map(|&index| {
                let (chunk, count) = chunks.get(index as usize);
                head.chunk.clear();
                head.chunk.extend_from_slice(chunk);
                count
            }),
        };
        head.count = count.unwrap_or(0);
        Ok(count.is_some())
    }
}

/// The next chunk of a source. The greatest head of a heap has the smallest chunk.
struct Head {
    chunk: Vec<u8>,
    count: u32,
    source: usize,
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        other.chunk.cmp(&self.chunk)
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.chunk == other.chunk
    }
}

impl Eq for Head {}

#[cfg(test)]
#[path = "../../tests/inside/corpus_counts.rs"]
mod tests;
