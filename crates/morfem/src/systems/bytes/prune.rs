//! Leaves out tokens that a corpus does not need, for small devices: the reverse of an [extension](super::extend).
//!
//! Specials, bytes and symbols stay. A token of a byte-pair model needs the two tokens that it is merged from, so tokens are left out from
//! the top: always the rarest that no other token needs, whose occurrences then count for its two parts. A piece of a Unigram model needs no
//! other.
//!
//! **The corpus keeps its segmentation** as long as only tokens without occurrences are left out. Nothing merges across the ends of a token
//! while it is made, so the tokens inside it are those that its own bytes are merged through, and all of these stay. A token that is left
//! out was never made inside one that occurs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;
use serde_json::json;

use super::{Bpe, Unigram};
use crate::bpe;
use crate::corpus::Chunks;
use crate::files::record::Record;
use crate::tokenizer::Tokenizer;
use crate::vocab::merging::Merging;
use crate::vocab::{Kind, Vocabulary};
use crate::{Error, Result, unigram};

/// A smaller tokenizer, and for each of its ids the id that the token had.
pub struct Pruned {
    pub tokenizer: Tokenizer,
    pub old_ids: Vec<u32>,
}

/// Leaves out tokens that occur in no chunk, and then the rarest until there are `keep` ids.
///
/// # Errors
/// [`Error::Argument`] if the tokenizer is neither a BPE nor a Unigram model, or has more ids that must stay than `keep`.
pub fn prune(tokenizer: &Tokenizer, chunks: &Chunks, keep: Option<usize>) -> Result<Pruned> {
    let vocabulary = tokenizer.vocabulary();
    let models = (tokenizer.abilities().as_bpe(), tokenizer.abilities().as_unigram());
    if vocabulary.unmerged() < vocabulary.len() || matches!(models, (None, None)) {
        let (name, kind) = (&tokenizer.record().name, &tokenizer.record().kind);
        return Err(Error::Argument(format!("{name} is a tokenizer of kind {kind}; only plain BPE and Unigram models can be pruned")));
    }
    let mut counts = vec![0u64; vocabulary.len()];
    tokenizer.for_each_encoded(chunks, |ids, count| ids.iter().for_each(|&id| counts[id as usize] += count as u64));
    let symbols = tokenizer.record().symbols.as_ref().map_or(&[][..], |symbols| &symbols.ids);
    let must_stay = |id: u32| matches!(vocabulary.kind(id), Kind::Special | Kind::Byte) || symbols.contains(&id);
    let merging = tokenizer.record().merging.clone().unwrap_or_default();
    let parts = models.0.map_or_else(FxHashMap::default, |model| parts(vocabulary, model, &merging));
    let kept = chosen(&mut counts, must_stay, &parts, keep)?;
    let old_ids: Vec<u32> = (0..vocabulary.len() as u32).filter(|&id| kept[id as usize]).collect();
    let new_ids: FxHashMap<u32, u32> = old_ids.iter().copied().zip(0..).collect();
    let smaller = Vocabulary::new(old_ids.iter().map(|&id| (vocabulary.kind(id), vocabulary.bytes(id).to_vec())))?;
    smaller.check()?;
    let mut record = Record { version: None, card: None, ..tokenizer.record().clone() };
    if let Some(symbols) = &mut record.symbols {
        symbols.ids.iter_mut().for_each(|id| *id = new_ids[id]);
    }
    record.options.insert("pruned".into(), json!({ "from": tokenizer.record().full_name(), "ids": vocabulary.len() }));
    let tokenizer = match models {
        (Some(model), _) => {
            let translated = |ids: [u32; 3]| Some([*new_ids.get(&ids[0])?, *new_ids.get(&ids[1])?, *new_ids.get(&ids[2])?]);
            let merges: Vec<Option<[u32; 3]>> = model.merges().into_iter().map(translated).collect();
            let is_kept: Vec<bool> = merges.iter().map(Option::is_some).collect();
            record.merging = record.merging.and_then(|merging| merging.renumbered(&is_kept, |id| new_ids.get(&id).copied()));
            let merges: Vec<[u32; 3]> = merges.into_iter().flatten().collect();
            let build = if model.is_over_bytes() { bpe::Encoder::new } else { bpe::Encoder::of_characters };
            let model = build(&smaller, &merges)?.with_merging(&smaller, record.merging.as_ref())?;
            let system = Bpe::new(model, &record);
            Tokenizer::new(record, smaller, system)?
        }
        (None, model) => {
            let scores = model.map_or(&[][..], unigram::Encoder::scores);
            let scores = old_ids.iter().map(|&id| scores.get(id as usize).copied().unwrap_or(f64::NAN)).collect();
            let model = unigram::Encoder::of_vocabulary(&smaller, scores, record.unknown_score).map_err(Error::Argument)?;
            let system = Unigram::new(model, &record);
            Tokenizer::new(record, smaller, system)?
        }
    };
    Ok(Pruned { tokenizer, old_ids })
}

/// Which ids stay.
fn chosen(counts: &mut [u64], must_stay: impl Fn(u32) -> bool, parts: &FxHashMap<u32, [u32; 2]>, keep: Option<usize>) -> Result<Vec<bool>> {
    let mut kept = vec![true; counts.len()];
    let mut needs = vec![0u32; counts.len()];
    parts.values().flatten().for_each(|&part| needs[part as usize] += 1);
    let is_free = |id: u32, needs: &[u32]| needs[id as usize] == 0 && !must_stay(id);
    let mut rarest: BinaryHeap<Reverse<(u64, Reverse<u32>)>> =
        (0..counts.len() as u32).filter(|&id| is_free(id, &needs)).map(|id| Reverse((counts[id as usize], Reverse(id)))).collect();
    let mut size = counts.len();
    while let Some(Reverse((count, Reverse(id)))) = rarest.pop() {
        if !kept[id as usize] || counts[id as usize] != count {
            continue;
        }
        if count > 0 && keep.is_none_or(|keep| size <= keep) {
            break;
        }
        kept[id as usize] = false;
        size -= 1;
        for &part in parts.get(&id).into_iter().flatten() {
            needs[part as usize] -= 1;
            counts[part as usize] += count;
            if is_free(part, &needs) {
                rarest.push(Reverse((counts[part as usize], Reverse(part))));
            }
        }
    }
    match keep.filter(|&keep| size > keep) {
        Some(keep) => {
            Err(Error::Argument(format!("keep is {keep}, but {size} ids must stay: specials, bytes and symbols; give {size} or more")))
        }
        None => Ok(kept),
    }
}

/// The two tokens that each token is merged from when its own bytes are encoded; nothing for those that are never merged.
fn parts(vocabulary: &Vocabulary, model: &bpe::Encoder, merging: &Merging) -> FxHashMap<u32, [u32; 2]> {
    let merges = model.merges();
    let ranks: FxHashMap<[u32; 2], (u32, u32)> =
        (0..).zip(&merges).map(|(place, &[left, right, product])| ([left, right], (merging.rank(place), product))).collect();
    let mut found = FxHashMap::default();
    for &[_, _, product] in &merges {
        let mut ids = model.unmerged(vocabulary.bytes(product));
        let mut last = None;
        while let Some((_, at, id)) =
            ids.windows(2).enumerate().filter_map(|(at, pair)| ranks.get(pair).map(|&(rank, id)| (rank, at, id))).min()
        {
            last = Some([ids[at], ids[at + 1]]);
            ids.splice(at..at + 2, [id]);
        }
        if let Some(pair) = last.filter(|_| ids == [product]) {
            found.insert(product, pair);
        }
    }
    found
}
