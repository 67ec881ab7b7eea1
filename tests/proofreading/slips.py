"""Slips of typing and typography, each made in one way."""

import re
from random import Random

from printnplay.kernel.typography import QUOTES

from .occasions import pick, put, replaced
from .sites import Site

LONG_WORD = re.compile(r"(?<![\w{:.-])[a-zäöüßàâçéèêëîïôûùñáíóú]{8,}(?![\w}:.-])")


def word_twice(site: Site, chance: Random) -> str | None:
    """A word that stands twice."""
    match = pick(LONG_WORD, site.text, chance)
    return match and put(site.text, match, f"{match[0]} {match[0]}")


def two_spaces(site: Site, chance: Random) -> str | None:
    """Two spaces where one was."""
    return replaced(site.text, re.compile(r"(?<=\w) (?=\w)"), "  ", chance)


def straight_quotes(site: Site, _chance: Random) -> str | None:
    """Quotation marks as keyboards have them."""
    opening, closing = QUOTES[site.language]
    if opening not in site.text:
        return None
    return re.sub(rf"{opening}\u202f?|\u202f?{closing}", '"', site.text)


def foreign_quotes(site: Site, _chance: Random) -> str | None:
    """Quotation marks of another language."""
    opening, closing = QUOTES[site.language]
    other = "»«" if site.language == "de" else "„‟"
    if opening not in site.text:
        return None
    return site.text.replace(opening, other[0]).replace(closing, other[1])


def straight_apostrophe(site: Site, chance: Random) -> str | None:
    """An apostrophe as keyboards have it."""
    return replaced(site.text, re.compile("(?<=[a-z])’(?=[a-z])"), "'", chance)


def accent_for_apostrophe(site: Site, chance: Random) -> str | None:
    """An accent that looks like an apostrophe."""
    return replaced(site.text, re.compile("(?<=[a-z])’(?=[a-zéèàê])"), "´", chance)


def plain_space(site: Site, chance: Random) -> str | None:
    """A space that breaks, before a French mark."""
    return replaced(site.text, re.compile("[\u00a0\u202f](?=[;:!?»])"), " ", chance)


def no_space(site: Site, chance: Random) -> str | None:
    """No space before a French mark."""
    return replaced(site.text, re.compile("[\u00a0\u202f](?=[;:!?»])"), "", chance)


def space_before_mark(site: Site, chance: Random) -> str | None:
    """A space before a mark, as French has it."""
    return replaced(site.text, re.compile(r"(?<=\w)(?=[!?:](?:\s|\Z))"), " ", chance)


def lone_apostrophe(site: Site, chance: Random) -> str | None:
    """An apostrophe, as keyboards have it, that belongs to no word."""
    return replaced(site.text, re.compile(r"(?<=\w) (?=\w)"), " ' ", chance)


def other_spelling(site: Site, chance: Random) -> str | None:
    """A word with a hyphen that other texts write without."""
    match = pick(LONG_WORD, site.text, chance)
    others = (
        text.plain
        for key, text in site.clean.texts[site.language].entries.items()
        if key != site.key
    )
    if match is None or not any(re.search(rf"\b{match[0]}\b", text) for text in others):
        return None
    return put(site.text, match, f"{match[0][:4]}-{match[0][4:]}")


def without_inverted(site: Site, chance: Random) -> str | None:
    """A Spanish question or exclamation that is not opened."""
    return replaced(site.text, re.compile("[¿¡]"), "", chance)


def broken_word(site: Site, chance: Random) -> str | None:
    """A word that was divided at the end of a line."""
    match = pick(LONG_WORD, site.text, chance)
    return match and put(site.text, match, f"{match[0][:4]}- {match[0][4:]}")


def soft_hyphen(site: Site, chance: Random) -> str | None:
    """A hyphen that nobody sees."""
    match = pick(LONG_WORD, site.text, chance)
    return match and put(site.text, match, f"{match[0][:4]}\u00ad{match[0][4:]}")


def entity(site: Site, chance: Random) -> str | None:
    """A space as web pages write one that ends no line."""
    return replaced(site.text, re.compile(r"(?<=\w) (?=\w)"), "&nbsp;", chance)


def misread(site: Site, chance: Random) -> str | None:
    """A letter of UTF-8 as a program shows it that reads Windows-1252."""
    match = pick(re.compile("[à-ÿ’]"), site.text, chance)
    letters = match and "".join(
        bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in match[0].encode()
    )
    return match and put(site.text, match, letters or "")


def other_script(site: Site, chance: Random) -> str | None:
    """A Cyrillic letter within a word, as from another layout of the keyboard."""
    return replaced(site.text, re.compile(r"(?<=[a-z]{2})a(?=[a-z])(?![^{]*\})"), "\u0430", chance)


def unseen(site: Site, chance: Random) -> str | None:
    """A space of no width, as web pages have it."""
    return replaced(site.text, re.compile(r"(?<=\w) (?=\w)"), " \u200b", chance)


def lone_letter(site: Site, chance: Random) -> str | None:
    """A word of one Cyrillic letter that looks like the right one."""
    match = pick(re.compile(r"(?<=[a-z] )[aoey](?= [a-z])"), site.text, chance)
    return match and put(site.text, match, dict(zip("aoey", "аоеу", strict=True))[match[0]])


def ligature(site: Site, chance: Random) -> str | None:
    """Letters in one, as they are copied from a PDF file."""
    return replaced(
        site.text, re.compile(r"(?<![\w{:.-])f[il](?=[a-z]+(?![\w}:.-]))"), "\ufb01", chance
    )
