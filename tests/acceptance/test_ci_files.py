"""What guards a game elsewhere: the action, the hooks, the snippet of GitLab, the container file.

What these services do is played here: each step of a shell runs, with a stand-in for `gh`.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from version import newest, version

import printnplay
from printnplay.build.new import start
from printnplay.files.catalog import PACKAGE

ROOT = PACKAGE.parent
GH = """#!/bin/sh
printf '%s\\n' "$@" > "$GH_LOG"
cp comment.md "$GH_LOG.md"
"""


def load(name: str) -> Any:  # noqa: ANN401
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has the program, and a game in the folder `game`."""
    programs = tmp_path / "bin"
    programs.mkdir()
    call = f'#!/bin/sh\nexec "{sys.executable}" -c "from printnplay.cli import main; main()" "$@"\n'
    for name, text in {"printnplay": call, "gh": GH}.items():
        (programs / name).write_text(text, "utf-8")
        (programs / name).chmod(0o755)
    start(tmp_path / "game", "rulebook-only")
    return {
        **os.environ,
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_OUTPUT": str(tmp_path / "output.txt"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "me/game",
        "GH_LOG": str(tmp_path / "gh.txt"),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }


def shell(script: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Run a step as the services do: it ends with the first command that fails."""
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def steps() -> dict[str, Any]:
    return {step["id"]: step for step in load("action.yml")["runs"]["steps"] if "id" in step}


@pytest.mark.at_leisure
def test_the_action_checks_builds_and_comments(machine: dict[str, str], tmp_path: Path) -> None:
    action = steps()
    here = {**machine, "PROJECT": "game", "OPTIONS": "", "PAPERS": "a4 letter"}
    assert shell(action["check"]["run"], tmp_path, here).strip() == ""
    shell(action["build"]["run"], tmp_path, here)
    kits = Path((tmp_path / "output.txt").read_text("utf-8").strip().removeprefix("kits="))
    built = {path.name for path in kits.rglob("*.pdf")}
    assert {"game-en-a4-booklet.pdf", "game-en-letter-booklet.pdf"} <= built
    listed = (tmp_path / "summary.md").read_text("utf-8")
    assert "- game/en/game-en-rulebook.pdf" in listed
    (kits / "game").mkdir(exist_ok=True)
    if not list(kits.rglob("*proof*.png")):  # a game without cards has no faces
        shutil.copy(ROOT / "docs/kit.png", kits / "game" / "game-proof-1.png")
    subprocess.run(["git", "init", "--quiet", "--bare", "sheets.git"], cwd=tmp_path, check=True)
    there = {"KITS": str(kits), "PULL": "7", "RUN": "https://run", "GH_TOKEN": "secret"}
    there |= {"REPORT": "", "PICTURES": ""}
    remote = {"SHEETS_REMOTE": str(tmp_path / "sheets.git")}
    shell(action["sheet"]["run"], tmp_path, {**machine, **there, **remote})
    pushed = shell("git ls-tree --name-only printnplay-sheets/7", tmp_path / "sheets.git", machine)
    assert pushed.split() == ["game-proof-1.png"]
    comment = (tmp_path / "gh.txt.md").read_text("utf-8")
    assert "raw/printnplay-sheets/7/game-proof-1.png" in comment
    assert "secret" not in comment + (tmp_path / "gh.txt").read_text("utf-8")
    assert (tmp_path / "gh.txt").read_text("utf-8").split()[:3] == ["pr", "comment", "7"]


@pytest.fixture
def pull(machine: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The environment of a shallow checkout of a pull request, whose base is at `origin`."""
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]

    def do(*words: str) -> str:
        ran = subprocess.run(
            [*git, *words], cwd=tmp_path / "origin", check=True, capture_output=True, text=True
        )
        return ran.stdout.strip()

    (tmp_path / "game").rename(tmp_path / "origin")
    texts = tmp_path / "origin/locales/en/game.yaml"
    do("init", "--quiet")
    do("config", "uploadpack.allowAnySHA1InWant", "true")
    do("add", "--all")
    do("commit", "--quiet", "--message", "One")
    base = do("rev-parse", "HEAD")
    said = texts.read_text("utf-8")
    old = "After seven turns each the most points win."
    assert said.count(old) == 1
    texts.write_text(said.replace(old, "After five turns each the most points win."), "utf-8")
    do("commit", "--quiet", "--all", "--message", "Two")
    origin = (tmp_path / "origin").as_uri()
    do("clone", "--quiet", "--depth", "1", origin, str(tmp_path / "game"))
    return {**machine, "PROJECT": "game", "OPTIONS": "", "BASE": base}


