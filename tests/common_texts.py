"""The texts that all games share, in English, as if they were in another language."""

import re
from pathlib import Path

from printnplay.kernel.languages import categories

FILE = Path(__file__).parents[1] / "locales/en/common.yaml"
_FORMS = re.compile(r'\{one: (?:"[^"]*"), other: ("[^"]*")\}')


def common_in(language: str) -> str:
    """The file for a language: each plural text has the forms that the language needs."""
    forms = ", ".join(f"{name}: \\1" for name in categories(language))
    texts = FILE.read_text("utf-8").replace("\nen:\n", f"\n{language}:\n")
    return _FORMS.sub(f"{{{forms}}}", texts)
