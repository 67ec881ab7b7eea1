"""Load and check games: everything that is read once, whatever is built from it.

Also check that the fonts and templates named by a game and its style exist.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.request import memo_of
from printnplay.faces.helpers import FACTS
from printnplay.faces.helpers import FILE as ICONS
from printnplay.faces.template_faults import names_text, strings, typed_words
from printnplay.faces.template_files import SUFFIX
from printnplay.faces.templates import Templates
from printnplay.files.budget import work_on
from printnplay.files.catalog import Catalog, UnknownNameError, base_of, display_path, edition_in
from printnplay.files.door import is_there
from printnplay.game.game import OWN, Card, Game
from printnplay.game.numbering import CardNumbers, number_of_copy, numbers_of, quoted
from printnplay.game.rulebook import FigureBlock
from printnplay.game.texts import Glossary, Texts
from printnplay.game.verdicts import Verdict
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span, Subject
from printnplay.kernel.font_settings import parted
from printnplay.kernel.geometry import Paper, Size, mm
from printnplay.kernel.languages import REFERENCE, Usage
from printnplay.kernel.memo import Memo
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.chapters import read_chapters, texts_of, with_chapters
from printnplay.loading.deck import in_languages
from printnplay.loading.editions import check_files, check_translated, is_left_out, with_editions
from printnplay.loading.game import check_size, find_style, load
from printnplay.loading.glossary import read_glossary
from printnplay.loading.style import like_of, load_style
from printnplay.loading.texts import read_texts, texts_of_cards, with_table
from printnplay.loading.usages import read_usages
from printnplay.proofreading import check_texts
from printnplay.proofreading.foreign_markup import markup_in_template
from printnplay.proofreading.review import Known
from printnplay.scene.picture import FigureKey, Picture
from printnplay.scene.style import Style
from printnplay.text.font_file import FontFileError
from printnplay.text.fonts import FontShelf

if TYPE_CHECKING:
    from printnplay.pdf import FontError

BASE = "base"
"""The style whose templates are the fallback of all others."""

TAILPIECE = "tailpiece"
"""Optional template that fills the space left at the end of a part of the rulebook."""

ENDPAPER = "endpaper"
"""Optional template of the pages without text that complete the last sheet of a booklet."""

BACK_PAGE = "back-page"
"""The template of the back of a rulebook whose blocks are in booklet.yaml."""

COVERS = ("back", "cover", "cover-back", "page", "showcase")
"""The templates that every style must have, or inherit from `base`."""


def check_fonts(style: Style, shelf: FontShelf, problems: Problems) -> bool:
    """Return whether every font file is usable and every family of the style exists."""
    try:
        known = shelf.families
    except FontFileError as error:
        problems.add(font_fault(error.path, "expected a TrueType or OpenType font"))
        return False
    if not _embeddable(shelf, problems):
        return False
    missing = {family: span for family, span in style.families.items() if family not in known}
    for family, span in missing.items():
        problems.error(
            codes.MISSING_FAMILY,
            f"there is no font family `{family}`",
            span,
            f"expected one of {', '.join(known)}" if known else "there are no fonts at all",
            did_you_mean(family, known, "put its files into templates/fonts"),
        )
    return not missing and _check_looks(style, shelf, problems)


def _check_looks(style: Style, shelf: FontShelf, problems: Problems) -> bool:
    """Report italics, weights and features that a text style uses and its family lacks.

    Return whether all fonts that the style uses can be derived.
    """
    is_usable = True
    for name, text in style.text.items():
        place = style.families.get(parted(text.family)[0], style.span)
        printed = shelf.drawn_face(text.family, text.weight, italic=text.italic)
        if printed is None or printed.italic is not text.italic:
            problems.error(
                codes.MISSING_FAMILY,
                f"the font family `{text.family}` has no italic",
                place,
                f"the text style `{name}` is set in it",
                "put the font file into templates/fonts, or choose another family",
            )
            continue
        try:
            shelf.use(text.family, text.weight, italic=text.italic)
        except FontFileError as error:
            problems.add(font_fault(error.path, f"expected fonts that can be drawn: {error}"))
            is_usable = False
            continue
        for tag in shelf.lacking(text.family):
            problems.warning(
                codes.MISSING_FAMILY,
                f"`{parted(text.family)[0]}` has no `{tag}`: `{name}` is printed without it",
                place,
                f"the text style `{name}` asks for it",
                "leave out `stretch`, or the feature, or choose a font that has it",
            )
        for weight, key in {text.bold: "bold", text.weight: "weight"}.items():
            face = shelf.face(text.family, weight, italic=text.italic)
            if face.weight != weight:
                problems.warning(
                    codes.MISSING_FAMILY,
                    f"`{text.family}` has no weight {weight}: `{name}` is printed in {face.weight}",
                    style.weights.get(name, {}).get(key, place),
                    f"expected `{key}` to be {shelf.weights(text.family, italic=text.italic)}",
                    "change the weight, or put a font file that has it into templates/fonts",
                )
    return is_usable


def _embeddable(shelf: FontShelf, problems: Problems) -> bool:
    """Return whether every font file can be embedded in a PDF."""
    from printnplay.pdf import FontError, check_outlines

    before = problems.errors
    try:
        shelf.check_sources()
    except FontFileError as error:
        problems.add(font_fault(error.path, f"expected fonts that can be drawn: {error}"))
    for face in shelf.faces:
        try:
            check_outlines(face.path)
        except FontError as error:
            problems.add(_not_embedded(error))
    return problems.errors == before


def _not_embedded(error: "FontError") -> Diagnostic:
    """Return the fault of a font file that cannot be embedded in a PDF."""
    return font_fault(Path(error.path), f"expected TrueType or CFF outlines: {error.message}")


@contextmanager
def embedding_fonts() -> Iterator[None]:
    """Turn the exception of a font that cannot be embedded into a fault.

    Raises:
        FaultsError: a font cannot be embedded.
    """
    from printnplay.pdf import FontError

    try:
        yield
    except FontError as error:
        raise FaultsError([_not_embedded(error)]) from error


def font_fault(path: Path, label: str) -> Diagnostic:
    """Return the fault of a font file that cannot be used."""
    return Diagnostic(
        codes.UNUSABLE_FONT,
        "the font file cannot be used",
        Span(display_path(path)),
        label,
        "replace it with a sound copy of the font, or remove it",
    )


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
    templates = Templates(folders)
    waiting = {ICONS, FACTS, *(name for game in games for name, *_ in _needed(game, folders))}
    used: set[str] = set()
    while waiting:
        name = waiting.pop()
        used.add(name)
        references = templates.references(name)
        if references is None and name not in (ICONS, FACTS):
            return []
        waiting |= (references or frozenset()) - used
    return sorted(set(_templates_in(own)) - used)


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


class LoadedGame(Struct, frozen=True, dict=True):
    """A loaded game with its look, glossary, texts, facts, and the verdicts on its examples.

    `folders` are the template folders in search order. `figures` caches figures without words,
    which all languages set in the same fonts share.
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
    figures: dict[FigureKey, Picture] = field(default_factory=dict)
    usages: Mapping[str, Usage] = field(default_factory=dict)
    """The conventions of each language of the texts."""

    not_in_play: tuple[Card, ...] = ()
    """Cards that no rule handles."""

    looks: Mapping[str, "Look"] = field(default_factory=dict)
    """The looks of card groups with their own style, by style name."""

    @property
    def printed_style(self) -> Style:
        """The game's style, with the inks of the groups' own styles added."""
        styles = (self.style, *(look.style for look in self.looks.values()))
        inks = {ink.rgb: ink for style in reversed(styles) for ink in style.inks}
        raster = all(style.raster for style in styles)
        return replace(self.style, inks=tuple(inks.values()), raster=raster)

    def in_languages(self, languages: Sequence[str]) -> "LoadedGame":
        """Return the game with the cards of one language, or of two on the same cards."""
        game = in_languages(self.game, languages)
        if game is self.game:
            return self
        from printnplay.rules.deck_check import deck_facts

        none = dict.fromkeys(deck_facts(self.game), 0)
        return replace(self, game=game, facts={**self.facts, **none, **deck_facts(game)})

    @cached_property
    def card_fields(self) -> Mapping[str, Mapping[str, str]]:
        """The fields of the cards by id, as quoted in texts."""
        return {
            card.id: {
                "id": card.id,
                **card.fields,
                **quoted({**self.numbers_of_cards[card.id], **number_of_copy(card)}),
            }
            for card in self.game.cards
        }

    @cached_property
    def numbers_of_cards(self) -> Mapping[str, CardNumbers]:
        """The places and counts of the cards by id."""
        return numbers_of(self.game)

    @property
    def memo(self) -> Memo | None:
        """The cache of rendered and baked pictures; None if the cache is disabled."""
        return memo_of(self.catalog)

    @cached_property
    def shelf(self) -> FontShelf:
        """The fonts of the project and of printnplay."""
        return FontShelf(self.catalog.font_folders())


