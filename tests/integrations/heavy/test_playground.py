"""The page of `morfem serve` in a real browser, Chromium."""

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette", reason='the server needs pip install "morfem[serve]"')

import morfem
import uvicorn
from morfem.server.app import application
from morfem.server.limits import Limits
from playwright import sync_api

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
STATIC = Path(__file__).parents[3] / "target" / "playground"
WAIT = 60_000  # milliseconds; a busy machine needs them
SENTENCES = {
    "tr-mft": "Kitaplarımızdan okuduk.",
    "tr-mft-64k": "Evlerinde kaldık.",
    "tr-morpheus": "Yollarda yürüdük.",
    "he-splinter": "הילדים כתבו מכתבים.",
    "ar-splinter": "كتب الطلاب رسائلهم.",
    "ms-splinter": "Mereka membersihkan halaman.",
    "ko-thunder": "우산을 가져가세요.",
    "tiny-bpe": "a plain sentence",
}

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium; install it, such as with apt install chromium")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    tokenizers = {name: morfem.load(name) for name in SENTENCES if name in morfem.available()}
    tokenizers["tiny-bpe"] = morfem.train.bpe(["a plain sentence of a plain text"] * 9, vocab_size=270, progress=False)
    config = uvicorn.Config(application(tokenizers, Limits(body_seconds=60)), port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


Open = Callable[..., Any]


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Open]:
    """Opens the page with tokenizers and a text. At the end, the console of the browser must be empty."""
    messages: list[str] = []
    contexts = []

    def open_page(names: str, text: str, base: str = "", **options: Any) -> Any:
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(WAIT)
        page = context.new_page()
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.goto(f"{base or address}#t={names}&text={text}", wait_until="commit")
        page.wait_for_selector(".token")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert messages == []


def shown(page: Any, name: str) -> str:
    return str(page.locator(f'[data-tokenizer="{name}"] .text').evaluate("each => each.textContent"))


@pytest.mark.parametrize("name", SENTENCES)
def test_each_tokenizer_shows_the_whole_text_and_its_number_of_tokens(opened: Open, name: str) -> None:
    if name != "tiny-bpe" and name not in morfem.available():
        pytest.skip(f"{name} is not bundled")
    page = opened(name, SENTENCES[name])
    assert shown(page, name) == SENTENCES[name]
    if name != "tiny-bpe":
        count = len(morfem.load(name).encode(SENTENCES[name]).ids)
        assert page.locator(f'[data-tokenizer="{name}"] .counts b').first.inner_text() == str(count)


def test_hebrew_is_read_from_the_right_and_arrow_keys_follow(opened: Open) -> None:
    page = opened("he-splinter", SENTENCES["he-splinter"])
    tokens = page.locator('[data-tokenizer="he-splinter"] .token')
    first, last = tokens.first, tokens.last
    assert first.bounding_box()["x"] > last.bounding_box()["x"]
    first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.index") == "1"


def test_a_comma_behind_a_hebrew_word_of_a_turkish_line_stands_to_its_right(opened: Open) -> None:
    page = opened("tr-mft", "ev, שלום, ev", viewport={"width": 1280, "height": 800})
    places = {each.inner_text(): each.bounding_box()["x"] for each in page.locator(".panel").first.locator(".token").all()}
    assert max(places[letter] for letter in places if "\u0590" < letter[:1] < "\u0600") < places[","]


def test_letters_of_arabic_stay_joined(opened: Open) -> None:
    """Tokens have no width of their own within a word: it is as wide as without them."""
    page = opened("ar-splinter", "رسائلهم")
    width = "each => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect().width; }"
    word = page.locator('[data-tokenizer="ar-splinter"] .letters').first
    assert word.locator(".token").count() > 1
    coloured = word.evaluate(width)
    word.evaluate("each => { each.textContent = each.textContent; }")
    assert abs(word.evaluate(width) - coloured) < 1


def test_emoji_and_marks_are_shown_as_they_are(opened: Open) -> None:
    text = "👩‍👩‍👧 İ 😀 é"
    assert shown(opened("tr-mft", text), "tr-mft") == text


