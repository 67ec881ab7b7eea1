"""Check numbers: digits come from the game, and number words agree with it.

A number that a text quotes from the game cannot disagree with it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.kernel.languages import categories, months_of, script
from printnplay.kernel.suggestions import listed
from printnplay.proofreading.number_words import cardinals
from printnplay.proofreading.passages import PLACEHOLDER, UNSEEN, Passage, fact_named
from printnplay.proofreading.review import Review

_NUMBER = re.compile(r"\d+")
_S = "[ \u00a0\u202f]"
_UNITS = (
    r"(?:[kcm]?m|k?g|m?l|s|h|min|Std|Uhr|[ap]\.?m|o’clock|bis|EUR|USD|PLN|zł|[קס]?״?מ״?מ?׳?|ש״ח)(?!\w)"
    r"|(?:euro|cent|dollar|pound|dólar|céntim|złot|grosz)"
)
_NO_COUNT = (
    rf"{_S}?(?:[%‰°€$£¥₪+]|(?i:{_UNITS})|[×x]{_S}?\d)|{_S}?\d|{_S}[^\W\d_]+{_S}\d|,{_S}[12]\d{{3}}(?!\d)"
    r"|\.?[ºª]|[.,/:–-]\w|[A-Za-zÀ-ɏ年月日時分秒円版章号頁년월일시분원]|ページ|番地"
    r"|[ぁ-ゖァ-ヺー一-鿿]{0,3}目"
)
"""What may follow numbers that do not count parts of the game: units, money, years, ordinals, and
another number, which is judged for both (`2 to 4 players`).
"""
_ABBREVIATED = "".join(rf"(?<!\b\w{{{letters}}}\.{_S})" for letters in range(1, 5))
_NUMBERED = (
    rf"(?<![\w.,:/@–־’'#§$£€¥₪-])(?<![$£€¥₪#§]{_S})(?<!\d{_S}){_ABBREVIATED}"
    rf"(?<!\dh{_S})(?<!{_S}h{_S})"
)
"""What may not precede a count: other figures, money, and abbreviations of at most four letters
(`No. 5`, `p. 12`); a longer word before a full stop ends a sentence.
"""
_COUNT = re.compile(
    rf"{_NUMBERED}(?P<number>\d{{1,3}})(?!{_NO_COUNT})(?P<noun>{_S}?(?:de{_S})?([^\W\d_]{{2,}}))?(?P<end>\.{_S}\w)?"
)
"""A typed number and the word after it."""


def check_digits(review: Review) -> Iterator[Diagnostic]:
    """Report digits typed in rules or captions, or on cards if the game enables that check.

    Digits in the title are part of its spelling. A translation that types the same number as its
    original is not reported: both are corrected together.
    """
    for passage in review.rules:
        title = review.title(passage.language)
        if passage.key.startswith("cards.") and not review.known.numbers:
            continue
        reading = passage.reading.replace(title, UNSEEN * len(title))
        for match in _COUNT.finditer(reading):
            if passage.language != review.reference and match[1] in _typed_first(passage, review):
                continue
            if not _is_count(match, passage.language, review):
                continue
            yield passage.fault(
                codes.TYPED_NUMBER,
                f"the number {match[1]} is typed in the text `{passage.key}`",
                "expected a number of the game",
                _quoted(int(match[1]), review),
                passage.place(*match.span(1)),
            )


def _is_count(match: re.Match[str], language: str, review: Review) -> bool:
    """Return whether a number counts the next word, other than a month, or is in the rules."""
    noun = (match[3] or "").lower()
    before = match.string[: match.start()].split()[-1:]
    months = months_of(language)
    named = {noun, noun[1:], *map(str.lower, before)}  # Hebrew joins a preposition to the month
    if named & months:
        return False
    words, value = review.usage(language).words, int(match[1])
    if noun in words:
        noun = ""
    is_known = bool(words or cardinals(language))
    if noun and is_known:
        return True
    last = before[0] if before else ""
    articles = review.usage(language).agreement.articles
    if match["end"] and (match["end"][-1].islower() or last.lower() in articles):
        return False  # an ordinal
    if noun or value >= FEW:
        return value in _of_rules(review)
    is_word = last.isalpha() and last.islower()
    return is_known and is_word and last not in LABELS | articles


def _of_rules(review: Review) -> frozenset[int]:
    """Return the game's numbers, except those of players and cards, which match by coincidence."""
    by_chance = ("count.", "players_")
    facts = review.known.facts.items()
    return frozenset(value for name, value in facts if not name.startswith(by_chance))