class Scrutiny(Struct, frozen=True):
    """The options of a check that go beyond what a build needs.

    `thorough` determines which rules the examples show, and finds unused templates. `numbers` also
    reports typed numbers in the texts of cards. `proofread` checks by dictionaries and word lists.
    `languagetool` and `language_model` are the addresses of servers to query. Without `texts`,
    texts are only parsed, and their contents are not checked.
    """

    thorough: bool = False
    numbers: bool = False
    proofread: bool = False
    languagetool: str = ""
    language_model: str = ""
    texts: bool = True

    def known(self, catalog: Catalog, usages: Mapping[str, Usage], proof: "_Proof") -> Known:
        """Return the context of text checks: language conventions, facts, rules and options."""
        return Known(
            usages,
            proof.facts,
            self.numbers,
            self.proofread,
            self.languagetool,
            self.language_model,
            memo_of(catalog) if self.language_model else None,
            ships=catalog.ships,
            rules=proof.lines,
            place_of_rule=proof.place_of_rule,
        )


FOR_A_BUILD = Scrutiny()


def open_game(
    catalog: Catalog,
    game_id: str,
    languages: Sequence[str],
    problems: Problems,
    scrutiny: Scrutiny = FOR_A_BUILD,
) -> LoadedGame | None:
    """Load a game with the texts of some languages, and check everything that was loaded.

    Return None if the errors prevent any rendering; `problems` receives them, except those that the
    game allows.
    """
    opened = read_game(catalog, game_id, languages, problems, scrutiny)
    if opened is None:
        return None
    if scrutiny.texts:
        opened.check_texts(problems)
    return opened.loaded


