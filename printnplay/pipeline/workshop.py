"""A game, opened: everything about it that is loaded once, whatever is built from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from printnplay.loading.catalog import Catalog, UnknownNameError, as_typed
from printnplay.loading.checks.review import Known
from printnplay.loading.completeness import check_texts
from printnplay.loading.games import find_style, load_game
from printnplay.loading.styles import load_style
from printnplay.model.cards import Game
from printnplay.model.diagnostics import Diagnostic, FaultsError, Problems, Span
from printnplay.model.picture import Picture
from printnplay.model.play import Verdict
from printnplay.model.style import Style
from printnplay.model.texts import Glossary, Texts
from printnplay.pipeline.reading import read_glossary, read_texts, read_usages
from printnplay.pipeline.supplies import check_fonts, check_templates
from printnplay.rendering.text.fonts import FontShelf

UNWRITTEN = "PNP113"
"""The fault of an empty text: a draft shows what is there already."""


@dataclass(frozen=True)
class Workshop:
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


def open_workshop(
    catalog: Catalog,
    game_id: str,
    languages: Sequence[str],
    problems: Problems,
    *,
    thorough: bool = False,
) -> Workshop | None:
    """Load a game with the texts of some languages, and check all that was loaded.

    None if so much is at fault that nothing can be drawn; `problems` says what. `thorough` also
    asks which rules the examples show.
    """
    folder = catalog.game_folder(game_id)
    game = load_game(folder, as_typed(folder), problems)
    before = len(problems.found)
    glossary = read_glossary(catalog, game_id, problems)
    texts = read_texts(catalog, game_id, languages, problems)
    readable = all(one.code == UNWRITTEN for one in problems.found[before:])
    named = (game.style, game.spans["style"]) if game else find_style(folder, as_typed(folder))
    look = _look(catalog, *named, problems) if named else None
    if game is None:
        return None
    proving = Problems()
    facts, verdicts, rules = _proof(catalog, game, proving, coverage=thorough)
    known = Known(read_usages(catalog, texts, problems), facts)
    check_texts(game, texts, glossary, problems, known)
    for one in proving.found:
        problems.add(one)
    if look is None:
        return None
    check_templates(game, look[1], problems)
    shop = Workshop(catalog, game, look[0], look[1], glossary, texts, facts, verdicts, rules)
    return shop if check_fonts(shop.style, shop.shelf, problems) and readable else None


def _look(
    catalog: Catalog, name: str, span: Span, problems: Problems
) -> tuple[Style, tuple[Path, ...]] | None:
    try:
        folders = catalog.template_folders(name)
    except UnknownNameError as error:
        problems.error(
            "PNP406",
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
    style = load_style(path, as_typed(path), problems)
    return (style, folders) if problems.errors == before else None


def _proof(
    catalog: Catalog, game: Game, problems: Problems, *, coverage: bool
) -> tuple[dict[str, int], dict[str, Verdict], frozenset[str]]:
    """Facts for the texts, verdicts by example id, and the ids of the rules."""
    from printnplay.engine.claims import claim_facts
    from printnplay.engine.deck import check_deck, deck_facts
    from printnplay.engine.examples import check_examples
    from printnplay.pipeline.rules import guarded, rules_of

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
    return Diagnostic("PNP510", f"{what}: {reason}", span, label, cure)


def stop_at(problems: Problems) -> None:
    """End the work if there are errors.

    Raises:
        FaultsError: with everything found so far.
    """
    if problems.errors:
        raise FaultsError(problems.found)
