"""Chapters of the rulebook as Markdown: what they become, and what is told of them."""

from pathlib import Path

import pytest

from printnplay.game.rulebook import (
    Block,
    HeadingBlock,
    ListBlock,
    NoteBlock,
    PageBreakBlock,
    ParagraphBlock,
    PictureBlock,
    QuoteBlock,
    RuleBlock,
    TableBlock,
)
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.chapters import Chapter, read_chapters

STORY = """\
# The voyage {#voyage}

Nine ships *left*,
{count.storm} storms came.

## What we took {#cargo}

- Rope
- **Salt**

1. Load
2. Sail

> [!NOTE] Mind the tide
> It turns at {fact}.

> We never landed.
>
> — The captain

| Wind | Speed |
|------|-------|
| West | Slow  |

![A harbour at dawn](harbour.jpg "Where it began")

---

<!-- page break -->

# The end {#end}

They slept.
"""


def read(tmp_path: Path, **sources: str) -> tuple[dict[str, tuple[Chapter, ...]], list[str]]:
    files = {}
    for language, source in sources.items():
        path = tmp_path / f"{language}.md"
        path.write_text(source, encoding="utf-8")
        files[language] = (path, path.name)
    problems = Problems()
    chapters = read_chapters(files, "game", problems)
    told = [
        f"{fault.code} {fault.span.file}:{fault.span.line} {fault.message} | {fault.label}"
        for fault in problems.found
    ]
    return chapters, told


def kinds(blocks: tuple[Block, ...]) -> list[type[Block]]:
    return [type(block) for block in blocks]


def test_markdown_becomes_the_blocks_of_a_rulebook(tmp_path: Path) -> None:
    chapters, told = read(tmp_path, en=STORY)
    assert told == []
    voyage, end = chapters["en"]
    assert (voyage.id, end.id) == ("voyage", "end")
    assert kinds(voyage.blocks) == [
        ParagraphBlock,
        HeadingBlock,
        ListBlock,
        ListBlock,
        NoteBlock,
        QuoteBlock,
        TableBlock,
        PictureBlock,
        RuleBlock,
        PageBreakBlock,
    ]
    said = {key: text.plain for key, text in voyage.texts.items()}
    assert said["rules.voyage.title"] == "The voyage"
    (paragraph, heading, listed, numbered, note, quote, table, picture, *_) = voyage.blocks
    assert [said[key] for key in paragraph.keys] == [
        "Nine ships *left*, {count.storm} storms came."
    ]
    assert isinstance(heading, HeadingBlock)
    assert (heading.id, heading.level, said[heading.key]) == ("cargo", 2, "What we took")
    assert [said[key] for key in listed.keys] == ["Rope", "**Salt**"]
    assert isinstance(numbered, ListBlock)
    assert numbered.numbered
    assert [said[key] for key in note.keys] == ["Mind the tide", "It turns at {fact}."]
    assert [said[key] for key in quote.keys] == ["We never landed.", "The captain"]
    assert [said[key] for key in table.keys] == ["Wind", "Speed", "West", "Slow"]
    assert isinstance(picture, PictureBlock)
    assert (picture.file, said[picture.alt]) == ("harbour.jpg", "A harbour at dawn")
    assert [said[key] for key in picture.keys] == ["Where it began"]


def test_a_text_knows_its_place(tmp_path: Path) -> None:
    chapters, _ = read(tmp_path, en=STORY)
    salt = next(text for text in chapters["en"][0].texts.values() if text.plain == "**Salt**")
    assert (salt.span.file, salt.span.line, salt.span.column) == ("en.md", 9, 3)


GERMAN = STORY.replace("The voyage", "Die Reise").replace("The end", "Das Ende")


def test_a_translation_of_the_same_shape_is_accepted(tmp_path: Path) -> None:
    chapters, told = read(tmp_path, en=STORY, de=GERMAN)
    assert told == []
    assert list(chapters["de"][0].texts) == list(chapters["en"][0].texts)


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (
            "{#cargo}",
            "{#fracht}",
            "PNP329 de.md:6 `voyage` differs in structure from its original: a heading of level 2"
            " with the id `fracht` | expected a heading of level 2 with the id `cargo`",
        ),
        (
            "- Rope\n",
            "",
            "PNP329 de.md:8 `voyage` differs in structure from its original: a list of 1"
            " | expected a list of 2",
        ),
        (
            "They slept.\n",
            "",
            "PNP329 de.md:31 `end` differs in structure from its original: the end of the chapter"
            " | expected a paragraph",
        ),
        (
            "{#end}",
            "{#ende}",
            "PNP329 de.md:31 the chapter `ende` is in this language only | expected an id of the"
            " original",
        ),
    ],
)
def test_a_translation_of_another_shape_is_told(
    tmp_path: Path, was: str, now: str, told: str
) -> None:
    _, found = read(tmp_path, en=STORY, de=GERMAN.replace(was, now))
    assert found[0] == told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("Text.\n", "PNP328 en.md:1 text before the first heading"),
        ("# Title\n", "PNP328 en.md:1 a heading of the first level has no id"),
        ("# One {#a}\n\n# Two {#a}\n", "PNP328 en.md:3 two chapters have the id `a`"),
        ("# A {#a}\n\n```\n```\n", "PNP328 en.md:3 the code is empty"),
        ("# A {#a}\n\nx`y`\n", "PNP328 en.md:3 code of this form is not supported here"),
        ("# A {#a}\n\n<b>x</b>\n", "PNP328 en.md:3 `html_inline` is not supported here"),
        ("# A {#a}\n\n[x](y)\n", "PNP328 en.md:3 a link of this form is not supported here"),
        ("# A {#a}\n\n_x_\n", "PNP328 en.md:3 `_` is not supported here"),
        (
            "# A {#a}\n\n- x\n  - y\n",
            "PNP328 en.md:4 a list holds more than paragraphs",
        ),
        ("# A B {#A_b}\n", "PNP118 en.md:1 `A_b` is not a plain name"),
    ],
)
def test_what_a_rulebook_cannot_print_is_told(tmp_path: Path, source: str, told: str) -> None:
    _, found = read(tmp_path, en=source)
    assert [fault.split(" | ")[0] for fault in found] == [told]
