"""Icons of game-icons.net, as a plug-in of printnplay."""

from pathlib import Path

GAME_ICONS = Path(__file__).parent / "game_icons"
"""The folder of the set: its drawings, and credits.yaml, which says who drew each."""
