"""New texts of a game: written into the file of its original, among the others."""

from collections.abc import Mapping

from printnplay.files.catalog import display_path
from printnplay.files.yaml_edits import BOM, inserted
from printnplay.game.texts import Texts
from printnplay.preview.edits import Change, NotWrittenError, check_forms, check_sound
from printnplay.preview.journal import Content
from printnplay.preview.live import LiveGame


def change_of_texts(live: LiveGame, texts: Texts, new: Mapping[str, str]) -> Change:
    """Return the change that adds texts by their keys to those of the original.

    Raises:
        NotWrittenError: a text is too long, or has control characters.
    """
    for text in new.values():
        check_forms({"other": text}, limited=live.catalog.limited)
    file = _text_file(live, texts)
    order = [f"{texts.language}.{key}" for key in texts.entries]
    return file, lambda now: _with_texts(now, file, texts.language, new, order)


def original_of(live: LiveGame) -> Texts:
    """Return the texts in the language that the game is written in.

    Raises:
        NotWrittenError: the game cannot be loaded.
    """
    loaded = live.loaded
    if loaded is None:
        raise NotWrittenError("the game cannot be loaded")
    return loaded.texts[loaded.game.original_in(loaded.texts)]


def _text_file(live: LiveGame, texts: Texts) -> str:
    """Return the file of the game's texts in its original."""
    path = live.catalog.roots[0] / "locales" / texts.language / f"{live.game_id}.yaml"
    found = live.catalog.locale_files(texts.language, live.game_id)[-1:]
    return display_path(found[0] if found and found[0].name == path.name else path)


def _with_texts(
    now: Content, file: str, language: str, new: Mapping[str, str], order: list[str]
) -> bytes:
    now = f"{language}: {{}}\n".encode() if now is None else now
    check_sound(now, file)
    source = now.decode()
    mark = BOM if source.startswith(BOM) else ""
    added = {f"{language}.{key}": text for key, text in new.items()}
    return (mark + inserted(source.removeprefix(BOM), added, [*order, *added])).encode()
