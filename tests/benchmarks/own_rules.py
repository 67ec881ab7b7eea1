"""printnplay with the rules modules of a folder besides its own.

Usage: own_rules.py FOLDER ARGUMENTS...
"""

import sys

from printnplay.cli.app import main
from printnplay.engine import games

if __name__ == "__main__":
    games.__path__.append(sys.argv.pop(1))
    main()
