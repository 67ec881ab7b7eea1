"""Adapters of games to OpenSpiel and PettingZoo, both extras."""
