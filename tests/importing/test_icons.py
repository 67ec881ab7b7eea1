"""Icons among words of imported projects: a build takes them, however many a text has."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from printnplay.cli.app import app
from printnplay.importing.bringing import bring

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20">'
DISC = '<circle cx="10" cy="10" r="8" fill="#c0563b" {}/>'
BLUR = '<filter id="blur7">' + '<feGaussianBlur stdDeviation="1"/>' * 12 + "</filter>"

ICONS = {
    "an empty text": DISC.format("") + '<text x="1" y="9"><tspan x="1"/> </text>',
    "a text": DISC.format("") + '<text x="6" y="14">7</text>',
    "filters that nothing uses": f"<defs>{BLUR}</defs>" + DISC.format(""),
    "a filter": f"<defs>{BLUR}</defs>" + DISC.format('filter="url(#blur7)"'),
    "a filter in its style": f"<defs>{BLUR}</defs>" + DISC.format('style="filter:url(#blur7)"'),
}


@pytest.mark.parametrize("name", ICONS)
def test_a_text_with_many_icons_builds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "coin.svg").write_text(f"{SVG}{ICONS[name]}</svg>", "utf-8")
    text = "text(str: ([':coin:'] * 30).join(' '), x: 60, y: 60, width: 600, height: 900)"
    icon = "{ |embed| embed.svg key: ':coin:', file: 'coin.svg', width: 40, height: 40 }"
    (tmp_path / "deck.rb").write_text(f"Squib::Deck.new(cards: 1) {{ {text} {icon} }}", "utf-8")
    folder = tmp_path / "game"
    bring("squib", tmp_path / "deck.rb", folder)
    monkeypatch.chdir(folder)
    built = CliRunner().invoke(app, ["build", "--no-config"])
    assert built.exit_code == 0, built.output
