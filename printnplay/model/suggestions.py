"""What a user may have meant: the known name closest to the one they wrote."""

from collections.abc import Collection, Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like this one, or nothing when none is close.

    >>> nearest("colurs", ["size", "colours"])
    'colours'
    >>> nearest("zebra", ["size", "colours"])
    ''
    """
    from difflib import get_close_matches

    close = get_close_matches(name, sorted(known), n=1, cutoff=0.6)
    return close[0] if close else ""


def offer(name: str, known: Iterable[str], none: str = "") -> str:
    """A help line: the closest name, else what there is, else what to say when there is nothing.

    >>> offer("rd", ["red", "blue"])
    'did you mean `red`?'
    >>> offer("zebra", ["red", "blue"])
    'there is: blue, red'
    """
    names = sorted(known)
    close = nearest(name, names)
    if close:
        return f"did you mean `{close}`?"
    return f"there is: {', '.join(names)}" if names else none


def suggestion(name: str, names: Collection[str]) -> str:
    """A help line for an unknown name: the nearest known one, or all of them."""
    near = nearest(name, names)
    if near:
        return f"did you mean `{near}`?"
    return f"known: {listed(sorted(names))}" if names else ""


def listed(names: Iterable[str]) -> str:
    """Names as they stand in a message."""
    return ", ".join(f"`{name}`" for name in names)
