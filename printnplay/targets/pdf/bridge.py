"""Baked pictures into a ReportLab document, as forms that share their fonts and images."""

from hashlib import sha256
from typing import Any

from printnplay.targets.pdf.bake import Baked
from printnplay.targets.pdf.baked import BakedFile, Form, ObjectId, Parts


class Bridge:
    """Copies forms, and what they need, into one document; each object once."""

    def __init__(self, document: Any) -> None:  # noqa: ANN401
        """Copy into this document of ReportLab's."""
        self._document = document
        self._files: dict[BakedFile, int] = {}
        self._copied: dict[tuple[BakedFile, ObjectId], bytes] = {}
        self._same: dict[bytes, bytes] = {}
        self._names: dict[Baked, str] = {}

    def form(self, baked: Baked) -> tuple[str, Form]:
        """The name that a canvas knows the picture's form by, and the form."""
        form = baked.file.form(baked.page)
        if baked not in self._names:
            name = f"picture{len(self._names)}"
            self._names[baked] = name
            internal = self._document.getXObjectName(name)
            content = self._filled(form.parts, baked.file)
            self._document.Reference(content, internal)
            self._document.updateSignature(content)
        return self._names[baked], form

    def _filled(self, parts: Parts, file: BakedFile) -> bytes:
        return b"".join(
            part if isinstance(part, bytes) else self._reference(file, part) for part in parts
        )

    def _reference(self, file: BakedFile, number: ObjectId) -> bytes:
        """The reference to a copied object; what it refers to itself is copied before it."""
        key = (file, number)
        if key not in self._copied:
            content = self._filled(file.parts(number), file)
            # Pictures that were baked in several files may share images all the same.
            mark = sha256(content).digest()
            if mark not in self._same:
                index = self._files.setdefault(file, len(self._files))
                name = f"baked{index}.{number[0]}.{number[1]}"
                self._same[mark] = self._document.Reference(content, name).format(self._document)
            self._copied[key] = self._same[mark]
        return self._copied[key]
