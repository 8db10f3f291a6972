//! Tests of `src/systems/splinter/conditions.rs` that see what is private there.

use super::*;

const ALPHABET: &str = "character\tclass\tfinal\tcapital\tbase\na\tletter\t\t\t\ne\tletter\t\t\t\nk\tletter\t\t\t\nn\tletter\t\t\t\nr\tletter\t\t\t\ns\tletter\t\t\t\nt\tletter\t\t\t\n";

fn read(rows: &str) -> Result<(Alphabet, Conditions)> {
    let alphabet = Alphabet::read("alphabet.tsv", ALPHABET)?;
    let spelled = |text: &str| text.chars().filter_map(|sign| alphabet.number(sign)).collect::<Vec<u8>>();
    let prefixes = ["ke", "se"].map(|prefix| Affix { letters: spelled(prefix), takes: None });
    let conditions = Conditions::read("conditions.tsv", &format!("affix\twith\tstem\n{rows}"), &alphabet, &prefixes, &[spelled("an")])?;
    Ok((alphabet, conditions))
}

#[test]
fn an_affix_needs_another_or_a_stem_of_some_shape() {
    let rows = "ke-\t-an\t\nke-\t\tt[ae]n*.\n*\t\t!ka.*\n";
    let (alphabet, conditions) = read(rows).unwrap();
    let allows = |prefixes: &[u16], suffixes: &[u16], stem: &str| {
        let stem: Vec<u8> = stem.chars().filter_map(|sign| alphabet.number(sign)).collect();
        conditions.allow(prefixes, suffixes, &stem)
    };
    assert!(allows(&[0], &[0], "rst"));
    assert!(!allows(&[0], &[], "rst"));
    assert!(allows(&[1], &[], "rst"));
    assert!(allows(&[0], &[], "tas") && allows(&[0], &[], "tenns"));
    assert!(!allows(&[0], &[], "ta") && !allows(&[0], &[], "tkas"));
    assert!(!allows(&[1], &[], "kat") && allows(&[], &[], "kat"));
}

#[test]
fn a_stem_may_have_any_of_many_shapes() {
    let shapes = "k*a.*.*n*rs [^k]eeee[aek]* aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa .*kr*ee a .*rrr.*";
    let (alphabet, conditions) = read(&format!("ke-\t\t{shapes}\n")).unwrap();
    let allows = |stem: &str| {
        let stem: Vec<u8> = stem.chars().filter_map(|sign| alphabet.number(sign)).collect();
        conditions.allow(&[0], &[], &stem)
    };
    for stem in ["ars", "kkkaars", "atenrs", "aeeee", "seeeekea", "kee", "tkrrree", "a", "rrr", "arrrra"] {
        assert!(allows(stem), "{stem}");
    }
    for stem in ["", "kkk", "art", "keeee", "aeeeet", "kre", "aa", "rr"] {
        assert!(!allows(stem), "{stem}");
    }
}

#[test]
fn a_faulty_row_is_refused() {
    for (row, what) in [("me-\t\t", "no affix"), ("ke-\t-en\t", "no affix"), ("ke-\t\tx", "no shape"), ("ke-\t\t[ab", "not a shape")] {
        let error = read(&format!("{row}\n")).unwrap_err().to_string();
        assert!(error.contains("conditions.tsv") && error.contains(what.trim_start_matches("no ")), "{error}");
    }
}
