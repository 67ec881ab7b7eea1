import gc
import os
import re
import shutil
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints
from zlib import crc32

import pytest
import yaml
from filelock import FileLock
from hypothesis import settings

from printnplay.kernel import diagnostics
from printnplay.kernel.packing import pack, unpack

Golden: TypeAlias = Callable[[str, str], None]
Once: TypeAlias = Callable[[str, Callable[[Path], None]], Path]

SAID = Path(__file__).with_name("reference") / "said.yaml"
GUIDE = Path(__file__).parents[1] / "docs" / "rules.md"
_BLOCK = re.compile(
    r'^```\w+ title="(?P<file>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)

TURNS_OF_SAMPLED = 10
"""One in ten cases of a sampled family is in each run of `make rest`, so that CI takes less than
25 minutes."""

TURNS_AT_LEISURE = 4
"""One in four tests at leisure is in each run of `make rest`, for the same reason."""

SAID_NOW: dict[str, set[str]] = defaultdict(set)
"""The messages of the faults that were made of late, by their codes."""


class Diagnostic(diagnostics.Diagnostic, frozen=True):
    """A fault whose message is noted as soon as it is made, wherever it goes."""

    def __post_init__(self) -> None:
        """Note the message."""
        SAID_NOW[self.code.id].add(self.message)


# All modules that make faults are imported later than this one.
pytest.MonkeyPatch().setattr(diagnostics, "Diagnostic", Diagnostic)

# A busy machine is slow, not wrong: no test fails for the time it takes. Each run has the same
# examples, so that a change is judged by what it changed; `--hypothesis-profile=search` seeks more.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=2000)
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.load_profile("steady")


def pytest_sessionfinish() -> None:
    """Remove temporary folders: processes of xdist end without doing so."""
    from printnplay.files import linked_pictures
    from printnplay.pdf import font_folders

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # that they go with what held them
        font_folders._copied.cache_clear()
        linked_pictures._temporary.cache_clear()
        gc.collect()


@pytest.fixture(scope="session", autouse=True)
def _no_fonts_of_this_machine() -> Generator[None, None, None]:
    """Import the same faces on all machines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("printnplay.importing.installed.FOLDERS", ())
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write golden files anew")
    parser.addoption("--thorough", action="store_true", help="run what takes long, too")
    parser.addoption(
        "--part",
        choices=("all", "quick", "rest"),
        default="all",
        help="`quick` leaves out tests at leisure and most of the sampled ones; `rest` runs those",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--thorough"):
        settings.load_profile("thorough")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    part = config.getoption("--part")
    wanted = []
    cases: Counter[str] = Counter()
    for item in items:
        family = item.nodeid.partition("[")[0]
        cases[family] += 1
        turn = crc32(family.encode()) + cases[family]
        if not config.getoption("--thorough") and _is_left_out(item, part, turn):
            continue
        if part == "all" or (part == "quick") == _is_quick(item):
            wanted.append(item)
    chosen = set(wanted)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = wanted


def _is_left_out(item: pytest.Item, part: str, turn: int) -> bool:
    """Whether a test runs with `--thorough` only, or is one of those whose turn it is not.

    Cases in turns, and those of sampled families, are chosen by `TURN`, which is another one in
    each run of CI: every n-th case of a test, so that all runs take about as long.
    """
    if item.get_closest_marker("thorough") is not None:
        return True
    if part != "rest" or _is_quick(item):
        return False
    turns, sampled = map(item.get_closest_marker, ("turns", "sampled"))
    share = turns.args[0] if turns else TURNS_OF_SAMPLED if sampled else TURNS_AT_LEISURE
    return bool((int(os.environ.get("TURN", "1")) + turn) % share)


def _is_quick(item: pytest.Item) -> bool:
    """Whether a test is among the quick ones: not at leisure, and chosen where cases are sampled.

    Which cases are chosen follows from their names, so they stay the same.
    """
    sampled = item.get_closest_marker("sampled")
    chosen = sampled is None or crc32(item.nodeid.encode()) % sampled.args[0] == 0
    return chosen and item.get_closest_marker("at_leisure") is None


def pytest_collection_finish() -> None:
    """What is loaded by now stays, and is not searched for waste again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@cache
def examples_by_test() -> Mapping[str, Mapping[str, str]]:
    """What tests say of faults that the reference shows: by the test's id, messages by code."""
    examples: dict[str, dict[str, str]] = defaultdict(dict)
    for code, example in yaml.safe_load(SAID.read_text("utf-8")).items():
        examples[example["test"]][code] = example["says"]
    return examples


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """A test whose fault is an example in the reference says of it what the reference shows."""
    examples = examples_by_test().get(item.nodeid)
    if examples is None:
        return (yield)
    SAID_NOW.clear()
    yield
    for code, message in examples.items():
        said = SAID_NOW[code]
        assert message in said, f"{SAID.name} has another message of {code}: {said}"


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a test run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def own_cache(shared: Path) -> Iterator[None]:
    """The user's cache and settings are neither used nor changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(shared / "settings"))
        patch.setenv("PRINTNPLAY_CACHE", str(shared / "templates-compiled"))
        yield


@pytest.fixture(scope="session", autouse=True)
def exports_here() -> Iterator[None]:
    """Exports that ask for no number of processes run in this one: to start another takes a second.

    Commands that run as users run them (`tests/paper`, `tests/hostile`) do start others.
    """

    def results(task: Callable[[Any], Any], parts: Sequence[object], jobs: int) -> Iterator[object]:
        if jobs > 1:
            return in_processes(task, parts, jobs)
        made = get_type_hints(task)["return"]
        return (unpack(made, pack(task(part))) for part in parts)

    from printnplay.processes.pool import in_processes

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("printnplay.export.job.in_processes", results)
        yield


@pytest.fixture(scope="session")
def once(shared: Path) -> Once:
    """Makes a folder of this name, unless another process of the run has; nobody changes it."""

    def made(name: str, make: Callable[[Path], None]) -> Path:
        folder, unfinished = shared / name, shared / f"{name}.unfinished"
        with FileLock(shared / f"{name}.lock"):
            if not folder.exists():
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir()
                make(unfinished)
                unfinished.rename(folder)
        return folder

    return made


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with `golden/<name>.txt` beside the test; `--update` writes it instead."""
    folder = request.path.parent / "golden"

    def compare(name: str, text: str) -> None:
        path = folder / f"{name}.txt"
        if request.config.getoption("--update"):
            folder.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"no {path.name} yet: look at the text, then run with --update"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def guide_files() -> Mapping[str, str]:
    """What the reader of the guide to rules has written at its end: file name -> text."""
    return _files_of(GUIDE)


@pytest.fixture(scope="session")
def small_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each of the games of the page of small games."""
    folder = tmp_path_factory.mktemp("small-games")
    for name, text in _files_of(GUIDE.with_name("games.md")).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def _files_of(page: Path) -> dict[str, str]:
    """The files that stand in a page, by name."""
    files: dict[str, str] = {}
    for block in _BLOCK.finditer(page.read_text("utf-8")):
        files[block["file"]] = files.get(block["file"], "") + block["text"] + "\n\n"
    return files
