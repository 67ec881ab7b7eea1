"""The walk over a parsed drawing: every element, attribute and link is looked at once.

Then the references within it are checked: each leads somewhere, none in a circle, and all of them
together stay affordable.
"""

from collections.abc import Callable
from typing import TypeAlias

from lxml import etree
from lxml.etree import _Element

from printnplay.model import codes
from printnplay.model.suggestions import did_you_mean, suggestion
from printnplay.svg import limits
from printnplay.svg.css import COMMENT, links, refused
from printnplay.svg.elements import (
    DRAWN_WRONG,
    ELEMENTS,
    NAMES,
    REFUSED,
    SVG,
    XLINK_HREF,
    XML,
    attributes,
    line_of,
)
from printnplay.svg.faults import Report
from printnplay.svg.fonts import Families, UnknownFamilyError
from printnplay.svg.limits import DRAWN, NESTED, Budget, TooMuchError
from printnplay.svg.pictures import ArtError, outside

Embed: TypeAlias = Callable[[str, _Element], str]
"""Makes a data URI of a linked picture; takes the link, and the element that links it."""

XML_BASE = f"{{{XML}}}base"
KEPT = frozenset({XLINK_HREF, XML_BASE, f"{{{XML}}}space", f"{{{XML}}}lang"})
"""The attributes with a prefix that a drawing may have."""
XHTML = "http://www.w3.org/1999/xhtml"


TRANSFORMS = frozenset({"transform", "gradientTransform", "patternTransform"})


class Walk:
    """Checks the elements of one drawing and corrects what can be corrected in place.

    After `over_all`, `changed` says whether anything was corrected, `ids` are the named elements,
    and `references` are the elements that refer to others, with the ids they name. `title` is the
    first title element: what the drawing shows.
    """

    def __init__(self, root: _Element, report: Report, families: Families, embed: Embed) -> None:
        """Report faults here, choose from these families, and have pictures put in like this."""
        self.root = root
        self.changed = False
        self.has_text = False
        self.title = ""
        self.ids: dict[str, _Element] = {}
        self.references: list[tuple[_Element, list[str]]] = []
        self._report = report
        self._families = families
        self._embed = embed
        self._bare_text = False
        self._foreign: list[_Element] = []
        self._special: dict[str, Callable[[_Element, str, str], None]] = {
            "style": self._style,
            "font-family": self._family,
            "href": self._link,
            XLINK_HREF: self._link,
            XML_BASE: self._base,
        }

    def over_all(self, budget: Budget) -> None:
        """Walk over the whole drawing, and what is before and after its root.

        Raises:
            TooMuchError: it holds more than a limit allows.
        """
        for beside in [*self.root.itersiblings(preceding=True), *self.root.itersiblings()]:
            self._odd(beside)
        elements = 0
        for element in self.root.iter():
            elements += 1
            name = NAMES.get(element.tag)
            if name is None:
                self._odd(element)
            else:
                self._named(element, name)
                budget.take(element, name)
        budget.take_elements(elements)
        for element in self._foreign:
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)
        if self._bare_text and "font-family" not in self.root.attrib:
            # Without a family typst asks for Times New Roman and leaves the text out.
            self.root.set("font-family", self._families.default)
            self.changed = True

    def _named(self, element: _Element, name: str) -> None:
        if name == "style":
            self._sheet(element)
        elif name == "title":
            self.title = self.title or (element.text or "").strip()
        elif name == "text":
            self.has_text = True
            self._bare_text |= _is_bare(element)
        for attribute, value in attributes(element):
            special = self._special.get(attribute)
            if special is not None:
                special(element, attribute, value)
            elif attribute == "id":
                self.ids.setdefault(value, element)
            elif attribute[0] == "{" and attribute not in KEPT:
                self._foreign_attribute(element, attribute, value)
            else:
                self._plain(element, name, attribute, value)

    def _foreign_attribute(self, element: _Element, attribute: str, value: str) -> None:
        """An attribute with a prefix; typst would follow it by its mere name, so it goes."""
        del element.attrib[attribute]
        self.changed = True
        own = attribute.removeprefix(f"{{{SVG}}}")
        if own != attribute and own not in element.attrib:
            element.set(own, value)
            self._special.get(own, self._ordinary)(element, own, value)

    def _ordinary(self, element: _Element, attribute: str, value: str) -> None:
        self._plain(element, NAMES[element.tag], attribute, value)

    def _plain(self, element: _Element, name: str, attribute: str, value: str) -> None:
        if attribute[:2].lower() == "on":
            self._refuse(element, f"the event attribute `{attribute}`", "paper does not react")
        if "url" in value.lower():
            self._refer(element, links(value))
        if attribute in TRANSFORMS and value.count("(") > limits.TRANSFORMS:
            message = f"`{attribute}` has more than {limits.TRANSFORMS:,} parts"
            raise TooMuchError(message, "join them", line_of(element))
        wrong = DRAWN_WRONG.get((name, attribute))
        if wrong and value != "pad":
            line = line_of(element)
            self._report.warning(
                codes.MAY_LOOK_DIFFERENT, f"`{attribute}` is drawn differently", line, wrong
            )

    def _odd(self, element: _Element) -> None:
        """Something else than an element we know."""
        tag: object = element.tag
        if tag is etree.Comment:
            return
        if not isinstance(tag, str):
            self._refuse(element, "a processing instruction or an entity", "write it out")
            return
        names = etree.QName(tag)
        if names.namespace not in (SVG, XHTML, None):
            # What drawing programs keep for themselves; it is never drawn.
            self._foreign.append(element)
            self.changed = True
            return
        reason = REFUSED.get(names.localname)
        meant = did_you_mean(names.localname, ELEMENTS, "SVG has no element of this name")
        help_ = f"remove it: {reason}" if reason else meant
        self._refuse(element, f"<{names.localname}>", help_)

    def _sheet(self, element: _Element) -> None:
        sheet = COMMENT.sub("", "".join(map(str, element.itertext())))
        corrected = self._css(element, sheet)
        if corrected != sheet:
            element.text = corrected
            self.changed = True

    def _style(self, element: _Element, attribute: str, value: str) -> None:
        corrected = self._css(element, COMMENT.sub("", value))
        if corrected != value:
            element.set(attribute, corrected)
            self.changed = True

    def _css(self, element: _Element, css: str) -> str:
        refusal = refused(css)
        if refusal is not None:
            self._refuse(element, *refusal)
            return css
        self._refer(element, links(css))
        try:
            return self._families.in_css(css) if "font-family" in css.lower() else css
        except UnknownFamilyError as error:
            self._no_family(element, error)
            return css

    def _family(self, element: _Element, attribute: str, value: str) -> None:
        try:
            chosen = self._families.chosen(value)
        except UnknownFamilyError as error:
            self._no_family(element, error)
            return
        if chosen != value:
            element.set(attribute, chosen)
            self.changed = True

    def _no_family(self, element: _Element, error: UnknownFamilyError) -> None:
        name = etree.QName(element).localname
        label = f"in <{name}>, whose text would not be printed"
        self._report.error(
            codes.DRAWING_FAMILY_MISSING, str(error), line_of(element), error.help, label
        )

    def _link(self, element: _Element, attribute: str, value: str) -> None:
        value = value.strip()
        if attribute == XLINK_HREF and "href" in element.attrib:
            # SVG 2, 8.2: href wins; typst takes the other one.
            del element.attrib[XLINK_HREF]
            self.changed = True
        elif NAMES.get(element.tag) == "image":
            self._picture(element, attribute, value)
        else:
            self._refer(element, [value])

    def _picture(self, element: _Element, attribute: str, link: str) -> None:
        line = line_of(element)
        try:
            uri = self._embed(link, element)
            if uri != link:
                element.set(attribute, uri)
                self.changed = True
        except ArtError as error:
            self._report.error(error.code, str(error), line, error.help)

    def _refer(self, element: _Element, targets: list[str]) -> None:
        for link in targets:
            if not link.startswith("#"):
                error = outside(link)
                help_ = "refer to things in this drawing only, by #id"
                self._report.error(error.code, str(error), line_of(element), help_)
        names = [link[1:] for link in targets if link.startswith("#")]
        if names:
            self.references.append((element, names))

    def _base(self, element: _Element, attribute: str, value: str) -> None:
        self._refuse(element, f"`{attribute.split('}')[-1]}` ({value})", "write links in full")

    def _refuse(self, element: _Element, what: str, help_: str) -> None:
        line = line_of(element)
        self._report.error(
            codes.NOT_ALLOWED_IN_DRAWING, f"{what} is not allowed in a drawing", line, help_
        )


