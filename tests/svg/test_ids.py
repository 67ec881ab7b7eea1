from lxml import etree

from printnplay.svg.elements import prefix_ids


def test_ids_and_all_that_refers_to_them_get_the_prefix() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/><use href="#a"/>'
        '<path fill="url(#a)" style="clip-path:url(\'#a\')" d="M0 0"/></svg>'
    )
    root = etree.fromstring(svg)
    prefix_ids(root, "x-")
    assert etree.tostring(root, encoding="unicode") == (
        '<svg xmlns="http://www.w3.org/2000/svg"><g id="x-a"/><use href="#x-a"/>'
        '<path fill="url(#x-a)" style="clip-path:url(#x-a)" d="M0 0"/></svg>'
    )
