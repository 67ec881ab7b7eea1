"""examples.yaml, claims.yaml and games.json: worked examples, counted claims and recorded games.

Examples are kept as plain data for the game's rules module. Claims are counted by a fact of the
game or by a function in `claims.py` of the rules' folder, which returns the true number, or whether
the claim is true. `check --rules` compares it with `value` and `holds`; a build only quotes
`value`. `printnplay play GAME --record` writes games.json.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from printnplay.files.door import ReadError, Why, read
from printnplay.files.expected import expect_number, expect_text
from printnplay.files.yaml_tree import Node, places, read_yaml
from printnplay.game.game import BASE, Example
from printnplay.game.verdicts import Claim, Recorded, RecordedGame, Row
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.loading.editions import check_known
from printnplay.loading.forms import (
    ANYTHING,
    FLAG,
    NAME,
    TEXT,
    Record,
    check_unique_ids,
    list_of,
    map_of,
    optional,
    required,
    whole,
)

PLAIN = map_of(ANYTHING, names=False, keys="key of the game's rules")


class ExampleKeys(Record):
    """A worked example: a position, a move, and the expected result."""

    id = required(NAME, "Its name; the key of its caption is `examples.<id>`.", "first-blow")
    shows = required(list_of(TEXT), "The ids of the rules that it illustrates.", "[TTM-4]")
    given = required(
        PLAIN, "The position before the move, in the terms of the game's rules.", "{deck: []}"
    )
    when = required(PLAIN, "The move.", "{player: a, play: x-red}")
    then = required(
        PLAIN,
        "The expected result: whether the move is legal, and what has changed.",
        "{legal: yes}",
    )

    editions = optional(
        list_of(NAME),
        "The editions that it applies to, `base` for the game itself. Default: all that have"
        " the cards it names.",
        "[demo]",
        "[]",
    )

    @property
    def example(self) -> Example:
        """The example, with the place of every value."""
        spans = {
            path: span
            for name, node in self.nodes.items()
            for path, span in places(node, name).items()
        }
        said = (self.given, self.when, self.then)
        return Example(self.id, self.shows, *said, self.at("id"), spans, self.editions)


HIGHEST = 999_999_999
"""The largest number in a claim: nine digits, within 32 bits."""


class ClaimKeys(Record):
    """A statement about the game that counting can prove or disprove."""

    id = required(NAME, "Its name; texts quote its value as `{claim.<id>}`.", "base-layouts")
    says = required(
        TEXT, "The claim, in your own words.", "The base cards make 166 different squares."
    )
    by = required(TEXT, "The source of the claim: the publisher, an FAQ, you.", "FAQ")
    count = required(
        TEXT, "The function of the rules that counts it, or a fact.", "most_turns(4, spare=1)"
    )
    holds = required(FLAG, "Whether the claim is true.", "no")
    value = optional(
        whole(0, HIGHEST), "The true number; leave it out if the function answers yes or no.", "160"
    )
    claimed = optional(
        whole(0, HIGHEST), "The claimed number, if it differs from the true one.", "166"
    )

    @property
    def claim(self) -> Claim:
        """The claim, with the place of every value."""
        return Claim(
            id=self.id,
            says=self.says,
            by=self.by,
            count=self.count,
            holds=self.holds,
            value=self.value,
            claimed=self.claimed,
            span=self.at("id"),
            spans={name: node.span for name, node in self.nodes.items()},
        )


EXAMPLES = list_of(ExampleKeys.form())
CLAIMS = list_of(ClaimKeys.form())


def load_examples(
    path: Path, shown: str, problems: Problems, editions: Collection[str] = (BASE,)
) -> tuple[Example, ...]:
    """Load the examples in the order of the file; `editions` are those that they may name."""
    return examples_of(read_yaml(path, shown, problems), problems, editions)


def examples_of(
    root: Node | None, problems: Problems, editions: Collection[str] = (BASE,)
) -> tuple[Example, ...]:
    """Return the examples of a parsed file; none if it is empty."""
    every = EXAMPLES.read(root, problems) if root else []
    for keys in every:
        check_known(keys.nodes.get("editions"), editions, problems)
    examples = [keys.example for keys in every]
    check_unique_ids("examples", [(example.id, example.span) for example in examples], problems)
    return tuple(examples)


_NAME = re.compile(r"[\w-]+")


def examples_in(
    edition: str, examples: Iterable[Example], lacking: Collection[str]
) -> tuple[Example, ...]:
    """Return the examples about an edition: without those that name cards it lacks."""
    return tuple(
        one
        for one in examples
        if (not one.editions or edition in one.editions)
        and {*lacking}.isdisjoint(_NAME.findall(str([one.given, one.when, one.then])))
    )


def load_claims(path: Path, shown: str, problems: Problems) -> tuple[Claim, ...]:
    """Load the claims in the order of the file; none if there is no such file."""
    root = read_yaml(path, shown, problems) if path.exists() else None
    claims = [keys.claim for keys in CLAIMS.read(root, problems)] if root else []
    for claim in claims:
        _refuse_contradiction(claim, problems)
    check_unique_ids("claims", [(claim.id, claim.span) for claim in claims], problems)
    return tuple(claims)


def _refuse_contradiction(claim: Claim, problems: Problems) -> None:
    """Report a claim whose numbers and verdict contradict each other."""
    if claim.claimed is None:
        return
    if claim.value is None:
        text = f"the claim `{claim.id}` has a claimed figure and no true one"
        label, cure = "expected `value` beside it", "add `value: ...`, the figure that is counted"
    elif (claim.claimed == claim.value) != claim.holds:
        text = f"the claim `{claim.id}` contradicts itself"
        wanted = "the same figure as" if claim.holds else "a different figure from"
        label = f"expected {wanted} `value`"
        cure = "correct `holds`, `value` or `claimed`"
    else:
        return
    problems.error(codes.CLAIM_CONTRADICTS_ITSELF, text, claim.spans["claimed"], label, cure)


RECORDED = "games.json"

MAX_BYTES = 4 << 20
"""The largest size of recorded games, in bytes: those that ship have a small part of it. A
guess."""


def load_recorded(folder: Path, shown: str, problems: Problems) -> Recorded | None:
    """Load the recorded games of a game; None if there are none, or they cannot be read."""
    span = Span(f"{shown}/{RECORDED}")
    try:
        return _recorded(json.loads(read(folder / RECORDED, MAX_BYTES)), span)
    except ReadError as error:
        if error.why is not Why.MISSING:
            problems.add(error.fault(codes.UNREADABLE_RECORD, span.file))
        return None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        problems.error(
            codes.UNREADABLE_RECORD,
            "the recorded games cannot be read",
            span,
            "expected a file that `printnplay play --record` wrote",
            "remove it, and write it again with --record",
        )
        return None


def _recorded(parts: Mapping[str, Any], span: Span) -> Recorded:
    facts = {expect_text(name): expect_number(value) for name, value in parts["facts"].items()}
    return Recorded(facts, tuple(_game(game) for game in parts["games"]), span)


def _game(parts: Mapping[str, Any]) -> RecordedGame:
    return RecordedGame(
        expect_number(parts["players"]),
        expect_number(parts["seed"]),
        {expect_text(name): expect_text(choice) for name, choice in parts["variants"].items()},
        tuple(
            Row(expect_text(move), expect_number(legal), expect_text(digest))
            for move, legal, digest in parts["moves"]
        ),
    )
