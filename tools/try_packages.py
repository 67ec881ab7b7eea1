"""The wheel and the sdist tried as a user has them: `python tools/try_packages.py dist`.

Each is installed into an environment of its own, in which a game is begun, checked and built.
"""

import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

STARTERS = ("plain", "csv", "rulebook-only")


def main(dist: Path) -> None:
    """Try each package of a folder."""
    packages = [*dist.glob("*.whl"), *dist.glob("*.tar.gz")]
    assert len(packages) == 2, packages
    for package in packages:
        with TemporaryDirectory() as folder:
            attempt(package.resolve(), Path(folder))
        print(f"{package.name}: installed, and built {', '.join(STARTERS)}")


def attempt(package: Path, folder: Path, *options: str) -> None:
    """Install a package into a new environment, with options of pip, and build games with it."""
    place = folder / "environment"
    venv.create(place, with_pip=True)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", *options, str(package)]
    subprocess.run(pip, check=True)
    program = str(programs / "printnplay")
    for starter in STARTERS:
        game = folder / f"my-{starter}"
        for words in (
            ["new", str(game), "--from", starter],
            ["check", "--strict", "--project", str(game)],
            ["build", "--project", str(game), "-o", str(folder / "output")],
        ):
            subprocess.run([program, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        kits = list((folder / "output" / game.name).rglob("*.pdf"))
        assert len(kits) >= 3, kits


if __name__ == "__main__":
    main(Path(sys.argv[1]))
