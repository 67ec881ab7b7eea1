"""One piece of work, done by all in turn."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from workbench import work as tasks
from workbench.clock import FailedError, Run, environment, run
from workbench.work import CONTESTANTS, OURS, YARDSTICK, Place, Work

SLOW = 10.0
"""Seconds of a warm-up from which a contestant runs only so many times:"""
SLOW_RUNS = 3


@dataclass
class Entry:
    """What a contestant did."""

    runs: list[Run] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    cpu_ratios: list[float] = field(default_factory=list)
    size: int = 0
    pages: bool = True
    words: float = 1.0
    failure: str = ""

    def of(self, name: str) -> float:
        """The median of `wall`, `cpu` or `peak`."""
        values: list[float] = [getattr(done, name) for done in self.runs]
        return median(values)


@dataclass(frozen=True, slots=True)
class Setting:
    """How often to run, where to work, who takes part, where contact sheets go."""

    runs: int
    folder: Path
    names: tuple[str, ...]
    contact: Path | None = None


def hold(work: Work, setting: Setting) -> dict[str, Entry]:
    """Warm up and check, then run all in turn.

    Raises:
        FailedError: printnplay or the yardstick failed.
    """
    folder = setting.folder / work.name
    inputs = folder / "inputs"
    run(tasks.prepare(work, inputs))
    places = {name: Place(inputs, folder / name.replace(" ", "-")) for name in setting.names}
    entries = {name: Entry() for name in setting.names}
    lengths = {name: _warm_up(work, name, places[name], entries[name]) for name in places}
    for name, entry in entries.items():
        if not entry.failure:
            _check(entry, places[OURS].output, places[name].output)
    if setting.contact:
        sound = [places[name].output for name in places if not entries[name].failure]
        setting.contact.mkdir(parents=True, exist_ok=True)
        run(tasks.contact(setting.contact / f"{work.name}.png", sound))
    for turn in range(setting.runs):
        for name, entry in entries.items():
            slow = lengths[name] > SLOW and turn >= SLOW_RUNS
            if not entry.failure and not slow:
                entry.runs.append(_timed(work, name, places[name]))
    _set_ratios(entries)
    return entries


def _warm_up(work: Work, name: str, place: Place, entry: Entry) -> float:
    """One run that is not counted; how long it took."""
    try:
        first = _timed(work, name, place)
    except FailedError as error:
        if name in (OURS, YARDSTICK):
            raise
        entry.failure = str(error).splitlines()[-1] if str(error) else "failed"
        return 0.0
    entry.size = sum(path.stat().st_size for path in place.output.rglob("*.pdf"))
    return first.wall


def _timed(work: Work, name: str, place: Place) -> Run:
    """One run into an empty folder, with nothing drawn that is kept."""
    shutil.rmtree(place.output, ignore_errors=True)
    cache = place.output.with_name("cache")
    shutil.rmtree(cache / "drawn", ignore_errors=True)
    os.environ["PRINTNPLAY_CACHE"] = str(cache)
    place.output.mkdir(parents=True)
    return run(CONTESTANTS[name](work, place))


def _check(entry: Entry, ours: Path, theirs: Path) -> None:
    compared = subprocess.run(
        tasks.compare(ours, theirs), env=environment(), capture_output=True, check=True
    )
    alike = json.loads(compared.stdout)
    entry.pages = alike["files"] and alike["pages"]
    entry.words = alike["words"]


def _set_ratios(entries: dict[str, Entry]) -> None:
    yardstick = entries[YARDSTICK].runs
    for entry in entries.values():
        pairs = list(zip(entry.runs, yardstick, strict=False))
        entry.ratios = [own.wall / other.wall for own, other in pairs]
        entry.cpu_ratios = [own.cpu / other.cpu for own, other in pairs]