def read_game(
    catalog: Catalog,
    game_id: str,
    languages: Sequence[str],
    problems: Problems,
    scrutiny: Scrutiny = FOR_A_BUILD,
) -> "OpenedGame | None":
    """Load a game with the texts of some languages, and check all but the contents of the texts.

    Return None if the game cannot be loaded or exceeds the size limits.
    """
    files = _read(catalog, game_id, languages, problems)
    if files is None:
        return None
    game = files.game
    of_game = problems.part(Subject(game=game_id))
    _check_table_languages(catalog, game, files.texts, of_game)
    # The rules know the cards of the original.
    of_original = in_languages(game, [game.original_in(files.texts)])
    proof = _proof(catalog, of_original, of_game, coverage=scrutiny.thorough)
    # Relations of meanings are listed for English only.
    usages = read_usages(catalog, {**files.texts, REFERENCE: None}, problems)
    known = scrutiny.known(catalog, usages, proof)
    opened = OpenedGame(game, files.texts, files.glossary, known, None)
    look, looks = files.look, _looks(catalog, game, problems)
    if look is None or looks is None:
        return opened
    check_templates(game, look.folders, of_game, looks)
    if scrutiny.thorough:
        _scrutinise_templates(catalog, game, (look, *looks.values()), of_game)
    loaded = LoadedGame(
        catalog=catalog,
        game=game,
        style=look.style,
        folders=look.folders,
        glossary=files.glossary,
        texts=files.texts,
        facts=proof.facts,
        verdicts=proof.verdicts,
        rules=frozenset(proof.sentences),
        usages=usages,
        not_in_play=proof.not_in_play,
        looks=looks,
    )
    styles = (loaded.style, *(own.style for own in looks.values()))
    sound = [check_fonts(style, loaded.shelf, problems) for style in styles]
    return replace(opened, loaded=loaded if all(sound) and files.complete else None)


class OpenedGame(Struct, frozen=True):
    """A parsed game and the context of its text checks.

    `loaded` is None if the errors prevent any rendering.
    """

    game: Game
    texts: Mapping[str, Texts]
    glossary: Glossary
    known: Known
    loaded: LoadedGame | None

    def check_texts(self, problems: Problems) -> None:
        """Check the contents of the texts in every language that was read."""
        known = self.known
        if self.loaded is not None:
            known = replace(known, in_template=partial(names_text, self.loaded.folders))
        check_texts(self.game, self.texts, self.glossary, problems, known)


class _Files(Struct, frozen=True):
    """The parsed contents of a game's files.

    `look` is None if the style is unusable. `complete` is true if every text file was readable.
    """

    game: Game
    glossary: Glossary
    texts: dict[str, Texts]
    look: "Look | None"
    complete: bool


