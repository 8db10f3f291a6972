"""Every format of gold data: what is read, what is dropped and why. The tables are our own; those of others are read where they are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from morfem import MorfemError
from morfem.adapters.trivial import Characters
from morfem.evaluate.gold import FORMATS, Gold, Inflected, Responses, Rooted, Segmented, read
from morfem.evaluate.gold.guess import guess
from morfem.evaluate.metrics.boundaries import Boundaries

SHARED = Path(__file__).parents[3] / "shared" / "data" / "gold"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a table of rows whose cells are separated by blanks, and ``~`` stands for a blank within a cell."""

    def written(*rows: str, name: str = "gold.tsv", between: str = "\t") -> Path:
        path = tmp_path / name
        path.write_text("".join(between.join(cell.replace("~", " ") for cell in row.split()) + "\n" for row in rows), encoding="utf-8")
        return path

    return written


def analyses(gold: Gold) -> dict[str, list[str]]:
    """The analyses of each word, with `|` for a cut."""
    assert isinstance(gold, Segmented)
    found: dict[str, list[str]] = {}
    for analysis, word in enumerate(gold.analysis_word):
        found.setdefault(gold.words[word], []).append("|".join(gold.segments(analysis)))
    return found


def categories(gold: Gold) -> dict[tuple[str, str], set[str]]:
    """The categories of the cut after each beginning of each word."""
    assert isinstance(gold, Segmented)
    found: dict[tuple[str, str], set[str]] = {}
    for cut, label in gold.labelled.tolist():
        analysis = gold.analysis_of[cut]
        word = gold.words[gold.analysis_word[analysis]]
        found.setdefault((word, word[: cut - gold.begins[analysis] + 1]), set()).add(gold.labels[label])
    return found


def test_alternatives_of_a_word_are_read(write: Write) -> None:
    gold = read(write("word segmentations", "evimde ev+im+de~|~evim+de", "dağ dağ"), "segmentation")
    assert isinstance(gold, Segmented)
    assert analyses(gold) == {"evimde": ["ev|im|de", "evim|de"], "dağ": ["dağ"]}
    assert gold.counts is None
    assert gold.dropped == []
    assert gold.options == {"gold": "segmentation"}


def test_what_does_not_spell_its_word_is_dropped_with_its_line(write: Write) -> None:
    gold = read(write("word segmentations", "evde ev+da", "evler ev+ler~|~evl+r", "yol yol", "masa masa more"), "segmentation")
    assert analyses(gold) == {"evler": ["ev|ler"], "yol": ["yol"]}
    assert gold.dropped == [(2, "'ev+da' does not spell 'evde'"), (3, "'evl+r' does not spell 'evler'"), (5, "3 columns, not 2")]


def test_rows_of_the_same_word_are_alternatives_and_their_counts_are_added(write: Write) -> None:
    rows = ("gidene git+en 3", "olan ol+an 2", "olan olan 5", "olanlar ol+an+lar x")
    gold = read(write("word ig_segmentation count", *rows), "inflectional_groups")
    assert isinstance(gold, Segmented)
    assert analyses(gold) == {"olan": ["ol|an", "olan"]}
    assert gold.counts is not None
    assert (gold.counts.tolist(), gold.is_complete) == ([7], False)
    assert gold.dropped == [(2, "'git+en' does not spell 'gidene'"), (5, "'x' is not a count")]


def test_a_plus_sign_of_the_word_itself_is_no_cut(write: Write) -> None:
    gold = read(write("word ig_segmentation count", "A+ A+ 1"), "inflectional_groups")
    assert analyses(gold) == {"A+": ["A+"]}


def test_labels_that_all_fitting_readings_share_are_certain(write: Write) -> None:
    rows = (
        "gölü göl+ü gOl~+POS3~|~gOl~+ACC",  # one segmentation, two readings: both are right
        "gölünde göl+ü+nde~|~göl+ün+de gOl~+POS3~+LOC~|~gOl~+POS2S~+LOC",  # only the locative is certain
        "evci evci~|~ev+ci ev~+DER~|~evci",  # told apart by their first morphemes
    )
    gold = read(write("word segmentations labels", *rows), "segmentation")
    assert isinstance(gold, Segmented)
    assert categories(gold) == {
        ("gölü", "göl"): {"POS3", "ACC"},
        ("gölünde", "gölü"): {"LOC"},
        ("gölünde", "gölün"): {"LOC"},
        ("evci", "ev"): {"DER"},
    }


