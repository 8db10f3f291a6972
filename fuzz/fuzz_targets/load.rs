//! Whatever lies in an artefact's folder, loading answers with a tokenizer or an error.
//!
//! Three sorts of input: files of arbitrary bytes; a record of known form around arbitrary tables; and tables of known form with arbitrary
//! content. In the last two every hash is right, so that the parsers behind the hashes are reached. A tokenizer that does load obeys the
//! laws: its files load again to the same files, every text comes back, any ids decode.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use morfem::Tokenizer;
use morfem::files::record::Files;
use serde_json::json;
use sha2::{Digest, Sha256};

#[derive(Arbitrary, Debug)]
struct Input {
    folder: Folder,
    text: String,
    ids: Vec<i64>,
}

#[derive(Arbitrary, Debug)]
enum Folder {
    Bytes { record: Vec<u8>, vocabulary: Vec<u8>, merges: Vec<u8> },
    Tables { record: Record, vocab_size: u16, vocabulary: String, merges: String },
    Content { record: Record, specials: Vec<String>, pieces: Vec<(Vec<u8>, f32)>, merges: Vec<(u16, u16)>, shift: u8 },
}

#[derive(Arbitrary, Debug)]
struct Record {
    name: String,
    kind: u8,
    language: Option<String>,
    splitter: u8,
    space_before: bool,
    unknown_score: Option<f32>,
    card: Option<String>,
    options: Vec<(String, i64)>,
}

const KINDS: [&str; 5] = ["bpe", "unigram", "thunder", "sentencepiece", "mystery"];
const SPLITTERS: [&str; 6] = ["whole", "words", "space_runs", "gpt2", "thunder", "mystery"];

fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The files with a record around them whose hashes are right.
fn hashed(record: &Record, vocab_size: usize, specials: &[String], mut files: Files) -> Files {
    if let Some(card) = &record.card {
        files.insert("README.md".into(), card.clone().into_bytes());
    }
    let options: serde_json::Map<_, _> = record.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    let mut manifest = json!({
        "format": 1,
        "name": record.name,
        "kind": KINDS[record.kind as usize % KINDS.len()],
        "language": record.language,
        "vocab_size": vocab_size,
        "special_tokens": specials,
        "splitter": SPLITTERS[record.splitter as usize % SPLITTERS.len()],
        "space_before": record.space_before,
        "unknown_score": record.unknown_score.filter(|score| score.is_finite()).map(f64::from),
        "options": options,
        "training": {},
        "files": files.iter().map(|(name, content)| (name.clone(), hash(content))).collect::<std::collections::BTreeMap<_, _>>(),
        "hash": "",
    });
    let written = |manifest: &serde_json::Value| [serde_json::to_vec_pretty(manifest).expect("plain data"), b"\n".to_vec()].concat();
    manifest["hash"] = json!(hash(&written(&manifest)));
    files.insert("morfem.json".into(), written(&manifest));
    files
}

/// A token as the tables write it.
fn written(bytes: &[u8]) -> String {
    morfem::vocab::write_piece(bytes).replace('\t', "\\x09").replace('\n', "\\x0A").replace('\r', "\\x0D")
}

fn files(folder: &Folder) -> Files {
    match folder {
        Folder::Bytes { record, vocabulary, merges } => Files::from([
            ("morfem.json".into(), record.clone()),
            ("vocabulary.tsv".into(), vocabulary.clone()),
            ("merges.tsv".into(), merges.clone()),
        ]),
        Folder::Tables { record, vocab_size, vocabulary, merges } => {
            let tables = [("vocabulary.tsv".into(), vocabulary.clone().into_bytes()), ("merges.tsv".into(), merges.clone().into_bytes())];
            hashed(record, *vocab_size as usize, &[], Files::from(tables))
        }
        Folder::Content { record, specials, pieces, merges, shift } => {
            let mut lines = vec!["token\tkind\tscore".to_string()];
            lines.extend(specials.iter().map(|special| format!("{special}\tspecial\t")));
            lines.extend((0..=255u8).map(|byte| format!("<0x{byte:02X}>\tbyte\t-20")));
            lines.extend(pieces.iter().map(|(piece, score)| format!("{}\tsubword\t{score}", written(piece))));
            let mut tokens: Vec<Vec<u8>> = specials.iter().map(|special| special.clone().into_bytes()).collect();
            tokens.extend((0..=255u8).map(|byte| vec![byte]));
            tokens.extend(pieces.iter().map(|(piece, _)| piece.clone()));
            let mut table = String::from("left\tright\tproduct\n");
            for &(left, right) in merges.iter().take(200) {
                let (left, right) = (left as usize % tokens.len(), right as usize % tokens.len());
                let product = [tokens[left].as_slice(), &tokens[right]].concat();
                // Products repeat where the same bytes were made before; now and then one is wrong.
                let id = match tokens.iter().position(|token| *token == product) {
                    Some(id) => id,
                    None if product.len() > 64 => continue,
                    None => {
                        lines.push(format!("{}\tsubword\t-9", written(&product)));
                        tokens.push(product);
                        tokens.len() - 1
                    }
                };
                let id = if *shift == 255 { id.wrapping_sub(1) } else { id };
                table += &format!("{left}\t{right}\t{id}\n");
            }
            let tables = [("vocabulary.tsv".into(), (lines.join("\n") + "\n").into_bytes()), ("merges.tsv".into(), table.into_bytes())];
            hashed(record, tokens.len(), specials, Files::from(tables))
        }
    }
}

fuzz_target!(|input: Input| {
    let Ok(tokenizer) = Tokenizer::from_files(&files(&input.folder), "fuzz") else { return };
    let saved = tokenizer.files();
    let again = Tokenizer::from_files(&saved, "saved").expect("what was saved loads");
    assert!(again.files() == saved, "saving again writes other files");
    for parse_special in [false, true] {
        let ids = tokenizer.encode_ids(&input.text, parse_special);
        assert_eq!(again.encode_ids(&input.text, parse_special), ids);
        let signed: Vec<i64> = ids.iter().map(|&id| id as i64).collect();
        assert_eq!(tokenizer.decode(&signed, false).expect("ids of a text are in range"), input.text);
        assert_eq!(tokenizer.encode(&input.text, parse_special).ids, ids);
    }
    let size = tokenizer.vocabulary().len() as i64;
    let inside: Vec<i64> = input.ids.iter().map(|id| id.rem_euclid(size)).collect();
    tokenizer.decode(&inside, true).expect("ids in range decode");
    assert_eq!(tokenizer.decode(&input.ids, false).is_ok(), input.ids.iter().all(|id| (0..size).contains(id)));
});
