//! Many texts at once, on the threads of the current rayon pool.

use rayon::prelude::*;

use super::Tokenizer;
use crate::Result;
use crate::encoding::Encoding;
use crate::stop::Stop;

impl Tokenizer {
    /// [`Tokenizer::encode`] for many texts on the threads of the current rayon pool.
    pub fn encode_batch(&self, texts: &[&str], parse_special: bool) -> Vec<Encoding> {
        let stop = Stop::current();
        texts.par_iter().map_init(|| stop.known(), |_, text| self.encode(text, parse_special)).collect()
    }

    /// The ids of many texts in one array, and where those of each text begin: text i has `ids[indptr[i]..indptr[i + 1]]`.
    pub fn encode_ids_batch(&self, texts: &[&str], parse_special: bool) -> (Vec<u32>, Vec<i64>) {
        let stop = Stop::current();
        let parts: Vec<(Vec<u32>, Vec<i64>)> = shares(texts, shares_for(rayon::current_num_threads()))
            .into_par_iter()
            .map(|share| {
                let _known = stop.known();
                let mut ids = Vec::with_capacity(share.iter().map(|text| text.len()).sum::<usize>() / 3);
                let mut ends = Vec::with_capacity(share.len());
                self.with_buffers(|buffers| {
                    for text in share {
                        self.append_ids(text, parse_special, buffers, &mut ids);
                        ends.push(ids.len() as i64);
                    }
                });
                (ids, ends)
            })
            .collect();
        let mut indptr = Vec::with_capacity(texts.len() + 1);
        indptr.push(0);
        for (_, ends) in &parts {
            let start = indptr[indptr.len() - 1];
            indptr.extend(ends.iter().map(|end| start + end));
        }
        let mut parts = parts.into_iter().map(|(ids, _)| ids);
        let mut ids = parts.next().unwrap_or_default();
        parts.for_each(|part| ids.extend_from_slice(&part));
        (ids, indptr)
    }

    /// [`Tokenizer::decode`] for many lists of ids on the threads of the current rayon pool.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode_batch(&self, batch: &[Vec<i64>], skip_special: bool) -> Result<Vec<String>> {
        let stop = Stop::current();
        batch.par_iter().map_init(|| stop.known(), |_, ids| self.decode(ids, skip_special)).collect()
    }

    /// [`Tokenizer::decode_bytes`] for many lists of ids on the threads of the current rayon pool.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] if an id is out of range.
    pub fn decode_bytes_batch(&self, batch: &[Vec<i64>], skip_special: bool) -> Result<Vec<Vec<u8>>> {
        let stop = Stop::current();
        batch.par_iter().map_init(|| stop.known(), |_, ids| self.decode_bytes(ids, skip_special)).collect()
    }
}

/// The number of shares for `threads` threads: several per thread, so that they finish at about the same time; one for a single thread.
fn shares_for(threads: usize) -> usize {
    if threads == 1 { 1 } else { 4 * threads }
}

/// Cuts `texts` into `count` runs of about equal size in bytes.
fn shares<'a, 'b>(texts: &'a [&'b str], count: usize) -> Vec<&'a [&'b str]> {
    let total: usize = texts.iter().map(|text| text.len() + 1).sum();
    let mut shares = Vec::with_capacity(count);
    let (mut start, mut size) = (0, 0);
    for (index, text) in texts.iter().enumerate() {
        size += text.len() + 1;
        if size * count >= total * (shares.len() + 1) {
            shares.push(&texts[start..=index]);
            start = index + 1;
        }
    }
    shares.push(&texts[start..]);
    shares
}
