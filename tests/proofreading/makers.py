"""Mistakes in what a text says, each made in one way."""

import re
from itertools import takewhile
from random import Random

from printnplay.proofreading.sentences import sentences

from .occasions import pick, put, replaced
from .sites import REFERENCE, Site

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_FACT = re.compile(r"\{([a-z_]+)\}")
_TERM = re.compile(r"\{term:([a-z-]+)(?:\.[a-z_]+)?\}")
_THING = r"(?:\{[^{}]+\}|\b[XO]\b)"
_END_OF_THING = r"[}XO]"
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-ZÄÖÜÉÈÀ¿¡«„“{])")


def keep(site: Site, _chance: Random) -> str | None:
    """No change to the text: the mistake is elsewhere."""
    return site.text if site.stands_alone() else None


def older_original(site: Site, _chance: Random) -> str | None:
    """What the original said before somebody changed it."""
    return f"{site.original} Long ago."


def without_a_fact(site: Site, chance: Random) -> str | None:
    """A number of the game is gone."""
    return replaced(site.text, _FACT, "", chance)


def without_an_icon(site: Site, chance: Random) -> str | None:
    """An icon is gone."""
    return replaced(site.text, re.compile(r"\{icon:[a-z-]+\}\s?"), "", chance)


def other_term(site: Site, chance: Random) -> str | None:
    """One word of the game for another."""
    match = pick(_TERM, site.text, chance)
    others = sorted(set(site.clean.glossary.terms) - set(_TERM.findall(site.original)) - {"game"})
    return match and put(site.text, match, f"{{term:{chance.choice(others)}}}")


def no_cards(site: Site, chance: Random) -> str | None:
    """A number of cards that no deck has."""
    return replaced(site.text, re.compile(r"(?<=\{count\.)[a-z-]+(?=\})"), "griffin", chance)


def whole_term(site: Site, chance: Random) -> str | None:
    """A term that a text names, and that the glossary of the game itself has."""
    match = pick(_TERM, site.text, chance)
    term = site.clean.glossary.terms[match[1]].get(site.language) if match else None
    return term.id if term and term.span.file.endswith(f"/{site.clean.game.id}.yaml") else None


def open_brace(site: Site, chance: Random) -> str | None:
    """A placeholder without its end."""
    match = pick(PLACEHOLDER, site.text, chance)
    return match and put(site.text, match, match[0][:-1])


def unknown_form(site: Site, chance: Random) -> str | None:
    """A form of a term that its language does not have."""
    match = pick(_TERM, site.text, chance)
    return match and put(site.text, match, f"{{term:{match[1]}.vocative}}")


def open_emphasis(site: Site, _chance: Random) -> str | None:
    """Emphasis that never ends."""
    start, end = site.text.find("**"), site.text.rfind("**")
    return site.text[:end] + site.text[end + 2 :] if start < end else None


def typed_number(site: Site, chance: Random) -> str | None:
    """A figure where a number of the game was."""
    if not site.is_rules:
        return None
    match = pick(_FACT, site.text, chance)
    return match and put(site.text, match, str(site.clean.facts.get(match[1], 7)))


_DECK = {
    "en": "The deck has {} cards.",
    "de": "Das Deck hat {} Karten.",
    "fr": "Le paquet compte {} cartes.",
    "es": "El mazo tiene {} cartas.",
    "it": "Il mazzo ha {} carte.",
    "pl": "W talii jest {} kart.",
}


def wrong_count(site: Site, chance: Random) -> str | None:
    """A deck of some cards more than it has."""
    if not site.is_rules or not site.text.endswith("."):
        return None
    more = site.clean.facts["count.total"] + chance.randrange(3, 30)
    return f"{site.text} {_DECK[site.language].format(more)}"


def typed_effect(site: Site, chance: Random) -> str | None:
    """A number word, another one perhaps, where a card quoted its effect."""
    match = pick(re.compile(r"\{effect\.[^{}]*\}"), site.text, chance)
    words = {value: word for word, value in reversed(list(site.usage.numbers.items()))}
    return match and put(site.text, match, words[chance.choice((2, 3))])


