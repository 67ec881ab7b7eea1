"""`printnplay migrate`: rewrites keys that have new names."""

from pathlib import Path

from printnplay.build.migrate import migrate
from printnplay.cli.console import progress_bar, say
from printnplay.cli.options import ProjectFolder
from printnplay.kernel.suggestions import counted


def command(project: ProjectFolder = Path()) -> int:
    """Rewrite keys of YAML files that have new names.

    Earlier names are still read, with a warning (PNP126). All other bytes of the files stay.
    """
    with progress_bar() as progress:
        done = migrate(project, progress)
    for fault in done:
        was, _, new = fault.detail.partition(" ")
        say(f"{fault.span.file}:{fault.span.line}: `{was}` -> `{new}`")
    say(f"rewrote {counted(len(done), 'key')}" if done else "nothing to rewrite")
    return 0
