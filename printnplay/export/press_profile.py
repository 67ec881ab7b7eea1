"""The press of an export: its ICC profile, from a file or by name, and its ink limit."""

from pathlib import Path

from printnplay.export.job import ExportJob
from printnplay.files.door import LARGEST, ReadError, is_there, read
from printnplay.kernel import codes
from printnplay.kernel.diagnostics import Diagnostic, FaultsError, Span
from printnplay.kernel.suggestions import listed
from printnplay.pdf.press import MOST_INK, Press, ProfileError


def press_of(job: ExportJob, printer: str, ink: int | None, usual: str = "") -> Press:
    """Return the press whose inks the files use.

    Args:
        job: its options name the profile, by its name or as a file.
        printer: the name of the printer, for messages.
        ink: its ink limit in per cent, if it states one.
        usual: the name of the profile to use if the options name none.

    Raises:
        FaultsError: the profile is missing or invalid.
    """
    asked = job.options.profile or (Path(usual) if usual else None)
    known = job.edition.loaded.catalog.profiles()
    reason = "no profile is given"
    if asked is not None:
        path = known.get(str(asked), asked) if not is_there(asked) else asked
        try:
            return Press(read(path, LARGEST, anywhere=True), ink or MOST_INK)
        except (ReadError, ProfileError) as error:
            reason = f"`{asked}` cannot be used: {error}"
    fault = Diagnostic(
        codes.NO_PROFILE,
        f"{printer} prints in four inks, and {reason}",
        Span(""),
        "expected the ICC profile of a press, for cyan, magenta, yellow and black",
        "ask the printer for it, or take one from https://www.color.org/registry, and add"
        f" `--icc FILE`; profiles by name: {listed(tuple(known))}",
    )
    raise FaultsError([fault])
