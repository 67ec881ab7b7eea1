"""What a game and its style ask for by name: fonts and templates have to be there."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from printnplay.loading.catalog import as_typed
from printnplay.model.cards import OWN, Game
from printnplay.model.diagnostics import Problems, Span
from printnplay.model.style import Style
from printnplay.rendering.text.fonts import FontFileError, FontShelf

SUFFIX = ".svg.j2"
COVERS = ("back", "cover", "cover-back", "page")
"""The templates that every style has to have, or `base` for it."""

PICTURED = {"figure": "figure"}
"""The kinds of blocks that are drawn by a template of the style, which a block need not name."""


def check_fonts(style: Style, shelf: FontShelf, problems: Problems) -> bool:
    """Whether every font file can be used, and every family of the style is there."""
    try:
        known = shelf.families
    except FontFileError as error:
        _refuse(error.path, "expected a TrueType or OpenType font", problems)
        return False
    if not _embeddable(shelf, problems):
        return False
    missing: dict[str, Span] = {}
    for name, text in style.text.items():
        if text.family not in known:
            missing.setdefault(text.family, style.families.get(name, style.span))
    for family, span in missing.items():
        near = get_close_matches(family, known, n=1)
        problems.error(
            "PNP402",
            f"there is no font family `{family}`",
            span,
            f"expected one of {', '.join(known)}" if known else "there are no fonts at all",
            f"did you mean `{near[0]}`?" if near else "put its files into templates/fonts",
        )
    return not missing


def _embeddable(shelf: FontShelf, problems: Problems) -> bool:
    """Whether every font file can be put into a PDF."""
    from printnplay.targets.pdf import FontError, check_outlines

    before = problems.errors
    for face in shelf.faces:
        try:
            check_outlines(face.path)
        except FontError as error:
            label = f"expected TrueType or CFF outlines: {error.message}"
            _refuse(Path(face.path), label, problems)
    return problems.errors == before


def _refuse(path: Path, label: str, problems: Problems) -> None:
    cure = "put a sound copy of the font there, or remove the file"
    problems.error("PNP405", "the font file cannot be used", Span(as_typed(path)), label, cure)


def check_templates(game: Game, folders: Sequence[Path], problems: Problems) -> None:
    """Note every template that the game or a kit needs and no folder of the style has."""
    known = {path.name.removesuffix(SUFFIX) for one in folders for path in one.glob(f"*{SUFFIX}")}
    first: dict[str, Span] = {}
    for name, span in _asked(game, folders):
        first.setdefault(name, span)
    for name, span in first.items():
        if name not in known:
            near = get_close_matches(name, sorted(known), n=1)
            cure = f"write {as_typed(folders[0])}/{name}{SUFFIX}"
            problems.error(
                "PNP417",
                f"there is no template `{name}{SUFFIX}`",
                span,
                "expected a template of the style",
                f"did you mean `{near[0]}`? If not, {cure}" if near else cure,
            )


def _asked(game: Game, folders: Sequence[Path]) -> Iterator[tuple[str, Span]]:
    """Names of templates, and who asks for them."""
    yield from _of_sheets(game)
    for section in game.outline.sections:
        for block in section.blocks:
            template = block.options.get("template") or PICTURED.get(block.kind)
            if template:
                yield template, block.span
    for name in COVERS:
        yield name, Span(f"{as_typed(folders[0])}/{name}{SUFFIX}")


def _of_sheets(game: Game) -> Iterator[tuple[str, Span]]:
    for card in game.cards:
        yield card.template, card.span
        if card.back_template:
            yield card.back_template, card.span
    for group in game.groups:
        if group.backs not in ("", OWN):
            yield group.backs, group.span
    for board in game.boards:
        yield board.template, board.span
    if game.box is not None:
        yield "box", game.box.span