LABELS = frozenset(
    {
        "at", "um", "vers", "page", "step", "round", "player", "level", "game", "act",
        "chapter", "part", "line",
        "row", "room", "platform", "étape", "manche", "joueur", "niveau", "chapitre", "partie",
        "ligne", "salle", "quai", "página", "paso", "ronda", "jugador", "nivel", "capítulo",
        "parte", "pagina", "passo", "turno", "giocatore", "livello", "capitolo", "riga",
        "strona", "stronie", "krok", "runda", "gracz", "poziom", "rozdział"
    }
)  # fmt: skip
"""Lower-case words before numbers that are names: `page 3`."""


WORDS_IN_DIGITS = frozenset({"Hans", "Hant", "Jpan", "Kore"})
"""Scripts that write numbers with counters, which others have in words, in digits: `2枚`."""


def _typed_first(passage: Passage, review: Review) -> frozenset[str]:
    """Return the numbers typed in the original of a text, as the language writes them."""
    original = review.model.entries.get(passage.key)
    forms = original.forms.values() if original is not None else ()
    typed = frozenset(number for form in forms for number in _NUMBER.findall(form))
    if script(passage.language) not in WORDS_IN_DIGITS:
        return typed
    words = review.usage(review.reference).numbers
    said = (words.get(word.lower(), 0) for form in forms for word in _WORD.findall(form))
    return typed | frozenset(map(str, said))


MOST, FEW = 3, 10
"""The maximum number of facts to suggest for a typed number, and the limit of small numbers: below
ten, style guides use words. A guess.
"""


def _quoted(number: int, review: Review) -> str:
    """Return advice for a typed number: the facts that it may stand for.

    Small numbers of players and cards match mostly by coincidence; numbers in rules do not.
    """
    by_chance = ("count.", "players_") if number < FEW else ()
    facts = review.known.facts.items()
    fitting = [name for name, value in facts if value == number and not name.startswith(by_chance)]
    if fitting:
        return f"quote {listed(f'{{{fact}}}' for fact in fitting[:MOST])}"
    return "check it against the deck and the rules; quote a number that they state as `{name}`"


EFFECT = "effect."
"""The prefix of numbers used by effects of cards: `effect.storm.draw`."""


def check_effects(review: Review) -> Iterator[Diagnostic]:
    """Report numbers typed in the text of a card whose effect has numbers."""
    effects: dict[str, dict[str, int]] = {}
    for fact, value in review.known.facts.items():
        if fact.startswith(EFFECT):
            card, _, _ = fact.removeprefix(EFFECT).rpartition(".")
            effects.setdefault(card, {})[fact] = value
    for passage in review.rules if effects else ():
        facts = effects.get(passage.key.split(".")[1]) if passage.key.startswith("cards.") else None
        if not facts or passage.key.endswith(".name"):
            continue
        words = _certain(review.usage(passage.language).numbers)
        for match in _TYPED.finditer(passage.reading):
            typed = match[0].lower()
            if not (typed.isdecimal() or typed in words) or passage.is_filled_in(*match.span()):
                continue
            value = int(typed) if typed.isdecimal() else words[typed]
            if typed == "1" and passage.language != review.reference:
                continue  # the article of the original, or a placeholder that is missed elsewhere
            fitting = [fact for fact in facts if facts[fact] == value] or list(facts)
            yield passage.fault(
                codes.TYPED_EFFECT,
                f"`{match[0]}` is typed in the text `{passage.key}`",
                "expected a number of the card’s effect, quoted from the rules",
                "quote "
                + listed(f"{{{fact}}}" for fact in fitting)
                + ", or as a word "
                + listed(f"{{{fact}:word}}" for fact in fitting),
                passage.place(*match.span()),
            )


PAIR = 2
"""The number whose other words do not count, since `both` and `second` may refer to any two."""

_TYPED = re.compile(r"\d+|[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+")


