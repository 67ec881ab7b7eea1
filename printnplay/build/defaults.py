"""A user's own defaults: read for the commands that they type, and changed by `config`."""

from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec.structs import replace

from printnplay.build.defaults_file import FILE, defaults_file
from printnplay.edition.choosing import NOWHERE, choose_paper
from printnplay.files.catalog import display_path
from printnplay.files.door import ReadError, is_there, read, resolved
from printnplay.files.settings import settings_folder
from printnplay.files.yaml_tree import MAX_BYTES
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import FaultsError, Problems, Span
from printnplay.kernel.messages import LANGUAGES

KEYS = ("paper", "printer", "look", "names", "language")
"""What can be set."""

HEAD = "# What printnplay uses where an option is left out: `printnplay config`.\n"


def meanings() -> Mapping[str, str]:
    """Return what can be set, with its meaning."""
    from printnplay.loading.defaults import DefaultsKeys

    return {name: DefaultsKeys.keys[name].says for name in KEYS}


def find_defaults(wanted: Collection[str] = tuple(KEYS)) -> Mapping[str, str]:
    """Return those of the user's defaults that a command wants.

    Raises:
        FaultsError: the file has faults, or one of these values cannot be used.
    """
    path = defaults_file()
    if path is None:
        return {}
    shown, problems = display_path(path), Problems()
    try:
        content = read(path, MAX_BYTES, anywhere=True)
    except ReadError as error:
        raise FaultsError([error.fault(codes.CANNOT_READ, shown)]) from error
    return _values(content, shown, wanted, problems)


def _values(
    content: bytes, shown: str, wanted: Collection[str], problems: Problems
) -> dict[str, str]:
    """Return the wanted values in the content of the file.

    Raises:
        FaultsError: the file has faults, or one of these values cannot be used.
    """
    lines = content.decode(errors="replace").splitlines()
    if all(line.lstrip().startswith("#") or not line.strip() for line in lines):
        return {}  # nothing is set any more
    from printnplay.loading.defaults import defaults_in  # most users have no such file

    keys = defaults_in(content, shown, problems)
    if keys is None:
        raise FaultsError(problems.found)
    values = {name: keys.values[name] for name in KEYS if name in wanted and name in keys.nodes}
    for name, value in values.items():
        _check(name, value, keys.at(name), problems)
    if problems.errors:
        raise FaultsError(problems.found)
    return values


def _check(name: str, value: str, span: Span, problems: Problems) -> None:
    """Report a value that names nothing; `export` checks file names itself."""
    if name == "look":
        from printnplay.build.new import LOOKS
        from printnplay.loading.forms import check_choice

        check_choice(value, LOOKS, span, problems)
        return
    if name == "language":
        from printnplay.loading.forms import check_choice

        check_choice(value, LANGUAGES, span, problems)
        return
    try:
        if name == "paper":
            choose_paper(value)
        elif name == "printer":
            from printnplay.kit.printers import find_printer  # few users have measured one

            find_printer(value)
    except FaultsError as error:
        for fault in error.found:
            problems.add(replace(fault, span=span) if fault.span == NOWHERE else fault)


def set_default(name: str, value: str | None) -> Path:
    """Set one of `KEYS`, or remove it (None); the rest of the file is kept. Return the file.

    Raises:
        FaultsError: the value cannot be used, or the file is invalid or cannot be written.
    """
    from printnplay.files.edits import editing

    path = resolved(settings_folder() / FILE)  # a link, such as to a folder of settings in git
    editing(_set)(path, name, value)
    return path


def _set(path: Path, name: str, value: str | None) -> None:
    from printnplay.files.edits import write_edits
    from printnplay.files.yaml_edits import UnknownPlaceError, inserted, leaves, rewritten
    from printnplay.files.yaml_removal import removed

    shown, problems = display_path(path), Problems()
    content = read(path, MAX_BYTES, anywhere=True) if is_there(path) else HEAD.encode()
    _values(content, shown, (), problems)
    if value is not None:
        _check(name, value, NOWHERE, problems)
    if problems.errors:
        raise FaultsError(problems.found)
    source = content.decode()
    try:
        there = leaves(source)
        if value is None:
            written = removed(source, name) if name in there else source
        elif there and name not in there:
            written = inserted(source, {name: value}, KEYS)
        else:
            source = source if there else f"{source.rstrip()}\n{name}: value\n"
            written = rewritten(source, {name: value})
    except UnknownPlaceError as error:
        raise FaultsError([error.fault(shown)]) from error
    if written.encode() != content:
        write_edits({path: written.encode()}, path.parent)
