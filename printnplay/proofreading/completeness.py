"""Check that every text exists in every language, complete, translated and up to date."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from printnplay.files.catalog import CHAPTERS
from printnplay.game.columns import BUILT_IN, has_column, in_words, missing_column
from printnplay.game.game import Game
from printnplay.game.rulebook import CardsBlock
from printnplay.game.texts import TITLE, Accepted, Text, Texts, source_of, source_of_term
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import EVERY_LANGUAGE, Diagnostic, Note, Severity, Span, Subject
from printnplay.kernel.languages import categories
from printnplay.kernel.suggestions import did_you_mean, listed, nearest_key
from printnplay.kernel.typography import normalised
from printnplay.proofreading.passages import PLACEHOLDER, TERM
from printnplay.proofreading.review import Review


def needed_keys(game: Game) -> dict[str, Span]:
    """Return the keys of the texts that a game refers to, with the place of the first reference."""
    needed: dict[str, Span] = {}
    for group in game.groups:
        needed.setdefault(f"sheets.{group.id}", group.span)
    for board in game.boards:
        needed.setdefault(f"boards.{board.id}", board.span)
    for key, span in game.outline.texts:
        needed.setdefault(key, span)
    return needed


def check_missing(review: Review) -> Iterator[Diagnostic]:
    """Report texts that are used, or exist in the reference language, but are missing elsewhere."""
    needed = needed_keys(review.game)
    model = review.model.entries if review.model.sound else {}
    slips = _slips(review)
    for language, texts_by_key in slips.items():
        for key, text in texts_by_key.items():
            yield _called_otherwise(key, text, language, review)
    wrong = {text.key for text in slips[review.reference].values()}
    every = (*model, *needed, *_in_every_translation(review))
    for key in dict.fromkeys(key for key in every if key not in wrong and key != TITLE):
        lacking = [
            one
            for one in review.texts.values()
            if one.sound and key not in one.entries and not review.game.lacks(key, one.language)
        ]
        near = ""
        # With a single language, the misspelt key may as well be the one in its file.
        if key in needed and len(lacking) == len(review.texts) > 1:
            near = nearest_key(key, model)
        if near and all(near in texts.entries for texts in lacking):
            yield _named_otherwise(key, near, needed[key], review)
            continue
        for texts in lacking:
            if key not in slips[texts.language]:
                column = _without_column(key, texts, review.game, needed.get(key))
                yield column or _missing(key, texts, review, needed.get(key))


def _slips(review: Review) -> Mapping[str, Mapping[str, Text]]:
    """Return, by language, the texts under a misspelt key, by the key that they should have."""
    misspelt = _misspelt(review)
    known = _known_keys(review, misspelt)
    translations = {
        texts.language: _misspelt_in(texts, known, review.game) for texts in review.translations
    }
    is_known = review.model.sound
    return {
        review.reference: misspelt,
        **{language: found if is_known else {} for language, found in translations.items()},
    }


def _misspelt(review: Review) -> Mapping[str, Text]:
    """Return the original's texts under a misspelt key, by the key that they should have.

    No translation has the misspelt key and all have the other. The right key is used by the game or
    a template, or there are several translations.
    """
    model, translations = review.model, [one.entries for one in review.translations if one.sound]
    if not model.sound or not translations:
        return {}
    first, *others = translations
    everywhere = review.game.is_everywhere
    alone = [
        key
        for key in filter(everywhere, model.entries)
        if not any(key in texts for texts in translations)
    ]
    lacking = [
        key
        for key in filter(everywhere, first)
        if key not in model.entries and all(key in texts for texts in others)
    ]
    needed = needed_keys(review.game)

    def is_asked_for(key: str) -> bool:
        return key in needed or review.known.in_template(key)

    meant = {key: nearest_key(key, lacking) for key in alone} if lacking else {}
    return {
        near: model.entries[key]
        for key, near in meant.items()
        if near and (is_asked_for(near) or (others and not is_asked_for(key)))
    }


def _misspelt_in(texts: Texts, known: Mapping[str, object], game: Game) -> Mapping[str, Text]:
    """Return a translation's texts under a misspelt key, by the key that they should have."""
    if not texts.sound:
        return {}
    own = ((key, text) for key, text in texts.entries.items() if game.is_everywhere(key))
    extra = [text for key, text in own if key not in known]
    wanted = filter(game.is_everywhere, known) if extra else ()
    absent = [key for key in wanted if key not in texts.entries]
    meant = ((nearest_key(text.key, absent), text) for text in extra)
    return {key: text for key, text in meant if key}


