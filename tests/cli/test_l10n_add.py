"""A new language: begun by a command, filled in, checked, printed; without any Python.

It is Polish for a game of one's own, whose common texts come with the tool, and Czech for a
bundled game, where they are begun too.
"""

import re
from pathlib import Path

import pypdfium2
import pytest

from printnplay.files.yaml_edits import leaves, quoted
from printnplay.text.hyphens import parts
from printnplay.text.languages import number_text, plural_category

from .conftest import GARDEN
from .project import ROOT, run, tree
from .rewriting import rewrite

pytestmark = pytest.mark.sampled(3)


def values(path: Path) -> dict[str, str]:
    return {name: leaf.value for name, leaf in leaves(path.read_text(encoding="utf-8")).items()}


def texts(path: Path) -> dict[str, str]:
    """The texts by key, without the language before it and a plural category behind it."""
    ending = re.compile(r"\.(one|few|many|other)$")
    return {ending.sub("", key.partition(".")[2]): text for key, text in values(path).items()}


def fill(project: Path) -> None:
    """Write the Polish texts into the files that were begun, as a translator does."""
    rewrite(project / "locales/pl/garden.yaml", values(GARDEN / "polish/garden.yaml"))
    rewrite(project / "locales/glossary/garden.yaml", {"rose.pl.name": "róża"})
    path = project / "locales/glossary/garden.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace('"róża"}', '"róża", genitive: róży, plural: róż}'), encoding="utf-8"
    )


def page_texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    found = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return found


def test_a_language_is_begun_filled_in_and_printed(garden: Path) -> None:
    assert run("l10n add pl").status == 0
    texts_of_it = garden / "locales/pl/garden.yaml"
    begun = texts_of_it.read_text("utf-8").splitlines()
    fill(garden)
    checked = run("check")
    assert (checked.status, checked.err) == (0, "")
    assert "2 languages (en, pl) complete" in checked.out
    assert run("build -l pl").status == 0
    book = " ".join(page_texts(garden / "output/garden/pl/garden-pl-rulebook.pdf"))
    for sentence in (
        "Są 22\u00a0rośliny.",
        "Jest 1\u00a0karta deszczu.",
        "Każdy ma 25\u00a0grządek.",
        "więcej róż",
    ):
        assert sentence in book
    kit = "".join(page_texts(garden / "output/garden/pl/garden-pl-a4-kit.pdf"))
    assert "Dwudziestopięciogodzinny" not in kit
    assert "Dwudziestopięciogodzinny" in re.sub(r"[-\ufffe\u0002]\s*", "", kit)
    filled = texts_of_it.read_text("utf-8").splitlines()
    changed = [old for old, new in zip(begun, filled, strict=True) if old != new]
    assert all('""' in line for line in changed)
    assert not (garden / "locales/pl/common.yaml").exists()


def test_the_texts_come_in_the_order_of_the_source_each_with_what_it_says(garden: Path) -> None:
    run("l10n add pl")
    source = texts(garden / "locales/en/garden.yaml")
    begun = garden / "locales/pl/garden.yaml"
    assert list(texts(begun)) == ["game.title", *source]
    assert set(values(begun).values()) == {""}
    lines = begun.read_text("utf-8").splitlines()
    rule = lines.index("    rain:", lines.index("  cards:")) + 5
    assert lines[rule : rule + 3] == [
        "      # en: All the most beautiful flowers of the neighbourhood grow.",
        "      # card `rain`: 34 × 41.5 mm, type of 7.5 to 9 pt, about 280 letters",
        '      rule: ""',
    ]
    assert "  # On the cards, which are small." in lines
    assert "      # item of a list in the section `goal`: 103 mm wide" in lines
    assert '        few: ""  # 2, 3, 4, 22, 23, …' in lines
    assert "Polish (polski)" in lines[0]


