# `make kit` builds the Tic-Tac Match kits; `make test` runs every check, but of large families of
# cases a share; `make rest` runs the others, what takes long, and all languages; `make site` the
# documentation. Each sets up .venv first.
PYTHON ?= python3
BIN := .venv/bin
PYTEST_ARGS ?=
LANGUAGES ?=
PYTEST = $(BIN)/pytest --quiet --numprocesses=auto --dist=worksteal $(PYTEST_ARGS)

# The tests start the program many times: it is compiled once, whatever the surroundings say.
export PYTHONDONTWRITEBYTECODE =

.PHONY: kit test rest code-and-games quick slow code style types check hostile corpus aside program bench site update clean

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@

kit: .venv/installed
	$(BIN)/printnplay build tic-tac-match -p a4 -p letter

# The games that ship, in all languages; `make test` looks at English.
check: .venv/installed
	$(BIN)/printnplay check --proofread --strict $(LANGUAGES)

# Types and games are checked by one process each, and beside the tests, so that no processor waits.
test: .venv/installed
	$(MAKE) --jobs=2 --no-print-directory code-and-games quick

code-and-games: .venv/installed
	$(MAKE) --no-print-directory code check LANGUAGES="-l en"

rest: .venv/installed
	$(MAKE) --jobs=2 --no-print-directory check slow

quick slow: .venv/installed
	$(PYTEST) --part=$(@:slow=rest)

# What a machine can see in the code without running it.
code: style types

style: .venv/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports

types: .venv/installed
	$(BIN)/mypy
	for rules in designs/*/rules; do $(BIN)/mypy $$rules || exit 1; done

# All projects made to do harm. Not every case holds yet; what does is promised in docs/safety.md.
hostile: .venv/installed
	$(BIN)/pytest --quiet --numprocesses=auto --dist=worksteal --thorough tests/hostile

# Drawings, pictures and fonts of others for tests/paper, into a cache outside of the repository.
corpus: .venv/installed
	PYTHONPATH=tests $(BIN)/python -m paper.corpus

# How those are printed that were put aside: to be counted once, and never to be mended for.
aside: corpus
	PYTHONPATH=tests $(BIN)/python -m paper.aside output/aside

# One folder that needs no Python, as an archive in dist/; it is built where only the wheel is installed.
program:
	$(PYTHON) -m venv dist/.program
	dist/.program/bin/python -m pip install --quiet ".[preview]" "pyinstaller>=6.20"
	dist/.program/bin/python tools/program/make_program.py dist

bench: .venv/installed
	$(BIN)/python tests/benchmarks/peers.py --page docs/benchmark.md

# The documentation as pages that need no network, in site/; links that lead nowhere are errors.
site: .venv/installed
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/python -m mkdocs build --quiet --strict --site-dir site

update: .venv/installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/pytest --update

clean:
	rm -rf output/* .venv
