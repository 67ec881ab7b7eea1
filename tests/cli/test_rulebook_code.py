"""Code in texts and in Markdown chapters: words and lines in letters of one width."""

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pypdfium2
import pytest

from .project import ENGLISH, run, translate, words_of

pytestmark = pytest.mark.sampled(2)

STORY = """\
# The story {#story}

Type `3d6 + 2*{n}` in the app. It's `it's "so"` there; here `` `this` `` and \\`that\\`.

    def score(cards):
        return [sum](cards)  # it's "so" *now*

> [!NOTE] In `code`?
> A [`link`](#turn).
"""
INLINE = '<code class="inline-code">3d6 + 2*{n}</code>'
BLOCK = "def score(cards):\n    return [sum](cards)  # it&#x27;s &quot;so&quot; *now*</code></pre>"


def test_code_is_printed_as_typed_in_every_format(reef: Path) -> None:
    ran = run("build --format pdf --format html --format epub")
    assert ran.status == 0, ran.err
    (rulebook,) = reef.rglob("*rulebook.pdf")
    words = " ".join(words_of(rulebook).split())
    assert 'Type 3d6 + 2*{n} in the app. It’s it\'s "so" there; here `this` and `that`.' in words
    assert 'def score(cards): return [sum](cards) # it\'s "so" *now*' in words
    with pikepdf.open(rulebook) as pdf:
        fonts = {
            str(font.BaseFont)
            for page in pdf.pages
            for font in page.obj.Resources.get("/Font", {}).values()
        }
        assert any("TableMono" in font for font in fonts)
        assert parents_of_code(pdf.Root.StructTreeRoot) >= {"/P", "/Span"}
    (page,) = reef.rglob("*rulebook.html")
    shown = page.read_text("utf-8")
    assert INLINE in shown
    assert BLOCK in shown
    assert "Table Mono" in shown.partition("</style>")[0]
    (book,) = reef.rglob("*rulebook.epub")
    with ZipFile(book) as archive:
        section = archive.read("book/section-story.xhtml").decode()
    assert INLINE in section
    assert BLOCK in section


def parents_of_code(part: pikepdf.Object, parent: str = "") -> set[str]:
    """The roles of the structure elements that hold code."""
    if not isinstance(part, pikepdf.Dictionary):
        return set()
    role = str(part.get("/S", ""))
    inner: Any = part.get("/K", [])
    children = list(inner) if isinstance(inner, pikepdf.Array) else [inner]
    found = {parent} if role == "/Code" else set()
    return found.union(*(parents_of_code(child, role) for child in children))


@pytest.mark.at_leisure
def test_a_style_names_the_family_of_code(reef: Path) -> None:
    style = reef / "templates/reef/style.yaml"
    typed = style.read_text("utf-8")
    style.write_text(f"{typed}\ninline: {{code: {{family: Noto Sans, size: 100%}}}}\n", "utf-8")
    assert run("build --format html").status == 0
    (page,) = reef.rglob("*rulebook.html")
    shown = page.read_text("utf-8")
    assert INLINE in shown
    assert '.inline-code { font-family: "Noto Sans", monospace;' in shown
    assert "Table Mono" not in shown
    style.write_text(f"{typed}\ninline: {{code: {{family: Nowhere}}}}\n", "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert "`Nowhere`" in ran.err


def test_code_is_printed_on_cards(reef: Path) -> None:
    cards = next(reef.rglob("cards.csv"))
    typed = cards.read_text("utf-8")
    assert "Keep two cards under it." in typed
    cards.write_text(typed.replace("Keep two cards", "Keep `two {x} cards`"), "utf-8")
    ran = run("export svg --only island")
    assert ran.status == 0, ran.err
    (face,) = (reef / "output").rglob("*island*.svg")
    drawn = face.read_text("utf-8")
    assert "two {x} cards" in drawn
    assert "Table Mono" in drawn


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("`3d6 + 2*{n}`", "3d6", "has 2 × code in backticks, and its original 3 ×"),
        ("    def", "Def", "expected code"),
    ],
)
def test_code_of_a_translation_is_compared_with_the_original(
    reef: Path, old: str, new: str, said: str
) -> None:
    translate(reef, STORY.replace(old, new))
    assert said in run("check -l de").err


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Type `3d6", "Type`3d6", "code of this form is not supported here"),
        ("    def score(cards):\n        return [sum](cards)  # it's \"so\" *now*", "```\n```",
         "the code is empty"),
    ],
)  # fmt: skip
def test_code_that_cannot_be_read_is_reported(reef: Path, old: str, new: str, said: str) -> None:
    (reef / ENGLISH).write_text(STORY.replace(old, new), "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert said in ran.err


def test_the_rest_of_a_long_line_of_code_is_indented_deeper(reef: Path) -> None:
    line = "    if " + " and ".join(f"card_{number:02}.is_open" for number in range(9))
    (reef / ENGLISH).write_text(f"# Story {{#story}}\n\n```\ndef f():\n{line}\n```\n", "utf-8")
    assert run("build --format pdf").status == 0
    (rulebook,) = reef.rglob("*rulebook.pdf")
    with pypdfium2.PdfDocument(rulebook) as document:
        pages = [page.get_textpage() for page in document]
        (page,) = [page for page in pages if "is_open" in page.get_text_bounded()]
        lefts: dict[int, tuple[float, float]] = {}
        for at in range(page.count_rects()):
            left, _, right, top = page.get_rect(at)
            lefts.setdefault(round(top / 4), (left, right))
    starts = [left for _, (left, _) in sorted(lefts.items(), reverse=True)]
    assert len(starts) >= 4, starts
    definition, condition, *rest = starts[1:-1]
    assert definition < condition
    assert all(left > condition + 1 for left in rest)
