"""printnplay for a project with a large deck and rules of its own.

Usage: own_rules.py PROJECT ARGUMENTS...
"""

import sys
from pathlib import Path

from allowances import allow

from printnplay.cli.app import main

if __name__ == "__main__":
    allow(Path(sys.argv.pop(1)))
    main()
