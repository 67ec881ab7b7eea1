"""Files of a project: checked reads, YAML with places, and atomic replacement of sets of files."""
