"""The pages in a real browser: nothing is wider than the window, and keys are enough.

Skipped where there is no browser, or nothing to drive one with.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""What the browser may be called."""

WIDER = """[...document.querySelectorAll("body, body *")]
    .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .filter(each => !each.closest("pre, .skip"))
    .map(each => each.tagName + " " + each.textContent.slice(0, 40))"""
"""The elements that stand out on the right, but for what can be scrolled by itself."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One that draws no window."""
    driver = pytest.importorskip("playwright.sync_api", reason="no driver: make browser")
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no browser")
    with driver.sync_playwright() as started:
        found = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_window(site: Path, browser: Browser, width: int) -> None:
    """On a telephone and on a desk, on every page."""
    page = browser.new_page(viewport={"width": width, "height": 800})
    for file in sorted(site.rglob("*.html")):
        page.goto(file.as_uri())
        assert page.evaluate(WIDER) == [], file
        assert page.evaluate("document.documentElement.scrollWidth") <= width, file
    page.close()


def test_keys_are_enough(site: Path, browser: Browser) -> None:
    """The first key leads past the menu; what has the focus has an outline that is seen."""
    page = browser.new_page()
    page.goto((site / "KLMNS20" / "TXT.THIRD.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "KLMNS20"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.close()


def test_print_is_black_on_white_without_the_menu(site: Path, browser: Browser) -> None:
    """Also where the screen is dark, and with nothing cut off."""
    page = browser.new_page(color_scheme="dark")
    page.goto((site / "mechanisms" / "above-threshold.html").as_uri())
    background = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(background) == "rgb(23, 24, 26)"
    page.emulate_media(media="print")
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('nav')).display") == "none"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('pre')).whiteSpace") == "pre-wrap"
    )
    assert page.pdf()[:5] == b"%PDF-"
    page.close()
