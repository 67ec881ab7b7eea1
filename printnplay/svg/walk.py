"""The walk over a parsed drawing, which checks every element, attribute and link once.

Then the references within it are checked: each has a target, none is circular, and all of them
together stay affordable.
"""

import re
from collections.abc import Callable
from functools import cached_property, partial
from typing import NamedTuple, TypeAlias

from lxml import etree
from lxml.etree import _Element

from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.suggestions import did_you_mean, suggestion
from printnplay.svg import limits
from printnplay.svg.colours import COLOURS, PAINTS, colour, paint
from printnplay.svg.css import URL, links
from printnplay.svg.elements import (
    ELEMENTS,
    GENERIC,
    NAMES,
    REFUSED,
    SVG,
    XLINK_HREF,
    XML,
    attributes,
    drop,
    line_of,
    said,
    say,
    without,
)
from printnplay.svg.faults import Report
from printnplay.svg.fonts import INHERIT, Families, UnknownFamilyError, as_attribute
from printnplay.svg.limits import DRAWN, NESTED, Budget, TooMuchError
from printnplay.svg.pictures import EMPTY, NONE_YET, NONE_YET_HELP, ArtError, names_none, outside
from printnplay.svg.style_sheets import COMMENT, refused
from printnplay.svg.unseen import Unseen
from printnplay.svg.values import user

Embed: TypeAlias = Callable[[str, _Element], str | None]
"""Returns the URI of a linked picture, given the link and the element that links it. None if the
element was replaced by the drawing that it linked."""


class _Fault(NamedTuple):
    """A fault without its place."""

    code: Code
    message: str
    help: str
    label: str = ""
    is_error: bool = True


XML_BASE = f"{{{XML}}}base"
KEPT = frozenset({XLINK_HREF, XML_BASE, f"{{{XML}}}space", f"{{{XML}}}lang"})
"""The attributes with a prefix that a drawing may have."""
XHTML = "http://www.w3.org/1999/xhtml"


_TEXT = f"{{{SVG}}}text"
_FOREIGN = f"{{{SVG}}}foreignObject"
_HTML = frozenset(
    {
        *("b", "br", "button", "center", "div", "em", "font", "h1", "h2", "h3", "hr", "i", "img"),
        *("input", "li", "ol", "p", "span", "strong", "table", "td", "tr", "u", "ul"),
    }
)
"""Elements of HTML that occur in drawings by mistake."""
_LETTERING = (_TEXT, f"{{{SVG}}}use")
"""Elements that draw letters, themselves or through a reference."""

TRANSFORMS = frozenset({"transform", "gradientTransform", "patternTransform"})


