//! Laws of the splitters: chunks cover a text, follow the pattern, and do not depend on what stands before.

use morfem::text::Splitter::{self, Gpt2, Inflected, Phrases, SpaceRuns, Thunder, Whole, Words};
use proptest::prelude::*;

#[path = "../common/chunk_texts.rs"]
mod chunk_texts;

use chunk_texts::texts;

/// The chunks as `for_each_chunk` finds them.
fn visited(splitter: Splitter, text: &str) -> Vec<&str> {
    let mut chunks = Vec::new();
    splitter.for_each_chunk(text, |start, end| chunks.push(&text[start..end]));
    chunks
}

fn assert_chunks(splitter: Splitter, expected: &[&[&str]]) {
    for &chunks in expected {
        let text = chunks.concat();
        assert_eq!(splitter.chunks(&text).collect::<Vec<_>>(), chunks, "{}, one by one: {text:?}", splitter.name());
        assert_eq!(visited(splitter, &text), chunks, "{}, visited: {text:?}", splitter.name());
    }
}

#[test]
fn the_whole_text_is_one_chunk() {
    assert_chunks(Whole, &[&[], &["a"], &[" a b \n c "]]);
}

#[test]
fn words_take_the_one_space_before_them() {
    assert_chunks(
        Words,
        &[
            &["Bir", " iki,", " üç!"],
            &[" a"],
            &[" ", " a", " ", " b"],
            &["a", "  "],
            &["a", "\n", "b", "\t", "\t", "c"],
            &["a", " \n", " b"],
            &["a", " ", "\u{A0}", "b"],
            &["\u{3000}\u{3000}\u{85}"],
            &["\u{3000}\u{3000}", "\u{85}", "x"],
            &["it's", " d'accord"],
            &["\u{200B}\u{1F}"],
        ],
    );
}

#[test]
fn space_runs_cut_before_every_run_of_spaces_that_follows_a_word() {
    assert_chunks(SpaceRuns, &[&["a", "  b", " c", "   "], &["  "], &["  a\n\u{A0}b\tc", " d"], &["안녕", " 하세요"], &["\n", " \n", " "]]);
}

#[test]
fn gpt2_cuts_where_the_class_changes() {
    assert_chunks(
        Gpt2,
        &[
            &["Ankara", " 06", "’", "da", ",", " saat", " 12", ":", "30", "."],
            &["abc", "123", "...", "ÇğÎ", "²½", "—", "안녕漢字"],
            &[" ", " a", "  ", " 1", " ", " .", "\n\n", "\n", "b", "\n  "],
            &["e", "\u{301}", "e", " \u{301}\u{302}", "a"],
            &["a", " ", "\u{A0}", "b", "\u{A0}", "\u{2003}", "c"],
            &["👍🏽", " 👍", "x"],
        ],
    );
}

#[test]
fn an_apostrophe_joins_affixes_to_words_and_numbers() {
    assert_chunks(
        Inflected,
        &[
            &["Ankara'nın", " 1908’den", " %", "50'si", ",", " saat", " 19", ".", "30'da"],
            &["d'a'b’c", "'", " '", "a", "'", " '''", "a", "’", " b", "'", "1"],
            &["5'te", "5", "'", "5", "x'y", "1'z"],
            &["Türkiye’nin", " \n", " İ", "’", "\n", "’", "ş"],
            &["saat", " 15:00'te", " 19.00’da", ",", " 8", ":", "30'da"],
            &["1", ":", "00:00'a", " 2", ".", "000'den", " 5", ":", "00", " 5", ":", "00", "'", "5", " x", ":", "00'te", "9", ":", "00"],
        ],
    );
}

#[test]
fn a_colon_joins_affixes_where_the_language_writes_it() {
    assert_chunks(
        Splitter::InflectedColon,
        &[
            &["EU:n", " ja", " 1990:ssä", ",", " km:n", " a:bc:d", ":", "E", " 5", ":", "00", " 7", ":", "00:n", " http", "://", "x"],
            &["Ankara'nın:ä", ":", "\n", "a", "::", "b", ":"],
            &["5:ää'a", "  ", "b"],
            &["2", " §:n", " ja", " (§:", "n", ")", " 50", "%:n'a", "  ", "€:", "A", " $", "x", " ++%:", "n"],
        ],
    );
}

