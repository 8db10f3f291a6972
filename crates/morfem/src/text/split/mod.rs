//! Splitters: how a text is cut into chunks before a model sees it.
//!
//! A splitter cuts a text into chunks without gaps. No piece of a vocabulary crosses a cut. Each splitter is equivalent to a regular
//! expression that the Python package `regex` applies from left to right, but is written by hand: `scan` finds the end of one chunk, and
//! `window` finds all chunks of a text, faster. Both take linear time, however long the runs of a text are.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod ends;
mod gpt4;
mod lanes;
mod marks;
mod scan;
mod sequences;
mod window;

use std::str::FromStr;

pub(crate) use self::ends::MOST as MOST_AT_ONCE;
use self::gpt4::{Cl100k, Llama3, O200k, Qwen2, Qwen35, Tekken};
pub use self::scan::UNITS;
use self::scan::{
    Code, Gpt2, Inflected, InflectedColon, InflectedHyphen, InflectedMixed, Marked, MarkedMixed, Phrases, Rule, SpaceRuns, Thunder, Whole,
    Words,
};
pub(crate) use self::scan::{colon, hyphen, stop, written_on};
use self::sequences::{Bloom, Deepseek3, FALCON, Falcon, Gpt2Digits};
use self::window::Cut;
use crate::options::named;
use crate::{Error, Result};

named! {
    /// A way to cut texts into chunks.
    pub enum Splitter {
        /// The whole text is one chunk.
        Whole = "whole",
        /// White-space words, each with the U+0020 before it.
        Words = "words",
        /// Words separated by U+0020, each with all spaces before it. A piece of a SentencePiece model lies within one.
        SpaceRuns = "space_runs",
        /// The pre-tokens of GPT-2 (Radford et al. 2019): contractions, letters, numbers, symbols, white space.
        Gpt2 = "gpt2",
        /// The wide pre-tokens of Thunder-Tok (section 3.1): as GPT-2, but words joined by single spaces, with their full stop, are one chunk.
        Thunder = "thunder",
        /// As `thunder`, but a comma, a colon or a semicolon after a word belongs to it like a full stop.
        Phrases = "phrases",
        /// Words and numbers with the affixes after an apostrophe, as in Turkish; otherwise as GPT-2, without contractions. A full hour with
        /// affixes is one number, because the affixes agree with the hour: 15:00'te, 19.00'da.
        Inflected = "inflected",
        /// Words with their vowel points and other marks, and with quotation marks between letters; runs of other characters; white space.
        Marked = "marked",
        /// As `inflected`, for text that is mixed with other languages and code: two or more white-space characters are a chunk of their own,
        /// so that the word after an indentation stands without a space.
        InflectedMixed = "inflected_mixed",
        /// As `inflected_mixed`, and with the affixes after a colon, as in Finnish EU:n and §:n: before a small letter a colon joins.
        InflectedColon = "inflected_colon",
        /// As `inflected_mixed`, and with the affixes after a hyphen behind a capital or a number, after a full stop and an apostrophe, or
        /// written on to a number: TBMM-nin, Dr.'un, 3üncü.
        InflectedHyphen = "inflected_hyphen",
        /// As `marked`, for such text: white space as in `inflected_mixed`, and numbers apart from symbols, in groups of up to three digits
        /// from the right. Of a run of more than 63 digits, those before the last 63 are grouped from the left.
        MarkedMixed = "marked_mixed",
        /// As `marked_mixed`, for English and code: a word takes the one ASCII sign before it (`.name`, `_name`), only apostrophes stand between
        /// letters, and signs take the line ends behind them.
        Code = "code",
        /// The pre-tokens of Llama 3: as GPT-2, but contractions may be upper-case, a word may take any sign before it, numbers have at most
        /// three digits, and runs of white space end at line ends.
        Llama3 = "llama3",
        /// The pre-tokens of tiktoken's `cl100k_base`: as Llama 3, but white space at the end of the text is one chunk. The pattern here is not
        /// tiktoken's own, which other engines read differently: in Oniguruma `{1,3}+` repeats.
        Cl100k = "cl100k",
        /// The pre-tokens of Qwen 2 and 3: as Llama 3, but each digit is a chunk.
        Qwen2 = "qwen2",
        /// The pre-tokens of Qwen 3.5: as Qwen 2, but marks belong to words.
        Qwen35 = "qwen35",
        /// The pre-tokens of tiktoken's `o200k_base`: as Llama 3, but words are cut before capitals and include their contractions.
        O200k = "o200k",
        /// The pre-tokens of Mistral's tekken: as `o200k`, but each digit is a chunk, and contractions are not told apart.
        Tekken = "tekken",
        /// As GPT-2, but each digit is a chunk (StarCoder, SmolLM, Command R).
        Gpt2Digits = "gpt2_digits",
        /// The pre-tokens of Falcon: as GPT-2, but runs of punctuation and groups of up to three digits are chunks.
        Falcon = "falcon",
        /// The pre-tokens of BLOOM: words end before stops, brackets and white space.
        Bloom = "bloom",
        /// The pre-tokens of DeepSeek V3 and V4: numbers of at most three digits, runs of Chinese characters and kana, words with their
        /// marks, runs of signs.
        Deepseek3 = "deepseek3",
    }
}

