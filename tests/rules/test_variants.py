"""Variants of a game, and worked examples that choose among them."""

from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from printnplay.kernel.values import Plain
from printnplay.rules.examples import check_examples
from printnplay.rules.protocol import RulesModule
from printnplay.rules.variants import UnknownVariantError, settle

from .support import RULES, shipped_example, with_examples

VARIANTS = {"toppings": ("all", "any"), "pace": ("slow", "fast")}


def test_what_is_not_chosen_is_the_first_choice() -> None:
    assert settle(VARIANTS, {"pace": "fast"}) == {"toppings": "all", "pace": "fast"}
    assert settle({}, {}) == {}


@pytest.mark.parametrize(
    ("chosen", "name", "known", "variant"),
    [
        ({"topping": "any"}, "topping", ("toppings", "pace"), ""),
        ({"pace": "quick"}, "quick", ("slow", "fast"), "pace"),
    ],
)
def test_an_unknown_variant_or_choice_tells_the_known_ones(
    chosen: dict[str, str], name: str, known: tuple[str, ...], variant: str
) -> None:
    with pytest.raises(UnknownVariantError) as caught:
        settle(VARIANTS, chosen)
    assert (caught.value.name, caught.value.known, caught.value.variant) == (name, known, variant)


def test_an_example_is_played_in_the_variant_that_it_chooses() -> None:
    """The variant takes a clause of TTM-6 away, which the example depends on."""

    def new_game(off: tuple[str, ...] = (), covering: str = "strict") -> object:
        return RULES.new_game([*off, "TTM-6.differ"] if covering == "free" else off)

    parts = {name: getattr(RULES, name) for name in ("COMPONENTS", "SENTENCES", "CLAUSES")}
    variants = {"covering": ("strict", "free")}
    rules = cast("RulesModule", SimpleNamespace(**parts, VARIANTS=variants, new_game=new_game))
    example = shipped_example("cover-identical")

    def codes(choice: Plain) -> list[tuple[str, str]]:
        chosen = replace(example, given={**example.given, "variants": choice})
        _, found = check_examples(with_examples([chosen]), rules, coverage=False)
        return [(fault.code.id, fault.label) for fault in found]

    assert codes({"covering": "strict"}) == []
    assert {code for code, _ in codes({"covering": "free"})} == {"PNP601"}
    assert codes({"covering": "fre"}) == [("PNP621", "expected one of strict, free")]
    assert codes({"cover": "free"}) == [("PNP620", "expected one of covering")]
    assert [code for code, _ in codes("free")] == ["PNP608"]


def test_a_game_without_variants_says_so() -> None:
    parts = {name: getattr(RULES, name) for name in ("COMPONENTS", "SENTENCES", "CLAUSES")}
    rules = cast("RulesModule", SimpleNamespace(**parts, new_game=RULES.new_game))
    example = shipped_example("cover-identical")
    chosen = replace(example, given={**example.given, "variants": {"toppings": "any"}})
    _, found = check_examples(with_examples([chosen]), rules, coverage=False)
    assert [(fault.code.id, fault.label) for fault in found] == [
        ("PNP620", "the game has no variants")
    ]
