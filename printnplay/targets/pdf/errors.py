"""What can go wrong while a PDF is made, with the thing at fault by name."""

from typing import NamedTuple


class PictureFault(NamedTuple):
    """A picture that cannot be drawn, and why."""

    picture: str
    message: str


class BakeError(Exception):
    """Pictures that cannot be turned into PDF; every one of them is named."""

    def __init__(self, faults: tuple[PictureFault, ...]) -> None:
        """Keep the faults, in the order of the pictures."""
        super().__init__("; ".join(f"{name}: {message}" for name, message in faults))
        self.faults = faults

    @property
    def picture(self) -> str:
        """The name of the first picture at fault."""
        return self.faults[0].picture

    @property
    def message(self) -> str:
        """Why the first picture cannot be drawn."""
        return self.faults[0].message


class FontError(Exception):
    """A font file that cannot be embedded, such as one with PostScript outlines."""

    def __init__(self, path: str, message: str) -> None:
        """Keep the file and the reason."""
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message