def test_words_of_another_file_can_be_left_out(write: Write) -> None:
    write("word segmentations", "evde ev+de", name="other.tsv")
    path = write("word segmentations", "evde ev+de", "yolda yol+da")
    gold = read(path, "segmentation", without="other.tsv")
    assert analyses(gold) == {"yolda": ["yol|da"]}
    assert gold.options["without"].startswith("other.tsv#")


def test_derivations_have_one_cut_at_the_affix(write: Write) -> None:
    rows = ("tuz tuzlu N:ADJ -lu", "bar kilobar N:N kilo-", "git gidiş V:N -uş", "a b c")
    gold = read(write(*rows), "derivations")
    assert analyses(gold) == {"tuzlu": ["tuz|lu"], "kilobar": ["kilo|bar"]}
    assert gold.dropped == [
        (3, "'gid+uş' does not spell 'gidiş'"),
        (4, "the line is not base, derived word, categories and affix, separated by tabs"),
    ]


def test_morphscore_says_where_the_stem_is(write: Write) -> None:
    path = write(",full_word,pt1,rest", "0,evde,ev,de", '1,membaca,mem,"baca"', "2,sevdirt,sevdirt,", "3,evde,ev,de", name="gold.csv")
    gold = read(path, "morphscore")
    assert isinstance(gold, Segmented)
    assert gold.stems is not None
    assert analyses(gold) == {"evde": ["ev|de"], "membaca": ["mem|baca"], "sevdirt": ["sevdirt"]}
    assert gold.stems.tolist() == [[0, 2], [0, 3], [0, 7]]
    assert gold.dropped == [(5, "'evde' is a repetition")]
    longer = read(path, "morphscore", stem="longer")
    assert isinstance(longer, Segmented)
    assert longer.stems is not None
    assert longer.stems.tolist() == [[0, 2], [3, 7], [0, 7]]


def test_hidden_articles_are_removed_and_what_still_does_not_spell_the_word_is_dropped(write: Write) -> None:
    path = write("surface segments upos count", "בבית ב~ה_~בית ADP~DET~NOUN 2", "שלי של_~_אני ADP~PRON 4", "ילדיו ילדי~ו NOUN~PRON 1")
    gold = read(path, "ud_segments")
    assert isinstance(gold, Segmented)
    assert analyses(gold) == {"בבית": ["ב|בית"], "ילדיו": ["ילדי|ו"]}
    assert categories(gold) == {("בבית", "ב"): {"ADP"}, ("ילדיו", "ילדי"): {"PRON"}}
    assert gold.dropped == [(3, "'של_+_אני' does not spell 'שלי'")]


def test_vowel_signs_of_arabic_stems_are_removed(write: Write) -> None:
    gold = read(write("word prefix stem suffix root", "والكتاب وال كِتَاب - كتب", "كتبهم - كُتُب هم كتب", "دفء - دِفْأ - دفء"), "nafis")
    assert analyses(gold) == {"والكتاب": ["وال|كتاب"], "كتبهم": ["كتب|هم"]}
    assert [line for line, _ in gold.dropped] == [4]


KOREAN = (
    "form morphemes tags surface_segments alignment count sources",
    "학교에서 학교+에서 NNG+JKB 학교|에서 concat 3 own",
    "맨손으로 맨+손+으로 XPN+NNG+JKB 맨|손|으로 concat 1 own",
    "갔다 가+았+다 VV+EP+EF 갔|다 fused 2 own",
)


def test_korean_words_that_their_morphemes_spell_are_kept_apart_from_contracted_ones(write: Write) -> None:
    path = write(*KOREAN)
    concat, every = read(path, "korean"), read(path, "korean", which="all")
    assert isinstance(concat, Segmented)
    assert isinstance(every, Segmented)
    assert analyses(concat) == {"학교에서": ["학교|에서"], "맨손으로": ["맨|손|으로"]}
    assert analyses(every)["갔다"] == ["갔|다"]
    assert categories(every) == {("학교에서", "학교"): {"JKB"}, ("맨손으로", "맨"): {"XPN"}, ("맨손으로", "맨손"): {"JKB"}}
    assert every.options == {"gold": "korean", "which": "all"}


