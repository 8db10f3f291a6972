//! The fallback model for text outside the units: a Unigram model or BPE.
//!
//! Both encode any bytes as pieces and byte tokens. BPE starts from byte tokens. In its result, the byte token of an ASCII character that
//! has a piece of its own is replaced by that piece, so that a full stop is a symbol and not a byte.

use rustc_hash::FxHashMap;

use crate::bpe;
use crate::files::record::Files;
use crate::files::vocabulary::{VOCABULARY, read_merges};
use crate::trie::Part;
use crate::unigram;
use crate::vocab::{Kind, Vocabulary};

/// The file of an artefact with the merges of a BPE model.
pub const PIECES: &str = "pieces.tsv";

/// A fallback model.
pub enum Fallback {
    Unigram(Box<unigram::Encoder>),
    Bpe(Box<PairPieces>),
}

/// A BPE model with its pieces.
pub struct PairPieces {
    model: bpe::Encoder,
    /// By id: the one-byte piece that replaces a byte token; every other id itself.
    pieces: Vec<u32>,
    /// The pieces of several bytes, by their bytes.
    whole: FxHashMap<Vec<u8>, u32>,
}

impl PairPieces {
    /// A model from merges in ids.
    ///
    /// # Errors
    /// A sentence that names the invalid merge.
    pub fn new(vocabulary: &Vocabulary, merges: &[[u32; 3]]) -> Result<Self, String> {
        let model = bpe::Encoder::new(vocabulary, merges).map_err(|error| error.to_string())?;
        let mut pieces: Vec<u32> = (0..vocabulary.len() as u32).collect();
        for id in 0..vocabulary.unmerged() as u32 {
            if let (&[byte], Kind::Symbol | Kind::Space | Kind::Subword) = (vocabulary.bytes(id), vocabulary.kind(id)) {
                pieces[vocabulary.byte_ids()[byte as usize] as usize] = id;
            }
        }
        let is_whole =
            |id: &u32| vocabulary.bytes(*id).len() > 1 && !matches!(vocabulary.kind(*id), Kind::Special | Kind::Mark | Kind::Affix);
        let whole = (0..vocabulary.unmerged() as u32).filter(is_whole).map(|id| (vocabulary.bytes(id).to_vec(), id)).collect();
        Ok(PairPieces { model, pieces, whole })
    }
}

/// Buffers of a fallback model.
#[derive(Default)]
pub struct FallbackBuffers {
    unigram: unigram::SearchBuffers,
    bpe: bpe::MergeBuffers,
}

impl Fallback {
    /// The fallback model of an artefact. `scores` are the scores in its vocabulary file, by id.
    ///
    /// # Errors
    /// A sentence that names the invalid file.
    pub fn read(files: &Files, vocabulary: &Vocabulary, scores: &[f64]) -> Result<Self, String> {
        let Some(content) = files.get(PIECES) else {
            let model = unigram::Encoder::of_vocabulary(vocabulary, scores.to_vec(), None);
            return model.map(|model| Fallback::Unigram(Box::new(model))).map_err(|reason| format!("{VOCABULARY}: {reason}"));
        };
        let text = std::str::from_utf8(content).map_err(|_| format!("{PIECES}: is not UTF-8"))?;
        let merges = read_merges(PIECES, text, vocabulary.len()).map_err(|error| error.to_string())?;
        let pairs = PairPieces::new(vocabulary, &merges).map_err(|reason| format!("{PIECES}: {reason}"))?;
        Ok(Fallback::Bpe(Box::new(pairs)))
    }

    /// Appends the pieces of `text`.
    pub fn encode(&self, text: &[u8], buffers: &mut FallbackBuffers, ids: &mut Vec<u32>) {
        match self {
            Fallback::Unigram(model) => model.encode(text, &mut buffers.unigram, ids),
            Fallback::Bpe(pairs) => {
                let from = ids.len();
                pairs.model.encode(text, &mut buffers.bpe, ids);
                ids[from..].iter_mut().for_each(|id| *id = pairs.pieces[*id as usize]);
            }
        }
    }

    /// The piece of several bytes that equals `text`.
    #[inline]
    pub fn piece(&self, text: &[u8]) -> Option<u32> {
        match self {
            Fallback::Unigram(model) => model.piece(text),
            Fallback::Bpe(pairs) => pairs.whole.get(text).copied(),
        }
    }

    /// [`Fallback::piece`] for several parts of a text at once.
    pub fn pieces(&self, text: &[u8], parts: &mut [Part]) {
        match self {
            Fallback::Unigram(model) => model.pieces(text, parts),
            Fallback::Bpe(_) => parts.iter_mut().for_each(|part| part.id = self.piece(&text[part.begin..part.end])),
        }
    }

    /// The scores of a Unigram model by id.
    pub fn scores(&self) -> Option<&[f64]> {
        match self {
            Fallback::Unigram(model) => Some(model.scores()),
            Fallback::Bpe(_) => None,
        }
    }

    /// The merges of a BPE model, in ids.
    pub fn merges(&self) -> Option<Vec<[u32; 3]>> {
        match self {
            Fallback::Unigram(_) => None,
            Fallback::Bpe(pairs) => Some(pairs.model.merges()),
        }
    }
}
