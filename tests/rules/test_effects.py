"""What cards do: shown by worked examples, missing ones told by `check`, false claims refused."""

from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from msgspec.structs import replace

from printnplay.game.game import Example, Game
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.game import load_game
from printnplay.rules.coverage import Trials, cards_shown
from printnplay.rules.examples import check_examples
from printnplay.rules.judge import judge
from printnplay.rules.variants import game_for

from .games import DESIGNS, NAMES, rules
from .support import RULES, shipped, with_examples

FALSE: dict[str, dict[str, list[dict[str, Any]]]] = yaml.load(
    (Path(__file__).parent / "false_effects.yaml").read_text("utf-8"), yaml.BaseLoader
)


def _game(name: str) -> Game:
    return cast("Game", load_game(DESIGNS / name, name, Problems()))


@pytest.mark.parametrize("name", NAMES)
def test_a_false_example_of_each_effect_is_refused(name: str) -> None:
    module, examples = rules(name), {example.id: example for example in _game(name).examples}
    assert set(FALSE.get(name, {})) == set(module.RULES_OF_CARDS)
    for card, claims in FALSE.get(name, {}).items():
        for claim in claims:
            like = examples[claim["like"]]
            assert card in f"{like.given} {like.when}"
            false = replace(like, then=claim["then"], when=claim.get("when", like.when))
            play, _ = game_for(false, module)
            judged = judge(false, play, tuple(module.COMPONENTS))
            assert not judged.faults
            assert judged.misses, (card, claim)


def _about(card: str) -> list[Example]:
    """The shipped examples without those that have a card in them."""
    examples = shipped().examples
    return [
        example for example in examples if card not in f"{example.given.get('grid')} {example.when}"
    ]


def test_a_card_that_no_example_shows_is_told() -> None:
    _, found = check_examples(with_examples(_about("flip")), RULES)
    messages = {fault.code.id: fault.message for fault in found if "`flip`" in fault.message}
    assert messages.keys() == {"PNP611", "PNP612"}
    assert "taking effect" in messages["PNP611"]
    assert "without effect" in messages["PNP612"]


def test_a_card_that_always_takes_effect_in_examples_is_told() -> None:
    works = next(example for example in shipped().examples if example.id == "flip-sides")
    shown = cards_shown([*_about("flip"), works], RULES, Trials(RULES))
    (flip,) = [one for one in shown if one.card == "flip"]
    assert (flip.works, flip.fails) == (True, False)
