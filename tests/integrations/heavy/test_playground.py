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
        assert page.locator(".counts b").first.inner_text() == str(count)


def test_hebrew_is_read_from_the_right_and_arrow_keys_follow(opened: Open) -> None:
    page = opened("he-splinter", SENTENCES["he-splinter"])
    first, last = page.locator(".token").first, page.locator(".token").last
    assert first.bounding_box()["x"] > last.bounding_box()["x"]
    first.focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.index") == "1"


def test_letters_of_arabic_stay_joined(opened: Open) -> None:
    """Tokens have no width of their own: the text is as wide as without them."""
    page = opened("ar-splinter", SENTENCES["ar-splinter"])
    width = "each => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect().width; }"
    text = page.locator(".text")
    coloured = text.evaluate(width)
    text.evaluate("each => { each.textContent = each.textContent; }")
    assert abs(text.evaluate(width) - coloured) < 1


def test_emoji_and_marks_are_shown_as_they_are(opened: Open) -> None:
    text = "👩‍👩‍👧 İ 😀 é"
    assert shown(opened("tr-mft", text), "tr-mft") == text


def test_an_analysis_is_a_tree_and_an_affix_has_its_spellings(opened: Open) -> None:
    page = opened("tr-mft", "evlerinde")
    page.locator(".token").nth(1).click()
    tree = page.locator(".tree")
    tree.wait_for()
    assert tree.locator("ul ul").count() >= 2
    assert "%" in tree.inner_text()
    assert "leri, ları" in page.locator("#details").inner_text()


def test_the_letters_of_a_root_are_lit(opened: Open) -> None:
    page = opened("he-splinter", "לעבוד")
    page.locator(".token").first.press("Enter")
    page.locator(".tree").wait_for()
    assert page.locator(".tree li").last.locator(".lit").all_inner_texts() == ["עב", "ד"]


def test_the_cost_is_against_bpe_even_if_that_is_not_shown(opened: Open) -> None:
    assert "tokens against tiny-bpe" in opened("tr-mft", "Kitaplarımızdan okuduk.").locator(".counts").inner_text()


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
    assert main_thread_seconds(session) - before < 3


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
    page.locator("summary").first.click()
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
        panels = []
        for page in pages:
            page.locator("summary").click()
            # The page fills the list after the click, so it is waited for.
            panels.append(page.locator(f'[data-tokenizer="{name}"] .list').inner_html())
        server.shutdown()
    assert panels[0] == panels[1]
