"""The number of processes that can run in parallel."""

import os
import sys
from contextlib import suppress
from pathlib import Path


def cores() -> int:
    """Return the number of cores that this process may use.

    A container sees all cores of its machine, but may only be granted the time of some.
    """
    if sys.platform != "linux":
        return os.cpu_count() or 1
    granted = granted_cores(Path("/sys/fs/cgroup"), Path("/proc/self/cgroup"))
    return min([len(os.sched_getaffinity(0)), *granted])


def granted_cores(groups: Path, own: Path) -> list[int]:
    """Return the number of cores that each control group of this process allows, if it has a limit.

    Args:
        groups: the folder of all groups. In each, `cpu.max` contains "200000 100000" for two cores,
            and "max 100000" for all (Linux, Documentation/admin-guide/cgroup-v2.rst); version 1
            uses two files in the folder `cpu` (scheduler/sched-bwc.rst).
        own: the file that names the group of this process, in lines like "4:cpu,cpuacct:/job";
            that of version 2 is "0::/job" (cgroups(7)).
    """
    named: dict[str, str] = {}
    with suppress(OSError, ValueError):
        for line in own.read_text(encoding="utf-8").splitlines():
            _, controllers, group = line.split(":", 2)
            named |= dict.fromkeys(controllers.split(","), group)
    said = [[group / "cpu.max"] for group in _with_outer(groups, named.get("", ""))]
    said += [
        [group / "cpu.cfs_quota_us", group / "cpu.cfs_period_us"]
        for group in _with_outer(groups / "cpu", named.get("cpu", ""))
    ]
    granted = []
    for files in said:
        # The file is missing, or there is no limit: "max", or -1.
        with suppress(OSError, ValueError):
            quota, period = map(int, " ".join(file.read_text("utf-8") for file in files).split())
            granted += [-(-quota // period)] if quota > 0 else []
    return granted


def _with_outer(top: Path, named: str) -> list[Path]:
    """Return the folder of a group and of those around it; `top` is the outermost."""
    innermost = top / named.lstrip("/")
    return [group for group in (innermost, *innermost.parents) if group.is_relative_to(top)]