/// Called with the start and the ends of successive chunks.
type Visit<'a> = &'a mut dyn FnMut(usize, &[usize]);

/// How the chunks of a splitter are found.
struct Finders {
    /// The end of the chunk that begins at an offset.
    end: fn(&[u8], usize) -> usize,
    /// Visits all chunks of a text in order.
    for_all: fn(&[u8], Visit<'_>),
}

impl Finders {
    fn by_window<C: Cut>() -> Self {
        Finders { end: C::end, for_all: |text, visit| window::for_each::<C>(text, visit) }
    }

    fn by_character<R: Rule>() -> Self {
        Finders { end: R::end, for_all: |text, visit| scan::for_all::<R>(text, visit) }
    }
}

impl Splitter {
    /// Whether a word is cut off, as one chunk or several: between a character that is no white space and a space with a letter behind it,
    /// and between a letter and a space or an ASCII sign, quotation marks, apostrophes, colons, hyphens and full stops with something
    /// behind them aside.
    pub fn cuts_off_words(self) -> bool {
        use Splitter::{Code, Gpt2, Inflected, InflectedColon, InflectedHyphen, InflectedMixed, Marked, MarkedMixed};
        matches!(self, Code | Gpt2 | Inflected | InflectedMixed | InflectedColon | InflectedHyphen | Marked | MarkedMixed)
    }

    /// Whether a chunk may have several words.
    pub fn joins_words(self) -> bool {
        matches!(self, Splitter::Whole | Splitter::Thunder | Splitter::Phrases)
    }

