"""Whatever stands in a text, each format brings it back; other programs read the same."""

import csv
import gettext
import re
from io import StringIO
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printnplay.game.texts import Remark
from printnplay.kernel.diagnostics import Problems, Span
from printnplay.kernel.languages import categories, formula
from printnplay.translation.exchange import FORMATS
from printnplay.translation.exchange.csv_files import read_table, write_table
from printnplay.translation.exchange.po import read_po
from printnplay.translation.exchange.units import Returned, Sent, State, Unit

pytestmark = pytest.mark.sampled(2)

TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")
    | st.sampled_from("\n\t\"\\{}#;,'<>&[]\u00a0\u202f\u2028\x85\ufeff%="),
    min_size=1,
).filter(lambda text: text.strip())
KEYS = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)?(\.[a-z0-9_]+){0,3}", fullmatch=True)


@st.composite
def units(draw: st.DrawFn, language: str) -> Unit:
    plural = draw(st.booleans()) and len(categories(language)) > 1
    source = draw(st.fixed_dictionaries({"one": TEXTS, "other": TEXTS})) if plural else None
    forms = categories(language) if plural else ("other",)
    return Unit(
        draw(KEYS),
        source or {"other": draw(TEXTS)},
        {name: draw(TEXTS) for name in forms},
        tuple(draw(st.lists(TEXTS, max_size=2))),
        draw(st.just({}) | st.fixed_dictionaries({"other": TEXTS})),
        Span("locales/en/duel.yaml", 3, 5),
        Remark(draw(st.booleans()), draw(st.just("") | TEXTS)),
        draw(st.booleans()),
    )


@st.composite
def sheets(draw: st.DrawFn) -> Sent:
    language = draw(st.sampled_from(("fr", "pl", "ja", "ar")))
    made = st.lists(units(language), max_size=4, unique_by=lambda unit: unit.key)
    return Sent("duel", language, "en", tuple(draw(made)))


def _back(sent: Sent, form: str) -> Returned:
    one, problems = FORMATS[form], Problems()
    name = f"duel.{sent.language}{one.endings[0]}"
    (returned,) = one.read(one.write(sent), name, problems)
    assert problems.found == []
    return returned


READ_HERE = [form for form in FORMATS if form != "xlsx"]
"""The formats that no process of its own reads: of them, many cases take little time."""


@pytest.mark.at_leisure
@given(sent=sheets())
@settings(max_examples=25, deadline=None)
def test_every_text_comes_back_from_a_workbook(sent: Sent) -> None:
    if any(unit.target for unit in sent.units):
        _comes_back("xlsx", sent)


@pytest.mark.at_leisure
@pytest.mark.parametrize("form", READ_HERE)
@given(sent=sheets())
def test_every_text_comes_back(form: str, sent: Sent) -> None:
    _comes_back(form, sent)


def _comes_back(form: str, sent: Sent) -> None:
    back = _back(sent, form)
    assert (back.domain, back.language) == ("duel", sent.language)
    assert [(one.key, one.target) for one in back.units] == [
        (one.key, one.target) for one in sent.units
    ]
    for one, unit in zip(back.units, sent.units, strict=True):
        assert one.source <= set(unit.source.values())
        assert one.state == _comes_back_as(unit.state, form)
        assert one.comment == unit.remark.comment.strip()


def _comes_back_as(state: State, form: str) -> State:
    """What a format can say of a state: PO has fuzzy or not, and a stale text is in doubt."""
    if state.in_doubt:
        return State.UNSURE
    return State.TRANSLATED if form == "po" else state


@pytest.mark.parametrize("form", READ_HERE)
@given(data=st.data())
def test_damage_is_a_fault_and_no_crash(form: str, data: st.DataObject) -> None:
    unit = Unit("a.b", {"one": "Sword", "other": "Swords"}, {"one": "Épée", "other": "Épées"})
    whole = FORMATS[form].write(Sent("duel", "fr", "en", (unit,)))
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 20)))
    damaged = whole[:start] + data.draw(st.binary(max_size=4)) + whole[end:]
    problems = Problems()
    returned = FORMATS[form].read(damaged, f"duel.fr{FORMATS[form].endings[0]}", problems)
    assert (returned == ()) == bool(problems.errors)


@pytest.mark.at_leisure
@given(sent=sheets())
def test_polib_reads_the_same(tmp_path_factory: pytest.TempPathFactory, sent: Sent) -> None:
    path = tmp_path_factory.getbasetemp() / "duel.po"
    path.write_bytes(FORMATS["po"].write(sent))
    found = polib.pofile(str(path))
    assert found.metadata["Plural-Forms"] == formula(sent.language)
    assert [(fault.msgctxt, _forms(fault)) for fault in found] == [
        (unit.key, list(unit.target.values())) for unit in sent.units
    ]
    assert [fault.fuzzy for fault in found] == [unit.state.in_doubt for unit in sent.units]
    assert [fault.tcomment.strip() for fault in found] == [
        unit.remark.comment.strip() for unit in sent.units
    ]