def test_malay_affixes_have_categories_and_a_circumfix_has_both_its_cuts(write: Write) -> None:
    rows = (
        "anak keberanakannya ber- -nya ke--an ke|ber|anak|an|nya 4",
        "pupuk memupukkan meN- -kan 0 mem|upuk|kan 9",
        "pupuk memupuk meN- -kan 0 mem|upuk 9",
    )
    gold = read(write("root word prefix suffix circumfix surface_segments corpus_count", *rows), "affixes")
    assert isinstance(gold, Segmented)
    assert categories(gold) == {
        ("keberanakannya", "ke"): {"circumfix"},
        ("keberanakannya", "keber"): {"prefix"},
        ("keberanakannya", "keberanak"): {"circumfix"},
        ("keberanakannya", "keberanakan"): {"suffix"},
        ("memupukkan", "mem"): {"prefix"},
        ("memupukkan", "memupuk"): {"suffix"},
    }
    assert gold.dropped == [(4, "'memupuk' does not consist of 'pupuk' and these affixes")]


@pytest.mark.parametrize(
    ("row", "segments"),
    [
        ("kait mengaiti meN- -i 0", "meng|ait|i"),
        ("banding memperbandingkan meN-+per- -kan 0", "mem|per|banding|kan"),
        ("kucing kekucingan 0 0 ke--an", "ke|kucing|an"),
        ("ajar pelajaran 0 0 per--an", "pel|ajar|an"),
        ("buku buku 0 0 0", "buku"),
        ("buku bukuan 0 -kan 0", None),
        ("buku membuku 0 0 0", None),
        ("kotak kotakan-kotakan 0 -an 0", None),
    ],
)
def test_without_surface_segments_malay_segments_are_found_from_the_root(write: Write, row: str, segments: str | None) -> None:
    path = write("root word prefix suffix circumfix", row, "beli dibeli di- 0 0")
    found = analyses(read(path, "affixes"))
    word = row.split()[1]
    assert found.get(word) == (None if segments is None else [segments])


def test_roots_have_positions_and_rows_without_one_alignment_are_dropped(write: Write) -> None:
    rows = ("מכתב כתב 1,2,3", "כותב כתב 0,2,3", "שב שוב -", "ממד מדד *", "הלך הלך ?", "בא בוא 0,5", "מכתב כתב 1,2,3", "גר גור 1,0")
    gold = read(write("word root root_positions", *rows), "roots")
    assert isinstance(gold, Rooted)
    assert (gold.words, gold.positions) == (["מכתב", "כותב"], [[1, 2, 3], [0, 2, 3]])
    assert gold.in_root.tolist() == [False, True, True, True, True, False, True, True]
    assert [line for line, _ in gold.dropped] == [4, 5, 6, 7, 8, 9]


def test_columns_of_roots_can_have_other_names(write: Write) -> None:
    gold = read(write("form radicals where", "כותב כתב 0,2,3"), "roots", word="form", root="radicals", positions="where")
    assert isinstance(gold, Rooted)
    assert gold.roots == ["כתב"]


def test_an_infix_stands_after_the_first_letter_of_the_root(write: Write) -> None:
    gold = read(write("word root infix", "kemucing kucing -em-", "bertinari tari -in-", "buku buku -el-"), "infixes")
    assert isinstance(gold, Rooted)
    assert gold.positions == [[0, 3, 4, 5, 6, 7], [3, 6, 7, 8]]
    assert gold.dropped == [(4, "'buku' does not consist of 'buku' and 'el'")]


def test_features_of_inflection_tables_are_read_as_those_of_treebanks(write: Write) -> None:
    gold = read(write("ev evinde N;LOC;SG;PSS3S", "gelmek geliyor~musun V;PROG;SG;2", "ev evde"), "inflections")
    assert isinstance(gold, Inflected)
    assert gold.features == [frozenset({"NOUN", "Case=Loc", "Number=Sing", "Person[psor]=3", "Number[psor]=Sing"})]
    assert gold.dropped == [
        (2, "'geliyor musun' or its lemma is more than one word"),
        (3, "the line is not lemma, form and features, separated by tabs"),
    ]


