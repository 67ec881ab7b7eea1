"""What a user may have meant: the known name closest to the one they wrote."""

from collections.abc import Iterable


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
