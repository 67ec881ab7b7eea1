"""Projects of other tools, read as data and written as ordinary projects. Nothing of them is run.

A reader for each tool makes a `ForeignProject`; `writing.py` makes files of it.
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
