"""examples.yaml: the worked examples, kept as plain data for the game's rules module.

claims.yaml: what is claimed of a game, who says it, and whether counting bears it out.

A list, one entry a claim, in a file that a game may lack::

    - id: full-grids                  # a plain name; texts quote the value as {claim.full-grids}
      says: A full grid may well hold no line.    # the claim, in your own words
      by: us                          # who says it: publisher, FAQ, us ...
      count: full_grids_without_line  # a function of the rules module, see below
      holds: yes                      # whether the claim is true
      value: 118283312                # the true figure; none where the function says yes or no
    - id: base-layouts
      says: The base cards make 166 different squares.
      by: FAQ
      count: layouts_up_to_rotation
      holds: no
      value: 160
      claimed: 166                    # the figure as claimed, where it is another one

The rules module keeps its counting functions in `claims.py` of its package::

    COUNTS: Mapping[str, Callable[[], int | bool]] = {
        "layouts_up_to_rotation": layouts_up_to_rotation,
    }

A function takes nothing and gives the true figure, or whether the claim is true. `check --rules`
runs it and holds it against `value` and `holds`; a build only quotes `value`.

games.json: recorded games, which `printnplay play GAME --record` writes.
"""

import json
from pathlib import Path
from typing import Any

from printnplay.files.door import ReadError, Why, read
from printnplay.files.yaml_tree import Node, places, plain, read_yaml
from printnplay.loading.fields import (
    check_unique_ids,
    expect_entries,
    expect_flag,
    expect_int,
    expect_list,
    expect_mapping,
    expect_name,
    expect_text,
    expect_texts,
)
from printnplay.model import codes
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.game import Example, Plain
from printnplay.model.verdicts import Claim, Recorded, RecordedGame, Row


def load_examples(path: Path, shown: str, problems: Problems) -> tuple[Example, ...]:
    """The examples in the order of the file."""
    root = read_yaml(path, shown, problems)
    examples = [_example(item, problems) for item in expect_list(root, problems)]
    check_unique_ids("examples", [(one.id, one.span) for one in examples], problems)
    return tuple(examples)


def _example(node: Node, problems: Problems) -> Example:
    keys = expect_mapping(node, problems, required=("id", "shows", "given", "when", "then"))
    spans: dict[str, Span] = {}
    for name, value in keys.items():
        spans |= places(value, name)
    return Example(
        id=expect_name(keys["id"], problems),
        shows=expect_texts(keys["shows"], problems),
        given=_plain_mapping(keys["given"], problems),
        when=_plain_mapping(keys["when"], problems),
        then=_plain_mapping(keys["then"], problems),
        span=keys["id"].span,
        spans=spans,
    )


def _plain_mapping(node: Node, problems: Problems) -> dict[str, Plain]:
    entries = expect_entries(node, problems)
    return {key: plain(entry.value) for key, entry in entries.items()}


REQUIRED = ("id", "says", "by", "count", "holds")
OPTIONAL = ("value", "claimed")

HIGHEST = 999_999_999
"""The greatest figure that can be written."""


def load_claims(path: Path, shown: str, problems: Problems) -> tuple[Claim, ...]:
    """The claims in the order of the file; none where there is no such file."""
    if not path.exists():
        return ()
    root = read_yaml(path, shown, problems)
    claims = [_claim(item, problems) for item in expect_list(root, problems)]
    check_unique_ids("claims", [(one.id, one.span) for one in claims], problems)
    return tuple(claims)


def _claim(node: Node, problems: Problems) -> Claim:
    keys = expect_mapping(node, problems, required=REQUIRED, optional=OPTIONAL)
    claim = Claim(
        id=expect_name(keys["id"], problems),
        says=expect_text(keys["says"], problems),
        by=expect_text(keys["by"], problems),
        count=expect_text(keys["count"], problems),
        holds=expect_flag(keys["holds"], problems),
        value=_figure(keys.get("value"), problems),
        claimed=_figure(keys.get("claimed"), problems),
        span=keys["id"].span,
        spans={
            name: place for key, value in keys.items() for name, place in places(value, key).items()
        },
    )
    _refuse_contradiction(claim, problems)
    return claim


def _figure(node: Node | None, problems: Problems) -> int | None:
    return None if node is None else expect_int(node, problems, 0, HIGHEST)


def _refuse_contradiction(claim: Claim, problems: Problems) -> None:
    """Report a claim whose figures and verdict cannot all be right."""
    if claim.claimed is None:
        return
    if claim.value is None:
        text = f"the claim `{claim.id}` has a claimed figure and no true one"
        label, cure = "expected `value` beside it", "add `value: ...`, the figure that is counted"
    elif (claim.claimed == claim.value) != claim.holds:
        text = f"the claim `{claim.id}` contradicts itself"
        label = f"expected {'the same figure as' if claim.holds else 'another figure than'} `value`"
        cure = "mend `holds`, `value` or `claimed`"
    else:
        return
    problems.error(codes.CLAIM_CONTRADICTS_ITSELF, text, claim.spans["claimed"], label, cure)


NAME = "games.json"

MAX_BYTES = 4 << 20


def load_recorded(folder: Path, shown: str, problems: Problems) -> Recorded | None:
    """The recorded games of a game's folder; None if it has none, or none that can be read."""
    span = Span(f"{shown}/{NAME}")
    try:
        return _recorded(json.loads(read(folder / NAME, MAX_BYTES)), span)
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
            "write it again with --record",
        )
        return None


def _recorded(parts: Any, span: Span) -> Recorded:  # noqa: ANN401 - whatever stands in the file
    facts = {_word(name): _number(value) for name, value in parts["facts"].items()}
    return Recorded(facts, tuple(_game(one) for one in parts["games"]), span)


def _game(parts: Any) -> RecordedGame:  # noqa: ANN401 - whatever stands in the file
    return RecordedGame(
        _number(parts["players"]),
        _number(parts["seed"]),
        {_word(name): _word(choice) for name, choice in parts["variants"].items()},
        tuple(
            Row(_word(move), _number(legal), _word(digest))
            for move, legal, digest in parts["moves"]
        ),
    )


def _word(part: object) -> str:
    if not isinstance(part, str):
        raise TypeError(part)
    return part


def _number(part: object) -> int:
    if not isinstance(part, int) or isinstance(part, bool):
        raise TypeError(part)
    return part
