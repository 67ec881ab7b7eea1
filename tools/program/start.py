"""Where the standalone program begins: printnplay, or a process that it has started."""

import os
import sys
from multiprocessing import freeze_support


def leave_others_their_libraries() -> None:
    """Let git and the browser use the libraries of the system.

    PyInstaller puts those of the program first by a variable, which Linux has read by now. The
    processes that the program starts of itself set it again, as the first one did.
    """
    if sys.platform == "linux":
        os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before := os.environ.pop("LD_LIBRARY_PATH_ORIG", ""):
            os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    leave_others_their_libraries()
    freeze_support()  # runs what multiprocessing starts, and does not return then
    from printnplay.processes.children import STANDALONE, begin

    if sys.argv[1:2] == [STANDALONE]:
        begin(sys.argv[2])
    else:
        from printnplay.cli import program

        program()
