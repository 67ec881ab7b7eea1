"""How every text of every face goes into its box, in every language and in the pseudo-language."""

from dataclasses import dataclass, replace

from printnplay.model.fit import BoxFit
from printnplay.pipeline.studio import Studio
from printnplay.pipeline.workshop import Workshop
from printnplay.rendering.text.pseudo import PSEUDO, SOURCE, pseudo_texts


@dataclass(frozen=True, slots=True)
class FaceBox:
    """A text box of a face of a game, in one language."""

    game: str
    language: str
    face: str
    fit: BoxFit


def boxes_of(studio: Studio) -> tuple[FaceBox, ...]:
    """The boxes of all faces that the studio has drawn so far, in the order of their drawing.

    Two sides of a card on which a text stands alike count once.
    """
    game = studio.game.id
    found = (
        FaceBox(game, studio.language, face, fit)
        for face, fits in studio.artist.boxes.items()
        for fit in fits
    )
    return tuple(dict.fromkeys(found))


def with_pseudo(shop: Workshop) -> Workshop:
    """The workshop with the pseudo-language among its languages, if it has English."""
    if SOURCE not in shop.texts:
        return shop
    texts = {**shop.texts, PSEUDO: pseudo_texts(shop.texts[SOURCE], shop.glossary)}
    # What a drawing without words showed serves this language too, but is not shared back.
    return replace(shop, texts=texts, figures=dict(shop.figures))


def tightest_first(boxes: list[FaceBox]) -> list[FaceBox]:
    """What overflows or is nearest to it comes first."""
    return sorted(boxes, key=lambda box: (box.fit.tightness, box.game, box.language, box.face))
