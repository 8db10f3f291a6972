//! Many texts at once, on the threads of the current rayon pool.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::{LazyEncoding, Tokenizer};
use crate::run::stop::Stop;
use crate::{Error, Result};

impl Tokenizer {
    /// [`Tokenizer::encode_lazily`] for many texts on the threads of the current rayon pool.
    pub fn encode_batch(self: &Arc<Self>, texts: &[&str], parse_special: bool) -> Vec<LazyEncoding> {
        let stop = Stop::current();
        texts.par_iter().map_init(|| stop.known(), |_, text| self.encode_lazily(text, parse_special)).collect()
    }

    /// The ids of many texts in one array, and where those of each text begin: text i has `ids[indptr[i]..indptr[i + 1]]`.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let (ids, indptr) = tokenizer.encode_ids_batch(&["ev", "evler"], false);
    /// assert_eq!(indptr, [0, 1, 3]);
    /// assert_eq!(ids[1..3], tokenizer.encode_ids("evler", false));
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn encode_ids_batch(&self, texts: &[&str], parse_special: bool) -> (Vec<u32>, Vec<i64>) {
        let stop = Stop::current();
        let threads = rayon::current_num_threads();
        let shares = shares(texts, if threads == 1 { 1 } else { SHARES * threads });
        let claims = Claims::new(shares.len(), threads);
        // Each task claims a share when it begins, because only then it is known which thread it runs on.
        let mut parts: Vec<(usize, Vec<u32>, Vec<i64>)> = (0..shares.len())
            .into_par_iter()
            .with_max_len(1)
            .map(|_| {
                let _known = stop.known();
                let number = claims.next(rayon::current_thread_index().unwrap_or(0));
                let share = shares[number];
                let mut ids = Vec::with_capacity(share.iter().map(|text| text.len()).sum::<usize>() / 3);
                let mut ends = Vec::with_capacity(share.len());
                self.with_buffers(|buffers| {
                    for text in share {
                        self.append_ids(text, parse_special, None, buffers, &mut ids);
                        ends.push(ids.len() as i64);
                    }
                });
                (number, ids, ends)
            })
            .collect();
        parts.sort_unstable_by_key(|&(number, ..)| number);
        let mut indptr = Vec::with_capacity(texts.len() + 1);
        indptr.push(0);
        for (_, _, ends) in &parts {
            let start = indptr[indptr.len() - 1];
            indptr.extend(ends.iter().map(|end| start + end));
        }
        (joined(parts.into_iter().map(|(_, ids, _)| ids).collect()), indptr)
    }

    /// [`Tokenizer::decode_bytes`] for many lists of ids on the threads of the current rayon pool.
    ///
    /// # Errors
    /// [`Error::Vocabulary`] that names the list and the position of an id that is out of range.
    pub fn decode_bytes_batch(&self, batch: &[Vec<i64>], skip_special: bool) -> Result<Vec<Vec<u8>>> {
        let stop = Stop::current();
        let decoded = |(index, ids): (usize, &Vec<i64>)| {
            self.decode_bytes(ids, skip_special).map_err(|error| match error {
                Error::Vocabulary(reason) => Error::Vocabulary(format!("batch[{index}], {reason}")),
                other => other,
            })
        };
        batch.par_iter().enumerate().map_init(|| stop.known(), |_, list| decoded(list)).collect()
    }
}

/// The parts as one list. All threads copy, each into its own place; if one copied alone, the others would wait.
fn joined(mut parts: Vec<Vec<u32>>) -> Vec<u32> {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let mut all = vec![0; parts.iter().map(Vec::len).sum()];
    let mut rest = all.as_mut_slice();
    let places: Vec<&mut [u32]> =
        parts.iter().map(|part| rest.split_off_mut(..part.len()).expect("the list has room for all parts")).collect();
    places.into_par_iter().zip(parts).for_each(|(place, part)| place.copy_from_slice(&part));
    all
}

/// Shares for each thread: several, so that a thread that is done can take work from a slower one. Eight is a round number, not measured.
const SHARES: usize = 8;

/// Who works on which share. Each thread has a run of shares of its own and then helps the others. So it gets the same texts again when a
/// batch is encoded a second time, and finds their words in its cache.
struct Claims {
    /// For each thread, the next share of its run that has not been claimed, and the end of the run.
    runs: Vec<(AtomicUsize, usize)>,
}

impl Claims {
    fn new(shares: usize, threads: usize) -> Self {
        let begin = |thread| thread * shares / threads;
        Claims { runs: (0..threads).map(|thread| (AtomicUsize::new(begin(thread)), begin(thread + 1))).collect() }
    }

    /// The next share for `thread`. There is one as long as there were fewer calls than shares.
    fn next(&self, thread: usize) -> usize {
        let mut from_own = (0..self.runs.len()).map(|step| &self.runs[(thread + step) % self.runs.len()]);
        let claimed = from_own.find_map(|(next, end)| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|share| share < end));
        claimed.expect("there are as many claims as shares")
    }
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

#[cfg(test)]
#[path = "../../tests/inside/tokenizer_batch.rs"]
mod tests;