def test_an_outline_may_have_blocks_without_texts_of_their_own(garden: Path) -> None:
    outline = garden / "designs/garden/booklet.yaml"
    text = outline.read_text("utf-8").replace(
        "      - paragraph: rules.goal.line\n",
        """\
      - contents: 1
      - columns: [[{paragraph: rules.goal.line}], [{rule: yes}]]
      - spread: [{page_break: page}]
""",
    )
    outline.write_text(text, encoding="utf-8")
    ran = run("l10n add pl")
    assert (ran.status, ran.err) == (0, "")
    begun = (garden / "locales/pl/garden.yaml").read_text("utf-8")
    assert "# paragraph in the section `goal`: " in begun


def test_what_the_checks_know_of_a_new_language_is_begun(garden: Path) -> None:
    ran = run("l10n add cs")
    path = garden / "locales/cs/language.yaml"
    assert "  joining: [a, nebo]\n" in path.read_text("utf-8")
    assert "locales/cs/language.yaml\nnot checked: paragraphs left in another language" in ran.out
    assert "PNP1" not in run("check -l cs").err.replace("PNP113", "")
    assert path.read_text("utf-8").count("  # For ") == ran.out.count("not checked: ")


def test_each_file_counts_its_own_empty_texts(garden: Path) -> None:
    first, second = run("l10n add cs").out, run("l10n add sk").out
    counts = [re.findall(r"glossary/\S+  (\d+) to fill in", out) for out in (first, second)]
    assert counts[0] == counts[1]
    assert (garden / "locales/sk").is_dir()


@pytest.mark.at_leisure
def test_a_draft_shows_english_in_brackets_where_nothing_is_written(garden: Path) -> None:
    run("l10n add pl")
    rewrite(garden / "locales/pl/garden.yaml", {"pl.cards.bean.name": "Fasola"})
    assert run("build -l pl --draft").status == 0
    book = " ".join(page_texts(garden / "output/garden/pl/garden-pl-rulebook.pdf"))
    assert "[Grow more roses than the other player.]" in book
    assert "[There are 22\u00a0plants.]" in book
    kit = " ".join(page_texts(garden / "output/garden/pl/garden-pl-a4-kit.pdf"))
    assert "Fasola" in kit
    assert "[Bean" not in kit
    assert "PNP113" in run("proof -l pl").err
    proof = run("proof -l pl --draft")
    assert (proof.status, proof.out) == (0, "output/garden/garden-proof.pdf\n")
    pages = " ".join(page_texts(garden / "output/garden/garden-proof.pdf"))
    assert "[Lay it beside a rose of your own.]" in " ".join(pages.split())


@pytest.mark.at_leisure
def test_pages_of_several_drafts_have_an_index(garden: Path) -> None:
    for language in ("cs", "sk"):
        run(f"l10n add {language}")
    assert run("build -l cs -l sk --draft --format html").status == 0
    index = (garden / "output/garden/index.html").read_text("utf-8")
    assert set(re.findall(r'href="(\w\w)/garden-\1-rulebook.html"', index)) == {"cs", "sk"}


def test_a_language_that_is_only_begun_hinders_no_other(garden: Path) -> None:
    run("l10n add pl")
    assert run("check -l en").status == 0
    begun = run("check -l pl")
    assert (garden / "locales/pl").is_dir()
    codes = set(re.findall(r"error\[(\w+)\]", begun.err))
    assert (begun.status, codes) == (1, {"PNP113", "PNP306"})


@pytest.mark.at_leisure
def test_the_real_game_is_begun_in_every_place(tmp_path: Path) -> None:
    before = tree(ROOT / "locales")
    words = f"l10n add cs tic-tac-match --project {tmp_path}"
    assert run(words).status == 0
    for name in ("common", "tic-tac-match"):
        begun = tmp_path / f"locales/cs/{name}.yaml"
        title = [] if name == "common" else ["game.title"]
        assert list(texts(begun)) == [*title, *texts(ROOT / f"locales/en/{name}.yaml")]
    shipped = values(ROOT / "locales/glossary/tic-tac-match.yaml")
    glossary = values(tmp_path / "locales/glossary/tic-tac-match.yaml")
    terms = {key.partition(".")[0] for key in shipped}
    new = {f"{term}.cs.name": "" for term in terms}
    assert glossary == shipped | new
    assert tree(ROOT / "locales") == before


