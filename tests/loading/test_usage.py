"""What is known of a language: a project's file adds to the tool's, that of a region to both."""

from pathlib import Path

from printnplay.files.catalog import Catalog
from printnplay.kernel.diagnostics import Problems
from printnplay.kernel.languages import Usage, Wording
from printnplay.loading.usages import read_usages

BUILT_IN = """\
de:
  words: [der, die]
  unchanged: [Team, Text]
  numbers: {2: [zwei], 3: [drei]}
  icons: {players: Personen, time: Dauer}
  address: {used: du, other: {Sie: {words: [Sie]}}}
  meaning:
    left: [links]
    right: {surely: [rechts]}
  agreement: {capitals: yes, nouns: {f: [Karte]}}
  never: [{words: [standart]}]
"""


def usage(tmp_path: Path, language: str = "de", **files: str) -> tuple[Usage, list[str]]:
    """What is known with these files of a project, by language, and the faults in them."""
    written = {f"project/locales/{name.replace('_', '-')}": text for name, text in files.items()}
    for folder, text in {"tool/locales/de": BUILT_IN, **written}.items():
        path = tmp_path / folder / "language.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    problems = Problems()
    catalog = Catalog(tmp_path / "project", shipped=tmp_path / "tool")
    known = read_usages(catalog, [language], problems)[language]
    return known, [fault.message for fault in problems.found]


def test_lists_go_on_and_mappings_are_taken_key_by_key(tmp_path: Path) -> None:
    known, faults = usage(
        tmp_path,
        de="de: {unchanged: [Name, Team], numbers: {2: [zwo]}, icons: {time: Zeit},"
        " agreement: {nouns: {f: [Katze], m: [Hund]}}, never: [{words: [standart]},"
        " {words: [Packet]}]}\n",
    )
    assert faults == []
    assert known.words == {"der", "die"}
    assert known.unchanged == {"Team", "Text", "Name"}
    assert known.numbers == {"zwei": 2, "zwo": 2, "drei": 3}
    assert known.icons == {"players": "Personen", "time": "Zeit"}
    assert known.agreement.capitals
    assert known.agreement.kinds["nouns"] == {"f": {"Karte", "Katze"}, "m": {"Hund"}}
    assert [rule.words for rule in known.never] == [("standart",), ("Packet",)]


def test_a_meaning_may_be_written_short_or_long_in_either_file(tmp_path: Path) -> None:
    own = "de: {meaning: {left: {surely: [linkerhand], perhaps: [li]}, right: [rechterhand]}}\n"
    known, faults = usage(tmp_path, de=own)
    assert faults == []
    assert known.meaning == {
        "left": Wording(("links", "linkerhand"), ("li",)),
        "right": Wording(("rechts", "rechterhand")),
    }


def test_another_way_of_address_makes_its_own_words_right(tmp_path: Path) -> None:
    own = "de: {address: {used: Sie, other: {du: {words: [du]}}}}\n"
    known, faults = usage(tmp_path, de=own)
    assert faults == []
    assert known.used_address == "Sie"
    assert [way.name for way in known.other_addresses] == ["du"]


def test_a_file_that_stands_alone_leaves_out_what_it_does_not_say(tmp_path: Path) -> None:
    known, faults = usage(tmp_path, de="de: {alone: yes, unchanged: [Name]}\n")
    assert faults == []
    assert known.unchanged == {"Name"}
    assert not known.words | known.numbers.keys() | known.agreement.kinds.keys()


def test_the_file_of_a_region_adds_to_that_of_its_language(tmp_path: Path) -> None:
    own = {"de": "de: {unchanged: [Name]}\n", "de_AT": "de-AT: {unchanged: [Sackerl]}\n"}
    known, faults = usage(tmp_path, "de-AT", **own)
    assert faults == []
    assert known.unchanged == {"Team", "Text", "Name", "Sackerl"}


def test_a_file_that_cannot_be_read_hides_nothing(tmp_path: Path) -> None:
    known, faults = usage(tmp_path, de="de: [\n")
    assert len(faults) == 1
    assert known.unchanged == {"Team", "Text"}
