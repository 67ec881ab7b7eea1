"""What all tests of the pipeline need."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module", autouse=True)
def own_cache(shared: Path) -> Iterator[None]:
    """Compiled templates are kept beside the tests' files, not in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRINTNPLAY_CACHE", str(shared / "templates-compiled"))
        yield