@pytest.mark.parametrize("words", ["", " garden"])
def test_a_language_with_texts_gets_the_names_of_terms_that_it_lacks(
    garden: Path, words: str
) -> None:
    path = garden / "locales/glossary/garden.yaml"
    begun = garden / "locales/pl/garden.yaml"
    begun.parent.mkdir()
    begun.write_bytes((GARDEN / "polish/garden.yaml").read_bytes())
    before = begun.read_bytes()
    assert "rose.pl.name" not in values(path)
    added = run(f"l10n add pl{words}")
    assert (added.status, added.err) == (0, "")
    assert values(path)["rose.pl.name"] == ""
    assert begun.read_bytes() == before
    assert run(f"l10n add pl{words}").status == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_language_begun_by_hand_gets_the_texts_that_it_lacks(garden: Path, end: str) -> None:
    begun = garden / "locales/pl/garden.yaml"
    begun.parent.mkdir()
    lines = ["# Moje.", "pl:", "  rules:", "    goal:", "      title: Cel gry  # tak", ""]
    begun.write_bytes(end.join(lines).encode())
    ran = run("l10n add pl garden")
    assert (ran.status, ran.err) == (0, "")
    lacking = values(garden / "locales/en/garden.yaml").keys() - {"en.rules.goal.title"}
    assert {f"en{path[2:]}" for path, text in values(begun).items() if not text} >= {
        path for path in lacking if not path.endswith((".one", ".other"))
    }
    text = begun.read_bytes().decode()
    assert text.startswith("# Moje.")
    assert f"title: Cel gry  # tak{end}" in text
    assert text.count("\n") == text.count(end)
    goal = values(garden / "locales/en/garden.yaml")["en.rules.goal.storm"]
    at = text.index("      storm:")
    assert f"      # en: {goal}{end}" in text[:at]
    assert f"garden.yaml  {text.count(chr(34) * 2)} to fill in" in ran.out
    again = run("l10n add pl garden")
    assert (again.status, "PNP343" in again.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "code", "help_line"),
    [
        ("PL", "PNP344", "did you mean `pl`?"),
        ("pt_br", "PNP344", "did you mean `pt-BR`?"),
        ("sr-latn", "PNP344", "did you mean `sr-Latn`?"),
        ("SR_LATN_rs", "PNP344", "did you mean `sr-Latn-RS`?"),
        ("glossary", "PNP344", ""),
        ("con", "PNP344", "add a country to the code, such as `con-CO`"),
        ("en garden", "PNP343", "l10n status"),
        ("en", "PNP343", ""),
        ("pl gardn", "PNP001", "did you mean `garden`?"),
    ],
)
def test_a_wrong_command_writes_nothing(
    garden: Path, words: str, code: str, help_line: str
) -> None:
    before = tree(garden)
    ran = run(f"l10n add {words}")
    assert ran.status == 2
    assert f"error[{code}]" in ran.err
    assert help_line in ran.err
    assert tree(garden) == before


GLOSSARIES = {
    "braces that begin on the line of the term": (
        "rose: {\n  en: {name: rose, plural: roses}\n}\n",
        'rose: {\n  en: {name: rose, plural: roses}, pl: {name: ""}\n}\n',
    ),
    "braces below the term": (
        "rose:\n  {en: {name: rose, plural: roses}}\n",
        'rose:\n  {en: {name: rose, plural: roses}, pl: {name: ""}}\n',
    ),
    "braces on one line": (
        "rose: {en: {name: rose, plural: roses}} # so\n",
        'rose: {en: {name: rose, plural: roses}, pl: {name: ""}} # so\n',
    ),
    "braces around all": (
        "{rose: {en: {name: rose, plural: roses}}}\n",
        '{rose: {en: {name: rose, plural: roses}, pl: {name: ""}}}\n',
    ),
    "a remark within the braces": (
        "rose: {\n  en: {name: rose, plural: roses}, # so\n}\n",
        'rose: {\n  en: {name: rose, plural: roses}, pl: {name: ""}, # so\n}\n',
    ),
    "lists on several lines, and another term": (
        "rose:\n  en:\n    name: rose\n    plural: roses\n    forbidden: [rosa,\n      rosae]\n\n"
        "fern:\n  en: {name: fern}\n",
        "rose:\n  en:\n    name: rose\n    plural: roses\n    forbidden: [rosa,\n      rosae]\n"
        '  pl:\n    name: ""\n\nfern:\n  en: {name: fern}\n  pl: {name: ""}\n',
    ),
    "no line end at the end": (
        "rose:\n  en: {name: rose, plural: roses}",
        'rose:\n  en: {name: rose, plural: roses}\n  pl: {name: ""}',
    ),
    "a byte order mark and the line ends of Windows": (
        "\ufeff# So.\r\nrose:\r\n  en: {name: rose, plural: roses}\r\n",
        '\ufeff# So.\r\nrose:\r\n  en: {name: rose, plural: roses}\r\n  pl: {name: ""}\r\n',
    ),
}


