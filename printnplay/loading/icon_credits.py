"""credits.yaml of a set of icons: its name and licence, and who drew which icon."""

from collections.abc import Collection, Mapping
from pathlib import Path

from msgspec import Struct, field

from printnplay.files.catalog import display_path
from printnplay.files.door import is_there
from printnplay.files.yaml_tree import read_yaml
from printnplay.kernel.diagnostics import Problems
from printnplay.loading.forms import ADDRESS, TEXT, Record, list_of, map_of, optional, required

FILE = "credits.yaml"
"""The file beside the drawings of a set."""


class IconCreditsKeys(Record):
    """The credits of a set of icons."""

    name = required(TEXT, "The name of the set.", "Game Icons")
    site = optional(ADDRESS, "Its address.", "https://game-icons.net")
    licence = optional(TEXT, "Its licence.", "CC BY 3.0")
    by = optional(
        map_of(list_of(TEXT), names=False, keys="maker"),
        "Who drew which icons: names of files without `.svg`. Only the makers of icons that are"
        " printed are credited.",
        "{Lorc: [anvil, crown], Delapouite: [castle-ruins]}",
        "{}",
    )


class IconCredits(Struct, frozen=True):
    """The credits of a set of icons; `by` are the icons of each maker."""

    name: str
    site: str = ""
    licence: str = ""
    by: Mapping[str, Collection[str]] = field(default_factory=dict)

    def line(self, printed: Collection[str]) -> str:
        """Return a credit for the icons that are printed.

        >>> IconCredits("Game Icons", "", "CC BY 3.0", {"Lorc": ["anvil"]}).line({"anvil"})
        'Game Icons by Lorc (CC BY 3.0)'
        """
        makers = [maker for maker, icons in self.by.items() if set(icons) & set(printed)]
        by = f" by {', '.join(makers)}" if makers else ""
        terms = ", ".join(filter(None, (self.site.partition("://")[2], self.licence)))
        return f"{self.name}{by}" + (f" ({terms})" if terms else "")


def load_icon_credits(folder: Path, problems: Problems) -> IconCredits | None:
    """Load the credits of a set from its folder; None if it has none, or they have errors."""
    path = folder / FILE
    if not is_there(path):
        return None
    root = read_yaml(path, display_path(path), problems)
    if root is None:
        return None
    keys = IconCreditsKeys(root, problems)
    return IconCredits(keys.name, keys.site or "", keys.licence or "", keys.by)