def _known_keys(review: Review, misspelt: Mapping[str, Text]) -> Mapping[str, object]:
    """Return the keys that translations may have; `misspelt` are those the original should have."""
    agreed = dict.fromkeys((*_in_every_translation(review), *misspelt))
    title = {text.key: text for one in review.texts.values() if (text := one.entries.get(TITLE))}
    return {**needed_keys(review.game), **review.model.entries, **agreed, **title}


def _called_otherwise(key: str, text: Text, language: str, review: Review) -> Diagnostic:
    """Return the fault of a text that has a different key in one language."""
    is_original = language == review.reference
    who = "no translation has it" if is_original else f"`{review.reference}` lacks it"
    return Diagnostic(
        codes.MISSING_TEXT,
        f"the text `{key}` is missing in `{language}`",
        text.span,
        f"found `{text.key}`; {who}",
        f"did you mean `{key}`?",
        subject=replace(text.subject, key=key),
    )


def _named_otherwise(key: str, near: str, named: Span, review: Review) -> Diagnostic:
    """Return the fault of a reference to a text that no language has, if a similar key exists."""
    languages = listed(review.texts)
    return Diagnostic(
        codes.MISSING_TEXT,
        f"the text `{key}` is in no language",
        named,
        f"expected the key of a text in {languages}",
        f"did you mean `{near}`?",
        subject=Subject(language=EVERY_LANGUAGE, key=key),
    )


def check_extra(review: Review) -> Iterator[Diagnostic]:
    """Report texts that exist only in a translation, not in the game or the reference language."""
    if not review.model.sound:
        return
    misspelt = _misspelt(review)
    known = _known_keys(review, misspelt)
    for texts in review.translations:
        absent = [key for key in known if key not in texts.entries]
        slips = {text.key for text in _misspelt_in(texts, known, review.game).values()}
        for key, text in texts.entries.items():
            if key in known or key in slips or review.game.lacks(key, review.reference):
                continue
            yield Diagnostic(
                codes.TEXT_IN_ONE_LANGUAGE,
                f"the text `{key}` is in `{texts.language}` only",
                text.span,
                f"expected a key that `{review.reference}` has too",
                did_you_mean(key, absent, "remove it, or add it to every language"),
                subject=text.subject,
            )


def _in_every_translation(review: Review) -> list[str]:
    """Return the keys that several translations all have; the original is wrong to lack one."""
    first, *others = review.translations or [review.model]
    return [
        key for key in first.entries if others and all(key in texts.entries for texts in others)
    ]


def _missing(key: str, texts: Texts, review: Review, used: Span | None) -> Diagnostic:
    notes: list[Note] = []
    if used is not None:
        notes.append(("it is used here", used))
    model = review.model.entries.get(key)
    if model is not None and texts is not review.model:
        notes.append((f"`{review.reference}` has it here", model.span))
        if model.span.file.endswith(CHAPTERS):
            return _missing_in_chapter(model, texts, tuple(notes))
    beside = _neighbour(key, review.model.entries, texts.entries)
    file, cure = texts.file, f"add `{key}`"
    optional = ""
    if key in _of_rows_of_cards(review.game):
        part = key.rpartition(".")[2]
        optional = f"; if not every card has it, write `{{text: {part}, optional: yes}}`"
    cell = _cell(key, texts.language, review.game)
    if cell is not None:
        heading, place = cell
        return Diagnostic(
            codes.MISSING_TEXT,
            f"the text `{key}` is missing in `{texts.language}`",
            place,
            f"expected a text in the column `{heading}`",
            f"fill in this cell{optional}",
            tuple(notes),
            subject=Subject(language=texts.language, key=key),
        )
    place = Span(file)
    if beside is not None and _is_in_table(beside.span, review.game):
        place = beside.span
        cure = f"add a column `{key.rpartition('.')[2]}` to the table, and fill it in in this row"
    elif beside is not None:
        place = Span(beside.span.file)
        cure = f"add `{key}` beside `{beside.key}` in line {beside.span.line}"
    return Diagnostic(
        codes.MISSING_TEXT,
        f"the text `{key}` is missing in `{texts.language}`",
        place,
        f"expected the text `{key}`",
        cure + optional,
        tuple(notes),
        subject=Subject(language=texts.language, key=key),
    )