@pytest.mark.parametrize("case", GLOSSARIES)
def test_a_glossary_of_any_shape_gets_its_column(garden: Path, case: str) -> None:
    before, after = GLOSSARIES[case]
    path = garden / "locales/glossary/garden.yaml"
    path.write_bytes(before.encode())
    ran = run("l10n add pl")
    assert ran.status == 0
    assert path.read_bytes().decode() == after
    assert f"garden.yaml  {after.count(chr(34) * 2)} to fill in" in ran.out
    assert run("check -l en").status == 0


def test_a_glossary_that_cannot_hold_a_column_stays(garden: Path) -> None:
    (garden / "locales/glossary/garden.yaml").write_bytes(
        b"rose:\r  en: {name: rose, plural: roses}\rbean:\r  en: {name: bean}\r"
    )
    before = tree(garden)
    ran = run("l10n add pl")
    assert ran.status == 1
    assert "error[PNP357]: locales/glossary/garden.yaml has no place" in ran.err
    assert tree(garden) == before


def test_keys_that_need_quotes_get_them(garden: Path) -> None:
    path = garden / "locales/en/garden.yaml"
    odd = ("x: y", "#h", "a b", "é", "1", "'", '"', "- z", "&a", "yes", "{")
    lines = [f"  {quoted(key)}: {{{quoted(key)}: Text}}\n" for key in odd]
    path.write_text(path.read_text("utf-8") + "".join(lines), "utf-8")
    ran = run("l10n add pl")
    assert (ran.status, ran.err) == (0, "")
    begun = values(garden / "locales/pl/garden.yaml")
    assert {path for path in begun if path.endswith(odd)} == {f"pl.{key}.{key}" for key in odd}


def test_part_of_a_file_that_is_empty_stays_empty(garden: Path) -> None:
    path = garden / "locales/en/garden.yaml"
    path.write_text(path.read_text("utf-8") + "  later: {}\n", "utf-8")
    assert run("l10n add pl").status == 0
    begun = (garden / "locales/pl/garden.yaml").read_text("utf-8")
    assert begun.endswith("\n  later: {}\n")


@pytest.mark.parametrize(
    ("language", "number", "category"),
    [
        ("pl", 22, "few"),
        ("pt-BR", 0, "one"),
        ("ar", 2, "two"),
        ("ja", 1, "other"),
        ("zz", 1, "one"),
    ],
)
def test_any_language_has_its_plural_rules(language: str, number: int, category: str) -> None:
    assert plural_category(language, number) == category


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("pl", 1250, "1250"),
        ("pl", 12500, "12\u00a0500"),
        ("pt", 1250, "1.250"),
        ("sv", -1250, "−1\u00a0250"),
        ("de-CH", 1250, "1.250"),
        ("zz", 12500, "12\u202f500"),
    ],
)
def test_any_language_has_its_numbers(language: str, number: int, text: str) -> None:
    assert number_text(language, number) == text


def test_any_language_with_a_dictionary_divides_its_words() -> None:
    assert "-".join(parts("najpiękniejszych", "pl")) == "naj-pięk-niej-szych"
    assert len(parts("desenvolvimento", "pt")) > 2
    assert parts("najpiękniejszych", "zz") == ("najpiękniejszych",)
