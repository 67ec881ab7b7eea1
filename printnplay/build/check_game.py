"""The check of one game: its files, texts, rules, and editions, with cached findings reused."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.check_report import CheckReport, EditionReport, GameSummary
from printnplay.build.kept_checks import KeptChecks
from printnplay.build.samples import samples_in
from printnplay.edition.choosing import Languages, each_language
from printnplay.edition.kept_counts import may_pass
from printnplay.edition.request import CheckRequest, catalog_of
from printnplay.files.catalog import Catalog
from printnplay.files.door import size_of
from printnplay.game.site import LABELS, PLAYED
from printnplay.kernel import codes
from printnplay.kernel.codes import Stage
from printnplay.kernel.diagnostics import Diagnostic, Problems, Severity
from printnplay.kernel.languages import Usage
from printnplay.kernel.suggestions import counted

if TYPE_CHECKING:
    from printnplay.edition.loaded import LoadedGame


class GameCheck(Struct, frozen=True):
    """The check of one game, in some of its languages.

    If there are languages in `ahead`, only those are rendered, so that their results are cached for
    the check itself. A shard may have a part of the game's editions: `is_whole` is true if it has
    all, `is_first` if it has the first one, whose texts stand for those of all others.
    """

    request: CheckRequest
    game: str
    languages: tuple[Languages, ...]
    ahead: tuple[Languages, ...] = ()
    is_whole: bool = True
    is_first: bool = True


def draw_ahead(part: GameCheck) -> CheckReport:
    """Render editions of a game and cache the findings."""
    from printnplay.build.check_editions import EditionChecks, watch
    from printnplay.edition.loaded import Scrutiny, open_game

    catalog = catalog_of(part.request)
    kept = KeptChecks(catalog, part.request)
    languages = each_language(part.languages)
    loaded = open_game(catalog, part.game, languages, Problems(), Scrutiny(texts=False))
    if loaded is not None:
        EditionChecks(*watch(loaded), Problems(), kept).draw_ahead(part.languages[0], part.ahead)
    return CheckReport((), ())


def length(catalog: Catalog, part: GameCheck) -> int:
    """Estimate the duration of a check from the size of the text files."""
    languages = each_language(part.languages)
    files = (catalog.locale_files(language, part.game) for language in languages)
    return sum(map(size_of, chain.from_iterable(files)))


def check_game(part: GameCheck) -> CheckReport:
    """Return the findings in a game, and cache them if all their dependencies are known."""
    from printnplay.edition.loaded import Scrutiny, read_game
    from printnplay.rules.loader import reads_of

    request, game, chosen = part.request, part.game, part.languages
    catalog = catalog_of(request)
    kept = KeptChecks(catalog, request)
    problems = Problems()
    languages = each_language(chosen)
    scrutiny = Scrutiny(
        thorough=True,
        numbers=request.numbers,
        proofread=request.proofread,
        languagetool=request.languagetool,
        language_model=request.language_model,
    )
    opened = read_game(catalog, game, languages, problems, scrutiny)
    if opened is not None:
        opened.check_texts(problems)
    if opened is None or opened.loaded is None:
        found, untrusted = _without_trust(game, problems)
        report = CheckReport(found, (), untrusted=untrusted)
        _keep(report, part, kept, is_known=opened is None or kept.holds(reads_of(opened.game)))
        return report
    loaded = opened.loaded
    editions = _check_editions(part, loaded, kept, problems)
    found, untrusted = _without_trust(game, problems)
    # An edition inherits entries for faults of parts that it may leave out.
    is_inherited = bool(loaded.game.edition)
    if part.is_whole and not (request.languages or untrusted or is_inherited):
        _report_unused(problems)
        found = tuple(problems.found)
    cards = [len(loaded.in_languages([*one]).game.faces) for one in part.languages]
    faces = sum(cards) + sum(edition.printed for edition in editions)
    report = CheckReport(
        found,
        (_summary(loaded, chosen, faces, found),),
        tuple(box for edition in editions for box in edition.boxes),
        tuple(page for edition in editions for page in edition.pages),
        untrusted,
    )
    kept.put(kept.key_of_first(game), value=True)
    _keep(report, part, kept, is_known=kept.holds(reads_of(loaded.game)))
    return report


def _keep(report: CheckReport, part: GameCheck, kept: KeptChecks, *, is_known: bool) -> None:
    """Cache a report if all its dependencies are known, and write the findings of editions."""
    if is_known and not may_pass(report.problems):
        kept.put(kept.key_of_game(part.game, part.languages), report)
    kept.write()


def _without_trust(game: str, problems: Problems) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """Return the faults except untrusted rules, and the game if it has such rules.

    A check runs without these rules, and the game is not to blame.
    """
    found = tuple(fault for fault in problems.found if fault.code != codes.RULES_NOT_TRUSTED)
    return found, (game,) if len(found) < len(problems.found) else ()


def _check_editions(
    part: GameCheck, loaded: "LoadedGame", kept: KeptChecks, problems: Problems
) -> list[EditionReport]:
    """Check each edition, and the pseudo-language if requested; report texts that none prints."""
    # Rendering code is only loaded if something has changed.
    from printnplay.build.check_editions import EditionChecks, watch, with_pseudo
    from printnplay.proofreading.unused_texts import check_printed

    first, *_ = each_language(part.languages)
    loaded, watched = watch(loaded)
    checks = EditionChecks(loaded, watched, problems, kept)
    editions = [checks.checked(languages) for languages in part.languages]
    if part.request.pseudo:
        pseudo = with_pseudo(loaded)
        checks = replace(checks, loaded=pseudo, figures=set(checks.figures))
        editions.append(checks.checked(Languages([*pseudo.texts][-1])))
    if part.is_first and not problems.errors:
        # Web pages of cards and of played games use them.
        labels = {f"{LABELS}{name}" for card in loaded.game.cards for name in card.fields}
        played = {key for key in watched[first] if key.startswith(PLAYED)}
        watched[first].asked |= labels | played
        for fault in check_printed(part.game, watched[first]):
            problems.add(fault)
    return editions


def _report_unused(problems: Problems) -> None:
    """Warn of unused `allow` entries, which could hide a future fault.

    Entries about texts that are still untranslated are skipped, because they may be needed later.
    """
    unwritten = [fault.subject for fault in problems.found if fault.code.unwritten]
    for allowance in problems.unused_allowances:
        if any(map(allowance.is_about, unwritten)):
            continue
        text = f"unused `allow` entry: {allowance.code}"
        if allowance.key:
            text = f"unused `allow` entry: {allowance.code} for `{allowance.key}`"
        problems.warning(
            codes.NOT_ALLOWABLE,
            text,
            allowance.span,
            "found no fault with this code that may be allowed",
            "remove it, or correct its key",
        )


def _summary(
    loaded: "LoadedGame", chosen: Sequence[Languages], faces: int, faults: Sequence[Diagnostic]
) -> GameSummary:
    shown = {rule for example in loaded.game.examples for rule in example.shows}
    unwritten = {fault.subject.language for fault in faults if fault.code.unwritten}
    original = loaded.game.original_in(loaded.texts)
    return GameSummary(
        title=loaded.game.title,
        components=loaded.in_languages([original]).game.pieces,
        languages=tuple(map(str, chosen)),
        incomplete=tuple(str(languages) for languages in chosen if unwritten & {*languages}),
        examples=len(loaded.game.examples),
        true_examples=sum(verdict.true for verdict in loaded.verdicts.values()),
        rules=len(loaded.rules),
        shown_rules=len(shown & loaded.rules),
        faces=faces,
        fit=not any(_spoils(fault) for fault in faults),
        not_in_play=sum(card.copies for card in loaded.not_in_play),
        original=original,
        meanings=bool(loaded.usages.get(original, Usage()).meaning),
        edition=loaded.game.edition,
        changes=_changes(loaded),
        samples=samples_in(loaded),
    )


def _changes(loaded: "LoadedGame") -> tuple[str, ...]:
    """Return what an edition changes, in words."""
    game = loaded.game
    texts = {
        text.key
        for of_language in loaded.texts.values()
        for text in of_language.entries.values()
        if text.subject.game == game.id
    }
    own = (counted(len(texts), "text"),) if texts and game.edition else ()
    return (*(f"`{name}`" for name in game.changes), *own)


def _spoils(fault: Diagnostic) -> bool:
    """Return whether this fault prevents a face or page from being printed."""
    drawing = fault.code.stage in (Stage.DRAWING, Stage.PAPER)
    return drawing and fault.severity is Severity.ERROR
