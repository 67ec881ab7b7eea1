"""Ids that must be unique in their list."""

from collections.abc import Iterable

from printnplay.model.diagnostics import Diagnostic, Problems, Span


def refuse_twin_ids(what: str, ids: Iterable[tuple[str, Span]], problems: Problems) -> None:
    """Report each id that was already given; `what` names the things in the plural."""
    first: dict[str, Span] = {}
    for name, span in ids:
        if name and name in first:
            problems.add(
                Diagnostic(
                    "PNP204",
                    f"two {what} have the id `{name}`",
                    span,
                    "expected another id",
                    "rename one of the two",
                    (("the other stands here", first[name]),),
                )
            )
        first.setdefault(name, span)
