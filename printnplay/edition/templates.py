"""The templates of a game: those that it lacks, and those that nothing uses."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from printnplay.edition.looks import BASE, Look
from printnplay.faces.helpers import FACTS
from printnplay.faces.helpers import FILE as ICONS
from printnplay.faces.template_faults import strings, typed_words
from printnplay.faces.template_files import SUFFIX
from printnplay.faces.templates import Templates
from printnplay.files.catalog import Catalog, display_path, edition_in
from printnplay.game.game import OWN, Game
from printnplay.game.rulebook import FigureBlock
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.languages import REFERENCE
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.editions import with_editions
from printnplay.loading.game import find_style, load
from printnplay.proofreading.foreign_markup import markup_in_template

TAILPIECE = "tailpiece"
"""Optional template that fills the space left at the end of a part of the rulebook."""


ENDPAPER = "endpaper"
"""Optional template of the pages without text that complete the last sheet of a booklet."""


BACK_PAGE = "back-page"
"""The template of the back of a rulebook whose blocks are in booklet.yaml."""


COVERS = ("back", "cover", "cover-back", "page", "showcase")
"""The templates that every style must have, or inherit from `base`."""


def check_templates(
    game: Game,
    folders: Sequence[Path],
    problems: Problems,
    looks: "Mapping[str, Look] | None" = None,
) -> None:
    """Report every template that the game or its kit needs and its style's folders lack."""
    own_folders = {style: look.folders for style, look in (looks or {}).items()}
    known = {
        style: {name for folder in searched for name in _templates_in(folder)}
        for style, searched in {"": folders, **own_folders}.items()
    }
    first: dict[tuple[str, str], Span] = {}
    for name, span, style in _needed(game, folders):
        first.setdefault((name, style if style in known else ""), span)
    for (name, style), span in first.items():
        if name not in known[style]:
            meant = did_you_mean(name, known[style])
            cure = f"write {display_path(own_folders.get(style, folders)[0])}/{name}{SUFFIX}"
            problems.error(
                codes.UNKNOWN_TEMPLATE,
                f"there is no template `{name}{SUFFIX}`",
                span,
                "expected a template of the style",
                f"{meant} If not, {cure}" if meant else cure,
            )


def check_unused_templates(
    catalog: Catalog, game: Game, folders: Sequence[Path], problems: Problems
) -> None:
    """Warn of unused templates of the style: their faults would go unnoticed.

    Only the project's own folder of the style is checked. `base` is excluded, since it serves all
    styles. A template that another game of this style uses counts as used.
    """
    own = catalog.roots[0] / "templates" / game.style
    if game.style == BASE or own not in folders:
        return
    unused = _unused(own, [game], folders)
    # Load other games only if needed.
    if unused and (others := _other_games(catalog, game)):
        unused = _unused(own, [game, *others], folders)
    for name in unused:
        problems.warning(
            codes.UNUSED_TEMPLATE,
            f"unused template `{name}{SUFFIX}`",
            Span(f"{display_path(own)}/{name}{SUFFIX}"),
            "no card, sheet, board, block of the booklet or other template uses it",
            "remove the file, or use it",
        )


def _unused(own: Path, games: Sequence[Game], folders: Sequence[Path]) -> list[str]:
    """Return the templates in a folder that the games do not use; empty if that is unknown."""
    used = _used(games, folders)
    return [] if used is None else sorted(set(_templates_in(own)) - used)


def _used(games: Sequence[Game], folders: Sequence[Path]) -> set[str] | None:
    """Return the templates that games use; None if that is unknown."""
    templates = Templates(folders)
    waiting = {ICONS, FACTS, *(name for game in games for name, *_ in _needed(game, folders))}
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        used.add(name)
        references = templates.references(name)
        if references is None and name not in (ICONS, FACTS):
            return None
        waiting |= (references or frozenset()) - used
    return used


def _drawn(game: Game, looks: Sequence["Look"]) -> set[Path]:
    """Return the files of the templates that a game uses, of each look the first of a name."""
    found: set[Path] = set()
    for look in looks:
        used = _used([game], look.folders)
        names = {
            name: folder / f"{name}{SUFFIX}"
            for folder in reversed(look.folders)
            for name in _templates_in(folder)
        }
        found |= {path for name, path in names.items() if used is None or name in used}
    return found


def _other_games(catalog: Catalog, game: Game) -> list[Game]:
    """Return the other loadable games of the same style."""
    others = []
    for game_id in with_editions(catalog, catalog.games()):
        folder = catalog.game_folder(game_id)
        style = find_style(folder, display_path(folder), edition_in(game_id))
        if game_id != game.id and style and style[0] == game.style:
            others.append(load(catalog, game_id, Problems()))
    return [other for other in others if other is not None]


def _templates_in(folder: Path) -> Iterator[str]:
    return (path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}"))


def _needed(game: Game, folders: Sequence[Path]) -> Iterator[tuple[str, Span, str]]:
    """Yield the templates that a game and its kit need: name, referring place, style.

    The style is empty unless the group has its own.
    """
    yield from _of_sheets(game)
    for block in game.outline.printed_blocks:
        if isinstance(block, FigureBlock):
            yield block.template, block.span, ""
    for name in (TAILPIECE, ENDPAPER) if game.outline.sections else ():
        if any(name in _templates_in(folder) for folder in folders):
            yield name, game.outline.page_span, ""
    if game.outline.sections and game.outline.back is not None:
        yield BACK_PAGE, game.outline.back.span, ""
    for name in COVERS:
        yield name, Span(f"{display_path(folders[0])}/{name}{SUFFIX}"), ""


def _of_sheets(game: Game) -> Iterator[tuple[str, Span, str]]:
    for group in game.groups:
        for card in game.cards_of(group):
            yield card.template, card.places.get("template", card.span), group.style
            if card.back_template:
                place = card.place_of("back")
                yield card.back_template, place, group.style
        if group.backs not in ("", OWN):
            yield group.backs, group.span, group.style
    for board in game.boards:
        yield board.template, board.span, ""
    for box in game.boxes[:1]:
        yield "box", box.span, ""


def scrutinise_templates(
    catalog: Catalog, game: Game, looks: Sequence["Look"], problems: Problems
) -> None:
    """Warn of unused templates and columns, and of literal words if there are several languages."""
    # Imported lazily: a build does not need it.
    from printnplay.edition.columns import check_columns

    check_unused_templates(catalog, game, looks[0].folders, problems)
    languages = catalog.languages_of(game.id)
    files = {file for language in languages for file in catalog.inputs_of(game.id, language)}
    if not game.edition:
        check_columns(game, sorted(files), _drawn(game, looks), problems)
    folders = list(dict.fromkeys(chain.from_iterable(look.folders for look in looks)))
    language = game.original or REFERENCE
    for text, place in strings(folders):
        for fault in markup_in_template(text, language, place):
            problems.add(fault)
    if len(languages) > 1:
        for fault in typed_words(folders):
            problems.add(fault)
