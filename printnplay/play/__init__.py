"""Simulation: many games played, counted, logged and replayed; mutants of the rules."""
