"""Numbers of cards in templates and texts, kept faces included, and the filters for numbers."""

from pathlib import Path

import pytest
from cli.project import run

from printnplay.faces.filters import OWN_FILTERS, TemplateFilter

from .small_style import draw_text

TEMPLATE = "templates/isle/card.svg.j2"
TEXTS = "locales/en/isle.yaml"
CARDS = "designs/isle/cards.yaml"
STAMP = '{{ textbox(deck.number | format("03") ~ "/" ~ deck.faces, 3, 80, 28, 6) }}'


@pytest.fixture
def isle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game whose storm prints its numbers, by its template and by a text."""
    monkeypatch.chdir(tmp_path)
    assert run("new isle").status == 0
    folder = tmp_path / "isle"
    monkeypatch.chdir(folder)
    edit(folder / TEMPLATE, "</svg>", STAMP + '{{ textbox(t("kit.stamp"), 32, 80, 28, 6) }}</svg>')
    stamp = "{group.number} of {group.faces}, {deck.copies}/{deck.cards}"
    edit(folder / TEXTS, "  cover:", f'  kit: {{stamp: "{stamp}"}}\n  cover:')
    return folder


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def printed(options: str = "") -> str:
    ran = run(f"export svg --only storm {options}")
    assert ran.status == 0, ran.err
    file = next(Path("output").glob("isle/en/*/storm-front.svg"))
    return file.read_text("utf-8")


def words(svg: str) -> list[str]:
    from lxml import etree

    return [
        "".join(map(str, text.itertext()))
        for text in etree.fromstring(svg.encode()).iter("{*}text")
    ]


CHANGES = {
    "a card before it": (CARDS, '"1", "2"', '"0", "1", "2"', ("008/8", "1 of 1, 2/30")),
    "copies of another": (CARDS, "copies: 4", "copies: 3", ("007/7", "1 of 1, 2/20")),
    "copies of its own": (CARDS, "copies: 2", "copies: 3", ("007/7", "1 of 1, 3/27")),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_numbers_follow_the_deck_also_on_faces_that_were_kept(
    isle: Path,
    change: tuple[str, str, str, tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRINTNPLAY_CACHE", str(tmp_path / "cache"))
    assert set(words(printed())) >= {"007/7", "1 of 1, 2/26"}
    file, old, new, expected = change
    edit(isle / file, old, new)
    warm = printed()
    assert set(words(warm)) >= set(expected)
    assert run("cache --clear").status == 0
    assert printed() == warm


def test_a_number_that_is_asked_for_by_another_name_is_suggested(isle: Path) -> None:
    edit(isle / TEXTS, "{deck.copies}", "{card.copies}")
    ran = run("check")
    assert ran.status == 1
    assert "did you mean `{deck.copies}`?" in ran.err


def test_only_cards_have_numbers(isle: Path) -> None:
    edit(isle / TEXTS, "How far out do you dare to sail?", "Card {deck.number}")
    ran = run("check")
    assert ran.status == 1
    assert "`{deck.number}` quotes a card, and this text belongs to none" in ran.err


def test_translators_see_the_numbers_of_a_text(isle: Path) -> None:
    edit(isle / TEXTS, 'storm: {name: "{term:storm}"', 'storm: {name: "{deck.number}"')
    assert run("l10n add fr").status == 0
    assert run("l10n export fr --format csv -o sent").status == 0
    assert "{deck.number} is 7" in Path("sent/isle.fr.csv").read_text("utf-8")


@pytest.mark.parametrize("one", OWN_FILTERS.values(), ids=lambda one: one.name)
def test_a_filter_prints_what_the_reference_says(one: TemplateFilter, tmp_path: Path) -> None:
    picture = draw_text(
        tmp_path, f"<svg {{{{ root }}}}>{{{{ textbox({one.example}, 0, 0, 20, 9) }}}}</svg>"
    )
    assert " ".join(picture.texts) == one.prints


OF_LANGUAGES = (
    ("en", "11 | ordinal", "11th"),
    ("fr", "1 | ordinal", "1er"),
    ("de", "3 | ordinal", "3."),
    ("pl", '5 | plural(one="karta", few="karty", many="kart")', "kart"),
    ("pl", '2 | plural(one="karta", few="karty", many="kart")', "karty"),
    ("fr", '0 | plural("carte", "cartes")', "carte"),
    ("en", "3999 | roman", "MMMCMXCIX"),
    ("en", '1234.5 | format("9,.2f")', " 1,234.50"),
    ("en", '"a;b ;; c" | split(";") | length', "3"),
)


@pytest.mark.parametrize(("language", "expression", "expected"), OF_LANGUAGES)
def test_filters_follow_the_language(language: str, expression: str, expected: str) -> None:
    from printnplay.faces.template_files import environment

    template = environment(()).from_string(f"{{{{ {expression} }}}}")
    assert template.render(language=language) == expected


MISTAKES = (
    ('7 | format("03d; x")', "is not a number format"),
    ('"seven" | format("+d")', "cannot be formatted"),
    ("0 | roman", "has no Roman numeral"),
    ("true | ordinal", "is not a whole number"),
    ('2 | plural(one="karta")', "the form `other` of a plural is missing"),
    ('"a" | split("")', "cannot be split at nothing"),
)


@pytest.mark.parametrize(("expression", "says"), MISTAKES)
def test_what_a_filter_cannot_take_is_a_mistake(expression: str, says: str) -> None:
    from printnplay.faces.sandbox import MistakeError
    from printnplay.faces.template_files import environment

    with pytest.raises(MistakeError, match=says):
        environment(()).from_string(f"{{{{ {expression} }}}}").render(language="en")
