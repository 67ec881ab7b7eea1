"""Every word that the texts promise is there, in order, on the right page; and no other."""

import re
from collections.abc import Callable, Collection, Iterator

import pytest

from printnplay.imposition.papers import PAPERS

from .builds import LANGUAGES, File, files
from .plan import FOLD_CARDS, KitPage, kit_pages
from .words import ICON, Reading, Wording, pattern

PageTexts = Callable[[File], list[str]]
Wordings = Callable[[str], Wording]
CUTS = {
    "long": (86, 30),
    "short": (86, 30),
    "separate": (86, 30),
    "none": (86, 30),
    "fold": (116, 45),
}
"""The cuts and minutes on the first page: five sheets of 3 by 4 cards with gaps (14 each), one of
four fold cards (10), two player aids (6). Folded over, ten sheets have two rows (10 each)."""
TENS = range(0, 101, 10)
INCHES = range(5)
HOLD = "\u00a0"
TITLES = {"pl": "Rounded Mplus 1c ©\u00a02016 The Rounded M+ Project Authors"}
"""The font of titles in a language whose letters Table Round lacks."""

FONTS = (
    "Red Hat Display ©\u00a02024 The Red Hat Project Authors, {titles} (SIL Open Font License 1.1)"
)
DAYS = {
    "de": "22. November 2026",
    "en": "November 22, 2026",
    "es": "22 de noviembre de 2026",
    "fr": "22 novembre 2026",
    "it": "22 novembre 2026",
    "pl": "22 listopada 2026",
}
"""The day of the game's version, which the first page names."""


@pytest.mark.parametrize("file", files("rulebook"), ids=str)
def test_the_rulebook_says_every_paragraph_in_reading_order(
    file: File, page_texts: PageTexts, wording: Wordings
) -> None:
    words = wording(file.language)
    texts = enumerate(page_texts(file), start=1)
    inner = [_without_foot(text, at, words.titles) for at, text in texts][1:-1]
    reading = Reading("\n".join(inner))
    for text in words.rulebook():
        reading.expect(text)
    reading.end()


def _without_foot(text: str, number: int, titles: Collection[str]) -> str:
    """The words of a page; the last are the title of its section and its number, but for covers."""
    title = "|".join(pattern(one).pattern for one in titles)
    return re.sub(rf"(?:{title})\s+{number}\s*\Z", "", text)


@pytest.mark.parametrize("file", files("rulebook"), ids=str)
def test_every_page_between_the_covers_ends_with_its_number(
    file: File, page_texts: PageTexts
) -> None:
    inner = page_texts(file)[1:-1]
    assert [text.split()[-1] for text in inner] == [str(at) for at in range(2, len(inner) + 2)]


@pytest.mark.parametrize("file", files("rulebook"), ids=str)
def test_the_covers_say_what_the_game_is(
    file: File, page_texts: PageTexts, wording: Wordings
) -> None:
    texts = page_texts(file)
    covers = {texts[0]: ("tagline", "players"), texts[-1]: ("blurb", "credits")}
    for text, keys in covers.items():
        reading = Reading(text)
        for key in keys:
            reading.expect(wording(file.language).text(f"cover.{key}"))
        reading.end()


@pytest.mark.parametrize("file", files("kit"), ids=str)
def test_each_page_of_the_kit_says_what_it_has_to_and_no_more(
    file: File, page_texts: PageTexts, wording: Wordings
) -> None:
    words = wording(file.language)
    pages, texts = kit_pages(words.game, file.backs), page_texts(file)
    assert len(texts) == len(pages)
    for number, (page, text) in enumerate(zip(pages, texts, strict=True), start=1):
        reading = Reading(text)
        reading.expect(words.text(page.title))
        place = words.text("kit.page", page=number, pages=len(pages))
        reading.expect(f"{words.game.title} · {place}")
        if page.cards:
            reading.expect(words.text("ruler.short"))
        for wanted in _on(page, words, file, pages):
            reading.expect(wanted)
        for key in _below(page):
            reading.expect(words.text(key, front=number - 1))
        reading.end()


def _on(page: KitPage, words: Wording, file: File, pages: list[KitPage]) -> Iterator[str]:
    """What stands between the line at the top and the line at the foot."""
    if page.kind == "front-page":
        yield from _front(words, pages, file)
    elif page.kind == "instructions":
        yield from words.instructions(file.backs, file.flip, PAPERS[file.paper].name)
        yield from map(str, TENS)
        yield words.text("ruler.metric")
        yield from map(str, INCHES)
        yield words.text("ruler.inch")
        yield words.text("ruler.metric")
    elif page.kind == "blank":
        yield from [words.text("kit.glue")] * 2 * FOLD_CARDS
    elif page.kind == "reference":
        yield from _aids(words)
    elif page.kind == "fold-cards":
        yield from (text for card in page.cards for text in [*words.face(card)] * 2)
    elif page.title == "sheets.action" and page.kind != "back":
        yield from (text for card in page.cards for text in words.face(card))


def _aids(words: Wording) -> Iterator[str]:
    """The two player aids of a page, the turn first, and the key of their lines."""
    yield words.text("ruler.short")
    steps = words.game.aid.turn
    keys = sorted(words.game.outline.summary, key=lambda key: key.rpartition(".")[2] not in steps)
    for _ in range(2):
        yield from map(words.text, keys)
    yield words.text("kit.key.cut")


