"""Accepted warnings: those that somebody reviewed and recorded with a reason in the lock."""

from collections.abc import Iterator

from msgspec.structs import replace

from printnplay.kernel import codes
from printnplay.kernel.diagnostics import EVERY_LANGUAGE, Diagnostic, Severity, Subject
from printnplay.proofreading.passages import TERM
from printnplay.proofreading.review import Review


def exception_name(fault: Diagnostic) -> str:
    """Return the name of a warning in the lock: its code and its place in the text.

    Each form of a term is accepted separately, by its name.
    """
    form = fault.subject.key.rpartition(".")[2] if fault.subject.key.startswith(TERM) else ""
    return " ".join(part for part in (str(fault.code), form, fault.detail) if part)


def lock_key(key: str) -> str:
    """Return the lock key of a fault: terms are accepted with all their forms.

    >>> lock_key("rules.end.title"), lock_key("term:flip.cards")
    ('rules.end.title', 'term:flip')
    """
    return key.rpartition(".")[0] if key.startswith(TERM) else key


def allowable(fault: Diagnostic) -> Diagnostic:
    """Return the fault with the line of game.yaml that allows it added to its help."""
    subject = fault.subject
    language = "" if subject.language == EVERY_LANGUAGE else subject.language
    where = {"check": str(fault.code), "key": subject.key, "language": language, "reason": "..."}
    line = ", ".join(f"{name}: {value}" for name, value in where.items() if value)
    return _if_right(fault, f"allow it in game.yaml, below `allow:`: `- {{{line}}}`")


def _if_right(fault: Diagnostic, cure: str) -> Diagnostic:
    """Return the fault, with what to do if the text is right added to its help."""
    help = f"if it is right, {cure}"
    if fault.help.endswith("?"):
        help = f"{fault.help} If it is right, {cure}"
    elif fault.help:
        help = f"{fault.help}; if it is right, {cure}"
    return replace(fault, help=help)


class Exceptions:
    """The accepted warnings of a review, and which of them occurred."""

    def __init__(self, review: Review) -> None:
        """Gather the accepted warnings from the locks of all languages."""
        self._review = review
        self._left = {
            (language, key, name)
            for language, texts in review.texts.items()
            for key, accepted in texts.lock.items()
            for name in accepted.exceptions
        }
        self._all = frozenset(self._left)

    def cover(self, fault: Diagnostic) -> bool:
        """Return whether a warning was accepted; errors never are."""
        name = (fault.subject.language, lock_key(fault.subject.key), exception_name(fault))
        self._left.discard(name)
        return name in self._all and fault.severity is Severity.WARNING

    def offered(self, fault: Diagnostic) -> Diagnostic:
        """Return the fault with its means of acceptance: a command, or a line of game.yaml.

        The command is offered for warnings that can be distinguished from others about the same
        text.
        """
        if fault.severity is not Severity.WARNING or not fault.detail:
            return allowable(fault) if fault.code.arguable else fault
        game = fault.subject.game or self._review.game.id
        key, language = lock_key(fault.subject.key), fault.subject.language
        command = (
            f"printnplay l10n accept {game} {key} -l {language}"
            f' --warning "{exception_name(fault)}" --reason "..."'
        )
        return _if_right(fault, f"`{command}`")

    def needless(self) -> Iterator[Diagnostic]:
        """Yield accepted warnings that no check reports any more."""
        asked = {
            codes.FOUND_BY_LANGUAGETOOL: self._review.known.languagetool,
            codes.FOUND_BY_MODEL: self._review.known.language_model,
        }
        unasked = tuple(str(code) for code, server in asked.items() if not server)
        for language, key, name in sorted(self._left):
            texts = self._review.texts[language]
            text = texts.entries.get(key)
            term = self._review.glossary.terms.get(key.removeprefix(TERM), {}).get(language)
            place = text or term
            if place is None:
                continue  # a text or a term of another game
            if text and not self._review.is_translated(text.subject.game):
                continue
            if name.startswith(unasked):
                continue
            subject = replace(text.subject, key=key) if text else Subject("", language, "", key)
            fault = Diagnostic(
                codes.NEEDLESS_EXCEPTION,
                f"`{key}` no longer gives the warning `{name}`, which was accepted",
                place.span,
                "expected the text that was accepted",
                "check whether the text lost something, then run `printnplay l10n accept"
                f" {text.subject.game if text else self._review.game.id} {key} -l {language}`",
                severity=Severity.WARNING,
                detail=name,
            )
            yield replace(fault, subject=subject)