def _missing_in_chapter(model: Text, texts: Texts, notes: tuple[Note, ...]) -> Diagnostic:
    """Return the fault of a text of a Markdown chapter that a translation lacks."""
    file = Path(texts.file).with_name(Path(model.span.file).name)
    chapter = model.key.split(".")[1]
    return Diagnostic(
        codes.MISSING_TEXT,
        f"the text `{model.key}` is missing in `{texts.language}`",
        Span(file.as_posix()),
        f"expected the chapter `{chapter}` in {file.name}",
        f"write `# Its title {{#{chapter}}}` in {file.as_posix()}, and translate the chapter below",
        notes,
        subject=Subject(language=texts.language, key=model.key),
    )


def _of_rows_of_cards(game: Game) -> frozenset[str]:
    """Return the keys of the texts in rows of cards."""
    rows = (block for block in game.outline.printed_blocks if isinstance(block, CardsBlock))
    return frozenset(key for row in rows for key in row.keys)


def _is_in_table(place: Span, game: Game) -> bool:
    """Return whether a place is in a table of cards, where a line says less than a cell."""
    return any(place.file == one.file for card in game.cards for one in card.headings.values())


def _cell(key: str, language: str, game: Game) -> tuple[str, Span] | None:
    """Return the heading and the place of the table cell that the text of a card belongs in."""
    card_id, _, column = key.removeprefix("cards.").partition(".")
    heading = f"{column}@{language}"
    places = (card.places for card in game.cards if card.id == card_id and heading in card.headings)
    place = next(places, {}).get(heading)
    return (heading, place) if place is not None else None


def _without_column(key: str, texts: Texts, game: Game, used: Span | None) -> Diagnostic | None:
    """Return the fault of a table that lacks the column of a text, if it may be under another."""
    column = key.rpartition(".")[2]
    headings = {name: at for card in game.cards for name, at in card.headings.items()}
    ends = f".{column}"
    has_some = any(one.startswith("cards.") and one.endswith(ends) for one in texts.entries)
    is_known = has_some or has_column(column, headings)
    if used is None or is_known or not key.startswith("cards."):
        return None
    every = [{*in_words(card.fields)} for card in game.cards if card.headings]
    values = {name: {card.fields.get(name) for card in game.cards} for name in headings}
    unused = [
        name
        for name, said in values.items()
        if name not in BUILT_IN and len(said) > len(every) / 2 and all(name in of for of in every)
    ]
    if not unused:
        return None
    found = missing_column(column, headings, unused, ("it is used here", used))
    return replace(found, subject=Subject(language=texts.language))


def _neighbour(key: str, model: Mapping[str, Text], entries: Mapping[str, Text]) -> Text | None:
    """Return the text before or after which `key` belongs in the same language."""
    parent = key.rpartition(".")[0] + "."
    beside = None
    for other in (*model, key):
        if other == key and beside is not None:
            break
        if other.startswith(parent) and other in entries:
            beside = entries[other]
    return beside


def check_plurals(review: Review) -> Iterator[Diagnostic]:
    """Report texts that lack plural forms which their language needs."""
    for texts in review.texts.values():
        needed = categories(texts.language)
        for key, text in texts.entries.items():
            model = review.model.entries.get(key, text)
            if len(text.forms) == 1 and len(model.forms) == 1:
                continue
            missing = [name for name in needed if name not in text.forms]
            if missing:
                yield Diagnostic(
                    codes.PLURAL_FORM_MISSING,
                    f"the plural text `{key}` has no form {listed(missing)}",
                    text.span,
                    f"expected the forms {listed(needed)}",
                    f"add {listed(missing)}",
                    subject=text.subject,
                )


_WORD = re.compile(r"[^\W\d_]{3,}")


