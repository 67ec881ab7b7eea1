"""Formulas: what is one, how much room it takes, and what cannot be typeset."""

import time

import pytest

from printnplay.kernel.formulas import formulas_in, in_words
from printnplay.text.formulas import FormulaError, set_formula


@pytest.mark.parametrize(
    "text",
    [
        *("$x$", "$x + 1$.", "$2n$", "$3$", "$x^2$", r"$\frac{a}{b}$", "$a_1$", "($a+b$)"),
        *("$score = 2n$", "$$x$$", "$$ x + 1 $$", r"$3 \times 4$", r"$\$5 \cdot x$", "$-1 < x$"),
    ],
)
def test_formulas_are_found(text: str) -> None:
    assert formulas_in(text) == [text.strip("().") if text[0] == "(" else text.rstrip(".")]


@pytest.mark.parametrize(
    "text",
    [
        *("$5", "Pay $5 or $6", "$5 or 6$", "A prize of $5 goes to him who has 6$.", "5$ or 6$"),
        *("Gain $$ or $$$.", "$ x $", "US$5 and CA$6", "$5-$10", "$gold$", "$5/$10", "$value"),
        *("$5,- bis 6,-$ (mit Rabatt)", "$1,000 and $2,000", "costs $5, sells for 3$", r"\$x$"),
        "$$ + $$$",
    ],
)
def test_prices_are_no_formulas(text: str) -> None:
    assert formulas_in(text) == []


def test_a_formula_knows_how_far_it_is_from_its_baseline() -> None:
    low, high = set_formula("x", shown=False), set_formula(r"\frac{a}{b}", shown=False)
    assert low.below < 0.05
    assert low.above < 0.6
    assert 0.2 < high.below < high.above
    shown = set_formula(r"\frac{a}{b}", shown=True)
    assert shown.above + shown.below > 1.3 * (high.above + high.below)
    assert set_formula("xx", shown=False).width > 1.7 * low.width
    sums = [set_formula(r"\sum_{i=1}^n", shown=shown) for shown in (True, False)]
    assert sums[0].width < sums[1].width  # limits are beside the sign in a line
    assert sums[0].above > sums[1].above


def test_letters_of_a_formula_are_those_of_its_font() -> None:
    assert set("𝑥+sin√") <= set(set_formula(r"x + \sin", shown=False).letters)


@pytest.mark.parametrize(
    ("source", "at", "why"),
    [
        (r"\frac{a}{b", 10, "expected closing token `}`"),
        ("ä + x^2^3", 7, "duplicate subscript"),
        ("a & b", 2, "found `&`"),
        (r"x\\%y", 3, "starts a comment"),
        (r"\href{javascript:alert(1)}{x}", 0, "unknown command"),
        (r"\boxed{x}", 0, "boxes"),
        (r"\begin{array}{l|r} a & b \end{array}", 0, "table rules"),
        ("x" * 1001, 0, "longer than 1000"),
        (r"\def\x{\x\x}\x", 0, "too many expansions"),
        (r"\begin{pmatrix}" * 20 + r"\end{pmatrix}" * 20, 0, "nested more than 6 deep"),
        (r"\left(" * 60 + r"\right)" * 60, 0, "nested more than 6 deep"),
    ],
)
def test_formulas_that_cannot_be_set_say_why(source: str, at: int, why: str) -> None:
    begun = time.process_time()
    with pytest.raises(FormulaError, match=why.replace("(", r"\(")) as error:
        set_formula(source, shown=False)
    assert error.value.at == at
    assert time.process_time() - begun < 2


def test_words_of_formulas_are_read_in_a_line() -> None:
    assert in_words(r"\frac{n(n+1)}{2} \ge x_{i}") == "(n(n+1))/2 ≥ xi"
    assert in_words(r"\begin{cases} 1 & x \\ 0 & y \end{cases}").startswith(r"\begin{cases}")
