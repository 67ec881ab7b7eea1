"""`migrate`: write the present names of keys that have those of an earlier version."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from printnplay.build.check import check
from printnplay.edition.request import CheckRequest, Progress
from printnplay.files.door import read_text, resolved
from printnplay.files.edits import editing, write_edits
from printnplay.files.yaml_tree import MAX_BYTES
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic
from printnplay.kernel.strings import spliced


def migrate(project: Path, progress: Progress) -> tuple[Diagnostic, ...]:
    """Rewrite the files of a project; return the warnings that this answers, in file order.

    Raises:
        FaultsError: there is no game, or a file cannot be written.
    """
    report = check(CheckRequest(project), progress)
    found = [fault for fault in report.problems if fault.code == codes.EARLIER_KEY]
    return tuple(sorted(_rewritten(project, found), key=lambda fault: fault.span))


@editing
def _rewritten(project: Path, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Write new names over earlier ones; return those that are exactly where they were found."""
    by_file: dict[str, list[Diagnostic]] = defaultdict(list)
    for fault in found:
        by_file[fault.span.file].append(fault)
    root, files, done = resolved(project), dict[Path, bytes](), []
    for file, faults in by_file.items():
        path = resolved(Path(file))
        if not path.is_relative_to(root):  # a bundled file
            continue
        source = read_text(path, MAX_BYTES)
        starts = [0, *(at + 1 for at, letter in enumerate(source) if letter == "\n")]
        changes = []
        for fault in sorted(faults, key=lambda fault: fault.span):
            was, _, new = fault.detail.partition(" ")
            at = starts[fault.span.line - 1] + fault.span.column - 1
            at += source[at : at + 1] in ("'", '"')
            if source[at : at + len(was)] == was:
                changes.append((at, at + len(was), new))
                done.append(fault)
        files[path] = spliced(source, changes).encode()
    write_edits(files, root)
    return done