def check_unchanged(review: Review) -> Iterator[Diagnostic]:
    """Report translations that repeat their original word for word.

    A text may be the same if it consists of terms and numbers only, if the language allows it, or
    if the glossary translates it with the same word.
    """
    terms = {(form.language, form.reading.casefold()) for form in review.glossary_forms}
    for passage, original in review.translated():
        usage = review.usage(passage.language)
        if (passage.language, passage.text.casefold()) in terms:
            continue
        if passage.text != original.text or not usage.words or passage.text in usage.unchanged:
            continue
        unchanged = {word.casefold() for word in usage.unchanged}
        left = PLACEHOLDER.sub(" ", passage.text).replace(review.title(passage.language), " ")
        if any(word.casefold() not in unchanged for word in _WORD.findall(left)):
            yield passage.fault(
                codes.NOT_TRANSLATED,
                f"`{passage.key}` is the same as in `{review.reference}`",
                "expected a translation",
                "translate it, or list it under `unchanged` in the `language.yaml` of "
                f"`{passage.language}`",
                notes=original.as_original,
            )


class Stale(Struct, frozen=True):
    """A translation whose source has changed since the translation was accepted."""

    text: Text
    source: Text
    was: str


def stale(
    texts: Mapping[str, Text], source: Mapping[str, Text], lock: Mapping[str, Accepted]
) -> Iterator[Stale]:
    """Yield translations whose source changed after they were accepted.

    Changes that no reader sees, such as a no-break space, do not count.
    """
    for key, text in texts.items():
        if key not in source or key not in lock or not lock[key].source:
            continue
        was, now = lock[key].source, source_of(source[key])
        if was != now and _as_seen(was) != _as_seen(now):
            yield Stale(text, source[key], was)


def _as_seen(text: str) -> list[str]:
    return normalised(text, "en").split()


def check_unsure(review: Review) -> Iterator[Diagnostic]:
    """Report translations that their translator marked as unsure."""
    for texts in review.translations:
        for key, remark in texts.remarks.items():
            text = texts.entries.get(key)
            if text is None or not remark.unsure:
                continue
            name = text.subject.game or review.game.id
            notes = [(f"the translator says: {remark.comment}", None)] if remark.comment else []
            yield Diagnostic(
                codes.UNSURE_TRANSLATION,
                f"the translation of `{key}` is in doubt",
                text.span,
                "marked as unsure",
                "correct it if needed, then import it without that mark, or run `printnplay"
                f" l10n accept {name} {key} -l {texts.language}`",
                tuple(notes),
                Severity.WARNING,
                subject=text.subject,
            )


def check_stale_terms(review: Review) -> Iterator[Diagnostic]:
    """Report terms whose source changed since their translation was accepted."""
    for texts in review.translations if review.is_translated(review.game.id) else ():
        for term in review.terms(texts.language):
            source = review.glossary.terms[term.id].get(review.reference)
            note = texts.lock.get(f"{TERM}{term.id}")
            unnamed = source is None or "name" not in source.forms
            if source is None or unnamed or note is None:
                continue
            if note.source in ("", source_of_term(source)):
                continue
            yield Diagnostic(
                codes.STALE_TRANSLATION,
                f"the source of `{TERM}{term.id}` has changed since its translation was accepted",
                term.span,
                "expected a translation of the current source",
                "update it if needed, then run `printnplay l10n accept"
                f" {review.game.id} {TERM}{term.id} -l {texts.language}`",
                ((f"`{review.reference}` said: {note.source}", None),),
                subject=Subject(language=texts.language, key=f"{TERM}{term.id}.name"),
            )


def check_stale(review: Review) -> Iterator[Diagnostic]:
    """Report texts whose source changed after their translation was accepted."""
    sources = {
        key: text
        for key, text in review.model.entries.items()
        if review.is_translated(text.subject.game)
    }
    for texts in review.translations:
        for old in stale(texts.entries, sources, texts.lock):
            key = old.text.key
            name = old.text.subject.game or review.game.id
            yield Diagnostic(
                codes.STALE_TRANSLATION,
                f"the source of `{key}` has changed since its translation was accepted",
                old.text.span,
                "expected a translation of the current source",
                "update it if needed, then run `printnplay l10n accept"
                f" {name} {key} -l {texts.language}`",
                (
                    (f"`{review.reference}` said: {old.was}", None),
                    (f"`{review.reference}` says: {source_of(old.source)}", old.source.span),
                ),
                subject=old.text.subject,
            )
