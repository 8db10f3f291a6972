//! `Encoding`: the tokens of a text, as Python lists.

use morfem::Kind;
use pyo3::prelude::*;

use crate::argument;
use crate::error::{MorfemError, raise};

/// The tokens of one text.
///
/// Every attribute is a list with one entry per token. For all tokenizers except Splinter, the spans tile the text: each token begins where
/// the one before it ends. Splinter's tokens can interleave. Its `positions` partition the text, and its spans are hulls, which may
/// overlap.
///
/// >>> import morfem
/// >>> encoding = morfem.load("tr-mft").encode("Kitaplar")
/// >>> list(zip(encoding.tokens, encoding.surfaces, encoding.kinds))
/// [('<title>', '', 'mark'), ('▁kitap', 'Kitap', 'root'), ('+lAr', 'lar', 'affix')]
#[pyclass(module = "morfem", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub struct Encoding(pub morfem::Encoding);

type Spans = Vec<(usize, usize)>;

#[pymethods]
impl Encoding {
    #[new]
    #[pyo3(signature = (ids, tokens, offsets, byte_offsets, surfaces, positions, word_ids, kinds, glosses, languages = None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        ids: Vec<u32>,
        tokens: Vec<String>,
        offsets: Spans,
        byte_offsets: Spans,
        surfaces: Vec<String>,
        positions: Option<Vec<Vec<usize>>>,
        word_ids: Vec<Option<usize>>,
        kinds: Vec<String>,
        glosses: Vec<Option<String>>,
        languages: Option<Vec<Option<String>>>,
    ) -> PyResult<Self> {
        let kind = |name: &String| Kind::named(name).ok_or_else(|| MorfemError::new_err(format!("unknown kind {name:?}")));
        let kinds = kinds.iter().map(kind).collect::<PyResult<_>>()?;
        let lists = morfem::Encoding { ids, tokens, offsets, byte_offsets, surfaces, positions, word_ids, kinds, glosses, languages };
        lists.checked().map(Encoding).map_err(raise)
    }

    /// Ids, each from 0 to `vocab_size` - 1.
    #[getter]
    fn ids(&self) -> &[u32] {
        &self.0.ids
    }
    /// Token strings, such as ``'▁kitap'`` or ``'+lAr'``. `Tokenizer.token_to_id` turns one back into its id.
    #[getter]
    fn tokens(&self) -> &[String] {
        &self.0.tokens
    }
    /// Spans ``(start, end)`` in code points, so ``text[start:end]`` is what the token covers.
    ///
    /// A code point belongs to the token that holds its first byte. A token without a code point (a mark, or a later byte of a character)
    /// has an empty span. Where tokens have `positions`, a span is their hull: from the first position to the last.
    #[getter]
    fn offsets(&self) -> &[(usize, usize)] {
        &self.0.offsets
    }
    /// Spans ``(start, end)`` in bytes of UTF-8. Like `offsets`, they tile the text, and are hulls where tokens have `positions`.
    #[getter]
    fn byte_offsets(&self) -> &[(usize, usize)] {
        &self.0.byte_offsets
    }
    /// The text of each token: ``text[start:end]``, or the characters at its `positions`.
    #[getter]
    fn surfaces(&self) -> &[String] {
        &self.0.surfaces
    }
    /// For Splinter, and for a union with a member of Splinter, the code points that each token owns, in ascending order. None for all
    /// other tokenizers.
    ///
    /// The lists partition the text: every code point belongs to exactly one token.
    #[getter]
    fn positions(&self) -> Option<&[Vec<usize>]> {
        self.0.positions.as_deref()
    }
    /// Index of the word that each token belongs to, counted from 0. Words are separated by white space.
    ///
    /// None for tokens of white space only, and for specials.
    #[getter]
    fn word_ids(&self) -> &[Option<usize>] {
        &self.0.word_ids
    }
    /// Kind of each token.
    ///
    /// One of special, byte, mark, space, symbol, subword, affix, pattern, root, word and phrase.
    /// A merged token has the highest kind of its units.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.0.kinds.iter().map(|kind| kind.name()).collect()
    }
    /// Leipzig gloss of each morpheme that has one, such as ``'PL'``; None for other tokens.
    #[getter]
    fn glosses(&self) -> &[Option<String>] {
        &self.0.glosses
    }

    /// For a tokenizer of kind union, the BCP 47 code of the language whose system writes each token, such as ``'tr'``.
    ///
    /// None for tokens of general text: English, code, other scripts, numbers, punctuation. A mark has the language of the token after
    /// it. For all other tokenizers the attribute is None.
    #[getter]
    fn languages(&self) -> Option<&[Option<String>]> {
        self.0.languages.as_deref()
    }

    /// The first `n` tokens, or all if there are fewer.
    ///
    /// Every attribute of an encoding makes its whole list. Of a long text this makes only what is shown.
    ///
    /// Raises
    /// ------
    /// MorfemError : if `n` is below 0.
    ///
    /// >>> import morfem
    /// >>> morfem.load("tr-mft").encode("Kitaplar").head(2).tokens
    /// ['<title>', '▁kitap']
    fn head(&self, #[pyo3(from_py_with = argument::n)] n: usize) -> Self {
        Encoding(self.0.head(n))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn _repr_html_(&self) -> String {
        self.0.html()
    }

    fn __repr__(&self) -> String {
        format!("Encoding({} tokens: {})", self.0.len(), self.0.tokens.join(" "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let encoding = slf.get();
        let lists = (encoding.ids(), encoding.tokens(), encoding.offsets(), encoding.byte_offsets(), encoding.surfaces());
        let more = (encoding.positions(), encoding.word_ids(), encoding.kinds(), encoding.glosses(), encoding.languages());
        let arguments = lists.into_pyobject(slf.py())?.add(more.into_pyobject(slf.py())?)?;
        Ok((slf.get_type().into_any(), arguments))
    }
}
