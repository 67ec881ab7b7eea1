"""Where figures of a print service or a factory were published."""

from msgspec import Struct


class Source(Struct, frozen=True):
    """Where a figure was published, and the date of that text or of the day it was read."""

    url: str
    date: str
