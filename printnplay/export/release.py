"""Releases: everything to upload when a game is published, in one folder with one manifest."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printnplay.build.job import Outcome
from printnplay.build.jobs import build
from printnplay.changes.gallery import FILE as VERSION
from printnplay.changes.gallery import kept_version
from printnplay.changes.reading import version_of
from printnplay.edition.edition import NO_BREAK, TAGLINE
from printnplay.edition.inks import unbaked
from printnplay.edition.loaded import stop_at
from printnplay.edition.request import BuildRequest, Progress
from printnplay.export.drawings import carrying
from printnplay.export.faces import Naming, face_files
from printnplay.export.images import PNG, drawn, images_of
from printnplay.export.job import Exported, ExportJob, ExportRequest, sha256_of
from printnplay.export.scene import VIEWS, scene, things_of
from printnplay.files.archives import zipped
from printnplay.files.door import LARGEST, read
from printnplay.files.writing import remove_staged
from printnplay.game.exporting import Corners, FaceOptions
from printnplay.kernel.diagnostics import FaultsError, Problems
from printnplay.kernel.messages import translated, translated_with
from printnplay.pdf import PictureFault
from printnplay.raster.png import DrawError
from printnplay.raster.showcase import Things, overview, things_in_pixels
from printnplay.raster.single_faces import as_png
from printnplay.scene.sheet import FontFace
from printnplay.text.credits import font_credits
from printnplay.text.languages import own_name
from printnplay.text.markup import plain

PAPERS = ("a4", "letter")
FORMATS = ("pdf", "html", "epub")
ENDINGS = tuple(f".{name}" for name in FORMATS)

SUMS, ABOUT, CREDITS = "SHA256SUMS", "README.txt", "LICENCE-AND-CREDITS.txt"
PAGE = "description.txt"
OVERVIEW_DPI = 72
"""Resolution of faces in the overview in pixels per inch: poker cards are 180 pixels wide, enough
to tell them apart. A guess."""

SCREEN_DPI = 96
"""Resolution of pictures for screens in pixels per inch: that of CSS, so that they get the
requested sizes."""

_PLAIN = re.compile(r"[^\w+.-]+")
"""Characters to replace in file names."""

GUIDE = (
    "{title}: a release in {languages}",
    "",
    "manifest.json says what each file is; `sha256sum -c {sums}` checks that all are whole.",
    "The pictures below are in the folder {folder}, and in that of each other language.",
    "",
    "Every site",
    "{page} of a language: name, what the game is about, contents, credits, for the text of the"
    " page",
    "social-card.png, 1200 x 630: what is shown where somebody shares a link (og:image)",
    "{credits}: keep it beside whatever you upload",
    "{version}: keep it to see what a later version changes: {diff}",
    "",
    "itch.io",
    "uploads: the ZIP file of each language, as a physical game; the rulebook as .html for reading",
    "cover image: cover.png (itch.io wants 630 x 500, this is twice that)",
    "screenshots: deck.png, all-cards.png",
    "",
    "BoardGameGeek",
    "files: -kit.pdf for each paper and -rulebook.pdf, or the ZIP file; one upload a language",
    "images: deck.png and all-cards.png, below 1900 pixels a side; no pictures of single cards",
    "",
    "Crowdfunding",
    "Kickstarter, project image: wide.png (16 to 9)",
    "Gamefound and Indiegogo: square.png, social-card.png, and banner.png for the cover without"
    " words",
    "a preview for backers: -rulebook.pdf or .html, and -kit.pdf if they may print it",
    "",
    "The pictures are there as SVG too, for posters and videos: they stay sharp at any size.",
)
"""The guide for publishers. What follows a heading is indented."""

HEADINGS = ("Every site", "itch.io", "BoardGameGeek", "Crowdfunding")


def build_kits(request: ExportRequest, progress: Progress) -> Outcome:
    """Build the kits and rulebooks for a release; unchanged ones are reused.

    Raises:
        FaultsError: the command or the user's files have errors; nothing was written.
    """
    kits = BuildRequest(
        project=request.project,
        games=request.games,
        languages=request.languages,
        papers=PAPERS,
        output=request.output,
        formats=FORMATS,
        jobs=request.jobs,
        trust_rules=request.trust_rules,
        strict=request.strict,
        limited=request.limited,
        release=True,
        shard=request.shard,
    )
    return build(kits, progress)


def write(job: ExportJob) -> list[Exported]:
    """Write the release of a game in the languages of a job and of its siblings."""
    jobs = (job, *job.siblings)
    made: list[Exported] = []
    for each in jobs:
        own = [*_kits(each), *_pictures(each), _description(each)]
        made += [*own, _archive(each, own)]
    made.append(job.write(CREDITS, _credits(job).encode()))
    made.append(job.write(ABOUT, _readme(jobs).encode()))
    made.append(_version(jobs))
    sums = {file.path.as_posix(): sha256_of(job.folder / file.path) for file in made}
    lines = "".join(f"{value}  {name}\n" for name, value in sums.items())
    made.append(job.write(SUMS, lines.encode()))
    sums[SUMS] = sha256_of(job.folder / SUMS)
    manifest = {
        **_facts(job),
        "languages": [each.languages for each in jobs],
        "files": {
            file.path.as_posix(): {"bytes": file.size, "sha256": sums[file.path.as_posix()]}
            for file in made
        },
    }
    return [*made, job.write_record(manifest)]


def _version(jobs: Sequence[ExportJob]) -> Exported:
    """Write what later versions are compared with: `printnplay diff --since` reads it."""
    languages = [each.languages for each in jobs if each.languages in each.edition.loaded.texts]
    version = version_of(jobs[0].edition.loaded, languages, Problems())
    return jobs[0].write(VERSION, kept_version(version))


def _facts(job: ExportJob) -> Mapping[str, object]:
    """Return the manifest entries about the game."""
    game = job.edition.game
    about = game.about
    return {
        "game": game.id,
        "title": game.title,
        "target": job.target,
        "version": about.version,
        "date": about.day.isoformat() if about.day else "",
        "licence": about.licence,
        "credits": dict(game.credits),
        "players": list(game.players),
        "minutes": list(about.minutes or ()),
        "age": about.age,
    }


def _kits(job: ExportJob) -> Iterator[Exported]:
    """Copy the kits and rulebooks that were built for the release."""
    for path in job.kits:
        content = read(path, LARGEST, anywhere=True)
        yield job.write(f"{job.languages}/{path.name}", content)


def _pictures(job: ExportJob) -> Iterator[Exported]:
    """Write each view of the game as PNG and SVG, and an overview of all its faces.

    Raises:
        FaultsError: a picture cannot be rendered.
    """
    folder, shelf = f"{job.languages}/pictures", job.edition.loaded.shelf
    things = things_of(job)
    stop_at(job.problems)
    if things is None:
        return
    flat = _in_pixels(things, shelf.faces)
    drawings = [(scene(job, view, things), scene(job, view, flat)) for view in VIEWS]
    stop_at(job.problems)
    # After the scenes: rendering derives the fonts that they use.
    fonts = shelf.faces
    tasks = [
        _Screen(view.name, coarse or "", fonts, view.pixels)
        for view, (_, coarse) in zip(VIEWS, drawings, strict=True)
    ]
    pngs = job.in_processes(_drawn, tasks)
    for view, (svg, _), png in zip(VIEWS, drawings, pngs, strict=True):
        yield job.write(f"{folder}/{view.name}{PNG}", b64decode(png))
        yield job.write(f"{folder}/{view.name}.svg", carrying(svg or "", fonts))
        job.progress.step(f"{job.edition.game.id} {job.languages}: {view.name}")
    if job.components:
        yield job.write(f"{folder}/all-cards{PNG}", _overview(job))


class _Screen(Struct, frozen=True):
    """A view to render, with its size in pixels."""

    name: str
    svg: str
    fonts: tuple[FontFace, ...]
    size: tuple[int, int]


def _drawn(task: _Screen) -> str:
    """Render a view as PNG, in base64."""
    try:
        png = as_png(task.svg, task.fonts, task.size, SCREEN_DPI, "white")
    except DrawError as error:
        raise FaultsError([unbaked(PictureFault(task.name, str(error), ""))]) from error
    return b64encode(png).decode()


def _in_pixels(things: Things, fonts: Sequence[FontFace]) -> Things:
    try:
        return things_in_pixels(things, fonts)
    except DrawError as error:
        raise FaultsError([unbaked(PictureFault("showcase", str(error), ""))]) from error


def _overview(job: ExportJob) -> bytes:
    """Render all faces of the game side by side."""
    options = FaceOptions(dpi=OVERVIEW_DPI, bleed=0, corners=Corners.ROUND)
    small = replace(job, options=options)
    naming = Naming("{id}-{side}", "{id}-{side}", "faces")
    files = face_files(small, PNG, naming=naming)
    drawn(small, images_of(small, files))
    paths = [job.folder / f"{file.name}{PNG}" for file in files]
    pictures = [read(path, LARGEST, anywhere=True) for path in paths]
    remove_staged(paths)
    return overview(pictures, job.edition.style.colours["paper"])


def _archive(job: ExportJob, files: Sequence[Exported]) -> Exported:
    """Write the ZIP file for players in one language: kits, rulebooks, licence and credits."""
    game = job.edition.game
    content = {CREDITS: _credits(job).encode()}
    for file in files:
        if file.path.suffix in ENDINGS:
            content[file.path.name] = read(job.folder / file.path, LARGEST, anywhere=True)
    version = f"-{game.about.version}" if game.about.version else ""
    name = _PLAIN.sub("-", f"{game.id}{version}-{job.languages}")
    return job.write(f"{name}.zip", zipped(content))


def _description(job: ExportJob) -> Exported:
    """Write the text for the game's web page: its name, description, contents and credits."""
    edition = job.edition
    words = [_text(job, key) for key in (TAGLINE, "cover.blurb", "cover.players")]
    contents = "\n".join(f"- {content}" for content in edition.contents)
    lines = [edition.game.title, *filter(None, words), contents, _credits(job)]
    text = "\n\n".join(line.replace(NO_BREAK, " ").strip() for line in lines)
    return job.write(f"{job.languages}/{PAGE}", f"{text}\n".encode())


