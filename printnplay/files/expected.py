"""Parts of what was read as JSON, each of the type that it has to be."""


def expect_text(part: object) -> str:
    """Return a part of what was read as JSON, which has to be a text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(part, str):
        raise TypeError(f"expected a word, found {part!r}")
    return part


def expect_number(part: object) -> int:
    """Return a part of what was read as JSON, which has to be a whole number.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(part, int) or isinstance(part, bool):
        raise TypeError(f"expected a whole number, found {part!r}")
    return part
