"""`python -m printnplay`, for where the command itself is not on the path."""

from printnplay.cli import main

if __name__ == "__main__":
    main()
