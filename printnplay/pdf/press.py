"""Press inks: screen colours converted to cyan, magenta, yellow and black, by an ICC profile.

lcms, in Pillow, does the conversion. Pure black becomes black ink alone, so that text has no
coloured fringes. Where the four inks exceed what paper takes, the coloured ones are reduced.
"""

import struct
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

FULL = 255
"""All of an ink."""

MOST_INK = 400
"""The highest ink limit in per cent: four inks of 100 each, which is no limit."""

GRID = 33
"""The steps of the lookup table for pictures, for each of red, green and blue: as many as lcms
uses."""

_CREATED = struct.Struct(">6H")
"""The creation date and time of an ICC profile (ICC.1:2022, 7.2.8): year, month, day, hours,
minutes and seconds."""

_CREATED_AT = 24
"""The place of the creation date in a profile, in bytes."""


@cache
def srgb_profile(year: int = 0, month: int = 0, day: int = 0) -> bytes:
    """Return the ICC profile of sRGB (IEC 61966-2-1), with this creation date, or a cleared one.

    lcms writes the current time, which would change the bytes of each build.
    """
    from PIL import ImageCms

    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    _CREATED.pack_into(profile, _CREATED_AT, year, month, day, 0, 0, 0)
    return bytes(profile)


class ProfileError(Exception):
    """An invalid ICC profile, or one that is not for a press; the message is the reason."""


class Press:
    """A press: its ICC profile, and the ink limit at any point, in per cent."""

    def __init__(self, profile: bytes, limit: int = MOST_INK) -> None:
        """Load a profile.

        Raises:
            ProfileError: it is not a profile of a press with four inks.
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
        """Convert RGB colours, each channel from 0 to 255, to inks of the press."""
        from PIL import Image

        row = Image.frombytes("RGB", (len(colours), 1), bytes(chain.from_iterable(colours)))
        levels = self._through(row).tobytes()
        inks = zip(levels[::4], levels[1::4], levels[2::4], levels[3::4], strict=True)
        return [self._bounded(colour, four) for colour, four in zip(colours, inks, strict=True)]

    @property
    def rich_black(self) -> Inks:
        """Full black ink on as much of the others as the profile has below black."""
        from PIL import Image

        inks = self._through(Image.new("RGB", (1, 1))).tobytes()
        return self._within((inks[0], inks[1], inks[2], FULL))

    def mixed(self, shares: Sequence[int]) -> Inks:
        """Return inks in per cent as inks of the press, within its limit."""
        cyan, magenta, yellow, black = (round(share * FULL / 100) for share in shares)
        return self._within((cyan, magenta, yellow, black))

    def image(self, image: "Image") -> "Image":
        """Convert an RGB picture to the inks of the press."""
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
        """Reduce the inks of a colour to the limit of the press; use black ink alone for black."""
        if colour == (0, 0, 0):
            return 0, 0, 0, FULL
        return self._within(inks)

    def _within(self, inks: Inks) -> Inks:
        """Reduce the coloured inks to what the limit leaves beside black."""
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


class UnknownPress(Press):
    """A press without a profile: every colour but black needs the coloured inks.

    Profiles differ in how much of each ink a colour takes, but none prints a colour, or a grey,
    with black ink alone. So the plates of this press differ where those of any press do.
    """

    def __init__(self) -> None:
        """Set no limit of ink."""
        self.profile, self.description = b"", "unknown"
        self._most = round(MOST_INK * 255 / 100)

    def _through(self, image: "Image") -> "Image":
        return image.convert("CMYK")