    /// The regular expression whose successive matches are the chunks.
    pub fn pattern(self) -> &'static str {
        match self {
            Splitter::Whole => r"(?s:.+)",
            Splitter::Words => r" ?\S+|\s+(?!\S)|\s+",
            Splitter::SpaceRuns => r" *[^ ]+| +",
            Splitter::Gpt2 => r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
            Splitter::Inflected => {
                r" ?\p{L}+(?:['’‘`´′＇]\p{L}+)*| ?\p{N}+(?:[:.]00(?=['’‘`´′＇ʹʼ]\p{L}))?(?:['’‘`´′＇ʹʼ]\p{L}+)*| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
            }
            Splitter::Marked => {
                " ?\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*(?:(?:''|\u{5F3}\u{5F3}|['\"\u{5F3}\u{5F4}‘’“”„′″＂＇])\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*)*\
                | ?[^\\s\\p{L}]+|\\s+(?!\\S)|\\s+"
            }
            Splitter::InflectedMixed => {
                r" ?\p{L}+(?:['’‘`´′＇]\p{L}+)*| ?\p{N}+(?:[:.]00(?=['’‘`´′＇ʹʼ]\p{L}))?(?:['’‘`´′＇ʹʼ]\p{L}+)*| ?[^\s\p{L}\p{N}]+|\s+"
            }
            Splitter::InflectedColon => {
                r" ?\p{L}+(?:['’‘`´′＇]\p{L}+|:\p{Ll}\p{L}*)*| ?\p{N}+(?:[:.]00(?=['’‘`´′＇ʹʼ]\p{L}))?(?:['’‘`´′＇ʹʼ]\p{L}+|:\p{Ll}\p{L}*)*| ?[§%€$£°]:\p{Ll}\p{L}*(?:['’‘`´′＇]\p{L}+|:\p{Ll}\p{L}*)*| ?[^\s\p{L}\p{N}]+|\s+"
            }
            Splitter::InflectedHyphen => {
                r" ?\p{L}+(?:\.?['’‘`´′＇]\p{L}+|(?<=[\p{Lu}\p{Lt}])[-–]\p{Ll}{2}\p{L}*)*| ?\p{N}+(?:[:.]00(?=['’‘`´′＇ʹʼ]\p{L}))?(?:(?<=\p{N})\p{Ll}{2}\p{L}*|(?<=[\p{N}\p{Lu}\p{Lt}])[-–]\p{Ll}{2}\p{L}*|(?:\.?['’‘`´′＇]|[ʹʼ])\p{L}+)*| ?[^\s\p{L}\p{N}]+|\s+"
            }
            Splitter::MarkedMixed => {
                " ?\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*(?:(?:''|\u{5F3}\u{5F3}|['\"\u{5F3}\u{5F4}‘’“”„′″＂＇])\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*)*\
                | ?(?:\\p{N}{1,3}(?=(?:\\p{N}{3}){0,20}(?!\\p{N}))|\\p{N}{3})| ?[^\\s\\p{L}\\p{N}]+|\\s+"
            }
            Splitter::Code => {
                "[ !-/:-@\\[-`{-~]?\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*(?:['’‘`´′＇]\\p{L}[\\p{L}\u{300}-\u{36F}\u{591}-\u{5BD}\u{5BF}\u{5C1}\u{5C2}\u{5C4}\u{5C5}\u{5C7}\u{610}-\u{61A}\u{64B}-\u{65F}\u{670}\u{6D6}-\u{6DC}]*)*\
                | ?(?:\\p{N}{1,3}(?=(?:\\p{N}{3}){0,20}(?!\\p{N}))|\\p{N}{3})| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s+"
            }
            Splitter::Llama3 => {
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
            }
            Splitter::Cl100k => {
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+(?![\s\S])|\s*[\r\n]+|\s+(?!\S)|\s+"
            }
            Splitter::Qwen2 => {
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
            }
            Splitter::O200k => {
                "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?\
                |[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?\
                |\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
            }
            Splitter::Qwen35 => {
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
            }
            Splitter::Tekken => {
                "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+\
                |[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*\
                |\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
            }
            Splitter::Gpt2Digits => r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+",
            Splitter::Falcon => FALCON,
            Splitter::Bloom => " ?[^(\\s|.,!?…。，、।۔،)]+|(?:(?! [^(\\s|.,!?…。，、।۔،)])[(\\s|.,!?…。，、।۔،)])+",
            Splitter::Deepseek3 => {
                "\\p{N}{1,3}|[一-龥\u{3040}-\u{30ff}]+|[!-/:-@\\[-`{-~][A-Za-z]+|[^\\r\\n\\p{L}\\p{N}\\p{P}\\p{S}一-龥\u{3040}-\u{30ff}]?(?:(?![一-龥\u{3040}-\u{30ff}])[\\p{L}\\p{M}])+| ?(?:(?![\u{3040}-\u{30ff}])[\\p{P}\\p{S}])+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?![^\\s\\p{N}一-龥\u{3040}-\u{30ff}])|\\s+|[^\\s\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}一-龥\u{3040}-\u{30ff}]+(?!(?:(?![一-龥\u{3040}-\u{30ff}])[\\p{L}\\p{M}]))"
            }
            Splitter::Thunder => r"(?: ?\p{L}+)+(?:[.?!])?| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
            Splitter::Phrases => r"(?: ?\p{L}+)+(?:[.?!,:;](?![.?!,:;]))?| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        }
    }

