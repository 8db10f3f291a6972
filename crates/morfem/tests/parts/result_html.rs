//! The HTML view of an encoding.

use morfem::{Encoding, Kind};

#[test]
fn letters_of_interleaved_tokens_stay_in_their_order() {
    let encoding = Encoding {
        ids: vec![7, 8],
        tokens: vec!["k_t_b".into(), "<a>".into()],
        offsets: vec![(0, 5), (1, 4)],
        byte_offsets: vec![(0, 5), (1, 4)],
        surfaces: vec!["ktb".into(), "i<".into()],
        positions: Some(vec![vec![0, 2, 4], vec![1, 3]]),
        word_ids: vec![Some(0); 2],
        kinds: vec![Kind::Root, Kind::Pattern],
        glosses: vec![None, Some("PL".into())],
        languages: None,
    };
    let html = encoding.html();
    let text: String = html.split('>').filter_map(|part| part.split('<').next()).collect();
    assert_eq!(text, "kit&lt;b2 tokens");
    assert!(html.contains(r#"title="&lt;a&gt;, pattern, PL, id 8""#), "{html}");
}
