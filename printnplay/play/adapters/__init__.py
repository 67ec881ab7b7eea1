"""Adapters for OpenSpiel and PettingZoo, both optional extras."""