def wrong_number_word(site: Site, chance: Random) -> str | None:
    """A number in words that is not the game's."""
    match = pick(_FACT, site.text, chance)
    values = {value for name, value in site.clean.facts.items() if f"{{{name}}}" in site.original}
    values |= {site.clean.usages[REFERENCE].numbers.get(w.lower(), 0) for w in _words(site)}
    wrong = [
        word for word, value in site.usage.numbers.items() if value > 6 and value not in values
    ]
    return match and put(site.text, match, wrong[0]) if site.is_rules and wrong else None


def _words(site: Site) -> list[str]:
    return re.findall(r"[^\W\d_]+", site.original)


def forbidden_form(site: Site, chance: Random) -> str | None:
    """A form that the glossary forbids, for the term that it is about."""
    match = pick(_TERM, site.text, chance)
    if match is None or site.text[match.start() - 1 : match.start()] == "-":
        return None
    term = site.clean.glossary.terms[match[1]][site.language]
    name = term.forms["name"].casefold()
    # A compound of the term is no form of it.
    wrong = [
        one for one in term.forbidden if not _is_title(one, site) and name not in one.casefold()
    ]
    return put(site.text, match, chance.choice(wrong)) if wrong else None


def _is_title(form: str, site: Site) -> bool:
    letters = [re.sub(r"\W", "", one).lower() for one in (form, site.clean.game.title)]
    return letters[0] == letters[1]


def wrong_title(site: Site, _chance: Random) -> str | None:
    """The name of the game in a spelling of one's own."""
    title = site.clean.game.title
    if " " not in title or "{term:game}" not in site.text:
        return None
    return site.text.replace("{term:game}", title.replace(" ", "-") + "{term:game}"[:0], 1)


def no_end(site: Site, _chance: Random) -> str | None:
    """A paragraph without the mark at its end."""
    ends = site.text.endswith(".") and site.original.endswith(".")
    return site.text[:-1] if ends and site.is_rules else None


def other_end(site: Site, _chance: Random) -> str | None:
    """A paragraph that breaks off."""
    ends = site.text.endswith(".") and site.original.endswith(".")
    return f"{site.text[:-1]}…" if ends and site.is_rules else None


def new_line(site: Site, chance: Random) -> str | None:
    """A line that begins within a sentence."""
    return replaced(site.text, re.compile(r"(?<=[a-z]) (?=[a-z])"), "\\n ", chance)


def added_address(site: Site, _chance: Random) -> str | None:
    """An address that the original does not print."""
    return f"{site.text[:-1]}: www.example.org." if site.text.endswith(".") else None


def plural_in_brackets(site: Site, chance: Random) -> str | None:
    """A noun for one thing or several, after its number."""
    after = re.compile(r"\{(?!term:|icon:)[^{}]*\}\u00a0[a-z]{3,}(?![\w{])")
    match = pick(after, site.text, chance)
    return match and put(site.text, match, f"{match[0]}(s)")


def pasted_text(site: Site, chance: Random) -> str | None:
    """A text with the same numbers and terms, from before it: reports name the later one."""
    here = set(map(_bare, PLACEHOLDER.findall(site.text)))
    entries = site.clean.texts[site.language].entries
    found = [
        entry.plain
        for key, entry in takewhile(lambda one: one[0] != site.key, entries.items())
        if len(entry.plain.split()) > 12
        and set(map(_bare, PLACEHOLDER.findall(entry.plain))) == here
    ]
    return chance.choice(found) if found and len(site.text.split()) > 12 else None


def plural_without_one(site: Site, _chance: Random) -> str | None:
    """A text with plural forms, but not those of its language."""
    plain = '"' not in site.text and "\\" not in site.text and site.stands_alone()
    return f'{{few: "{site.text}", other: "{site.text}"}}' if plain else None


def other_language(site: Site, chance: Random) -> str | None:
    """The same paragraph in another language."""
    others = [one for one in site.clean.texts if one not in (site.language, REFERENCE)]
    text = site.in_language(chance.choice(sorted(others)))
    plain = re.findall(r"[^\W\d_]+", PLACEHOLDER.sub(" ", text))
    return text if len(plain) >= 12 and site.is_rules else None


