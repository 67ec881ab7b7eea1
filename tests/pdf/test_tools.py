from pathlib import Path

import pytest

from .conftest import find_tool


def test_a_missing_program_fails_the_tests_where_ci_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-program"):
        find_tool("no-such-program", tmp_path)


def test_a_missing_program_is_reported_on_a_user_s_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="NOT CHECKED: no-such-program"):
        find_tool("no-such-program", tmp_path)
