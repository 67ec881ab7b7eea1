"""Format the numbers and dates of a workbook as a spreadsheet displays them.

Format codes follow ECMA-376 part 1, 18.8.30 and 18.8.31. Decimal points, thousands separators and
names of months are English. A format that means "the date format of this machine" is rendered as
ISO 8601.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

GENERAL = "General"

BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"$"#,##0;-"$"#,##0',
    6: '"$"#,##0;-"$"#,##0',
    7: '"$"#,##0.00;-"$"#,##0.00',
    8: '"$"#,##0.00;-"$"#,##0.00',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "hh:mm",
    21: "hh:mm:ss",
    22: "yyyy-mm-dd hh:mm",
    # Date formats of Chinese, Japanese and Korean programs.
    **dict.fromkeys((*range(27, 32), 36, *range(50, 59)), "yyyy-mm-dd"),
    **dict.fromkeys(range(32, 36), "hh:mm:ss"),
    37: "#,##0;-#,##0",
    38: "#,##0;-#,##0",
    39: "#,##0.00;-#,##0.00",
    40: "#,##0.00;-#,##0.00",
    41: "#,##0;-#,##0",
    42: '"$"#,##0;-"$"#,##0',
    43: "#,##0.00;-#,##0.00",
    44: '"$"#,##0.00;-"$"#,##0.00',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
}
"""Built-in format codes, by the numbers that workbooks do not define (18.8.30)."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<blank>.)|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]'
    r"|\[(?P<total>h+|m+|s+)\]|\[[^\]]*\]|(?P<halves>AM/PM|A/P)|(?P<second>s+\.0+)"
    r"|(?P<power>E[+-][0#?]+)|(?P<date>y+|m+|d+|h+|s+)|(?P<general>General)"
    r"|(?P<digits>[0#?][0#?,.]*|\.[0#?]+)|(?P<share>/ *(?:\?+|#+|\d+))|(?P<any>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]")

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

_FIRST_DAY = datetime(1899, 12, 30)
"""Day 0. Excel treats 1900 as a leap year, so from March 1900 its days count from here."""
_FIRST_DAY_OF_MACS = datetime(1904, 1, 1)
"""Day 0 of workbooks with `date1904` (ECMA-376, 18.2.28)."""

PRECISION = 10
"""Number of decimals without a format: Calc displays no more, and 0.1 + 0.2 becomes 0.3."""

_EXACT = Context(prec=400)
"""Decimal context with enough digits for the largest float, which has 309, and its decimals."""


class _Token(NamedTuple):
    """A token of a format code: its kind and its text."""

    kind: str
    text: str


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[tuple[_Token, ...], ...]:
    """Tokenise a format code into sections: positive numbers, negative ones, zero and text."""
    sections: list[list[_Token]] = [[]]
    for found in _TOKEN.finditer(code):
        kind = found.lastgroup or ""
        if kind == "any" and found[0] == ";":
            sections.append([])
        else:
            sections[-1].append(_Token(kind, found[kind] if kind else found[0]))
    return tuple(map(tuple, sections))


def is_date(code: str) -> bool:
    """Return whether a format code displays a date or a time.

    >>> is_date("d-mmm"), is_date("General"), is_date("[Red]0.00")
    (True, False, False)
    """
    return any(token.kind in ("date", "total", "second") for token in _sections(code)[0])


def kind_of(code: str) -> str:
    """Return the kind of a format code that is seldom intended, or an empty string.

    >>> kind_of("d-mmm"), kind_of("0.0%"), kind_of("0.00E+00"), kind_of("0.00")
    ('a date', 'a percentage', 'in scientific notation', '')
    """
    if is_date(code):
        return "a date"
    tokens = _sections(code)[0]
    if _Token("any", "%") in tokens:
        return "a percentage"
    return "in scientific notation" if any(token.kind == "power" for token in tokens) else ""


def shown(value: float, code: str = GENERAL, *, from_1904: bool = False) -> str:
    """Format a finite number as a spreadsheet displays it.

    Args:
        value: the number; for a date, the number of days.
        code: the format code of the cell.
        from_1904: whether days count from 1 January 1904, as in Excel for the Mac.

    >>> shown(3.0), shown(0.1 + 0.2), shown(0.5, "0%"), shown(7, "000"), shown(3, '0 "gold"')
    ('3', '0.3', '50%', '007', '3 gold')
    >>> shown(46115, "d-mmm"), shown(-2, "0;(0)"), shown(1234.5, "#,##0.00")
    ('3-Apr', '(2)', '1,234.50')
    >>> shown(1234567, "000-0000"), shown(1.5, '# ?/?" cups"')
    ('123-4567', '1 1/2 cups')
    """
    if is_date(code):
        return _date(value, _sections(code)[0], from_1904=from_1904)
    value = float(value)
    tokens, is_whole = _chosen(value, code)
    if not tokens:
        return ""
    return _number(value if is_whole else abs(value), tokens)


