"""Play the current and an earlier version of a game, and compare the figures."""

from msgspec.structs import replace

from printnplay.changes.earlier import Earlier, earlier_version
from printnplay.edition.choosing import NOWHERE
from printnplay.edition.request import Progress
from printnplay.files.catalog import display_path
from printnplay.kernel import codes
from printnplay.kernel.codes import Code
from printnplay.kernel.diagnostics import Diagnostic, FaultsError
from printnplay.play.many_games import Past, Played, PlayRequest, play_study

CHECKOUT = "FOLDER"
"""The placeholder for a checkout folder, in commands that play a game of an earlier commit."""


def play_since(request: PlayRequest, since: str, progress: Progress) -> Played:
    """Play the games in both versions; see `play_study`.

    `since` is a tag or commit of git, or the folder of a project.

    Raises:
        FaultsError: there is no such version, or one of them cannot be played as requested.
    """
    with earlier_version(request.project, since) as earlier:
        if earlier.release is not None:
            cure = "name the tag or commit that it was made from, or the folder of its project"
            raise _refused(
                codes.NO_RULES_IN_RELEASE,
                f"the release `{since}` has no rules to play by",
                "a release keeps what is printed, not the rules",
                cure,
            )
        if earlier.is_commit and request.scheduler:
            raise _refused(
                codes.COMMIT_ON_CLUSTER,
                f"a cluster cannot play the commit `{since}`",
                "its machines need the files in the same folder",
                f"run {_checkout(earlier)}, and name that folder with --since",
            )
        try:
            past = Past(earlier.name, earlier.folder)
            played = play_study(replace(request, past=past), progress)
        except FaultsError as error:
            raise FaultsError([_lasting(fault, earlier) for fault in error.found]) from None
        return replace(
            played, problems=tuple(_lasting(fault, earlier) for fault in played.problems)
        )


def _refused(code: Code, message: str, label: str, cure: str) -> FaultsError:
    return FaultsError([Diagnostic(code, message, NOWHERE, label, cure)])


def _checkout(earlier: Earlier) -> str:
    return f"`git worktree add {CHECKOUT} {earlier.name}`"


def _lasting(fault: Diagnostic, earlier: Earlier) -> Diagnostic:
    """Return a fault without the folder of a commit's files, which is gone by then.

    Its files are named as git names them, such as `v1:designs/reef/game.yaml`.
    """
    folder = f"{display_path(earlier.folder)}/"
    if not (earlier.is_commit and fault.span.file.startswith(folder)):
        return fault
    named = f"{earlier.name}:{fault.span.file.removeprefix(folder)}"
    cure = fault.help.replace(str(earlier.folder), CHECKOUT)
    if fault.code is codes.RULES_NOT_TRUSTED:
        cure = f"read the rules of {earlier.name}; if you trust them, add --trust-rules"
    elif cure != fault.help:
        cure += f" after {_checkout(earlier)}"
    return replace(fault, span=replace(fault.span, file=named), help=cure)
