"""Preset files: a record of keys in a YAML file of its own, such as a print service."""

from pathlib import Path
from typing import TypeVar

from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, read
from printnplay.files.yaml_tree import MAX_BYTES, read_bytes
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import Record

Keys = TypeVar("Keys", bound=Record)


def read_preset(path: Path, form: type[Keys], problems: Problems) -> Keys | None:
    """Read the record in a file; None if it has errors, which are reported."""
    shown = display_path(path)
    try:
        root = read_bytes(read(path, MAX_BYTES), shown, problems)
    except ReadError as error:
        problems.add(error.fault(codes.CANNOT_READ, shown))
        return None
    before = problems.errors
    keys = form(root, problems) if root is not None else None
    return None if problems.errors > before else keys