def english_sentence(site: Site, _chance: Random) -> str | None:
    """The last sentence as it is in English."""
    said, wanted = (re.split(r"(?<=[.]) ", text) for text in (site.text, site.original))
    if len(said) != len(wanted) or len(said) < 2 or "{" in said[-1] + wanted[-1]:
        return None
    plain = re.findall(r"[^\W\d_]+", wanted[-1])
    return " ".join([*said[:-1], wanted[-1]]) if len(plain) >= 7 else None


def untranslated(site: Site, _chance: Random) -> str | None:
    """A short text as it is in English."""
    plain = re.findall(r"[^\W\d_]{4,}", PLACEHOLDER.sub(" ", site.original))
    return site.original if len(plain) > 1 and site.text != site.original else None


ADDRESS = {
    "de": (r"(?<=[a-zäöü,] )(?:du|dir|dich)(?= )", "Sie"),
    "es": (r"(?<=[a-z] )tu(?= )", "vuestra"),
    "fr": (r"(?<=[a-z] )votre(?= )", "ton"),
    "it": (r"(?<=[a-z] )tu[ao](?= )", "vostra"),
}
"""What speaks to readers, and the same in another way."""


def other_address(site: Site, chance: Random) -> str | None:
    """Readers spoken to in another way than everywhere else."""
    pattern, other = ADDRESS[site.language]
    return replaced(site.text, re.compile(pattern), other, chance)


def too_long(site: Site, _chance: Random) -> str | None:
    """Several sentences run together into one."""
    if len(re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub(" ", site.text))) < 34:
        return None
    return re.sub(r"[.!?;:](?= )", ",", site.text)


def sentence_lost(site: Site, _chance: Random) -> str | None:
    """A paragraph without one of its sentences, which names nothing: the longest such one.

    It is half of the paragraph: without less, a wordy translation is still as long as usual.
    """
    parts = _SENTENCE.split(site.text)
    if len(parts) != len(_SENTENCE.split(site.original)) or len(parts) < 2:
        return None
    bare = [part for part in parts[:-1] if not re.search(r"[{(*“”„«»]", part)]
    others = all(len(_SENTENCE.split(site.in_language(one))) >= len(parts) for one in ADDRESS)
    lost = max(bare, key=len, default="")
    is_long = 2 * len(lost) >= len(site.text)
    return site.text.replace(f"{lost} ", "", 1) if is_long and others and site.is_rules else None


def sentences_moved(site: Site, _chance: Random) -> str | None:
    """Two sentences that have changed places."""
    here, there = _SENTENCE.split(site.text), _SENTENCE.split(site.original)
    named = [set(_TERM.findall(part)) | set(_FACT.findall(part)) for part in here]
    as_many = len(sentences(site.text)) == len(sentences(site.original))
    if not as_many or len(here) != len(there) or len(here) < 2 or not site.is_rules:
        return None
    sound = named[0] and named[1] and named[0] != named[1] and here[0].endswith(".")
    return " ".join([here[1], here[0], *here[2:]]) if sound and here[1].endswith(".") else None


def wrong_article(site: Site, chance: Random) -> str | None:
    """An article replaced by one that the noun after it does not agree with."""
    kinds = site.usage.agreement.kinds
    for name, nouns in sorted(kinds.get("nouns", {}).items()):
        classes = set(name.split())
        wrong = [
            word
            for others, words in sorted(kinds["determiners"].items())
            for word in sorted(words)
            if not classes & set(others.split()) and not _also_right(word, classes, site)
        ]
        either = "|".join(map(re.escape, sorted(nouns)))
        articles = "|".join(
            sorted({one for words in kinds["determiners"].values() for one in words})
        )
        pattern = rf"(?<=[a-z] )(?:{articles}) (?=(?:{either})(?![\w’-]))"
        match = pick(re.compile(pattern), site.text, chance) if wrong else None
        if match is not None:
            return put(site.text, match, f"{wrong[0]} ")
    return None


def _also_right(word: str, classes: set[str], site: Site) -> bool:
    """Whether an article is listed for one of these classes too."""
    return any(
        word in words and classes & set(name.split())
        for name, words in site.usage.agreement.kinds["determiners"].items()
    )