def _read(
    catalog: Catalog, game_id: str, languages: Sequence[str], problems: Problems
) -> _Files | None:
    """Read a game's files, texts and style; None if it is unreadable or exceeds the limits."""
    folder = catalog.game_folder(game_id)
    work_on(Span(display_path(folder / "game.yaml")))
    _check_folders(catalog, problems)
    game = load(catalog, game_id, problems)
    problems.allow(game.allowed if game else ())
    of_texts = problems.part()
    glossary = read_glossary(catalog, game_id, of_texts)
    texts = read_texts(catalog, game_id, languages, of_texts, game)
    game, texts = add_chapters(catalog, game, texts, of_texts)
    complete = all(fault.code.unwritten for fault in of_texts.found)
    if game is not None:
        _check_original(game, texts, problems)
        check_translated(game, texts, of_texts)
        if not game.edition:
            check_files(catalog, game, problems)
    style = (game.style, game.spans["style"]) if game else _style_of(catalog, game_id)
    look = find_look(catalog, *style, problems) if style else None
    if look is not None and game is not None:
        look = look.scaled(game.type_scale)
    small = not catalog.limited or check_size(game, texts, problems)
    return _Files(game, glossary, texts, look, complete) if game is not None and small else None


def _style_of(catalog: Catalog, game_id: str) -> tuple[str, Span] | None:
    """Return the style that a game with errors names, and its place."""
    folder = catalog.game_folder(game_id)
    return find_style(folder, display_path(folder), edition_in(game_id))


def _check_original(game: Game, texts: Mapping[str, Texts], problems: Problems) -> None:
    """Report an original language without texts: translations are then compared with another."""
    if game.original and texts and game.original not in texts:
        text = f"the game has no texts in its original language `{game.original}`"
        label = f"expected one of {', '.join(texts)}"
        cure = did_you_mean(game.original, texts, f"write locales/{game.original}/{game.id}.yaml")
        problems.error(codes.NO_ORIGINAL, text, game.spans["original"], label, cure)


def _check_folders(catalog: Catalog, problems: Problems) -> None:
    """Report files with the name of a project folder."""
    for path in catalog.not_folders():
        place, cure = Span(display_path(path)), "rename it, or put it into a folder of this name"
        text = f"`{path.name}` is not a folder"
        problems.error(codes.CANNOT_READ, text, place, "expected a folder", cure)


def add_chapters(
    catalog: Catalog, game: Game | None, texts: dict[str, Texts], problems: Problems
) -> tuple[Game | None, dict[str, Texts]]:
    """Return the game and its texts with the Markdown chapters of its languages added."""
    if game is None:
        return None, texts
    paths = {language: catalog.chapter_file(language, game.id) for language in texts}
    files = {language: (path, display_path(path)) for language, path in paths.items()}
    chapters = read_chapters(files, base_of(game.id), problems, game.original)
    model = chapters.get(game.original_in(chapters), ())
    game = with_chapters(game, model, problems)
    for language, in_language in chapters.items():
        added = {
            key: text
            for key, text in texts_of(in_language).items()
            if not is_left_out(key, game.left_out)
        }
        texts[language] = with_table(texts[language], added, problems)
    known = frozenset(chain.from_iterable(in_language.entries for in_language in texts.values()))
    return game.with_outlines(lambda outline: outline.of_texts(known)), texts


def _scrutinise_templates(
    catalog: Catalog, game: Game, looks: Sequence["Look"], problems: Problems
) -> None:
    """Warn of unused templates and columns, and of literal words if there are several languages."""
    # Imported lazily: a build does not need it.
    from printnplay.edition.columns import check_columns

    check_unused_templates(catalog, game, looks[0].folders, problems)
    languages = catalog.languages_of(game.id)
    files = {file for language in languages for file in catalog.inputs_of(game.id, language)}
    if not game.edition:
        check_columns(game, sorted(files), problems)
    folders = list(dict.fromkeys(chain.from_iterable(look.folders for look in looks)))
    language = game.original or REFERENCE
    for text, place in strings(folders):
        for fault in markup_in_template(text, language, place):
            problems.add(fault)
    if len(languages) > 1:
        for fault in typed_words(folders):
            problems.add(fault)


def _check_table_languages(
    catalog: Catalog, game: Game, texts: dict[str, Texts], problems: Problems
) -> None:
    """Report table columns in a language that the game does not have.

    The language may not have been added yet. But if another language of the table lacks exactly
    this column, the heading is a typo; then that language is not checked for missing texts, which
    would be consequences of the typo.
    """
    known = catalog.languages_of(game.id)
    _check_languages_of_rows(game, known, problems)
    for language in texts_of_cards(game.cards):
        if language in known:
            continue
        text = f"the table has texts in `{language}`, a language that the game lacks"
        label = f"expected one of {', '.join(known)}" if known else "the game has no texts yet"
        heading, place = _heading_in(language, game)
        column = heading.partition("@")[0]
        meant = next((one for one in texts if _lacks(column, one, texts[one], game)), "")
        if meant:
            cure = f"did you mean `{column}@{meant}`?"
            problems.error(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)
            texts[meant] = replace(texts[meant], sound=False)
        else:
            add = f"run `printnplay l10n add {language}` to add it"
            if language == REFERENCE and known and not game.original:
                add += f", or write `original: {known[0]}` in game.yaml if the game is in that"
            cure = did_you_mean(language, known, add)
            problems.warning(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)


