//! Encoding as the program of an imported tokenizer does it, with its losses.

use super::Tokenizer;
use crate::normalizer::{Source, What, cut};
use crate::result::encoding::Encoding;

impl Tokenizer {
    /// The source, if it is not exact.
    pub(super) fn inexact(&self) -> Option<&Source> {
        self.record.source.as_ref().filter(|source| !source.is_exact)
    }

    /// The encoding by a source that alters the text, so that where tokens lie does not follow from their bytes.
    pub(super) fn inexact_encoding(&self, source: &Source, text: &str, parse_special: bool) -> Encoding {
        let (mut ids, mut ends) = (Vec::new(), Vec::new());
        let whole = [(0..text.len(), None)];
        let segments = if parse_special { cut(text, &self.specials).collect() } else { Vec::from(whole) };
        self.with_buffers(|buffers| {
            for (range, special) in segments {
                if let Some(id) = special {
                    ids.push(id);
                    ends.push(range.end);
                    continue;
                }
                let start = range.start;
                for run in source.runs(&text[range], self.record.space_before && start == 0, true, &self.symbols) {
                    let mut end = 0;
                    let mut lengths = Vec::new();
                    if let What::Symbol(id) = run.what {
                        ids.push(id);
                        lengths.push(run.text.len());
                    }
                    for chunk in self.layers.splitter.chunks(&run.text).filter(|_| run.what == What::Text) {
                        let from = ids.len();
                        self.engine.append_chunk(&self.layers, chunk, 0, chunk.len(), false, buffers, &mut ids);
                        let spelled = ids[from..].iter().map(|&id| self.vocabulary().bytes(id).len()).collect();
                        lengths.extend(match &self.layers.unknown {
                            Some(unknown) => unknown.replace(self.vocabulary(), &mut ids, from, spelled),
                            None => spelled,
                        });
                    }
                    ends.extend(lengths.into_iter().map(|length| {
                        end += length;
                        start + run.places[end] as usize
                    }));
                }
            }
        });
        // What was dropped at the end belongs to the last token.
        if let Some(end) = ends.last_mut() {
            *end = text.len();
        }
        Encoding::new(self.vocabulary(), text, ids, &ends)
    }
}
