//! Imports and exports of small files of our own.

use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use morfem::bpe::GPT2_BYTES;
use morfem::interchange::{export, import_tiktoken, import_tokenizers};
use morfem::{Result, Tokenizer};
use serde_json::{Map, Value, json};

/// The character that stands for a byte in a `tokenizer.json`.
fn character(byte: u8) -> char {
    let index = GPT2_BYTES.iter().position(|&other| other == byte).expect("every byte has a place");
    char::from_u32(if index < 188 { byte.into() } else { 0x100 + index as u32 - 188 }).expect("below the surrogates")
}

/// A byte-level model: the bytes with ids of their own values, and what these merges make.
fn byte_level(merges: &[[&str; 2]], others: &[(&str, usize)]) -> Result<Tokenizer> {
    let mut vocab: Map<String, Value> = (0..=255u8).map(|byte| (character(byte).to_string(), byte.into())).collect();
    for [left, right] in merges {
        let next = vocab.len();
        vocab.entry(format!("{left}{right}")).or_insert(next.into());
    }
    vocab.extend(others.iter().map(|&(token, id)| (token.to_owned(), id.into())));
    let byte_level = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true});
    let file = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": byte_level, "post_processor": null, "decoder": byte_level,
        "model": {"type": "BPE", "vocab": vocab, "merges": merges},
    });
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tokenizer.json");
    std::fs::write(&path, file.to_string()).expect("it can be written");
    import_tokenizers(&path)
}

#[test]
fn every_byte_character_is_its_byte() {
    let tokenizer = byte_level(&[["Ġ", "e"], ["Ġe", "v"]], &[]).unwrap();
    assert_eq!(tokenizer.encode_ids("a ev\n", false), [97, 257, 10]);
    for byte in 0..=255u8 {
        assert_eq!(tokenizer.decode_bytes(&[byte.into()], false).unwrap(), [byte]);
    }
}

#[test]
fn an_id_beyond_the_largest_is_refused() {
    let refused = byte_level(&[], &[("ev", 1 << 23)]).err().unwrap().to_string();
    assert!(refused.contains("8388608") && refused.contains("too large"), "{refused}");
}

#[test]
fn a_token_that_two_merges_make_is_not_exported_to_tiktoken() {
    let exported = |merges: &[[&str; 2]]| {
        let folder = tempfile::tempdir().expect("a folder");
        export(&byte_level(merges, &[]).unwrap(), "tiktoken", &folder.path().join("ranks"))
    };
    let merges = [["a", "b"], ["b", "c"], ["ab", "c"], ["a", "bc"]];
    assert!(exported(&merges[..3]).is_ok());
    assert!(exported(&merges).unwrap_err().to_string().contains("in order of ids"));
}

#[test]
fn specials_of_tiktoken_have_ids_of_their_own() {
    let ranks: String = (0..=255u8).map(|byte| format!("{} {byte}\n", BASE64_STANDARD.encode([byte]))).collect();
    let with = |specials: &[(&str, u32)]| {
        let specials: Vec<(String, u32)> = specials.iter().map(|&(text, id)| (text.to_owned(), id)).collect();
        import_tiktoken(ranks.as_bytes(), "ranks", "gpt2", &specials)
    };
    let tokenizer = with(&[("<end>", 258), ("<pad>", 256)]).unwrap();
    assert_eq!(tokenizer.encode_ids("a<end><pad>", true), [97, 258, 256]);
    assert_eq!(tokenizer.vocabulary().token(257), "<|unused_257|>");
    for (specials, says) in [
        ([("<end>", 256), ("<pad>", 256)], "two special tokens have the same id"),
        ([("<end>", 256), ("<pad>", 97)], "rank of another token"),
    ] {
        let refused = with(&specials).err().unwrap().to_string();
        assert!(refused.contains(says), "{refused}");
    }
    assert!(import_tokenizers(Path::new("no file")).is_err());
}

#[test]
fn a_token_of_tiktoken_that_is_too_long_is_refused_before_its_parts_are_searched() {
    let ranks: String = (0..=255u8).map(|byte| format!("{} {byte}\n", BASE64_STANDARD.encode([byte]))).collect();
    let ranks = ranks + &BASE64_STANDARD.encode(vec![b'a'; 1 << 22]) + " 256\n";
    let refused = import_tiktoken(ranks.as_bytes(), "ranks", "gpt2", &[]).err().unwrap().to_string();
    assert!(refused.contains("line 257: ") && refused.contains("1024"), "{refused}");
}
