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
            uses two files (scheduler/sched-bwc.rst).
        own: the file that names the group of this process after "0::/".
    """
    named = ""
    with suppress(OSError, ValueError):
        lines = own.read_text(encoding="utf-8").splitlines()
        named = next((line[len("0::/") :] for line in lines if line.startswith("0::/")), "")
    innermost = groups / named
    inside = [group for group in (innermost, *innermost.parents) if group.is_relative_to(groups)]
    said = [[group / "cpu.max"] for group in inside]
    said.append([groups / "cpu/cpu.cfs_quota_us", groups / "cpu/cpu.cfs_period_us"])
    granted = []
    for files in said:
        # The file is missing, or there is no limit: "max", or -1.
        with suppress(OSError, ValueError):
            quota, period = map(int, " ".join(file.read_text("utf-8") for file in files).split())
            granted += [-(-quota // period)] if quota > 0 else []
    return granted
