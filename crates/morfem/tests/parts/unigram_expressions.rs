//! The table of fixed expressions.

use morfem::unigram::expressions::Expressions;

#[test]
fn each_particle_of_a_row_makes_an_expression() {
    let table = "particles\twords\tmeaning\n# a comment\n을 를\t위해\tfor\n";
    let expressions = Expressions::read("expressions.tsv", table.as_bytes()).unwrap();
    for (string, expected) in [("을 위해", true), ("를 위해,", true), (" 를 위해", false), ("위해", false), ("에 위해", false)]
    {
        assert_eq!(expressions.has(string.as_bytes()), expected, "{string}");
    }
    assert!(Expressions::read("expressions.tsv", b"form\n").is_err());
}
