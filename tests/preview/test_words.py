"""The languages of the page: catalogues, the choice of a language, and what is not marked."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from messages import catalog_of, merged, written
from pseudo_language import pseudo_messages
from starlette.testclient import TestClient

from printnplay.build.messages import FOLDER, messages_in
from printnplay.export import TARGETS
from printnplay.files.catalog import shipped_root
from printnplay.imposition.papers import PAPERS
from printnplay.kernel.messages import LANGUAGES, SPOKEN, language_of_terminal, translated
from printnplay.kernel.named_sizes import CARD_SIZES
from printnplay.preview import words

from .browser import looked_at
from .conftest import GAME

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OTHERS = [language for language in LANGUAGES if language != "en"]
PLACE = re.compile(r"\{\w+\}")


@pytest.mark.at_leisure
@pytest.mark.turns(1)
@pytest.mark.parametrize("language", OTHERS)
def test_each_message_is_translated_with_its_placeholders(
    language: str, request: pytest.FixtureRequest
) -> None:
    """`--update` merges new messages; what is then empty has to be translated."""
    path, catalog = FOLDER / f"{language}.po", merged(language)
    if request.config.getoption("--update"):
        path.write_bytes(written(catalog))
    # The difference of two catalogues of a megabyte would take minutes to print.
    is_merged = path.read_bytes() == written(catalog)
    assert is_merged, f"{path.name} lacks what the sources say: pytest --update {__file__}"
    wrong = []
    for message in catalog_of(language):
        named = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        places = {frozenset(PLACE.findall(one)) for one in (named[0], *said)}
        forms = catalog.num_plurals if len(named) > 1 else 1
        if message.id and (message.fuzzy or len(said) != forms or len(places) > 1 or not all(said)):
            wrong.append(message.id)
    assert wrong == []


def test_no_line_of_french_begins_with_a_mark() -> None:
    """A space that does not break is before high marks, but not in names and code."""
    forms = messages_in("fr").forms.values()  # type: ignore[union-attr]
    wrong = [
        one
        for said in forms
        for one in said
        if re.search(r" [:;?!»](?=\s|$|\])", re.sub("`[^`]*`", "`", one))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("de", "`a.csv` no longer has the card `x`", "`a.csv` enthält die Karte `x` nicht mehr"),
        ("fr", "there is no such card any more", "cette carte n’existe plus"),
        ("pl", "this game cannot be played here: the game has no rules",
         "w tę grę nie można tu grać: gra nie ma pliku z zasadami"),
        ("es", "what nobody has translated", "what nobody has translated"),
        ("de", "`two` is not a whole number from 1 to 9 (row 4, column `copies`)",
         "`two` ist nicht eine ganze Zahl von 1 bis 9 (Zeile 4, Spalte `copies`)"),
        ("de", "expected one of `long` and `short`", "erwartet wird eines von `long` und `short`"),
        ("de", "unknown game `a text`", "unbekanntes Spiel `a text`"),
        ("de", "a text of 9 characters is too long for a QR code",
         "ein Text mit 9 Zeichen ist zu lang für einen QR-Code"),
        ("en", "there is no such card any more", "there is no such card any more"),
    ],
)  # fmt: skip
def test_an_english_text_is_translated_where_it_is_read(
    language: str, text: str, said: str
) -> None:
    token = SPOKEN.set(lambda: messages_in(language))
    try:
        assert translated(text) == said
    finally:
        SPOKEN.reset(token)


@pytest.mark.parametrize("part", ["a b; ", "a b: ", "expected one of ", "a (b) ", "it has "])
def test_a_text_of_any_length_is_read(part: str) -> None:
    """People write any number of marks; the time that patterns take has an end."""
    german = messages_in("de")
    assert german is not None
    begun = time.process_time()
    for size in (1_900, 100_000):
        assert german.find((part * size)[:size])
    assert time.process_time() - begun < 20


def test_plurals_follow_the_language() -> None:
    polish = messages_in("pl")
    assert polish is not None
    forms = polish.forms["{number} card"]
    said = [forms[polish.form_of(number)] for number in (1, 2, 5, 12, 22, 112)]
    assert [one.split()[1] for one in said] == ["karta", "karty", "kart", "kart", "karty", "kart"]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "nl:pl:fr"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_terminal_has_the_language_of_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert language_of_terminal(environment) == language


def test_a_page_has_the_language_of_the_browser_until_another_is_chosen(
    page: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("CI", raising=False)
    italian = {"accept-language": "ja,it-IT;q=0.9,de;q=0.1"}
    told = page.get("words", headers=italian).json()
    assert (told["language"], told["words"]["Undo"]) == ("it", ["Annulla"])
    gone = {"language": "en", "key": "nope", "forms": {"other": ""}, "before": {}}
    answer = page.post(f"game/{GAME}/text", json=gone, headers=italian).json()
    assert answer["error"] == "non c’è il testo `nope`"
    assert page.post("words", json={"language": "xx"}).status_code == 400
    assert page.post("words", json={"language": "pl"}).json() == {}
    assert page.get("words", headers=italian).json()["language"] == "pl"
    later = words.Words()  # of the next page
    assert later.chosen == "pl"


SHOWN = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: around } = texts.currentNode;
        const names = "script, style, code, pre, card-face, svg, [data-name='type family']";
        if (!around.closest(names)) found.push(data);
    }
    for (const name of ["aria-label", "placeholder", "title"])
        for (const one of document.querySelectorAll(`[${name}]`))
            found.push(one.getAttribute(name));
    return found;
}"""

