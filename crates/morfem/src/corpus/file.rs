//! The file format of counted chunks.
//!
//! A file begins with [`MAGIC`], the version of the format as one byte, the length of the splitter's name as one byte, and the name. A
//! record follows for each chunk, in the order of the bytes. Neighbours share a prefix, which is not repeated: a record is the length of
//! the prefix that the chunk shares with the chunk before, the length of its remaining bytes, these bytes, and its count. After the last
//! record come two zeros, which cannot begin a record because every chunk has a remaining byte, then the number of chunks (8 bytes,
//! little-endian) and the SHA-256
//! of everything before it. Lengths and counts are LEB128 numbers of the fewest bytes.
//!
//! There is one file for each set of counts, because the shared prefix is the longest one. A reader needs the memory of one chunk. It
//! checks all of the above, so a file that was cut off or damaged is an error with the byte where reading stopped. Memory grows only with
//! bytes that are really in the file, whatever length a record claims.

use std::io::{Read, Write};

use sha2::{Digest, Sha256};

use crate::text::Splitter;
use crate::{Error, Result};

const MAGIC: &[u8] = b"morfem counts\n";
const VERSION: u8 = 1;
const BUFFER: usize = 1 << 16;
const DIGEST: usize = 32;

/// Writes a file. The chunks must come in ascending order, each once.
pub(super) struct Writer<W: Write> {
    name: String,
    file: W,
    buffer: Vec<u8>,
    digest: Sha256,
    last: Vec<u8>,
    chunks: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a file; `name` is for errors.
    pub(super) fn new(file: W, name: String, splitter: Splitter) -> Self {
        let mut buffer = Vec::with_capacity(BUFFER + 64);
        buffer.extend_from_slice(MAGIC);
        buffer.extend([VERSION, splitter.name().len() as u8]);
        buffer.extend_from_slice(splitter.name().as_bytes());
        Writer { name, file, buffer, digest: Sha256::new(), last: Vec::new(), chunks: 0 }
    }

    pub(super) fn add(&mut self, chunk: &[u8], count: u32) -> Result<()> {
        debug_assert!(self.last.as_slice() < chunk && count > 0);
        let shared = self.last.iter().zip(chunk).take_while(|(a, b)| a == b).count();
        write_number(&mut self.buffer, shared as u64);
        write_number(&mut self.buffer, (chunk.len() - shared) as u64);
        self.buffer.extend_from_slice(&chunk[shared..]);
        write_number(&mut self.buffer, count as u64);
        self.last.truncate(shared);
        self.last.extend_from_slice(&chunk[shared..]);
        self.chunks += 1;
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    /// Ends the file, and returns it with the number of chunks.
    pub(super) fn finish(mut self) -> Result<(W, u64)> {
        self.buffer.extend([0, 0]);
        self.buffer.extend(self.chunks.to_le_bytes());
        self.flush()?;
        let digest = std::mem::take(&mut self.digest).finalize();
        self.file.write_all(&digest).and_then(|()| self.file.flush()).map_err(|error| io(&self.name, error))?;
        Ok((self.file, self.chunks))
    }

    fn flush(&mut self) -> Result<()> {
        self.digest.update(&self.buffer);
        self.file.write_all(&self.buffer).map_err(|error| io(&self.name, error))?;
        self.buffer.clear();
        Ok(())
    }
}

/// Reads a file.
pub(super) struct Reader<R: Read> {
    name: String,
    file: R,
    buffer: Box<[u8]>,
    /// The part of the buffer that has not been read yet.
    from: usize,
    to: usize,
    /// The part of the buffer before this has been hashed.
    hashed: usize,
    digest: Sha256,
    /// Bytes of the file before the buffer.
    before: u64,
    chunk: Vec<u8>,
    chunks: u64,
    is_finished: bool,
}

impl<R: Read> Reader<R> {
    /// Begins to read a file, and returns the splitter that cut its chunks. `name` is for errors.
    pub(super) fn new(file: R, name: String) -> Result<(Self, Splitter)> {
        let mut reader = Reader {
            name,
            file,
            buffer: vec![0; BUFFER].into(),
            from: 0,
            to: 0,
            hashed: 0,
            digest: Sha256::new(),
            before: 0,
            chunk: Vec::new(),
            chunks: 0,
            is_finished: false,
        };
        if reader.bytes(MAGIC.len()).ok().as_deref() != Some(MAGIC) {
            return Err(Error::Artifact(format!("{}: is not a file of counts, which ChunkCounts.save writes", reader.name)));
        }
        let version = reader.byte()?;
        if version != VERSION {
            let fault =
                format!("is a file of counts of version {version}, but this morfem reads version {VERSION}; install a newer morfem");
            return Err(Error::Artifact(format!("{}: {fault}", reader.name)));
        }
        let length = reader.byte()? as usize;
        let name = reader.bytes(length)?;
        match Splitter::ALL.into_iter().find(|splitter| splitter.name().as_bytes() == name) {
            Some(splitter) => Ok((reader, splitter)),
            None => Err(reader.fault(&format!("unknown splitter {:?}; install a newer morfem", String::from_utf8_lossy(&name)))),
        }
    }

