//! Sampled encodings: another segmentation of the same text at each draw, for training with subword regularisation.
//!
//! What is drawn depends on the system: a Unigram model draws a split, byte-pair encoding drops merges, MFT draws an analysis, and merges and
//! pieces over units are dropped and drawn in any system. Each chunk is drawn by itself. Every result decodes to the text, as a chunk is
//! only ever written in ids that write it.

use rayon::prelude::*;

use super::Tokenizer;
use crate::result::encoding::Encoding;
use crate::run::draw::Draw;
use crate::run::stop::Stop;
use crate::{Error, Result};

impl Tokenizer {
    /// [`Tokenizer::encode_ids`], with a segmentation that is drawn. With `alpha` 0 it is the ordinary one; with 1, a Unigram model draws
    /// from its own distribution and no pair is merged. Equal seeds and streams give equal ids.
    ///
    /// # Errors
    /// [`Error::Argument`] if `alpha` is not from 0 to 1, or if this is a union, whose members draw nothing.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/bpe".as_ref())?;
    /// let ids = tokenizer.sample_ids("evlerde", 0.5, 7, 0, false)?;
    /// let ids: Vec<i64> = ids.into_iter().map(i64::from).collect();
    /// assert_eq!(tokenizer.decode(&ids, false)?, "evlerde");
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn sample_ids(&self, text: &str, alpha: f64, seed: u64, stream: u64, parse_special: bool) -> Result<Vec<u32>> {
        if !(0.0..=1.0).contains(&alpha) {
            return Err(Error::Argument(format!("sample is {alpha}; give a number from 0 to 1")));
        }
        if !self.engine.can_sample() {
            let name = &self.record.name;
            return Err(Error::Argument(format!("{name} is a union, and sample is for single tokenizers; sample with one of its members")));
        }
        if alpha == 0.0 {
            return Ok(self.encode_ids(text, parse_special));
        }
        let mut draw = Draw::new(alpha, seed, stream);
        let mut ids = Vec::with_capacity(text.len() / 2 + 8);
        self.with_buffers(|buffers| self.append_ids(text, parse_special, Some(&mut draw), buffers, &mut ids));
        Ok(ids)
    }

    /// [`Tokenizer::encode`] with the ids of [`Tokenizer::sample_ids`].
    ///
    /// # Errors
    /// As [`Tokenizer::sample_ids`].
    pub fn sample(&self, text: &str, alpha: f64, seed: u64, stream: u64, parse_special: bool) -> Result<Encoding> {
        Ok(self.encoding(text, self.sample_ids(text, alpha, seed, stream, parse_special)?))
    }

    /// [`Tokenizer::sample`] for many texts on the threads of the current rayon pool; text i has stream i.
    ///
    /// # Errors
    /// As [`Tokenizer::sample_ids`].
    pub fn sample_batch(&self, texts: &[&str], alpha: f64, seed: u64, parse_special: bool) -> Result<Vec<Encoding>> {
        let stop = Stop::current();
        let sampled = |_: &mut _, (stream, text): (usize, &&str)| self.sample(text, alpha, seed, stream as u64, parse_special);
        texts.par_iter().enumerate().map_init(|| stop.known(), sampled).collect()
    }
}