SERVICES = [
    path.read_text("utf-8") for path in Path("printnplay/services").resolve().glob("*.yaml")
]
NAMES = set(
    re.findall(
        r"[a-z]{3,}",
        " ".join(
            [
                *LANGUAGES.values(),
                "English",
                *TARGETS,
                *PAPERS,
                *CARD_SIZES,
                *(re.findall(r"^name: (.*)", text, re.MULTILINE)[0] for text in SERVICES),
            ]
        ).lower(),
    )
)
"""Words that are names, in all languages."""

OPENED = {"button.part": ".boxform", "[data-name=start]": "dialog", "[data-name=kind]": "dialog"}
"""What buttons of the layout open."""

PARTS = ("cards", "layout", "table", "art", "pages", "play", "build")


@pytest.mark.at_leisure
@pytest.mark.parametrize("width", [1200, 390])
def test_all_words_of_the_page_are_marked_and_have_room(
    chromium: Browser, city: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    messages = pseudo_messages()
    monkeypatch.setattr(words, "messages_in", lambda _: messages)
    monkeypatch.setattr("printnplay.preview.running.faults_of", lambda _: [])
    found: set[str] = set()
    with looked_at(chromium, city, {GAME: ("en",)}, size={"width": width, "height": 800}) as page:
        for part in PARTS:
            page.evaluate(f"location.hash = '{part}'")
            page.wait_for_function(f"document.getElementById('{part}').childElementCount > 0")
            page.wait_for_function(
                "!document.querySelector('main > :not([hidden]) .empty[role=status]')"
            )
            found |= set(page.evaluate(SHOWN))
            assert page.evaluate("document.documentElement.scrollWidth") <= width, part
            if part == "layout":
                for button, opened in OPENED.items():
                    page.locator(f"#layout {button}").last.click()
                    page.wait_for_selector(f"#layout {opened}")
                    found |= set(page.evaluate(SHOWN))
                    page.keyboard.press("Escape")
        page.evaluate("location.hash = 'cards'")
        page.click("button.face >> nth=0")
        page.wait_for_selector("#side h3")
        found |= set(page.evaluate(SHOWN))
    own = re.findall("[a-z]{3,}", " ".join([str(city), str(shipped_root()), *(
        f"{path} {path.read_text('utf-8', 'ignore')}" for path in city.rglob("*") if path.is_file()
    )]).lower())  # fmt: skip
    plain = {
        text
        for text in found
        if set(re.findall(r"[a-z]{3,}", re.sub(r"⟦[^⟧]*⟧", "", text).lower())) - {*own, *NAMES}
    }
    assert "\n".join(sorted(plain)) == ""
