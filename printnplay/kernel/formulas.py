r"""LaTeX formulas, such as `$x^2 \times \frac{a}{b}$`, and their words.

As in other programs, no space is directly inside the dollar signs, and no digit directly after
them, because `$5 or $6` are prices. `$$ ... $$` is a display formula, on lines of its own.
"""

import re
from collections.abc import Iterator

_TEX = r"(?:\\(?!n(?![a-z]))[A-Za-z]|(?<!\^)\^(?!\^)|\b\w_[\w{])"
"""Notation that only formulas have."""

_ANY = r"(?:\\.|[^$])*?"
_NO_WORD = rf"(?!{_ANY}[^\W\d_]{{2}})"
_NO_PRICE = r"(?!\s*\d)"
_MATHS = rf"(?={_ANY}{_TEX}|{_NO_WORD}{_ANY}[A-Za-z\d]|{_NO_PRICE}{_ANY}[=+*<>])"
"""Evidence that text between dollar signs is a formula, not prices: LaTeX notation, no words, or an
operator where no price is."""

FORMULA = (
    rf"(?<![\\$\w])(?:\$\${_MATHS}(?P<shown>(?:\\.|[^$\\])+)\$\$(?!\$)"
    rf"|\$(?![\s$]){_MATHS}(?P<formula>(?:\\.|[^$\\\n])+)(?<!\s)\$(?![\d$]))"
)
"""A formula between dollar signs."""

LONGEST = 1000
"""Maximum length of a formula in characters: 10 lines of text. It limits the work on formulas of
strangers. A guess."""

_FORMULA = re.compile(FORMULA, re.DOTALL)
_WORDS = re.compile(r"(\\(?:text\w*|mbox)\s*\{)[^{}]*\}")


def without_formulas(text: str, mark: str = " ") -> str:
    r"""Return a text of the same length with a mark in place of each character of formulas.

    >>> without_formulas(r"Pay $5 or $x^2$; $6.", "."), without_formulas("$5^^x^^ or 6$")
    ('Pay $5 or .....; $6.', '$5^^x^^ or 6$')
    """
    return _FORMULA.sub(lambda one: mark * len(one[0]), text) if "$" in text else text


def each_formula(text: str) -> Iterator[re.Match[str]]:
    """Return the formulas of a text; those with the group `shown` are display formulas."""
    return _FORMULA.finditer(text)


def typed(source: str, *, shown: bool) -> str:
    """Return a formula between its dollar signs."""
    return f"$${source}$$" if shown else f"${source}$"


def source_of(formula: str) -> tuple[str, bool]:
    r"""Return a formula without its dollar signs, and whether it is a display formula.

    >>> source_of(r"$5 + \$$"), source_of("$$ x $$")
    (('5 + \\$', False), (' x ', True))
    """
    shown = formula.startswith("$$")
    return (formula[2:-2], True) if shown else (formula[1:-1], False)


def formulas_in(text: str) -> list[str]:
    r"""Return the formulas of a text, without the words in them.

    >>> formulas_in(r"Pay $n + 1$, or $5 \text{ for two}$.")
    ['$n + 1$', '$5 \\text{…}$']
    """
    return [_WORDS.sub(r"\1…}", " ".join(one[0].split())) for one in each_formula(text)]


_SIGNS = {
    **{"times": "×", "cdot": "·", "div": "÷", "pm": "±", "infty": "∞", "to": "→"},
    **{"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈"},
    **{"ldots": "…", "dots": "…", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"},
    **{"sum": "∑", "prod": "∏", "int": "∫", "cup": "∪", "cap": "∩", "in": "∈", "mid": "|"},
    **dict(zip(("alpha", "beta", "gamma", "delta", "epsilon"), "αβγδε", strict=True)),
    **dict(zip(("zeta", "eta", "theta", "iota", "kappa", "lambda"), "ζηθικλ", strict=True)),
    **dict(zip(("mu", "nu", "xi", "pi", "rho", "sigma", "tau"), "μνξπρστ", strict=True)),
    **dict(zip(("phi", "chi", "psi", "omega"), "φχψω", strict=True)),
    **dict(zip(("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi"), "ΓΔΘΛΞΠ", strict=True)),
    **dict(zip(("Sigma", "Phi", "Psi", "Omega"), "ΣΦΨΩ", strict=True)),
    **dict.fromkeys(("left", "right", "displaystyle"), ""),
}
_RAISED = {"1": "¹", "2": "²", "3": "³"}
"""The raised digits that fonts of Western Europe have."""

_PART = r"(?:\{((?:[^{}]|\{[^{}]*\})*)\}|([^\s{}\\]))"
_STEPS = (
    (r"\\[td]?frac\s*" + _PART + r"\s*" + _PART, lambda one: "/".join(_terms(one))),
    (r"\\sqrt\s*" + _PART, lambda one: "√" + "".join(_terms(one))),
    (r"\\(?:text|mathrm|mathit|mathbf|operatorname)\s*\{([^{}]*)\}", r"\1"),
    (r"\^\s*" + _PART, lambda one: _raised("".join(_terms(one)))),
    (r"_\s*" + _PART, lambda one: _lowered("".join(_terms(one)))),
    (r"\\([A-Za-z]+)", lambda one: _SIGNS.get(one[1], one[1])),
    (r"\\[,;:! ]", " "),
    (r"[{}]", ""),
)


def in_words(formula: str) -> str:
    r"""Return a formula as characters in a line; a table stays in LaTeX notation.

    >>> in_words(r"x^2 \times \frac{a+b}{2} \le \sqrt{n}"), in_words(r"\pi r_1^{10} - a_{n+1}")
    ('x² × (a+b)/2 ≤ √n', 'π r1^10 - a_(n+1)')
    """
    if r"\begin" in formula:
        return " ".join(formula.split())
    # Fractions and roots may be within each other.
    for pattern, meant in (*_STEPS[:2] * 3, *_STEPS[2:]):
        formula = re.sub(pattern, meant, formula)
    return " ".join(formula.split())


def _terms(found: re.Match[str]) -> list[str]:
    """Return the parts of a fraction or root, those of several terms in brackets."""
    groups = iter(found.groups())
    parts = [braced or bare or "" for braced, bare in zip(groups, groups, strict=True)]
    return [part if re.fullmatch(r"[\w.,]+|\\[A-Za-z]+", part) else f"({part})" for part in parts]


def _lowered(index: str) -> str:
    return index if len(index) == 1 else f"_{index}"


def _raised(power: str) -> str:
    return _RAISED.get(power, f"^{power}")
