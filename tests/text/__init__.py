"""Tests of the text engine."""
