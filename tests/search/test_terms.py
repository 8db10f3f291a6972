"""The terms of words, by phenomenon."""

import pickle
import unicodedata
from pathlib import Path

import morfem
import pytest
from morfem.search import Analyzer, Term, available


@pytest.fixture(scope="module", params=available())
def analyzer(request: pytest.FixtureRequest) -> Analyzer:
    return Analyzer(request.param)


@pytest.fixture(scope="module")
def turkish() -> Analyzer:
    return Analyzer("tr")


def texts(terms: list[Term], field: str | None = None) -> list[str]:
    return [term.text for term in terms if field in (None, term.field)]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("tr", ["kitap", "kitabı", "kitaplarımızdan"]),
        ("tr", ["renk", "rengi", "renklerinde"]),
        ("tr", ["bekliyor", "bekledi", "beklemek"]),
        ("tr", ["İstanbul", "İstanbul'da", "İSTANBUL’DAN"]),
        ("ar", ["مدرسة", "المدرسة", "والمدرسة", "مَدْرَسَة"]),
        ("ar", ["كتاب", "كتبت", "مكتوب"]),
        ("he", ["ילדים", "הילדים", "וכשהילדים"]),
        ("he", ["שלום", "שָׁלוֹם", "ושלום"]),
        ("ko", ["학교", "학교에서", "학교까지", "학교들은"]),
        ("ko", ["마시다", "마셨다", "마신", "마시면서"]),
        ("ko", ["먹었다", "먹는", "먹겠습니다"]),
        ("ko", ["발표", "발표했다", "발표하는", "발표된"]),
        ("ko", ["완전", "완전히"]),
        ("ko", ["정도윤", "정도윤은", "정도윤에게서"]),
        ("ms", ["membaca", "dibaca", "bacaan"]),
        ("fi", ["vesi", "veden", "vettä", "vesissä"]),
        ("fi", ["kauppa", "kirjakaupoissa", "kauppoja"]),
        ("fi", ["Helsinki", "Helsingissä", "HELSINGIN"]),
    ],
)
def test_forms_of_one_word_share_a_term(language: str, words: list[str]) -> None:
    analyzer = Analyzer(language)
    assert set.intersection(*(set(texts(analyzer.document(word))) for word in words))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("tr", "kitap", "kalem"), ("fi", "kirja", "kynä"), ("ar", "كتاب", "بيت"), ("he", "ילדים", "ספרים"), ("ko", "학교", "병원")],
)
def test_different_words_share_no_term(language: str, one: str, other: str) -> None:
    analyzer = Analyzer(language)
    assert not set(texts(analyzer.document(one))) & set(texts(analyzer.document(other)))


@pytest.mark.parametrize(
    ("whole", "term"), [("1.250,50", "1250.50"), *((word, word.lower()) for word in ("12:30", "ali.veli@posta.com.tr", "A4"))]
)
def test_numbers_addresses_and_identifiers_are_whole(analyzer: Analyzer, whole: str, term: str) -> None:
    assert set(texts(analyzer.document(f"({whole})"))) == {term}


def test_an_identifier_with_underscores_has_its_parts_too(analyzer: Analyzer) -> None:
    assert {"max_len", "max", "len"} <= set(texts(analyzer.document("max_len")))
    assert "max_len" not in texts(analyzer.document("max len"))


def test_a_number_counts_as_often_as_a_word(analyzer: Analyzer) -> None:
    fields = Analyzer(analyzer.tokenizer, fields={"root": 1.0, "stem": 1.0})
    assert texts(fields.document("1946")) == ["1946", "1946"]
    word = {"ar": "كتاب", "ko": "학교"}.get(analyzer.language or "", "kitab")
    assert len(analyzer.document("1946")) == len(analyzer.document(word))


def test_capitals_do_not_matter_and_dotted_and_dotless_i_are_two_letters(turkish: Analyzer) -> None:
    assert texts(turkish.document("KISA")) == texts(turkish.document("kısa"))
    assert not set(texts(turkish.document("SINIR"))) & set(texts(turkish.document("sinir")))


@pytest.mark.parametrize(("left", "right"), [("أحمد", "احمد"), ("مدرسه", "مدرسة"), ("كتــاب", "كتاب")])
def test_arabic_spellings_of_a_word_have_the_same_terms(left: str, right: str) -> None:
    analyzer = Analyzer("ar")
    assert set(texts(analyzer.document(left))) & set(texts(analyzer.document(right)))


@pytest.fixture(scope="module")
def arabic() -> Analyzer:
    return Analyzer("ar")


def test_the_article_after_an_arabic_preposition_comes_off(arabic: Analyzer) -> None:
    for plain, prefixed in (("دولة", "للدولة"), ("علامة", "للعلامة"), ("دولة", "وللدولة")):
        assert texts(arabic.document(prefixed), "light") == texts(arabic.document(plain), "light")


