//! Tests of `src/bpe/encode.rs` that see what is private there.

use super::*;
use proptest::prelude::*;

type Tokens = Vec<(u32, usize)>;

/// The definition, word for word.
fn to_the_letter(merges: &[Merge], symbols: &[u32]) -> Tokens {
    let mut tokens: Tokens = symbols.iter().zip(1..).map(|(&symbol, end)| (symbol, end)).collect();
    let find = |merge: &Merge, tokens: &Tokens| tokens.windows(2).position(|pair| (pair[0].0, pair[1].0) == (merge.left, merge.right));
    while let Some((merge, at)) = merges.iter().find_map(|merge| find(merge, &tokens).map(|at| (merge, at))) {
        tokens[at + 1].0 = merge.product;
        tokens.remove(at);
    }
    tokens
}

fn encoded(model: &Merges, symbols: &[u32], buffers: &mut MergeBuffers) -> Tokens {
    if !model.may_merge(symbols) {
        return symbols.iter().zip(1..).map(|(&symbol, end)| (symbol, end)).collect();
    }
    let mut tokens = Vec::new();
    model.encode(symbols.iter().copied(), buffers, |token, end| tokens.push((token, end)));
    tokens
}

/// Both methods of [`definition`]. The one for short inputs sees only the first symbols.
fn merged(merges: &[Merge], symbols: &[u32], work: &mut Work) -> [Tokens; 2] {
    let mut pairs = PairTable::with_capacity(merges.len());
    merges.iter().zip(0..).for_each(|(&merge, rank)| assert!(pairs.insert(rank, merge)));
    let (mut short, mut long) = (Vec::new(), Vec::new());
    let head = &symbols[..symbols.len().min(SHORT)];
    definition::encode_short(&pairs, head.iter().copied(), |token, end| short.push((token, end)));
    definition::encode_long(&pairs, symbols.iter().copied(), work, || false, |token, end| long.push((token, end)));
    [short, long]
}

fn distinct(merges: Vec<Merge>) -> Vec<Merge> {
    let mut pairs = FxHashSet::default();
    merges.into_iter().filter(|merge| pairs.insert((merge.left, merge.right))).collect()
}

/// Lists over few symbols, in any order: parts may be made by later merges; products may repeat, be spelled in several ways or be base
/// symbols.
fn any_merges(symbols: u32, products: std::ops::Range<u32>) -> impl Strategy<Value = Vec<Merge>> {
    let merge = (0..symbols, 0..symbols, products).prop_map(|(left, right, product)| Merge { left, right, product });
    proptest::collection::vec(merge, 0..60).prop_map(distinct)
}

/// Lists as a trainer might write them: parts are base symbols 0, 1, 2 or earlier products, and each product is new. Some merges may
/// never happen.
fn ordered_merges() -> impl Strategy<Value = Vec<Merge>> {
    proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..40).prop_map(|parts| {
        let mut merges: Vec<Merge> = Vec::new();
        for (left, right) in parts {
            let product = 3 + merges.len() as u32;
            let [left, right] = [left, right].map(|part| part.index(product as usize) as u32);
            if merges.iter().all(|merge| (merge.left, merge.right) != (left, right)) {
                merges.push(Merge { left, right, product });
            }
        }
        merges
    })
}

