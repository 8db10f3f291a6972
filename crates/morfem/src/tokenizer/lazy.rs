//! An encoding whose ids are there at once, and everything else when it is first asked for.
//!
//! Ids come from the cache at hundreds of megabytes per second. Spans, token strings, surfaces and glosses take ten times as long, and many
//! callers want ids alone. They follow from the tokenizer, the text and the ids, which are kept here, so it does not matter when they are
//! made, nor in which thread: the same lists result. Threads that ask at the same moment may each make them, and the first result stays, so
//! none waits for another.

use std::sync::Arc;

use once_cell::race::OnceBox;

use super::Tokenizer;
use crate::result::encoding::Encoding;

/// The encoding of a text, most of which is made when it is first asked for.
pub struct LazyEncoding {
    ids: Vec<u32>,
    /// What the encoding is made from; None if a caller has put it together.
    source: Option<(Arc<Tokenizer>, Box<str>)>,
    made: OnceBox<Encoding>,
}

impl LazyEncoding {
    pub(super) fn new(tokenizer: Arc<Tokenizer>, text: &str, ids: Vec<u32>) -> Self {
        LazyEncoding { ids, source: Some((tokenizer, text.into())), made: OnceBox::new() }
    }

    /// The ids.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// All lists.
    pub fn get(&self) -> &Encoding {
        self.made.get_or_init(|| {
            let (tokenizer, text) = self.source.as_ref().expect("an encoding that a caller has put together is there from the start");
            Box::new(tokenizer.encoding(text, self.ids.clone()))
        })
    }

    /// Bytes of the text that [`LazyEncoding::get`] still has to work on.
    pub fn size(&self) -> usize {
        if self.made.get().is_some() { 0 } else { self.source.as_ref().map_or(0, |(_, text)| text.len()) }
    }
}

impl From<Encoding> for LazyEncoding {
    fn from(encoding: Encoding) -> Self {
        LazyEncoding { ids: encoding.ids.clone(), source: None, made: OnceBox::with_value(Box::new(encoding)) }
    }
}

impl PartialEq for LazyEncoding {
    /// What follows from the same tokenizer, text and ids need not be made to be known as equal.
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.source, &other.source) {
            (Some((one, text)), Some((another, same))) => Arc::ptr_eq(one, another) && text == same,
            _ => false,
        };
        self.ids == other.ids && (is_same || self.get() == other.get())
    }
}

impl Tokenizer {
    /// [`Tokenizer::encode`] that finds the ids now, and everything else when it is first asked for.
    pub fn encode_lazily(self: &Arc<Self>, text: &str, parse_special: bool) -> LazyEncoding {
        LazyEncoding::new(self.clone(), text, self.encode_ids(text, parse_special))
    }
}