def shown_text(text: str, code: str) -> str:
    """Format a text as a spreadsheet displays it in a cell with a format code."""
    sections = _sections(code)
    last = sections[-1]
    if not any(token == _Token("any", "@") for token in last):
        return text
    return "".join(text if token == _Token("any", "@") else _plain(token) for token in last)


def _chosen(value: float, code: str) -> tuple[tuple[_Token, ...], bool]:
    """Return the section for a number, and whether it includes the number's sign."""
    sections = _sections(code)
    numeric = [one for one in sections if _Token("any", "@") not in one] or [
        (_Token("general", GENERAL),)
    ]
    conditions = [_CONDITION.search(part) for part in code.split(";")]
    if any(conditions):
        for part, condition in zip(sections, conditions, strict=False):
            if condition is None or _holds(value, condition[1], float(condition[2])):
                return part, True
        return (_Token("general", GENERAL),), True
    if value < 0 and len(numeric) > 1:
        return numeric[1], False
    if value == 0 and len(numeric) > 2:
        return numeric[2], True
    return numeric[0], True


def _holds(value: float, sign: str, bound: float) -> bool:
    return {
        "<": value < bound,
        ">": value > bound,
        "<=": value <= bound,
        ">=": value >= bound,
        "=": value == bound,
        "<>": value != bound,
    }[sign]


def _number(value: float, tokens: tuple[_Token, ...]) -> str:
    percent = sum(token == _Token("any", "%") for token in tokens)
    exact = Decimal(repr(value * 100**percent))  # Calc rounds like this: 0.285 is 28 %
    kinds = [token.kind for token in tokens]
    if "share" in kinds:
        drawn = iter([_fraction(exact, tokens)])
        # Tokens between the whole number and the fraction are part of the fraction.
        tokens = (*tokens[: kinds.index("digits") + 1], *tokens[kinds.index("share") + 1 :])
    else:
        patterns = [token.text for token in tokens if token.kind == "digits"]
        drawn = iter(_spread(_digits(exact, "".join(patterns), tokens), patterns))
    pieces: list[str] = []
    for token in tokens:
        if token.kind == "digits":
            pieces.append(next(drawn, ""))
        elif token.kind == "general":
            pieces.append(_general(float(exact)))
        elif token.kind not in ("power", "share"):
            pieces.append(_plain(token))
    is_signed = any(token.kind == "digits" for token in tokens) and not _is_nothing(pieces)
    return (("-" if value < 0 and is_signed else "") + "".join(pieces)).strip()


def _spread(text: str, patterns: Sequence[str]) -> list[str]:
    """Split formatted digits among several digit patterns, such as `000` and `0000`.

    The first piece receives the surplus digits.
    """
    if len(patterns) < 2 or "E" in text:
        return [text]
    whole, _, decimals = text.partition(".")
    point = next((at for at, one in enumerate(patterns) if "." in one), len(patterns))
    pieces = [""] * len(patterns)
    for at in range(min(point, len(patterns) - 1), -1, -1):
        places = len(re.findall("[0#?]", patterns[at].partition(".")[0]))
        cut = max(len(whole) - places, 0) if at else 0
        whole, pieces[at] = whole[:cut], whole[cut:]
    for at in range(point, len(patterns)):
        places = len(re.findall("[0#?]", patterns[at].rpartition(".")[2]))
        taken, decimals = decimals[:places], decimals[places:]
        pieces[at] += ("." if at == point and taken else "") + taken
    return pieces


def _is_nothing(pieces: list[str]) -> bool:
    """Return whether the formatted number has no digit other than 0."""
    return not re.search("[1-9]", "".join(pieces))


def _plain(token: _Token) -> str:
    """Return the literal text of a token without digits."""
    if token.kind == "blank":
        return " "
    return token.text if token.kind in ("quoted", "escaped", "currency", "any") else ""


def _digits(value: Decimal, pattern: str, tokens: tuple[_Token, ...]) -> str:
    """Return the formatted digits of a number, without its sign."""
    bare = pattern.rstrip(",")
    value = abs(value).scaleb(-3 * (len(pattern) - len(bare)), _EXACT)
    whole, _, decimals = bare.partition(".")
    power = next((token.text for token in tokens if token.kind == "power"), "")
    if power:
        least = len(re.findall("0", power))
        mantissa, exponent = f"{value:.{len(decimals)}E}".split("E")
        sign = "-" if exponent.startswith("-") else "+" if "+" in power else ""
        return f"{mantissa}E{sign}{abs(int(exponent)):0{least}d}"
    least = whole.replace(",", "").count("0")
    step = Decimal(1).scaleb(-len(decimals))
    integer, _, rest = f"{value.quantize(step, ROUND_HALF_UP, _EXACT):f}".partition(".")
    integer = integer.lstrip("0").zfill(least)
    if "," in whole:
        integer = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", integer)
    kept = len(decimals.rstrip("#?"))
    while len(rest) > kept and rest.endswith("0"):
        rest = rest[:-1]
    return f"{integer}.{rest}" if rest else integer


