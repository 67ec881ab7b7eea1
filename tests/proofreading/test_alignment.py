"""Words left out or moved are found, in languages without any word list too."""

from collections.abc import Sequence

import pytest
from learn_words import files
from msgspec.structs import replace

from printnplay.game.texts import Glossary, Text, Texts
from printnplay.kernel.diagnostics import Diagnostic, Span, Subject
from printnplay.proofreading.alignment.findings import check_left_out
from printnplay.proofreading.alignment.lexicon import LEARNED
from printnplay.proofreading.alignment.order import check_sentences, check_steps
from printnplay.proofreading.review import Known, Review

from .mistakes import review_of
from .sites import clean_games

UNLISTED = "oc"
"""A language of which nothing is known: the French texts are said to be in it."""

GAME = "match"
MOST_ALARMS = 2
"""How many of some 300 right texts may be reported, if all that is known was learned from them."""

LOST = (", peu importe qui l’a complétée", "")


def changed(review: Review, language: str, key: str, change: tuple[str, str]) -> Review:
    texts = review.texts[language]
    text = texts.entries[key]
    assert change[0] in text.plain
    new = replace(text, forms={"other": text.plain.replace(*change)})
    entries = {**texts.entries, key: new}
    return replace(review, texts={**review.texts, language: replace(texts, entries=entries)})


def unlisted(game: str) -> Review:
    """The texts of a game beside those in a language without a file of its own."""
    clean = clean_games()[game]
    terms = {
        name: {**languages, UNLISTED: languages["fr"]}
        for name, languages in clean.glossary.terms.items()
    }
    texts = {"en": clean.texts["en"], UNLISTED: replace(clean.texts["fr"], language=UNLISTED)}
    return Review(clean.game, texts, replace(clean.glossary, terms=terms), Known())


def left_out(review: Review) -> Sequence[Diagnostic]:
    return list(check_left_out(review))


def moved(review: Review) -> Sequence[Diagnostic]:
    return [*check_steps(review), *check_sentences(review)]


def test_a_clause_left_out_is_found_with_the_words_that_nothing_stands_for() -> None:
    review = changed(review_of("tic-tac-match", "fr"), "fr", "rules.end.winner", LOST)
    found = left_out(review)
    assert {(one.code.id, one.subject.key) for one in found} == {("PNP346", "rules.end.winner")}
    assert any("`completed`" in one.message for one in found)
    assert "complét" not in found[0].message


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pl"])
def test_right_texts_are_not_reported(language: str) -> None:
    review = review_of(GAME, language)
    assert [*left_out(review), *moved(review)] == []


MOVED = {
    ("match", "es", "rules.match.hand"): (
        "Pon la carta en la {term:discard-pile} y di «{term:match}»",
        "Di «{term:match}» y pon la carta en la {term:discard-pile}",
    ),
    ("match", "fr", "rules.game-end.total"): (
        "Notez les points et ajoutez-les à votre total",
        "Ajoutez les points à votre total et notez-les",
    ),
    ("tic-tac-ko", "it", "rules.magic.once"): (
        "fai quello che dice e mettila sulla {term:discard-pile} della tua {term:team}",
        "mettila sulla {term:discard-pile} della tua {term:team} e fai quello che dice",
    ),
    ("tic-tac-taco", "de", "rules.power-ups.pico-de-futuro.draw"): (
        "Wirf zuerst den {term:pico-de-futuro} ab, dann ziehe {pico_draw}\u00a0Karten",
        "Ziehe zuerst {pico_draw}\u00a0Karten, dann wirf den {term:pico-de-futuro} ab",
    ),
}
"""Steps that have changed places, by game, language and key."""

SENTENCES = (
    "No robas ninguna carta, así que tu {term:hand} se reduce.",
    "Pon la carta en la {term:discard-pile} y di «{term:match}».",
)


@pytest.mark.parametrize("place", MOVED, ids="-".join)
def test_steps_that_have_changed_places_are_found(place: tuple[str, str, str]) -> None:
    game, language, key = place
    found = moved(changed(review_of(game, language), language, key, MOVED[place]))
    assert {(one.code.id, one.subject.key) for one in found} == {("PNP375", key)}
    assert "in the opposite order" in found[0].message


def test_sentences_that_have_changed_places_are_found_by_their_words() -> None:
    review, key = review_of(GAME, "es"), "rules.match.hand"
    (found,) = moved(changed(review, "es", key, (" ".join(SENTENCES[::-1]), " ".join(SENTENCES))))
    assert (found.code.id, found.subject.key) == ("PNP367", key)


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("rules.match.hand", ("No robas ninguna carta, así que", "Como no robas ninguna carta,")),
        ("rules.summary.turn", ("por color, por número", "por número, por color")),
        ("rules.end.hand", ("La {term:round} termina", "Y entonces la {term:round} termina")),
    ],
)
def test_other_words_and_lists_in_another_order_are_right(
    key: str, change: tuple[str, str]
) -> None:
    assert moved(changed(review_of(GAME, "es"), "es", key, change)) == []


def test_words_of_an_unlisted_language_are_learned_from_its_own_texts() -> None:
    right = unlisted("tic-tac-match")
    lost = (", vous jouez l’un contre l’autre", "")
    assert len(left_out(right)) <= MOST_ALARMS
    spoilt = changed(right, UNLISTED, "rules.object.players", lost)
    new = {one.message for one in left_out(spoilt)} - {one.message for one in left_out(right)}
    assert "nothing in `rules.object.players` stands for `other`" in new


PORTUGUESE = [
    ("Draw a card.", "Compre uma carta."),
    ("Play a card of the same colour.", "Jogue uma carta da mesma cor."),
    ("The youngest player goes first.", "Quem for mais novo começa."),
    ("Shuffle all cards and deal five to each of you.", "Embaralhem tudo e deem cinco a cada um."),
]
JAPANESE = [
    ("Draw a card.", "カードを1枚引きます。"),
    ("Play a card of the same colour.", "同じ色のカードを1枚出します。"),
    ("The youngest player goes first.", "いちばん若い人から始めます。"),
    ("Shuffle all cards and deal five to each of you.", "全部切って、5枚ずつ配ります。"),
]


@pytest.mark.parametrize(
    ("language", "said"), [("pt", PORTUGUESE), ("ja", JAPANESE)], ids=["pt", "ja"]
)
@pytest.mark.parametrize("times", [5, 100])
def test_too_few_texts_teach_nothing(
    language: str, said: Sequence[tuple[str, str]], times: int
) -> None:
    """20 texts, and 400 that repeat them."""
    pairs = list(said) * times
    sides = zip(*pairs, strict=True)
    texts = {
        name: Texts(name, {f"rules.{n}": _text(name, n, one) for n, one in enumerate(side)}, "a")
        for name, side in zip(("en", language), sides, strict=True)
    }
    assert left_out(Review(clean_games()[GAME].game, texts, Glossary({}, "g"), Known())) == []


def _text(language: str, number: int, said: str) -> Text:
    key = f"rules.{number}"
    return Text(key, {"other": said}, Span("a"), subject=Subject(GAME, language, key=key))


@pytest.mark.at_leisure
def test_what_was_learned_is_of_the_texts_that_ship() -> None:
    """Otherwise, run `python tools/learn_words.py`."""
    assert {path.name: path.read_text("utf-8") for path in LEARNED.iterdir()} == files()
