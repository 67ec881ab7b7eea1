"""Right texts in twelve languages of eight scripts, compared with English, give no report.

`scripts.yaml` has their repeated words, quotation marks, end marks and runs of Latin letters.
"""

from pathlib import Path

import pytest
import yaml

from printnplay.game.texts import Glossary, Term, Text, Texts
from printnplay.kernel.diagnostics import Span, Subject
from printnplay.kernel.languages import Usage
from printnplay.proofreading import findings
from printnplay.proofreading.review import Known, Review
from printnplay.translation.usage import for_language

from .sites import clean_games

FILE = Path(__file__).with_name("scripts.yaml")
TEXTS = yaml.safe_load(FILE.read_text("utf-8"))