def test_treebanks_give_words_without_the_parts_of_multiword_tokens(write: Write) -> None:
    rows = (
        "#~a~sentence~of~our~own",
        "1 İyi iyi ADJ Adj _ 2 amod _ _",
        "2 evde ev NOUN Noun Case=Loc|Number=Sing 0 root _ _",
        "3-4 evdeki _ _ _ _ _ _ _ _",
        "3 evde ev NOUN Noun Case=Loc 2 nmod _ _",
        "4 ki ki ADP Rel _ 3 case _ _",
        "5 Ankara'da Ankara PROPN Prop Case=Loc 2 nmod _ _",
        "6 . . PUNCT Punc _ 2 punct _ _",
        "7 broken",
        "",
        "1 Evde ev NOUN Noun Case=Loc|Number=Sing 0 root _ _",
    )
    gold = read(write(*rows), "conllu")
    assert isinstance(gold, Inflected)
    assert list(zip(gold.lemmas, gold.forms, strict=True)) == [("iyi", "iyi"), ("ev", "evde"), ("Ankara", "Ankara'da")]
    assert gold.features[1] == {"NOUN", "Case=Loc", "Number=Sing"}
    assert gold.dropped == [(9, "2 columns, not 10")]


def test_response_times_of_words_and_nonwords_are_read(write: Write) -> None:
    rows = ("ספר word 601.5 0.9", "גפקל nonword 702 1", "דלת maybe 500 1", "כיסא word - 1")
    gold = read(write("string type mean_rt_ms accuracy", *rows), "lexical_decision")
    assert isinstance(gold, Responses)
    assert gold.accuracies is not None
    assert (gold.strings, gold.is_word.tolist(), gold.times.tolist()) == (["ספר", "גפקל"], [True, False], [601.5, 702])
    assert gold.accuracies.tolist() == [0.9, 1]
    assert gold.dropped == [(4, "'maybe' is neither 'word' nor 'nonword'"), (5, "the string is empty, or a number is missing")]


def test_the_hash_is_that_of_the_file(write: Write) -> None:
    path = write("word segmentations", "dağ dağ")
    first = read(path, "segmentation").sha256
    path.write_text(path.read_text("utf-8") + "yol\tyol\n", "utf-8")
    assert first != read(path, "segmentation").sha256


@pytest.mark.parametrize(
    ("rows", "format", "options", "message"),
    [
        (["word segments", "ev ev"], "segmentation", {}, "line 1: no column 'segmentations'; the columns are 'word', 'segments'"),
        (
            ["word segmentations", "ev e+w"],
            "segmentation",
            {},
            "no valid row in the format 'segmentation': 1 rows were dropped, .* line 2: 'e\\+w'",
        ),
        (["word segmentations", "ev ev"], "segmentation", {"with": 1}, "format 'segmentation': got an unexpected keyword argument 'with'"),
        (["word segmentations", "ev ev"], "segments", {}, "unknown format 'segments' of gold data; the formats are segmentation, "),
        (list(KOREAN), "korean", {"which": "fused"}, "which must be 'concat' or 'all', not 'fused'"),
        (["full_word,pt1,rest"], "morphscore", {"stem": "middle"}, "stem must be 'first', 'last' or 'longer', not 'middle'"),
        ([], "lexical_decision", {}, "no valid row in the format 'lexical_decision'"),
    ],
)
def test_what_is_no_gold_data_is_refused_with_the_reason(
    write: Write, rows: list[str], format: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(MorfemError, match=message):
        read(write(*rows), format, **options)


def test_a_file_that_is_no_utf8_is_refused_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_bytes(b"word\tsegmentations\nev\tev\nda\xf0\tda\xf0\n")
    with pytest.raises(MorfemError, match=r"gold\.tsv, line 3: invalid UTF-8"):
        read(tmp_path / "gold.tsv", "segmentation")


def test_a_missing_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.tsv", "segmentation")


def test_lines_may_end_as_on_windows_and_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "gold.tsv").write_bytes("\ufeffword\tsegmentations\r\nevde\tev+de\r\n".encode())
    assert analyses(read(tmp_path / "gold.tsv", "segmentation")) == {"evde": ["ev|de"]}