def _general(value: float) -> str:
    value = float(f"{value:.15g}")  # more digits of a float are not reliable
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if 1e-4 <= abs(value) < 1e15:
        step = Decimal(1).scaleb(-PRECISION)
        exact = Decimal(repr(value)).quantize(step, ROUND_HALF_UP, _EXACT)
        return f"{exact:f}".rstrip("0").rstrip(".")
    return f"{value:.{PRECISION}g}".upper()


def _fraction(value: Decimal, tokens: tuple[_Token, ...]) -> str:
    """Format a number as a mixed fraction, without its sign."""
    share = next(token.text for token in tokens if token.kind == "share").lstrip("/ ")
    has_whole = sum(token.kind == "digits" for token in tokens) > 1
    whole = int(abs(value)) if has_whole else 0
    rest = Fraction(abs(value)) - whole
    if share.isdigit():
        above, below = round(rest * int(share)), int(share)
    else:
        near = rest.limit_denominator(10 ** len(share) - 1)
        above, below = near.numerator, near.denominator
    if above == below and has_whole:
        whole, above = whole + 1, 0
    if not above:
        return f"{whole}"
    return f"{whole} {above}/{below}" if whole else f"{above}/{below}"


def _date(value: float, tokens: tuple[_Token, ...], *, from_1904: bool) -> str:
    first = _FIRST_DAY_OF_MACS if from_1904 else _FIRST_DAY
    try:
        at = first + timedelta(milliseconds=round(value * 86_400_000))
    except OverflowError:
        return _general(value)
    halves = any(token.kind == "halves" for token in tokens)
    if not any(token.kind == "second" for token in tokens):
        at = (at + timedelta(milliseconds=500)).replace(microsecond=0)
    pieces = []
    for place, token in enumerate(tokens):
        if token.kind == "date":
            text = token.text.lower()
            minutes = text[0] == "m" and len(text) < 3 and _is_minutes(tokens, place)
            pieces.append(_part(at, "n" * len(text) if minutes else text, halves=halves))
        elif token.kind == "second":
            whole, _, parts = token.text.partition(".")
            digits = f"{at.microsecond // 1000:03d}"[: len(parts)]
            pieces.append(f"{at.second:0{len(whole)}d}.{digits}")
        elif token.kind == "total":
            unit = {"h": 24, "m": 1440, "s": 86_400}[token.text[0].lower()]
            pieces.append(f"{int(value * unit + 1e-6):0{len(token.text)}d}")
        elif token.kind == "halves":
            half = "PM" if at.hour >= 12 else "AM"
            pieces.append(half if len(token.text) == 5 else half[0])
        else:
            pieces.append(_plain(token))
    return "".join(pieces).strip()


def _is_minutes(tokens: tuple[_Token, ...], place: int) -> bool:
    """Return whether `m` means minutes: after hours, or before seconds."""
    timed = [
        token.text[0].lower() if token.kind != "second" else "s"
        for token in tokens[:place]
        if token.kind in ("date", "total", "second")
    ]
    after = [
        token.text[0].lower()
        for token in tokens[place + 1 :]
        if token.kind in ("date", "total", "second")
    ]
    return bool(timed and timed[-1] == "h") or bool(after and after[0] == "s")


def _part(at: datetime, text: str, *, halves: bool) -> str:
    hour = (at.hour % 12 or 12) if halves else at.hour
    parts = {
        "yy": f"{at.year % 100:02d}",
        "m": str(at.month),
        "mm": f"{at.month:02d}",
        "mmm": _MONTHS[at.month - 1][:3],
        "mmmm": _MONTHS[at.month - 1],
        "mmmmm": _MONTHS[at.month - 1][0],
        "d": str(at.day),
        "dd": f"{at.day:02d}",
        "ddd": _DAYS[at.weekday()][:3],
        "dddd": _DAYS[at.weekday()],
        "h": str(hour),
        "hh": f"{hour:02d}",
        "n": str(at.minute),
        "nn": f"{at.minute:02d}",
        "s": str(at.second),
        "ss": f"{at.second:02d}",
    }
    return parts.get(text, f"{at.year:04d}" if text[0] == "y" else text)
