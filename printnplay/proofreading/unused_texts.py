"""Find texts that are never printed: a rule missing in the booklet, or a text with an old name."""

from collections.abc import Iterator, Mapping
from typing import Any

from printnplay.game.texts import Text
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Severity
from printnplay.proofreading.exceptions import allowable


class WatchedTexts(dict[str, Text]):
    """Texts that record which of them were requested."""

    def __init__(self, texts: Mapping[str, Text]) -> None:
        """Record the use of these texts."""
        super().__init__(texts)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401  as a dict
        """Return the text of a key, and note that it was used."""
        self.asked.add(key)
        return super().get(key, default)


def check_printed(game: str, texts: WatchedTexts) -> Iterator[Diagnostic]:
    """Report texts of the game that were not used after everything was rendered."""
    for key, text in texts.items():
        if key not in texts.asked and text.subject.game == game:
            unused = Diagnostic(
                codes.UNUSED_TEXT,
                f"the text `{key}` is never printed",
                text.places["other"],
                "no template and no block of the booklet uses it",
                "use it in booklet.yaml or in a template, or remove it from all languages",
                severity=Severity.WARNING,
                subject=text.subject,
            )
            yield allowable(unused)
