"""Looks: a style with the folders that its templates and pictures are found in."""

from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import Catalog, UnknownNameError, display_path
from printnplay.files.door import is_there
from printnplay.game.game import Game
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.style import like_of, load_style
from printnplay.scene.style import Style

BASE = "base"
"""The style whose templates are the fallback of all others."""


class Look(Struct, frozen=True):
    """A style and its template folders in search order."""

    style: Style
    folders: tuple[Path, ...]

    def scaled(self, percent: int) -> "Look":
        """Return the look with larger or smaller type."""
        return self if percent == 100 else replace(self, style=self.style.scaled(percent))


def find_look(catalog: Catalog, name: str, span: Span, problems: Problems) -> Look | None:
    """Return the look of a style and the styles it is based on; report their faults."""
    folders: dict[Path, None] = {}
    files: list[tuple[Path, str]] = []
    seen: list[str] = []
    wanted: tuple[str, Span] | None = (name, span)
    while wanted is not None:
        if wanted[0] in seen:
            text = f"the style `{name}` is based on itself"
            label = "`like` leads back to this style"
            cure = "remove one of the `like` keys"
            problems.error(codes.UNKNOWN_STYLE, text, wanted[1], label, cure)
            return None
        found = _style_folders(catalog, *wanted, problems)
        if found is None:
            return None
        seen.append(wanted[0])
        folders |= dict.fromkeys(found)
        path = next(
            (folder / "style.yaml" for folder in found if is_there(folder / "style.yaml")),
            found[0] / "style.yaml",
        )
        files.append((path, display_path(path)))
        wanted = like_of(*files[-1])
    before = problems.errors
    style = load_style(*files[0], problems, files[1:])
    base = [folder for folder in folders if folder.name == BASE]
    ordered = (*(folder for folder in folders if folder not in base), *base)
    return Look(style, ordered) if problems.errors == before else None


def looks_of(catalog: Catalog, game: Game, problems: Problems) -> dict[str, Look] | None:
    """Return the looks of groups with their own style; None if one of them has errors."""
    named = {group.style: group.style_span for group in game.groups if group.style}
    looks = {name: find_look(catalog, name, span, problems) for name, span in named.items()}
    sound = {name: look.scaled(game.type_scale) for name, look in looks.items() if look}
    return sound if len(sound) == len(looks) else None


def _style_folders(
    catalog: Catalog, name: str, span: Span, problems: Problems
) -> tuple[Path, ...] | None:
    try:
        return catalog.template_folders(name)
    except UnknownNameError as error:
        near = did_you_mean(error.name, error.known)
        own = f"templates/{error.name}/style.yaml"
        problems.error(
            codes.UNKNOWN_STYLE,
            f"there is no style `{error.name}`",
            span,
            f"expected one of {', '.join(error.known)}",
            f"{near} If not, add {own}" if near else f"add {own}",
        )
        return None
