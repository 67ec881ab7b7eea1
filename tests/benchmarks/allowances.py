"""What the deck of 640 cards asks of printnplay beyond what it offers; small games need none of it.

* Rules modules are looked for in one folder more.
* A kit of more sheets than have room at a glance is built without that overview.
"""

from collections.abc import Sequence
from pathlib import Path

from printnplay.composition import overview as glance
from printnplay.composition.errors import DoesNotFitError
from printnplay.composition.sides import Side
from printnplay.engine import games
from printnplay.model.geometry import Paper, Rect
from printnplay.model.sheet import Item, Label

_overview = glance.overview


def allow(project: Path) -> None:
    """Make the allowances for a project; has to come before the pipeline is imported."""
    games.__path__.append(str(project / "rules"))
    glance.overview = _if_there_is_room


def _if_there_is_room(
    sides: Sequence[Side], paper: Paper, rect: Rect, labels: Sequence[Label]
) -> tuple[Item, ...]:
    try:
        return _overview(sides, paper, rect, labels)
    except DoesNotFitError:
        return ()
