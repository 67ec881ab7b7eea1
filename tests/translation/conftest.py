"""What the tests of exported texts share."""

import pytest

from printnplay.files.catalog import Catalog
from printnplay.translation import add, export
from printnplay.translation.usage import Usage, usage_of


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are not drawn anew for each export: nothing here changes what is drawn."""
    for module in (add, export):
        monkeypatch.setattr(module, "usage_of", _usage)


_USAGES: dict[str, Usage] = {}


def _usage(catalog: Catalog, game: str, language: str, *, pictures: bool = False) -> Usage:
    if pictures:
        return usage_of(catalog, game, language, pictures=True)
    if game not in _USAGES:
        _USAGES[game] = usage_of(catalog, game, language)
    return _USAGES[game]
