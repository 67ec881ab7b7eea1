"""Checks of the types of values parsed from JSON."""


def expect_text(part: object) -> str:
    """Return a value parsed from JSON, which has to be a string.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(part, str):
        raise TypeError(f"expected a word, found {part!r}")
    return part


def expect_number(part: object) -> int:
    """Return a value parsed from JSON, which has to be a whole number.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(part, int) or isinstance(part, bool):
        raise TypeError(f"expected a whole number, found {part!r}")
    return part
