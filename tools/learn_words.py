"""Learn the words of the shipped texts and their translations: `python tools/learn_words.py`.

It writes printnplay/proofreading/alignment/learned/, from which `check --proofread` tells which
words of a translation stand for which of its original.
"""

from collections.abc import Iterator, Mapping

from printnplay.files.catalog import Catalog, display_path, shipped_root
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import REFERENCE
from printnplay.loading.game import load_game
from printnplay.loading.glossary import read_glossary
from printnplay.loading.texts import read_texts
from printnplay.proofreading.alignment.lexicon import LEARNED, learn, written
from printnplay.proofreading.alignment.words import pairs_of
from printnplay.proofreading.review import Review

FEWEST = 1000
"""The least pairs of sentences of a language: those of one game have too few words that are said in
several ways. A guess."""


def reviews() -> Iterator[Review]:
    """Yield the texts of each shipped game in all its languages."""
    catalog = Catalog(shipped_root())
    for name in catalog.games():
        problems, folder = Problems(), catalog.game_folder(name)
        game = load_game(folder, display_path(folder), problems)
        texts = read_texts(catalog, name, catalog.languages_of(name), problems)
        glossary = read_glossary(catalog, name, problems)
        if game is not None and not game.edition and REFERENCE in texts:
            yield Review(game, texts, glossary)


def files() -> Mapping[str, str]:
    """Return what was learned of each language beside English, by file name."""
    seen = set()
    pairs: dict[str, list[tuple[list[str], list[str]]]] = {}
    for review in reviews():
        for passage, original in review.translated():
            text = (passage.language, passage.subject.game, passage.key, passage.form)
            if text not in seen:  # the common texts are those of every game
                seen.add(text)
                pairs.setdefault(passage.language, []).extend(
                    ([stem.text for stem in words], [stem.text for stem in translation])
                    for words, translation in pairs_of(passage, original)
                )
    return {
        f"{REFERENCE}-{language}.json": written(learn(some, right=True))
        for language, some in pairs.items()
        if len(some) >= FEWEST
    }


if __name__ == "__main__":
    LEARNED.mkdir(exist_ok=True)
    for name, text in files().items():
        (LEARNED / name).write_text(text, "utf-8")
