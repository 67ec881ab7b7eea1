"""Run `python -P -m printnplay`, for systems where the command itself is not on the path.

Without `-P`, Python searches the current folder for modules before any line of printnplay runs.
"""

from printnplay.cli import program

if __name__ == "__main__":
    program()
