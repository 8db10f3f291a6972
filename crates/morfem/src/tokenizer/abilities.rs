//! What only some systems can do. A tokenizer of another system refuses, and names the kinds that can.

use crate::files::record::Record;
use crate::result::analysis::{Explanation, Paradigm, WordAnalysis};
use crate::systems::SYSTEMS;
use crate::tokenizer::Tokenizer;
use crate::{Error, Result};

impl Tokenizer {
    /// The names of the calls below that this tokenizer answers, such as `analyze`.
    pub fn capabilities(&self) -> impl Iterator<Item = &'static str> {
        let kind = &*self.record().kind;
        SYSTEMS.iter().filter(move |system| system.kinds.contains(&kind)).flat_map(|system| system.calls).copied()
    }

    /// The `count` best analyses of a word, best first; none if the grammar has none.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar, or the word holds white space.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let best = &tokenizer.analyze("evlerimizden", 1)?[0];
    /// assert_eq!(best.segments, ["ev", "ler", "imiz", "den"]);
    /// assert_eq!(best.glosses, ["PL", "1PL.POSS", "ABL"]);
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn analyze(&self, word: &str, count: usize) -> Result<Vec<WordAnalysis>> {
        if word.contains(char::is_whitespace) {
            return Err(Error::Argument(format!("{word:?} holds white space; analyze takes one word")));
        }
        self.able("analyze", self.abilities().analyses(word, count))
    }

    /// The words of a text, each with its span in code points and the analysis that the words around it make the best. Ids never depend on
    /// it.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar.
    pub fn analyze_text(&self, text: &str) -> Result<Vec<((usize, usize), WordAnalysis)>> {
        let (chunks, spans) = self.words_and_signs(text);
        let found = self.able("analyze_text", self.abilities().analyses_in_text(&chunks))?;
        Ok(spans.into_iter().zip(found).filter_map(|(span, analysis)| Some((span, analysis?))).collect())
    }

    /// The words and signs of a text, each with the features of its context: place and what, joined by a tab.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar.
    pub fn contexts(&self, text: &str) -> Result<Vec<(String, Vec<String>)>> {
        let (chunks, _) = self.words_and_signs(text);
        let found = self.able("analyze_text", self.abilities().contexts(&chunks))?;
        Ok(chunks.into_iter().map(String::from).zip(found).collect())
    }

    /// The chunks of a text without their white space, and their spans in code points.
    fn words_and_signs<'t>(&self, text: &'t str) -> (Vec<&'t str>, Vec<(usize, usize)>) {
        let (mut chunks, mut spans, mut begin) = (Vec::new(), Vec::new(), 0);
        for chunk in self.record().splitter.chunks(text) {
            let word = chunk.trim();
            let start = begin + chunk.len() - chunk.trim_start().len();
            if !word.is_empty() {
                chunks.push(word);
                spans.push((start, start + word.len()));
            }
            begin += chunk.len();
        }
        // From bytes to code points, in one pass.
        let (mut byte, mut point) = (0, 0);
        let mut points = |to: usize| {
            point += text[byte..to].chars().count();
            byte = to;
            point
        };
        let spans = spans.into_iter().map(|(start, end)| (points(start), points(end))).collect();
        (chunks, spans)
    }

    /// The forms of a root with affixes, which are named by their glosses, the most probable form first.
    ///
    /// # Errors
    /// [`Error::Argument`] if the tokenizer has no grammar, or an affix does not exist or may not follow: with those that may.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/tr-mft".as_ref())?;
    /// let glosses = ["PL", "1SG.POSS", "DAT"].map(String::from);
    /// assert_eq!(tokenizer.inflections("kitap", &glosses)?, ["kitaplarıma"]);
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn inflections(&self, root: &str, glosses: &[String]) -> Result<Vec<String>> {
        self.able("inflect", self.abilities().inflections(root, glosses))?
    }

    /// The affixes that may follow a root with affixes, each with the forms of the word that ends in it.
    ///
    /// # Errors
    /// As [`Tokenizer::inflections`].
    pub fn paradigm(&self, root: &str, glosses: &[String]) -> Result<Paradigm> {
        self.able("inflect", self.abilities().paradigm(root, glosses))?
    }

    /// The steps in which Splinter takes a word apart, with its residue and root.
    ///
    /// # Errors
    /// [`Error::Argument`] if the system takes no words apart, or it is not one word of its language.
    ///
    /// ```
    /// # let tokenizer = morfem::Tokenizer::load("../../python/morfem/artifacts/he-splinter".as_ref())?;
    /// assert_eq!(tokenizer.explain("המכתבים")?.root.as_deref(), Some("כתב"));
    /// # Ok::<(), morfem::Error>(())
    /// ```
    pub fn explain(&self, word: &str) -> Result<Explanation> {
        let is_token = |word: &str| self.encode_ids(word, false).len() == 1;
        self.able("explain", self.abilities().explain(self.vocabulary(), word, &is_token))?
    }

    /// `text` with each unit of a word as one private-use character, to train another tokenizer on.
    ///
    /// # Errors
    /// [`Error::Argument`] if the system takes no words apart.
    pub fn linearize(&self, text: &str) -> Result<String> {
        self.able("linearize", self.abilities().linearize(self.vocabulary(), text))
    }

    /// The inverse of [`Tokenizer::linearize`].
    ///
    /// # Errors
    /// [`Error::Argument`] if the system takes no words apart.
    pub fn delinearize(&self, text: &str) -> Result<String> {
        self.able("delinearize", self.abilities().delinearize(text))
    }

    /// The answer of a system, or which kinds of tokenizers have one.
    pub(super) fn able<T>(&self, call: &str, answer: Option<T>) -> Result<T> {
        let Record { name, kind, .. } = self.record();
        answer.ok_or_else(|| {
            if self.capabilities().any(|able| able == call) {
                return Error::Argument(format!("{name} has no {call} for this word, because the system of its language has none"));
            }
            let able = SYSTEMS.iter().filter(|system| system.calls.contains(&call)).flat_map(|system| system.kinds);
            let kinds: Vec<&str> = able.copied().collect();
            Error::Argument(format!("{call} is for tokenizers of kind {}, and {name} is of kind {kind}", kinds.join(" or ")))
        })
    }
}
