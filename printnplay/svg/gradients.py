"""Gradients of drawings: their inheritance and their stops."""

from collections.abc import Mapping, Sequence

from lxml.etree import _Element

from printnplay.svg.elements import href, said
from printnplay.svg.values import numbers

LONGEST = 20
"""The maximum length of an inheritance chain of gradients: programs write three or four at most,
and a cycle has no end."""


def chain_of(gradient: _Element, ids: Mapping[str, _Element]) -> list[_Element]:
    """Return a gradient and those that it inherits from, the nearest first."""
    chain = [gradient]
    while (link := href(chain[-1]).strip()) and len(chain) < LONGEST:
        following = ids.get(link.removeprefix("#"))
        if following is None or following in chain:
            break
        chain.append(following)
    return chain


def once(stops: Sequence[_Element]) -> list[tuple[float, _Element]]:
    """Return stops with their offsets, from 0 to 1."""
    found: list[tuple[float, _Element]] = []
    for stop in stops:
        offset = _share(said(stop, "offset") or "0")
        # Offsets never decrease (SVG 2, 14.2.4.2).
        found.append((max(offset, found[-1][0] if found else 0.0), stop))
    return found


def _share(text: str) -> float:
    values, error = numbers(text.rstrip("% "))
    values = values if error is None else ()
    number = values[0] / (100 if text.strip().endswith("%") else 1) if values else 0.0
    return min(1.0, max(0.0, number))
