"""The only place that knows every stage: check, build, list."""