    /// The end of the chunk that begins at byte `start`, which is the start of a character inside the text. The text before `start` does
    /// not matter.
    pub fn end(self, text: &str, start: usize) -> usize {
        debug_assert!(start < text.len() && text.is_char_boundary(start));
        (self.finders().end)(text.as_bytes(), start)
    }

    /// The chunks of `text`, in order. Joined, they are the text.
    ///
    /// ```
    /// use morfem::text::Splitter;
    ///
    /// let chunks: Vec<&str> = Splitter::Inflected.chunks("İzmir'de saat 15:00'te").collect();
    /// assert_eq!(chunks, ["İzmir'de", " saat", " 15:00'te"]);
    /// ```
    pub fn chunks(self, text: &str) -> impl Iterator<Item = &str> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let chunk = (start < text.len()).then(|| &text[start..self.end(text, start)])?;
            start += chunk.len();
            Some(chunk)
        })
    }

    /// Calls `visit` with the start and the end of every chunk of `text`, in order. Faster than [`Splitter::chunks`].
    #[inline]
    pub fn for_each_chunk(self, text: &str, mut visit: impl FnMut(usize, usize)) {
        self.for_each_batch(text, &mut |mut begin, ends| {
            for &end in ends {
                visit(begin, end);
                begin = end;
            }
        });
    }

    /// Calls `visit` with the start of a run of successive chunks and the ends of all of them, at most [`MOST_AT_ONCE`]. The runs are in
    /// order and contain all chunks of `text`.
    ///
    /// `visit` is called by a pointer, so that the loop of a splitter is compiled once and not again for each system. It is called seldom,
    /// so this costs at most 3 % (docs/design/core.md, section "Splitters").
    pub fn for_each_batch(self, text: &str, visit: &mut dyn FnMut(usize, &[usize])) {
        (self.finders().for_all)(text.as_bytes(), visit);
    }

    fn finders(self) -> Finders {
        match self {
            Splitter::Whole => Finders::by_character::<Whole>(),
            Splitter::Words => Finders::by_window::<Words>(),
            Splitter::SpaceRuns => Finders::by_window::<SpaceRuns>(),
            Splitter::Gpt2 => Finders::by_window::<Gpt2>(),
            Splitter::Thunder => Finders::by_window::<Thunder>(),
            Splitter::Phrases => Finders::by_window::<Phrases>(),
            Splitter::Inflected => Finders::by_window::<Inflected>(),
            Splitter::Marked => Finders::by_window::<Marked>(),
            Splitter::InflectedMixed => Finders::by_window::<InflectedMixed>(),
            Splitter::InflectedColon => Finders::by_window::<InflectedColon>(),
            Splitter::InflectedHyphen => Finders::by_window::<InflectedHyphen>(),
            Splitter::MarkedMixed => Finders::by_window::<MarkedMixed>(),
            Splitter::Code => Finders::by_character::<Code>(),
            Splitter::Llama3 => Finders::by_character::<Llama3>(),
            Splitter::Cl100k => Finders::by_character::<Cl100k>(),
            Splitter::Qwen2 => Finders::by_character::<Qwen2>(),
            Splitter::Qwen35 => Finders::by_character::<Qwen35>(),
            Splitter::O200k => Finders::by_character::<O200k>(),
            Splitter::Tekken => Finders::by_character::<Tekken>(),
            Splitter::Gpt2Digits => Finders::by_character::<Gpt2Digits>(),
            Splitter::Falcon => Finders::by_character::<Falcon>(),
            Splitter::Bloom => Finders::by_character::<Bloom>(),
            Splitter::Deepseek3 => Finders::by_character::<Deepseek3>(),
        }
    }
}

impl FromStr for Splitter {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Splitter::named(name).ok_or_else(|| {
            let names = Splitter::ALL.map(Splitter::name).join(", ");
            Error::Argument(format!("unknown splitter {name:?}; the splitters are {names}"))
        })
    }
}

#[cfg(test)]
#[path = "../../../tests/inside/text_split.rs"]
mod tests;