def labels(page: Any, name: str) -> list[str]:
    """What stands below each token."""
    return list(page.locator(f'[data-tokenizer="{name}"] .token').evaluate_all("all => all.map(each => each.dataset.label)"))


def test_the_start_shows_one_language_under_its_tokenizer_and_under_bpe_with_meanings(browser: Any, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(address)
    page.wait_for_selector(".token")
    assert page.locator(".panel").evaluate_all("all => all.map(each => each.dataset.tokenizer)") == ["tr-mft", "tiny-bpe"]
    assert labels(page, "tr-mft")[:4] == ["root", "plural", "our", "from"]
    assert {"", None} >= set(labels(page, "tiny-bpe"))
    page.context.close()


def test_colours_say_root_affix_and_piece_in_the_text_the_tree_and_the_legend(opened: Open) -> None:
    page = opened("tr-mft", "evlerinde")
    colour = "each => getComputedStyle(each).getPropertyValue('--colour')"
    page.locator('[data-tokenizer="tr-mft"] .token').first.click()
    page.locator("#details .tree").wait_for()
    shown = {
        role: {page.locator(f"{place} .{role}").first.evaluate(colour) for place in ('[data-tokenizer="tr-mft"]', ".tree", "#legend")}
        for role in ("root", "affix")
    }
    assert [len(colours) for colours in shown.values()] == [1, 1]
    assert shown["root"] != shown["affix"]
    visible = page.locator("#legend li:visible").evaluate_all("all => all.map(each => each.className)")
    assert visible == ["root", "affix", "piece"]


def test_counts_name_every_token_also_those_without_a_box(opened: Open) -> None:
    counts = opened("tr-mft", "Kitaplar 😀").locator('[data-tokenizer="tr-mft"] .what')
    assert counts.inner_text().startswith("1 root, 1 affix, ")
    assert "one mark for a capital" in counts.inner_text()


def test_a_line_break_has_no_box(opened: Open) -> None:
    page = opened("tr-mft", "Evler%0A%0Ayollar")
    assert shown(page, "tr-mft") == "Evler\n\nyollar"
    assert all(text.strip() for text in page.locator(".token").all_inner_texts())


def test_a_merged_token_says_the_meaning_of_each_of_its_units(opened: Open) -> None:
    page = opened("tr-mft-64k", "Kitaplarımızdan")
    assert "plural\nour" in labels(page, "tr-mft-64k")
    page.locator('[data-tokenizer="tr-mft-64k"] .token', has_text="larımız").click()
    page.get_by_text("plural (PL); our (1PL.POSS, first person plural possessive)").wait_for()


def test_an_analysis_is_a_tree_with_probabilities_and_an_affix_has_its_spellings(opened: Open) -> None:
    page = opened("tr-mft", "evlerinde")
    page.locator('[data-tokenizer="tr-mft"] .token').nth(1).click()
    tree = page.locator(".tree")
    tree.wait_for()
    assert tree.locator("ul ul").count() >= 2
    assert "% probable" in tree.inner_text()
    assert "\n0 %" not in tree.inner_text()
    assert "ler, lar" in page.locator("#details").inner_text()


def test_the_card_of_a_word_has_its_forms_its_search_terms_and_its_plain_spelling(opened: Open) -> None:
    page = opened("tr-mft", "kitaplarımızdan")
    page.locator('[data-tokenizer="tr-mft"] .token').first.click()
    for title in ("Forms of kitap", "What a search for it looks for", "Typed in plain letters: kitaplarimizdan"):
        page.get_by_role("heading", name=title).wait_for()
    card = page.locator("#card").inner_text()
    assert "kitabım\nmy" in card


@pytest.mark.parametrize("way", ["Escape", "elsewhere", "button"])
def test_the_card_closes(opened: Open, way: str) -> None:
    page = opened("tr-mft", "evler")
    page.locator(".token").first.click()
    page.locator("#details").wait_for()
    if way == "Escape":
        page.keyboard.press("Escape")
    else:
        page.locator({"elsewhere": "h1", "button": "#close"}[way]).click()
    page.locator("#details").wait_for(state="hidden")


def test_a_phone_has_a_result_on_its_first_screen_a_small_card_and_a_hint_to_tap(opened: Open) -> None:
    page = opened("tr-mft", "Kitaplarımızdan okuduk.", viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    last = page.locator('[data-tokenizer="tr-mft"] .token').last.bounding_box()
    assert last["y"] + last["height"] < 780
    page.locator(".token").first.tap()
    page.locator("#details .tree").wait_for()
    assert page.locator("#details").bounding_box()["height"] <= 780 / 3 + 1
    assert page.get_by_text("Tap a token").is_visible()
    assert not page.get_by_text("Click a token").is_visible()


def test_the_letters_of_a_root_are_lit(opened: Open) -> None:
    page = opened("he-splinter", "לעבוד")
    page.locator(".token").first.press("Enter")
    page.locator(".tree").wait_for()
    assert page.locator(".tree li").last.locator(".lit").all_inner_texts() == ["עב", "ד"]


def test_the_address_keeps_text_and_tokenizers(opened: Open) -> None:
    page = opened("tr-mft", "ev")
    page.fill("#text", "evler ve yollar")
    page.wait_for_url(re.compile("yollar"))
    page.reload()
    page.wait_for_selector(".token")
    assert page.input_value("#text") == "evler ve yollar"


def test_another_address_in_the_same_tab_shows_its_text(opened: Open) -> None:
    page = opened("tr-mft", "ev")
    page.evaluate("location.hash = 't=he-splinter&text=' + encodeURIComponent('שלום')")
    page.locator('[data-tokenizer="he-splinter"]').wait_for()
    assert (page.input_value("#text"), shown(page, "he-splinter")) == ("שלום", "שלום")


def test_an_address_with_an_unknown_tokenizer_is_not_followed_in_silence(opened: Open) -> None:
    page = opened("tr-mft,nothing", "ev")
    page.get_by_text("not here: nothing").wait_for()
    assert shown(page, "tr-mft") == "ev"


def test_a_paste_of_a_million_bytes_leaves_the_page_responsive(opened: Open) -> None:
    page = opened("tr-mft,tr-morpheus", "ev")
    # Processor time, because other work may keep the page from running.
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = main_thread_seconds(session)
    page.evaluate("text.value = 'Kitaplarımızdan okuduk. '.repeat(40000); text.dispatchEvent(new Event('input'))")
    page.wait_for_selector(".more")
    assert main_thread_seconds(session) - before < 5  # 2.8 on an idle machine


def test_a_paste_of_six_million_bytes_is_refused_within_a_second(opened: Open) -> None:
    page = opened("tr-mft", "ev", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("navigator.clipboard.writeText('evler '.repeat(1000000))")
    page.locator("#text").focus()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = main_thread_seconds(session)
    page.keyboard.press("Control+V")
    page.get_by_text("this page takes 1,000,000").wait_for()
    assert page.input_value("#text") == "ev"
    assert main_thread_seconds(session) - before < 1


def main_thread_seconds(session: Any) -> float:
    """Processor time of the thread that draws the page and answers clicks."""
    (seconds,) = (metric["value"] for metric in session.send("Performance.getMetrics")["metrics"] if metric["name"] == "ThreadTime")
    return float(seconds)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_fault(opened: Open, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opened("tr-mft,he-splinter", "evlerinde שלום", color_scheme=scheme, viewport={"width": width, "height": 800})
    page.locator(".token").first.click()
    page.wait_for_selector("#details .tree")
    found = axe.Axe().run(page).response["violations"]
    assert [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.skipif(not (STATIC / "engine" / "morfem_wasm.js").exists(), reason="no target/playground; make playground writes it")
@pytest.mark.parametrize("name", ["tr-mft", "he-splinter", "ko-thunder"])
def test_the_core_in_the_browser_answers_as_the_server_does(opened: Open, name: str) -> None:
    from functools import partial
    from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(STATIC))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        pages = [opened(name, SENTENCES[name], base) for base in ("", f"http://127.0.0.1:{server.server_address[1]}/")]
        panels = [page.locator(f'[data-tokenizer="{name}"] .text').inner_html() for page in pages]
        server.shutdown()
    assert panels[0] == panels[1]