def wrong_joining(site: Site, chance: Random) -> str | None:
    """Two things joined by a word of another language."""
    words = "|".join(sorted(site.usage.joining))
    found = [
        match
        for match in re.finditer(rf"(?<={_END_OF_THING}) (?:{words}) (?={_THING})", site.text)
        if _joined_in_english(site, match)
    ]
    wrong = {"fr": " en ", "es": " et ", "it": " y ", "de": " and "}
    return put(site.text, chance.choice(found), wrong[site.language]) if found else None


def _joined_in_english(site: Site, match: re.Match[str]) -> bool:
    first = re.findall(_THING, site.text[: match.start()])[-1]
    second = re.match(_THING, site.text[match.end() :])
    assert second is not None
    pair = [re.sub(r"\.[a-z_]+\}$", "}", one) for one in (first, second[0])]
    english = re.sub(r"(\{term:[a-z-]+)\.[a-z_]+\}", r"\1}", site.original)
    return re.search(rf"{re.escape(pair[0])} (?:and|or) {re.escape(pair[1])}", english) is not None


def misspelt_name(site: Site, chance: Random) -> str | None:
    """A name with two of its letters in the wrong order."""
    match = pick(_TERM, site.text, chance)
    if match is None or not site.is_rules:
        return None
    names = [term.forms["name"] for term in site.clean.glossary.terms[match[1]].values()]
    name = site.clean.glossary.terms[match[1]][site.language].forms["name"]
    if (
        names.count(name) < 2
        or len(name) < 7
        or not re.fullmatch(r"[^\W\d_]+(?:-[^\W\d_]+)*", name)
    ):
        return None
    at = next(at for at in range(3, len(name)) if name[at] != name[at - 1] and name[at].isalpha())
    return put(site.text, match, name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :])


def foreign_name(site: Site, chance: Random) -> str | None:
    """A card by its name in another language."""
    cards = {card.id for card in site.clean.game.cards}
    match = pick(_TERM, site.text, chance)
    if match is None or match[1] not in cards or not site.is_rules:
        return None
    names = {one: term.forms["name"] for one, term in site.clean.glossary.terms[match[1]].items()}
    own = " ".join(site.clean.glossary.terms[match[1]][site.language].forms.values()).lower()
    others = sorted({one for one in names.values() if one[0].isupper() and one.lower() not in own})
    return put(site.text, match, others[0]) if others else None


def brackets_lost(site: Site, _chance: Random) -> str | None:
    """What stood in brackets is gone."""
    cut = re.sub(r"\s?\([^()]*\)", "", site.text, count=1)
    return cut if cut != site.text else None


def bracket_alone(site: Site, _chance: Random) -> str | None:
    """A bracket that is not closed."""
    return site.text.replace(")", "", 1) if site.text.count(")") == 1 else None


def pasted_entry(site: Site, chance: Random) -> str | None:
    """The entry of one card with the text of another's."""
    cards = sorted({card.id for card in site.clean.game.cards} & set(site.clean.glossary.terms))
    parts = site.key.split(".")
    own = [card for card in cards if card in parts[1:]]
    if not own or not site.is_rules or parts[0] == "examples":
        return None
    entries = site.clean.texts[site.language].entries
    found = [
        entries[key].plain
        for card in cards
        if card != own[0]
        and (key := site.key.replace(f".{own[0]}", f".{card}")) in entries
        and f"{{term:{card}" in entries[key].plain
        and f"{{term:{own[0]}" in site.text
    ]
    return chance.choice(found) if found else None


def other_paragraph(site: Site, chance: Random) -> str | None:
    """A paragraph in the place of another one."""
    section = site.key.rpartition(".")[0]
    here = set(PLACEHOLDER.findall(site.text))
    found = [
        entry.plain
        for key, entry in site.clean.texts[site.language].entries.items()
        if key.rpartition(".")[0] == section
        and not key.endswith(".name")
        and set(map(_bare, PLACEHOLDER.findall(entry.plain))) != set(map(_bare, here))
    ]
    return chance.choice(found) if found and site.is_rules else None


def _bare(inner: str) -> str:
    return inner.partition(".")[0] if inner.startswith("term:") else inner
