"""Simulation: playing, counting, logging and replaying games; mutation testing of rules."""
