"""Links in Markdown chapters: to web addresses, and to other parts of the rulebook."""

from pathlib import Path
from zipfile import ZipFile

import pikepdf
import pytest

from .project import ENGLISH, run, translate, words_of

pytestmark = pytest.mark.sampled(2)

STORY = """\
# The story {#story}

Read [the *answers*](https://example.com/faq?game=reef) and [your turn](#turn).

## The end of it {#over}

All [is [not] lost](#over).
"""


def test_links_can_be_clicked_in_every_format(reef: Path) -> None:
    ran = run("build --format pdf --format html --format epub")
    assert ran.status == 0, ran.err
    (rulebook,) = reef.rglob("*rulebook.pdf")
    with pikepdf.open(rulebook) as pdf:
        links = [link for page in pdf.pages for link in page.obj.get("/Annots", [])]
        (web,) = {str(link.A.URI) for link in links if "/A" in link}
        assert web == "https://example.com/faq?game=reef"
        assert all(str(link.Contents) for link in links)
        targets = {link.Dest[0].objgen for link in links if "/Dest" in link}
        assert len(targets) == 2
    words = " ".join(words_of(rulebook).split())
    assert "Read the answers and your turn." in words
    assert "All is [not] lost." in words
    (page,) = reef.rglob("*rulebook.html")
    shown = page.read_text("utf-8")
    assert 'href="https://example.com/faq?game=reef"' in shown
    assert '<a href="#turn">your turn</a>' in shown
    (book,) = reef.rglob("*rulebook.epub")
    with ZipFile(book) as archive:
        section = archive.read("book/section-story.xhtml").decode()
    assert 'href="https://example.com/faq?game=reef"' in section
    assert 'href="section-turn.xhtml#turn"' in section


def test_the_addresses_of_links_are_printed_if_the_outline_says_so(reef: Path) -> None:
    with (reef / "designs/reef/booklet.yaml").open("a", encoding="utf-8") as file:
        file.write("addresses: yes\n")
    assert run("build --format pdf --format html").status == 0
    (rulebook,) = reef.rglob("*rulebook.pdf")
    text = words_of(rulebook)
    assert "the answers (example.com/faq?game=reef) and your turn." in " ".join(text.split())
    (page,) = reef.rglob("*rulebook.html")
    assert "(example.com" not in page.read_text("utf-8")


def test_long_addresses_break_after_slashes_without_a_hyphen(reef: Path) -> None:
    parts = ["example.com", "games-by-the-sea", "frequently-asked-questions", "of-all-players"]
    address = "/".join(parts)
    story = f"# The story {{#story}}\n\nAll at {address} and www.{address}/?page=answers.\n"
    (reef / ENGLISH).write_text(story, "utf-8")
    assert run("build --format pdf").status == 0
    (rulebook,) = reef.rglob("*rulebook.pdf")
    text = words_of(rulebook)
    said = text[text.index("example.com") :]
    lines = said[: said.index("answers")].splitlines()
    assert len(lines) > 2
    assert all(line.endswith(("/", "and", "players")) for line in map(str.strip, lines[:-1])), lines
    assert said.replace("\r\n", "").startswith(address)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("(#turn)", "(#tern)", ["PNP327", "`tern` is not a part of the rulebook", "`turn`"]),
        ("(#turn)", "(turn.md)", ["a link of this form is not supported here"]),
        ("(#turn)", '(#turn "Your turn")', ["a link of this form is not supported here"]),
        ("(#turn)", "(#turn) <https://example.com>", ["a link of this form is not supported"]),
    ],
)
def test_links_that_lead_nowhere_are_reported(
    reef: Path, old: str, new: str, said: list[str]
) -> None:
    (reef / ENGLISH).write_text(STORY.replace(old, new), "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert all(words in ran.err for words in said), ran.err


def test_links_of_a_translation_are_compared_with_the_original(reef: Path) -> None:
    german = STORY.replace("Read [the *answers*](https://example.com/faq?game=reef)", "Lies das")
    german = german.replace("[your turn](#turn)", "[deinen Zug](#over)")
    translate(reef, german)
    found = run("check -l de").err
    assert "has 0 × a link to a web address, and its original 1 ×" in found
    assert "has 0 × `[words](#turn)`, and its original 1 ×" in found
    assert "has 1 × `[words](#over)`, and its original 0 ×" in found
