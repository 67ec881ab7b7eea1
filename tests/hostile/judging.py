"""What is right about a command that ran on a hostile project, and what is not."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from .casefile import Case
from .running import Ran
from .scene import Scene, Tree

_FAULT = re.compile(r"error\[(PNP\d+)\]|::error .*?(PNP\d+)|\"(PNP\d+)\"")
_PYTHON = re.compile(
    r"Traceback \(most recent|Exception ignored|\bpickle\b"
    r"|(?<!the rules fail: )\b(?:Memory|Recursion|Unpickling)Error"
)


def wrongs(case: Case, scene: Scene, ran: Ran, before: Tree, after: Tree) -> list[str]:
    """Everything that is not as it should be, in words."""
    return [
        *_bounds(case, ran),
        *_told(case, scene, ran),
        *_files(case, scene, ran, before, after),
        *_pages(case, scene),
    ]


def _bounds(case: Case, ran: Ran) -> Iterator[str]:
    if ran.ended:
        yield f"was ended by {ran.ended}, at {ran.cpu:.1f} s of CPU and {ran.megabytes} MB"
    elif ran.cpu > case.cpu:
        yield f"took {ran.cpu:.1f} s of CPU"
    elif ran.megabytes > case.megabytes:
        yield f"took {ran.megabytes} MB"
    if ran.left:
        yield f"left processes running: {ran.left}"


def _told(case: Case, scene: Scene, ran: Ran) -> Iterator[str]:
    told = ran.err + ran.out
    found = _PYTHON.search(told)
    if found:
        yield f"tells of Python: {found[0]} ... {_last(told)}"
    yield from _status(case, ran, told)
    yield from _words(case, scene, ran, told)
    lines = told.split("\n")
    if len(lines) > case.lines:
        yield f"tells {len(lines)} lines"
    if max(map(len, lines)) > case.wide:
        yield f"tells a line of {max(map(len, lines))} characters"


def _status(case: Case, ran: Ran, told: str) -> Iterator[str]:
    if ran.status not in _right(case):
        yield f"exit status {ran.status}, not {case.exit}"
    codes = {code for groups in _FAULT.findall(told) for code in groups if code}
    if ran.status == 1 and case.stderr == case.stdout == "file" and not codes:
        yield "no fault is told"
    if ran.status == case.exit == 0 and "error[" in told:
        yield "a fault is told, and the status is 0"
    for wanted in case.codes if ran.status else ():
        if not codes & set(wanted.split("|")):
            yield f"{wanted} is not told, but {sorted(codes)}"


def _words(case: Case, scene: Scene, ran: Ran, told: str) -> Iterator[str]:
    wanted = (*case.says, *(case.at if ran.status else ()))
    for text in wanted if ran.status in _right(case) else ():
        if scene.fill(text).casefold() not in told.casefold():
            yield f"does not say {text!r}"
    for text in case.silent:
        if scene.fill(text) in told:
            yield f"says {text!r}"


def _right(case: Case) -> list[int]:
    return case.exit if isinstance(case.exit, list) else [case.exit]


def _last(text: str) -> str:
    return text.rstrip().rsplit("\n", 1)[-1][:120]


def _files(case: Case, scene: Scene, ran: Ran, before: Tree, after: Tree) -> Iterator[str]:
    ran_code = scene.outside / "CODE-RAN"
    if ran_code.exists():
        yield f"ran code of the project: {' '.join(sorted(set(ran_code.read_text().split())))}"
    yield from _changes(case, ran, before, after)
    if ran.status == 0:
        yield from _made(case, scene)


def _changes(case: Case, ran: Ran, before: Tree, after: Tree) -> Iterator[str]:
    patterns = case.changes
    if patterns is None:
        patterns = ["output", "output/*"] if ran.status == 0 else []
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name):
            continue
        shown = name.removeprefix("game/") if name.startswith("game/") else f"../{name}"
        if not any(fnmatchcase(shown, pattern) for pattern in patterns):
            verb = "made" if name not in before else "removed" if name not in after else "changed"
            yield f"{verb} {name!r}"


def _made(case: Case, scene: Scene) -> Iterator[str]:
    for pattern in case.makes:
        if not list(scene.project.glob(pattern)):
            yield f"did not make {pattern}"
    for wanted, files in ((True, case.holds), (False, case.lacks)):
        for file, text in files.items():
            path = scene.project / file
            held = path.is_file() and scene.fill(text) in path.read_text("utf-8")
            if held != wanted:
                yield f"{file} {'lacks' if wanted else 'holds'} {text!r}"


def _pages(case: Case, scene: Scene) -> Iterator[str]:
    if not case.prints and not case.unprinted:
        return
    text = "\n".join(_text(path) for path in sorted(scene.root.rglob("*.pdf")))
    for wanted in case.prints:
        if wanted not in text:
            yield f"does not print {wanted!r}"
    for unwanted in case.unprinted:
        if unwanted in text:
            yield f"prints {unwanted!r}"


def _text(path: Path) -> str:
    from pypdfium2 import PdfDocument

    if not path.read_bytes().startswith(b"%PDF"):
        return ""
    with PdfDocument(path) as document:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)
