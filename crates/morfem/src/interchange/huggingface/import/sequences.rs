//! The splitter of a sequence of steps that ends in `ByteLevel`.
//!
//! Each step cuts what the steps before it left. A splitter with the same cuts exists for the sequences of [`SEQUENCES`].

use super::super::super::pattern;
use super::file::{Pattern, PreTokenizer};
use super::tokens::Refused;
use crate::text::Splitter;
use crate::vocab::Kind;

/// A step of a known sequence.
#[derive(PartialEq)]
enum Step<'a> {
    /// `Split` at a pattern, whose matches are parts.
    Split(&'a str),
    /// `Digits`, each alone or in runs.
    Digits { alone: bool },
    /// `Punctuation` in runs.
    Punctuation,
    /// `ByteLevel` with the pattern of GPT-2.
    Gpt2,
    /// `ByteLevel` without a pattern.
    Bytes,
}

use Step::{Bytes, Digits, Gpt2, Punctuation, Split};

/// The sequences of several cuts that have a splitter.
const SEQUENCES: [(&[Step], Splitter); 4] = [
    (&[Digits { alone: true }, Gpt2], Splitter::Gpt2Digits),
    (&[Split(r"\p{N}"), Gpt2], Splitter::Gpt2Digits),
    (&[Punctuation, Gpt2, Digits { alone: false }, Split("[0-9][0-9][0-9]")], Splitter::Falcon),
    (
        &[
            Split(r"\p{N}{1,3}"),
            Split("[一-龥\u{3040}-ゟ゠-ヿ]+"),
            Split(
                "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+\
                 |\\s+(?!\\S)|\\s+",
            ),
            Bytes,
        ],
        Splitter::Deepseek3,
    ),
];

/// The splitter that cuts as these steps do.
pub(super) fn splitter(steps: &[&PreTokenizer]) -> Refused<Splitter> {
    let steps = steps.iter().map(|step| read(step)).collect::<Refused<Vec<Step>>>()?;
    if let [Split(text), Bytes] = steps[..] {
        let names = Splitter::ALL.map(Splitter::name).join(", ");
        return pattern::splitter(text).ok_or_else(|| format!("cuts texts by the pattern {text:?}; morfem knows the patterns of {names}"));
    }
    let known = SEQUENCES.iter().find(|(sequence, _)| *sequence == steps);
    known.map(|(_, splitter)| *splitter).ok_or_else(|| {
        let written = steps.iter().map(Step::written).collect::<Vec<_>>().join(", then ");
        let others = SEQUENCES.map(|(_, splitter)| splitter.name()).join(", ");
        format!("cuts texts by {written}; morfem can import ByteLevel, alone or after one Split, and the sequences of {others}")
    })
}

/// Reads a step; the reason if no sequence has such a step.
fn read(step: &PreTokenizer) -> Refused<Step<'_>> {
    match step {
        PreTokenizer::Split { pattern: Pattern::String(text), .. } => {
            Err(format!("cuts texts at the fixed string {text:?} (Split); no splitter of morfem does"))
        }
        PreTokenizer::Split { pattern: Pattern::Regex(text), behavior, invert } => match (behavior.as_str(), invert) {
            ("Isolated", false) | ("Removed", true) => Ok(Split(text)),
            _ => Err(format!("has a Split with the behaviour {behavior}, invert {invert}; morfem can import Isolated without invert")),
        },
        PreTokenizer::Digits { individual_digits } => Ok(Digits { alone: *individual_digits }),
        PreTokenizer::Punctuation { behavior } if behavior == "Contiguous" => Ok(Punctuation),
        PreTokenizer::Punctuation { behavior } => {
            Err(format!("has Punctuation with the behaviour {behavior}; morfem can import Contiguous"))
        }
        PreTokenizer::ByteLevel { add_prefix_space: false, use_regex } => Ok(if *use_regex { Gpt2 } else { Bytes }),
        PreTokenizer::ByteLevel { .. } => Err("puts a space before each part (ByteLevel after other steps), which alters texts".into()),
        PreTokenizer::Metaspace { .. } => Err("has Metaspace beside ByteLevel; a model writes spaces in one way only".into()),
        PreTokenizer::WhitespaceSplit => Err("drops white space (WhitespaceSplit), so texts would not come back".into()),
        PreTokenizer::Other => Err("has a step that morfem cannot import".into()),
        PreTokenizer::Sequence { .. } => unreachable!("the steps are flat"),
    }
}

impl Step<'_> {
    /// The step, as a message names it.
    fn written(&self) -> String {
        match self {
            Split(text) => format!("Split at {text:?}"),
            Digits { alone } => format!("Digits, individual_digits {alone}"),
            Punctuation => "Punctuation".into(),
            Gpt2 => "ByteLevel with its pattern".into(),
            Bytes => "ByteLevel".into(),
        }
    }
}

/// Checks the tokens for cuts that fall inside characters. The last steps of Falcon see byte characters, some of which are numbers: `¼` is
/// the byte 0xBC. They cut there, also inside a letter that has this byte. No token may cross such a cut; then it makes no difference.
pub(super) fn check(splitter: Option<Splitter>, symbols: &[u32], tokens: &[(Kind, Vec<u8>)]) -> Refused<()> {
    let kind = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        0xB2 | 0xB3 | 0xB9 | 0xBC | 0xBD | 0xBE => 1,
        _ => 2,
    };
    let crosses = |bytes: &[u8]| bytes.windows(2).any(|pair| kind(pair[0]) != kind(pair[1]));
    let is_of_model = |id: u32| tokens[id as usize].0 != Kind::Special && !symbols.contains(&id);
    let mut ids = 0..if splitter == Some(Splitter::Falcon) { tokens.len() as u32 } else { 0 };
    match ids.find(|&id| is_of_model(id) && crosses(&tokens[id as usize].1)) {
        Some(id) => {
            let token = String::from_utf8_lossy(&tokens[id as usize].1);
            Err(format!("has the token {token:?}, but the step Digits after ByteLevel cuts its bytes apart"))
        }
        None => Ok(()),
    }
}
