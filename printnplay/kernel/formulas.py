r"""Formulas in the notation of TeX, such as `$x^2 \times \frac{a}{b}$`, and their words in a line.

They cannot be set: they are found, so that they can be reported with what to type instead.
"""

import re

_TEX = r"(?:\\(?!n(?![a-z]))[A-Za-z]|(?<!\^)\^(?!\^)|\b\w_[\w{])"
"""What shows that text between dollar signs is a formula, not prices."""

FORMULA = (
    rf"(?<![\\$\w])(?:\$\$(?=[^$]*?{_TEX})(?P<shown>[^$]+)\$\$"
    rf"|\$(?![\s$])(?=[^$]*?{_TEX})(?P<formula>[^$\n]+)(?<!\s)\$(?![\d$]))"
)
"""A formula between dollar signs; as in other programs, no space is directly within them, and no
digit follows, as after prices: `$5 or $6`."""

_FORMULA = re.compile(FORMULA)


def without_formulas(text: str, mark: str = " ") -> str:
    r"""Return a text of the same length with a mark in place of each character of formulas.

    >>> without_formulas(r"Pay $5 or $x^2$; $6.", "."), without_formulas("$5^^x^^ or 6$")
    ('Pay $5 or .....; $6.', '$5^^x^^ or 6$')
    """
    return _FORMULA.sub(lambda one: mark * len(one[0]), text) if "$" in text else text


_SIGNS = {
    **{"times": "×", "cdot": "·", "div": "÷", "pm": "±", "infty": "∞", "to": "→"},
    **{"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "approx": "≈"},
    **{"ldots": "…", "dots": "…", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉"},
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
    (r"_\s*" + _PART, lambda one: one[1] or one[2] or ""),
    (r"\\([A-Za-z]+)", lambda one: _SIGNS.get(one[1], one[1])),
    (r"\\[,;:! ]", " "),
    (r"[{}]", ""),
)


def in_words(formula: str) -> str:
    r"""Return a formula as characters in a line.

    >>> in_words(r"x^2 \times \frac{a+b}{2} \le \sqrt{n}"), in_words(r"\pi r_1^{10}")
    ('x² × (a+b)/2 ≤ √n', 'π r1^10')
    """
    # Fractions and roots may be within each other.
    for pattern, meant in (*_STEPS[:2] * 3, *_STEPS[2:]):
        formula = re.sub(pattern, meant, formula)
    return " ".join(formula.split())


def _terms(found: re.Match[str]) -> list[str]:
    """Return the parts of a fraction or root, those of several terms in brackets."""
    groups = iter(found.groups())
    parts = [braced or bare or "" for braced, bare in zip(groups, groups, strict=True)]
    return [part if re.fullmatch(r"[\w.,]+|\\[A-Za-z]+", part) else f"({part})" for part in parts]


def _raised(power: str) -> str:
    return _RAISED.get(power, f"^{power}")
