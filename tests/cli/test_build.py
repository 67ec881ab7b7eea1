"""What `build` writes, when it writes nothing, and that a failed build takes nothing away."""

import json
import os
from pathlib import Path

import pypdfium2
import pytest

from .project import change, run, tree

pytestmark = pytest.mark.sampled(3)

ENGLISH = "output/lost-city/en"
KIT = f"{ENGLISH}/lost-city-en-a4-kit.pdf"
LONG = "Every player turns their card over, and over, and over again. " * 30


def stamps(folder: Path) -> dict[str, int]:
    """When each file below a folder was last written."""
    return {
        path.relative_to(folder).as_posix(): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file()
    }


def words(path: Path) -> list[str]:
    """The text of each page of a PDF."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [page.get_textpage().get_text_bounded() for page in pdf]
    finally:
        pdf.close()


def test_a_build_writes_four_files_and_a_record_and_says_so(city: Path) -> None:
    ran = run("build")
    assert (ran.status, ran.err) == (0, "")
    documents = ("a4-kit", "a4-booklet", "rulebook", "a4-box")
    names = [f"{ENGLISH}/lost-city-en-{document}.pdf" for document in documents]
    assert sorted(stamps(city / "output")) == sorted(
        [f"lost-city/en/{Path(name).name}" for name in names] + ["lost-city/en/.build-a4.json"]
    )
    note, left, *rows, total = ran.out.splitlines()
    assert left == "lost-city: still from the starter: 15 texts; see `printnplay check`"
    assert note.startswith("lost-city, A4: ")
    assert [row.split()[0] for row in rows] == names
    for row, name in zip(rows, names, strict=True):
        pages, size = len(words(city / name)), (city / name).stat().st_size
        assert row.split()[1:] == [
            str(pages),
            "page" if pages == 1 else "pages",
            f"{size / 1000:.0f}",
            "kB",
        ]
    assert {row.index(" kB") for row in rows} == {rows[0].index(" kB")}
    assert {len(row) for row in rows} == {len(rows[0])}
    assert total.startswith("4 files, ")
    assert total.endswith(" pages; 4 written, 0 unchanged")


def test_an_unchanged_build_writes_nothing(city: Path) -> None:
    first = run("build")
    before = stamps(city)
    second = run("build")
    assert second.status == 0
    assert stamps(city) == before
    assert second.out.splitlines()[-1].endswith("; 0 written, 4 unchanged")
    paths = [[row.split()[0] for row in ran.out.splitlines()[:-1]] for ran in (first, second)]
    assert paths[0] == paths[1]


def test_a_build_warns_of_words_that_are_cut_off_and_later_ones_still_say_so(city: Path) -> None:
    template = next(city.glob("templates/*/card.svg.j2"))
    words = '<text x="40" y="30" font-size="8" font-family="Table Round">Out at sea, far</text>'
    template.write_text(template.read_text("utf-8").replace("</svg>", f"{words}</svg>"), "utf-8")
    first, second = run("build"), run("build")
    assert (first.status, second.status, second.err) == (0, 0, "")
    assert {"warning[PNP427]", "warning[PNP445]"} <= {*first.err.replace(":", " ").split()}
    note = "lost-city: unchanged, with warnings; see `printnplay check`"
    assert note not in first.out.splitlines()
    assert note in second.out.splitlines()


def test_what_is_kept_of_warnings_does_not_depend_on_what_is_built_beside(
    polish_garden: Path,
) -> None:
    line = {"line": "tagline:", "with": 'tagline: "Sow, water, harvest"'}
    change(polish_garden, [{"file": "locales/pl/garden.yaml", **line}])
    ways = {"one": "-j 1", "two": "-j 2"}
    ran = {way: run(f"build -o {way} {options}") for way, options in ways.items()}
    assert "PNP363" in ran["one"].err
    assert ran["one"].err == ran["two"].err
    for language in ("en", "pl"):
        assert run(f"build -l {language} -o alone").status == 0
    alone = tree(Path("alone"))
    assert tree(Path("one")) == tree(Path("two")) == alone
    note = "garden: unchanged, with warnings; see `printnplay check`"
    told = {language: note in run(f"build -l {language} -o one").out for language in ("en", "pl")}
    assert told == {"en": False, "pl": True}


@pytest.mark.usefixtures("built_city")
def test_a_build_is_known_again_in_a_copy_of_the_project() -> None:
    assert run("build").out.splitlines()[-1].endswith("; 0 written, 4 unchanged")


def test_a_changed_text_builds_its_language_only(polish_garden: Path) -> None:
    run("build")
    before = stamps(polish_garden / "output")
    line = {"line": 'name: "Fasola"', "with": 'name: "Groch"'}
    change(polish_garden, [{"file": "locales/pl/garden.yaml", **line}])
    ran = run("build")
    assert ran.out.splitlines()[-1].endswith("; 3 written, 3 unchanged")
    after = stamps(polish_garden / "output")
    written = {name for name in after if after[name] != before[name]}
    assert written == {name for name in after if "/pl/" in name}


def test_emoji_are_printed_and_can_be_read_back(garden: Path) -> None:
    signs = "\u2600\ufe0f \u2694\ufe0f \U0001f525"  # two that programs mark as emoji
    change(garden, [{"file": "locales/en/garden.yaml", "find": "Two beans", "replace": signs}])
    ran = run("build")
    assert (ran.status, ran.err) == (0, "")
    kit = "".join(words(next(garden.glob("output/**/*kit.pdf"))))
    assert all(sign in kit for sign in "\u2600\u2694\U0001f525")


def test_an_option_that_changes_the_files_builds_them_again(built_city: Path) -> None:
    duplex = (built_city / KIT).read_bytes()
    assert run("build --backs none").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")
    assert (built_city / KIT).read_bytes() != duplex


def test_a_lost_file_is_built_again(built_city: Path) -> None:
    sound = (built_city / KIT).read_bytes()
    (built_city / KIT).unlink()
    run("build")
    assert (built_city / KIT).read_bytes() == sound


@pytest.mark.parametrize("files", ["", "{}", "3", '{"x.pdf": 3}', '{"x.pdf": {"hash": ""}}'])
def test_a_broken_record_is_no_record(built_city: Path, files: str) -> None:
    place = built_city / ENGLISH / ".build-a4.json"
    inputs = json.loads(place.read_text(encoding="utf-8"))["inputs"]
    place.write_text(f'{{"inputs": "{inputs}", "files": {files}}}', encoding="utf-8")
    assert run("build").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")


def test_each_paper_is_built_once_under_its_own_name(city: Path) -> None:
    ran = run("build -p A4 -p a4 -p 11x8.5in")
    assert ran.status == 0
    pdfs = sorted(path.name for path in (city / ENGLISH).glob("*.pdf"))
    printed = [
        f"{paper}-{kind}" for paper in ("11x8.5in", "a4") for kind in ("booklet", "box", "kit")
    ]
    assert pdfs == [f"lost-city-en-{document}.pdf" for document in (*printed, "rulebook")]
    assert ran.out.splitlines()[-1].startswith("7 files, ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("jobs", ["", "-j 2"])
def test_a_build_that_fails_in_one_language_writes_none(polish_garden: Path, jobs: str) -> None:
    run("build")
    before = tree(polish_garden / "output")
    for language, old, new in (("en", '"Bean"', '"Beans"'), ("pl", '"Fasola"', '"Fasola 猫"')):
        file = f"locales/{language}/garden.yaml"
        change(polish_garden, [{"file": file, "find": f"name: {old}", "replace": f"name: {new}"}])
    ran = run(f"build {jobs}")
    assert ran.status == 1
    assert ran.err.startswith("error[PNP401]")
    assert tree(polish_garden / "output") == before


def test_a_draft_is_built_in_spite_of_faults_and_says_so_on_each_page(city: Path) -> None:
    locale = "locales/en/lost-city.yaml"
    change(
        city,
        [
            {"file": locale, "line": "blurb:"},
            {"file": locale, "find": 'rule: "Discard', "replace": f'rule: "{LONG}Discard'},
        ],
    )
    refused = run("build")
    assert (refused.status, refused.out) == (1, "")
    assert not (city / "output").exists()
    drafted = run("build --draft")
    assert drafted.status == 0
    assert drafted.err.strip() == refused.err.strip()
    assert [code for code in ("PNP301", "PNP501") if code not in drafted.err] == []
    for path in (city / ENGLISH).glob("*.pdf"):
        assert all("Draft" in page for page in words(path)), path


def test_a_draft_is_never_taken_for_the_real_thing(built_city: Path) -> None:
    sound = (built_city / KIT).read_bytes()
    run("build --draft")
    assert (built_city / KIT).read_bytes() != sound
    assert run("build").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")
    assert (built_city / KIT).read_bytes() == sound


def test_a_folder_that_may_not_be_written_to_is_named(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "mkdir", refuse)
    ran = run("build -o kits")
    assert ran.status == 1
    assert ran.err.startswith("error[PNP010]: cannot write `kits`: permission denied\n")
    assert "choose another folder with -o" in ran.err
    assert not (city / "kits").exists()


def test_a_full_disk_leaves_the_earlier_build(
    built_city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(built_city / "output")
    change(built_city, [{"file": "designs/lost-city/game.yaml", "line": "# What the game is"}])
    opened = Path.open

    def full(path: Path, mode: str = "r", *rest: object, **named: object) -> object:
        if "w" in mode and "booklet" in path.name:
            raise OSError(28, os.strerror(28))
        return opened(path, mode, *rest, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    ran = run("build")
    monkeypatch.undo()
    assert ran.status == 1
    assert "no space left on device" in ran.err
    assert tree(built_city / "output") == before


def test_an_interrupted_build_leaves_the_earlier_one(
    built_city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = tree(built_city / "output")
    monkeypatch.setattr("printnplay.build.parts.make_sheets", interrupt)
    ran = run("build --backs none")
    assert (ran.status, ran.out, ran.err) == (130, "", "")
    assert tree(built_city / "output") == before


def test_documents_bear_the_date_of_what_they_are_made_of_or_the_one_that_is_told(
    city: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = city / "locales/en/lost-city.yaml"
    os.utime(texts, (4_070_908_800, 4_070_908_800))  # later than all other files
    assert run("build --test-sheet").status == 0
    (kit,) = (city / ENGLISH).glob("*.pdf")
    assert pypdfium2.PdfDocument(kit).get_metadata_value("CreationDate") == "D:20990101000000Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1774915200")
    assert run("build --test-sheet").status == 0
    assert pypdfium2.PdfDocument(kit).get_metadata_value("CreationDate") == "D:20260331000000Z"


def test_a_date_that_is_none_is_refused(city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    ran = run("build")
    assert ran.status == 2
    assert "PNP025" in ran.err
    assert "SOURCE_DATE_EPOCH is not a time (`yesterday`)" in ran.err
    assert not (city / "output").exists()
