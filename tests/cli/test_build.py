"""What `build` writes, when it writes nothing, and that a failed build takes nothing away."""

import json
import os
from pathlib import Path

import pypdfium2
import pytest

from .project import change, run, tree

ENGLISH = "output/tic-tac-match/en"
KIT = f"{ENGLISH}/tic-tac-match-en-a4-kit.pdf"
LONG = "Every player turns their card over, and over, and over again. " * 9


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


def test_a_build_writes_four_files_and_a_record_and_says_so(project: Path) -> None:
    ran = run("build -l en")
    assert (ran.status, ran.err) == (0, "")
    kinds = ("kit", "booklet", "rulebook", "box")
    names = [f"{ENGLISH}/tic-tac-match-en-a4-{kind}.pdf" for kind in kinds]
    assert sorted(stamps(project / "output")) == sorted(
        [f"tic-tac-match/en/{Path(name).name}" for name in names]
        + ["tic-tac-match/en/.build-a4.json"]
    )
    *rows, total = ran.out.splitlines()
    assert [row.split()[0] for row in rows] == names
    for row, name in zip(rows, names, strict=True):
        pages, size = len(words(project / name)), (project / name).stat().st_size
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


def test_an_unchanged_build_writes_nothing(project: Path) -> None:
    first = run("build -l en")
    before = stamps(project)
    second = run("build -l en")
    assert second.status == 0
    assert stamps(project) == before
    assert second.out.splitlines()[-1].endswith("; 0 written, 4 unchanged")
    paths = [[row.split()[0] for row in ran.out.splitlines()[:-1]] for ran in (first, second)]
    assert paths[0] == paths[1]


@pytest.mark.usefixtures("built")
def test_a_build_is_known_again_in_a_copy_of_the_project() -> None:
    assert run("build -l en").out.splitlines()[-1].endswith("; 0 written, 4 unchanged")


def test_a_changed_text_builds_its_language_only(built: Path) -> None:
    run("build -l en -l fr")
    before = stamps(built / "output")
    line = {"line": "x-blue:", "with": 'x-blue: {name: "X azur"}'}
    change(built, [{"file": "locales/fr/tic-tac-match.yaml", **line}])
    ran = run("build -l en -l fr")
    assert ran.out.splitlines()[-1].endswith("; 4 written, 4 unchanged")
    after = stamps(built / "output")
    written = {name for name in after if after[name] != before[name]}
    assert written == {name for name in after if "/fr/" in name}


def test_an_option_that_changes_the_files_builds_them_again(built: Path) -> None:
    duplex = (built / KIT).read_bytes()
    assert run("build -l en --backs none").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")
    assert (built / KIT).read_bytes() != duplex


@pytest.mark.parametrize("harm", ["deleted", "tampered"])
def test_a_lost_or_tampered_file_is_built_again(built: Path, harm: str) -> None:
    sound = (built / KIT).read_bytes()
    if harm == "deleted":
        (built / KIT).unlink()
    else:
        (built / KIT).write_bytes(sound[:-1] + b"x")
    run("build -l en")
    assert (built / KIT).read_bytes() == sound


@pytest.mark.parametrize("files", ["", "{}", "3", '{"x.pdf": 3}', '{"x.pdf": {"hash": ""}}'])
def test_a_broken_record_is_no_record(built: Path, files: str) -> None:
    place = built / ENGLISH / ".build-a4.json"
    inputs = json.loads(place.read_text(encoding="utf-8"))["inputs"]
    place.write_text(f'{{"inputs": "{inputs}", "files": {files}}}', encoding="utf-8")
    assert run("build -l en").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")


def test_each_paper_is_built_once_under_its_own_name(project: Path) -> None:
    ran = run("build -l en -p A4 -p a4 -p 11x8.5in")
    assert ran.status == 0
    pdfs = sorted(path.name for path in (project / ENGLISH).glob("*.pdf"))
    kinds = ("booklet", "box", "kit", "rulebook")
    papers = ("11x8.5in", "a4")
    assert pdfs == [f"tic-tac-match-en-{paper}-{kind}.pdf" for paper in papers for kind in kinds]


# To another process the copy of what ships is a user's project.
@pytest.mark.parametrize("jobs", ["", "-j 2 --trust-rules"])
def test_a_build_that_fails_in_one_language_writes_none(built: Path, jobs: str) -> None:
    before = tree(built / "output")
    name = 'name: "{term:flip}"'
    for language, text in (("en", "{term:flip}s"), ("fr", "{term:flip} 猫")):
        file = f"locales/{language}/tic-tac-match.yaml"
        change(built, [{"file": file, "line": name, "with": f'name: "{text}"'}])
    ran = run(f"build -l en -l fr {jobs}")
    assert ran.status == 1
    assert ran.err.startswith("error[PNP401]")
    assert tree(built / "output") == before


def test_a_draft_is_built_in_spite_of_faults_and_says_so_on_each_page(project: Path) -> None:
    locale = "locales/en/tic-tac-match.yaml"
    change(
        project,
        [
            {"file": locale, "line": "o-yellow:"},
            {"file": locale, "line": 'rule: "Every player', "with": f'rule: "{LONG.strip()}"'},
        ],
    )
    refused = run("build -l en")
    assert (refused.status, refused.out) == (1, "")
    assert not (project / "output").exists()
    drafted = run("build -l en --draft")
    assert drafted.status == 0
    assert drafted.err.strip() == refused.err.strip()
    assert [code for code in ("PNP301", "PNP501") if code not in drafted.err] == []
    for path in (project / ENGLISH).glob("*.pdf"):
        assert all("Draft" in page for page in words(path)), path


def test_a_draft_is_never_taken_for_the_real_thing(built: Path) -> None:
    sound = (built / KIT).read_bytes()
    run("build -l en --draft")
    assert (built / KIT).read_bytes() != sound
    assert run("build -l en").out.splitlines()[-1].endswith("; 4 written, 0 unchanged")
    assert (built / KIT).read_bytes() == sound


def test_a_folder_that_may_not_be_written_to_is_named(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "mkdir", refuse)
    ran = run("build -l en -o kits")
    assert ran.status == 1
    assert ran.err.startswith("error[PNP010]: cannot write `kits`: permission denied\n")
    assert "choose another folder with -o" in ran.err
    assert not (project / "kits").exists()


def test_a_full_disk_leaves_the_earlier_build(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(built / "output")
    change(built, [{"file": "designs/tic-tac-match/game.yaml", "line": "# Tic-Tac"}])
    opened = Path.open

    def full(path: Path, mode: str = "r", *rest: object, **named: object) -> object:
        if "w" in mode and "booklet" in path.name:
            raise OSError(28, os.strerror(28))
        return opened(path, mode, *rest, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    ran = run("build -l en")
    monkeypatch.undo()
    assert ran.status == 1
    assert "no space left on device" in ran.err
    assert tree(built / "output") == before


def test_an_interrupted_build_leaves_the_earlier_one(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = tree(built / "output")
    monkeypatch.setattr("printnplay.pipeline.kit.make_documents", interrupt)
    ran = run("build -l en --backs none")
    assert (ran.status, ran.out, ran.err) == (130, "", "")
    assert tree(built / "output") == before