def test_the_arabic_future_comes_off_verbs_only(arabic: Analyzer) -> None:
    assert set(texts(arabic.document("سكان"), "light")) == set(texts(arabic.document("سكانها"), "light"))
    assert texts(arabic.document("سعودي"), "light") == texts(arabic.document("السعودية"), "light")
    assert texts(arabic.document("ستنتهي"), "light") == texts(arabic.document("تنتهي"), "light")


def test_an_arabic_name_that_looks_like_a_dual_or_plural_stays_whole(arabic: Analyzer) -> None:
    assert set(texts(arabic.document("لبنان"), "light")) == {"لبنان"}
    assert texts(arabic.document("مسلمون"), "light") == texts(arabic.document("مسلم"), "light")


def test_persian_letters_in_arabic_are_those_of_arabic(arabic: Analyzer) -> None:
    assert texts(arabic.document("الپرتغال"), "light") == texts(arabic.document("البرتغال"), "light")


@pytest.mark.parametrize(("bare", "full"), [("ادب", "أدب"), ("اخذ", "أخذ"), ("راس", "رأس")])
def test_an_arabic_query_without_hamza_has_the_roots_of_the_spellings_with_hamza(arabic: Analyzer, bare: str, full: str) -> None:
    roots = set(texts(arabic.document(full), "root"))
    assert roots
    assert roots <= set(texts(arabic.query(bare), "root"))


def test_a_word_that_means_another_thing_than_its_root_has_its_own_term() -> None:
    own = "sense\tsharika\tشركة شركات مشروع\t\n"
    arabic = Analyzer(
        "ar",
        table="rule\ttext\tvalue\treason\nprefix\tال\t2\t\nsuffix\tه\t3\t\nsuffix\tات\t3\t\nfield\troot\t1\t\nfield\tlight\t1\t\n" + own,
    )
    # Without its ending it is another word (شرك, idolatry); with others it is not.
    assert set(texts(arabic.document("الشركة"))) == set(texts(arabic.document("شركات"))) == {"sharika"}
    assert texts(arabic.document("مشروع"), "root") == ["sharika"]
    assert texts(arabic.document("مشروع"), "light") == ["مشروع"]
    assert texts(arabic.document("يشارك"), "root") == ["شرك"]


@pytest.mark.parametrize(("language", "asked", "content"), [("ar", "عام", "كتاب"), ("ar", "باسم", "كتاب"), ("he", "שנה", "ילדים")])
def test_words_that_say_what_is_asked_for_weigh_half_in_a_query(language: str, asked: str, content: str) -> None:
    analyzer = Analyzer(language)
    assert max(term.weight for term in analyzer.query(asked)) == 0.5
    assert max(term.weight for term in analyzer.query(content)) == max(term.weight for term in analyzer.document(asked)) == 1.0


def test_the_signature_depends_on_the_rows_of_the_table_and_not_on_its_comments() -> None:
    table = (Path(morfem.__file__).parent / "languages" / "tr" / "search.tsv").read_text(encoding="utf-8")
    signature = Analyzer("tr").signature
    reason = "all forms of a root are one term"
    assert reason in table
    assert Analyzer("tr", table="# Another comment\n" + table.replace(reason, "another reason")).signature == signature
    assert Analyzer("tr", table=table + "function\tbelki\t\t\n").signature != signature


def test_function_words_weigh_less_or_nothing_in_a_query(turkish: Analyzer) -> None:
    content, function = turkish.query("kitap"), turkish.query("için")
    assert max(term.weight for term in function) < max(term.weight for term in content)
    assert set(texts(Analyzer("he").query("ילדים של"))) == set(texts(Analyzer("he").query("ילדים")))


def test_a_word_with_two_probable_analyses_has_both_roots_in_a_query_and_with_a_longer_one_in_a_document(turkish: Analyzer) -> None:
    assert {"etki", "etkin"} <= set(texts(turkish.document("etkinin"), "root"))
    word = next(word for word in ("yazın", "koyun", "alın", "yüzün", "gülü") if len(texts(turkish.query(word), "root")) > 1)
    roots = [term for term in turkish.query(word) if term.field == "root"]
    assert all(0.1 <= term.weight <= 1 for term in roots)
    assert sum(term.weight for term in roots) == pytest.approx(1, abs=0.15)


@pytest.fixture(scope="module")
def korean() -> Analyzer:
    return Analyzer("ko")


def test_a_korean_compound_has_its_parts(korean: Analyzer) -> None:
    assert set(texts(korean.document("지방선거에서는"))) == {"지방", "선거"}
    assert {round(term.weight, 4) for term in korean.query("지방선거")} == {round(2**-0.5, 4)}


@pytest.mark.parametrize(("word", "term"), [("나라는", "나라"), ("사과를", "사과"), ("고양이가", "고양이")])
def test_what_looks_like_a_korean_particle_stays_on_a_known_word(korean: Analyzer, word: str, term: str) -> None:
    assert set(texts(korean.document(word))) == {term}


