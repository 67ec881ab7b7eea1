"""The wheel and the sdist tried as a user has them: `python tools/try_packages.py dist`.

Each is installed into an environment of its own, in which a game is begun, checked and built.
Whoever builds them again from the sdist gets the same bytes.
"""

import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

STARTERS = ("plain", "csv", "rulebook-only")


def main(dist: Path) -> None:
    """Try each package of a folder."""
    packages = [*dist.glob("*.whl"), *dist.glob("*.tar.gz")]
    assert len(packages) == 2, packages
    rebuild(packages)
    for package in packages:
        with TemporaryDirectory() as folder:
            attempt(package.resolve(), Path(folder))
        print(f"{package.name}: installed, and built {', '.join(STARTERS)}")


def rebuild(packages: list[Path]) -> None:
    """Build all packages again from the sdist, later and elsewhere: every byte is the same."""
    (sdist,) = (package for package in packages if package.suffix == ".gz")
    with TemporaryDirectory() as folder:
        with tarfile.open(sdist) as archive:
            archive.extractall(folder, filter="data")
        (source,) = Path(folder).iterdir()
        for path in source.rglob("*"):
            path.touch()
        again = Path(folder) / "again"
        build = [sys.executable, "-m", "build", "--outdir", str(again), str(source)]
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        for package in packages:
            assert (again / package.name).read_bytes() == package.read_bytes(), package.name
            print(f"{package.name}: built again, with the same bytes")


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