def _check_languages_of_rows(game: Game, known: Sequence[str], problems: Problems) -> None:
    """Report rows of tables for a language that the game does not have."""
    for card in game.cards:
        unknown = [language for language in card.languages if language not in known]
        for language in unknown:
            text = f"`{card.id}` is in `{language}`, a language that the game lacks"
            label = f"expected one of {', '.join(known)}"
            cure = did_you_mean(language, known, f"run `printnplay l10n add {language}` to add it")
            place = card.place_of("languages")
            # Without any other language, the card is never printed.
            report = problems.warning if len(unknown) < len(card.languages) else problems.error
            report(codes.LANGUAGE_WITHOUT_GAME, text, place, label, cure)


def _heading_in(language: str, game: Game) -> tuple[str, Span]:
    """Return the first column heading in a language, with its place."""
    return next(
        (heading, place)
        for card in game.cards
        for heading, place in card.headings.items()
        if heading.endswith(f"@{language}")
    )


def _lacks(column: str, language: str, texts: Texts, game: Game) -> bool:
    """Return whether a table has a language except for one column with no texts elsewhere."""
    cards = [card for card in game.cards if card.headings]
    headings = {heading for card in cards for heading in card.headings}
    return (
        any(heading.endswith(f"@{language}") for heading in headings)
        and f"{column}@{language}" not in headings
        and not any(f"cards.{card.id}.{column}" in texts.entries for card in cards)
    )


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


def _looks(catalog: Catalog, game: Game, problems: Problems) -> dict[str, Look] | None:
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


class _Proof(Struct, frozen=True):
    """Results of the rules: facts for texts, verdicts by example id, lines by rule and clause."""

    facts: Mapping[str, int]
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)
    clauses: Mapping[str, str] = field(default_factory=dict)
    not_in_play: tuple[Card, ...] = ()
    """Cards that no rule handles."""

    place_of_rule: Callable[[str], Span | None] = lambda _id: None

    @property
    def lines(self) -> Mapping[str, str]:
        """The sentence of each rule and the line of each clause, by id."""
        return {**self.sentences, **self.clauses}


def _proof(catalog: Catalog, game: Game, problems: Problems, *, coverage: bool) -> _Proof:
    from printnplay.rules.claims import claim_facts
    from printnplay.rules.deck_check import check_deck, deck_facts, effect_facts, not_in_play
    from printnplay.rules.loader import RulesSource, guarded, rules_of
    from printnplay.rules.proofs import proved

    facts = deck_facts(game) | claim_facts(game)
    rules = rules_of(game, problems, catalog)
    if rules is None:
        return _Proof(facts)
    # The examples of the game show its rules; an edition may lack some of them.
    coverage &= not game.shares_rules
    work = partial(proved, game, rules, memo_of(catalog), coverage=coverage)
    verdicts, found = guarded(game, work, problems) or ([], [])
    for fault in (*check_deck(game, rules), *found):
        problems.add(fault)
    judged = {verdict.example: verdict for verdict in verdicts}
    return _Proof(
        {**facts, **rules.FACTS, **effect_facts(rules)},
        judged,
        rules.SENTENCES,
        rules.CLAUSES,
        tuple(not_in_play(game, rules)),
        RulesSource.of(game).place_of,
    )


SMALLEST = Size(mm(210), mm(279.4))
"""The largest paper that a whole kit must fit on: as wide as A4, as high as Letter."""


def left_out(fault: Diagnostic, paper: Paper) -> Diagnostic:
    """Return the fault of an element that does not fit; a warning on unusually small paper.

    On small paper, everything else is still printed.
    """
    is_small = paper.size.width < SMALLEST.width or paper.size.height < SMALLEST.height
    return replace(fault, severity=Severity.WARNING) if is_small else fault


def unfit(element: str, reason: str, span: Span, cure: str) -> Diagnostic:
    """Return the fault of an element that does not fit on its paper."""
    label = "expected to fit within the margins of the paper"
    return Diagnostic(codes.NO_ROOM_ON_PAPER, f"{element}: {reason}", span, label, cure)


def stop_at(problems: Problems) -> None:
    """Stop if there are errors.

    Raises:
        FaultsError: with all diagnostics found so far.
    """
    if problems.errors:
        raise FaultsError(problems.found)
