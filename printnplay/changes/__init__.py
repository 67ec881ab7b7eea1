"""What differs between two versions of a game, as its players see it.

The state of a version holds a hash of each printed face with its words and pictures, so that two
states are compared without rendering, and kept between commands.
"""
