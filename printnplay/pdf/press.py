"""The inks of a press: colours of screens as cyan, magenta, yellow and black, by an ICC profile.

lcms does the sums, in Pillow. Pure black is black ink alone, so that text has no coloured fringes,
and where the four inks would be more than paper takes, the coloured ones are made less.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from PIL import ImageFilter
    from PIL.Image import Image

Inks: TypeAlias = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black, each from 0 to 255."""

MOST_INK = 400
"""The most ink in per cent: four inks of 100 each, which is no limit."""

GRID = 33
"""The steps of the table for pictures, in each of red, green and blue: those that lcms takes
itself."""


_DATES = slice(24, 36)
"""Where the head of an ICC profile says when it was made (ICC.1:2022, 7.2.8)."""


@cache
def srgb_profile() -> bytes:
    """Return the ICC profile of sRGB (IEC 61966-2-1), without its time of creation."""
    from PIL import ImageCms

    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    profile[_DATES] = bytes(12)
    return bytes(profile)


class ProfileError(Exception):
    """What is given is no ICC profile of a press; the message says why."""


class Press:
    """A press, by its ICC profile and the most ink it may put in one place, in per cent."""

    def __init__(self, profile: bytes, limit: int = MOST_INK) -> None:
        """Take a profile.

        Raises:
            ProfileError: it is no profile of a press with four inks.
        """
        from PIL import ImageCms

        self.profile, self._most = profile, round(limit * 255 / 100)
        try:
            opened = ImageCms.ImageCmsProfile(BytesIO(profile))
            described = opened.profile
            space, kind = described.xcolor_space.strip(), described.device_class
            if space != "CMYK" or kind != "prtr":
                raise ProfileError(f"it is of the class `{kind}` for {space}")
            self._transform: Any = ImageCms.buildTransform(
                ImageCms.ImageCmsProfile(BytesIO(srgb_profile())),
                opened,
                "RGB",
                "CMYK",
                ImageCms.Intent.RELATIVE_COLORIMETRIC,
                ImageCms.Flags.BLACKPOINTCOMPENSATION,
            )
        except (OSError, ImageCms.PyCMSError) as error:
            raise ProfileError(str(error)) from None
        self.description = (described.profile_description or "").strip() or "custom"

    def inks(self, colours: Sequence[tuple[int, int, int]]) -> list[Inks]:
        """Return RGB colours, each channel from 0 to 255, as inks of the press."""
        from PIL import Image

        row = Image.frombytes("RGB", (len(colours), 1), bytes(chain.from_iterable(colours)))
        levels = self._through(row).tobytes()
        inks = zip(levels[::4], levels[1::4], levels[2::4], levels[3::4], strict=True)
        return [self._bounded(colour, four) for colour, four in zip(colours, inks, strict=True)]

    def image(self, image: "Image") -> "Image":
        """Return an RGB picture in the inks of the press."""
        return image.convert("RGB").filter(self._table)

    @cached_property
    def _table(self) -> "ImageFilter.Color3DLUT":
        from PIL import ImageFilter

        steps = [round(255 * step / (GRID - 1)) for step in range(GRID)]
        colours = [(red, green, blue) for blue in steps for green in steps for red in steps]
        values = [ink / 255 for inks in self.inks(colours) for ink in inks]
        return ImageFilter.Color3DLUT(GRID, values, channels=4, target_mode="CMYK")

    def _through(self, image: "Image") -> "Image":
        from PIL import ImageCms

        made = ImageCms.applyTransform(image, self._transform)
        assert made is not None
        return made

    def _bounded(self, colour: tuple[int, int, int], inks: Inks) -> Inks:
        """The inks of a colour, no more than the press may take; black alone for black."""
        if colour == (0, 0, 0):
            return 0, 0, 0, 255
        cyan, magenta, yellow, black = inks
        coloured = cyan + magenta + yellow
        room = self._most - black
        if coloured <= room:
            return inks
        return (
            cyan * room // coloured,
            magenta * room // coloured,
            yellow * room // coloured,
            black,
        )
