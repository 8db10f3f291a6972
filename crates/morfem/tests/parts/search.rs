//! Terms of a text, and the units of a Korean word.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use morfem::Tokenizer;
use morfem::result::analysis::shares;
use morfem::search::{Folds, Side, Table, Terms, Unit, Units};

fn bundled(name: &str) -> Arc<Tokenizer> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/morfem/artifacts").join(name);
    Arc::new(Tokenizer::load(&folder).unwrap())
}

fn terms(tokenizer: &str, table: &str, units: Option<Units>) -> Terms {
    let folds = Folds::read(&[]).unwrap();
    Terms::new(bundled(tokenizer), Table::read("search.tsv", table.as_bytes(), &folds).unwrap(), folds, units)
}

fn weighed(terms: &Terms, text: &str, side: Side) -> Vec<(String, f32)> {
    terms.of(text, side).into_iter().map(|term| (term.text.to_string(), term.weight)).collect()
}

const TABLE: &str = "kind\ttext\tafter\tcost\nnoun\t나무\t\t5\nnoun\t심\t\t8\nnoun\t발표\t\t6\nnoun\t회\t\t7\nverb\t하\t\t1\nverb\t마시\t\t5\nverb\t가\t\t5\n\
    noun\t김\t\t9\nnoun\t도\t\t9\nnoun\t윤\t\t9\n\
    particle\t\t127\t1\nparticle\t는\t67\t3\nparticle\t은\t60\t3\nparticle\t에서는\t127\t4\nending\t었다\t42\t2\nending\tㄴ다\t67\t2\n\
    merger\t였\t이 었 any\t0\nmerger\t했\t하 었 this\t0\nmerger\t았\t아 었 consonant\t0\n";

#[test]
fn a_term_weighs_what_its_field_its_kind_and_the_side_say() {
    let table = "rule\ttext\tvalue\treason\nfield\tword\t2\t\nunknown\tword\t3\t\nunknown\tgrams:2\t4\t\nfunction\tthe\t\t\n\
                 question\twho\t\t\nweight\tfunction\t0.5\t\nweight\tquestion\t0.25\t\nweight\tnumber\t1.5\t\n";
    let terms = terms("bpe", table, None);
    let of = |text: &str, side: Side| weighed(&terms, text, side);
    let named = |terms: &[(&str, f32)]| terms.iter().map(|&(text, weight)| (text.to_owned(), weight)).collect::<Vec<_>>();
    let gram = 4.0 / 2.0_f32.sqrt();
    assert_eq!(of("cat", Side::Query), named(&[("cat", 3.0), ("ca", gram), ("at", gram)]));
    assert_eq!(of("the", Side::Query), named(&[("the", 1.5), ("th", gram / 2.0), ("he", gram / 2.0)]));
    assert_eq!(of("who", Side::Query), named(&[("who", 0.75), ("wh", gram / 4.0), ("ho", gram / 4.0)]));
    assert_eq!(of("1908", Side::Query), named(&[("1908", 3.0)]), "2 of the field, 1.5 of a number");
    for text in ["cat", "the", "who", "1908"] {
        assert!(of(text, Side::Document).iter().all(|term| term.1 == 1.0), "{text}");
    }
}

#[test]
fn each_root_of_an_ambiguous_word_weighs_what_it_is_probable_in_a_query() {
    let (tokenizer, terms) =
        (bundled("tr-mft"), terms("tr-mft", "rule\ttext\tvalue\treason\nfield\troot\t2\t\nunknown\tword\t1\t\n", None));
    for word in ["gelir", "alanı", "koyun"] {
        let analyses = tokenizer.analyze(word, 4).unwrap();
        let mut expected: BTreeMap<String, f32> = BTreeMap::new();
        for (analysis, share) in analyses.iter().zip(shares(analyses.iter().map(|analysis| analysis.score))) {
            *expected.entry(analysis.root.clone()).or_default() += 2.0 * share as f32;
        }
        expected.retain(|_, weight| *weight >= 0.2);
        let found: BTreeMap<String, f32> = weighed(&terms, word, Side::Query).into_iter().collect();
        assert!(found.keys().eq(expected.keys()), "{word}: {found:?} {expected:?}");
        assert!(found.values().zip(expected.values()).all(|(one, other)| (one - other).abs() < 1e-4), "{word}: {found:?} {expected:?}");
    }
}

#[test]
fn a_longer_root_and_a_word_that_is_a_lemma_count_in_a_document_too() {
    let terms = terms("tr-mft", "rule\ttext\tvalue\treason\nfield\troot\t2\t\n", None);
    let of = |word: &str| terms.texts(word, Side::Document).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(of("altına"), ["alt", "altın"]);
    assert_eq!(of("yazın"), ["yaz", "yazın"]);
    assert_eq!(of("kitapların"), ["kitap"]);
}