class Walk:
    """Checks the elements of one drawing and makes corrections in place.

    After `over_all`, `changed` is whether anything was corrected, `ids` are the named elements, and
    `references` are the elements that refer to others, with the IDs they name. `title` is the first
    title element, which describes the drawing.
    """

    def __init__(self, root: _Element, report: Report, families: Families, embed: Embed) -> None:
        """Report faults to `report`, choose from these families, and use `embed` for pictures."""
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
        self._told: dict[_Fault, tuple[int, int]] = {}
        self._substitutes: dict[str, str] = {}
        self._there: set[str] = set()
        """Families that exist in the project."""
        self._special: dict[str, Callable[[_Element, str, str], None]] = {
            "style": self._style,
            "font-family": self._family,
            "href": self._link,
            XLINK_HREF: self._link,
            XML_BASE: self._base,
        }

    def over_all(self, budget: Budget) -> None:
        """Walk over the whole drawing, including the nodes before and after its root.

        Raises:
            TooMuchError: it exceeds a limit.
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
        budget.take_elements(elements)
        self._report_all()
        for element in self._foreign:
            without(element)
        if self._bare_text and "font-family" not in self.root.attrib:
            # Without a family typst requests Times New Roman and leaves the text out.
            self.root.set("font-family", as_attribute(self._families.default))
            self.changed = True

    def _fault(self, fault: "_Fault", element: _Element) -> None:
        """Record a fault of an element; in a designer's drawing equal ones are reported once."""
        line = line_of(element)
        if self._report.rendered:
            self._tell(fault, line, 1)
        else:
            first, count = self._told.get(fault, (line, 0))
            self._told[fault] = (first, count + 1)
            self._report.faults += fault.is_error

    @cached_property
    def _unseen(self) -> Unseen:
        return Unseen(self.root)

    def _report_all(self) -> None:
        for fault, (line, count) in self._told.items():
            self._report.faults -= count * fault.is_error
            self._tell(fault, line, count)
        for wanted, drawn in sorted(self._substitutes.items()):
            message = f"the font `{wanted}` is missing: `{drawn}` is used instead"
            help_ = "add it to the fonts folder; for a generic one a font named Serif or Mono"
            self._report.warning(codes.MAY_LOOK_DIFFERENT, message, 1, help_)

    def _tell(self, fault: "_Fault", line: int, count: int) -> None:
        times = f" ({count:,} times, first here)" if count > 1 else ""
        if fault.is_error:
            message = fault.message + times
            self._report.error(fault.code, message, line, fault.help, fault.label)
        else:
            self._report.warning(fault.code, fault.message + times, line, fault.help)

    def _named(self, element: _Element, name: str) -> None:
        if name == "style":
            self._sheet(element)
        elif name == "title":
            self.title = self.title or (element.text or "").strip()
        elif name == "text":
            # Drawing programs leave empty texts behind.
            self.has_text |= any(part.strip() for part in element.itertext())
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
                self._plain(element, attribute, value)

    def _foreign_attribute(self, element: _Element, attribute: str, value: str) -> None:
        """Remove an attribute with a prefix, as typst would apply it by its local name."""
        del element.attrib[attribute]
        self.changed = True
        own = attribute.removeprefix(f"{{{SVG}}}")
        if own != attribute and own not in element.attrib:
            element.set(own, value)
            self._special.get(own, self._plain)(element, own, value)

    def _plain(self, element: _Element, attribute: str, value: str) -> None:
        if attribute[:2].lower() == "on":
            self._refuse(
                element, f"the event attribute `{attribute}`", "paper does not react to events"
            )
        if attribute in PAINTS or attribute in COLOURS:
            if not value.strip() and not self._report.rendered:
                del element.attrib[attribute]
                self.changed = True
                return
            plain = self._coloured(element, attribute, value)
            if plain != value:
                element.set(attribute, plain)
                self.changed = True
        if "url" in value.lower():
            self._refer(element, links(value))
        if attribute in TRANSFORMS and value.count("(") > limits.TRANSFORMS:
            message = f"`{attribute}` has more than {limits.TRANSFORMS:,} parts"
            raise TooMuchError(message, "join them", line_of(element))

    def _coloured(self, element: _Element, name: str, value: str) -> str:
        """Return a colour or paint in the form that typst reads; typst draws others black."""
        plain = paint(value) if name in PAINTS else colour(value)
        if plain is None:
            message = f"`{value[:40]}` of `{name}` is not a colour"
            help_ = "write it as CSS does: a name, #rrggbb, rgb(), hsl(), oklch()"
            undeclared = _VARIABLE.search(value)
            if undeclared is not None:
                message = f"`{value[:40]}` of `{name}` names no colour: nothing declares it"
                own = undeclared[1]
                help_ = f"write `var({own}, #6c63ff)`, or `{own}: #6c63ff` in the root's style"
            self._fault(_Fault(codes.UNKNOWN_DRAWN_COLOUR, message, help_), element)
            return value
        return plain

    def _odd(self, element: _Element) -> None:
        """Handle a node that is not a known element."""
        tag: object = element.tag
        if tag is etree.Comment:
            return
        if tag is etree.ProcessingInstruction and not self._report.rendered:
            self._instruction(element)
            return
        if not isinstance(tag, str):
            self._refuse(element, "a processing instruction or an entity", "write it out")
            return
        if tag == _FOREIGN:
            self._html(element)
        elif next(element.iterancestors(_FOREIGN), None) is None:
            # The contents of HTML are reported with it, once.
            self._unknown(element, etree.QName(tag))

    def _unknown(self, element: _Element, names: etree.QName) -> None:
        """Leave out or refuse an element that SVG does not have, or that is not printed."""
        if names.namespace not in (SVG, XHTML, None):
            # Private data of drawing programs, which is never drawn.
            self._foreign.append(element)
            self.changed = True
            return
        reason = REFUSED.get(names.localname.lower()) or REFUSED.get(names.localname)
        unknown = "SVG has no element of this name"
        help_ = self._report.suggest(partial(did_you_mean, names.localname, ELEMENTS, unknown))
        if names.namespace == XHTML or names.localname.lower() in _HTML:
            help_ = "HTML is not drawn: write words as <text>, and pictures as <image>"
        if reason or self._report.rendered or names.namespace == XHTML:
            help_ = f"remove it: {reason}" if reason else help_
            self._refuse(element, f"<{names.localname}>", help_)
            return
        message = f"<{names.localname}> is unknown, and is left out as in browsers"
        self._fault(_Fault(codes.MAY_LOOK_DIFFERENT, message, help_, is_error=False), element)
        self._foreign.append(element)
        self.changed = True

    def _html(self, element: _Element) -> None:
        """Refuse HTML with words in it; leave out HTML that shows nothing, or only a background."""
        if "".join(map(str, element.itertext())).strip():
            message = "<foreignObject> holds HTML, which is not drawn"
            help_ = (
                "save the drawing without HTML, in Mermaid with `htmlLabels: false`, in draw.io"
                " without Formatted Text; or write the words as <text>"
            )
            self._fault(_Fault(codes.NOT_ALLOWED_IN_DRAWING, message, help_), element)
            return
        self._foreign.append(element)
        self.changed = True
        if len(element) and all(user(element.get(side), 1) for side in ("width", "height")):
            message = "<foreignObject> holds HTML, and is left out"
            fault = _Fault(codes.MAY_LOOK_DIFFERENT, message, "draw what it shows", is_error=False)
            self._fault(fault, element)

    def _instruction(self, element: _Element) -> None:
        """Leave out instructions for other programs; report a linked style sheet as not read."""
        if str(element).startswith("<?xml-stylesheet"):
            message = "the style sheet that `<?xml-stylesheet?>` names is not read"
            help_ = "write its rules into the drawing"
            self._fault(_Fault(codes.MAY_LOOK_DIFFERENT, message, help_, is_error=False), element)
        self._foreign.append(element)
        self.changed = True

    def _sheet(self, element: _Element) -> None:
        sheet = COMMENT.sub("", "".join(map(str, element.itertext())))
        corrected = self._css(element, sheet)
        if corrected != sheet:
            element.text = corrected
            self.changed = True

    def _style(self, element: _Element, attribute: str, value: str) -> None:
        corrected = self._css(element, COMMENT.sub("", value))
        if any(name in corrected for name in ("fill", "stroke", "color")):
            corrected = self._styled(element, corrected)
        if corrected != value:
            element.set(attribute, corrected)
            self.changed = True

    def _styled(self, element: _Element, style: str) -> str:
        """Return a style with its colours in the form that typst reads."""
        parts = style.split(";")
        for index, part in enumerate(parts):
            name, colon, value = part.partition(":")
            bare = value.replace("!important", "").strip()
            if bare and (name.strip() in PAINTS or name.strip() in COLOURS):
                plain = self._coloured(element, name.strip(), bare)
                if plain != bare:
                    parts[index] = f"{name}{colon}{value.replace(bare, plain)}"
        return ";".join(parts)

    def _css(self, element: _Element, css: str) -> str:
        refusal = refused(css)
        if refusal is not None:
            self._refuse(element, *refusal)
            return css
        self._refer(element, links(css))
        if "font-family" not in css.lower() or not self._may_set_text(element):
            return css
        try:
            return self._in_css(css)
        except UnknownFamilyError as error:
            self._no_family(element, error)
            return css

    def _in_css(self, css: str) -> str:
        """Return a style with only existing families.

        Raises:
            UnknownFamilyError: a family is missing; in a template, the first of a list counts.
        """
        chosen = self._families.in_css(css)
        for wanted, drawn in self._families.substitutes_in(css).items():
            if not self._report.rendered:
                self._substitutes[wanted] = drawn
            elif wanted.lower() not in GENERIC:
                raise UnknownFamilyError(wanted, self._families.known)
        return chosen

    def _may_set_text(self, element: _Element) -> bool:
        """Check whether letters may be drawn with the styles of an element, or of a style sheet.

        Programs also write their current family at paths, and at texts whose parts all have another
        one; nothing is lost if that font is missing.
        """
        if NAMES.get(element.tag) == "style":
            return next(self.root.iter(*_LETTERING), None) is not None
        return _sets_letters(element, inside=next(element.iterancestors(_TEXT), None) is not None)

    def _family(self, element: _Element, attribute: str, value: str) -> None:
        if value in self._there or not self._may_set_text(element):
            return
        try:
            self._in_css(f"font-family:{value}")
            names = self._families.chosen(value)
        except UnknownFamilyError as error:
            self._no_family(element, error)
            return
        chosen = ", ".join(map(as_attribute, names))
        if not chosen:
            # If `inherit` were written out, typst would take it for a family name.
            del element.attrib[attribute]
            self.changed = True
        elif chosen != value:
            element.set(attribute, chosen)
            self.changed = True
        else:
            self._there.add(value)

    def _no_family(self, element: _Element, error: UnknownFamilyError) -> None:
        """Report a missing family, or leave out its texts if they are invisible."""
        unseen = self._unseen.texts_of(element)
        if unseen is not None:
            self._foreign += [text for text in unseen if text not in self._foreign]
            self.changed = True
            return
        name = etree.QName(element).localname
        label = f"in <{name}>, whose text would not be printed"
        fault = _Fault(codes.DRAWING_FAMILY_MISSING, str(error), error.help, label)
        self._fault(fault, element)

    def _link(self, element: _Element, attribute: str, value: str) -> None:
        value = value.strip()
        if attribute == XLINK_HREF and "href" in element.attrib:
            # SVG 2, 8.2: href wins; typst takes the other one.
            del element.attrib[XLINK_HREF]
            self.changed = True
        elif NAMES.get(element.tag) == "image" or (
            NAMES.get(element.tag) == "feImage" and not value.startswith("#")
        ):
            self._picture(element, attribute, value)
        else:
            self._refer(element, [value])

    def _picture(self, element: _Element, attribute: str, link: str) -> None:
        if self._report.rendered and names_none(link):
            # A rectangle has the same place: an empty cell breaks no card.
            fault = _Fault(codes.NO_PICTURE_YET, NONE_YET, NONE_YET_HELP, is_error=False)
            self._fault(fault, element)
            drop(element, attribute, "preserveAspectRatio")
            element.tag = f"{{{SVG}}}rect"
            element.set("fill", EMPTY)
            self.changed = True
            return
        try:
            uri = self._embed(link, element)
            if uri is None:
                self.changed = True
            elif uri != link:
                element.set(attribute, uri)
                self.changed = True
        except ArtError as error:
            help_ = self._report.suggest(partial(getattr, error, "help"))
            self._fault(_Fault(error.code, str(error), help_), element)

    def _refer(self, element: _Element, targets: list[str]) -> None:
        for link in targets:
            if not self._report.rendered and _BARE.fullmatch(link):
                self._bare(element, link)
            elif not link.startswith("#"):
                error = outside(link)
                other = "refer to things in this drawing only, by #id"
                help_ = error.help if "#" in link else other
                self._fault(_Fault(error.code, str(error), help_), element)
        names = [link[1:] for link in targets if link.startswith("#")]
        if names:
            self.references.append((element, names))

    def _bare(self, element: _Element, link: str) -> None:
        """Leave out a reference that lacks its `#`, as browsers do."""
        cut(element, link)
        self.changed = True
        message = f"the reference `{link}` has no `#` before it; it is ignored"
        fault = _Fault(codes.DANGLING_REFERENCE, message, f"write #{link}", is_error=False)
        self._fault(fault, element)

    def _base(self, element: _Element, attribute: str, value: str) -> None:
        self._refuse(element, f"`{attribute.split('}')[-1]}` ({value})", "write links in full")

    def _refuse(self, element: _Element, what: str, help_: str) -> None:
        message = f"{what} is not allowed in a drawing"
        self._fault(_Fault(codes.NOT_ALLOWED_IN_DRAWING, message, help_), element)


