"""How many cores a process may use, in containers too."""

import os
import sys
from pathlib import Path

import pytest

from printnplay.processes import cores as module
from printnplay.processes.cores import cores, granted_cores


@pytest.mark.skipif(sys.platform != "linux", reason="control groups are of Linux")
def test_no_more_cores_count_than_are_granted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "granted_cores", lambda *_: [])
    assert cores() == len(os.sched_getaffinity(0))
    monkeypatch.setattr(module, "granted_cores", lambda *_: [64, 1])
    assert cores() == 1


@pytest.mark.parametrize(
    ("limits", "named", "granted"),
    [
        ({}, "0::/", []),
        ({"cpu.max": "max 100000\n"}, "0::/", []),
        ({"cpu.max": "200000 100000\n"}, "0::/", [2]),
        ({"cpu.max": "50000 100000\n"}, "0::/", [1]),
        ({"cpu.max": "150000 100000\n"}, "0::/", [2]),
        (
            {"runner/job/cpu.max": "max 100000", "runner/cpu.max": "300000 100000"},
            "0::/runner/job",
            [3],
        ),
        ({"other/cpu.max": "100000 100000"}, "0::/runner/job", []),
        ({"cpu.max": "400000 100000"}, "0::/../beside", [4]),
        ({"cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"}, "4:cpu:/", []),
        ({"cpu/cpu.cfs_quota_us": "100000\n", "cpu/cpu.cfs_period_us": "100000\n"}, "4:cpu:/", [1]),
        (
            {
                "cpu/runner/cpu.cfs_quota_us": "200000\n",
                "cpu/runner/cpu.cfs_period_us": "100000\n",
                "cpu/cpu.cfs_quota_us": "-1\n",
                "cpu/cpu.cfs_period_us": "100000\n",
            },
            "4:cpu,cpuacct:/runner/job\n1:name=systemd:/",
            [2],
        ),
        ({"cpu.max": "what is this"}, "0::/", []),
    ],
)
def test_a_container_is_granted_the_time_of_some(
    limits: dict[str, str], named: str, granted: list[int], tmp_path: Path
) -> None:
    groups, own = tmp_path / "groups", tmp_path / "own"
    for name, content in limits.items():
        file = groups / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    own.write_text(f"{named}\n", encoding="utf-8")
    assert granted_cores(groups, own) == granted


def test_without_control_groups_nothing_is_limited(tmp_path: Path) -> None:
    assert granted_cores(tmp_path / "groups", tmp_path / "own") == []
