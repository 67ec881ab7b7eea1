"""Fonts derived from others: instances of variable fonts, and fonts with features enabled.

Each is a separate font file with one look. So everything that measures or draws text (typst, resvg,
the PDF, browsers) uses the same glyphs, and needs no support for axes or features.
"""

import struct
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from printnplay.files import sfnt
from printnplay.scene.sheet import FontFace

if TYPE_CHECKING:
    from uharfbuzz import Face

WEIGHT, SLANT, ITALIC = "wght", "slnt", "ital"
"""Axes that styles use (OpenType specification, "Design-Variation Axis Tag Registry")."""
SLANTED = -14.0
"""The slant of italics, in degrees (CSS Fonts 4, 2.4)."""
ALWAYS = {"GSUB": "rclt", "GPOS": "dist"}
"""Features that every program enables by default, and that few fonts have."""
_LAYOUT = ("GSUB", "GPOS")
_DEFAULT_LANGUAGE = 0xFFFF
"""The index of the default language system; as `ReqFeatureIndex`, none (OpenType specification,
"Common Table Formats").
"""

_DERIVED = frozenset({"fvar", "CFF2"})
"""Tables of fonts that are drawn only through derived fonts: axes, and outlines in a new format."""


class Axis(NamedTuple):
    """An axis of a variable font."""

    lowest: float
    default: float
    highest: float

    def nearest(self, value: float) -> float:
        """Return the value on the axis that is nearest to another."""
        return min(max(value, self.lowest), self.highest)


def axes_of(face: "Face") -> dict[str, Axis]:
    """Return the axes of a font by tag; empty if it is not variable."""
    return {
        one.tag: Axis(one.min_value, one.default_value, one.max_value) for one in face.axis_infos
    }


def features_in(face: "Face") -> frozenset[str]:
    """Return the tags of the features of a font, for any script and language."""
    found: set[str] = set()
    for table in _LAYOUT:
        for script, _ in enumerate(face.get_table_script_tags(table)):
            languages = range(len(face.get_script_language_tags(table, script)))
            for language in (*languages, _DEFAULT_LANGUAGE):
                found.update(face.get_language_feature_tags(table, script, language))
    return frozenset(found)


class Recipe(NamedTuple):
    """The parameters of a derived font: its location on the axes and its features."""

    location: tuple[tuple[str, float], ...]
    features: tuple[tuple[str, float], ...]


VERSION = 2
"""The version of the derivation code, incremented with each change so that cached fonts are created
again.
"""


def derived(content: bytes, recipe: Recipe, face: FontFace) -> bytes:
    """Return a font with one look; the same font and recipe produce the same bytes.

    Args:
        content: a TrueType or OpenType file.
        recipe: the location and features to apply.
        face: the family, weight and slant to name it by.

    Raises:
        ValueError: the font is malformed.
    """
    sfnt.tables_of(content)  # HarfBuzz ignores truncated tables
    made = _instance(content, dict(recipe.location))
    if recipe.features:
        made = with_features(made, dict(recipe.features))
    tables = sfnt.with_kind(sfnt.tables_of(made), face.weight, italic=face.italic)
    for tag in ("STAT", "avar", "fvar", "DSIG"):
        tables.pop(tag, None)
    plain = sfnt.font_of(made[:4], tables)
    style = "Italic" if face.italic else "Regular"
    short = "".join(one for one in face.name if one.isascii() and one.isalnum()) or "Font"
    names: dict[int, str | None] = {
        sfnt.FAMILY: face.family,
        sfnt.STYLE: style,
        sfnt.UNIQUE: short,
        sfnt.FULL: face.name,
        sfnt.POSTSCRIPT_NAME: short[:63],
    }
    for number in (sfnt.TYPOGRAPHIC_FAMILY, sfnt.TYPOGRAPHIC_STYLE, sfnt.WWS_FAMILY, 22, 25):
        names[number] = None
    return sfnt.renamed(plain, names)


def is_derived_only(face: "Face") -> bool:
    """Return whether a font is drawn only through derived fonts: it is variable, or CFF2."""
    return not _DERIVED.isdisjoint(face.table_tags)