def _sets_letters(element: _Element, *, inside: bool) -> bool:
    """Check whether an element, which may be `inside` a text, determines the family of letters."""
    name = NAMES.get(element.tag)
    inside = inside or name == "text"
    letters = [element.text, *(child.tail for child in element)] if inside else []
    if name == "use" or any(words and not words.isspace() for words in letters):
        return True
    return any(
        _sets_letters(child, inside=inside)
        for child in element.iterchildren(tag=etree.Element)
        if said(child, "font-family") in ("", INHERIT)
    )


_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)")
_BARE = re.compile(r"[A-Za-z_][\w-]*")


def _is_bare(text: _Element) -> bool:
    """Check whether letters of a text inherit their family, or have none."""
    if text.get("font-family", INHERIT).strip() != INHERIT:
        return False
    direct = [text.text, *(child.tail for child in text)]
    parts = text.iterchildren(tag=etree.Element)
    inherits = any(part.get("font-family", INHERIT).strip() == INHERIT for part in parts)
    return inherits or any(part and not part.isspace() for part in direct)


def check(walk: Walk, report: Report) -> None:
    """Report references that are dangling, circular, or too expensive to draw.

    A designer's drawing is drawn as browsers do: without dangling or circular references. In a
    template each is an error, as somebody wrote it there to be seen.
    """
    for element, names in walk.references:
        for name in names:
            if name not in walk.ids:
                _report_dangling(element, name, walk, report)
    try:
        _Costs(walk, report).check()
    except TooMuchError as error:
        line = line_of(walk.references[0][0]) if walk.references else 0
        report.error(codes.DRAWING_TOO_COMPLEX, str(error), line, error.help)


