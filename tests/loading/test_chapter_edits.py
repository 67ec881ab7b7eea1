"""Texts of Markdown chapters are replaced one by one, and nothing else changes."""

import pytest

from printnplay.kernel.diagnostics import Problems
from printnplay.loading.chapter_edits import texts_at, with_texts
from printnplay.loading.chapters import parse_chapters, texts_of

from .test_chapters import STORY

SHAPES = {
    "as written": STORY,
    "on other systems": STORY.replace("\n", "\r\n"),
    "with hard breaks": STORY.replace("left*,\n", "left*,  \n"),
    "twice the same": STORY.replace("| West | Slow  |", "| Wind | Wind |\n| Wind | Slow |"),
    "wrapped items": STORY.replace("- Rope\n", "- Rope\n  and rope\n"),
    "with comments": STORY.replace("1. Load\n", "1. Load\n") + "\n<!-- They slept. -->\n",
    "without an end": STORY.rstrip("\n"),
    "starting like its mark": STORY.replace("1. Load\n2. Sail", "1. 1\n2. 2"),
}


def said(source: str) -> dict[str, str]:
    texts = texts_of(parse_chapters(source, "story.md", Problems()))
    return {key: text.plain for key, text in texts.items()}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("source", SHAPES.values(), ids=SHAPES)
def test_each_text_is_replaced_and_nothing_else(source: str) -> None:
    before, places = said(source), texts_at(source, "story.md")
    assert len(places) == len(before)
    for place, text in places.items():
        for new in (f"{text.plain}!", f"New {text.plain}", text.plain.replace(" ", " really ")):
            made = with_texts(source, "story.md", {place: new})
            assert said(made) == before | {text.key: new}
            old_lines, new_lines = source.split("\n"), made.split("\n")
            assert len(new_lines) == len(old_lines)
            assert sum(map(str.__ne__, old_lines, new_lines)) <= new.count(" really ") + 1


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "new", ["a\n\n# b {#b}", "| x |", "![x](y)", "# Title", "- item", "", "x {#y}", "<!-- x -->"]
)
def test_a_text_that_would_be_something_else_stays_or_is_the_text(new: str) -> None:
    for place, text in texts_at(STORY, "story.md").items():
        made = with_texts(STORY, "story.md", {place: new})
        assert made == STORY or said(made) == said(STORY) | {text.key: new}
