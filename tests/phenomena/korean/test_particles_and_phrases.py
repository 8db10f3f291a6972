"""A token does not join the last syllable of a noun to its particle, and a phrase begins and ends with words."""

import unicodedata

import morfem
import pytest
from morfem import languages

NOUNS = """
냄비+를 바구니+가 이불+을 손톱+이 도토리+와 풍차+를 의자+를 고기+도 독자+의 저자+의 코카콜라+가
베개+를 무지개+를 김치찌개+를 달팽이+가 나침반+을 두루미+는 조개+를 사다리+에서 지우개+로 토끼+의
기차+를 과자+도 모자+는 감자+와 상자+에 여자+가 두부+를 비행기+로 연기+는 전화기+를 할머니+께서
어머니+의 주머니+에 아주머니+는 선생님+은 친구들+은 사람들+이
"""


@pytest.fixture(scope="module")
def korean() -> morfem.Tokenizer:
    return morfem.load("ko-thunder")


def test_a_noun_and_its_particle_are_one_token_or_the_cut_is_between_them(korean: morfem.Tokenizer) -> None:
    torn = []
    for example in NOUNS.split():
        noun, particle = example.split("+")
        offsets = korean.encode(f"어제 {noun}{particle} 보았다.").offsets
        start, cut, end = 3, 3 + len(noun), 3 + len(noun + particle)
        torn += [example for first, last in offsets if first < cut < last and not (first <= start and end <= last)]
    assert len(torn) <= 2, torn


@pytest.mark.parametrize(
    "text", ["비가 올 수 있으니까 우산을 가져가세요.", "다가가는 것이 좋다.", "자극적인 소재와 음악", "API의 내용은 다음과 같다."]
)
def test_a_phrase_begins_with_a_word_unless_it_is_a_fixed_expression(korean: morfem.Tokenizer, text: str) -> None:
    table = (languages.path("ko") / "expressions.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith(("#", "particles"))]
    expressions = {f"{particle} {words}" for particles, words, _ in rows for particle in particles.split(" ")}
    for first, last in korean.encode(text).offsets:
        piece = text[first:last]
        if " " in piece.strip() and piece.rstrip(".,") not in expressions and piece not in expressions:
            assert piece.startswith(" ") or first == 0, piece


FREQUENT = ["러시아", "캐나다", "베를린", "강아지", "호랑이", "까마귀", "누군가", "메시지", "토끼", "감옥", "치약", "숟가락"]
OTHERS = ["모든", "또는", "다시", "여러", "특히", "바로", "따라서", "함께", "조개"]


@pytest.mark.parametrize("word", [*FREQUENT, *OTHERS])
def test_a_frequent_word_is_one_token_where_it_begins_a_text(korean: morfem.Tokenizer, word: str) -> None:
    assert len(korean.encode(word).ids) == 1


@pytest.mark.parametrize("noun", ["제조", "제자", "제비", "소시지", "루마니아", "갈매기", "요구르트", "코스타리카"])
def test_an_everyday_noun_is_one_token(korean: morfem.Tokenizer, noun: str) -> None:
    assert korean.encode(f"이 {noun}").surfaces[1:] == [f" {noun}"]


@pytest.mark.parametrize(
    ("word", "particles"),
    [
        *(("얼음으로는", "으로는"), ("부산까지의", "까지의"), ("물고기보다는", "보다는"), ("종이로도", "로도")),
        *(("하늘에는", "에는"), ("미국에서는", "에서는"), ("고객에게는", "에게는")),
    ],
)
def test_two_particles_are_one_token(korean: morfem.Tokenizer, word: str, particles: str) -> None:
    assert korean.encode(f"그 {word}").surfaces[-1] == particles


@pytest.mark.parametrize("word", ["달라집니다", "살펴봅시다", "밝힙니다", "생깁니다"])
def test_an_ending_whose_first_sound_is_in_the_stem_is_not_torn(korean: morfem.Tokenizer, word: str) -> None:
    assert korean.encode(f"이제 {word}").surfaces[-1] not in ("다", "집니다")


@pytest.mark.parametrize("name", ["ko-thunder", "multi"])
@pytest.mark.parametrize(("text", "marks"), [("그래서 와...", "..."), ("정말 좋아요!!!", "!!!"), ("정말?!", "?!"), ("참..", "..")])
def test_a_run_of_marks_is_one_token(name: str, text: str, marks: str) -> None:
    assert morfem.load(name).encode(text).tokens[-1] == marks


def test_hanja_of_newspapers_need_no_bytes(korean: morfem.Tokenizer) -> None:
    tokens = korean.encode("與野의 新政策, 大韓民國은 對北").tokens
    assert [token for token in tokens if token.startswith("<0x") and token >= "<0x80>"] == []


@pytest.mark.parametrize("text", ["학교에서 왔습니다.", "새로운 파일 이름은 무엇인가요?", "우리는 어제 바다에 갔다."])
def test_decomposed_text_costs_three_times_the_tokens_at_most(korean: morfem.Tokenizer, text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert korean.decode(korean.encode(decomposed).ids) == decomposed
    syllables = sum("가" <= character <= "힣" for character in text)
    assert len(korean.encode(decomposed).ids) <= 2 * syllables