def _front(words: Wording, pages: list[KitPage], file: File) -> Iterator[str]:
    """What the first page says of the game and the work, and where each kind of sheet begins."""
    game, language = words.game, file.language
    yield words.text("cover.tagline")
    yield words.text("cover.players")
    facts = {"players": "2/4", "time": "5–10\u00a0min", "age": "7+", "cards": "64"}
    yield from (
        f"{words.loaded.usages[language].icons[icon]} {fact}" for icon, fact in facts.items()
    )
    yield words.text("cover.blurb")
    yield words.text("kit.contents")
    for group in game.groups:
        cards = sum(card.copies for card in game.cards_of(group))
        yield f"{words.text(f'sheets.{group.id}').replace(' ', HOLD)}{HOLD}({cards})"
    yield words.text("kit.booklet").replace(" ", HOLD)
    yield words.text("kit.credits")
    for role, name in game.credits.items():
        yield f"{words.text(f'credit.{role}')}{HOLD}· {name}"
    yield words.text("kit.overview")
    sheets = -(-len(pages) // (2 if file.backs in ("long", "short") else 1))
    cuts, minutes = CUTS[file.backs]
    work: dict[str, str | int] = {"sheets": sheets, "cuts": cuts, "time": f"{minutes}\u00a0min"}
    for name, number in work.items():
        icon = words.loaded.usages[language].icons[name]
        yield f"{icon} {words.text(f'kit.work.{name}', number=number)}"
    yield from _contents(words, pages)
    titles = TITLES.get(language, "Table Round ©\u00a02011 Milena B Brandao")
    yield " · ".join(
        (
            words.text("kit.version", version=game.about.version),
            DAYS[language],
            words.text("kit.licence", licence=game.about.licence),
            words.text("kit.fonts", fonts=FONTS.format(titles=titles)),
        )
    )


def _contents(words: Wording, pages: list[KitPage]) -> Iterator[str]:
    """The words on pictures of cards, and where each kind of sheet begins; other kinds follow."""
    first: dict[str, tuple[int, KitPage]] = {}
    for number, page in enumerate(pages, start=1):
        if page.kind not in ("front-page", "instructions", "blank", "back"):
            first.setdefault(page.title, (number, page))
    others = []
    for key, (number, page) in first.items():
        said = words.text("kit.from_page", name=words.text(key), page=number)
        if not page.cards or page.kind == "separate":
            others.append(said.replace(" ", HOLD))
            continue
        shown = dict.fromkeys(card for one in pages if one.title == key for card in one.cards)
        if page.kind == "fold-cards":
            # The pictures overlap: a space between them is not always found.
            yield ICON.join(text for card in shown for text in [*words.face(card)] * 2)
        elif key == "sheets.action":
            yield from (text for card in shown for text in words.face(card))
        yield said
    yield " · ".join(others)


def _below(page: KitPage) -> tuple[str, ...]:
    """The keys of what stands at the foot."""
    return {
        "front": ("kit.key.cut",),
        "back": ("kit.back_note",),
        "separate": ("kit.backs_separate",),
        "fold-over": ("kit.key.cut", "kit.key.fold"),
        "fold-cards": ("kit.key.cut", "kit.key.fold"),
    }.get(page.kind, ())


@pytest.mark.parametrize("file", files("booklet"), ids=str)
def test_the_booklet_repeats_the_rulebook_and_says_how_to_fold_and_trim(
    file: File, page_texts: PageTexts, wording: Wordings
) -> None:
    rulebook = File(file.language, file.paper, "rulebook", file.backs, file.flip)
    pages, sides = page_texts(rulebook), page_texts(file)
    assert 0 <= len(sides) * 2 - len(pages) < 4
    *inner, back = pages
    # Pages before the back cover may be endpapers, so that all sheets are full.
    pages = [*inner, *([""] * (len(sides) * 2 - len(pages))), back]
    for side, text in enumerate(sides):
        pair = sorted((side + 1, len(pages) - side), key=lambda page: page % 2)  # even left
        reading = text.split()
        for page in pair:
            said = pages[page - 1].split()
            assert reading[: len(said)] == said, f"side {side + 1}, page {page}"
            reading = reading[len(said) :]
        notes = Reading(" ".join(reading))
        for note in _notes(wording(file.language), side, file.paper):
            notes.expect(note)
        notes.end()


def _notes(words: Wording, side: int, paper: str) -> Iterator[str]:
    """What stands around the pages: on both sides, and where Letter has room at head and foot."""
    name = words.text("booklet.back" if side % 2 else "booklet.front")
    yield words.text("booklet.sheet", sheet=side // 2 + 1, side=name)
    yield words.text("booklet.trim")
    yield words.text("booklet.fold_then_trim")
    yield words.text("booklet.trim")
    if paper == "letter":
        yield from [words.text("booklet.fold"), words.text("booklet.trim")] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_name_in_the_language(language: str, wording: Wordings) -> None:
    words = wording(language)
    names = [words.text(f"cards.{card.id}.name") for card in words.game.cards]
    assert len(set(names)) == len(words.game.cards)
