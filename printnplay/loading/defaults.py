"""config.yaml of a user: defaults of options, for the commands that they type."""

from printnplay.files.yaml_tree import read_bytes
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import NAME, TEXT, Record, optional


class DefaultsKeys(Record):
    """What commands use where an option is left out."""

    paper = optional(TEXT, "The paper of `build`, `print` and `calibrate`.", "letter")
    printer = optional(
        NAME, "The printer of `build` and `print`, measured with `printnplay calibrate`.", "office"
    )
    look = optional(NAME, "The look of games from the plain starter of `new`.", "noir")
    language = optional(NAME, "The language of messages and pages: de, en, es, fr, it, pl.", "de")
    names = optional(TEXT, "The file names of `export`.", '"{index:03}-{id}-{side}"')


def defaults_in(content: bytes, shown: str, problems: Problems) -> DefaultsKeys | None:
    """Parse the content of the file; None if it has faults."""
    root = read_bytes(content, shown, problems)
    keys = DefaultsKeys(root, problems) if root else None
    return None if problems.errors else keys
