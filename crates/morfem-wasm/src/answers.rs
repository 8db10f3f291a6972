//! What the page asks of a tokenizer, as JSON with the fields of the server's answers.

use std::sync::Arc;

use morfem::result::analysis::shares;
use morfem::search::{Folds, Side, Table, Terms, Units};
use morfem::{Encoding, Error, Result, Tokenizer};
use serde_json::{Map, Value, json};

/// The tokens of `text`, of which at most `limit` are described.
pub fn compare(tokenizer: &Tokenizer, text: &str, limit: usize) -> Value {
    let encoding = tokenizer.encode(text, false);
    let tokens: Vec<Value> = (0..encoding.len().min(limit)).map(|at| token(&encoding, at)).collect();
    json!({
        "tokenizer": tokenizer.record().name,
        "kind": tokenizer.record().kind,
        "vocab_size": tokenizer.vocabulary().len(),
        "count": encoding.len(),
        "tokens": tokens,
    })
}

fn token(encoding: &Encoding, at: usize) -> Value {
    let ((start, end), (byte_start, byte_end)) = (encoding.offsets[at], encoding.byte_offsets[at]);
    json!({
        "id": encoding.ids[at],
        "token": encoding.tokens[at],
        "kind": encoding.kinds[at].name(),
        "gloss": encoding.glosses[at],
        "surface": encoding.surfaces[at],
        "start": start,
        "end": end,
        "byte_start": byte_start,
        "byte_end": byte_end,
        "word": encoding.word_ids[at],
        "positions": encoding.positions.as_ref().map(|positions| &positions[at]),
    })
}

/// The `count` best analyses of a word, with their shares among these.
///
/// # Errors
/// If the tokenizer has no grammar, or the word holds white space.
pub fn analyze(tokenizer: &Tokenizer, word: &str, count: usize) -> Result<Value> {
    let found = tokenizer.analyze(word, count)?;
    let analyses: Vec<Value> = found
        .iter()
        .zip(shares(found.iter().map(|analysis| analysis.score)))
        .map(|(each, share)| {
            json!({
                "root": each.root,
                "part_of_speech": each.class,
                "affixes": each.affixes,
                "glosses": each.glosses,
                "segments": each.segments,
                "score": each.score,
                "probability": share,
            })
        })
        .collect();
    Ok(json!({ "tokenizer": tokenizer.record().name, "word": word, "analyses": analyses }))
}

/// How Splinter takes a word apart.
///
/// # Errors
/// If the tokenizer takes no words apart, or the word is not of its language.
pub fn explain(tokenizer: &Tokenizer, word: &str) -> Result<Value> {
    let explanation = tokenizer.explain(word)?;
    let steps: Vec<Value> = explanation
        .steps
        .iter()
        .map(|step| json!({ "token": step.token, "left": step.left, "positions": step.positions, "is_attested": step.is_attested }))
        .collect();
    Ok(json!({
        "tokenizer": tokenizer.record().name,
        "word": word,
        "steps": steps,
        "residue": explanation.residue,
        "residue_positions": explanation.residue_positions,
        "root": explanation.root,
    }))
}

/// The forms of a root, by the gloss of the affix that they end in. Affixes that end no word are left out.
///
/// # Errors
/// If the tokenizer has no grammar.
pub fn paradigm(tokenizer: &Tokenizer, root: &str) -> Result<Value> {
    let forms = tokenizer.paradigm(root, &[])?.into_iter().filter(|(_, forms)| !forms.is_empty());
    let forms: Map<String, Value> = forms.map(|(gloss, forms)| (gloss, json!(forms))).collect();
    Ok(json!({ "tokenizer": tokenizer.record().name, "root": root, "forms": forms }))
}

/// The terms of a text for a search index. `tables` is JSON with the tables of the language: `table`, `folds` (two) and perhaps `units`.
///
/// # Errors
/// If a table is damaged.
pub fn terms(tokenizer: &Arc<Tokenizer>, tables: &str, text: &str) -> Result<Value> {
    let tables: Value =
        serde_json::from_str(tables).map_err(|error| Error::Artifact(format!("the tables of search are no JSON ({error})")))?;
    let of = |value: &Value| value.as_str().unwrap_or_default().to_owned().into_bytes();
    let (shared, own) = (of(&tables["folds"][0]), of(&tables["folds"][1]));
    let folds = Folds::read(&[("fold.tsv", &shared), ("fold.tsv of the language", &own)])?;
    let table = Table::read("search.tsv", &of(&tables["table"]), &folds)?;
    let units = tables["units"].as_str().map(|units| Units::read("units.tsv", units.as_bytes())).transpose()?;
    let found = Terms::new(tokenizer.clone(), table, folds, units).of(text, Side::Document);
    let terms: Vec<Value> =
        found.iter().map(|term| json!({ "text": &*term.text, "field": term.field, "position": term.position })).collect();
    Ok(json!({ "tokenizer": tokenizer.record().name, "terms": terms }))
}
