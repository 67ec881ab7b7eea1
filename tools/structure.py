"""Figures of the package's structure: modules, lines, modules with one importer, a build's way.

Run `python tools/structure.py`; with `--importers` also the modules that one module imports.

Two kinds of modules have one importer by design, and are counted apart: those that a table lists,
and tasks that one command runs.
"""

import ast
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = "printnplay"

TABLES = tuple(
    f"{PACKAGE}.{name}"
    for name in (
        "build.formats",
        "cli.reports",
        "export",
        "proofreading",
        "rulebook.pages.blocks",
        "translation.exchange",
    )
)
"""Modules that are the table of what others hold: formats, checks, targets, kinds of blocks."""


BUILD = """
import sys
from printnplay.cli.app import main
try:
    main()
except SystemExit:
    pass
names = [name for name in sys.modules if name.startswith("printnplay.")]
print("\\n".join(sorted(names)), file=sys.stderr)
"""


def modules() -> dict[str, Path]:
    """The files of the package by the name of their module."""
    found = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def importers(files: dict[str, Path]) -> dict[str, set[str]]:
    """For each module the modules that import it, at their top or inside a function.

    A package that loads a module by its name, as formats are, is an importer too, and so is a tool
    that reads a module, such as the one that writes the reference.
    """
    found: dict[str, set[str]] = defaultdict(set)
    tools = {f"tools.{path.stem}": path for path in Path(__file__).parent.glob("*.py")}
    for name, path in (*files.items(), *tools.items()):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                called = f"{name}.{node.value}"
                if called in files:
                    found[called].add(name)
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                imported = full if full in files else node.module
                if imported in files and imported != name:
                    found[imported].add(name)
    return found


def by_design(name: str, importer: str) -> str:
    """Why a module may have one importer; empty if it needs a reason of its own."""
    if importer in TABLES:
        return "in a table"
    stages = name.split(".")[1], importer.partition(".")[2].partition(".")[0]
    if stages[1] in ("", "cli"):
        return "a task"
    return ""


def of_a_build() -> list[str]:
    """The modules that a build of one language loads."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", BUILD, "build", "tic-tac-match", "-l", "en", "-o", folder]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in ran.stderr.splitlines() if name.startswith(PACKAGE)]


def main() -> None:
    """Print the figures."""
    files = modules()
    by = importers(files)
    # The program itself is imported by nobody but a tool.
    single = {
        name: next(iter(by[name]))
        for name in files
        if len(by[name]) == 1 and by[name] <= files.keys()
    }
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files.values())
    print(f"{len(files)} modules, {lines:,} lines")
    print(f"{len(single)} modules with one importer, {len(single) / len(files):.1%}")
    reasons = {name: by_design(name, importer) for name, importer in single.items()}
    plain = [name for name, reason in reasons.items() if not reason]
    kinds = Counter(reason for reason in reasons.values() if reason)
    apart = ", ".join(f"{number} {reason}" for reason, number in kinds.items())
    print(f"{len(plain)} of them, {len(plain) / len(files):.1%}, not by design ({apart})")
    loaded = of_a_build()
    print(f"{len(loaded)} modules in a build of one language:")
    print("  " + " ".join(loaded).replace(f"{PACKAGE}.", ""))
    if "--importers" in sys.argv:
        for name, importer in single.items():
            print(f"  {name} <- {importer}  {reasons[name]}".rstrip())


if __name__ == "__main__":
    main()