    /// The next chunk, which replaces the content of `into`, and its count; None at the end.
    pub(super) fn next(&mut self, into: &mut Vec<u8>) -> Result<Option<u32>> {
        if self.is_finished {
            return Ok(None);
        }
        let (shared, rest) = (self.number()?, self.number()?);
        if rest == 0 {
            return self.end(shared);
        }
        if shared > self.chunk.len() as u64 {
            return Err(self.damaged(&format!("a chunk shares {shared} bytes with a chunk of {}", self.chunk.len())));
        }
        let (shared, first) = (shared as usize, self.byte()?);
        if self.chunk.get(shared).is_some_and(|&other| first <= other) {
            return Err(self.damaged("a chunk is not behind the one before it"));
        }
        self.chunk.truncate(shared);
        self.chunk.push(first);
        self.extend(rest - 1)?;
        if std::str::from_utf8(&self.chunk).is_err() {
            return Err(self.damaged("a chunk is not UTF-8"));
        }
        let count = self.number()?;
        let Some(count) = u32::try_from(count).ok().filter(|&count| count > 0) else {
            return Err(self.damaged(&format!("{count} is not a count from 1 to {}", u32::MAX)));
        };
        self.chunks += 1;
        into.clear();
        into.extend_from_slice(&self.chunk);
        Ok(Some(count))
    }

    /// Number of chunks read so far.
    pub(super) fn chunks(&self) -> u64 {
        self.chunks
    }

    /// Checks the bytes after the last chunk.
    fn end(&mut self, shared: u64) -> Result<Option<u32>> {
        let chunks = u64::from_le_bytes(self.bytes(8)?.try_into().expect("eight bytes"));
        if shared != 0 || chunks != self.chunks {
            return Err(self.damaged(&format!("the file ends after {} chunks of {chunks}", self.chunks)));
        }
        self.digest.update(&self.buffer[self.hashed..self.from]);
        self.hashed = self.from;
        let digest = std::mem::take(&mut self.digest).finalize();
        if self.bytes(DIGEST)? != digest.as_slice() {
            return Err(self.damaged("the content does not fit its hash"));
        }
        if self.fill()? {
            return Err(self.damaged("bytes follow the end"));
        }
        self.is_finished = true;
        Ok(None)
    }

    /// A number.
    fn number(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = (byte & 127) as u64;
            if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
                break;
            }
            number |= bits << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(self.damaged("a number has too many bits or bytes"))
    }

    #[inline]
    fn byte(&mut self) -> Result<u8> {
        if self.from == self.to && !self.fill()? {
            return Err(self.damaged("the file ends too early"));
        }
        self.from += 1;
        Ok(self.buffer[self.from - 1])
    }

    fn bytes(&mut self, length: usize) -> Result<Vec<u8>> {
        (0..length).map(|_| self.byte()).collect()
    }

    /// Appends the next `length` bytes to the chunk.
    fn extend(&mut self, mut length: u64) -> Result<()> {
        while length > 0 {
            if self.from == self.to && !self.fill()? {
                return Err(self.damaged("the file ends too early"));
            }
            let taken = length.min((self.to - self.from) as u64);
            self.chunk.extend_from_slice(&self.buffer[self.from..self.from + taken as usize]);
            self.from += taken as usize;
            length -= taken;
        }
        Ok(())
    }

    /// Reads on, after the whole buffer has been read. False at the end of the file.
    fn fill(&mut self) -> Result<bool> {
        if self.from < self.to {
            return Ok(true);
        }
        self.digest.update(&self.buffer[self.hashed..self.to]);
        self.before += self.to as u64;
        (self.from, self.hashed, self.to) = (0, 0, 0);
        self.to = loop {
            match self.file.read(&mut self.buffer) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                read => break read.map_err(|error| io(&self.name, error))?,
            }
        };
        Ok(self.to > 0)
    }

    fn damaged(&self, what: &str) -> Error {
        self.fault(&format!("{what}; the file is damaged, so count again"))
    }

    fn fault(&self, what: &str) -> Error {
        Error::Artifact(format!("{}, byte {}: {what}", self.name, self.before + self.from as u64))
    }
}

/// An input or output error of the file called `name`.
fn io(name: &str, source: std::io::Error) -> Error {
    Error::Io { path: name.to_owned(), source }
}

fn write_number(into: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        into.push(number as u8 | 128);
        number >>= 7;
    }
    into.push(number as u8);
}

#[cfg(test)]
#[path = "../../tests/inside/corpus_file.rs"]
mod tests;