def _report_dangling(element: _Element, name: str, walk: Walk, report: Report) -> None:
    message = f"nothing in the drawing has the id `{name}`"
    none = "nothing in this drawing has an id"
    help_ = report.suggest(partial(suggestion, name, walk.ids, none))
    if report.rendered:
        report.error(codes.DANGLING_REFERENCE, message, line_of(element), help_)
    else:
        cut(element, f"#{name}")
        walk.changed = True
        message += "; it is ignored"
        report.warning(codes.DANGLING_REFERENCE, message, line_of(element), help_)


def cut(element: _Element, mark: str) -> None:
    """Remove a reference such as `#sky` from an element; a paint is replaced by its fallback."""
    for attribute in ("href", XLINK_HREF):
        if element.get(attribute, "").strip() == mark:
            drop(element, attribute)
    for key in REFERRING:
        value = said(element, key)
        if mark in links(value):
            say(element, key, "")
            if key in PAINTS:
                say(element, key, value.partition(")")[2].strip() or "none")
            elif key == "filter":
                # The other effects of a list are drawn.
                say(element, key, URL.sub(lambda one: "" if one["link"] == mark else one[0], value))


REFERRING = (
    *PAINTS,
    "clip-path",
    "mask",
    "filter",
    "marker-start",
    "marker-mid",
    "marker-end",
    "marker",
)
"""The properties that can refer to elements."""


