"""The table files of a game's folder, as named in cards.yaml."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field

from printnplay.files.door import ReadError, Why, leads_up, names_in, read
from printnplay.files.yaml_tree import TextNode
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.suggestions import did_you_mean, listed
from printnplay.tables.reading import MAX_BYTES, Table, endings, read_content

OWN_FILES = frozenset(
    {"game.yaml", "cards.yaml", "booklet.yaml", "examples.yaml", "claims.yaml", "states.yaml"}
)
"""The files of a game's folder that are no tables, whatever their suffix."""


class TableFile(Struct, frozen=True):
    """The file name of a table, and its sheet."""

    file: TextNode
    sheet: TextNode


class TableFolder(Struct):
    """The folder of a game, whose tables are read once each.

    `shown` is the folder as the user would type it. `contents` replaces the content of the files
    with these names.
    """

    folder: Path
    shown: str
    contents: Mapping[str, bytes] = field(default_factory=dict)
    known: dict[tuple[str, str], Table] = field(default_factory=dict)

    def read(self, source: TableFile, problems: Problems) -> Table | None:
        """Read a table; None with the reasons added to `problems`."""
        name, sheet = source.file.value, source.sheet.value
        if (name, sheet) in self.known:
            return self.known[name, sheet]
        if not is_table_name(name):
            text = f"`{name}` is not the file name of a table"
            label = f"expected a file of the game's folder that ends in {listed(sorted(endings()))}"
            cure = "write `cards.csv`"
            if name.endswith(".yml"):
                cure = f"rename it `{name.removesuffix('.yml')}.yaml`"
            elif name.lower().startswith("https:"):
                cure = f'write `rows: cards.csv, address: "{name}"`, and run `printnplay fetch`'
            problems.error(codes.BROKEN_TABLE, text, source.file.span, label, cure)
            return None
        content = self.contents.get(name)
        if content is None:
            content = _content(source.file, self.folder, self.shown, problems)
        before = problems.errors
        if content is None:
            return None
        table = read_content(content, f"{self.shown}/{name}", source.sheet, problems)
        if table is not None and problems.errors == before:
            self.known[name, sheet] = table
        return table


def _content(file: TextNode, folder: Path, shown: str, problems: Problems) -> bytes | None:
    """Return the bytes of a table; report a missing one where cards.yaml names it."""
    path = folder / file.value
    try:
        return read(path, MAX_BYTES)
    except ReadError as error:
        if error.why is not Why.MISSING:
            code = codes.FILE_TOO_LARGE if error.why is Why.TOO_LARGE else codes.CANNOT_READ
            problems.add(error.fault(code, f"{shown}/{file.value}"))
            return None
    beside = filter(is_table_name, names_in(path.parent))
    fetched = "`printnplay fetch` downloads a published one, with an `address`"
    problems.error(
        codes.CANNOT_READ,
        f"there is no table `{file.value}`",
        file.span,
        f"expected a file in {shown}",
        did_you_mean(path.name, beside, f"put it there; {fetched}"),
    )
    return None


def is_table_name(name: str) -> bool:
    """Return whether a name is that of a table in the game's folder."""
    is_own = name in OWN_FILES
    return not (is_own or leads_up(name)) and Path(name).suffix.lower() in endings()
