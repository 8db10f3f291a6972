//! The border to JavaScript: converts arguments and errors. No logic.

use std::sync::Arc;

use wasm_bindgen::prelude::*;

/// A tokenizer in the browser.
#[wasm_bindgen]
pub struct Tokenizer(Arc<morfem::Tokenizer>);

#[wasm_bindgen]
impl Tokenizer {
    /// The tokenizer in a pack.
    #[wasm_bindgen(constructor)]
    pub fn new(pack: &[u8]) -> Result<Tokenizer, JsError> {
        Ok(Tokenizer(Arc::new(crate::read(pack)?)))
    }

    /// The tokens of a text, as JSON.
    pub fn compare(&self, text: &str, limit: usize) -> String {
        crate::compare(&self.0, text, limit).to_string()
    }

    /// The best analyses of a word, as JSON.
    pub fn analyze(&self, word: &str, count: usize) -> Result<String, JsError> {
        Ok(crate::analyze(&self.0, word, count)?.to_string())
    }

    /// How a word is taken apart, as JSON.
    pub fn explain(&self, word: &str) -> Result<String, JsError> {
        Ok(crate::explain(&self.0, word)?.to_string())
    }

    /// The forms of a root, as JSON.
    pub fn paradigm(&self, root: &str) -> Result<String, JsError> {
        Ok(crate::paradigm(&self.0, root)?.to_string())
    }

    /// The terms of a text for a search index, as JSON. `tables` are those of its language.
    pub fn terms(&self, tables: &str, text: &str) -> Result<String, JsError> {
        Ok(crate::terms(&self.0, tables, text)?.to_string())
    }
}
