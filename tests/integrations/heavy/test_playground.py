"""The page of `morfem serve` in a real browser: tokens, directions, keyboard, long texts, accessibility.

Needs Playwright and Chromium; CHROMIUM names the browser if it is not in the path.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import morfem
import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright")
pytest.importorskip("uvicorn", reason='the server needs pip install "morfem[serve]"')
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("no Chromium; set CHROMIUM to one", allow_module_level=True)

SENTENCES = {
    "tr": "Kitaplarımızdan okuduk, Ankara'ya gittik.",
    "he": "הילדים שבבית כתבו מכתבים.",
    "ar": "كتب الطلاب رسائلهم في المكتبة.",
    "ms": "Mereka membersihkan halaman.",
    "ko": "비가 올 수 있으니까 우산을 가져가세요.",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "morfem", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split(" at ")[1].split()[0]
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    opened.set_default_timeout(60_000)
    faults: list[str] = []
    opened.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: faults.append(request.url) if not request.url.startswith(address) else None)
    opened.goto(address)
    opened.wait_for_selector(".token")
    yield opened
    context.close()
    assert faults == []


def show(page: Any, name: str, text: str) -> str:
    """Types a text under one tokenizer. Returns the text of the panel."""
    checked = page.locator("#tokenizers input:checked")
    while checked.count():
        checked.first.uncheck()
    page.locator(f"#tokenizers input[value='{name}']").check()
    page.fill("#text", text)
    page.wait_for_function(
        "([name, text]) => document.querySelector(`[data-tokenizer='${name}'] .text`)?.textContent === text"
        " && document.querySelectorAll('.panel').length === 1",
        arg=[name, text],
    )
    return str(page.locator(".panel").inner_text())


@pytest.mark.parametrize("name", morfem.available())
def test_every_tokenizer_shows_its_tokens(page: Any, name: str) -> None:
    tokenizer = morfem.load(name)
    text = SENTENCES[tokenizer.language or "tr"]
    encoding = tokenizer.encode(text)
    assert f"{len(encoding)} token" in show(page, name, text)
    page.locator(".panel summary").click()
    assert page.locator(".list bdi").all_text_contents() == encoding.tokens
    page.get_by_role("button", name="Copy ids").click()
    page.wait_for_function("document.getElementById('status').textContent.startsWith('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == " ".join(map(str, encoding.ids))


def test_hebrew_and_arabic_run_from_right_to_left(page: Any) -> None:
    for name in ("he-splinter", "ar-splinter"):
        show(page, name, SENTENCES[name[:2]])
        boxes = [token.bounding_box()["x"] for token in page.locator(".token").all()[:3]]
        assert boxes == sorted(boxes, reverse=True)


def test_a_word_is_explained_by_click_and_by_keyboard(page: Any) -> None:
    show(page, "tr-mft", "kitaplarda okuduk")
    page.locator(".token").first.focus()
    page.keyboard.press("ArrowRight")
    assert "plural" in page.locator("#details").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector("#details .tree")
    assert "locative" in page.locator("#details").inner_text()
    show(page, "he-splinter", "לעבוד")
    page.locator(".token").first.click()
    page.wait_for_selector("#details .lit")
    assert "עבד" in page.locator("#details").inner_text()


def test_emoji_and_markup_stay_text(page: Any) -> None:
    text = "👩‍👩‍👧 <img src=x onerror=alert(1)> 🇹🇷 a\u0301 \u202eabc"
    show(page, "ko-thunder", text)
    assert page.locator(".panel img").count() == 0


def test_a_link_shows_the_same_again(page: Any, address: str) -> None:
    show(page, "ms-splinter", "membaca & menulis #1")
    link = page.evaluate("location.href")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("[data-tokenizer='ms-splinter'] .token")
    assert page.input_value("#text") == "membaca & menulis #1"


def test_at_most_four_tokenizers_can_be_chosen(page: Any) -> None:
    boxes = page.locator("#tokenizers input")
    for box in boxes.all():
        if box.is_enabled():
            box.check()
    assert page.locator("#tokenizers input:checked").count() == 4
    assert page.locator("#tokenizers input:disabled").count() == boxes.count() - 4


def test_a_megabyte_keeps_the_page_responsive(page: Any) -> None:
    page.evaluate("document.getElementById('text').value = 'kitaplarımızdan '.repeat(62500)")
    page.dispatch_event("#text", "input")
    page.wait_for_selector(".more")
    assert "Only the first 2,000 of" in page.locator(".more").first.inner_text()
    start = time.monotonic()
    page.locator(".token").first.click()
    page.wait_for_selector("#details dl")
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_accessible(browser: Any, address: str, scheme: str, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="accessibility is checked with axe")
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
    opened = context.new_page()
    opened.goto(address)
    opened.wait_for_selector(".token")
    opened.locator(".token").first.click()
    found = axe.Axe().run(opened)
    assert found.violations_count == 0, found.generate_report()
    assert opened.evaluate("document.documentElement.scrollWidth") <= width
    context.close()
