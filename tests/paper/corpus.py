"""Drawings, pictures and fonts of other people, from packages with pinned versions.

The packages are listed in `corpus.yaml`. `PYTHONPATH=tests python -m paper.corpus` downloads them
with npm and pip into a cache outside of the repository (`PAPER_CORPUS`, or a folder of the user's
cache), and prints how many files it holds.

**The rule of the two parts**, fixed before the first file was looked at: of the hexadecimal SHA-256
of `<package>/<path in the package>`, the order of the digests chooses at most `LIMIT` files of a
package; a file is *aside* if its last eight digits, read as a number, are divisible by 3, and
*open* otherwise. Open files are for working and for the tests. Files aside are only counted, by
`PYTHONPATH=tests python -m paper.aside`: nobody mends a fault because of one of them.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

import msgspec
import yaml
from platformdirs import user_cache_path

Kind: TypeAlias = Literal["drawing", "picture", "font"]

LIMIT = 150
"""Files of a package at most, so that no large icon set outweighs the others."""

BESIDE = 3
"""One file in three is put aside."""


class Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A package with its pinned version, and which of its files count."""

    registry: Literal["npm", "pypi"]
    name: str
    version: str
    licence: str
    kind: Kind
    files: str
    has: str

    @property
    def folder(self) -> str:
        """The name of its folder in the cache."""
        return f"{self.name.strip('@').replace('/', '-')}-{self.version}"


class Foreign(msgspec.Struct, frozen=True):
    """A file of a package: its name among all, its kind, and where it lies."""

    name: str
    kind: Kind
    path: Path

    @property
    def digest(self) -> str:
        """What decides whether it is taken, and in which part it is."""
        return sha256(self.name.encode()).hexdigest()

    @property
    def is_aside(self) -> bool:
        """Whether it is put aside for the count at the end."""
        return int(self.digest[-8:], 16) % BESIDE == 0


def packages() -> tuple[Package, ...]:
    """All packages of the list."""
    listed = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
    return msgspec.convert(listed["packages"], tuple[Package, ...])


def corpus_folder() -> Path:
    """The cache that the packages are downloaded to."""
    named = os.environ.get("PAPER_CORPUS")
    return Path(named) if named else user_cache_path("printnplay-paper-corpus")


def missing_packages() -> list[str]:
    """The packages that are not in the cache yet."""
    return [one.name for one in packages() if not (corpus_folder() / one.folder).is_dir()]


def open_files(kind: Kind) -> list[Foreign]:
    """The open files of a kind that are in the cache."""
    return [file for file in _taken(kind) if not file.is_aside]


def aside_files(kind: Kind) -> list[Foreign]:
    """The files of a kind that are put aside."""
    return [file for file in _taken(kind) if file.is_aside]


def sampled(kind: Kind, number: int, seed: int) -> list[Foreign]:
    """So many open files of a kind, chosen by a seed; all packages have a like share."""
    chance = Random(f"{kind} {seed}")
    by_package: dict[str, list[Foreign]] = {}
    for file in open_files(kind):
        by_package.setdefault(file.path.parts[len(corpus_folder().parts)], []).append(file)
    heaps = list(by_package.values())
    for heap in heaps:
        chance.shuffle(heap)
    chance.shuffle(heaps)
    deep = max(map(len, heaps), default=0)
    turns = (heap[turn] for turn in range(deep) for heap in heaps if turn < len(heap))
    return [file for file, _ in zip(turns, range(number), strict=False)]


def _taken(kind: Kind) -> list[Foreign]:
    return [file for one in packages() if one.kind == kind for file in _files_of(one)]


def _files_of(package: Package) -> list[Foreign]:
    """The files of a package that count, in the order of their names."""
    folder = corpus_folder() / package.folder
    found = (
        Foreign(f"{package.name}/{path.relative_to(folder).as_posix()}", package.kind, path)
        for path in folder.rglob("*")
        if path.is_file()
    )
    chosen = sorted(found, key=lambda file: file.digest)[:LIMIT]
    return sorted(chosen, key=lambda file: file.name)


def download(wanted: Iterable[Package]) -> None:
    """Bring packages into the cache; those that are there are left alone.

    Raises:
        subprocess.CalledProcessError: npm or pip cannot bring a package.
    """
    for package in wanted:
        folder = corpus_folder() / package.folder
        if folder.is_dir():
            continue
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as place:
            unfinished = Path(place) / "files"
            unfinished.mkdir()
            _unpack(package, _bring(package, Path(place)), unfinished)
            shutil.move(unfinished, folder)


def _bring(package: Package, place: Path) -> Path:
    named = f"{package.name}{'@' if package.registry == 'npm' else '=='}{package.version}"
    commands = {
        "npm": ["npm", "pack", named, "--silent", "--ignore-scripts", "--pack-destination"],
        "pypi": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", named, "--dest"],
    }
    place = place / "package"
    place.mkdir()
    command = [*commands[package.registry], str(place)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (archive,) = place.iterdir()
    return archive


def _unpack(package: Package, archive: Path, folder: Path) -> None:
    """Write the files of a package that count, and its licences."""
    if package.files.startswith("icons.json:"):
        members = _icons(next(data for name, data in _members(archive) if name == "icons.json"))
    else:
        members = _members(archive)
    patterns = package.files.removeprefix("icons.json:").split()
    for name, data in members:
        if any(fnmatchcase(name.lower(), pattern) for pattern in patterns):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The names in a package, without npm's folder `package`, and the bytes."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for entry in wheel.infolist():
                if not entry.is_dir():
                    yield entry.filename, wheel.read(entry)
        return
    with tarfile.open(archive) as packed:
        for member in packed:
            stream = packed.extractfile(member) if member.isfile() else None
            if stream is not None:
                yield member.name.partition("/")[2], stream.read()


def _icons(listed: bytes) -> Iterator[tuple[str, bytes]]:
    """The drawings of a set of Iconify, which keeps what stands inside `<svg>` only."""
    icons = json.loads(listed)
    for name, icon in icons["icons"].items():
        wide, high = (icon.get(side, icons.get(side, 16)) for side in ("width", "height"))
        opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">'
        yield f"{name}.svg", f"{opened}{icon['body']}</svg>\n".encode()


def _report() -> None:
    kinds: tuple[Kind, ...] = ("drawing", "picture", "font")
    for kind in kinds:
        told = f"{kind}s: {len(open_files(kind))} open, {len(aside_files(kind))} aside\n"
        sys.stdout.write(told)


if __name__ == "__main__":
    download(packages())
    _report()