/// Lists made from a vocabulary: each token, in order of rank, with all its splits into two tokens, whatever their ranks.
fn merges_of_a_vocabulary() -> impl Strategy<Value = Vec<Merge>> {
    proptest::collection::vec(proptest::collection::vec(0u32..3, 2..6), 0..25).prop_map(|spellings| {
        let mut tokens: Vec<Vec<u32>> = (0..3).map(|symbol| vec![symbol]).collect();
        spellings.into_iter().for_each(|spelling| {
            if !tokens.contains(&spelling) {
                tokens.push(spelling)
            }
        });
        let id = |spelling: &[u32]| tokens.iter().position(|token| token == spelling).map(|id| id as u32);
        let splits = tokens.iter().zip(0..).flat_map(|(token, product)| (1..token.len()).map(move |cut| (token.split_at(cut), product)));
        splits.filter_map(|((left, right), product)| Some(Merge { left: id(left)?, right: id(right)?, product })).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn encoding_is_the_definition_for_every_list(
        merges in prop_oneof![any_merges(12, 0..12), any_merges(8, 3..8), ordered_merges(), merges_of_a_vocabulary()],
        symbols in proptest::collection::vec(0u32..3, 0..300),
    ) {
        let mut buffers = MergeBuffers::default();
        // Three base symbols are enough if the list makes all others.
        let model = Merges::new(3, merges.clone()).or_else(|_| Merges::new(64, merges.clone())).unwrap();
        let expected = to_the_letter(&merges, &symbols);
        prop_assert_eq!(encoded(&model, &symbols, &mut buffers), expected.clone());
        let [short, long] = merged(&merges, &symbols, &mut buffers.work);
        prop_assert_eq!(long, expected);
        let head = &symbols[..symbols.len().min(SHORT)];
        prop_assert_eq!(short, to_the_letter(&merges, head));
        prop_assert_eq!(encoded(&model, head, &mut buffers), to_the_letter(&merges, head), "with buffers used before");
    }

    #[test]
    fn lists_in_order_are_encoded_by_search(merges in ordered_merges()) {
        prop_assert!(matches!(Merges::new(3, merges).unwrap().method, Method::Search(_)));
    }

    #[test]
    fn wide_symbols_merge_alike(
        merges in ordered_merges(),
        symbols in proptest::collection::vec(0u32..3, 0..100),
        base in prop_oneof![Just(256u32), Just(257), Just(65_537)],
    ) {
        let raise = |id: u32| if id < 3 { id * (base / 2 - 1) } else { id - 3 + base };
        let raised = merges.iter().map(|m| Merge { left: raise(m.left), right: raise(m.right), product: raise(m.product) }).collect();
        let expected: Tokens = to_the_letter(&merges, &symbols).into_iter().map(|(symbol, end)| (raise(symbol), end)).collect();
        let symbols: Vec<u32> = symbols.into_iter().map(raise).collect();
        prop_assert_eq!(encoded(&Merges::new(base as usize, raised).unwrap(), &symbols, &mut MergeBuffers::default()), expected);
    }
}

/// The definition with equal ranks, word for word.
fn ranked_to_the_letter(merges: &[Merge], merging: &Merging, symbols: &[u32]) -> Vec<u32> {
    let mut tokens = symbols.to_vec();
    let merge = |pair: &[u32]| (0..).zip(merges).find(|(_, merge)| [merge.left, merge.right] == pair);
    while let Some((_, at, product)) = (0..tokens.len().saturating_sub(1))
        .filter_map(|at| merge(&tokens[at..at + 2]).map(|(place, merge)| (merging.rank(place), at, merge.product)))
        .min()
    {
        tokens.splice(at..at + 2, [product]);
    }
    tokens
}

proptest! {
    #[test]
    fn of_merges_with_equal_ranks_the_leftmost_pair_merges_first(
        merges in ordered_merges(),
        cuts in proptest::collection::btree_set(0u32..40, 0..6),
        symbols in proptest::collection::vec(0u32..3, 0..200),
    ) {
        let cuts: Vec<u32> = cuts.into_iter().filter(|&cut| (cut as usize) < merges.len()).collect();
        let merging = Merging { equal: cuts.chunks_exact(2).map(|run| [run[0], run[1]]).collect(), whole: vec![] };
        let model = Merges::ranked(3, merges.clone(), &merging).unwrap();
        for symbols in [&symbols[..], &symbols[..symbols.len().min(SHORT)]] {
            let mut tokens = Vec::new();
            model.encode(symbols.iter().copied(), &mut MergeBuffers::default(), |token, _| tokens.push(token));
            prop_assert_eq!(tokens, ranked_to_the_letter(&merges, &merging, symbols));
        }
    }
}

#[test]
fn of_equal_pairs_the_leftmost_merges_first() {
    let merges = vec![Merge { left: 0, right: 0, product: 1 }];
    let expected = [(1, 2), (1, 4), (0, 5)];
    assert_eq!(merged(&merges, &[0; 5], &mut Work::default()), [expected; 2]);
    assert_eq!(encoded(&Merges::new(1, merges).unwrap(), &[0; 5], &mut MergeBuffers::default()), expected);
}

#[test]
fn nothing_gives_nothing_and_one_symbol_itself() {
    let model = Merges::new(1, vec![]).unwrap();
    let mut buffers = MergeBuffers::default();
    assert_eq!(encoded(&model, &[], &mut buffers), []);
    assert_eq!(encoded(&model, &[0], &mut buffers), [(0, 1)]);
    assert_eq!(merged(&[], &[], &mut buffers.work), [vec![], vec![]]);
}

/// "abc" is listed as (ab, c), which happens, and as (a, bc), which cannot, because it is listed before "bc" is made. Lists made from
/// vocabularies contain such merges.
#[test]
fn a_list_with_a_merge_before_its_parts_is_still_searched() {
    let merge = |left, right, product| Merge { left, right, product };
    let merges = vec![merge(0, 1, 3), merge(3, 2, 4), merge(0, 5, 4), merge(1, 2, 5)];
    let model = Merges::new(3, merges.clone()).unwrap();
    assert!(matches!(model.method, Method::Search(_)));
    assert_eq!(encoded(&model, &[0, 1, 2, 1, 2, 0], &mut MergeBuffers::default()), to_the_letter(&merges, &[0, 1, 2, 1, 2, 0]));
    // Without (ab, c) the merge (a, bc) does happen, after "bc" is made, so the list has no search.
    let merges = vec![merge(0, 5, 4), merge(1, 2, 5)];
    let model = Merges::new(3, merges.clone()).unwrap();
    assert!(matches!(model.method, Method::Definition(_)));
    assert_eq!(encoded(&model, &[0, 1, 2], &mut MergeBuffers::default()), [(4, 3)]);
}