def _instance(content: bytes, location: Mapping[str, float]) -> bytes:
    """Return an instance of a variable font, with its outlines converted from CFF2 to CFF."""
    import uharfbuzz

    face = uharfbuzz.Face(uharfbuzz.Blob(content))
    if not is_derived_only(face):
        return content
    wanted = uharfbuzz.SubsetInput()
    wanted.keep_everything()
    flags = uharfbuzz.SubsetFlags
    wanted.flags = flags(wanted.flags) | flags.SET_OVERLAPS_FLAG | flags.DOWNGRADE_CFF2
    if face.axis_infos:
        wanted.pin_all_axes_to_default(face)
        for tag, value in location.items():
            wanted.pin_axis_location(face, tag, value)
    try:
        made: bytes = uharfbuzz.subset(face, wanted).blob.data
    except RuntimeError as error:
        raise ValueError("the font cannot be instantiated") from error
    return made


def with_features(content: bytes, features: Mapping[str, float]) -> bytes:
    """Return a font in which some features are always enabled, and others are removed.

    Raises:
        ValueError: its feature tables cannot be read.
    """
    from fontTools.ttLib import TTFont, TTLibError

    stream = BytesIO()
    try:
        font = TTFont(BytesIO(content), recalcBBoxes=False, recalcTimestamp=False, lazy=True)
        for tag in _LAYOUT:
            if tag in font and font[tag].table.FeatureList is not None:
                _set(font[tag].table, features, ALWAYS[tag])
        font.save(stream, reorderTables=None)
    except (TTLibError, struct.error, LookupError, ValueError, ArithmeticError) as error:
        raise ValueError("the features of the font cannot be read") from error
    except (AssertionError, AttributeError, TypeError, RecursionError) as error:
        # Exceptions of the library for malformed tables.
        raise ValueError("the features of the font cannot be read") from error
    return stream.getvalue()


def _set(table: Any, features: Mapping[str, float], always: str) -> None:  # noqa: ANN401
    """Set features in a layout table, for each script and language separately."""
    from fontTools.ttLib.tables import otTables

    records: list[Any] = list(table.FeatureList.FeatureRecord)
    known: dict[tuple[int, ...], int] = {}
    for script in table.ScriptList.ScriptRecord:
        languages = [one.LangSys for one in script.Script.LangSysRecord]
        for language in filter(None, [script.Script.DefaultLangSys, *languages]):
            own = [index for index in language.FeatureIndex if _tag(records, index) not in features]
            on = [index for index in language.FeatureIndex if features.get(_tag(records, index))]
            if on:
                joined = [index for index in own if _tag(records, index) == always]
                own = [index for index in own if index not in joined]
                lookups = _lookups(records, [*on, *joined])
                if lookups not in known:
                    known[lookups] = len(records)
                    records.append(_record(otTables, always, lookups))
                own.append(known[lookups])
            language.FeatureIndex = own
    _sort(table, records)


def _tag(records: list[Any], index: int) -> str:
    tag: str = records[index].FeatureTag
    return tag


def _lookups(records: list[Any], indexes: Iterable[int]) -> tuple[int, ...]:
    return tuple(
        sorted({one for index in indexes for one in records[index].Feature.LookupListIndex})
    )


def _record(tables: Any, tag: str, lookups: tuple[int, ...]) -> Any:  # noqa: ANN401
    record = tables.FeatureRecord()
    record.FeatureTag = tag
    record.Feature = tables.Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex = list(lookups)
    record.Feature.LookupCount = len(lookups)
    return record


def _sort(table: Any, records: list[Any]) -> None:  # noqa: ANN401
    """Sort the features by tag, the order in which programs search them."""
    order = sorted(range(len(records)), key=lambda index: (records[index].FeatureTag, index))
    places = {index: place for place, index in enumerate(order)}
    table.FeatureList.FeatureRecord = [records[index] for index in order]
    table.FeatureList.FeatureCount = len(order)
    for script in table.ScriptList.ScriptRecord:
        languages = [one.LangSys for one in script.Script.LangSysRecord]
        for language in filter(None, [script.Script.DefaultLangSys, *languages]):
            language.FeatureIndex = sorted(places[index] for index in language.FeatureIndex)
            language.FeatureCount = len(language.FeatureIndex)
            if language.ReqFeatureIndex != _DEFAULT_LANGUAGE:
                language.ReqFeatureIndex = places[language.ReqFeatureIndex]
    variations = getattr(table, "FeatureVariations", None)
    for record in variations.FeatureVariationRecord if variations else ():
        for substitution in record.FeatureTableSubstitution.SubstitutionRecord:
            substitution.FeatureIndex = places[substitution.FeatureIndex]