def _is_bare(text: _Element) -> bool:
    """Whether letters of a text get their family from further up, or from nowhere."""
    if "font-family" in text.attrib:
        return False
    direct = [text.text, *(child.tail for child in text)]
    inherits = any("font-family" not in child.attrib for child in text)
    return inherits or any(part and not part.isspace() for part in direct)


def check(walk: Walk, report: Report) -> None:
    """Report references that lead nowhere, in circles, or to more than can be drawn."""
    if not walk.references:
        return
    for element, names in walk.references:
        for name in names:
            if name not in walk.ids:
                help_ = suggestion(name, walk.ids, "nothing in this drawing has an id")
                line = line_of(element)
                report.error(
                    codes.DANGLING_REFERENCE,
                    f"nothing in the drawing has the id `{name}`",
                    line,
                    help_,
                )
    try:
        _Costs(walk).check()
    except TooMuchError as error:
        line = line_of(walk.references[0][0])
        report.error(codes.DRAWING_TOO_COMPLEX, str(error), line, error.help)


class _Costs:
    """How many elements each named element comes to, what it refers to included."""

    def __init__(self, walk: Walk) -> None:
        self._ids = walk.ids
        self._names = dict(walk.references)
        for element, names in walk.references:
            self._names[element] = [*self._names[element], *names]
        self._costs: dict[str, int] = {}
        self._open: set[str] = set()

    def check(self) -> None:
        total = sum(self._cost(name) for names in self._names.values() for name in names)
        if total > DRAWN:
            message = (
                f"with all that it refers to, the drawing comes to more than {DRAWN:,} elements"
            )
            raise TooMuchError(message, "split it into several drawings")

    def _cost(self, name: str) -> int:
        if name in self._costs or name not in self._ids:
            return self._costs.get(name, 0)
        if name in self._open:
            help_ = "draw it plainly instead of nesting references"
            raise TooMuchError(f"what has the id `{name}` refers to itself", help_)
        if len(self._open) > NESTED:
            raise TooMuchError(f"references are nested more than {NESTED} deep", "nest them less")
        self._open.add(name)
        cost = sum(self._own(element) for element in self._ids[name].iter())
        self._open.discard(name)
        if cost > DRAWN:
            message = f"what has the id `{name}` comes to more than {DRAWN:,} elements"
            raise TooMuchError(message, "split it into several drawings")
        self._costs[name] = cost
        return cost

    def _own(self, element: _Element) -> int:
        return 1 + sum(self._cost(name) for name in self._names.get(element, ()))
