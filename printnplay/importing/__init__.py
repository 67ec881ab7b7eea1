"""Projects of other tools, read as data and written as ordinary projects. Nothing of them is run.

A reader for each tool makes a `ForeignProject` (`values.py`); `writing.py` makes files of it.

- `bringing.py` imports a project; `source.py` and `gathered.py` find its files, and list losses.
- Readers: `squib*.py`, with `ruby*.py` to work out its scripts; `nandeck*.py`; `cardmaker*.py`;
  `cider.py`, with `handlebars.py`, `css*.py` and `html_*.py`; `component_studio.py`.
- All of them use `markup.py` and `pango.py` for texts, `drawings.py` for SVG, `foreign_tables.py`
  for tables, and `installed.py` for fonts.
- The writer: `columns.py`, `drawing.py`, `templates.py` and `style.py`.
"""

from collections.abc import Mapping

TOOLS: Mapping[str, str] = {
    "squib": "Squib: deck.rb, or the folder of a project",
    "cider": "Cider: the folder of a project, or its exported JSON file",
    "nandeck": "nanDECK: a script (.nde, .txt)",
    "cardmaker": "CardMaker: a project (project.cmp)",
    "component-studio": "Component Studio: the CSV export of a dataset",
}
"""The tools whose projects can be imported; each has a module of this package that reads them."""
