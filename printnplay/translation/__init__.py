"""Translation: status, new languages, acceptance, exchange with translators' programs."""

from pathlib import Path

FOLDER = Path("output/l10n")
"""The folder of exported files, in the project, unless another one is asked for."""
