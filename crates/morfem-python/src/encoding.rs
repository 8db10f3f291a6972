//! `Encoding`: the tokens of a text, as Python lists.

use morfem::Kind;
use pyo3::prelude::*;

use crate::error::{MorfemError, raise};

/// The tokens of one text. Every attribute is a list with one entry per token.
///
/// Attributes
/// ----------
/// ids : ids.
/// tokens : token strings; `token_to_id` gives the id back.
/// offsets : spans in code points. They tile the text; a token without a code point has an empty span. For Splinter, hulls of `positions`.
/// byte_offsets : spans in bytes of UTF-8, likewise.
/// surfaces : the text of each token.
/// positions : for Splinter, the code points that each token owns; they partition the text. Otherwise None.
/// word_ids : index of the word (separated by white space) that the token belongs to; None for white space and specials.
/// kinds : special, byte, mark, space, symbol, subword, affix, pattern, root, word or phrase.
/// glosses : Leipzig gloss of a morpheme, else None.
/// languages : for a union, the BCP 47 code of the language whose system writes the token, None for general text. Otherwise None.
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

    #[getter]
    fn ids(&self) -> &[u32] {
        &self.0.ids
    }
    #[getter]
    fn tokens(&self) -> &[String] {
        &self.0.tokens
    }
    #[getter]
    fn offsets(&self) -> &[(usize, usize)] {
        &self.0.offsets
    }
    #[getter]
    fn byte_offsets(&self) -> &[(usize, usize)] {
        &self.0.byte_offsets
    }
    #[getter]
    fn surfaces(&self) -> &[String] {
        &self.0.surfaces
    }
    #[getter]
    fn positions(&self) -> Option<&[Vec<usize>]> {
        self.0.positions.as_deref()
    }
    #[getter]
    fn word_ids(&self) -> &[Option<usize>] {
        &self.0.word_ids
    }
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.0.kinds.iter().map(|kind| kind.name()).collect()
    }
    #[getter]
    fn glosses(&self) -> &[Option<String>] {
        &self.0.glosses
    }

    #[getter]
    fn languages(&self) -> Option<&[Option<String>]> {
        self.0.languages.as_deref()
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