# The file, its format, the options, how many rows it has below the header, and how many of them are dropped.
OTHERS = [
    ("tr/morphochallenge2010_tr_train_segmentation.tsv", "segmentation", {}, 1000, 0),
    ("tr/mit_tr_segmentation.tsv", "segmentation", {}, 1390, 0),
    ("tr/google_web_ig_segmentation.tsv", "inflectional_groups", {}, 9368, 0),
    ("tr/unimorph_tur.derivations", "derivations", {}, 1776, 4),
    ("tr/morphscore_tr.csv", "morphscore", {}, 2000, 0),
    ("ms/indonesian_morph_data.csv", "morphscore", {"stem": "longer"}, 1552, 0),
    ("ko/korean_morph_data.csv", "morphscore", {}, 2000, 0),
    ("he/segmentation/he_htb-dev-segments.tsv", "ud_segments", {}, 4036, 234),
    ("he/segmentation/he_iahltwiki-dev-segments.tsv", "ud_segments", {}, 3291, 0),
    ("he/segmentation/he_iahltknesset-dev-segments.tsv", "ud_segments", {}, 2120, 0),
    ("ar/segmentation/nafis_analyses.tsv", "nafis", {}, 393, 26),
    ("ko/morph_types_dev.tsv", "korean", {"which": "all"}, 31356, 0),
    ("ms/silver_affix.tsv", "affixes", {}, 7054, 0),
    ("ms/malindo_hyp_affix.tsv", "affixes", {}, 15883, 3),
    ("ms/morphind_gsd_affix_dev.tsv", "affixes", {}, 958, 10),
    ("he/roots/root_eval_words.tsv", "roots", {}, 9154, 0),
    ("ar/roots/root_eval_words.tsv", "roots", {}, 12878, 0),
    ("ms/infix_hand_list.tsv", "infixes", {}, 35, 0),
    ("tr/tur.dev", "inflections", {}, 1000, 636),
    ("he/sigmorphon2022/heb.dev", "inflections", {}, 1000, 0),
    ("ar/sigmorphon2022/ara.dev", "inflections", {}, 988, 0),
    ("ko/kor.dev", "inflections", {}, 987, 7),
    ("he/lexical_decision/items.tsv", "lexical_decision", {}, 686, 0),
]
HEADLESS = {"derivations", "inflections"}


@pytest.mark.parametrize(("path", "format", "options", "rows", "dropped"), OTHERS, ids=[path for path, *_ in OTHERS])
def test_every_row_of_the_gold_data_of_others_is_read_or_listed(
    path: str, format: str, options: dict[str, Any], rows: int, dropped: int
) -> None:
    if not (SHARED / path).is_file():
        pytest.skip("the gold data of others is not here")
    gold = read(SHARED / path, format, **options)
    assert len((SHARED / path).read_text("utf-8").splitlines()) - (format not in HEADLESS) == rows
    assert len(gold.dropped) == dropped
    assert 0 < len(gold) <= rows - len({line for line, _ in gold.dropped})
    numbers = [line for line, _ in gold.dropped]
    assert numbers == sorted(numbers)
    assert format in FORMATS


@pytest.mark.parametrize(
    ("path", "format", "f1"),
    [("tr/morphochallenge2010_tr_train_segmentation.tsv", "segmentation", 0.41), ("ko/morph_types_dev.tsv", "korean", 0.61)],
)
def test_characters_get_the_f1_that_is_known(path: str, format: str, f1: float) -> None:
    if not (SHARED / path).is_file():
        pytest.skip("the gold data of others is not here")
    gold = read(SHARED / path, format)
    assert isinstance(gold, Segmented)
    assert Boundaries(gold).figures(Characters())[2].point == pytest.approx(f1, abs=0.01)


@pytest.mark.parametrize(
    ("line", "format"),
    [
        ("ev\tevde\tN;LOC;SG", "inflections"),
        ("눈치채다\t눈치채셔\tV.CVB;IMP;2;INFM+ELEV", "inflections"),
        ("göz\tgözlük\tN:N\t-lük", "derivations"),
        ("word\tsegmentations\tlabels", "segmentation"),
        ("sentence1\tsentence2\tgold_label", None),
        ("word\troot\tbinyan", None),
        ("id\ttime\tright\tperson", None),
        ("bir satır", None),
    ],
)
def test_a_format_is_guessed_only_from_a_line_that_looks_like_it(tmp_path: Path, line: str, format: str | None) -> None:
    (tmp_path / "a.tsv").write_text(line + "\n", encoding="utf-8")
    if format is not None:
        assert guess(tmp_path / "a.tsv") == format
    else:
        with pytest.raises(MorfemError, match=r"a\.tsv: cannot recognise the format by the first line, .*; give the format"):
            guess(tmp_path / "a.tsv")
