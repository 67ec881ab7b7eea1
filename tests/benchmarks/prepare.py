"""Write the contestants' inputs. A process of its own: the clock's must stay small.

Usage: prepare.py PROJECT GAME FOLDER LANGUAGE...
"""

import sys
from pathlib import Path

from inputs.documents import Source, write_inputs

if __name__ == "__main__":
    project, game, folder, *languages = sys.argv[1:]
    write_inputs(Source(Path(project), game, tuple(languages)), Path(folder))
