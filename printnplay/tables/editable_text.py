"""CSV files whose rows can be rewritten."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from printnplay.kernel.strings import spliced
from printnplay.tables.cell_edits import text_cell
from printnplay.tables.editable import LINE_END, EditableTable
from printnplay.tables.reading import Row, separator_of


class TextTable(EditableTable):
    """A CSV file."""

    def __init__(self, source: str, rows: Sequence[Row]) -> None:
        """Take the rows of the source."""
        super().__init__(source)
        filled = [row for row in rows if any(cell.value for cell in row.cells)]
        self.separator = separator_of(source)
        self.lines = filled
        width = max(
            (at for row in filled for at, c in enumerate(row.cells, 1) if c.value), default=0
        )
        self.keys = range(width)
        head = [cell.value for cell in filled[0].cells[:width]] if filled else []
        self.headings = [*head, *[""] * (width - len(head))]
        self.rows = [
            {at: cell.value for at, cell in enumerate(row.cells) if cell.value}
            for row in filled[1:]
        ]
        self.bodies = [(row.cells[0].start, row.cells[-1].end) for row in filled[1:]]
        if filled:
            found = LINE_END.match(source, filled[0].cells[-1].end)
            self.line_end = found[0] if found and found[0] else "\n"

    @property
    def end_of_headings(self) -> int:
        """Where the first row goes if there is none."""
        return self.lines[0].cells[-1].end

    def with_cells(self, cells: Mapping[tuple[int, int], str]) -> str:
        """Return the source with cells changed; cells that a short row lacks are added."""
        changes = []
        added: dict[int, dict[int, str]] = defaultdict(dict)
        for (row, column), text in cells.items():
            there = self.lines[row + 1].cells
            if column >= len(there):
                added[row][column] = text_cell(text, separator=self.separator)
            elif there[column].value != text:
                cell = there[column]
                old = self.source[cell.start : cell.end]
                changes.append((cell.start, cell.end, text_cell(text, old, self.separator)))
        for row, new in added.items():
            there = self.lines[row + 1].cells
            end, texts = there[-1].end, (new.get(at, "") for at in range(len(there), max(new) + 1))
            changes.append((end, end, "".join(self.separator + text for text in texts)))
        return spliced(self.source, sorted(changes))

    def with_column(self, name: str, value: str) -> str:
        """Return the source with a column added; short rows stay short if its cells are empty."""
        at = len(self.keys)
        rows = enumerate(self.lines[1:])
        cells = {(n, at): value for n, row in rows if value or len(row.cells) == at}
        return self.with_cells({(-1, at): name, **cells})

    def written(self, values: Sequence[str], near: int) -> str:
        """Return a new row, with the quotes of another one."""
        like = self.lines[near + 1].cells
        olds = [self.source[cell.start : cell.end].strip(" ") for cell in like]
        width = max(len(values), len(olds))
        # Quotes that the other cell does not need are the style of the column.
        styled = zip(olds, like, strict=True)
        quotes = ['""' if old[:1] == '"' != text_cell(c.value)[:1] else "" for old, c in styled]
        quotes += [""] * width
        texts = [*values, *[""] * (width - len(values))]
        cells = zip(texts, quotes, strict=False)
        return self.separator.join(text_cell(text, old, self.separator) for text, old in cells)
