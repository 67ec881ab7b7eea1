"""What the tests of exported texts share."""

from typing import Any

import pytest

from printnplay.files.catalog import Catalog
from printnplay.pipeline.l10n import usage as places
from printnplay.pipeline.l10n.usage import places_of


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are not drawn anew for each export: nothing here changes what is drawn."""
    monkeypatch.setattr(places, "places_of", _places)


_PLACES: dict[str, Any] = {}


def _places(catalog: Catalog, game: str, language: str) -> Any:  # noqa: ANN401
    if game not in _PLACES:
        _PLACES[game] = places_of(catalog, game, language)
    return _PLACES[game]
