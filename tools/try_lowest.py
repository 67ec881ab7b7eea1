"""The lowest libraries that pyproject.toml allows, tried: `python tools/try_lowest.py dist`.

The wheel in the folder is installed with them, and with the newest ones; uv finds out which. Both
build the same PDFs, byte for byte.
"""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

DATE = "1767225600"
"""The date in the PDFs: 2026-01-01."""


def main(dist: Path) -> None:
    """Compare what the lowest and the newest libraries build."""
    (wheel,) = dist.resolve().glob("*.whl")
    with TemporaryDirectory() as folder:
        made = [built(wheel, how, Path(folder) / how) for how in ("lowest-direct", "highest")]
    assert len(made[0]) == 4, sorted(made[0])
    different = [name for name in made[0] if made[0][name] != made[1].get(name)]
    assert not different, different
    print(f"{wheel.name}: lowest and newest libraries build the same files")


def built(wheel: Path, resolution: str, folder: Path) -> dict[str, bytes]:
    """Return the PDFs of a game that is built with the lowest or the highest versions."""
    place = folder / "environment"
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    cache = {"PRINTNPLAY_CACHE": str(folder / "cache"), "SOURCE_DATE_EPOCH": DATE}
    own, game = [str(python), "-m", "printnplay"], str(folder / "reef")
    install = ["uv", "pip", "install", "--quiet", "--python", str(python)]
    for words in (
        ["uv", "venv", "--quiet", "--python", sys.executable, str(place)],
        [*install, "--resolution", resolution, f"{wheel}[preview]"],
        [*own, "new", game, "--from", "csv"],
        [*own, "check", "--strict", "--project", game],
        [*own, "build", "--project", game, "-o", str(folder / "output")],
        [str(python), "-c", "import printnplay.preview.server"],
    ):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **cache})
    return {path.name: path.read_bytes() for path in (folder / "output").rglob("*.pdf")}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
