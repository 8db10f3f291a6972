//! Counts of chunks, however they are merged, limited and saved.

use morfem::corpus::{Chunks, Counts};
use morfem::text::Splitter;
use proptest::prelude::*;

fn listed(chunks: &Chunks) -> Vec<(Vec<u8>, u32)> {
    chunks.iter().map(|(chunk, count)| (chunk.to_vec(), count)).collect()
}

fn counted<'a>(texts: impl IntoIterator<Item = &'a String>, memory: Option<usize>) -> Counts {
    let mut counts = Counts::new(Splitter::Words, memory, None);
    texts.into_iter().for_each(|text| counts.add(text, 1).unwrap());
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn neither_the_limit_nor_the_order_of_merging_nor_saving_changes_the_counts(
        texts in proptest::collection::vec("[ab ]{0,12}", 0..60),
        parts in 1usize..6,
        memory in proptest::option::of(1usize..4000),
        is_saved: bool,
    ) {
        let whole = listed(&counted(&texts, None).into_chunks().unwrap());
        let folder = tempfile::tempdir().unwrap();
        let part = |part: usize| {
            let counts = counted(texts.iter().skip(part).step_by(parts), memory);
            if !is_saved {
                return counts;
            }
            let path = folder.path().join(format!("{part}.counts"));
            counts.save(&path).unwrap();
            Counts::load(&path).unwrap()
        };
        for order in [(0..parts).collect::<Vec<_>>(), (0..parts).rev().collect()] {
            let mut merged = Counts::new(Splitter::Words, memory, None);
            order.into_iter().for_each(|number| merged.merge(part(number)).unwrap());
            prop_assert_eq!(&listed(&merged.chunks().unwrap()), &whole);
            prop_assert_eq!(merged.distinct().unwrap(), whole.len() as u64);
            prop_assert_eq!(&listed(&merged.into_chunks().unwrap()), &whole);
        }
    }
}

#[test]
fn counts_of_two_splitters_do_not_merge() {
    let fault = Counts::new(Splitter::Words, None, None).merge(Counts::new(Splitter::Gpt2, None, None)).unwrap_err();
    assert_eq!(fault.to_string(), r#"chunks cut by "gpt2" cannot be added to chunks cut by "words"; count with one splitter"#);
}

#[test]
fn a_saved_file_does_not_depend_on_how_it_came_about() {
    let texts = ["bir iki".to_owned(), "iki üç".to_owned()];
    let folder = tempfile::tempdir().unwrap();
    let saved = |name: &str, counts: Counts| {
        counts.save(&folder.path().join(name)).unwrap();
        std::fs::read(folder.path().join(name)).unwrap()
    };
    assert_eq!(saved("a", counted(&texts, None)), saved("b", counted(texts.iter().rev(), Some(1))));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}
