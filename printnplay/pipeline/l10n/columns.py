"""A column for a new language in a glossary: an empty name for each term that has none."""

from printnplay.loading.inserting import all_inserted
from printnplay.loading.nodes import MappingNode
from printnplay.loading.rewriting import UnknownPlaceError
from printnplay.model.diagnostics import Diagnostic, Problems, Span

BOM = "\ufeff"


def with_column(source: str, root: MappingNode, language: str, problems: Problems) -> str:
    """A glossary, read as `root`, with the column; every other character stays.

    A glossary that cannot hold it is a fault, and stays as it is.
    """
    lacking = [
        term
        for term, entry in root.entries.items()
        if isinstance(entry.value, MappingNode)
        and language not in entry.value.entries
        and "." not in term  # a fault of its own, for `check`
    ]
    mark = BOM if source.startswith(BOM) else ""
    names = {f"{term}.{language}.name": "" for term in lacking}
    try:
        return mark + all_inserted(source.removeprefix(BOM), names)
    except UnknownPlaceError as error:
        problems.add(_no_place(str(error.where), language, root.span))
        return source


def _no_place(path: str, language: str, root: Span) -> Diagnostic:
    term = path.removesuffix(f".{language}.name")
    return Diagnostic(
        "PNP357",
        f"{root.file} has no place for the name of `{term}` in `{language}`",
        Span(root.file),
        "expected a term with its languages below it",
        f'write `{language}: {{name: ""}}` where the other languages of the term stand',
    )