def _text(job: ExportJob, key: str) -> str:
    """Return a text of the game without markup; empty if the game does not have it."""
    edition = job.edition
    return plain(edition.typesetter.inlines(key)) if key in edition.texts.entries else ""


def _credits(job: ExportJob) -> str:
    """Return the credits and the licence of the game, in the language of its edition."""
    edition, game, setter = job.edition, job.edition.game, job.edition.typesetter
    about = game.about
    day = about.day.isoformat() if about.day else ""
    heading = " ".join(filter(None, (game.title, about.version, day)))
    people = [f"{_role(job, role)}: {name}" for role, name in game.credits.items()]
    licence = plain(setter.inlines("kit.licence", licence=about.licence)) if about.licence else ""
    fonts = font_credits(edition.families, edition.loaded.shelf)
    made_of = [plain(setter.inlines("kit.fonts", fonts=fonts))]
    if icons := plain(setter.context.parse(edition.icon_credits)):
        made_of.append(plain(setter.inlines("kit.icons", icons=icons)))
    parts = ([heading], [*people, *filter(None, [licence])], [*made_of, "printnplay"])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _role(job: ExportJob, role: str) -> str:
    """Return what somebody did, in the language of the edition if its texts have the word."""
    return _text(job, f"credit.{role}") or role.replace("-", " ").capitalize()


def _readme(jobs: Sequence[ExportJob]) -> str:
    """Return the guide for publishers, in the user's language: which file to upload where."""
    own = jobs[0]
    names = ", ".join(f"{each.languages} ({own_name(each.edition.language)})" for each in jobs)
    values = {
        "title": own.edition.game.title,
        "languages": names,
        "folder": f"{own.languages}/pictures",
        "sums": SUMS,
        "page": PAGE,
        "credits": CREDITS,
        "version": VERSION,
        "diff": f"printnplay diff --since {translated('FOLDER')}",
    }
    lines, is_inside = [], False
    for line in GUIDE:
        is_inside = bool(line) and is_inside
        lines.append("  " * is_inside + translated_with(line, **values))
        is_inside = is_inside or line in HEADINGS
    if not own.edition.game.about.licence:
        lines += [
            "",
            translated("No licence is stated: nobody but its authors may share the game."),
        ]
    return "\n".join(lines) + "\n"
