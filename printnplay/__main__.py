"""`python -m printnplay`, for where the command itself is not on the path."""

from printnplay.cli import program

if __name__ == "__main__":
    program()
