"""Numbers in words, up to the size of a deck, in the tool's six languages."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache

Spelled = Mapping[int, tuple[str, ...]]


@cache
def cardinals(language: str) -> Mapping[str, int]:
    """Return the values from 2 to 199 by the words for them; nothing in other languages.

    Larger decks are counted in digits.

    >>> words = cardinals("fr")
    >>> words["soixante et onze"], words["quatre-vingts"], words["cent deux"]
    (71, 80, 102)
    >>> cardinals("de")["einundzwanzig"], cardinals("it")["ventotto"]
    (21, 28)
    """
    language = language.partition("-")[0]
    below = _below_hundred(language)
    if not below:
        return {}
    found = {word: value for value, words in below.items() for word in words if value > 1}
    for hundred in _HUNDRED[language]:
        found[hundred] = 100
        for value, words in below.items():
            for joint in _AFTER_HUNDRED[language]:
                found |= {f"{hundred}{joint}{word}": 100 + value for word in words}
    return found


def _below_hundred(language: str) -> Spelled:
    small = _SMALL.get(language, "").split()
    words = {value: tuple(word.split("/")) for value, word in enumerate(small, 1)}
    if not words:
        return {}
    compound = _COMPOUNDS[language]
    for ten, written in _TENS[language].items():
        words.setdefault(ten, tuple(written.split("/")))
        last = 19 if language == "fr" and ten in _FRENCH_SCORES else 9
        for unit in range(1, last + 1):
            words[ten + unit] = tuple(compound(words[ten], words[unit], unit))
    return words


_HUNDRED = {
    "en": ("one hundred", "a hundred"),
    "de": ("hundert", "einhundert"),
    "fr": ("cent",),
    "es": ("cien", "ciento"),
    "it": ("cento",),
    "pl": ("sto", "stu"),
}
_AFTER_HUNDRED = {
    "en": (" and ", " "),
    "de": ("", "und"),
    "fr": (" ", "-"),
    "es": (" ",),
    "it": ("",),
    "pl": (" ",),
}
_SMALL = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen",
    "de": "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"
    " sechzehn siebzehn achtzehn neunzehn",
    "fr": "un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize dix-sept dix-huit dix-neuf",
    "es": "un/uno/una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce"
    " quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno/veintiún/veintiuna"
    " veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    "it": "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici"
    " quindici sedici diciassette diciotto diciannove",
    "pl": "jeden/jedna/jedną dwa/dwie/dwóch/dwu/dwiema trzy/trzech/trzema cztery/czterech/czterema"
    " pięć/pięciu sześć/sześciu siedem/siedmiu osiem/ośmiu dziewięć/dziewięciu dziesięć/dziesięciu"
    " jedenaście/jedenastu dwanaście/dwunastu trzynaście/trzynastu czternaście/czternastu"
    " piętnaście/piętnastu szesnaście/szesnastu siedemnaście/siedemnastu osiemnaście/osiemnastu"
    " dziewiętnaście/dziewiętnastu",
}
"""Words for the numbers from 1 on; a slash separates the forms of one number."""
_TENS = {
    "en": {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty", 60: "sixty", 70: "seventy"}
    | {80: "eighty", 90: "ninety"},
    "de": {20: "zwanzig", 30: "dreißig/dreissig", 40: "vierzig", 50: "fünfzig", 60: "sechzig"}
    | {70: "siebzig", 80: "achtzig", 90: "neunzig"},
    "fr": {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}
    | {80: "quatre-vingts/quatre-vingt"},
    "es": {30: "treinta", 40: "cuarenta", 50: "cincuenta", 60: "sesenta", 70: "setenta"}
    | {80: "ochenta", 90: "noventa"},
    "it": {20: "venti", 30: "trenta", 40: "quaranta", 50: "cinquanta", 60: "sessanta"}
    | {70: "settanta", 80: "ottanta", 90: "novanta"},
    "pl": {20: "dwadzieścia/dwudziestu", 30: "trzydzieści/trzydziestu"}
    | {40: "czterdzieści/czterdziestu", 50: "pięćdziesiąt/pięćdziesięciu"}
    | {60: "sześćdziesiąt/sześćdziesięciu", 70: "siedemdziesiąt/siedemdziesięciu"}
    | {80: "osiemdziesiąt/osiemdziesięciu", 90: "dziewięćdziesiąt/dziewięćdziesięciu"},
}
_FRENCH_SCORES = (60, 80)
"""The numbers from which French counts on to 19."""

Compound = Callable[[tuple[str, ...], tuple[str, ...], int], Iterator[str]]


def _spaced(joints: tuple[str, ...]) -> Compound:
    """Return a function that joins each form of a ten and of a unit with each of the `joints`."""

    def compound(tens: tuple[str, ...], units: tuple[str, ...], _unit: int) -> Iterator[str]:
        yield from (f"{ten}{joint}{unit}" for ten in tens for joint in joints for unit in units)

    return compound


def _german(tens: tuple[str, ...], units: tuple[str, ...], _unit: int) -> Iterator[str]:
    yield from (f"{unit}und{ten}" for ten in tens for unit in units)


def _french(tens: tuple[str, ...], units: tuple[str, ...], unit: int) -> Iterator[str]:
    has_and = unit in (1, 11) and not tens[0].startswith("quatre")
    joints = (" et ", "-et-") if has_and else ("-", " ")
    yield from (f"{tens[-1]}{joint}{word}" for joint in joints for word in units)


def _italian(tens: tuple[str, ...], units: tuple[str, ...], unit: int) -> Iterator[str]:
    # Before a vowel the ten loses its final one: ventuno, ventotto.
    (ten,), (word,) = tens, units[:1]
    yield f"{ten[:-1] if unit in (1, 8) else ten}{'tré' if unit == 3 else word}"
    if unit == 1:
        yield ten[:-1] + "un"


_COMPOUNDS: Mapping[str, Compound] = {
    "en": _spaced(("-", " ")),
    "de": _german,
    "fr": _french,
    "es": _spaced((" y ",)),
    "it": _italian,
    "pl": _spaced((" ",)),
}
