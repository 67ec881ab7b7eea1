"""Benchmarks are no tests: `make bench` runs them, pytest leaves them alone."""

collect_ignore_glob = ["*.py", "*/*.py", "*/*/*.py"]
