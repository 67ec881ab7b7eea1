"""What all tests of the pipeline need."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled templates are kept beside the tests' files, not in the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "templates-compiled"
        patch.setenv("PRINTNPLAY_CACHE", str(folder))
        yield