def _forms(entry: polib.POEntry) -> list[str]:
    return [entry.msgstr_plural[n] for n in sorted(entry.msgstr_plural)] or [entry.msgstr]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@settings(max_examples=20)
@given(sent=sheets())
def test_tables_may_be_saved_anew(separator: str, line_end: str, sent: Sent) -> None:
    rows = list(csv.reader(StringIO(FORMATS["csv"].write(sent).decode("utf-8-sig"), newline="")))
    stream = StringIO(newline="")
    csv.writer(stream, delimiter=separator, lineterminator=line_end).writerows(rows)
    name = f"duel.{sent.language} (1).csv"
    problems = Problems()
    (returned,) = FORMATS["csv"].read(stream.getvalue().encode(), name, problems)
    assert [unit.target for unit in returned.units] == [unit.target for unit in sent.units]


@pytest.mark.parametrize("language", ["en", "fr", "es", "it", "de", "pl", "pt", "ja", "ar", "cs"])
def test_the_header_counts_plural_forms_as_the_language_does(language: str) -> None:
    from babel.core import Locale

    count, _, plural = formula(language).partition(";")
    names = categories(language)
    index = gettext.c2py(plural.partition("=")[2].rstrip(";"))
    assert count == f"nplurals={len(names)}"
    rule = Locale.parse(language).plural_form
    assert all(names[index(number)] == rule(number) for number in range(10_000))


def test_what_a_translator_s_program_adds_is_passed_over() -> None:
    unit = Unit("a.b", {"other": "Swords"}, {"other": "Épées"})
    po = FORMATS["po"].write(Sent("duel", "fr", "en", (unit,))).decode()
    po = po.replace("msgctxt", "# by Anne\n#, fuzzy, no-wrap\nmsgctxt").replace("\n", "\r\n")
    po += '\r\n#~ msgctxt "old"\r\n#~ msgid "Old"\r\n#~ msgstr "Vieux"\r\n'
    xliff = FORMATS["xliff"].write(Sent("duel", "fr", "en", (unit,))).decode()
    xliff = xliff.replace("Épées", 'É<mrk mtype="protected">pé</mrk>es<!-- so -->')
    for form, text in (("po", po), ("xliff", xliff)):
        problems = Problems()
        (returned,) = FORMATS[form].read(text.encode(), "duel.fr", problems)
        assert problems.found == []
        assert [(one.key, one.target) for one in returned.units] == [("a.b", {"other": "Épées"})]


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    for form in (FORMATS[name] for name in READ_HERE):
        problems = Problems()
        name = str(tmp_path / f"duel.fr{form.endings[0]}")
        assert form.read(b"#" * (5 << 20), name, problems) == ()
        assert [fault.message for fault in problems.found] == ["the file is larger than 4 MiB"]


@pytest.mark.parametrize(
    "text", ["=1+2", "+1", "-5", "@SUM(1)", "\tx", "'=1+2", "''-5", "'tis", "'", "＝1", "– a dash"]
)
def test_no_cell_begins_a_formula_and_each_comes_back(text: str) -> None:
    unit = Unit("a.b", {"other": text}, {"other": text}, notes=(text,))
    data = write_table(Sent("duel", "fr", "en", (unit,)))
    assert not re.search(r'"[=+\-@\t＝]', data.decode("utf-8-sig"))
    problems = Problems()
    returned = read_table(data, "duel.fr.csv", problems)
    assert returned is not None
    assert returned.units[0].target == {"other": text}
    assert returned.units[0].source == {text}


def test_a_guard_comes_off_a_changed_cell() -> None:
    table = b"key,source,target\r\na.b,Mine,'-1\r\n"
    returned = read_table(table, "duel.fr.csv", Problems())
    assert returned is not None
    assert returned.units[0].target == {"other": "-1"}


def test_a_string_of_many_lines_is_joined_once() -> None:
    head = 'msgid ""\nmsgstr ""\n"X-Domain: duel\\n"\n"Language: fr\\n"\n\n'
    text = head + 'msgctxt "a.b"\nmsgid "a"\nmsgstr ""\n' + '"b"\n' * 20_000
    returned = read_po(text.encode(), "x.po", Problems())
    assert returned is not None
    assert returned.units[0].target == {"other": "b" * 20_000}
