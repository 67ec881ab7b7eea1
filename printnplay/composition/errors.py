"""What cannot be put on paper, said so that the caller can name it to the user."""

from collections.abc import Sequence


class UnknownPaperError(ValueError):
    """A paper that is neither in the table nor a size; `known` lists the names."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """Keep what was asked for and what there is."""
        names = ", ".join(known)
        super().__init__(f"no paper `{name}`: use {names}, or a size such as 200x300mm")
        self.name = name
        self.known = tuple(known)


class DoesNotFitError(ValueError):
    """Something has no place on the paper; `element` is what, `reason` is why."""

    def __init__(self, element: str, reason: str) -> None:
        """Keep the element and the reason apart, for a report that shows both."""
        super().__init__(f"{element}: {reason}")
        self.element = element
        self.reason = reason
