"""Build the standalone program: `make program`.

`python tools/program/make_program.py dist` runs in an environment with the wheel, its extra
`preview`, and PyInstaller. The program is one folder, which needs no Python. It is tried against
the wheel and packed, and its checksum written.
"""

import hashlib
import os
import platform
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from printnplay import __version__
from printnplay.build.natives import unknown_libraries

HERE = Path(__file__).parent
NAME = "printnplay"
WINDOWS = sys.platform == "win32"
MOST = 120_000_000
"""The largest archive in bytes: a download of two minutes at 8 Mbit/s."""

DATE = 1767225600
"""The time of all files in the archive, and of the PDFs that are compared: 2026-01-01."""


def main(dist: Path) -> None:
    """Build, try and pack the program."""
    with TemporaryDirectory() as work:
        options = [
            "--noconfirm",
            "--log-level=WARN",
            "--distpath",
            work,
            "--workpath",
            f"{work}/.pi",
        ]
        subprocess.run(
            [sys.executable, "-m", "PyInstaller", *options, "program.spec"], cwd=HERE, check=True
        )
        folder = Path(work) / NAME
        (folder / "README.txt").write_bytes((HERE / "README.txt").read_bytes())
        refuse_unknown(folder)
        attempt(folder / (f"{NAME}.exe" if WINDOWS else NAME))
        dist.mkdir(exist_ok=True)
        archive = packed(folder, dist)
    size = archive.stat().st_size
    assert size <= MOST, f"{archive.name} has {size:,} bytes"
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{digest}  {archive.name}\n")
    print(f"{archive}: {size / 1e6:.0f} MB, sha256 {digest}")


def refuse_unknown(folder: Path) -> None:
    """Refuse native libraries whose licence is not known: such as readline, under the GPL.

    Raises:
        SystemExit: there are such libraries.
    """
    if unknown := unknown_libraries(folder):
        raise SystemExit(
            f"no licence is known for {', '.join(unknown)}: leave out the modules that bring them"
            " (LEFT_OUT in program.spec), or list them in printnplay/build/natives.py"
        )


def attempt(program: Path) -> None:
    """Build a game with the program and with the wheel: the PDFs are the same, byte for byte."""
    with TemporaryDirectory() as place:
        made = []
        for number, words in enumerate(([str(program)], [sys.executable, "-P", "-m", NAME])):
            folder = Path(place) / str(number)
            cache = {"PRINTNPLAY_CACHE": str(folder / "cache")}
            environment = {**os.environ, **cache, "SOURCE_DATE_EPOCH": str(DATE)}
            for line in (
                ["new", "reef", "--from", "csv"],
                ["check", "--project", "reef", "-j", "2"],
                ["build", "--project", "reef"],
                ["about", "--licences"],
            ):
                folder.mkdir(exist_ok=True)
                subprocess.run(
                    [*words, *line], cwd=folder, env=environment, check=True, capture_output=True
                )
            files = (folder / "reef/output").rglob("*.pdf")
            made.append({file.name: file.read_bytes() for file in files})
        assert len(made[0]) == 4, sorted(made[0])
        assert made[0] == made[1], "the PDFs of the program differ from those of the wheel"


def packed(folder: Path, dist: Path) -> Path:
    """Pack the folder, in the way that its system opens with a double click."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    name = f"{NAME}-{__version__}-{system}-{platform.machine().lower()}"
    files = sorted(folder.rglob("*"))
    if WINDOWS:
        archive = dist / f"{name}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
            for path in files:
                made.write(path, path.relative_to(folder.parent))
        return archive
    is_mac = sys.platform == "darwin"  # whose Finder may not know xz
    archive = dist / f"{name}.tar.{'gz' if is_mac else 'xz'}"
    with tarfile.open(archive, "w:gz") if is_mac else tarfile.open(archive, "w:xz") as tar:
        for path in files:
            tar.add(path, str(path.relative_to(folder.parent)), recursive=False, filter=_plain)
    return archive


def _plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return an entry without the time and the user of this machine."""
    info.mtime, info.uid, info.gid, info.uname, info.gname = DATE, 0, 0, "", ""
    return info


if __name__ == "__main__":
    main(Path(sys.argv[1]))
