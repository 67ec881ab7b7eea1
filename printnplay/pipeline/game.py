"""What a game and its style ask for by name: fonts and templates have to be there.

The texts of a game and what belongs to them, read from the files where they lie.

A game, opened: everything about it that is loaded once, whatever is built from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, partial
from pathlib import Path

from printnplay.files.catalog import Catalog, UnknownNameError, display_path
from printnplay.loading.game import find_style, load_game
from printnplay.loading.style import load_style
from printnplay.loading.texts import read_glossary, read_texts, read_usages
from printnplay.model import codes
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span, Subject
from printnplay.model.game import OWN, Game
from printnplay.model.picture import Picture
from printnplay.model.style import Style
from printnplay.model.texts import Glossary, Texts
from printnplay.model.verdicts import Verdict
from printnplay.proofreading import check_texts
from printnplay.proofreading.review import Known
from printnplay.typesetting.text.fonts import FontFileError, FontShelf

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
            codes.MISSING_FAMILY,
            f"there is no font family `{family}`",
            span,
            f"expected one of {', '.join(known)}" if known else "there are no fonts at all",
            f"did you mean `{near[0]}`?" if near else "put its files into templates/fonts",
        )
    return not missing


def _embeddable(shelf: FontShelf, problems: Problems) -> bool:
    """Whether every font file can be put into a PDF."""
    from printnplay.output.pdf import FontError, check_outlines

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
    problems.error(
        codes.UNUSABLE_FONT, "the font file cannot be used", Span(display_path(path)), label, cure
    )


def check_templates(game: Game, folders: Sequence[Path], problems: Problems) -> None:
    """Note every template that the game or a kit needs and no folder of the style has."""
    known = {path.name.removesuffix(SUFFIX) for one in folders for path in one.glob(f"*{SUFFIX}")}
    first: dict[str, Span] = {}
    for name, span in _asked(game, folders):
        first.setdefault(name, span)
    for name, span in first.items():
        if name not in known:
            near = get_close_matches(name, sorted(known), n=1)
            cure = f"write {display_path(folders[0])}/{name}{SUFFIX}"
            problems.error(
                codes.UNKNOWN_TEMPLATE,
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
        yield name, Span(f"{display_path(folders[0])}/{name}{SUFFIX}")


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


@dataclass(frozen=True)
class LoadedGame:
    """A loaded game with its look, glossary, texts, facts, and the verdicts on its examples.

    `figures` keeps those without words, by template and example: they serve every language.
    """

    catalog: Catalog
    game: Game
    style: Style
    folders: tuple[Path, ...]
    glossary: Glossary
    texts: Mapping[str, Texts]
    facts: Mapping[str, int]
    verdicts: Mapping[str, Verdict]
    rules: frozenset[str]
    figures: dict[tuple[str, str], Picture] = field(default_factory=dict)

    @cached_property
    def shelf(self) -> FontShelf:
        """The fonts of the project and of the tool."""
        return FontShelf(self.catalog.font_folders())


def open_game(
    catalog: Catalog,
    game_id: str,
    languages: Sequence[str],
    problems: Problems,
    *,
    thorough: bool = False,
) -> LoadedGame | None:
    """Load a game with the texts of some languages, and check all that was loaded.

    None if so much is at fault that nothing can be drawn; `problems` says what. `thorough` also
    asks which rules the examples show.
    """
    folder = catalog.game_folder(game_id)
    game = load_game(folder, display_path(folder), problems)
    of_texts = problems.part()
    glossary = read_glossary(catalog, game_id, of_texts)
    texts = read_texts(catalog, game_id, languages, of_texts)
    readable = all(fault.code.unwritten for fault in of_texts.found)
    named = (game.style, game.spans["style"]) if game else find_style(folder, display_path(folder))
    look = _look(catalog, *named, problems) if named else None
    if game is None:
        return None
    of_game = problems.part(Subject(game=game_id))
    facts, verdicts, rules = _proof(catalog, game, of_game, coverage=thorough)
    known = Known(read_usages(catalog, texts, problems), facts)
    check_texts(game, texts, glossary, problems, known)
    if look is None:
        return None
    check_templates(game, look[1], of_game)
    loaded = LoadedGame(catalog, game, look[0], look[1], glossary, texts, facts, verdicts, rules)
    return loaded if check_fonts(loaded.style, loaded.shelf, problems) and readable else None


def _look(
    catalog: Catalog, name: str, span: Span, problems: Problems
) -> tuple[Style, tuple[Path, ...]] | None:
    try:
        folders = catalog.template_folders(name)
    except UnknownNameError as error:
        problems.error(
            codes.UNKNOWN_STYLE,
            f"there is no style `{error.name}`",
            span,
            f"expected one of {', '.join(error.known)}",
            f"add templates/{error.name}/style.yaml, or name another style",
        )
        return None
    path = next(
        (folder / "style.yaml" for folder in folders if (folder / "style.yaml").is_file()),
        folders[0] / "style.yaml",
    )
    before = problems.errors
    style = load_style(path, display_path(path), problems)
    return (style, folders) if problems.errors == before else None


def _proof(
    catalog: Catalog, game: Game, problems: Problems, *, coverage: bool
) -> tuple[dict[str, int], dict[str, Verdict], frozenset[str]]:
    """Facts for the texts, verdicts by example id, and the ids of the rules."""
    from printnplay.rules.claims import claim_facts
    from printnplay.rules.deck import check_deck, deck_facts
    from printnplay.rules.examples import check_examples
    from printnplay.rules.loader import guarded, rules_of

    facts = deck_facts(game) | claim_facts(game)
    rules = rules_of(game, problems, catalog)
    if rules is None:
        return facts, {}, frozenset()
    work = partial(check_examples, game, rules, coverage=coverage)
    verdicts, found = guarded(game, work, problems) or ([], [])
    for one in (*check_deck(game, rules), *found):
        problems.add(one)
    judged = {one.example: one for one in verdicts}
    return {**facts, **rules.FACTS}, judged, frozenset(rules.SENTENCES)


def unfit(what: str, reason: str, span: Span, cure: str) -> Diagnostic:
    """The fault of something that has no room on its paper."""
    label = "expected to fit within the margins of the paper"
    return Diagnostic(codes.NO_ROOM_ON_PAPER, f"{what}: {reason}", span, label, cure)


def stop_at(problems: Problems) -> None:
    """End the work if there are errors.

    Raises:
        FaultsError: with everything found so far.
    """
    if problems.errors:
        raise FaultsError(problems.found)