@pytest.mark.at_leisure
def test_the_action_reports_what_a_pull_request_changes(
    pull: dict[str, str], tmp_path: Path
) -> None:
    action = steps()
    shell(action["changes"]["run"], tmp_path, pull)
    report = Path((tmp_path / "output.txt").read_text("utf-8").strip().removeprefix("report="))
    assert "After five turns" in (report / "changes.html").read_text("utf-8")
    said = (report / "changes.md").read_text("utf-8")
    assert said.startswith(f"## Game: 1 change since {pull['BASE'][:7]}")
    assert "Now: End. After five turns each the most points win." in said
    assert said in (tmp_path / "summary.md").read_text("utf-8")
    (tmp_path / "kits").mkdir()
    there = {"KITS": str(tmp_path / "kits"), "PULL": "7", "RUN": "https://run", "GH_TOKEN": "s"}
    link = {"REPORT": str(report), "PICTURES": "https://run/artifacts/3"}
    shell(action["sheet"]["run"], tmp_path, {**pull, **there, **link})
    comment = (tmp_path / "gh.txt.md").read_text("utf-8")
    assert comment.startswith(said)
    assert "[Pictures before and after](https://run/artifacts/3)" in comment
    assert "[download them](https://run)" in comment
    many = "## Game: 900 changes\n" + "- rule: text\n" * 9000
    (report / "changes.md").write_text(many, "utf-8")
    shell(action["sheet"]["run"], tmp_path, {**pull, **there, **link})
    assert len((tmp_path / "gh.txt.md").read_text("utf-8")) < 500


def test_a_pull_request_without_a_base_or_a_right_to_comment_does_not_fail(
    pull: dict[str, str], tmp_path: Path
) -> None:
    action = steps()
    out = shell(action["changes"]["run"], tmp_path, {**pull, "BASE": "0" * 40})
    assert "::warning::The game cannot be compared" in out
    assert not (tmp_path / "output.txt").exists()
    (tmp_path / "bin/gh").write_text("#!/bin/sh\nexit 1\n", "utf-8")
    kits = tmp_path / "kits"
    kits.mkdir()
    shutil.copy(ROOT / "docs/kit.png", kits / "game-proof-1.png")
    there = {"KITS": str(kits), "PULL": "7", "RUN": "https://run", "GH_TOKEN": "s", "REPORT": ""}
    remote = {"SHEETS_REMOTE": str(tmp_path / "none.git"), "PICTURES": ""}
    out = shell(action["sheet"]["run"], tmp_path, {**pull, **there, **remote})
    assert "::warning::The comment needs" in out
    condition = action["sheet"]["if"]
    assert "github.event.pull_request.head.repo.full_name == github.repository" in condition


