"""`python -P -m printnplay`, for where the command itself is not on the path.

Without `-P`, Python looks for modules in the current folder first, before any line of ours runs.
"""

from printnplay.cli import program

if __name__ == "__main__":
    program()