#[test]
fn an_apostrophe_that_is_a_letter_joins_affixes_to_numbers() {
    for splitter in [Inflected, Splitter::InflectedMixed, Splitter::InflectedColon] {
        assert_chunks(splitter, &[&["saat", " 09ʼda", " 15:00ʹte", " Aliʼnin", " 5", "ʼ", " 5", "ʼ"]]);
    }
}

#[test]
fn an_indentation_is_one_chunk_and_the_word_after_it_has_no_space() {
    let table: &[&[&str]] = &[
        &["if", " x", ":", "\n    ", "return", " self", ".", "y", "\n"],
        &["a", "  ", "b", "\t", "c", " d", "\n ", "e", "   "],
        &["\u{A0}", "a", " \u{A0}", "b"],
    ];
    assert_chunks(Splitter::InflectedMixed, table);
    assert_chunks(Splitter::MarkedMixed, table);
    assert_chunks(Splitter::InflectedMixed, &[&["Ankara'nın", " 1908’den", " saat", " 15:00'te"]]);
}

#[test]
fn in_code_a_word_takes_the_sign_before_it_and_signs_the_line_ends_behind_them() {
    assert_chunks(
        Splitter::Code,
        &[
            &["self", ".name", "_x", " =", " a", "[i", "];\n", "    ", "__", "init", "__(", "f", "('", "d'x'y", "')"],
            &["it's", " (\"", "so", "\",", " 2", "024", "-e\u{301}", "\t", "x", "\n    ", "y", "\u{201c}", "a", "\u{201d}\r\n\n"],
        ],
    );
}

#[test]
fn digits_are_grouped_in_threes_from_the_right() {
    let long = "123".repeat(21);
    assert_chunks(
        Splitter::MarkedMixed,
        &[&["a", " 2", "024", " 12", " 345", ".", "678", "x", "1", "234", "567"], &["12", "345", ",", "67", "%)", " ³", "٣٤٥", "x"]],
    );
    assert_eq!(Splitter::MarkedMixed.chunks(&long).count(), 21);
    let chunks: Vec<String> = Splitter::MarkedMixed.chunks(&format!("x{long}45")).map(String::from).collect();
    assert_eq!((chunks.len(), chunks[1].as_str(), chunks[22].as_str()), (23, "123", "345"));
}

#[test]
fn gpt2_contractions_stand_where_a_chunk_begins_and_are_lower_case() {
    assert_chunks(
        Gpt2,
        &[
            &["it", "'s", " we", "'re", " I", "'ve", "'m", "'ll", "'d", "'t"],
            &["'s", "omething"],
            &["'re", "al", "06", "'d", "a", "'", "lv", "'", "r"],
            &["IT", "'", "S", " it", "'", "LL"],
            &[" '", "s", "''", "s", "'s", "'s", "'"],
            &["\n", "'s", "\t", "'ll", "ama"],
            &["x", "'s", ",'", "şey", "’", "s"],
        ],
    );
}

#[test]
fn thunder_keeps_words_joined_by_single_spaces_with_their_full_stop() {
    assert_chunks(
        Thunder,
        &[
            &["고구마는 다양한 사이드 디쉬로 활용할 수 있는 음식입니다.", " 끝"],
            &["abc.", ".", " def?", "!", " ghi!", "j"],
            &["abc", " .", " x", ",", " y", " 3", "개", " ", " z w", "\n", "v"],
            &[" a b", "  "],
            &[" ", " abc", "\u{A0}", "d e", "\n ", " f"],
            &["it", "'", "s a", " '", "s"],
            &["a b", " 1", " c", "\u{301}.", " d.", "e.", "\u{301}"],
            &["..", "a.", "..", " ?"],
        ],
    );
}

#[test]
fn phrases_keep_commas_and_colons_with_the_word_before_them() {
    assert_chunks(
        Phrases,
        &[
            &["하지만 그는,", " 다시 말했다:", " 네;", " 끝."],
            &["a", ",,", " b,", "c", " 1", ",", "000", " :", " d", "!!"],
            &["와", "...", " 좋아요", "!!!", " 정말", "?!", " 참.", "\"", " 끝:"],
            &["it", "'", "s a,", "\n", "b:", "//", "c"],
        ],
    );
}

