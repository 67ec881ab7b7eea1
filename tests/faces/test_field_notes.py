"""Notes on the fields that a template names, for faults of its lines."""

from __future__ import annotations

from pathlib import Path

from printnplay.faces.field_notes import with_notes
from printnplay.game.texts import Texts
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, Span
from printnplay.text.markup import CardFields


def test_a_template_may_have_become_shorter_since_it_was_rendered(tmp_path: Path) -> None:
    file = tmp_path / "card.svg.j2"
    file.write_text("<svg/>\n", "utf-8")
    fault = Diagnostic(codes.TEMPLATE_FAILS, "a fault", Span(str(file), 9))
    assert (
        with_notes(
            fault, CardFields("b", {"a": "1"}), {"a": Span("cards.csv", 2)}, {}, Texts("en", {}, "")
        )
        == fault
    )
