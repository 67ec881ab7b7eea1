"""Baking within limits: what may run wild has a process of its own, the rest is watched."""

from collections.abc import Sequence
from dataclasses import dataclass

from printnplay.targets.pdf.compiling import Sketch, compile_sketches
from printnplay.targets.pdf.doubts import doubtful
from printnplay.targets.pdf.limits import Limits, apart, watched


@dataclass(frozen=True, slots=True)
class Oven:
    """Draws with the fonts in these folders, within these limits."""

    folders: tuple[str, ...]
    limits: Limits

    def together(self, sketches: Sequence[Sketch]) -> bytes:
        """A PDF file with a page for each drawing.

        Raises:
            CompileError: at least one of them cannot be drawn.
            OverLimitError: they take too long or too much memory.
        """
        limits = self.limits
        if any(doubtful(sketch.svg) for sketch in sketches):
            given = (list(sketches), self.folders)
            return apart(limits.seconds, limits.memory, compile_sketches, *given)
        return watched(limits.seconds, compile_sketches, sketches, self.folders)

    def alone(self, sketches: Sequence[Sketch]) -> bytes:
        """The same for one picture, when something went wrong: out of harm's way, and sooner.

        Raises:
            CompileError: it cannot be drawn.
            OverLimitError: it takes too long or too much memory.
        """
        limits, given = self.limits, (list(sketches), self.folders)
        return apart(limits.seconds_alone, limits.memory, compile_sketches, *given)

    def rasterise(self, sketch: Sketch) -> Sketch:
        """The same drawing as pixels.

        Raises:
            CompileError: it cannot be drawn.
            OverLimitError: it takes too long or too much memory.
        """
        from printnplay.targets.pdf.raster import rasterise

        limits = self.limits
        return apart(limits.seconds_alone, limits.memory, rasterise, sketch, self.folders)
