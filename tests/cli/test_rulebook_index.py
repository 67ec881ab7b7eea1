"""The index of a rulebook: its entries, their order in each language, their pages and links."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pikepdf
import pypdfium2
import pytest
from grouped import group_by_kind

from .project import ROOT, run, stand_in

HERE = Path(__file__).parent / "shore"
BOOKLET = "designs/shore/booklet.yaml"
ENGLISH, GERMAN = "locales/en/shore.yaml", "locales/de/shore.yaml"
GLOSSARY = """\
pile:
  en: {name: pile}
  de: {name: Stapel}
turn:
  en: {name: turn, plural: turns}
  de: {name: Zug, plural: Züge}
eagle:
  en: {name: eagle}
  de: {name: Äsche}
unnamed:
  en: {name: unnamed}
  de: {name: Namenlos}
"""
INDEX = """
  - id: index
    new_page: yes
    blocks:
      - index: [terms, headings]
        entries: {rules.index.ties: [end, goal]}
        without: [tur*]
"""


@pytest.fixture(scope="module")
def begun(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """A game in English and German whose rulebook has an index."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            stand_in(folder, ROOT, patch)
            assert run("new shore --from csv").status == 0
        project = folder / "shore"
        group_by_kind(project)
        shutil.copy(HERE / "cards.csv", project / "designs/shore/cards.csv")
        (project / GERMAN).parent.mkdir()
        shutil.copy(HERE / "de.yaml", project / GERMAN)
        glossary = project / "locales/glossary/shore.yaml"
        glossary.parent.mkdir()
        glossary.write_text(GLOSSARY, "utf-8")
        with (project / BOOKLET).open("a", encoding="utf-8") as file:
            file.write(INDEX)
        for name, last, title in ((ENGLISH, "ties", "Index"), (GERMAN, "Zebra", "Register")):
            index = f'\\n    index: {{title: "{title}", ties: "{last}"}}\\n'
            text = (project / name).read_text("utf-8")
            text = re.sub(r"(\n  rules:)\n", rf"\1{index}", text, count=1)
            text = re.sub(r'(\n      draw: ")', r"\1{term:turn}: {term:eagle}, {term:pile}. ", text)
            text = re.sub(r'(\n      empty: ")', r"\1{term:pile}. ", text)
            (project / name).write_text(text, "utf-8")

    return once("project-index", make) / "shore"


@pytest.fixture
def shore(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, to work in."""
    folder = shutil.copytree(begun, tmp_path / "shore")
    stand_in(folder, ROOT, monkeypatch)
    return folder


def rulebook(language: str, ending: str) -> Path:
    (found,) = Path("output").rglob(f"*{language}*rulebook.{ending}")
    return found


def pages(language: str) -> list[str]:
    with pypdfium2.PdfDocument(rulebook(language, "pdf")) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


@pytest.mark.usefixtures("shore")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["eagle", "End of the game", "Goal of the game", "pile", "ties", "Your turn"]),
        ("de", ["Äsche", "Dein Zug", "Ende des Spiels", "Stapel", "Zebra", "Ziel des Spiels"]),
    ],
)
def test_an_index_is_in_the_order_of_its_language_with_pages_that_its_links_lead_to(
    language: str, words: list[str]
) -> None:
    ran = run(f"build -l {language}")
    assert ran.status == 0, ran.err
    text = pages(language)
    (at,) = [at for at, page in enumerate(text) if at and ("ties," in page or "Zebra," in page)]
    lines = [line for line in text[at].splitlines() if ", " in line]
    assert [line.partition(",")[0] for line in lines] == words
    numbers = {line.partition(", ")[0]: line.partition(", ")[2] for line in lines}
    turn = next(
        at + 1 for at, page in enumerate(text) if words[1 if language == "de" else -1] in page
    )
    end = next(
        at + 1 for at, page in enumerate(text) if words[2 if language == "de" else 1] in page
    )
    assert numbers[words[0]] == str(turn)
    assert numbers["pile" if language == "en" else "Stapel"] == ", ".join(
        map(str, sorted({turn, end}))
    )
    with pikepdf.open(rulebook(language, "pdf")) as pdf:
        numbered = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
        links = list(pdf.pages[at].obj.get("/Annots", []))
        assert links
        for link in links:
            said = str(link.Contents)
            assert int(re.findall(r"\d+", said)[-1]) == numbered[link.Dest[0].objgen]
        roles = {
            str(one.get("/S", "")) for one in pdf.objects if isinstance(one, pikepdf.Dictionary)
        }
        assert "/Index" in roles


@pytest.mark.usefixtures("shore")
@pytest.mark.at_leisure
def test_on_screens_the_links_of_an_index_lead_to_its_sections() -> None:
    ran = run("build -l en --format html --format epub")
    assert ran.status == 0, ran.err
    page = rulebook("en", "html").read_text("utf-8")
    (index,) = re.findall(r'<ul class="index".*?</ul>', page, re.DOTALL)
    pile = next(line for line in index.split("<li>") if ">pile<" in line)
    assert re.findall(r'href="#([^"]*)">([^<]*)<', pile) == [
        ("turn", "Your turn"),
        ("end", "End of the game"),
    ]
    for target in re.findall(r'href="#([^"]*)"', index):
        assert f'id="{target}"' in page
    with ZipFile(rulebook("en", "epub")) as archive:
        section = archive.read("book/section-index.xhtml").decode()
        targets = re.findall(r'href="(section-[^"#]*)#([^"]*)"', section)
        assert targets
        for file, target in targets:
            assert f'id="{target}"' in archive.read(f"book/{file}").decode()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("without: [tur*]", "without: [tern]", ["there is no term `tern`", "did you mean `turn`"]),
        ("[end, goal]", "[edn]", ["`edn` is not a part of the rulebook", "did you mean `end`"]),
        ("rules.index.ties:", "rules.index.tie:", ["rules.index.tie"]),
        ("[terms, headings]", "[term]", ["`term`", "terms"]),
    ],
)
@pytest.mark.at_leisure
def test_names_that_an_index_gets_wrong_are_reported(
    shore: Path, old: str, new: str, said: list[str]
) -> None:
    outline = (shore / BOOKLET).read_text("utf-8")
    assert old in outline
    (shore / BOOKLET).write_text(outline.replace(old, new), "utf-8")
    ran = run("check")
    assert ran.status == 1
    assert all(words in ran.err for words in said), ran.err


@pytest.mark.at_leisure
def test_an_index_without_entries_is_reported(shore: Path) -> None:
    outline = (shore / BOOKLET).read_text("utf-8")
    outline = outline.replace("[terms, headings]", "[]").replace(
        "{rules.index.ties: [end, goal]}", "{}"
    )
    (shore / BOOKLET).write_text(outline, "utf-8")
    assert "the index is empty" in run("check").err
