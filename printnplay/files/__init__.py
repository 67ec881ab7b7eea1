"""The door to files: what is read, written and edited, inside the project only."""
