"""A Dask cluster on this machine: a scheduler and two workers."""

import json
import subprocess
import sys
import time
from pathlib import Path

DASK = (sys.executable, "-m", "dask")


class Cluster:
    """A scheduler with two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        """Start them; what they write goes into the folder."""
        folder.mkdir(exist_ok=True)
        self.folder, self.note = folder, folder / "scheduler.json"
        common = ("--scheduler-file", str(self.note), "--no-dashboard")
        self.processes = [_start("scheduler", *common, "--host", "127.0.0.1", "--port", "0")]
        while not self.note.exists():
            time.sleep(0.05)
        worker = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.workers = [_start("worker", *common, *worker) for _ in range(2)]
        self.processes += self.workers

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(json.loads(self.note.read_text())["address"])

    def close(self) -> None:
        """End what was started."""
        for process in self.processes:
            process.kill()
            process.wait()


def _start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*DASK, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
