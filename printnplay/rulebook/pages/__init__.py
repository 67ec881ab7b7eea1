"""Laid-out pages: the booklet, the rules reference and the instructions."""
