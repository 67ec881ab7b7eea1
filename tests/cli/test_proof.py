"""`proof`: what it writes, and that it warns of faces that somebody cannot tell apart."""

from pathlib import Path

import pypdfium2
import pytest

from .project import run

PROOF = "output/tic-tac-match/tic-tac-match-proof.pdf"


@pytest.mark.at_leisure
def test_the_bundled_game_is_proved_without_a_warning(project: Path) -> None:
    ran = run("proof tic-tac-match -l en -l de --png")
    assert (ran.status, ran.err) == (0, "")
    pdf = pypdfium2.PdfDocument(project / PROOF)
    texts = [page.get_textpage().get_text_bounded() for page in pdf]
    pdf.close()
    for view in ("in colour", "in grey", "protanopia", "deuteranopia", "tritanopia"):
        shown = [text for text in texts if view in text]
        joined = " ".join(shown)
        assert joined.count("x-red") == 1
        both = view in ("in colour", "in grey")
        assert joined.count("flip · en") == joined.count("flip · de") == both
    folder = PROOF.removesuffix(".pdf")
    pages = [f"{folder}/tic-tac-match-proof-{at:03}.png" for at in range(1, len(texts) + 1)]
    assert sorted(str(path.relative_to(project)) for path in project.rglob("*.png")) == pages
    assert ran.out.split() == [PROOF, *pages]


def test_cards_that_differ_by_red_and_green_alone_are_told(project: Path) -> None:
    plain = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="67.5mm" height="67.5mm"'
        ' viewBox="-2 -2 67.5 67.5"><rect x="-2" y="-2" width="67.5" height="67.5"'
        " fill=\"{{ {'red': '#ff0000', 'green': '#006b00'}.get(card.colour, '#d0d0ff') }}\"/>"
        '<rect width="{{ 9 if card.symbol == \'x\' else 40 }}" height="40"'
        " opacity=\"{{ 0 if card.colour == 'yellow' else 1 }}\"/></svg>"
    )
    template = project / "templates/tic-tac-match/symbol.svg.j2"
    template.write_text(plain, encoding="utf-8")
    ran = run("proof tic-tac-match -l en")
    assert ran.status == 0
    told = [line for line in ran.err.splitlines() if "look alike" in line]
    for pair in ("`x-green` and `x-red`", "`o-green` and `o-red`"):
        (line,) = (fault for fault in told if pair in fault)
        assert "protanopia" in line
        assert "in colour" not in line
        assert "tritanopia" not in line
    assert not any(
        "`x-red` and `o-red`" in fault or "`x-blue` and `x-red`" in fault for fault in told
    )