@pytest.mark.parametrize(("word", "terms"), [("악의", {"악", "악의"})])
def test_a_document_has_the_terms_of_both_readings_of_a_korean_word(korean: Analyzer, word: str, terms: set[str]) -> None:
    assert set(texts(korean.document(word))) == terms


@pytest.mark.parametrize(("text", "term"), [("차를 마셨다", "차"), ("달이 떴다", "달"), ("새가 날았다", "새"), ("선물을 받았다", "받")])
def test_a_korean_word_of_one_syllable_that_also_counts_or_helps_has_a_term(korean: Analyzer, text: str, term: str) -> None:
    assert term in texts(korean.document(text))


def test_korean_particles_behind_numbers_and_other_letters_are_no_terms(korean: Analyzer) -> None:
    assert set(texts(korean.document("1946년에 BBC는"))) == {"1946", "bbc"}


def test_korean_words_without_content_are_no_terms(korean: Analyzer) -> None:
    assert texts(korean.query("나무, 그것은 무엇인가? 어디에 있었다고 하는가?")) == ["나무", "나무"]
    assert set(texts(korean.document("발표하였다"))) == {"발표"}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("tr", "Öğrencilerin çağdaş şüpheleri İSTANBUL’daki bahçelerinde kâğıtçılığa dönüştü"),
        ("ar", "قرآننا وآباؤهم مؤتمرات أئمتهم سيسألون"),
        ("ko", "1946년에 지방선거에서는 발표했다"),
    ],
)
def test_decomposed_text_has_the_terms_of_composed_text(language: str, text: str) -> None:
    analyzer, decomposed = Analyzer(language), unicodedata.normalize("NFD", text)
    assert decomposed != text
    assert texts(analyzer.document(decomposed)) == texts(analyzer.document(text))
    assert texts(analyzer.query(decomposed)) == texts(analyzer.query(text))


def test_a_syllable_that_no_unit_has_and_old_letters_do_not_stop_korean(korean: Analyzer) -> None:
    for text in ("뷁", "뷁뷁은", "ㅋㅋㅋ", "ᄒᆞᆫ글", "가" * 300):
        assert korean.document(text)


def test_all_terms_of_a_word_share_its_position_and_span(analyzer: Analyzer) -> None:
    text = "kitaplar المدارس הספרים 학교에서 membaca"
    places: dict[int, list[Term]] = {}
    for term in analyzer.document(text):
        places.setdefault(term.position, []).append(term)
    for terms in places.values():
        assert len({(term.start, term.end) for term in terms}) == 1
        assert text[terms[0].start : terms[0].end] in text.split()


def test_a_batch_has_the_terms_of_each_text_for_any_number_of_threads(analyzer: Analyzer) -> None:
    documents = ["kitap kitabı", "", "المدرسة והספר 학교에서", "12:30"] * 5
    alone = [texts(analyzer.document(document)) for document in documents]
    assert analyzer.texts(documents, threads=1) == analyzer.texts(documents, threads=3) == alone
    assert analyzer.texts(documents, is_query=True) == [texts(analyzer.query(document)) for document in documents]


def test_fields_can_be_chosen(turkish: Analyzer) -> None:
    assert {term.field for term in turkish.document("kitaplar", fields={"root"})} == {"root"}
    assert Analyzer("tr", fields={"root": 0.0}).query("kitap") == []  # a field may weigh nothing
    own = Analyzer("tr", fields={"grams:4": 0.5})
    assert texts(own.document("rüzgar")) == ["rüzg", "üzga", "zgar"]
    assert {round(term.weight, 4) for term in own.query("rüzgar")} == {round(0.5 / 3**0.5, 4)}


def test_an_analyzer_can_be_pickled(turkish: Analyzer) -> None:
    copy = pickle.loads(pickle.dumps(turkish))
    assert copy.document("Gözlerinin rengi") == turkish.document("Gözlerinin rengi")
    assert copy.signature == turkish.signature


def test_sparse_vectors_are_sorted_and_their_product_counts_shared_terms(turkish: Analyzer) -> None:
    indices, weights = turkish.sparse("Kitaplar rafta, kitap masada.")
    asked, importance = turkish.sparse("kitabı", is_query=True)
    assert list(indices) == sorted(set(indices))
    assert max(turkish.sparse(" ".join(map(str, range(100))))[0]) < 1 << 31  # some stores take no larger index
    shared = dict(zip(indices.tolist(), weights.tolist(), strict=True))
    assert sum(shared.get(index, 0) * weight for index, weight in zip(asked.tolist(), importance.tolist(), strict=True)) > 1
    assert not set(turkish.sparse("kalem", is_query=True)[0].tolist()) & set(indices.tolist())
