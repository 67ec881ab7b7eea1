"""`python -m printnplay`, for where the command itself is not on the path."""

from printnplay.cli import command

if __name__ == "__main__":
    command()
