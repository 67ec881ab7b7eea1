"""claims.yaml: what is claimed of a game, who says it, and whether counting bears it out.

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
"""

from pathlib import Path

from printnplay.loading.fields import (
    expect_flag,
    expect_int,
    expect_list,
    expect_mapping,
    expect_name,
    expect_text,
)
from printnplay.loading.files import read_yaml
from printnplay.loading.nodes import Node, places
from printnplay.loading.twins import refuse_twin_ids
from printnplay.model.diagnostics import Problems
from printnplay.model.play import Claim

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
    refuse_twin_ids("claims", [(one.id, one.span) for one in claims], problems)
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
    problems.error("PNP630", text, claim.spans["claimed"], label, cure)