#[test]
fn the_units_of_a_compound_share_its_weight() {
    let table = "rule\ttext\tvalue\treason\nfield\troot\t2\t\nunknown\tword\t1\t\n";
    let terms = terms("bpe", table, Some(Units::read("units.tsv", TABLE.as_bytes()).unwrap()));
    let weight = 2.0 / 2.0_f32.sqrt();
    assert_eq!(weighed(&terms, "나무심회", Side::Query), [("나무".to_owned(), weight), ("심회".to_owned(), weight)]);
}

#[test]
fn the_roots_of_a_compound_share_its_weight() {
    let terms = terms("fi-mft", "rule\ttext\tvalue\treason\nfield\troot\t2\t\n", None);
    let weight = 2.0 / 2.0_f32.sqrt();
    assert_eq!(weighed(&terms, "kirjakaupoissa", Side::Query), [("kirja".to_owned(), weight), ("kauppa".to_owned(), weight)]);
}

fn units(word: &str) -> Vec<String> {
    Units::read("units.tsv", TABLE.as_bytes()).unwrap().split(word).unwrap().units
}

#[test]
fn a_particle_comes_off_where_the_last_syllable_allows_it() {
    assert_eq!(units("나무는"), ["나무"]);
    assert_eq!(units("나무에서는"), ["나무"]);
    assert_eq!(units("나무은"), ["나무", "은"]);
}

#[test]
fn an_ending_comes_out_of_the_last_syllable_of_the_stem() {
    assert_eq!(units("간다"), ["가"]);
    assert_eq!(units("갔다"), ["가"]);
    assert_eq!(units("마셨다"), ["마시"]);
    assert_eq!(units("발표했다"), ["발표", "하"]);
}

#[test]
fn a_chain_alone_has_no_unit() {
    assert_eq!(units("에서는"), [""; 0]);
}

#[test]
fn single_syllables_are_one_unknown_word_and_a_verb_without_content_is_left_out() {
    let units = Units::read("units.tsv", TABLE.as_bytes()).unwrap();
    let content = |word: &str| units.split(word).unwrap().content(|unit, kind| unit == "하" && kind == Unit::Verb);
    assert_eq!(content("김도윤은"), ["김도윤"]);
    assert_eq!(content("나무심회"), ["나무", "심회"]);
    assert_eq!(content("심했다"), ["심"]);
}

#[test]
fn a_changed_stem_is_that_of_its_verb_and_verbs_that_are_written_alike_are_both_given() {
    let table = format!(
        "{TABLE}verb\t걸\t\t5\nending\t어\t127\t1\nending\t다\t127\t1\nmerger\t와\t오 아 any\t0\nending\t아\t127\t1\n\
         class\tㅂ\tㅂ 오 ㅇ whole\t0\nclass\tㄷ\tㄷ ㄹ ㅇ part\t0\nclass\t르\t르 ㄹ르 ㅇ whole\t0\nmerger\t러\t르 어 any\t0\n\
         irregular\t돕\tㅂ\t6\nirregular\t걷\tㄷ\t6\nirregular\t흐르\t르\t6\n"
    );
    let units = Units::read("units.tsv", table.as_bytes()).unwrap();
    let content = |word: &str| units.split(word).unwrap().content(|_, _| false);
    assert_eq!(content("도와"), ["돕"]);
    assert_eq!(content("흘러"), ["흐르"]);
    assert_eq!(content("걸어"), ["걸", "걷"]);
    assert_eq!(content("걷다"), ["걷"]);
}

#[test]
fn a_noun_that_is_two_gives_these_too() {
    let table = format!("{TABLE}noun\t발표나무\t\t9\n");
    let units = Units::read("units.tsv", table.as_bytes()).unwrap();
    assert_eq!(units.split("발표나무는").unwrap().content(|_, _| false), ["발표나무", "발표", "나무"]);
}

#[test]
fn other_characters_have_no_units() {
    assert_eq!(Units::read("units.tsv", TABLE.as_bytes()).unwrap().split("나무a"), None);
}

#[test]
fn a_faulty_row_is_named() {
    for (row, says) in [
        ("noun\t나무\t\tx", "cost"),
        ("root\t나무\t\t1", "kind"),
        ("particle\t는\t128\t1", "open bright"),
        ("merger\t여\t이 어\t0", "any, consonant or this"),
        ("class\tㅂ\tㅂ 우\t0", "whole or part"),
        ("irregular\t돕\tㅂ\t0", "a row of the kind class"),
    ] {
        let content = format!("kind\ttext\tafter\tcost\n{row}\n");
        let error = Units::read("units.tsv", content.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("units.tsv") && error.contains('2') && error.contains(says), "{error}");
    }
}
