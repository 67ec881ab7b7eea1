"""The limit of memory that the system enforces while a command works."""

import sys
from types import SimpleNamespace

import pytest

from printnplay.files.budget import Limits, limited

resource = pytest.importorskip("resource")


def test_on_macos_memory_that_was_in_use_before_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    set_to = []
    unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(resource, "getrusage", lambda _: SimpleNamespace(ru_maxrss=300 << 20))
    monkeypatch.setattr(resource, "getrlimit", lambda _: unlimited)
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: set_to.append(limits[0]))
    with limited(Limits(memory=1 << 30), lambda: None):
        pass
    assert set_to == [(2 << 30) + (300 << 20), resource.RLIM_INFINITY]
