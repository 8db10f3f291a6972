//! The laws that a tokenizer obeys wherever it was loaded from, on texts made of its own tokens.

use super::mutate::Choices;
use morfem::{Kind, Tokenizer};

/// Texts that have broken tokenizers.
const HARD: [&str; 22] = [
    "",
    " ",
    "  a  b ",
    "\n\r\n\t",
    "a\0b",
    " \u{301}e\u{301}",
    "👩‍👩‍👧‍👦\u{10ffff}",
    "▁ ·+lAr <s><pad></s> <0x41>",
    "\\xE2\\x0A",
    "\u{e000}\u{f8ff}",
    "'s've'LL",
    "Evlerimizden çıkıp İstanbul'daki ESKİ evlere gittik; 1908'den 15:00'te iPhone'un.",
    "ıI iİ ßẞ ﬁ ŉ ΐ",
    "הילדים כתבו מכתבים, והמכתבים נשלחו לבית־הספר ב-1948.",
    "שָׁלוֹם לַיְלָדִים צה\"ל כתבם ם",
    "كتب الطالب الدرس وسيكتبون كتبهم كتـــابه ذَهَبَ الوَلَدُ",
    "Buku-buku dikumpulkannya McDonald BACALAH membacakannya",
    "아이들은 학교에서 책을 읽을 수 있다!",
    "talossa Kaupungeissamme TALOT kaduilla talo'ssa",
    "(\"ev\") -ev 'ev' x'y'z",
    "kitapkitapkitap evevevev",
    "aAaAAaaa ABc aBC",
];

/// What is wrong with a tokenizer, if anything is.
pub fn check(tokenizer: &Tokenizer, choices: &mut Choices) -> Result<(), String> {
    let vocabulary = tokenizer.vocabulary();
    vocabulary.check().map_err(|error| format!("cannot be saved: {error}"))?;
    let mut texts: Vec<String> = HARD.map(String::from).to_vec();
    for _ in 0..6 {
        let ids: Vec<i64> = (0..=choices.below(6)).map(|_| choices.below(vocabulary.len()) as i64).collect();
        let text = tokenizer.decode(&ids, false).map_err(|error| format!("ids in range: {error}"))?;
        let mut stream = streamed(tokenizer, &ids)?;
        if stream != text {
            return Err(format!("{ids:?} are {text:?}, one by one {stream:?}"));
        }
        stream.extend(text.chars().flat_map(char::to_uppercase));
        // A long token is tried once, not with others.
        texts.extend([text.clone(), format!("x{text}y {text}"), stream].into_iter().filter(|text| text.len() < 20_000));
    }
    if let Some(frequent) = tokenizer.precomputed() {
        let chunks: Vec<&str> = frequent.rows().filter_map(|(chunk, _)| std::str::from_utf8(chunk).ok()).collect();
        if !chunks.is_empty() {
            // All of them, each behind a letter and before what goes on with it.
            texts.push(format!("x{}", chunks.concat()));
            texts.push(chunks.iter().map(|chunk| format!("a{chunk}.{chunk}'DEN{chunk}")).collect());
        }
    }
    let files = tokenizer.files();
    let again = Tokenizer::from_files(&files, "saved").map_err(|error| format!("what was saved does not load: {error}"))?;
    if again.files() != files {
        return Err("saving again writes other files".into());
    }
    for text in &texts {
        let encoding = tokenizer.encode(text, false);
        let ids: Vec<i64> = encoding.ids.iter().map(|&id| id.into()).collect();
        let decoded = tokenizer.decode(&ids, false).map_err(|error| format!("{text:?}: {error}"))?;
        if decoded != *text {
            return Err(format!("{text:?} comes back as {decoded:?}, from {:?}", encoding.tokens));
        }
        let is_special = |&id: &u32| vocabulary.units(id).unwrap_or(&[id]).iter().any(|&unit| vocabulary.kind(unit) == Kind::Special);
        if encoding.ids.iter().any(is_special) {
            return Err(format!("{text:?} has a special in {:?}", encoding.tokens));
        }
        if tokenizer.encode_ids(text, false) != encoding.ids || again.encode_ids(text, false) != encoding.ids {
            return Err(format!("{text:?} has other ids the second time"));
        }
        match &encoding.positions {
            Some(positions) => {
                let mut owned = positions.concat();
                owned.sort_unstable();
                if !owned.into_iter().eq(0..text.chars().count()) {
                    return Err(format!("{text:?}: its positions {positions:?} are not a partition"));
                }
            }
            None => {
                let tiles = |spans: &[(usize, usize)], length: usize| {
                    spans.iter().try_fold(0, |at, &(start, end)| (start == at && end >= start).then_some(end)) == Some(length)
                };
                if !tiles(&encoding.byte_offsets, text.len()) || !tiles(&encoding.offsets, text.chars().count()) {
                    return Err(format!("{text:?}: its spans {:?} do not tile it", encoding.byte_offsets));
                }
            }
        }
        tokenizer.encode_ids(text, true);
        let boundaries: Vec<i64> = (0..2).map(|_| choices.below(text.chars().count() + 1) as i64).collect();
        let ids = tokenizer.encode_ids_with_boundaries(text, &boundaries, false).map_err(|error| error.to_string())?;
        let ids: Vec<i64> = ids.into_iter().map(i64::from).collect();
        if tokenizer.decode(&ids, false).map_err(|error| error.to_string())? != *text {
            return Err(format!("{text:?} does not come back with boundaries at {boundaries:?}"));
        }
    }
    Ok(())
}

/// The text of ids in a stream.
fn streamed(tokenizer: &Tokenizer, ids: &[i64]) -> Result<String, String> {
    let tokenizer = std::sync::Arc::new(tokenizer.with_record(tokenizer.record().clone()));
    let mut stream = tokenizer.decoder(&[], false, &[]).unwrap();
    let mut text = String::new();
    for &id in ids {
        text += &stream.push(id).map_err(|error| error.to_string())?;
    }
    Ok(text + &stream.finish())
}
