"""Builds, checks, proofs and new projects: the work behind the commands."""
