"""Load games: everything that is read once, whatever is built from it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from printnplay.edition.fonts import check_fonts
from printnplay.edition.looks import Look, find_look, looks_of
from printnplay.edition.proof import Proof, proof_of
from printnplay.edition.request import memo_of
from printnplay.edition.table_languages import check_table_languages
from printnplay.edition.templates import check_templates, scrutinise_templates
from printnplay.faces.template_faults import names_text
from printnplay.files.budget import work_on
from printnplay.files.catalog import Catalog, base_of, display_path, edition_in
from printnplay.game.game import Card, Game
from printnplay.game.numbering import CardNumbers, number_of_copy, numbers_of, quoted
from printnplay.game.texts import Glossary, Texts
from printnplay.game.verdicts import Verdict
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Problems, Severity, Span, Subject
from printnplay.kernel.geometry import Paper, Size, mm
from printnplay.kernel.languages import REFERENCE, Usage
from printnplay.kernel.memo import Memo
from printnplay.kernel.suggestions import did_you_mean
from printnplay.loading.chapters import read_chapters, texts_of, with_chapters
from printnplay.loading.deck import in_languages
from printnplay.loading.editions import check_files, check_translated, is_left_out
from printnplay.loading.game import find_style, load
from printnplay.loading.glossary import read_glossary
from printnplay.loading.limits import check_size
from printnplay.loading.texts import read_texts, with_table
from printnplay.loading.usages import read_usages
from printnplay.proofreading import check_texts
from printnplay.proofreading.review import Known
from printnplay.scene.picture import FigureKey, Picture
from printnplay.scene.style import Style
from printnplay.text.fonts import FontShelf


class _FieldsOfCards(Mapping[str, Mapping[str, str]]):
    """The fields of cards by id, made when they are asked for: one save draws few of many cards."""

    def __init__(self, loaded: "LoadedGame") -> None:
        self._loaded = loaded
        self._cards = {card.id: card for card in loaded.game.cards}
        self._made: dict[str, Mapping[str, str]] = {}

    def __getitem__(self, id: str) -> Mapping[str, str]:
        if id not in self._made:
            card = self._cards[id]
            numbers = {**self._loaded.numbers_of_cards[id], **number_of_copy(card)}
            self._made[id] = {"id": id, **card.fields, **quoted(numbers)}
        return self._made[id]

    def __contains__(self, id: object) -> bool:
        return id in self._cards

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)


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
    shelf: FontShelf
    """The fonts of the project and of printnplay, looked for once while the game is loaded."""

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
        return _FieldsOfCards(self)

    @cached_property
    def numbers_of_cards(self) -> Mapping[str, CardNumbers]:
        """The places and counts of the cards by id."""
        return numbers_of(self.game)

    @property
    def memo(self) -> Memo | None:
        """The cache of rendered and baked pictures; None if the cache is disabled."""
        return memo_of(self.catalog)


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

    def known(self, catalog: Catalog, usages: Mapping[str, Usage], proof: "Proof") -> Known:
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
    check_table_languages(catalog, game, files.texts, of_game)
    # The rules know the cards of the original.
    of_original = in_languages(game, [game.original_in(files.texts)])
    proof = proof_of(catalog, of_original, of_game, coverage=scrutiny.thorough)
    # Relations of meanings are listed for English only.
    usages = read_usages(catalog, {**files.texts, REFERENCE: None}, problems)
    known = scrutiny.known(catalog, usages, proof)
    opened = OpenedGame(game, files.texts, files.glossary, known, None)
    look, looks = files.look, looks_of(catalog, game, problems)
    if look is None or looks is None:
        return opened
    check_templates(game, look.folders, of_game, looks)
    if scrutiny.thorough:
        scrutinise_templates(catalog, game, (look, *looks.values()), of_game)
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
        shelf=FontShelf(catalog.font_folders()),
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