def check_number_words(review: Review) -> Iterator[Diagnostic]:
    """Report number words that differ from the original's numbers.

    If the original has no number, the word is an idiom (`once in a while`). A word that also has
    another meaning, such as `sieben` (to sieve), is a number only if a number is missing.
    """
    for passage, original in review.translated() if review.known.facts else ():
        usage = review.usage(passage.language)
        words = _certain(usage.numbers)
        if not words:
            continue
        known = _values(original, review)
        is_lost = not known <= _values(passage, review)
        for match in _WORD.finditer(passage.reading):
            value = words.get(match[0].lower())
            if value is None or value in known or not known:
                continue
            is_other = match[0].lower() in usage.homographs
            if is_other and not is_lost:
                continue
            if not passage.is_filled_in(*match.span()):
                numbers = _numbers(known)
                yield passage.fault(
                    codes.WRONG_NUMBER_WORD,
                    f"`{match[0]}` in `{passage.key}` is not what the original says",
                    f"the original says {numbers}",
                    "quote the fact of the game as the original does, or correct the word",
                    passage.place(*match.span()),
                    notes=original.as_original,
                    severity=Severity.ERROR if is_lost and not is_other else Severity.WARNING,
                )


def check_numbers_kept(review: Review) -> Iterator[Diagnostic]:
    """Report numbers of the original that a translation lacks."""
    for passage, original in review.translated():
        here, there = _digits(passage), _digits(original)
        theirs = review.usage(original.language).numbers
        if script(passage.language) in WORDS_IN_DIGITS:
            in_words = {str(value) for value in _said(original, theirs, every=True)} - {*there}
            here = [number for number in here if number not in in_words]
        if here and there and here != there:
            yield passage.fault(
                codes.WRONG_NUMBER_WORD,
                f"the digits of `{passage.key}` differ from its original",
                f"expected {', '.join(there)}, found {', '.join(here)}",
                "copy the numbers of the original",
                notes=original.as_original,
            )
        words = review.usage(passage.language).numbers
        if not words:
            continue
        said, wanted = _said(passage, words), _said(original, theirs)
        fewer, more = wanted - said, said - wanted
        if not (fewer and more):  # perhaps in another form, such as an ordinal
            every, all_wanted = (
                _said(passage, words, every=True),
                _said(original, theirs, every=True),
            )
            fewer, more = all_wanted - every, every - all_wanted
        if fewer and more:
            yield passage.fault(
                codes.WRONG_NUMBER_WORD,
                f"`{passage.key}` says {_numbers(more)} where its original says {_numbers(fewer)}",
                f"expected a word for {_numbers(fewer)}",
                "say the number of the original",
                notes=original.as_original,
                detail=f"more {' '.join(map(str, sorted(more)))}",
            )
            continue
        # Arabic, Hebrew and Slovene say two by the form of the noun.
        by_form = {PAIR} if "two" in categories(passage.language) else set()
        for value in sorted(wanted.keys() - _values(passage, review) - by_form):
            yield passage.fault(
                codes.WRONG_NUMBER_WORD,
                f"the original of `{passage.key}` says {value}, the translation does not",
                f"expected a word for {value}",
                "say the number, or accept it if another word says as much",
                notes=original.as_original,
                detail=f"lost {value}",
            )


def _digits(passage: Passage) -> list[str]:
    """Return the typed numbers in European digits, sorted: languages place them differently."""
    numbers = _NUMBER.findall(passage.reading)
    return sorted("".join(str(int(digit)) for digit in number) for number in numbers)


def _said(passage: Passage, words: Mapping[str, int], *, every: bool = False) -> Counter[int]:
    """Return how often each number is typed as its plain word, or as `every` word for it."""
    plain = (
        words
        if every
        else {
            next(word for word, other in words.items() if other == value): value
            for value in words.values()
            if value > 1
        }
    )
    return Counter(
        plain[match[0].lower()]
        for match in _WORD.finditer(passage.reading)
        if match[0].lower() in plain and not passage.is_filled_in(*match.span())
    )


def _numbers(values: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(values)))


def _certain(words: Mapping[str, int]) -> Mapping[str, int]:
    """Return the words that are always numbers: `both` and `second` may refer to any two."""
    pair = next((word for word, value in words.items() if value == PAIR), "")
    return {word: value for word, value in words.items() if value > PAIR or word == pair}


def _values(passage: Passage, review: Review) -> frozenset[int]:
    """Return the numbers in a text, as words, digits or facts of the game."""
    facts, words = review.known.facts, review.usage(passage.language).numbers
    named = (fact_named(match[1]) for match in PLACEHOLDER.finditer(passage.text))
    written = (match[0].lower() for match in _WORD.finditer(passage.reading))
    return frozenset(
        {facts[name] for name in named if name in facts}
        | set(map(int, _NUMBER.findall(passage.reading)))
        | {words[word] for word in written if word in words}
    )