_ON_CORNERS = ("marker-mid", "marker")
_NUMBER = re.compile(r"[\d.]+")


class _Costs:
    """The number of elements that each named element expands to, including its references."""

    def __init__(self, walk: Walk, report: Report) -> None:
        self._walk = walk
        self._ids = walk.ids
        self._report = report
        self._names: dict[_Element, list[str]] = {}
        for element, names in walk.references:
            self._names[element] = [*self._names.get(element, ()), *names]
        self._costs: dict[str, int] = {}
        self._open: set[str] = set()

    def check(self) -> None:
        referred = {name for names in self._names.values() for name in names}
        for name in self._ids:
            # In document order, so that a circle is broken where it returns to its first element.
            if name in referred:
                self._cost(name)
        total = sum(self._costs.get(name, 0) for names in self._names.values() for name in names)
        total += self._corners_marked()
        if total > DRAWN:
            message = f"with its repeats, the drawing has more than {DRAWN:,} elements"
            raise TooMuchError(message, "split it into several drawings")

    def _corners_marked(self) -> int:
        """Return the cost of markers on path corners, as if all paths had the largest of them."""
        marks = (said(element, mark) for element in self._names for mark in _ON_CORNERS)
        names = {link[1:] for links_of in map(links, filter(None, marks)) for link in links_of}
        largest = max((self._costs.get(name, 0) for name in names), default=0)
        if not largest:
            return 0
        corners = (
            element.get("d") or element.get("points") or ""
            for element in self._walk.root.iter(tag=etree.Element)
        )
        return largest * sum(len(_NUMBER.findall(shape)) // 2 for shape in corners)

    def _cost(self, name: str) -> int:
        if name in self._costs or name not in self._ids:
            return self._costs.get(name, 0)
        if len(self._open) > NESTED:
            raise TooMuchError(f"references are nested more than {NESTED} deep", "nest them less")
        self._open.add(name)
        cost = sum(self._own(element) for element in self._ids[name].iter())
        self._open.discard(name)
        if cost > DRAWN:
            message = f"the element with the id `{name}` expands to more than {DRAWN:,} elements"
            raise TooMuchError(message, "split it into several drawings")
        self._costs[name] = cost
        return cost

    def _own(self, element: _Element) -> int:
        cost = 1
        for name in [*self._names.get(element, ())]:
            if name in self._open:
                self._break(element, name)
            else:
                cost += self._cost(name)
        return cost

    def _break(self, element: _Element, name: str) -> None:
        """Break a circle at the reference that closes it.

        Raises:
            TooMuchError: the drawing is a template's.
        """
        message = f"the element with the id `{name}` refers to itself"
        if self._report.rendered:
            raise TooMuchError(message, "draw it plainly instead of nesting references")
        cut(element, f"#{name}")
        self._walk.changed = True
        self._names[element].remove(name)
        message += "; it is ignored"
        help_ = "delete the reference: browsers do not follow it either"
        self._report.warning(codes.DRAWING_TOO_COMPLEX, message, line_of(element), help_)