#[test]
fn the_error_for_an_unknown_name_lists_the_splitters() {
    for splitter in Splitter::ALL {
        assert_eq!(splitter.name().parse::<Splitter>().unwrap(), splitter);
        assert_eq!(serde_json::to_value(splitter).unwrap(), splitter.name());
    }
    let message = "gpt4".parse::<Splitter>().unwrap_err().to_string();
    assert!(message.contains("gpt4") && message.contains("space_runs"), "{message}");
}

#[test]
fn long_runs_take_linear_time() {
    // If a run were read again for each of its characters, this would take minutes.
    for unit in [" ", "\t", "\u{3000}", "'", "a", "a ", " .", "가", "가 ", "'s", "1", "a.", "\u{301}", " \n", "a\u{A0}"] {
        let text = unit.repeat(100_000);
        for splitter in Splitter::ALL {
            assert_eq!(visited(splitter, &text).len(), splitter.chunks(&text).count(), "{}: {unit:?}", splitter.name());
        }
    }
}

#[test]
fn chunks_are_found_wherever_the_script_changes() {
    let (hangul, latin) = ("가나 다 ".repeat(200), "abcdef ghi.. ".repeat(40));
    for mark in ["'ll", "'s", ".", " ", "\u{3000}"] {
        for place in 0..70 {
            let text = ["x".repeat(place).as_str(), mark, &hangul, &latin, mark, &hangul].concat();
            for splitter in Splitter::ALL {
                let chunks: Vec<_> = splitter.chunks(&text).collect();
                assert_eq!(visited(splitter, &text), chunks, "{}: {mark:?} at {place}", splitter.name());
            }
        }
    }
}

#[test]
fn both_ways_of_finding_chunks_agree_on_every_character() {
    let characters: Vec<char> = ('\0'..=char::MAX).collect();
    for block in characters.chunks(0x1000) {
        // From U+20000 on, characters are ideographs, tags or unassigned: one neighbour is enough.
        let betweens = if block[0] < '\u{20000}' { &["a", "가", "א", " ", ""][..] } else { &["a"] };
        for between in betweens {
            let text: String = block.iter().flat_map(|&character| [String::from(character), String::from(*between)]).collect();
            for splitter in [Gpt2, Inflected, Splitter::Marked, Splitter::MarkedMixed, Words] {
                assert!(visited(splitter, &text) == splitter.chunks(&text).collect::<Vec<_>>(), "{} from {:?}", splitter.name(), block[0]);
            }
        }
    }
}

proptest! {
    #[test]
    fn chunks_cover_the_text_without_gaps(text in texts()) {
        for splitter in Splitter::ALL {
            prop_assert_eq!(splitter.chunks(&text).collect::<String>(), text.as_str());
            prop_assert!(splitter.chunks(&text).all(|chunk| !chunk.is_empty()));
        }
    }

    #[test]
    fn splitters_cut_words_off(
        before in "([a2ğ한א.'\"(\u{301}\n]{0,4}[a2ğא.'\"(\u{301}])?",
        word in " [aZğא한\u{301}'’]{0,4}[aZğא한]",
        after in "([ .,;!?)\n][a2ğא'\"\u{301} ]{0,4})?",
    ) {
        let text = format!("{before}{word}{after}");
        let may_be_joined = after.strip_prefix('.').is_some_and(|rest| rest.starts_with(|next: char| !next.is_whitespace()));
        let is_word = word[1..].starts_with(char::is_alphabetic) && !may_be_joined;
        for splitter in Splitter::ALL.into_iter().filter(|splitter| is_word && splitter.cuts_off_words()) {
            let parts = [&before, &word, &after].map(|part| splitter.chunks(part).collect::<Vec<_>>());
            prop_assert_eq!(splitter.chunks(&text).collect::<Vec<_>>(), parts.concat(), "{}", splitter.name());
        }
    }

    #[test]
    fn both_ways_of_finding_chunks_agree(text in texts()) {
        for splitter in Splitter::ALL {
            prop_assert_eq!(visited(splitter, &text), splitter.chunks(&text).collect::<Vec<_>>(), "{}", splitter.name());
        }
    }

    #[test]
    fn a_chunk_does_not_depend_on_what_comes_before_it(text in texts()) {
        for splitter in Splitter::ALL {
            let chunks = visited(splitter, &text);
            let rest: usize = chunks.iter().take(chunks.len() / 2).map(|chunk| chunk.len()).sum();
            prop_assert_eq!(visited(splitter, &text[rest..]), &chunks[chunks.len() / 2..], "{}", splitter.name());
        }
    }
}
