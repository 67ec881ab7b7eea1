"""Builds, checks, proofs and new projects: what the commands do with a project."""
