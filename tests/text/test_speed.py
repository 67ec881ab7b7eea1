"""What laying text must not cost."""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import pyphen
import pytest

from printnplay.kernel.geometry import mm
from printnplay.scene.style import TextStyle
from printnplay.text.context import TextContext
from printnplay.text.hyphens import dictionary
from printnplay.text.paragraph import lay

if TYPE_CHECKING:
    from _typeshed import TraceFunction

SIXTY_WORDS = " ".join(["Everybody draws **four** cards and keeps them *hidden* from others."] * 6)


def test_modules_load_no_shaper_and_no_dictionary() -> None:
    program = (
        "import sys, printnplay.text.fit, printnplay.faces.texts;"
        "print(sorted({'uharfbuzz', 'pyphen', 'fontTools'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python run: a time that is the same on every machine."""
    count, before = 0, sys.gettrace()

    def watch(_frame: FrameType, event: str, _given: object) -> "TraceFunction":
        nonlocal count
        count += event == "line"
        return watch

    sys.settrace(watch)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_a_paragraph_is_laid_in_few_steps_a_word(context: TextContext, body: TextStyle) -> None:
    """Sixty words take under 1 ms on a quiet machine; twice as many take twice as long, no more."""
    texts = [context.parse(SIXTY_WORDS), context.parse(f"{SIXTY_WORDS} {SIXTY_WORDS}")]
    for inlines in texts:
        lay(inlines, body, mm(85), context)
    context.measured.clear()
    once, twice = (steps(partial(lay, one, body, mm(85), context)) for one in texts)
    assert once < 25_000
    assert twice < 2.2 * once


@pytest.mark.parametrize("language", ["de_DE", "en_GB", "en_US", "es", "fr", "it_IT"])
@pytest.mark.at_leisure
def test_the_quick_dictionary_divides_like_the_library(language: str) -> None:
    pyphen.hdcache.clear()
    theirs = pyphen.HyphDict(pyphen.LANGUAGES[language])
    ours = dictionary(language, left=2, right=2).hd
    licence = re.findall(r"[^\W\d_]{4,}", str(sys.copyright) + SIXTY_WORDS)
    words = {
        *licence,
        "Spielkartenaufbewahrung",
        "identification",
        "señalización",
        "perché",
        "déjà",
    }
    for word in words:
        assert ours.positions(word) == theirs.positions(word)
