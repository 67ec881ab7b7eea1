"""The origin of a file: what it shows of which version of a game, as metadata in the file itself.

It is the `dc:identifier` of the XMP metadata (ISO 16684-1) of PDF, PNG and WebP, and the metadata
element of SVG. It has ids and hashes only, nothing about persons or machines.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from html import escape, unescape

import msgspec
from msgspec import Struct, field

from printnplay.kernel.geometry import Um

PREFIX = "printnplay:"

DIGITS = 12
"""The hexadecimal digits of a hash: of 10,000 faces, two are alike once in 5 million games."""

_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier>{}</dc:identifier>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


class Origin(Struct, frozen=True, omit_defaults=True):
    """What a file shows: its `kind`, and hashes of its `parts` by names such as `card harbour`.

    `bleed` is that of an export, if the game's own is not used.
    """

    game: str
    language: str
    kind: str
    parts: Mapping[str, str] = field(default_factory=dict)
    version: str = ""
    bleed: Um | None = None

    @property
    def identifier(self) -> str:
        """The origin as text in an XML element."""
        return escape(f"{PREFIX}{msgspec.json.encode(self).decode()}", quote=False)

    @property
    def xmp(self) -> bytes:
        """The origin as XMP metadata of a picture."""
        return _PACKET.format(self.identifier).encode()


def origins_in(content: bytes) -> Iterator[Origin]:
    """Yield the origins that are written in a file of any kind."""
    mark = f"{PREFIX}{{".encode()
    at = content.find(mark)
    while at >= 0:
        end = content.find(b"<", at)
        if end < 0:
            return
        text = unescape(content[at + len(PREFIX) : end].decode(errors="replace"))
        with suppress(msgspec.DecodeError, RecursionError):
            yield msgspec.json.decode(text, type=Origin)
        at = content.find(mark, end)
