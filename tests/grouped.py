"""A project of the starter `csv` with a group of sheets, a colour and a count for each kind.

The starter itself names kinds in its table only, and places everything from the size of the card.
"""

from pathlib import Path

TEMPLATE = Path(__file__).with_name("picture-card.svg.j2")
"""Its cards with all places in plain numbers, as people write them."""

CHANGES = {
    "designs/{}/game.yaml": [
        (
            "  - {id: cards, where: {family: card}, backs: yes}",
            "  - {id: places, where: {kind: place}, backs: yes}\n"
            "  - {id: deeds, where: {kind: deed}, backs: yes}",
        )
    ],
    "designs/{}/cards.yaml": [(", columns: {kind: optional kind}", "")],
    "designs/{}/booklet.yaml": [
        ("width: 11mm", "width: 14mm"),
        ("table: kinds", "table: rules.contents"),
        ("rows: kind", "rows: {places: {kind: place}, deeds: {kind: deed}}"),
        ("anatomy: {family: card}", "anatomy: lighthouse"),
        ("rules.turn.cards", "rules.turn.places"),
        ("cards: {family: card}", "cards: {kind: place}"),
    ],
    "locales/en/{}.yaml": [
        ('sheets: {cards: "Cards"}', 'sheets: {places: "Places", deeds: "Deeds"}'),
        ('cards: "The cards"', 'places: "Places"'),
        ("\n  rules:\n", '\n  rules:\n    contents: {places: "Places", deeds: "Deeds"}\n\n'),
    ],
    "templates/{}/style.yaml": [
        (
            ',\n  kind-1: "#2f7f6f", kind-2: "#c0563b", kind-3: "#6a4c8c", kind-4: "#9a6b14",'
            ' kind-5: "#3f6fa8", kind-6: "#8c3f5f"',
            "",
        ),
    ],
}


def group_by_kind(folder: Path) -> None:
    """Change a new project of the starter; its game is named after the folder."""
    card = folder / f"templates/{folder.name}/picture-card.svg.j2"
    card.write_text(TEMPLATE.read_text("utf-8"), "utf-8")
    for name, changes in CHANGES.items():
        path = folder / name.format(folder.name)
        text = path.read_text("utf-8")
        for old, new in changes:
            assert old in text, (name, old)
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