def test_the_action_shows_each_fault_on_its_line(machine: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "game/designs/game/game.yaml"
    path.write_text(path.read_text("utf-8") + "colour: red\n", "utf-8")
    with pytest.raises(AssertionError, match=r"::error file=designs/game/game.yaml,line=\d+"):
        shell(steps()["check"]["run"], tmp_path, {**machine, "PROJECT": "game", "OPTIONS": ""})


def test_the_action_passes_no_input_into_a_script() -> None:
    """What stands in a script is run: inputs of strangers go through the environment."""
    for step in load("action.yml")["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text("utf-8")))
    assert used == set(load("action.yml")["inputs"])


def scripts() -> dict[str, str]:
    """The scripts of the action, the hooks, the container and the snippet of GitLab."""
    found = {step["id"]: step["run"] for step in steps().values() if "run" in step}
    found |= {hook["id"]: hook["entry"] for hook in load(".pre-commit-hooks.yaml")}
    job = snippet_of_gitlab()
    found["gitlab"] = "\n".join([*job["before_script"], *job["script"]])
    container = (ROOT / "Containerfile").read_text("utf-8")
    lines = re.findall(r"^(?:RUN|CMD|ENTRYPOINT) (.*(?:\\\n.*)*)", container, re.MULTILINE)
    found["container"] = "\n".join(line.replace("\\\n", "") for line in lines)
    return found


def test_python_looks_for_no_module_in_a_checkout() -> None:
    """Installed programs have their own folder first; `python -m` and `-c` the current one."""
    for name, script in scripts().items():
        calls = re.findall(r"\bpython[\d.]*((?: +-\w+)*)", script)
        assert all({"-I", "-P"} & set(options.split()) for options in calls), name
        for word in ("PYTHONPATH", "./", "source ", "eval ", "npm ", "npx "):
            assert word not in script.replace("[.]/", "").replace("find .", ""), name
    for name, step in steps().items():
        if re.search(r"\bprintnplay (check|build|diff)", step.get("run", "")):
            assert step["env"]["PYTHONSAFEPATH"] == "1", name
    assert "\nENV PYTHONSAFEPATH=1\n" in (ROOT / "Containerfile").read_text("utf-8")


@pytest.mark.at_leisure
def test_the_action_runs_nothing_of_a_checkout(machine: dict[str, str], tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    for folder in (tmp_path, tmp_path / "game"):
        for name in ("pip", "msgspec", "typing", "yaml", "typer", "json", "sitecustomize"):
            evil = f"open({str(ran)!r}, 'a').write({name!r})\n"
            (folder / f"{name}.py").write_text(evil, "utf-8")
    for name, env in {"install": {"VERSION": "--help"}, "check": {"OPTIONS": ""}}.items():
        step = steps()[name]
        fixed = {key: value for key, value in step["env"].items() if "${{" not in value}
        shell(step["run"], tmp_path, {**machine, "PROJECT": "game", **fixed, **env})
    assert not ran.exists()


def snippet_of_gitlab() -> dict[str, Any]:
    page = (ROOT / "docs/ci.md").read_text("utf-8")
    (snippet,) = re.findall(r'```yaml title=".gitlab-ci.yml"\n(.*?)```', page, re.DOTALL)
    job: dict[str, Any] = yaml.safe_load(snippet)["kits"]
    return job


@pytest.mark.at_leisure
def test_the_hooks_run_what_the_program_knows(machine: dict[str, str], tmp_path: Path) -> None:
    for hook in load(".pre-commit-hooks.yaml"):
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert re.search(hook["files"], "designs/game/cards.yaml")
        assert not re.search(hook["files"], "output/game/en/kit.pdf")
        assert shell(hook["entry"], tmp_path / "game", machine) == ""
    if shutil.which("pre-commit"):
        shell(f"pre-commit validate-manifest {ROOT}/.pre-commit-hooks.yaml", tmp_path, machine)


@pytest.mark.at_leisure
def test_the_snippet_of_gitlab_runs(machine: dict[str, str], tmp_path: Path) -> None:
    job = snippet_of_gitlab()
    assert job["before_script"] == ["pip install --quiet printnplay"]
    shell("\n".join(job["script"]), tmp_path / "game", machine)
    assert (
        (tmp_path / "game" / job["artifacts"]["reports"]["junit"]).read_text().startswith("<?xml")
    )
    assert list((tmp_path / "game" / job["artifacts"]["paths"][0]).rglob("*.pdf"))


def test_the_workflow_tries_every_system_that_designers_have() -> None:
    jobs = load(".github/workflows/ci.yml")["jobs"]
    jobs |= load(".github/workflows/release.yml")["jobs"]
    for job in ("clean", "program"):
        systems = jobs[job]["strategy"]["matrix"]["os"]
        assert {name.partition("-")[0] for name in systems} == {"ubuntu", "windows", "macos"}
    scripts = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    for script in scripts:
        for file in re.findall(r"(?:tools|\.ci)/[\w/]+(?:\.py)?", script):
            assert (ROOT / file).is_file(), file


def test_actions_are_pinned_by_their_commits() -> None:
    files = [*(ROOT / ".github/workflows").glob("*.yml"), ROOT / "action.yml"]
    used = [line for file in files for line in re.findall(r"uses:.*", file.read_text("utf-8"))]
    commits = {
        tuple(match.groups())
        for line in used
        if (match := re.fullmatch(r"uses: (\S+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)", line))
    }
    assert len({action for action, _, _ in commits}) == len(commits), "one version of each action"
    assert [line for line in used if not re.search(r"@[0-9a-f]{40} # v\d", line)] == []


def test_the_changelog_begins_with_the_version_to_be_released() -> None:
    number, day = newest()
    assert number == version() == printnplay.__version__
    assert day == "unreleased" or re.fullmatch(r"\d{4}-\d{2}-\d{2}", day)


def test_the_container_file_copies_and_installs_what_there_is() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for extras in re.findall(r"\[([a-z,]+)\]", text):
        for extra in extras.split(","):
            assert f"\n{extra} = [" in project
    assert json.loads(re.findall(r"ENTRYPOINT (.*)", text)[0]) == ["printnplay"]
    ignored = (ROOT / ".containerignore").read_text("utf-8").split()
    assert ".venv" in ignored
